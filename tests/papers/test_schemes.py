"""What the URLs of other sites than arXiv name."""

from __future__ import annotations

import pytest

from bot.papers.arxiv_ids import Problem
from bot.papers.identifiers import Identifier, Scheme, identify


def _named(url: str) -> str | None:
    identifier = identify(url).identifier
    return None if identifier is None else str(identifier)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://doi.org/10.1145/3292500.3330701.", "doi:10.1145/3292500.3330701"),
        ("doi:10.1145/3292500.3330701", "doi:10.1145/3292500.3330701"),
        ("https://dl.acm.org/doi/pdf/10.1145/3292500.3330744", "doi:10.1145/3292500.3330744"),
        ("https://link.springer.com/article/10.1007/JHEP10(2023)060", "doi:10.1007/jhep10(2023)060"),
        ("https://link.springer.com/content/pdf/10.1007/s11042-020-1.pdf", "doi:10.1007/s11042-020-1"),
        ("https://onlinelibrary.wiley.com/doi/full/10.1002/ROB.21918", "doi:10.1002/rob.21918"),
        ("https://iopscience.iop.org/article/10.1088/1741-4326/ac1234/meta", "doi:10.1088/1741-4326/ac1234"),
        (
            "https://academic.oup.com/jamia/article/doi/10.1093/jamia/ocae120/7684",
            "doi:10.1093/jamia/ocae120",
        ),
        ("https://www.nature.com/articles/s41586-023-06792-0.pdf", "doi:10.1038/s41586-023-06792-0"),
        ("https://doi.org/10.18653/v1/2020.acl-main.144", "acl:2020.acl-main.144"),
        ("https://doi.org/10.18653/v1/p18-1001", "acl:P18-1001"),
        (
            "https://www.biorxiv.org/content/10.1101/2023.12.08.570889v1.full.pdf",
            "biorxiv:10.1101/2023.12.08.570889",
        ),
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
        (
            "https://www.aaai.org/ocs/index.php/AAAI/AAAI16/paper/download/12227/12035",
            "aaai:ocs/AAAI16/12227",
        ),
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
        ("https://github.com/RAGEN-AI/RAGEN/blob/main/RAGEN.pdf", "github:ragen-ai/ragen"),
        ("https://github.com/RAGEN-AI/RAGEN.git", "github:ragen-ai/ragen"),
        ("https://huggingface.co/datasets/zjunlp/KnowEdit", "huggingface:datasets/zjunlp/knowedit"),
        ("https://youtu.be/jRh2qlclJ8w", "youtube:jRh2qlclJ8w"),
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
