"""Lists of a few papers in many forms, and what sources say of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.document import parse
from bot.facts.model import Facts
from bot.listing import read
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.papers.witnesses import CodeClaim, CodeState, VenueClaim, Witness
from bot.text import Text
from bot.updates.plan import Choice, update

if TYPE_CHECKING:
    from bot.listing import Listing
    from bot.updates.plan import Outcome

PAPER = Identifier(Scheme.ARXIV, "2310.05915")
TITLE = "FireAct: Toward Language Agent Fine-tuning"
CODE = "https://github.com/anchen1011/FireAct"


def read_text(text: Text) -> Listing:
    """The listing of a text."""
    return read(parse(text))


def facts(
    venues: tuple[VenueClaim, ...] = (), code: tuple[CodeClaim, ...] = (), comment: str = "", title: str = TITLE
) -> Facts:
    """What sources say of one paper."""
    record = Record(title, (), identifier=PAPER, comment=comment)
    return Facts({PAPER: record}, venues={PAPER: venues}, code={PAPER: code})


def published(venue: str = "ICLR", year: int | None = 2024, witness: Witness = Witness.INDEX) -> VenueClaim:
    """One source's word on the venue."""
    return VenueClaim(venue, year, f"source {witness}", witness)


SURE = facts((published(), published(witness=Witness.PUBLISHER)))
SURE_CODE = facts(code=(CodeClaim(CODE, "arXiv", CodeState.NAMED, witness=Witness.AUTHORS),))


def run(content: str, known: Facts, choice: Choice | None = None) -> Outcome:
    """Bring one list up to date."""
    return update((Text("README.md", content),), read_text, known, choice or Choice())


def change(content: str, known: Facts) -> str:
    """The line of the paper after an update."""
    after = run(content, known).texts[0].content
    return next(line for line in after.splitlines() if PAPER.value in line)
