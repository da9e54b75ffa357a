from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest

from bot.errors import BotError
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.scouting.feeds import FeedPaper, join_feeds, name_default_feeds, read_blocks, read_feed
from bot.text import Text

FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
REACT = Identifier(Scheme.ARXIV, "2210.03629")
FIRST = FeedPaper(FIREACT, "FireAct: Toward Language Agent Fine-tuning")
SECOND = FeedPaper(REACT, "ReAct: Synergizing Reasoning and Acting in Language Models")
ABSTRACT = "We train agents on what they did before. " * 6
OTHER = "We let models reason before they act. " * 7

LIST = """# Agents

* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)
* [ReAct: Synergizing Reasoning and Acting in Language Models](https://arxiv.org/abs/2210.03629)
"""
BIBTEX = """@article{yao,
  title = {{ReAct}: Synergizing Reasoning and Acting in Language Models},
  eprint = {2210.03629},
  archivePrefix = {arXiv},
}
"""
LINES = """\
{"id": "arXiv:2310.05915", "title": "FireAct: Toward  Language Agent Fine-tuning", "abstract": "We\\ntrain."}

{"id": "mine-7", "title": "Something Else Entirely", "month": "2024-06"}
"""
RSS = """<?xml version="1.0" encoding="iso-8859-1"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>cs.CL updates</title>
<item><title>FireAct: Toward Language Agent Fine-tuning</title><link>https://arxiv.org/abs/2310.05915</link>
<description>arXiv:2310.05915v1 Announce Type: new
Abstract: We train &lt;b&gt;agents&lt;/b&gt;.</description>
<guid isPermaLink="false">oai:arXiv.org:2310.05915v1</guid><pubDate>Tue, 10 Oct 2023 00:00:00 -0400</pubDate></item>
<item><title>ReAct: Synergizing Reasoning and Acting in Language Models. (arXiv:2210.03629v3 [cs.CL])</title>
<link>https://example.org/2</link></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title>
<entry><id>http://arxiv.org/abs/2310.05915v1</id><published>2023-10-09T17:58:38Z</published>
<title>FireAct: Toward Language
  Agent Fine-tuning</title><summary>  We train agents. </summary>
<author><name>Baian Chen</name></author></entry></feed>"""
DAILY = json.dumps(
    [
        {
            "paper": {
                "id": "2310.05915",
                "title": "FireAct: Toward Language Agent Fine-tuning",
                "summary": "We train agents.",
                "publishedAt": "2023-10-09T13:58:38.000Z",
                "upvotes": 12,
            },
            "publishedAt": "2023-10-11T00:00:00.000Z",
            "title": "FireAct: Toward Language Agent Fine-tuning",
        }
    ]
)
PAGE = f"""Get trending papers in your inbox!
SubscribeFireAct: Toward Language Agent Fine-tuning
{ABSTRACT}
ReAct: Synergizing Reasoning and Acting in Language Models
{OTHER}
"""
VOTED = f"""Daily Papers

May 13

FireAct: Toward Language Agent Fine-tuning

{ABSTRACT}

lab-of-agents Lab of Agents
·
Oct 9, 2023 12

ReAct: Synergizing Reasoning and Acting in Language Models

{OTHER}

{OTHER}

  • 15 authors
·
May 2 3
"""

_abstract, _other = ABSTRACT.strip(), OTHER.strip()


def papers(content: str, path: str = "feed") -> tuple[FeedPaper, ...]:
    return read_feed(Text(path, content))


BARE = FeedPaper(None, FIRST.title)
NAMED = replace(FIRST, name="arXiv:2310.05915")


