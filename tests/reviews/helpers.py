"""Checked pull requests made from lists before and after a change, and conversations that grow by reviews."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.document import parse
from bot.github.hidden_text import Seal
from bot.github.model import ChangedFile, Comment, Conversation, Pull, Thread
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity
from bot.listing import read
from bot.reports.patch import unified_diff
from bot.reviews.findings import CheckedPull
from bot.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.github.model import InlineComment, Review
    from bot.listing import Listing

PATH = "README.md"
HEAD = "b" * 40
NEXT = "c" * 40
PULL = Pull("lists/papers", 7, HEAD, "a" * 40, "a" * 40, "stranger/papers")
SEAL = Seal(PULL.repository, PULL.number)

_FENCE = re.compile(r"(`{3,})suggestion")


@lru_cache(maxsize=8)
def listing(content: str, path: str = PATH) -> Listing:
    """The list with that content; tests at a limit ask for the same long one again and again."""
    return read(parse(Text(path, content)))


def patch(before: str, after: str) -> str:
    """What GitHub gives as the patch of a file."""
    return "\n".join(unified_diff(Text(PATH, before), after).split("\n")[2:]).rstrip("\n")


def found(
    content: str,
    words: str,
    rule: str = "some-rule",
    severity: Severity = Severity.WARNING,
    *,
    new: str | None = None,
    safety: Safety = Safety.SAFE,
    message: str = "is wrong",
    path: str = PATH,
) -> Diagnostic:
    """A finding at the first place of `words`, with a fix that writes `new` there."""
    start = content.index(words)
    span = Span(start, start + len(words))
    fix = None if new is None else Fix("Fix it", (Edit(span, new),), safety)
    return Diagnostic(rule, severity, path, span, message, fix)


def checked_pull(after: str, diagnostics: Iterable[Diagnostic], *, before: str = "", pull: Pull = PULL) -> CheckedPull:
    changed = ChangedFile(PATH, PATH if before else None, patch(before, after))
    return CheckedPull(pull, (changed,), (listing(after),), tuple(diagnostics))


def suggested(body: str) -> list[str] | None:
    """The lines that a comment suggests; None where it suggests nothing."""
    lines = body.split("\n")
    for index, line in enumerate(lines):
        if match := _FENCE.fullmatch(line):
            return lines[index + 1 : lines.index(match[1], index + 1)]
    return None


def accept(content: str, comments: Sequence[InlineComment]) -> str:
    """The file after a click on every suggestion; ends of lines stay as they were."""
    lines = content.split("\n")
    for comment in sorted(comments, key=lambda each: -each.line):
        new = suggested(comment.body)
        if new is None:
            continue
        start = (comment.start_line or comment.line) - 1
        end = "\r" if lines[start].endswith("\r") else ""
        lines[start : comment.line] = [f"{each}{end}" for each in new]
    return "\n".join(lines)


@dataclass
class Stage:
    """A pull request's conversation that changes as reviews are carried out."""

    threads: list[Thread] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    count: int = 0

    @property
    def conversation(self) -> Conversation:
        return Conversation(tuple(self.threads), tuple(self.comments))

    def carry_out(self, review: Review) -> None:
        minimized = {each.id for each in review.minimizations}
        assert len(minimized) == len(review.minimizations)
        self.threads = [
            replace(thread, comments=tuple(self._minimized(each, minimized) for each in thread.comments))
            for thread in self.threads
        ]
        self.comments = [self._minimized(each, minimized) for each in self.comments]
        for comment in review.comments:
            first = self._comment(comment.body)
            self.threads.append(Thread(comment.path, False, False, (first,)))
        if review.summary is None:
            return
        edited = review.summary.comment
        if edited is None:
            self.comments.append(self._comment(review.summary.body))
        else:
            index = next(i for i, each in enumerate(self.comments) if each.id == edited.id)
            self.comments[index] = replace(self.comments[index], body=review.summary.body.rstrip())

    def _minimized(self, comment: Comment, minimized: set[str]) -> Comment:
        return replace(comment, is_minimized=True) if comment.id in minimized else comment

    def _comment(self, body: str) -> Comment:
        self.count += 1
        return Comment(f"C{self.count}", self.count, body, True)
