from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest

from bot.cli import main
from bot.console import Console
from tests.commands.earth import FIREACT, earth
from tests.commands.helpers import TODAY, Terminal, run
from tests.repositories import repository

LIST = """# Agents

## Planning

* [2405] [AgentGen: Enhancing Planning Abilities via Task Generation](https://arxiv.org/abs/2405.00451)
* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)
* [2305] [Plan-and-Solve Prompting: Improving Zero-Shot Planning](https://arxiv.org/abs/2305.04091)
* [2210] [ReAct: Synergizing Reasoning and Planning in Language Models](https://arxiv.org/abs/2210.03629)

## Memory

* [2402] [A Survey on the Memory of Language Agents](https://arxiv.org/abs/2402.10051)
* [2310] [MemGPT: Towards Language Models as Operating Systems with Memory](https://arxiv.org/abs/2310.08560)
* [2305] [MemoryBank: Enhancing Language Models with Long-Term Memory](https://arxiv.org/abs/2305.10250)
"""
ENTRY = "* [2401] [Planning with Language Models as Planning Tools](https://arxiv.org/abs/2401.00123)"
WITH_ENTRY = LIST.replace("* [2310] [FireAct", f"{ENTRY}\n* [2310] [FireAct")


def lock(value: str, title: str, **more: object) -> str:
    """A line of the lock file."""
    line = {
        "id": f"arXiv:{value}",
        "title": title,
        "submitted": f"20{value[:2]}-{value[2:4]}-07",
        "checked": "2026-11-20",
    }
    return f"{json.dumps({**line, **more})}\n"


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    (folder / "README.md").write_text(LIST)
    (folder / "papers.lock.jsonl").write_text(
        lock("2401.00123", "Planning with Language Models as Planning Tools")
        + lock("2401.00500", "Long-Term Memory for Language Agents")
        + lock("2401.00700", "Gone", withdrawn=True)
        + lock("2401.00900", "On Coffee")
    )
    return folder


def test_an_entry_in_its_section() -> None:
    done = run("add", "2401.00123", "--section", "planning", "--offline")
    assert (done.code, done.out, done.err) == (0, 'arXiv:2401.00123 added at README.md:6, in "Planning"\n', "")
    assert Path("README.md").read_text() == WITH_ENTRY
    assert "Found nothing.\n" in run("lint").out


def test_several_papers_and_a_file() -> None:
    papers = ("https://arxiv.org/pdf/2401.00500v2", "arXiv:2401.00123")
    done = run("add", *papers, "README.md", "--offline", "--format", "json", "--section", "Planning")
    answer = json.loads(done.out)
    assert done.code == 0
    assert [(each["id"], each["status"], each["section"], each["line"]) for each in answer["added"]] == [
        ("arXiv:2401.00500", "added", "Planning", 7),
        ("arXiv:2401.00123", "added", "Planning", 6),
    ]
    lines = Path("README.md").read_text().splitlines()
    assert [lines[each["line"] - 1] for each in answer["added"]] == [each["text"] for each in answer["added"]]
    assert Path("README.md").read_text().count("\n") == LIST.count("\n") + 2


def test_a_file_behind_an_option() -> None:
    done = run("add", "2401.00123", "--section", "planning", "README.md", "--offline")
    assert (done.code, done.out, done.err) == (0, 'arXiv:2401.00123 added at README.md:6, in "Planning"\n', "")


def test_a_section_is_named_with_its_new_count() -> None:
    counted = LIST.replace("## Planning", "## Planning (4)").replace("## Memory", "## Memory (3)")
    others = "".join(
        f"\n## {name} (1)\n\n* [2503] [{name} of Agents](https://arxiv.org/abs/2503.0{number})\n"
        for number, name in enumerate(("Search", "Tools", "Games"), 1001)
    )
    Path("README.md").write_text(counted + others)
    done = run("add", "2401.00123", "--section", "planning (4)", "--offline")
    assert (done.code, done.out) == (0, 'arXiv:2401.00123 added at README.md:6, in "Planning (5)"\n')


