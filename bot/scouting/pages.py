"""Saved pages of sites for trending papers: titles, each with its abstract below, as text or as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.document.html import attributes_of, plain_text
from bot.papers.dates import MONTHS, PartialDate, is_possible, read_month
from bot.papers.identity import read_id
from bot.scouting.model import FeedPaper
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST_TITLE = 300
"""Characters; longer lines are no titles."""
_SHORTEST_ABSTRACT = 200
"""Characters of a line from which it is an abstract: titles of two lines have up to 160."""
_FEWEST_TITLE_WORDS = 2
_MOST_LINKED_WORDS = 60
_SITE = "https://huggingface.co"
"""What relative links of a saved page to `/papers/ID` start from."""
_BUTTON = lazy_pattern(r"Subscribe(?=[A-Z])")
"""A button that copying a page glues to the first title."""
_SENTENCE_END = lazy_pattern(r"[.?!:;)\]\"'”’…][*_]*\s*\Z")
_WITHIN = lazy_pattern(r"[a-z)\]0-9%][.?!] ")
_DAY = lazy_pattern(
    rf"({'|'.join(month[:3] for month in MONTHS)})[a-z]* (\d{{1,2}})(?:, (\d{{4}}))?(?:\s+(\d{{1,7}}))?"
)
_MARK = lazy_pattern(r"[•·|]|\d[\d,.]*\s*[kK]?\Z")
_BLOCKS = frozenset(
    "p div li ul ol h1 h2 h3 h4 h5 h6 article section header footer main table tr td th br dt dd".split()
)
_TOKEN = lazy_pattern(
    r"<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,20})(?P<rest>[^<>]{0,20000})>|<[!?/][^<>]{0,2000}>?|(?P<text>[^<]+|<)"
)
_HIDDEN = frozenset(("script", "style", "noscript", "template", "svg", "head"))


def read_blocks(content: str) -> tuple[FeedPaper, ...]:
    """The papers of a page that was saved as text.

    A long line of sentences is an abstract; the last short line above it is the title, and what is between that and
    the abstract before says of the paper before who wrote it, when, and how many people voted for it.
    """
    found: list[FeedPaper] = []
    title = ""
    between: list[str] = []
    abstract: list[str] = []
    for line in (*map(str.strip, content.splitlines()), ""):
        if not line:
            continue
        if _is_abstract(line):
            if abstract and not between:
                abstract.append(line)  # a second paragraph
                continue
            if abstract:
                found.append(_paper(title, abstract, between[:-1]))
            title, between, abstract = (between[-1] if between else ""), [], [line]
        else:
            between.append(line)
    if abstract:
        found.append(_paper(title, abstract, between))
    return tuple(each for each in found if each.title)


def read_html(content: str) -> tuple[FeedPaper, ...]:
    """The papers that a saved page in HTML links to by their titles, with their abstracts where it has them."""
    reader = _PageReader(content)
    blocks = {each.title: each for each in read_blocks("\n".join(reader.lines))}
    linked: dict[str, FeedPaper] = {}
    for href, words in reader.links:
        identifier = read_id(f"{_SITE}{href}" if href.startswith("/papers/") else href)
        if identifier is None or not _is_title(words) or len(words.split()) > _MOST_LINKED_WORDS:
            continue
        paper = FeedPaper(identifier, words)
        linked.setdefault(words, paper.joined(blocks[words]) if words in blocks else paper)
    return (*linked.values(), *(each for title, each in blocks.items() if title not in linked))


def _paper(title: str, abstract: Sequence[str], details: Sequence[str]) -> FeedPaper:
    title = _BUTTON.sub("", title, count=1)
    date, votes, affiliation = None, None, ""
    for number, line in enumerate(details):
        match = _DAY.fullmatch(line)
        if match is not None:
            date, votes = _read_day(match[1], match[2], match[3]), int(match[4]) if match[4] else None
            affiliation = next((each[:LONGEST_TITLE] for each in details[:number] if _MARK.match(each) is None), "")
            break
    return FeedPaper(None, title if _is_title(title) else "", " ".join(abstract), date, votes, affiliation)


def _read_day(month: str, day: str, year: str | None) -> PartialDate | None:
    """The date of a line; pages leave out the year of this year, which a saved page does not tell."""
    if year is None:
        return None
    number = read_month(month)
    return PartialDate(int(year), number, int(day)) if is_possible(int(year), number, int(day)) else None


def _is_abstract(line: str) -> bool:
    return len(line) >= _SHORTEST_ABSTRACT and (
        _SENTENCE_END.search(line) is not None or _WITHIN.search(line) is not None
    )


def _is_title(words: str) -> bool:
    return len(words) <= LONGEST_TITLE and len(words.split()) >= _FEWEST_TITLE_WORDS


class _PageReader:
    """Gathers the lines of a page, and its links with their words.

    It is not an HTML parser: tags end at the first `>`, and nothing has to be closed. That of the standard library
    raises errors for what is not valid, and needs time that grows with the square of a page that was made for it.
    """

    def __init__(self, content: str) -> None:
        self.links: list[tuple[str, str]] = []
        self._pieces: list[str] = []
        self._hidden = ""
        self._href: str | None = None
        self._words: list[str] = []
        for match in _TOKEN.finditer(_without_comments(content)):
            if match["tag"]:
                self._read_tag(match["tag"].lower(), match["rest"], closes=bool(match["end"]))
            elif match["text"] and not self._hidden:
                self._pieces.append(match["text"])
                self._words.append(match["text"])
        self._close_link()

    @property
    def lines(self) -> Iterator[str]:
        """The text, a block a line."""
        return (plain_text(line) for line in "".join(self._pieces).split("\f"))

    def _read_tag(self, tag: str, rest: str, *, closes: bool) -> None:
        if self._hidden:
            self._hidden = "" if closes and tag == self._hidden else self._hidden
        elif tag in _HIDDEN and not closes:
            self._hidden = tag
        elif tag in _BLOCKS:
            self._pieces.append("\f")
        elif tag == "a":
            self._close_link()
            self._href = None if closes else attributes_of(rest).get("href")
            self._words = []

    def _close_link(self) -> None:
        if self._href is not None and (words := plain_text("".join(self._words))):
            self.links.append((self._href, words))
        self._href = None


def _without_comments(content: str) -> str:
    first, *others = content.split("<!--")
    return first + "".join(each.partition("-->")[2] for each in others)
