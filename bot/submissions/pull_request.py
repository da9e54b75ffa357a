"""The pull request of an approved proposal: its branch, its title, its text and who made it.

The title is the message of the commit too, which is not Markdown: what would do something there is left out, not
escaped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.github.branches import LOGIN
from bot.reports.markdown import block, code
from bot.submissions.answer import language_of
from bot.text import join, lazy_pattern

if TYPE_CHECKING:
    from bot.github.model import Author
    from bot.submissions.answer import Outcome

_PLAIN = lazy_pattern(r"(?!.*(?:://|\bGH-\d))[^@#`\[]{1,150}")
"""Words in which GitHub finds no account, issue, address or `[skip ci]`: it looks for all of them in the message of a
commit."""


class Draft(NamedTuple):
    """A pull request that is to be opened."""

    branch: str
    title: str
    body: str
    trailers: tuple[str, ...]


def draft_pull(outcome: Outcome, number: int, author: Author | None, approver: str) -> Draft:
    """The pull request for the issue `number`, which `author` opened; merging it closes the issue."""
    names = (outcome.title, outcome.paper)
    named = next(
        (each for each in names if each.isprintable() and _PLAIN.fullmatch(each)), f"the paper of issue {number}"
    )
    proposed = f"Proposed by {code(author.login)}, approved by {code(approver)}." if author else ""
    unknown = f"Not known: {join(outcome.unknown, 'and')}." if outcome.unknown else ""
    parts = (block(outcome.text, language_of(outcome.path)), proposed, unknown, f"Closes #{number}")
    return Draft(
        f"paperlist-bot/submission-{number}",
        f"Add {named}",
        "\n\n".join(part for part in parts if part) + "\n",
        coauthors(author),
    )


def coauthors(author: Author | None) -> tuple[str, ...]:
    """The line that makes the author of the proposal one of the commit: the address that GitHub gives everybody."""
    if author is None or author.number is None or not LOGIN.fullmatch(author.login):
        return ()
    return (f"Co-authored-by: {author.login} <{author.number}+{author.login}@users.noreply.github.com>",)
