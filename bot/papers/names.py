"""Names of people: reading lists of them, their parts, and writing them.

Names are written in many ways: with initials, the family name first or alone, without accents, with "et al." for the
rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from bot.papers.dates import DIGIT
from bot.text import EASTERN, StrEnum, lazy_pattern


class AuthorList(NamedTuple):
    """Names as a text gives them; `more` says that it names only some ("et al.")."""

    names: tuple[str, ...]
    more: bool = False


NOBODY = AuthorList(())
"""What a text without names gives."""


_MORE = lazy_pattern(
    r"[\s,;]*(?:(?:\band|&)\s+)?(?:\bet\.?\s*all?\b\.?|\bet\.a\b\.?|(?:\band|&)\s+(?:\d+\s+)?(?:others|more|colleagues)\b|(?<=[,;]\s)others\b|\betc\b\.?|…|\.\.\.|等)\W*$",
    re.IGNORECASE,
)
_ELISION = lazy_pattern(r"[,;]?\s*(?:\.\.\.|…|\. \. \.),?\s*(?=[^\W\d_]|& )", needs=("...", "…", ". . ."))
"""What stands for names in the middle of a list: `Lee, A., Chen, B., ... & Ito, M.`."""
_ENDS_OF_MORE = ("al", "et.a", "all", "others", "more", "colleagues", "etc")
_NO_LETTERS = "".join(each for each in map(chr, range(128)) if not each.isalnum() and each != "_")
_AROUND = " ,;:.-–—|·"
_ET_AL = lazy_pattern(r"[\s,;]*\bet\.?\s*al\b\.?(?=[\s,;.])", re.IGNORECASE)
_JOINT = lazy_pattern(r"\s*(?:,|、|，)\s*(?:(?:and|&)\s+)?|\s+(?:and|&|y|und|et)\s+|\s*&\s*")
_BAR = lazy_pattern(r"\s+[·•|｜/]\s+", needs="·•|｜/")
_IN_BRACKETS = r"\((?:[^()]|\([^()]*\))*\)"
_BEHIND_NAME = lazy_pattern(rf"(?<=[\w.])\s*{_IN_BRACKETS}(?=[*†‡]?\s*(?:[,;&]|and\b|et al|$))")
_SEMICOLON = lazy_pattern(r"\s*[;；]\s*(?:(?:and|&)\s+)?")
_MARKS = lazy_pattern(r"[*†‡§¶#✉📧∗⋆]|[¹²³⁴⁵⁶⁷⁸⁹⁰]+|\^\{?[\d,*]+\}?|(?<=[^\W\d_])\d(?:,\d)*\b|(?<=[^\W\d_]) 00\d\d\b")
"""Notes on authors, and the number by which DBLP tells people of one name apart: `Xi Wang 0005`."""
_INITIALS = lazy_pattern(r"(?:[^\W\d_a-z]\.[-\s]?){0,3}[^\W\d_a-z]\.?|[A-Z]{1,3}")
_GIVEN = lazy_pattern(r"[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z]\.?)*")
_TEX = r"[\"^~]?\{[^{}\s]{1,4}(?:\{\w{1,2}\})?\}"
"""Letters as TeX writes them; Markdown leaves out some of its backslashes: `{"o}`, `{'}`, `{\\v{s}}`."""
_LETTER = rf"(?:[^\W\d_]|[\u0300-\u036f´¨¸\u02d8-\u02dd]|{_TEX})"
"""Also an accent that a PDF has beside its letter: `M¨uller`."""
_WORD = lazy_pattern(rf"(?:[^\W\d_]|{_TEX})(?:{_LETTER}|['’`‘.\u2010-\u2015-])*")
_ELIDED = lazy_pattern(r"[dl]['’](?=[^\W\d_])", needs="'’")
"""As in `d'Amore`."""
PARTICLES = frozenset(
    "de van von der den la le el di da del della dos du ter ten bin ibn al af zu zur und jr sr ii iii st mc".split()
)
_FAMILY = rf"(?:(?i:{'|'.join(sorted(PARTICLES))}) )*[^\W\d_a-z][\w'’-]+"
AUTHOR_YEAR = rf"{_FAMILY}(?: et al\.?|(?:, {_FAMILY})*,? (?:and|&) {_FAMILY}),? \(?(?:19|20)\d\d[a-z]?\)?"
"""A citation in a text: `Doe et al. (2023)`, `Doe and van der Roe, 2023a`."""
_ET = frozenset({"et", "etal"})
_AMONG_NAMES = PARTICLES | _ET | {"and", "y", "und", "al", "all", "etc", "others", "more", "colleagues"}
_INSTITUTION = lazy_pattern(
    r"\b(?:universit\w*|univ|institut\w*|college|school|academy|labs?|laborator\w*|research|cent(?:er|re)|department|team"
    r"|group|inc|corp|ltd|technolog\w*|tech|foundation|hospital|clinic|company|ai|google|microsoft|meta|facebook|nvidia"
    r"|openai|deepmind|anthropic|ibm|intel|adobe|amazon|apple|alibaba|tencent|baidu|bytedance|huawei|samsung|mit|cmu"
    r"|ucla|eth|kaist|stanford|berkeley|tsinghua|oxford|cambridge|princeton|harvard|cornell|collaboration|consortium)\b",
    re.IGNORECASE,
)
"""What names institutions, teams and collaborations, and hardly ever people."""
_NO_BEGINNING = frozenset("an in the for with from".split())
_MOST_NAMES = 150
_FEWEST_JOINED = 3
"""Names that "and" is between twice."""
_LONGEST_MORE = 40
"""Characters of "et al." and what stands for it."""
_MOST_WORDS = 6
_LONGEST = 60
_CAPITALS = 3
"""This many capitals in a row, and nothing else, are an abbreviation, not a name."""


@lru_cache(maxsize=16_384)
def read_authors(text: str) -> AuthorList | None:
    """The names of a text that holds nothing else; None if any part of it does not read like a person's name."""
    if _has_other_words(text):
        return None
    words = _bare(text)
    if words != text and _has_other_words(words):
        return None
    end = _find_more(words)
    rest = words[: end.start()] if end else words
    may_go_on = end is None and "etal" in "".join(words.lower().replace(".", "").split())
    if may_go_on and (end := _ET_AL.search(words)):
        rest = words[: end.start()]  # what follows is something else
    if not rest or ":" in rest:
        return None
    found = _read_list(rest, end)
    is_valid = 0 < len(found.names) <= _MOST_NAMES and all(map(is_person, found.names))
    return found if is_valid else None


