"""Rules about links, repositories and venues: what they say, where, and what they leave alone."""

from __future__ import annotations

import pytest

from bot.facts.model import Absent, Facts, Repository, find_published_venue
from bot.links import LinkState, LinkStatus
from bot.linter.diagnostics import Safety, Severity
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.rules.on_record import RetitledPaper, UnknownPaper, WithdrawnPaper
from bot.rules.published_venue import PublishedVenue
from bot.rules.visits import ArchivedRepository, DeadLink, MovedLink, MovedRepository
from tests.rules.helpers import fixed, found, marked, placed

FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
REACT = Identifier(Scheme.GITHUB, "ysymyth/react")
TITLE = "FireAct: Toward Language Agent Fine-tuning"


def entry(url: str) -> str:
    return f"* [{TITLE}](https://arxiv.org/abs/2310.05915) [[link]({url})]\n"


def links(url: str, state: LinkState, reason: str = "", target: str | None = None) -> Facts:
    return Facts(links={url: LinkStatus(url, state, reason, target=target)})


def paper(**fields: str) -> Record:
    return Record(TITLE, None, identifier=FIREACT, **fields)  # type: ignore[arg-type]


def test_unknown_paper_is_reported_once_a_line() -> None:
    text = (
        f"* [{TITLE}](https://arxiv.org/abs/2310.05915) [[pdf](https://arxiv.org/pdf/2310.05915)]\n"
        "* Another thing, [see](https://huggingface.co/papers/2310.05915)\n"
    )
    diagnostics = found(UnknownPaper(), text, Facts({FIREACT: Absent()}))
    assert placed(text, diagnostics) == [(1, Severity.ERROR), (2, Severity.ERROR)]
    assert marked(text, diagnostics) == ["https://arxiv.org/abs/2310.05915", "https://huggingface.co/papers/2310.05915"]
    assert diagnostics[0].message == "arXiv has no paper 2310.05915"


def test_dead_link_is_reported_wherever_it_is() -> None:
    url = "https://example.org/x"
    text = f"See [here]({url}), ![picture]({url}) and {url} too.\n\n[ref]: {url}\n\n* [A][ref]\n"
    diagnostics = found(DeadLink(), text, links(url, LinkState.DEAD, "404 (not found) twice"))
    assert len(diagnostics) >= 3
    assert {each.message for each in diagnostics} == {f"`{url}` is dead: 404 (not found) twice"}


@pytest.mark.parametrize("state", [state for state in LinkState if state is not LinkState.DEAD])
def test_only_dead_is_dead(state: LinkState) -> None:
    assert found(DeadLink(), entry("https://x.org/"), links("https://x.org/", state, target="https://y.org/")) == []


@pytest.mark.parametrize("url", ["https://arxiv.org/abs/2310.05915", "https://huggingface.co/papers/2310.05915"])
def test_unknown_paper_is_not_reported_twice(url: str) -> None:
    status = LinkStatus(url, LinkState.DEAD, "arXiv has no such paper")
    assert found(DeadLink(), entry(url), Facts({FIREACT: Absent()}, links={url: status})) == []


def test_badge_is_not_reported_beside_its_link() -> None:
    badge, code = "https://img.shields.io/github/stars/a/b", "https://github.com/a/b"
    dead = {url: LinkStatus(url, LinkState.DEAD, "gone") for url in (badge, code)}
    text = f"* [{TITLE}](https://x.org/) [![stars]({badge})]({code})\n"
    assert marked(text, found(DeadLink(), text, Facts(links=dead))) == [code]


@pytest.mark.parametrize(
    ("old", "target", "written", "safety"),
    [
        ("http://x.org/a", "https://x.org/a", "https://x.org/a", Safety.SAFE),
        ("https://www.x.org/a", "https://blog.x.org/b", "https://blog.x.org/b", Safety.SAFE),
        ("https://x.org/a", "https://y.org/a", "https://y.org/a", Safety.UNSAFE),
        ("https://x.github.io/a", "https://y.github.io/a", "https://y.github.io/a", Safety.UNSAFE),
        ("https://a.x.ac.uk/a", "https://b.x.ac.uk/a", "https://b.x.ac.uk/a", Safety.SAFE),
        ("https://x.org/a#part", "https://x.org/b", "https://x.org/b#part", Safety.SAFE),
        ("https://x.org/a#part", "https://x.org/b#other", "https://x.org/b#other", Safety.SAFE),
        ("https://x.org/a", "https://x.org/b (c)|d", "https://x.org/b%20%28c%29%7Cd", Safety.SAFE),
    ],
)
def test_moved_link_is_fixed(old: str, target: str, written: str, safety: Safety) -> None:
    diagnostics = found(MovedLink(), entry(old), links(old, LinkState.MOVED, "301 twice", target))
    assert [each.fix and each.fix.safety for each in diagnostics] == [safety]
    assert fixed(entry(old), diagnostics) == entry(written)


@pytest.mark.parametrize(
    "url",
    ["https://doi.org/10.1000/a", "http://dx.doi.org/10.1000/a", "https://bit.ly/a", "https://github.com/a/b/wiki"],
)
def test_what_is_meant_to_redirect_is_left_alone(url: str) -> None:
    assert found(MovedLink(), entry(url), links(url, LinkState.MOVED, "301", "https://x.org/")) == []


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("https://github.com/ysymyth/ReAct", "https://github.com/new/Name"),
        ("http://www.github.com/ysymyth/ReAct.git", "http://www.github.com/new/Name.git"),
        ("https://github.com/ysymyth/ReAct/blob/main/a.md#x", "https://github.com/new/Name/blob/main/a.md#x"),
        ("https://github.com/ysymyth/ReAct?tab=readme", "https://github.com/new/Name?tab=readme"),
    ],
)
def test_moved_repository_is_renamed_in_place(url: str, written: str) -> None:
    facts = Facts(repositories={REACT: Repository(REACT, "new/Name", False, "new/Name")})
    diagnostics = found(MovedRepository(), entry(url), facts)
    assert [each.message for each in diagnostics] == ["the repository is now new/Name"]
    assert fixed(entry(url), diagnostics) == entry(written)


