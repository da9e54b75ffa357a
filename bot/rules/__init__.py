"""The list of all rules, kept by hand: a rule that is not in it does not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.archived_repository import ArchivedRepository
from bot.rules.broken_record import BrokenRecord
from bot.rules.broken_title import BrokenTitle
from bot.rules.conflicting_id import ConflictingId
from bot.rules.cross_listed_entry import CrossListedEntry
from bot.rules.date_mismatch import DateMismatch
from bot.rules.dead_link import DeadLink
from bot.rules.drifting_date_format import DriftingDateFormat
from bot.rules.drifting_format import DriftingFormat
from bot.rules.duplicate_entry import DuplicateEntry
from bot.rules.empty_field import EmptyField
from bot.rules.empty_link import EmptyLink
from bot.rules.fullwidth_bracket import FullwidthBracket
from bot.rules.future_date import FutureDate
from bot.rules.garbled_text import GarbledText
from bot.rules.impossible_date import ImpossibleDate
from bot.rules.literal_markup import LiteralMarkup
from bot.rules.malformed_arxiv_id import MalformedArxivId
from bot.rules.malformed_link import MalformedLink
from bot.rules.mislabelled_link import MislabelledLink
from bot.rules.missing_anchor import MissingAnchor
from bot.rules.missing_file import MissingFile
from bot.rules.missing_space import MissingSpace
from bot.rules.misspelt_host import MisspeltHost
from bot.rules.misspelt_label import MisspeltLabel
from bot.rules.misspelt_name import MisspeltName
from bot.rules.mixed_link_form import MixedLinkForm
from bot.rules.moved_link import MovedLink
from bot.rules.moved_repository import MovedRepository
from bot.rules.noncanonical_link import NoncanonicalLink
from bot.rules.oversized_readme import OversizedReadme
from bot.rules.placeholder_link import PlaceholderLink
from bot.rules.published_venue import PublishedVenue
from bot.rules.repeated_text import RepeatedText
from bot.rules.retitled_paper import RetitledPaper
from bot.rules.reused_id import ReusedId
from bot.rules.reused_link import ReusedLink
from bot.rules.schema_violation import SchemaViolation
from bot.rules.shortened_link import ShortenedLink
from bot.rules.stale_count import StaleCount
from bot.rules.stale_render import StaleRender
from bot.rules.stray_space import StraySpace
from bot.rules.stray_tag import StrayTag
from bot.rules.unbalanced_bracket import UnbalancedBracket
from bot.rules.uneven_row import UnevenRow
from bot.rules.unknown_paper import UnknownPaper
from bot.rules.unreadable_entry import UnreadableEntry
from bot.rules.unsorted_section import UnsortedSection
from bot.rules.unused_allow import UnusedAllow
from bot.rules.withdrawn_paper import WithdrawnPaper
from bot.rules.wrong_authors import WrongAuthors
from bot.rules.wrong_paper import WrongPaper
from bot.rules.wrong_title import WrongTitle
from bot.rules.wrong_venue import WrongVenue
from bot.rules.wrong_year import WrongYear

if TYPE_CHECKING:
    from bot.linter.rule import Rule

RULES: tuple[Rule, ...] = (
    ArchivedRepository(),
    BrokenRecord(),
    BrokenTitle(),
    ConflictingId(),
    CrossListedEntry(),
    DateMismatch(),
    DeadLink(),
    DriftingDateFormat(),
    DriftingFormat(),
    DuplicateEntry(),
    EmptyField(),
    EmptyLink(),
    FullwidthBracket(),
    FutureDate(),
    GarbledText(),
    ImpossibleDate(),
    LiteralMarkup(),
    MalformedArxivId(),
    MalformedLink(),
    MislabelledLink(),
    MissingAnchor(),
    MissingFile(),
    MissingSpace(),
    MisspeltHost(),
    MisspeltLabel(),
    MisspeltName(),
    MixedLinkForm(),
    MovedLink(),
    MovedRepository(),
    NoncanonicalLink(),
    OversizedReadme(),
    PlaceholderLink(),
    PublishedVenue(),
    RepeatedText(),
    RetitledPaper(),
    ReusedId(),
    ReusedLink(),
    SchemaViolation(),
    ShortenedLink(),
    StaleCount(),
    StaleRender(),
    StraySpace(),
    StrayTag(),
    UnbalancedBracket(),
    UnevenRow(),
    UnknownPaper(),
    UnreadableEntry(),
    UnsortedSection(),
    UnusedAllow(),
    WithdrawnPaper(),
    WrongAuthors(),
    WrongPaper(),
    WrongTitle(),
    WrongVenue(),
    WrongYear(),
)
"""Every rule with its options at their defaults, in the order of the documentation."""
