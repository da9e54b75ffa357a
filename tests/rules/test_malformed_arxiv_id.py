"""Identifiers that arXiv cannot have issued."""

from __future__ import annotations

from datetime import date

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.malformed_arxiv_id import MalformedArxivId
from tests.rules.helpers import findings, fixed, marked, placed

RULE = MalformedArxivId()


def entry(url: str) -> str:
    return f"* [FireAct: Toward Language Agent Fine-tuning]({url}) (Princeton)\n"


def abstract(identifier: str) -> str:
    return entry(f"https://arxiv.org/abs/{identifier}")


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        pytest.param("2313.05915", "its third and fourth digits are not a month", id="month 13"),
        pytest.param("2300.05915", "its third and fourth digits are not a month", id="month 0"),
        pytest.param("0702.0591", "ids of this form do not go back to that month", id="before the first month"),
        pytest.param("2505.1228", "since 2015 ids have five digits after the dot", id="four digits after 2014"),
        pytest.param("2510.216180", "too many digits after the dot", id="six digits"),
        pytest.param("2310.00000", "numbers start at 1", id="number zero"),
        pytest.param("", "the URL contains no id", id="nothing"),
        pytest.param("foo/0309136", "there is no such arXiv archive", id="unknown archive"),
    ],
)
def test_finds_what_has_no_fix(identifier: str, words: str) -> None:
    text = abstract(identifier)
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert marked(text, found) == [f"https://arxiv.org/abs/{identifier}"]
    assert (found[0].message, found[0].fix) == (f"not a valid arXiv id: {words}", None)


@pytest.mark.parametrize(
    ("identifier", "meant", "safety"),
    [
        pytest.param("2310-05915", "2310.05915", Safety.SAFE, id="dash for dot"),
        pytest.param("231005915", "2310.05915", Safety.SAFE, id="no dot"),
        pytest.param("0808.05394", "0808.5394", Safety.UNSAFE, id="five digits before 2015"),
        pytest.param("2023.10.05915", "2310.05915", Safety.UNSAFE, id="year in full"),
        pytest.param("2310.05915Toward", "2310.05915", Safety.SAFE, id="words behind"),
        pytest.param("23100.5915", "2310.05915", Safety.SAFE, id="dot elsewhere"),
    ],
)
def test_fixes_where_one_reading_is_possible(identifier: str, meant: str, safety: Safety) -> None:
    text = abstract(identifier)
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert found[0].fix is not None
    assert found[0].fix.safety is safety
    assert fixed(text, found) == abstract(meant)


@pytest.mark.parametrize("other", ["2310-05915", "2310.05915"])
def test_a_fix_to_the_id_of_another_entry_is_not_safe(other: str) -> None:
    text = abstract("2310-05915") + abstract(other).replace("FireAct", "IceRest")
    found = findings(RULE, text)
    assert {each.fix.safety for each in found if each.fix} == {Safety.UNSAFE}


@pytest.mark.parametrize("path", ["/paper/", "/ab/", "/abs"])
def test_a_path_that_arxiv_does_not_have(path: str) -> None:
    text = abstract("2310.05915").replace("/abs/", path)
    found = findings(RULE, text)
    assert [each.message for each in found] == ["not a page of arXiv: arXiv has no such path"]
    assert fixed(text, found) == abstract("2310.05915")


@pytest.mark.parametrize(
    ("today", "found"),
    [
        pytest.param(date(2026, 11, 21), [], id="this month"),
        pytest.param(date(2026, 10, 31), [], id="tomorrow's month: it has begun somewhere"),
        pytest.param(date(2026, 10, 30), [(1, Severity.ERROR)], id="next month"),
    ],
)
def test_future(today: date, found: list[tuple[int, Severity]]) -> None:
    text = abstract("2611.00001")
    assert placed(text, findings(RULE, text, today=today)) == found


def test_number_that_no_month_reached_is_a_warning() -> None:
    text = abstract("2310.71234")
    assert placed(text, findings(RULE, text)) == [(1, Severity.WARNING)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(abstract("2310.05915"), id="new"),
        pytest.param(abstract("1412.9999v12"), id="four digits until 2014"),
        pytest.param(abstract("1501.00001"), id="five digits since 2015"),
        pytest.param(abstract("math.GT/0309136"), id="old, with subject class"),
        pytest.param(entry("https://arxiv.org/pdf/2310.05915.pdf"), id="pdf"),
        pytest.param(entry("https://arxiv.org/list/cs.AI/recent"), id="page without an identifier"),
        pytest.param(abstract("XXXX.XXXXX"), id="placeholder: another rule"),
        pytest.param("![figure](https://arxiv.org/html/2313.05915/x1.png)\n", id="picture"),
        pytest.param("<!-- * [FireAct](https://arxiv.org/abs/2313.05915) -->\n", id="comment"),
        pytest.param("`https://arxiv.org/abs/2313.05915`\n", id="code"),
        pytest.param("See https://arxiv.org/abs/2310.05915、and others.\n", id="bare URL before a comma"),
        pytest.param(abstract(" 2310.05915"), id="space in the URL: another rule"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


@pytest.mark.parametrize(
    "url", ["https://huggingface.co/papers/2313.05915", "https://doi.org/10.48550/arXiv.2313.05915"]
)
def test_finds_identifiers_on_other_sites(url: str) -> None:
    assert [each.fix for each in findings(RULE, entry(url))] == [None]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        pytest.param("arXiv:1411.07386", 1, id="five digits before 2015"),
        pytest.param("arXiv:2013.05915 (2023)", 1, id="month 13"),
        pytest.param("arXiv: 2310.05915", 0, id="one that is"),
        pytest.param("`arXiv:2313.05915`", 0, id="code"),
    ],
)
def test_ids_in_text(words: str, count: int) -> None:
    text = f"* [FireAct: Toward Language Agent Fine-tuning](https://example.org/fireact), {words}\n"
    assert [each.severity for each in findings(RULE, text)] == [Severity.WARNING] * count


def test_ids_below_an_entry() -> None:
    text = "* FireAct [[Paper]](https://arxiv.org/abs/2310.05915)\n  * Chen et al., arXiv:1411.07386 (ICML)\n"
    assert [each.severity for each in findings(RULE, text)] == [Severity.WARNING]
