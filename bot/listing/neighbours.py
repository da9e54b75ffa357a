"""What fields are by those beside them: names, venues with commas, remarks, sentences, references on links."""

from __future__ import annotations

from itertools import takewhile

from bot.listing.shapes import (
    BAR,
    BY,
    LEAVING,
    LINES,
    ON,
    PARTS_OF_DATES,
    PHRASE,
    RUNS,
    SPACE,
    START,
    SURE_NAMES,
    WITHIN,
    WRAP,
    Field,
    Mark,
    Shape,
    has_capitals,
    make_field,
    read_shape,
)
from bot.papers.titles import count_words
from bot.text import lazy_pattern

_TITLES = frozenset({Shape.WORDS, Shape.CAPITALS})
_ONE_NAME = frozenset({Shape.WORD, Shape.NAME})
_TWO_WORDS = frozenset({Shape.NAME, Shape.FEW_CAPITALS})
_INITIALS = frozenset({Shape.INITIALS, Shape.OTHERS})
_INITIALS_AND = lazy_pattern(r"(?:[A-Z]\.[ -]?){1,3}(?:and |& )", needs=("and ", "& "))
"""`Fogel, L.J., Owens, A.J. and Walsh, M.J.`"""
_OF_NAMES = frozenset({Shape.INITIALS, Shape.NAMES})
_NAMES = SURE_NAMES | {Shape.NAME}
_BY_NAME = frozenset({Shape.NAME, Shape.NAMES})
_NEXT_NAMES = frozenset({Shape.INITIALS, Shape.OTHERS, Shape.NAMES})
_COMPOUND = lazy_pattern(r"(?:[A-Z][a-z]+[-‐]?){2,3}")
"""`Cabrera-Arteaga`, `VanHattum`."""
_MOST_WORDS_IN_LINE = 45
"""Words of a line without names; more are prose."""
_SUBJECTS = frozenset(
    {Shape.WORD, Shape.NAME, Shape.FEW, Shape.FEW_CAPITALS, Shape.ACRONYM, Shape.CAPITALS, Shape.WORDS}
)
_ON_SUBJECTS = lazy_pattern(r"\b(?:on |of |for |in )[^\W\d][\w /-]*$", needs=("on ", "of ", "for ", "in "))
_WHERE = frozenset({Shape.VENUE, Shape.PERIODICAL})
_PLAIN_PHRASES = {(Mark.NONE, each) for each in (*_TITLES, Shape.FEW, Shape.FEW_CAPITALS)}
_SHORT_NAMES = frozenset({Shape.ACRONYM, Shape.VENUE, Shape.FEW_CAPITALS})
_LAST_SUBJECT = lazy_pattern(r"(?:.+ )?(?:and|&) ", needs=("and", "&"))
_SENTENCES = (PHRASE | {Shape.PROSE}) - {Shape.NAMES}
_APART = (*LINES, BAR)
_MOST_SUBJECTS = _MOST_OF_TITLE = 4
"""Subjects in the name of a journal; fields of a title in italics."""
_BEFORE_REMARKS = (LEAVING + ":", LEAVING + "-", WRAP)
_FEWEST_BARE = 1
"""Single words behind one that are names with it."""
_FEWEST_IN_TITLE = 4
"""Words of a link that is more than a short name."""


def correct_by_neighbours(fields: list[Field], text: str) -> list[Field]:
    """The fields, each read in the light of its neighbours; some are joined into one."""
    shapes, signs = {each.shape for each in fields}, {each.before for each in fields}
    if Shape.ADDRESS in shapes:
        fields = [*map(_announce, fields, [*fields[1:], None])]
    if not shapes.isdisjoint(_WHERE):
        fields = _correct_around_in(_join_venues(fields, text), text)
    if not shapes.isdisjoint(_OF_NAMES) or [each for each in signs if each[-1:] in ",;"]:
        fields = _correct_last_names(_correct_names(fields, text))
    if not signs.isdisjoint(_BEFORE_REMARKS):
        fields = _correct_remarks(fields)
    return _join_prose(fields, text)


