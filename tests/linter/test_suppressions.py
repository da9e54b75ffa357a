from __future__ import annotations

from time import process_time

import pytest

from bot.document import parse
from bot.linter.suppressions import Suppressions, find_suppressions
from bot.listing import Listing, read
from bot.text import Lines, Text


def listing_of(content: str) -> Listing:
    return read(parse(Text("list.md", content)))


def comment_in(content: str) -> tuple[tuple[str, ...], str]:
    (allow,) = find_suppressions(listing_of(content))
    listing = listing_of(content)
    assert tuple(listing.text[slug.span].lower() for slug in allow.slugs) == tuple(slug.value for slug in allow.slugs)
    return tuple(slug.value for slug in allow.slugs), allow.reason


@pytest.mark.parametrize(
    ("comment", "slugs", "reason"),
    [
        ("<!-- bot: allow stray-space -->", ("stray-space",), ""),
        ("<!--bot:allow stray-space-->", ("stray-space",), ""),
        ("<!-- bot: allow stray-space - two on purpose -->", ("stray-space",), "two on purpose"),
        ("<!-- bot: allow stray-space \u2014 so be it -->", ("stray-space",), "so be it"),
        ("<!-- bot: allow stray-space -- so be it -->", ("stray-space",), "so be it"),
        (
            "<!-- bot: allow stray-space, empty-link ,dead-link - a, b -->",
            ("stray-space", "empty-link", "dead-link"),
            "a, b",
        ),
        ("<!-- bot: allow stray-space because of it -->", ("stray-space",), "because of it"),
        ("<!--\n  bot: allow stray-space,\n  empty-link\n  - on lines\n-->", ("stray-space", "empty-link"), "on lines"),
        ("<!-- Bot: Allow Stray-Space -->", ("stray-space",), ""),
        ("<!-- bot: allow -->", (), ""),
        ("<!-- bot: allow - why not -->", (), "why not"),
        ("<!-- bot: allow , , -->", (), ""),
    ],
)
def test_what_a_comment_says(comment: str, slugs: tuple[str, ...], reason: str) -> None:
    assert comment_in(f"{comment}\n") == (slugs, reason)


@pytest.mark.parametrize("comment", ["a remark", "bot: allowed x", "robot: allow x", "TODO bot: allow x", ""])
def test_other_comments_suppress_nothing(comment: str) -> None:
    assert find_suppressions(listing_of(f"<!--{comment}-->\n* [FireAct](https://arxiv.org/abs/2310.05915)\n")) == ()