def test_archived_repository_may_be_moved_as_well() -> None:
    facts = Facts(repositories={REACT: Repository(REACT, "new/Name", True, "new/Name")})
    text = entry("https://github.com/ysymyth/ReAct")
    (diagnostic,) = found(ArchivedRepository(), text, facts)
    assert (diagnostic.message, diagnostic.severity) == ("new/Name is archived: it is read-only", Severity.NOTE)


def test_withdrawn_paper_quotes_its_authors_briefly() -> None:
    known = Record(TITLE, None, identifier=FIREACT, comment="Withdrawn. " + "x" * 500, withdrawn=True)
    (diagnostic,) = found(WithdrawnPaper(), entry("https://x.org/"), Facts({FIREACT: known}))
    assert diagnostic.message.startswith('arXiv 2310.05915 was withdrawn: "Withdrawn. xxx')
    assert len(diagnostic.message) < 220


@pytest.mark.parametrize(
    ("titles", "said"),
    [
        ((TITLE, "Agents That Learn From Many Teachers"), True),
        ((TITLE, "Another Name", "FireAct: Fine-tuning of Agents With Language"), True),
        ((TITLE, TITLE.upper()), False),
        (("Another Name of This Very Paper", TITLE), False),
        (("Another Name of This Very Paper", "Agents That Learn From Many Teachers"), False),
    ],
)
def test_former_title_is_noted(titles: tuple[str, ...], said: bool) -> None:
    facts = Facts({FIREACT: Record(titles[-1], titles[:-1], identifier=FIREACT, version=len(titles))})
    diagnostics = found(RetitledPaper(), entry("https://x.org/"), facts)
    assert [each.message for each in diagnostics] == [f'the paper is now called "{titles[-1]}"'] * said


@pytest.mark.parametrize(
    ("comment", "reference", "venue"),
    [
        ("Accepted at ICLR 2024", "", ("ICLR", 2024)),
        ("20 pages. ICML 2024 camera ready. Code: https://x.org", "", ("ICML", 2024)),
        ("To appear in Findings of EMNLP 2023", "", ("EMNLP", 2023)),
        ("Accepted by TMLR", "", ("TMLR", None)),
        ("", "Transactions of the ACL, 2024", ("TACL", 2024)),
        ("ICLR 2024", "CVPR 2024", ("CVPR", 2024)),
        ("Submitted to ICLR 2024", "", None),
        ("Under review at ICLR 2024", "", None),
        ("Currently in submission to ACL 2024", "", None),
        ("Extended version of our CVPR 2023 paper", "", None),
        ("Rejected from ICML 2024. Accepted at COLM 2024", "", ("COLM", 2024)),
        ("COLM 2024, under review", "", None),
        ("Not accepted at COLM 2024", "", None),
        ("ICML 2025 style file", "", None),
        ("Code for the ICML 2025 paper of Lee et al", "", None),
        ("Accepted at ICLR 2024", "Submitted to ICML 2024", ("ICLR", 2024)),
        ("NeurIPS 2012 was long ago", "", None),
        ("arXiv preprint 2023", "", None),
        ("12 pages, 3 figures", "", None),
    ],
)
def test_venue_is_that_of_the_paper(comment: str, reference: str, venue: tuple[str, int | None] | None) -> None:
    mention = find_published_venue(paper(comment=comment, journal_reference=reference))
    assert (mention and (mention.name, mention.year)) == venue


STYLES = {
    "ICLR'24": ("ICML'23", "ACL'22", "CVPR'21"),
    "ICLR 2024": ("ICML 2023", "ACL 2022", "CVPR 2021"),
    "ICLR 24": ("ICML 23", "ACL 22", "CVPR 21"),
    "ICLR2024": ("ICML2023", "ACL2022", "CVPR2021"),
    "ICLR": ("ICML", "ACL", "CVPR"),
}


@pytest.mark.parametrize(("written", "others"), STYLES.items(), ids=STYLES)
def test_venue_is_written_in_the_style_of_the_list(written: str, others: tuple[str, ...]) -> None:
    papers = "".join(
        f"* [A Paper About Subject Number {index}](https://arxiv.org/abs/2301.0000{index}) ({venue})\n"
        for index, venue in enumerate(others, 1)
    )
    diagnostics = found(
        PublishedVenue(), papers + entry("https://x.org/"), Facts({FIREACT: paper(comment="ICLR 2024")})
    )
    assert [each.message for each in diagnostics] == [f"the paper was published: {written}"]


@pytest.mark.parametrize(
    "place", ["## ICLR 2024\n\n{}", "{} ICLR 2024", "{}\n  * Published at ICLR", "{}  \n  ICLR 2024"]
)
def test_entry_that_names_a_venue_anywhere_is_left_alone(place: str) -> None:
    papers = "".join(
        f"* [A Paper About Subject Number {index}](https://arxiv.org/abs/2301.0000{index}) (ICML 2023)\n"
        for index in range(1, 5)
    )
    text = papers + "\n" + place.format(entry("https://x.org/").rstrip()) + "\n"
    assert found(PublishedVenue(), text, Facts({FIREACT: paper(comment="ICLR 2024")})) == []
