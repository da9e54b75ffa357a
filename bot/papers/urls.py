"""URLs as text: their parts, the URL that they wrap, the same URL without trackers, and the DOI that they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from bot.text import escape_controls, lazy_pattern

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_URL = lazy_pattern(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?//([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_WRAPPER = lazy_pattern(
    r"https?://(?:link\.zhihu\.com/\?(?:.*&)?target|(?:www\.)?google\.[a-z.]+/url\?(?:.*&)?(?:q|url)"
    r"|scholar\.google\.[a-z.]+/scholar_url\?(?:.*&)?url|link\.(?:csdn\.net|juejin\.cn)/\?(?:.*&)?target"
    r"|(?:lm?\.facebook\.com/l\.php|l\.instagram\.com/)\?(?:.*&)?u|www\.youtube\.com/redirect\?(?:.*&)?q"
    r"|[a-z0-9]+\.safelinks\.protection\.outlook\.com/\?(?:.*&)?url|slack-redir\.net/link\?(?:.*&)?url"
    r"|www\.linkedin\.com/(?:safety/go|redir/redirect)\?(?:.*&)?url|gitee\.com/link\?(?:.*&)?target"
    r"|idp\.(?:springer|nature)\.com/authorize(?:/\w+)?\?(?:.*&)?redirect_uri|[\w.-]+/login\?(?:.*&)?q?url(?==http))=([^&#]+)",
    re.IGNORECASE,
    needs="zhihu google csdn juejin facebook instagram youtube outlook slack linkedin gitee idp. login".split(),
)
_PUBLISHERS = frozenset(
    """
    ieeexplore.ieee.org dl.acm.org link.springer.com www.sciencedirect.com onlinelibrary.wiley.com www.nature.com
    www.science.org www.tandfonline.com www.jstor.org journals.sagepub.com academic.oup.com pubs.acs.org
    iopscience.iop.org www.cambridge.org www.worldscientific.com epubs.siam.org www.cell.com proceedings.neurips.cc
    www.mdpi.com linkinghub.elsevier.com portal.acm.org www.degruyter.com content.iospress.com www.thelancet.com
    www.pnas.org www.emerald.com direct.mit.edu www.frontiersin.org journals.plos.org www.nber.org www.aeaweb.org
    """.split()
)
"""Sites of publishers, which readers reach through the proxy of their library, too."""
_JOURNAL = lazy_pattern(
    r"/(?:[a-z-]*/?|(?:[a-z-]+/)?journals?/[^/]+/?|(?:home|loi|toc)/.*"
    r"|xpl/(?:recentissue|aboutjournal|conhome|tocresult).*)",
    re.IGNORECASE,
)
"""The path of a journal there, not of an article."""
_LABELS = 3
"""In the name of a publisher's host; with that of a proxy after it, it has more."""
_PROXY = lazy_pattern(r"(?:[a-z]{1,6}-?)?proxy(?:-?[a-z]{1,6})?\d{0,3}|ezprox(?:\d{1,3})?", needs=("prox",))
"""The label of a library's proxy, before that of the library: `ezproxy`, `libproxy2`."""
_SITE_AT_PROXY = lazy_pattern(r"(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|int|eu|(?:ac|co)\.\w\w)", needs=".")
_SEARCH = lazy_pattern(
    r"https?://(?:(?:www\.)?google\.[a-z.]{2,6}/search|scholar\.google\.[a-z.]{2,6}/scholar|(?:www\.|cn\.)?bing\.com/search"
    r"|duckduckgo\.com/|(?:www\.)?baidu\.com/s)\?(?:[^#]*&)?(?:q|wd)=((?:https?(?::|%3A)(?:/|%2F){2}|www\.)[^&#\s]+)",
    re.IGNORECASE,
    needs=("google", "bing", "duckduckgo", "baidu"),
)
_SHARE = lazy_pattern(
    r"(?:utm_\w+|fbclid|gad_\w+|gcl(?:id|src)|[gw]braid|spm|casa_token)(?:=.*)?", re.DOTALL | re.IGNORECASE
)
"""Parameters by which a link was shared, which no site needs; Google Scholar adds the last, the token of a campus."""
_TRACKER = lazy_pattern(
    r"(?:utm_\w+|(?:fb|g|d|msc?l|tw|tt|y)clid|gad_\w+|gclsrc|[gw]braid|igsh(?:id)?|li_fat_id|spm(?:_id_from)?|vd_source|trk|mc_[ce]id"
    r"|id_mc|nbd(?:_source)?|_g(?:a|l|ac)(?:_\w+)?|_hsenc|_hsmi|mkt_tok|casa_token|ref_src|ref_url)(?:=.*)?|[^=]+=%%\w+%%",
    re.DOTALL | re.IGNORECASE,
    needs="utm_ clid gad_ gclsrc braid igsh li_fat spm vd_source trk mc nbd _g _hs mkt_tok casa ref_ =%%".split(),
)
"""These and parameters that tell a site who the reader is or where a link was clicked, not which page to show,
and those that a program for letters left unfilled: `%%name%%`.
"""
_COMPANION = lazy_pattern(r"from=(?:timeline|\w+message)|https?://[^=]*")
"""What tracks no one by itself, beside what does: where it was shared, and the address that it was opened from."""
_SESSION = lazy_pattern(
    r"(?:cfid|cftoken|jsessionid|phpsessid)(?:=.*)?",
    re.DOTALL | re.IGNORECASE,
    needs=("cfid", "cftoken", "jsessionid", "phpsessid"),
)
"""Parameters that name one visit of one reader."""
_CAPTION = lazy_pattern(r"(?:ab_channel|feature)(?:=.*)?|via(?:=|%3D)ihub", re.DOTALL | re.IGNORECASE)
"""Harmless parameters, which only say what a page is or where it was shown."""
_WEB = ("http", "https")
_SIGNATURES = (
    *(("__acm__=",), ("X-Amz-Signature=",), ("X-Amz-Security-Token=",), ("X-Goog-Signature=",), ("Key-Pair-Id=",)),
    *(("GoogleAccessId=",), ("OSSAccessKeyId=",), ("Expires=", "Signature="), ("q-sign-algorithm=", "q-signature=")),
    *(("sv=", "se=", "sig="), ("oh=", "oe=")),
)
"""Parameters that allow one reader to download a file, for some minutes or days; the last: Azure, Facebook."""
_CACHES = ("webcache.googleusercontent.com", "scholar.googleusercontent.com")
_SIGNED_HOSTS = ("https://watermark.silverchair.com/", *(f"{it}://{cache}/" for it in _WEB for cache in _CACHES))
_SITE_TRACKERS = {
    "youtube.com": lazy_pattern(r"(?:feature|ab_channel|si|pp|embeds_referring_\w+|source_ve_path)(?:=.*)?", re.DOTALL),
    "youtu.be": lazy_pattern(r"(?:feature|si)(?:=.*)?", re.DOTALL),
    "twitter.com": lazy_pattern(r"(?:[st]|ref_src|ref_url|original_referer)(?:=.*)?", re.DOTALL),
    "x.com": lazy_pattern(r"(?:[st]|ref_src|ref_url|original_referer)(?:=.*)?", re.DOTALL),
    "bilibili.com": lazy_pattern(r"(?:share_\w+|from(?:_\w+)?|seid)(?:=.*)?", re.DOTALL),
    "sciencedirect.com": lazy_pattern(r"(?:via|dgcid)(?:=.*|%3D.*)?", re.DOTALL),
}
"""The same where the name of the parameter means something else on other sites."""
_SCROLL = lazy_pattern(r"#(?::~:text=.*|google_vignette)?$", re.DOTALL)
"""An empty fragment, one that scrolls to words, and that of an advertisement: left over where a URL was copied."""
_REFERRAL = lazy_pattern(r"[?&]utm_\w+", re.IGNORECASE)
_AFTER_ADDRESS = frozenset(" \t\n:?#[(")
"""What is between words or the parts of another address and an address."""
_SESSION_IN_PATH = lazy_pattern(r";jsessionid=[^?#/;]*", re.IGNORECASE)

