"""The lists of a run, each read once, and what rules may know beside them: their other lists, files and sources."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bot import files
from bot.document import parse
from bot.document.model import MARKDOWN, find_other_format
from bot.errors import BotError
from bot.linter.config import Config
from bot.linter.rule import Context
from bot.listing import Catalog, Listing, read
from bot.listing.others import correct_kinds
from bot.progress import step
from bot.text import Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date
    from typing import TypeAlias

    from bot.document import Wordings
    from bot.facts.model import Facts
    from bot.linter.engine import Stopwatch

    FindMissing: TypeAlias = Callable[[Sequence[Listing]], frozenset[tuple[str, str]] | None]
    """Which relative targets of lists do not exist, as (path of the list, target); None if that is unknown."""


_FRONT_MATTER = ("---", "\ufeff---")
_DEFAULTS = Config()
_SIGNS = ("bot:", "bot ", "bot\t")
"""What comments for the bot begin with."""
_DATA_FILES = (".yaml", ".yml", ".csv", ".tsv", ".bib")
NO_FILE = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.\-]*:|//|#")
"""The start of a link target that names no file: a scheme, a host or an anchor."""


def is_markdown(text: Text) -> bool:
    """Whether a file is surely a list in Markdown; one with front matter may be a record."""
    return find_other_format(text.path, text.content) is None and not text.content.startswith(_FRONT_MATTER)


def names_data_file(text: Text) -> bool:
    """Whether a list may say which records it is generated from."""
    return any(suffix in text.content for suffix in _DATA_FILES)


def may_suppress(content: str) -> bool:
    """Whether a list may hold a comment that suppresses findings, or one that was meant to."""
    lowered = content.lower()
    return any(sign in lowered for sign in _SIGNS)


def missing_targets(
    listings: Iterable[Listing], exists: Callable[[str], bool] = os.path.lexists, top: Path | None = None
) -> frozenset[tuple[str, str]]:
    """Pairs of list path and link target, as the list writes it, of relative targets that do not exist.

    `/x` starts at the top of the repository: `top`, from where the paths of the lists start too, else the nearest
    folder above with a `.git`. Outside of a repository it is not looked at, and neither is what lies above the
    list (GitHub pages such as `../../issues` are written so). Nothing is opened or followed: `exists` is only asked
    whether there is something at an absolute path.
    """
    missing: set[tuple[str, str]] = set()
    tops: dict[Path, Path | None] = {}
    for listing in listings:
        folder = Path(top or "", listing.text.path).parent.absolute()
        if folder not in tops:
            tops[folder] = top or files.top_above(folder)
        for target in dict.fromkeys([link.href for link in listing.document.links]):
            path = _path_of(target, folder, tops[folder])
            if path and not exists(path):
                missing.add((listing.text.path, target))
    return frozenset(missing)


def _path_of(target: str, folder: Path, top: Path | None) -> str | None:
    """The path on disk of `target`; None if it is not a path, or cannot be checked."""
    if not target or target.startswith("?") or NO_FILE.match(target):
        return None
    name = target.partition("#")[0].partition("?")[0]
    if "%" in name:
        from urllib.parse import unquote

        name = unquote(name)
    if "\0" in name or (name.startswith("/") and top is None):
        return None
    base = os.path.normpath(top or folder)
    path = os.path.normpath(f"{top}{name}" if name.startswith("/") else f"{folder}/{name}")
    return path if path == base or path.startswith(base.rstrip(os.sep) + os.sep) else None


def _is_apart(path: str) -> bool:
    """Whether a file is in no repository."""
    return files.top_above(Path(path).parent.absolute()) is None


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """Parses lists and gathers what rules may know beside them; a text that was parsed is not parsed again."""

    today: date
    facts: Facts | None = None
    find_missing: FindMissing = missing_targets
    stopwatch: Stopwatch | None = None
    """Once its time is up, no list is parsed, as in a `Context`."""
    config: Config = _DEFAULTS
    """What it says about the fields of records, and of what entries are about."""
    wordings: Wordings | None = None
    """Given where several versions of a list are read: what is alike in them is read once."""
    _listings: dict[Text, Listing] = field(default_factory=dict)

    def __call__(self, texts: Sequence[Text]) -> tuple[tuple[Listing, ...], Context]:
        """The listings of `texts`, in order, and what the rules may know beside them."""
        listings = self.read(texts)
        # What lies beside standard input is only known where it has the name of a file.
        placed = [listing for listing in listings if listing.text.path != files.STDIN]
        missing = self.find_missing(placed) if placed or not listings else None
        is_on_disk = bool(missing) and self.find_missing is missing_targets
        apart = frozenset(each.text.path for each in placed if is_on_disk and _is_apart(each.text.path))
        sources = self.find_sources(listings)
        return listings, Context(
            self.today, Catalog(listings), missing, self.facts, sources, self.stopwatch, apart=apart
        )

    def read(self, texts: Sequence[Text]) -> tuple[Listing, ...]:
        """The listings of `texts`, in order."""
        return tuple(map(self.read_one, texts))

    def read_one(self, text: Text) -> Listing:
        """The listing of a text, which is read once."""
        if text not in self._listings:
            if self.stopwatch is not None:
                self.stopwatch.check()
            self._listings[text] = self._read_new(text)
        return self._listings[text]

    def find_sources(self, listings: Sequence[Listing]) -> dict[str, Listing]:
        """By their paths the lists that are generated from records, with these."""
        placed = (each for each in listings if each.text.path != files.STDIN)
        return {each.text.path: found for each in placed if (found := self._find_source(each, listings)) is not None}

    def _find_source(self, listing: Listing, listings: Sequence[Listing]) -> Listing | None:
        """The records that a list in Markdown says it is generated from: one of the `listings`, or a file beside it.

        Strangers write lists: nothing outside of the repository is read.
        """
        content = listing.text.content
        if listing.document.format is not MARKDOWN or not names_data_file(listing.text):
            return None
        from bot.data import find_source_names

        known = {os.path.realpath(each.text.path): each for each in listings if each is not listing}
        folder = Path(listing.text.path).parent
        top = files.find_top(folder)
        for name in find_source_names(content):
            for path in (folder / name, top / name):
                if (source := known.get(os.path.realpath(path))) is not None:
                    return source
                is_on_disk = self.find_missing is missing_targets and files.is_file(path)
                is_inside = is_on_disk and files.is_inside(path, files.find_top(top.resolve()))
                if is_inside and (source := self._read_source(files.relative_path(path))).entries:
                    return source
        return None

    def _read_source(self, path: str) -> Listing:
        try:
            return self.read_one(files.read(files.with_slashes(path)))
        except BotError:
            return read(parse(Text(path, "")))

    def _read_new(self, text: Text) -> Listing:
        step(f"Reading {text.path}")
        if is_markdown(text):
            listing = read(parse(text, self.wordings))
        else:
            from bot.data import read as read_records  # most lists are Markdown

            listing = read_records(text, dict(self.config.fields))
        if not (self.config.kinds or may_suppress(text.content)):
            return listing
        from bot.linter.suppressions import find_kinds  # few lists need it

        return correct_kinds(listing, self.config.kinds, find_kinds(listing))
