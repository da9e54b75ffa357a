"""Add papers to a list: find the section of each, write it in the list's style, and prove that it reads as it is
meant.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.addition import (
    Option,
    Written,
    address_as,
    find_added,
    find_inside,
    find_listed,
    find_missing_date,
    find_new_entry,
    find_options,
    find_section,
    links_papers,
    place_line,
)
from bot.additions.excerpt import Excerpt, excerpt
from bot.additions.forms import Forms
from bot.additions.given import BY_HAND, NOTHING_GIVEN, Given
from bot.additions.proposal import choose, learn_topics, propose
from bot.additions.record_writer import by_category
from bot.document.anchors import slug
from bot.facts.model import Absent, RecordFact
from bot.git import Commit
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Scope, Severity, apply
from bot.linter.engine import Plan, check
from bot.linter.fixing import State, find_new
from bot.linter.headings import follow_counts, take_along
from bot.listing import Catalog, Entry, Listing, Order
from bot.listing.model import SectionKind
from bot.ordering.places import Chosen, date_sections, find_date, name_of, resolve
from bot.ordering.section_order import declared_orders
from bot.papers.identity import NamedPaper, read_paper
from bot.papers.record import Record, for_list
from bot.papers.similarity import normalise, title_key
from bot.rules.missing_space import MissingSpace
from bot.rules.misspelt_name import MisspeltName
from bot.rules.repeated_text import RepeatedText
from bot.rules.stale_count import StaleCount
from bot.rules.unsorted_section import UnsortedSection
from bot.rules.unused_allow import UnusedAllow
from bot.text import Span, Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from bot.linter.rule import ActiveRule, Context
    from bot.linter.survey import Survey

    Ask: TypeAlias = Callable[[str, Sequence[tuple[str, float]]], int | None]
    """Asks for a paper which of these sections, with their scores, it belongs in; None for none of them."""

_MOST_OPTIONS = 6
"""Ways to write an entry that are tried: each is read and checked as a whole."""


_FOLLOWED = frozenset({StaleCount.slug})
"""Rules whose findings the addition itself puts right."""
_YEAR = lazy_pattern(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_OF_WORDS = frozenset({MisspeltName.slug, MissingSpace.slug, RepeatedText.slug})
"""Rules about words that a title may have on record, which is written as it is."""


class Result(NamedTuple):
    """What became of one paper; what does not apply is None."""

    id: str
    status: str
    """`added`, `listed` or `declined`."""
    reason: str | None = None
    path: str | None = None
    line: int | None = None
    section: str | None = None
    text: str | None = None
    notes: tuple[str, ...] = ()
    """What a person should know of an entry that was added: what of the paper is not in it."""


class _Refusal(NamedTuple):
    """Why an entry is not written in some way, and the rule that would report it."""

    reason: str
    rule: str = ""


@dataclass(slots=True)
class Request:
    """Several papers for one list, which is the first of `texts`; each is added to what the one before left."""

    texts: list[Text]
    plan: Plan
    survey: Survey
    ask: Ask | None = None
    """Asks a person which of several sections is meant."""
    commits: Sequence[Commit] = ()
    """The last ones of the list, the newest first, where its history is at hand."""
    results: list[Result] = field(default_factory=list)
    proposals: dict[str, list[tuple[str, float]]] = field(default_factory=dict)
    """The sections that were proposed for a paper, by its name."""
    given: Given = NOTHING_GIVEN
    """What is said about the paper by hand: of the ways to write it, those that have a place for all of it come
    first."""
    unclear: set[str] = field(default_factory=set)
    """The papers that were declined because a section must be named."""

    @property
    def text(self) -> Text:
        """The list as it is now."""
        return self.texts[0]

    def lists(self, paper: NamedPaper) -> bool:
        """Whether one of the lists has the paper by now."""
        return find_listed(self._catalog(), paper.identifier, (), paper.address) is not None

    def add(
        self, name: str, paper: NamedPaper | None, records: Mapping[NamedPaper, RecordFact], section: str | None
    ) -> None:
        """Add one paper, or say why not."""
        if paper is None:
            self.decline(name, "not an arXiv id, a DOI or the URL of a paper")
            return
        if self._is_listed(paper, ()):
            return
        record = self._record(paper.name, records.get(paper))
        if record is None or self._is_listed(paper, record.all_titles):
            return
        listing = self._listing()
        if not (record.identifier or record.address) and links_papers(listing):
            self.decline(paper.name, "the other entries link their papers, and nothing says where this one is")
            return
        if not record.arxiv and record.address:
            record = replace(record, address=address_as(listing, name, record.address))
        divided = by_category(listing)
        index = self._choose(paper.name, divided, record, section)
        if index is None:
            return
        if missing := find_missing_date(divided, index, record):
            self.decline(paper.name, f"the {missing} of the paper is not known, but other entries have one")
        elif divided is not listing:
            self._write(paper.name, listing, 0, record, divided.sections[index].heading)
        else:
            self._write(paper.name, listing, index, record)

    def add_line(self, line: str, section: str | None) -> None:
        """Put a line of somebody's at its place, as it is; not where it is not read as one new entry."""
        listing = self._listing()
        line = line.strip("\r\n").replace("\r\n", "\n").replace("\n", listing.text.newline)
        fullest = max(range(len(listing.sections)), key=lambda index: len(listing.sections[index].entries))
        _, tried = self._put(listing, place_line(listing, fullest, line, Record(line, source=BY_HAND)))
        if tried is None or tried.entry.title is None:
            self.decline(line, "the line is not read as one entry with a title")
            return
        entry, title = tried.entry, tried.entry.title.value
        address = entry.link.href if entry.link is not None else ""
        paper = read_paper(address) or NamedPaper(title, entry.work, address)
        if self._is_listed(paper, (title,)):
            return
        date = (entry.date.value if entry.date is not None else None) or entry.announced
        record = Record(title, source=BY_HAND, identifier=entry.work, address=paper.address, date=date)
        index = self._choose(paper.name, listing, record, section)
        if index is None:
            return
        index = find_section(listing, index, record)
        order = self._order(listing, index)
        option = place_line(listing, index, line, record, order, self.commits)
        part, written = self._put(listing, option)
        if written is None:
            self.decline(paper.name, "the line is not read as one entry where it belongs")
        elif (found := self._find_new(part, written)) is not None:
            self.decline(paper.name, _would_find(found))
        else:
            self._keep(paper.name, listing, index, record, option, written, ())

    def _put(self, listing: Listing, option: Option) -> tuple[Excerpt, Written | None]:
        """The list with a text that is read as one entry more, as far as it shows that."""
        part = excerpt(listing, option.edits[0].span.start, self.survey.read_one)
        moved = part.moved(option)
        after = self._apply(part.listing, moved)
        entry = find_new_entry(part.listing, after, moved)
        return part, Written(moved, after, entry) if entry is not None else None

    def _apply(self, listing: Listing, option: Option) -> Listing:
        content = apply(listing.text.content, [Fix("Add the paper", option.edits)]).content
        return self.survey.read_one(Text(listing.text.path, content))

    def _listing(self) -> Listing:
        return self.survey.read_one(self.text)

    def decline(self, shown: str, reason: str) -> None:
        """Say why a paper is not added."""
        self.results.append(Result(shown, "declined", reason))

    def _is_listed(self, paper: NamedPaper, titles: Sequence[str]) -> bool:
        """Whether a list has the paper; then that is its result."""
        found = find_listed(self._catalog(), paper.identifier, titles, paper.address)
        if found is None:
            return False
        listing, entry = found
        title = entry.title_text
        known = not titles or title_key(title) in {title_key(each) for each in titles}
        reason = "in the list already" if known else "in the list already, under another title"
        line = listing.text.line_at(entry.span.start)
        where = name_of(listing, entry.section) if listing.sections[entry.section].level else None
        self.results.append(Result(paper.name, "listed", reason, listing.text.path, line, where, title or None))
        return True

    def _catalog(self) -> Catalog:
        return Catalog(self.survey.read(self.texts))

    def _record(self, shown: str, fact: RecordFact | None) -> Record | None:
        """What is known about the paper, where it can be added."""
        if isinstance(fact, Absent):
            self.decline(shown, "arXiv has no such paper")
        elif not isinstance(fact, Record):
            self.decline(shown, f"could not find the title of {shown}{f': {fact.reason}' if fact is not None else ''}")
        elif (record := for_list(fact)).withdrawn:
            self.decline(shown, "the paper is withdrawn")
        elif not record.title:
            self.decline(shown, f"could not find the title of {shown}: {record.source} has an empty one")
        else:
            return record
        return None

    def _choose(self, shown: str, listing: Listing, record: Record, section: str | None) -> int | None:
        """The section that is named, else the one that is clearly the best.

        If bold lines and the like divide it, the best part is taken, because nobody would name such a part.
        """
        inside: Sequence[int] = ()
        if section is not None:
            chosen = _resolve(listing, section)
            if chosen.section is None:
                self.decline(shown, chosen.reason)
                return None
            inside = _find_divided(listing, chosen.section, record)
            if not inside:
                return chosen.section
        proposals = propose(learn_topics(listing), record, inside)
        named = [(name_of(listing, each.section), each.score) for each in proposals]
        self.proposals[shown] = named
        is_plain = any(listing.sections[each].kind is SectionKind.HEADING for each in inside)
        clear = proposals[0].section if inside and proposals and not is_plain else choose(proposals)
        if clear is None and self.ask is not None and named:
            answer = self.ask(f"{shown} {record.title}", named)
            clear = proposals[answer].section if answer is not None else None
        if clear is None:
            self.unclear.add(shown)
            best = ", ".join(f'"{name}" {score:.2f}' for name, score in named)
            what = f'"{section}" has sections inside' if inside else "the section is not clear"
            self.decline(shown, f"{what}: name one with --section{f' ({best})' if best else ''}")
        return clear

    def _write(self, shown: str, listing: Listing, index: int, record: Record, category: str = "") -> None:
        """Write the entry in the first way that reads as it is meant and adds no finding.

        Where those beside it are so far from in order that it goes to an end, and would be the one out of order there,
        it goes where the order of the list has it.
        """
        index = find_section(listing, index, record)
        declared, learned = self._order(listing, index), listing.conventions.order
        orders = (declared,) if declared is not None or learned is None else (None, learned.value)
        heading = listing.sections[index].heading
        refusal = _Refusal(f'nothing in the list shows how an entry of "{heading}" is written')
        given = self.given
        for order in orders:
            options = find_options(listing, index, record, order, category, self.commits)
            options.sort(key=lambda option: (len(given.find_left_out(option.text)), given.lacks_year(option.text)))
            if not options:
                break
            part = excerpt(listing, options[0].edits[0].span.start, self.survey.read_one)
            forms = Forms(part.listing)
            for option in options[:_MOST_OPTIONS]:
                tried = self._try(part, forms, option, record)
                if isinstance(tried, Written):
                    self._keep(shown, listing, index, record, option, tried, given.find_left_out(option.text))
                    return
                refusal = tried
            if refusal.rule != UnsortedSection.slug:
                break
        self.decline(shown, refusal.reason)

    def _try(self, part: Excerpt, forms: Forms, option: Option, record: Record) -> Written | _Refusal:
        """Write the entry in one way; not where it would not read as meant, has a form of its own or adds a finding."""
        moved = part.moved(option)
        after = self._apply(part.listing, moved)
        entry = find_added(part.listing, after, moved, record)
        if isinstance(entry, str):
            return _Refusal(f"written as the entries beside it, {entry}: write the line with --as-is")
        written = Written(moved, after, entry)
        if (unlike := forms.find_unlike(after, entry)) is not None:
            return _Refusal(f"{unlike.reason}: write the line with --as-is")
        found = self._find_new(part, written)
        return written if found is None else _Refusal(_would_find(found), found.rule)

    def _keep(
        self,
        shown: str,
        listing: Listing,
        index: int,
        record: Record,
        option: Option,
        written: Written,
        left_out: Sequence[str],
    ) -> None:
        """Take the list with the entry."""
        tried, after, entry = written
        edits = tuple([each._replace(new=own.new) for each, own in zip(option.edits, tried.edits, strict=True)])
        content = apply(listing.text.content, [Fix("Add the paper", edits)]).content
        line = Text("", content).line_at(entry.span.start - tried.start + option.start)
        self.commits = (Commit(0, tuple(tried.text.splitlines()), ()), *self.commits)
        counts = list(take_along(listing, follow_counts(listing, _with_one_more(listing, index, entry))))
        fixes = [Fix("Add the paper", edits), *counts]
        self.texts[0] = Text(listing.text.path, apply(listing.text.content, fixes).content)
        self.results = [_moved(each, listing.text, edits) for each in self.results]
        where = (
            name_of(after, entry.section) if option.heading else name_of(self._listing() if counts else listing, index)
        )
        others = (each.span.start for each in after.in_section(after.sections[entry.section]) if each is not entry)
        nearest = min(others, key=lambda start: abs(start - entry.span.start), default=entry.span.start)
        beside = line + after.text.line_at(nearest) - after.text.line_at(entry.span.start)
        shown_by = f", such as that on line {beside}," if nearest != entry.span.start else ""
        what = f"not in the entry, as the entries beside it{shown_by} have no place for it"
        notes = (*(f"{name}: {what}" for name in left_out), *_find_doubts(after, entry, record))
        self.results.append(Result(shown, "added", None, listing.text.path, line, where, tried.text, notes))

    def _order(self, listing: Listing, index: int) -> Order | None:
        """The order that the maintainers declare for a section."""
        option = next((each.rule.order for each in self.plan.rules if isinstance(each.rule, UnsortedSection)), None)
        declared = declared_orders(listing, option)[index]
        return None if declared in (None, "none") else Order(declared)

    def _find_new(self, part: Excerpt, written: Written) -> Diagnostic | None:
        """The first finding that the entry brings."""
        option, after, entry = written
        listings, context = self.survey([part.listing.text, *self.texts[1:]])
        others = (after, *listings[1:])
        before = listings, replace(context, catalog=Catalog((*listings, *part.rest)))
        now = others, replace(context, catalog=Catalog((*others, *part.rest)))
        added = Span(option.start, option.start + len(option.text))
        title = entry.title.span if entry.title is not None else added
        return _find_caused(before, now, self.plan, after.text.path, added, title)

    def as_json(self) -> dict[str, object]:
        """The results as an object."""
        sections = {
            shown: [{"section": name, "score": score} for name, score in named]
            for shown, named in self.proposals.items()
        }
        return {"added": [each._asdict() for each in self.results], "sections": sections}


