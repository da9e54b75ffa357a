"""The rules `missing-anchor` and `missing-file`: links to sections and files that do not exist."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import unquote

from bot.document.anchors import Anchors
from bot.judgement import Case, Side, always, weigh
from bot.linter.headings import fragment_links, normal_path
from bot.linter.survey import NO_FILE
from bot.listing import Link, Listing
from bot.papers.similarity import normalise
from bot.rules.api import Bad, Context, Diagnostic, Findings, Fix, Good, Places, Related, Rule, Safety, Scope, Severity
from bot.rules.link_targets import (
    anchors_of,
    find_flaw,
    is_placeholder,
    quoted_url,
    target_span,
    templates_of,
    write_url,
)
from bot.text import lazy_pattern

_MANY = 20
"""Only this many missing anchors get a suggestion, because finding one compares all headings."""
_SHOWN = 20
"""Further links to an anchor that a finding names; a table of contents may be below each heading."""
_NUMBER = lazy_pattern(r"\d+(?:\.\d+)*")
_SITE = lazy_pattern(r"\A\ufeff?(?:---|\+\+\+)\s|^\[TOC\]|^\{:\s?toc", re.MULTILINE | re.IGNORECASE)
"""What pages have that other programs than GitHub render, and make the anchors of."""
_OTHER_SIGNS = "the anchor differs in dashes or signs from the one that GitHub makes from the heading"
_PICTURE = lazy_pattern(r"!\[|<img\b", re.IGNORECASE)


class MissingAnchor(Rule):
    """A link points to `#section`, but the page has no such section, so a click does nothing.

    Usually a heading was renamed, and the table of contents was not. The bot makes anchors from headings as GitHub
    does, and reads `id` and `name` in HTML. It reports each missing anchor once, at the first link to it.

    The unsafe fix writes the anchor of the heading that has the text of the link, or else the most similar anchor. If
    many links differ from GitHub's anchors only in dashes or punctuation, they are one error.

    Only a note: a difference in dashes or punctuation, if another program renders the page too (it has front matter or
    a `[TOC]`).
    """

    severity = Severity.ERROR
    reason = "no heading and no anchor of the file has this name"
    is_broken = True
    scope = Scope.LIST
    examples = (
        Bad(
            "* [Benchmarks](#benchmark)\n## Benchmarks\n\nPapers.\n",
            fixed="* [Benchmarks](#benchmarks)\n## Benchmarks\n\nPapers.\n",
        ),
        Bad(
            "* [Agents](#Agents-&-Tools)\n\n## Agents & Tools\n\nPapers.\n",
            fixed="* [Agents](#agents--tools)\n\n## Agents & Tools\n\nPapers.\n",
        ),
        Good("* [Agents](#agents--tools)\n* [Top](#)\n\n## Agents & Tools\n\nPapers.\n"),
        Good('* [Agents](#agents)\n\n<a name="agents"></a>\n\n**Agents and Tools**\n'),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per anchor, at the first link to it."""
        known = {
            normal_path(each.text.path): Anchors(each.document)
            for each in context.catalog.listings
            if each is not listing
        }
        own = known.setdefault(normal_path(listing.text.path), anchors_of(listing.document))
        missing: dict[tuple[str | None, str], list[Link]] = {}
        found = list(fragment_links(listing))
        for link, path, fragment in found:
            anchors = own if path == "" else known.get(path or "")
            if anchors is not None and not anchors.has(fragment):
                missing.setdefault((path, fragment), []).append(link)
        linked = frozenset([fragment for _, path, fragment in found if path == ""]) if missing else ()
        for index, ((path, _), links) in enumerate(missing.items()):
            others = () if path else linked
            yield from self._missing(listing, links, known[path] if path else own, others, suggest=index < _MANY)

    def places(self, listing: Listing, form: str) -> Places:
        """Links whose anchors have other signs are compared with those to sections that are there."""
        if form != _OTHER_SIGNS:
            return super().places(listing, form)
        anchors = anchors_of(listing.document)
        own = ((link, fragment) for link, path, fragment in fragment_links(listing) if path == "")
        there = (link.span for link, fragment in own if anchors.heading(fragment) or anchors.nearly(fragment))
        return Places("links to sections", tuple(there))

    def _missing(
        self, listing: Listing, links: list[Link], anchors: Anchors, linked: Collection[str], *, suggest: bool
    ) -> Findings:
        """The finding for one anchor, at the first link to it; its fix edits them all."""
        path, _, fragment = links[0].href.partition("#")
        near = anchors.nearly(fragment)
        meant = _named(anchors, links) or near or (anchors.nearest(fragment, linked) if suggest else None)
        place = f"`{path}`" if path else "this file"
        message = f"no section `#{fragment}` in {place}"
        if len(links) > 1:
            message += f" ({len(links)} links)"
        fix = None
        if meant is not None:
            message += f"; did you mean `#{meant}`?"
            fixes = [write_url(each, f"{path}#{meant}", Safety.UNSAFE) for each in links]
            edits = tuple(edit for each in fixes if each is not None for edit in each.edits)
            fix = Fix(f"Link to #{meant}", edits, Safety.UNSAFE) if edits and len(links) > 1 else fixes[0]
        is_own = len(links) == 1 and _links_itself(listing, links[0], fragment)
        is_unseen = all(_is_unseen(listing, each) for each in links)
        is_elsewhere = near is not None and _SITE.search(listing.text.content) is not None
        is_note = is_elsewhere or is_own or is_unseen
        shown = links[1 : _SHOWN + 1]
        others = tuple(Related(listing.text.path, target_span(each), "another link to it") for each in shown)
        forms = (_OTHER_SIGNS,) if near is not None and not path else None
        yield self.at(listing, target_span(links[0]), message, fix=fix, is_note=is_note, related=others, forms=forms)


def _named(anchors: Anchors, links: list[Link]) -> str | None:
    """The anchor of the one heading that is the text of a link."""
    heading = next(filter(None, map(anchors.named, links)), None)
    return heading.name if heading is not None and f"{heading.name}-1" not in anchors.names else None


def _links_itself(listing: Listing, link: Link, fragment: str) -> bool:
    """Whether a link is in a heading that has the words of the anchor, or is a numbered one and names a number."""
    line = listing.text[listing.text.line_around(link.span.start)]
    words = {*normalise(link.label).split()}
    is_number = bool(_NUMBER.fullmatch(fragment) and _NUMBER.match(link.label))
    return line.startswith("#") and bool(words) and (is_number or words >= {*normalise(fragment).split()})


def _is_unseen(listing: Listing, link: Link) -> bool:
    """Whether a link has neither words nor a picture."""
    return not link.label.strip() and not _PICTURE.search(listing.text[link.span])


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
    """A link or an image points to a file that does not exist.

    The file was moved, renamed or never committed, or its name differs in case. Correct the path, or remove the link.
    The unsafe fix adds a missing `#`, if the path is the anchor of a section.

    Only a note: all missing files, if nearly all the files that the list links to are missing. The list is then
    probably a copy.

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
        templates = templates_of(listing)
        found: dict[str, list[Link]] = {}
        for link in listing.document.links:
            absent = (listing.text.path, link.href) in missing and not _is_not_a_file(link.href)
            if absent and not templates.contain(link.span):
                found.setdefault(_file_of(link.href), []).append(link)
        anchors = anchors_of(listing.document)
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
