"""What services know of papers and repositories."""

from enum import IntEnum


class Depth(IntEnum):
    """How much a run asks about papers."""

    RECORDS = 0
    """What is on record about each."""
    CLAIMS = 1
    """Also what an index says about where papers on arXiv were published."""
    NEWS = 2
    """Also what their publishers say, and where their code is."""
    LOCK = 3
    """All of this, and the titles of all versions."""