def _read_list(rest: str, more: re.Match[str] | None) -> AuthorList:
    """The names of a list, after which `more` stands for others."""
    whole = _ELISION.sub(", ", rest)
    parts = (part.strip(" .*") for part in _split(whole, cut=more and more[0].startswith(",")))
    return AuthorList(tuple(filter(None, parts)), more is not None or whole != rest)


def may_list_names(text: str) -> bool:
    """Whether there is a sign that `read_authors` takes for a second name, or for more of them."""
    if not text.isascii() or "," in text or ";" in text or "&" in text or "..." in text:
        return True
    words = text.lower().split()
    padded = f" {' '.join(words)} "
    if " et" in padded or " and " in padded or " y " in padded or " und " in padded:
        return True
    has_marks = "et" in padded and not "".join(words).isalpha()
    return has_marks and any("et" in each and not each.isalpha() for each in words)


def _find_more(words: str) -> re.Match[str] | None:
    """What stands for more names, at the end."""
    tail = words[-_LONGEST_MORE:]
    if tail.isascii() and "..." not in tail and not tail.rstrip(_NO_LETTERS).lower().endswith(_ENDS_OF_MORE):
        return None
    return _MORE.search(words, max(len(words) - _LONGEST_MORE, 0))


def _without_marks(text: str) -> str:
    words = " ".join(text.split())
    may_have = not words.isascii() or DIGIT.search(words) or "*" in words or "#" in words or "^" in words
    return _MARKS.sub("", words) if may_have else words