SHORTENERS = frozenset(
    """
    bit.ly bit.do bitly.com buff.ly cutt.ly dlvr.it dwz.cn fb.me goo.gl hubs.la hubs.li ift.tt is.gd j.mp lnkd.in ow.ly
    ppt.cc rb.gy rebrand.ly reurl.cc s.id shorturl.at suo.im t.cn t.co t.ly tiny.cc tinyurl.com trib.al url.cn v.gd
    """.split()
)
"""Hosts that give short addresses to pages of others; `git.io` and the like lead to their owner's own pages."""
_SHORT_PATH = lazy_pattern(r"/[\w.~-]+/?")
_REDIRECTORS = (
    *("doi.org", "handle.net", "n2t.net", "purl.org", "w3id.org", "aka.ms"),
    *("git.io", "g.co", "youtu.be", "forms.gle", *SHORTENERS),
)
DOI = r"10\.\d{4,9}/\S+"
"""The pattern of a DOI: prefix and suffix (https://www.doi.org/doi-handbook/HTML/doi-name-syntax.html)."""
_DOI = lazy_pattern(DOI, needs=("10.",))
DOI_HOSTS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})

_EARLY = r"/content/(?:\w+/)?early/\d{4}/\d\d/\d\d/([\w.-]*?\d)(?:v\d+)?(?:\.[a-z].*|\?.*)?"
"""An article before its issue, by the name that its DOI ends in."""
_NUMBERED = r"/content/(?:\w+/)?\d+/\d+/e?(\d{7}|[a-z]{3}\d{4})(?:\.[a-z].*|\?.*)?"
"""An article in an issue, by a number instead of pages; from pages the DOI does not follow."""
_HINDAWI = r"/(?:journals/\w+|archive)/(\d{4})/(\d+)(?:\.pdf)?(?:[/?].*)?"
_NATURE = r"(?:\.e?pdf)?(?:[/?].*)?"
_DOIS_BY_PATH: dict[str, tuple[tuple[str, str], ...]] = {
    "nature.com": (
        (rf"/articles/((?:s41599-|palcomms)[\w.-]+?){_NATURE}", r"10.1057/\1"),
        (rf"/articles/(?!nature|ncomms|srep)([a-z]+)(20\d\d)(\d+){_NATURE}", r"10.1038/\1.\2.\3"),
        (rf"/articles/([sn][\w.-]+?|\d+[a-z]\d?){_NATURE}", r"10.1038/\1"),
    ),
    "biorxiv.org": ((_EARLY, r"10.1101/\1"),),
    "medrxiv.org": ((_EARLY, r"10.1101/\1"),),
    "pnas.org": ((_EARLY, r"10.1073/pnas.\1"),),
    "genetics.org": ((_EARLY, r"10.1534/\1"),),
    "jneurosci.org": ((_EARLY, r"10.1523/\1"),),
    "science.sciencemag.org": ((_NUMBERED, r"10.1126/science.\1"),),
    "advances.sciencemag.org": ((_NUMBERED, r"10.1126/sciadv.\1"),),
    "robotics.sciencemag.org": ((_NUMBERED, r"10.1126/scirobotics.\1"),),
    "stm.sciencemag.org": ((_NUMBERED, r"10.1126/scitranslmed.\1"),),
    "elifesciences.org": ((r"/(?:articles|content/\d+)/e?(\d{5,6})(?:[./?v].*)?", r"10.7554/elife.\1"),),
    "hindawi.com": ((_HINDAWI, r"10.1155/\1/\2"),),
    "downloads.hindawi.com": ((_HINDAWI, r"10.1155/\1/\2"),),
    "royalsocietypublishing.org": ((r"/(rs\w\w)/article/\d+/\d+/(20\d\d)(\d{4})(?:[/?].*)?", r"10.1098/\1.\2.\3"),),
    "diglib.eg.org": ((r"(?:/bitstream)?/handle/10\.1111/cgf\.?(\d+)(?:[/?].*)?", r"10.1111/cgf.\1"),),
}
"""Sites where the DOI follows from a path without one: patterns of path and query, and the DOI by their groups."""
_ACM_DOI = lazy_pattern(r"(?:.*[?&])?doid=(?:10\.1145/)?(\d+)\.(\d+)(?:&.*)?", needs=("doid=",))
_NO_DOIS = frozenset({"delivery.acm.org"})
"""Sites with paths that look like a DOI and are none."""
_DOI_IN_PATH = lazy_pattern(rf"(.*?)/(?:doi:)?({DOI})", needs=("10.",))
_DOI_IN_QUERY = lazy_pattern(rf"\w*(?:id|doi)=(?:info:)?(?:doi[:/])?({DOI})", re.IGNORECASE, needs=("10.",))
_DOI_PAGE = lazy_pattern(
    r"(?:full[.-])?(?:pdf|text)|full|fulltext|abstract|abs|meta|epdf|html?|xml|summary|tables|figures|references|citations"
    r"|metrics|asset|suppl_file|supplementary-material",
    re.IGNORECASE,
)
"""What a site has after the DOI of an article, for one of its pages."""
_DOI_FILE = lazy_pattern(
    r"(?:v\d+)?(?:\.(?:full|abstract|short|e?pdf|html?|full-text|supplementary-material)(?:\+html)?)+$", re.IGNORECASE
)
_BEFORE_RECORD = lazy_pattern(r".*article[\w-]*/doi")
"""The path before a DOI where the number of a record and the words of the title follow it."""


