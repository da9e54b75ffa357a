from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from types import MappingProxyType

import pytest

from bot.codec import CodecError, from_json, to_json


class Color(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Page:
    path: str
    line: int = 1


@dataclass(frozen=True, slots=True)
class Sample:
    name: str
    color: Color = Color.RED
    day: date | None = None
    share: float = 0.0
    is_done: bool = False
    pages: tuple[Page, ...] = ()
    first: Page = Page("a")
    by_name: Mapping[str, tuple[Page, ...]] = field(default_factory=lambda: MappingProxyType({}))


FULL = Sample(
    name="é",
    color=Color.BLUE,
    day=date(2024, 1, 31),
    share=0.5,
    is_done=True,
    pages=(Page("a"), Page("b", 2)),
    first=Page("c"),
    by_name=MappingProxyType({"x": (Page("d"),)}),
)


@pytest.mark.parametrize("value", [Sample("a"), FULL], ids=["defaults", "full"])
@pytest.mark.parametrize("omit_defaults", [True, False])
def test_written_values_can_be_read_again(value: Sample, *, omit_defaults: bool) -> None:
    text = json.dumps(to_json(value, omit_defaults=omit_defaults))
    assert from_json(Sample, json.loads(text)) == value


def test_values_as_json() -> None:
    assert to_json(Sample("a")) == {"name": "a"}
    assert to_json(FULL) == {
        "name": "é",
        "color": "blue",
        "day": "2024-01-31",
        "share": 0.5,
        "is_done": True,
        "pages": [{"path": "a"}, {"path": "b", "line": 2}],
        "first": {"path": "c"},
        "by_name": {"x": [{"path": "d"}]},
    }
    assert to_json(Page("a"), omit_defaults=False) == {"path": "a", "line": 1}
    assert to_json(Sample("a"), omit_defaults=False)["day"] is None


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "must be an object"),
        ([], "must be an object"),
        ({}, '"name" is missing'),
        ({"name": 1}, "name: must be text"),
        ({"name": None}, "name: must be text"),
        ({"name": "a", "color": "green"}, "color: must be one of red, blue"),
        ({"name": "a", "color": []}, "color: must be one of red, blue"),
        ({"name": "a", "day": "soon"}, "day: must be a date, such as 2024-01-31"),
        ({"name": "a", "day": 1}, "day: must be a date, such as 2024-01-31"),
        ({"name": "a", "share": "1"}, "share: must be a number"),
        ({"name": "a", "share": True}, "share: must be a number"),
        ({"name": "a", "is_done": 1}, "is_done: must be true or false"),
        ({"name": "a", "pages": {}}, "pages: must be a list"),
        ({"name": "a", "pages": [{"path": "a"}, {"path": "a", "line": 1.5}]}, "pages.1.line: must be a whole number"),
        ({"name": "a", "pages": [{"path": "a", "line": True}]}, "pages.0.line: must be a whole number"),
        ({"name": "a", "pages": [{"path": "a", "line": float("inf")}]}, "pages.0.line: must be a whole number"),
        ({"name": "a", "pages": [{"line": 1}]}, 'pages.0: "path" is missing'),
        ({"name": "a", "by_name": []}, "by_name: must be an object"),
        ({"name": "a", "by_name": {"x": [None]}}, "by_name.x.0: must be an object"),
    ],
)
def test_errors_name_the_location(value: object, message: str) -> None:
    with pytest.raises(CodecError) as caught:
        from_json(Sample, value)
    assert str(caught.value) == message


def test_numbers_of_json() -> None:
    page = from_json(Page, {"path": "a", "line": 2.0})
    assert (page, type(page.line)) == (Page("a", 2), int)
    assert from_json(Sample, {"name": "a", "share": 1}).share == 1.0


def test_unknown_keys_are_ignored() -> None:
    assert from_json(Page, {"path": "a", "column": 3}) == Page("a")


def test_a_list_at_the_top() -> None:
    assert from_json(tuple[Page, ...], [{"path": "a"}]) == (Page("a"),)
    with pytest.raises(CodecError, match=r"^0\.path: must be text$"):
        from_json(tuple[Page, ...], [{"path": 1}])


def test_unsupported_types_are_a_bug() -> None:
    @dataclass(frozen=True)
    class Odd:
        value: tuple[int, str]

    with pytest.raises(TypeError, match="cannot be read from JSON"):
        from_json(Odd, {"value": [1, "a"]})
