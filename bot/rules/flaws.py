"""The target of a link comes in; what is wrong with its beginning, and the target that was meant, go out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.papers.identifiers import Scheme, identify


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a target; `meant` is the target that was meant, where it can be told."""

    words: str
    meant: str | None = None
    certain: bool = False
    """Whether no other target can have been meant."""


_SCHEME = re.compile(
    r"(?P<word>[A-Za-z]{3,7})(?P<colon>[:;：]?)(?P<slashes>/{0,4})(?=[\w\[]+[.:\]])(?P<rest>.+)", re.DOTALL
)
_HTTP = re.compile(r"h*t*tt?p*p?s*", re.IGNORECASE)
_TWICE = re.compile(r"(?:https?(?::/*|//+))+(?=https?(?::|//))", re.IGNORECASE)
_JUNK = re.compile(r"(?P<junk>[\\\[(<{\"'“‘「【\s]+)(?P<url>https?://.+)", re.DOTALL | re.IGNORECASE)
_GLUED = re.compile(r"(?<=[A-Za-z0-9)\]},;|])(?<!%[0-9A-Fa-f]{2})https?://", re.IGNORECASE)
_LINK_INSIDE = re.compile(r"\]\(https?://", re.IGNORECASE)
_TLD = "com|org|net|io|edu|gov|ai|dev|cn|uk|de|fr|jp|kr|tw|hk|sg|ch|eu|nl|ca|au|it|es|in|se|at|be|info|me|co"
_HOST = re.compile(rf"(?:www\.[\w-]+(?:\.[\w-]+)*|(?:[\w-]+\.)+(?:{_TLD}))(?::\d+)?/.*", re.DOTALL | re.IGNORECASE)
_BARE_HOST = re.compile(r"www\.[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}", re.IGNORECASE)
_CLOSERS = {
    "[": "]",
    "(": ")",
    "<": ">",
    "{": "}",
    '"': '"',
    "'": "'",
    "“": "”",
    "‘": "’",
    "「": "」",
    "【": "】",
}


def find_flaw(target: str) -> Flaw | None:
    """What keeps `target` from leading where it was meant to; None for a URL in order and for a path."""
    if match := _TWICE.match(target):
        rest = target[match.end() :]
        inner = find_flaw(rest)
        return Flaw("the scheme stands there twice", inner.meant if inner and inner.meant else rest, certain=True)
    if _LINK_INSIDE.search(target):
        return Flaw("the target holds another link")
    if match := _JUNK.fullmatch(target):
        junk = match["junk"].strip()
        words = f"`{junk}` stands before the URL" if junk else "a blank stands before the URL"
        return Flaw(words, _without_junk(match), certain=True)
    if flaw := _scheme_flaw(target) or _missing_scheme(target):
        return flaw
    return Flaw("two URLs are glued together") if _is_glued(target) else None


def _is_glued(target: str) -> bool:
    """Whether a second URL begins right behind the first; the query of a page may hold words, and URLs."""
    match = _GLUED.search(target)
    if match is None:
        return False
    head = target[: match.start()]
    return "?" not in head or identify(head).identifier is not None


def _without_junk(match: re.Match[str]) -> str:
    url = match["url"]
    for mark in reversed(match["junk"].strip()):
        closer = _CLOSERS.get(mark, "")
        if closer and url.endswith(closer) and url.count(mark) < url.count(closer):
            url = url[: -len(closer)]
    return url


def _scheme_flaw(target: str) -> Flaw | None:
    """A scheme that was to be http or https: `https//`, `https:/`, `hhttps://`, `ttps://`."""
    match = _SCHEME.match(target)
    if match is None or not _HTTP.fullmatch(match["word"]):
        return None
    word, colon, slashes = match["word"].lower(), match["colon"], match["slashes"]
    known = word in {"http", "https"}
    if known and colon == ":" and slashes == "//":
        return None
    if slashes != "//" and not (colon and (slashes or known)):
        return None  # a folder may be called `tts` or `http`
    scheme = "https" if "s" in word else "http"
    return Flaw(f"`{match['word']}{colon}{slashes}` is no scheme", f"{scheme}://{match['rest']}", certain=True)


def _missing_scheme(target: str) -> Flaw | None:
    """A host or an address without its scheme, which browsers take for a file beside the list."""
    if _MAIL.fullmatch(target):
        return Flaw("`mailto:` is missing", f"mailto:{target}", certain=True)
    if re.match(r"arxiv\s*[:.]", target, re.IGNORECASE):
        identifier = identify(target).identifier
        if identifier is not None and identifier.scheme is Scheme.ARXIV:
            return Flaw("the URL has no scheme", f"https://arxiv.org/abs/{identifier.value}", certain=True)
    if re.match(r"doi:\s*10\.", target, re.IGNORECASE):
        return Flaw("the URL has no scheme", f"https://doi.org/{target[4:].strip()}", certain=True)
    if _HOST.fullmatch(target) or _BARE_HOST.fullmatch(target):
        meant = f"https://{target}"
        return Flaw("the URL has no scheme", meant, certain=identify(meant).identifier is not None)
    return None
