"""HTML: the runs of a prose, whose tags become links, styles and breaks; plain text, title and meta tags of pages.

Nothing is rendered, and all is found by patterns in linear time: a parser that accepts what strangers write is slower.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

from bot.document.model import IMAGE_CHARACTER, Comment, Link, OffsetMap, Run, RunKind, Style
from bot.text import Span, lazy_pattern, maker

_TAG = lazy_pattern(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*'|(?<=[^\s=\"'])[\"'](?=[\s>]))*+)>")
"""A tag; one of the two quotation marks around a value may be missing."""
_ATTRIBUTE = lazy_pattern(r"(?<![a-zA-Z:-])([a-zA-Z:-]++)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'<>]+)")
_ANY_TAG = lazy_pattern(r"<[/!?A-Za-z][^<>]{0,2000}>")
_TITLE = lazy_pattern(r"<title(?=[\s>])", re.IGNORECASE)
_TITLE_END = lazy_pattern(r"</title", re.IGNORECASE)
_PRE_END = lazy_pattern(r"</pre", re.IGNORECASE)
_LONGEST_TITLE = 1_000
_META = lazy_pattern(r"<meta\s((?:\"[^\"]{0,1500}\"|'[^']{0,1500}'|[^\"'<>]){1,400})>", re.IGNORECASE)
_BARE_URL = lazy_pattern(r"https?://[^\s<>\"`（）【】「」《》，。；：、！？]+", re.IGNORECASE)
_LINE_END_OR_ENTITY = lazy_pattern(
    r"\r\n|\n|\r|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});", needs="\r\n&"
)
_STYLES = {"b": Style.BOLD, "strong": Style.BOLD, "i": Style.ITALIC, "em": Style.ITALIC, "code": Style.CODE}
_INLINE = frozenset(
    "a abbr b big cite code del em font i img input ins kbd label mark q s samp small span strike strong sub sup tt u"
    .split()
)  # fmt: skip


make_run = maker(Run)


@dataclass(slots=True, eq=False)
class RunBuilder:
    """Collects runs one after the other; tags become links and styles."""

    runs: list[Run] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    style: int = Style.PLAIN
    link_is_open: bool = False
    _anchor: tuple[Span, int, str, Span | None] | None = None
    """An open `<a>`: its tag, how many runs are before it, its URL and the URL's span."""

    def add_text(self, span: Span, value: str, style: int = Style.PLAIN) -> None:
        """Add words."""
        if value:
            self.runs.append(Run(RunKind.TEXT, span, value, self.style | style))

    def add_words(self, content: str, offset_map: OffsetMap, offset: int) -> None:
        """Add the words that are at `offset` of a block's content; URLs among them become links, as on GitHub."""
        position = 0
        if "://" in content and not self.link_is_open and self._anchor is None:
            for match in _BARE_URL.finditer(content):
                start, end = match.start(), match.start() + len(_trim_url(match[0]))
                self._add_plain(content, position, start, offset_map, offset)
                span = offset_map.span(offset + start, offset + end)
                url = content[start:end]
                link = Link(span, url, span, url, span, bare=True)
                self.runs.append(Run(RunKind.TEXT, span, url, self.style, link))
                position = end
        self._add_plain(content, position, len(content), offset_map, offset)

    def _add_plain(self, content: str, start: int, end: int, offset_map: OffsetMap, offset: int) -> None:
        """Add `content[start:end]`, a run for each piece that is unbroken in the text."""
        style = self.style
        self.runs += [
            make_run((RunKind.TEXT, span, content[first - offset : last - offset], style, None, None, ""))
            for span, first, last in offset_map.pieces(offset + start, offset + end)
        ]

    def add_line_end(self, span: Span, kind: RunKind) -> None:
        """Add a break or a wrap."""
        self.runs.append(Run(kind, span, "\n", self.style))

    def add_image(self, image: Link) -> None:
        """Add an image; one inside a link becomes the link's badge when the link closes."""
        self.runs.append(Run(RunKind.IMAGE, image.span, IMAGE_CHARACTER, self.style, None, image))

    def add_tag(self, span: Span, source: str) -> None:
        """Add an HTML tag or comment, given as written."""
        if source.startswith("<!--"):
            self.comments.append(Comment(span, source[4:].removesuffix("-->")))
            return
        match = _TAG.fullmatch(source)
        if match is None:
            return
        closing, name, attributes = bool(match[1]), match[2].lower(), match[3]
        if name == "br":
            self.add_line_end(span, RunKind.BREAK)
        elif name in _STYLES:
            self.style = self.style & ~_STYLES[name] if closing else self.style | _STYLES[name]
        elif name == "a":
            self._close_anchor(span.end) if closing else self._open_anchor(span, match, attributes)
        elif name == "img":
            self._add_img(span, match, attributes)
        elif name not in _INLINE:
            self._close_anchor()
            tag = f"/{name}" if closing else name
            self.runs.append(Run(RunKind.TAG, span, "\n", self.style, None, None, tag))

    def close_link(self, link: Link, first: int) -> None:
        """Give the runs from number `first` on their link, and the link the words that they show."""
        badge = next((run.image for run in self.runs[first:] if run.image is not None), None)
        label = "".join([run.image.label if run.image else run.value for run in self.runs[first:]])
        link = Link(link.span, label, link.label_span, link.href, link.url_span, False, link.bare, badge)
        for index in range(first, len(self.runs)):
            run = self.runs[index]
            self.runs[index] = Run(run.kind, run.span, run.value, run.style, link, run.image, run.tag)

    def _open_anchor(self, span: Span, match: re.Match[str], attributes: str) -> None:
        self._close_anchor()
        offset = span.start + match.start(3)
        href, url_span = _attribute("href", offset, attributes)
        names = (_attribute(each, offset, attributes)[0] for each in ("id", "name"))
        if href is not None and not any(name and href == f"#{name}" for name in names):  # not only linked to itself
            self._anchor = (span, len(self.runs), href, url_span)

    def _close_anchor(self, end: int = 0) -> None:
        """Give the words since the open `<a>` their link, which ends at `end`; one never closed ends with its words."""
        if self._anchor is None:
            return
        tag, first, href, url_span = self._anchor
        self._anchor = None
        behind: list[Run] = []
        while not end and len(self.runs) > first and not self.runs[-1].value.strip():
            behind.append(self.runs.pop())
        inside = self.runs[first:]
        label_span = Span(inside[0].span.start, inside[-1].span.end) if inside else Span(tag.end, tag.end)
        link = Link(Span(tag.start, max(end, label_span.end)), "", label_span, href, url_span)
        if inside:
            self.close_link(link, first)
        else:
            self.runs.append(Run(RunKind.TEXT, label_span, "", self.style, link))
        self.runs += reversed(behind)

    def _add_img(self, span: Span, match: re.Match[str], attributes: str) -> None:
        offset = span.start + match.start(3)
        source, url_span = _attribute("src", offset, attributes)
        if source is None:
            return
        alt, alt_span = _attribute("alt", offset, attributes)
        self.add_image(Link(span, alt or "", alt_span or Span(span.end, span.end), source, url_span, image=True))


