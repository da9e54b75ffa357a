"""The files that a command names come in; the configuration and the lists, as texts and as read, go out."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot import files
from bot.errors import BotError
from bot.git import read_at
from bot.linter.baseline import find_changed, make_baseline, with_new_conventions
from bot.linter.engine import check
from bot.listing import Catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date
    from typing import BinaryIO, TypeAlias

    from bot.facts.model import Facts
    from bot.linter.config import Config
    from bot.linter.engine import Plan
    from bot.linter.rule import Context
    from bot.listing import Entry, Listing
    from bot.text import Text

    Look: TypeAlias = Callable[[Sequence[Listing]], frozenset[tuple[str, str]] | None]


@dataclass(frozen=True, slots=True)
class Sources:
    """What a run works on."""

    config: Config
    texts: tuple[Text, ...]


def gather(
    paths: Sequence[str], stdin: BinaryIO | None, *, config_path: str | None = None, isolated: bool = False
) -> Sources:
    """Read the configuration and the lists: `paths`, else those that the configuration names, else README.md.

    Without `config_path` the configuration is looked for from the first list on upwards.
    `isolated` uses none. Raises BotError for what cannot be read.
    """
    texts = [files.read(path, stdin) for path in _each_once(paths)]
    config = _config(paths, config_path, isolated=isolated)
    if not paths:
        from bot.linter.config import list_files

        texts = [files.read(path) for path in _each_once(map(_from_here, list_files(config)))]
    return Sources(config, tuple(texts))


def _config(paths: Sequence[str], config_path: str | None, *, isolated: bool) -> Config:
    from bot.linter.config import Config, find_config, load_config
    from bot.rules import RULES

    if isolated:
        return Config()
    if config_path is not None:
        return load_config(Path(config_path), RULES)
    named = [path for path in paths if path != files.STDIN]
    return load_config(find_config(Path(named[0]) if named else Path()), RULES)


def _from_here(path: Path) -> str:
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive of Windows
        return str(path)


def _each_once(paths: Iterable[str]) -> list[str]:
    """One path for each file, however often and by whatever names it is given."""
    found: dict[str, str] = {}
    for path in paths:
        found.setdefault(path if path == files.STDIN else os.path.realpath(path), path)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Survey:
    """Reads texts as listings and looks around them; what was read once is not read again."""

    today: date
    facts: Facts | None = None
    look: Look = files.missing_targets
    """Which relative targets of lists do not exist; None where nobody can say."""
    _listings: dict[Text, Listing] = field(default_factory=dict)

    def __call__(self, texts: Sequence[Text]) -> tuple[tuple[Listing, ...], Context]:
        """The listings of `texts`, in order, and what the rules may know beside them."""
        from bot.linter.rule import Context
        from bot.listing import Catalog

        listings = self.read(texts)
        return listings, Context(self.today, Catalog(listings), self.look(listings), self.facts)

    def read(self, texts: Sequence[Text]) -> tuple[Listing, ...]:
        """The listings of `texts`, in order."""
        return tuple(self._read(text) for text in texts)

    def _read(self, text: Text) -> Listing:
        from bot.document import parse
        from bot.listing import read

        if text not in self._listings:
            self._listings[text] = read(parse(text))
        return self._listings[text]


@dataclass(frozen=True, slots=True)
class Past:
    """The lists of then, read with the habits of today, and what the rules may know beside them."""

    listings: tuple[Listing, ...]
    context: Context


def look_back(revision: str, texts: Sequence[Text], survey: Survey) -> Past:
    """The lists as they were at `revision`.

    Raises BotError for standard input, which git does not know, and where `revisions.read_at` does.
    """
    paths = [text.path for text in texts]
    if files.STDIN in paths:
        raise BotError("--base compares files, and standard input is none", "name the files of the list")
    past = read_at(revision, paths)
    return past_of(past.texts, texts, survey, lambda listings: files.missing_targets(listings, past.holds))


def past_of(then: Sequence[Text], now: Sequence[Text], survey: Survey, look: Look) -> Past:
    """The lists as they were `then`, wherever they come from; `look` tells what of their targets was missing then.

    It is asked only where something is missing now: else there is nothing that could be older than the change.
    """
    listings, context = survey(now)
    old = with_new_conventions(survey.read(then), listings)
    missing = look(old) if context.missing_files else context.missing_files
    return Past(old, replace(context, catalog=Catalog(old), missing_files=missing))


def changed_entries(past: Past, listings: Sequence[Listing]) -> tuple[Entry, ...]:
    """The entries of `listings` that are new or changed."""
    changed = find_changed(make_baseline(past.listings, ()), listings)
    return tuple(
        entry for listing in listings for entry in listing.entries if (listing.text.path, entry.span) in changed
    )


def compared(plan: Plan, past: Past, facts: Facts | None = None) -> Plan:
    """`plan` with eyes for what was changed since `past` alone; `facts` accuse the old lists as well."""
    found = check(past.listings, plan, replace(past.context, facts=facts)).diagnostics
    return replace(plan, baseline=make_baseline(past.listings, found))
