"""The targets of links: what is wrong with one, where its diagnostic points, and the fix that rewrites it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.document.anchors import Anchors
from bot.judgement import keep_last
from bot.listing import Link, Listing, Span
from bot.papers.arxiv_ids import Problem
from bot.papers.identifiers import Scheme, identify, page_url, read_doi
from bot.papers.urls import HOST, TLD, is_doi, is_redirector, is_signed, split_url
from bot.rules.api import Context, Edit, Fix, Safety
from bot.text import lazy_pattern, shorten, without_hidden

if TYPE_CHECKING:
    from bot.links import LinkState, LinkStatus


class Flaw(NamedTuple):
    """What is wrong with a target, and the intended target if it can be derived."""

    message: str
    meant: str | None = None
    certain: bool = False
    """Whether this is the only target that can be meant."""
    reason: str = ""
    """What is wrong with such addresses, if it is not that another one was meant."""


_SCHEME = lazy_pattern(
    r"(?P<word>[A-Za-z]{3,7})(?P<colon>[:;：.]?)(?P<slashes>/{0,4})(?=[\w\[-]+[.:\]])(?P<rest>.+)", re.DOTALL
)
_HTTP = lazy_pattern(r"h*t*tt?p*p?s*", re.IGNORECASE, needs="t")
_ARXIV = lazy_pattern(r"arxiv\s*[:.]", re.IGNORECASE, needs=("arxiv",))
_DOI = lazy_pattern(r"doi:\s*10\.", re.IGNORECASE, needs=("doi:",))
_TWICE = lazy_pattern(r"(?:https?(?::/*|//+))+(?=https?(?::|//))", re.IGNORECASE, needs=("//", ":"))
_JUNK = lazy_pattern(
    r"(?P<junk>[\\\[(<{\"'“‘「【\s\u200b-\u200d\u2060\ufeff]+)(?P<url>https?://.+)",
    re.DOTALL | re.IGNORECASE,
    needs=("://",),
)
_BLANKS = " \t\r\n\u00a0\u3000\u200b\u200c\u200d\u2060\ufeff"
_GLUED = lazy_pattern(r"(?<=[^\s/=?&#:%+$@~_({\[<>-])(?<!%[0-9A-Fa-f]{2})[hH][tT][tT][pP][sS]?://", needs=("://",))
"""After the marks that are left out, a URL may hold another one."""
_SCHEME_ALONE = lazy_pattern(r"https?://", re.IGNORECASE)
_TILDES = dict.fromkeys(map(ord, "\u02dc\u223c\uff5e"), "~")
"""Signs that a typesetter or an editor writes for the tilde of a home page."""
_SEPARATORS = " \t,;|.&+，；、。："
"""What people write between two URLs."""
_SECOND_TARGET = lazy_pattern(r"\]\([^()]*\)$", needs=("](",))
"""The end of a link inside a target: `[https://...]()`."""
_EXTENSION = lazy_pattern(r"[a-z]+(?:-[a-z]+)*-extension://(?:.*?(?P<url>https?://.+)|.*)", re.DOTALL | re.IGNORECASE)
_OWN = "a URL on one computer, which nobody else can open"
_OWN_COMPUTER = lazy_pattern(r"(?:file:|[A-Za-z]:\\|blob:|view-source:|about:).*", re.DOTALL | re.IGNORECASE)
_BEHIND = ",;]，。；、：！？）】」》\u200b\u2060\ufeff\u00ad"
"""What is copied along behind a URL, and ends none."""
_BEHIND_PAPER = _BEHIND + "\"'`*|\\>}"
_BEHIND_DOI = _BEHIND_PAPER + "."
_PROTECTED = lazy_pattern(r"(?:/|\\|%5C)protect(?:%20|[ +])*_", re.IGNORECASE)
"""What LaTeX writes for the `_` of an address."""
_IN_REPOSITORY = lazy_pattern(
    r"https?://(?:www\.)?github\.com/(?:[\w-]+/)?[\w.-]*(?P<sign>%[0-9A-F]{2}|[^\w\s./?#%()<>\[\]{}$*\"'\\-])",
    re.IGNORECASE,
)
"""What no name of an owner or a repository has, and what stands for none: `<owner>`, `{name}`."""
_LOCAL = lazy_pattern(
    r"https?://(?:localhost|[\w-]+\.local)(?::\d+)?(?:[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
    needs=("localhost", ".local"),
)
"""Addresses in numbers are left to `noncanonical-link`: a person may keep pages there."""
_NO_DOI = lazy_pattern(
    r"(?P<site>https?://(?:dx\.|www\.)?doi\.org/)"
    r"(?:10\.\d{4,9}/?|(?:10[,;:_-](?=\d+/)|(?=\d{4,5}/))(?P<rest>\d{4,9}/.+)|10/(?P<prefix>\d{4,5})[./](?P<suffix>.+))",
    re.IGNORECASE,
    needs=("doi.org/",),
)
"""What is not a DOI, nor the short form of one, which has neither a dot nor a second slash."""
_IN_NAMES = dict.fromkeys(map(ord, "-_./"))
"""Signs of most addresses there, which are not searched further."""
_ESCAPED_BEHIND = ("%20", "%0A", "%E2%80%8B")
_MAX_URL = 4_096
"""Longer targets are not searched for what is after the URL (characters)."""
_LINK_INSIDE = lazy_pattern(r"\]\(https?://", re.IGNORECASE, needs=("](",))
_MORE_TLD = f"app|site|page|tech|science|xyz|tv|{TLD}"
_BARE_HOST = lazy_pattern(
    rf"www\.[\w-]+(?:\.[\w-]+)+|[\w-]+\.(?:com|net|io|edu|gov)|(?:[\w-]+\.){{2,}}(?:{_MORE_TLD})",
    re.IGNORECASE,
    needs=".",
)
"""Names of two parts are those of files, too: `notes.org`, `logo.ai`."""
FILE_NAME = lazy_pattern(
    r"\.(?:pdf|md|png|jpe?g|gif|svg|webp|txt|html?|bib|ipynb|pptx?|docx?|csv|json|ya?ml|zip|py|mp4)$", re.IGNORECASE
)
"""The end of the name of a file."""
_MAIL = lazy_pattern(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}", re.IGNORECASE, needs="@")
_CLOSERS = {"[": "]", "(": ")", "<": ">", "{": "}", '"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "【": "】"}


def find_flaw(target: str) -> Flaw | None:
    """What is wrong with `target`; None for a valid URL and for a path."""
    if is_signed(target):
        what = "this URL expires: it is signed for one download, or in a cache; link the page itself"
        return Flaw(what, reason="a URL of this form goes nowhere after some time")
    if _is_sound(target):
        meant = without_hidden(target)
        what = "a character without width in the URL, which makes it another one"
        return Flaw(what, meant, certain=True) if meant != target else _find_slip(target)
    if match := _TWICE.match(target):
        rest = target[match.end() :]
        inner = find_flaw(rest)
        return Flaw("the scheme is repeated", inner.meant if inner and inner.meant else rest, certain=True)
    if _LINK_INSIDE.search(target):
        return Flaw("the target contains another link")
    if "-extension:" in target and (match := _EXTENSION.fullmatch(target)):
        url = match["url"]
        return Flaw("a URL in a browser extension, which others may not have", url, certain=_names_paper(url or ""))
    if not target.startswith("http") and ":" in target and _OWN_COMPUTER.fullmatch(target):
        return Flaw(_OWN)
    if match := _JUNK.fullmatch(target):
        junk = match["junk"].strip(_BLANKS)
        message = f"unexpected `{junk}` before the URL" if junk else "unexpected space before the URL"
        meant = _without_junk(match)  # whether a bracket that ends it belongs to it is a guess
        return Flaw(message, meant, certain=meant == match["url"] or _names_paper(meant))
    if flaw := _scheme_flaw(target) or _missing_scheme(target):
        return flaw
    return find_glued(target)


def _is_sound(target: str) -> bool:
    """Whether nothing can be wrong: an anchor, a name, or one URL whose scheme is written as it should."""
    if not target or target.isalnum():
        return True
    is_url = target.startswith(("https://", "http://")) and not target.startswith(("https:///", "http:///"))
    return (is_url or target[:1] == "#") and target.lower().find("http", is_url) < 0


def _find_slip(target: str) -> Flaw | None:
    """What is wrong with a URL that is written as one, but leads to no page: what editors and programs left in it."""
    if "protect" in target and _PROTECTED.search(target):
        return Flaw("a command of LaTeX in the URL", _PROTECTED.sub("_", target))
    if _LOCAL.fullmatch(target):
        return Flaw(_OWN)
    if doi := _NO_DOI.fullmatch(target):
        rest = doi["rest"] or (f"{doi['prefix']}/{doi['suffix']}" if doi["prefix"] else "")
        meant = f"{doi['site']}10.{rest}" if rest else None
        return Flaw("not a DOI, which begins with `10.` and has a `/` with more behind it", meant)
    name = target.partition("github.com/")[2]
    sign = _IN_REPOSITORY.match(target) if name and not name.translate(_IN_NAMES).isalnum() else None
    if sign is None or trim(target) is not None:
        return None
    return Flaw(f"GitHub has no name with `{sign['sign']}` in it, only letters, digits, `-`, `_` and `.`")


def find_glued(target: str) -> Flaw | None:
    """What is wrong where a second URL begins right after the first; the query of a page may contain text and URLs."""
    match = _GLUED.search(target)
    if match is None:
        return None
    head, tail = target[: match.start()].rstrip(_SEPARATORS), target[match.start() :]
    if "?" in head and identify(head).identifier is None:
        return None
    if _SCHEME_ALONE.fullmatch(tail):
        return Flaw(f"unexpected `{tail}` after the URL", head, certain=_names_paper(head))
    if head.isalnum():
        return Flaw(f"unexpected `{shorten(head, _SHOWN)}` before the URL", tail, certain=_names_paper(tail))
    if head == tail:
        identifier = identify(head).identifier  # a DOI may end in anything
        is_certain = identifier is not None and identifier.scheme is Scheme.ARXIV
        return Flaw("the URL is repeated", head, certain=is_certain)
    return Flaw("two URLs run together")


def _names_paper(url: str) -> bool:
    """Whether a URL holds an identifier that tells by itself which paper is meant."""
    identifier = identify(url).identifier
    return identifier is not None and identifier.scheme in {Scheme.ARXIV, Scheme.DOI}


def _without_junk(match: re.Match[str]) -> str:
    url = match["url"]
    for mark in match["junk"].strip():  # the first one is closed last
        closer = _CLOSERS.get(mark, "")
        if mark == "[":
            url = _SECOND_TARGET.sub(closer, url)
        if closer and url.endswith(closer) and url.count(mark) < url.count(closer):
            url = url[: -len(closer)]
    return url


def _scheme_flaw(target: str) -> Flaw | None:
    """A misspelt http or https scheme: `https//`, `https:/`, `http.arxiv.org`, `ttps://`."""
    match = _SCHEME.match(target)
    if match is None or not _HTTP.fullmatch(match["word"]):
        return None
    word, colon, slashes = match["word"].lower(), match["colon"], match["slashes"]
    known = word in {"http", "https"}
    if known and colon == ":" and slashes == "//":
        return None
    if slashes != "//" and not (colon and (slashes or known)):
        return None  # a folder may be called `tts` or `http`
    if colon == "." and not HOST.fullmatch(match["rest"]):
        return None  # the name of a file
    scheme = "https" if "s" in word else "http"
    return Flaw(
        f"`{match['word']}{colon}{slashes}` should be `{scheme}://`", f"{scheme}://{match['rest']}", certain=True
    )


def _missing_scheme(target: str) -> Flaw | None:
    """A host or an address without a scheme, which browsers take for a file next to the list."""
    if _MAIL.fullmatch(target) and not FILE_NAME.search(target):
        return Flaw("`mailto:` is missing", f"mailto:{target}", certain=True)
    if _ARXIV.match(target):
        identifier = identify(target).identifier
        if identifier is not None and identifier.scheme is Scheme.ARXIV:
            return Flaw("the URL has no scheme", page_url(identifier), certain=True)
    if _DOI.match(target):
        return Flaw("the URL has no scheme", f"https://doi.org/{target[4:].strip()}", certain=True)
    if is_doi(target) and not FILE_NAME.search(target):
        return Flaw("`https://doi.org/` is missing", f"https://doi.org/{target}", certain=True)
    if "." not in target.partition("/")[0]:
        return None
    meant = f"https://{target.translate(_TILDES)}"
    identifier = identify(meant).identifier
    is_known = identifier is not None and identifier.scheme is not Scheme.DOI  # a DOI may be in any path
    if is_known or HOST.fullmatch(target) or _BARE_HOST.fullmatch(target):
        if target.index(".") == 1:
            return Flaw("the beginning of the URL is missing")  # `e.org`: what is left of `ieeexplore.ieee.org`
        return Flaw("the URL has no scheme", meant, certain=identifier is not None)
    return None


def trim(target: str) -> str | None:
    """The URL without the punctuation and the invisible characters copied along after it; None if there are none.

    Links to arXiv are not read: the id says where they end.
    """
    if len(target) > _MAX_URL or not (target[-1:] in _BEHIND_DOI or target.endswith(_ESCAPED_BEHIND)):
        return None
    url, marks = target, _BEHIND_PAPER if read_doi(target) is None else _BEHIND_DOI
    if identify(target).identifier is None:
        marks = "" if "?" in target or "#" in target else _BEHIND
    while (shorter := _shorten(url, marks)) != url:
        url = shorter
    name = url.rpartition("/")[2]
    if "%20" in name and target.endswith("%20") and not FILE_NAME.search(name):
        return None  # a folder with spaces in its name, which may end in one
    is_changed = url != target and "://" in url and identify(url).form is None
    return url if is_changed and url.count("[") == url.count("]") else None


def _shorten(url: str, marks: str) -> str:
    for escaped in _ESCAPED_BEHIND if marks else ():
        url = url.removesuffix(escaped)
    return url.rstrip(marks)


_SHOWN = 20
"""Characters of a word that a message shows."""
_TEMPLATE = lazy_pattern(
    r"\bcontribut(?:e|ing|ions?|ors?)\b|^\W*(?:paper |entry |list )?(?:templates?|formats?)\W*$",
    re.IGNORECASE,
    needs=("contribut", "template", "format"),
)
_PLACEHOLDER = lazy_pattern(
    r"(?:https?:/{1,2})?(?:www\.)?(?:link|url|href|to-?do|tbd|tba|tbc|n[/.]?a\.?|none|null|coming[-_ ]?soon"
    r"|placeholder"
    r"|(?:paper|code|project|pdf|arxiv|github|your|insert|add)[-_ ](?:paper|code|project|link|url|here|page)"
    r"(?:[-_ ]here)?|x+(?:\.pdf)?|\?{1,5}|\.{3,}|…|_+|-{1,5})/?"
    r"|https?://(?:www\.)?github\.com/(?:x{3,}|(?:your|user)-?_?(?:user)?name|owner|user)"
    r"(?:/(?:x{3,}|repo(?:sitory)?(?:-?_?name)?|your-?_?repo))?/?|https?://"
    r"|https?://(?:dx\.)?doi\.org/10\.x+/.*|https?://openreview\.net/(?:forum|pdf)(?:\?id=(?:x{3,}|to-?do|tbd)?)?",
    re.IGNORECASE,
)


_EXPRESSION = lazy_pattern(r"\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}")
"""What Jekyll and other generators of pages compute: `{{ site.url | replace: 'http://', '//' }}`."""
_OPENING = {"]": "[", ")": "("}


def write_url(link: Link, url: str, safety: Safety = Safety.SAFE) -> Fix | None:
    """The fix that changes the target of `link` to `url`; None for a reference link, whose URL is elsewhere."""
    whole = escape_url(url) if _ENDS_URL.search(_PAIR.sub("", url)) else url
    return Fix.write(link.url_span, whole, safety) if link.url_span is not None else None


def write_shown_url(listing: Listing, link: Link, url: str, safety: Safety = Safety.SAFE) -> Fix | None:
    """The same fix, which also writes the words of a link that are its URL: unsafe, as readers see another text."""
    fix = write_url(link, url, safety)
    if fix is None or link.bare or link.label_span == link.url_span or listing.text[link.label_span] != link.href:
        return fix
    return Fix(fix.title, (Edit(link.label_span, url), *fix.edits), Safety.UNSAFE)


_PAIR = lazy_pattern(r"\([^()]*\)", needs="(")
_ENDS_URL = lazy_pattern(r"[ ()<>\"\\]")
"""What may end a URL, in Markdown or HTML; brackets only outside of a pair."""
_IN_MARKDOWN = str.maketrans(
    {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "|": "%7C", "\\": "%5C", '"': "%22"}
)
"""Characters that may end a URL, in Markdown or HTML, and their escaped forms."""


def escape_url(url: str) -> str:
    """A URL as it can be in a link."""
    return url.translate(_IN_MARKDOWN)


def follow_move(url: str, target: str) -> str | None:
    """Where a link is to lead whose page moved to `target`; None if the redirect is intended, as that of a DOI is.

    The fragment, which is never sent to a server, is kept. Renamed repositories are what `moved-repository` is for.
    """
    identifier = identify(url).identifier
    if split_url(url) is None or is_redirector(url):
        return None
    if identifier is not None and identifier.scheme is Scheme.GITHUB:
        return None
    _, mark, fragment = url.partition("#")
    return escape_url(target if "#" in target else target + mark + fragment)


def write_shorter_url(listing: Listing, link: Link, url: str, safety: Safety) -> Fix | None:
    """The fix that writes a URL without its end; a bracket there moves behind the link if one is missing there."""
    fix = write_shown_url(listing, link, url, safety)
    closing = listing.text[link.url_span][-1:] if link.url_span is not None else ""
    if fix is None or link.bare or closing not in _OPENING or url.endswith(closing):
        return fix
    line = listing.text.line_around(link.span.start)
    before, after = Span(line.start, link.span.start), Span(link.span.end, line.end)
    around = listing.text[before] + listing.text[after]
    if around.count(_OPENING[closing]) <= around.count(closing):
        return fix
    return Fix(fix.title, (*fix.edits, Edit(Span(link.span.end, link.span.end), closing)), safety)


def target_span(link: Link) -> Span:
    """The span of a diagnostic about the URL of `link`: the URL, or the link if the URL is elsewhere."""
    return link.url_span if link.url_span is not None and len(link.url_span) else link.span


def _hyperlinks(listing: Listing) -> list[Link]:
    """All links of the document except images, in order, and without what is in an expression of a template."""
    content, links = listing.text.content, [link for link in listing.document.links if not link.image]
    inside = [match.span() for match in _EXPRESSION.finditer(content)] if "{{" in content or "{%" in content else []
    if not inside:
        return links
    before = [bisect_right(inside, (link.span.start, len(content))) - 1 for link in links]
    return [each for each, index in zip(links, before, strict=True) if index < 0 or inside[index][1] < each.span.end]


hyperlinks = keep_last(_hyperlinks)


anchors_of = keep_last(Anchors)


def find_status(link: Link, context: Context, state: LinkState) -> LinkStatus | None:
    """What a visit found behind a link, if that is in `state`."""
    status = context.known.links.get(link.href)
    return status if status is not None and status.state is state else None


def quoted_url(url: str) -> str:
    """The URL in backquotes, shortened if it is long."""
    return f"`{shorten(url, 80)}`"


class TemplateSections:
    """The sections that show how to write an entry: their links are placeholders on purpose."""

    def __init__(self, listing: Listing) -> None:
        spans = (section.span for section in listing.sections if _TEMPLATE.search(section.heading))
        self._spans = sorted(spans)

    def without(self, links: Sequence[Link]) -> Sequence[Link]:
        """Those of `links` that are outside of them."""
        start, end = (self._spans[0].start, self._spans[-1].end) if self._spans else (0, 0)
        return [link for link in links if not (start <= link.span.start < end and self.contain(link.span))]

    def contain(self, span: Span) -> bool:
        """Whether `span` lies in one of them."""
        index = bisect_right(self._spans, span)
        near = self._spans[max(index - 1, 0) : index + 1]
        return bool([each for each in near if each.start <= span.start and span.end <= each.end])


templates_of = keep_last(TemplateSections)


def is_placeholder(target: str) -> bool:
    """Whether a target is a placeholder, such as `TODO`, `link` or `https://xxx`."""
    return _PLACEHOLDER.fullmatch(target) is not None


class BlankForms:
    """The lines whose links all lead nowhere: they may be forms for the next entry."""

    def __init__(self, listing: Listing) -> None:
        lines: tuple[Counter[int], Counter[int]] = Counter(), Counter()
        for link in (each for each in listing.document.links if not each.image):
            lines[is_blank(link)][listing.text.line_at(link.span.start)] += 1
        self._text, (full, self._blank) = listing.text, lines
        for line in full:
            del self._blank[line]

    def count(self, span: Span) -> int:
        """How many links the line of a place has, if all of them lead nowhere; else none."""
        return self._blank[self._text.line_at(span.start)]


forms_of = keep_last(BlankForms)


def is_blank(link: Link) -> bool:
    """Whether a link has no target, or a placeholder in its place."""
    return link.href in ("", "#") or is_placeholder(link.href) or Problem.PLACEHOLDER in identify(link.href).problems


def exists(listing: Listing, context: Context, target: str) -> bool:
    """Whether a relative target is known to exist next to the list."""
    if context.missing_files is None or ":" in target or target.startswith(("#", "/")):
        return False
    return (listing.text.path, target) not in context.missing_files
