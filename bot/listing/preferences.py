"""Entries with their options come in; the title, date and link of each go out, as the list as a whole has them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from bot.listing.dates import DateCandidate, Position
from bot.listing.links import Label
from bot.listing.parts import Carrier
from bot.listing.titles import Role, TitleCandidate, is_name_list
from bot.papers.dates import DateFormat
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.listing.features import Features, LinkUse
    from bot.papers.dates import DateMention


Value = TypeVar("Value")

_ROLE_WEIGHT = {
    Role.LINKED: 0.08,
    Role.QUOTED: 0.1,
    Role.BOLD: 0.07,
    Role.NAMED: 0.04,
    Role.PLAIN: 0.0,
    Role.ITALIC: -0.4,
}
_ROLE_PRIOR = 0.25
"""How much a title gains from being set off as all titles of the list are."""

_FIELD_PRIOR = 0.2
"""How much a title gains from standing behind as many breaks as all titles of the list do."""

_COMMON = 0.1
"""The share of entries from which on a place is one where the list has its dates."""

_LINKED_COLUMN = 0.3
"""How much a column gains from being the one that is linked: titles are, more often than remarks."""

_DISTINCT_COLUMN = 0.5
"""How much a column gains from saying something else in each row."""

_TITLE_COLUMN = lazy_pattern(r"\btitle|论文标题|题目|标题|タイトル", re.IGNORECASE)
_PAPER_COLUMN = lazy_pattern(r"\b(?:paper|papers|publication|article|work|论文)\b", re.IGNORECASE)
_OTHER_COLUMN = lazy_pattern(
    r"\b(?:author|venue|conf|journal|institut|affiliation|organi|description|abstract|summary|note|comment|contribution|"
    r"keyword|tag|task|code|github|link|url|date|year|time|publish|pub\b|star|type|categor|domain|"
    r"remark|highlight|tl;?dr|insight)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the list as a whole prefers."""

    roles: dict[Carrier, dict[Role, float]]
    """For each carrier: the share of titles in each role."""
    fields: dict[Carrier, dict[int, float]]
    """For each carrier: the share of titles with each number of breaks before them."""
    columns: dict[int, int]
    """For each table (group of candidates): the column of the titles."""
    links: dict[int, int]
    """For each table: the column of the links to papers."""
    places: dict[tuple[Position, int, float], float]
    """The share of entries with a date of each precision in each place."""
    short_labels: DateFormat
    """What four digits in a label mean: YYMM or YYYY."""


def learn_preferences(entries: list[Features]) -> Preferences:
    """What most entries agree on, each judged by itself."""
    preferences = Preferences({}, {}, _learn_columns(entries), _learn_links(entries), {}, _learn_short_labels(entries))
    roles: dict[Carrier, Counter[Role]] = defaultdict(Counter)
    fields: dict[Carrier, Counter[int]] = defaultdict(Counter)
    for features in entries:
        option = choose_title(features, preferences)
        if option is not None and features.names_paper and option.score >= 0.6:
            roles[features.candidate.carrier][option.role] += 1
            fields[features.candidate.carrier][option.field] += 1
    preferences.roles.update({carrier: _shares(counts) for carrier, counts in roles.items()})
    preferences.fields.update({carrier: _shares(counts) for carrier, counts in fields.items()})
    places = Counter(
        spot for f in entries for spot in {_spot(mention, read_mention(mention, preferences)) for mention in f.mentions}
    )
    shown = max(sum(bool(features.mentions) for features in entries), 1)
    preferences.places.update({spot: count / shown for spot, count in places.items()})
    return preferences


def _shares(counts: Counter[Value]) -> dict[Value, float]:
    total = counts.total()
    return {value: count / total for value, count in counts.items()}


def choose_title(features: Features, preferences: Preferences) -> TitleCandidate | None:
    """The option most like a title, with what the list prefers counted in."""
    candidate, options = features.candidate, features.options
    column = preferences.columns.get(candidate.group) if candidate.carrier is Carrier.ROW else None
    if column is not None:
        options = tuple(option for option in options if option.column == column) or options
    roles, fields = preferences.roles.get(candidate.carrier, {}), preferences.fields.get(candidate.carrier, {})

    def weight(option: TitleCandidate) -> tuple[float, int]:
        prior = _ROLE_PRIOR * roles.get(option.role, 0.0) + _FIELD_PRIOR * fields.get(option.field, 0.0)
        return option.score + _ROLE_WEIGHT[option.role] + prior, -option.start

    return max(options, key=weight, default=None)


def _learn_columns(entries: list[Features]) -> dict[int, int]:
    """For each table the column whose cells read most like titles, its heading counted in."""
    tables: dict[int, list[Features]] = defaultdict(list)
    for features in entries:
        if features.candidate.carrier is Carrier.ROW:
            tables[features.candidate.group].append(features)
    return {group: column for group, rows in tables.items() if (column := _title_column(rows)) is not None}


def _learn_links(entries: list[Features]) -> dict[int, int]:
    """For each table the column in which most rows link their paper."""
    tables: dict[int, Counter[int]] = defaultdict(Counter)
    for features in entries:
        if features.candidate.carrier is Carrier.ROW:
            tables[features.candidate.group].update({use.column for use in features.uses if use.is_paper})
    return {group: counts.most_common(1)[0][0] for group, counts in tables.items() if counts}


