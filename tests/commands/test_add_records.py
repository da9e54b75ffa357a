"""`bot add` for papers that are not on arXiv: registries and pages on loopback answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.commands.earth import FIREACT, earth
from tests.services.registries import FakeDataCite
from tests.services.transport import Ask, Say
from tests.web.kinds import PAPER_TITLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.earth import Earth
    from tests.commands.helpers import Run

DOI = "10.1145/2939672.2939785"
XGBOOST = {
    "title": ["XGBoost: A Scalable Tree Boosting System"],
    "author": [{"given": "Tianqi", "family": "Chen"}, {"given": "Carlos", "family": "Guestrin"}],
    "container-title": ["Proceedings of KDD"],
    "issued": {"date-parts": [[2016, 8, 13]]},
}
LIST = """# Learning

## Trees

* [2023/11] [A Survey of Boosted Trees and Their Many Uses](https://arxiv.org/abs/2311.00001)
* [2017/12] [LightGBM: A Highly Efficient Gradient Boosting Decision Tree](https://doi.org/10.5555/3294996.3295074)
* [2014/09] [Do We Need Hundreds of Classifiers to Solve Real World Problems](https://arxiv.org/abs/1409.0001)
* [2013/02] [Pruning Decision Trees with Little Data](https://arxiv.org/abs/1302.0001)

## Pages

* [2023/06] [On Pages That Keep Still](https://arxiv.org/abs/2306.00001)
* [2022/03] [On Pages That Move Away](https://arxiv.org/abs/2203.00001)
"""


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Earth]:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text(LIST)
    Path(".github").mkdir()
    Path(".github/paperlist-bot.yml").write_text("rules:\n  malformed-link: off\n")  # the pages are on this computer
    with earth() as made:
        made.crossref.works = {DOI: XGBOOST}
        yield made


def add(world: Earth, *arguments: str) -> Run:
    return world.run("add", *arguments, "--allow-address", "127.0.0.0/8")


def test_papers_of_all_sources_are_one_run(world: Earth) -> None:
    page = world.web.url("/paper")
    done = add(world, "2310.05915", f"https://dl.acm.org/doi/pdf/{DOI.upper()}", page, "--section", "Trees")
    assert (done.code, done.out.splitlines()) == (
        0,
        [
            'arXiv:2310.05915 added at README.md:7, in "Trees"',
            f'doi:{DOI} added at README.md:9, in "Trees"',
            f'{page} added at README.md:5, in "Trees"',
        ],
    )
    assert Path("README.md").read_text().splitlines()[4:9:4] == [
        f"* [2024/03] [{PAPER_TITLE}]({page})",
        f"* [2016/08] [XGBoost: A Scalable Tree Boosting System](https://doi.org/{DOI})",
    ]
    assert FIREACT in Path("README.md").read_text()
    assert (len(world.arxiv.requests), world.crossref.requests) == (1, [(DOI,)])
    assert {visit.path for visit in world.web.visits} == {"/paper"}


def test_a_bare_doi(world: Earth) -> None:
    add(world, DOI, "--section", "Trees")
    entry = f"* [2016/08] [XGBoost: A Scalable Tree Boosting System](https://doi.org/{DOI})\n"
    assert entry in Path("README.md").read_text()
    done = add(world, f"https://doi.org/{DOI}", "--section", "Trees")
    assert (done.code, done.out) == (0, f'doi:{DOI} is listed at README.md:7, in "Trees"\n')


def test_the_lock_file_knows_it(world: Earth) -> None:
    add(world, DOI, world.web.url("/paper"), "--section", "Trees")
    assert world.run("lock", "--allow-address", "127.0.0.0/8").code == 0
    Path("README.md").write_text(LIST)
    Path("answers.sqlite").unlink()
    asked, batches = world.requests(), len(world.crossref.requests)
    done = add(world, DOI, world.web.url("/paper"), "--section", "Trees")
    assert done.out.count(" added ") == 2
    assert (world.requests(), len(world.crossref.requests)) == (asked, batches)


def test_datacite_knows_others(world: Earth) -> None:
    class Registry(FakeDataCite):
        def answer(self, ask: Ask) -> Say:
            return Say(
                200,
                b'{"data": [{"attributes": {"doi": "10.5281/zenodo.1", "publicationYear": 2021, "titles":'
                b' [{"title": "A Report on Boosted Trees"}], "creators": [{"name": "Cole, Ada"}]}}]}',
            )

    world.datacite = Registry({})
    done = add(world, "10.5281/zenodo.1", "--section", "Trees")
    assert "the month of the paper is not known, but other entries have one" in done.out
    Path("README.md").write_text(re.sub(r"\[(20..)/..\]", r"[\1]", LIST))
    assert add(world, "10.5281/zenodo.1", "--section", "Trees").code == 0
    assert "* [2021] [A Report on Boosted Trees](https://doi.org/10.5281/zenodo.1)\n" in Path("README.md").read_text()


@pytest.mark.parametrize(
    ("paper", "name", "reason"),
    [
        pytest.param(
            "10.1000/none",
            "doi:10.1000/none",
            "could not find the title of doi:10.1000/none: neither Crossref nor DataCite has a record of it",
            id="in no registry",
        ),
        pytest.param("{web}/page", "{web}/page", "its page does not say which paper it is about", id="no tags"),
        pytest.param("{web}/404", "{web}/404", "404", id="no page"),
        pytest.param("10.1000/undated", "doi:10.1000/undated", "the date of the paper is not known", id="no date"),
        pytest.param("https://github.com/a/b", "https://github.com/a/b", "not an arXiv id, a DOI or", id="code"),
    ],
)
def test_what_is_declined(world: Earth, paper: str, name: str, reason: str) -> None:
    web = world.web.url("")
    world.crossref.works = {"10.1000/undated": {"title": ["A Title without a Date"]}}
    done = add(world, paper.format(web=web), "--section", "Trees")
    assert (done.code, Path("README.md").read_text()) == (1, LIST)
    assert done.out.startswith(f"{name.format(web=web)} declined: ")
    assert reason in done.out


def test_registries_that_refuse_are_no_reason_to_guess(world: Earth) -> None:
    world.crossref.faults = [403] * 20
    world.datacite.status = 403
    done = add(world, DOI, "--section", "Trees")
    message = f"doi:{DOI} declined: could not find the title of doi:{DOI}: Crossref gave no answer\n"
    assert (done.code, done.out) == (1, message)