def _has_other_words(text: str) -> bool:
    """Whether a small-letter word that no name has is in front of any "et al.": this rules out most texts quickly."""
    for word in text.split():
        if not word.isalpha():
            if "et" in word.lower():
                return False
        elif word.isascii() and word.islower() and word not in _AMONG_NAMES:
            return True
        elif word.lower() in _ET:
            return False
    return False


def _bare(text: str) -> str:
    """The words of a text without the marks on names, and around them; the last initial keeps its period."""
    words = _without_marks(text).lstrip(_AROUND)
    bare = words.rstrip(_AROUND)
    is_initial = ends_in_initial(bare) and ("." in bare or bare[-3:-1] == ", ")
    return f"{bare}." if is_initial and words[len(bare) :].startswith(".") else bare


def ends_in_initial(words: str) -> bool:
    """Whether the last word is one capital letter."""
    return words[-1:].isupper() and not words[-2:-1].isalnum()


def names_of(text: str, listed: NameForm | None = None) -> AuthorList:
    """Return the names in a text that is known to be a list of authors, without what brackets after a name say.

    `listed` says what single words between commas are, if known: each a name (`Last`), or in turn the parts of names.
    """
    cut = _find_more(text) if listed is NameForm.FAMILY_FIRST else None
    whole = text[: cut.start()] if cut else text
    if listed is NameForm.FAMILY_FIRST and (turned := _turn_each(_BEHIND_NAME.sub("", whole))):
        return AuthorList(turned, cut is not None)
    parts = list_words(whole) if listed is not None else ()
    parts = () if "." in "".join(parts) else parts  # `Doe, J.P., Roe, R.Q.`
    if parts and (listed is NameForm.LAST or len(parts) % 2 == 0):
        pairs = zip(parts[::2], parts[1::2], strict=False)
        is_first = listed is NameForm.FAMILY_FIRST
        joined = tuple(f"{other} {one}" if is_first else f"{one} {other}" for one, other in pairs)
        return AuthorList(parts if listed is NameForm.LAST else joined, cut is not None)
    text = _BAR.sub(", ", _BEHIND_NAME.sub("", text) if "(" in text else text)
    found = read_authors(text)
    if found is not None:
        return found
    words = _bare(text)
    end = _find_more(words)
    return _read_list(words[: end.start()] if end else words, end)


def _turn_each(text: str) -> tuple[str, ...]:
    """The names of a list that "and" joins, if most of them have the family name first: `Roe, Ann and Lee Bo`.

    Also the one name of a list, with a single word before the comma: `Roe, Ann May`.
    """
    names = _AND_ALONE_JOINT.split(text)
    turned = [name.count(",") for name in names]
    is_turned = max(turned) == 1 and 2 * sum(turned) > len(names)
    may_be_one = len(names) > 1 or " " not in text.strip().partition(",")[0]
    return tuple(map(given_first, names)) if is_turned and may_be_one else ()


def list_words(text: str) -> tuple[str, ...]:
    """Return the parts of a list of names between commas where most of them are single words; else nothing.

    Where an "and" is between two parts, and a comma behind both, half of them are enough: `Doe, Jane A, Roe, Eve and
    Poe, Edgar`.
    """
    before, _, behind = text.rpartition(" and ")
    is_paired = before.count(",") > 1 == behind.count(",") and " and " not in before
    parts = tuple([part.strip(" .*") for part in (f"{before},{behind}" if is_paired else text).split(",")])
    is_listed = len(parts) > 1 and all(map(is_person, parts))
    least = (2 if is_paired else 3) * len(parts)
    return parts if is_listed and 4 * sum([" " not in part for part in parts]) >= least else ()


