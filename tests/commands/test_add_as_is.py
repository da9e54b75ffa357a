from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.helpers import run
from tests.commands.test_add import LIST

OWN = "* [2401] [Planning, and more](https://arxiv.org/abs/2401.00123), a good one"


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    (folder / "README.md").write_text(LIST)
    return folder


@pytest.mark.parametrize(
    ("line", "section", "written"),
    [
        pytest.param(OWN, "planning", LIST.replace("* [2310] [Fire", f"{OWN}\n* [2310] [Fire"), id="in order"),
        pytest.param(f"{OWN}\n", "#memory", LIST.replace("* [2310] [Mem", f"{OWN}\n* [2310] [Mem"), id="a line end"),
        pytest.param(
            f"{OWN}\r\n  with a note",
            "Planning",
            LIST.replace("* [2310] [Fire", f"{OWN}\n  with a note\n* [2310] [Fire"),
            id="two lines",
        ),
    ],
)
def test_a_line_goes_to_its_place_as_it_is(line: str, section: str, written: str) -> None:
    done = run("add", "--as-is", line, "--section", section)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("arXiv:2401.00123 added at README.md:")
    assert Path("README.md").read_text() == written


def test_a_line_may_have_no_link() -> None:
    done = run("add", "--as-is", "* [2401] Planning and More of It", "--section", "Planning")
    assert done.out.startswith("Planning and More of It added at README.md:6")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("just words", "just words declined: the line is not read as one entry with a title", id="words"),
        pytest.param("", "error: no paper is named", id="nothing"),
        pytest.param(f"{OWN}\n{OWN.replace('00123', '00124')}", "not read as one entry with a title", id="two entries"),
        pytest.param("## Heading", "the line is not read as one entry with a title", id="a heading"),
        pytest.param(LIST.splitlines()[5], "arXiv:2310.05915 is listed at README.md:6", id="listed"),
        pytest.param(
            "* [2310] [Another Name](https://arxiv.org/abs/2310.05915)",
            "arXiv:2310.05915 is listed at README.md:6",
            id="listed under another title",
        ),
        pytest.param(f"{OWN} [[code]()]", "declined: bot lint would find empty-link", id="a finding"),
    ],
)
def test_a_line_that_is_not_written(line: str, reason: str) -> None:
    done = run("add", "--as-is", line, "--section", "Planning")
    assert reason in done.out + done.err
    assert Path("README.md").read_text() == LIST


def test_a_line_needs_a_section_that_is_clear_and_no_papers() -> None:
    assert "the section is not clear: name one with --section" in run("add", "--as-is", OWN.replace("Plann", "W")).out
    done = run("add", "2401.00123", "--as-is", OWN)
    assert (done.code, done.err.splitlines()[0]) == (2, "error: --as-is has the whole entry")
