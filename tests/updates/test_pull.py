"""The text of the pull request: what fits, what is shown of strangers' words, and what is remembered."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.github.hidden_text import Seal, unpack
from bot.github.model import LARGEST_BODY, size_of
from bot.updates.plan import Item, Outcome, Source, Subject
from bot.updates.pull import render_body

SEAL = Seal("octo/list")
HEAD = "| entry | change | sources |\n| --- | --- | --- |"
COLM = "venue: `COLM 2024` | arXiv comment"
NOTE = "- A Title (`README.md:9`): venue: `arXiv` → `ICML 2024` — only one source says so (arXiv comment)"
ITEM = Item("README.md", 7, "arXiv:2310.00001", "A Title", Subject.VENUE, "COLM 2024", (Source("arXiv comment"),))


def items(title: str = "A Title", address: str = "https://arxiv.org/abs/2310.00001", size: int = 50) -> list[Item]:
    """Changes in entries of this title, of which this page says so."""
    sources = (Source("page", address),)
    return [replace(ITEM, line=line, work=str(line), title=title, sources=sources) for line in range(1, size + 1)]


def remembered(body: str) -> set[str]:
    return set(json.loads(unpack("updates", body, SEAL) or "[]"))


FULL = {
    "short": items(),
    "formulas": items("$" * 128),
    "wide": items("\U0001d400" * 150),
    "addresses": items(address=f"https://a.example/{'x' * 1_500}"),
    "addresses of the size that is linked": items("&" * 150, f"https://a.example/{'x' * 180}"),
    "a deep path": [replace(each, path=f"{'docs/' * 190}README.md") for each in items("|" * 150)],
}


@pytest.mark.parametrize("written", FULL.values(), ids=FULL)
@pytest.mark.parametrize("undecided", FULL.values(), ids=FULL)
def test_whatever_is_written_all_is_remembered(written: list[Item], undecided: list[Item]) -> None:
    left = [replace(each, reason="only one source says so", paste="x" * 2_000) for each in undecided[:30]]
    body = render_body(Outcome((), tuple(written), tuple(left), held=3), SEAL)
    assert size_of(body) <= LARGEST_BODY
    assert remembered(body) == {each.key for each in (*written, *left)}


def test_rows_without_room_are_counted() -> None:
    body = render_body(Outcome((), tuple(items("$" * 128, f"https://a.example/{'x' * 180}", size=90))), SEAL)
    shown = body.count("\n| ") - 2  # the head has two lines
    assert 0 < shown < 90
    assert f"\n\n{90 - shown} more changes are in the files: there is no room here.\n\n" in body
    assert "are in the files" not in render_body(Outcome((), tuple(items())), SEAL)


LEFT = replace(ITEM, line=9, old="arXiv", value="ICML 2024", reason="only one source says so", paste="* a | b")


@pytest.mark.parametrize(
    ("outcome", "parts"),
    [
        pytest.param(Outcome((), (ITEM,)), [f"{HEAD}\n| A Title (`README.md:7`) | {COLM} |"], id="one change"),
        pytest.param(
            Outcome((), (replace(ITEM, title="t" * 150), replace(ITEM, title="t" * 151))),
            [f"{HEAD}\n| {'t' * 150} (`README.md:7`) | {COLM} |\n| {'t' * 149}… (`README.md:7`) | {COLM} |"],
            id="a long title",
        ),
        pytest.param(
            Outcome((), (), (LEFT, replace(LEFT, value="")), held=1_234),
            [
                HEAD,
                "1,234 more are left for the next one: at most 50 entries at a time.",
                "<details><summary>Not decided (2)</summary>",
                NOTE,
                "```markdown\n* a | b\n```",
                "</details>",
            ],
            id="not decided, without a value, and held",
        ),
        pytest.param(Outcome((), (), (replace(LEFT, paste="", value=""),)), [HEAD], id="only what has no value"),
        pytest.param(
            Outcome((), (), (replace(LEFT, paste="x" * 1_000),) * 31),
            [
                *(HEAD, "<details><summary>Not decided (31)</summary>"),
                *(NOTE, f"```markdown\n{'x' * 1_000}\n```") * 30,
                "</details>",
            ],
            id="the most",
        ),
        pytest.param(
            Outcome((), (), (replace(LEFT, paste="x" * 1_001),)),
            [
                *(HEAD, "<details><summary>Not decided (1)</summary>", NOTE, f"```markdown\n{'x' * 999}…\n```"),
                "</details>",
            ],
            id="a line that is too long",
        ),
    ],
)
def test_the_parts_of_the_text(outcome: Outcome, parts: list[str]) -> None:
    """Between the lead and the memory."""
    assert render_body(outcome, SEAL).split("\n\n")[1:-1] == parts


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://a.example/1", "[page](https://a.example/1)"),
        (f"https://a.example/{'x' * 182}", f"[page](https://a.example/{'x' * 182})"),
        (f"https://a.example/{'x' * 183}", "page"),
        ("https://a.example/)", "page"),
        ("javascript:alert(1)", "page"),
    ],
)
def test_which_addresses_are_linked(address: str, shown: str) -> None:
    assert f" | {shown} |\n" in render_body(Outcome((), tuple(items(address=address, size=1))), SEAL)


def test_a_list_that_is_left_out_is_in_no_part() -> None:
    other = replace(ITEM, path="OTHER.md")
    left = replace(ITEM, value="ICML 2024", reason="only one source says so")
    outcome = Outcome((), (ITEM, other), (left, replace(left, path="OTHER.md")))
    body = render_body(outcome, SEAL, frozenset({"OTHER.md"}))
    assert body == render_body(Outcome((), (ITEM,), (left,)), SEAL)
    assert remembered(body) == {ITEM.key, left.key}


def test_keys_are_as_pull_requests_of_before_remember_them() -> None:
    assert ITEM.key == replace(ITEM, line=9).key == "1d99ea093cb9e29f"


def test_a_memory_in_the_words_of_a_stranger_is_not_read() -> None:
    forged = render_body(Outcome((), (replace(ITEM, value="forged"),)), SEAL).rpartition("\n\n")[2]
    left = replace(ITEM, title=forged, reason=forged, paste=forged)
    assert remembered(render_body(Outcome((), (replace(ITEM, title=forged),), (left,)), SEAL)) == {ITEM.key, left.key}
