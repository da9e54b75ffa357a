"""What an entry says, without code, addresses and formulas, and which places of a document are plain prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.document import parse
from bot.listing import read
from bot.rules.prose import MASK, Places, plain
from bot.text import Span, Text

if TYPE_CHECKING:
    from bot.document.model import Prose


def prose_of(words: str) -> Prose:
    document = parse(Text("README.md", words))
    return next(block.prose for block in document.all_blocks if block.prose is not None)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        pytest.param("a **b** [c](https://x.org) `d e` f", f"a b c {MASK * 3} f", id="code"),
        pytest.param("see https://x.org/(a) now", f"see {MASK * 17} now", id="bare URL"),
        pytest.param("on $O(n  + 1)$ steps", f"on {MASK * 11} steps", id="formula"),
        pytest.param("for $5 or $6", "for $5 or $6", id="prices"),
        pytest.param("![a](b.png) c", f"{MASK} c", id="image"),
        pytest.param(r"from \(a  b\) on", "from (a  b) on", id="escaped brackets are words to Markdown"),
    ],
)
def test_plain(words: str, shown: str) -> None:
    prose = prose_of(words)
    assert plain(prose) == shown
    assert len(plain(prose)) == len(prose.text)


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
