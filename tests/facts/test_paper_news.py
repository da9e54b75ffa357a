"""What sources together say of a paper: claims of authors and publishers, and services that give no answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.facts.model import Facts, Unknown
from bot.facts.paper_news import claim_of_authors, claim_of_publisher, find_link_claim, find_news
from bot.files import LOCK_FILE
from bot.links import LinkState, LinkStatus
from bot.papers.record import Evidence, Record, VenueKind
from bot.papers.witnesses import CodeClaim, LinkClaim, Standing, Track, VenueClaim, Witness, decide_venue
from tests.facts.helpers import arxiv

NAME = arxiv("2310.05915")
PAPER = Record("FireAct: Toward Language Agent Fine-tuning", (), identifier=NAME)
ICML = VenueClaim("ICML", 2024, "DBLP conf/icml/HoM24", Witness.INDEX)

_FINDINGS = "Findings of the Association for Computational Linguistics: EMNLP 2023"
_CVPR = "2024 IEEE/CVF Conference on Computer Vision and Pattern Recognition"
COMMENTS = {
    "accepted": ("Accepted at ICML 2024, 20 pages", ("ICML", 2024, Track.MAIN)),
    "in other words": ("NeurIPS'23 (Spotlight)", ("NeurIPS", 2023, Track.MAIN)),
    "a workshop": ("Accepted at the ICML 2024 Workshop on Agents", ("ICML", 2024, Track.WORKSHOP)),
    "a workshop at a conference": ("Workshop on Efficient Agents at NeurIPS 2023", ("NeurIPS", 2023, Track.WORKSHOP)),
    "a workshop with its name": ("In ICML 2024 AI4Science workshop", ("ICML", 2024, Track.WORKSHOP)),
    "Findings": ("Accepted to Findings of ACL 2024", ("ACL", 2024, Track.FINDINGS)),
    "Findings in full": (
        "Findings of the Association for Computational Linguistics: EMNLP 2023",
        ("EMNLP", 2023, Track.FINDINGS),
    ),
    "a demo": ("ACL 2024 System Demonstrations", ("ACL", 2024, Track.DEMO)),
    "submitted": ("Submitted to ICML 2024", None),
    "under review": ("Under review at ICLR 2025", None),
    "rejected": ("Rejected from ICML 2024", None),
    "nothing": ("20 pages, 3 figures", None),
}


@pytest.mark.parametrize(("comment", "venue"), COMMENTS.values(), ids=COMMENTS)
def test_what_authors_say(comment: str, venue: tuple[str, int, Track] | None) -> None:
    claim = claim_of_authors(replace(PAPER, comment=comment))
    assert (claim and (claim.venue, claim.year, claim.track)) == venue


WORK = Record(
    PAPER.title, source="Crossref", doi="10.1000/a", years=(2024,), year=2024, venue_kind=VenueKind.PROCEEDINGS
)

VENUES = {
    "proceedings": (f"{_CVPR} (CVPR)", ("CVPR", Track.MAIN)),
    "of a workshop": (
        "2024 IEEE/CVF Conference on Computer Vision and Pattern Recognition Workshops (CVPRW)",
        ("CVPR", Track.WORKSHOP),
    ),
    "Findings": (_FINDINGS, ("EMNLP", Track.FINDINGS)),
    "a journal": ("IEEE Transactions on Pattern Analysis and Machine Intelligence", ("TPAMI", Track.MAIN)),
    "not known": ("Optics & Photonics Journal", ("Optics & Photonics Journal", Track.MAIN)),
}


@pytest.mark.parametrize(("venue", "found"), VENUES.values(), ids=VENUES)
def test_what_publishers_say(venue: str, found: tuple[str, Track]) -> None:
    claim = claim_of_publisher(replace(WORK, venue=venue), PAPER)
    assert claim is not None
    assert (claim.venue, claim.track) == found


def test_a_doi_of_another_paper_says_nothing() -> None:
    other = replace(WORK, title="Quite a Different Paper on Cooking", venue="Proceedings of KDD 2024")
    assert claim_of_publisher(other, PAPER) is None
    assert claim_of_publisher(replace(other, preprint=True, title=PAPER.title), PAPER) is None


def test_all_sources_together() -> None:
    paper = replace(PAPER, comment="Accepted at ICML 2024")
    code = CodeClaim("https://github.com/a/b", "Hugging Face")
    news = find_news(Facts({NAME: paper}, venues={NAME: (ICML,)}, code={NAME: (code,)}), NAME)
    assert [each.source for each in news.venues] == ["arXiv comment", "DBLP conf/icml/HoM24"]
    assert (news.code, news.silent) == ((code,), ())
    assert decide_venue(news).is_sure


def test_a_service_without_an_answer_is_named() -> None:
    down = Unknown("Semantic Scholar answered 429")
    facts = Facts({NAME: PAPER}, venues={NAME: down})
    assert find_news(facts, NAME).silent == (down.reason,)
    assert decide_venue(find_news(facts, NAME)).standing is Standing.UNKNOWN


def test_a_paper_that_nobody_knows_has_no_news() -> None:
    assert decide_venue(find_news(Facts(), NAME)).standing is Standing.NOTHING


def test_a_renamed_paper() -> None:
    facts = Facts({NAME: replace(PAPER, titles=("Toward Agents That Act in Fire",))})
    assert find_news(facts, NAME, PAPER.title).title is None
    renamed = find_news(facts, NAME, "Toward Agents That Act in Fire").title
    assert renamed is not None
    assert renamed.title == PAPER.title


def test_a_lock_file_vouches_where_nobody_else_was_asked() -> None:
    seen = (Evidence(1.0, LOCK_FILE, None, f"from {LOCK_FILE}"),)
    locked = replace(PAPER, comment="Accepted at ICML 2024", evidence=seen)
    assert decide_venue(find_news(Facts({NAME: locked}), NAME)).is_sure
    asked = Facts({NAME: locked}, venues={NAME: ()})
    assert decide_venue(find_news(asked, NAME)).standing is Standing.PROPOSED


def test_where_links_lead_now() -> None:
    old, new = "https://example.org/old", "https://example.org/new"
    copy = "https://web.archive.org/web/20240131010203/https://example.org/gone"
    facts = Facts(
        links={
            old: LinkStatus(old, LinkState.MOVED, "301 twice", target=new),
            new: LinkStatus(new, LinkState.OK),
            "https://example.org/gone": LinkStatus("https://example.org/gone", LinkState.DEAD, "404 twice"),
        },
        copies={"https://example.org/gone": copy},
    )
    moved, gone = find_link_claim(facts, old), find_link_claim(facts, "https://example.org/gone")
    assert moved == LinkClaim(old, new, "moved for good", is_moved=True)
    assert gone == LinkClaim("https://example.org/gone", copy, "archived copy of 2024-01-31", is_moved=False)
    assert find_link_claim(facts, new) is None
    assert find_link_claim(facts, "https://example.org/else") is None


@pytest.mark.parametrize("venue", ["V" * 10_000, "<b>ICML</b> | x", "[x](https://y)", "a\nb", "<!-- bot: allow -->"])
def test_a_hostile_name_is_no_venue(venue: str) -> None:
    facts = Facts({NAME: PAPER}, venues={NAME: (replace(ICML, venue=venue),)})
    assert decide_venue(find_news(facts, NAME)).claim is None
