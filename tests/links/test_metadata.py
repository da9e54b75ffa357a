"""The `citation_*` meta tags of pages, as publishers and strangers write them."""

from __future__ import annotations

import pytest

from bot.links.responses import read_tags

TITLE = '<meta name="citation_title" content="A Title">'


@pytest.mark.parametrize(
    ("page", "tags"),
    [
        pytest.param(TITLE, (("citation_title", "A Title"),), id="one"),
        pytest.param("<meta content='A Title' name='citation_title' />", (("citation_title", "A Title"),), id="order"),
        pytest.param("<META NAME=citation_title CONTENT=Title>", (("citation_title", "Title"),), id="bare"),
        pytest.param(
            f'{TITLE}<meta name="citation_author" content="A, B">\n<meta name="citation_author" content="B C">',
            (("citation_title", "A Title"), ("citation_author", "A, B"), ("citation_author", "B C")),
            id="authors",
        ),
        pytest.param(
            '<meta name="citation_title" content="&quot;x &amp; y&quot; for a > b\n and <i>c</i>">',
            (("citation_title", '"x & y" for a > b and <i>c</i>'),),
            id="entities, lines and marks",
        ),
        pytest.param(
            f'{TITLE}<meta name="citation_pdf_url" content="https://a.b/c"><meta name="viewport" content="x">',
            (("citation_title", "A Title"),),
            id="others are left out",
        ),
        pytest.param('<meta property="citation_title" content="A Title">', (("citation_title", "A Title"),), id="RDFa"),
        pytest.param('<meta name="citation_author" content="A B">', (), id="no title"),
        pytest.param('<meta name="citation_title" content="">', (), id="empty title"),
        pytest.param("how to write citation_title in <head>", (), id="a text about them"),
        pytest.param("", (), id="nothing"),
    ],
)
def test_tags_are_read(page: str, tags: tuple[tuple[str, str], ...]) -> None:
    assert read_tags(page) == tags


def test_what_is_kept_is_bounded() -> None:
    many = TITLE + '<meta name="citation_author" content="A B">' * 1_000
    assert len(read_tags(many)) == 150
    assert read_tags(f'{TITLE}<meta name="citation_author" content="{"x" * 1_200}">') == read_tags(TITLE)


@pytest.mark.parametrize(
    "piece", ['<meta "', "<meta ", "<meta a=", "<meta '\"", "<meta name", "<meta " + f'"{"a" * 1_490}" ' * 390 + ">"]
)
def test_hostile_pages_take_linear_time(piece: str) -> None:
    page = TITLE + piece * (20 if len(piece) > 1_000 else 9_000)  # the last one took seconds for each piece
    assert read_tags(page)[:1] == (("citation_title", "A Title"),)
