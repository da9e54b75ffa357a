"""How a list writes the authors of a paper: where they are in an entry, and other authors written the same way."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]*(?:['’.-][^\W\d_]+)*\.?"
_PARTICLE = r"(?:de|del|della|der|den|van|von|la|le|el|al|bin|ben|di|da|dos|du|ten|ter|zu)"
_NAME = rf"(?:{_PARTICLE} )*{_WORD}(?: (?:{_PARTICLE} )*{_WORD}){{0,4}}"
_MARK = r"[*†‡§¹²³⁴⁵]{0,2}"
_JOINT = r"(?:,? and |,? & |, |; |,(?=\S)|;(?=\S))"
_OTHERS = r"(?:,? ?et\.? al\b\.?|,? and others|,? \.\.\.|…|,? ?等)"
_NAMES = lazy_pattern(rf"(?<![\w@#/.-]){_NAME}{_MARK}(?:{_JOINT}{_NAME}{_MARK})*(?P<others>{_OTHERS})?(?![\w/@])")
_JOINTS = lazy_pattern(_JOINT)
_INITIAL = lazy_pattern(r"(?:[^\W\d_]\.[ -]?)+")
_LABEL = lazy_pattern(r"([^\W\d_][\w /&-]{0,30})[:：]\W{0,4}$")
_AUTHOR_LABEL = lazy_pattern(r"(?:authors?|by|written by|作者)", re.IGNORECASE)
_INSTITUTION = lazy_pattern(
    r"\b(?:Univ\w*|Universit\w+|Institut\w*|Labs?|Laborator\w+|Research|College|School|Academ\w+|Inc|Corp|Technolog\w+|Center"
    r"|Centre|Department|Dept|Group|Team|Foundation|Hospital|Conference|Workshop|Journal|Transactions|Proceedings|Learning"
    r"|Models?|Networks?|Systems?|Language|Data|Dataset|Benchmark|Survey|Github|Code|Paper|Project|Page|Website|Video)\b"
)
"""Words that are in the names of institutions, venues and topics, and hardly ever in those of people."""
_LONGEST = 3_000
"""Characters of a field that are searched for names."""


class Form(StrEnum):
    """How a name is written."""

    FULL = "First Last"
    INITIAL = "F. Last"
    LAST = "Last"


class NameStyle(NamedTuple):
    """How the authors of one entry are written."""

    form: Form
    joint: str
    last_joint: str
    most: int = 0
    """After so many names `others` is written; 0 for no limit."""
    others: str = ""

    def write(self, authors: Sequence[str]) -> str:
        """Other authors in the same style."""
        names = [_write_name(author, self.form) for author in authors]
        if self.most and len(names) > self.most:
            return self.joint.join(names[: self.most]) + self.others
        if len(names) < 2:
            return "".join(names)
        return self.joint.join(names[:-1]) + (self.last_joint or self.joint) + names[-1]


class NameList(NamedTuple):
    """Where the authors are in a text, and how they are written."""

    start: int
    end: int
    style: NameStyle


def find_names(text: str, start: int = 0, end: int | None = None) -> NameList | None:
    """The authors in a field of an entry: three names or more, two that fill it, or fewer before `et al.`."""
    end = min(len(text) if end is None else end, start + _LONGEST)
    for match in _NAMES.finditer(text, start, end):
        if (found := _read(text, match, start, end)) is not None:
            return found
    return None


def _read(text: str, match: re.Match[str], start: int, end: int) -> NameList | None:
    others = match["others"] or ""
    written = match[0][: len(match[0]) - len(others)]
    label = _LABEL.search(text, max(start, match.start() - 40), match.start())
    if (label and not _AUTHOR_LABEL.search(label[1])) or _INSTITUTION.search(written):
        return None
    names, joints = _split(written)
    several = [name for name in names if " " in name.strip()]
    fills = not text[start : match.start()].strip(" \t*_.,;:()[]-–—") and not text[match.end() : end].strip(
        " \t*_.,;:()[]"
    )
    if not (others or label):
        if len(names) >= 3:
            if 4 * len(several) < 3 * len(names):
                return None
        elif len(names) != 2 or len(several) < 2 or not fills:
            return None
    stop = match.end()
    if not others and text[stop - 1] == "." and len(names[-1].split()[-1].rstrip(".")) > 1:
        stop -= 1  # the full stop behind the last name ends a sentence
    return NameList(match.start(), stop, _style(names, joints, others))


def _split(written: str) -> tuple[list[str], list[str]]:
    """The names, and what joins them."""
    names, joints, at = [], [], 0
    for match in _JOINTS.finditer(written):
        names.append(written[at : match.start()])
        joints.append(match[0])
        at = match.end()
    return [*names, written[at:]], joints


def _style(names: Sequence[str], joints: Sequence[str], others: str) -> NameStyle:
    most = len(names) if others else 0
    joint, last = (joints[0], joints[-1]) if joints else (", ", ", ")
    initials = sum(_INITIAL.match(name) is not None for name in names)
    if 2 * initials > len(names):
        form = Form.INITIAL
    elif all(" " not in name.strip() for name in names):
        form = Form.LAST
    else:
        form = Form.FULL
    if others:
        last = joint
    return NameStyle(form, joint, last, most, others)


def _write_name(author: str, form: Form) -> str:
    given, _, family = author.rpartition(" ")
    if not given or form is Form.FULL:
        return author
    if form is Form.LAST:
        return family
    return " ".join([*(f"{word[0]}." for word in given.split()), family])
