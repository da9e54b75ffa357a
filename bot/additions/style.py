"""What the entries that a new one is modelled on have in common."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from bot.listing.links import Label, read_link_label
from bot.listing.skeleton import DateStyle, Fact, Group, Slot, Words, walk
from bot.papers.dates import find_dates
from bot.papers.identifiers import ArxivForm, Scheme, identify
from bot.papers.name_lists import NameStyle, count_names
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.additions.marks import Source
    from bot.listing.skeleton import Line, Node

_COMMON = 0.5
"""The share of models that must have words, for these to belong to all entries."""
_ORNAMENT = 0.9
"""The same for a picture or a sign, which may say something of the paper."""
_FEWEST_ORNAMENTS = 5
_LETTER = lazy_pattern(r"[^\W\d_]")
SITE = lazy_pattern(
    r"\b(?:openreview|doi|acl\w*|anthology|(?:the)?cvf|openaccess|ieee|acm|springer|nature|science\w*|elsevier|(?:bio|med)rxiv"
    r"|ssrn|neurips|nips|icml|iclr|cvpr|iccv|eccv|emnlp|naacl|aaai|ijcai|kdd|usenix|p?mlr|[jt]mlr|ecva|hal|eprint|iacr"
    r"|pubmed|semantic ?scholar|thesis|proceedings?|publisher)\b",
    re.IGNORECASE,
)
"""Sites and venues that a link to another paper may name."""
_FEW_AUTHORS = 3
"""Authors that are all named in lists that write `et al.` for more."""


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
    """How a preprint is called; empty where the models say nothing of that."""
    padded: bool
    """Whether months and days below ten carry a zero."""
    longest: int = 0
    """The authors of the entry that names most of all that name all of theirs; 0 where none does."""
    whole: NameStyle | None = None
    """How all authors are written, as far as possible where they are three or more: two do not show what joins more."""
    shortened: NameStyle | None = None
    """How the first of them are written with `et al.` behind."""

    def for_authors(self, style: NameStyle, count: int) -> NameStyle:
        """How so many authors are written where a model has `style`: lists name all authors where they are few."""
        if not style.others:
            if self.shortened is not None and count > self.longest:
                return self.shortened
            return self.whole if self.whole is not None and count > 2 else style
        is_short = self.whole is not None and count <= self.longest <= _FEW_AUTHORS
        return self.whole if is_short and self.whole is not None else style


def learn_style(shapes: Sequence[tuple[Source, tuple[Line, ...]]], elsewhere: Sequence[str] = ()) -> Style:
    """Learn what the models have in common; `elsewhere` is how the list calls preprints in other entries."""
    models = [list(walk([node for line in lines for node in line.nodes])) for _, lines in shapes]
    nodes = list(chain.from_iterable(models))
    facts = [node for node in nodes if isinstance(node, Fact)]
    words = Counter(chain.from_iterable({each.text for each in model if isinstance(each, Words)} for model in models))
    authors = [(each.style, count_names(each.text, each.style)) for each in facts if isinstance(each.style, NameStyle)]
    styles: Counter[NameStyle] = Counter()
    for style, count in authors:
        styles[style] += 1 if style.others or count > 2 else 0
    preprints = [each.text for each in facts if each.slot is Slot.PREPRINT]
    return Style(
        words=_common_words(words, len(models)),
        ornaments=_ornaments(words, len(models)),
        form=_most_common(
            (form_of(each.text) for each in facts if each.slot is Slot.URL), "https://arxiv.org/abs/{id}"
        ),
        label=_most_common(_labels(nodes), "paper"),
        preprint=_most_common_preprint(preprints or elsewhere),
        padded=_is_padded(facts),
        longest=max((count for style, count in authors if not style.others), default=0),
        whole=next((style for style, _ in styles.most_common() if not style.others), None),
        shortened=next((style for style, times in styles.most_common() if style.others and times > 1), None),
    )


def _common_words(counts: Counter[str], models: int) -> frozenset[str]:
    """Find the words that belong to all entries: no venue, which is one paper's."""
    least = max(1 if models < 4 else 2, math.ceil(_COMMON * models))
    common = (text for text, count in counts.items() if count >= least and _LETTER.search(text))
    return frozenset(text for text in common if not find_venues(text))


def _ornaments(counts: Counter[str], models: int) -> frozenset[str]:
    """Find the pictures and signs that all entries have."""
    most = max(_FEWEST_ORNAMENTS, math.ceil(_ORNAMENT * models))
    return frozenset(text for text, count in counts.items() if count >= most)


def _labels(nodes: Iterable[Node]) -> Iterator[str]:
    """Find what the links to papers are called."""
    for node in nodes:
        if isinstance(node, Group) and node.target is not None and leads_to_paper(node.target):
            label = plain(node.children)
            yield label if announces_paper(label) else ""


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
    """The first preprint that is called as most are."""
    counts = Counter(map(_without_date, written))
    return max(written, key=lambda text: counts[_without_date(text)], default="")


def _without_date(preprint: str) -> str:
    """How a preprint is called, with the format of its date instead of that."""
    for found in find_dates(preprint):
        return f"{preprint[: found.start]}{found.format}{preprint[found.end :]}"
    return re.sub(r"\d", "0", preprint)


def leads_to_paper(nodes: Iterable[Node]) -> bool:
    """Whether the target of a link is an address of the paper."""
    return any(isinstance(node, Fact) and node.slot is Slot.URL for node in nodes)


def form_of(url: str) -> str:
    """The form of an address of arXiv: `https://arxiv.org/pdf/{id}`; empty for other sites."""
    target = identify(url)
    if target.identifier is None or target.identifier.scheme is not Scheme.ARXIV:
        return ""
    if target.form not in (ArxivForm.ABS, ArxivForm.PDF, ArxivForm.HTML):
        return ""
    suffix = ".pdf" if target.form is ArxivForm.PDF and url.lower().rstrip("?#/").endswith(".pdf") else ""
    return f"https://arxiv.org/{target.form}/{{id}}{suffix}"


def plain(nodes: Iterable[Node]) -> str:
    """What a reader sees of nodes, as text."""
    return "".join(node.text for node in walk(tuple(nodes)) if not isinstance(node, Group)).strip()


def announces_paper(label: str) -> bool:
    """Whether the words of a link stand for the paper itself: `pdf`, `arXiv`, `here`."""
    words = label.strip("[]() *_`")
    return read_link_label(words) in (Label.PAPER, Label.HERE) and not SITE.search(words)
