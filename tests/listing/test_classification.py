"""Which entries are papers is told by what the list announces and by those that are written alike."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.text import Text

TITLES = (
    "Learning to Plan with Many Tools",
    "Grounded Maps for Robot Navigation",
    "Why Sparse Rewards Are Enough",
    "A Study of Memory in Small Agents",
    "Robust Control under Unknown Delays",
    "Counting Cells without Labels",
)
CHALLENGES = ("ACDC", "ANHIR", "BACH", "CellSeg", "CoNIC", "HEROHE")
PEOPLE = ("Lee, Ann B", "Chen, Bo C", "Diaz, Carla D", "Okafor, Dan E", "Ito, Fumi G", "Rossi, Hugo I")


def kinds(content: str) -> list[str]:
    return [str(entry.kind) for entry in read(parse(Text("README.md", content))).entries]


def write(template: str) -> str:
    """An entry for each title."""
    return "".join(
        template.format(title=title, n=n, year=2015 + n, who=PEOPLE[n]) + "\n" for n, title in enumerate(TITLES)
    )


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("# Paper notes\n\n## Core\n\n" + write("- [x] {title}"), id="without links"),
        pytest.param("Some papers that we like.\n\n## Core\n\n" + write("- **{title}**"), id="announced in prose"),
        pytest.param(
            "# Core\n\n我们读过的论文\n\n## Maps\n\n" + write("1. {title}"), id="announced in prose below a title"
        ),
        pytest.param("## Full list of papers\n\n" + write("- {title} ([ann](./notes/{n}.md))"), id="notes beside"),
        pytest.param("# Paper notes\n\n" + write("- [{title}](notes/{n}.md)"), id="notes behind the title"),
        pytest.param(
            "# Paper notes\n\n" + write("- [{title}](https://github.com/me/list/blob/main/notes/{n}.md)"),
            id="notes behind the title, by their whole address",
        ),
        pytest.param(
            "# Paper notes\n\n" + write("## Week {n}\n\n- [{title}](notes/{n})"), id="sections of one entry with notes"
        ),
        pytest.param("# Paper notes\n\n" + write("## [{title}](notes/{n}.md)\n\nIt works.\n"), id="headings"),
        pytest.param("# Paper notes\n\nAll of 2025.\n\n" + write("[{title}](notes/{n}.md)\n"), id="paragraphs"),
        pytest.param(
            "# Paper notes\n\n| No. | Title | Notes |\n|--|--|--|\n" + write("| {n} | {title} | [View](./{n}/en.md) |"),
            id="rows with notes beside the titles",
        ),
        pytest.param(
            "# Course\n\n"
            + write("- Lee, A., Ito, F. (2019). [{title}](https://a.org/{n}). In *Proceedings of Minds*."),
            id="references with unknown links",
        ),
        pytest.param("# Course\n\n" + write("- Lee, A. (2019). {title}. *Journal of Minds*, 3(2)."), id="references"),
        pytest.param(
            "# Course\n\n## Papers\n\n| Year | Paper |\n|--|--|\n" + write("| {year} | {title} |"),
            id="a column that announces papers",
        ),
        pytest.param(
            "# Papers\n\n" + write("#### {title}\nhttps://a.org/files/{n}.pdf\n"), id="address below a heading"
        ),
    ],
)
def test_titles_in_a_list_of_papers_are_papers(content: str) -> None:
    assert kinds(content) == ["paper"] * len(TITLES)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("# Course\n\n## Topics\n\n" + write("- {title}"), id="titles of anything"),
        pytest.param(
            "# Paper notes\n\n" + write("- [{title}](https://github.com/org{n}/tool/tree/main/src)"),
            id="code in many repositories",
        ),
        pytest.param("# Papers\n\n" + write("## Part {n}\n\n- Best Words or Ideas"), id="one label in all sections"),
        pytest.param(
            "# Papers\n\n"
            + "".join(f"- Summaries are {each} and present the work\n" for each in ("short", "fair", "kind")),
            id="sentences",
        ),
        pytest.param("# Books\n\n| Title | Notes |\n|--|--|\n" + write("| {title} | [View]({n}.md) |"), id="books"),
        pytest.param("# Course\n\n" + write("[{title}](part/{n}.md)\n"), id="contents"),
        pytest.param(
            "# Papers\n\n" + write("## Part {n}\n\n[All Papers on Topic Number {n} by {who}](part/{n}.md)\n"),
            id="contents of papers",
        ),
        pytest.param("# Papers\n\n## Talks\n\n" + write("- {title} ([slides](talks/{n}.md))"), id="talks"),
        pytest.param(
            "Some papers that we like.\n\n## Talks\n\n" + write("- {title}"), id="talks below prose on papers"
        ),
        pytest.param("# Foo\n\nThe code of our paper.\n\n## Usage\n\n" + write("- {title}"), id="what a code can do"),
    ],
)
def test_what_no_heading_announces_is_another_kind(content: str) -> None:
    assert "paper" not in kinds(content)


def test_what_explains_a_list_of_rows_with_notes_is_none() -> None:
    remarks = write("- **New Ideas and Old**: {title}, and more of it for everyone.")
    rows = write("| [{title}](notes/{n}.md) | {year}.01.0{n} |")
    found = kinds(f"# Paper notes\n\n{remarks}\n## Core\n\n| Title | Date |\n|--|--|\n{rows}")
    assert found.count("paper") == len(TITLES)


def test_an_entry_that_is_written_as_papers_are_is_one_too() -> None:
    papers = write("1. *{title}*----ICML'1{n} ([link](https://a.org/{n}.pdf))")
    odd = "\n## Rare\n\n1. *Lazy Copies of Large Files*----SYSTOR'13 ([link](https://b.org/7))\n"
    assert kinds(f"# Storage\n\n## Usual\n\n{papers}{odd}") == ["paper"] * (len(TITLES) + 1)


@pytest.mark.parametrize(
    ("paper", "odd"),
    [
        pytest.param(
            "- {title} [[paper](https://arxiv.org/abs/2001.0100{n})]", "- Lazy Copies of Large Files", id="bullet"
        ),
        pytest.param(
            "- Deep {title} [[paper](https://arxiv.org/abs/2001.0100{n})]",
            "- LazyCopy: how to copy large files without reading them",
            id="bullet, in small letters",
        ),
        pytest.param(
            "- [{title}](https://arxiv.org/abs/2001.0100{n})",
            "- [LazyCopy: Copies of Large Files](https://github.com/lee/lazycopy)",
            id="bullet with code",
        ),
        pytest.param(
            "- {title} [[link](https://arxiv.org/abs/2001.0100{n})]",
            "- Lazy Copies of Large Files [[link](https://b.org/lazy.html)]",
            id="bullet with an unknown link",
        ),
        pytest.param(
            "- {title} [[link](https://arxiv.org/abs/2001.0100{n})]",
            "- [LazyCopy](https://arxiv.org/abs/2002.01007) [[code](https://github.com/lee/lazycopy)]",
            id="bullet with a short name on a link to a paper",
        ),
    ],
)
def test_what_has_a_title_beside_papers_is_one_too(paper: str, odd: str) -> None:
    assert kinds(f"# Storage\n\n## Usual\n\n{write(paper)}{odd}\n") == ["paper"] * (len(TITLES) + 1)


@pytest.mark.parametrize(("heading", "kind"), [("Papers", "paper"), ("Systems", "other")])
def test_a_name_that_links_to_a_document_is_a_paper_where_papers_are_announced(heading: str, kind: str) -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n})")
    odd = "- [Lazy](https://a.org/files/lazy99.pdf) - short description\n"
    assert kinds(f"# Storage\n\n## {heading}\n\n### Files\n\n{papers}{odd}")[len(TITLES)] == kind


def test_what_is_in_the_column_of_titles_is_a_paper() -> None:
    rows = write("| {n} | {title} | [arXiv](https://arxiv.org/abs/2001.0100{n}) |")
    odd = "".join(f"| {n} | Lazy Copies {n} of Files | — |\n" for n in range(6, 12))
    assert kinds(f"# Storage\n\n| # | Title | Link |\n|--|--|--|\n{rows}{odd}") == ["paper"] * 12


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param("- Drop all unknown words", id="few words"),
        pytest.param("- but it does not run on large files", id="small letters at its start"),
        pytest.param("- [Copying Large Files at Home](https://blog.home.org/copies)", id="a post"),
        pytest.param("- [lazy copies of large files](https://github.com/lee/lazycopy)", id="code, in small letters"),
    ],
)
def test_what_has_no_title_beside_papers_is_none(odd: str) -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n})")
    assert kinds(f"# Storage\n\n## Usual\n\n{papers}{odd}\n")[len(TITLES)] == "other"


def test_words_that_begin_with_post_announce_papers_too() -> None:
    papers = write("- {title} ([link](https://arxiv.org/abs/2001.0100{n}))")
    odd = "- Lazy Copies of Large Files ([link](https://b.org/7))\n"
    assert kinds(f"# Storage\n\n## Post-Copy Storage\n\n{papers}{odd}") == ["paper"] * (len(TITLES) + 1)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        pytest.param("https://press.example.org/9780262529242/some-title/", "other", id="a book's ISBN"),
        pytest.param("https://link.springer.com/book/10.1007/978-3-642-40137-4", "other", id="a book's DOI"),
        pytest.param("https://doi.org/10.1007/978-3-642-40137-4_3", "paper", id="the DOI of a chapter"),
        pytest.param("https://doi.org/10.1017/9781108974714.005", "paper", id="the DOI of another chapter"),
        pytest.param("https://ieeexplore.ieee.org/book/5263042", "other", id="a page among books"),
        pytest.param("https://a.org/books/lee2020.pdf", "paper", id="a file among books"),
        pytest.param("https://lee.github.io/2016/04/29/lazy-copies/", "other", id="a post of a day"),
        pytest.param("https://lee.example.org/2016/04/lazy.html", "other", id="a post of a month"),
        pytest.param("https://a.org/content/early/2016/04/29/lazy.117.abstract", "paper", id="an article of a day"),
    ],
)
def test_a_link_to_a_book_or_a_post_is_no_paper_among_papers(url: str, kind: str) -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n})")
    assert kinds(f"# Storage\n\n{papers}- [Lazy Copies of Large Files]({url})\n")[-1] == kind


def test_a_paper_of_a_venue_may_link_to_the_whole_volume() -> None:
    papers = write("- [{title}](https://doi.org/10.1007/978-3-642-40137-4). ECCV 201{n}.")
    assert kinds(f"# Storage\n\n{papers}") == ["paper"] * len(TITLES)


@pytest.mark.parametrize(
    ("heading", "entry", "kind"),
    [
        pytest.param(
            "Workshops", "- **{title}**, NeurIPS 202{n} [[website](https://a.org/{n})]", "other", id="workshops"
        ),
        pytest.param(
            "1.4 Conferences and Workshops",
            "- [{title} 201{n}](https://a.org/{n})",
            "other",
            id="conferences, numbered",
        ),
        pytest.param(":closed_book: Books", "- [{title}](https://a.org/{n}.pdf) - with exercises", "other", id="books"),
        pytest.param("Books (for beginners)", "- {who}, *{title}*, 201{n}.", "other", id="books without links"),
        pytest.param("Classic Books", "- [{title}](https://a.org/{n}.pdf) - with exercises", "other", id="some books"),
        pytest.param("Journals", "- [{title}](https://a.org/files/{n}.pdf) - monthly", "other", id="journals"),
        pytest.param("Competitions", "- **{title} {year}**, {year}", "other", id="competitions"),
        pytest.param("Books and Surveys", "- [{title}](https://a.org/{n}.pdf)", "paper", id="books and papers"),
        pytest.param("Learning from Lectures", "- [{title}](https://a.org/{n}.pdf)", "paper", id="what is learnt from"),
        pytest.param("Map Datasets", "- [{title}](https://a.org/{n}.pdf) with 30 maps", "other", id="data"),
        pytest.param("Map Datasets", "- Lee and Ito, [{title}](https://a.org/{n}.pdf)", "paper", id="papers on data"),
        pytest.param(
            "Map Datasets",
            "- {title} with 30 maps. ([Data](https://a.org/{n}) | [Paper](https://arxiv.org/abs/2001.0200{n}))",
            "other",
            id="data before their papers",
        ),
        pytest.param(
            "Map Databases",
            "- **[CVPR{year}]** {title} ([Data](https://a.org/{n}) | [Paper](https://arxiv.org/abs/2001.0200{n}))",
            "paper",
            id="dated papers behind their data",
        ),
        pytest.param(
            "Databases\n\n### Of maps",
            "- [Ward{n}](https://a.org/{n}) - [paper](https://arxiv.org/abs/2001.0200{n}) - {n}0 maps of towns.",
            "other",
            id="names of data before their papers, below a heading on their subject",
        ),
        pytest.param(
            "Databases\n\n### Papers",
            "- [{title}](https://a.org/{n}.pdf) with 30 maps",
            "paper",
            id="papers below a heading on data",
        ),
        pytest.param(
            "Competitions",
            "- [{title} Challenge](https://a.org/{n}) with its [paper](https://arxiv.org/abs/2001.0200{n})",
            "other",
            id="competitions before their papers",
        ),
        pytest.param("Tutorial List", "- [{title}](https://a.org/{n}), AAAI {year}", "other", id="a list of tutorials"),
        pytest.param("Source Code Models", "- [{title}](https://a.org/{n}.pdf)", "paper", id="a subject"),
        pytest.param("Video", "- [{title}](https://arxiv.org/abs/2001.0200{n})", "paper", id="sure papers"),
        pytest.param(
            "Blogs & Tutorials", "- (201{n}) [{title}](https://a.org/archives/{n})", "other", id="dated pages"
        ),
    ],
)
def test_a_heading_that_only_names_something_else_decides_what_is_not_sure(heading: str, entry: str, kind: str) -> None:
    papers = write("- [Deep {title}](https://arxiv.org/abs/2001.0100{n})")
    found = kinds(f"# Storage\n\n## Usual\n\n{papers}\n## {heading}\n\n{write(entry)}")
    assert found == ["paper"] * len(TITLES) + [kind] * len(TITLES)


@pytest.mark.parametrize(("header", "kind"), [("Dataset", "other"), ("Title", "paper")])
def test_a_long_name_in_a_column_of_data_is_none_where_others_have_no_paper(header: str, kind: str) -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0200{n})")
    rows = write("| [MAPS{n}](https://a.org/{n}) | {n}0 maps |")
    odd = "| [Large Maps for Small Robots in Towns](https://arxiv.org/abs/2001.02001) | 70 maps |\n"
    assert (
        kinds(f"# Maps\n\n## Papers\n\n{papers}\n## Data\n\n| {header} | Size |\n| --- | --- |\n{odd}{rows}")[6] == kind
    )


def test_conferences_with_their_short_names_are_none_though_some_read_like_papers() -> None:
    names = ("Systems Design and Maps", "Storage for Small Files", "Robots in Small Towns", "Languages of Old Maps")
    items = "".join(f"- [{name} (NSDI)](https://www.a.org/conf{n})\n" for n, name in enumerate(names))
    items += "".join(f"- [{name}](https://www.b.org/)\n" for name in ("SPAA", "FOO/BAR", "MAPS", "TOWNS", "OLD"))
    papers = write("- [{title}](https://arxiv.org/abs/2001.0200{n})")
    found = kinds(f"# Maps\n\n## Papers\n\n{papers}\n## Academic conferences & symposiums\n\n{items}")
    assert found == ["paper"] * 6 + ["other"] * 9


def test_what_links_to_no_paper_among_data_sets_is_none_though_it_is_written_as_papers_are() -> None:
    papers = write("[{n}] [{title}](https://arxiv.org/abs/2001.0100{n})\n")
    data = "[7] [Daily Prices of Large Files](https://data.example.org/files)\n"
    assert kinds(f"# Storage\n\n## Related datasets\n\n{papers}{data}") == ["paper"] * len(TITLES) + ["other"]


def test_books_beside_articles_do_not_make_these_something_else() -> None:
    articles = write("- [{title}](https://a.org/{n}.pdf) by {who}") + write("- [Deep {title}](https://b.org/{n})")
    books = "".join(write("- [The " + each + " {title}](https://c.org/{n}) by {who}") for each in ("First", "Second"))
    assert kinds(f"# Reading\n\n## Articles\n\n{articles}\n## Books\n\n{books}")[: len(TITLES)] == ["paper"] * 6


def test_what_a_subject_is_called_after_is_no_section_of_data() -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n})")
    odd = "- [Lazy Copies of Large Files](https://b.org/lazy)\n"
    assert set(kinds(f"# Agents\n\n## Software Engineering\n\n{papers}{odd}")) == {"paper"}


@pytest.mark.parametrize(
    ("above", "below", "kind"),
    [
        pytest.param("Books", "Computing", "other", id="books of a subject"),
        pytest.param("Books", "Survey papers", "paper", id="papers below books"),
        pytest.param("Storage", "Computing", "paper", id="a subject"),
    ],
)
def test_what_a_heading_around_names_is_so_below_it(above: str, below: str, kind: str) -> None:
    papers = write("- [Deep {title}](https://arxiv.org/abs/2001.0100{n})")
    odd = write("- [{title}](https://a.org/files/{n}.pdf)")
    found = kinds(f"# Reading\n\n## Usual\n\n{papers}\n## {above}\n\n### {below}\n\n{odd}")
    assert found[len(TITLES) :] == [kind] * len(TITLES)


def test_what_is_explained_with_two_papers_by_their_authors_is_none() -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n})")
    odd = (
        "1. **Slow Files**  \n   Slow files are those that hardly anybody reads, and that are kept for many years"
        " because nobody knows who may ask for them. Example collections include: ATTIC ([Lee et al., 2020]("
        "https://arxiv.org/abs/2003.01007)), e-ROOM ([Ito et al., 2021](https://arxiv.org/abs/2103.01007)), etc.\n"
    )
    assert kinds(f"# Storage\n\n{papers}{odd}") == ["paper"] * len(TITLES) + ["other"]


@pytest.mark.parametrize(
    ("line", "count"),
    [
        pytest.param("[Lazy{n}](https://arxiv.org/abs/2003.0100{n}): many large files<br>", 6, id="names"),
        pytest.param("[Lee](https://a.org/{n}), [Ito](https://arxiv.org/abs/2003.0100{n})<br>", 1, id="people"),
    ],
)
def test_lines_of_a_paragraph_that_are_links_with_words_are_entries(line: str, count: int) -> None:
    papers = write("[{title}](https://arxiv.org/abs/2001.0100{n})\n")
    assert len(kinds(f"# Storage\n\n{papers}\n## Data\n\n{write(line)}")) == len(TITLES) + count


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param("* [tag] [Slow Walks over Many Hills with Small Robots]()", id="an address to be filled in"),
        pytest.param("* Slow Walks over Many Hills [[paper]]() [[code]](https://github.com/a/b)", id="a label without"),
        pytest.param("* Slow Walks over Many Hills with Small Robots", id="nothing but a title"),
    ],
)
def test_what_has_no_address_yet_is_what_its_section_is(odd: str) -> None:
    papers = write("* [tag] [{title}](https://arxiv.org/abs/2001.0000{n}) (ICLR {year})")
    assert kinds(f"# Maps\n\n## Walks\n\n{papers}\nMore:\n\n{odd}\n")[-1] == "paper"
    tools = "".join(f"* [Foo{n}](https://github.com/foo/bar{n})\n" for n in range(6))
    assert kinds(f"# Maps\n\n## Walks\n\n{tools}\nMore:\n\n{odd}\n")[-1] == "other"


def test_a_picture_beside_a_title_in_bold_makes_it_nothing_else() -> None:
    papers = write("1. **{title}**\n\n   *Ann Lee, Bo Chen*. [[pdf](https://arxiv.org/abs/2001.0000{n})], {year}")
    odd = "7. **Slow Walks over Many Hills with Small Robots** ![](https://a.org/new.svg)"
    assert kinds(f"# Maps\n\n## Walks\n\n{papers}{odd}\n") == ["paper"] * 7


@pytest.mark.parametrize("odd", ["* [tag] [Slow Walks]()", "* [tag] [Slow Walks over Hills]()"])
def test_short_titles_without_an_address_are_what_long_ones_are(odd: str) -> None:
    papers = write("* [tag] [{title} with Many Small Robots]()")
    assert kinds(f"# Maps\n\n## Walks\n\n{papers}\n## Rest\n\n{odd}\n")[-1] == "paper"
    assert kinds(f"# Maps\n\n## Walks\n\n{papers}\n## Talks\n\n{odd}\n")[-1] == "other"


@pytest.mark.parametrize(("odd", "kind"), [("| 2021 | ICML | Foobar |", "paper"), ("| | | Foobar |", "other")])
def test_a_name_that_appeared_where_linked_ones_did_is_one_too(odd: str, kind: str) -> None:
    rows = write("| {year} | ICML | [Foo{n}](https://arxiv.org/abs/2001.0000{n}) |")
    names = [f"{odd.replace('Foobar', 'Foobar' + 'x' * n)}\n" for n in range(6)]
    assert {*kinds(f"# Walks\n\n| Year | Venue | Name |\n|--|--|--|\n{rows}{''.join(names)}")[len(TITLES) :]} == {kind}


@pytest.mark.parametrize(("others", "kind"), [("Foo{n}", "other"), ("{title}", "paper")])
def test_one_document_among_other_pages_is_what_these_are(others: str, kind: str) -> None:
    papers = write("* [{title}](https://arxiv.org/abs/2001.0000{n})")
    pages = write(f"* [{others}](https://{'a.org/{n}' if kind == 'other' else 'arxiv.org/abs/2001.0001{n}'})")
    odd = "* [Walks over the Hills of Foo](https://b.org/lee/publications/)"
    assert kinds(f"# Maps\n\n## Walks\n\n{papers}\n## People\n\n{pages}{odd}\n")[-1] == kind


def test_prose_in_a_section_of_papers_is_none() -> None:
    papers = write("* [{title}](https://arxiv.org/abs/2001.0000{n}) (ICLR {year})")
    note = "* They often cannot be compared with one another, and few of them are free."
    assert len(kinds(f"# Maps\n\n## Walks\n\n{papers}\nLimits:\n\n{note}\n")) == len(TITLES)


@pytest.mark.parametrize(("heading", "kind"), [("Papers", "paper"), ("Models", "other")])
def test_names_of_papers_are_papers_where_these_are_announced(heading: str, kind: str) -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0000{n})")
    names = "".join(f"- [Foo{n}](https://arxiv.org/abs/2002.0000{n}) - It walks\n" for n in range(3))
    assert kinds(f"# Maps\n\n## Walks\n\n{papers}\n## {heading}\n\n{names}")[-2:] == [kind] * 2


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        pytest.param("- Lee, A. and Chen, B. 2009. *Lazy Copies.* Boston: Academic Press.", "other", id="a publisher"),
        pytest.param("- Lee, A. and Chen, B. 2009. *Lazy Copies.* Routledge, 2nd edition.", "other", id="another"),
        pytest.param(
            "- Lee, A. and Chen, B. 2009. *Lazy Copies.* In *The Handbook of Files*, 30-41. Routledge.",
            "paper",
            id="a chapter",
        ),
        pytest.param(
            "- Lee, A. and Chen, B. 2009. *Lazy Copies.* MIT Press. [PDF](https://a.org/copies.pdf)",
            "paper",
            id="a report that is called a paper",
        ),
    ],
)
def test_a_publisher_in_place_of_a_venue_makes_it_a_book(odd: str, kind: str) -> None:
    papers = write("- Diaz, C. and Ito, F. {year}. *{title}.* Journal of Files, {n}(2), 11-19.")
    assert kinds(f"# Storage\n\n{papers}{odd}\n")[-1] == kind


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        pytest.param("- [Lazy Copies](https://a.org/files/copies.pdf) **book**", "other", id="a book"),
        pytest.param("- **VIDEO** [Lazy Copies of Large Files](https://a.org/77)", "other", id="a video"),
        pytest.param("- [Lazy Copies](https://arxiv.org/abs/2001.01009) **book**", "paper", id="a sure paper"),
        pytest.param("- [Lazy Copies: FOO 2017 Course](https://a.org/b.pdf) **paper**", "paper", id="called a paper"),
        pytest.param("- [Lazy Copies](https://a.org/view?id=7) **thesis** `file`", "paper", id="called a thesis"),
        pytest.param("- [Lazy Copies: FOO 2017 Course](https://a.org/b.pdf) `file`", "other", id="a course"),
        pytest.param("- [Lazy Copies of a Book](https://a.org/files/copies.pdf) **short**", "paper", id="a title"),
    ],
)
def test_what_an_entry_calls_itself_it_is(odd: str, kind: str) -> None:
    papers = write("- [{title}](https://a.org/files/{n}.pdf) **paper**")
    assert kinds(f"# Storage\n\n## Usual\n\n{papers}{odd}\n")[-1] == kind


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        pytest.param("- [Daily Prices of Large Files](https://doi.org/10.5281/zenodo.1234567)", "other", id="data"),
        pytest.param("- [Lazy Copies of Files](https://doi.org/10.5281/zenodo.1234567) (2019)", "paper", id="dated"),
    ],
)
def test_what_is_in_an_archive_of_data_is_a_paper_where_it_is_written_as_one(odd: str, kind: str) -> None:
    tools = "".join(f"- [Foo{n}](https://github.com/foo/bar{n})\n" for n in range(6))
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n}) ({year})")
    assert kinds(f"# Storage\n\n## Usual\n\n{papers}\n## Prices\n\n{tools}{odd}\n")[-1] == kind


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        pytest.param(
            "- **Lazy Copies of Large Files.** *Lee et al.* 2019. [[code](https://github.com/a/b)]", "paper", id="code"
        ),
        pytest.param("- **Lazy Copies of Large Files.** [[code](https://github.com/a/b)]", "paper", id="no facts"),
        pytest.param(
            "- **Lazy Copies of Large Files.** *Lee et al.* 2019. [[blog](https://blog.a.org/b)]", "other", id="a post"
        ),
        pytest.param("- **Lazy.** *Lee et al.* 2019. [[code](https://github.com/a/b)]", "other", id="a name"),
    ],
)
def test_a_title_with_names_and_a_date_among_papers_is_one_though_it_only_has_code(odd: str, kind: str) -> None:
    papers = write("- **{title}.** *{who} et al.* {year}. [[paper](https://arxiv.org/abs/2001.0100{n})]")
    assert kinds(f"# Storage\n\n## Usual\n\n{papers}{odd}\n")[-1] == kind


def test_a_paper_whose_title_ends_in_a_lab_is_no_lab() -> None:
    papers = write("- Ann Lee, Bo Chen, Dan Okafor. [{title}](https://a.org/papers/{n}.pdf). In Files {year}.")
    odd = "- Ann Lee, Carla Diaz, Fumi Ito. [Large Files in the Lab](https://a.org/papers/77.pdf). In Files 2015.\n"
    assert kinds(f"# Storage\n\n{papers}{odd}")[-1] == "paper"


@pytest.mark.parametrize("heading", ["Papers", "Files"])
def test_below_a_heading_that_announces_papers_links_that_are_called_so_lead_to_them(heading: str) -> None:
    tools = "".join(f"- [Foo{n}](https://github.com/foo/bar{n})\n" for n in range(90))
    odd = "- A Lee et al.: [pdf](https://a.org/77.pdf)\n  * title: Lazy Copies of Large Files\n"
    found = kinds(f"# Storage\n\n## Tools\n\n{tools}\n## {heading}\n\n### 2014\n\n{odd}")
    assert found[-1] == ("paper" if heading == "Papers" else "other")


@pytest.mark.parametrize("label", ["PhD Thesis", "Master Thesis", "Doctoral thesis"])
def test_a_thesis_is_a_paper(label: str) -> None:
    papers = write('1. "{title}" [[Paper]](https://arxiv.org/abs/2001.0100{n})')
    assert kinds(f'# Storage\n\n{papers}1. "Lazy Copies of Files" [[{label}]](https://a.org/9.pdf)\n')[-1] == "paper"


def test_sentences_in_writing_without_capitals_are_no_titles_of_papers() -> None:
    remarks = "".join(f"- 将论文事实与阅读者推断分开记录{each}\n" for each in "一二三四五六")
    assert "paper" not in kinds(f"# 论文阅读\n\n## 目标\n\n{remarks}")


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        pytest.param("https://www.nature.com/lazyfiles/", "other", id="its name"),
        pytest.param("https://link.springer.com/journal/10588", "other", id="its number"),
        pytest.param("https://ieeexplore.ieee.org/xpl/RecentIssue.jsp?punumber=42", "other", id="its last issue"),
        pytest.param("https://dl.acm.org/citation.cfm?id=1945", "paper", id="an article"),
    ],
)
def test_a_journal_of_a_publisher_is_no_paper(url: str, kind: str) -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n})")
    assert kinds(f"# Storage\n\n{papers}\n## Where\n\n- [Lazy Copies of Large Files]({url})\n")[-1] == kind


def test_a_link_on_a_name_and_a_year_is_the_title_where_siblings_have_theirs() -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n}) - Lee et al. {year}.")
    editions = [f"{name} {year}" for name in ("FooReg", "BarReg") for year in (2019, 2021)]
    names = "".join(f"- [{name}](https://a.org/) - Finding the small rivers.\n" for name in (*CHALLENGES, *editions))
    found = read(parse(Text("README.md", f"# Rivers\n\n{papers}\n## Challenges\n\n{names}"))).entries[-4:]
    assert [(each.title_text, each.venue, each.date) for each in found] == [(each, None, None) for each in editions]


@pytest.mark.parametrize(
    ("third", "kind"), [("doi.org/10.5281/zenodo.16562787", "paper"), ("arxiv.org/abs/2004.01007", "other")]
)
def test_a_deposit_of_data_is_no_further_paper_of_a_name(third: str, kind: str) -> None:
    rows = write("| Ward{n} | [ICML](https://arxiv.org/abs/2001.0100{n}) | | |")
    odd = (
        "| Home | [ICML](https://doi.org/10.1000/1), [ACL](https://doi.org/10.1000/2) | | [Files](https://"
        + third
        + ") |"
    )
    assert kinds(f"# Maps\n\n| Name | Published | Code | Files |\n|--|--|--|--|\n{rows}{odd}\n")[-1] == kind


def test_links_on_one_name_with_other_years_are_the_editions_of_an_event() -> None:
    papers = write("- [{title}](https://arxiv.org/abs/2001.0100{n})")
    editions = "".join(f"- [FooReg {year}](https://fooreg.example.org/{year}/)\n" for year in (2019, 2020, 2021))
    assert kinds(f"# Images\n\n{papers}\n## Challenges\n\n{editions}")[-3:] == ["other"] * 3


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        pytest.param("[MANY MAPS OF SMALL RIVERS AND ROADS](https://d-nb.info/1143/34)", "paper", id="a title"),
        pytest.param("[how we draw our maps of rivers](https://d-nb.info/1143/34)", "other", id="no capitals"),
        pytest.param("[Many Maps of Small Rivers](https://a.org/blog/maps)", "other", id="a post"),
        pytest.param("[Maps](https://d-nb.info/1143/34)", "other", id="a name"),
    ],
)
def test_a_title_on_a_link_is_a_paper_where_nearly_all_are(odd: str, kind: str) -> None:
    papers = "".join(write(f"- [{{title}} in {place}](https://doi.org/10.1000/{place}{{n}})") for place in PLACES)
    assert kinds(f"# Water\n\n{papers}\n## Land cover\n\n- {odd}\n")[-1] == kind


PLACES = ("Wales", "Peru", "Kenya", "Japan")

SAID = "- {title} (SIGMOD {year})"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(f"## System and Tutorial\n\n{write(SAID)}", id="only below a heading of others"),
        pytest.param(
            f"## System and Tutorial\n\n{write(SAID)}\n## Indexes\n\n{write(SAID.replace('{title}', 'On {title}'))}",
            id="few of each",
        ),
        pytest.param("\n".join(write(SAID).splitlines()[:3]), id="a list of three"),
        pytest.param(
            "| Title | First author | Code |\n|--|--|--|\n"
            + "".join(
                f"| {title} | {name} | [code](https://github.com/a/b{n}) |\n"
                for n, (title, name) in enumerate(
                    zip(TITLES, ("Jo Li", "Ann Lee", "Bo Chen", "Yu Wang", "Al Diaz", "Xi Ito"), strict=True)
                )
            ),
            id="rows that link only code",
        ),
        pytest.param(
            write("- [Foo{n}](https://github.com/foo/bar{n}) [[Paper](https://arxiv.org/abs/2001.0100{n})]"),
            id="the repository before the paper",
        ),
        pytest.param(
            "## Theory\n\n"
            + 2 * write("{title} , \nPaper: <https://arxiv.org/abs/2001.0100{n}>\n")
            + "Slow Rivers in Fast Weather , \nProject: <https://rivers.example.org>\n",
            id="a project page where others have the paper",
        ),
        pytest.param(
            write("- [arXiv 2020.01](https://arxiv.org/abs/2001.0100{n}), {title}")
            + "- [website](https://rivers.example.org), Slow Rivers in Fast Weather",
            id="a website where others have the paper",
        ),
        pytest.param(
            "# Papers\n\n"
            + write("1. {title}. [Lee ({year})](https://a.org/{n}/Lee.pdf).")
            + "1. Slow Rivers. [Chen (2003)](https://a.org/rivers/Chen.pdf).",
            id="a title of two words above a link by author and year",
        ),
        pytest.param(2 * write(SAID) + "- Slow Rivers in Fast Weather (IEEE Transactions on Rivers)", id="a journal"),
        pytest.param(write(SAID) + "- Slow Rivers in Fast Weather (RIVJ)", id="a journal of an unknown name"),
        pytest.param(
            write(SAID) + "- Slow Rivers in Fast Weather (SIGMOD 2024) [GitHub Lint](https://github.com/a/b)",
            id="a link that is called by a misspelt label",
        ),
        pytest.param(
            write("- [{title}](notes/{n}.md) {year} [paper](https://a.org/{n}.pdf)")
            + "- [Slow Transactions on Fast Rivers](notes/9.md) 2015 [paper](https://a.org/9)",
            id="a title that begins as the name of a journal",
        ),
    ],
)
def test_in_a_list_of_papers_an_entry_is_one_unless_something_on_it_says_otherwise(content: str) -> None:
    assert set(kinds(content if content.startswith("#") else f"# Storage\n\n{content}\n")) == {"paper"}


NAMES = "".join(
    f"- [Foo{n}](https://github.com/foo/bar{n}) - A tool ([paper](https://a.org/{n}.pdf))\n" for n in range(4)
)


@pytest.mark.parametrize(
    "others",
    [
        pytest.param("**Paper:** []()\n**Code:** []()\n", id="a form without a title"),
        pytest.param("- Maps\n  - [NeurIPS](https://nips.cc/)\n  - [ICML](https://icml.cc/)\n", id="conferences"),
        pytest.param(f"## Software\n\n{NAMES}", id="software, with the papers on it"),
        pytest.param(
            "## Data\n\n- [Fast River Dataset](https://drive.example.org/f/2) with the paper [Chen et al.](#chen).\n"
            "- [Slow River Dataset](https://drive.example.org/f/1) with the paper [Lee et al.](#lee).\n"
            "  [PDF](https://arxiv.org/abs/2205.08090)\n",
            id="the name of data, with the paper on it",
        ),
        pytest.param(
            "## Data and code\n\n" + "".join(f"- Slow{n} [[html]](https://slow{n}.example.org)\n" for n in range(3)),
            id="names with a link as papers have, and nothing else",
        ),
        pytest.param(
            "## Data\n\n| Dataset | Home |\n|--|--|\n"
            "| [Slow Rivers](https://doi.org/10.1000/1) | [Home](https://slow.example.org) |\n"
            "| [FastRivers](https://fast.example.org) | [Home](https://fast.example.org) |\n",
            id="rows of data",
        ),
        pytest.param(
            "## Datasets\n\n| Reference | Name or description | URL |\n|--|--|--|\n"
            + write("| {who} et al., {year} | {title}, 40 maps | https://maps.example.org/{n} |"),
            id="rows of data by their authors",
        ),
        pytest.param(
            "## Challenges\n\n"
            + "".join(
                f"- [{name}](https://{name}.example.org/) - Finding small rivers in {name}.\n" for name in CHALLENGES
            )
            + "".join(
                f"- [FooReg {year}](https://foo.example.org/{year}) - Finding large rivers.\n" for year in (2019, 2021)
            )
            + "- [Bar19](https://bar.example.org/) - Finding very small rivers from the air.\n",
            id="names with years, beside names",
        ),
        pytest.param(
            "## Talks\n\n- [Slow Rivers in Fast Weather](https://youtu.be/a1b2c3), SIGMOD 2021\n", id="a talk"
        ),
        pytest.param(
            "## Workshops\n\n- [Slow Rivers in Fast Weather](https://rivers.example.org/), SIGMOD 2021\n",
            id="the site of a workshop",
        ),
    ],
)
def test_what_says_that_it_is_something_else_is_no_paper_among_papers(others: str) -> None:
    papers = "".join(
        write(f"- [{{title}} in {place}](https://arxiv.org/abs/2001.0100{{n}}). Lee et al. SIGMOD {{year}}.")
        for place in PLACES
    )
    assert "paper" not in kinds(f"# Storage\n\n{papers}\n{others}")[24:]
