"""Raw HTML: the runs, links and comments in it; titles, meta tags and attributes of pages."""

from __future__ import annotations

import pytest

from bot.document import Style, parse
from bot.document.html import attributes_of, meta_tags, page_title, plain_text
from bot.text import Text

A, B = "https://a.org", "https://b.org"


@pytest.mark.parametrize(
    ("content", "runs"),
    [
        pytest.param(
            f"<p>\na &amp; b {A}/x). c\n</p>",
            ["<p>=\n", "\n", "a ", "&amp;=&", " b ", f"{A}/x", "). c", "\n", "</p>=\n"],
            id="entities and addresses",
        ),
        pytest.param("<p>a\r\nb</p>", ["<p>=\n", "a", "\r\n=\n", "b", "</p>=\n"], id="line ends"),
        pytest.param(
            "<p>&#65;&#x42;&nosuch;&amp</p>",
            ["<p>=\n", "&#65;=A", "&#x42;=B", "&nosuch;", "&amp", "</p>=\n"],
            id="what is no entity",
        ),
        pytest.param("<p>a < b <i>c</i></p>", ["<p>=\n", "a ", "<", " b ", "c", "</p>=\n"], id="no tag"),
        pytest.param(
            "<div><pre>a <b>x</b></pre> c", ["<div>=\n", "<pre>=\n", "</pre>=\n", " c"], id="what is in pre is no text"
        ),
        pytest.param("<div><pre>a\nb", ["<div>=\n", "<pre>=\n"], id="pre without its end"),
        pytest.param(f"<p>\n<a href={A}>\n</p>", ["<p>=\n", "\n", "", "\n", "</p>=\n"], id="a link without words"),
        pytest.param("<p>x <!-- c --> y</p>", ["<p>=\n", "x ", " y", "</p>=\n"], id="a comment"),
        pytest.param("<p>x<br/>y<BR>z</p>", ["<p>=\n", "x", "<br/>=\n", "y", "<BR>=\n", "z", "</p>=\n"], id="breaks"),
        pytest.param("<p>a <span>b</span></p>", ["<p>=\n", "a ", "b", "</p>=\n"], id="tags within words"),
        pytest.param(
            f"<p>{A}/b_(c)) and {A}/?.</p>",
            ["<p>=\n", f"{A}/b_(c)", ") and ", f"{A}/", "?.", "</p>=\n"],
            id="signs behind addresses",
        ),
    ],
)
def test_runs(content: str, runs: list[str]) -> None:
    """Each run as it is written, and what it says where that is something else."""
    document = parse(Text("a.md", content))
    found = [run for block in document.all_blocks if block.prose for run in block.prose.runs]
    shown = [(document.text[run.span], run.value) for run in found]
    assert [source if source == value else f"{source}={value}" for source, value in shown] == runs


@pytest.mark.parametrize(
    ("content", "links"),
    [
        pytest.param(f'<p><a href="{A}">b <b>c</b></a> d</p>', [(A, "b c", "b <b>c", A)], id="a link"),
        pytest.param(f"<p><a class=x href={A}>b</a></p>", [(A, "b", "b", A)], id="without quotes"),
        pytest.param(f"<p><a href=' {A}?a&amp;b '>c</a></p>", [(f"{A}?a&b", "c", "c", f" {A}?a&amp;b ")], id="entity"),
        pytest.param(f"<p><a href={A}>{B}</a></p>", [(A, B, B, A)], id="an address as its words"),
        pytest.param(f"<p><a href={A}>b \n</p>", [(A, "b ", "b ", A)], id="never closed"),
        pytest.param(
            f"<p><a href={A}>b<a href={B}>c</a></p>", [(A, "b", "b", A), (B, "c", "c", B)], id="the next one closes it"
        ),
        pytest.param(f"<p><a href={A}>b<div>c</a>", [(A, "b", "b", A)], id="a block closes it"),
        pytest.param(f"<p><a href={A}></a></p>", [(A, "", "", A)], id="without words"),
        pytest.param("<p><a href='#x' id='x'>b</a></p>", [], id="an anchor that leads to itself"),
        pytest.param("<p><a href='#x' name=x>b</a></p>", [], id="the same by its name"),
        pytest.param("<p><a href='#x' id='y'>b</a></p>", [("#x", "b", "b", "#x")], id="an anchor that leads elsewhere"),
        pytest.param("<p><a id=x>b</a> c</p>", [], id="an anchor"),
        pytest.param(
            '<p><img src=i.png alt="I &lt; J"></p>', [("i.png", "I < J", "I &lt; J", "i.png")], id="a picture"
        ),
        pytest.param("<p><img src=i.png></p>", [("i.png", "", "", "i.png")], id="a picture without words"),
        pytest.param("<p><img alt=x data-src=y></p>", [], id="no picture"),
        pytest.param(
            f"<p><a href={A}>b <img src=i.png alt=I></a></p>",
            [(A, "b I", "b <img src=i.png alt=I>", A), ("i.png", "I", "I", "i.png")],
            id="a picture in a link",
        ),
    ],
)
def test_links(content: str, links: list[tuple[str, str, str, str]]) -> None:
    """Address, words, and how both are written."""
    document = parse(Text("a.md", content))
    text = document.text
    found = [(each.href, each.label, text[each.label_span], each.url_span) for each in document.links]
    assert [(*each, text[span] if span else "") for *each, span in found] == links


