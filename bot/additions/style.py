"""What the entries that a new one is modelled on share: words, forms of dates and authors, and what is of one paper."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.joining import find_gaps
from bot.listing.skeleton import (
    DateStyle,
    Fact,
    Group,
    Slot,
    Words,
    announces_paper,
    called_preprints,
    divide,
    form_of,
    holds_title,
    leads_to_paper,
    plain,
    source_of,
    walk,
)
from bot.papers.name_lists import NameStyle, count_names, read_style
from bot.text import group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from bot.additions.marks import Source
    from bot.listing import Entry
    from bot.listing.skeleton import Line, Node

_COMMON = 0.5
"""The share of models that must have words, for these to belong to all entries."""
_ORNAMENT = 0.9
"""The same for a picture or a sign, which may say something of the paper."""
_FEWEST_ORNAMENTS = 5
_PROSE = 3
"""Words in a row that say something of one paper, unless nearly all entries have them."""
_PARTS_OF_DATE = lazy_pattern(r"(\w+)")
_FEWEST_BARE = 2
"""Models without a venue that show how preprints are written."""
_TAGS = lazy_pattern(r"<(/?(?:details|summary|blockquote|div|a|b|i|em|strong|su[bp]|code|pre|font|span))\b[^<>]*>")
_PAIRS = ("()", "[]", "<>")
_COLOUR = lazy_pattern(r"(?<![0-9A-Za-z])(?=[0-9]*[A-Fa-f])(?=[A-Fa-f]*[0-9])[0-9A-Fa-f]{6}(?![0-9A-Za-z])")
_DIGIT = lazy_pattern(r"\d")
_WORD = lazy_pattern(r"[^\W\d_]+|\d+")
_YEAR = lazy_pattern(r"(?:(?:19|20)\d\d|[0-2]\d)")
"""A year, also a short one."""
_SHARE_OF_ALL = 0.3
"""The share of entries, near and far, that must have a word for it to be no other paper's."""

_OWN = 3.0
"""The weight of a model in the section of the nearest one; others weigh 1: three of it outweigh seven others."""
_TOKENS = lazy_pattern(r"\w+|[^\w\s]|\s+")
UNKNOWN = frozenset({"", "-", "--", "–", "—", "N/A", "n/a", "None", "null", "/", "TBD"})
"""How tables mark what is not known."""


FEW_WORDS = 4
"""More words than these are a sentence."""


class Habits(NamedTuple):
    """What entries of the list beside the models show."""

    fixed: frozenset[str]
    """The words that belong to any entry."""
    blanks: Mapping[int, str]
    """What is in the columns of a table for what is not known."""
    topics: frozenset[str] = frozenset()
    """Words that others have other ones in place of."""


@dataclass(frozen=True, slots=True)
class Style:
    """What the models have in common."""

    words: frozenset[str]
    """Words that belong to all entries."""
    ornaments: frozenset[str]
    form: str
    """The address of a paper with `{id}` in it."""
    label: str
    """What the link to the paper is called."""
    preprint: str
    """What a preprint is called; empty if the models say nothing of that."""
    padded: bool
    """Whether months and days below ten carry a zero."""
    joined: NameStyle | None = None
    """How three authors or more are written: two do not show what joins more."""
    blanks: Mapping[int, str] = field(default_factory=dict)
    gaps: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """What mostly is between two kinds of parts that are beside each other."""
    names_alone: bool = False
    """Whether they have the names of papers in place of titles."""


def learn_style(shapes: Sequence[tuple[Source, tuple[Line, ...]]], habits: Habits) -> Style:
    """Learn what the models have in common."""
    models = [list(walk([node for line in lines for node in line.nodes])) for _, lines in shapes]
    nodes = list(chain.from_iterable(models))
    facts = [node for node in nodes if isinstance(node, Fact)]
    said = ({source_of(each) for each in model if isinstance(each, Words) or is_hollow(each)} for model in models)
    words = Counter(
        text for text in chain.from_iterable(said) if words_of(text) <= habits.fixed and text not in habits.topics
    )
    named = [(each.style, each.text) for each in facts if isinstance(each.style, NameStyle) and not each.style.others]
    joined = Counter(style for style, text in named if count_names(text, style) > 2)
    bare = chain.from_iterable(walk(line.nodes, into_links=False) for _, lines in shapes for line in lines)
    return Style(
        words=_common_words(words, len(models)),
        ornaments=_ornaments(words, len(models)),
        form=_most_common(
            (form_of(each.text) for each in facts if each.slot is Slot.URL), "https://arxiv.org/abs/{id}"
        ),
        label=_most_common(map(_label_of, models), "paper"),
        preprint=_most_common_preprint(called_preprints(bare)),
        padded=_is_padded(facts),
        joined=max(joined, key=lambda style: joined[style], default=None),
        blanks=habits.blanks,
        gaps=_usual_gaps(line.nodes for _, lines in shapes for line in lines),
        names_alone=_are_names([each.text for each in facts if each.slot is Slot.TITLE]),
    )


