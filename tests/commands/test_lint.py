from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.linter.schema import problems
from tests.commands.helpers import Run, run

SLIP = "* [FireAct](https://arxiv.org/abs/2310.05915) <!-- bot: allow unused-alow -->\r\n"
FIXED = SLIP.replace("alow", "allow")
HTTP = "\ufeff# Papers\r\n\r\n* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org//abs/2310.05915)"
HTTPS = HTTP.replace("org//", "org/")
ALLOWS = ("--select", "unused-allow")
LINKS = ("--select", "noncanonical-link")

pytestmark = pytest.mark.usefixtures("folder")


def lists(**contents: str) -> list[str]:
    for name, content in contents.items():
        Path(f"{name}.md").write_bytes(content.encode())
    return [f"{name}.md" for name in contents]


PLAIN = """\
a.md:1:63 warning unused-allow unknown rule "unused-alow"; did you mean "unused-allow"?
  |
1 | * [FireAct](https://arxiv.org/abs/2310.05915) <!-- bot: allow unused-alow -->
  |                                                               ^^^^^^^^^^^
  = help: Write unused-allow (--unsafe-fixes)

Found 1 warning (up to 1 fixable with --unsafe-fixes).
"""


def test_plain() -> None:
    done = run("lint", *lists(a=SLIP), *ALLOWS)
    assert (done.code, done.out, done.err) == (0, PLAIN, "")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 0),
        (("--fail-on", "error"), 0),
        (("--fail-on", "warning"), 1),
        (("--fail-on", "note"), 1),
        (("--fail-on", "note", "--exit-zero"), 0),
        (("--fail-on", "note", "--ignore", "unused-allow"), 0),
        (("--fail-on", "warning", "--diff"), 1),
        (("--fail-on", "warning", "--diff", "--unsafe-fixes"), 1),
        (("--fail-on", "warning", "--fix"), 1),
        (("--fail-on", "warning", "--fix", "--unsafe-fixes"), 0),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_exit_codes(options: tuple[str, ...], code: int) -> None:
    assert run("lint", *lists(a=SLIP), *ALLOWS, *options).code == code


