"""Conferences, journals and preprint servers: finding their names, with the year beside them, in plain text."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from bot.papers.dates import find_dates, read_date_label
from bot.text import lazy_pattern

_NAMES = """
NeurIPS|NIPS|Advances in Neural Information Processing Systems|Conference on Neural Information Processing Systems
ICML|International Conference on Machine Learning?; ICLR|International Conference on Learning Representations
COLM|Conference on Language Modeling; TMLR!|Transactions on Machine Learning Research
JMLR!|Journal of Machine Learning Research; AISTATS|International Conference on Artificial Intelligence and Statistics
UAI|Conference on Uncertainty in Artificial Intelligence|Uncertainty in Artificial Intelligence?
COLT|Conference on Learning Theory; MLSys|SysML; AutoML?; LoG?; CPAL; SaTML; ALT?; L4DC; JAIR!
AAAI|AAAI Conference on Artificial Intelligence
IJCAI|International Joint Conference on Artificial Intelligence; AAMAS; ECAI; ICAPS; KR?
CogSci; GECCO; IJCNN; ICANN; Neural Computation!?; Artificial Intelligence!?
ACL|ACL-IJCNLP|Annual Meeting of the Association for Computational Linguistics
ACL|Annual Meeting of the Association of Computational Linguistics
EMNLP|EMNLP-IJCNLP|Conference on Empirical Methods in Natural Language Processing
NAACL|NAACL-HLT|Conference of the North American Chapter of the Association for Computational Linguistics
EACL|Conference of the European Chapter of the Association for Computational Linguistics; AACL|AACL-IJCNLP|IJCNLP-AACL
IJCNLP; COLING|LREC-COLING|International Conference on Computational Linguistics?; LREC; CoNLL; WMT?; IWSLT
EAMT; AMTA; TACL!|Transactions of the Association for Computational Linguistics|Transactions of the ACL
Computational Linguistics!?; MT Summit; SemEval; RANLP; INLG; SIGDIAL; NLPCC; CCL?; BlackboxNLP; TrustNLP
ALTA?; CVPR|CVPRW|Conference on Computer Vision and Pattern Recognition
ICCV|ICCVW|International Conference on Computer Vision?
ECCV|ECCVW|European Conference on Computer Vision?; WACV|WACVW|Winter Conference on Applications of Computer Vision
BMVC; ACCV; 3DV; ICIP; ICME; ICPR; FG?; IJCV!; TIP!?
TCSVT!; TMM!; TVCG!; TPAMI!|T-PAMI|PAMI|IEEE Transactions on Pattern Analysis and Machine Intelligence; TNNLS!
TOG!|ACM TOG; SIGGRAPH|SIGGRAPH Asia; Eurographics; CGF!?; ACM MM|ACM Multimedia|MM?; ICMR; MMM?; MICCAI; MIDL
ISBI; IPMI; TMI!?; MedIA!|Medical Image Analysis?; KDD|SIGKDD|ACM KDD; WWW?|The Web Conference|TheWebConf
SIGIR; CIKM; WSDM; RecSys; ECIR; ICDM; SDM?; PAKDD; ICTIR; ECML-PKDD|ECML/PKDD|ECML; TKDE!; TOIS!; TIST!; TKDD!
TITS!|T-ITS|IEEE T-ITS; DASFAA; ICWSM; VLDB|PVLDB; SIGMOD; ICDE; EDBT; CIDR?; PODS?
ICRA|International Conference on Robotics and Automation
IROS|International Conference on Intelligent Robots and Systems; CoRL|Conference on Robot Learning; RSS?; Humanoids?
RA-L!|IEEE RA-L; T-RO!|IEEE T-RO; IJRR!; Science Robotics!; HRI?; CASE?; RoboSoft; CHI?|ACM CHI; UIST; CSCW
IUI?; DIS?; UbiComp; IMWUT!; HCOMP; FAccT|FAT*; AIES; OSDI; SOSP; NSDI; USENIX ATC|ATC?; FAST?|USENIX FAST
EuroSys; SoCC; SIGCOMM; MobiCom; MobiSys; SenSys; INFOCOM
USENIX Security|USENIX Security Symposium|USENIX Sec; USENIX WOOT|WOOT?; Middleware?; SRDS
S&P|IEEE S&P|IEEE SP|SP?|Oakland?; EuroS&P; CCS|ACM CCS; NDSS; ACSAC; AsiaCCS; ESORICS; RAID?; PETS?|PoPETs
WiSec; TIFS!; TDSC!; CRYPTO?; EUROCRYPT; ASIACRYPT; TCC?; PKC?; ICSE; FSE?|ESEC/FSE|ESEC-FSE|ACM FSE
ASE?|IEEE/ACM ASE; ISSTA; MSR?; SANER; ICSME; ICPC?; ISSRE; ICST; OOPSLA; PLDI; POPL; ECOOP; CAV?; TOSEM!
TSE!?|IEEE TSE; EMSE!|Empirical Software Engineering?; ISCA; MICRO?; HPCA; ASPLOS; DAC?; ICCAD; DATE?; PPoPP
HPDC; CGO?; DSN?; EMSOFT; SC?; ICS?; Interspeech; ICASSP; ASRU; SLT?; TASLP!; ISMIR; ISCSLP
CSUR!|ACM Computing Surveys; CACM!|Communications of the ACM; Nature!?
Nature Communications!|Nat Commun|Nat. Commun.; Nature Machine Intelligence!|Nat. Mach. Intell.|NMI?
Nature Medicine!; Nature Methods!; Nature Biotechnology!; Nature Biomedical Engineering!
Nature Computational Science!; Nature Human Behaviour!; Nature Physics!; Nature Chemistry!; Scientific Reports!
Scientific Data!; npj Digital Medicine!; Science!?; Science Advances!; Cell!?; PNAS!; NEJM!; NEJM AI!; JAMA!
The Lancet!; Patterns!?; STOC; FOCS; SODA?; IEEE Access!; ML4H; CHIL?; AMIA; BIBM; ICAIF; EDM?; AIED; LAK?
Neurocomputing!?; Bioinformatics!?; ACML; ACPR; ICAR?; ICSA?; ECAL?; ICED?; MICAI?; ICSSP; ICIC?
"""
"""Venues by their usual name and other spellings; `!` marks journals, `?` what is a word or another acronym as well."""

_PREPRINTS = """
arXiv; bioRxiv; medRxiv; chemRxiv; TechRxiv; preprint?|preprints?|arXiv preprint; SSRN; OpenReview
Technical Report?|Tech Report?
"""
_ANY_CASE = frozenset({"arXiv", "NeurIPS", "bioRxiv", "medRxiv", "Interspeech", "SIGGRAPH", "OpenReview"})
"""Names that are spelled in all sorts of ways, and are nothing else in any of them."""


class VenueMention(NamedTuple):
    """A venue in a string: `start` and `end` are offsets around its name and the year beside it.

    `name` is the venue's usual name, whatever the text calls it; `track` is `findings`, `workshop`, `demo`,
    `industry` or empty.
    """

    start: int
    end: int
    text: str
    name: str
    year: int | None
    preprint: bool = False
    track: str = ""
    words: str = ""
    """What is between name and year."""


class _Venue(NamedTuple):
    name: str
    spelling: str
    preprint: bool
    ambiguous: bool


def _compact(name: str) -> str:
    return name.replace(" ", "").replace("-", "")


def _groups(tables: str) -> list[list[str]]:
    """The spellings of each venue, the usual one first."""
    groups = (group.strip() for group in tables.replace("\n", ";").split(";"))
    return [[spelling.strip() for spelling in group.split("|")] for group in groups if group]


def _read_table(table: str, preprint: bool) -> dict[str, _Venue]:
    """Venues by their spelling in lower case, spaces and hyphens left out."""
    venues: dict[str, _Venue] = {}
    for spellings in _groups(table):
        name = spellings[0].rstrip("?!")
        for spelling in spellings:
            bare = _compact(spelling.rstrip("?!"))
            venues[bare.lower()] = _Venue(name, bare, preprint, spelling.endswith("?"))
    return venues


def _alternatives(tables: str) -> str:
    """One pattern for all spellings, split by first letter so that most places fail at once."""
    groups: dict[str, set[str]] = {}
    for sign in ".*&/":
        tables = tables.replace(sign, f"\\{sign}")
    for spelling in chain.from_iterable(_groups(tables)):
        name = spelling.rstrip("?!").lower()
        groups.setdefault(name[0], set()).add(name[1:])
    ordered = ((first, sorted(names, key=lambda name: (-len(name), name))) for first, names in groups.items())
    return "|".join(f"{first}(?:{'|'.join(names).replace('-', ' ').replace(' ', '[ -]?')})" for first, names in ordered)


JOURNALS = frozenset(name.rstrip("?!") for name, *_ in _groups(_NAMES) if "!" in name)
"""Which of these are journals."""
_VENUES = _read_table(_PREPRINTS, preprint=True) | _read_table(_NAMES, preprint=False)
_YEAR = r"(?:19[5-9]\d|20[0-4]\d)"
_TRACK = r"findings|workshops?|demos?|demonstrations?|industry"
_MONTH = (
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?,? "
    r"(?:\d{1,2}(?:st|nd|rd|th)?,? )?"
)
_VOLUME = r"(?:[ -]\d\d(?:[.:]\d{1,2}| ?\(\d{1,3}\))?(?!\d))?"
"""Two digits before a year of four are a volume: `NeurIPS 33 (2020)`."""
_LATEST = "29"
"""Two digits after a name without an apostrophe are a year up to this one; above it they are a volume: `NIPS 30`."""
_VENUE = lazy_pattern(
    rf"(?<![a-z0-9_.&-])(?:(?P<before>{_YEAR})[-_ /]|(?P<ahead>\d\d)['’‘])?(?P<of>findings of (?:the )?)?"
    rf"(?P<name>{_alternatives(_PREPRINTS + _NAMES)})(?![a-z])(?:-w\b|[- ]\(?(?:{_TRACK})\b\)?)?"
    r"(?:(?P<words>(?: (?-i:[A-Z])[A-Za-z]+){0,2})"
    rf"(?: ?['’‘] ?(?P<quoted>\d\d)(?!\d)|{_VOLUME}[ ,.:*_()-]{{0,3}}(?:{_MONTH})?(?P<year>{_YEAR})(?!\d|\.\d{{3}}))"
    r"|[ -]?(?P<short>\d\d)(?!\d|[.%]\d?|st|nd|rd|th))?"
    rf"(?:[ -]\(?(?:(?-i:[A-Z][\w&]*[A-Z\d]) (?=works))?(?:{_TRACK})\b\)?)?(?![a-z])(?!\.[a-z]{{2}})",
    re.IGNORECASE | re.ASCII,
)
_BODY = lazy_pattern(r"\bAssociation (?:for|of) $", re.IGNORECASE)
_INITIAL = lazy_pattern(r"\b[A-Z]\. $")


@lru_cache(maxsize=16_384)
def find_venues(text: str) -> tuple[VenueMention, ...]:
    """All known venues that `text` names, left to right.

    A name in its own spelling counts, and in any spelling beside a year. Names that are words or other
    acronyms as well (`Nature`, `FAST`, `RSS`) count beside a year, or as the whole text.
    """
    return tuple([mention for match in _VENUE.finditer(text) if (mention := _mention(text, match)) is not None])


def find_known_venues(text: str) -> tuple[VenueMention, ...]:
    """All known venues that `text` names, without archives of preprints."""
    return tuple([each for each in find_venues(text) if not each.preprint])


def names_archive(text: str) -> bool:
    """Whether words name an archive of preprints."""
    return any(each.preprint for each in find_venues(text))


def _mention(text: str, match: re.Match[str]) -> VenueMention | None:
    venue = _VENUES[_compact(match["name"]).lower()]
    year = _year(match)
    if (venue.ambiguous and match["words"]) or (year is None and not _is_certain(text, match, venue)):
        return None
    if venue.ambiguous and ":" in match[0] and not _is_own_spelling(match["name"], venue):
        return None  # the label of a field: `Date: 2019`
    if _INITIAL.search(text, max(match.start() - 4, 0), match.start()) and not _is_own_spelling(match["name"], venue):
        return None  # `Ed H. Chi, 2020`
    if venue.ambiguous and _BODY.search(text, max(match.start() - 16, 0), match.start()):
        return None  # `Association for Computational Linguistics`
    end = match.end() if year is not None or not match["short"] else match.end("name")  # `NIPS 30`
    if (match["year"] or match["quoted"]) and text[end : end + 1] in _JOINTS and text[end + 1 : end + 2].isdecimal():
        end = match.end("name")
    written, words = text[match.start() : end], match["words"] or ""
    return VenueMention(match.start(), end, written, venue.name, year, venue.preprint, _track(text, match), words)


def _is_certain(text: str, match: re.Match[str], venue: _Venue) -> bool:
    """Whether a name without a year is the venue's, by its spelling and by what is around it."""
    if venue.ambiguous:
        return match[0] == text.strip(" ()[]*_.,") and _is_own_spelling(match["name"], venue)
    if venue.name in _ANY_CASE:
        return True
    return text[match.end() : match.end() + 1] != "-" and _is_own_spelling(match["name"], venue)


