"""A comment on a link stands while nobody can say whether it is mended, and goes when somebody can."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from bot.facts.model import Facts
from bot.github.model import Comment, Conversation, Minimization, Reason, Thread
from bot.links.model import LinkState, LinkStatus
from bot.linter.diagnostics import Severity
from bot.linter.rule import NotRun
from bot.reviews import decide
from bot.reviews.findings import comment_marker, fingerprints
from tests.reviews.helpers import HEAD, found, listing, subject

URL = "https://papers.org/one"
CONTENT = f"# Papers\n\n* [FireAct: Toward Language Agent Fine-tuning]({URL})\n\nSee [more]({URL}?more).\n"
DEAD = found(CONTENT, URL, "dead-link", Severity.ERROR)
OUTSIDE = found(CONTENT, f"{URL}?more", "dead-link", Severity.ERROR)
FOLDED = (Minimization("c", Reason.RESOLVED),)


def said(finding: object = DEAD) -> Conversation:
    """A live comment on the finding, of an earlier commit."""
    (fingerprint,) = fingerprints([DEAD if finding is DEAD else OUTSIDE], [listing(CONTENT)])
    comment = Comment("c", 1, f"{comment_marker([fingerprint], 'd' * 40)}\nwords", is_ours=True)
    return Conversation((Thread("t", "README.md", False, False, (comment,)),))


def facts(state: LinkState | None) -> Facts:
    links = {} if state is None else {url: LinkStatus(url, state) for url in (URL, f"{URL}?more")}
    return Facts(links=MappingProxyType(links))


@pytest.mark.parametrize("finding", [DEAD, OUTSIDE], ids=["in an entry", "outside"])
@pytest.mark.parametrize(
    ("state", "folded"),
    [
        (LinkState.OK, FOLDED),
        (LinkState.MOVED, FOLDED),
        (LinkState.BLOCKED, FOLDED),
        (LinkState.UNCERTAIN, ()),
        (LinkState.SKIPPED, ()),
        (None, ()),
    ],
    ids=str,
)
def test_a_comment_goes_when_the_link_is_known_to_be_fine(
    finding: object, state: LinkState | None, folded: tuple[Minimization, ...]
) -> None:
    review = decide(replace(subject(CONTENT, ()), facts=facts(state)), said(finding))
    assert (review.comments, review.minimizations) == ((), folded)


@pytest.mark.parametrize(("slug", "folded"), [("dead-link", ()), ("missing-file", FOLDED)])
def test_a_rule_that_did_not_run_mends_nothing(slug: str, folded: tuple[Minimization, ...]) -> None:
    now = replace(subject(CONTENT, ()), facts=facts(LinkState.OK), not_run=(NotRun(slug, "nobody asked"),))
    assert decide(now, said()).minimizations == folded


def test_an_entry_that_is_gone_is_mended_whatever_is_known() -> None:
    now = subject(CONTENT.replace("FireAct: Toward Language Agent Fine-tuning", "Another"), ())
    other = replace(now, facts=facts(None))
    assert decide(other, said()).minimizations == FOLDED


def test_the_summary_says_so() -> None:
    marked = Comment("s", 2, "<!-- paperlist-bot:v1 summary -->\nold", is_ours=True)
    review = decide(replace(subject(CONTENT, ()), facts=facts(None)), replace(said(), comments=(marked,)))
    assert review.summary is not None
    assert "Nothing new to mend" in review.summary.body
    assert "1 earlier finding could not be checked again" in review.summary.body
    assert HEAD not in review.summary.body