def unmark_reference(fields: list[Field], start: int, end: int) -> list[Field]:
    """Take the mark from fields in bold, or on a link, that are a whole reference: it sets none of them off."""
    inside = [index for index, each in enumerate(fields) if start <= each.start and each.end <= end]
    shapes = [fields[index].shape for index in inside]
    is_by = len(shapes) > 1 and (shapes[0] is Shape.CREDIT or (shapes[0] in SURE_NAMES and shapes[1] in _NEXT_NAMES))
    if not (Shape.YEAR in shapes and is_by and not (_TITLES | {Shape.PERIODICAL}).isdisjoint(shapes)):
        return fields
    corrected = fields[:]
    for index in (*inside, inside[-1] + 1):
        if index < len(corrected):
            field = corrected[index]
            mark = Mark.NONE if index <= inside[-1] and field.mark in RUNS else field.mark
            corrected[index] = field._replace(before=field.before[-1:], mark=mark)
    return corrected


def _announce(field: Field, following: Field | None) -> Field:
    """Take what a line below begins with before an address for its label, in whatever language: `Foo: https://...`."""
    is_before = following is not None and following.shape is Shape.ADDRESS and following.before[-1:] == ":"
    is_first = field.before in LINES and field.mark is Mark.NONE and " " not in field.words
    return (
        field._replace(shape=Shape.LABEL) if is_before and is_first and field.shape in _BY_NAME | _ONE_NAME else field
    )


def _correct_remarks(fields: list[Field]) -> list[Field]:
    """The fields, with remarks behind a title as prose and not as the rest of it.

    A remark begins with a small letter behind a dash after bold words or a link, or behind the colon after a linked
    title; or it begins with a capital in the line below the link.
    """
    corrected, words = fields[:], 0
    for index, field in enumerate(fields):
        is_small, is_long = field.words[:1].islower(), words >= _FEWEST_IN_TITLE
        is_below = field.before == WRAP and field.mark is Mark.NONE and field.shape is Shape.WORDS and not is_small
        is_said = field.shape is Shape.WORDS or (is_long and field.shape is Shape.FEW)
        is_behind = is_said and field.before == LEAVING + "-"
        if (is_long and is_below) or (is_small and (is_behind or (is_long and field.before == LEAVING + ":"))):
            corrected[index] = field._replace(shape=Shape.PROSE) if field.shape in PHRASE else field
        words = (words if field.before[:1] == WITHIN else 0) + count_words(field.words) if field.mark in RUNS else 0
    return corrected


def _join_venues(fields: list[Field], text: str) -> list[Field]:
    """Make one field of a venue on several subjects: `Transactions on Audio, Speech, and Language Processing`.

    Also with its short name in brackets.
    """
    joined: list[Field] = []
    stop = 0
    for first, field in enumerate(fields):
        if first < stop:
            continue
        stop = first + 1
        if field.shape not in _WHERE:
            joined.append(field)
            continue
        if field.shape is Shape.PERIODICAL and _ON_SUBJECTS.search(field.words):
            listed = fields[stop : stop + _MOST_SUBJECTS]
            for count, each in enumerate(listed, 1):
                if each.before not in (",", ON) or each.mark is not field.mark or each.shape not in _SUBJECTS:
                    break
                if _LAST_SUBJECT.match(each.words):
                    field = _extend(field, each.end, text)
                    stop = first + 1 + count
                    break
        following = fields[stop] if stop < len(fields) else None
        if following is not None and _is_short_name(field, following, text):
            field = _extend(field, following.end + 1, text)
            stop += 1
        joined.append(field)
    return joined


def _extend(field: Field, end: int, text: str) -> Field:
    return field._replace(end=end, words=text[field.start : end])


