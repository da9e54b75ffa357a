"""What nodes of an entry say: whether a link leads to the paper, and what its words and its address stand for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.listing.links import Label, read_link_label
from bot.listing.skeleton import Fact, Group, Slot, walk
from bot.papers.identifiers import ArxivForm, Scheme, identify
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.listing.skeleton import Node

SITE = lazy_pattern(
    r"\b(?:openreview|doi|acl\w*|anthology|(?:the)?cvf|openaccess|ieee|acm|springer|nature|science\w*|elsevier|(?:bio|med)rxiv"
    r"|ssrn|neurips|nips|icml|iclr|cvpr|iccv|eccv|emnlp|naacl|aaai|ijcai|kdd|usenix|p?mlr|[jt]mlr|ecva|hal|eprint|iacr"
    r"|pubmed|semantic ?scholar|thesis|proceedings?|publisher)\b",
    re.IGNORECASE,
)
"""Sites and venues that a link to another paper may name."""


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


def source_of(node: Node) -> str:
    """A node as it is written."""
    if not isinstance(node, Group):
        return node.text
    opening, children = "".join(map(source_of, node.opening)), "".join(map(source_of, node.children))
    target = "" if node.target is None else f"]({''.join(map(source_of, node.target))}"
    return f"{opening}{children}{target}{node.closing}"
