"""The rule `misspelt-name`: names of venues, labels, fixed phrases and words with a slip of the pen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.document import Prose, Style
from bot.listing import Entry, Link, Listing, Span
from bot.listing.model import MIN_ENTRIES, MIN_SHARE
from bot.papers.similarity import Neighbours, is_inflected, is_swap
from bot.papers.urls import split_url
from bot.papers.venues import spelling_of
from bot.rules import URL
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Scope, Severity
from bot.rules.prose import Places, is_in_abstract, merge, overlap, places_of, words_of
from bot.rules.texts import BETWEEN, EntryText, Texts, literal, texts_of
from bot.rules.works import is_on_record
from bot.text import group_pairs, has_any, join, lazy_pattern, plural

_DATED = lazy_pattern(r"\b([A-Za-z]{4,14})[ ,'’(-]{0,3}\Z")
"""A word where the name of a venue would be: in front of a year."""
_YEAR_OR_ALONE = lazy_pattern(
    rf"\d\d(?<=[A-Za-z ,'’(-]\d\d)|(?<![^{BETWEEN}])\s*(?P<alone>[A-Za-z]{{4,14}})\s*{BETWEEN}"
)
_LONGEST_BEFORE = 17
_BEFORE_NO_NAME = frozenset("./@&-_")
_NOT_ET_AL = ("el al", "et. al", "et.al", "et all", "etal")
_ET_AL = lazy_pattern(r"\b(?:el al|et\. ?al|et all|etal)\b\.?(?=[\s,;:)\]]|$)")
_HABITUAL = 0.4
"""The share of the places from which a slip is how the list is written."""
_LONG_NAME = 14
"""Characters of a full name from which one letter more or less hardly makes it that of another person."""
_LONGEST_FIELD = 600
"""Longer texts are abstracts, whose words are those of their authors (characters)."""
_IN_ANY_CASE = lazy_pattern(
    r"(?<![\w./-])(arxiv|neurips|biorxiv|medrxiv|openreview|interspeech|siggraph)(?![\w:/-]|\.\w)",
    re.IGNORECASE,
    needs=("rxiv", "neurips", "openreview", "interspeech", "siggraph"),
)
"""Names that are nothing else in any case; in front of a colon they begin an identifier."""
_SHORTEST = 5
"""Shorter words of labels are near to each other: `code`, `core`."""
_LONGEST_LABEL = 40
_LABEL_WORDS = 3
"""Longer labels are titles and sentences."""
_HALF_LABEL = lazy_pattern(r"\[(\w+)\]\([^()\n]*\)\[$")
_LONGEST_HALF = 300
"""A link right before a label, which has its first letters, and where it may begin (characters)."""
_USUAL = 10
"""How often a label must be written one way for another way to be a slip."""
_RARE = 0.02
"""Up to this share of the usual form, a form is a slip."""
_SHORT = 5
"""Acronyms of up to so many letters are near to each other: ICML, ICCV, ICPR. Of these only swapped letters count."""
_OWN = 2
"""How often the list must name a venue of four letters for a word like it to be a slip."""
_DISTINCT = frozenset({"neurips", "arxiv", "siggraph", "interspeech", "openreview", "biorxiv", "medrxiv"})
_LONG_VENUES = frozenset(each for each in _DISTINCT if len(each) > _SHORT)
"""One letter too few in these, or two swapped, are slips anywhere."""
_BY_LETTERS = {"".join(sorted(each)): each for each in _DISTINCT}
_ENDINGS = "sw"
"""After the name of a venue: its plural, its workshops."""
_LOST_ET = lazy_pattern(r"(?:(?<=\()|(?<=[A-Za-z], ))al\.(?=[,;)]| *\(?(?:19|20)\d\d)")
"""`al.` where "et" and what is in front of it are lost: `(al., RSS 2023)`."""
_SHORTEST_WORD, _LONGEST_WORD = 7, 40
"""Letters of a word from which a slip hardly makes it another one; what is longer is data."""
_LETTERS = "|".join(f"{each[0]}[{each[1:]}]{{{len(each) - 1}}}" for each in sorted(_DISTINCT))
_COMPARED = lazy_pattern(rf"(?<!\S)(?:({_LETTERS})|([a-z]{{{_SHORTEST_WORD},{_LONGEST_WORD}}}))(?!\S)")
"""What may be the name of a venue with its letters in another order, or a long word."""
_WORD_ALONE = lazy_pattern(rf"(?<![\w./@&-])[a-z]{{{_SHORTEST},}}(?![\w/@&-])")
_MOST_SLIPS = 200
"""A text with more of them is in another language, or made to take long: for each the whole text is searched."""
_OFTEN = 5
"""How often the list must have a word for another one to be a slip of it."""
_BESIDE = 40
_WORD_BEFORE = lazy_pattern(r"(?<![a-z])([a-z]{2,})[ *_]+$")
_WORD_BEHIND = lazy_pattern(r"[ *_]+([a-z]{2,})(?![a-z])")
_MEANING = 4
"""Letters of a word that makes a phrase of its own; shorter ones are beside anything: `of`, `the`."""
_SHARE_OF_PHRASE = 0.01
"""This much of the word beside is in the phrase; less of a word such as `with`."""
_ENDINGS_OF_VERBS = frozenset("ed ing ings er ers or ors".split())
_FORMS = 3
"""A list that writes a name in so many ways has no way of its own."""


class _Place(NamedTuple):
    span: Span
    written: str
    linked: bool = False


class MisspeltName(Rule):
    """A venue, a link text, *et al.* or a word is misspelt: `NeirIPS 2024`, `[Websie]`, `el al.`.

    The rule reports

    - one wrong, missing or extra letter in a common link text, or in a venue that is alone in a cell or before a year;
    - two swapped letters in an acronym (`CPVR`);
    - a long name that is rare in the list, and nearly the same as a common one;
    - one missing or extra letter, or two swapped, in a word (`detetion`) that the list writes correctly five times or
      more;
    - misspellings of *et al.*, `al.` without an author before it, and `arvix`.

    Only a note: different capitalisation (`ArXiv`), words in an abstract or in the URL of the paper, and acronyms, if
    no link confirms the venue.

    Not reported: spelling variants (`modelling`), and words of the title on arXiv or at Crossref.
    """

    severity = Severity.WARNING
    reason = "the right form is known, or many times in the list"
    examples = (
        Bad(
            f"* [FireAct]({URL}), Chen et al., NeirIPS 2023\n", fixed=f"* [FireAct]({URL}), Chen et al., NeurIPS 2023\n"
        ),
        Bad(f"* [FireAct]({URL}), Chen el al., 2023\n", fixed=f"* [FireAct]({URL}), Chen et al., 2023\n"),
        Good(f"* [FireAct]({URL}), Chen et al., ICCV 2023, ECCV 2024, ICPR 2024\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per misspelt word."""
        texts = texts_of(listing)
        dated = [each for text, each in _find_dated(texts) if not _is_of_author(text.entry, each.span)]
        forms = [place for text, match, start in texts.find(_IN_ANY_CASE) if (place := _find(text, match, start))]
        if "(al." in texts.joined or ", al." in texts.joined:
            for each in texts.matching(_LOST_ET):
                yield from self._lost_et(listing, each.prose)
        yield from self._et_al(listing, texts)
        yield from self._capitals(listing, forms)
        slips = (*self._authors(listing), *self._labels(listing), *self._venues(listing, dated))
        named = {each.span: each for each in slips}
        yield from named.values()
        taken = merge(named)
        words = (each for each in self._words(listing) if not overlap(taken, each.span))
        yield from (each for each in words if not is_on_record(listing, each.span, context))

    def _et_al(self, listing: Listing, texts: Texts) -> Findings:
        """The first one of each entry that is written otherwise; a note where that is usual in the list."""
        content, seen = listing.text.content, set[Span]()
        wrong = len(_ET_AL.findall(content)) if has_any(content, _NOT_ET_AL) else 0
        is_usual = wrong >= max(_OFTEN, _HABITUAL * (wrong + content.count("et al")))
        for entry, prose, *_ in texts.having(*_NOT_ET_AL):
            match = _ET_AL.search(prose.text) if entry.span not in seen else None
            if match is not None and (span := literal(prose, *match.span())) is not None:
                seen.add(entry.span)
                is_note = is_usual or len(prose.text) > _LONGEST_FIELD
                yield self.at(listing, span, f"`{match[0]}` is written `et al.`", new="et al.", is_note=is_note)

    def _authors(self, listing: Listing) -> Findings:
        """Long names of authors that are there once, and elsewhere with one letter more or less."""
        written = [(span, name) for span, name in listing.names if name[_LONG_NAME - 1 :]]
        counts = Counter([name for _, name in written])
        alike: dict[tuple[int, tuple[str, ...]], list[str]] = {}
        for name in [name for name, count in counts.items() if count >= _OWN]:
            words = tuple(name.split(" "))
            for index in range(len(words)):
                alike.setdefault((index, (*words[:index], "", *words[index + 1 :])), []).append(words[index])
        for span, name in [(span, name) for span, name in written if counts[name] == 1] if alike else ():
            words = tuple(name.split(" "))
            for index, word in enumerate(words):
                others = alike.get((index, (*words[:index], "", *words[index + 1 :])), ())
                meant = others and [each for each in others if _lacks_letter(word, each) or _lacks_letter(each, word)]
                if len(meant) == 1:
                    whole = " ".join((*words[:index], meant[0], *words[index + 1 :]))
                    message = f"`{name}` looks like a typo for `{whole}`, an author of {counts[whole]:,} other papers"
                    yield self.at(listing, span, message, new=whole)

    def _words(self, listing: Listing) -> Findings:
        """Words with a letter too many, too few or swapped, in a phrase that the list has without the slip."""
        content = listing.text.content
        lower = content.lower()
        slips = _slips(words_of(content)) if len(lower) == len(content) else {}
        places, found = places_of(listing), _WORD_ALONE.finditer(lower) if slips else ()
        spans = group_pairs((match[0], Span(*match.span())) for match in found if match[0] in slips)
        for word, meant in slips.items():
            for span in spans.get(word, ()):
                written = listing.text[span]
                count, phrase = _phrase(lower, span, meant)
                is_clear = len(word) == len(meant) > _SHORTEST_WORD and written.islower()
                is_slip = (written[1:].islower() and (count or is_clear)) or meant in _DISTINCT
                if not is_slip or not _is_read(listing, places, span):
                    continue
                name = meant.capitalize() if written[0].isupper() else meant
                if meant in _DISTINCT:
                    name = _in_capitals_of(written, spelling_of(meant) or meant)
                message = f"`{written}` looks like a typo for `{name}`"
                of_what = "the name of a venue" if meant in _DISTINCT else "a word that the list has many times"
                reasons = [f"it is one slip away from {of_what}"]
                reasons += [f"the list writes `{phrase}` {count:,} times"] if count else []
                is_of_others = is_in_abstract(listing, span) or _is_in_address(listing, span, word)
                yield self.at(listing, span, message, new=name, reasons=tuple(reasons), is_note=is_of_others)

    def _lost_et(self, listing: Listing, prose: Prose) -> Findings:
        """`al.` without "et"; a name may be lost in front of it too, so only a person can tell the authors."""
        for match in _LOST_ET.finditer(prose.text):
            span = literal(prose, *match.span())
            if span is not None and prose.text[match.start() - 1] == "(":
                yield self.at(listing, span, "the name before `al.` is missing; write `NAME et al.`")
            elif span is not None:
                yield self.at(listing, span, "`et` is missing before `al.`", new="et al.")

    def _venues(self, listing: Listing, dated: Sequence[_Place]) -> Findings:
        """Words that are one slip away from a venue, and are none."""
        counts = Counter(place.written.lower() for place in dated)
        unknown = [word for word in counts if spelling_of(word) is None]
        often = (word for word, count in counts.items() if count >= _OWN or len(word) >= _SHORT)
        own = [word for word in often if spelling_of(word) is not None]
        short = [word for word in own if len(word) <= _SHORT and word not in _DISTINCT]
        near = Neighbours(_DISTINCT.union(own).difference(short), short)
        meant = {word: [venue for venue in near.of(word) if _is_meant(venue, word, counts)] for word in unknown}
        for place in dated:
            venues = meant.get(place.written.lower(), ())
            if len(venues) == 1 and (venues[0] in _DISTINCT or not place.written.islower()):
                name = _in_capitals_of(place.written, spelling_of(venues[0]) or "")
                message = f"`{place.written}` is not a known venue; is {name} meant?"
                is_note = _is_elsewhere(listing, place, venues[0], dated)
                yield self.at(listing, place.span, message, new=name, is_note=is_note)

    def _capitals(self, listing: Listing, forms: Sequence[_Place]) -> Findings:
        """Names in other capitals than the list nearly always writes."""
        by_name = group_pairs(((place.linked, place.written.lower()), place) for place in forms)
        for places in by_name.values():
            written = Counter(place.written for place in places)
            usual, count = written.most_common(1)[0]
            if len(places) < MIN_ENTRIES:
                continue
            is_own = usual.isupper() or usual == (spelling_of(usual) or usual)
            if count < MIN_SHARE * len(places) or not is_own:
                if len(written) >= _FORMS or count >= MIN_SHARE * len(places) or len(places) - count >= _OWN:
                    yield from self._in_many_ways(listing, places, written)
                continue
            others = group_pairs((place.written, place.span) for place in places if place.written != usual)
            for way, spans in others.items():
                message = f"the list writes {usual} ({count} of {len(places)} times)"
                for each in [spans] if self.accept_habits else [[span] for span in spans]:
                    more = f"; here and {plural(len(each) - 1, 'more time')} it is {way}" if len(each) > 1 else ""
                    fix = Fix(f"Write {usual}", tuple(Edit(span, usual) for span in each), Safety.UNSAFE)
                    found = self.at(listing, each[0], message + more, fix=fix, severity=Severity.NOTE)
                    yield replace(found, scope=Scope.LIST) if more else found

    def _in_many_ways(self, listing: Listing, places: Sequence[_Place], written: Counter[str]) -> Findings:
        """One note for a name that the list writes in many ways; it proposes the name's own."""
        name = spelling_of(places[0].written)
        others = [each for each in places if each.written != name]
        if name is None:
            return
        ways = join([f"{way} {plural(count, 'time')}" for way, count in written.most_common()], "and")
        message = f"the name is {name}; the list writes it in {len(written)} ways ({ways})"
        if any(way.isupper() for way in written):  # as good a way, for what is written in capitals elsewhere, too
            message = f"the list writes {name} in {len(written)} ways ({ways})"
        elif len(written) == 1:
            message = f"the name is {name}; the list writes {ways}"
        for each in others[:1] if self.accept_habits else others:
            found = self.at(listing, each.span, message, severity=Severity.NOTE, target=name)
            yield replace(found, scope=Scope.LIST) if self.accept_habits else found

    def _labels(self, listing: Listing) -> Findings:
        """Words in the labels of links that are one slip away from a word that most labels have."""
        words = [place for entry in listing.entries for place in _label_words(listing, entry)]
        counts = Counter([place.written.lower() for place in words])
        usual = {word for word, count in counts.items() if count >= _USUAL}
        spellings: dict[str, Counter[str]] = {word: Counter() for word in usual}
        for place in words:
            if place.written.lower() in usual and place.written[0].isupper():
                spellings[place.written.lower()][place.written] += 1
        if not usual:
            return
        near = Neighbours(usual)
        for place in words:
            word = place.written.lower()
            if word in usual or spelling_of(word) is not None:
                continue
            half = _HALF_LABEL.search(listing.text.content, max(place.span.start - _LONGEST_HALF, 0), place.span.start)
            if half is not None and half[1].lower() + word in usual:
                continue  # `[s](url)[ummary](url)`
            meant = [each for each in near.of(word) if counts[word] <= max(1, _RARE * counts[each])]
            if len(meant) == 1 and not is_inflected(word, meant[0]):
                written = meant[0]
                if place.written[0].isupper():
                    ways = spellings[word].most_common(1) if (word := meant[0]) in spellings else []
                    written = spelling_of(word) or (ways[0][0] if ways else word.capitalize())
                usually = f"`{written}`, the label of {counts[meant[0]]:,} links"
                yield self.at(listing, place.span, f"`{place.written}` looks like a typo for {usually}", new=written)


