"""The memory of a list's sweeps comes in; the picture of its health that the page shows goes out. No I/O here."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.reports.page import Dead, Month, Moved, Picture, Place, Share, Sweep, Tally
from bot.sweeps import Kind, list_items

if TYPE_CHECKING:
    from bot.sweeps import Item
    from bot.sweeps import state as memory


def picture_of(state: memory.State, title: str, site: str = "") -> Picture:
    """The picture after the last sweep of `state`.

    `site` is where files of the repository are shown, as `https://github.com/owner/name/blob/HEAD`; without one,
    places are words alone. What a person said is alive is left out, as in the issue.
    """
    census = state.census
    items = list_items(state, census.places, state.time)
    return Picture(
        title=title,
        day=_day(state.time),
        now=_tally(state.runs[-1].tally) if state.runs else Tally(),
        papers=census.papers,
        sweeps=tuple(Sweep(_day(run.time), _tally(run.tally)) for run in state.runs if not run.discarded),
        sections=tuple(Share(each.name or "–", _tally(each.tally)) for each in census.sections),
        hosts=tuple(Share(each.name, _tally(each.tally)) for each in census.hosts),
        months=tuple(Month(each.year, each.month, each.papers) for each in census.months),
        dead=tuple(_dead(item, site) for item in items if item.kind is Kind.DEAD),
        moved=tuple(_moved(item, site) for item in items if item.kind is Kind.MOVED),
        alarms=state.wrong,
        reported=state.called,
    )


def _dead(item: Item, site: str) -> Dead:
    place, section = _place(item, site)
    return Dead(item.url, place, section, _day(item.since), item.words, item.copy)


def _moved(item: Item, site: str) -> Moved:
    place, section = _place(item, site)
    return Moved(item.url, item.moved_to or "", place, section, _day(item.since))


def _place(item: Item, site: str) -> tuple[Place, str]:
    """Where an item stands first, and under which heading."""
    if not item.places:
        return Place("–"), ""
    first = item.places[0]
    url = f"{site}/{quote(first.path.removeprefix('./'))}?plain=1#L{first.line}" if site else None
    return Place(f"{first.path}:{first.line}", url), first.section


def _tally(tally: memory.Tally) -> Tally:
    return Tally(tally.ok, tally.moved, tally.dead, tally.blocked, tally.uncertain, tally.skipped)


def _day(time: int) -> date:
    return datetime.fromtimestamp(max(time, 0), UTC).date()
