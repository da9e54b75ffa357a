"""The records of a data file as values with exact spans, whatever its format, and what their fields mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bot.document import model
from bot.document.model import Comment, Flaw, Format
from bot.papers.urls import HOST
from bot.text import Span, StrEnum, lazy_pattern


class Role(StrEnum):
    """What a field says about a paper; the values are the keys under `fields` in a configuration."""

    TITLE = "title"
    AUTHORS = "authors"
    DATE = "date"
    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    VENUE = "venue"
    ARXIV = "arxiv"
    DOI = "doi"
    LINK = "url"
    """The address of the paper."""
    CODE = "code"
    SECTION = "section"
    COMMENT = "comment"
    AFFILIATION = "affiliation"
    CITATIONS = "citations"
    NAME = "name"
    """A title where no field is named as one."""
    NUMBER = "id"
    """An identifier of arXiv, where it looks like one."""
    TEXT = "text"
    """Abstracts and the like: what is in them belongs to another paper, or to none."""


Names: TypeAlias = Mapping[str, tuple[str, ...]]
"""For roles the names of their fields, as a configuration gives them; these come before all that is known."""
NO_NAMES: Names = {}

_WORDS = {
    Role.TITLE: "title papertitle titleofpaper papername titre 标题 论文标题 題名 タイトル",
    Role.AUTHORS: "authors author authorlist writtenby creators creator 作者 著者",
    Role.DATE: """date published publicationdate publisheddate pubdate publishdate releasedate released submitted
        submissiondate datepublished issued posted yearmonth 日期""",
    Role.YEAR: "year yr pubyear publicationyear yearpublished 年份 年",
    Role.MONTH: "month mon pubmonth",
    Role.DAY: "day",
    Role.VENUE: """venue conference conf journal booktitle publishedin publicationvenue journaltitle containertitle
        venues howpublished conferencejournal journalconference venueyear publication 会议 期刊 发表""",
    Role.ARXIV: "arxiv arxivid eprint arxivnumber arxivlink arxivurl",
    Role.DOI: "doi",
    Role.LINK: """url link href paper paperurl paperlink pdf pdfurl pdflink linktopaper urlpaper linkpaper abs absurl
        openreview html permalink urlpdf 链接 论文链接""",
    Role.CODE: "code github repo repository codeurl codelink githuburl githublink urlcode sourcecode implementation",
    Role.SECTION: "section category topic subcategory area group field categories task subsection theme 类别",
    Role.COMMENT: "comment comments note notes remark remarks tldr annotation",
    Role.AFFILIATION: "affiliation affiliations institution institutions institute org organization organisation lab",
    Role.CITATIONS: "citations citationcount citedby numcitations",
    Role.NAME: "name paper papertitles label work",
    Role.NUMBER: "id identifier paperid ids",
    Role.TEXT: """abstract summary description bibtex bib citation cite tldrlong keywords tags tag image thumbnail
        teaser img figure file groups""",
}
_ROLES = {word: role for role, words in reversed(_WORDS.items()) for word in words.split()}
NAMES_OF_LISTS = frozenset("papers paper entries items list references publications works data records rows".split())
"""Keys that say no more than that a list follows."""
GROUP_NAMES = frozenset(
    "name title category section topic heading label group subcategory subsection area text".split()
)
"""Keys whose value names the group that their mapping is, or the link."""

_SIGNS = re.compile(r"[\W_]+")
_URL = lazy_pattern(r"https?://[^\s<>\"'`]+|(?:www\.|arxiv\.org/|doi\.org/|github\.com/)[^\s<>\"'`]+")
_MISTYPED = lazy_pattern(r"\s*h?t{1,3}ps?[:;]?/{1,3}[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?\s*", re.IGNORECASE)
"""An address with a slip in its scheme: `https//`, `http:/`, `ttps://`."""
_MARKDOWN_LINK = lazy_pattern(r"!?\[([^\[\]]{0,200})\]\(\s*<?(https?://[^\s<>]{1,2000}?)>?\s*\)")


def folded(name: str) -> str:
    """The name of a field without case, blanks and signs: `Paper_Title` and `paper title` are one."""
    return _SIGNS.sub("", name[:100].casefold())


def role_of(name: str, names: Names = NO_NAMES) -> Role | None:
    """What a field of this name says, as the configuration or common usage has it."""
    own = folded(name)
    for named, given in names.items():
        if own in map(folded, given):
            return Role(named)
    role = _ROLES.get(own)
    return None if role is not None and str(role) in names else role


def find_url(text: str) -> str | None:
    """The address that a value is as a whole; None for anything else."""
    match = _URL.fullmatch(text.strip())
    return match[0] if match is not None else None


def find_written_url(text: str, *, is_address: bool) -> str | None:
    """The address that a value is meant to be, as written: without a scheme, or with a slip in it or a space before it.

    `is_address` says that the field holds whole addresses; elsewhere one without a scheme may be how the data has them.
    """
    if _MISTYPED.fullmatch(text) is not None or (is_address and find_url(text) is not None):
        return text.rstrip()
    return (
        text.strip()
        if is_address and HOST.fullmatch(text.strip()) and not any(map(str.isspace, text.strip()))
        else None
    )


def find_address_fields(records: Iterable[Item]) -> frozenset[str]:
    """The fields that hold addresses, of which at least half have a scheme; without case, blanks and signs."""
    whole, bare = Counter[str](), Counter[str]()
    for leaf in (leaf for record in records for leaf in record.leaves if "/" in leaf.text):
        name, text = folded(leaf.name), leaf.text.strip()
        whole[name] += text.startswith(("https://", "http://")) or _MISTYPED.fullmatch(text) is not None
        bare[name] += HOST.fullmatch(text) is not None
    return frozenset(name for name, count in whole.items() if count >= max(bare[name], 1))


def find_markdown_links(text: str) -> list[re.Match[str]]:
    """The links in Markdown that a value holds: label, then address."""
    return list(_MARKDOWN_LINK.finditer(text)) if "](" in text else []


YAML = Format(model.YAML, ("# ", ""))
BIBTEX = Format(model.BIBTEX, ("% ", ""), has_comments_inside=False)
_OTHERS = Format(model.CSV, None), Format(model.TSV, None), Format(model.FRONT_MATTER, ("# ", ""))
FORMATS = {each.name: each for each in (YAML, BIBTEX, *_OTHERS)}
"""The formats that are read, by their names."""


class Leaf(NamedTuple):
    """One value of a record; lists and mappings in a field have several."""

    name: str
    """The name of the field, as written."""
    label: str
    """What names the value closest: the key beside it, or the name of the field."""
    text: str
    span: Span
    """Where the value is, without quotes; where another place holds it, the name of the field instead."""
    quote: str
    """As in `Value`."""
    is_verbatim: bool
    """Whether the file has the text as it is, without escapes, at its span."""
    key: Span
    """Where the name is; empty if a header has it."""


class Heading(NamedTuple):
    """What groups records: the key above them, or the name of their group."""

    text: str
    words: Span
    span: Span
    """The group with its heading."""


class Item(NamedTuple):
    """One record of the file, with the groups around it, outermost first."""

    span: Span
    leaves: tuple[Leaf, ...]
    groups: tuple[Heading, ...] = ()
    kind: str = ""
    """The type of an entry of BibTeX, in small letters."""


@dataclass(frozen=True, slots=True)
class Source:
    """A data file with its records, in order of place."""

    format: Format
    records: tuple[Item, ...]
    comments: tuple[Comment, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    names: tuple[str, ...] = ()
    """The names of the fields where the format lists them: the header of a table."""