def _find_dated(texts: Texts) -> Iterator[tuple[EntryText, _Place]]:
    """The words before years, which are looked for first: far fewer than words; and a word alone in its cell."""
    for text, match, start in texts.find(_YEAR_OR_ALONE):
        year, word = match.start(), match if match["alone"] else None
        word = word or _DATED.search(texts.joined, max(year - _LONGEST_BEFORE, start), year)
        if word is not None and (place := _find(text, word, start)) is not None:
            yield text, place


def _find(text: EntryText, match: re.Match[str], first: int) -> _Place | None:
    """The place of a name in a text that begins at `first`, unless it is in the title, in code or in an address."""
    (start, end), prose = match.span(1), text.prose
    start, end = start - first, end - first
    if start in text.title or prose.text[start - 1 : start] in _BEFORE_NO_NAME:
        return None
    run = prose.runs[prose.run_at(start)]
    if run.style & Style.CODE or (run.link is not None and run.link.bare):
        return None
    span = literal(prose, start, end)
    return _Place(span, prose.text[start:end], run.link is not None) if span is not None else None


def _is_of_author(entry: Entry, span: Span) -> bool:
    """Whether a word is among the names of the authors, such as one before a year: `Dor Arviv, 2025`."""
    return any(each.span.contains(span) for each in entry.authors)


