"""Where authors say that their paper was published: clauses that have a known form as a whole.

A comment on arXiv is free text, and most that names a venue says something else of it: that the paper is under review
there, was not accepted, is about a paper of it or uses its style. Those ways cannot be listed; the ways to say that a
paper was published can. So each word of a clause gets a class, and the clause counts where the classes, in their
order, are one of the forms: `Accepted at VENUE`, `VENUE YEAR` with nothing but pages, tracks and awards beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_letters

from bot.papers.venues import JOURNALS, VenueMention, find_known_venues, find_venues
from bot.text import lazy_pattern

_CLASSES = {
    "verb": "accept accepted published presented appears appeared appearing forthcoming",
    "be": "is was has have been be this it our",
    "paper": "paper work article manuscript version author authors author's",
    "preprint": "preprint pre-print",
    "track": """oral orals spotlight highlight highlighted poster best award outstanding distinguished honorable
        honourable mention runner-up finalist candidate nominee nomination main long short full regular demo
        demos demonstration demonstrations industry industrial system presentation camera-ready final companion
        late-breaking top position perspective resource survey applied research mainconference""",
    "event": "workshop workshops track tracks symposium",
    "papers": "papers",
    "series": """findings conference meeting proceedings proc conf transactions trans journal volume volumes vol issue
        number articles pmlr lncs springer press publication inclusion series eds ed et al""",
    "body": """annual international int intl joint european asian pacific ieee acm cvf rsj usenix ieee/cvf ieee/rsj
        ieee/acm acm/ieee""",
    "the": "the a an and its &",
    "of": "of",
    "at": "in at @",
    "to": "by to as into with",
    "for": "for",
    "on": "on",
    "pages": """pages page pp p figures figure fig figs tables table appendix appendices supplementary supplement
        supplemental material materials references bibliography including included includes excluding plus + text body
        content color colour viewed columns double-column two-column""",
    "code": """code codes data dataset datasets project website webpage web site homepage github repository available
        released publicly will soon here link video videos model models equal equally contribution contributed first two
        comments welcome open-source later coming""",
    "number": """january february march april may june july august september october november december jan feb mar apr
        jun jul aug sep sept oct nov dec""",
    "comma": ", ; ( ) [ ] { } | - – — • * \" “ ” ' ’ / . ! ~",
    "colon": ":",
    "not": """no not non never neither nor none nobody nothing nowhere without cannot isn't wasn't hasn't won't didn't
        rejected rejection declined withdrawn retracted submitted submission review reviewed revision""",
    **dict.fromkeys(("year", "address", "name", "other"), ""),
    **dict.fromkeys(("venue-year", "journal", "venue"), ""),
}
"""Words by their class; the last ones are told by their form, a venue by the table of venues. What denies
is in no form, nor are other words; with a capital these are names."""
_LETTERS = dict(zip(_CLASSES, ascii_letters, strict=False))
_LETTER_OF = {word: _LETTERS[name] for name, words in _CLASSES.items() for word in words.split()}
_TOKEN = lazy_pattern(
    r"\0\w|(?:https?://|www\.|\w[\w-]*\.(?:com|org|io|net|ai)/)[^\s,;()]+|\d[\d.:/–-]*%?(?:st|nd|rd|th)?(?![\w-])"
    r"|\w(?:[\w&/'’-]*\w)?|\S"
)
_PHRASES = lazy_pattern(
    r"(?P<verb>(?:to|will) (?:appear|be (?:published|presented))|in press)|(?P<address>https? url)"
    r"|(?P<track>camera[ -]ready(?: version)?|extended abstract)|(?P<body>association for computational linguistics)"
    r"|(?P<series>computer vision(?= [-–—] )|lecture notes in computer science"
    r"|\bno\b(?=\.? ?(?!(?:19|20)\d\d)\d))|(?P<pages>\bno\b(?= (?:figure|table|appendi|supplement)))",
    re.IGNORECASE,
)
"""Several words that have a class together."""
_SHORT = "vol proc conf int intl symp trans no pp ed eds al".split()
_CLAUSE = lazy_pattern("".join(rf"(?<!\b{each})" for each in _SHORT) + r"[.;!\n](?=\s)|\n", re.IGNORECASE)


def _any(names: str, *, but: str = "") -> str:
    """A pattern for one word of these classes, or of all but some."""
    return f"[{'^' * bool(but)}{''.join(_LETTERS[each] for each in (names or but).split())}]"


_VENUE = _any("venue-year journal venue")
_SERIES_OF = f"{_any('series')}{_any('comma')}?{_any('of')}"
_OPENING = f"{_any('event series')}{_any('comma')}?{_any('on colon')}(?={_any('name')})"
_NAMED = f"{_OPENING}{_any('', but='venue-year journal venue other not at to comma colon')}*+"
"""`Workshop on Efficient Agents`, `Conference on the Foundations of Software Engineering`."""
_OWN = f"{_any('name the of body code')}*{_any('event')}"
"""What is after the first word of `Datasets and Benchmarks Track`."""
_ASIDE = "pages code number year address"
_BESIDE = f"{_any(f'{_ASIDE} the of be at colon')}*+"
_BEFORE = f"(?:{_BESIDE}{_any('comma')})*+(?:{_any('number')}?{_any('pages')}*(?={_any('verb be paper preprint')}))?"
_HEAD = (
    f"(?:(?>{_NAMED}(?={_any('comma at')})|{_any('name')}{_OWN}|{_any('track')}{_any('for')}"
    f"|{_SERIES_OF}|{_any('the series body number year track paper event at comma colon')}))*+"
)
_TAIL = (
    f"(?:(?>{_NAMED}|{_any('name code')}{_OWN}|{_any('track series')}{_any('papers')}|{_any('comma colon')}{_BESIDE}"
    f"|{_any('code')}{_any('code pages be at colon')}*{_any('address')}|{_SERIES_OF}|{_VENUE}"
    f"|{_any('verb track event paper series body the number year pages address be at for')}))*+"
)
_PLACE = _any("verb the of to track event series paper body number year at for on pages name colon")
_STATED = lazy_pattern(
    f"(?:{_any('preprint')}{_any('comma')})?{_BEFORE}{_any('be paper preprint the of')}*{_any('verb')}{_PLACE}*"
    f"(?:{_any('comma')}{_any('the of track event series number body year at on name')}*+)*+"
    f"{_VENUE}{_any('', but='other not')}*"
)
"""`20 pages, accepted for publication at the ICML 2024 workshop on agents`: a verb, and no other word."""
_BARE = lazy_pattern(f"(?=.*{_any('venue-year journal year')}){_BEFORE}{_HEAD}{_VENUE}{_TAIL}")
"""`12 pages, ICML 2024 (Oral)`: nothing but pages, tracks and awards beside a venue with its year."""
_REFERENCE = lazy_pattern(f"{_HEAD}{_VENUE}{_TAIL}")
"""The same in the field for it, the journal reference, where a year is not needed."""
_REMARK = lazy_pattern(f"{_any(f'{_ASIDE} the of be at to for on paper track event series papers comma colon')}*")
_FRAGMENT = 4
"""Words of a clause that is not a sentence of its own: `Under review.` is read with the clause beside it."""
_DENIED = {_LETTERS["verb"], _LETTERS["not"]}
"""`The paper was not accepted.`"""


def find_statements(text: str, *, is_reference: bool = False) -> Iterator[tuple[str, VenueMention]]:
    """Find the clauses in which authors say that their paper was published, and the venue in each."""
    clauses = [(each, *_classify(each)) for each in _CLAUSE.split(text)]
    forms = (_STATED, _BARE, _REMARK)
    is_unfinished = not is_reference and any(
        _DENIED.issubset(letters) or (len(clause.split()) <= _FRAGMENT and _LETTERS["address"] not in letters)
        for clause, letters, _ in clauses
        if not any(form.fullmatch(letters) for form in forms)
    )
    bare = _REFERENCE if is_reference else _BARE
    for clause, letters, mentions in clauses:
        if _STATED.fullmatch(letters) or (not is_unfinished and bare.fullmatch(letters)):
            same = (each for each in mentions if each.name == mentions[0].name and each.year is not None)
            yield clause.strip(), next(same, mentions[0])


def _classify(clause: str) -> tuple[str, list[VenueMention]]:
    """The classes of the words of a clause, a letter each, and the venues in it."""
    parts, start = [], 0
    for each in find_venues(clause):
        name = "venue-year" if each.year is not None else "journal" if each.name in JOURNALS else "venue"
        name = "preprint" if each.preprint else name
        track = _LETTERS["event"] if each.track == "workshop" else ""
        parts += [_letters(clause[start : each.start]), _LETTERS[name], track, _letters(each.words)]
        start = each.end
    return "".join((*parts, _letters(clause[start:]))), list(find_known_venues(clause))


def _letters(text: str) -> str:
    text = _PHRASES.sub(lambda match: f" \0{_LETTERS[match.lastgroup or 'other']} ", text)
    return "".join(map(_letter, _TOKEN.findall(text)))


def _letter(word: str) -> str:
    """The class of a word; of one that is in no table by its form."""
    if word[0] == "\0":
        return word[1:]
    if (known := _LETTER_OF.get(word.lower().replace("’", "'"))) is not None:
        return known
    if word[0].isdecimal():
        return _LETTERS["year" if len(word) == 4 and word[:2] in {"19", "20"} else "number"]
    is_address = "/" in word and "." in word
    return _LETTERS["address" if is_address else "name" if word != word.lower() else "other"]
