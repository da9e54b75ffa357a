from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reviews.findings import fingerprints
from tests.reviews.helpers import found, listing

if TYPE_CHECKING:
    from bot.linter.diagnostics import Diagnostic

BASE = """# Papers

Words of welcome.

## Agents (2)

* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) wrong
* [2310] [AgentTuning: Enabling Generalized Agent Abilities](https://openreview.example/tuning) wrong
"""


def prints(content: str, *words: str, rule: str = "some-rule") -> tuple[str, ...]:
    return fingerprints([found(content, each, rule) for each in words], [listing(content)])


SAME = {
    "lines above": ("[FireAct", BASE.replace("## Agents", "New words.\n\n## Agents")),
    "an entry above": (
        "[FireAct",
        BASE.replace("* [2310] [Fire", "* [2312] [A New One](https://arxiv.org/abs/2312.00001)\n* [2310] [Fire"),
    ),
    "another place of the section": ("[FireAct", "\n".join([*BASE.split("\n")[:6], *BASE.split("\n")[7:5:-1], ""])),
    "another way to write the paper's address": ("[FireAct", BASE.replace("abs/2310.05915", "pdf/2310.05915v2")),
    "other words about it": ("[FireAct", BASE.replace("2310.05915) wrong", "2310.05915) is still wrong")),
    "a title in other letters": ("[AgentTuning", BASE.replace("Enabling", "enabling  ")),
    "blanks in a line": ("Words", BASE.replace("Words of", "Words  of")),
    "blanks in a heading": ("Agents", BASE.replace("## Agents", "##   Agents")),
    "CRLF": ("[FireAct", BASE.replace("\n", "\r\n")),
    "CRLF, a line": ("Words", BASE.replace("\n", "\r\n")),
}


@pytest.mark.parametrize(("words", "after"), SAME.values(), ids=SAME)
def test_edits_elsewhere_change_no_fingerprint(words: str, after: str) -> None:
    assert after != BASE
    assert prints(after, words) == prints(BASE, words)


OTHER = {
    "another paper": ("[FireAct", BASE.replace("2310.05915", "2310.05916")),
    "another title": ("[AgentTuning", BASE.replace("Enabling", "Hindering")),
    "another heading": ("Agents", BASE.replace("Agents", "Agents and Tools")),
    "other words in the line": ("Words", BASE.replace("welcome", "farewell")),
}


@pytest.mark.parametrize(("words", "after"), OTHER.values(), ids=OTHER)
def test_another_subject_has_another_fingerprint(words: str, after: str) -> None:
    assert prints(after, words) != prints(BASE, words)


def test_a_fingerprint_is_what_others_will_find_again() -> None:
    """Comments that stand on GitHub hold them: another form would say all of it again."""
    subjects = ("work\narxiv:2310.05915", "line\nWords of welcome.", "section\nPapers\nAgents (2)")
    wholes = (f"v1\0some-rule\0README.md\0{each}\0000" for each in subjects)
    expected = tuple(sha256(each.encode()).hexdigest()[:16] for each in wholes)
    assert prints(BASE, "[FireAct", "Words", "Agents (2)") == expected


def test_rule_and_file_count() -> None:
    other = fingerprints([found(BASE, "[FireAct", path="b.md")], [listing(BASE, "b.md")])
    assert len({*prints(BASE, "[FireAct"), *prints(BASE, "[FireAct", rule="other-rule"), *other}) == 3


def test_equal_ones_are_counted_in_order_of_place() -> None:
    first, second = found(BASE, "[FireAct"), found(BASE, "wrong")
    one, two = fingerprints([first, second], [listing(BASE)])
    assert one != two
    assert fingerprints([second, first], [listing(BASE)]) == (two, one)
    assert fingerprints([second], [listing(BASE)]) == (one,)


def test_a_rule_on_the_file_as_a_whole() -> None:
    whole = [replace(found(BASE, words), target="") for words in ("Words", "[FireAct")]
    name = sha256(b"v1\0some-rule\0README.md\0file\0000").hexdigest()[:16]
    assert all(fingerprints([each], [listing(BASE)]) == (name,) for each in whole)


WORDS = st.sampled_from(["FireAct", "wrong", "Agents", "Papers", "Words", "https", "2310", "Tuning", "\n\n"])


@given(st.lists(st.tuples(WORDS, st.sampled_from(["rule-a", "rule-b"])), max_size=8))
def test_no_two_are_equal(found_: list[tuple[str, str]]) -> None:
    made: list[Diagnostic] = [found(BASE, words, rule) for words, rule in found_]
    assert len(set(fingerprints(made, [listing(BASE)]))) == len(made)
