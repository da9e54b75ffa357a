"""Property: a new entry says nothing that is of another paper, however the list writes its papers."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from bot.additions.addition import find_options

from .helpers import NEW, listing_of, section_of

_OWNER = "Quorra Vexley"
"""An author of each paper of the list, and not of the new one."""
_GROUP = "Zephyr Kestrel Collaboration"
_SYLLABLES = ("bra", "cel", "dox", "fim", "gul", "hap", "jev", "kow", "lum", "nyx", "pid", "rog", "sut", "tav", "wix")
_PATTERNS = (
    "- [{title}]({url}), {authors}, {venue}",
    "- **{title}** {authors}. *{venue}*. [[paper]({url})] {about}",
    '* {authors}. "{title}." {venue} ({year}). [[pdf]({url})] ★ {stars}',
    "1. {authors}, [{title}]({url}), arXiv:{id}",
    "- {title} [[Paper]({url})] [[Code](https://github.com/{word}/{word})] ![](https://img.shields.io/github/stars/{word}/{word})",
    "- [{title}]({url}) by {authors} ({word} Institute), {venue} - {about}",
    "- **[{title}]({url})**\n  - {authors}\n  - {venue} `{word}` {about}",
    "- [{title}]({url}) {about}<br> <sub>{authors}</sub> :star: {stars}",
)
_BYLINES = (
    "{0}, {1}, {2}",
    "{0}, **{1}**, {2}",
    "**{0}**, {1}, {2}",
    '{1}<font color="#5c5c5c"><sup>(#)</sup></font>, **{0}**<font\ncolor="#5c5c5c"><sup>($\\ast$)</sup></font>',
    '{1}<font color="#5c5c5c"><sup>(#)</sup></font>, {2},\n**{0}**<font color="#5c5c5c"><sup>($\\ast$)</sup></font>',
    "{0}<sup>1</sup>, {1}<sup>2</sup>, {2}<sup>1</sup>",
    "*{0}*, {1},\n{2}",
    "{1}, *et al.* ({group})",
    "{1} et al. ({group})",
    "{0} et al.",
)


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(_SYLLABLES, k=3))


def _author(chance: random.Random) -> str:
    return f"{_word(chance).title()} {_word(chance).title()}"


def _initial(name: str) -> str:
    return f"{name[0]}. {name.split()[-1]}"


def _list(seed: int) -> str:
    """A list in one pattern, with one or two forms of by-lines, and what is said of its papers."""
    chance = random.Random(seed)
    pattern, bylines = chance.choice(_PATTERNS), chance.sample(_BYLINES, chance.choice((1, 2)))
    shorten = chance.choice((str, _initial))
    said = " ".join(_word(chance) for _ in range(3))
    entries = []
    for number in range(chance.choice((1, 2, 3, 5, 12))):
        names = [_OWNER, _author(chance), _author(chance)]
        identifier = f"{chance.randrange(1901, 1912)}.{number:05}"
        facts = {
            "title": f"{_word(chance).title()} {_word(chance)} of {_word(chance)} {_word(chance)}",
            "url": f"https://arxiv.org/abs/{identifier}",
            "id": identifier,
            "authors": chance.choice(bylines).format(*map(shorten, names), group=_GROUP),
            "venue": chance.choice(("ICML 2019", "NeurIPS 2020", "arXiv 2019")),
            "year": "2019",
            "word": _word(chance),
            "stars": str(chance.randrange(1_000, 9_000)),
            "about": f"{said}." if number % 3 == 0 else chance.choice((f"{_word(chance)} {_word(chance)}.", "")),
        }
        entries.append(pattern.format(**facts))
    return "# Papers\n\n## Agents\n\n" + "\n".join(entries) + "\n"


@pytest.mark.parametrize("has_authors", [True, False], ids=["authors known", "authors unknown"])
@pytest.mark.parametrize("seed", [*range(30), 537, *(pytest.param(n, marks=pytest.mark.slow) for n in range(30, 120))])
def test_nothing_of_another_paper_is_written(seed: int, *, has_authors: bool) -> None:
    """Neither an author, a word of a title, an id, a year, a venue, a group, a description nor stars of a neighbour."""
    text = _list(seed)
    listing = listing_of(text)
    record = NEW if has_authors else replace(NEW, authors=())
    for option in find_options(listing, section_of(listing, "Agents"), record):
        words = set(re.findall(r"[^\W\d_]{3,}|\d{4,}", option.text.casefold()))
        foreign = set(
            re.findall(
                rf"\b(?:{'|'.join(_SYLLABLES)})+\b|quorra|vexley|zephyr|kestrel|icml|neurips|2019|2020", text.casefold()
            )
        )
        foreign |= {found for found in re.findall(r"\d{4,}", text) if found != "2405"}
        assert not words & foreign, f"{text}\n{option.text}"
        assert option.text.count("<") == option.text.count(">"), option.text


@pytest.mark.parametrize(
    ("tags", "own"),
    [
        pytest.param(["Images"] * 40 + ["Video"] * 14, False, id="sorted by topic, and the last topic is long"),
        pytest.param(["Images"] * 5 + ["Video"] * 14, False, id="several others have another one"),
        pytest.param(["Video"] * 30, True, id="all have the same"),
    ],
)
def test_the_topic_of_the_nearest_entries_is_no_word_of_all(tags: list[str], own: bool) -> None:
    lines = (
        f"- `{tag}` *arXiv 2023* **[{_title(number)}](https://arxiv.org/abs/2301.{number:05})**"
        for number, tag in enumerate(tags)
    )
    listing = listing_of("# Papers\n\n## Models\n\n" + "\n".join(lines) + "\n")
    options = find_options(listing, section_of(listing, "Models"), NEW)
    assert [("Video" in each.text, "Images" in each.text) for each in options[:1]] == [(own, False)]


def _title(number: int) -> str:
    chance = random.Random(number)
    return f"{_word(chance).title()} {_word(chance)} of {_word(chance)} {_word(chance)}"
