"""Hidden lines and blocks: what is written is read where it belongs, and nothing else is."""

from __future__ import annotations

import pytest

from bot.errors import BotError
from bot.github.hidden_text import LARGEST, START, HiddenLine, Seal, count, pack, unpack

LINE = HiddenLine("answer", f"{START} answer", (("state", "[a-z]+"), ("line", "(?:[0-9]{2})?")))
SEAL = Seal("octo/list", 7, b"key")


@pytest.mark.parametrize("values", [("ready", "12"), ("ready", "")])
def test_a_line_is_read_as_it_was_written(values: tuple[str, ...]) -> None:
    line = LINE.write(values, SEAL)
    assert line.startswith(f"{START} answer state=ready{' line=12' if values[1] else ''} sum=")
    assert LINE.read(f"\n {line}\nmore", SEAL) == values
    assert LINE.read(f"x{line}", SEAL) is None
    assert LINE.read(line.replace("ready", "other"), SEAL) is None
    assert HiddenLine("other", LINE.start, LINE.fields).read(line, SEAL) is None
    for seal in (SEAL._replace(number=8), SEAL._replace(repository="octo/other"), SEAL._replace(key=b"")):
        assert LINE.read(line, seal) is None


@pytest.mark.parametrize(
    ("written", "read"),
    [
        pytest.param(SEAL, SEAL, id="the same issue"),
        pytest.param(SEAL._replace(number=0), SEAL, id="written before the issue was there"),
        pytest.param(SEAL, SEAL._replace(number=0), id="of any issue"),
        pytest.param(SEAL, SEAL._replace(repository=""), id="of any repository"),
        pytest.param(SEAL, Seal(key=b"key"), id="of any"),
    ],
)
def test_a_block_is_read_where_it_belongs(written: Seal, read: Seal) -> None:
    text = " ".join(map(str, range(200)))
    body = f"Words.\n{pack('state', text, written)}"
    assert unpack("state", body, read) == text
    assert max(map(len, body.splitlines())) == 120


@pytest.mark.parametrize(
    ("written", "read", "message"),
    [
        pytest.param(SEAL, SEAL._replace(number=8), "belongs to another issue", id="another issue"),
        pytest.param(SEAL, SEAL._replace(repository="octo/other"), "belongs to another issue", id="another repository"),
        pytest.param(SEAL, SEAL._replace(repository="", number=8), "belongs to another issue", id="another of any"),
        pytest.param(Seal(key=b"key"), SEAL, "belongs to another issue", id="written for any"),
        pytest.param(SEAL, SEAL._replace(key=b"other"), "was edited", id="another key"),
        pytest.param(SEAL, SEAL._replace(key=b""), "was edited", id="no key"),
        pytest.param(SEAL._replace(key=b""), SEAL, "was edited", id="written without a key"),
    ],
)
def test_a_block_of_another_issue_is_refused(written: Seal, read: Seal, message: str) -> None:
    with pytest.raises(BotError, match=message):
        unpack("state", pack("state", "text", written), read)


def test_a_block_that_was_edited_is_refused() -> None:
    body = pack("state", "text", SEAL)
    data = body.splitlines()[1]
    for edited in (data[::-1], data[4:], f"{data}AAAA"):
        with pytest.raises(BotError, match="was edited"):
            unpack("state", body.replace(data, edited), SEAL)
        own = f"{START} state of=octo/list#7 sum={SEAL.sum(edited)}\n{edited}\n-->"
        if edited != f"{data}AAAA":  # what follows the text is of no account
            with pytest.raises(BotError, match="was edited"):
                unpack("state", own, SEAL)


@pytest.mark.parametrize(("length", "is_read"), [(LARGEST, True), (LARGEST + 1, False)])
def test_so_long_a_text_is_read(length: int, is_read: bool) -> None:
    body = pack("state", "x" * length, SEAL)
    if is_read:
        assert len(unpack("state", body, SEAL) or "") == length
    else:
        with pytest.raises(BotError, match="was edited"):
            unpack("state", body, SEAL)


def test_the_last_block_counts() -> None:
    first, last, other = (pack(kind, kind, SEAL) for kind in ("state", "state", "states"))
    assert unpack("state", "no block", SEAL) is None
    assert unpack("state", f"{first}\n{START} state of=", SEAL) is None
    assert unpack("state", f"{first}\n{last}\n{other}", SEAL) == "state"
    assert [count("state", body) for body in ("", other, first, f"{first}{last}{other}")] == [0, 0, 1, 2]