_BOOK = lazy_pattern(
    r"(?<!\d)97[89](?:-?\d){10}(?!\d)|//books\.google\.|/(?:e?books?|worldscibooks)/(?!.*\.(?:pdf|ps|djvu)\b)",
    re.IGNORECASE,
    needs=("97", "book"),
)
"""The ISBN of a book, or the path to its page."""
_CHAPTER = lazy_pattern(
    r"97[89](?:-?\d){10}(?:[._/-]|%5F)?[a-z]{0,3}\d|chapter|/ch\d|[?&]pg=", re.IGNORECASE, needs=("97", "ch", "pg=")
)


class Url(NamedTuple):
    """A URL in its parts: `query` and `fragment` begin with their mark or are empty."""

    scheme: str
    """In lower case; empty if the URL has none."""
    host: str
    """In lower case, without user, port and final dot."""
    path: str
    query: str
    fragment: str


@lru_cache(maxsize=16_384)
def split_url(text: str) -> Url | None:
    """The parts of an absolute URL, as written; None for anything else. Never raises."""
    if (match := _URL.fullmatch(text)) is None:
        return None
    scheme, authority, path, query, fragment = match.groups(default="")
    host = authority.rpartition("@")[2]
    host = host[: host.index("]") + 1] if "]" in host else host.partition(":")[0].rstrip(".")
    host = host.lower()
    return Url(scheme.lower(), host, path, query, fragment)