HERE = "<!-- bot: allow x -->"
FIRE = "[FireAct](https://arxiv.org/abs/2310.05915)"
ONE, TWO, THREE = (
    f"### {title}\n- link: https://arxiv.org/abs/{number}\n- idea: tuning\n"
    for title, number in (
        ("FireAct: Toward Language Agent Fine-tuning", "2310.05915"),
        ("AgentTuning: Enabling Generalized Agent Abilities for LLMs", "2310.12823"),
        ("Training a Generally Curious Agent", "2502.17543"),
    )
)
TUNE = "[AgentTuning](https://arxiv.org/abs/2310.12823)"


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        pytest.param(f"* {FIRE} {HERE}\n* {TUNE}\n", Lines(1, 1), id="on a bullet"),
        pytest.param(f"* {FIRE}\n  goes on {HERE}\n* {TUNE}\n", Lines(1, 2), id="on its second line"),
        pytest.param(f"* {FIRE}\n  - code {HERE}\n  - more\n* {TUNE}\n", Lines(1, 3), id="on a detail"),
        pytest.param(f"{HERE}\n* {FIRE}\n  goes on\n* {TUNE}\n", Lines(2, 3), id="above a bullet"),
        pytest.param(f"* {FIRE}\n{HERE}\n* {TUNE}\n", Lines(3, 3), id="between bullets"),
        pytest.param(f"* {FIRE}\n  {HERE}\n* {TUNE}\n", Lines(1, 2), id="inside a bullet"),
        pytest.param(f"* {FIRE}\n\n{HERE}\n\n\n* {TUNE}\n", Lines(6, 6), id="blank lines between"),
        pytest.param(f"{HERE}\n<!-- other -->\n* {FIRE}\n", Lines(3, 3), id="another comment between"),
        pytest.param(f"<!-- one --> {HERE} <!-- two -->\n* {FIRE}\n", Lines(2, 2), id="comments beside it"),
        pytest.param(f"<!--\nbot: allow x\n-->\n* {FIRE}\n", Lines(4, 4), id="a comment of three lines"),
        pytest.param(f"{ONE}\n{HERE}\n{TWO}\n{THREE}", Lines(6, 8), id="between heading entries"),
        pytest.param(f"{ONE}- {HERE}\n\n{TWO}\n{THREE}", Lines(1, 4), id="in the body of a heading entry"),
        pytest.param(f"{HERE}\n# Papers\n* {FIRE}\n", Lines(2, 2), id="above a heading"),
        pytest.param(f"# Papers {HERE}\n\ntext\n", Lines(1, 1), id="on a heading"),
        pytest.param(f"{HERE}\none\ntwo\n\nthree\n", Lines(2, 3), id="above a paragraph"),
        pytest.param(f"one\ntwo {HERE}\nthree\n", Lines(2, 2), id="in a paragraph"),
        pytest.param(f"{HERE}\none\n* {FIRE}\n", Lines(2, 2), id="a paragraph ends where an entry begins"),
        pytest.param(f"* {FIRE}\n\n{HERE}\n\n", None, id="above nothing"),
        pytest.param(f"{HERE}", None, id="alone"),
    ],
)
def test_the_lines_a_comment_applies_to(content: str, lines: Lines | None) -> None:
    assert [allow.lines for allow in find_suppressions(listing_of(content))] == [lines]


def test_own_lines() -> None:
    first, second = find_suppressions(listing_of(f"{HERE}\r\n* {FIRE}\r\n\r\n<!-- bot: allow\r\ny -->\r\n"))
    assert (first.own_lines, second.own_lines) == (Lines(1, 1), Lines(4, 5))


def test_many_comments_take_moments(size: int) -> None:
    half = size // 4
    start = process_time()
    found = find_suppressions(listing_of(f"{HERE}\n" * half + f"* {FIRE}\n" + f"* {FIRE} {HERE}\n" * half))
    assert {allow.lines for allow in found[:half]} == {Lines(half + 1, half + 1)}
    assert len(found) == 2 * half
    assert process_time() - start < 20


MISSPELT = {
    "alow": ("bot: alow stray-space", "bot: alow"),
    "no colon": ("bot allow stray-space", "bot allow"),
    "in capitals": ("Bot: Alow stray-space", "Bot: Alow"),
    "as other linters": ("bot:ignore stray-space", "bot:ignore"),
    "ours": ("bot: allow stray-space", None),
    "of an order": ("bot: order newest-first", None),
    "an unknown order": ("bot: order newest - as usual", "bot: order newest"),
    "no order": ("bot: order", "bot: order"),
    "of a kind": ("bot: kind: other", None),
    "an unknown kind": ("Bot: kind tool - no paper", "Bot: kind tool"),
    "a remark": ("bot: skip this one next time", None),
    "of another bot": ("bot: start of the generated table", None),
    "a word": ("botanical: allow", None),
}


@pytest.mark.parametrize(("comment", "written"), MISSPELT.values(), ids=MISSPELT.keys())
def test_misspelt_comments(comment: str, written: str | None) -> None:
    content = f"* {FIRE} <!-- {comment} -->\n"
    found = Suppressions(listing_of(content)).misspelt
    parts = [each.misspelt for each in found]
    assert [part and part.value for part in parts] == ([] if written is None else [written])
    assert all(part is not None and content[part.span.start : part.span.end] == part.value for part in parts)
