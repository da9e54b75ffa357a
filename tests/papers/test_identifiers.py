"""What URLs name, and what is wrong with them."""

from __future__ import annotations

import datetime
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.arxiv_ids import MALFORMED, NONCANONICAL, Problem
from bot.papers.dates import PartialDate
from bot.papers.identifiers import (
    ArxivForm,
    Identifier,
    Scheme,
    arxiv_month,
    arxiv_order,
    canonical_url,
    corrected_url,
    identify,
    is_future,
)

ABS = "https://arxiv.org/abs/"
PDF = "https://arxiv.org/pdf/"
ARCHIVES = """
acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga
funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics plasm-ph q-alg
q-bio quant-ph solv-int supr-con""".split()


@pytest.mark.parametrize(
    ("url", "expected", "problems"),
    [
        (ABS + "2503.02197", "2503.02197", []),
        (PDF + "2503.02197", "2503.02197", []),
        ("https://arxiv.org/html/2503.02197", "2503.02197", []),
        (ABS + "0704.0001", "0704.0001", []),
        *((ABS + f"{archive}/0309136", f"{archive}/0309136", []) for archive in ARCHIVES),
        (ABS + "quant-ph/9802018", "quant-ph/9802018", []),
        ("http://arxiv.org/abs/2503.02197", "2503.02197", [Problem.HTTP]),
        ("https://www.arxiv.org/abs/2503.02197", "2503.02197", [Problem.WWW_OR_MIRROR_HOST]),
        ("https://export.arxiv.org/abs/2503.02197", "2503.02197", [Problem.WWW_OR_MIRROR_HOST]),
        ("http://xxx.lanl.gov/abs/hep-th/9901001", "hep-th/9901001", [Problem.HTTP, Problem.WWW_OR_MIRROR_HOST]),
        (ABS + "2503.02197v2", "2503.02197", [Problem.VERSION]),
        (PDF + "2503.02197.pdf", "2503.02197", [Problem.PDF_SUFFIX]),
        (PDF + "2503.02197v1.pdf", "2503.02197", [Problem.PDF_SUFFIX, Problem.VERSION]),
        (ABS + "2503.02197.pdf", "2503.02197", [Problem.ABS_WITH_PDF_SUFFIX]),
        ("https://arxiv.org//abs/2503.02197", "2503.02197", [Problem.DOUBLE_SLASH]),
        (ABS + "/2503.02197", "2503.02197", [Problem.DOUBLE_SLASH]),
        (PDF + "2506.10406?", "2506.10406", [Problem.QUERY]),
        (ABS + "2503.02197?context=cs", "2503.02197", [Problem.QUERY]),
        (PDF + "2503.02197?utm_source=x", "2503.02197", [Problem.TRACKING]),
        (PDF + "2503.02197?trk=x&file=y", "2503.02197", [Problem.TRACKING, Problem.QUERY]),
        (PDF + "2503.02197#page=14", "2503.02197", [Problem.FRAGMENT]),
        (ABS + "2503.02197`", "2503.02197", [Problem.TRAILING_PUNCTUATION]),
        (ABS + "2503.02197},", "2503.02197", [Problem.TRAILING_PUNCTUATION]),
        (ABS + "2503.02197%20", "2503.02197", [Problem.TRAILING_PUNCTUATION]),
        (ABS + "2503.02197/", "2503.02197", [Problem.SPELLING]),
        ("HTTPS://arXiv.org/abs/2503.02197", "2503.02197", [Problem.SPELLING]),
        (ABS + "arXiv:2503.02197", "2503.02197", [Problem.ID_PREFIX]),
        (ABS + "math.GT/0309136", "math/0309136", [Problem.SUBJECT_CLASS]),
        ("https://arxiv.org/2503.02197", "2503.02197", [Problem.NO_FORM]),
        ("arxiv.org/abs/2503.02197", "2503.02197", [Problem.NO_SCHEME]),
        ("arXiv:2503.02197", "2503.02197", [Problem.NO_SCHEME]),
        ("https://arxiv.org/ftp/arxiv/papers/1301/1301.0001.pdf", "1301.0001", [Problem.PDF_SUFFIX]),
        ("https://link.zhihu.com/?target=https%3A//arxiv.org/abs/2503.02197", "2503.02197", [Problem.WRAPPED]),
        ("https://www.google.com/search?q=https://arxiv.org/abs/2503.02197", "2503.02197", [Problem.PLACEHOLDER]),
        (ABS + "1905.05178v1f", "1905.05178", [Problem.TRAILING_TEXT, Problem.VERSION]),
        (ABS + "2309.02390Explaining", "2309.02390", [Problem.TRAILING_TEXT]),
        (
            ABS + "2401.00001https://arxiv.org/abs/2401.00002",
            "2401.00001",
            [Problem.DOUBLE_SLASH, Problem.TRAILING_TEXT],
        ),
        (ABS + "2411.05902；扩散", "2411.05902", [Problem.TRAILING_TEXT]),
        (ABS + "2301.99999", "2301.99999", [Problem.HUGE_SEQUENCE]),
        (ABS + "2513.00001", None, [Problem.MONTH_OUT_OF_RANGE]),
        (ABS + "0703.1234", None, [Problem.BEFORE_FIRST_MONTH]),
        (ABS + "2505.1228", None, [Problem.FOUR_DIGITS_AFTER_2014]),
        (ABS + "2505.122", None, [Problem.TOO_FEW_DIGITS]),
        (ABS + "1207.00580", None, [Problem.FIVE_DIGITS_BEFORE_2015]),
        (ABS + "2408.082827", None, [Problem.SIX_DIGITS]),
        (PDF + "2510.216180", None, [Problem.SIX_DIGITS]),
        (ABS + "2503.00000", None, [Problem.ZERO_SEQUENCE]),
        (ABS + "2023.10.11453", None, [Problem.WRONG_SEPARATOR]),
        (ABS + "250302197", None, [Problem.WRONG_SEPARATOR]),
        (ABS + "25.0302197", None, [Problem.WRONG_SEPARATOR]),
        (ABS + "25030.2197v2", None, [Problem.WRONG_SEPARATOR, Problem.VERSION]),
        (ABS + "25.03.02197", None, [Problem.NO_IDENTIFIER]),
        (ABS + "foo/0309136", None, [Problem.UNKNOWN_ARCHIVE]),
        (ABS + "math/0813136", None, [Problem.MONTH_OUT_OF_RANGE]),
        (ABS + "math/0801136", None, [Problem.BEFORE_FIRST_MONTH]),
        (ABS, None, [Problem.NO_IDENTIFIER]),
        (ABS + "cs.AI", None, [Problem.NO_IDENTIFIER]),
        (ABS + "see-2503.02197", None, [Problem.LEADING_TEXT]),
        ("https://arxiv.org/paper/2503.02197.pdf", "2503.02197", [Problem.NO_PAGE]),
        *(
            (f"https://arxiv.org/{page}/2503.02197", "2503.02197", [Problem.NO_PAGE])
            for page in ("Papers", "pdfs", "abstract", "abstracts", "article", "ab", "asb", "pfd", "Ads")
        ),
        ("https://arxiv.org/abs2503.02197", "2503.02197", [Problem.NO_PAGE]),
        ("https://arxiv.org/pdf:2503.02197.pdf", "2503.02197", [Problem.NO_PAGE]),
        ("https://arxiv.org/labs/tools/2503.02197", None, []),
        *(
            (f"https://arxiv.org/{page}/2503.02197", "2503.02197", [])
            for page in "ps src e-print format tb bibtex dvi cits refs trackback show-email".split()
        ),
        ("https://arxiv.org/blog/2503.02197", None, []),
        *((ABS + text, None, [Problem.PLACEHOLDER]) for text in ("2400.00000", "XXXX.XXXXX", "2xxx.xxxxx", "N/A")),
        *((PDF + text, None, [Problem.PLACEHOLDER]) for text in ("0000.00000", "2503.xxxxx.pdf", "1234.56789", "TODO")),
    ],
)
def test_pages_of_arxiv(url: str, expected: str | None, problems: list[Problem]) -> None:
    target = identify(url)
    value = target.identifier and target.identifier.value
    assert (value, list(target.problems)) == (expected, problems)


