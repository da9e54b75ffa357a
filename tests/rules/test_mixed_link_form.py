"""Abstract pages in a list of PDFs, and the other way round."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.mixed_link_form import MixedLinkForm
from tests.rules.helpers import findings, fixed, marked, placed

ABS = "https://arxiv.org/abs/2310.05915"
PDF = "https://arxiv.org/pdf/2310.05915"
TITLE = "FireAct: Toward Language Agent Fine-tuning"


def entry(url: str) -> str:
    return f"* [{TITLE}]({url}) (Princeton)\n"


def test_is_off_by_default() -> None:
    assert not MixedLinkForm().enabled


@pytest.mark.parametrize(
    ("form", "url", "better"),
    [
        pytest.param("pdf", ABS, PDF, id="abs in a pdf list"),
        pytest.param("abs", PDF, ABS, id="pdf in an abs list"),
        pytest.param("abs", f"{PDF}.pdf", ABS, id="with its suffix"),
        pytest.param("pdf", f"{ABS}v2", f"{PDF}v2", id="the version stays"),
    ],
)
def test_fixes(form: Literal["abs", "pdf"], url: str, better: str) -> None:
    text = entry(url)
    found = findings(MixedLinkForm(form), text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert marked(text, found) == [url]
    assert [each.fix and each.fix.safety for each in found] == [Safety.SAFE]
    assert fixed(text, found) == entry(better)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(entry(PDF), id="the form that is meant"),
        pytest.param(entry("https://arxiv.org/html/2310.05915"), id="neither"),
        pytest.param(entry("https://openreview.net/forum?id=gEZrGCozdqR"), id="other site"),
        pytest.param(f"* {TITLE} [[abs]({ABS})] [[pdf]({PDF})]\n", id="both"),
        pytest.param(f"* {TITLE} [[abstract]({ABS})]\n", id="label that says so"),
        pytest.param(entry("http://arxiv.org/abs/2310.05915"), id="fixed by another rule first"),
        pytest.param(entry("https://arxiv.org/abs/2313.05915"), id="malformed"),
        pytest.param(f"See [the paper]({ABS}).\n", id="no entry"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(MixedLinkForm("pdf"), text) == []


def many(count: int, form: str) -> str:
    return "".join(
        f"* [Paper About Agents, Number {number}](https://arxiv.org/{form}/2310.{number:05})\n"
        for number in range(1, count + 1)
    )


@pytest.mark.parametrize(
    ("pdfs", "count"),
    [pytest.param(9, 1, id="nine in ten"), pytest.param(8, 0, id="too few papers"), pytest.param(2, 0, id="no habit")],
)
def test_learns_the_form(pdfs: int, count: int) -> None:
    assert len(findings(MixedLinkForm(), many(pdfs, "pdf") + entry(ABS))) == count
