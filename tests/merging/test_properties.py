"""What holds for any merge: the set algebra of entries, and agreement with git where edits are far apart."""

from __future__ import annotations

import subprocess
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import example, given
from hypothesis import strategies as st

from bot.document import parse
from bot.listing import read
from bot.merging.three_way import merge
from bot.text import Text
from tests.merging.helpers import merged
from tests.sample_list import PAPERS

if TYPE_CHECKING:
    from pathlib import Path

SECTIONS = ("Training", "Tools", "Search")
NUMBERS = range(40)


class Place(NamedTuple):
    """An entry of a made-up list."""

    section: int
    number: int
    venue: str = ""


def line(place: Place) -> str:
    date, title, _ = PAPERS[place.number % len(PAPERS)]
    title = f"{title} {place.number}"
    return f"* [{date}] [{title}](https://arxiv.org/abs/{date}.{10_000 + place.number}){place.venue}\n"


def write(places: list[Place], style: str = "{}") -> str:
    parts = [
        f"\n## {name}\n\n" + "".join(style.format(line(place)) for place in places if place.section == number)
        for number, name in enumerate(SECTIONS)
    ]
    return "# Agents\n" + "".join(parts)


def papers(content: str) -> Counter[tuple[str, str]]:
    """The entries of a list, each with its section."""
    listing = read(parse(Text("README.md", content)))
    return Counter(
        (listing.sections[entry.section].heading, entry.work.value) for entry in listing.entries if entry.work
    )


PLACES = st.lists(
    st.builds(Place, st.integers(0, 2), st.sampled_from(NUMBERS), st.just("")),
    min_size=4,
    max_size=16,
    unique_by=lambda each: each[1],
)


