"""Every reader of text that strangers write, on text that nobody would write. Run by `pytest -m fuzz`."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.document import parse
from bot.errors import BotError
from bot.facts.cache import WORKS
from bot.facts.crossref import read_crossref_works
from bot.facts.datacite import read_datacite_works
from bot.facts.lock_file import make_lock, read_lock
from bot.facts.services import ServiceResponse
from bot.github import InvalidResponseError, TooLargeError
from bot.github.events import read_event, unpack
from bot.github.hidden_text import Seal
from bot.links.responses import read_tags
from bot.linter.config_reader import parse_config
from bot.linter.engine import Plan, check
from bot.linter.fixing import fix
from bot.linter.rule import ActiveRule, Context
from bot.listing import Catalog, Listing, read
from bot.merging.three_way import merge
from bot.reports import render
from bot.reports.json import UnusableError, read_states
from bot.reports.run import Report
from bot.reviews.findings import read_comment_marker, read_summary_marker, write_comment_marker
from bot.rules import RULES
from bot.sweeps import issue
from bot.sweeps.history import Part, dump_part, load_part
from bot.sweeps.state import Run, State, dump, load, pack
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.papers.record import Record

PLAN = Plan(tuple(ActiveRule(rule, rule.severity) for rule in RULES if rule.enabled))
LINES = [
    line
    for path in sorted((Path(__file__).parents[1] / "examples").glob("*.md"))
    for line in path.read_text(encoding="utf-8").split("\n")
]
SCRAPS = st.sampled_from(
    [*LINES, "[", "](", ")", "()", "  ", "| a |", "<details>", "<!--", "[0425]", "\r", "（a）", "http://arxiv.org/abs/"]
)


def survey(texts: Sequence[Text]) -> tuple[tuple[Listing, ...], Context]:
    listings = tuple(read(parse(text)) for text in texts)
    return listings, Context(date(2026, 11, 21), Catalog(listings), frozenset())


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(4))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(content=st.lists(SCRAPS, max_size=30).map("\n".join))
def test_any_text_is_linted_and_fixed(part: int, content: str) -> None:
    """In parts, that more than one core works on it."""
    text = Text("README.md", content)
    listings, context = survey([text])
    for diagnostic in check(listings, PLAN, context).diagnostics:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(content)
    fixed = fix([text], PLAN, survey)
    if not fixed.conflicting:
        assert fix(fixed.texts, PLAN, survey).texts == fixed.texts


def packed(content: bytes) -> bytes:
    """The archive that an artifact is."""
    archive = io.BytesIO()
    with ZipFile(archive, "w") as members:
        members.writestr("report.json", content)
    return archive.getvalue()


SEAL = Seal("owner/list", 7)
STATE = State(runs=(Run(1_800_000_000),))
EVENT = {
    "repository": {"id": 1, "full_name": "owner/list"},
    "workflow_run": {
        "id": 2,
        "event": "pull_request",
        "head_branch": "add",
        "head_sha": "0" * 40,
        "repository": {"id": 1},
        "head_repository": {"id": 3, "full_name": "fork/list"},
        "pull_requests": [],
    },
}
REPORT = {"version": 1, "diagnostics": [], "not_run": [], "facts": None, "summary": {"errors": 0, "warnings": 0}}
CONFIGURATION = """\
lists: ["papers/**/*.md"]
fail_on: warning
rules: {date-mismatch: {months: 3}}
entry: {required: [date], patterns: {title: '^[A-Z].*(a|b)+$'}}
ignore: [{rule: stray-space, path: 'old/*.md', reason: old}]
"""
ISSUE = f"<!-- paperlist-bot:v1 sweep name=e3b0c442 time=1 -->\n- [x] a <!-- item=0123456789abcdef -->\n{pack(STATE)}"
COMMENT = write_comment_marker(("0123456789abcdef",), "0" * 40, SEAL) + "\ntext"
LOCK = '{"id": "arXiv:2401.12345", "title": "A B", "checked": "2026-11-21", "authors": ["A B"], "doi": null}\n' * 3
TAGS = '<meta name="citation_title" content="A &amp; B"><meta name="citation_author" content="A, B">'
CROSSREF = json.dumps(
    {
        "message": {
            "items": [
                {
                    "DOI": "10.1/a",
                    "title": ["A", "B"],
                    "author": [{"given": "A", "family": "B"}],
                    "issued": {"date-parts": [[2023, 6]]},
                    "container-title": ["C"],
                }
            ]
        }
    }
)
WORK = {"doi": "10.1/a", "titles": [{"title": "A"}], "creators": [{"name": "B, A"}], "publicationYear": 2023}
DATACITE = json.dumps({"data": [{"attributes": WORK}]})
LIST = """\
# Papers