def test_a_link_ends_with_its_tag() -> None:
    for content, end in ((f"<p><a href={A}>b</a> c</p>", "</a>"), (f"<p><a href={A}>b \n</p>", "b ")):
        document = parse(Text("a.md", content))
        (link,) = document.links
        assert document.text[link.span] == content[content.index("<a") : content.index(end) + len(end)]
        assert (link.image, link.bare, link.badge) == (False, False, None)
    badge, image = parse(Text("a.md", f"<p><a href={A}>b <img src=i.png></a></p>")).links
    assert (badge.badge, image.image) == (image, True)
    (bare,) = parse(Text("a.md", f"<p>{A}/x</p>")).links
    assert (bare.href, bare.bare) == (f"{A}/x", True)


def test_styles() -> None:
    document = parse(Text("a.md", "<p><b>a<i>b</i></b><strong>c</strong><em>d</em><code>e</code><s>f</s></b>g</p>"))
    found = [(run.value, run.style) for block in document.all_blocks if block.prose for run in block.prose.runs]
    both = Style.BOLD | Style.ITALIC
    styles = [Style.BOLD, both, Style.BOLD, Style.ITALIC, Style.CODE, Style.PLAIN, Style.PLAIN]
    assert found[1:-1] == list(zip("abcdefg", styles, strict=True))


def test_comments() -> None:
    document = parse(Text("a.md", "<div>x <!-- c --> y <!----> <!--d--> z\n<!-- never closed\n"))
    assert [each.text for each in document.comments] == [" c ", "", "d", " never closed"]


def test_names_of_tags() -> None:
    document = parse(Text("a.md", "<div>a<br></div>"))
    found = [run.tag for block in document.all_blocks if block.prose for run in block.prose.runs]
    assert found == ["div", "", "", "/div"]


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title>A\n &amp; B</title>", "A & B"),
        ("<TITLE lang=x>A</TITLE><title>B</title>", "A"),
        ("<titles>A</titles>", ""),
        ("<title>A", ""),
        ("<title></title>", ""),
        ("no", ""),
        (f"<title>{'x' * 993}</title>", "x" * 993),
        (f"<title>{'x' * 994}</title>", ""),
    ],
)
def test_titles_of_pages(page: str, title: str) -> None:
    assert page_title(page) == title


def test_meta_tags() -> None:
    page = '<meta name="A" content="b  c"><META property=\'og:x\' content=d><meta charset=x><meta content="<">'
    assert list(meta_tags(page)) == [("a", "b c"), ("og:x", "d"), ("", ""), ("", "<")]
    assert list(meta_tags(page, 5)) == [("og:x", "d"), ("", ""), ("", "<")]
    assert list(meta_tags('<meta name="n" property="p" content="c"><meta name="" property="p">')) == [
        ("n", "c"),
        ("p", ""),
    ]


def test_attributes() -> None:
    assert attributes_of("a=1 A=\"2\" b='x&amp;y' data-c=d e f = g") == {"a": "1", "b": "x&y", "data-c": "d", "f": "g"}


@pytest.mark.parametrize(
    ("source", "gap", "text"),
    [
        ("a<b>b</b> &lt;c", "", "ab <c"),
        ("a<br>b", " ", "a b"),
        ("1 < 2 >", "", "1 < 2 >"),
        ("<!-- x -->a\n<?y>b", "", "a b"),
        ("&amp;amp;", "", "&amp;"),
    ],
)
def test_plain_text(source: str, gap: str, text: str) -> None:
    assert plain_text(source, gap) == text
