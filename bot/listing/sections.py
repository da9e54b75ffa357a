"""What groups the entries of a list: headings, summaries, bold lines and topic bullets, one inside another."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.document import Document, Style
from bot.listing.candidates import Candidate, Heading, Outline, Status
from bot.listing.model import PATH_SEPARATOR, Section, SectionKind, without_emoji
from bot.listing.parts import ITEMS, Carrier
from bot.listing.segments import find_styled
from bot.listing.shapes import ANY_YEAR, name_venue
from bot.listing.titles import TITLED
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


_DEEPEST = 40
"""Groups one inside another, above which further ones are left out: only strangers with bad intent write so many."""
_COLONS = ":： "
_INSTRUCTION = lazy_pattern(
    r"(?:\b(?:click|tap|press|here|to|for|see|show|view|read|open|expand|collapse|unfold|fold|toggle|more|all|full|rest"
    r"|details?|the|of|list|papers?|works?|entries|[0-9]{1,3})\b|展开|折叠|点击|查看|更多|全部|详情|[\W_])+",
    re.IGNORECASE,
)
"""A summary that only says what a click does: what it folds away continues what is above it."""

ABOUT_LIST = lazy_pattern(
    r"\b(?:contribut\w*|licen[cs]e|acknowledge?ments?|star history|contact|how to|citations?|citing|disclaimer)\b"
    r"|贡献|致谢",
    re.IGNORECASE,
    needs="contribut licen acknowl history contact how citation citing disclaimer 贡献 致谢".split(),
)
_OTHER = (
    r"(?:tools?|toolkits?|code(?:base)?s?|librar(?:y|ies)|repos?(?:itor(?:y|ies))?|open.?source projects?|software"
    r"|blogs?|posts?|tutorials?|talks?|slides?|lectures?|courses?|videos?|websites?|workshops?|conferences"
    r"|(?:text|e)?books?|implementations?|frameworks? and|leaderboards?|podcasts?|newsletters?|communit(?:y|ies)|people"
    r"|journals|competitions?|contests?|twitter|resources?|related (?:lists?|repos?))"
)
OTHER_SECTION = lazy_pattern(
    rf"\b{_OTHER}\b(?=(?: lists?)?\W*$|\s*[&/,(（:：|+]|\s+-|"
    r"\s+(?:and|or|for|of|on|by|from|in|with|about|to|related)\b)",
    re.IGNORECASE,
    needs=(
        "tool code librar repo source software blog post tutorial talk slide lecture course video website workshop"
        " conference book implementation framework leaderboard podcast newsletter communit people twitter related"
        " journals competition contest"
    ).split(),
)
"""Words that announce something else where the heading ends in them, or goes on to say of what they are."""
_ONLY_OTHER = lazy_pattern(
    rf"(?:[\W\d_]|:\w+:)*(?:(?:and|or|other|useful|related|online)\s+)*{_OTHER}"
    rf"(?:(?:[\W\d_]|:\w+:)+(?:and|or|other|useful|related|online|{_OTHER})\b)*(?:[\W\d_]|:\w+:)*(?:lists?\W*)?(?:[(（].*)?$"
    r"|(?!.*\b(?:in|from|with|of|by|on|for|to|surveys?|reviews?)\b)[^,/&+|]*"
    r"\b(?:(?:text|e-?)?books|courses|tutorials?|lectures|talks|podcasts|blogs|blog posts)(?:[\W\d_]|:\w+:)*$",
    re.IGNORECASE,
)
"""Nothing but such words; or a kind of work that is never a paper, whatever its topic: `Classic Books`."""
DATA = lazy_pattern(
    r"(?:\bdata ?(?:sets?|bases?)|\bcorpora|数据[集库])\W*$", re.IGNORECASE, needs="data corpora 数据".split()
)
PAPERS_SECTION = lazy_pattern(
    r"\b(?:papers?(?:list)?|publications?|literature|reading list)\b|论文|文献|論文|논문",
    re.IGNORECASE,
    needs="paper publication literature reading 论文 文献 論文 논문".split(),
)


@dataclass(slots=True, eq=False)
class _Group:
    """Lines that belong together, under the words in lines `first` to `last`."""

    kind: SectionKind | None
    """None for lines that only end what began inside them: a `<details>` without words of its own, the whole file."""
    title: str
    first: int
    last: int
    end: int = 0
    """The last line; where it is 0 the group goes on up to the next one of its kind."""
    level: int = 0
    siblings: int = -1
    """For a bullet that heads those beside it: what its list is called in `Candidate.group`."""
    is_closed: bool = False
    """Whether `end` was known from the start."""
    outer: int = -1
    latest: int = -1
    """The last heading directly inside."""


def find_sections(
    document: Document, outline: Outline, entries: Sequence[Candidate]
) -> tuple[tuple[Section, ...], tuple[int, ...]]:
    """The sections of a document, and for each of its `entries` the index of its own one, the innermost.

    Headings always make a section; what else could group entries does only where there are some in it.
    """
    groups = sorted(_find_groups(outline, entries), key=lambda group: (group.first, not group.is_closed, -group.end))
    groups = _nest([_Group(None, "", 1, 0, len(document.text.line_starts), is_closed=True), *groups])
    homes = _place(groups, [entry.first for entry in entries])
    held = Counter(homes)
    for index in range(len(groups) - 1, 0, -1):
        held[groups[index].outer] += held[index]
    new = {-1: -1}
    """The section that each group makes, or is in."""
    sections: list[Section] = []
    members: list[list[int]] = []
    for index, group in enumerate(groups):
        if group.kind is None or (group.kind is not SectionKind.HEADING and not held[index]):
            new[index] = new[group.outer]
        else:
            new[index] = len(sections)
            sections.append(_make_section(document, group, new[group.outer], sections))
            members.append([])
    for number, home in enumerate(homes):
        members[new[home]].append(number)
    return (
        tuple(section._replace(entries=tuple(inside)) for section, inside in zip(sections, members, strict=True)),
        tuple([new[home] for home in homes]),
    )


def _make_section(document: Document, group: _Group, outer: int, sections: list[Section]) -> Section:
    text, kind = document.text, group.kind or SectionKind.HEADING
    if outer < 0:  # what is above the first heading
        end = text.line_span(group.end).end if group.end else 0
        return Section(Span(0, end), group.title, Span(0, 0), 0, (), ())
    above = sections[outer]
    path = (*above.path, above.heading) if above.level else ()
    words = document.lines_span(group.first, group.last)
    end = max(text.line_span(group.end).end, words.end)
    return Section(Span(words.start, end), group.title, words, group.level or above.level + 1, path, (), kind, outer)


def _find_groups(outline: Outline, entries: Iterable[Candidate]) -> Iterator[_Group]:
    """Everything that may group entries, and the lines of each `<details>`; in no particular order."""
    for heading in outline.headings:
        if heading.opens_section:
            title = " ".join(heading.prose.text.replace("\ufffc", "").split()).removeprefix("- ")
            first = heading.first if heading.level else 0  # the first section begins before all else
            yield _Group(SectionKind.HEADING, title, first, heading.last, level=heading.level)
    taken = {line for entry in entries for line in range(entry.first, entry.last + 1)}
    free = [each for each in outline.candidates if each.status is Status.NO_ENTRY and each.first not in taken]
    for first, last, summary in reversed(outline.details):
        title = _title(summary) if summary is not None and summary.status is Status.NO_ENTRY else ""
        if summary is None or not title or _INSTRUCTION.fullmatch(title):
            yield _Group(None, "", first, first, last, is_closed=True)
        else:
            yield _Group(SectionKind.SUMMARY, title, first, summary.first, last, is_closed=True)
    yield from _find_topics(outline, free)
    plain = [each for each in free if each.carrier is Carrier.PARAGRAPH and not (each.links or is_bold_line(each))]
    over_lists = [each for each in plain if _heads_list(outline, each)]
    names = Counter(section for section, _ in {(each.section, _title(each)) for each in over_lists})
    styled = {_title(each) for each in over_lists if _is_name(each, Style.ITALIC)}
    styled = styled if len(styled) >= _FEWEST_STYLED else set()
    several = {each.index for each in over_lists if names[each.section] > 1 or _title(each) in styled}
    for each in plain:
        is_venue = ANY_YEAR.search(title := _title(each)) is not None and name_venue(title) is not None
        if is_venue or each.index in several:
            place = len(outline.candidates) + each.section  # as if all of a section were bullets of one list
            kind = SectionKind.TOPIC if is_venue else SectionKind.BOLD
            yield _Group(kind, title, each.first, each.last, siblings=place)
    lines = [(each.section, _title(each), each) for each in free if is_bold_line(each)]
    times = Counter((section, title) for section, title, _ in lines)
    for section, title, each in lines:
        if times[section, title] == 1:  # else it is a label, such as "Abstract"
            yield _Group(SectionKind.BOLD, title, each.first, each.last)


def _find_topics(outline: Outline, free: Iterable[Candidate]) -> Iterator[_Group]:
    """The bullets that head what is nested in them, or the bullets beside them."""
    ends = [each.last for each in outline.candidates]
    lists: dict[int, int] = {}
    for each in reversed(outline.candidates):
        ends[each.index] = max([ends[each.index], *[ends[child.index] for child in each.children]])
        lists[each.group] = max(ends[each.index], lists.get(each.group, 0))
    for each in free:
        if each.carrier not in ITEMS or not (title := _title(each)):
            continue
        if each.children:
            kind = SectionKind.BOLD if _is_name(each, Style.BOLD) else SectionKind.TOPIC
            yield _Group(kind, title, each.first, each.first, ends[each.index], is_closed=True)
        elif heads_siblings(outline, each):
            yield _Group(
                SectionKind.TOPIC, title, each.first, each.last, lists[each.group], siblings=each.group, is_closed=True
            )


def _title(candidate: Candidate) -> str:
    """The words of what heads a group, without the colon at their end."""
    line = candidate.head.text.replace("\ufffc", "").strip().partition("\n")[0]
    return " ".join(line.split()).rstrip(_COLONS)


def _nest(groups: list[_Group]) -> list[_Group]:
    """The groups, each with its end and the one around it; the first one is the whole file."""
    found = groups[:1]
    inside = [0]
    """The groups that are open, as indexes into `found`."""
    for group in groups[1:]:
        while found[inside[-1]].end < group.first:
            inside.pop()
        while _ends(found[inside[-1]], group):
            found[inside.pop()].end = group.first - 1
        if len(inside) > _DEEPEST:
            continue
        around = found[inside[-1]]
        group.outer = inside[-1]
        group.end = min(group.end or around.end, around.end)
        if group.kind is SectionKind.HEADING:
            group.outer = _heading_above(found, inside[-1], group.level)
            around.latest = len(found)
        inside.append(len(found))
        found.append(group)
    return found


def _ends(group: _Group, following: _Group) -> bool:
    """Whether a group ends where the `following` one begins inside the same lines."""
    if following.kind is SectionKind.HEADING:
        return not group.is_closed
    if following.siblings >= 0 or following.is_closed:
        return following.siblings >= 0 and group.siblings == following.siblings
    return following.kind is SectionKind.BOLD and group.kind is SectionKind.BOLD


def _heading_above(groups: list[_Group], around: int, level: int) -> int:
    """The group that a heading is in: a heading above it of a lower level, or what is folded away with it."""
    outer = groups[around].latest if groups[around].latest >= 0 else around
    while outer > 0:
        group = groups[outer]
        if group.kind is SectionKind.SUMMARY or (group.kind is SectionKind.HEADING and group.level < level):
            break
        outer = group.outer
    return max(outer, 0)


def _place(groups: Sequence[_Group], lines: Iterable[int]) -> list[int]:
    """For each line, in order, the innermost group that it is in."""
    homes: list[int] = []
    inside: list[int] = []
    following = 0
    for line in lines:
        while following < len(groups) and groups[following].first <= line:
            while inside and groups[inside[-1]].end < groups[following].first:
                inside.pop()
            inside.append(following)
            following += 1
        while len(inside) > 1 and groups[inside[-1]].end < line:
            inside.pop()
        homes.append(inside[-1])
    return homes


def heads_siblings(outline: Outline, item: Candidate) -> bool:
    """Whether an item only names those beside it: without a link, it ends in a colon, and a linked one follows."""
    if item.children or item.links or item.details or not item.head.text.rstrip().endswith((":", "：")):
        return False
    following = outline.candidates[item.index + 1 : item.index + 2]
    return any(each.group == item.group and each.links for each in following)


def heads_rows(outline: Outline, row: Candidate) -> bool:
    """Whether a row only names those below it: one cell in bold or of few words, no link, and a linked row follows."""
    filled = [cell for cell in row.cells if cell.text.strip()]
    if len(filled) != 1 or row.links or not any(map(str.isalpha, filled[0].text)):
        return False
    title = row.best_title()
    if not filled[0].styles & Style.BOLD and title is not None and title.score >= TITLED:
        return False
    following = outline.candidates[row.index + 1 : row.index + 2]
    return any(each.group == row.group and each.links and len(each.cells) > 1 for each in following)


_FEWEST_STYLED = 3
"""Lines in italics over lists from which each one is the name of what is below it, also where it is the only one."""
_MAX_WORDS = 12
"""Longer bold lines say something about the list."""
_SENTENCE_ENDS = tuple(".!?,;。！？，；")


def is_bold_line(candidate: Candidate) -> bool:
    """Whether a paragraph is one short line in bold, without a link: the name of what is below it."""
    is_line = candidate.carrier in (Carrier.PARAGRAPH, Carrier.HTML) and not candidate.level
    return is_line and _is_name(candidate, Style.BOLD)


def _is_name(candidate: Candidate, style: int) -> bool:
    """Whether a candidate is one short line in a style, or in none, without a link: the name of what is below it."""
    text = candidate.head.text
    words, bare = text.strip(), without_emoji(text)
    is_remark = bare.startswith(("(", "（", "[")) and bare.endswith((")", "）", "]"))
    if candidate.links or "\n" in words or is_remark or words.endswith(_SENTENCE_ENDS):
        return False
    if not 0 < len(words.split()) <= _MAX_WORDS:
        return False
    if not style:
        return words[-1:] not in _COLONS and not candidate.head.styles and any(map(str.isalpha, words))
    for styled in reversed(find_styled(candidate.head, style)):
        text = text[: styled.start] + text[styled.end :]
    return len(text) < len(words) and not any(map(str.isalpha, without_emoji(text)))


def _heads_list(outline: Outline, line: Candidate) -> bool:
    """Whether a line in italics or without a style is directly above a list or a table, as if it were in bold."""
    following = outline.candidates[line.index + 1 : line.index + 2]
    is_above = any(each.section == line.section and each.carrier in (*ITEMS, Carrier.ROW) for each in following)
    return is_above and (_is_name(line, Style.ITALIC) or _is_name(line, 0))


_INNER_SEPARATOR = " › "
"""What the separator of a path becomes inside a part."""


def join_path(path: Sequence[str]) -> str:
    """A path as one text that can be split into its parts again."""
    return PATH_SEPARATOR.join(each.replace(PATH_SEPARATOR, _INNER_SEPARATOR) for each in path)


def path_below(title: str, path: Sequence[str]) -> Sequence[str]:
    """The path of a section without the title of the whole list, unless that is all there is."""
    return path[1:] if len(path) > 1 and path[0] == title else path


def find_announced(headings: Sequence[Heading], *, is_linked: bool) -> list[bool]:
    """For each heading whether it announces papers, or one around it does and it announces nothing else itself.

    In a list with hardly any links, what is said above its first section counts as one around all.
    """
    ends = [bool(OTHER_SECTION.search(each.prose.text) or ABOUT_LIST.search(each.prose.text)) for each in headings]
    above = [each for heading in headings[:2] for each in heading.below if each.carrier is Carrier.PARAGRAPH]
    said = (match[0].casefold() for each in above for match in PAPERS_SECTION.finditer(each.head.text))
    is_said = not is_linked and any(words != "paper" for words in said)  # but `the code of our paper`
    return _spread(headings, [is_said, *_announce_papers(headings)[1:]], ends, highest=0)


def find_others(headings: Sequence[Heading]) -> list[bool]:
    """For each heading whether it only names something else than papers, or one around it does but the title.

    `Books`, `Talks and Slides`; below them only a heading that announces papers has any.
    """
    own = [bool(OTHER_SECTION.search(each.prose.text) and _ONLY_OTHER.match(each.prose.text)) for each in headings]
    return _spread(headings, own, _announce_papers(headings), highest=2)


def find_data(headings: Sequence[Heading]) -> list[bool]:
    """For each heading whether it announces data, or one around it but the title does and it announces no papers."""
    own = [DATA.search(each.prose.text) is not None for each in headings]
    return _spread(headings, own, _announce_papers(headings), highest=2)


def _announce_papers(headings: Sequence[Heading]) -> list[bool]:
    return [PAPERS_SECTION.search(each.prose.text) is not None for each in headings]


def _spread(headings: Sequence[Heading], own: list[bool], ends: list[bool], highest: int = 1) -> list[bool]:
    """What is so of each heading by its `own` words, or by those of one around it that is not above `highest`."""
    around: list[tuple[int, bool]] = []
    found: list[bool] = []
    for heading, is_own, is_end in zip(headings, own, ends, strict=True):
        while around and around[-1][0] >= heading.level:
            around.pop()
        found.append(is_own or (bool(around) and around[-1][1] and not is_end))
        if heading.opens_section:
            around.append((heading.level, found[-1] and heading.level >= highest))
    return found