## Agents

* [A title of a paper](https://arxiv.org/abs/2401.00001), ICLR 2024
* [Another title](https://arxiv.org/abs/2402.00002) [[code](https://github.com/a/b)]

| Paper | Date |
| --- | --- |
| [A third title](https://arxiv.org/abs/2403.00003) | 2024.03 |
"""
UNPACKED = (InvalidResponseError, TooLargeError)
READERS: dict[str, tuple[bytes, Callable[[bytes], object], tuple[type[Exception], ...]]] = {
    "state": (dump(STATE).encode(), lambda data: load(as_text(data)), (BotError,)),
    "part": (dump_part(Part(1, ())).encode(), lambda data: load_part(as_text(data)), (BotError,)),
    "issue": (ISSUE.encode(), lambda data: issue.KIND.read(as_text(data)), ()),
    "comment": (COMMENT.encode(), lambda data: read_comment_marker(as_text(data), SEAL), ()),
    "summary": (COMMENT.encode(), lambda data: read_summary_marker(as_text(data), SEAL), ()),
    "event": (json.dumps(EVENT).encode(), read_event, (BotError,)),
    "report": (render("json", Report((), ())).encode(), read_states, (UnusableError,)),
    "artifact": (packed(b"{}"), lambda data: unpack("the artifact", data), UNPACKED),
    "lock": (
        LOCK.encode(),
        lambda data: make_lock(read_lock(Text("papers.lock.jsonl", as_text(data))).values()),
        (BotError,),
    ),
    "citation tags": (TAGS.encode(), lambda data: read_tags(as_text(data)), ()),
    "Crossref": (CROSSREF.encode(), lambda data: saved(read_crossref_works(answer(data))), ()),
    "DataCite": (DATACITE.encode(), lambda data: saved(read_datacite_works(answer(data))), ()),
    "merge": (LIST.encode(), lambda data: merge(Text("", LIST), Text("", LIST + "* a\n"), Text("", as_text(data))), ()),
    "configuration": (CONFIGURATION.encode(), lambda data: parse_config(as_text(data), "bot.yml", RULES), (BotError,)),
}
"""What is right, what reads it, and the errors that it may raise."""


def answer(body: bytes) -> ServiceResponse:
    return ServiceResponse("https://a.example/works?q=a", 1.0, 200, body)


def saved(works: Mapping[str, Record]) -> list[bytes]:
    """The works as the cache writes them."""
    return [f"{doi}\n{WORKS.write(record)}".encode() for doi, record in works.items()]


SCRAPS_OF_FILES = (
    *(b"[" * 3_000, b"{" * 3_000, b"&a *a", b"!!python/object:os.system x", b"\x00", b"-->", b"<!--", b"\xff\xfe"),
    *(b"1e999", b"-1", b"null", b'"' * 9, b"(a+)+", b"**/" * 60, b"\n::error::x", b"\xed\xa0\x80", b"\\ud800"),
)
CUTS = st.lists(
    st.tuples(st.integers(0, 3_000), st.integers(0, 60), st.binary(max_size=12) | st.sampled_from(SCRAPS_OF_FILES)),
    min_size=1,
    max_size=4,
)


def as_text(data: bytes) -> str:
    """The text that a file is read as."""
    return data.decode("utf-8", "surrogateescape")


def mutated(content: bytes, cuts: Sequence[tuple[int, int, bytes]]) -> bytes:
    """The content with each cut taken out, and something else put in its place."""
    for start, length, new in cuts:
        at = start % (len(content) + 1)
        content = content[:at] + new + content[at + length :]
    return content


@pytest.mark.fuzz
@pytest.mark.parametrize("name", READERS)
@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(cuts=CUTS)
def test_whatever_is_read_is_a_value_or_a_known_error(name: str, cuts: list[tuple[int, int, bytes]]) -> None:
    right, read_it, known = READERS[name]
    read_it(right)
    with suppress(*known):
        read_it(mutated(right, cuts))
