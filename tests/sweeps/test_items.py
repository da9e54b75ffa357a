from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from bot.document import parse
from bot.facts.model import Facts, Repository
from bot.linter.rule import Context
from bot.listing import Catalog, Listing, read
from bot.papers.dates import Month
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.rules import RULES
from bot.sweeps.items import RULES as LISTED
from bot.sweeps.items import Item, ItemKind, describe_state, read_findings, take_inventory
from bot.sweeps.state import Census, Location, RuleFinding, Run, State
from bot.text import Text

FIREACT, REACT = "FireAct: Toward Language Agent Fine-tuning", "ReAct: Synergizing Reasoning and Acting"
LIST = f"""# Papers

See [the survey](https://lab.example/survey).

## Agents

* [2310] [{FIREACT}](https://arxiv.org/abs/2310.05915) [[page](https://fireact.example/)]
* [2210] [{REACT}](https://arxiv.org/abs/2210.03629) [[code](https://github.com/ysymyth/ReAct)]

## Tools

* [2210] [{REACT}](https://arxiv.org/pdf/2210.03629)
"""
ONE, TWO, CODE = "arxiv:2310.05915", "arxiv:2210.03629", "github:ysymyth/react"


def listing(content: str = LIST) -> Listing:
    return read(parse(Text("README.md", content)))


def test_where_everything_stands() -> None:
    inventory = take_inventory([listing()])
    assert dict(inventory.places) == {
        "https://lab.example/survey": (Location("README.md", 3, "", "the survey"),),
        ONE: (Location("README.md", 7, "Agents", FIREACT),),
        "https://fireact.example/": (Location("README.md", 7, "Agents", FIREACT),),
        TWO: (Location("README.md", 8, "Agents", REACT), Location("README.md", 12, "Tools", REACT)),
        CODE: (Location("README.md", 8, "Agents", REACT, "ysymyth/ReAct"),),
    }
    assert (inventory.papers, inventory.months) == (2, (Month(2022, 10, 1), Month(2023, 10, 1)))


def test_a_target_that_stands_everywhere_has_five_places() -> None:
    many = "".join(f"* [{REACT} {number}](https://arxiv.org/abs/2210.03629)\n" for number in range(50))
    assert len(take_inventory([listing(f"# Papers\n\n{many}")]).places[TWO]) == 5


def test_findings_name_the_target_they_are_about() -> None:
    one, two = Identifier(Scheme.ARXIV, "2310.05915"), Identifier(Scheme.ARXIV, "2210.03629")
    code = Identifier(Scheme.GITHUB, "ysymyth/react")
    facts = Facts(
        papers={
            one: Record("Gradient Descent on Riemannian Manifolds", identifier=one, withdrawn=False),
            two: Record(REACT, identifier=two, withdrawn=True, comment="withdrawn"),
        },
        repositories={code: Repository(code, "princeton-nlp/ReAct", True, "princeton-nlp/ReAct")},
    )
    texts = [listing()]
    context = Context(date(2026, 11, 21), Catalog(tuple(texts)), facts=facts)
    diagnostics = [each for rule in RULES if rule.slug in LISTED for each in rule.check(texts[0], context)]
    found = read_findings(texts, diagnostics)
    assert [(each.rule, each.target) for each in found] == [
        ("archived-repository", CODE),
        ("moved-repository", CODE),
        ("withdrawn-paper", TWO),
        ("wrong-paper", ONE),
    ]


def test_other_rules_are_not_listed() -> None:
    texts = [listing("# Papers\n\n* [A title](https://arxiv.org/abs/2313.05915)\n")]
    context = Context(date(2026, 11, 21), Catalog(tuple(texts)))
    diagnostics = [each for rule in RULES for each in rule.check(texts[0], context)]
    assert diagnostics
    assert read_findings(texts, diagnostics) == ()


def test_the_listed_rules_exist() -> None:
    assert set(LISTED) <= {rule.slug for rule in RULES}
    assert RuleFinding("a", "b", "c").key == "a b"


@pytest.mark.parametrize(
    ("target", "name", "url"),
    [
        (CODE, "ysymyth/ReAct", "https://github.com/ysymyth/ReAct"),
        (CODE, "", "https://github.com/ysymyth/react"),
        (CODE, "evil/other", "https://github.com/ysymyth/react"),
        (ONE, "ysymyth/ReAct", "https://arxiv.org/abs/2310.05915"),
        ("https://lab.example/survey", "Survey", "https://lab.example/survey"),
    ],
    ids=["as the list has it", "not known", "another name", "a paper", "a page"],
)
def test_a_repository_is_shown_as_the_list_writes_it(target: str, name: str, url: str) -> None:
    item = Item(ItemKind.DEAD, target, "", 0, 0, places=(Location("README.md", 1, name=name),))
    assert item.url == url


DAY = 86_400
DEAD = Item(ItemKind.DEAD, "https://a.example/", "status 404", 3 * DAY, 4 * DAY)
MOVED = Item(ItemKind.MOVED, "https://b.example/", "moved", DAY, DAY)
WRONG = Item(ItemKind.PAPERS, ONE, "another title", DAY, DAY, "wrong-paper")
VENUE = Item(ItemKind.PAPERS, ONE, "published", DAY, DAY, "published-venue")
STATES: dict[str, tuple[int, tuple[Item, ...], str]] = {
    "nothing": (7, (), "7 papers; nothing to do"),
    "no papers": (0, (), "nothing to do"),
    "one dead link": (1, (DEAD,), "1 paper; 1 dead link since 1970-01-04; 1 item that waits for a person"),
    "two": (
        9,
        (DEAD, replace(DEAD, since=DAY)),
        "9 papers; 2 dead links, the first since 1970-01-02; 2 items that wait for a person",
    ),
    "a wrong id": (9, (WRONG,), "9 papers; 1 wrong id; 1 item that waits for a person"),
    "what a sweep can fix": (9, (MOVED, VENUE), "9 papers; 2 entries that could be updated"),
    "another finding": (9, (replace(WRONG, rule="withdrawn-paper"),), "9 papers; 1 item that waits for a person"),
}


@pytest.mark.parametrize(("papers", "items", "line"), STATES.values(), ids=STATES)
def test_the_state_of_a_list_in_one_line(papers: int, items: tuple[Item, ...], line: str) -> None:
    assert describe_state(State(runs=(Run(DAY),), census=Census(papers)), items) == line


def test_before_the_first_sweep_nothing_is_claimed() -> None:
    assert describe_state(State(), ()) == "no sweep yet"