def _is_meant(venue: str, word: str, counts: Counter[str]) -> bool:
    """Whether a word that is one slip away from a venue was meant to be it."""
    if word[:-1] == venue and word[-1] in _ENDINGS:
        return False
    if word[0] != venue[0] and venue not in _DISTINCT:
        return False  # a slip is seldom in the first letter: CIRA is another conference than ICRA
    if venue in _DISTINCT:
        return True
    is_slip = is_swap(word, venue) or counts[word] <= counts[venue]  # letters are swapped however often that is
    return is_slip and not any(_differ_in_a_letter(word, each) for each in counts if counts[each] >= _OWN)


def _differ_in_a_letter(word: str, other: str) -> bool:
    """Whether two words of one length differ in one letter: `icrl` may be ICRA as well as ICLR."""
    return len(word) == len(other) and sum(a != b for a, b in zip(word, other, strict=True)) == 1


def _is_elsewhere(listing: Listing, place: _Place, venue: str, dated: Sequence[_Place]) -> bool:
    """Whether no paper of a venue with a short name is on a site that the entry at `place` links."""
    if len(venue) > _SHORT or venue in _DISTINCT:
        return False
    of_venue = [each.span for each in dated if each.written.lower() == venue]
    sites = {site for span in of_venue for site in _sites(listing, span)}
    own = _sites(listing, place.span)
    return bool(own and sites) and own.isdisjoint(sites)


