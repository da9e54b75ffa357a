"""The rule `malformed-link`: invalid URLs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from enum import Enum, auto

from bot.document.anchors import Anchors
from bot.judgement import Case, always, judge
from bot.listing import Link, Listing, Span, Text
from bot.listing.labels import read_link_label
from bot.papers.arxiv_ids import Problem
from bot.papers.identifiers import ArxivForm, Scheme, identify
from bot.papers.similarity import is_one_slip
from bot.papers.urls import is_doi, split_url
from bot.papers.venues import is_date_or_venue
from bot.rules import FIREACT, TITLE, URL
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Places, Rule, Safety, Severity
from bot.rules.link_targets import (
    FILE_NAME,
    exists,
    find_flaw,
    hyperlinks,
    is_placeholder,
    quoted_url,
    target_span,
    templates_of,
    trim,
    write_shorter_url,
    write_url,
)
from bot.rules.prose import Places as TextPlaces
from bot.rules.prose import places_of
from bot.text import lazy_pattern

_NO_LINK = ", so this is not a link"
_WORDS = f"words instead of the URL{_NO_LINK}"
_IN_URL = r"[^\s()<>\[\]{}（）]"
_URL = rf"(?:https?://|www\.|arxiv\.org/|doi\.org/|github\.com/){_IN_URL}+(?:\({_IN_URL}*\){_IN_URL}*)*"
_SPACED = r"\]([ \t\u00a0\u3000]+)\((?:https?://|www\.)[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*\)"
_TURNED = rf"(?<![\]\w])(\()[^()\[\]\n]{{2,200}}(\)\[){_URL}(\])"
_IN_BRACES = rf"(?<![\]\w}}])(\{{)[^{{}}\[\]\\\n]{{2,200}}(\}})\({_URL}\)"
_POINTED = "pointed brackets around the URL, so the words before it are not a link"
_RAW = tuple(
    (message if message is _POINTED else message + _NO_LINK, lazy_pattern(pattern, needs=needs), new)
    for message, needs, pattern, new in (
        ("a space between `]` and `(`", (), _SPACED, ("",)),
        ("square brackets around the URL", ("][",), rf"\](\[<?){_URL}(>?\])", ("(", ")")),
        ("full-width brackets around the URL", ("]（",), rf"\](（){_URL}(）?)", ("(", ")")),
        ("braces around the URL", ("]{",), rf"\](\{{){_URL}(\}})", ("(", ")")),
        (_POINTED, ("]<",), rf"\](<){_URL}(>)", ("(", ")")),
        ("the brackets are the wrong way round", (")[",), _TURNED, ("[", "](", ")")),
        ("braces around the text", ("}(",), _IN_BRACES, ("[", "]")),
        ("a backslash before `]`", ("\\](",), rf"(\\)\]\({_URL}\)", ("",)),
        ("`<` is never closed", ("](<",), rf"\]\((<){_URL}\)", ("",)),
        ("`(` is never closed", ("](<",), rf"\]\(<{_URL}>()(?![ \t]*[)\"'(])", (")",)),
        ("`}` closes `(`", ("}",), rf"\]\({_URL}(\}})", (")",)),
        ('`"` is never closed', (' "', '\t"'), rf"\]\({_URL}[ \t]+\"[^\"'()\n]*()\)", ('"',)),
        ("`'` is never closed", (" '", "\t'"), rf"\]\({_URL}[ \t]+'[^\"'()\n]*()\)", ("'",)),
        ('`"` was never opened', ('")',), rf"\]\({_URL}[ \t]+()[^\s\"'()<>][^\"'()\n]*\"\)", ('"',)),
    )
)
"""Links that are shown as they are: what is wrong, the pattern, and what to write for each of its groups."""
_BRACKET = lazy_pattern(r"[\[\]]")
_NO_TEXT = lazy_pattern(r"[xX\s\[\]]*|\^.*")
"""A check box or a footnote."""
_IMAGE = lazy_pattern(r"!\[[^\[\]]*\]\([^()]*\)")
_LONGEST = 400
"""How far back the `[` of a link is searched (characters)."""
_SPACE = lazy_pattern(
    r"\]\((?P<head>https?://[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*|[^\s()<>\"':{]+)"
    r"(?P<gap>[ \t]+)(?P<tail>[^\s()<>\"'][^()<>\"'\n\r]*)\)"
)
_IN_HOST = lazy_pattern(r"https?://[^/?#]*", re.IGNORECASE)
"""A URL that ends in its host, which no space can be in, not even as `%20`."""
_MARKS = frozenset("，。；、：！？）】」》”")
"""Marks of Chinese and Japanese text, which GitHub takes for a part of the bare URL before them."""
_GLUED_WORD = lazy_pattern(r"(?:v\d{1,2})?(?:\.pdf)?(?=[A-Za-z]{2})")
"""What may be between an arXiv id and the word glued to it."""
_WORD_BEHIND = lazy_pattern(r"[\w.-]*\w(?=[\s|)\]]|\Z)", re.ASCII)
_NUMBER_BEHIND = lazy_pattern(r"\. \d{4}\.\d{5,}(?![\w/])")
"""The end of a DOI after a space, where the DOI has no number before it: `10.1109/JPROC. 2020.3045625`."""
_LABEL = lazy_pattern(r"(?<![\w\[\]!*`./&;-])([A-Za-z]\w*)\((?:\./|\.\./)[^\s()<>\[\]]+\)", needs=("(./", "(../"))
"""What lacks its square brackets to be a link."""
_ESCAPED_BRACKET = lazy_pattern(r"&#(?:40|41|x28|x29);?|&[lr]par;|\\[()]", re.IGNORECASE, needs="&\\")
_ENDING = lazy_pattern(
    r"\.(?!(?:html?|pdf|[xsmp]html)\b)(?:[a-z]?h[a-z]?t[a-z]?m[a-z]?l[a-z]?|[a-z]?p[a-z]?d[a-z]?f[a-z]?|hmtl|htlm|pfd)(?=[\s)\"'>])"
)
"""What may be a misspelt `.html` or `.pdf`."""
_FILE = lazy_pattern(r"https?://(?P<host>[^/?#]+)/[^?#]*\.(?P<ending>[a-z]{3,5})")
_SEVERAL = 3
"""Files of a site that show how they end; links with one label, how it is written."""
_BARE_SLIP = lazy_pattern(
    r"(?<![\w\])\[(<\"'=/.:#?&%@+-])h?t?tps?(?:[:;]?//|:/(?=\w))(?<!://)(?:[\w-]+\.)+[a-z]{2,}/[^\s()<>\[\]|*_`\"',;]+(?<=\w)"
)
"""A URL in text whose scheme lacks a sign."""
_HALF_QUOTED = lazy_pattern(
    r"<(?:a|img)\s[^<>]*?\b(?:href|src)=(?P<url>[^\s\"'<>=]+)(?P<quote>[\"'])(?=[\s/>])", re.IGNORECASE
)
"""An address in HTML with a quotation mark after it and none before."""


class MalformedLink(Rule):
    """The target of a link is not a valid URL (`https//...`), or works only for you, or only for a few days.

    If the right target is certain, the fix is safe. The rule
    reports

    - two URLs in one, LaTeX commands, and characters that no name on GitHub can have;
    - a space before `(` or in the target, and a part of the URL after the link;
    - mismatched or missing brackets (`[text][https://...]`, `bibtex(./a.txt)`), an unclosed `<` or quotation mark;
    - words or a DOI instead of a URL, or text that was copied along with the URL;
    - a link to doi.org without a DOI (`https://doi.org/1145/3586183`);
    - `chrome-extension://...`, `file:///...`, `localhost`, downloads that expire, and Google's cache;
    - an image whose URL is that of a page;
    - a misspelt `.html`, as a warning.

    Not reported: URLs that contain another one on purpose, such as `web.archive.org/web/2022/https://...`.
    """

    severity = Severity.ERROR
    reason = "the URL is not the one that was meant"
    is_broken = True
    examples = (
        Bad(f"* [{TITLE}](https://{URL})\n", fixed=f"* {FIREACT}\n"),
        Bad(f"* [{TITLE}](arxiv.org/abs/2310.05915)\n", fixed=f"* {FIREACT}\n"),
        Bad(f"* {TITLE} [paper] ({URL})\n", fixed=f"* {TITLE} [paper]({URL})\n"),
        Bad(f"* {TITLE} [[paper]] ({URL})\n", fixed=f"* {TITLE} [[paper]]({URL})\n"),
        Bad(f"* {TITLE} [paper][{URL}]\n", fixed=f"* {TITLE} [paper]({URL})\n"),
        Bad(f"* [FireAct]({URL}https://github.com/anchen1011/FireAct)\n"),
        Good("* [World of Bits](https://web.archive.org/web/2022/https://proceedings.mlr.press/v70/shi17a/)\n"),
        Good("* [Holography](https://doi.org/10.1007/JHEP10(2023)060)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link, or per piece of text that was meant to be one."""
        for link in templates_of(listing).without(listing.document.links):
            if link.href and not _is_plain(listing.text.content, link):
                yield from self._link(listing, link, context)
        places = places_of(listing)
        for message, pattern, new in _RAW:
            for match in pattern.finditer(listing.text.content):
                start = _start_of(listing.text, match)
                if start is not None and places.is_prose(Span(*match.span())):
                    edits = tuple(Edit(Span(*match.span(index)), each) for index, each in enumerate(new, 1))
                    fix = Fix("Write `[text](URL)`", edits, Safety.UNSAFE if any(new) else Safety.SAFE)
                    severity = Severity.WARNING if message is _POINTED else None
                    yield self.at(listing, Span(start, match.end()), message, fix=fix, severity=severity)
        spaced = [each for each in _SPACE.finditer(listing.text.content) if places.is_prose(Span(*each.span()))]
        targets = frozenset(link.href for link in listing.document.links) if spaced else ()
        anchors = Anchors(listing.document)
        for match in spaced:
            yield from self._space(listing, match, targets, anchors)
        yield from self._labels(listing, places)
        if "=http" in listing.text.content:
            yield from self._half_quoted(listing, places)
        yield from self._schemes(listing, places)
        if _ENDING.search(listing.text.content):
            yield from self._endings(listing)

    def _labels(self, listing: Listing, places: TextPlaces) -> Findings:
        """The words in front of a file in brackets that are the text of links elsewhere."""
        found = [each for each in _LABEL.finditer(listing.text.content) if places.is_prose(Span(*each.span()))]
        labels = Counter(link.label.casefold() for link in listing.document.links) if found else Counter[str]()
        for match in found:
            if labels[match[1].casefold()] >= _SEVERAL:
                fix = Fix("Add them", (Edit(Span(*match.span(1)), f"[{match[1]}]"),), Safety.UNSAFE)
                message = f"no square brackets around `{match[1]}`{_NO_LINK}"
                yield self.at(listing, Span(*match.span()), message, fix=fix, severity=Severity.WARNING)

    def _schemes(self, listing: Listing, places: TextPlaces) -> Findings:
        """Bare URLs with a slip in the scheme, which are shown as text: `https//arxiv.org/abs/2310.05915`."""
        content = listing.text.content
        count = sum(map(content.count, ("tp:/", "tps:/", "tp//", "tps//", "tp;//", "tps;//")))
        if count == content.count("tp://") + content.count("tps://"):
            return
        for match in _BARE_SLIP.finditer(content):
            span, flaw = Span(*match.span()), find_flaw(match[0])
            is_defined = content.endswith("]: ", 0, span.start)  # the links that use it are reported
            if flaw is not None and flaw.meant is not None and places.is_prose(span) and not is_defined:
                message = f"{flaw.message}{_NO_LINK}; write {quoted_url(flaw.meant)}"
                fix = Fix.write(span, flaw.meant, Safety.UNSAFE)
                yield self.at(listing, span, message, fix=fix)

    def _endings(self, listing: Listing) -> Findings:
        """The files of a site that end in a misspelt `.html` or `.pdf`, where its other files end in that."""
        files = [(match, link) for link in hyperlinks(listing) if (match := _FILE.fullmatch(link.href))]
        counts = Counter((match["host"], match["ending"]) for match, _ in files)
        for match, link in files:
            host, ending = match["host"], match["ending"]
            others = [each for each in ("html", "pdf") if is_one_slip(ending, each) and counts[host, each] >= _SEVERAL]
            if others and counts[host, ending] == 1 and _ENDING.search(f"{link.href} "):
                message = f"the other files of {host} end in `.{others[0]}`, this one in `.{ending}`"
                fix = write_url(link, link.href.removesuffix(ending) + others[0], Safety.UNSAFE)
                yield self.at(listing, target_span(link), message, fix=fix, severity=Severity.WARNING)

    def _link(self, listing: Listing, link: Link, context: Context) -> Findings:
        target = _Target(listing, link, context)
        verdict = judge(_TARGETS, target)
        message, severity, fix = verdict.reason, None, None
        reasons: tuple[str, ...] = ()
        match verdict.value:
            case _Fault.NONE:
                return
            case _Fault.FLAW:
                assert target.flaw is not None  # noqa: S101 - the case holds where there is one
                message, reasons = target.flaw.message, tuple(filter(None, (target.flaw.reason,)))
                if target.flaw.meant is not None:
                    message += f"; write {quoted_url(target.flaw.meant)}"
                    fix = write_url(link, target.flaw.meant, Safety.SAFE if target.flaw.certain else Safety.UNSAFE)
            case _Fault.NESTED:
                fix = Fix("Write the URL alone", (Edit(link.span, link.href),), Safety.UNSAFE)
            case _Fault.TEXT:
                end = target.end_of_id or link.span.end
                fix = Fix("Add a space after the URL", (Edit(Span(end, end), " "),), Safety.UNSAFE)
            case _Fault.REST:
                end, rest = link.span.end, target.rest
                whole = link.href + rest.replace(" ", "")
                edits = Edit(target_span(link), whole), Edit(Span(end, end + len(rest)), "")
                fix = Fix("Move it into the link", edits, Safety.UNSAFE)
            case _Fault.MARKS:
                url = target.trimmed or ""
                fix = write_shorter_url(listing, link, url, Safety.UNSAFE)
                message = f"{_shown(link.href[len(url) :])} after the URL"
            case _Fault.BRACKET:
                url = link.href.rstrip("()")
                sure = not identify(url).problems and identify(url).identifier is not None
                fix = write_url(link, url, Safety.SAFE if sure else Safety.UNSAFE)
            case _Fault.BLANKS:
                fix = Fix("Remove the space", tuple(Edit(span, "") for span in target.blanks))
                severity = Severity.NOTE
        yield self.at(listing, target_span(link), message, fix=fix, severity=severity, reasons=reasons)

    def _half_quoted(self, listing: Listing, places: TextPlaces) -> Findings:
        """Addresses with a quotation mark after them, but none before."""
        for match in _HALF_QUOTED.finditer(listing.text.content):
            span = Span(*match.span("url"))
            if not (places.is_code(span) or places.is_comment(span)):
                message = f"the quotation mark before this URL is missing: the link points to `…{match['quote']}`"
                fix = Fix("Add it", (Edit(Span(span.start, span.start), match["quote"]),), Safety.UNSAFE)
                yield self.at(listing, span, message, fix=fix)

    def places(self, listing: Listing, form: str) -> Places:
        """Words in the place of an address are compared with the links, which are addresses."""
        if form != _WORDS:
            return super().places(listing, form)
        text, spans = listing.text, [link.span for link in listing.document.links]
        begun = ((_opening_bracket(text, match.start()), match.end()) for match in _SPACE.finditer(text.content))
        spans += [Span(start, end) for start, end in begun if start is not None]
        return Places("links", tuple(sorted(spans)))

    def _space(self, listing: Listing, match: re.Match[str], targets: Collection[str], anchors: Anchors) -> Findings:
        head, tail = match["head"], match["tail"].rstrip()
        if "://" not in head and not FILE_NAME.search(tail):
            yield from self._words(listing, match, anchors)
            return
        span = Span(match.start("head"), match.end("tail"))
        if "://" in tail:
            yield self.at(listing, span, "two URLs in one target, so this is not a link")
            return
        gap = Span(*match.span("gap"))
        joined = identify(head + tail)
        fix = None
        is_elsewhere = head + tail in targets
        is_paper = joined.identifier is not None and not joined.problems and identify(head).identifier is None
        if is_paper or is_elsewhere:
            is_sure = is_elsewhere or (joined.identifier is not None and joined.identifier.scheme is not Scheme.GITHUB)
            safety = Safety.SAFE if is_sure else Safety.UNSAFE  # the page of an owner is one as well
            fix = Fix("Remove the space", (Edit(gap, ""),), safety)
        elif _IN_HOST.fullmatch(head):
            fix = Fix("Remove the space", (Edit(gap, ""),), Safety.UNSAFE)
        elif identify(head.rstrip(",.;")).identifier is None:
            target = Span(match.start("head"), match.start("tail") + len(tail))
            escaped = re.sub(r"[ \t]", "%20", re.sub(r"(?<=[?&])[ \t]+", "", listing.text[target]))
            fix = Fix("Replace the space with `%20`", (Edit(target, escaped),), Safety.UNSAFE)
        yield self.at(listing, span, "a space in the URL, so this is not a link", fix=fix)

    def _words(self, listing: Listing, match: re.Match[str], anchors: Anchors) -> Findings:
        """Words in place of the address, where the text before them is that of a link; they may name a section."""
        start = _opening_bracket(listing.text, match.start())
        if start is not None and _is_text_of_link(listing.text, Span(start, match.start() + 1)):
            target = Span(match.start("head"), match.end("tail"))
            words, message, fix = listing.text[target].strip(), _WORDS, None
            if (section := anchors.nearly(words)) is not None:
                message += f"; write `#{section}`"
                fix = Fix.write(target, f"#{section}", Safety.UNSAFE)
            is_note = is_placeholder(words)
            yield self.at(listing, Span(start, match.end()), message, fix=fix, is_note=is_note, forms=(_WORDS,))