@st.composite
def changes(draw: st.DrawFn) -> tuple[list[Place], list[Place], list[Place], list[Place]]:
    """A list, two versions of it with changes of different entries, and one with the changes of both."""
    base = draw(PLACES)
    sides = [list(base), list(base), list(base)]
    for number in draw(st.lists(st.sampled_from(NUMBERS), max_size=8, unique=True)):
        side, section, venue = draw(st.sampled_from((0, 1))), draw(st.integers(0, 2)), draw(st.booleans())
        own = next((place for place in base if place.number == number), None)
        for places in (sides[side], sides[2]):
            if own is None:
                places.insert(len(places) // 2, Place(section, number))
                continue
            index = places.index(own)
            if venue:
                places[index] = own._replace(venue=", ICLR 2026")
            elif section == own.section:
                del places[index]
            else:
                places[index] = own._replace(section=section)
    return base, sides[0], sides[1], sides[2]


@given(changes(), st.sampled_from(["{}", "{}\n"]))
def test_entries_are_those_that_the_sides_want(
    versions: tuple[list[Place], list[Place], list[Place], list[Place]], style: str
) -> None:
    base, ours, theirs, both = (write(places, style) for places in versions)
    found = merged(base, ours, theirs)
    assert (found.conflicts, found.doubt) == ((), "")
    assert papers(found.content) == papers(both)
    assert sorted(found.content.split()) == sorted(both.split())


@given(PLACES, PLACES, PLACES)
@example(
    [Place(0, 2), Place(0, 4), Place(0, 5), Place(1, 1)],
    [Place(0, 0), Place(0, 2), Place(0, 4), Place(0, 1)],
    [Place(0, 2), Place(0, 3), Place(1, 1), Place(1, 0)],
)
@example(
    [Place(0, 0), Place(0, 2), Place(0, 5), Place(1, 1)],
    [Place(0, 0), Place(0, 2), Place(0, 4), Place(0, 1)],
    [Place(0, 2), Place(0, 3), Place(0, 0), Place(1, 1)],
)
def test_sides_are_alike(base: list[Place], ours: list[Place], theirs: list[Place]) -> None:
    versions = write(base), write(ours), write(theirs)
    one, other = merged(*versions), merged(versions[0], versions[2], versions[1])
    assert bool(one.conflicts) == bool(other.conflicts)
    assert bool(one.doubt) == bool(other.doubt)
    if not one.conflicts and not one.doubt:
        assert papers(one.content) == papers(other.content)


@given(PLACES, PLACES)
def test_one_side_alone_is_the_result(base: list[Place], side: list[Place]) -> None:
    was, now = write(base), write(side)
    assert merged(was, now, was).content == now
    assert merged(was, was, now).content == now
    assert merged(was, now, now).content == now


@given(PLACES, PLACES)
def test_a_change_elsewhere_leaves_the_result_as_it_is(base: list[Place], side: list[Place]) -> None:
    """With a title that the other side changed, everything else is the side's, byte for byte."""
    was, now = write(base), write(side)
    assert merged(was, now, was.replace("# Agents", "# Agents and tools", 1)).content == now.replace(
        "# Agents", "# Agents and tools", 1
    )


def test_git_agrees_where_edits_are_far_apart(tmp_path: Path) -> None:
    places = [Place(number // 14, number) for number in NUMBERS]
    for first, second in ((2, 20), (5, 33), (17, 38), (0, 25)):
        for change in range(3):
            versions = [write(places)]
            for number in (first, second):
                own = list(places)
                if change == 0:
                    own[number] = own[number]._replace(venue=", ICLR 2026")
                elif change == 1:
                    del own[number]
                else:
                    own.insert(number, Place(own[number].section, 100 + number))
                versions.append(write(own))
            for name, content in zip(("base", "ours", "theirs"), versions, strict=True):
                (tmp_path / name).write_text(content)
            command = ["git", "merge-file", "-p", "ours", "base", "theirs"]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
            assert merged(*versions).content == done.stdout


SCRAPS = st.sampled_from(
    [
        line(Place(0, 1)),
        line(Place(0, 2)),
        "text\n",
        "## A\n",
        "| a | b |\n",
        "|---|---|\n",
        "  - x\n",
        "\n",
        "1. y\r\n",
    ]
)
ANY = st.lists(SCRAPS, max_size=10).map("".join)


@given(ANY, ANY, ANY)
def test_nothing_of_any_text_is_lost(base: str, ours: str, theirs: str) -> None:
    """A line that is new on a side, or that both kept, is in the result; or the result is not taken."""
    found = merge(Text("a.md", base), Text("b.md", ours), Text("c.md", theirs))
    if found is None or found.doubt:
        return
    was, one, two = ({word for word in each.split() if "http" in word} for each in (base, ours, theirs))
    assert (one - was) | (two - was) | (was & one & two) <= {*found.content.split()}


FORMS = (
    "* [{date}] [{title}]({url}) {venue}, [code]({code})\n",
    "- **{title}** [[paper]({url})] [[code]({code})], *{venue}*\n",
    "| {title} | {venue} | [link]({url}) | [code]({code}) |\n",
)
FIELDS = ("date", "title", "url", "venue", "code")


def entry(form: str, number: int, **changed: str) -> str:
    """An entry of a made-up list with some fields `changed`."""
    date, title, _ = PAPERS[number % len(PAPERS)]
    fields = {
        "date": date,
        "title": f"{title} {number}",
        "url": f"https://arxiv.org/abs/{date}.{10_000 + number}",
        "venue": "ICLR 2025",
        "code": f"https://github.com/lab/code-{number}",
    }
    return form.format(**fields | changed)


def made_list(form: str, entries: list[str], badge: str = "12", contents: str = "Training") -> str:
    head = "| Title | Venue | Paper | Code |\n|---|---|---|---|\n" if form.startswith("|") else ""
    return (
        f"# Agents\n\n![papers](https://img.shields.io/badge/papers-{badge}-blue)\n\n"
        f"- [{contents}](#training)\n- [Tools](#tools)\n\n## Training\n\n{head}{''.join(entries[:6])}\n"
        f"## Tools\n\n{head}{''.join(entries[6:])}"
    )


EDITS = {
    "date": ("2111", "2112"),
    "title": ("A Title Spelt Well", "A Title Spelled Well"),
    "url": ("https://openreview.net/forum?id=a%2Db", "https://openreview.net/forum?id=a-b"),
    "venue": ("ICML 2025", "NeurIPS 2025"),
    "code": ("https://github.com/lab/ours", "https://github.com/lab/theirs"),
}
"""What each side writes into a field, and no entry has there."""


@given(
    st.sampled_from(FORMS),
    st.integers(0, 11),
    st.sampled_from(FIELDS),
    st.sampled_from(FIELDS),
    st.booleans(),
    st.booleans(),
)
def test_no_edit_of_an_entry_is_lost(
    form: str, place: int, first: str, second: str, badge: bool, contents: bool
) -> None:
    """Edits of different fields are joined, with those of badge and contents; of the same field they are a conflict."""
    entries = [entry(form, number) for number in range(12)]
    ours, theirs = list(entries), list(entries)
    ours[place] = entry(form, place, **{first: EDITS[first][0]})
    theirs[place] = entry(form, place, **{second: EDITS[second][1]})
    wanted = [EDITS[name][side] for side, name in enumerate((first, second)) if f"{{{name}}}" in form]
    found = merged(
        made_list(form, entries),
        made_list(form, ours, badge="13" if badge else "12"),
        made_list(form, theirs, contents="Training agents" if contents else "Training"),
    )
    assert [each for each in wanted if each not in found.content] == []
    is_same = first == second and f"{{{first}}}" in form
    # With another address and another title it may be another paper, whose other fields are not of this one.
    may_differ = {first, second} == {"url", "title"}
    assert bool(found.conflicts or found.doubt) == is_same or may_differ
    if not found.conflicts:
        assert ("papers-13-" in found.content, "[Training agents]" in found.content) == (badge, contents)


@given(st.sampled_from(FORMS), st.integers(0, 11), st.integers(20, 29), st.integers(30, 39))
def test_what_both_sides_add_at_one_place_is_there(form: str, place: int, first: int, second: int) -> None:
    entries = [entry(form, number) for number in range(12)]
    added = entry(form, first), entry(form, second)
    sides = [made_list(form, [*entries[:place], each, *entries[place:]]) for each in added]
    found = merged(made_list(form, entries), *sides)
    assert [each for each in added if each not in found.content] == []
    assert (found.conflicts, found.doubt) == ((), "")
