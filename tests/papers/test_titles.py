"""Where a title is in a text."""

from __future__ import annotations

import pytest

from bot.papers.titles import count_words, trim_title


@pytest.mark.parametrize("mark", ["•", "·", "- ", "‣ ", "●", "▪ ", "→ ", "∙", "◦ ", "* "])
def test_titles_never_begin_with_a_bullet(mark: str) -> None:
    text = f"{mark}FireAct: Toward Agents"
    start, end = trim_title(text, 0, len(text))
    assert text[start:end] == "FireAct: Toward Agents"


@pytest.mark.parametrize("mark", ["2310.05915 ", "2310.05915** ", "2310.05915: "])
def test_an_id_in_front_is_no_part_of_a_title(mark: str) -> None:
    text = f"{mark}FireAct: Toward Agents"
    start, end = trim_title(text, 0, len(text))
    assert text[start:end] == "FireAct: Toward Agents"


@pytest.mark.parametrize("mark", ["[J]", "[EB/OL].", " (paper)", "[C]"])
def test_the_type_of_a_document_and_a_label_behind_it_are_no_part_of_a_title(mark: str) -> None:
    text = f"FireAct: Toward Agents{mark}"
    start, end = trim_title(text, 0, len(text))
    assert text[start:end] == "FireAct: Toward Agents"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("1.2. FireAct: Toward Agents", "FireAct: Toward Agents"),
        ("$${\\color{red}New!}$$ FireAct: Toward Agents", "FireAct: Toward Agents"),
        ('FireAct: Toward Agents."', "FireAct: Toward Agents"),
        ('FireAct: Toward Agents", ', "FireAct: Toward Agents"),
        ('FireAct: Toward "Agents"', 'FireAct: Toward "Agents"'),
        ("$\\alpha$-FireAct: Toward Agents", "$\\alpha$-FireAct: Toward Agents"),
        ("3.5 Ways to Plan", "3.5 Ways to Plan"),
    ],
)
def test_numbers_of_two_levels_formulas_in_front_and_quotation_marks_without_a_partner(text: str, title: str) -> None:
    start, end = trim_title(text, 0, len(text))
    assert text[start:end] == title


@pytest.mark.parametrize(
    "text", ["04.FireAct: Toward Agents", "4. FireAct: Toward Agents.pdf", "FireAct: Toward Agents.pdf "]
)
def test_a_number_before_a_title_and_the_end_of_the_name_of_a_file_are_no_part_of_it(text: str) -> None:
    start, end = trim_title(text, 0, len(text))
    assert text[start:end] == "FireAct: Toward Agents"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Deep Agents", 2),
        ("Agents of 2024", 2),
        ("大语言模型", 2),
        ("大语言模型综述", 3),
        ("大语言模型 Survey", 3),
        ("ことば 2024, ein Wort", 3),
        ("", 0),
    ],
)
def test_words_are_counted_in_any_script(text: str, count: int) -> None:
    assert count_words(text) == count