def _sites(listing: Listing, span: Span) -> set[str]:
    """The hosts that the entry at a span links."""
    return {parts.host for link in _links(listing, span) if (parts := split_url(link.href)) is not None}


def _is_in_address(listing: Listing, span: Span, word: str) -> bool:
    """Whether a page that the entry at a span links has a word in its address: it may be written so on record."""
    return any(word in link.href.lower() and not link.href.startswith("#") for link in _links(listing, span))


def _links(listing: Listing, span: Span) -> tuple[Link, ...]:
    entry = listing.entry_at(span.start)
    return entry.links if entry is not None else ()


def _label_words(listing: Listing, entry: Entry) -> Iterator[_Place]:
    for link in entry.links:
        if link.bare or link.badge is not None or link.label[_LONGEST_LABEL:]:
            continue
        if link.label.count(" ") >= _LABEL_WORDS or (
            entry.title is not None and entry.title.span.overlaps(link.label_span)
        ):
            continue
        if any(part.span.overlaps(link.label_span) for part in entry.authors):
            continue
        start = link.label_span.start
        for word in listing.text[link.label_span].split(" "):
            if len(word) >= _SHORTEST and word.isalpha() and word.lower() not in link.href.lower():
                yield _Place(Span(start, start + len(word)), word, linked=True)
            start += len(word) + 1


