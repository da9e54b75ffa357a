"""Markdown as blocks, runs of words, links and comments, each with its exact span."""

from __future__ import annotations

from bot.document.model import Block, BlockKind, Comment, Document, Link, Prose, Run, RunKind, Style, Wordings, walk
from bot.text import Text, lazy_patterns

__all__ = ["Block", "BlockKind", "Comment", "Document", "Link", "Prose", "Run", "RunKind", "Style", "Wordings", "parse"]


def parse(text: Text, wordings: Wordings | None = None) -> Document:
    """Read Markdown: CommonMark with tables and raw HTML. Never fails: every text is some Markdown.

    What is alike in texts that are parsed with the same `wordings` is read once.
    """
    with lazy_patterns():  # of the fifty of markdown-it a run needs few
        from bot.document.parser import parse_blocks

    blocks, comments, definitions = parse_blocks(text, wordings)
    links: list[Link] = []
    for block in walk(blocks):
        for prose in (*((block.prose,) if block.prose else ()), *block.cells):
            links.extend(prose.links())
    links.sort(key=lambda link: link.span)
    return Document(text, blocks, tuple(links), comments, definitions=definitions, wordings=wordings)
