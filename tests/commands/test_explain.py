from __future__ import annotations

from bot.rules import RULES
from tests.commands.helpers import run


def test_the_table_has_a_line_for_each_rule() -> None:
    done = run("explain")
    lines = done.out.splitlines()
    assert (done.code, [line.split()[0] for line in lines]) == (0, [rule.slug for rule in RULES])
    assert next(line for line in lines if line.startswith("unused-allow")).split(maxsplit=2) == [
        "unused-allow",
        "warning",
        "A suppression comment has no effect.",
    ]


def test_the_page_of_each_rule() -> None:
    for rule in RULES:
        done = run("explain", rule.slug)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"{rule.slug} (")
        assert "\nFound" in done.out


def test_an_unknown_rule() -> None:
    done = run("explain", "unused-alow")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        'error: there is no rule "unused-alow"; did you mean "unused-allow"?\nhint: bot explain lists the rules\n'
    )