def find_topics(sources: Iterable[Source]) -> frozenset[str]:
    """Words alone in a pair of brackets or marks where others have other ones: they say something of one paper."""
    lines = (divide(source.text, source.marks) for source in sources)
    models = (walk([node for line in each for node in line.nodes]) for each in lines)
    found: list[tuple[tuple[str, bool], str]] = []
    for model in models:
        tags: dict[tuple[str, bool], str] = {}
        is_behind = False
        for node in model:
            is_behind = is_behind or (isinstance(node, Fact) and node.slot in (Slot.TITLE, Slot.REST))
            if isinstance(node, Group) and node.target is None and len(node.children) == 1:
                (child,) = node.children
                if isinstance(child, Words):
                    tags.setdefault(("".join(map(source_of, node.opening)), is_behind), child.text)
        found += tags.items()
    return frozenset(
        text
        for texts in group_pairs(found).values()
        for text, count in Counter(texts).items()
        if count < _ORNAMENT * len(texts) and not announces_paper(text)
    )


def _usual_gaps(lines: Iterable[Sequence[Node]]) -> dict[tuple[str, str], str]:
    """What mostly is between two kinds of parts; the first of equal ones."""
    found = group_pairs(find_gaps(lines))
    return {kinds: _most_common(gaps, "") for kinds, gaps in found.items()}


def dates_venue(lines: Sequence[Line]) -> bool:
    """Whether no venue of an entry has its year in it."""
    facts = [node for line in lines for node in walk(line.nodes) if isinstance(node, Fact)]
    venues = [node.text for node in facts if node.slot is Slot.VENUE]
    return bool(venues) and not any(map(str.isdigit, "".join(venues)))


def is_misread(lines: Sequence[Line]) -> bool:
    """Whether a sentence that is not the title links to the paper: a name beside it was read as its title."""
    links = (node for line in lines for node in walk(line.nodes) if isinstance(node, Group) and not holds_title(node))
    labels = (walk(link.children) for link in links if leads_to_paper(link.target or ()))
    words = ((each.text for each in label if isinstance(each, Words)) for label in labels)
    return any(len(" ".join(label).split()) > FEW_WORDS for label in words)


def is_hollow(node: Node) -> bool:
    """Whether a pair of marks or tags holds nothing: `<a name="new"></a>`."""
    return isinstance(node, Group) and not any(isinstance(each, Words | Fact) for each in walk([node]))


def find_blanks(entries: Iterable[Entry]) -> dict[int, str]:
    """What mostly is in the columns of a table for what is not known; in others what does so in any of them."""
    found = group_pairs(
        (column, text)
        for entry in entries
        for column, cell in enumerate(entry.cells)
        if (text := cell.text.strip()) in UNKNOWN
        for column in (column, -1)
    )
    return {column: Counter(texts).most_common(1)[0][0] for column, texts in found.items()}


def _are_names(titles: Sequence[str]) -> bool:
    """Whether titles are single words, as the names of papers are."""
    return len(titles) >= _FEWEST_BARE and sum(len(each.split()) == 1 for each in titles) >= _ORNAMENT * len(titles)


def _common_words(counts: Counter[str], models: int) -> frozenset[str]:
    """Find the words that belong to all entries."""
    least, most = max(1 if models < 4 else 2, math.ceil(_COMMON * models)), math.ceil(_ORNAMENT * models)
    common = (text for text, count in counts.items() if count >= (least if len(text.split()) < _PROSE else most))
    words = (text for text in common if any(map(str.isalnum, text)) and not text.endswith(":"))  # no codes of emoji
    return frozenset(text for text in words if not _may_be_name(text))


def _may_be_name(text: str) -> bool:
    """Whether words may name a person, such as one that has written all papers of a list."""
    return read_style(text) is not None and all(word[:1].isupper() for word in text.split())


def _ornaments(counts: Counter[str], models: int) -> frozenset[str]:
    """Find the pictures and signs that all entries have."""
    most = max(_FEWEST_ORNAMENTS, math.ceil(_ORNAMENT * models))
    return frozenset(text for text, count in counts.items() if count >= most and not _may_be_name(text))


def _label_of(model: Iterable[Node]) -> str:
    """What the first link of a model is called that announces its paper."""
    links = (node for node in model if isinstance(node, Group) and node.target is not None)
    own = (link.children for link in links if leads_to_paper(link.target or ()))
    labels = (plain(nodes) for nodes in own if all(getattr(each, "slot", None) is not Slot.ID for each in walk(nodes)))
    return next(filter(announces_paper, labels), "").strip("[]() *_`")