def _is_own_spelling(written: str, venue: _Venue) -> bool:
    return _compact(written) in {venue.spelling, venue.spelling.upper()} or venue.preprint


def _year(match: re.Match[str]) -> int | None:
    if full := match["year"] or match["before"]:
        return int(full)
    if short := match["quoted"] or match["short"] or match["ahead"]:
        if short <= (_LATEST if match["short"] else "39"):
            return 2000 + int(short)
        return 1900 + int(short) if short >= "50" else None
    return None


_JOINTS = frozenset("-/.")
_WORKSHOP = lazy_pattern(r"(?:cvw|vprw|-w)(?![a-z])", needs=("cvw", "vprw", "-w"))


def _track(text: str, match: re.Match[str]) -> str:
    written = match[0].lower()
    if text[max(0, match.start() - 1) : match.start()] == "@" or _WORKSHOP.search(written):
        return "workshop"
    return next((kind for kind in ("findings", "workshop", "demo", "industry") if kind in written), "")


WORD = lazy_pattern(r"[^\W_]+(?:['’-][^\W_]+)*")
"""Letters and digits, with apostrophes and hyphens between them."""
_CLOSING_YEAR = lazy_pattern(r"(?:(?:\b|(?<=[A-Z]))(?:19|20)\d\d|['’]\d\d)[.,]?$", needs=("19", "20", "'", "’"))
_VENUE_WORDS = frozenset(
    """
    workshop workshops oral poster spotlight highlight best paper award findings main track demo long short and
    of the in proceedings submitted to submission under review accepted published at by on r d b conference
    journal preprint website github findings tech technical report st nd rd th honorable mention candidate
    finalist outstanding proc vol version update updated
    spring summer autumn fall winter q1 q2 q3 q4""".split()
)
"""Words that are beside a venue or a date and add nothing to them."""
_ANY_VENUE = lazy_pattern(r"(?:[A-Za-z][\w&.-]*\s+){1,3}(?:19|20)\d\d", needs=("19", "20"))