def _trim_url(url: str) -> str:
    """The URL without the punctuation that belongs to the sentence around it (GFM, extended autolinks)."""
    while url[-1] in "?!.,:;*_~'\"" or (url[-1] == ")" and url.count(")") > url.count("(")):
        url = url[:-1]
    return url


def _attribute(name: str, offset: int, attributes: str) -> tuple[str | None, Span | None]:
    """The value of an attribute and the span of its source; `attributes` begins at `offset`."""
    for match in _ATTRIBUTE.finditer(attributes):
        if match[1].lower() == name:
            raw = match[2]
            quoted = raw[0] in "\"'"
            start, end = match.start(2) + quoted, match.end(2) - quoted
            return unescape(attributes[start:end]).strip(), Span(offset + start, offset + end)
    return None, None


def add_html_text(builder: RunBuilder, content: str, offset: int) -> None:
    """Add plain text of an HTML block: line ends become wraps, entities their characters."""
    offset_map, position = OffsetMap([0], [offset]), 0
    for match in _LINE_END_OR_ENTITY.finditer(content):
        builder.add_words(content[position : match.start()], offset_map, position)
        span = Span(offset + match.start(), offset + match.end())
        if match[0][0] in "\r\n":
            builder.add_line_end(span, RunKind.WRAP)
        else:
            builder.add_text(span, unescape(match[0]))
        position = match.end()
    builder.add_words(content[position:], offset_map, position)


def add_html(builder: RunBuilder, content: str, offset: int) -> None:
    """Add a whole block of raw HTML that begins at `offset`; a comment that never closes runs to its end."""
    position = 0
    while position < len(content):
        start = content.find("<", position)
        if start < 0:
            break
        add_html_text(builder, content[position:start], offset + position)
        if content.startswith("<!--", start):
            end = content.find("-->", start + 4)
            end = len(content) if end < 0 else end + 3
            builder.add_tag(Span(offset + start, offset + end), content[start:end])
        elif match := _TAG.match(content, start):
            end = match.end()
            builder.add_tag(Span(offset + start, offset + end), match[0])
            if match[2].lower() == "pre" and not match[1]:  # as it is in a block of code, none of it is text
                close = _PRE_END.search(content, end)
                end = close.start() if close is not None else len(content)
        else:
            end = start + 1
            builder.add_text(Span(offset + start, offset + end), "<")
        position = end
    add_html_text(builder, content[position:], offset + position)


def plain_text(source: str, gap: str = "") -> str:
    """The words of a text that may be HTML, on one line, with `gap` where a tag was."""
    text = _ANY_TAG.sub(gap, source) if "<" in source else source
    return " ".join((unescape(text) if "&" in text else text).split())


def page_title(source: str) -> str:
    """The first title of a page, on one line; empty without one."""
    start = _TITLE.search(source)
    opened = source.find(">", start.end()) + 1 if start else 0
    end = _TITLE_END.search(source, opened, opened + _LONGEST_TITLE) if opened else None
    return " ".join(unescape(source[opened : end.start()]).split()) if end is not None else ""


def meta_tags(source: str, start: int = 0) -> Iterator[tuple[str, str]]:
    """What the meta tags of a page say, from an offset on: names in lower case, and texts on one line."""
    for meta in _META.finditer(source, start):
        found = attributes_of(meta[1])
        name = found.get("name") or found.get("property") or ""
        yield name.lower(), " ".join(found.get("content", "").split())


def attributes_of(tag: str) -> dict[str, str]:
    """The attributes in the source of a tag, by their names in lower case; the first of two with one name counts."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(tag):
        raw = match[2]
        found.setdefault(match[1].lower(), unescape(raw[1:-1] if raw[0] in "\"'" else raw))
    return found
