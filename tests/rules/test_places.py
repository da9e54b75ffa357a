"""Which places of a document are plain prose."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.rules.prose import Places
from bot.text import Span, Text


@pytest.mark.parametrize(
    ("text", "is_prose"),
    [
        pytest.param("* plain WORDS here\n", True, id="prose"),
        pytest.param("* a [WORDS](https://a.org)\n", False, id="link"),
        pytest.param("* a [b](https://a.org/WORDS)\n", False, id="target"),
        pytest.param("* a https://a.org/WORDS\n", True, id="bare URL"),
        pytest.param("* ![WORDS](a.png)\n", False, id="picture"),
        pytest.param("* a `WORDS` b\n", False, id="code"),
        pytest.param("a\n\n```\nWORDS\n```\n", False, id="fence"),
        pytest.param("a <!-- WORDS --> b\n", False, id="comment"),
        pytest.param("<!--\nWORDS\n-->\n", False, id="block of comment"),
        pytest.param("| a | WORDS |\n| --- | --- |\n| [c](https://a.org) | d |\n", True, id="cell"),
        pytest.param("* [a](https://a.org) WORDS [b](https://b.org)\n", True, id="between links"),
        pytest.param("* [a](https://a.org)WORDS\n", True, id="right behind a link"),
    ],
)
def test_places(text: str, is_prose: bool) -> None:
    places = Places(read(parse(Text("README.md", text))))
    start = text.index("WORDS")
    assert places.is_prose(Span(start, start + len("WORDS"))) is is_prose