_PART = rf"(?:[^\W\d_a-z]|{_TEX})(?:\.(?:-[^\W\d_a-z]\.)*|(?:{_LETTER}|[\d_'’-])*)"
_INVERTED_NAME = (
    rf"(?:(?!by|and|in)[a-z]{{2,3}} ){{0,2}}{_PART}(?: (?:{_PART}|(?!by |and |in )[a-z]{{2,3}})){{0,3}}"
    rf", {_PART}(?: {_PART}){{0,2}}(?: \([^()]{{1,20}}\))?"
)
_BETWEEN_INVERTED = r"(?:\s+and\s+|;\s+)"
_PAIR = rf"(?:(?!by|and|in)[a-z]{{2,3}} ){{0,2}}{_PART}, {_PART}(?: {_PART}){{0,2}}"
_PAIRS = rf"{_PAIR}(?:, {_PAIR})*, and {_PAIR}(?=\W*(?:$|\n))"
_NEXT_INVERTED = rf"(?:{_BETWEEN_INVERTED}{_INVERTED_NAME})"
_INVERTED = lazy_pattern(
    rf"(?<!\w){_INVERTED_NAME}(?:{_NEXT_INVERTED}{{2,}}(?=\s+(?:19|20)\d\d\b)|{_NEXT_INVERTED}+(?=\W*(?:$|\n)|[.,;:]|\s*[(\"“‘']|\s+and\b))|(?P<pairs>{_PAIRS})"
)
"""Family names first, as BibTeX and Zotero join them: `Doe, Jane and Roe, Richard`, `Doe, Jane; Roe, Richard`; and in
pairs, an "and" before the last two words: `Doe, Jane, Roe, Richard, and Poe, Edgar`."""


def find_lists(text: str, parts: Iterable[tuple[int, int]] = ()) -> Iterator[re.Match[str]]:
    """Names as BibTeX and Zotero join them, each family name first; and those that brackets say more of.

    No list goes over the edge of a part of the text, if there are parts.
    """
    may_be_placed = ")," in text or ");" in text or ") and " in text or ")*" in text
    may_be_inverted = _may_be_inverted(text)
    for start, end in (parts or ((0, len(text)),)) if may_be_inverted or may_be_placed else ():
        if may_be_inverted:
            yield from (each for each in _INVERTED.finditer(text, start, end) if not may_be_institution(each[0]))
        if may_be_placed:
            yield from (each for each in _IN_PLACES.finditer(text, start, end) if may_be_institution(each[0]))