def _title_column(rows: list[Features]) -> int | None:
    headers = rows[0].candidate.columns
    width = max(len(row.cells) for row in rows)
    scores = [0.0] * width
    names = [0] * width
    linked = [0] * width
    texts: list[set[str]] = [set() for _ in range(width)]
    for row in rows:
        for column, option in _best_by_column(row).items():
            scores[column] += option.score
        for column, cell in enumerate(row.cells):
            names[column] += is_name_list(cell.text)
            texts[column].add(cell.text.strip())
        for use in row.uses:
            linked[use.column] += use.label is None and not use.link.bare
    best, found = 0.0, None
    for column in range(width):
        header = headers[column] if column < len(headers) else ""
        gained = _LINKED_COLUMN * min(linked[column], len(rows)) + _DISTINCT_COLUMN * len(texts[column])
        score = (scores[column] - names[column] + gained) / len(rows)
        if _TITLE_COLUMN.search(header):
            score += 1.0
        elif _PAPER_COLUMN.search(header):
            score += 0.5
        elif _OTHER_COLUMN.search(header):
            score -= 0.5
        if score > best and scores[column] > 0:
            best, found = score, column
    return found


def _best_by_column(row: Features) -> dict[int, TitleCandidate]:
    """For each column of a row that has options the one most like a title."""
    best: dict[int, TitleCandidate] = {}
    for option in row.options:
        if option.column not in best or option.score > best[option.column].score:
            best[option.column] = option
    return best


def _learn_short_labels(entries: list[Features]) -> DateFormat:
    """Whether `[2009]` is a month or a year in this list: what the labels that have one reading are."""
    counts: Counter[DateFormat] = Counter()
    for features in entries:
        for mention in features.mentions:
            formats = {reading.format for reading in mention.readings if reading.value is not None}
            if len(formats) == 1 and formats <= {DateFormat.YYMM, DateFormat.YYYY}:
                counts.update(formats)
    return DateFormat.YYMM if counts[DateFormat.YYMM] > counts[DateFormat.YYYY] else DateFormat.YYYY


def read_mention(mention: DateCandidate, preferences: Preferences) -> DateMention:
    """The one reading that the list gives a date."""
    for reading in mention.readings:
        if reading.format is preferences.short_labels:
            return reading
    if len(mention.readings[0].text) == 4 and preferences.short_labels is DateFormat.YYMM:
        return next((r for r in mention.readings if r.format is DateFormat.YYMM), mention.readings[0])
    return mention.readings[0]


def choose_date(
    features: Features, title: TitleCandidate | None, preferences: Preferences
) -> tuple[DateCandidate, DateMention] | None:
    """The entry's own date: the most precise one outside the title, in the place where the list has its dates."""
    best: tuple[float, DateCandidate, DateMention] | None = None
    for order, mention in enumerate(features.mentions):
        if title is not None and _is_inside(mention, title):
            continue
        reading = read_mention(mention, preferences)
        share = preferences.places.get(_spot(mention, reading), 0.0)
        if mention.place is Position.DETAIL and share < _COMMON and not _precision(reading):
            continue  # a year in a line below tells of something else, unless all entries have it there
        weight = _precision(reading) + 3.0 * share - 0.01 * order
        if mention.place is Position.LABEL:
            weight += 0.3
        if best is None or weight > best[0]:
            best = (weight, mention, reading)
    return None if best is None else (best[1], best[2])


def _is_inside(mention: DateCandidate, title: TitleCandidate) -> bool:
    """Whether a date is a part of the title."""
    if mention.place is Position.DETAIL or mention.column != title.column:
        return False
    return mention.start < title.end and title.start < mention.end


def _spot(mention: DateCandidate, reading: DateMention) -> tuple[Position, int, float]:
    return mention.place, mention.column, _precision(reading)


def _precision(reading: DateMention) -> float:
    value = reading.value
    if value is None:
        return 2.0 if reading.format is DateFormat.YYMM else -1.0
    return 3.0 if value.day is not None else 2.0 if value.month is not None else 0.0


def choose_link(features: Features, title: TitleCandidate | None, preferences: Preferences) -> LinkUse | None:
    """The link to the paper: the one that says so, else the one on the title, else one that names a paper."""
    uses = [use for use in features.uses if use.link.href and not use.link.href.startswith("#")]
    on_title = [use for use in uses if title is not None and use.link is title.link]
    said = [use for use in uses if use.label is Label.PAPER and not (use.dated and use.detail)]
    if any(use.is_paper for use in on_title):  # `[Title](...) [DOI]`: the DOI is a second way to the same paper
        said = [use for use in said if use.link.label.strip().casefold() != "doi"]
    column = preferences.links.get(features.candidate.group, -1)
    in_column = [use for use in uses if use.is_paper and use.column == column >= 0 and use.label in (None, Label.HERE)]
    for group in ([u for u in said if u.is_paper], said, [u for u in on_title if u.is_paper], in_column, on_title):
        if group:
            return group[0]
    loose = [use for use in uses if use.is_paper and use.label in (None, Label.HERE)]
    if loose:
        return loose[0]
    return next((use for use in uses if use.label is Label.HERE), None)
