"""Messages for the user: what is printed is text, whatever a name in it holds."""

from __future__ import annotations

import io

import pytest

from bot.console import Console


@pytest.mark.parametrize(
    ("message", "written"),
    [
        pytest.param("error: a", "error: a\n", id="one line"),
        pytest.param("", "\n", id="nothing"),
        pytest.param("a\nhint: b", "a\n  hint: b\n", id="another message"),
        pytest.param("a\n::error::b", "a\n  > ::error::b\n", id="a command below"),
        pytest.param("a\r  ::add-mask::b", "a\n  >   ::add-mask::b\n", id="an indented command"),
        pytest.param("::error::a.md: b", "> ::error::a.md: b\n", id="a path that is a command"),
        pytest.param("a ##[error]b", "a ## [error]b\n", id="a command of the old form"),
        pytest.param("a\x1b[31mb\u202ec\x07", "a␛[31mb<U+202E>c␇\n", id="terminal"),
        pytest.param("a\udcffb", "a<U+DCFF>b\n", id="a name that is not UTF-8"),
    ],
)
def test_messages_are_shown_as_text(message: str, written: str) -> None:
    console = Console(stderr=io.StringIO(newline=""))
    console.say(message)
    assert isinstance(console.stderr, io.StringIO)
    assert console.stderr.getvalue() == written
