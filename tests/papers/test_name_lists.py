"""Authors: where they are, and how others are written the same way."""

from __future__ import annotations

import pytest

from bot.papers.name_lists import NameStyle, find_byline, find_names, is_name_list, read_style, write_name
from bot.papers.names import NameForm

OTHERS = ("Ada Lovelace", "Grace B. Hopper", "Alan Turing")


FULL = "Ada Lovelace, Grace B. Hopper, Alan Turing"


@pytest.mark.parametrize(
    ("field", "others"),
    [
        pytest.param("<Jian Hu, Li Tao, June Yang>", FULL, id="full"),
        pytest.param("<Jian Hu, Li Tao, and June Yang>.", "Ada Lovelace, Grace B. Hopper, and Alan Turing", id="and"),
        pytest.param("<J. Hu, L. Tao & J. Yang>", "A. Lovelace, G. B. Hopper & A. Turing", id="initials"),
        pytest.param("by <Hu et al.>, ICML", "Lovelace et al.", id="first family name"),
        pytest.param("<Jian Hu, Li Tao, et al.>", "Ada Lovelace, Grace B. Hopper, et al.", id="two and others"),
        pytest.param(" <Penghao Wu, Saining Xie>", FULL, id="two fill a field"),
        pytest.param("<Maja Trębacz; Ludwig van Dyke; Ed O'Hara>", FULL.replace(",", ";"), id="particles"),
        pytest.param(
            "<Hu J, Tao L B, et al.>", "Lovelace A, Hopper G B, et al.", id="initials behind, without full stops"
        ),
        pytest.param("<Hu J, Tao LB, Yang J>", "Lovelace A, Hopper GB, Turing A", id="joined initials"),
        pytest.param("Keyword: Reward Modelling, Large Models, Human Feedback", None, id="keywords"),
        pytest.param("Stanford University, Google Research, Allen Institute", None, id="institutions"),
        pytest.param("RLHF, GAN, Games", None, id="words"),
        pytest.param("Jian Hu", None, id="one name says nothing"),
    ],
)
def test_names(field: str, others: str | None) -> None:
    """The names are between `<` and `>`."""
    start, end = field.find("<"), field.find(">") - 1
    names = find_names(field.replace("<", "").replace(">", ""))
    assert (names and (names.start, names.end)) == (None if others is None else (start, end))
    assert names is None or names.style.write(OTHERS) == others


@pytest.mark.parametrize(
    ("written", "others"),
    [
        pytest.param("Hu, Jian and Tao, Li", "Lovelace, Ada and Hopper, Grace B. and Turing, Alan", id="all"),
        pytest.param("Hu, Jian and Tao, Li, et al.", "Lovelace, Ada and Hopper, Grace B., et al.", id="two"),
        pytest.param("Hu, Jian, et al.", "Lovelace, Ada, et al.", id="the first"),
        pytest.param("Hu, Tao and Yang", "Lovelace, Hopper and Turing", id="family names alone"),
        pytest.param(
            "Hu, Jian, Li Tao, and June Yang",
            "Lovelace, Ada, Grace B. Hopper, and Alan Turing",
            id="that of the first author",
        ),
        pytest.param(
            "Hu, Jian L.; Tao, Li", "Lovelace, Ada; Hopper, Grace B.; Turing, Alan", id="semicolons between pairs"
        ),
        pytest.param("Hu J, Tao L.", "Lovelace A, Hopper G B, Turing A", id="the full stop is of the sentence"),
        pytest.param("Tao L.", "Lovelace A, Hopper G B, Turing A", id="one with an initial behind"),
        pytest.param("Hu, Jian L., and June Yang", "Lovelace, Ada, Grace B. Hopper, and Alan Turing", id="of two"),
        pytest.param("Hu, Jian, Li Tao, et al.", "Lovelace, Ada, Grace B. Hopper, et al.", id="of the first two"),
        pytest.param(
            "Hu, Jian Tao, Li Yang", "Ada Lovelace, Grace B. Hopper, Alan Turing", id="one without given name"
        ),
    ],
)
def test_family_names_first(written: str, others: str) -> None:
    style = read_style(written)
    assert style is not None
    assert style.write(OTHERS) == others


@pytest.mark.parametrize(
    ("field", "written", "others"),
    [
        pytest.param(
            "Jian Hu, Li Tao, et al., June Yang",
            "Jian Hu, Li Tao, et al., June Yang",
            "Ada Lovelace, Grace B. Hopper, et al., Barbara Liskov",
            id="behind a comma",
        ),
        pytest.param(
            "Hu, J., Tao, L., ... & Yang, J. ",
            "Hu, J., Tao, L., ... & Yang, J.",
            "Lovelace, A., Hopper, G. B., ... & Liskov, B.",
            id="family name first",
        ),
        pytest.param("Hu et al., Deep Waters", "Hu et al.", "Lovelace et al.", id="the first author alone"),
        pytest.param(
            "J. Hu, L. Tao et al., Nature", "J. Hu, L. Tao et al.", "A. Lovelace, G. B. Hopper et al.", id="one word"
        ),
    ],
)
def test_the_last_author_behind_the_others(field: str, written: str, others: str) -> None:
    names = find_names(field)
    assert names is not None
    assert field[names.start : names.end] == written
    assert names.style.write((*OTHERS, "Barbara Liskov")) == others


