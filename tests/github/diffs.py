"""The patches that GitHub shows, and the lines of them that can have a comment."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONTEXT = 3
_HEADING = re.compile(r"[A-Za-z_$]")


@dataclass(frozen=True, slots=True)
class Hunk:
    """One `@@` of a diff."""

    old_start: int
    new_start: int
    lines: tuple[str, ...]
    """With their signs."""
    heading: str

    @property
    def old_count(self) -> int:
        return sum(line[0] in " -" for line in self.lines)

    @property
    def new_count(self) -> int:
        return sum(line[0] in " +" for line in self.lines)

    @property
    def right(self) -> range:
        """The lines of the new side, one-based."""
        return range(self.new_start, self.new_start + self.new_count)

    def __str__(self) -> str:
        head = f"@@ -{_range(self.old_start, self.old_count)} +{_range(self.new_start, self.new_count)} @@"
        return "\n".join((f"{head} {self.heading}".rstrip(), *self.lines))


@dataclass(frozen=True, slots=True)
class FileDiff:
    """What happened to one file."""

    path: str
    old_path: str | None
    old: bytes | None
    new: bytes | None
    hunks: tuple[Hunk, ...]

    @property
    def status(self) -> str:
        if self.old is None:
            return "added"
        if self.new is None:
            return "removed"
        return "renamed" if self.old_path != self.path else "modified"

    @property
    def additions(self) -> int:
        return sum(line.startswith("+") for hunk in self.hunks for line in hunk.lines)

    @property
    def deletions(self) -> int:
        return sum(line.startswith("-") for hunk in self.hunks for line in hunk.lines)

    @property
    def patch(self) -> str:
        return "\n".join(map(str, self.hunks))

    def hunk_of(self, line: int) -> int | None:
        """The number of the hunk that shows this line of the new side."""
        return next((number for number, hunk in enumerate(self.hunks) if line in hunk.right), None)


def compare(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> tuple[FileDiff, ...]:
    """The files that differ, by path; a file that was moved as it is counts as renamed."""
    gone = {path: content for path, content in old.items() if path not in new}
    found = []
    for path in sorted({*old, *new}):
        before, after, old_path = old.get(path), new.get(path), path
        if before == after:
            continue
        if before is None and after is not None:
            source = next((name for name, content in gone.items() if content == after), None)
            if source is not None:
                before, old_path = gone.pop(source), source
        found.append((path, old_path, before, after))
    renamed = {old_path for path, old_path, *_ in found if old_path != path}
    return tuple(
        FileDiff(path, old_path if before is not None else None, before, after, hunks(before or b"", after or b""))
        for path, old_path, before, after in found
        if path not in renamed
    )


def hunks(old: bytes, new: bytes) -> tuple[Hunk, ...]:
    """The hunks of a unified diff with three lines of context; none for what is no text."""
    if b"\0" in old or b"\0" in new:
        return ()
    left, right = lines_of(old), lines_of(new)
    return tuple(_hunk(group, left, right) for group in _matcher(left, right).get_grouped_opcodes(CONTEXT))


def moved(old: bytes, new: bytes, line: int) -> int | None:
    """Where a line of the old content stands in the new one; None where it was changed or taken out."""
    left, right = lines_of(old), lines_of(new)
    for tag, start, end, new_start, _ in _matcher(left, right).get_opcodes():
        if start <= line - 1 < end:
            return line - start + new_start if tag == "equal" else None
    return None


def lines_of(content: bytes) -> list[str]:
    """The lines with their ends, as git sees them: only a line feed ends one."""
    text = content.decode("utf-8", "replace")
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _matcher(left: list[str], right: list[str]) -> difflib.SequenceMatcher[str]:
    return difflib.SequenceMatcher(None, left, right, autojunk=False)


def _hunk(group: list[tuple[str, int, int, int, int]], left: list[str], right: list[str]) -> Hunk:
    old_start, new_start = group[0][1], group[0][3]
    lines: list[str] = []
    for tag, start, end, new_from, new_to in group:
        if tag == "equal":
            lines.extend(_signed(" ", left[start:end]))
        else:
            lines.extend(_signed("-", left[start:end]))
            lines.extend(_signed("+", right[new_from:new_to]))
    heading = next((line for line in reversed(left[:old_start]) if _HEADING.match(line)), "")
    has_old = any(line[0] in " -" for line in lines)
    has_new = any(line[0] in " +" for line in lines)
    return Hunk(old_start + has_old, new_start + has_new, tuple(lines), heading.strip()[:80])


def _signed(sign: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield sign + line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _range(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start},{count}"