@pytest.mark.slow
def test_a_readme_that_is_too_long_already() -> None:
    """One more entry moves the line where GitHub cuts it off; that is no new finding."""
    padding = "".join(f"<!-- line {number:06} of what is not shown, and so on -->\n" for number in range(12_000))
    Path("README.md").write_text(f"{LIST}\n{padding}")
    done = run("add", "2401.00123", "--section", "planning", "--offline")
    assert (done.code, done.out) == (0, 'arXiv:2401.00123 added at README.md:6, in "Planning"\n')


def test_a_venue_with_a_year_is_not_a_date() -> None:
    """No conference is made up for a paper."""
    venues = (
        LIST.replace("# Agents", "# Papers").replace("## Planning", "## S&P 2023").replace("## Memory", "## S&P 2022")
    )
    Path("README.md").write_text(venues)
    done = run("add", "2401.00123", "--section", "Papers", "--offline")
    assert done.code == 1
    assert Path("README.md").read_text() == venues


def test_an_entry_that_was_out_of_place_before_blocks_no_other() -> None:
    """It now belongs below the new entry instead of below its neighbour: the same finding as before."""
    ids = [f"24{month:02}.02001" for month in (12, 11, 10, 5, 9, 8, 7, 4, 3, 2, 1)]
    entries = [f"* [20{each[:2]}-{each[2:4]}] [Paper {each[:4]}](https://arxiv.org/abs/{each})\n" for each in ids]
    Path("README.md").write_text("# Agents\n\n## Papers\n\n" + "".join(entries))
    Path("papers.lock.jsonl").write_text(lock("2406.01046", "State Navigation", submitted="2024-06-03"))
    assert "unsorted-section" in run("lint", "README.md").out
    assert run("add", "2406.01046", "README.md", "--offline", "--section", "Papers").out == (
        'arXiv:2406.01046 added at README.md:12, in "Papers"\n'
    )


def test_a_section_whose_last_entries_are_out_of_order_takes_one_in_order() -> None:
    """At the end, where the last ones went, it would be the only one that is out of order by date and id."""
    entry = "* [20{}-{:02}] [{} {}](https://arxiv.org/abs/{}.0{})\n"
    months = [(month, month) for month in range(2201, 2213) for _ in (1, 2)]
    last = [(2412, 2310), (2408, 2311), (2403, 2312)]
    papers, tools = (
        "".join(
            entry.format(*divmod(dated, 100), name, number, month, first - number)
            for number, (dated, month) in enumerate(dates)
        )
        for name, first, dates in (("Paper", 3099, [*months, *last]), ("Tool", 2099, months))
    )
    Path("README.md").write_text(f"# Agents\n\n## Papers\n\n{papers}\n## Tools\n\n{tools}")
    Path("papers.lock.jsonl").write_text(lock("2203.09046", "State Navigation", submitted="2022-03-03"))
    assert run("add", "2203.09046", "README.md", "--offline", "--section", "Papers").out == (
        'arXiv:2203.09046 added at README.md:11, in "Papers"\n'
    )


def test_the_words_of_a_title_on_record_are_no_obstacle() -> None:
    """Lint asks whether a space is missing in `Intra-and`; the paper is called so."""
    Path("papers.lock.jsonl").write_text(lock("2401.00123", "Planning With Intra-and Inter-Agent Attention Flow"))
    done = run("add", "2401.00123", "README.md", "--section", "Planning", "--offline")
    assert (done.code, done.out) == (0, 'arXiv:2401.00123 added at README.md:6, in "Planning"\n')