def is_publisher(url: str) -> bool:
    """Whether a URL is that of a page of a publisher of papers: not its home page, nor that of a journal."""
    parts = split_url(url)
    if parts is None or _PUBLISHERS.isdisjoint({parts.host, f"www.{parts.host}"}):
        return False
    return not _JOURNAL.fullmatch(parts.path or "/")


def names_book(url: str) -> bool:
    """Whether a URL is that of a whole book, by its ISBN or its place among books, and of no chapter or file there."""
    return _BOOK.search(url) is not None and _CHAPTER.search(url) is None


def is_same_site(one: str, other: str) -> bool:
    """Whether two URLs are of one registered domain, and of one owner there where many share a host by path."""
    owner = _find_owner(one)
    return owner is not None and owner == _find_owner(other)


def _find_owner(url: str) -> tuple[str, str] | None:
    parts = split_url(url)
    if parts is None or not parts.host or _STEPS.search(unquote(parts.path)):
        return None
    return registered_domain(parts.host), owner_in_path(parts.host, parts.path)


_STEPS = lazy_pattern(r"\\|/\.\.?(?:/|$)", needs=("\\", "/."))
"""What leads a browser to another path than the one that is written."""
_FIRST = r"/+([^/]+)"
_OWNERS = {
    **dict.fromkeys(
        """
        github.com gist.github.com raw.githubusercontent.com gitlab.com bitbucket.org codeberg.org gitee.com medium.com
        notion.so s3.amazonaws.com storage.googleapis.com""".split(),
        _FIRST,
    ),
    **dict.fromkeys(("huggingface.co", "modelscope.cn"), r"/+(?:(?:datasets|models|spaces|collections)/+)?([^/]+)"),
    "kaggle.com": r"/+(?:(?:code|datasets|models|competitions)/+)?([^/]+)",
    "sites.google.com": r"/+(?:view|site|a)/+([^/]+)",
}
"""Hosts that many owners share, and the part of a path that names one; each may make redirects for what is theirs."""
_HOME = r"/(?:(?:[^~]*/)?(?=~)|(?=@))([^/]+)"
"""The same on any host: `/~name`, `/@name`."""


def owner_in_path(host: str, path: str) -> str:
    """Who owns a page on a host that many owners share, as the path says; empty if it does not."""
    match = re.match(_OWNERS.get(host.removeprefix("www."), _HOME), unquote(path))
    return match[1].casefold() if match is not None else ""


_HOST_NAME = lazy_pattern(r"[\w.-]+", re.ASCII)


@lru_cache(maxsize=4_096)
def registered_domain(host: str) -> str:
    """The part of a host that one owner registered, by the public suffix list; the whole of an IP address.

    A host that is not written as DNS has it is kept whole, too: browsers take other signs for its dots.
    """
    is_name = _HOST_NAME.fullmatch(host) is not None and not host.rpartition(".")[2].isdecimal()
    return _suffixes().privatesuffix(host) or host if is_name else host


