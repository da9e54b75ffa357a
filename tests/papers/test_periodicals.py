"""Names of journals are told by the volume, the pages and the year around them."""

from __future__ import annotations

import re

import pytest

from bot.papers.periodicals import find_periodicals

_TITLE = "Foo, A. & Bar, B. A slow walk over hills. "


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        pytest.param("J. Foo. Hist. 12(2): 101-120 (1987)", "J. Foo. Hist.", id="volume and issue"),
        pytest.param("Foo Review, 12(2), 101-120.", "Foo Review", id="a comma before the volume"),
        pytest.param("Foo. Rev. Lett. 12, 101 (1987).", "Foo. Rev. Lett.", id="a page and the year"),
        pytest.param("IEEE Foo Eng. Bull. 12(2): 1-3", "IEEE Foo Eng. Bull.", id="several words before a period"),
        pytest.param("Foo 1987;12(2):101-20.", "Foo", id="the year first, a semicolon"),
        pytest.param("Foo Biology. 1987 Apr;12(2):101-20.", "Foo Biology.", id="the year and a month"),
        pytest.param("J. Foo 1987, 12, 101-120", "J. Foo", id="the year first, a comma"),
        pytest.param("Foo 12.2 (1987): 101-120", "Foo", id="volume and issue with a point"),
        pytest.param("Foo hills 12, no. 2 (1987): 101", "Foo hills", id="a name in small letters"),
        pytest.param("Foo Conference 1987: 101-120", "Foo Conference", id="pages of proceedings"),
        pytest.param("The Foo, vol. 12, no. 2", "The Foo", id="the word"),
        pytest.param("In Foo Letters 12(3): 1-2", "Foo Letters", id="a word before the name"),
        pytest.param(
            "Journal of Foo, Bars and Hills, 12(2), 101", "Journal of Foo, Bars and Hills", id="a name with commas"
        ),
        pytest.param("C. Quxley. Foo, 12(2): 1-2", "Foo", id="the last author before it"),
        pytest.param("Hills: A New Study. Foo Hist. 12(2): 1-2", "Foo Hist.", id="words that no period cuts off"),
        pytest.param("On hills, 12 Foo L. Rev. 101 (1987).", "Foo L. Rev.", id="the volume before the name"),
        pytest.param("J. Fob. Phys. (1987)", "J. Fob. Phys.", id="words cut off before a year"),
        pytest.param(
            "1st Conference on Bars, Roads, and Hills.", "1st Conference on Bars, Roads, and Hills", id="subjects"
        ),
        pytest.param("Foo 12(8001):101-120, 1987", "Foo", id="four digits of an issue"),
        pytest.param("CoRR abs/1201.01234", "CoRR", id="the number of a preprint"),
        pytest.param("Foo 1987.", None, id="a year alone"),
        pytest.param("A foo hill past bars 12(2): 1-2", None, id="mostly small letters"),
        pytest.param("Foo 12 (1987)", None, id="a number and a year"),
        pytest.param("in all of the many small hills and on the road of each 12(2)", None, id="a sentence"),
    ],
)
def test_names(reference: str, name: str | None) -> None:
    text = _TITLE + reference
    found = [text[each.start : each.end] for each in find_periodicals(text, 0, len(text), (), (), is_bracketed=False)]
    names = [each for each in found if not re.fullmatch(r"[\d.]+", each)]
    assert names == ([name] if name else [])


def test_whole_run_is_the_name() -> None:
    text = f"{_TITLE}Foo Journal: Hills, Roads 12(2), 101"
    start, end = text.index("Foo J"), text.index(" 12(")
    assert [*find_periodicals(text, 0, len(text), (start, end), (), is_bracketed=False)] == [(start, end, True)]


@pytest.mark.parametrize(
    "reference", ["Foo hills 12 (1987).", "Foo transactions on hills and other bars 12.2 (1987): 101"]
)
def test_behind_a_mark_a_name_may_have_small_letters(reference: str) -> None:
    text = f'"A slow walk over hills." {reference}'
    start, end = text.index(" Foo"), text.index(" 12")
    found = [*find_periodicals(text, start, len(text), (start,), (), is_bracketed=False)]
    assert found[0] == (start + 1, end, True)


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        pytest.param(" Nat. Foos 2019", "Nat. Foos", id="the last word whole"),
        pytest.param(" Foo. Barinform. 2019", "Foo. Barinform.", id="a long word cut off"),
        pytest.param("J. Fob. Theory Barput. (2019)", "J. Fob. Theory Barput.", id="a whole word within"),
        pytest.param(" Foo Barint. Foo-Hilt. Interact. 2019", "Foo Barint. Foo-Hilt. Interact.", id="a hyphen"),
        pytest.param(" Nat. Foos. 2019", "Nat. Foos.", id="a period behind the name"),
        pytest.param(" Fob. Rep.. 2019", "Fob. Rep.", id="two periods"),
        pytest.param(" J. Fob. VIS 2019", None, id="an author"),
    ],
)
def test_words_cut_off_directly_behind_a_mark_are_a_name(reference: str, name: str | None) -> None:
    text = _TITLE + reference
    found = find_periodicals(text, 0, len(text), (0, len(_TITLE)), (), is_bracketed=False)
    assert {text[each.start : each.end] for each in found} == ({name} if name else set())


def test_name_has_words_before_it() -> None:
    text = "Cycle 1, 12(2)"
    assert not [*find_periodicals(text, 0, len(text), (), (), is_bracketed=False)]


def test_book_behind_its_editors() -> None:
    text = f"{_TITLE}In C. Qux (ed.), models of change, Press 1987"
    start, end = text.index("models"), text.index(", Press")
    assert not [*find_periodicals(text, 0, len(text), (), (), is_bracketed=False)]
    text = text.replace("models", "Models")
    assert [*find_periodicals(text, 0, len(text), (start, end), (), is_bracketed=False)] == [(start, end, True)]


def test_volume_and_issue_before_brackets_are_no_date() -> None:
    text = f"{_TITLE}Foo Journal 11.2 (1987): 101-120"
    found = [*find_periodicals(text, 0, text.index("("), (), (), is_bracketed=False)]
    assert [(text[each.start : each.end], each.is_name) for each in found] == [("Foo Journal", True), ("11.2", False)]


@pytest.mark.parametrize("words", ["Foo. Bar. Rev.", "Foo. Bar. 1987"])
def test_brackets_with_words_cut_off(words: str) -> None:
    text = f"A slow walk ({words})"
    found = [*find_periodicals(text, 13, len(text) - 1, (), (), is_bracketed=True)]
    assert [text[each.start : each.end] for each in found] == [words.removesuffix(" 1987")]
