"""The DOIs in URLs of publishers: what belongs to one, what a site has behind it, and what other paths tell."""

from __future__ import annotations

import pytest

from bot.papers.identifiers import Identifier, Scheme, identify, identify_doi

SPRINGER = "https://link.springer.com"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param(f"{SPRINGER}/article/10.1007/s10994-009-5119-5#page-1", "10.1007/s10994-009-5119-5", id="page"),
        pytest.param(
            f"{SPRINGER}/content/pdf/10.1007%2F978-3-642-21878-1_45.pdf", "10.1007/978-3-642-21878-1_45", id="encoded"
        ),
        pytest.param(
            f"{SPRINGER}/article/10.1007/s11432-022-3852-0;jsessionid=70B5AA", "10.1007/s11432-022-3852-0", id="session"
        ),
        pytest.param(
            "https://doi.org/10.1007/s11432-022-3852-0;jsessionid=70B5AA",
            "10.1007/s11432-022-3852-0",
            id="session at doi.org",
        ),
        pytest.param(
            "https://idp.springer.com/authorize/casa?redirect_uri=https://link.springer.com/article/10.1007/"
            "s10994-009-5119-5&casa_token=fX3",
            "10.1007/s10994-009-5119-5",
            id="redirect of the publisher",
        ),
        pytest.param(
            "https://idp.nature.com/authorize?response_type=cookie&client_id=grover&redirect_uri="
            "https%3A%2F%2Fwww.nature.com%2Farticles%2Fnature14539",
            "10.1038/nature14539",
            id="redirect of nature",
        ),
        pytest.param(
            "http://ezp.example.edu/login?url=https://journals.sagepub.com/doi/abs/10.1177/0022146510383838",
            "10.1177/0022146510383838",
            id="proxy",
        ),
        pytest.param(
            "papers/https://dl.acm.org/doi/10.1145/3292500.3330701", "10.1145/3292500.3330701", id="path before"
        ),
        pytest.param("hhttps://dl.acm.org/doi/10.1145/3292500.3330701", "10.1145/3292500.3330701", id="slip before"),
        pytest.param(
            "https://doi.org/10.1021/acs.chemrev.5b00533)[https:/doi.org/10.1021/acs.chemrev.5b00533",
            "10.1021/acs.chemrev.5b00533",
            id="link the wrong way round",
        ),
        pytest.param("https://doi.org/10.1016/j.sbi.2025.103004}", "10.1016/j.sbi.2025.103004", id="brace"),
        pytest.param(
            "https://doi.org/10.1016/0004-3702(82)90020-0)",
            "10.1016/0004-3702(82)90020-0",
            id="bracket behind brackets",
        ),
        pytest.param(
            "https://onlinelibrary.wiley.com/doi/10.1002/1521-3978%28200009%2948%3A9/11%3C771%3A%3AAID-PROP771%3E3.0.CO%3B2-E",
            "10.1002/1521-3978(200009)48:9/11<771::aid-prop771>3.0.co;2-e",
            id="brackets and slash within",
        ),
        pytest.param(
            "http://onlinelibrary.wiley.com/store/10.1111/ecog.01892/asset/ecog1892.pdf?v=1",
            "10.1111/ecog.01892",
            id="asset",
        ),
        pytest.param(
            "https://dl.acm.org/doi/suppl/10.1145/3292500.3330701/suppl_file/p1-one.mp4",
            "10.1145/3292500.3330701",
            id="supplement",
        ),
        pytest.param(
            "https://direct.mit.edu/tacl/article-pdf/doi/10.1162/tacl_a_00347/1923874/tacl_a_00347.pdf",
            "10.1162/tacl_a_00347",
            id="record and file",
        ),
        pytest.param(
            "https://direct.mit.edu/qss/article/doi/10.1162/qss_a_00346/126307/Teaching-counts",
            "10.1162/qss_a_00346",
            id="record",
        ),
        pytest.param(
            "https://academic.oup.com/imajna/advance-article/doi/10.1093/imanum/drab093/6503953?login=true",
            "10.1093/imanum/drab093",
            id="record behind two parts",
        ),
        pytest.param("https://pubs.aip.org/x/article/doi/10.1063/5.0123456", "10.1063/5.0123456", id="no record"),
        pytest.param(
            "https://pubs.geoscienceworld.org/ssa/article-abstract/doi/10.1785/0120200123/594563/Slip",
            "10.1785/0120200123",
            id="number within",
        ),
        pytest.param(
            "https://iopscience.iop.org/article/10.1088/1742-6596/978/1/012078/pdf",
            "10.1088/1742-6596/978/1/012078",
            id="iop",
        ),
        pytest.param(f"{SPRINGER}/content/pdf/10.1155/2008/246309.pdf", "10.1155/2008/246309", id="numbers"),
        pytest.param(
            "http://journals.plos.org/plosone/article?id=10.1371/journal.pone.0135868",
            "10.1371/journal.pone.0135868",
            id="plos",
        ),
        pytest.param(
            "https://www.journals.plos.org/plosone/article/file?id=10.1371%2Fjournal.pone.0135868&type=printable",
            "10.1371/journal.pone.0135868",
            id="file of plos",
        ),
        pytest.param(
            "http://www.plosone.org/article/info%3Adoi%2F10.1371%2Fjournal.pone.0135868",
            "10.1371/journal.pone.0135868",
            id="old plos",
        ),
        pytest.param("https://www.aeaweb.org/articles?id=10.1257/jep.29.1.89", "10.1257/jep.29.1.89", id="aea"),
        pytest.param("https://psycnet.apa.org/doiLanding?doi=10.1037%2Frev0000196", "10.1037/rev0000196", id="apa"),
        pytest.param("https://search.example.org/?q=10.1145/3292500", None, id="search"),
        pytest.param("https://dl.acm.org/citation.cfm?doid=3290605.3300561", "10.1145/3290605.3300561", id="acm"),
        pytest.param(
            "http://portal.acm.org/citation.cfm?doid=312129.312248&CFID=1", "10.1145/312129.312248", id="acm portal"
        ),
        pytest.param("https://dl.acm.org/citation.cfm?doid=3008658.2994600", None, id="journal of acm"),
        pytest.param("https://dl.acm.org/citation.cfm?id=1251254.1251263", None, id="acm may not have issued it"),
        pytest.param("http://delivery.acm.org/10.1145/3350000/3347015/p403-kim.pdf?id=3347015", None, id="delivery"),
        pytest.param("https://diglib.eg.org/handle/10.1111/cgf14116", "10.1111/cgf.14116", id="cgf"),
        pytest.param("https://repo.example.edu/handle/10.1234/cgf14116", None, id="handle"),
    ],
)
def test_doi_in_url(url: str, expected: str | None) -> None:
    found = identify(url).identifier
    assert (str(found) if found else None) == (f"doi:{expected}" if expected else None)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "https://www.nature.com/articles/s41558-019-0666-7.epdf?author_access_token=4M8",
            "doi:10.1038/s41558-019-0666-7",
        ),
        ("https://www.nature.com/articles/299802a0", "doi:10.1038/299802a0"),
        ("https://www.nature.com/articles/nmeth.1426", "doi:10.1038/nmeth.1426"),
        ("https://www.nature.com/articles/sdata201635", "doi:10.1038/sdata.2016.35"),
        ("https://www.nature.com/articles/srep20123", "doi:10.1038/srep20123"),
        ("https://www.nature.com/articles/s41599-020-0501-9", "doi:10.1057/s41599-020-0501-9"),
        ("https://www.nature.com/articles/d41586-020-01763-1", None),
        ("https://www.biorxiv.org/content/early/2017/05/28/142760", "biorxiv:10.1101/142760"),
        (
            "https://www.biorxiv.org/content/biorxiv/early/2021/01/26/2021.01.25.427841.full.pdf",
            "biorxiv:10.1101/2021.01.25.427841",
        ),
        ("http://www.pnas.org/content/early/2018/01/03/1707515115.short", "doi:10.1073/pnas.1707515115"),
        ("https://www.pnas.org/content/112/8/2389.full", None),
        ("https://www.genetics.org/content/early/2020/08/24/genetics.120.303622", "doi:10.1534/genetics.120.303622"),
        ("https://www.genetics.org/content/215/2/497.abstract", None),
        ("http://science.sciencemag.org/content/348/6237/1261359", "doi:10.1126/science.1261359"),
        ("https://science.sciencemag.org/content/sci/349/6248/636.full.pdf", None),
        ("https://advances.sciencemag.org/content/5/10/eaaw7238.abstract", "doi:10.1126/sciadv.aaw7238"),
        ("https://www.medrxiv.org/content/early/2020/03/05/2020.03.03.20030593", "biorxiv:10.1101/2020.03.03.20030593"),
        ("https://jneurosci.org/content/early/2020/08/24/JNEUROSCI.03-20.2020", "doi:10.1523/jneurosci.03-20.2020"),
        ("https://robotics.sciencemag.org/content/4/26/eaau5872", "doi:10.1126/scirobotics.aau5872"),
        ("https://stm.sciencemag.org/content/12/541/eaaz1234.full", "doi:10.1126/scitranslmed.aaz1234"),
        ("https://elifesciences.org/articles/65074", "doi:10.7554/elife.65074"),
        ("https://www.hindawi.com/journals/mpe/2019/7816154/ref/", "doi:10.1155/2019/7816154"),
        ("http://downloads.hindawi.com/archive/2009/421425.pdf", "doi:10.1155/2009/421425"),
        ("https://royalsocietypublishing.org/rstb/article/375/1799/20190234/23743/Sleep", "doi:10.1098/rstb.2019.0234"),
        ("http://www.cell.com/current-biology/fulltext/S0960-9822(15)01167-7", "pii:S0960982215011677"),
        (r"https://www.cell.com/cell-reports-medicine/fulltext/S2666-3791\(23\)00475-5", "pii:S2666379123004755"),
        (
            "https://www.thelancet.com/journals/lanonc/article/PIIS1470-2045%2819%2930154-8/abstract",
            "pii:S1470204519301548",
        ),
        ("https://www.cell.com/fulltext/S0960-9822", None),
        ("https://ieeexplore.ieee.org/iel7/8449910/8460178/08460471.pdf", "ieee:8460471"),
    ],
)
def test_paper_that_follows_from_a_path(url: str, expected: str | None) -> None:
    found = identify(url).identifier
    assert (str(found) if found else None) == expected


@pytest.mark.parametrize(
    ("doi", "identifier"),
    [
        ("10.1145/ABC.1", Identifier(Scheme.DOI, "10.1145/abc.1")),
        ("10.1101/2024.01.02.123456v2", Identifier(Scheme.BIORXIV, "10.1101/2024.01.02.123456")),
        ("10.18653/v1/2020.acl-main.144", Identifier(Scheme.ACL, "2020.acl-main.144")),
        ("", None),
        ("11.1/x", None),
    ],
)
def test_whose_a_doi_is(doi: str, identifier: Identifier | None) -> None:
    assert identify_doi(doi) == identifier
