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
from bot.listing.values import entry_object
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
    ("Edge Caching: Models, Data, and Open Problems", ("Noah Berg", "Ingrid Lind"), "WWW"),
    ("Fast, Robust, and Private Retrieval", ("Lars Holm", "Priya Nair", "Quan Le"), "SIGIR"),
)
TITLES = (
    *("{}", "*{}*", "**{}**", "[{}]({url})", "[**{}**]({url})", "**[{}]({url})**", '"{}"', '["{}"]({url})'),
    *('"[{}]({url})"', "[{}.]({url})", "<b>{}</b>"),
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
LEADS = {"-": "", "/": "  \n  ", ">": "\n  - ", "#": "  \n  ", "*": "\n  - "}
LABELS = {
    "#A": "Authors: ",
    "#V": "Venue: ",
    "#L": "Links: ",
    "*A": "**Authors:** ",
    "*V": "**Venue**: ",
    "*L": "**Links:** ",
}
CARRIERS = (
    *("- {}\n",) * 4,
    "{n}. {}\n",
    "({n}) {}\n\n",
    "[{n}] {}\n\n",
    "{n}、{}\n\n",
    "{}\n\n",
    "- [ ] {}\n",
    "> {}\n>\n",
)
HEADINGS = ("## Agents\n\n", "##Agents\n", "**Agents**\n\n")
ORDERS = (
    *(("-TAVL",), ("-TVAL",), ("-VTAL",), ("-TLAV",), ("-VTLA",), ("-TAV", "/L"), ("-T", "/A", "/VL"), ("-T", "/AVL")),
    *(("-TVL", "/A"), ("-T", ">A", ">VL"), ("-TVL", ">A"), ("-T", ">AVL")),
    *(("-T", "#A", "#V", "#L"), ("-TL", "*A", "*V"), ("-TV", "#A", "#L")),
)
"""The title, the authors, venue and year, links; also behind a line break, in an item nested below, with a label."""
SIGNS = (", ", ". ", " - ", " | ", ": ", " ")
TEMPLATES, SHARE, SURE = 400, 0.94, 0.8


class Template(NamedTuple):
    """How the entries of a list are written."""

    order: tuple[str, ...]
    sign: str
    parts: dict[str, str]
    carrier: str = CARRIERS[0]
    heading: str = HEADINGS[0]

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
        lines = [(line, [written[part] for part in line[1:] if written[part]]) for line in self.order]
        first, *others = [(line, self.sign.join(parts).replace("..", ".")) for line, parts in lines if parts]
        text = first[1] + "".join(f"{LEADS[line[0]]}{LABELS.get(line, '')}{text}" for line, text in others)
        mark = "\n> " if self.carrier[0] == ">" else "\n" if self.carrier[0] in "({[" else "\n "
        return self.carrier.format(text.replace("\n", mark), n=number + 1)

    def is_read(self) -> bool:
        """Whether most titles and years of a list are read that is written so."""
        entries = [self.write(number) for number in range(len(PAPERS))]
        listing = read(parse(Text("list.md", f"# Papers\n\n{self.heading}{''.join(entries)}")))
        found = {(each["title"], str(each["date"])[:4]) for each in (entry_object(listing, e) for e in listing.entries)}
        years = [str(2015 + number % 8) if self.parts["V"] else "None" for number in range(len(PAPERS))]
        right = sum((title, year) in found for (title, _, _), year in zip(PAPERS, years, strict=True))
        return right >= SURE * len(PAPERS)


def choose(chance: random.Random) -> Template:
    parts = {"T": TITLES, "A": AUTHORS, "V": VENUES, "L": LINKS}
    return Template(
        chance.choice(ORDERS),
        chance.choice(SIGNS),
        {part: chance.choice(ways) for part, ways in parts.items()},
        chance.choice(CARRIERS),
        chance.choice(HEADINGS),
    )


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(2))
def test_nearly_all_ways_to_write_an_entry_are_read(seed: int) -> None:
    chance = random.Random(seed)
    templates = [choose(chance) for _ in range(TEMPLATES)]
    unread = [each for each in templates if not each.is_read()]
    assert len(unread) <= (1 - SHARE) * TEMPLATES, unread
