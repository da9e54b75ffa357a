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
COLM = {"venue": "Conference on Language Modeling", "externalIds": {"ArXiv": "2310.05915", "DBLP": "conf/colm/ChenS24"}}


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
    world.scholar.papers = {"2310.05915": {"externalIds": {"DBLP": "conf/icml/ChenS24"}, "venue": "ICML"}}
    done = update(world)
    assert (done.code, Path("README.md").read_text()) == (0, README)
    assert "sources contradict each other" in done.err
    assert "COLM 2024" in done.err
    assert "ICML 2024" in done.err


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
    ("page", "readme", "is_written", "told"),
    [
        (f'<a href="{PROJECT}">Code</a> <a href="{PROJECT}/issues">ask</a>', f"# {FIREACT}", True, "project page"),
        (
            f'<a href="{PROJECT}">Code</a> <a href="https://github.com/nerfies/nerfies">page</a>',
            f"# {FIREACT}",
            True,
            "",
        ),
        (f'<a href="{PROJECT}">Code</a>', "# Another paper", False, "the repository does not name the paper"),
        (" ".join(f"{PROJECT}{each}" for each in range(4)), "", False, "0 changes, 0 not decided"),
        ("<p>No code yet</p>", "", False, "0 changes, 0 not decided"),
    ],
    ids=["one repository", "and that of the template", "of another paper", "a list", "none"],
)
def test_the_project_page_of_an_entry_says_where_its_code_is(
    page: str, readme: str, is_written: bool, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with earth() as world:
        world.arxiv.works = {"2310.05915": Work((FIREACT,))}
        world.web.behave = lambda visit: respond(200, page.encode()) if visit.path == "/project" else behave(visit)
        world.github.repositories = {"anchen1011/fireact": ("anchen1011/FireAct", False)}
        world.github.readmes = {"anchen1011/fireact": readme}
        text = CODED.replace("(arXiv'23)", f"(arXiv'23) [[project page]({world.web.url('/project')})]")
        Path("README.md").write_text(text, encoding="utf-8")
        done = update(world, "--only", "code")
        after = text.replace("/project)]\n", "/project)] [[code](https://github.com/anchen1011/FireAct)]\n")
        assert (done.code, Path("README.md").read_text()) == (0, after if is_written else text)
        assert told in done.out + done.err
