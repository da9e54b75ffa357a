"""What the entries that a new one is modelled on have in common."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.additions.names import NameStyle, count_names
from bot.additions.shapes import DateStyle, Fact, Group, Slot, Words, walk
from bot.listing.links import Label, read_link_label
from bot.papers.dates import find_dates
from bot.papers.identifiers import ArxivForm, Scheme, identify
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.additions.marks import Source
    from bot.additions.shapes import Line, Node

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
class Habits:
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

    def style_for(self, style: NameStyle, count: int) -> NameStyle:
        """How so many authors are written where a model has `style`: lists name all authors where they are few."""
        if not style.others:
            if self.shortened is not None and count > self.longest:
                return self.shortened
            return self.whole if self.whole is not None and count > 2 else style
        is_short = self.whole is not None and count <= self.longest <= _FEW_AUTHORS
        return self.whole if is_short and self.whole is not None else style


def learn_habits(shapes: Sequence[tuple[Source, tuple[Line, ...]]], elsewhere: Sequence[str] = ()) -> Habits:
    """What the models have in common."""
    counts: Counter[str] = Counter()
    signs: Counter[str] = Counter()
    forms: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    found: list[str] = []
    padding: Counter[bool] = Counter()
    styles: Counter[NameStyle] = Counter()
    longest = 0
    for _, lines in shapes:
        nodes = list(walk([node for line in lines for node in line.nodes]))
        words = {node.text for node in nodes if isinstance(node, Words)}
        counts.update(words)
        signs.update(words)
        for node in nodes:
            if isinstance(node, Group) and node.target is not None and leads_to_paper(node.target):
                labels.update([text for text in (plain(node.children),) if announces_paper(text)])
            if isinstance(node, Fact):
                if node.slot is Slot.URL and (form := form_of(node.text)):
                    forms[form] += 1
                elif node.slot is Slot.PREPRINT:
                    found.append(node.text)
                elif isinstance(node.style, DateStyle) and node.style.padded is not None:
                    padding[node.style.padded] += 1
                elif isinstance(node.style, NameStyle):
                    count = count_names(node.text, node.style)
                    styles[node.style] += 1 if node.style.others or count > 2 else 0
                    longest = longest if node.style.others else max(longest, count)
    least = max(1 if len(shapes) < 4 else 2, math.ceil(_COMMON * len(shapes)))
    most = max(_FEWEST_ORNAMENTS, math.ceil(_ORNAMENT * len(shapes)))
    common = {
        text for text, count in counts.items() if count >= least and _LETTER.search(text) and not find_venues(text)
    }
    return Habits(
        frozenset(common),
        frozenset(text for text, count in signs.items() if count >= most),
        max(forms, key=lambda form: forms[form], default="https://arxiv.org/abs/{id}"),
        max(labels, key=lambda label: labels[label], default="paper"),
        _most_common_preprint(found or elsewhere),
        padding[True] >= padding[False],
        longest,
        next((style for style, _ in styles.most_common() if not style.others), None),
        next((style for style, times in styles.most_common() if style.others and times > 1), None),
    )


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
