"""A comment on a link stays while it is not known whether the link is fixed."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from bot.facts.model import Facts
from bot.github.model import Comment, Conversation, Minimization, Reason, Thread
from bot.links import LinkState, LinkStatus
from bot.linter.diagnostics import Severity
from bot.linter.rule import NotRun
from bot.reviews.decide import decide
from bot.reviews.findings import fingerprints, write_comment_marker, write_summary_marker
from tests.reviews.helpers import HEAD, SEAL, checked_pull, found, listing

URL = "https://papers.org/one"
CONTENT = f"# Papers\n\n* [FireAct: Toward Language Agent Fine-tuning]({URL})\n\nSee [more]({URL}?more).\n"
DEAD = found(CONTENT, URL, "dead-link", Severity.ERROR)
OUTSIDE = found(CONTENT, f"{URL}?more", "dead-link", Severity.ERROR)
MINIMIZED = (Minimization("c", Reason.RESOLVED),)


def posted(finding: object = DEAD) -> Conversation:
    """A live comment on the finding, of an earlier commit."""
    (fingerprint,) = fingerprints([DEAD if finding is DEAD else OUTSIDE], [listing(CONTENT)])
    comment = Comment("c", 1, f"{write_comment_marker([fingerprint], 'd' * 40, SEAL)}\nwords", is_ours=True)
    return Conversation((Thread("README.md", False, False, (comment,)),))


def facts(state: LinkState | None) -> Facts:
    links = {} if state is None else {url: LinkStatus(url, state) for url in (URL, f"{URL}?more")}
    return Facts(links=MappingProxyType(links))


@pytest.mark.parametrize("finding", [DEAD, OUTSIDE], ids=["in an entry", "outside"])
@pytest.mark.parametrize(
    ("state", "minimized"),
    [
        (LinkState.OK, MINIMIZED),
        (LinkState.MOVED, MINIMIZED),
        (LinkState.BLOCKED, MINIMIZED),
        (LinkState.UNCERTAIN, ()),
        (LinkState.SKIPPED, ()),
        (None, ()),
    ],
    ids=str,
)
def test_a_comment_goes_when_the_link_is_known_to_be_fine(
    finding: object, state: LinkState | None, minimized: tuple[Minimization, ...]
) -> None:
    review = decide(replace(checked_pull(CONTENT, ()), facts=facts(state)), posted(finding))
    assert (review.comments, review.minimizations) == ((), minimized)


@pytest.mark.parametrize(("slug", "minimized"), [("dead-link", ()), ("missing-file", MINIMIZED)])
def test_a_rule_that_did_not_run_verifies_nothing(slug: str, minimized: tuple[Minimization, ...]) -> None:
    now = replace(checked_pull(CONTENT, ()), facts=facts(LinkState.OK), not_run=(NotRun(slug, "not asked"),))
    assert decide(now, posted()).minimizations == minimized


@pytest.mark.parametrize(("number", "minimized"), [(2, ()), (3, MINIMIZED)], ids=["the third", "one more"])
def test_of_findings_of_one_rule_at_one_place_three_are_kept(number: int, minimized: tuple[Minimization, ...]) -> None:
    fingerprint = fingerprints([DEAD] * (number + 1), [listing(CONTENT)])[number]
    comment = Comment("c", 1, f"{write_comment_marker([fingerprint], 'd' * 40, SEAL)}\nwords", is_ours=True)
    review = decide(checked_pull(CONTENT, ()), Conversation((Thread("README.md", False, False, (comment,)),)))
    assert review.minimizations == minimized


def test_an_entry_that_is_gone_is_fixed_whatever_is_known() -> None:
    now = checked_pull(CONTENT.replace("FireAct: Toward Language Agent Fine-tuning", "Another"), ())
    other = replace(now, facts=facts(None))
    assert decide(other, posted()).minimizations == MINIMIZED


def test_the_summary_says_so() -> None:
    marked = Comment("s", 2, f"{write_summary_marker((), SEAL)}\nold", is_ours=True)
    review = decide(replace(checked_pull(CONTENT, ()), facts=facts(None)), replace(posted(), comments=(marked,)))
    assert review.summary is not None
    assert "No new findings" in review.summary.body
    assert "1 earlier finding could not be checked again; its comment is kept." in review.summary.body
    assert HEAD not in review.summary.body
