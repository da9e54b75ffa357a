"""What two sources agree on is sure, what one says is proposed, and contradictions are named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.papers.record import VenueKind
from bot.papers.witnesses import (
    CodeClaim,
    CodeState,
    LinkClaim,
    News,
    Standing,
    TitleClaim,
    Track,
    VenueClaim,
    Witness,
    are_same_venue,
    decide_code,
    decide_link,
    decide_title,
    decide_venue,
    read_track,
)


def authors(venue: str, year: int | None, track: Track | None = Track.MAIN) -> VenueClaim:
    return VenueClaim(venue, year, "arXiv comment", Witness.AUTHORS, track)


def publisher(venue: str, *years: int, track: Track | None = Track.MAIN) -> VenueClaim:
    return VenueClaim(venue, years[0], "Crossref", Witness.PUBLISHER, track, VenueKind.PROCEEDINGS, years=years[1:])


def index(venue: str, year: int | None, track: Track | None = Track.MAIN) -> VenueClaim:
    return VenueClaim(venue, year, "DBLP conf/x/Y24", Witness.INDEX, track)


def copy(venue: str) -> VenueClaim:
    return VenueClaim(venue, None, "Semantic Scholar", Witness.COPY)


VENUES = {
    "nobody says anything": ((), Standing.NOTHING, None),
    "one alone": ((authors("ICML", 2024),), Standing.PROPOSED, ("ICML", 2024, Track.MAIN)),
    "two agree": ((authors("ICML", 2024), index("ICML", 2024)), Standing.SURE, ("ICML", 2024, Track.MAIN)),
    "three agree": (
        (authors("CVPR", 2024), publisher("CVPR", 2024), index("CVPR", 2024)),
        Standing.SURE,
        ("CVPR", 2024, Track.MAIN),
    ),
    "two agree in other words": (
        (authors("NIPS", 2024), index("Advances in Neural Information Processing Systems", 2024)),
        Standing.SURE,
        ("NIPS", 2024, Track.MAIN),
    ),
    "the same witness twice is one": (
        (authors("ICML", 2024), VenueClaim("ICML", 2024, "arXiv journal_ref", Witness.AUTHORS)),
        Standing.PROPOSED,
        ("ICML", 2024, Track.MAIN),
    ),
    "other venues": ((authors("ICML", 2024), index("NeurIPS", 2024)), Standing.CONTRADICTED, None),
    "one of three says something else": (
        (authors("ICML", 2024), publisher("ICML", 2024), index("NeurIPS", 2024)),
        Standing.CONTRADICTED,
        None,
    ),
    "other years": ((authors("ICML", 2023), index("ICML", 2024)), Standing.CONTRADICTED, None),
    "a journal that appears online first": (
        (authors("TPAMI", 2024), publisher("TPAMI", 2023, 2024)),
        Standing.SURE,
        ("TPAMI", 2024, Track.MAIN),
    ),
    "a year that neither gives first": (
        (replace(authors("TPAMI", 2022), years=(2024, 2025)), publisher("TPAMI", 2023, 2024, 2025)),
        Standing.SURE,
        ("TPAMI", 2024, Track.MAIN),
    ),
    "the year of one": ((authors("ICML", None), index("ICML", 2024)), Standing.PROPOSED, ("ICML", 2024, Track.MAIN)),
    "the year of two of three": (
        (authors("ICML", None), index("ICML", 2024), publisher("ICML", 2024)),
        Standing.SURE,
        ("ICML", 2024, Track.MAIN),
    ),
    "an index without a key": ((authors("ICML", 2024), copy("ICML")), Standing.PROPOSED, ("ICML", 2024, Track.MAIN)),
    "which copies the publisher": (
        (publisher("ICML", 2024), copy("ICML")),
        Standing.PROPOSED,
        ("ICML", 2024, Track.MAIN),
    ),
    "and contradicts": ((authors("ICML", 2024), publisher("ICML", 2024), copy("ICLR")), Standing.CONTRADICTED, None),
    "two publishers are one": (
        (publisher("ICML", 2024), replace(publisher("ICML", 2024), doi="10.5555/b")),
        Standing.PROPOSED,
        ("ICML", 2024, Track.MAIN),
    ),
    "the name is that of who says the year": (
        (authors("ICML", None), index("International Conference on Machine Learning", 2024)),
        Standing.PROPOSED,
        ("International Conference on Machine Learning", 2024, Track.MAIN),
    ),
    "no year": ((authors("TMLR", None), index("TMLR", None)), Standing.PROPOSED, ("TMLR", None, Track.MAIN)),
    "a workshop is not the conference": (
        (authors("ICML", 2024, Track.WORKSHOP), index("ICML", 2024)),
        Standing.CONTRADICTED,
        None,
    ),
    "a workshop for two": (
        (authors("CVPR", 2024, Track.WORKSHOP), publisher("CVPR", 2024, track=Track.WORKSHOP)),
        Standing.SURE,
        ("CVPR", 2024, Track.WORKSHOP),
    ),
    "a key that does not tell Findings from the conference": (
        (authors("EMNLP", 2023, Track.FINDINGS), index("EMNLP", 2023, None)),
        Standing.SURE,
        ("EMNLP", 2023, Track.FINDINGS),
    ),
    "nor does it confirm the conference": (
        (authors("EMNLP", 2023), index("EMNLP", 2023, None)),
        Standing.PROPOSED,
        ("EMNLP", 2023, Track.MAIN),
    ),
    "but nothing speaks against two others": (
        (authors("EMNLP", 2023), publisher("EMNLP", 2023), index("EMNLP", 2023, None)),
        Standing.SURE,
        ("EMNLP", 2023, Track.MAIN),
    ),
    "nor a demo": ((authors("EMNLP", 2023, Track.DEMO), index("EMNLP", 2023, None)), Standing.CONTRADICTED, None),
    "venues that are not known, word by word": (
        (authors("Journal of Optics & Photonics", 2024), index("Journal of Optics Photonics", 2024)),
        Standing.PROPOSED,
        ("Journal of Optics & Photonics", 2024, Track.MAIN),
    ),
    "a lock file vouches": (
        (VenueClaim("ICML", 2024, "papers.lock.jsonl", Witness.LIST),),
        Standing.SURE,
        ("ICML", 2024, Track.MAIN),
    ),
    "and does not settle a contradiction": (
        (VenueClaim("ICML", 2024, "papers.lock.jsonl", Witness.LIST), index("ICLR", 2024)),
        Standing.CONTRADICTED,
        None,
    ),
}


@pytest.mark.parametrize(("claims", "standing", "written"), VENUES.values(), ids=VENUES)
def test_venues(
    claims: tuple[VenueClaim, ...], standing: Standing, written: tuple[str, int | None, Track | None] | None
) -> None:
    decision = decide_venue(News(venues=claims))
    assert decision.standing is standing, decision.reason
    assert decision.claims == claims
    chosen = decision.claim
    assert decision.leading == (chosen or next(iter(claims), None))
    assert (chosen and (chosen.venue, chosen.year, chosen.track)) == written


def test_the_order_of_sources_does_not_count() -> None:
    for claims, standing, written in VENUES.values():
        found = decide_venue(News(venues=claims[::-1]))
        assert found.standing is standing
        assert (found.claim and (found.claim.year, found.claim.track)) == (written and written[1:])


def test_services_that_give_no_answer_are_no_witnesses() -> None:
    silent = ("Semantic Scholar",)
    assert decide_venue(News(silent=silent)).standing is Standing.UNKNOWN
    assert decide_venue(News(silent=silent)).leading is None
    assert decide_venue(News(venues=(authors("ICML", 2024),), silent=silent)).standing is Standing.PROPOSED
    agreed = (authors("ICML", 2024), publisher("ICML", 2024))
    assert decide_venue(News(venues=agreed, silent=silent)).is_sure
    assert decide_code(News(silent=silent)).standing is Standing.UNKNOWN
    gone = decide_code(News(code=(repository("a/b", CodeState.GONE),), silent=silent))
    assert (gone.standing, gone.leading) == (Standing.NOTHING, None)


def repository(name: str, state: CodeState, witness: Witness = Witness.AUTHORS) -> CodeClaim:
    return CodeClaim(f"https://github.com/{name}", f"source {witness}", state, witness=witness)


CODE = {
    "nobody says anything": ((), Standing.NOTHING, ""),
    "its README names the paper": ((repository("a/b", CodeState.NAMED),), Standing.SURE, "a/b"),
    "Hugging Face alone": ((repository("a/b", CodeState.NAMED, Witness.HUB),), Standing.PROPOSED, "a/b"),
    "a project page alone": ((repository("a/b", CodeState.NAMED, Witness.PAGE),), Standing.PROPOSED, "a/b"),
    "both of them": (
        (repository("a/b", CodeState.NAMED, Witness.HUB), repository("A/B", CodeState.NAMED, Witness.PAGE)),
        Standing.SURE,
        "a/b",
    ),
    "both of them, and the README another paper": (
        (repository("a/b", CodeState.PRESENT, Witness.HUB), repository("a/b", CodeState.PRESENT, Witness.PAGE)),
        Standing.PROPOSED,
        "a/b",
    ),
    "a lock file": ((repository("a/b", CodeState.NAMED, Witness.LIST),), Standing.SURE, "a/b"),
    "it does not": ((repository("a/b", CodeState.PRESENT),), Standing.PROPOSED, "a/b"),
    "empty": ((repository("a/b", CodeState.EMPTY),), Standing.NOTHING, ""),
    "gone": ((repository("a/b", CodeState.GONE),), Standing.NOTHING, ""),
    "GitHub is down": ((repository("a/b", CodeState.UNKNOWN),), Standing.UNKNOWN, ""),
    "one of two is gone": (
        (repository("a/b", CodeState.GONE), repository("c/d", CodeState.NAMED)),
        Standing.SURE,
        "c/d",
    ),
    "one of two names the paper": (
        (repository("a/b", CodeState.PRESENT), repository("c/d", CodeState.NAMED)),
        Standing.SURE,
        "c/d",
    ),
    "both name the paper": (
        (repository("a/b", CodeState.NAMED), repository("c/d", CodeState.NAMED)),
        Standing.CONTRADICTED,
        "",
    ),
    "one of two names the paper, and has one source": (
        (repository("a/b", CodeState.PRESENT), repository("c/d", CodeState.NAMED, Witness.HUB)),
        Standing.CONTRADICTED,
        "",
    ),
    "neither does": (
        (repository("a/b", CodeState.PRESENT), repository("c/d", CodeState.PRESENT)),
        Standing.CONTRADICTED,
        "",
    ),
    "two sources, one repository": (
        (repository("A/b", CodeState.NAMED, Witness.HUB), repository("a/B", CodeState.NAMED)),
        Standing.SURE,
        "A/b",
    ),
}


@pytest.mark.parametrize(("claims", "standing", "name"), CODE.values(), ids=CODE)
def test_code(claims: tuple[CodeClaim, ...], standing: Standing, name: str) -> None:
    decision = decide_code(News(code=claims))
    assert decision.standing is standing, decision.reason
    assert (decision.claim.address if decision.claim else "") == (f"https://github.com/{name}" if name else "")


def test_titles_and_links() -> None:
    assert decide_title(News()).standing is Standing.NOTHING
    assert decide_title(News(title=TitleClaim("New", "arXiv"))).standing is Standing.PROPOSED
    within = LinkClaim("https://a.org/x", "https://www.a.org/y", "moved for good", is_moved=True)
    assert decide_link(within).is_sure
    away = LinkClaim("https://a.org", "https://b.org", "moved for good", is_moved=True)
    assert (decide_link(away).standing, decide_link(away).reason) == (
        Standing.PROPOSED,
        "the page moved to another site",
    )
    copy = LinkClaim("https://a.org", "https://web.archive.org/web/1/https://a.org", "archived copy", is_moved=False)
    assert (decide_link(copy).standing, decide_link(copy).reason) == (
        Standing.PROPOSED,
        "the page is dead, and an archive has a copy",
    )


@pytest.mark.parametrize(
    ("words", "track"),
    [
        ("Findings of ACL 2024", Track.FINDINGS),
        ("to appear in a Workshop at ICML", Track.WORKSHOP),
        *((f"{name}W 2023", Track.WORKSHOP) for name in ("CVPR", "ICCV", "ECCV", "WACV")),
        ("WWW Companion", Track.WORKSHOP),
        ("ACL System Demonstrations", Track.DEMO),
        ("EMNLP demo", Track.DEMO),
        ("NAACL Industry Track", Track.INDUSTRY),
        ("ICML 2024", Track.MAIN),
    ],
)
def test_tracks(words: str, track: Track) -> None:
    assert read_track(words) is track


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("ICML", "International Conference on Machine Learning", True),
        ("Optica", "OPTICA", True),
        ("ICML", "Optica", False),
        ("Optica", "Optics Express", False),
    ],
)
def test_names_of_one_venue(one: str, other: str, same: bool) -> None:
    assert are_same_venue(one, other) is same