class _Fault(Enum):
    """What is wrong with the target of a link."""

    NONE = auto()
    FLAW = auto()
    NESTED = auto()
    TEXT = auto()
    REST = auto()
    MARKS = auto()
    BRACKET = auto()
    PAGE = auto()
    """It is not a picture."""
    BLANKS = auto()


class _Target:
    """The target of a link."""

    def __init__(self, listing: Listing, link: Link, context: Context) -> None:
        self.listing, self.link, self.context = listing, link, context
        self.flaw = find_flaw(link.href)

    def is_name(self) -> bool:
        """Whether it is the name of a file, though it looks like a host or an address."""
        href = self.link.href
        if self.flaw is None or (self.flaw.certain and "@" not in href and not is_doi(href)):
            return False
        return exists(self.listing, self.context, href) or ("@" in href and self.link.image)

    def is_page(self) -> bool:
        """Whether it is the page of a repository or of a paper in place of a picture."""
        target, parts = identify(self.link.href), split_url(self.link.href) if self.link.image else None
        if parts is None or target.identifier is None or FILE_NAME.search(parts.path):
            return False
        if target.identifier.scheme is Scheme.GITHUB:
            is_whole = parts.path.strip("/").lower() == target.identifier.value or "/tree/" in parts.path
            return parts.host.removeprefix("www.") == "github.com" and is_whole
        return target.form in (ArxivForm.ABS, ArxivForm.PDF)

    def is_in_target(self) -> bool:
        """Whether it is where the URL of another link should be, as in `[code]([the code](https://...))`."""
        content, start, end = self.listing.text.content, self.link.span.start, self.link.span.end
        is_inside = content[max(start - 2, 0) : start] == "](" and content[end : end + 1] == ")"
        is_link = not self.link.bare and not self.link.image
        return is_inside and is_link and _opening_bracket(self.listing.text, start - 2) is not None

    def has_text_behind(self) -> bool:
        content, start, end = self.listing.text.content, self.link.span.start, self.link.span.end
        return self.link.bare and content[end : end + 1] in _MARKS and not content.endswith(("](", "]（"), 0, start)

    @property
    def end_of_id(self) -> int:
        """Where the arXiv id of a bare URL ends that words are glued to, as an offset; 0 if none are."""
        href, target = self.link.href, identify(self.link.href)
        if (
            not self.link.bare
            or self.link.url_span is None
            or target.identifier is None
            or Problem.TRAILING_TEXT not in target.problems
        ):
            return 0
        _, name, behind = href.partition(target.identifier.value)
        word = _GLUED_WORD.match(behind) if name else None
        return self.link.url_span.start + len(href) - len(behind) + word.end() if word is not None else 0

    @property
    def rest(self) -> str:
        """What is right behind the link, and without which its target names no paper or repository; often empty."""
        href, content, end = self.link.href, self.listing.text.content, self.link.span.end
        if self.link.bare and "doi.org/10." in href and href.rpartition("/")[2].isalpha():
            number = _NUMBER_BEHIND.match(content, end)
            return number[0] if number is not None else ""
        if not href.endswith("/") or self.link.url_span is None or self.link.bare or self.link.image:
            return ""
        word = _WORD_BEHIND.match(content, end)
        is_rest = word is not None and identify(href).identifier is None is not identify(href + word[0]).identifier
        return word[0] if word is not None and is_rest else ""

    @property
    def trimmed(self) -> str | None:
        """The target without the marks after it; None if there are none."""
        return trim(self.link.href) if not self.link.bare else None

    def has_escaped_bracket(self) -> bool:
        if self.link.href.count("(") == self.link.href.count(")"):
            return False
        source = self.listing.text[self.link.url_span] if self.link.url_span else self.link.href
        return _ESCAPED_BRACKET.search(source) is not None

    @property
    def blanks(self) -> tuple[Span, ...]:
        """The spaces around it."""
        return _blanks(self.listing, self.link)