def _with_one_more(listing: Listing, index: int, entry: Entry) -> Listing:
    """A list with an entry more in a section, to count."""
    sections, usual = list(listing.sections), listing.conventions.carrier
    sections[index] = sections[index]._replace(entries=(*sections[index].entries, len(listing.entries)))
    if usual is not None and usual.value is entry.carrier:
        usual = usual._replace(followers=usual.followers + 1)
    conventions = replace(listing.conventions, carrier=usual)
    return replace(listing, entries=(*listing.entries, entry), sections=tuple(sections), conventions=conventions)


def _would_find(found: Diagnostic) -> str:
    return f"bot lint would find {found.rule}: {found.message}"


def _resolve(listing: Listing, name: str) -> Chosen:
    """The section that a name, a path or an anchor means, else the only one whose heading has all of its words."""
    chosen = resolve(listing, name)
    if chosen.section is not None:
        return chosen
    anchor, words = slug(name.removeprefix("#")), set(normalise(name).split())
    named = [(index, each.heading) for index, each in enumerate(listing.sections) if each.level]
    found = [index for index, heading in named if slug(heading) == anchor]
    found = found or [index for index, heading in named if words and words <= set(normalise(heading).split())]
    return Chosen(found[0]) if len(found) == 1 else chosen


def _find_doubts(after: Listing, entry: Entry, record: Record) -> Iterator[str]:
    """What a person should know of an entry: it has no link to its paper, or is in a section of other years."""
    if not entry.links and (record.identifier or record.address):
        yield "URL: not in the entry, as the entries of this list have no links"
    section, date = after.sections[entry.section], record.date
    named = [int(each[0]) for each in _YEAR.finditer(section.heading)]
    own = {each for each in (record.year, date.year if date is not None else None) if each}
    dates = (each.date.value if each.date is not None else each.announced for each in after.in_section(section))
    others = Counter(each.year for each in dates if each is not None)
    is_headed = find_date(section.heading) is not None
    is_apart = named and own and not any(min(named) <= each <= max(named) for each in own)
    if is_apart and (is_headed or all(others[each] <= 1 for each in own)):
        yield f'the section is "{section.heading}", and the paper is of {max(own)}'