def _lacks_letter(short: str, long: str) -> bool:
    """Whether one word is the other without one letter, and not another name: `Chen`, `Cheng`; `Muller`, `Mueller`."""
    if len(long) - len(short) != 1 or long == f"{short}g":
        return False
    place = next((index for index, letter in enumerate(short) if letter != long[index]), len(short))
    is_umlaut = long[place] == "e" and long[place - 1 : place] in ("a", "o", "u")
    return short[place:] == long[place + 1 :] and long[place].isalpha() and not is_umlaut


def _slips(words: Mapping[str, int]) -> dict[str, str]:
    """The words that the text has once or twice, each with the one of its many words that is a slip away."""
    compared = _COMPARED.findall(" ".join(words))
    reordered = {word: name for word, _ in compared if word and (name := _reordered(word))}
    all_words = [word or long for word, long in compared]
    counts = {word: words[word] for word in all_words if word[_SHORTEST_WORD - 1 :] or word in reordered}
    usual = {word for word, count in counts.items() if count >= _OFTEN} | _LONG_VENUES
    near: dict[str, set[str]] = {}
    for word in usual:
        for slip in {*_shorter(word, counts), *_swapped(word, counts)} - usual:
            near.setdefault(slip, set()).add(word)
    slips = {}
    ends = {(word[0], word[-1], len(word) + 1) for word in usual}
    for word, count in counts.items():
        meant = {*near[word]} if word in near else set()
        if count == 1 and (word[0], word[-1], len(word)) in ends:
            meant |= _shorter(word, usual)
        if not meant and word not in reordered:
            continue
        other = reordered.get(word, "") or (meant.pop() if len(meant) == 1 else "")
        if other in _DISTINCT or (count <= _OWN and counts.get(other, 0) >= _OFTEN * count):
            slips[word] = other
    return slips if len(slips) <= _MOST_SLIPS else {}