@lru_cache(maxsize=16_384)
def is_date_or_venue(text: str) -> bool:
    """Whether words only say when or where: `2025/03`, `ICML'24`, `arXiv 2024.06`, `[CVPR 2023 Oral]`."""
    bare = text.strip(" \t[](){}（）【】*_`,.;:|")
    if not bare or len(bare) > 60 or bare.count(" ") > 8:
        return not bare
    if read_date_label(bare):
        return True
    rest = bare
    dates = find_dates(bare)
    for mention in reversed(dates):
        rest = f"{rest[: mention.start].rstrip('-_')} {rest[mention.end :].lstrip('-_')}"  # `2023-ICCV`
    for venue in reversed(find_venues(rest)):
        rest = rest[: venue.start] + " " + rest[venue.end :]
    if rest == bare:
        return False
    left = [word for word in WORD.findall(rest) if word.casefold() not in _VENUE_WORDS and not word.isdigit()]
    precise = any(mention.value is not None and mention.value.month for mention in dates)
    return len(left) <= (1 if precise else 0)


@lru_cache(maxsize=16_384)
def is_date_or_any_venue(text: str) -> bool:
    """As `is_date_or_venue`, but the venue need not be known: up to three words and a year."""
    return is_date_or_venue(text) or bool(_ANY_VENUE.fullmatch(text.strip()))