def test_the_list_of_a_folder_that_has_the_section() -> None:
    """Of several lists; a paper that is in another one of them is listed."""
    Path("docs").mkdir()
    Path("docs/papers.lock.jsonl").write_text(Path("papers.lock.jsonl").read_text())
    for name in ("Tools", "Safety"):
        Path(f"docs/{name.lower()}.md").write_text(LIST.replace("## Planning", f"## {name}"))
    done = run("add", "2401.00123", "docs", "--section", "Safety", "--offline", "--isolated")
    assert (done.code, done.out, done.err) == (0, 'arXiv:2401.00123 added at docs/safety.md:6, in "Safety"\n', "")
    done = run("add", "2401.00123", "docs", "--section", "Tools", "--offline", "--isolated")
    assert done.out == 'arXiv:2401.00123 is listed at docs/safety.md:6, in "Safety"\n'
    for section, message in (
        ([], "error: docs holds 2 lists\n"),
        (["--section", "Memory"], 'error: several lists in docs have a section "Memory"\n'),
        (["--section", "Nowhere"], 'error: no list in docs has a section "Nowhere"\n'),
    ):
        done = run("add", "2401.00500", "docs", *section, "--offline", "--isolated")
        assert (done.code, done.err.partition("hint")[0]) == (2, message)


def test_the_best_section_where_it_is_clear() -> None:
    done = run("add", "2401.00500", "--offline", "--format", "json")
    answer = json.loads(done.out)
    assert (done.code, answer["added"][0]["section"]) == (0, "Memory")
    assert [each["section"] for each in answer["sections"]["arXiv:2401.00500"]] == ["Memory", "Planning"]


def test_a_date_heading_is_opened_without_asking() -> None:
    """Only one section can hold the new heading."""
    dated = LIST.replace("# Agents", "# Papers").replace("## Planning", "## 2023").replace("## Memory", "## 2022")
    Path("README.md").write_text(dated)
    done = run("add", "2401.00123", "--offline")
    assert (done.code, done.out) == (0, 'arXiv:2401.00123 added at README.md:5, in "2024"\n')
    assert Path("README.md").read_text() == dated.replace("## 2023", f"## 2024\n\n{ENTRY}\n\n## 2023")


def test_a_line_of_a_table_is_told_in_linear_time() -> None:
    dated = LIST.replace("# Agents", "# Papers").replace("## Planning", "## 2023").replace("## Memory", "## 2022")
    Path("README.md").write_text(dated.replace("## 2023\n", f"## 2023\n\n|{'-' * 40_000} x\n"))
    start = time.process_time()
    assert run("add", "2401.00123", "--offline").code == 0
    assert time.process_time() - start < 5


def test_the_only_section_needs_no_name() -> None:
    Path("README.md").write_text(LIST.partition("## Memory")[0].replace("Planning\n", "Papers\n"))
    done = run("add", "2401.00900", "--offline")
    assert (done.code, done.out) == (0, 'arXiv:2401.00900 added at README.md:6, in "Papers"\n')


def test_json() -> None:
    done = run("add", "2401.00123", "--section", "Planning", "--offline", "--dry-run", "--format", "json")
    assert json.loads(done.out) == {
        "added": [
            {
                "id": "arXiv:2401.00123",
                "status": "added",
                "reason": None,
                "path": "README.md",
                "line": 6,
                "section": "Planning",
                "text": ENTRY,
                "notes": [],
            }
        ],
        "sections": {},
    }
    assert Path("README.md").read_text() == LIST


def test_a_dry_run_shows_the_change() -> None:
    done = run("add", "2401.00123", "--section", "Planning", "--offline", "--dry-run")
    assert [line for line in done.out.splitlines() if line[0] in "+-"] == [
        "--- a/README.md",
        "+++ b/README.md",
        f"+{ENTRY}",
    ]
    assert done.err == 'arXiv:2401.00123 would be added at README.md:6, in "Planning"\n'
    assert Path("README.md").read_text() == LIST


DOI = "doi:10.1145/3292500.3330701"


