"""`bot update` on loopback: what two services agree on is written, what one says is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.commands.earth import FIREACT, earth
from tests.services.arxiv import Work
from tests.services.clock import START
from tests.services.transport import Say
from tests.web.kinds import behave
from tests.web.server import page as respond

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.earth import Earth
    from tests.commands.helpers import Run

README = f"""# Agents

* [ReAct: Synergizing Reasoning and Acting in Language Models](https://arxiv.org/abs/2210.03629) (ICLR'23)
* [Toolformer: Language Models Can Teach Themselves to Use Tools](https://arxiv.org/abs/2302.04761) (NeurIPS'23)
* [Self-Instruct: Aligning Language Models with Instructions](https://arxiv.org/abs/2212.10560) (ACL'23)
* [{FIREACT}](https://arxiv.org/abs/2310.05915) (arXiv'23)
"""
NAMED = {"title": FIREACT, "venue": "Conference on Language Modeling"}
COLM = {**NAMED, "externalIds": {"ArXiv": "2310.05915", "DBLP": "conf/colm/ChenS24"}}


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Earth]:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text(README, encoding="utf-8")
    with earth() as made:
        made.arxiv.works = {"2310.05915": Work((FIREACT,), "Accepted at COLM 2024")}
        made.scholar.papers = {"2310.05915": COLM}
        yield made


def update(world: Earth, *arguments: str) -> Run:
    return world.run("update", "README.md", "--isolated", "--allow-address", "127.0.0.0/8", *arguments)


def test_what_two_services_agree_on_is_written(world: Earth) -> None:
    done = update(world)
    assert done.code == 0
    assert Path("README.md").read_text() == README.replace("arXiv'23", "COLM'24")
    assert "arXiv comment" in done.out
    assert "DBLP conf/colm/ChenS24" in done.out
    assert update(world).out == ""
    assert len(world.scholar.requests) == 1, "the answer is cached"


def test_what_one_service_says_is_reported(world: Earth) -> None:
    world.scholar.papers = {}
    done = update(world)
    assert (done.code, Path("README.md").read_text()) == (0, README)
    assert "only one source says so" in done.err


def test_contradictions_are_reported_and_not_written(world: Earth) -> None:
    world.scholar.papers = {"2310.05915": {**NAMED, "externalIds": {"DBLP": "conf/icml/ChenS24"}}}
    done = update(world)
    assert (done.code, Path("README.md").read_text()) == (0, README)
    assert "sources contradict each other" in done.err
    assert "COLM 2024" in done.err
    assert "ICML 2024" in done.err


DOI = "10.5555/any.member"


@pytest.mark.parametrize(
    ("comment", "index", "container"),
    [
        ("COLM 2024, under review", COLM, ""),
        ("Not accepted at COLM 2024", COLM, ""),
        ("Accepted at COLM 2024", {**NAMED, "externalIds": {}}, ""),
        ("Accepted at COLM 2024", {**COLM, "title": "Quite Another Paper on Cooking"}, ""),
        ("Accepted at COLM", COLM, ""),
        ("", {**NAMED, "venue": "Journal of Agents", "externalIds": {"DOI": DOI}}, "Journal of Agents"),
        ("", {**NAMED, "venue": "COLM", "externalIds": {"DOI": DOI}}, "COLM"),
        ("Accepted at COLM 2024", {**NAMED, "externalIds": {"DOI": DOI}}, "COLM Letters of Agents"),
        ("", {**COLM, "venue": "Agents", "externalIds": {"DBLP": "conf/agents/ChenS24", "DOI": DOI}}, "Agents"),
    ],
    ids=[
        "under review", "not accepted", "no key", "another title", "one year", "copied name", "copied", "own DOI",
        "unknown name",
    ],
)  # fmt: skip
def test_what_one_hand_says_twice_is_not_written(
    comment: str, index: dict[str, object], container: str, world: Earth
) -> None:
    world.arxiv.works = {"2310.05915": Work((FIREACT,), comment, doi=DOI if container else "")}
    world.scholar.papers = {"2310.05915": index}
    registered = {"title": [FIREACT], "type": "journal-article", "issued": {"date-parts": [[2024]]}}
    world.crossref.works = {DOI: {**registered, "container-title": [container]}}
    done = update(world)
    assert (done.code, Path("README.md").read_text()) == (0, README)
    assert "0 changes, 1 not decided" in done.err


@pytest.mark.parametrize("name", ["Journal of Agents www.evil.example", "Journal of X (evil.example/a)"])
def test_the_name_of_a_venue_holds_no_address(name: str, world: Earth) -> None:
    world.arxiv.works = {"2310.05915": Work((FIREACT,), "", doi=DOI)}
    world.scholar.papers = {"2310.05915": {**COLM, "venue": name, "externalIds": {"DBLP": "conf/x/C24", "DOI": DOI}}}
    registered = {"title": [FIREACT], "type": "journal-article", "issued": {"date-parts": [[2024]]}}
    world.crossref.works = {DOI: {**registered, "container-title": [name]}}
    done = update(world)
    assert (done.code, Path("README.md").read_text()) == (0, README)
    assert "evil" not in done.out + done.err


def test_for_want_of_a_service_nothing_is_written(world: Earth) -> None:
    world.scholar.faults = [Say(429)] * 9
    done = update(world)
    assert (done.code, Path("README.md").read_text()) == (0, README)
    assert "Semantic Scholar answered 429" in done.err


def test_pages_are_visited_where_links_are_named(world: Earth) -> None:
    moved, dead, fine = (world.web.url(each) for each in ("/301", "/404", "/fine"))
    text = README.replace("(arXiv'23)", f"(arXiv'23) [[page]({moved})] [[demo]({dead})] [[blog]({fine})]")
    Path("README.md").write_text(text)
    world.archive.captures = {dead: ((START - 9e7, "200"), (START - 9e4, "404"))}
    assert update(world, "--only", "title").code == 0
    assert world.web.visits == []
    done = update(world, "--only", "link")
    assert (done.code, Path("README.md").read_text()) == (0, text.replace(moved, fine))
    assert f'README.md:6 link "{moved}" -> "{fine}" (moved for good)' in done.out
    assert "1 change, 1 not decided" in done.err
    assert "the page is dead, and an archive has a copy" in done.err
    assert f"/{dead}" in done.err
    assert update(world, "--only", "link").out == ""


CODED = README.replace("(ICLR'23)", "(ICLR'23) [[code](https://github.com/ysymyth/ReAct)]")
PROJECT = "https://github.com/anchen1011/fireact"


@pytest.mark.parametrize(
    ("page", "hub", "readme", "is_written", "told"),
    [
        (
            f'<a href="{PROJECT}">Code</a> <a href="{PROJECT}/issues">ask</a>',
            PROJECT,
            f"# {FIREACT}",
            True,
            "project page",
        ),
        (
            f'<a href="{PROJECT}">Code</a> <a href="https://github.com/nerfies/nerfies">page</a>',
            PROJECT,
            f"# {FIREACT}",
            True,
            "Hugging Face",
        ),
        (f'<a href="{PROJECT}">Code</a>', None, f"# {FIREACT}", False, "only one source names the repository"),
        ("<p>No code yet</p>", PROJECT, f"# {FIREACT}", False, "only one source names the repository"),
        ("<p>No code yet</p>", PROJECT, " ".join(f"2310.0{n}" for n in range(5900, 5929)), False, "does not name"),
        (f'<a href="{PROJECT}">Code</a>', PROJECT, "# Another paper", False, "the repository does not name the paper"),
        (" ".join(f"{PROJECT}{each}" for each in range(4)), None, "", False, "0 changes, 0 not decided"),
        ("<p>No code yet</p>", None, "", False, "0 changes, 0 not decided"),
    ],
    ids="two_sources template page_alone hub_alone many_papers another_paper list none".split(),
)
def test_code_that_a_page_and_hugging_face_name_is_written(
    page: str,
    hub: str | None,
    readme: str,
    is_written: bool,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with earth() as world:
        world.arxiv.works = {"2310.05915": Work((FIREACT,))}
        world.web.behave = lambda visit: respond(200, page.encode()) if visit.path == "/project" else behave(visit)
        world.github.repositories = {"anchen1011/fireact": ("anchen1011/FireAct", False)}
        world.github.readmes = {"anchen1011/fireact": readme}
        world.code.code = {"2310.05915": hub} if hub else {}
        text = CODED.replace("(arXiv'23)", f"(arXiv'23) [[project page]({world.web.url('/project')})]")
        Path("README.md").write_text(text, encoding="utf-8")
        done = update(world, "--only", "code")
        after = text.replace("/project)]\n", "/project)] [[code](https://github.com/anchen1011/FireAct)]\n")
        assert (done.code, Path("README.md").read_text()) == (0, after if is_written else text)
        assert told in done.out + done.err