@pytest.mark.parametrize(
    ("url", "suggestion"),
    [
        (ABS + "1905.05178v1f", ABS + "1905.05178"),
        (PDF + "2309.02390Explaining", PDF + "2309.02390"),
        (ABS + "0808.05394", ABS + "0808.5394"),
        (ABS + "2503.111111", ABS + "2503.11111"),
        (ABS + "2023.10.11453", ABS + "2310.11453"),
        (ABS + "2503-02197", ABS + "2503.02197"),
        (ABS + "25030.2197", ABS + "2503.02197"),
        (ABS + "2503．02197", ABS + "2503.02197"),
        ("https://arxiv.org/pfd/2503.02197", PDF + "2503.02197"),
        (ABS + "paper_2503.02197", ABS + "2503.02197"),
        (ABS + "2408.082827", None),
        (ABS + "2505.1228", None),
        (ABS + "2513.00001", None),
        (ABS + "2401.00001https://arxiv.org/abs/2401.00002", None),
        (ABS + "2400.00000", None),
        (ABS + "2503.02197", None),
        ("https://www.alphaxiv.org/abs/2023.10.11453", None),
    ],
)
def test_one_reading_is_suggested_or_none(url: str, suggestion: str | None) -> None:
    assert corrected_url(identify(url)) == suggestion


