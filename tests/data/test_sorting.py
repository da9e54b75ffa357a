"""`bot sort` moves whole records, with the notes above them and all bytes in them."""

from __future__ import annotations

from datetime import date

import pytest

from bot.linter.config import Config
from bot.linter.diagnostics import Safety
from bot.linter.fixing import fix
from bot.linter.survey import Survey
from bot.rules import RULES
from bot.text import Text

PAPERS = (
    ("UI-TARS-2", "2509.02544", "2025-09"),
    ("MemAgent", "2507.02259", "2025-07"),
    ("PAG", "2506.10406", "2025-06"),
    ("SPA-RL", "2505.20732", "2025-05"),
    ("MARFT", "2504.16129", "2025-04"),
    ("SWEET-RL", "2503.15478", "2025-03"),
    ("EPO", "2502.12486", "2025-02"),
    ("WebRL", "2411.02337", "2024-11"),
    ("Building Math Agents", "2409.02392", "2024-09"),
    ("DigiRL", "2406.11896", "2024-06"),
    ("ArCHer", "2402.19446", "2024-02"),
    ("FireAct", "2310.05915", "2023-10"),
)
MIXED = (*PAPERS[:3], *PAPERS[4:9], PAPERS[3], *PAPERS[9:])
PLAN = Config().plan(RULES, select={"unsorted-section"})

FORMS = {
    "YAML": (
        "papers.yaml",
        "# Papers\npapers:\n",
        "  - title: {0}\n    url: https://arxiv.org/abs/{1}\n    date: {2}\n",
        "",
    ),
    "YAML with notes": (
        "papers.yaml",
        "",
        "# {0} is new\n# to us\n- {{title: {0}, url: 'https://arxiv.org/abs/{1}', date: {2}}} # why\n\n",
        "# end\n",
    ),
    "YAML with keys": ("papers.yaml", "", "'{1}':\n  title: {0}\n  arxiv: '{1}'\n  date: {2}\n\n", ""),
    "CSV": ("papers.csv", "\ufefftitle,url,date\r\n", '"{0}",https://arxiv.org/abs/{1},{2}\r\n', ""),
    "BibTeX": (
        "papers.bib",
        "% Papers\n\n",
        "@misc{{a{1},\n  title = {{{0}}},\n  eprint = {{{1}}},\n  date = {{{2}}}\n}}\n\n",
        "@comment{{end}}\n",
    ),
}


def written(form: tuple[str, str, str, str], papers: tuple[tuple[str, str, str], ...]) -> str:
    _, head, record, tail = form
    return head + "".join(record.format(*paper) for paper in papers) + tail


def ordered(path: str, content: str) -> str:
    survey = Survey(date(2026, 11, 22), find_missing=lambda _: None)
    return fix([Text(path, content)], PLAN, survey, Safety.SAFE).texts[0].content


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_whole_records_move(form: tuple[str, str, str, str]) -> None:
    assert ordered(form[0], written(form, MIXED)) == written(form, PAPERS)


@pytest.mark.parametrize("safety", Safety)
def test_no_value_moves_below_its_alias(safety: Safety) -> None:
    content = written(FORMS["YAML"], MIXED)
    for name, value in (("MARFT", "&v ICLR"), ("SPA-RL", "*v")):
        content = content.replace(f"  - title: {name}\n", f"  - title: {name}\n    venue: {value}\n")
    survey = Survey(date(2026, 11, 22), find_missing=lambda _: None)
    done = fix([Text("papers.yaml", content)], PLAN, survey, safety)
    assert done.texts[0].content == content
    assert [each.reason for each in done.refused] == ["it would make the file unreadable"]
    assert len(done.remaining.diagnostics) == 1


def test_the_last_record_without_a_line_end() -> None:
    form = FORMS["CSV"]
    mixed = written(form, (*PAPERS[:3], *PAPERS[4:], PAPERS[3])).removesuffix("\r\n")
    assert ordered(form[0], mixed) == written(form, PAPERS).removesuffix("\r\n")


def test_nothing_moves_past_other_comments() -> None:
    record = FORMS["YAML"][2]
    first, second = ("".join(record.format(*paper) for paper in part) for part in (MIXED[:7], MIXED[7:]))
    content = f"papers:\n  # 2025\n{first}  # 2024\n{second}"
    assert ordered("papers.yaml", content) == content