def test_fewer_authors_than_are_written_before_others() -> None:
    names = find_names("Jian Hu, Li Tao, et al.")
    assert names is not None
    assert names.style.write(OTHERS[:2]) == "Ada Lovelace, Grace B. Hopper"
    assert names.style.write(()) == ""


@pytest.mark.parametrize(
    ("form", "written"),
    [
        (NameForm.FULL, ["Grace B. Hopper", "Jean-Luc Picard"]),
        (NameForm.INITIAL, ["G. B. Hopper", "J.-L. Picard"]),
        (NameForm.LAST, ["Hopper", "Picard"]),
        (NameForm.REVERSED, ["Hopper, G. B.", "Picard, J.-L."]),
        (NameForm.FAMILY_FIRST, ["Hopper, Grace B.", "Picard, Jean-Luc"]),
        (NameForm.FIRST_REVERSED, ["Hopper, Grace B.", "Picard, Jean-Luc"]),
        (NameForm.TRAILING, ["Hopper G B", "Picard J-L"]),
        (NameForm.JOINED, ["Hopper GB", "Picard J-L"]),
    ],
)
def test_forms_of_names(form: NameForm, written: list[str]) -> None:
    assert [write_name(name, form) for name in ("Grace B. Hopper", "Jean-Luc Picard")] == written
    assert write_name("Plato", form) == "Plato"
    assert write_name("de Bezenac", form) == "de Bezenac"
    assert write_name("Grace B. van den Hopper", form) == written[0].replace("Hopper", "van den Hopper")
    assert write_name("grace hopper", NameForm.LAST) == "hopper"


REVERSED, FIRST = NameForm.REVERSED, NameForm.FIRST_REVERSED


@pytest.mark.parametrize(
    ("style", "two", "three"),
    [
        pytest.param(NameStyle(NameForm.LAST, ", ", ", and "), "A and B", "A, B, and C", id="a comma before and"),
        pytest.param(NameStyle(NameForm.LAST, ", ", " & "), "A & B", "A, B & C", id="and"),
        pytest.param(NameStyle(NameForm.LAST, "; ", ""), "A; B", "A; B; C", id="one joint"),
        pytest.param(NameStyle(NameForm.LAST, ", ", ", ", 2, " et al."), "A, B", "A, B et al.", id="two and others"),
        pytest.param(NameStyle(NameForm.LAST, ", ", ", ", 1, " et al."), "A et al.", "A et al.", id="one and others"),
        pytest.param(NameStyle(NameForm.LAST, ", ", ", ", 1, ", ...", ", "), "A, B", "A, ..., C", id="and the last"),
        pytest.param(NameStyle(REVERSED, ", ", ", and "), "A, X., and B, X.", "A, X., B, X., and C, X.", id="reversed"),
        pytest.param(NameStyle(FIRST, ", ", ", and "), "A, X, and X B", "A, X, X B, and X C", id="the first reversed"),
    ],
)
def test_styles(style: NameStyle, two: str, three: str) -> None:
    assert [style.write([f"X {family}" for family in "ABC"[:count]]) for count in (0, 2, 3)] == ["", two, three]


@pytest.mark.parametrize("written", ["University of Hills", "Ada", " Ada ", "DeepMind, Acme Labs"])
def test_institutions_and_single_words_have_no_style(written: str) -> None:
    assert read_style(written) is None


@pytest.mark.parametrize(
    ("text", "is_list"),
    [
        ("Ada Lovelace, Grace Hopper, Alan Turing", True),
        ("Ada Lovelace, Grace Hopper", False),
        ("Ada Lovelace, Grace Hopper, Alan Turing, on agents", True),
        ("Ada Lovelace, Grace Hopper, on agents", False),
        ("Ada Lovelace (MIT), Grace Hopper* and Alan Turing", True),
        ("Ada, Grace, Alan", False),
        ("By: Ada Lovelace, Grace Hopper, Alan Turing", False),
        ("Ada Lovelace et al. 2023", True),
        ("agents by Lovelace et al.", False),
    ],
)
def test_lists_of_names(text: str, is_list: bool) -> None:
    assert is_name_list(text) is is_list


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A. Lovelace<sup>1</sup>, G. Hopper", "A. Lovelace<sup>1</sup>, G. Hopper"),
        ("A. Lovelace, <sup>1</sup>G. Hopper<sup>2</sup>", "A. Lovelace, <sup>1</sup>G. Hopper<sup>2</sup>"),
        ("*A. Lovelace, G. Hopper et al*. More", None),
        ("A. Lovelace, G. Hopper", None),
        ("**agents** that learn", None),
    ],
)
def test_names_with_markup_between_them(text: str, found: str | None) -> None:
    byline = find_byline(text, 0, len(text))
    assert (byline and text[byline.start : byline.end]) == found


def test_initials_that_are_given_stay() -> None:
    assert write_name("K.P. Murphy", NameForm.REVERSED) == "Murphy, K.P."
    assert write_name("Kevin Patrick Murphy", NameForm.REVERSED) == "Murphy, K. P."
    assert write_name("K.P. Murphy", NameForm.JOINED) == "Murphy KP"
