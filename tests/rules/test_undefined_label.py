"""Labels of reference links that have no definition, or two."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.whole_page import UndefinedLabel
from tests.rules.helpers import findings, placed

RULE = UndefinedLabel()
DEFINED = "\n[webrl]: https://arxiv.org/abs/2411.02337\n[Fire Act]: https://arxiv.org/abs/2310.05915\n"
USED = "* [WebRL][webrl] ICLR 2025\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("* [FireAct][fireact]\n", [2], id="without a definition"),
        pytest.param("* ![FireAct][picture]\n", [2], id="of a picture"),
        pytest.param("* [FireAct][fire  ACT]\n", [], id="case and spaces do not count"),
        pytest.param("* [FireAct] [fireact]\n", [], id="two pairs of brackets"),
        pytest.param("* [FireAct][ ] and [a][]\n", [], id="`empty-field` reports these"),
        pytest.param("* FireAct[a][^1]\n", [], id="a footnote"),
        pytest.param("* `[FireAct][x]` <!-- [FireAct][x] -->\n", [], id="code and comments"),
        pytest.param("* \\[FireAct][x]\n", [], id="escaped"),
        pytest.param("* [FireAct][https://a.org]\n", [], id="`malformed-link` reports an address"),
        pytest.param("* [FireAct][ICLR] x\n* [ReAct][oral]\n", [], id="most of the list are text in brackets"),
    ],
)
def test_labels_without_a_definition(text: str, lines: list[int]) -> None:
    whole = f"{USED}{text}{DEFINED}"
    assert placed(whole, findings(RULE, whole)) == [(line, Severity.WARNING) for line in lines]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("[webrl]: https://a.org\n", [(5, Severity.WARNING)], id="another address"),
        pytest.param("[fire act]: https://a.org\n", [(5, Severity.NOTE)], id="no link uses it"),
        pytest.param("[webrl]: https://arxiv.org/abs/2411.02337\n", [], id="the same address"),
        pytest.param("[//]: # (a)\n[//]: # (b)\n", [], id="comments"),
        pytest.param("[^1]: https://a.org\n[^1]: https://b.org\n", [], id="footnotes"),
        pytest.param("\nwords\n[webrl]: https://a.org\n", [], id="words, since no blank line is before it"),
    ],
)
def test_labels_that_are_defined_twice(text: str, found: list[tuple[int, Severity]]) -> None:
    for whole in (f"{USED}{DEFINED}{text}", f"{USED}{DEFINED}{text}".replace("\n", "\r\n")):
        assert placed(whole, findings(RULE, whole)) == found