def is_venue_with_year(text: str) -> bool:
    """Whether words read as the name of a venue with its year: `Physical Review Letters 2018`."""
    if not _CLOSING_YEAR.search(text.strip()):
        return False
    words = [word for word in text.replace("/", " ").split() if word.casefold() not in _VENUE_WORDS]
    return any(word[:1].isalpha() for word in words) and all(
        word[:1].isupper() or not word[:1].isalpha() for word in words
    )


def spelling_of(word: str) -> str | None:
    """The usual spelling of a word that is the name of a venue, spaces left out; None for other words."""
    venue = _VENUES.get(word.lower())
    return venue.spelling if venue is not None else None


@lru_cache(maxsize=4_096)
def known_venue(word: str) -> str | None:
    """The usual name of the venue that is spelled so, in any case; None for other words and for preprints."""
    venue = _VENUES.get(_compact(word).lower())
    return venue.name if venue is not None and not venue.preprint else None


@lru_cache(maxsize=1_024)
def spellings_of(name: str) -> tuple[str, ...]:
    """All spellings of a known venue, its usual name first."""
    found = (tuple(each.rstrip("?!") for each in spellings) for spellings in _groups(_NAMES))
    return next((spellings for spellings in found if spellings[0] == name), (name,))


def move_to_arxiv(written: str) -> str:
    """What a preprint is called, with arXiv in place of another server: `arXiv 2024` after `bioRxiv 2024`."""
    other = next((each.name for each in find_venues(written) if each.preprint and each.name not in _ANY_SERVER), None)
    return re.sub(re.escape(other), "arXiv", written, count=1, flags=re.IGNORECASE) if other else written


_ANY_SERVER = frozenset({"arXiv", "preprint", "Technical Report"})
