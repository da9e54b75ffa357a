"""The page of a list's health in a real browser: it sorts, filters, fits, and can be used by everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.reports.pages import render
from tests.browser import CHROMIUM, browser
from tests.reports.health import health
from tests.reports.test_pages import HOSTILE, hostile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser import Tab

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; apt-get install chromium"),
]

FIRST_CELLS = "Array.from(document.querySelectorAll('#dead-links tbody tr'), r => r.cells[0].textContent)"
SHOWN = "Array.from(document.querySelectorAll('#dead-links tbody tr')).filter(r => r.offsetHeight).length"
SORTED = "Array.from(document.querySelectorAll('#dead-links thead th'), h => h.getAttribute('aria-sort'))"
BUTTON = "document.querySelector('#dead-links thead th:nth-child({}) button')"
TREE = "Accessibility.getFullAXTree"
CONTRASTS = """(() => {
  const numbers = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => {
    const [r, g, b] = numbers(c).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = e => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor;
      if (numbers(c)[3] !== 0) return c;
    }
  };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const words = Array.from(document.querySelectorAll("body *"))
    .filter(e => Array.from(e.childNodes).some(n => n.nodeType === 3 && n.data.trim()) && e.checkVisibility())
    .filter(e => e.localName !== "script" && e.localName !== "title");
  const ratios = words.map(e => {
    const style = getComputedStyle(e);
    return [ratio(e.closest("svg") ? style.fill : style.color, behind(e)), e.outerHTML.slice(0, 90)];
  });
  const shapes = Array.from(document.querySelectorAll("rect:not(.hit), .line"))
    .map(e => {
      const style = getComputedStyle(e);
      return [ratio(e.localName === "path" ? style.stroke : style.fill, behind(e)), e.outerHTML.slice(0, 90)];
    });
  const low = (a, b) => a[0] < b[0] ? a : b;
  return { count: ratios.length, words: ratios.reduce(low), shapes: shapes.reduce(low) };
})()"""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(render(health(12)), encoding="utf-8")
    return path


def test_it_loads_itself_alone_and_nobody_complains(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open(page)
    tab.run("0")
    assert (tab.requests, tab.log) == ([page.as_uri()], [])


def test_a_click_sorts_and_another_one_turns_round(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open(page)
    before = tab.run(FIRST_CELLS)
    assert tab.run(SORTED) == [None, None, None, "ascending", None, None]
    tab.run(f"{BUTTON.format(1)}.click()")
    assert tab.run(FIRST_CELLS) == sorted(before, key=lambda url: int(url.rpartition("/")[2]))
    assert tab.run(SORTED) == ["ascending", None, None, None, None, None]
    tab.run(f"{BUTTON.format(1)}.click()")
    assert tab.run(FIRST_CELLS) == sorted(before, key=lambda url: -int(url.rpartition("/")[2]))
    assert tab.run(SORTED) == ["descending", None, None, None, None, None]


def test_numbers_are_sorted_as_numbers_the_most_first(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open(page)
    tab.run("document.querySelector('#sweeps thead th:nth-child(3) button').click()")
    cells = "Array.from(document.querySelectorAll('#sweeps tbody tr'), r => Number(r.cells[2].textContent))"
    found = tab.run(cells)
    assert found == sorted(found, reverse=True)
    assert len(set(found)) > 1


def test_the_keyboard_is_enough(tab: Tab, page: Path) -> None:
    """Tab reaches the link past the head first; Enter sorts; what has the focus shows it."""
    tab.show()
    tab.open(page)
    tab.press("Tab", 9)
    assert tab.run("document.activeElement.className") == "skip"
    assert tab.run("document.activeElement.getBoundingClientRect().top >= 0")
    tab.run(f"{BUTTON.format(2)}.focus()")
    tab.press("Tab", 9)
    assert tab.run(f"document.activeElement === {BUTTON.format(3)}")
    assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    tab.press("Enter", 13, "\r")
    assert tab.run(SORTED) == [None, None, "ascending", None, None, None]
    assert tab.run(f"document.activeElement === {BUTTON.format(3)}")


def test_typing_filters_and_says_how_many_are_left(tab: Tab, page: Path) -> None:
    tab.show()
    tab.open(page)
    tab.run("document.getElementById('dead-links-filter').focus()")
    tab.call("Input.insertText", text="tool USE dead/1")
    said = "document.querySelector('[data-for=dead-links] output').textContent"
    assert (tab.run(SHOWN), tab.run(said)) == (2, "2 of 12 shown")
    tab.call("Input.insertText", text=" nowhere")
    assert (tab.run(SHOWN), tab.run(said)) == (0, "0 of 12 shown")
    tab.run("document.activeElement.select()")
    tab.press("Backspace", 8)
    assert (tab.run(SHOWN), tab.run(said)) == (12, "12 shown")


def test_without_scripts_everything_is_there(tab: Tab, page: Path) -> None:
    tab.show()
    tab.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        tab.open(page)
        tree = tab.call(TREE)["nodes"]
    finally:
        tab.call("Emulation.setScriptExecutionDisabled", value=False)
    roles = [node["role"]["value"] for node in tree if not node["ignored"] and "role" in node]
    assert "searchbox" not in roles
    names = [node.get("name", {}).get("value") for node in tree if node["role"]["value"] == "link"]
    assert sum("pages.example/dead/" in str(name) for name in names) == 12 + 4


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_it_fits_the_window(tab: Tab, tmp_path: Path, width: int) -> None:
    """Long words in it, too; only regions made for it scroll sideways."""
    path = tmp_path / "page.html"
    path.write_text(render(hostile("x" * 390)), encoding="utf-8")
    tab.show(width=width)
    tab.open(path)
    assert tab.run("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_contrast_is_enough(tab: Tab, page: Path, dark: bool, width: int) -> None:
    """WCAG 2.2 AA: 4.5 for words (1.4.3), 3 for shapes that say something (1.4.11)."""
    tab.show(width=width, dark=dark)
    tab.open(page)
    tab.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    background = tab.run("getComputedStyle(document.body).backgroundColor")
    found = tab.run(CONTRASTS)
    assert (sum(map(int, background[4:-1].split(","))) < 200) is dark
    assert found["count"] > 100
    assert found["words"][0] >= 4.5, found["words"]
    assert found["shapes"][0] >= 3, found["shapes"]


@pytest.mark.parametrize("width", [390, 1280], ids=["phone", "desk"])
def test_it_can_be_read_aloud(tab: Tab, page: Path, width: int) -> None:
    """Landmarks, headings, and tables with a caption and headings of rows and columns, on a phone as well."""
    tab.show(width=width)
    tab.open(page)
    nodes = [node for node in tab.call(TREE)["nodes"] if not node["ignored"]]
    found = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
    roles = {role for role, _ in found}
    assert {"banner", "main", "contentinfo"} <= roles
    assert [name for role, name in found if role == "heading"] == [
        *("Papers on agents", "Health over time", "Dead links", "Moved links", "Papers and repositories"),
        *("By section", "By host", "Papers per month"),
    ]
    tables = [name for role, name in found if role == "table"]
    assert tables == ["Dead links", "Moved links", "Papers and repositories", "By section", "By host"]
    assert sum(role == "columnheader" for role, _ in found) == 6 + 5 + 5 + 7 + 7
    assert sum(role == "rowheader" for role, _ in found) == 12 + 12 + 1 + 2 + 2
    assert sum(role == "image" or role == "img" for role, _ in found) == 3
    assert all(name for role, name in found if role in {"link", "button", "searchbox", "image", "region", "table"})


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_do_nothing(tab: Tab, tmp_path: Path, words: str) -> None:
    path = tmp_path / "page.html"
    path.write_text(render(hostile(words)), encoding="utf-8")
    tab.show()
    tab.open(path)
    assert tab.run("document.querySelectorAll('script, img, iframe').length") == 1
    assert (tab.requests, tab.log) == ([path.as_uri()], [])
