"""The site: built without a warning, asks nobody else for anything, and fits a phone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt

from tests.browser import CHROMIUM, browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser import Tab

ROOT = Path(__file__).parents[1]
PAGES = sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
NARROWEST = 320
WIDER = """Array.from(document.querySelectorAll("article *, header *, footer *"))
  .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
  .filter(e => { for (let p = e.parentElement; p; p = p.parentElement)
    if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(p).overflowX)) return false; return true; })
  .map(e => e.outerHTML.slice(0, 120))"""
OPEN_SEARCH = """(async () => {
  document.querySelector("label[for=__search]").click();
  document.querySelector(".md-search__input").focus();
})()"""
FOUND = """(async () => {
  for (let i = 0; i < 200; i++) {
    const found = Array.from(document.querySelectorAll(".md-search-result__link"), e => e.getAttribute("href"));
    if (found.length) return found;
    await new Promise(done => setTimeout(done, 50));
  }
  return [];
})()"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as .ci/run and the workflow build it."""
    pytest.importorskip("material", reason="the extra docs is not installed")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and logs nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Nothing."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium; apt-get install chromium")
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def test_each_page_is_in_the_site(site: Path) -> None:
    built = {path.parent.name for path in site.glob("*/index.html")}
    assert {page for page in PAGES if page != "index"} <= built
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert any(each["title"].startswith("impossible-date") for each in index["docs"])


@pytest.mark.parametrize("page", PAGES)
def test_lists_blocks_and_tables_are_read_as_on_github(page: str, site: Path) -> None:
    """The site has another reader of Markdown: what is in a list must be indented by four spaces for it."""
    there = MarkdownIt("gfm-like", {"linkify": False}).render((ROOT / "docs" / f"{page}.md").read_text("utf-8"))
    here = (site / page / "index.html" if page != "index" else site / "index.html").read_text(encoding="utf-8")
    article = here.partition("<article")[2].partition("</article>")[0]
    kinds = ("li", "pre", "table", "td", "blockquote", "h2", "h3")
    assert [len(re.findall(rf"<{kind}[ >]", article)) for kind in kinds] == [
        len(re.findall(rf"<{kind}[ >]", there)) for kind in kinds
    ]


@pytest.mark.browser
@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_a_phone_and_asks_nobody_else(page: str, address: str, tab: Tab) -> None:
    tab.show(width=NARROWEST, dark=True)
    tab.open(address + ("" if page == "index" else f"{page}/"))
    assert tab.run("[document.documentElement.scrollWidth, innerWidth]") == [NARROWEST, NARROWEST]
    assert tab.run(WIDER) == []
    assert [url for url in tab.requests if not url.startswith((address, "data:", "blob:"))] == []
    assert tab.log == []


@pytest.mark.browser
def test_search_and_colours(address: str, tab: Tab) -> None:
    tab.show(width=360)
    tab.open(address)
    light = tab.run("getComputedStyle(document.body).backgroundColor")
    tab.run(OPEN_SEARCH)
    tab.call("Input.insertText", text="impossible-date")
    assert [each for each in tab.run(FOUND) if each.endswith("#impossible-date")] != []
    tab.show(width=360, dark=True)
    tab.open(address)
    assert tab.run("getComputedStyle(document.body).backgroundColor") != light