def _find_divided(listing: Listing, index: int, record: Record) -> Sequence[int]:
    """The sections of which one must be chosen, where the paper can go into none but those inside."""
    found = find_section(listing, index, record)
    is_dated = find_date(listing.sections[found].heading) is not None
    if listing.sections[found].entries or (not is_dated and len(date_sections(listing, found)) > 1):
        return ()
    return find_inside(listing, found)


def _moved(result: Result, text: Text, edits: Sequence[Edit]) -> Result:
    """A result with its line once edits that add another entry to `text` are made."""
    if result.line is None or result.path != text.path:
        return result
    start = text.line_starts[result.line - 1]
    above = [each for each in edits if each.span.start <= start]
    more = sum(each.new.count("\n") - text[each.span].count("\n") for each in above)
    return result._replace(line=result.line + more)


def _find_caused(
    before: tuple[Sequence[Listing], Context],
    after: tuple[Sequence[Listing], Context],
    plan: Plan,
    path: str,
    added: Span,
    title: Span,
) -> Diagnostic | None:
    """The first finding, no mere note, that is about the entry at `added`, or is not in the lists without it.

    Words of its title are not a reason: the title on record has them.

    Elsewhere only what depends on the list as a whole is new; the lists as they were are checked by those rules alone,
    and by all where a suppression has no effect, which is seen only where the rules that it names have run.
    """
    rules = tuple(each for each in plan.rules if (each.severity or each.rule.severity) > Severity.NOTE)
    found = _check(after, plan, rules)
    for each in found:
        if each.rule in _OF_WORDS and each.path == path and title.contains(each.span):
            continue
        related = each.related if each.scope is Scope.PAIR else ()
        places = ((each.path, each.span), *((other.path, other.span) for other in related))
        if any(where == path and span.overlaps(added) for where, span in places):
            return each
    found = [each for each in found if each.scope is Scope.LIST]
    if not found:
        return None
    slugs = {each.rule for each in found}
    needed = rules if UnusedAllow.slug in slugs else tuple(each for each in rules if each.rule.slug in slugs)
    old = _check(before, plan, needed)
    new = find_new(State(tuple(before[0]), tuple(old)), State(tuple(after[0]), tuple(found)))
    return next((each.diagnostic for each in new), None)


def _check(lists: tuple[Sequence[Listing], Context], plan: Plan, rules: tuple[ActiveRule, ...]) -> list[Diagnostic]:
    """The findings that count, in lists with their context."""
    found = check(lists[0], replace(plan, rules=rules), lists[1]).diagnostics
    return [each for each in found if each.severity >= Severity.WARNING and each.rule not in _FOLLOWED]
