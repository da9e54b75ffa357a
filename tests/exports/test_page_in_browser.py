"""The page of a list in a real browser: it searches, filters and sorts, fits, and can be used by everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.exports.page import Page, render_page
from bot.exports.references import make_references, render_bibtex
from tests.browser import AXE, CHROMIUM, browser
from tests.exports.lists import DAY, SMALL, export, write_long
from tests.exports.test_page import PAGE, hostile
from tests.exports.test_round_trip import FACTS
from tests.reports.test_pages import HOSTILE
from tests.reports.test_pages_in_browser import CONTRASTS, TREE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser import Tab

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; apt-get install chromium"),
]

TITLES = "Array.from(document.querySelectorAll('#entries .title'), e => e.textContent.split(':')[0].split(' ')[0])"
STATE = "document.getElementById('state').textContent"
ALL = ["FireAct", "Reflexion", "Building", "XGBoost", "Gymnasium"]
BARS = """(() => {
  const bars = Array.from(document.querySelectorAll("#bars .some"), e => parseFloat(e.getAttribute("height")));
  return [bars[0] && 1, bars[7] / 50, bars[8] / 50, bars.reduce((a, b) => a + b) / 50];
})()"""
LONG = 1_200
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Keys arrive, and what is out of sight is in the tree, when a frame was drawn."""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(render_page(PAGE, export(SMALL)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def long_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "long.html"
    path.write_text(render_page(Page("Long", DAY), export(write_long(LONG))), encoding="utf-8")
    return path


def choose(tab: Tab, menu: str, label: str) -> None:
    tab.run(
        f"(() => {{ const e = document.getElementById('{menu}');"
        f" e.value = Array.from(e.options).find(o => o.text.trim().startsWith('{label}')).value;"
        " e.dispatchEvent(new Event('change')); })()"
    )


def press(tab: Tab, title: str, chip: str) -> None:
    tab.run(
        f"Array.from(document.querySelectorAll('#entries li')).find(e => e.textContent.includes('{title}'))"
        f".querySelectorAll('button').forEach(e => {{ if (e.textContent === '{chip}') e.click(); }})"
    )


def write(tab: Tab, words: str) -> None:
    tab.run("document.getElementById('query').select()")
    tab.call("Input.insertText", text=words)


def test_it_loads_itself_alone_and_nobody_complains(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open(page)
    assert tab.run(TITLES) == ALL
    assert (tab.requests, tab.log) == ([page.as_uri()], [])


@pytest.mark.parametrize(
    ("words", "expected", "state"),
    [
        ("language", ["FireAct", "Reflexion"], "2 of 5 entries"),
        ("  VERBAL  lang", ["Reflexion"], "1 of 5 entries"),
        ("kdd", ["XGBoost"], "1 of 5 entries"),
        ("2310.05915", ["FireAct"], "1 of 5 entries"),
        ("training mathematics", ["Building"], "1 of 5 entries"),
        ("nowhere", [], "0 of 5 entries"),
        ("", ALL, "5 entries"),
    ],
)
def test_typing_searches(tab: Tab, page: Path, words: str, expected: list[str], state: str) -> None:
    tab.show()
    tab.open(page)
    tab.run("document.getElementById('query').focus()")
    tab.call("Input.insertText", text=words)
    assert (tab.run(TITLES), tab.run(STATE)) == (expected, state)
    assert tab.run("document.getElementById('none').hidden") is bool(expected)


def test_accents_and_case_do_not_count(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    content = "* [Schrödinger Bridges for MÜLLER Potentials](https://arxiv.org/abs/2310.05915)\n"
    path.write_text(render_page(PAGE, export(content)), encoding="utf-8")
    tab.open(path)
    for words in ("schrodinger muller", "SCHRÖDINGER Müller"):
        write(tab, words)
        assert len(tab.run(TITLES)) == 1


def test_filters_and_order(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open(page)
    choose(tab, "section", "Training")
    assert tab.run(TITLES) == ["FireAct", "Reflexion", "Building"]
    press(tab, "FireAct", "2023-10")
    assert tab.run(TITLES) == ["FireAct", "Reflexion"]
    choose(tab, "venue", "NeurIPS")
    assert tab.run(TITLES) == ["Reflexion"]
    tab.run("document.getElementById('reset').click()")
    assert (tab.run(TITLES), tab.run("document.activeElement.id")) == (ALL, "query")
    assert tab.run("Array.from(document.querySelectorAll('#entries h2'), e => e.textContent)") == [
        *("Training", "Training › Mathematics", "Tools")
    ]
    choose(tab, "order", "Newest")
    assert tab.run(TITLES) == ["Building", "FireAct", "Reflexion", "XGBoost", "Gymnasium"]
    choose(tab, "order", "Oldest")
    assert tab.run(TITLES) == ["XGBoost", "Reflexion", "FireAct", "Building", "Gymnasium"]
    choose(tab, "order", "By title")
    assert tab.run(TITLES) == ["Building", "FireAct", "Gymnasium", "Reflexion", "XGBoost"]


def test_what_is_chosen_is_in_the_address(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open(page)
    choose(tab, "section", "Training")
    write(tab, "language")
    hash_ = "#query=language&section=Training"
    kept = f"for (let i = 0; i < 400 && location.hash !== '{hash_}'; i++) await new Promise(d => setTimeout(d, 25));"
    assert tab.run(f"(async () => {{ {kept} return location.hash; }})()") == hash_
    tab.open("about:blank")
    tab.open(f"{page.as_uri()}{hash_}")
    assert tab.run(TITLES) == ["FireAct", "Reflexion"]
    tab.open("about:blank")
    tab.open(f"{page.as_uri()}#section=Gone&venue=%00&year=x&order=new&main")
    assert tab.run(TITLES)[:1] == ["Building"]
    assert tab.log == []


def test_a_link_leads_to_the_section_that_was_chosen(tab: Tab, tmp_path: Path) -> None:
    """Sections of one name are told apart by those around them, whatever signs are in their names."""
    number = iter(range(1, 99))
    lines = ["# Papers\n"]
    for outer in ("Analysis", "Technique", "A/B & 100%"):
        lines.append(f"\n## {outer}\n")
        for inner in ("2023", "2024", "C/D"):
            n = next(number)
            lines += [f"\n### {inner}\n\n* [Paper{n}](https://arxiv.org/abs/2310.{n:05})\n"]
    path = tmp_path / "page.html"
    path.write_text(render_page(PAGE, export("".join(lines))), encoding="utf-8")
    tab.show()
    tab.open(path)
    count = tab.run("document.getElementById('section').options.length")
    assert count == 1 + 3 + 9
    for index in (1, 3, 5, 6, 11, 12):  # an outer one, those of one name in two, and those with signs
        tab.open("about:blank")
        tab.open(path)
        tab.run(
            f"(() => {{ const e = document.getElementById('section'); e.selectedIndex = {index};"
            " e.dispatchEvent(new Event('change')); })()"
        )
        chosen = tab.run(TITLES)
        wait = "for (let i = 0; i < 400 && !location.hash; i++) await new Promise(d => setTimeout(d, 25));"
        address = tab.run(f"(async () => {{ {wait} return location.href; }})()")
        tab.open("about:blank")
        tab.open(address)
        assert (tab.run(TITLES), tab.run("document.getElementById('section').selectedIndex")) == (chosen, index)


def test_all_authors_are_found_and_many_shown_on_request(tab: Tab, tmp_path: Path) -> None:
    names = [
        f"Ann {name}" for name in "Abel Bonn Cole Dorn Ernst Falk Gold Hahn Ives Jung Kern Lenz Mohr Nagel".split()
    ]
    path = tmp_path / "page.html"
    entry = f"* [FireAct: Toward Agents](https://arxiv.org/abs/2310.05915), {', '.join(names)}\n"
    path.write_text(render_page(Page("P", DAY), export(f"# P\n\n{entry}")), encoding="utf-8")
    tab.show()
    tab.open(path)
    assert tab.run("document.querySelector('.authors').textContent") == f"{', '.join(names[:12])}, and 2 more"
    write(tab, "nagel")
    assert len(tab.run(TITLES)) == 1
    press(tab, "FireAct", "and 2 more")
    assert tab.run("document.querySelector('.authors').textContent").strip() == ", ".join(names)
    assert tab.run("document.activeElement.textContent") == "Ann Mohr,"


def test_the_keyboard_is_enough(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open("about:blank")
    tab.open(page)
    tab.run(FRAMES)
    here = "document.activeElement.id || document.activeElement.className || document.activeElement.textContent"
    order = []
    for _ in range(8):
        tab.press("Tab", 9)
        order.append(tab.run(here))
    assert order == ["skip", "the list itself", "BibTeX", "what is new", "query", "section", "venue", "order"]
    for _ in range(3):
        tab.press("Tab", 9)
        order.append(tab.run(here))
    assert order[-3:] == ["code", "from", "to"]
    tab.press("ArrowLeft", 37)
    assert (tab.run("document.getElementById('to').getAttribute('aria-valuetext')"), tab.run(TITLES)) == (
        "2023",
        ["FireAct", "Reflexion", "XGBoost"],
    )
    tab.run("document.getElementById('reset').click()")
    tab.run("document.activeElement.blur()")
    tab.press("/", 191, "/")
    assert (tab.run(here), tab.run("document.getElementById('query').value")) == ("query", "")
    tab.press("ArrowDown", 40)
    tab.press("ArrowDown", 40)
    assert tab.run("document.activeElement.textContent").startswith("Reflexion")
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.press("ArrowUp", 38)
    tab.press("ArrowUp", 38)
    tab.call("Input.insertText", text="xgb")
    assert tab.run(TITLES) == ["XGBoost"]
    tab.press("Escape", 27)
    assert (tab.run(TITLES), tab.run(here)) == (ALL, "query")


def test_a_long_list_is_shown_as_far_as_it_is_read(tab: Tab, long_page: Path) -> None:
    tab.show()
    tab.open(long_page)
    count = "document.querySelectorAll('#entries li').length"
    assert tab.run(STATE) == f"{LONG:,} entries"
    assert tab.run(count) < 200
    tab.run("document.getElementById('more').click()")
    shown = tab.run(count)
    assert shown >= 84
    assert tab.run("document.activeElement.closest('li').getAttribute('aria-posinset') > 24")
    assert tab.run("document.querySelector('#entries ol:last-child > :last-child').ariaSetSize") == str(LONG)
    write(tab, "part 1199")
    assert tab.run(TITLES) == tab.run(TITLES)[:1] != []
    assert tab.run("document.getElementById('more').hidden")


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_it_fits_the_window(tab: Tab, tmp_path: Path, width: int) -> None:
    path = tmp_path / "page.html"
    path.write_text(hostile("x" * 390), encoding="utf-8")
    tab.show(width=width)
    tab.open(path)
    assert tab.run("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_contrast_is_enough(tab: Tab, page: Path, dark: bool) -> None:
    """WCAG 2.2 AA: 4.5 for words (1.4.3)."""
    tab.show(dark=dark)
    tab.open(page)
    found = tab.run(CONTRASTS.replace("shapes.reduce(low)", "0").replace('"body *"', '"body :not(option)"'))
    bars = tab.run(BARS)
    background = tab.run("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, background[4:-1].split(","))) < 200) is dark
    assert found["count"] > 20
    assert found["words"][0] >= 4.5, found["words"]
    assert bars == [1, 2, 1, 4]


@pytest.mark.parametrize(
    ("hash_", "titles"),
    [
        ("#section=Training%2FMathematics", ["Building"]),
        ("#author=Baian+Chen", ["FireAct"]),
        ("#from=2023&to=2024", ["FireAct", "Reflexion", "Building"]),
        ("#year=2023", ["FireAct", "Reflexion"]),
        ("#code=1", ["FireAct"]),
        ("#code=1&query=nothing", []),
        ("#arXiv%3A2303.11366", ["Reflexion", "Building", "XGBoost", "Gymnasium"]),
        ("#arXiv:2310.05915", ALL),
        ("#arXiv:2310.99999", ALL),
    ],
)
def test_addresses_open_what_they_name(tab: Tab, tmp_path: Path, hash_: str, titles: list[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text(render_page(PAGE, export(SMALL, FACTS)), encoding="utf-8")
    tab.show()
    tab.open("about:blank")
    tab.open(f"{path.as_uri()}{hash_}")
    assert (tab.run(TITLES), tab.log) == (titles, [])


def test_an_author_is_searched_and_chosen(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(render_page(PAGE, export(SMALL, FACTS)), encoding="utf-8")
    tab.show()
    tab.open("about:blank")
    tab.open(path)
    write(tab, "van den berg")
    assert tab.run(TITLES) == ["FireAct"]
    write(tab, "")
    press(tab, "FireAct", "Ludwig van den Berg")
    assert (tab.run(TITLES), tab.run("document.getElementById('author').hidden")) == (["FireAct"], False)
    assert tab.run("document.activeElement.id") == "state"
    tab.run("document.getElementById('author').click()")
    assert (tab.run(TITLES), tab.run("document.getElementById('author').hidden")) == (ALL, True)


def test_time_is_chosen_in_the_bars(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open("about:blank")
    tab.open(page)
    bar = "document.querySelectorAll('#bars .hit')[{}].dispatchEvent(new MouseEvent('click'))"
    tab.run(bar.format(7))
    assert (tab.run(TITLES), tab.run("document.querySelector('#span').textContent")) == (
        ["FireAct", "Reflexion"],
        "2023",
    )
    tab.run(bar.format(7))
    assert (tab.run(TITLES), tab.run("document.querySelector('#span').textContent")) == (ALL, "2016 to 2024")
    write(tab, "xgboost")
    heights = "Array.from(document.querySelectorAll('#bars .some'), e => e.getAttribute('height'))"
    assert tab.run(heights) == ["50%", *["0%"] * 8]


def test_bibtex_is_copied(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open("about:blank")
    tab.open(page)
    tab.run("(() => { window.kept = ''; navigator.clipboard.writeText = async text => { window.kept = text; }; })()")
    press(tab, "Reflexion", "BibTeX")
    wait = "(async () => { for (let i = 0; i < 400 && !window.kept; i++) await new Promise(d => setTimeout(d, 25));"
    copied = tab.run(f"{wait} return window.kept; }})()")
    assert copied == render_bibtex(make_references(export(SMALL))).split("\n\n")[1] + "\n"
    assert tab.run("document.getElementById('said').textContent") == "BibTeX copied"
    assert tab.log == []


@pytest.mark.skipif(AXE is None, reason="axe-core is not installed; npm install axe-core")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_has_nothing_to_say(tab: Tab, page: Path, dark: bool, width: int) -> None:
    assert AXE is not None
    tab.show(width=width, dark=dark)
    tab.open("about:blank")
    tab.open(page)
    tab.run(AXE.read_text(encoding="utf-8") + "; 0")
    found = tab.run("axe.run(document).then(r => r.violations.map(v => v.id + ' ' + v.nodes[0].html.slice(0, 90)))")
    assert found == []


def named(tab: Tab) -> list[tuple[str, str]]:
    """What is read, in the order of the page."""
    every = {node["nodeId"]: node for node in tab.call(TREE)["nodes"]}
    nodes: list[dict[str, Any]] = []
    waiting = [next(iter(every))]
    while waiting:
        node = every.get(waiting.pop(), {"ignored": True})
        waiting += reversed(node.get("childIds", []))
        nodes += [] if node["ignored"] else [node]
    return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]


@pytest.mark.parametrize("width", [320, 1280], ids=["phone", "desk"])
def test_it_can_be_read_aloud(tab: Tab, page: Path, width: int) -> None:
    """Landmarks, a heading for each entry, names for all that can be used, and how many were found."""
    tab.show(width=width)
    tab.open(page)
    tab.run(FRAMES)
    found = named(tab)
    assert {("search", "Entries"), ("main", "Entries")} <= set(found)
    assert {"banner", "contentinfo", "list", "status"} <= {role for role, _ in found}
    assert [name.partition(":")[0] for role, name in found if role == "heading"] == [
        *("Papers on agents", "Training", "FireAct", "Reflexion", "Training › Mathematics"),
        *("Building Math Agents with Multi-Turn Iterative Preference Learning", "Tools", "XGBoost", "Gymnasium"),
    ]
    assert sum(role == "listitem" for role, _ in found) == 5
    assert ("searchbox", "Search") in found
    assert [name for role, name in found if role == "combobox"] == ["Section", "Venue", "Order"]
    assert ("switch", "With code") in found
    assert [name for role, name in found if role == "slider"] == ["From", "To"]
    assert ("button", "Copy BibTeX: FireAct: Toward Language Agent Fine-tuning") in found
    assert ("link", "Link to this entry: FireAct: Toward Language Agent Fine-tuning") in found
    assert ("link", "code: FireAct: Toward Language Agent Fine-tuning") in found
    assert all(name for role, name in found if role in {"link", "button", "searchbox", "combobox", "slider", "switch"})


def test_without_scripts_it_says_so(tab: Tab, page: Path) -> None:
    tab.show()
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        tab.open(page)
        found = named(tab)
    finally:
        tab.call("Emulation.setScriptExecutionDisabled", value=False)
    assert any(name.startswith("This page needs JavaScript") for _, name in found)
    assert "searchbox" not in {role for role, _ in found}


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_do_nothing(tab: Tab, tmp_path: Path, words: str) -> None:
    path = tmp_path / "page.html"
    path.write_text(hostile(words), encoding="utf-8")
    tab.show()
    tab.open(path)
    write(tab, words.replace("\x00", ""))
    assert tab.run("document.querySelectorAll('script, img, iframe, svg').length") == 4
    assert (tab.requests, tab.log) == ([path.as_uri()], [])