@pytest.mark.parametrize(
    "url",
    [
        *("https://ar5iv.org/abs/2503.02197", "https://ar5iv.labs.arxiv.org/html/2503.02197"),
        *("https://www.alphaxiv.org/abs/2503.02197v1", "https://www.alphaxiv.org/overview/2503.02197"),
        *("https://huggingface.co/papers/2503.02197", "https://hf.co/papers/2503.02197.md"),
        *("https://scirate.com/arxiv/2503.02197", "https://www.arxiv-vanity.com/papers/2503.02197/"),
        *("https://papers.cool/arxiv/2503.02197", "https://doi.org/10.48550/arXiv.2503.02197"),
        *("https://dx.doi.org/10.48550/ARXIV.2503.02197", "https://www.semanticscholar.org/arxiv/2503.02197"),
        *("https://www.arxiv-sanity.com/2503.02197", "https://www.emergentmind.com/papers/2503.02197"),
        *("https://api.semanticscholar.org/arXiv:2503.02197", "https://adsabs.harvard.edu/abs/2025arXiv250302197S"),
        "https://ui.adsabs.harvard.edu/abs/2025arXiv250302197S/abstract",
    ],
)
def test_other_pages_about_the_same_paper_are_no_worse(url: str) -> None:
    target = identify(url)
    assert (str(target.identifier), target.form, target.problems) == ("arxiv:2503.02197", None, ())
    assert canonical_url(target) is None
    assert canonical_url(target, ArxivForm.PDF) == PDF + "2503.02197"


def test_figures_of_a_paper_name_it_but_are_no_page_of_it() -> None:
    target = identify("https://arxiv.org/html/2503.02197v1/x1.png")
    assert (str(target.identifier), target.form) == ("arxiv:2503.02197", ArxivForm.OTHER)
    assert canonical_url(target) is None


def test_placeholders_elsewhere() -> None:
    assert identify("https://example.com/paper").problems == (Problem.PLACEHOLDER,)
    assert identify("https://huggingface.co/papers/2503.xxxxx").problems == (Problem.PLACEHOLDER,)