@cache
def _suffixes() -> PublicSuffixList:
    """The list that comes with the library, with the endings of hosts that many owners share: `github.io`."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


TLD = "com|org|net|io|edu|gov|ai|dev|cn|uk|de|fr|jp|kr|tw|hk|sg|ch|eu|nl|ca|au|it|es|in|se|at|be|info|me|co"
"""Frequent ones: in a path another may be the end of the name of a file."""
HOST = lazy_pattern(rf"(?:www\.[\w-]+(?:\.[\w-]+)*|(?:[\w-]+\.)+(?:{TLD}))(?::\d+)?/.*", re.DOTALL | re.IGNORECASE)
"""An address without a scheme."""


def is_web_url(url: str) -> bool:
    """Whether a page may link to `url`: a page of the web, and nothing in the address that is not shown as it is."""
    parts = split_url(url)
    return parts is not None and parts.scheme in {"http", "https"} and bool(parts.host) and escape_controls(url) == url


def unwrap(text: str) -> str | None:
    """The URL inside other sites' redirects (`link.zhihu.com/?target=`), each decoded once, or at a library's proxy."""
    inner = None
    while "?" in text and (match := _WRAPPER.match(text)):
        inner = text = unquote(match[1])
    return _without_proxy(text) or inner


def _without_proxy(text: str) -> str | None:
    """The URL of the site for one at the proxy of a library: `dl-acm-org.ezproxy...`, `dl.acm.org.ezproxy...`."""
    host, _, page = text.partition("://")[2].partition("/")
    if "-" not in host and host.count(".") < _LABELS:
        return None
    host = host.lower().partition(":")[0].rstrip(".")
    labels = host.split(".")
    first, name = _join_labels(labels[:1]), ".".join(labels[:_LABELS])
    if first in _PUBLISHERS or (name in _PUBLISHERS and len(labels) > _LABELS):
        return f"https://{first if first in _PUBLISHERS else name}/{page}"
    proxy = next((index for index, label in enumerate(labels) if _PROXY.fullmatch(label)), 0) if "prox" in host else 0
    site = _join_labels(labels[:proxy])
    return f"https://{site}/{page}" if _SITE_AT_PROXY.fullmatch(site) and len(labels) > proxy + 1 else None


def _join_labels(labels: list[str]) -> str:
    """The host that labels name; a proxy may write one label with hyphens for all of it, two for one of its own."""
    host = ".".join(labels)
    return host if len(labels) > 1 else host.replace("--", "\0").replace("-", ".").replace("\0", "-")


def inner_url(text: str) -> str | None:
    """The address that a path ends in, or one with a slip before it: `papers/https://...`, `hhttps://...`."""
    start = text.find("http")
    if start < 0 or text[:4].lower() == "http" or not text.startswith(("http://", "https://"), start):
        return None
    return text[start:] if _AFTER_ADDRESS.isdisjoint(text[:start]) else None


def searched_url(text: str) -> str | None:
    """The URL that a search is made for (`google.com/search?q=https://...`), decoded once; else None."""
    match = _SEARCH.match(text) if "?" in text else None
    return unquote(match[1]) if match else None


def strip_tracking(url: str) -> str:
    """The URL without what only tracks (`utm_source`, `fbclid`) or names a session; everything else stays as
    written.
    """
    url = strip_session(url)
    own = _SITE_TRACKERS.get(_site(url.partition("?")[0]))
    short = _without(url, lambda part: bool(_TRACKER.fullmatch(part) or (own and own.fullmatch(part))))
    return _SCROLL.sub("", _without(short, lambda part: bool(_COMPANION.fullmatch(part)))) if short != url else url


def strip_session(url: str) -> str:
    """The URL without what names one visit of one reader (`;jsessionid=`, `CFTOKEN`)."""
    return _without(_SESSION_IN_PATH.sub("", url) if ";" in url else url, lambda part: bool(_SESSION.fullmatch(part)))


def strip_captions(url: str) -> str:
    """The URL without harmless parameters that the page does not need (`via=ihub`, `casa_token=`)."""
    return _without(url, lambda part: bool(_CAPTION.fullmatch(part) or (part[-1:] == "=" and _TRACKER.fullmatch(part))))


def is_signed(url: str) -> bool:
    """Whether a URL is a signed link to a download, which stops working soon, or in Google's cache, which is gone."""
    path, _, query = url.partition("?")
    if not query or not path.startswith(("https://", "http://")):
        return False
    names = f"&{query}"
    return path.startswith(_SIGNED_HOSTS) or bool(
        [one for one in _SIGNATURES if f"&{one[0]}" in names and all(f"&{each}" in names for each in one)]
    )