def _correct_around_in(fields: list[Field], text: str) -> list[Field]:
    """The fields, with what is before the "In" of a venue as the title, and no title behind it, but a publisher.

    `Ann Lee. 2020. Overview of the Workshop on Foo. In Proceedings of the Workshop on Foo. Society for Foo, Bar City.`
    Not `Jo Lee, In Park`.
    """
    said = [each for each in fields if "In" in text and text[: each.start].rstrip(" :\n").endswith((" In", "\nIn"))]
    first = next((fields.index(each) for each in said if each.shape in _WHERE and each.before[-1:] in ".?!"), 0)
    before, behind = fields[:first], fields[first:]
    before[-1:] = [each._replace(shape=Shape.WORDS) if each.shape is Shape.PERIODICAL else each for each in before[-1:]]
    if not _SUBJECTS.isdisjoint(each.shape for each in before):
        behind = [
            each._replace(shape=Shape.REST) if (each.mark, each.shape) in _PLAIN_PHRASES else each for each in behind
        ]
    return before + behind


def _is_short_name(venue: Field, following: Field, text: str) -> bool:
    """Whether brackets directly behind a venue hold nothing but its short name: `Journal of the ACM (JACM)`."""
    is_behind = following.mark is Mark.ROUND is not venue.mark and following.start == venue.end + len(" (")
    if not is_behind or following.before != SPACE or text[following.end : following.end + 1] != ")":
        return False
    shapes = _SHORT_NAMES if venue.shape is Shape.PERIODICAL else {Shape.VENUE}
    return following.shape in shapes and has_capitals(following.words)


def _correct_names(fields: list[Field], text: str) -> list[Field]:
    """The fields, with those as names that only the fields beside them show to be some; initials alone are none."""
    corrected = fields[:]
    _correct_listed_names(corrected)
    _correct_family_names(corrected)
    _correct_bare_names(corrected)
    for index, field in enumerate(corrected):
        is_alone = index == 0 or corrected[index - 1].shape is not Shape.NAMES
        if not is_alone and field.words[1:2] == "." and _INITIALS_AND.match(field.words):  # `Lee, A. & Chen, B.`
            corrected[index] = field._replace(shape=Shape.NAMES)
        if field.shape is Shape.INITIALS and is_alone and "." not in text[field.start : field.end + 1]:
            corrected[index] = field._replace(shape=Shape.ACRONYM)
    return corrected


def _as_names(field: Field) -> Field:
    return make_field((*field[:2], Shape.NAMES, *field[3:]))


def _correct_listed_names(fields: list[Field]) -> None:
    """Take words for names before two names in a list; and two words before one: `Roxo, Tiago, and Hugo Proença`."""
    for index in range(len(fields) - 2):
        if fields[index + 2].shape not in _BY_NAME:
            continue
        first, given, third = fields[index : index + 3]
        is_first = index == 0 and first.mark is Mark.BOLD and any(each.shape in _TITLES for each in fields[3:])
        signs = (",", ";", LEAVING + ",") if is_first else (",", ";")  # `**Ann Lee**, Bo Chen. Learning to ...`
        if _is_pair(first, given, third):
            fields[index : index + 2] = [_as_names(each) for each in (first, given)]
        elif given.shape in _BY_NAME and given.before in signs and third.before in signs:
            is_small = first.before[-1:] == BY and first.shape is Shape.FEW
            shapes = _TWO_WORDS | {Shape.FEW} if is_small else _TWO_WORDS  # `by bell hooks, Ann Lee, Bo Chen`
            fields[index : index + 3] = [
                _as_names(each) if each.shape in shapes else each for each in (first, given, third)
            ]


def _correct_family_names(fields: list[Field]) -> None:
    """Take single words for names before initials or "et al.": `Crankshaw, Daniel, et al.`."""
    for index in range(len(fields) - 2, -1, -1):
        field, following = fields[index : index + 2]
        is_listed = following.before[-1:] in ",;" and following.mark is field.mark
        is_word = field.shape in _ONE_NAME or (field.shape is Shape.ACRONYM and _COMPOUND.fullmatch(field.words))
        if is_listed and is_word:
            is_first = any(each.before not in ",;" for each in fields[max(index - 1, 0) : index + 1])
            are_given = following.shape in _INITIALS or _INITIALS_AND.match(following.words)
            if are_given or (is_first and following.shape in _NEXT_NAMES):
                fields[index] = field._replace(shape=Shape.NAMES)


