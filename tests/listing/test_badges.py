"""What badges and the titles of links say of when and where a paper was published."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.values import entry_object
from bot.text import Text

SHIELD = "https://img.shields.io"
TITLE = "Learning Critical Steps of Long Tasks"


def parts_of(source: str) -> tuple[object, ...]:
    listing = read(parse(Text("list.md", f"# Papers\n\n## Methods\n\n{source}\n")))
    found = entry_object(listing, listing.entries[-1])
    return found["kind"], found["venue"], found["date"]


@pytest.mark.parametrize(
    ("badges", "venue", "date"),
    [
        pytest.param(f"![]({SHIELD}/badge/CVPR_2024-red)", "CVPR", "2024", id="in one word"),
        pytest.param(f"![]({SHIELD}/badge/CVPR-2024-red)", "CVPR", "2024", id="in two words"),
        pytest.param(f"![]({SHIELD}/badge/CVPR_2024-Highlight-red)", "CVPR", "2024", id="with a remark"),
        pytest.param(f"<img src='{SHIELD}/badge/ICLR_Workshop-2018-red'>", "ICLR Workshop", "2018", id="HTML"),
        pytest.param(
            f"![]({SHIELD}/badge/year-2022-g)![]({SHIELD}/badge/pub-RAL-red)", "RAL", "2022", id="two with headers"
        ),
        pytest.param(f"![]({SHIELD}/badge/Nature_Methods_2021-red)", "Nature Methods", "2021", id="begins as a label"),
        pytest.param(f"![]({SHIELD}/badge/Genome_Biology_2021-red)", "Genome Biology", "2021", id="not known"),
        pytest.param(f"![]({SHIELD}/badge/Paper-Mod_Lett_2021-red)", "Mod Lett", "2021", id="behind a label"),
        pytest.param(
            f"![]({SHIELD}/badge/Conference-Proceedings of the 31st ACM Conference on Maps-red)".replace(" ", "%20"),
            "Proceedings of the 31st ACM Conference on Maps",
            None,
            id="a counted one",
        ),
        pytest.param(f"![]({SHIELD}/badge/Arxiv_2024-red)", "Arxiv", "2024", id="an archive"),
        pytest.param(f"![]({SHIELD}/static/v1?label=Paper&message=ICCV%202023&color=red)", "ICCV", "2023", id="static"),
        pytest.param(f"![ICCV]({SHIELD}/badge/ICCV-red)", "ICCV", None, id="a venue alone"),
        pytest.param(f"![]({SHIELD}/badge/Quxley@ACL-red)", "Quxley@ACL", None, id="a workshop at a venue"),
        pytest.param(f"![]({SHIELD}/badge/follow@lee-red)", None, None, id="an account"),
        pytest.param(f"![]({SHIELD}/badge/ICML25_Oral-red)", "ICML", "2025", id="a year of two digits"),
        pytest.param(f"![]({SHIELD}/badge/arXiv-2025.09-red)", "arXiv", "2025-09", id="a month"),
        pytest.param(f"![]({SHIELD}/badge/Stars-2020-red)", None, None, id="a number"),
        pytest.param(f"![]({SHIELD}/badge/Done-Read%20on%2010--Aug--2020-red)", None, None, id="when it was read"),
        pytest.param(f"![]({SHIELD}/badge/arXiv-2001.00001-red)", None, None, id="an id"),
        pytest.param(f"![]({SHIELD}/badge/Journal-PDF-red)", None, None, id="a label"),
        pytest.param("![CVPR 2024](figure.png)", None, None, id="a picture"),
    ],
)
def test_badges_without_links(badges: str, venue: str | None, date: str | None) -> None:
    assert parts_of(f"* [{TITLE}](https://arxiv.org/abs/2001.00001) {badges}") == ("paper", venue, date)


def test_a_badge_with_venue_and_year_leads_to_the_paper() -> None:
    known = f"* **Maps that Draw Themselves** [![]({SHIELD}/badge/CVPR_2021-red)](https://arxiv.org/abs/2001.00002)"
    other = f"* **{TITLE}** [![]({SHIELD}/badge/Oxford_Letters_2021-red)](https://a.org/b)"
    assert parts_of(f"{known}\n{other}") == ("paper", "Oxford Letters", "2021")


@pytest.mark.parametrize(
    ("tooltip", "venue", "date"),
    [
        pytest.param('"CVPR2019"', "CVPR", "2019", id="known"),
        pytest.param("'Machine Vision Letters 2019'", "Machine Vision Letters", "2019", id="not known"),
        pytest.param('"PyTorch"', None, None, id="another word"),
        pytest.param('"the best paper of 2019"', None, None, id="a remark"),
    ],
)
def test_titles_of_links(tooltip: str, venue: str | None, date: str | None) -> None:
    source = f"* {TITLE} [[paper]](https://arxiv.org/abs/2001.00001 {tooltip}) [[code]](https://a.org/b)"
    assert parts_of(source) == ("paper", venue, date)