def strip_shares(url: str) -> str:
    """The URL without the parameters that say by which post or campaign it was shared (`utm_source`, `fbclid`)."""
    return _without(url, lambda part: bool(_SHARE.fullmatch(part)))


def _without(url: str, is_extra: Callable[[str], bool]) -> str:
    """The URL without some parameters; everything else stays as written."""
    before, mark, rest = url.partition("?")
    query, hash_, fragment = rest.partition("#")
    if not mark or "#" in before:
        return url
    others = [part for part in query.split("&") if not is_extra(part)]
    return before + ("?" + "&".join(others) if others else "") + hash_ + fragment


def is_referral(url: str) -> bool:
    """Whether a URL names who sends the reader, as those of sponsors do on purpose."""
    return _REFERRAL.search(url) is not None


def _site(url: str) -> str:
    """The host of a URL without `www.` and `m.`, as written."""
    return url.partition("://")[2].partition("/")[0].removeprefix("www.").removeprefix("m.")


def is_shortened(url: str) -> bool:
    """Whether a URL is one that a shortener made: neither the page it leads to nor one of the shortener's own."""
    parts = split_url(url)
    if parts is None or parts.host.removeprefix("www.") not in SHORTENERS or parts.query:
        return False
    return _SHORT_PATH.fullmatch(parts.path) is not None


def is_redirector(url: str) -> bool:
    """Whether a URL is meant to stay as it is although it redirects, because its target changes."""
    parts = split_url(url)
    host = f".{parts.host}" if parts is not None else ""
    return any(host.endswith(f".{name}") for name in _REDIRECTORS) or "/releases/latest" in url


def is_doi(text: str) -> bool:
    """Whether a text has the form of a DOI."""
    return _DOI.fullmatch(text) is not None


def cut_doi(text: str) -> str | None:
    """The DOI that a text is, in lower case as DOIs compare, without what is glued to it; None for other text."""
    doi = _cut_at_bracket(text.strip().lower().removeprefix("doi:")).rstrip(".,;:'\"`*/")
    return doi if is_doi(doi) else None


def find_doi(host: str, path: str, query: str) -> str | None:
    """The DOI that the URL of a page holds, in its path or as a parameter, or that follows from it.

    `host` is in lower case, without `www.`; `query` is empty or begins with `?`.
    """
    for pattern, doi in _DOIS_BY_PATH.get(host, ()):
        if match := re.fullmatch(pattern, path + query):
            return match.expand(doi)
    if host in {"dl.acm.org", "portal.acm.org"} and (match := _ACM_DOI.fullmatch(query)):
        # an article of a journal, whose number is less than that of its issue, has a DOI without the issue
        return f"10.1145/{match[1]}.{match[2]}" if int(match[1]) < int(match[2]) else None
    if host in _NO_DOIS:
        return None
    if match := _DOI_IN_PATH.fullmatch(unquote(path)):
        return None if match[1].endswith("/handle") else _without_pages(match[2], match[1])
    found = (match[1] for part in query[1:].split("&") if (match := _DOI_IN_QUERY.fullmatch(unquote(part))))
    return next(found, None)


def _without_pages(doi: str, before: str) -> str:
    """A DOI without the page of the article that follows it in a path, or the record and the title that do."""
    parts = doi.rstrip("/").split("/")
    is_record = _BEFORE_RECORD.fullmatch(before) is not None
    ends = (
        index
        for index, part in enumerate(parts[2:], 2)
        if _DOI_PAGE.fullmatch(part) or (is_record and part.isdecimal() and len(part) > 3)
    )
    parts = parts[: next(ends, len(parts))]
    return "/".join([*parts[:-1], _DOI_FILE.sub("", parts[-1])])


def _cut_at_bracket(text: str) -> str:
    """A text up to the first closing bracket that nothing in it opens: there the link around an address ends."""
    opened = ""
    for index, character in enumerate(text):
        if (place := "([<{".find(character)) >= 0:
            opened += ")]>}"[place]
        elif character in ")]>}":
            if not opened.endswith(character):
                return text[:index]
            opened = opened[:-1]
    return text