@pytest.mark.parametrize(
    ("paper", "name", "rest"),
    [
        pytest.param(
            "https://ar5iv.org/html/2310.05915",
            "arXiv:2310.05915",
            'is listed at README.md:6, in "Planning"',
            id="listed",
        ),
        pytest.param("2401.00700", "arXiv:2401.00700", "declined: the paper is withdrawn", id="withdrawn"),
        pytest.param("some", "some", "declined: not an arXiv id, a DOI or the URL of a paper", id="nonsense"),
        pytest.param(
            "10.1145/3292500.3330701", DOI, f"declined: could not find the title of {DOI}: no cached answer", id="DOI"
        ),
        pytest.param(
            "2401.00901",
            "arXiv:2401.00901",
            "declined: could not find the title of arXiv:2401.00901: no cached answer",
            id="unknown",
        ),
    ],
)
def test_what_is_not_added(paper: str, name: str, rest: str) -> None:
    done = run("add", paper, "--offline", "--cache", "cache.sqlite")
    assert (done.code, done.out) == (int("declined" in rest), f"{name} {rest}\n")
    assert Path("README.md").read_text() == LIST


def test_listed_under_another_title_and_in_another_file(folder: Path) -> None:
    (folder / ".github").mkdir()
    (folder / ".github/paperlist-bot.yml").write_text("lists: [README.md, more.md]\n")
    (folder / "more.md").write_text("# More\n\n* [2401] [How We Plan With Tools](https://arxiv.org/abs/2401.00123)\n")
    done = run("add", "2401.00123", "--offline")
    assert (done.code, done.out) == (0, 'arXiv:2401.00123 is listed at more.md:3, in "More"\n')


def test_no_section_is_clear() -> None:
    done = run("add", "2401.00900", "--offline")
    assert done.code == 1
    assert done.out.startswith("arXiv:2401.00900 declined: the section is not clear: name one with --section (")


@pytest.mark.parametrize(("answer", "section"), [("2", "added"), ("", "declined"), ("9", "declined")])
def test_a_person_is_asked(answer: str, section: str) -> None:
    class Keyboard(BytesIO):
        def isatty(self) -> bool:
            return True

    out, err = Terminal(), Terminal()
    code = main(("add", "2401.00900", "--offline"), Console(Keyboard(f"{answer}\n".encode()), out, err, {}, TODAY))
    assert (code, out.getvalue().split()[1].rstrip(":")) == (int(section == "declined"), section)
    assert "Which section? 1 to 2" in err.getvalue()


def test_unknown_section() -> None:
    done = run("add", "2401.00123", "--offline", "--section", "Memmory")
    assert (done.code, done.out) == (
        1,
        'arXiv:2401.00123 declined: there is no section "Memmory"; did you mean "Memory"?\n',
    )


@pytest.mark.parametrize(
    ("divider", "paper", "expected"),
    [
        pytest.param("**{}**", "2401.00500", 'added at README.md:14, in "Memory"\n', id="bold lines"),
        pytest.param(
            "### {}",
            "2401.00900",
            'declined: "Agents" has sections inside: name one with --section ("Planning" 0.50, "Memory" 0.50)\n',
            id="headings",
        ),
    ],
)
def test_a_section_that_others_divide(divider: str, paper: str, expected: str) -> None:
    parts = {"Planning": ("2310", "05915", "12823"), "Memory": ("2311", "01234", "05678")}
    text = "# List\n\n## Agents\n"
    for heading, (month, *numbers) in parts.items():
        text += f"\n{divider.format(heading)}\n\n"
        text += "".join(f"* [Notes {n} on {heading}](https://arxiv.org/abs/{month}.{n})\n" for n in numbers)
    Path("README.md").write_text(text)
    assert run("add", paper, "--offline", "--section", "Agents").out == f"arXiv:{paper} {expected}"


def test_a_year_that_venues_divide() -> None:
    lines = ["# List", ""]
    for year in (24, 23):
        lines += [f"## 20{year}", ""]
        for venue, numbers in {"ECCV": (1, 2), "arXiv": (3, 4)}.items():
            lines.append(f"- {venue}")
            lines += [f"  - [Notes {n}{year} on {venue}](https://arxiv.org/abs/{year}11.0{n}23{n})" for n in numbers]
        lines.append("")
    Path("README.md").write_text("\n".join(lines))
    done = run("add", "2401.00500", "--offline", "--section", "2024")
    assert done.out == 'arXiv:2401.00500 added at README.md:11, in "2024 > arXiv"\n'