_TARGETS: tuple[Case[_Target, _Fault], ...] = (
    Case("it is the name of a file", _Target.is_name, _Fault.NONE),
    Case("`unreadable-entry` reports it", lambda it: it.link.bare and "](" in it.link.href, _Fault.NONE),
    Case("the URL is not valid", lambda it: it.flaw is not None, _Fault.FLAW),
    Case("the target of a link contains another link", _Target.is_in_target, _Fault.NESTED),
    Case("the text after the URL is part of the link", _Target.has_text_behind, _Fault.TEXT),
    Case("the words right after the arXiv id are part of the link", lambda it: it.end_of_id, _Fault.TEXT),
    Case("the rest of the URL is after the link", lambda it: it.rest, _Fault.REST),
    Case("there are marks after the URL", lambda it: it.trimmed is not None, _Fault.MARKS),
    Case("the URL contains an escaped bracket", _Target.has_escaped_bracket, _Fault.BRACKET),
    Case("a page instead of an image, so none is shown", _Target.is_page, _Fault.PAGE),
    Case("a space next to the URL", lambda it: it.blanks, _Fault.BLANKS),
    Case("nothing is wrong", always, _Fault.NONE),
)


_PLAIN = lazy_pattern(
    r"https?://(?!.*(?i:http|protect|watermark|webcache))(?!\d|(?i:localhost|[\w-]+\.local\b|[\w.]*doi\.org/(?!10\.\d+/\w)))"
    r"\w[\w.-]*(?:/[\w./-]*)?(?:\?id=[\w-]*)?(?<=[A-Za-z0-9])",
    re.ASCII,
)


