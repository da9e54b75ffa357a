"""Questions about a repository on GitHub come in as method calls; values of `bot.pulls` go out, or a refusal.

PyGithub carries the requests; nothing of its types leaves this package, and nothing that GitHub answers is trusted
to have the right shape. Writing follows reading: what may have been written is looked for before it is given up.
"""

from __future__ import annotations

from bot.network.github.hub import GitHub
from bot.network.github.refusals import GitHubError, Missing, Oversized, Refused, Rejected, Unavailable, UnsureError
from bot.network.github.values import Fate, Issue, NewContent, Outcome
from bot.network.github.wire import Manners

__all__ = [
    "Fate",
    "GitHub",
    "GitHubError",
    "Issue",
    "Manners",
    "Missing",
    "NewContent",
    "Outcome",
    "Oversized",
    "Refused",
    "Rejected",
    "Unavailable",
    "UnsureError",
]
