"""Labels of fields that are a slip, and those that are another field."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.misspelt import MisspeltLabel
from tests.rules.helpers import findings, fixed, marked

PAPER = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"


def usual(count: int) -> str:
    return "".join(
        f"* [Agents of Kind {number}](u{number})\n  - **Keyword:** kind {number}\n" for number in range(count)
    )


@pytest.mark.parametrize(
    ("line", "expected", "severity"),
    [
        pytest.param("**Keywrod:** agents", "**Keyword:** agents", Severity.WARNING, id="a slip"),
        pytest.param("Keyowrd: agents", "Keyword: agents", Severity.WARNING, id="not bold"),
        pytest.param("**Keywords:** agents", "**Keyword:** agents", Severity.NOTE, id="plural"),
        pytest.param("**keyword:** agents", "**Keyword:** agents", Severity.NOTE, id="small letters"),
        pytest.param("**Keyword:**: agents", "**Keyword:**: agents", Severity.WARNING, id="two colons"),
    ],
)
def test_found(line: str, expected: str, severity: Severity) -> None:
    text = f"{usual(20)}* {PAPER}\n  - {line}\n"
    found = findings(MisspeltLabel(), text)
    assert [each.severity for each in found] == [severity]
    assert fixed(text, found) == f"{usual(20)}* {PAPER}\n  - {expected}\n"


@pytest.mark.parametrize(
    ("count", "lines"),
    [
        pytest.param(19, "  - Keywrod: agents\n", id="too few others"),
        pytest.param(20, "  - Keywrod: agents\n  - Keywrod: tools\n", id="twice"),
        pytest.param(20, "  - Code: agents\n  - Keynote: ICML\n", id="other labels"),
        pytest.param(20, "\n* [Keywrod: What Agents Say](v)\n", id="a title"),
        pytest.param(20, "  - We say this of a Keywrod: agents\n", id="a sentence"),
    ],
)
def test_silent(count: int, lines: str) -> None:
    text = f"{usual(count)}* {PAPER}\n{lines}"
    assert marked(text, findings(MisspeltLabel(), text)) == []


def tagged(*tags: str) -> str:
    return "".join(
        f"* [{tag}] [Agents of Kind {n}](https://arxiv.org/abs/2310.{n:05})\n" for n, tag in enumerate(tags, 1)
    )


@pytest.mark.parametrize(
    ("tags", "meant"),
    [
        pytest.param(("financial", "financial", "financial", "financail"), "financial", id="swapped"),
        pytest.param(("financial", "financial", "financial", "finacial"), "financial", id="a letter less"),
        pytest.param(("benchmark", "benchmark", "benchmark", "benchmarks"), None, id="a plural"),
        pytest.param(("financial", "financial", "financail"), None, id="too few others"),
        pytest.param((*("financial",) * 3, *("financail",) * 2), None, id="twice"),
        pytest.param(("vision", "vision", "vision", "visoin"), None, id="short"),
        pytest.param(("SIGIR2023", "SIGIR2023", "SIGIR2023", "SIGIR2024"), None, id="digits"),
    ],
)
def test_tags_before_titles(tags: tuple[str, ...], meant: str | None) -> None:
    text = tagged(*tags)
    found = findings(MisspeltLabel(), text)
    assert [each.severity for each in found] == ([] if meant is None else [Severity.NOTE])
    assert fixed(text, found) == (text if meant is None else tagged(*tags[:-1], meant))