@pytest.mark.parametrize(
    "doi",
    [
        *("10.1145/3812XXX", "10.1145/XXXXXXX.XXXXXXX", "10.1145/nnnnnnn.nnnnnnn", "10.1145/3812345.XXXXXXX"),
        *("10.1109/TKDE.2025.XXXXXXX", "10.1109/XXXX.2025.1234567", "10.1038/s41586-025-XXXXX-X"),
        *("10.1007/978-3-031-XXXXX-X_4", "10.1145/TBD"),
    ],
)
def test_a_doi_to_be_filled_in_names_no_paper(doi: str) -> None:
    for url in (f"https://doi.org/{doi}", f"https://dl.acm.org/doi/{doi}", doi):
        target = identify(url)
        assert target.identifier is None
        assert Problem.PLACEHOLDER in target.problems


@pytest.mark.parametrize(
    "doi",
    [
        "10.1111/j.1467-8659.2009.01411.x",
        "10.1016/j.xxxl.2020.01.004",
        "10.1017/9781108123456-xxx",
        "10.1093/nar/xxxii.4",
        "10.1145/tbd2020.4",
        "10.1088/nnnnn1",
    ],
)
def test_a_doi_with_letters_of_its_own_names_its_paper(doi: str) -> None:
    assert str(identify(f"https://doi.org/{doi}").identifier) == f"doi:{doi}"


@pytest.mark.parametrize(
    ("url", "form", "keep", "expected"),
    [
        ("http://www.arxiv.org/pdf/2503.02197v2.pdf?x=1#page=2", None, False, PDF + "2503.02197"),
        ("http://arxiv.org/pdf/2503.02197v2", None, True, PDF + "2503.02197v2"),
        (PDF + "2503.02197", ArxivForm.ABS, False, ABS + "2503.02197"),
        (ABS + "1905.05178v1f", None, False, None),
        (ABS + "2513.00001", None, False, None),
        ("https://openreview.net/forum?id=T5IZ32ImAB", ArxivForm.ABS, False, None),
    ],
)
def test_canonical_urls(url: str, form: ArxivForm | None, keep: bool, expected: str | None) -> None:
    assert canonical_url(identify(url), form, keep_version=keep) == expected


@pytest.mark.parametrize(
    ("value", "order"),
    [
        ("2503.02197", (2025, 3, 2197)),
        ("0704.0001", (2007, 4, 1)),
        ("math/0309136", (2003, 9, 136)),
        ("hep-th/9107001", (1991, 7, 1)),
    ],
)
def test_arxiv_ids_have_a_month_and_an_order(value: str, order: tuple[int, int, int]) -> None:
    identifier = Identifier(Scheme.ARXIV, value)
    assert arxiv_order(identifier) == order
    assert arxiv_month(identifier) == PartialDate(*order[:2])
    assert arxiv_order(Identifier(Scheme.DOI, value)) is None
    assert arxiv_month(Identifier(Scheme.DOI, value)) is None


@pytest.mark.parametrize(
    ("value", "today", "expected"),
    [
        ("2503.02197", datetime.date(2025, 3, 1), False),
        ("2503.02197", datetime.date(2025, 2, 28), False),
        ("2503.02197", datetime.date(2025, 2, 27), True),
        ("2601.00001", datetime.date(2025, 12, 31), False),
        ("math/0309136", datetime.date(2025, 1, 1), False),
    ],
)
def test_ids_of_the_future(value: str, today: datetime.date, expected: bool) -> None:
    assert is_future(Identifier(Scheme.ARXIV, value), today) is expected


def test_every_problem_is_either_malformed_or_noncanonical() -> None:
    assert set(Problem) == MALFORMED | NONCANONICAL
    assert not MALFORMED & NONCANONICAL


_PIECES = st.lists(
    st.sampled_from(
        [
            *("https://", "http://", "arxiv.org", "www.", "/", "//", "abs/", "pdf/", "html/", "2503.02197"),
            "1234.5678",
            *(
                "math.GT/0309136",
                "v2",
                "v0",
                ".pdf",
                "?",
                "#",
                "&utm_source=x",
                "arXiv:",
                "%20",
                "x",
                "doi.org/10.48550/",
            ),
            *("link.zhihu.com/?target=", "２５０３.０２１９７", "[", "@", ":", "\n", "huggingface.co/papers/", "7"),
        ]
    ),
    max_size=8,
).map("".join)


