"""What ties the bot's hidden texts on GitHub to the issue or pull request that they are in."""

from __future__ import annotations

from hmac import compare_digest, digest
from typing import NamedTuple

KEY = "BOT_STATE_KEY"
"""The environment variable with the secret of a repository for its seals."""


class Seal(NamedTuple):
    """Makes checksums: a hidden text of another issue, or one that somebody made up, is not read."""

    repository: str = ""
    """`owner/name`; empty if any may be read."""
    number: int = 0
    """Of the issue or the pull request; 0 for an issue that is not made yet, or where any may be read."""
    key: bytes = b""
    """A secret of the repository, if it has one for this: without it nobody can make a text that is read."""

    def sum(self, content: str) -> str:
        """The checksum of `content`: 32 hexadecimal digits."""
        return digest(self.key, f"{self.repository}#{self.number}\n{content}".encode(), "sha256").hex()[:32]

    def fits(self, content: str, found: str) -> bool:
        """Whether `found` is the checksum of `content`."""
        return compare_digest(self.sum(content), found)
