"""The rule `missing-file`: links to files that do not exist."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from bot.document.anchors import Anchors
from bot.judgement import Case, Side, always, weigh
from bot.linter.survey import NO_FILE
from bot.listing import Link, Listing
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Places, Rule, Safety, Scope, Severity
from bot.rules.link_targets import TemplateSections, find_flaw, is_placeholder, quoted_url, target_span, write_url
from bot.text import lazy_pattern

_GITHUB_PAGE = lazy_pattern(
    r"(?:\.\./)+(?:issues|pulls?|wiki|stargazers|watchers|actions|releases|discussions|forks?|network|graphs|commits?"
    r"|tags|projects|security|branches|compare|contributors|blob|tree|raw|edit|new)(?:[/?#]|$)",
    re.IGNORECASE,
    needs=("../",),
)

_FORM = "the file does not exist"


class _Missing(NamedTuple):
    """A file that a list names, and that is not there."""

    has_others: bool
    """Whether another file that the list names is there."""
    is_apart: bool
    """Whether the list is in no repository."""
    section: str | None
    """The anchor of the section of the list that has its name."""

    @property
    def may_be_elsewhere(self) -> bool:
        """Whether the list may have been copied out of the repository that its files are in."""
        return self.is_apart and not self.has_others


_WITNESSES: tuple[Case[_Missing, Side], ...] = (
    Case("no file has this name", always, Side.FOR),
    Case("other files that the list names are there", lambda it: it.has_others, Side.FOR),
    Case("the list is in a repository, where its files are", lambda it: not it.is_apart, Side.FOR),
    Case("a section of the list has this name", lambda it: it.section is not None, Side.FOR),
)


class MissingFile(Rule):
    """A link or a picture leads to a file that does not exist.

    The file was moved, renamed or never committed, or its name differs in upper and lower case. To fix it, correct the
    path, or remove the link. The bot reports each file once.

    Only a note: all missing files, if they are nearly all that the list names. The list is then probably a copy without
    its files.

    Not reported: pages of GitHub that are written as paths (`../../issues`), and lists on standard input.
    """

    severity = Severity.ERROR
    reason = "there is no such file beside the list"
    scope = Scope.LIST
    examples = (
        Bad("See [how to contribute](missing.md).\n"),
        Bad('<img src="missing.png" alt="a map of the field">\n'),
        Good("See [how to contribute](CONTRIBUTING.md) and [all issues](../../issues).\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per target, at its first link."""
        missing = context.missing_files or frozenset()
        templates = TemplateSections(listing)
        found: dict[str, list[Link]] = {}
        for link in listing.document.links:
            absent = (listing.text.path, link.href) in missing and not _is_not_a_file(link.href)
            if absent and not templates.contain(link.span):
                found.setdefault(_file_of(link.href), []).append(link)
        anchors = Anchors(listing.document)
        named = (link.href for link in listing.document.links if found and _may_be_beside(link.href))
        has_others = any((listing.text.path, href) not in missing for href in named if not _is_not_a_file(href))
        for target, links in found.items():
            section = _find_section(anchors, target)
            file = _Missing(has_others, listing.text.path in context.apart, section)
            suspicion = self._missing(listing, target, links, file)
            yield from self.decide(suspicion, weigh(_WITNESSES, file), context)

    def _missing(self, listing: Listing, target: str, links: list[Link], file: _Missing) -> Diagnostic:
        kind = "picture" if links[0].image else "file"
        message = f"{kind} {quoted_url(unquote(target))} does not exist"
        if len(links) > 1:
            message += f" ({len(links)} links)"
        fix = None
        if file.section is not None:
            message = f"the `#` before the section is missing: write `#{file.section}`"
            fix = write_url(links[0], f"#{file.section}", Safety.UNSAFE)
        elif file.may_be_elsewhere:
            message += "; the list is outside a repository and may be a copy"
        return self.at(listing, target_span(links[0]), message, fix=fix, forms=(_FORM,))

    def places(self, listing: Listing, form: str) -> Places:
        """Return the first link to each file: where nearly none of them exists, the list was read elsewhere."""
        first: dict[str, Link] = {}
        for link in listing.document.links:
            if link.href and not NO_FILE.match(link.href):
                first.setdefault(_file_of(link.href), link)
        return Places("files beside the list", tuple(each.span for each in first.values()))


def _find_section(anchors: Anchors, target: str) -> str | None:
    """The anchor that a target is without its `#`, or that it is but for its marks: `maps,-roads`."""
    if "-" not in target or "/" in target or "." in target:
        return None
    return target if anchors.has(target) else anchors.nearly(target)


def _may_be_beside(target: str) -> bool:
    """Whether a target is looked for where the list is, even outside of a repository."""
    return bool(target) and not target.startswith(("/", "?", "..")) and not NO_FILE.match(target)


def _file_of(target: str) -> str:
    """A relative target without its query and its fragment."""
    return target.partition("#")[0].partition("?")[0]


def _is_not_a_file(target: str) -> bool:
    """Whether it is a GitHub page, or a target that another rule reports."""
    return _GITHUB_PAGE.match(target) is not None or is_placeholder(target) or find_flaw(target) is not None