@given(st.one_of(_PIECES, st.text(max_size=40), st.text(max_size=20).map(ABS.__add__)))
def test_canonical_urls_are_stable_and_name_the_same_paper(url: str) -> None:
    target = identify(url)
    best = canonical_url(target)
    assert target.url == url
    if best is not None:
        again = identify(best)
        assert (again.identifier, again.problems, canonical_url(again)) == (target.identifier, (), best)
        assert best == url or target.problems


@given(
    st.sampled_from(
        ["https://arxiv.org/abs/", "https://doi.org/10.1145/", "https://aclanthology.org/", "https://github.com/"]
    ),
    st.sampled_from(["a-", "1.", "/", "x", "2503.", "?id=", "%2", "&", "v1"]),
)
def test_reading_time_is_bounded(prefix: str, unit: str) -> None:
    before = time.process_time()
    identify(prefix + unit * 2_000 + "!")
    identify(prefix + unit * 200_000)
    assert time.process_time() - before < 2


def _named(url: str) -> str | None:
    identifier = identify(url).identifier
    return None if identifier is None else str(identifier)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://doi.org/10.1145/3292500.3330701.", "doi:10.1145/3292500.3330701"),
        ("doi:10.1145/3292500.3330701", "doi:10.1145/3292500.3330701"),
        ("10.1145/3292500.3330701", "doi:10.1145/3292500.3330701"),
        ("https://dl.acm.org/doi/pdf/10.1145/3292500.3330744", "doi:10.1145/3292500.3330744"),
        ("https://link.springer.com/article/10.1007/JHEP10(2023)060", "doi:10.1007/jhep10(2023)060"),
        ("https://link.springer.com/content/pdf/10.1007/s11042-020-1.pdf", "doi:10.1007/s11042-020-1"),
        ("https://onlinelibrary.wiley.com/doi/full/10.1002/ROB.21918", "doi:10.1002/rob.21918"),
        ("https://iopscience.iop.org/article/10.1088/1741-4326/ac1234/meta", "doi:10.1088/1741-4326/ac1234"),
        ("https://academic.oup.com/jamia/article/doi/10.1093/jamia/ocae120/7684", "doi:10.1093/jamia/ocae120"),
        ("https://www.nature.com/articles/s41586-023-06792-0.pdf", "doi:10.1038/s41586-023-06792-0"),
        ("https://doi.org/10.18653/v1/2020.acl-main.144", "acl:2020.acl-main.144"),
        ("https://doi.org/10.18653/v1/p18-1001", "acl:P18-1001"),
        ("https://www.biorxiv.org/content/10.1101/2023.12.08.570889v1.full.pdf", "biorxiv:10.1101/2023.12.08.570889"),
        ("https://doi.org/10.1101/2023.12.08.570889", "biorxiv:10.1101/2023.12.08.570889"),
        ("https://openreview.net/forum?id=T5IZ32ImAB&noteId=x", "openreview:T5IZ32ImAB"),
        ("https://openreview.net/pdf?id=T5IZ32ImAB", "openreview:T5IZ32ImAB"),
        ("https://aclanthology.org/2024.findings-emnlp.448.pdf", "acl:2024.findings-emnlp.448"),
        ("https://aclanthology.org/2024.findings-emnlp.448v2.pdf", "acl:2024.findings-emnlp.448"),
        ("https://www.aclweb.org/anthology/P19-1001/", "acl:P19-1001"),
        ("http://anthology.aclweb.org/P16-2049", "acl:P16-2049"),
        ("https://aclanthology.info/pdf/P/P06/P06-1066.pdf", "acl:P06-1066"),
        ("https://proceedings.mlr.press/v70/shi17a/shi17a.pdf", "pmlr:v70/shi17a"),
        ("https://proceedings.mlr.press/v70/shi17a.html", "pmlr:v70/shi17a"),
        ("https://papers.nips.cc/paper/7181-attention-is-all-you-need.pdf", "neurips:7181"),
        (
            "https://proceedings.neurips.cc/paper_files/paper/2017/hash/3f5ee243547dee91fbd053c1c4a845aa-Abstract.html",
            "neurips:2017/3f5ee243547dee91fbd053c1c4a845aa",
        ),
        (
            "https://papers.nips.cc/paper/2017/file/3f5ee243547dee91fbd053c1c4a845aa-Paper.pdf",
            "neurips:2017/3f5ee243547dee91fbd053c1c4a845aa",
        ),
        (
            "https://openaccess.thecvf.com//content/CVPR2023/papers/Liu_3D_Line_Mapping_Revisited_CVPR_2023_paper.pdf",
            "cvf:Liu_3D_Line_Mapping_Revisited_CVPR_2023",
        ),
        (
            "https://openaccess.thecvf.com/content/CVPR2023/html/Liu_3D_Line_Mapping_Revisited_CVPR_2023_paper.html",
            "cvf:Liu_3D_Line_Mapping_Revisited_CVPR_2023",
        ),
        ("https://eprint.iacr.org/2019/23.pdf", "iacr:2019/023"),
        ("https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arnumber=9222017", "ieee:9222017"),
        ("https://ieeexplore.ieee.org/abstract/document/9222017/", "ieee:9222017"),
        (
            "https://www.usenix.org/system/files/sec21-carlini-extracting.pdf",
            "usenix:usenixsecurity21/carlini-extracting",
        ),
        (
            "https://www.usenix.org/conference/usenixsecurity21/presentation/carlini-extracting",
            "usenix:usenixsecurity21/carlini-extracting",
        ),
        ("https://ojs.aaai.org/index.php/AAAI/article/view/30150/32038", "aaai:AAAI/30150"),
        ("https://www.aaai.org/ocs/index.php/AAAI/AAAI16/paper/download/12227/12035", "aaai:ocs/AAAI16/12227"),
        ("https://www.ijcai.org/proceedings/2019/0308.pdf", "ijcai:2019/308"),
        ("https://www.jmlr.org/papers/volume25/24-0040/24-0040.pdf", "jmlr:v25/24-0040"),
        ("https://jmlr.org/papers/v25/24-0040.html", "jmlr:v25/24-0040"),
        ("https://hal.inria.fr/hal-02389293v2/document", "hal:hal-02389293"),
        ("https://ssrn.com/abstract=7186738", "ssrn:7186738"),
        ("https://papers.ssrn.com/sol3/papers.cfm?abstract_id=7186738", "ssrn:7186738"),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", "pubmed:12345678"),
        (f"https://www.semanticscholar.org/paper/A-Title/{'0' * 40}", f"s2:{'0' * 40}"),
        ("https://neurips.cc/virtual/2024/poster/95598", "virtual:neurips/2024/95598"),
        ("https://nips.cc/virtual/2024/poster/95598", "virtual:neurips/2024/95598"),
        ("https://icml.cc/virtual/2024/poster/34567", "virtual:icml/2024/34567"),
        ("https://iclr.cc/virtual/2024/oral/19748", "virtual:iclr/2024/19748"),
        ("https://raw.githubusercontent.com/mlresearch/v235/main/assets/lee24t/lee24t.pdf", "pmlr:v235/lee24t"),
        (
            "https://datasets-benchmarks-proceedings.neurips.cc/paper/2021/hash/1457c0d6bfcb4967418bfb8ac142f64a-Abstract-round1.html",
            "neurips:2021/1457c0d6bfcb4967418bfb8ac142f64a",
        ),
        (
            "https://proceedings.iclr.cc/paper_files/paper/2024/hash/1457c0d6bfcb4967418bfb8ac142f64a-Abstract-Conference.html",
            "iclr:2024/1457c0d6bfcb4967418bfb8ac142f64a",
        ),
        (
            "https://proceedings.mlsys.org/paper_files/paper/2024/hash/1457c0d6bfcb4967418bfb8ac142f64a-Abstract-Conference.html",
            "mlsys:2024/1457c0d6bfcb4967418bfb8ac142f64a",
        ),
        ("https://www.ecva.net/papers/eccv_2022/papers_ECCV/papers/136610001.pdf", "cvf:eccv_2022/136610001"),
        ("https://api.semanticscholar.org/CorpusID:12345", "s2:CorpusID:12345"),
        ("https://hal.science/hal-01234567v2", "hal:hal-01234567"),
        ("https://inria.hal.science/hal-01234567", "hal:hal-01234567"),
        ("https://hal.archives-ouvertes.fr/hal-01234567/document", "hal:hal-01234567"),
        ("https://www.vldb.org/pvldb/vol16/p1-lee.pdf", "vldb:16/p1-lee"),
        (
            "https://www.isca-speech.org/archive/interspeech_2022/lee22_interspeech.html",
            "isca:interspeech_2022/lee22_interspeech",
        ),
        (
            "https://www.isca-archive.org/interspeech_2022/lee22_interspeech.pdf",
            "isca:interspeech_2022/lee22_interspeech",
        ),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567/", "pmc:1234567"),
        ("https://www.sciencedirect.com/science/article/pii/S0004370221000862", "pii:S0004370221000862"),
        ("https://www.cell.com/cell/fulltext/S0092-8674(20)30001-2", "pii:S0092867420300012"),
        (
            "https://www.thelancet.com/journals/lancet/article/PIIS0140-6736(20)30001-2/fulltext",
            "pii:S0140673620300012",
        ),
        ("https://paperswithcode.com/paper/attention-is-all-you-need", "pwc:attention-is-all-you-need"),
        ("https://github.com/RAGEN-AI/RAGEN/blob/main/RAGEN.pdf", "github:ragen-ai/ragen"),
        ("https://github.com/RAGEN-AI/RAGEN.git", "github:ragen-ai/ragen"),
        ("https://huggingface.co/datasets/zjunlp/KnowEdit", "huggingface:datasets/zjunlp/knowedit"),
        ("https://youtu.be/jRh2qlclJ8w", "youtube:jRh2qlclJ8w"),
        ("https://m.youtube.com/watch?v=jRh2qlclJ8w", "youtube:jRh2qlclJ8w"),
        ("https://papers.neurips.cc/paper/7181-attention.pdf", "neurips:7181"),
        *(
            (url, None)
            for url in (
                "https://github.com/topics/llm",
                "https://github.com/user-attachments/assets/0b5c",
                "https://github.com/advisories/GHSA-0000",
                "https://github.com/solutions/ci-cd",
                "https://github.com/codespaces/new",
                "https://github.com/RAGEN-AI",
                "https://huggingface.co/papers",
                "https://huggingface.co/papers/trending",
                "https://huggingface.co/docs/trl",
                "https://openreview.net/group?id=ICLR.cc/2025",
                "https://aclanthology.org/events/acl-2024/",
                "https://arxiv.org/",
                "https://arxiv.org/list/cs.AI/recent",
                "https://arxiv.org/help/api/user-manual",
                "https://scirate.com/arxiv/quant-ph",
                "mailto:someone@arxiv.org",
                "ftp://arxiv.org/abs/2503.02197",
                "#arxiv-2020",
                "./Paper/2503.02197.pdf",
                "https://notarxiv.org/abs/2503.02197",
                "https://arxiv.org.example.net/abs/2503.02197",
                "",
            )
        ),
    ],
)
def test_other_sites(url: str, expected: str | None) -> None:
    assert _named(url) == expected
    assert identify(url).problems in {(), (Problem.NO_SCHEME,)} or "doi:" in url


def test_repositories_and_videos_are_no_papers() -> None:
    assert {scheme for scheme in Scheme if not Identifier(scheme, "x").is_paper} == {
        Scheme.GITHUB,
        Scheme.HUGGINGFACE,
        Scheme.YOUTUBE,
    }


@pytest.mark.parametrize(("length", "is_read"), [(4_096, True), (4_097, False)])
def test_longer_addresses_name_nothing(length: int, is_read: bool) -> None:
    url = f"{ABS}2503.02197#".ljust(length, "x")
    assert (identify(url).identifier is not None) is is_read