@pytest.mark.parametrize(
    ("written", "paper"),
    [
        *(
            ({key: "2024-06"}, replace(BARE, date=PartialDate(2024, 6)))
            for key in ("submitted", "published", "publishedAt", "date")
        ),
        ({"submitted": "2024-05", "published": "2024-06"}, replace(BARE, date=PartialDate(2024, 5))),
        *(({key: "arXiv:2310.05915"}, NAMED) for key in ("id", "doi", "url")),
        ({"id": "mine", "doi": "arXiv:2310.05915"}, replace(NAMED, name="mine")),
        *(({key: "We train."}, replace(BARE, abstract="We train.")) for key in ("abstract", "summary")),
        ({"upvotes": 0}, replace(BARE, votes=0)),
        ({"upvotes": True}, BARE),
    ],
)
def test_keys_of_papers(written: dict[str, object], paper: FeedPaper) -> None:
    assert papers(json.dumps({"title": FIRST.title, **written})) == (paper,)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (LIST, (FeedPaper(FIREACT, FIRST.title, date=PartialDate(2023, 10)), SECOND)),
        (
            LINES,
            (
                FeedPaper(FIREACT, FIRST.title, "We train.", name="arXiv:2310.05915"),
                FeedPaper(None, "Something Else Entirely", date=PartialDate(2024, 6), name="mine-7"),
            ),
        ),
        (
            DAILY,
            (FeedPaper(FIREACT, FIRST.title, "We train agents.", PartialDate(2023, 10, 9), 12, name="2310.05915"),),
        ),
        (RSS, (FeedPaper(FIREACT, FIRST.title, "We train agents .", PartialDate(2023, 10, 10)), SECOND)),
        (ATOM, (FeedPaper(FIREACT, FIRST.title, "We train agents.", PartialDate(2023, 10, 9)),)),
        (
            "# today\n2310.05915\nhttps://arxiv.org/abs/2210.03629v2\n",
            (FeedPaper(FIREACT, ""), FeedPaper(REACT, "")),
        ),
        (PAGE, (FeedPaper(None, FIRST.title, _abstract), FeedPaper(None, SECOND.title, _other))),
        (
            VOTED,
            (
                FeedPaper(None, FIRST.title, _abstract, PartialDate(2023, 10, 9), 12, "lab-of-agents Lab of Agents"),
                FeedPaper(None, SECOND.title, f"{_other} {_other}", None, 3),
            ),
        ),
    ],
    ids=["list", "lines", "daily", "rss", "atom", "ids", "page", "votes"],
)
def test_the_format_of_a_feed_is_recognised_by_its_content(content: str, expected: tuple[FeedPaper, ...]) -> None:
    assert papers(content) == expected


def test_bibtex_is_a_list() -> None:
    assert papers(BIBTEX, "papers.bib") == (SECOND,)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no papers found in feed"),
        ("Just a line.\n", "no papers found in feed"),
        ("{}", "no papers found in feed"),
        ("[1, 2]", "no papers found in feed"),
        ('{"id": "1", "title": "One"}\n{"id": "2", \n', "feed:2 is not valid JSON"),
        ("[" * 100_000 + "]" * 100_000, "feed is not a feed: too deeply nested"),
        ("<rss><channel><item>", "feed is not a feed: incomplete XML: no element found: line 1, column 20"),
        (
            '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><rss>&c;</rss>',
            "feed is not a feed: unexpected document type or entity",
        ),
        ("<feed>" * 100 + "</feed>" * 100, "feed is not a feed: too deeply nested"),
        ("<html><body><p>Nothing here</p></body></html>", "no papers found in feed"),
    ],
    ids=["empty", "text", "object", "numbers", "line", "deep", "cut", "entities", "nested", "html"],
)
def test_what_is_not_a_feed(content: str, message: str) -> None:
    with pytest.raises(BotError) as caught:
        papers(content)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("-", "Just a line.\n", "no papers found in standard input"),
        ("papers.yaml", "- title: [FireAct\n", "papers.yaml:2: not valid YAML: "),
        ("papers.csv", 'title,url\n"FireAct,https://arxiv.org/abs/2310.05915\n', "papers.csv:2: the quote has no end"),
    ],
)
def test_messages_about_feeds_that_are_files(path: str, content: str, message: str) -> None:
    with pytest.raises(BotError) as caught:
        read_feed(Text(path, content))
    assert caught.value.message.startswith(message)