def find_turned(text: str, parts: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Find the names after a "by" that parts of a text begin with, family name first: `by Doe, J. P., 2015`."""
    found = [_TURNED.match(text, start, end) for start, end in parts] if "by " in text or "By " in text else []
    return [each.span(1) for each in found if each is not None and not may_be_institution(each[1])]


def are_joined(words: str) -> bool:
    """Whether nothing but "and" is between several words of which most are names: `Jane Doe and bell hooks and ...`."""
    parts = words.split(" and ", _MOST_NAMES)
    named = sum(map(is_person, parts))
    return len(parts) >= _FEWEST_JOINED <= named + 1 and named >= 2 * (len(parts) - named) and "," not in words


def _may_be_inverted(text: str) -> bool:
    """Whether there is an "and" or a semicolon between two commas."""
    listed = text[text.find(", ") : text.rfind(", ")] if ";" in text or " and " in text else ""
    return "and" in listed or ";" in listed


_CAPITAL = rf"[^\W\d_a-zß-öø-ÿ{EASTERN}]"
_CAPITALISED = rf"(?:[dl]['’])?(?:{_CAPITAL}|{_TEX}){_LETTER}*(?:['’\u2010-]{_LETTER}+)*(?<!\b{_CAPITAL})"
_PARTICLE = r"(?!and |by |in |for )[a-z]{2,3} "
_FAMILY = rf"(?:{_PARTICLE}){{0,2}}{_CAPITALISED}(?: {_CAPITALISED}){{0,2}}"
_IN_FULL = rf"(?:{_PARTICLE}){{0,2}}{_CAPITALISED}, {_CAPITALISED}(?: (?:{_CAPITALISED}|{_CAPITAL}\b\.?))*"
_DOTTED = rf"{_CAPITAL}[a-z]?\.(?:[ -]?{_CAPITAL}(?:\.(?! (?!and |et )[a-z])|(?=[;,]))){{0,4}}"
_BARE = rf"{_CAPITAL}{{1,3}}(?:[ -](?:{_CAPITAL}|[a-z](?=[,.]|$))){{0,2}}(?![\w'’])"
_COMMA_OR_AND = r"(?:[,;] ?(?:(?:\.\.\.|…|\. \. \.),? ?)?(?:and |& ?)?| +and +| & )"
_AND_ALONE = r"(?:;(?: and| &)? ?|,? +and +|,? & )"
_HAN = "[\u3005\u4e00-\u9fff\uac00-\ud7a3]{2,4}"
_OTHERS = r"(?:,? (?:et al|and others)|, others|[,，]?等)?"
_YEAR_BEHIND = r"(?=[.,]? \(?(?:19|20)\d\d[a-z]?\)?[.,:]* \W{0,3}\w)"
_YEAR_LATER = r"(?=[\s\S]{0,400}\b(?:19|20)\d\d\b)"


class _Convention(NamedTuple):
    """How references write names one after another, and what must be after them so that they are names."""

    name: str
    joint: str
    fewest: int = 1
    behind: str = ""


_CONVENTIONS = (
    _Convention(rf"{_FAMILY}, {_DOTTED}(?:,? Jr\.)?", _COMMA_OR_AND, 2),
    _Convention(
        rf"(?:{_PARTICLE}){{0,2}}{_CAPITALISED}, {_DOTTED}",
        _COMMA_OR_AND,
        behind=rf"(?! ?{_CAPITALISED}(?:(?:,| and| &) {_CAPITAL}| et al))(?=[ ,:]|$)",
    ),
    _Convention(rf"{_FAMILY},? (?:{_DOTTED}|{_BARE})", _COMMA_OR_AND, 2, r"(?:(?<=\.)|(?= ?[.:]|,? ?\(|,? [\"“\d]|$))"),
    _Convention(
        rf"(?!(?:By|In|Part|Appendix) )(?:{_PARTICLE}){{0,2}}{_CAPITALISED} {_BARE}",
        _COMMA_OR_AND,
        behind=rf"(?=\. (?:(?:[^\s.,;]+ ){{1,3}}(?!and |et )[a-z]|[^.\[\n]{{3,200}}\[[A-Z]\][.,]?)){_YEAR_LATER}",
    ),
    _Convention(_IN_FULL, _AND_ALONE, 2),
    _Convention(_IN_FULL, _AND_ALONE, behind=rf"(?:(?=\.? [\"“])|{_YEAR_BEHIND})"),
    _Convention(_CAPITALISED, _COMMA_OR_AND, 3, behind=_YEAR_BEHIND),
)
"""`Doe, J. P.`; `Doe J`, `Doe, J`; `Doe JP` alone; `Doe, Jane; Roe, Richard`; `Doe, Jane` alone; `Doe, Roe and Poe`."""
_ALONE = 4
"""The group of one name alone: only the year later on tells that it is one."""
_IN_PLACE = (
    rf"{_CAPITALISED}(?:[ -](?:{_CAPITALISED}|{_CAPITAL}\b\.?|{_PARTICLE}{_CAPITALISED})){{1,3}}"
    rf"(?: ?{_IN_BRACKETS}[*†‡]?)?"
)
_IN_PLACES = lazy_pattern(rf"{_IN_PLACE}(?:(?:[,;] (?:and )?| and ){_IN_PLACE})+")
"""`Ann Lee (Foo University), Bo Chen (Bar Institute, Italy)`."""
_TURNED = lazy_pattern(
    rf"[\s,.:;–—-]*[Bb]y (({_FAMILY}), (?:{_CAPITALISED}|{_DOTTED})(?: (?:{_CAPITALISED}|{_CAPITAL}\b\.?)){{0,4}})"
    r"(?=[\s,.]*(?:$|\(?(?:19|20)\d\d\b))",
    needs=("y ",),
)
_INVERTED_IN_FULL = lazy_pattern(rf"{_IN_FULL}(?:{_AND_ALONE}{_IN_FULL})+")
_AND_ALONE_JOINT = lazy_pattern(_AND_ALONE)
_FAMILY_AND_INITIALS = lazy_pattern(rf"\s*({_FAMILY}) ({_BARE}\.?)(,? [JS]r\.?)?\s*")
_RUNS = lazy_pattern(
    "".join(
        rf"(?:(?=({each.name}(?:{each.joint}{each.name}){{{each.fewest - 1},}}{_OTHERS}){each.behind}(?!\w))|)"
        for each in _CONVENTIONS
    )
)
"""A group for each convention."""
_HAN_RUN = lazy_pattern(
    rf"{_HAN}(?:(?:[,，;；] ?|[、・]){_HAN})*{_OTHERS}"
    rf"(?=[.。\uff0e:：「“]|[,，] ?(?:[\"“「]|\w{{8}})| ?[(（]\d)(?![:：]\s*(?:19|20)\d\d){_YEAR_LATER}(?!\w)"
)
"""Names of Chinese or Korean characters, before a title."""
_BEFORE_NAMES = frozenset(" \t\n,.-–—")


def find_run(text: str, start: int, end: int) -> int | None:
    """Find where names end that a reference begins with, by the convention that takes most of the words for names.

    The period after the last initial is not among them. None if words may be anything.
    """
    if not may_have_runs(text[start : min(start + _LONGEST, end)]):
        return None
    is_han = text[start] > "\u3000"
    groups = range(1) if is_han else range(1, len(_CONVENTIONS) + 1)
    found = _HAN_RUN.match(text, start) if is_han else _RUNS.match(text, start, end)  # the year may be after `[J]`
    last = max([each for each in map(found.end, groups) if each <= end], default=-1) if found is not None else -1
    if last < 0 and end < len(text) and (alone := _RUNS.match(text, start)) is not None:
        last = alone.end(_ALONE) if alone.end(_ALONE) <= end else -1  # the year may be after a style or a link
    return None if last < 0 else last - 1 if text[last - 1] == "." else last


def may_have_runs(text: str) -> bool:
    """Whether there is a sign that `find_runs` looks for."""
    return "," in text or " & " in text or ". " in text or not text.isascii()


def find_runs(text: str, start: int, end: int, stops: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Find the names that each line of a part of a text begins with; none of them goes on after one of the stops."""
    while start < end:
        begin, line = start, text.find("\n", start, end)
        while begin < end and text[begin] in _BEFORE_NAMES:
            begin += 1
        stop = min([each for each in stops if begin < each < end], default=end)
        if (last := find_run(text, begin, stop)) is not None:
            yield begin, last
        start = line + 1 if line >= 0 else end


def _split(text: str, *, cut: bool | None) -> list[str]:
    """The names of a list; where it is cut off by `et al.`, `cut` says whether a comma is before that."""
    if (names := _split_inverted(text)) is not None:
        return names
    if ";" in text or "；" in text:
        return [given_first(part) if part.count(",") <= 1 else part for part in _SEMICOLON.split(text)]
    parts = _JOINT.split(text) if may_list_names(text) else [text]
    if len(parts) == 1:
        return (ends_in_initial(text[:-2]) and _turn_initials(parts)) or parts
    return _turn_initials(parts) or _turn_first(parts, is_pair=len(parts) == 2 and "," in text, cut=cut) or parts


def _split_inverted(text: str) -> list[str] | None:
    """The names of a list in which each family name is first, written in full; None if it is not."""
    if _may_be_inverted(text) and (inverted := _INVERTED.fullmatch(text.strip())):
        if inverted["pairs"]:
            words = _JOINT.split(text.strip())
            return [f"{given} {family}" for family, given in zip(words[::2], words[1::2], strict=True)]
        return [given_first(name) for name in _AND_ALONE_JOINT.split(" ".join(text.split()))]
    has_joint = ";" in text or " and " in text or " & " in text
    if "," in text and has_joint and _INVERTED_IN_FULL.fullmatch(text.strip()):  # `Doe, Jane & Roe, Richard`
        return list(map(given_first, _AND_ALONE_JOINT.split(text)))
    return None


def _turn_initials(parts: Sequence[str]) -> list[str]:
    """Names with initials after them: `Simonyan, K., Zisserman, A.`, `Kipf TN, Welling M`, or both; else nothing."""
    found: list[str] = []
    index = 0
    while index < len(parts):
        family, following = parts[index], "".join(parts[index + 1 : index + 2])
        if following and _INITIALS.fullmatch(following.strip()) and family[1:2] != ".":  # `A.B., C.D.`
            found.append(f"{following} {family}")
            index += 2
            continue
        is_other = not found and family.strip().removesuffix(".")[-1:] in ascii_lowercase
        if is_other or (match := _FAMILY_AND_INITIALS.fullmatch(family)) is None:
            return []
        found.append(f"{match[2]} {match[1]}{match[3] or ''}")
        index += 1
    return found


def _turn_first(parts: Sequence[str], *, is_pair: bool, cut: bool | None) -> list[str]:
    """Names of which the first alone has the family name in front, as MLA writes them; else nothing."""
    family, name, *others = parts
    if " " in family or family.upper() == family.lower():  # a script without capitals writes a name as one word
        return []
    # `Kipf, Thomas N., and Max Welling`, `Kipf, Thomas, et al.`
    are_whole = (bool(others) or cut) and all(" " in each for each in others)
    if are_whole and all(map(_INITIALS.fullmatch, name.split()[1:])):
        return [f"{name} {family}", *others]
    # `Titzer, Ben L.`, `Titzer, Ben`
    is_name = is_pair and _GIVEN.fullmatch(name.strip()) and (cut is None or " " in name.strip())
    return [f"{name} {family}"] if is_name else []


def given_first(name: str) -> str:
    """`Jane Doe` for `Doe, Jane`; a suffix between the two is left out."""
    family, *others = map(str.strip, name.split(","))
    given = next(filter(None, reversed(others)), "")
    return f"{given} {family}".strip()


class NameForm(StrEnum):
    """How a name is written."""

    FULL = "First Last"
    INITIAL = "F. Last"
    LAST = "Last"
    REVERSED = "Last, F."
    FAMILY_FIRST = "Last, First"
    FIRST_REVERSED = "Last, First, First Last"
    """That of the first of several authors; the others are written in full."""
    TRAILING = "Last F M"
    JOINED = "Last FM"


class Name(NamedTuple):
    """The name of an author; of a body, and of a person with one name, `family` alone."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""


_BODY = lazy_pattern(r"(?:^The |\b(?:Team|Collaboration|Consortium|Group|Project|Initiative|Organization)$)")
_SUFFIXES = frozenset({"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV"})
_AND = lazy_pattern(r"(?:^|[\s,])and(?:[\s,]|$)", re.IGNORECASE)
"""BibTeX takes it for the end of a name."""
_FEWEST_WITH_SUFFIX = 2
"""Words of a name with a suffix, beside it."""


def split_name(name: str) -> Name:
    """`Ludwig van Beethoven` as its parts."""
    family, _, given = name.partition(",")
    if given.strip() and given.strip() not in _SUFFIXES:
        name = f"{given} {family}"
    words = name.replace(",", " ").split()
    if len(words) < _FEWEST_WITH_SUFFIX or _BODY.search(name) or _AND.search(name):
        return Name(" ".join(words))
    suffix = words.pop() if words[-1] in _SUFFIXES and len(words) > _FEWEST_WITH_SUFFIX else ""
    start = len(words) - 1
    while start > 1 and words[start - 1].islower():
        start -= 1
    return Name(words[-1], " ".join(words[:start]), " ".join(words[start:-1]), suffix)


@lru_cache(maxsize=16_384)
def is_person(name: str) -> bool:
    """Whether words may be the name of a person: few, all capitalised except particles, none an abbreviation."""
    words = name.split()
    if not words or len(words) > _MOST_WORDS or len(name) > _LONGEST or words[0].casefold() in _NO_BEGINNING:
        return False
    return all(map(_is_name_word, words)) and any(len(word.strip(".")) > 1 for word in words)


def _is_name_word(word: str) -> bool:
    if not word.isalpha() and _WORD.fullmatch(word) is None:
        return False
    letters = word.replace(".", "").replace("-", "")
    if letters.isupper() and letters.isascii() and len(letters) >= _CAPITALS and "." not in word:
        return False
    return not word[0].islower() or word.casefold() in PARTICLES or _ELIDED.match(word) is not None


@lru_cache(maxsize=16_384)
def may_be_institution(text: str) -> bool:
    """Whether words name an institution or a team rather than people."""
    return _INSTITUTION.search(text) is not None
