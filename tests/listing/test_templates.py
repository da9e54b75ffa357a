"""Lists in hundreds of ways to write an entry: each order of its parts, each way to set them off and to divide them.

What real lists do is some of these ways, and nobody knows which; so the reader is held to nearly all of them.
Run by `pytest -m fuzz`.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.model import entry_object
from bot.text import Text

PAPERS = (
    ("Graphs Are All You Need", ("Ann Lee", "Bo Chen", "Cara Diaz"), "ICML"),
    ("Learning to Plan with Language Agents: A Survey", ("Wei Zhang", "Jun Li"), "NeurIPS"),
    ("Graph Networks, Trees, and Beyond", ("Maria Garcia", "John Smith", "Olga Petrova", "Kenji Sato"), "CVPR"),
    ("FooNet: Fast Inference for Sparse Models", ("Peter van der Berg", "Xin Wang"), "ACL"),
    ("Do Large Models Dream of Small Sheep?", ("Sofia Rossi", "Tom Baker", "Li Na"), "ICLR"),
    ("On the Convergence of Steps in 3D Scenes", ("Rahul Gupta", "Emma Brown"), "KDD"),
    ("A Simple Baseline for Robust Control", ("David Kim", "Yuki Tanaka", "Omar Ali"), "Nature"),
    ("Towards Private Federated Learning at the Edge", ("Chen Liu", "Hao Wu", "Min Zhao"), "AAAI"),
    ("BarGAN: Generative Models of Structure", ("Laura Costa", "Igor Ivanov"), "ICRA"),
    ("What Makes Good Reviewers? An Empirical Study", ("Ada Byron", "Alan Smithee", "Grace Hop"), "SIGMOD"),
)
TITLES = (
    *(
        "{}",
        "*{}*",
        "**{}**",
        "[{}]({url})",
        "[**{}**]({url})",
        "**[{}]({url})**",
        '"{}"',
        '["{}"]({url})',
        '"[{}]({url})"',
    ),
    *("[{}.]({url})", "<b>{}</b>"),
)
AUTHORS = ("", "{all}", "{both}", "{family} et al.", "{first} et al.", "{short}", "*{all}*", "({all})")
VENUES = (
    *("", "{0} {1}", "{0}, {1}", "({0} {1})", "*{0}*, {1}", "[{0} {1}]", "{0}'{2}", "**{0} {1}**", "`{0} {1}`"),
    *("({1})", "[{1}]", "{1}.05", "*{0} {1}*", "In {0}, {1}", "({0}, {1})", "`{0}` `{1}`"),
)
LINKS = (
    *("[paper]({url})", "[[paper]({url})] [[code]({code})]", "[Paper]({url}) [Code]({code})", "([pdf]({url}))"),
    "[Paper]({url}) | [Code]({code})",
)
LEADS = {"-": "", "/": "  \n  ", ">": "\n  - "}
ORDERS = (
    *(("-TAVL",), ("-TVAL",), ("-VTAL",), ("-TLAV",), ("-VTLA",), ("-TAV", "/L"), ("-T", "/A", "/VL"), ("-T", "/AVL")),
    *(("-TVL", "/A"), ("-T", ">A", ">VL"), ("-TVL", ">A"), ("-T", ">AVL")),
)
"""The title, the authors, venue and year, links; also behind a line break, and in an item nested below."""
SIGNS = (", ", ". ", " - ", " | ", ": ", " ")
TEMPLATES, SHARE, SURE = 400, 0.98, 0.8


class Template(NamedTuple):
    """How the entries of a list are written."""

    order: tuple[str, ...]
    sign: str
    parts: dict[str, str]

    def write(self, number: int) -> str:
        """The entry of one of the papers."""
        title, names, venue = PAPERS[number]
        year, url = 2015 + number % 8, f"https://example.org/{number:03}.pdf"
        written = {
            "T": self.parts["T"].format(title, url=url),
            "V": self.parts["V"].format(venue, year, year % 100),
            "L": self.parts["L"].format(url=url, code=f"https://github.com/foo/bar{number}"),
            "A": self.parts["A"].format(
                all=", ".join(names),
                both=f"{', '.join(names[:-1])} and {names[-1]}",
                family=names[0].split()[-1],
                first=names[0],
                short=", ".join(f"{name[0]}. {name.split()[-1]}" for name in names),
            ),
        }
        lines = [(line[0], [written[part] for part in line[1:] if written[part]]) for line in self.order]
        first, *others = [(lead, self.sign.join(parts).replace("..", ".")) for lead, parts in lines if parts]
        return f"- {first[1]}" + "".join(f"{LEADS[lead]}{text}" for lead, text in others)

    def is_read(self) -> bool:
        """Whether most titles and years of a list are read that is written so."""
        entries = [self.write(number) for number in range(len(PAPERS))]
        listing = read(parse(Text("list.md", "# Papers\n\n## Agents\n\n" + "\n".join(entries) + "\n")))
        found = {(each["title"], str(each["date"])[:4]) for each in (entry_object(listing, e) for e in listing.entries)}
        years = [str(2015 + number % 8) if self.parts["V"] else "None" for number in range(len(PAPERS))]
        right = sum((title, year) in found for (title, _, _), year in zip(PAPERS, years, strict=True))
        return right >= SURE * len(PAPERS)


def choose(chance: random.Random) -> Template:
    parts = {"T": TITLES, "A": AUTHORS, "V": VENUES, "L": LINKS}
    return Template(
        chance.choice(ORDERS), chance.choice(SIGNS), {part: chance.choice(ways) for part, ways in parts.items()}
    )


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(4))
def test_nearly_all_ways_to_write_an_entry_are_read(seed: int) -> None:
    chance = random.Random(seed)
    templates = [choose(chance) for _ in range(TEMPLATES)]
    unread = [each for each in templates if not each.is_read()]
    assert len(unread) <= (1 - SHARE) * TEMPLATES, unread