def _reordered(word: str) -> str:
    """The name of a venue like no other whose letters a word has in another order: `arvix`."""
    name = _BY_LETTERS.get("".join(sorted(word)), "")
    return name if name[:1] == word[0] and name != word else ""


def _in_capitals_of(written: str, name: str) -> str:
    """A name all in small letters or in capitals where it was written so."""
    return name.lower() if written.islower() else name.upper() if written.isupper() else name


def _shorter(word: str, known: Container[str]) -> set[str]:
    """The known words that are a word without one of its inner letters."""
    return {
        short
        for i in range(1, len(word) - 1)
        if (short := word[:i] + word[i + 1 :]) in known and not _is_other_spelling(word, i)
    }


def _swapped(word: str, known: Container[str]) -> set[str]:
    """The known words that are a word with two inner letters swapped, except for `centre` and `center`."""
    return {
        other
        for i in range(1, len(word) - 2)
        if (other := f"{word[:i]}{word[i + 1]}{word[i]}{word[i + 2 :]}") in known and word[i:] != "ers"
    }


def _is_other_spelling(word: str, index: int) -> bool:
    """Whether a word without one of its letters may be as right: `colour`, `haemoglobin`, `judgement`, `modelling`."""
    before, letter, behind = word[index - 1], word[index], word[index + 1 :]
    is_doubled = letter == before and letter in "lpst" and behind in _ENDINGS_OF_VERBS
    is_vowel = before + letter in ("ou", "ae", "oe", "ue") or letter + behind[0] in ("ae", "oe", "ei", "em")
    return letter == behind[0] or is_doubled or is_vowel or letter + behind == "rs"


def _phrase(lower: str, span: Span, meant: str) -> tuple[int, str]:
    """How often the text has `meant` beside the word before or after it, and that phrase."""
    shortest = _MEANING if span.end - span.start != len(meant) else 0
    before = _WORD_BEFORE.search(lower, max(span.start - _BESIDE, 0), span.start)
    behind = _WORD_BEHIND.match(lower, span.end, span.end + _BESIDE)
    found = [(each[1], phrase) for each, phrase in ((before, f"{{}} {meant}"), (behind, f"{meant} {{}}")) if each]
    words = [(word, phrase.format(word)) for word, phrase in found if len(word) >= shortest]
    counts = ((lower.count(phrase), phrase, lower.count(f" {word} ")) for word, phrase in words)
    firm = (each[:2] for each in counts if each[0] >= max(_OWN, _SHARE_OF_PHRASE * each[2]))
    return max(firm, default=(0, ""))


def _is_read(listing: Listing, places: Places, span: Span) -> bool:
    """Whether a reader of the page sees a word: it is not part of code, of a comment, a tag or an address."""
    if places.is_code(span) or places.is_comment(span) or places.is_in_target(span):
        return False
    content = listing.text.content
    line = content.rfind("\n", 0, span.start) + 1
    is_in_tag, is_in_target = (
        content.rfind(opening, line, span.start) > content.rfind(closing, line, span.start)
        for opening, closing in ("<>", ("](", ")"))
    )
    return not (is_in_tag or is_in_target)
