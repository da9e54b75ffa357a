"""The health of a list after its last sweep, for `bot report`."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.links.model import Share, Tally
from bot.reports.pages import Dead, Health, Month, Moved, Place, Sweep
from bot.sweeps.items import ItemKind, list_items
from bot.sweeps.state import day_of

if TYPE_CHECKING:
    from bot.sweeps.items import Item
    from bot.sweeps.state import State


def health_of(state: State, title: str, site: str = "") -> Health:
    """The health of the list after the last sweep of `state`.

    `site` is where files of the repository are shown, as `https://github.com/owner/name/blob/HEAD`; without one,
    places are not links. What a person ticked as alive is left out, as in the issue.
    """
    census = state.census
    items = list_items(state, census.places, state.time)
    return Health(
        title=title,
        day=day_of(state.time),
        now=state.runs[-1].tally if state.runs else Tally(),
        papers=census.papers,
        sweeps=tuple(Sweep(day_of(run.time), run.tally) for run in state.runs if not run.discarded),
        sections=tuple(Share(each.name or "–", each.tally) for each in census.sections),
        hosts=census.hosts,
        months=tuple(Month(each.year, each.month, each.papers) for each in census.months),
        dead=tuple(_dead(item, site) for item in items if item.kind is ItemKind.DEAD),
        moved=tuple(_moved(item, site) for item in items if item.kind is ItemKind.MOVED),
        false_alarms=state.wrong,
        reported=state.called,
    )


def summarize(health: Health) -> str:
    """The figures, a line each."""
    now = health.now
    alive = "nothing was checked yet" if now.alive is None else f"{int(now.alive * 10) / 10:g} % alive"
    others = ("moved", "dead", "blocked", "uncertain", "skipped")
    counts = [f"{getattr(now, state):,} {state}" for state in others if getattr(now, state)]
    sweeps, dead, wrong = len(health.sweeps), health.reported, health.false_alarms
    lines = [
        f"{health.title}, as of {health.day.isoformat()}",
        f"{now.total:,} links in {health.papers:,} papers: {', '.join([alive, *counts])}",
        f"{sweeps:,} sweeps; {dead:,} links reported as dead, {wrong:,} of them alive",
    ]
    return "".join(f"{line}\n" for line in lines)


def _dead(item: Item, site: str) -> Dead:
    place, section = _place(item, site)
    return Dead(item.url, place, section, day_of(item.since), item.message, item.copy)


def _moved(item: Item, site: str) -> Moved:
    place, section = _place(item, site)
    return Moved(item.url, item.moved_to or "", place, section, day_of(item.since))


def _place(item: Item, site: str) -> tuple[Place, str]:
    """The first place of an item, and the heading that it is under."""
    if not item.places:
        return Place("–"), ""
    first = item.places[0]
    url = f"{site}/{quote(first.path.removeprefix('./'))}?plain=1#L{first.line}" if site else None
    return Place(f"{first.path}:{first.line}", url), first.section