def _is_padded(facts: Iterable[Fact]) -> bool:
    """Whether most months and days below ten carry a zero."""
    styles = (each.style for each in facts if each.slot not in (Slot.URL, Slot.PREPRINT))
    padded = Counter(style.padded for style in styles if isinstance(style, DateStyle))
    return padded[True] >= padded[False]


def _most_common(values: Iterable[str], usual: str) -> str:
    """Find the first of the most frequent values; `usual` where none says anything."""
    counts = Counter(filter(None, values))
    return max(counts, key=lambda value: counts[value], default=usual)


def _most_common_preprint(written: Sequence[str]) -> str:
    """The first preprint that is named like most are, whatever their dates."""
    counts = Counter(_DIGIT.sub("0", each) for each in written)
    return max(written, key=lambda text: counts[_DIGIT.sub("0", text)], default="")


def separate_as(model: str, date: str) -> str:
    """A date with what is between the parts of another one: `3rd Apr., 2023`."""
    old, new = _PARTS_OF_DATE.split(model), _PARTS_OF_DATE.split(date)
    if len(old) != len(new):
        return date
    return "".join(part if index % 2 else gap for index, (gap, part) in enumerate(zip(old, new, strict=True)))


def closes(text: str, model: str) -> bool:
    """Whether all pairs of a draft are closed, or as many are open as in its model: else half of a pair is lost."""
    own, its = _left_open(text), _left_open(model)
    return text.count("`") % 2 == 0 and all(
        count in (0, its[name] if name in "([<" else max(its[name], 0)) for name, count in own.items()
    )


def _left_open(text: str) -> Counter[str]:
    """How many tags and brackets are opened and not closed."""
    tags = _TAGS.findall(text.lower())
    found = Counter({name: tags.count(name) - tags.count(f"/{name}") for name in (tag.strip("/") for tag in tags)})
    found.update({pair[0]: text.count(pair[0]) - text.count(pair[1]) for pair in _PAIRS})
    return found


def words_of(text: str) -> set[str]:
    """The words and numbers of a text, without colours of badges: `A42C25`."""
    return {word.casefold() for word in _WORD.findall(_COLOUR.sub(" ", text))}


def fixed_words(models: Sequence[Source], others: Sequence[Source], beside: Sequence[Source] = ()) -> frozenset[str]:
    """The words that belong to entries of the list, whatever their papers: none that is a fact of one.

    What may be a year belongs to them only if nearly all entries have it; and what most others of the section do not
    have, which are `beside`, says something of the models: their topic, where entries are sorted by that.
    """
    near, far = (Counter(chain.from_iterable(map(_words_apart, sources))) for sources in (models, others))
    least = max(_FEWEST_BARE, _SHARE_OF_ALL * (len(models) + len(others)))
    most = max(_FEWEST_ORNAMENTS, _ORNAMENT * len(models))
    usual = (word for word, count in near.items() if count + far[word] >= least or count >= most)
    nearly_all = _ORNAMENT * (len(models) + len(others))
    fixed = (word for word in usual if near[word] + far[word] >= nearly_all or not _YEAR.fullmatch(word))
    if len(beside) < _FEWEST_ORNAMENTS:
        return frozenset(fixed)
    all_beside = Counter(chain.from_iterable(map(_words_apart, beside)))
    return frozenset(word for word in fixed if all_beside[word] >= _COMMON * len(beside) or announces_paper(word))


def _words_apart(source: Source) -> set[str]:
    """The words of an entry that are in none of its facts, without addresses of other pages."""
    text = source.text
    for mark in source.marks:
        if mark.slot is not Slot.OTHER_URL:
            text = f"{text[: mark.start]}{' ' * (mark.end - mark.start)}{text[mark.end :]}"
    return words_of(text)


def is_own(text: str, own: Collection[str], fixed: frozenset[str]) -> bool:
    """Whether each word of a draft is its paper's own, belongs to all entries, or is the label of any paper's link."""
    return all(word in own or word in fixed or announces_paper(word) for word in words_of(text))


def sort_by_agreement(drafts: Sequence[tuple[str, Source]]) -> list[str]:
    """The texts of drafts without repetitions, those first that are most like all others."""
    grams = [Counter(pairwise(["", *_TOKENS.findall(text), ""])) for text, _ in drafts]
    weights = [_OWN if model.entry.section == drafts[0][1].entry.section else 1.0 for _, model in drafts]
    scores: dict[str, float] = {}
    for (text, _), own in zip(drafts, grams, strict=True):
        alike = ((own & other).total() / max((own | other).total(), 1) for other in grams)
        score = sum(weight * share for weight, share in zip(weights, alike, strict=True))
        scores[text] = max(score, scores.get(text, 0.0))
    return sorted(scores, key=lambda text: -round(scores[text], 6))