def _correct_bare_names(fields: list[Field]) -> None:
    """Take single words between a title and a venue or a year for names: `[Title](url) - Lee, Chen, Diaz. *ACL*`."""
    words = [i for i, each in enumerate(fields) if i and each.shape is Shape.WORD and each.before[:1] == LEAVING]
    for first in words:
        listed = [*takewhile(lambda each: each.before == "," and each.shape is Shape.WORD, fields[first + 1 :])]
        following = fields[first + 1 + len(listed) : first + 2 + len(listed)]
        are_before = any(each.before[-1:] == "." and each.shape in (*_WHERE, Shape.YEAR) for each in following)
        if are_before and len(listed) >= _FEWEST_BARE:
            names = [each._replace(shape=Shape.NAMES) for each in (fields[first], *listed)]
            fields[first : first + len(names)] = names


def _correct_last_names(fields: list[Field]) -> list[Field]:
    """The fields, without a name between the last of several and a year: `A, B, and C, Foo 2015`."""
    corrected = fields[:]
    for index in range(1, len(fields) - 1):
        last, field, following = fields[index - 1 : index + 2]
        is_dated = field.shape in _NAMES and field.before in (",", ".") and following.shape is Shape.YEAR
        is_next = is_dated and last.mark is field.mark and last.shape in _NAMES and _ends_names(fields[:index])
        if is_next and read_shape(field.words) is Shape.NAME:
            corrected[index] = field._replace(shape=Shape.FEW_CAPITALS)
    return corrected


def _ends_names(fields: list[Field]) -> bool:
    """Whether "and" or "et al." says that a name is the last one."""
    last = fields[-1]
    is_last = last.words.startswith(("and ", "& ")) or last.words.endswith(("et al", "et al."))
    return is_last or (" and " in last.words and last.before[:1] == LEAVING)


def _is_pair(family: Field, given: Field, other: Field) -> bool:
    """Whether two words behind a quote, a link or other style are one name, and another one follows."""
    is_apart = family.before[:1] == LEAVING or family.before in (START, *LINES)
    if not is_apart or family.shape is not Shape.WORD or other.shape is not Shape.NAME:
        return False
    is_listed = given.before[-1:] == other.before[-1:] == "," and other.words[:4] == "and "
    is_compound = given.shape is Shape.ACRONYM and _COMPOUND.fullmatch(given.words) is not None
    return is_listed and (given.shape is Shape.WORD or is_compound)


def _join_prose(fields: list[Field], text: str) -> list[Field]:
    """Make one field of a line that is prose: many words, or several sentences."""
    joined: list[Field] = []
    starts = [index for index, each in enumerate(fields) if index and each.before in _APART]
    for first, last in zip([0, *starts], [*starts, None], strict=True):
        line = fields[first:last]
        if not _is_prose(line):
            joined += line
            continue
        plain = next((i for i, each in enumerate(line) if each.mark is not Mark.ITALIC), 0)
        is_led = 0 < plain <= _MOST_OF_TITLE and line[plain].mark is Mark.NONE  # `*Title*What it says`
        dated = next((i for i, each in enumerate(line) if each.shape not in PARTS_OF_DATES), 0)
        lead = dated if line[dated].mark in RUNS else 0  # `[2504] [Title](url) What it says`
        begin = (
            plain if is_led else next((i for i, each in enumerate(line[lead:], lead) if each.mark not in RUNS), None)
        )
        if begin is not None and (begin == 0 or line[begin].shape in (Shape.WORDS, Shape.PROSE)):
            start, end = line[begin].start, line[-1].end
            prose = line[begin]._replace(shape=Shape.PROSE, end=end, words=text[start:end])
            prose = prose._replace(before=".", shape=Shape.REST) if is_led else prose
            line = [*line[:begin], prose]
        joined += line
    return joined


def _is_prose(line: list[Field]) -> bool:
    """Whether the fields of a line are sentences."""
    if sum([each.shape is Shape.WORDS and each.before == "." for each in line]) >= 3:
        return True
    words = sum([count_words(each.words) for each in line if each.shape in _SENTENCES])
    return words > _MOST_WORDS_IN_LINE
