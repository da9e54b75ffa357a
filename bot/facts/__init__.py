"""What services know of papers and repositories."""

from enum import StrEnum


class Depth(StrEnum):
    """How much a run asks about papers."""

    RECORDS = "records"
    """What is on record of each."""
    CLAIMS = "claims"
    """Also what an index says of where papers on arXiv were published."""
    NEWS = "news"
    """Also what their publishers say, and where their code is."""
    LOCK = "lock"
    """All of this, and the titles of all versions."""