def test_numbers_in_headings_follow() -> None:
    names = ("Planning", "Memory", "Tools", "Search", "Web")
    text = "".join(
        f"## {name} (2)\n\n* [{name} for Agents](https://arxiv.org/abs/230{n}.00001)\n* [{name} of Models](https://arxiv.org/abs/230{n}.00002)\n\n"
        for n, name in enumerate(names, 1)
    )
    Path("README.md").write_text(text)
    assert run("add", "2401.00123", "--section", "Tools (2)", "--offline").code == 0
    now = Path("README.md").read_text()
    assert [line for line in now.splitlines() if line.startswith("##")] == [
        *("## Planning (2)", "## Memory (2)", "## Tools (3)", "## Search (2)", "## Web (2)")
    ]


def counted(contents: str, heading: str) -> str:
    """A list of five sections, of four papers each, but five in the first."""
    sections = []
    for number, name in enumerate("ABCDE"):
        papers = "".join(
            f"* [Paper {name} {index}](https://arxiv.org/abs/23{number + 1:02}.0{index}001)\n"
            for index in range(4 + (name == "A"))
        )
        sections.append(f"{heading.format(name=name, count=4 + (name == 'A'))}\n\n{papers}\n")
    links = "".join(contents.format(name=name, low=name.lower(), count=4 + (name == "A")) for name in "ABCDE")
    return f"# Papers\n\n{links}\n{''.join(sections)}"


@pytest.mark.parametrize(
    ("contents", "heading", "new"),
    [
        pytest.param("* [{name} ({count})](#{low}-{count})\n", "## {name} ({count})", "* [B (5)](#b-5)", id="both"),
        pytest.param("* [{name} ({count})](#{low})\n", "## {name}", "* [B (5)](#b)", id="the contents alone"),
    ],
)
def test_numbers_in_the_table_of_contents_follow(contents: str, heading: str, new: str) -> None:
    before = counted(contents, heading)
    Path("README.md").write_text(before)
    done = run("add", "2401.00123", "README.md", "--offline", "--section", heading.format(name="B", count=4)[3:])
    assert (done.code, done.err) == (0, "")
    changed = set(Path("README.md").read_text().splitlines()) - set(before.splitlines())
    added = {line for line in changed if "2401.00123" in line}
    expected = {new, "## B (5)"} if "(" in heading else {new}
    assert (len(added), changed - added) == (1, expected)


def test_standard_output_holds_the_list_or_json() -> None:
    arguments = ("add", "2401.00123", "-", "--section", "Planning", "--offline", "--format", "json")
    refused = run(*arguments, stdin=LIST.encode())
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("error: the list goes to standard output, so --format json cannot\n")
    answer = json.loads(run(*arguments, "--dry-run", stdin=LIST.encode()).out)
    assert [(each["status"], each["line"]) for each in answer["added"]] == [("added", 6)]


def test_standard_input_goes_to_standard_output() -> None:
    done = run("add", "2401.00123", "-", "--section", "Planning", "--offline", stdin=LIST.encode())
    assert (done.out, done.err) == (WITH_ENTRY, 'arXiv:2401.00123 added at standard input:6, in "Planning"\n')


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param((), "no paper is named", id="nothing"),
        pytest.param(("README.md",), "no paper is named", id="a file alone"),
        pytest.param(("2401.00123", "a.md", "b.md"), "papers are added to one list, and 2 files are named", id="two"),
        pytest.param(("2401.00123", "none.md"), "file not found: none.md", id="no such file"),
    ],
)  # fmt: skip
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    done = run("add", *arguments, "--offline")
    assert (done.code, done.err.splitlines()[0]) == (2, f"error: {message}")