def _is_plain(content: str, link: Link) -> bool:
    """Whether none of `_TARGETS` can hold, as for nearly all links: a URL of plain signs between its marks."""
    url, start = link.url_span, link.span.start
    if url is None or link.bare or content[url.start - 1] + content[url.end : url.end + 1] not in ("()", '""'):
        return False
    is_page = link.image and identify(link.href).identifier is not None
    return not is_page and content[start - 2 : start] != "](" and _PLAIN.fullmatch(link.href) is not None


def _shown(text: str) -> str:
    """What is behind a URL, as shown in messages."""
    return f"`{text}`" if text.isprintable() else "an invisible character"


def _opening_bracket(text: Text, end: int) -> int | None:
    """The `[` of the `]` at `end`, with the words or the picture of a link between them; None if there is none."""
    first = max(text.line_around(end).start, end - _LONGEST)
    before = text.content[first:end]
    depth = 0
    for match in reversed([*_BRACKET.finditer(before)]):
        depth += 1 if match[0] == "]" else -1
        if depth < 0:
            words = before[match.end() :]
            is_link = not _NO_TEXT.fullmatch(words) and "](" not in _IMAGE.sub("", words) and words[-1] != "\\"
            return first + match.start() if is_link else None
    return None


_BEFORE_ITEM = lazy_pattern(r"[\s>|#]*(?:[-+*•]|\d+[.)])?[\s\[*_]*")
"""What may be before the first link of an item."""


