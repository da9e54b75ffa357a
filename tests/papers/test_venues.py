"""Venues in text."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.venues import (
    VenueMention,
    find_venues,
    is_date_or_venue,
    is_venue_with_year,
    move_to_arxiv,
    spellings_of,
)


def _seen(text: str) -> list[tuple[str, str, int | None]]:
    return [(one.text, one.name, one.year) for one in find_venues(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ICML 25 | UC Berkeley", [("ICML 25", "ICML", 2025)]),
        ("ICLR 25-R", [("ICLR 25", "ICLR", 2025)]),
        ("ICLR 24-r", [("ICLR 24", "ICLR", 2024)]),
        ("(EMNLP2024)", [("EMNLP2024", "EMNLP", 2024)]),
        ("NeurIPS 33 (2020): 1877", [("NeurIPS 33 (2020", "NeurIPS", 2020)]),
        ("JMLR 21 (140), 2020", [("JMLR 21 (140), 2020", "JMLR", 2020)]),
        ("NIPS 30", [("NIPS", "NeurIPS", None)]),
        ("[NeurIPS'23]", [("NeurIPS'23", "NeurIPS", 2023)]),
        ("[CVPR' 19]", [("CVPR' 19", "CVPR", 2019)]),
        ("*CoRL, Sept 2024*", [("CoRL, Sept 2024", "CoRL", 2024)]),
        ("*ICRA*, May 17th 2024", [("ICRA*, May 17th 2024", "ICRA", 2024)]),
        ("(CoRL), Nov 2023", [("CoRL), Nov 2023", "CoRL", 2023)]),
        ("CVPR2024 Highlight", [("CVPR2024", "CVPR", 2024)]),
        ("ICCV Highlight, 2025", [("ICCV Highlight, 2025", "ICCV", 2025)]),
        ("[2023-TMLR]", [("2023-TMLR", "TMLR", 2023)]),
        ("COLING2020", [("COLING2020", "COLING", 2020)]),
        ("AAMAS, 2003.", [("AAMAS, 2003", "AAMAS", 2003)]),
        ("`CoNLL17`", [("CoNLL17", "CoNLL", 2017)]),
        ("[MM-21]", [("MM-21", "ACM MM", 2021)]),
        ("NIPS 2017", [("NIPS 2017", "NeurIPS", 2017)]),
        ("neurips 2023, iclr 24", [("neurips 2023", "NeurIPS", 2023), ("iclr 24", "ICLR", 2024)]),
        ("RAL 2023", [("RAL 2023", "RA-L", 2023)]),
        (
            "In International Conference on Learning Representations, 2024.",
            [("International Conference on Learning Representations, 2024", "ICLR", 2024)],
        ),
        (
            "IEEE/CVF Conference on Computer Vision and Pattern Recognition",
            [("Conference on Computer Vision and Pattern Recognition", "CVPR", None)],
        ),
        ("International Conference on Machine Learning and Applications 2020", []),
        ("ECML PKDD 2020", [("ECML PKDD 2020", "ECML-PKDD", 2020)]),
        ("USENIX Security2022", [("USENIX Security2022", "USENIX Security", 2022)]),
        ("S&P'24", [("S&P'24", "S&P", 2024)]),
        ("In *Proceedings of COLING/ACL 2006*", [("COLING", "COLING", None), ("ACL 2006", "ACL", 2006)]),
        ("Nature 2016", [("Nature 2016", "Nature", 2016)]),
        ("Association for Computational Linguistics, 2021", []),
        (
            "60th Annual Meeting of the Association of Computational Linguistics, 2022",
            [("Annual Meeting of the Association of Computational Linguistics, 2022", "ACL", 2022)],
        ),
        ("The Lancet 41", [("The Lancet", "The Lancet", None)]),
        ("*Nature*", [("Nature", "Nature", None)]),
        ("Nature Machine Intelligence", [("Nature Machine Intelligence", "Nature Machine Intelligence", None)]),
        ("CHI 2024", [("CHI 2024", "CHI", 2024)]),
        ("(RSS)", [("RSS", "RSS", None)]),
        ("SIGIR", [("SIGIR", "SIGIR", None)]),
        ("CVPR'98, ICML 85", [("CVPR'98", "CVPR", 1998), ("ICML 85", "ICML", 1985)]),
        ("arXiv 2024.06", [("arXiv", "arXiv", 2024)]),
        ("Arxiv'25", [("Arxiv'25", "arXiv", 2025)]),
        ("arXiv:2012.12877", [("arXiv", "arXiv", None)]),
        ("ARXIV, ArXiV", [("ARXIV", "arXiv", None), ("ArXiV", "arXiv", None)]),
        ("Preprint'23", [("Preprint'23", "preprint", 2023)]),
        ("(Arxiv 24.02.23->CVPR24)", [("Arxiv", "arXiv", None), ("CVPR24", "CVPR", 2024)]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_venues_are_found_with_their_year(text: str, expected: list[tuple[str, str, int | None]]) -> None:
    assert _seen(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("acl tear", "a matter of nature and science", "Nature of agents", "Fast and slow", "MM-Vet"),
        *("MM-LLM benchmark", "an RSS feed", "zero-CGO bindings", "VL-DAC", "the chi-squared test", "asepsis"),
        *("MSR, Tsinghua", "the date", "Date: 2019.09", "www.example.org", "acl.org", "aclanthology"),
        *("Humanoids walk", "Qwen2 Technical Report", "MICRO-batching", "openly", "kdd cup", "", "2024"),
        *("ICMLX 2024", "SC Something New 2020", "Nature Inspired Agents 2024", "Ed H. Chi, 2020"),
    ],
)
def test_words_that_are_no_venues_are_left_alone(text: str) -> None:
    assert _seen(text) == []


@pytest.mark.parametrize(
    ("text", "name", "track"),
    [
        ("Findings of ACL 2023", "ACL", "findings"),
        ("Findings of the EMNLP 2023", "EMNLP", "findings"),
        ("ACL 2023 (Findings)", "ACL", "findings"),
        ("ACL (Findings) 2025", "ACL", "findings"),
        ("ICLR 2024 Workshop", "ICLR", "workshop"),
        ("NeurIPS-W", "NeurIPS", "workshop"),
        ("NeurIPS Workshop AFM 2024", "NeurIPS", "workshop"),
        ("CVPRW 2023", "CVPR", "workshop"),
        ("ICCVW 2023", "ICCV", "workshop"),
        ("DiscoMT@EMNLP 2019", "EMNLP", "workshop"),
        ("ACL 2022 Demo", "ACL", "demo"),
        ("NAACL 2022 Industry", "NAACL", "industry"),
        ("ICML 2022 Oral", "ICML", ""),
        ("ICML w/ code", "ICML", ""),
    ],
)
def test_tracks(text: str, name: str, track: str) -> None:
    assert [(one.name, one.track) for one in find_venues(text)] == [(name, track)]


def test_preprint_servers_are_marked() -> None:
    assert find_venues("bioRxiv 2023, ICML 2024") == (
        VenueMention(0, 12, "bioRxiv 2023", "bioRxiv", 2023, preprint=True),
        VenueMention(14, 23, "ICML 2024", "ICML", 2024),
    )
    names = ("biorxiv", "BIORXIV", "medrxiv", "arxiv", "openreview", "icml", "IcMl")
    assert [[each.name for each in find_venues(name)] for name in names] == [
        *(["bioRxiv"], ["bioRxiv"], ["medRxiv"], ["arXiv"], ["OpenReview"], [], [])
    ]


@given(
    st.lists(
        st.sampled_from(["ICML", "arXiv", " ", "24", "2024", "'", "-", "Findings of ", "(", ".", "x", "Mar"]),
        max_size=12,
    )
)
def test_mentions_lie_in_the_text_in_order(pieces: list[str]) -> None:
    text = "".join(pieces)
    mentions = find_venues(text)
    assert all(text[one.start : one.end] == one.text for one in mentions)
    assert all(first.end <= second.start for first, second in itertools.pairwise(mentions))


@pytest.mark.parametrize("unit", ["ICML ", "2024 ", "ACL Aaa ", "arXiv, ", "findings of ", "Nature ", "N"])
def test_reading_time_is_linear(unit: str) -> None:
    before = time.process_time()
    find_venues(unit * 10_000)
    assert time.process_time() - before < 1


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("bioRxiv 2024", "arXiv 2024"),
        ("2024 BioRxiv", "2024 arXiv"),
        ("Arxiv 2024", "Arxiv 2024"),
        ("Preprint, 2024", "Preprint, 2024"),
        ("NeurIPS 2023", "NeurIPS 2023"),
    ],
)
def test_a_paper_on_arxiv_is_on_no_other_server(written: str, expected: str) -> None:
    assert move_to_arxiv(written) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "()", "2025/03", "ICML'24", "arXiv 2024.06", "[CVPR 2023 Oral]", "2023-ICCV", "ICML", "ICML, NeurIPS"),
        *("ICML 2024 and NeurIPS 2024", "March 2024 Agents"),
    ],
)
def test_what_only_says_when_or_where(text: str) -> None:
    assert is_date_or_venue(text)


@pytest.mark.parametrize(
    "text",
    ["ICML Agents", "ICML 2024 Agents", "2024 Agents", "March 2024 Agents Act", "Agents", f"ICML 2024{' oral' * 8}"],
)
def test_what_says_more(text: str) -> None:
    assert not is_date_or_venue(text)


def test_spellings_of_a_known_venue() -> None:
    assert spellings_of("ICML")[0] == "ICML"
    assert "International Conference on Machine Learning" in spellings_of("ICML")
    assert spellings_of("Some Meeting") == ("Some Meeting",)


@pytest.mark.parametrize(
    ("text", "is_venue"),
    [
        ("Physical Review Letters 2018", True),
        ("Physical review letters 2018", False),
        ("Physical Review Letters", False),
        ("NeurIPS/ICML 2018", True),
        ("12 2018", False),
    ],
)
def test_names_of_venues_with_their_year(text: str, is_venue: bool) -> None:
    assert is_venue_with_year(text) is is_venue