def test_colors_are_for_terminals() -> None:
    (path,) = lists(a=SLIP)
    arguments = ("lint", path, *ALLOWS)
    colored = run(*arguments, terminal=True).out
    assert "\x1b[1;33mwarning\x1b[0m" in colored
    assert run(*arguments, terminal=True, environ={"NO_COLOR": "1"}).out == PLAIN
    assert run(*arguments, terminal=True, environ={"TERM": "dumb"}).out == PLAIN
    assert run(*arguments, environ={"FORCE_COLOR": "1"}).out == colored
    assert run(*arguments, environ={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out == PLAIN


def test_several_files_make_one_report() -> None:
    paths = lists(b=SLIP, a=SLIP)
    value = json.loads(run("lint", *paths, "b.md", "./a.md", *ALLOWS, "--format", "json").out)
    assert [each["file"] for each in value["diagnostics"]] == ["a.md", "b.md"]
    assert value["summary"]["files"] == 2
    assert problems("report", value) == ()


@pytest.mark.parametrize(("form", "start"), [("github", "::warning file=a.md,"), ("sarif", '{\n  "$schema"')])
def test_other_formats(form: str, start: str) -> None:
    assert run("lint", *lists(a=SLIP), *ALLOWS, "--format", form).out.startswith(start)


def test_without_a_file_the_readme_is_read() -> None:
    lists(README=SLIP)
    assert run("lint", *ALLOWS).out.startswith("README.md:1:63 warning")


def test_fix_changes_what_is_safe_and_nothing_else() -> None:
    (path,) = lists(a=HTTP)
    done = run("lint", path, *LINKS, "--fix")
    assert (done.code, done.out, done.err) == (0, "Fixed 1 finding: noncanonical-link 1. All checks passed.\n", "")
    assert Path(path).read_bytes() == HTTPS.encode()
    before = Path(path).stat().st_mtime_ns
    assert run("lint", path, *LINKS, "--fix").out == "All checks passed.\n"
    assert Path(path).stat().st_mtime_ns == before


def test_unsafe_fixes() -> None:
    (path,) = lists(a=SLIP)
    run("lint", path, *ALLOWS, "--fix")
    assert Path(path).read_bytes() == SLIP.encode()
    run("lint", path, *ALLOWS, "--fix", "--unsafe-fixes")
    assert Path(path).read_bytes() == FIXED.encode()


@pytest.mark.parametrize(
    ("arguments", "is_fixed"),
    [
        pytest.param(("--fix",), False, id="a note is left"),
        pytest.param(("--fix", "-v"), False, id="also where it is shown"),
        pytest.param(("--fix", "--fix-notes"), True, id="an option of its own"),
        pytest.param(("--fix", "--select", "stray-space"), True, id="its rule is named"),
    ],
)
def test_fixes_of_notes(arguments: tuple[str, ...], is_fixed: bool) -> None:
    (path,) = lists(a=HTTPS.rstrip("\r\n") + "  (ICLR)\n")
    before = Path(path).read_text(encoding="utf-8")
    shown = run("lint", path, *arguments[1:], "--diff").out
    run("lint", path, *arguments)
    assert Path(path).read_text(encoding="utf-8") == (before.replace("  (", " (") if is_fixed else before)
    assert bool(shown) is is_fixed


def test_diff_writes_nothing() -> None:
    (path,) = lists(a=SLIP)
    done = run("lint", path, *ALLOWS, "--diff", "--unsafe-fixes")
    assert done.out == f"--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,1 @@\n-{SLIP}+{FIXED}"
    assert done.err == "Found 1 warning (up to 1 fixable with --unsafe-fixes).\n"
    assert Path(path).read_bytes() == SLIP.encode()
    assert run("lint", path, *ALLOWS, "--diff").out == ""


def test_diff_on_a_terminal() -> None:
    (path,) = lists(a=SLIP.replace("Fire", "\x1b[1mFire"))
    shown = run("lint", path, *ALLOWS, "--diff", "--unsafe-fixes", terminal=True).out
    assert f"\x1b[31m-{SLIP.replace('Fire', '␛[1mFire').rstrip()}\x1b[0m\n" in shown
    plain = run("lint", path, *ALLOWS, "--diff", "--unsafe-fixes", terminal=True, environ={"NO_COLOR": "1"}).out
    assert "\x1b" not in plain


def test_standard_input() -> None:
    done = run("lint", "-", *ALLOWS, stdin=SLIP.encode())
    assert (done.out, done.err) == (PLAIN.replace("a.md", "-"), "")
    done = run("lint", "-", *ALLOWS, "--fix", "--unsafe-fixes", stdin=SLIP.encode())
    assert (done.out, done.err) == (FIXED, "Fixed 1 finding: unused-allow 1. All checks passed.\n")
    done = run("lint", "-", *ALLOWS, "--fix", stdin=FIXED.encode())
    assert (done.out, done.err) == (FIXED, "All checks passed.\n")


def test_nothing_is_written_where_one_list_refuses() -> None:
    first, second = lists(a=SLIP, b=SLIP)
    Path(second).chmod(0o444)
    done = run("lint", first, second, *ALLOWS, "--fix", "--unsafe-fixes")
    assert (done.code, done.out) == (3, "")
    assert done.err == "error: b.md is read-only\nhint: make it writable, or use --diff to see the fixes\n"
    assert Path(first).read_bytes() == SLIP.encode()


def test_a_link_is_read_but_not_written() -> None:
    (path,) = lists(a=SLIP)
    Path("link.md").symlink_to(path)
    assert run("lint", "link.md", *ALLOWS).code == 0
    done = run("lint", "link.md", *ALLOWS, "--fix", "--unsafe-fixes")
    assert (done.code, done.err.partition("\n")[0]) == (
        3,
        "error: link.md is a symbolic link, which writing would replace",
    )


CONFIG = "rules:\n  unused-allow: error\n"


def test_configuration() -> None:
    (path,) = lists(a=SLIP)
    Path(".github").mkdir()
    Path(".github/paperlist-bot.yml").write_text(CONFIG)
    Path("other.yml").write_text("fail_on: warning\n")
    assert run("lint", path, *ALLOWS).out.startswith("a.md:1:63 error unused-allow")
    assert run("lint", path, *ALLOWS).code == 1
    assert run("lint", path, *ALLOWS, "--isolated").out == PLAIN
    assert run("lint", path, *ALLOWS, "--config", "other.yml").out == PLAIN
    assert run("lint", path, *ALLOWS, "--config", "other.yml").code == 1


def test_the_configuration_ignores_an_entry() -> None:
    (path,) = lists(a=SLIP + SLIP.replace("FireAct", "AgentTuning") + f"\r\n{SLIP[46:]}")
    ignore = "ignore:\n  - {rule: unused-allow, match: agenttuning, reason: known}\n"
    Path("bot.yml").write_text(ignore)
    value = json.loads(run("lint", path, *ALLOWS, "--config", "bot.yml", "--format", "json").out)
    assert [each["line"] for each in value["diagnostics"]] == [1, 4]


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        pytest.param(("lint", "no.md"), "file not found: no.md", "check the path", id="no file"),
        pytest.param(("lint", "none"), "there is no list in the folder none", "name its files", id="folder"),
        pytest.param(("lint",), 'no file matches "README.md"', "name the list", id="no README"),
        pytest.param(
            ("lint", "--select", "unused-alow", "a.md"),
            '--select: there is no rule "unused-alow"; did you mean "unused-allow"?',
            "bot explain lists the rules",
            id="select",
        ),
        pytest.param(
            ("lint", "--ignore", "unused-allow,loud", "a.md"),
            '--ignore: there is no rule "loud"',
            "bot explain lists the rules",
            id="ignore",
        ),
        pytest.param(("lint", "--select", ",", "a.md"), "--select needs a rule", "bot explain", id="empty"),
        pytest.param(("lint", "--format", "x"), "argument --format: invalid choice", "bot lint", id="format"),
        pytest.param(("lint", "--fail", "note"), "there is no option --fail", "bot lint --help", id="option"),
        pytest.param(("lint", "--diff", "--format", "json"), "--diff shows a diff, not", "leave", id="diff"),
        pytest.param(("lint", "--statistics", "--diff"), "--statistics and --diff cannot", "leave", id="statistics"),
        pytest.param(("lint", "--statistics", "--format", "sarif"), "--statistics has no", "its formats", id="counts"),
        pytest.param(("lint", "--fix-notes"), "--fix-notes needs --fix or --diff", "--fix writes", id="notes alone"),
        pytest.param(
            ("lint", "--unsafe-fixes"), "--unsafe-fixes needs --fix or --diff", "--fix writes", id="unsafe alone"
        ),
        pytest.param(("lint", "--diff", "--show-fixes"), "--show-fixes needs --fix", "add it", id="fixes of a diff"),
        pytest.param(("lint", "-q", "-v"), "--quiet and --verbose contradict each other", "leave", id="quiet"),
        pytest.param(("lint", "--config", "no.yml", "a.md"), "", "", id="no configuration"),
        pytest.param(("lint", "--config", ".", "a.md"), "", "", id="a folder as configuration"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str, hint: str) -> None:
    lists(a=SLIP)
    Path("none").mkdir()
    done = run(*arguments)
    error, advice = done.err.splitlines()
    assert (done.code, done.out) == (2, "")
    assert error.startswith(f"error: {message}")
    assert advice.startswith(f"hint: {hint}")


def test_what_is_no_text_is_reported_once() -> None:
    Path("a.md").write_bytes(b"# A\n\xff")
    done = run("lint", "a.md")
    assert (done.code, done.out) == (3, "")
    assert done.err.splitlines() == [
        "error: a.md is not UTF-8: byte 0xff at offset 4 (line 2)",
        "hint: save it as UTF-8, or name another file if it is binary",
    ]


@pytest.mark.parametrize("command", ["lint", "entries", "sort", "report --links"])
def test_other_formats_are_refused(command: str) -> None:
    Path("README.rst").write_text("Papers\n======\n", encoding="utf-8")
    done = run(*command.split(), "README.rst")
    assert (done.code, done.out) == (3, "")
    assert done.err.splitlines() == [
        "error: README.rst is reStructuredText, which is not read",
        "hint: name a list in Markdown, YAML, CSV or BibTeX",
    ]


def test_what_was_fixed_is_listed_when_asked() -> None:
    (path,) = lists(a="# Papers\n\n* [FireAct](https://arxiv.org//abs/2310.05915)\n")
    done = run("lint", path, "--select", "noncanonical-link", "--fix", "--show-fixes", "-q")
    assert done == Run(0, "a.md:3: noncanonical-link: Write https://arxiv.org/abs/2310.05915\n", "")


def test_statistics_take_the_place_of_the_findings() -> None:
    (path,) = lists(a=SLIP * 2)
    done = run("lint", path, *ALLOWS, "--statistics")
    assert done.out.startswith("rule          count  fixable\nunused-allow      2        ")
    assert done.out.splitlines()[-1].startswith("Found 2 warnings")
    (row,) = json.loads(run("lint", path, *ALLOWS, "--statistics", "--format", "json").out)
    assert (row["rule"], row["count"]) == ("unused-allow", 2)


@pytest.mark.parametrize(
    ("arguments", "environ", "terminal", "colored"),
    [
        (("--color", "always"), {"NO_COLOR": "1"}, False, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, True, False),
        (("--color", "auto"), {}, True, True),
        ((), {}, False, False),
        ((), {"FORCE_COLOR": "1"}, False, True),
        ((), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
    ],
    ids=["always", "never", "terminal", "pipe", "forced", "no colour"],
)
def test_colors(arguments: tuple[str, ...], environ: dict[str, str], terminal: bool, colored: bool) -> None:
    (path,) = lists(a=SLIP)
    done = run("lint", path, *ALLOWS, *arguments, environ=environ, terminal=terminal)
    assert ("\x1b[" in done.out) is colored


def test_quiet_says_only_what_is_found_and_what_could_not_be_checked() -> None:
    (path,) = lists(a="# Papers\n\n* [FireAct](https://arxiv.org/abs/2310.05915)\n")
    loud, quiet = (run("lint", path, "--offline", "--cache", "cache.sqlite", *more) for more in ((), ("-q",)))
    assert (loud.err.partition(":")[0], quiet.err) == ("Not checked, because no answer is cached", "")
    assert (loud.out.splitlines()[-1], len(quiet.out.splitlines())) == ("Found nothing.", 1)
    assert quiet.out.startswith("Could not check 1 paper")


LEFT = """\
# Papers

* [Agents of Kind One](https://arxiv.org/abs/2310.05915)
* [Agents of Kind Two](https://arxiv.org/abs/2310.05916)
* [Agents of Kind One](https//arxiv.org/abs/2310.05951)
"""


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ((), "1 finding not fixed, because the fix would do harm (--verbose says which and why)"),
        (("--verbose",), "a.md:5: malformed-link is not fixed: it would cause a conflicting-id finding"),
    ],
)
def test_a_fix_that_is_left_out_is_never_left_out_without_a_word(options: tuple[str, ...], first: str) -> None:
    assert run("lint", *lists(a=LEFT), "--fix", *options).err.startswith(first)
