"""A paper written as the entries beside it are: each of them is a model, and what most models agree on is taken.

A model lends its marks, brackets and labels. Facts of its own paper are replaced by those of the new one; what nobody
told of the new one is left out, with its punctuation.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.code_links import replace_code
from bot.additions.joining import Part, find_tied, find_unstopped, join, kind_of, says_again, without_code
from bot.additions.style import (
    FEW_WORDS,
    UNKNOWN,
    closes,
    dates_venue,
    is_hollow,
    is_misread,
    is_own,
    learn_style,
    separate_as,
    sort_by_agreement,
    words_of,
)
from bot.additions.written_venues import render
from bot.listing import Carrier
from bot.listing.labels import Label, read_badge, read_link_label
from bot.listing.links import is_code_host
from bot.listing.skeleton import (
    SITE,
    DateStyle,
    Fact,
    Group,
    Links,
    Separator,
    Slot,
    Words,
    announces_paper,
    divide,
    form_of,
    holds_title,
    leads_to_paper,
    plain,
    read_links,
    source_of,
    walk,
)
from bot.papers.dates import find_dates, write_date
from bot.papers.identifiers import identify
from bot.papers.name_lists import NameStyle
from bot.papers.titles import coined_head
from bot.papers.urls import split_url
from bot.papers.venues import move_to_arxiv, names_archive
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.additions.marks import Source
    from bot.additions.style import Habits, Style
    from bot.additions.written_venues import Venue
    from bot.listing import Entry
    from bot.listing.skeleton import Line, Node
    from bot.papers.record import Record

_VERSIONED = lazy_pattern(r"(?<!\d)(?<!\d\.)\d\d(?:0[1-9]|1[0-2])\.\d{4,5}(?:v\d+)?(?![\d.]*\d)")
_PDF = lazy_pattern(r"\.pdf\b|/pdf\b", re.IGNORECASE)
_ARXIV = lazy_pattern(r"\barxiv\b", re.IGNORECASE)
_YEAR = lazy_pattern(r"(?:19|20)?\d\d")
_LAST_YEAR = lazy_pattern(r"(.*\D)((?:19|20)?\d\d)")
_SPECIAL = lazy_pattern(r"([\\`*\[\]<>|$~]|(?<!\w)_|_(?!\w)|&(?=#?\w{1,30};))")
_LEADING = lazy_pattern(r"^(?=[-+#=])")
_TAG = lazy_pattern(r"<[/!?A-Za-z]", needs="<")
_DATE_BEHIND = lazy_pattern(r"\W*\d.*")
_BREAK = "  "
_CELL = lazy_pattern(r"<t[dh]\b[^<>]*>", re.IGNORECASE)
_ANCHOR = lazy_pattern(r"<\w[^<>]*\s(?:id|name)\s*=", needs="=")
_EMPTY_ELEMENT = lazy_pattern(
    r"(?m)^[ \t]*<(details|div|p|ul|ol|blockquote)\b[^<>]*>\s*</\1>[ \t]*(?:\r?\n|\Z)(?:[ \t]*\r?\n)?", needs="</"
)


def write_drafts(
    models: Sequence[Source],
    record: Record,
    number: int | None,
    venue: Venue | None,
    habits: Habits,
    *,
    escapes_title: bool,
) -> list[str]:
    """The paper as the models have theirs, the text first that most of them agree on; `models` go by nearness.

    Texts in which two parts are beside each other as in no model come last.

    Nothing in names and venues is obeyed by Markdown, and in the title only where it is not escaped: to be read again.
    """
    shapes = [
        (model, lines) for model in models if (lines := divide(model.text, model.marks)) and not is_misread(lines)
    ]
    style = learn_style(shapes, habits)
    drafts = []
    are_new: dict[str, bool] = {}
    year = (f"{record.date.year} {record.date.year % 100:02}",) if record.date is not None else ()
    facts = record.title, record.venue, record.address, record.code, style.form, style.label
    told = words_of(" ".join((*facts, *UNKNOWN, *year)))
    for model, lines in shapes:
        own, new = set(told), set[tuple[str, str]]()
        known = record, style, model.entry, number, venue, read_links(lines)
        text = _Writer(*known, own, new, dates_venue(lines), escapes_title=escapes_title).write(lines)
        if text is not None and closes(text.replace(record.title, ""), model.text) and is_own(text, own, habits.fixed):
            drafts.append((text, model))
            are_new[text] = are_new.get(text, True) and bool(new)
    return sorted(sort_by_agreement(drafts), key=are_new.__getitem__)


class _Written(NamedTuple):
    """Nodes as they are written for the new paper."""

    text: str
    has_fact: bool
    is_whole: bool
    """Whether nothing was left out."""


class _Writer(NamedTuple):
    """Writes one paper by one model."""

    record: Record
    style: Style
    model: Entry
    number: int | None
    venue: Venue | None
    """Its venue by the name that the list has for it."""
    links: Links
    own: set[str]
    """The words that it wrote as facts of its paper."""
    new: set[tuple[str, str]]
    """The kinds of parts that it put beside each other and no model has so."""
    dates_venue: bool = False
    """Whether the model's year stands apart from its venue: it is that of the venue."""
    in_link: bool = False
    """Whether it writes what is inside a link to the paper."""
    escapes_title: bool = False
    splits_title: bool = True
    """Whether the name before the colon of a title may be apart from the rest."""

    def write(self, lines: Sequence[Line]) -> str | None:
        """The text; None if the model leaves no title or no address."""
        is_row = self.model.carrier is Carrier.ROW and any(
            "|" in each.text for each in lines[0].nodes if isinstance(each, Separator)
        )
        text = self.row(lines[0]) if is_row else self.entry(lines)
        is_lost = text is not None and self.splits_title and coined_head(self.record.title) not in html.unescape(text)
        return self._replace(splits_title=False).write(lines) if is_lost else text

    def entry(self, lines: Sequence[Line]) -> str | None:
        """The lines; None if the model leaves no title or no address."""
        written: list[str] = []
        for line in without_code(lines):
            margin, body = self.nodes(line.margin), self.nodes(line.nodes)
            has_words = any(isinstance(each, Words) for each in walk(line.nodes))
            if written and not body.has_fact and line.nodes and (has_words or not body.text.strip()):
                continue
            if not (written[-1] if written else body.text).strip() and not (line.nodes and written):
                continue
            if written and not body.is_whole and says_again(line, body.text, written):
                continue
            text = self._indented(margin.text, lines[0]) if written else self.nodes(lines[0].margin).text
            blanks = _BREAK if body.text.endswith(_BREAK) else ""
            written.append(f"{text}{body.text if body.is_whole else body.text.rstrip() + blanks}{line.end}")
        return self._finish("".join(written))

    def _indented(self, margin: str, first: Line) -> str:
        """The margin of a further line of a numbered item, as wide as the new number makes it."""
        number = next((node.text for node in first.margin if isinstance(node, Fact)), "")
        wider = len(str(self.number)) - len(number) if number and self.number is not None else 0
        blanks = len(margin) - len(margin.lstrip(" "))
        return margin if blanks < 2 or not wider else " " * max(blanks + wider, 2) + margin[blanks:]

    def row(self, line: Line) -> str | None:
        """A row of a table: the cells of what is not known are filled as the model marks it, or empty."""
        cells: list[list[Node]] = [[]]
        for node in line.nodes:
            if isinstance(node, Separator) and "|" in node.text:
                cells.append([])
            else:
                cells[-1].append(node)
        source = "".join(source_of(node) for node in line.nodes)
        has_edge = source.lstrip().startswith("|"), source.rstrip().endswith("|")
        texts = []
        for column, cell in enumerate(cells[has_edge[0] : len(cells) - has_edge[1]]):
            body = self.nodes(cell)
            is_number = any(isinstance(node, Fact) and node.slot is Slot.NUMBER for node in cell)
            is_known = body.has_fact or (is_number and self.number is not None)
            texts.append(body.text.strip() if is_known else self._blank(cell, column, "-"))
        texts += [""] * (len(self.model.columns) - len(texts))
        pad = " " if "| " in source or " |" in source else ""
        joined = f"{pad}|{pad}".join(texts)
        begins = has_edge[0] or texts[0] in ("", "-")  # else it would be an item, or a row without its first cell
        return self._finish(f"{f'|{pad}' if begins else ''}{joined}{f'{pad}|' if has_edge[1] else ''}")

    def _blank(self, cell: Sequence[Node], column: int = -1, usual: str = "") -> str:
        """What a cell has for what is not known: the model's own mark, or empty as there, else that of its column."""
        own, blanks = "".join(map(source_of, cell)).strip(), self.style.blanks
        return own if own in UNKNOWN else blanks.get(column, blanks.get(-1, usual))

    def _finish(self, text: str) -> str | None:
        title, rest = self._escape_title(self._title()), self._rest()
        address = self.record.arxiv or self.record.address if self.model.links else ""
        if (title not in text and rest not in text) or address not in text:
            return None
        while (bare := _EMPTY_ELEMENT.sub("", text)) != text:  # one element may hold another
            text = bare
        return text.rstrip()

    def nodes(self, nodes: Sequence[Node]) -> _Written:
        """Nodes in a row, without what is not known about the paper and the punctuation that held it."""
        parts = [self._part(node) for node in nodes]
        for index in find_tied(nodes, parts, has_venue=bool(self.record.venue)):
            parts[index] = Part(None)
        for index in find_unstopped(nodes, parts):
            parts[index].text = f"{parts[index].text}."
        for index in range(len(parts) - 1, -1, -1):
            if parts[index].is_label and self._announces_nothing(parts, index):
                parts[index] = Part(None)
        for node, part in zip(nodes, parts, strict=True):
            part.kind = kind_of(node)
        is_whole = all(part.text is not None for part in parts)
        return _Written(join(parts, self.style.gaps, self.new), any(part.has_fact for part in parts), is_whole)

    @staticmethod
    def _announces_nothing(parts: Sequence[Part], index: int) -> bool:
        """Whether what words announce is left out: `Code: ` without a link after it."""
        between = ""
        for part in parts[index + 1 :]:
            if not part.is_separator:
                return part.text is None and (not between.strip(" *_`") or between.lstrip().startswith((":", "：")))
            between += part.text or ""
        return between.lstrip().startswith((":", "："))

    def _part(self, node: Node) -> Part:
        match node:
            case Separator():
                return Part(node.text, is_separator=True)
            case Words():
                known = node.text in self.style.words or node.text in self.style.ornaments
                return Part(node.text if known else None, is_label=known, is_prose=len(node.text.split()) > FEW_WORDS)
            case Fact() if node.slot is Slot.OTHER_URL:
                return Part(self.record.code if self._is_repository(node) and self.record.code else None, has_fact=True)
            case Fact():
                text = self._fact(node)
                self.own.update(words_of(text))
                has_fact = bool(text) and (node.slot is not Slot.NUMBER or self._is_text())
                return Part(text or None, has_fact=has_fact, is_rest=node.slot is Slot.REST)
        if (code := self._code(node)) is not None:
            return code
        return self._link(node) if node.target is not None else self._group(node)

    def _is_repository(self, fact: Fact) -> bool:
        """Whether an address is that of the model's code."""
        return self.model.code is not None and fact.text == self.model.code.href

    def _code(self, group: Group) -> Part | None:
        """A link to the code of the model, and a badge of its repository, with those of the new paper."""
        if self.model.code is None or not self.record.code:
            return None
        text, is_label = replace_code(group, self.model.code.href, self.record.code)
        self.own.update(words_of(text) if is_label else ())
        return Part(text, has_fact=True) if text else None

    def _group(self, group: Group) -> Part:
        within = self._replace(in_link=self.in_link or leads_to_paper(group.opening))
        opening, inner = self.nodes(group.opening), within.nodes(group.children)
        has_fact = opening.has_fact or inner.has_fact
        if inner.has_fact and not opening.has_fact and _ANCHOR.search("".join(map(source_of, group.opening))):
            return Part(inner.text, has_fact=True)  # the model's own, `<span id="Lee2020">`
        if not has_fact and _CELL.match(source := source_of(group)):
            blank = self._blank(group.children)
            return Part(f"{source[: source.index('>') + 1]}{blank}{group.closing}", has_fact=True)
        if not has_fact and self._is_field_name(group):
            return Part(source_of(group), is_label=True)
        if not has_fact or not opening.is_whole:
            return Part(source_of(group) if self._is_ornament(group, read_badge("", plain(group.opening))) else None)
        text = inner.text if inner.text.strip(" []") or not group.children else self.style.label
        return Part(f"{opening.text}{text}{group.closing}", has_fact=has_fact)

    def _is_field_name(self, group: Group) -> bool:
        """Whether words that belong to all entries end in a colon: `**Authors:** ...`."""
        said = [node.text for node in walk([group]) if isinstance(node, Words | Fact)]
        is_common = bool(said) and all(text in self.style.words for text in said)
        return is_common and plain(group.children).rstrip().endswith((":", "："))

    def _is_ornament(self, group: Group, badge: str) -> bool:
        """Whether all entries have the same brackets or picture, or it is a badge on the link to the paper."""
        found = [node.text in self.style.ornaments for node in walk([group]) if isinstance(node, Words | Fact)]
        if is_hollow(group):
            return source_of(group) in self.style.ornaments
        return (bool(found) and all(found)) or (self.in_link and announces_paper(badge))

    def _is_text(self) -> bool:
        return self.model.carrier is Carrier.PARAGRAPH

    def _link(self, link: Group) -> Part:
        """A link to the paper, or one on its title; of links elsewhere only that to the code may be known."""
        target = self.nodes(link.target or ())
        label = self._replace(in_link=leads_to_paper(link.target or ())).nodes(link.children)
        image = isinstance(link.opening[0], Separator) and link.opening[0].text.startswith("!")
        is_paper, is_title = leads_to_paper(link.target or ()), holds_title(link)
        if (
            is_paper
            and not is_title
            and (self._has_no_second_address(link) or (not image and self._is_elsewhere(link)))
        ):
            return Part(None)
        opening = "".join(map(source_of, link.opening))
        if not is_paper and not image and _leads_to_code(link) and label.has_fact:  # `[WebRL](repository)`
            text = label.text.strip()
            return Part(
                f"{opening}{text}]({self.record.code}{link.closing}" if self.record.code else text, has_fact=True
            )
        if image and not is_paper and target.has_fact and target.is_whole and label.is_whole:  # a badge with a date
            return Part(f"{opening}{label.text}]({target.text}{link.closing}", has_fact=True)
        if is_paper or is_title:
            is_label = is_title or (image and not link.children) or self._is_label(link.children, label)
            text = label.text if is_label else self._own_label(link.children)
            is_fact = label.has_fact and not any(isinstance(each, Words) for each in walk(link.children))
            text = text.strip() if is_title or is_fact else self._without_other_site(text)
            if image and not self.record.arxiv:  # a badge with another number
                return Part(None)
            address = target.text if is_paper else self._address(self.record.address)
            return Part(f"{opening}{text}]({address}{link.closing}", has_fact=True)
        badge = read_badge(plain(link.children), plain(link.target or ()))
        if image and self.record.arxiv and self.venue is None and names_archive(badge):  # `badge/arXiv-2025.02-red`
            dates = [isinstance(node, Fact) and node.slot is Slot.DATE for node in link.target or ()]
            said = [
                self._fact(node) if is_date and isinstance(node, Fact) else source_of(node)
                for node, is_date in zip(link.target or (), dates, strict=True)
            ]
            text = f"{opening}{''.join(map(source_of, link.children))}]({''.join(said)}{link.closing}"
            self.own.update(words_of(text))
            return Part(text if all(said) and (any(dates) or not any(map(str.isdigit, badge))) else None)
        return Part(source_of(link) if self._is_ornament(link, badge) else None)

    def _has_no_second_address(self, link: Group) -> bool:
        """Whether a link of the model leads to another address than its other ones, and the new paper has but one."""
        if self.record.arxiv or not self.links.differ:
            return False
        is_pdf = any(isinstance(node, Fact) and _PDF.search(node.text) for node in link.target or ())
        return self.links.is_on_title or (is_pdf and not _PDF.search(self.record.address))

    def _is_elsewhere(self, link: Group) -> bool:
        """Whether a link of the model leads to its publisher, while another one leads to arXiv, as the new one does."""
        addresses = (node.text for node in link.target or () if isinstance(node, Fact))
        return bool(self.record.arxiv) and self.links.has_arxiv and not any(map(form_of, addresses))

    def _is_label(self, nodes: Sequence[Node], written: _Written) -> bool:
        """Whether the words of a link to the paper hold for any paper."""
        is_plain = not announces_paper(plain(nodes)) and not any(isinstance(node, Group) for node in nodes)
        return written.is_whole and (bool(written.text.strip()) or not is_plain)

    def _own_label(self, nodes: Sequence[Node]) -> str:
        if any(isinstance(node, Group) and node.target is not None for node in nodes):  # a picture
            return self.style.label
        text = "".join(map(source_of, nodes))
        is_own = any(isinstance(node, Fact) and node.slot in (Slot.VENUE, Slot.ID) for node in walk(nodes))
        if announces_paper(plain(nodes)) and not is_own:
            return text
        bare = text.strip("[]() *_`")
        return text.replace(bare, self.style.label, 1) if bare and bare in text else self.style.label

    def _without_other_site(self, label: str) -> str:
        """The words of a link, or those for any site where they name one that the paper is not on, or code."""
        bare = label.strip("[]() *_`")
        if read_link_label(bare) is Label.CODE and not is_code_host(self.record.address):
            return label.replace(bare, self.style.label, 1)
        seen = read_badge(label, label)
        if self.record.arxiv or not (named := _ARXIV.search(seen) or SITE.search(seen)):
            return label
        parts = split_url(self.record.address)
        if parts is not None and named[0].lower() in parts.host:
            return label
        if seen != label:  # a picture
            return self.style.label
        return label.replace(bare, "Paper" if bare[:1].isupper() or bare.startswith("ar") else "paper", 1)

    def _fact(self, fact: Fact) -> str:
        """A fact of the new paper, in the form of the model's; empty if it is not known."""
        record = self.record
        match fact.slot:
            case Slot.TITLE:
                return self._escape_title(self._title())
            case Slot.REST:
                return "" if self.links.is_on_name and not self._splits() else self._rest()
            case Slot.NAME:
                is_whole = self.links.is_on_name and not self._splits()
                return self._escape_title(record.title if is_whole else coined_head(record.title))
            case Slot.URL:
                return self._address(fact.text)
            case Slot.ID:
                return self.record.arxiv
            case Slot.PREPRINT:
                return self._preprint(fact.text)
            case Slot.VENUE if self.venue is not None:
                return self._escape(render(fact.text, self.venue, record.date))
            case Slot.VENUE:
                usual = "" if self.in_link or self.links.names_preprint else self.style.preprint
                return self._preprint(usual if any(map(str.isdigit, fact.text)) else _DATE_BEHIND.sub("", usual))
            case Slot.NUMBER:
                return str(self.number) if self.number is not None else "" if self._is_text() else fact.text
        return self._styled(fact)

    def _styled(self, fact: Fact) -> str:
        """A date or authors."""
        record = self.record
        if isinstance(fact.style, NameStyle):
            has_more = not fact.style.others and len(record.authors) > 2
            names = (self.style.joined if has_more else None) or fact.style
            return names.write([self._escape(name) for name in record.authors])
        year = self.venue.year if self.venue is not None and self.dates_venue else None
        if year is not None and _YEAR.fullmatch(fact.text):
            return str(year)[-len(fact.text) :]
        if isinstance(fact.style, DateStyle) and record.date is not None:
            written = write_date(record.date, fact.style.format, self._is_padded(fact.style.padded)) or ""
            written = written.lower() if fact.text.islower() else written.upper() if fact.text.isupper() else written
            return written if "." in fact.style.format else separate_as(fact.text, written)
        return ""

    def _preprint(self, written: str) -> str:
        """Words such as `arXiv:{id}, 2024`, with the id and the date of the paper in place of theirs."""
        if self.venue is not None and not self.in_link:
            return self._escape(render(written, self.venue, self.record.date))
        if not written or not self.record.arxiv:
            return ""
        return self._dated(move_to_arxiv(written)).replace("{id}", self.record.arxiv)

    def _dated(self, preprint: str) -> str:
        date = self.record.date
        for found in find_dates(preprint):
            if date is not None and (own := write_date(date, found.format, self._is_padded(found.padded))):
                return f"{preprint[: found.start]}{own}{preprint[found.end :]}"
        if date is not None and (year := _LAST_YEAR.fullmatch(preprint)):
            return year[1] + str(date.year)[-len(year[2]) :]
        return _DATE_BEHIND.sub("", preprint)

    def _is_padded(self, padded: bool | None) -> bool:
        return padded if padded is not None else self.style.padded

    def _address(self, written: str) -> str:
        """The address of the paper: in the form of the list on arXiv, else the same page with the other id."""
        value = self.record.arxiv
        if not value:
            return self.record.address
        if not form_of(written) and (found := _VERSIONED.search(written)) and identify(written).form is None:
            return f"{written[: found.start()]}{value}{written[found.end() :]}"
        form = self.style.form
        if self.links.differ:  # a page and a PDF: each link of the model keeps its kind
            form = form_of(written) or f"https://arxiv.org/{'pdf' if _PDF.search(written) else 'abs'}/{{id}}"
        return form.replace("{id}", value)

    def _title(self) -> str:
        """The title, or its name where the models have no more."""
        return (coined_head(self.record.title) if self.style.names_alone else "") or self.record.title

    def _splits(self) -> bool:
        """Whether the title is a name, a colon and the rest, and these may be apart."""
        return self.splits_title and bool(coined_head(self.record.title))

    def _rest(self) -> str:
        _, _, rest = self.record.title.partition(":")
        return self._escape_title(rest.strip() if self._splits() else self.record.title)

    def _escape_title(self, text: str) -> str:
        is_escaped = self.escapes_title or self.model.carrier is Carrier.HTML or _TAG.search(text)
        return self._escape(text) if is_escaped else text

    def _escape(self, text: str) -> str:
        """The words of a stranger with nothing in them that Markdown would obey."""
        if self.model.carrier is Carrier.HTML:
            return html.escape(text, quote=False)
        return _LEADING.sub(r"\\", _SPECIAL.sub(r"\\\1", text), count=1)


def _leads_to_code(link: Group) -> bool:
    """Whether a link leads to a repository."""
    return any(isinstance(node, Fact) and is_code_host(node.text) for node in link.target or ())


def has_markup(text: str) -> bool:
    """Whether a text has signs that Markdown may obey."""
    return _SPECIAL.search(text) is not None