def test_a_bad_line_of_the_lock_file(folder: Path) -> None:
    (folder / "papers.lock.jsonl").write_text('{"id": "arXiv:2401.00123"}\n')
    done = run("add", "2401.00123", "--offline")
    assert (done.code, done.err.splitlines()[0]) == (2, 'error: papers.lock.jsonl, line 1: "title" is missing')


def test_arxiv_is_asked_about_papers_that_the_lock_file_does_not_know() -> None:
    with earth() as world:
        Path("README.md").write_text(LIST.replace("2310.05915", "2310.05999").replace("FireAct: Toward", "Search: To"))
        papers = ("arXiv:2310.05915", "2310.00001")
        done = world.run("add", *papers, "--section", "Planning", "--allow-address", "127.0.0.0/8")
        assert done.out.splitlines() == [
            'arXiv:2310.05915 added at README.md:7, in "Planning"',
            "arXiv:2310.00001 declined: arXiv has no such paper",
        ]
        offline = world.run("add", "2310.05915", "--offline")
        assert (done.code, offline.code, world.github.requests) == (1, 0, [])
    assert f"] [{FIREACT}](https://arxiv.org/abs/2310.05915)\n" in Path("README.md").read_text()


SLOW_DISK = """
import os, sys, time
fsync = os.fsync
os.fsync = lambda handle: (fsync(handle), time.sleep(0.3))
from bot.cli import main
sys.exit(main())
"""


