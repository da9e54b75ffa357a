"""Pages about papers beside their PDFs."""

from __future__ import annotations

import pytest

from bot.papers.identifiers import Identifier, Scheme
from bot.papers.identity import (
    find_landing_page,
    find_names,
    find_page,
    name_paper,
    name_work,
    named_doi,
    read_name,
    read_paper,
    write_id,
)

HASH = "3f5ee243547dee91fbd053c1c4a845aa"
NEURIPS = "https://proceedings.neurips.cc/paper_files/paper/2023"
CVF = "https://openaccess.thecvf.com/content/CVPR2023"
PMLR = "https://proceedings.mlr.press/v139/radford21a"
USENIX = "https://www.usenix.org"
AAAI = "https://ojs.aaai.org/index.php/AAAI/article"


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("https://openreview.net/pdf?id=AbC-1", "https://openreview.net/forum?id=AbC-1"),
        ("https://openreview.net/forum?id=AbC-1", None),
        ("https://aclanthology.org/2023.acl-long.1.pdf", "https://aclanthology.org/2023.acl-long.1/"),
        ("https://www.aclweb.org/anthology/P19-1001.pdf", "https://aclanthology.org/P19-1001/"),
        ("https://aclanthology.org/2023.acl-long.1/", None),
        (f"{PMLR}/radford21a.pdf", f"{PMLR}.html"),
        ("http://proceedings.mlr.press/v37/ioffe15.pdf", "https://proceedings.mlr.press/v37/ioffe15.html"),
        (f"{NEURIPS}/file/{HASH}-Paper-Conference.pdf", f"{NEURIPS}/hash/{HASH}-Abstract-Conference.html"),
        (f"{NEURIPS}/file/{HASH}-Paper.pdf", f"{NEURIPS}/hash/{HASH}-Abstract.html"),
        (f"{NEURIPS}/hash/{HASH}-Abstract.html", None),
        ("https://papers.nips.cc/paper/7181-attention-is-all-you-need.pdf", None),
        (f"{CVF}/papers/He_Deep_CVPR_2023_paper.pdf", f"{CVF}/html/He_Deep_CVPR_2023_paper.html"),
        ("https://www.jmlr.org/papers/volume24/22-1234/22-1234.pdf", "https://jmlr.org/papers/v24/22-1234.html"),
        ("https://www.ijcai.org/proceedings/2023/0123.pdf", "https://www.ijcai.org/proceedings/2023/123"),
        ("https://eprint.iacr.org/2023/12.pdf", "https://eprint.iacr.org/2023/012"),
        (f"{AAAI}/download/12/3", f"{AAAI}/view/12"),
        (f"{USENIX}/system/files/sec23-smith.pdf", f"{USENIX}/conference/usenixsecurity23/presentation/smith"),
        ("https://hal.science/hal-01234567v2/document", "https://hal.science/hal-01234567"),
        ("https://dl.acm.org/doi/epdf/10.1145/2939672.2939785", "https://doi.org/10.1145/2939672.2939785"),
        ("https://dl.acm.org/doi/10.1145/2939672.2939785", None),
        ("https://arxiv.org/pdf/2401.00001", None),
        ("https://example.org/a.pdf", None),
    ],
)
def test_the_page_beside_a_pdf(url: str, page: str | None) -> None:
    assert find_landing_page(url) == page


