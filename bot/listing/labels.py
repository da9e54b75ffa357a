"""What the words of a link announce: the paper, its code, a page, notes; and the words that a badge shows."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, unquote

from bot.papers.dates import DIGIT
from bot.papers.urls import DOI
from bot.text import StrEnum, lazy_pattern


class Label(StrEnum):
    """What a link's text announces."""

    PAPER = "paper"
    CODE = "code"
    PAGE = "page"
    """A project page, a video, a data set, a post: about the paper, but not the paper."""
    NOTE = "note"
    """Notes, slides, a discussion, a citation: words about the paper, which are not code wherever they are kept."""
    HERE = "here"
    """`link`, `here`, `this paper`: where the link is, such as its column, tells what it is."""


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
        dataset datasets benchmark model models weights checkpoint checkpoints huggingface hf supp supplement
        supplementary supplemental appendix twitter tweet x news media zhihu wechat leaderboard docs doc
        documentation space playground challenge competition workshop podcast reddit linkedin discord readme wiki
        app tool gallery
        项目 主页 数据 数据集 博客 视频 知乎
    """,
    Label.NOTE: """
        slides slide poster talk presentation interview bibtex bib citation citations cite review reviews
        discussion summary note notes explanation explanations comment thread forum
        笔记 解读 解説
    """,
    Label.HERE: """
        link links here url 链接 more info details read download view open file go 🔗 ↗ original read-more
    """,
}

_LABELS = {word: label for label, words in _WORDS.items() for word in words.split()}

_QUALIFIERS = frozenset(
    """
    official unofficial our the full main conference journal extended original short long new tech technical
    hugging face v1 v2 v3 version online supplementary free author authors author's your my and with of for on to see
    phd doctoral master in first second third part 1 2 3 4 5 i ii iii
""".split()
)
"""Words that qualify a label without being one."""

_IDENTIFIER = lazy_pattern(rf"(?:doi:?\s*)?/?{DOI}|(?:arxiv:?\s*)?\d{{4}}\.\d{{4,5}}(?:v\d+)?|arxiv:\S+", re.IGNORECASE)
"""A DOI or an arXiv id: what announces the paper by naming it."""

_POINTER = lazy_pattern(
    r"(?:(?:see|read|check|click|found|available|as|in|at|on)\s+){0,3}(?:out\s+)?(?:here|(?:this|these|that|their|his|her)"
    r"(?:\s+(?:one|(?:[a-z-]+\s+)?(?:papers?|surveys?|articles?|works?|stud(?:y|ies)|reports?|preprint|thesis|posts?|links?"
    r"|pages?|blogs?|threads?|repo(?:sitory)?|lists?)))?)"
    r"|an?\s+[a-z-]+\s+(?:papers?|surveys?|articles?|works?|stud(?:y|ies))|这里|此处|这篇(?:论文|文章|综述)|该(?:论文|文章)",
    re.IGNORECASE,
)
"""Words that only point at what is behind the link, in the sentence around it: `this paper`, `see here`."""

_POINTING = frozenset("here this these that their his her a an".split())
"""Each of them in Latin letters has one of these."""

_JOINTS = str.maketrans("/&+-", "    ")

_MOST_WORDS = 4
"""Words of a label; more are a title."""

_NOISE = lazy_pattern(r"[^\w&+./-]+|^[._/-]+|[._/-]+$")

_SHIELD = lazy_pattern(r"img\.shields\.io/(?:badge/([^?]*)|static/v1\?(.*))", re.IGNORECASE)


@lru_cache(maxsize=16_384)
def read_link_label(text: str) -> Label | None:
    """What a link's text announces; None for text that announces nothing, such as a title."""
    if len(text) > 60:
        return None
    may_identify = "arxiv:" in text.lower() or ("." in text and DIGIT.search(text) is not None)
    if may_identify and _IDENTIFIER.fullmatch(text.strip("[] ")):
        return Label.PAPER
    words = text.strip(" \t\n.,;:!?()[]*_")
    may_point = not words.isascii() or not _POINTING.isdisjoint(words.lower().split())
    return Label.HERE if may_point and _POINTER.fullmatch(words) else _read_words(text)


def _read_words(text: str) -> Label | None:
    """What a link's text announces, word by word."""
    written = text.casefold().split()
    if sum(map(str.isalnum, written)) > _MOST_WORDS:
        return None
    words = [bare for word in written if (bare := word if word.isalnum() else _NOISE.sub("", word))]
    if not words:
        return Label.HERE if text.strip() else None
    if len(words) > _MOST_WORDS:
        return None
    whole = _LABELS.get("-".join(words)) or _LABELS.get("".join(words))
    if whole is not None:
        return whole
    found = [_LABELS.get(word) for word in words]
    if found[0] is None and (parts := words[0].translate(_JOINTS).split(" ")) and len(parts) > 1:
        words[:1], found[:1] = parts, [_LABELS.get(part) for part in parts]
    known = [label for label in found if label is not None]
    if any(label is None and word not in _QUALIFIERS for word, label in zip(words, found, strict=False)):
        return None
    for label in (Label.PAPER, Label.CODE, Label.PAGE, Label.NOTE, Label.HERE):
        if label in known:
            return label
    return None


def read_badge(alt: str, source: str) -> str:
    """The words that a badge shows: those of its address, where it is one that draws them, else its `alt`."""
    return " ".join(split_badge(source)) or alt


def split_badge(source: str) -> list[str]:
    """The label and the message of a badge, or the message alone, where its address is one that draws them."""
    match = _SHIELD.search(source)
    if match is None:
        return []
    if match[1] is None:
        values = dict(parse_qsl(match[2]))
        parts = [values.get("label", ""), values.get("message", "")]
    else:
        written = unquote(match[1]).replace("--", "\x00").replace("__", "\x01").split("-")
        parts = [" ".join(part.replace("_", " ").split()) for part in (written[:-1] or written)]
        parts = [part.replace("\x00", "-").replace("\x01", "_") for part in parts]
    return [part.strip() for part in parts if part.strip()]
