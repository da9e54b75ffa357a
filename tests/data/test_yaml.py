"""YAML of every kind, also the kind that nobody should write."""

from __future__ import annotations

import json
import time
from contextlib import suppress

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot.data.writing import quote_yaml
from bot.data.yaml import DEEPEST, LONGEST, Located, read
from bot.errors import BotError

SCALARS = """\
off: off
yes: yes
number: 0425
date: 2024-01-02
time: 12:30
whole: 12
minus: -3
part: 1.5
truth: true
nothing: ~
empty:
quoted: "12"
huge: 1234567890123456789012
"""


def test_scalars_are_those_of_json() -> None:
    assert read(SCALARS, "a.yml").value == {
        "off": "off",
        "yes": "yes",
        "number": "0425",
        "date": "2024-01-02",
        "time": "12:30",
        "whole": 12,
        "minus": -3,
        "part": 1.5,
        "truth": True,
        "nothing": None,
        "empty": None,
        "quoted": "12",
        "huge": "1234567890123456789012",
    }


def test_lines() -> None:
    located = read("# head\nlists:\n- a\n- b\nrules: {x: off,\n  y: off}\n", "a.yml")
    assert located == Located(
        {"lists": ["a", "b"], "rules": {"x": "off", "y": "off"}},
        {(): 2, ("lists",): 2, ("lists", 0): 3, ("lists", 1): 4, ("rules",): 5, ("rules", "x"): 5, ("rules", "y"): 6},
    )
    assert located.line(("rules", "y", "severity")) == 6
    assert located.line(("unheard",)) == 2
    assert read("", "a.yml") == Located(None, {})
    assert read("# nothing but a remark\n", "a.yml").line(("rules",)) == 1


def test_aliases_are_written_out() -> None:
    assert read("a: &x [1]\nb: *x\n", "a.yml").value == {"a": [1], "b": [1]}


NINE_OF_NINE = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("a: 1\nb: 2\na: 3\n", 'a.yml:3: "a" is repeated', id="key twice"),
        pytest.param("a: [1\n", "a.yml:2: not valid YAML: while parsing a flow sequence", id="no end"),
        pytest.param("a: b: c\n", "a.yml:1: not valid YAML: mapping values are not allowed", id="two colons"),
        pytest.param("a:\n\tb: 1\n", "a.yml:2: not valid YAML: while scanning", id="tab"),
        pytest.param("a: \x00\n", "a.yml: not valid YAML: unacceptable character", id="NUL"),
        pytest.param("a: *x\n", "a.yml:1: not valid YAML: found undefined alias", id="alias of nothing"),
        pytest.param("a: 1\n---\nb: 2\n", "a.yml:2: not valid YAML: expected a single", id="two documents"),
        pytest.param("a: !!python/name:os.system x\n", "a.yml:1: the tag !!python/name:os.", id="Python"),
        pytest.param("a: !!timestamp 2024-01-02\n", "a.yml:1: the tag !!timestamp is not supported", id="date"),
        pytest.param("a: !!set {b}\n", "a.yml:1: the tag !!set is not supported", id="set"),
        pytest.param("a: !!int x\n", "a.yml:1: this is not a valid int", id="no number"),
        pytest.param('a: "\\ud800"\n', "a.yml:1: this is not a valid str", id="half a character"),
        pytest.param("? [a]\n: 1\n", "a.yml:1: a key must be text", id="list for a key"),
        pytest.param("[" * 100_000, "a.yml: nested too deep", id="brackets"),
        pytest.param("- " * 90_000, "a.yml: nested too deep", id="dashes"),
        pytest.param("a: &x [*x]\n", "a.yml: nested too deep", id="alias of itself"),
        pytest.param(NINE_OF_NINE, "a.yml: expands to more than 20,000 values", id="nine of nine of nine"),
        pytest.param(" " * (LONGEST + 1), "a.yml: longer than 200,000 characters", id="too long"),
    ],
)  # fmt: skip
def test_refused(text: str, message: str) -> None:
    start = time.process_time()
    with pytest.raises(BotError) as caught:
        read(text, "a.yml")
    assert caught.value.message.startswith(message)
    assert caught.value.code == 2
    assert time.process_time() - start < 5


@pytest.mark.parametrize(("depth", "is_read"), [(DEEPEST - 1, True), (DEEPEST, False)])
def test_so_deep_values_are_read(depth: int, is_read: bool) -> None:
    text = "[" * depth + "]" * depth
    if is_read:
        assert read(f"a: {text}\n", "a.yml").line(("a",)) == 1
    else:
        with pytest.raises(BotError, match="nested too deep"):
            read(f"a: {text}\n", "a.yml")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_json_is_yaml(value: object) -> None:
    """What JSON says is read as it says it; JSON escapes characters that YAML does not allow."""
    assert read(json.dumps(value), "a.json").value == value


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BotError):
        assert isinstance(read(text, "a.yml"), Located)


@pytest.mark.parametrize("words", ["0x1f", "0b10", "0o17", "1e3", "1_000", "190:20:30", ".inf", "-.INF", ".nan", "yes"])
def test_what_other_programs_read_as_a_number_is_in_quotes(words: str) -> None:
    assert yaml.safe_load(f"title: {quote_yaml(words)}") == {"title": words}


@pytest.mark.parametrize(
    ("words", "usual", "written"),
    [
        ("a", "", "a"),
        ("a", '"', '"a"'),
        ("a", "'", "'a'"),
        ("it's", "'", "'it''s'"),
        ('a "b"', '"', '"a \\"b\\""'),
        ("a\\", '"', '"a\\\\"'),
        ("a: b", "", '"a: b"'),
        ("[a]", "", '"[a]"'),
        ("a?", "", '"a?"'),
        ("2024-01-02", "", '"2024-01-02"'),
        ("2024-01-02", "'", "'2024-01-02'"),
    ],
)
def test_quotes(words: str, usual: str, written: str) -> None:
    assert quote_yaml(words, usual) == written


def test_a_date_has_no_quotes() -> None:
    assert (quote_yaml("2024-01-02", is_date=True), quote_yaml("a?", is_date=True)) == ("2024-01-02", '"a?"')
