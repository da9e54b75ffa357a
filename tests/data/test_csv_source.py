"""Tables: their delimiter, rows, values and flaws."""

from __future__ import annotations

import pytest

from bot.data import read_source
from bot.errors import BotError
from bot.text import Text


@pytest.mark.parametrize(
    ("content", "names", "rows"),
    [
        pytest.param("a,b\n1,2\n\n 3 ,\n,\n6\n", ("a", "b"), [["1", "2"], ["3", ""], ["6"]], id="blank and short rows"),
        pytest.param("\ufeffa,b\r\n1,2\r3,4", ("a", "b"), [["1", "2"], ["3", "4"]], id="mark and line ends"),
        pytest.param("a\tb,c\td\n1\t2,3\t4\n", ("a", "b,c", "d"), [["1", "2,3", "4"]], id="tabs"),
        pytest.param("a|b,c|d\n1|2,3|4\n", ("a", "b,c", "d"), [["1", "2,3", "4"]], id="bars"),
        pytest.param("a;b,c;d\n1;2,3;4\n", ("a", "b,c", "d"), [["1", "2,3", "4"]], id="semicolons"),
        pytest.param("a|b\n1|2", ("a", "b"), [["1", "2"]], id="bars"),
        pytest.param("a\tb\n1\t2\n", ("a", "b"), [["1", "2"]], id="tabs"),
        pytest.param("a,b;c\n1,2;3\n4,5\n6,7\n", ("a", "b;c"), [["1", "2;3"], ["4", "5"], ["6", "7"]], id="most rows"),
        pytest.param("a\n1\n", ("a",), [["1"]], id="one column"),
        pytest.param("a  b,c\n1,2\n", ("a b", "c"), [["1", "2"]], id="blanks in a name"),
        pytest.param('a,b\n"x ""y""", z \n', ("a", "b"), [['x "y"', "z"]], id="quotes"),
        pytest.param('a,b\n "x\ny" ,1\n', ("a", "b"), [["x\ny", "1"]], id="a line end in quotes"),
        pytest.param('a,b\n"x" y,1\n', ("a", "b"), [['"x" y', "1"]], id="words behind quotes"),
        pytest.param("a,b", ("a", "b"), [], id="a header alone"),
        pytest.param("", ("",), [], id="nothing"),
    ],
)
def test_tables(content: str, names: tuple[str, ...], rows: list[list[str]]) -> None:
    source = read_source(Text("a.csv", content), "CSV")
    assert source.names == names
    assert [[leaf.text for leaf in record.leaves] for record in source.records] == rows
    for record in source.records:
        line = content[record.span.start : record.span.end]
        assert all(leaf.text.replace('"', '""') in line.replace('"x"', '""x""') for leaf in record.leaves)


def test_places_of_values() -> None:
    content = 'a,b,c\n"x ""y"" ", z ,"é"\n'
    (record,) = read_source(Text("a.csv", content), "CSV").records
    found = [(content[leaf.span.start : leaf.span.end], leaf.quote, leaf.is_verbatim) for leaf in record.leaves]
    assert found == [('x ""y""', '"', False), ("z", "", True), ("é", '"', True)]
    assert content[record.span.start : record.span.end] == content.splitlines()[1]
    assert {leaf.key for leaf in record.leaves} == {(6, 6)}


def test_a_row_with_too_many_values() -> None:
    content = "a,b\n1,2\n3,4,5,6\n"
    source = read_source(Text("a.csv", content), "CSV")
    message = "the row has 4 values, and the header 2 columns; quote a value with a delimiter in it"
    assert [(content[each.span.start : each.span.end], each.message) for each in source.flaws] == [("5", message)]
    assert [leaf.text for leaf in source.records[1].leaves] == ["3", "4"]


def test_a_quote_without_an_end() -> None:
    with pytest.raises(BotError) as caught:
        read_source(Text("a.csv", 'a,b\n1,2\n"x,1\n'), "CSV")
    assert caught.value.message == "a.csv:3: the quote has no end"


@pytest.mark.parametrize(("columns", "kept"), [(200, 200), (201, 200)])
def test_so_many_columns_are_read(columns: int, kept: int) -> None:
    source = read_source(Text("a.csv", ",".join(f"c{number}" for number in range(columns)) + "\n1\n"), "CSV")
    assert len(source.names) == kept
