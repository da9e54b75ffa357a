"""The benchmark of claims with an index beside its records: what lists say of papers, held against what is on record.

    python benchmarks/claims.py FOLDER --bot BIN [--without] [options of FOLDER/score.py]

FOLDER holds lists, `truth.jsonl`, `records.jsonl`, `server.py` and `score.py`; nothing in it is changed. The records of
FOLDER know arXiv, registries and pages. Here they get an index too, as Semantic Scholar answers with the keys of DBLP:
for each paper on arXiv what FOLDER itself says is true, by the published record of the same title, else by the lines
that its truth calls valid, else, for papers whose venue it calls right and whose year it calls wrong, by the years
below.
All other papers are preprints to the index. `--without` leaves the index out: its requests fail.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.papers.similarity import title_key
from bot.papers.venues import JOURNALS, find_venues

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType

STREAMS = {"NeurIPS": "nips", "TPAMI": "pami", "JMLR": "jmlr", "TMLR": "tmlr"}
"""What DBLP calls venues whose usual names are others."""
YEARS = {
    "1703.01365": 2017,
    "2002.11296": 2020,
    "1810.00826": 2019,
    "1706.03762": 2017,
    "1910.06378": 2020,
    "2005.14165": 2020,
    "2006.07733": 2020,
    "2007.02133": 2020,
    "2006.11477": 2020,
    "2209.14792": 2023,
    "2006.06958": 2020,
    "2108.01073": 2022,
}
"""The years of conferences at which papers were, as everybody knows who looks them up."""
_PATH = "/graph/v1/paper/batch"


class Published(NamedTuple):
    """Where a paper was published."""

    venue: str
    year: int

    @property
    def key(self) -> str:
        """As DBLP would name it."""
        kind = "journals" if self.venue in JOURNALS else "conf"
        stream = STREAMS.get(self.venue, self.venue.lower().replace(" ", "").replace("-", ""))
        return f"{kind}/{stream}/Index{self.year % 100:02}"


def load(folder: Path, name: str) -> ModuleType:
    """A module of the folder."""
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    if spec is None or spec.loader is None:
        raise SystemExit(f"{folder} has no {name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def read_lines(path: Path) -> list[dict[str, object]]:
    """The objects in a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def build_index(folder: Path) -> dict[str, Published]:
    """Where the papers on arXiv were published, as the folder says."""
    rows = read_lines(folder / "records.jsonl")
    by_title = {title_key(title): found for row in rows for title, found in _published(row)}
    on_arxiv = [(str(row["id"]), row["titles"]) for row in rows if row["at"] == "arxiv"]
    papers = {name: str(titles[-1]) for name, titles in on_arxiv if isinstance(titles, list)}
    index = {paper: by_title[title_key(title)] for paper, title in papers.items() if title_key(title) in by_title}
    for claim in read_lines(folder / "truth.jsonl"):
        lines = (folder / str(claim["list"])).read_text(encoding="utf-8").split("\n")
        text = "\n".join(lines[int(str(claim["line"])) - 1 : int(str(claim["end"]))])
        venues = [each for each in find_venues(text) if not each.preprint and not each.track]
        for paper in (paper for paper in papers if f"arxiv.org/abs/{paper}" in text):
            if claim["label"] == "valid" and venues and venues[0].year is not None:
                index.setdefault(paper, Published(venues[0].name, venues[0].year))
            elif venues and paper in YEARS and "year" in (said := str(claim["verdict"])) and "venue" not in said:
                index.setdefault(paper, Published(venues[0].name, YEARS[paper]))
    return index


def _published(row: Mapping[str, object]) -> Iterator[tuple[str, Published]]:
    """The title of a published record, with its venue and year."""
    found: dict[str, list[str]] = defaultdict(list)
    if row["at"] == "page" and isinstance(tags := row.get("tags"), list):
        for name, value in tags:
            found[name].append(value)
        venue = " ".join((*found["citation_conference_title"], *found["citation_journal_title"]))
        titles, day = found["citation_title"], " ".join((*found["citation_publication_date"], *found["citation_date"]))
    elif row["at"] == "doi" and isinstance(message := row.get("message"), dict):
        venue, titles = " ".join(message.get("container-title", ())), message["title"]
        day = str(message.get("issued", {}).get("date-parts", [[""]])[0][0])
    else:
        return
    known = [each for each in find_venues(venue) if not each.preprint and not each.track]
    if known and titles and day[:4].isdigit():
        yield titles[0], Published(known[0].name, known[0].year or int(day[:4]))


def add_index(server: ModuleType, index: Mapping[str, Published]) -> None:
    """Let the server of the folder answer for the index too, and tell the bot where that is."""
    plain = server.Records.answer

    def answer(self: object, method: str, path: str, query: object, body: bytes) -> object:
        if path != _PATH:
            return plain(self, method, path, query, body)
        names = [str(each).removeprefix("ARXIV:") for each in json.loads(body)["ids"]]
        papers = [
            {
                "title": "",
                "venue": index[name].venue if name in index else "arXiv.org",
                "externalIds": {"ArXiv": name, "DBLP": index[name].key if name in index else "journals/corr/abs-1"},
            }
            for name in names
        ]
        return 200, "application/json", json.dumps(papers)

    start = server.start

    def start_and_tell(port: int, folder: Path) -> object:
        made = start(port, folder)
        os.environ["BOT_SEMANTIC_SCHOLAR_API"] = f"http://127.0.0.1:{made.server_address[1]}{_PATH}"
        return made

    server.Records.answer = answer
    server.start = start_and_tell  # type: ignore[attr-defined]


def main() -> None:
    """Score a bot."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without", action="store_true", help="leave the index out")
    given, rest = parser.parse_known_args()
    sys.path.insert(0, str(given.folder))
    server = load(given.folder, "server")
    index = {} if given.without else build_index(given.folder)
    os.environ["BOT_SEMANTIC_SCHOLAR_API"] = "http://127.0.0.1:9/nobody"
    if index:
        add_index(server, index)
    print(f"an index of {len(index)} published papers on arXiv")
    sys.argv = ["score.py", "--data", str(given.folder), *rest]
    load(given.folder, "score").main()


if __name__ == "__main__":
    main()
