"""Plain text comes in; the conferences, journals and preprint servers it names, with their year, go out."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = """
NeurIPS|NIPS|Advances in Neural Information Processing Systems; ICML; ICLR; COLM; TMLR; JMLR; AISTATS; UAI
COLT; MLSys|SysML; AutoML; LoG; CPAL; SaTML; ALT?; JAIR; AAAI; IJCAI; AAMAS; ECAI; ICAPS; KR?; CogSci; GECCO
ACL|ACL-IJCNLP; EMNLP|EMNLP-IJCNLP; NAACL|NAACL-HLT; EACL; AACL|AACL-IJCNLP|IJCNLP-AACL; IJCNLP
COLING|LREC-COLING; TACL|Transactions of the Association for Computational Linguistics
Computational Linguistics; CoNLL; LREC; WMT; IWSLT; EAMT; AMTA; MT Summit; SemEval; RANLP; INLG; SIGDIAL|SIGdial
NLPCC; CCL; BlackboxNLP
CVPR|CVPRW; ICCV|ICCVW; ECCV|ECCVW; WACV; BMVC; ACCV; 3DV; ICIP; ICME; ICPR; FG?; TPAMI|PAMI|T-PAMI
IJCV; TIP; TCSVT; TMM; TNNLS; TVCG; TOG|ACM TOG; SIGGRAPH|SIGGRAPH Asia; Eurographics
ACM MM|ACMMM|ACM Multimedia|MM?; ICMR; MMM?; MICCAI; MIDL; ISBI; IPMI; TMI; Medical Image Analysis|MedIA
KDD|SIGKDD|ACM KDD; WWW|The Web Conference|TheWebConf; SIGIR; CIKM; WSDM; RecSys; ECIR; ICDM; SDM?; PAKDD
ECML-PKDD|ECML PKDD|ECML/PKDD|ECML; TKDE; TOIS; TIST; TKDD; DASFAA; ICTIR; ICWSM
VLDB|PVLDB; SIGMOD; ICDE; EDBT; CIDR; PODS
ICRA; IROS; CoRL; RSS; Humanoids; RA-L|RAL|IEEE RA-L; T-RO|TRO|IEEE T-RO; IJRR; Science Robotics; HRI; CASE?; RoboSoft
CHI; UIST; CSCW; IUI; DIS?; UbiComp; IMWUT; HCOMP; FAccT|FAT*; AIES
OSDI; SOSP; NSDI; USENIX ATC|ATC; FAST?; EuroSys; SoCC; SIGCOMM; MobiCom; MobiSys; SenSys; INFOCOM; Middleware?
USENIX Security|USENIX Sec|USENIX Security Symposium; S&P|IEEE S&P|IEEE SP|Oakland?; EuroS&P; CCS|ACM CCS
NDSS; ACSAC; AsiaCCS|ASIACCS; ESORICS; RAID?; PETS|PoPETs; TIFS; TDSC; CRYPTO?; EUROCRYPT; ASIACRYPT; TCC?; PKC?
ICSE; FSE|ESEC/FSE|ESEC-FSE; ASE; ISSTA; MSR; SANER; ICSME; ISSRE; ICST; OOPSLA; PLDI; POPL; ECOOP; CAV; TOSEM; TSE
EMSE; ISCA; MICRO; HPCA; ASPLOS; DAC; ICCAD; DATE?; PPoPP; HPDC; CGO; DSN; SC?; ICS?
Interspeech|INTERSPEECH; ICASSP; ASRU; SLT?; TASLP; ISMIR
Nature?; Nature Communications|Nat Commun|Nat. Commun.; Nature Machine Intelligence|Nat. Mach. Intell.
Nature Medicine; Nature Methods; Nature Biotechnology; Nature Biomedical Engineering; Nature Computational Science
Nature Human Behaviour; Nature Physics; Nature Chemistry; Scientific Reports; Scientific Data; npj Digital Medicine
Science?; Science Advances; Cell?; PNAS; NEJM; NEJM AI; JAMA; The Lancet; Patterns?; STOC; FOCS; SODA
ML4H; CHIL; AMIA; BIBM; ICAIF; EDM?; AIED; LAK
"""
_PREPRINTS = "arXiv; bioRxiv; medRxiv; chemRxiv; TechRxiv; preprint|preprints; SSRN; OpenReview; Technical Report|Tech Report"
_ANY_CASE = frozenset({"arxiv", "neurips", "nips", "interspeech", "siggraph", "technical report", "openreview"})


@dataclass(frozen=True, slots=True)
class VenueMention:
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


@dataclass(frozen=True, slots=True)
class _Venue:
    name: str
    spellings: frozenset[str]
    preprint: bool
    needs_year: bool


def _read_table(table: str, preprint: bool) -> dict[str, _Venue]:
    """Venues by their spellings in lower case; `?` marks a spelling that counts only beside a year."""
    venues: dict[str, _Venue] = {}
    for group in table.strip().replace("\n", ";").split(";"):
        spellings = [spelling.strip() for spelling in group.split("|")]
        name = spellings[0].rstrip("?")
        bare = frozenset(spelling.rstrip("?") for spelling in spellings)
        for spelling in spellings:
            venues[spelling.rstrip("?").lower()] = _Venue(name, bare, preprint, spelling.endswith("?"))
    return venues


def _alternatives(names: list[str]) -> str:
    """One pattern for all names, the longest first, split by first letter so that most places fail at once."""
    groups: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        groups.setdefault(name[0], []).append(re.escape(name[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in groups.items())


_VENUES = _read_table(_PREPRINTS, preprint=True) | _read_table(_NAMES, preprint=False)
_YEAR = r"(?:19[5-9]\d|20[0-4]\d)"
_TRACK = r"findings|workshops?|demos?|demonstrations?|industry(?: track)?"
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?,? "
_VENUE = re.compile(
    rf"(?<![a-z0-9_/@.&])(?:(?P<before>{_YEAR})[-_ /])?(?P<of>findings of (?:the )?)?(?P<name>{_alternatives(list(_VENUES))})"
    rf"(?:[- ]\(?(?P<track>{_TRACK})\)?)?"
    rf"(?: ?['’‘] ?(?P<quoted>\d\d)(?!\d)|[ ,.:*_(-]{{0,3}}(?:{_MONTH})?(?P<year>{_YEAR})(?!\d|\.\d{{3}})"
    r"|[ -]?(?P<short>\d\d)(?!\d|[.%]\d?|st|nd|rd|th))?"
    rf"(?:[ -]\(?(?P<track_after>{_TRACK})\)?)?"
    r"(?![a-z])(?!\.[a-z]{2})",
    re.IGNORECASE,
)


def find_venues(text: str) -> tuple[VenueMention, ...]:
    """All known venues that `text` names, left to right.

    Acronyms count in their own case, in any case beside a year; names that are also words (`Nature`,
    `FAST`) only beside a year or as the whole text.
    """
    return tuple(mention for match in _VENUE.finditer(text) if (mention := _mention(text, match)) is not None)


def _mention(text: str, match: re.Match[str]) -> VenueMention | None:
    written = match["name"]
    venue = _VENUES[written.lower()]
    year = _year(match)
    if year is None and not _is_certain(text, match, venue):
        return None
    track = (match["track"] or match["track_after"] or ("findings" if match["of"] else "")).lower()
    track = next((kind for kind in ("findings", "workshop", "demo", "industry") if track.startswith(kind)), "")
    if not track and written.upper() in {"CVPRW", "ICCVW", "ECCVW"}:
        track = "workshop"
    return VenueMention(match.start(), match.end(), match[0], venue.name, year, venue.preprint, track)


def _is_certain(text: str, match: re.Match[str], venue: _Venue) -> bool:
    """Whether a name without a year is the venue's, by its spelling."""
    written = match["name"]
    if text[match.end() : match.end() + 1] == "-" and not venue.preprint:
        return False
    if venue.needs_year:
        return match[0] == text.strip(" ()[]*_.,") and written in venue.spellings
    return written in venue.spellings or written.lower() in _ANY_CASE or venue.preprint


def _year(match: re.Match[str]) -> int | None:
    if full := match["year"] or match["before"]:
        return int(full)
    if short := match["quoted"] or match["short"]:
        if short <= "39":
            return 2000 + int(short)
        return 1900 + int(short) if short >= "50" else None
    return None
