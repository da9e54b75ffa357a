"""The words on a link come in; what they promise behind it goes out: the paper, its code, a page, nothing certain."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bot.papers.identifiers import DOI, Scheme, identify
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.document import Link
    from bot.listing.model import Entry
    from bot.papers.identifiers import Identifier


class Label(StrEnum):
    """What a link's text says of its target."""

    PAPER = "paper"
    CODE = "code"
    PAGE = "page"
    """A project page, a video, a data set, a post: about the paper, but not the paper."""
    HERE = "here"
    """`link`, `here`: the place of the link, such as its column, says what it is."""


_WORDS = {
    Label.PAPER: """
        paper papers pdf abs abstract arxiv ariv arxive arxiv.org arxiv-pdf preprint openreview doi html article
        publication publisher proceedings proceeding paper-link pdf-link fulltext full-text manuscript acl
        anthology aclanthology cvf thecvf openaccess ieee acm springer nature sciencedirect elsevier biorxiv
        medrxiv ssrn neurips nips icml iclr cvpr iccv eccv emnlp naacl aaai ijcai kdd usenix mlr pmlr jmlr tmlr
        ecva hal eprint iacr thesis pub pubmed semanticscholar paper1 paper2 pdf1 pdf2 arxiv1 arxiv2
        论文 原文 文章 論文 文献 论文链接 论文下载链接 论文地址 arxiv链接 链接地址
    """,
    Label.CODE: """
        code codes github git repo repository source sourcecode src gitlab implementation official official-code
        python pytorch tensorflow torch jax keras toolkit package library star stars colab notebook gitee code1
        code2 python-reference pytorch-reference official-implementation reference unofficial reproduction code&data
        codedata coderepo githubrepo bitbucket matlab julia caffe mxnet theano lua
        代码 源码 代码链接 代码地址 代码和数据集
    """,
    Label.PAGE: """
        project projects page website web webpage web-page site homepage home home-page project-page projectpage
        projectwebsite blog blogs blogpost post medium tutorial video videos youtube bilibili demo demos data
        dataset datasets benchmark slides slide poster talk presentation model models weights checkpoint
        checkpoints huggingface hf bibtex bib citation citations cite supp supplement supplementary supplemental
        appendix twitter tweet x news media review reviews discussion zhihu wechat leaderboard docs doc
        documentation space playground challenge competition workshop interview podcast summary note notes
        reddit linkedin discord explanation explanations comment thread readme wiki forum app tool gallery
        项目 主页 数据 数据集 博客 视频 解读 知乎 解説
    """,
    Label.HERE: """
        link links here url 链接 more info details read download view open file go 🔗 ↗ original read-more
    """,
}
_LABELS = {word: label for label, words in _WORDS.items() for word in words.split()}
_QUALIFIERS = frozenset(
    """
    official unofficial our the full main conference journal extended original short long new tech technical
    hugging face v1 v2 v3 version online supplementary free author authors author's your my and with of for on
    in first second third part 1 2 3 4 5 i ii iii
""".split()
)
"""Words that say more of a label without being one."""
_IDENTIFIER = lazy_pattern(rf"(?:doi:?\s*)?/?{DOI}|(?:arxiv:?\s*)?\d{{4}}\.\d{{4,5}}(?:v\d+)?|arxiv:\S+", re.IGNORECASE)
"""A DOI or an arXiv id: what announces the paper by naming it."""
_NOISE = lazy_pattern(r"[^\w&+./-]+|^[._/-]+|[._/-]+$")
_SHIELD = lazy_pattern(r"img\.shields\.io/(?:badge/|static/v1\?(?:label|message)=)([^?]*)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def read_link_label(text: str) -> Label | None:
    """What a link's text announces; None for text that announces nothing, such as a title."""
    if len(text) > 60:
        return None
    if _IDENTIFIER.fullmatch(text.strip("[] ")):
        return Label.PAPER
    words = [cleaned for word in text.casefold().split() if (cleaned := _NOISE.sub("", word))]
    if not words:
        return Label.HERE if text.strip() else None
    if len(words) > 4:
        return None
    whole = _LABELS.get("-".join(words)) or _LABELS.get("".join(words))
    if whole is not None:
        return whole
    found = [_LABELS.get(word) for word in words]
    if found[0] is None and (parts := re.split(r"[/&+-]", words[0])) and len(parts) > 1:
        words[:1], found[:1] = parts, [_LABELS.get(part) for part in parts]
    known = [label for label in found if label is not None]
    if any(label is None and word not in _QUALIFIERS for word, label in zip(words, found, strict=False)):
        return None
    for label in (Label.PAPER, Label.CODE, Label.PAGE, Label.HERE):
        if label in known:
            return label
    return None


def read_badge(alt: str, source: str) -> str:
    """The words that a badge shows: those of its address, where it is one that draws them, else its `alt`."""
    match = _SHIELD.search(source)
    if match is None:
        return alt
    words = unquote(match[1]).replace("--", "\x00").replace("__", "\x01").split("-")
    shown = " ".join(words[:-1] if len(words) > 1 else words)
    return re.sub(r"[_\s]+", " ", shown.replace("\x00", "-").replace("\x01", "_")).strip() or alt


def named_paper(entry: Entry) -> tuple[Link, Identifier] | None:
    """The paper on arXiv that the entry is about, with the link that says so: the main one, or the title's own."""
    if entry.title is None:
        return None
    titled = (link for link in entry.links if not link.image and link.span.contains(entry.title.span))
    for link in (*((entry.link,) if entry.link else ()), *titled):
        identifier = identify(link.href).identifier
        if identifier is not None and identifier.scheme is Scheme.ARXIV:
            return link, identifier
    return None