def _is_text_of_link(text: Text, span: Span) -> bool:
    """Whether words in brackets are those of a link: its usual label, or the first words of an item."""
    words, line = text[Span(span.start + 1, span.end - 1)], text.line_around(span.start)
    is_near = span.start - line.start <= _LONGEST
    is_first = is_near and _BEFORE_ITEM.fullmatch(text[Span(line.start, span.start)]) is not None
    return read_link_label(words) is not None or (is_first and not is_date_or_venue(words))


def _start_of(text: Text, match: re.Match[str]) -> int | None:
    """Where what a pattern of `_RAW` found begins, at the bracket before its text; None if that is not a link's."""
    if match[0][0] in "({":
        return match.start() if _is_text_of_link(text, Span(match.start(), match.start(2) + 1)) else None
    start = _opening_bracket(text, match.start())
    return start if start is not None and text.content[start - 1 : start] != "\\" else None


def _blanks(listing: Listing, link: Link) -> tuple[Span, ...]:
    """The spaces between a target and the brackets around it, which Markdown allows."""
    if link.url_span is None or link.bare:
        return ()
    content, end = listing.text.content, link.url_span.end
    if content[link.url_span.start - 1 : end + 1 : len(link.url_span) + 1] == "()":
        return ()
    start = listing.text.blanks_before(link.url_span.start)
    while end < link.span.end and content[end] in " \t":
        end += 1
    if content[start - 1 : start] != "(" or content[end : end + 1] != ")":
        return ()
    spans = Span(start, link.url_span.start), Span(link.url_span.end, end)
    return tuple(span for span in spans if len(span))