def test_runs_at_the_same_time_lose_no_paper(folder: Path) -> None:
    """Each that says "added" is right; the others say that the list was changed, and change nothing.

    The disk is slow, so that all of them have read the list before the first has written it.
    """
    names = [f"2401.{number:05}" for number in range(1, 5)]
    (folder / "papers.lock.jsonl").write_text("".join(lock(name, f"Planning Paper {name[5:]}") for name in names))
    start = [sys.executable, "-c", SLOW_DISK, "add", "--offline", "--section", "Planning", "README.md"]
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    runs = [
        subprocess.Popen([*start, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, text=True)
        for name in names
    ]
    done = [(*each.communicate(), each.returncode) for each in runs]
    text = Path("README.md").read_text()
    for name, (out, err, code) in zip(names, done, strict=True):
        assert (code, " added " in out, f"abs/{name})" in text) in {(0, True, True), (3, False, False)}
        assert code == 0 or err.startswith("error: README.md was changed while the bot was running")
    assert any(code == 0 for _, _, code in done)


TITLE = "Searching Trees with Language Models"
PAGE = "https://blog.agents.dev/trees"


def test_a_page_that_no_service_knows() -> None:
    given = ("--title", TITLE, "--date", "2024-05", "--url", PAGE, "--section", "Planning", "--offline")
    done = run("add", *given)
    assert (done.code, done.out) == (0, f'{PAGE} added at README.md:5, in "Planning"\n')
    assert f"* [2405] [{TITLE}]({PAGE})\n" in Path("README.md").read_text()
    again = run("add", *given)
    assert again.out == f'{PAGE} is listed at README.md:5, in "Planning"\n'


def test_what_has_no_place_in_the_entry_is_named() -> None:
    """The entries beside it say nothing of a venue or of code."""
    given = ("--title", TITLE, "--date", "2024-05", "--url", PAGE, "--section", "Planning", "--offline")
    done = run("add", *given, "--venue", "ICLR 2025", "--code", "https://github.com/x/act", "--authors", "Ann Lee")
    assert [line for line in done.err.splitlines() if "no place" in line] == [
        f"{PAGE}: {name}: not in the entry, as the entries beside it, such as that on line 6, have no place for it"
        for name in ("authors", "venue", "code")
    ]


ENTRIES = """\
* [Maps for Agents: A Benchmark](https://arxiv.org/abs/2405.00451), arXiv 2024
* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915), arXiv 2023
* [Plan-and-Solve Prompting: Improving Zero-Shot Planning](https://arxiv.org/abs/2305.04091), ACL 2023 [[code](https://github.com/a/b)]
* [ReAct: Synergizing Reasoning and Planning in Language Models](https://arxiv.org/abs/2210.03629), arXiv 2022
"""


@pytest.mark.parametrize(
    ("given", "behind"),
    [
        pytest.param(("--venue", "ICLR 2025"), ", ICLR 2025", id="a venue with its year, among preprints"),
        pytest.param(
            ("--venue", "ICLR 2025", "--code", "https://github.com/x/act"),
            ", ICLR 2025 [[code](https://github.com/x/act)]",
            id="code, which one entry of four has",
        ),
        pytest.param((), ", arXiv 2024", id="nothing"),
    ],
)
def test_what_is_given_has_the_place_that_others_give_it(given: tuple[str, ...], behind: str) -> None:
    Path("README.md").write_text(f"# Papers\n\n## Planning\n\n{ENTRIES}")
    done = run("add", "2401.00123", *given, "--section", "Planning", "--offline")
    assert (done.code, done.err) == (0, "")
    title = "Planning with Language Models as Planning Tools"
    assert f"* [{title}](https://arxiv.org/abs/2401.00123){behind}\n" in Path("README.md").read_text()


def test_a_suppression_without_effect_elsewhere_is_no_obstacle() -> None:
    idle = LIST.replace("2402.10051)", "2402.10051) <!-- bot: allow stray-space - as printed -->")
    Path("README.md").write_text(idle)
    assert "unused-allow" in run("lint", "README.md").out
    assert run("add", "2401.00123", "--section", "Planning", "--offline").code == 0
    assert ENTRY in Path("README.md").read_text()


@pytest.mark.parametrize("heading", ["2. Planning", "4.1 Planning (4)", "Planning [12 papers]"])
def test_numbers_of_a_heading_may_be_left_out(heading: str) -> None:
    Path("README.md").write_text(LIST.replace("## Planning", f"## {heading}"))
    assert run("add", "2401.00123", "--section", "planning", "--offline").code == 0
    assert ENTRY in Path("README.md").read_text()


def test_what_is_given_comes_before_what_is_known() -> None:
    done = run("add", "2401.00123", "--title", TITLE, "--date", "2402", "--section", "Planning", "--offline")
    assert done.code == 0
    assert f"* [2402] [{TITLE}](https://arxiv.org/abs/2401.00123)\n" in Path("README.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no paper is named"),
        (
            ("2401.00123", "2401.00900", "--title", TITLE),
            "--title and the like describe one paper, and several are named",
        ),
        (("--url", "example"), "--url: example is not a URL"),
        (("--url", PAGE, "--date", "soon"), "--date: soon is not a date"),
        (("2401.00123", "--url", PAGE), "--url is the page of a paper without an id"),
    ],
)
def test_what_cannot_be_given(arguments: tuple[str, ...], message: str) -> None:
    done = run("add", *arguments, "--offline")
    assert (done.code, done.err.splitlines()[0]) == (2, f"error: {message}")


def test_a_page_without_a_title_is_declined() -> None:
    done = run("add", "--url", PAGE, "--section", "Planning", "--offline")
    assert (done.code, done.out.startswith(f"{PAGE} declined: could not find the title")) == (1, True)


def test_the_history_of_the_list_tells_where(folder: Path) -> None:
    """A section in no order whose last additions are at its top."""
    entries = [f"* [Acting Step by Step, Part {n}](https://arxiv.org/abs/23{n:02}.0000{n})" for n in (4, 1, 3, 2)]
    own = repository(folder)
    for count in range(1, 5):
        own.commit(README="# Acting\n\n" + "\n".join(entries[-count:]) + "\n")
    (folder / "papers.lock.jsonl").write_text(lock("2401.00123", "Planning with Language Models as Planning Tools"))
    assert run("add", "2401.00123", "--offline", "--section", "Acting").code == 0
    assert (folder / "README.md").read_text().splitlines()[2].startswith("* [Planning with Language Models")