@pytest.mark.parametrize(
    ("scheme", "value", "page"),
    [
        (Scheme.ARXIV, "2401.00001", "https://arxiv.org/abs/2401.00001"),
        (Scheme.DOI, "10.1145/2939672.2939785", "https://doi.org/10.1145/2939672.2939785"),
        (Scheme.PMLR, "v139/radford21a", f"{PMLR}.html"),
        (Scheme.USENIX, "usenixsecurity23/smith", f"{USENIX}/conference/usenixsecurity23/presentation/smith"),
        (Scheme.NEURIPS, f"2023/{HASH}", None),
        (Scheme.USENIX, "smith", None),
        (Scheme.ACL, "2023.acl-long.1) [more](https://example.org", None),
    ],
)
def test_the_page_of_an_identifier(scheme: Scheme, value: str, page: str | None) -> None:
    assert find_page(Identifier(scheme, value)) == page


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.1145/3292500.3330648", "10.1145/3292500.3330648"),
        ("https://dl.acm.org/doi/abs/10.1145/3292500.3330648", "10.1145/3292500.3330648"),
        ("https://www.biorxiv.org/content/10.1101/2020.03.10.985416v2.full", "10.1101/2020.03.10.985416"),
        ("https://arxiv.org/abs/1412.6980", None),
        ("https://proceedings.mlr.press/v37/ioffe15.html", None),
    ],
)
def test_dois_that_urls_name(url: str, doi: str | None) -> None:
    assert named_doi(url) == doi


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://dl.acm.org/doi/10.1145/3292500.3330648", "10.1145/3292500.3330648"),
        ("https://openreview.net/pdf?id=AbC-1", "openreview:AbC-1"),
        ("https://example.org/paper?a=1&utm_source=x#abstract", "https://example.org/paper?a=1"),
        ("https://arxiv.org/abs/1412.6980", ""),
        ("https://github.com/a/b", ""),
    ],
)
def test_names_of_works(url: str, name: str) -> None:
    assert name_work(url) == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("arxiv:2401.12345v2", Identifier(Scheme.ARXIV, "2401.12345")),
        ("https://arxiv.org/pdf/2401.12345", Identifier(Scheme.ARXIV, "2401.12345")),
        ("doi:10.1145/ABC.1", "10.1145/abc.1"),
        ("https://dl.acm.org/doi/10.1145/abc.1", "10.1145/abc.1"),
        ("acl:2023.acl-long.1", "acl:2023.acl-long.1"),
        ("https://example.org/a", "https://example.org/a"),
        ("github:a/b", None),
        ("https://github.com/a/b", None),
        ("arXiv:", None),
        ("doi:x", None),
        ("", None),
    ],
)
def test_ids(written: str, name: Identifier | str | None) -> None:
    assert read_name(written) == name
    assert name is None or read_name(write_id(name)) == name


@pytest.mark.parametrize(
    ("arxiv", "doi", "identifier", "title", "name"),
    [
        ("2401.12345", "10.1145/1", None, "A Title", "arxiv:2401.12345"),
        ("", "10.1145/1", Identifier(Scheme.ACL, "P19-1001"), "A Title", "doi:10.1145/1"),
        ("", "", Identifier(Scheme.ACL, "P19-1001"), "A Title", "acl:P19-1001"),
        ("", "", None, "A Title", "title:atitle"),
        ("", "", None, "?!", "title:?!"),
    ],
)
def test_the_name_of_a_paper(arxiv: str, doi: str, identifier: Identifier | None, title: str, name: str) -> None:
    assert name_paper(arxiv, doi, identifier, title) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("2401.12345", "arXiv:2401.12345"),
        ("hep-th/9901001", "arXiv:hep-th/9901001"),
        ("hep-th/1601.07616", "arXiv:1601.07616"),
        ("arXiv: math.GT/1601.07616v2", "arXiv:1601.07616"),
        ("10.1145/3292500", "doi:10.1145/3292500"),
        ("doi:10.1145/3292500", "doi:10.1145/3292500"),
        ("DOI:10.1145/3292500", "doi:10.1145/3292500"),
        ("DOI: 10.1145/3292500", "doi:10.1145/3292500"),
        ("doi.org/10.1145/3292500", "doi:10.1145/3292500"),
        ("dx.doi.org/10.1145/3292500", "doi:10.1145/3292500"),
        ("doi.org/10.48550/arXiv.2401.12345", "arXiv:2401.12345"),
        ("openreview.net/forum?id=WE_vluYUL-X", "openreview:WE_vluYUL-X"),
        ("README.md", None),
        ("docs/2401.12345.md", None),
        ("example.org/page", None),
        ("github.com/a/b", None),
    ],
)
def test_what_people_type_for_a_paper(typed: str, name: str | None) -> None:
    found = read_paper(typed)
    assert (found.name if found is not None else None) == name


CLOSED = "https://a.org/x).,;:*_`."


@pytest.mark.parametrize(
    ("line", "names"),
    [
        pytest.param("see 2310.05915 and 12310.05915", ["2310.05915"], id="an id"),
        pytest.param("[A](https://openreview.net/forum?id=abc)", ["openreview:abc"] * 3, id="an address"),
        pytest.param("https://a.org/(x)y", ["a.org/(x)y", "a.org/(x"], id="brackets in an address"),
        pytest.param(
            CLOSED, ["a.org/x).,;:*_`.", "a.org/x", *(CLOSED[8:-n] for n in range(1, 9))], id="eight signs behind"
        ),
        pytest.param("a" * 20_000 + " 2310.05915", [], id="far behind"),
        pytest.param("words", [], id="none"),
    ],
)
def test_what_may_be_the_name_of_a_paper_on_a_line(line: str, names: list[str]) -> None:
    assert list(find_names(line)) == names