def test_a_list_names_papers_without_ids_too() -> None:
    title = "Planning with Language Models, Described by a Publisher"
    entries = ((title, "https://example.org/planning.pdf"), (FIRST.title, "https://arxiv.org/abs/2310.05915"))
    content = "# Papers\n\n" + "".join(f"- [{name}]({url}), ICLR 2024\n" for name, url in entries)
    found = [(each.identifier, each.title) for each in papers(content, "README.md")]
    assert found == [(None, title), (FIREACT, FIRST.title)]


def test_an_abstract_of_prefixes_takes_linear_time() -> None:
    items = f"<item><title>T</title><description>{'arXiv:' * 3_300}</description></item>" * 10
    start = time.process_time()
    assert len(papers(f"<rss><channel>{items}</channel></rss>")) == 10
    assert time.process_time() - start < 1


@pytest.mark.slow
def test_a_feed_of_everything_is_refused() -> None:
    lines = "".join(f'{{"id": "x{number}", "title": "Paper number {number} of many"}}\n' for number in range(20_001))
    with pytest.raises(BotError) as caught:
        papers(lines)
    assert caught.value.message == "feed names more than 20,000 papers"


@pytest.mark.parametrize(
    ("title", "abstract", "count"),
    [
        pytest.param("Two Words", f"{'a b' * 66}a.", 1, id="200 characters"),
        pytest.param("Two Words", f"{'a b' * 66}.", 0, id="199"),
        pytest.param("Word", f"{'a b' * 66}a.", 0, id="a title of one word"),
    ],
)
def test_abstracts_of_a_page(title: str, abstract: str, count: int) -> None:
    assert len(read_blocks(f"{title}\n\n{abstract}\n")) == count


def test_long_titles_and_abstracts_are_cut() -> None:
    (found,) = papers(json.dumps({"title": f"A {'t' * 1_000}", "abstract": f"A {'a' * 10_000}"}))
    assert (found.title, found.abstract) == (f"A {'t' * 998}", f"A {'a' * 9_998}")


@pytest.mark.parametrize("tag", ["id", "guid", "link"])
def test_where_an_item_names_its_paper(tag: str) -> None:
    url = "https://arxiv.org/abs/2310.05915"
    content = (
        f"<rss version='2.0'><channel><item><title>{FIRST.title}</title><{tag}>{url}</{tag}></item></channel></rss>"
    )
    assert papers(content) == (FIRST,)


def test_what_two_feeds_say_of_a_paper() -> None:
    full = FeedPaper(FIREACT, "A", "abstract", PartialDate(2024, 1), 0, "lab")
    other = FeedPaper(REACT, "B", "another", PartialDate(2023, 1), 7, "other")
    empty = FeedPaper(None, "")
    assert (full.joined(other), full.joined(empty), empty.joined(full)) == (full, full, full)


def test_feeds_that_are_read_where_none_is_named() -> None:
    daily = "https://huggingface.co/api/daily_papers?limit=100"
    assert name_default_feeds((), {}) == (daily,)
    order = "sortBy=submittedDate&sortOrder=descending&max_results=500"
    arxiv = f"https://export.arxiv.org/api/query?search_query=cat%3Acs.CL%20OR%20cat%3Acs.AI&{order}"
    assert name_default_feeds(("cs.CL", "cs.AI"), {}) == (daily, arxiv)


def test_feeds_are_joined_by_id_and_title() -> None:
    page = (FeedPaper(None, FIRST.title.upper(), "About.", votes=3), FeedPaper(None, "Two Words"))
    again = (FIRST, SECOND, FeedPaper(REACT, "Another Title of the Same"), FeedPaper(None, "Two Words"))
    twin = FeedPaper(Identifier(Scheme.ARXIV, "2401.00001"), FIRST.title)
    assert join_feeds([page, again, [twin]]) == (
        FeedPaper(FIREACT, FIRST.title.upper(), "About.", votes=3),
        FeedPaper(None, "Two Words"),
        SECOND,
        FeedPaper(None, "Two Words"),
        twin,
    )
