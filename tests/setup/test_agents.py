"""`bot init --agents`: our part of AGENTS.md."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bot.commands.parsers import make_command_parser
from bot.errors import BotError
from bot.linter.survey import Survey
from bot.rules import RULES
from bot.setup.profile import learn, put_agents, render_agents
from bot.setup.workflows import INSTALL
from bot.text import Text
from tests.commands.helpers import TODAY, run
from tests.sample_list import LINES, LIST

START, END = "<!-- paperlist-bot:agents -->", "<!-- /paperlist-bot:agents -->"
OURS = f"{START}\nnew\n{END}"


def rendered(content: str, branch: str = "main") -> str:
    listings, context = Survey(TODAY)([Text("README.md", content)])
    return render_agents(learn(listings, context, RULES), branch)


def test_what_the_list_does_is_described() -> None:
    assert rendered(LIST).startswith(f"""\
{START}
## Adding and changing papers

An entry looks like this:

```markdown
{LINES[0]}```

- Every paper has a title, a link and a date. Dates are written `YYMM`. Newest papers come first. Links to arXiv lead \
to the abstract page: `https://arxiv.org/abs/...`.
- {INSTALL}
- To add a paper, run `bot add 2401.12345 --section "NAME"`. """)
    assert rendered(LIST).endswith(f" do not suppress them.\n{END}")
    assert "byte" not in rendered(LIST)


def test_nothing_is_described_that_the_list_does_not_keep() -> None:
    steps = f"- {INSTALL}\n- To add a paper, run"
    assert rendered("# Papers\n").startswith(f"{START}\n## Adding and changing papers\n\n{steps}")


def test_the_part_has_about_ten_lines_beside_the_example() -> None:
    body = rendered(LIST).split("```\n\n", 1)[1].splitlines()
    assert len([line for line in body if line.strip() and not line.startswith(("```", "<!--"))]) <= 10


def test_the_commands_are_ours() -> None:
    """Each is a command line that the parser takes, whatever the branch is called."""
    text = rendered(LIST, "odd;$(name)")
    commands = re.findall(r"`bot (.*?)`", text)
    added, linted = (
        make_command_parser(name).parse_args(given) for name, *given in (shlex.split(line) for line in commands)
    )
    assert (added.papers, added.section) == (["2401.12345"], "NAME")
    assert (linted.base, linted.fix) == ("odd;$(name)", True)


PUT = {
    "a new file": ("", f"{OURS}\n"),
    "at the end": ("# Rules\n\nBe kind.\n", f"# Rules\n\nBe kind.\n\n{OURS}\n"),
    "a last line without an end": ("Be kind.", f"Be kind.\n\n{OURS}\n"),
    "line ends of Windows": ("\ufeffA\r\nB  \r\n", "\ufeffA\r\nB  \r\n\r\n" + f"{OURS}\n".replace("\n", "\r\n")),
    "in its place": (f"a\n\n{START}\nold\n\nolder\n{END}\n\n\tb", f"a\n\n{OURS}\n\n\tb"),
    "in its place, mixed line ends": (f"a\r\n{START}\n{END}\n\nb\r", "a\r\n" + OURS.replace("\n", "\r\n") + "\n\nb\r"),
    "nothing between the markers": (f"{START}\n{END}", OURS),
    "markers in a sentence are not ours": (f"See {START} and `{END}`.\n", f"See {START} and `{END}`.\n\n{OURS}\n"),
}


@pytest.mark.parametrize(("before", "after"), PUT.values(), ids=PUT)
def test_everything_else_stays_as_it_is(before: str, after: str) -> None:
    assert put_agents(before, OURS) == after
    assert put_agents(after, OURS) == after


@pytest.mark.parametrize(
    "content",
    [f"{START}\n", f"{END}\n", f"{END}\n{START}\n", f"{START}\n{END}\n{START}\n{END}\n", f"{START}\n{START}\n{END}\n"],
    ids=["no end", "no start", "the wrong way round", "twice", "two starts"],
)
def test_markers_that_do_not_fit_are_refused(content: str) -> None:
    with pytest.raises(BotError, match="markers of the bot that do not fit together"):
        put_agents(content, OURS)


@pytest.fixture
def folder(folder: Path) -> Path:
    (folder / ".git").mkdir()
    (folder / "README.md").write_text(LIST)
    return folder


@pytest.mark.usefixtures("folder")
def test_the_part_is_written_and_a_second_run_changes_nothing() -> None:
    before = b"\xef\xbb\xbf# Rules\r\n\r\nBe kind. \xe2\x9c\x93"
    Path("AGENTS.md").write_bytes(before)
    done = run("init", "--agents")
    assert (done.code, done.err) == (0, "wrote .github/paperlist-bot.yml\nwrote AGENTS.md\n")
    assert done.out == ""
    after = Path("AGENTS.md").read_bytes()
    assert after == before + b"\r\n\r\n" + f"{rendered(LIST)}\n".replace("\n", "\r\n").encode()
    again = run("init", "--agents")
    assert (again.code, again.out) == (0, "")
    assert again.err.splitlines()[-1] == "AGENTS.md is up to date"
    assert Path("AGENTS.md").read_bytes() == after


@pytest.mark.usefixtures("folder")
def test_the_part_follows_the_list() -> None:
    run("init", "--agents")
    Path("README.md").write_text(LIST.replace("/abs/", "/pdf/"))
    assert run("init", "--agents").err.splitlines() == [
        ".github/paperlist-bot.yml already exists, not changed",
        "wrote AGENTS.md",
    ]
    assert "lead to the PDF" in Path("AGENTS.md").read_text()


@pytest.mark.usefixtures("folder")
def test_a_dry_run_writes_nothing() -> None:
    done = run("init", "--agents", "--dry-run", "-v")
    assert (done.code, done.err) == (0, "would write .github/paperlist-bot.yml\nwould write AGENTS.md\n")
    assert done.out.endswith(f"{END}\n")
    assert not Path("AGENTS.md").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("force", [(), ("--force",)], ids=["as it is", "force"])
def test_what_cannot_be_written_leaves_all_as_it_was(force: tuple[str, ...]) -> None:
    Path("other.md").write_text("x")
    Path("AGENTS.md").symlink_to("other.md")
    done = run("init", "--agents", *force)
    assert (done.code, done.err.partition("\n")[0]) == (
        3,
        "error: AGENTS.md is a symbolic link, which writing would replace",
    )
    assert not Path(".github").exists()
    Path("AGENTS.md").unlink()
    Path("AGENTS.md").write_bytes(b"\xff")
    done = run("init", "--agents", *force)
    assert (done.code, "is not UTF-8" in done.err) == (3, True)
    assert not Path(".github").exists()


@pytest.mark.usefixtures("folder")
def test_broken_markers_are_one_message() -> None:
    Path("AGENTS.md").write_text(f"{START}\n")
    done = run("init", "--agents")
    assert (done.code, len(done.err.splitlines()), done.out) == (2, 2, "")
    assert (Path("AGENTS.md").read_text(), Path(".github").exists()) == (f"{START}\n", False)
