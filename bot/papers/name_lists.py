"""How a list writes the authors of a paper: where they are in an entry, and other authors written the same way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.papers.names import PARTICLES, NameForm
from bot.text import lazy_pattern

_AROUND = " \t*_.,;:()[]-–—"
"""What may be around the names that fill a field."""
_WORD = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]*(?:['’.-][^\W\d_]+)*\.?"
_PARTICLE = r"(?:de|del|della|der|den|van|von|la|le|el|al|bin|ben|di|da|dos|du|ten|ter|zu)"
_NAME = rf"(?:{_PARTICLE} )*{_WORD}(?: (?:{_PARTICLE} )*{_WORD}){{0,4}}"
_MARK = r"[*†‡§¹²³⁴⁵]{0,2}"
_JOINT = r"(?:,? and |,? & |, |; |,(?=\S)|;(?=\S))"
_OTHERS = r"(?:,? ?et\.? ?al\b\.?|,? and others|,? \.\.\.|…|,? ?等)"
_NAMES = lazy_pattern(rf"(?<![\w@#/.-]){_NAME}{_MARK}(?:{_JOINT}{_NAME}{_MARK})*(?P<others>{_OTHERS})?(?![\w/@])")
_JOINTS = lazy_pattern(_JOINT)
_INITIALS = r"(?:[^\W\d_a-z]\.[ -]?){1,4}(?<! )"
_REVERSED = rf"(?:{_PARTICLE} )*{_WORD}(?:[ -]{_WORD}){{0,2}}, {_INITIALS}"
_REVERSED_JOINT = r"(?:; (?:and |& )?|,? and |,? & |, )"
_REVERSED_NAMES = lazy_pattern(
    rf"(?<![\w@#/.-]){_REVERSED}{_MARK}(?:{_REVERSED_JOINT}{_REVERSED}{_MARK})*(?P<others>{_OTHERS})?(?![\w/@])"
)
_REVERSED_JOINTS = lazy_pattern(rf"(?<=\.){_REVERSED_JOINT}")
_LAST = lazy_pattern(
    rf"(?P<joint> ?,? (?:and |& )?)(?:{_REVERSED}|{_WORD} {_NAME}){_MARK}(?=[\s{re.escape(_AROUND)}]*$)"
)
"""The last author, named after `et al.` at the end of a field."""
_TRAILING = lazy_pattern(r" [^\W\d_a-z]{1,3}(?: [^\W\d_a-z])*$")
"""Initials after a family name, without full stops: `Lovelace A`, `Hopper GB`."""
_INITIAL = lazy_pattern(r"(?:[^\W\d_]\.[ -]?)+")
_LABEL = lazy_pattern(r"([^\W\d_][\w /&-]{0,30})[:：]\W{0,4}$")
_AUTHOR_LABEL = lazy_pattern(r"(?:authors?|by|written by|作者)", re.IGNORECASE)
_INSTITUTION = lazy_pattern(
    r"\b(?:Univ\w*|Universit\w+|Institut\w*|Labs?|Laborator\w+|Research|College|School|Academ\w+|Inc|Corp|Technolog\w+|Center"
    r"|Centre|Department|Dept|Group|Team|Foundation|Hospital|Conference|Workshop|Journal|Transactions|Proceedings|Learning"
    r"|Models?|Networks?|Systems?|Language|Data|Dataset|Benchmark|Survey|Github|Code|Paper|Project|Page|Website|Video)\b"
)
"""Words that are in the names of institutions, venues and topics, and hardly ever in those of people."""
_AND = lazy_pattern(r"and|&")
_GIVEN = lazy_pattern(r"[^\s.]+\.?(?: [^\W\d_]\.)*")
"""Given names without a family name."""
_FOOTNOTE = lazy_pattern(r"<sup\b[^<>]*>[^<>]{0,20}</sup>", needs="<sup")
_TAG = lazy_pattern(r"</?(?:su[bp]|font|span|b|i|u|em|strong)\b[^<>]*>", needs="<")
_BETWEEN = lazy_pattern(
    rf"{_FOOTNOTE.pattern}|{_TAG.pattern}|\*+|(?<![^\W_])_+|_+(?![^\W_])"
    r"|(?P<blank>(?:(?<=,)|(?<=\b[^\W\d_a-z]\.))[ \t]*\r?\n[ \t]*|[ \t]{2,})"
)
"""What may be between the names of a by-line; a line breaks after a comma or an initial."""
_LONGEST = 3_000
"""Characters of a field that are searched for names."""


_SHORT_ALREADY = lazy_pattern(r"[^\W\d_]\.(?:-?[^\W\d_]\.)+")
"""Initials as they stand already: `K.P.`, `J.-P.`."""


def write_name(name: str, form: NameForm) -> str:
    """A name, given as `First Last`, in another form."""
    words = name.split(" ")
    start = len(words) - 1
    while start and words[-1][:1].isupper() and words[start - 1].islower():  # particles, `van den Oord`
        start -= 1
    given, family = " ".join(words[:start]), " ".join(words[start:])
    if not given or form is NameForm.FULL:
        return name
    if form is NameForm.LAST:
        return family
    if form in (NameForm.FAMILY_FIRST, NameForm.FIRST_REVERSED):
        return f"{family}, {given}"
    initials = " ".join(
        word if _SHORT_ALREADY.fullmatch(word) else "-".join(f"{part[0]}." for part in word.split("-") if part)
        for word in given.split()
    )
    if form in (NameForm.TRAILING, NameForm.JOINED):
        return f"{family} {re.sub(r'[.]' if form is NameForm.TRAILING else r'[. ]', '', initials)}"
    return f"{family}, {initials}" if form is NameForm.REVERSED else f"{initials} {family}"


class NameStyle(NamedTuple):
    """How the authors of one entry are written."""

    form: NameForm
    joint: str
    last_joint: str
    most: int = 0
    """After so many names `others` is written; 0 for no limit."""
    others: str = ""
    ending: str = ""
    """What is between `others` and the last author, where he is named."""

    def write(self, authors: Sequence[str]) -> str:
        """Other authors in the same style."""
        others = NameForm.FULL if self.form is NameForm.FIRST_REVERSED else self.form
        names = [write_name(author, others if index else self.form) for index, author in enumerate(authors)]
        if self.most and len(names) > self.most + bool(self.ending):
            return self.joint.join(names[: self.most]) + self.others + (self.ending and self.ending + names[-1])
        if len(names) < 2:
            return "".join(names)
        last = self.last_joint or self.joint
        if len(names) == 2 and _AND.search(last) and "," not in names[0]:
            last = last.removeprefix(",")
        return self.joint.join(names[:-1]) + last + names[-1]


class NameList(NamedTuple):
    """Where the authors are in a text, and how they are written."""

    start: int
    end: int
    style: NameStyle


def find_names(text: str, start: int = 0, end: int | None = None) -> NameList | None:
    """The authors in a field of an entry: three names or more, two that fill it, or fewer before `et al.`."""
    end = min(len(text) if end is None else end, start + _LONGEST)
    for match in _REVERSED_NAMES.finditer(text, start, end):
        if (found := _read_reversed(text, match, start, end)) is not None:
            return found
    for match in _NAMES.finditer(text, start, end):
        if (found := _read(text, match, start, end)) is not None:
            return found
    return None


def find_byline(text: str, start: int, end: int) -> NameList | None:
    """Authors with markup or a break of lines between them: `**A. Lovelace**<sup>1</sup>, G. Hopper`.

    All of it is written again, so no pair of the markup is cut.
    """
    between = _BETWEEN.finditer(text, start, end)
    left_out = {at for match in between for at in range(match.start() + bool(match["blank"]), match.end())}
    places = [at for at in range(start, end) if at not in left_out]
    found = find_names("".join(text[at] for at in places).replace("\n", " ")) if left_out else None
    if found is None:
        return None
    last = found.end - 1
    if places[last] - 1 in left_out and text[places[last]] == ".":
        last -= 1  # `*Lovelace et al*.`: the stop is after the markup, and goes on standing there
    first, stop = before, behind = places[found.start], places[last] + 1
    if left_out.isdisjoint(range(first, stop)):
        return None
    while before - 1 in left_out:
        before -= 1
    while behind in left_out:
        behind += 1
    spans = ((one, other) for one in (first, before) for other in range(behind, stop - 1, -1))
    whole = next((span for span in spans if _is_whole(text[slice(*span)])), None)
    return NameList(*whole, found.style) if whole is not None else None


def _is_whole(markup: str) -> bool:
    """Whether as much is closed as is opened."""
    tags = [match[0].startswith("</") for match in _TAG.finditer(markup)]
    marks = _FOOTNOTE.sub("", markup)
    is_even = not (marks.count("*") % 2 or marks.count("_") % 2)
    return is_even and 2 * sum(tags) == len(tags) and markup.count("<") == markup.count(">")


def _read(text: str, match: re.Match[str], start: int, end: int) -> NameList | None:
    others = match["others"] or ""
    written = match[0][: len(match[0]) - len(others)]
    label = _LABEL.search(text, max(start, match.start() - 40), match.start())
    if (label and not _AUTHOR_LABEL.search(label[1])) or _INSTITUTION.search(written):
        return None
    names, joints = _split(written)
    several = [name for name in names if " " in name.strip()]
    fills = text[start : match.start()].strip(_AROUND) in ("", "by") and not text[match.end() : end].strip(_AROUND)
    if not (others or label):
        if len(names) >= 3:
            if 4 * len(several) < 3 * len(names):
                return None
        elif len(names) != 2 or len(several) < 2 or not fills:
            return None
    style, stop = _with_last(_style(names, joints, others), text, match.end(), end)
    is_no_initial = len(names[-1].split()[-1].rstrip(".")) > 1 or style.form in (NameForm.TRAILING, NameForm.JOINED)
    if not others and text[stop - 1] == "." and is_no_initial:
        stop -= 1  # the full stop after the last name ends a sentence
    return NameList(match.start(), stop, style)


def _read_reversed(text: str, match: re.Match[str], start: int, end: int) -> NameList | None:
    """Names such as `Yao, S.; Zhao, J.`: two or more, or one that fills its field."""
    others = match["others"] or ""
    names, joints = _split(match[0][: len(match[0]) - len(others)], _REVERSED_JOINTS)
    fills = not text[start : match.start()].strip(_AROUND) and not text[match.end() : end].strip(_AROUND)
    if len(names) < 2 and not (others or fills):
        return None
    joint, last = _joints(joints, "; ")
    style = NameStyle(NameForm.REVERSED, joint, joint if others else last, len(names) if others else 0, others)
    style, stop = _with_last(style, text, match.end(), end)
    return NameList(match.start(), stop, style)


def _with_last(style: NameStyle, text: str, stop: int, end: int) -> tuple[NameStyle, int]:
    """The style of several names, and where they end, with the last author after the others where he is named."""
    match = _LAST.match(text, stop, end) if style.most > 1 else None
    return (style._replace(ending=match["joint"]), match.end()) if match else (style, stop)


def count_names(written: str, style: NameStyle) -> int:
    """How many names are written in full."""
    pattern = _REVERSED_JOINTS if style.form is NameForm.REVERSED else _JOINTS
    return len(_split(written.removesuffix(style.others), pattern)[0]) - (style.form is NameForm.FIRST_REVERSED)


def _split(written: str, pattern: re.Pattern[str] = _JOINTS) -> tuple[list[str], list[str]]:
    """The names, and what joins them."""
    names, joints, at = [], [], 0
    for match in pattern.finditer(written):
        names.append(written[at : match.start()])
        joints.append(match[0])
        at = match.end()
    return [*names, written[at:]], joints


def _joints(joints: Sequence[str], usual: str) -> tuple[str, str]:
    """What joins all names but the last two, and these; two names joined by `and` do not show the former."""
    if not joints:
        return usual, usual
    return (usual if len(joints) == 1 and _AND.search(joints[0]) else joints[0]), joints[-1]


def read_style(written: str) -> NameStyle | None:
    """How the authors are written in a text that holds nothing else; None for an institution or a single word."""
    if _INSTITUTION.search(written) or " " not in written.strip():
        return None
    others = re.search(f"{_OTHERS}$", written)
    return _style(*_split(written[: others.start()] if others else written), others[0] if others else "")


def _form_of(names: Sequence[str]) -> NameForm:
    """The form that most of the names have; all of them for family names alone."""
    if 2 * sum(_INITIAL.match(name) is not None for name in names) > len(names):
        return NameForm.INITIAL
    bare = [*names[:-1], names[-1].removesuffix(".")]
    if 2 * sum(_TRAILING.search(name) is not None for name in bare) > len(names):
        return NameForm.JOINED if any(len(name.split()[-1]) > 1 for name in bare) else NameForm.TRAILING
    return NameForm.LAST if all(" " not in name.strip() for name in names) else NameForm.FULL


def _style(names: Sequence[str], joints: Sequence[str], others: str) -> NameStyle:
    """How a list of names is written that these signs join, and these words end."""
    joint, last = _joints(joints, ", ")
    form = _form_of(names)
    signs = {each.strip(" ,") for each in joints[1::2]}
    are_pairs = len(joints) % 2 and set(joints[::2]) == {", "} and signs <= {"and", "&", ";"}
    if are_pairs and (
        "; " in joints or (form is NameForm.LAST and (others or joints[1:]))
    ):  # `Lovelace, Ada and Li, Bo`
        between = joints[1] if joints[1:] else joint
        return NameStyle(NameForm.FAMILY_FIRST, between, between, len(names) // 2 if others else 0, others)
    count, is_first_alone = len(names), " " not in names[0] and all(" " in name for name in names[2:])
    if form is NameForm.FULL and is_first_alone and count > 2 and _GIVEN.fullmatch(names[1]):
        form, count = NameForm.FIRST_REVERSED, count - 1  # `Lovelace, Ada, Grace Hopper, and Mary Shelley`
    return NameStyle(form, joint, joint if others else last, count if others else 0, others)


_WITHOUT_MARKS = str.maketrans("", "", "'’.-_")
_JOINING = ("and", "&", "et")
_MOST_BEFORE_ET_AL = 15
_ET_AL_IN_LIST = lazy_pattern(r"\bet\s+al\b", re.IGNORECASE)
_LIST_JOINT = lazy_pattern(r",|;|\band\b|&|、")
_ASIDE = lazy_pattern(r"\([^()]*\)")


@lru_cache(maxsize=16_384)
def is_name_list(text: str) -> bool:
    """Whether words read as a list of authors."""
    may_have_others = "et al" in " ".join(text.lower().split())
    if may_have_others and (others := _ET_AL_IN_LIST.search(text)):
        names = text[: others.start()].replace(",", " ").split()
        return len(names) <= _MOST_BEFORE_ET_AL and all(map(_is_listed_name, names))
    if ":" in text or not _LIST_JOINT.search(text):
        return False
    parts = [part.strip(" .*†‡§¹²³⁴⁵") for part in _LIST_JOINT.split(_ASIDE.sub("", text) if "(" in text else text)]
    parts = [part for part in parts if part]
    if len(parts) < 3:
        return False
    names = [part for part in parts if 2 <= len(words := part.split()) <= 5 and all(map(_is_listed_name, words))]
    return len(names) >= 0.75 * len(parts)


def _is_listed_name(word: str) -> bool:
    """Whether a word may be one of a person's names."""
    return word in PARTICLES or word in _JOINING or (word[0].isupper() and word.translate(_WITHOUT_MARKS).isalnum())
