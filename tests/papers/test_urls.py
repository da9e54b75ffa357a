"""URLs in parts, unwrapped, and without trackers."""

from __future__ import annotations

import pytest

from bot.papers.urls import (
    Url,
    inner_url,
    is_redirector,
    is_referral,
    is_same_site,
    is_signed,
    names_book,
    registered_domain,
    searched_url,
    split_url,
    strip_shares,
    strip_tracking,
    unwrap,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HTTPS://User@A.b.:80/c//d?e#f", Url("https", "a.b", "/c//d", "?e", "#f")),
        ("//a.b", Url("", "a.b", "", "", "")),
        ("https://[2001:DB8::1]:80/c", Url("https", "[2001:db8::1]", "/c", "", "")),
        ("https://:80/c", Url("https", "", "/c", "", "")),
        ("https://[::1", Url("https", "[", "", "", "")),
        ("https://a.b/c\nd?", Url("https", "a.b", "/c\nd", "?", "")),
        ("mailto:a@b.c", None),
        ("./a.md", None),
        ("https:/a.b", None),
        ("", None),
    ],
)
def test_parts(text: str, expected: Url | None) -> None:
    assert split_url(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://link.zhihu.com/?target=https%3A//a.b/c%2520d", "https://a.b/c%20d"),
        ("https://www.google.com/url?sa=t&url=https://a.b/c&usg=x", "https://a.b/c"),
        ("http://scholar.google.com.sg/scholar_url?url=https://a.b/c.pdf&hl=en", "https://a.b/c.pdf"),
        ("https://a.b/?target=https://c.d", None),
        ("https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.b%2Fc&data=05", "https://a.b/c"),
        ("https://l.facebook.com/l.php?u=https%3A%2F%2Fa.b%2Fc&h=x", "https://a.b/c"),
        ("https://ezproxy.a.edu/login?url=https://a.b/c", "https://a.b/c"),
        ("https://dl-acm-org.proxy.a.edu/doi/10.1145/1", "https://dl.acm.org/doi/10.1145/1"),
        ("https://doi-org.libproxy.a.edu/10.1000/182", "https://doi.org/10.1000/182"),
        ("http://psycnet.foo.org.ezproxy2.a.ac.uk/record/1", "https://psycnet.foo.org/record/1"),
        ("https://web-b-foo--bar-com.proxy.lib.a.edu/x", "https://web.b.foo-bar.com/x"),
        ("https://login.proxy.a.edu/x", None),
        ("https://my-tool.reverse-proxy.org/x", None),
        ("https://nginx-org.proxy/x", None),
        ("http://dl.acm.org.ezproxy.a.edu:2048/doi/10.1145/1?x=1", "https://dl.acm.org/doi/10.1145/1?x=1"),
        ("https://link-springer-com.a.edu/", "https://link.springer.com/"),
        ("https://dl.acm.org/doi/10.1145/1", None),
        ("https://my-lab-org.github.io/a-b-c", None),
        ("https://arxiv.org.example.net/abs/2503.02197", None),
        ("https://a-b.foo.org.uk/x", None),
        ("dl-acm-org", None),
    ],
)
def test_redirects_are_unwrapped_once(text: str, expected: str | None) -> None:
    assert unwrap(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://www.google.com/search?q=https://a.b/c%2520d", "https://a.b/c%20d"),
        ("https://google.com.hk/search?hl=en&q=https%3A%2F%2Fa.b%2Fc&authuser=1", "https://a.b/c"),
        ("https://duckduckgo.com/?q=http://a.b", "http://a.b"),
        ("https://cn.bing.com/search?form=X&q=https://a.b", "https://a.b"),
        ("http://baidu.com/s?wd=www.a.b/c", "www.a.b/c"),
        ("https://scholar.google.ca/scholar?q=https://a.b", "https://a.b"),
        ("https://www.google.com/search?q=agents+that+learn", None),
        ("https://www.google.com/search?q=what+is+https://a.b", None),
        ("https://a.b/search?q=https://c.d", None),
    ],
)
def test_searches_for_an_address(text: str, expected: str | None) -> None:
    assert searched_url(text) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.b/c?utm_source=x", "https://a.b/c"),
        ("https://a.b/c?utm_source=x&id=1#f", "https://a.b/c?id=1#f"),
        ("https://a.b/p/5?from=timeline&utm_source=x", "https://a.b/p/5"),
        ("https://a.b/5?https://c.d/&gclid=x", "https://a.b/5"),
        ("https://a.b/5?from=timeline", "https://a.b/5?from=timeline"),
        ("https://a.b/c?id=%20&fbclid=Iw&B=2", "https://a.b/c?id=%20&B=2"),
        ("https://a.b/c?", "https://a.b/c?"),
        ("https://a.b/c?s=20&usp=sharing", "https://a.b/c?s=20&usp=sharing"),
        ("https://a.b/c#x?utm_source=y", "https://a.b/c#x?utm_source=y"),
        ("https://a.b/c?_ga=2.1-1.1&_gl=1*x&n=1", "https://a.b/c?n=1"),
        ("http://a.b/c.cfm?id=1&CFID=2&CFTOKEN=3", "http://a.b/c.cfm?id=1"),
        ("https://a.b/c;jsessionid=AB12?id=1", "https://a.b/c?id=1"),
        ("https://a.b/c;d?id=1", "https://a.b/c;d?id=1"),
        ("https://www.youtube.com/watch?v=a&feature=youtu.be&t=3", "https://www.youtube.com/watch?v=a&t=3"),
        ("https://x.com/a/status/1?s=20&t=b", "https://x.com/a/status/1"),
        ("https://m.twitter.com/a/status/1?ref_url=b&original_referer=", "https://m.twitter.com/a/status/1"),
        ("https://www.bilibili.com/video/a/?share_source=b&seid=1&p=2", "https://www.bilibili.com/video/a/?p=2"),
        ("https://youtu.be/a?si=b", "https://youtu.be/a"),
        ("https://a.b/c.php?PHPSESSID=1", "https://a.b/c.php"),
        ("https://a.b/c?feature=1&si=2", "https://a.b/c?feature=1&si=2"),
        ("https://a.b/c?_ga=2.1&_gac=1.19.Cj0&_ga_H7P4=GS1", "https://a.b/c"),
        ("https://a.b/c?casa_token=x#:~:text=words", "https://a.b/c"),
        ("https://a.b/c?spm=x#", "https://a.b/c"),
        ("https://a.b/c?id=1&nbd=2&nbd_source=letter#google_vignette", "https://a.b/c?id=1"),
        ("https://a.b/c?id_mc=3&Aim=%%__Attribute1%%&id=50%%", "https://a.b/c?id=50%%"),
        ("https://a.b/c#:~:text=words", "https://a.b/c#:~:text=words"),
    ],
)
def test_trackers_are_stripped_and_nothing_else(url: str, expected: str) -> None:
    assert strip_tracking(url) == expected


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("papers/https://a.b/c", "https://a.b/c"),
        ("hhttps://a.b/c", "https://a.b/c"),
        ("./http://a.b", "http://a.b"),
        ("papers/httpx", None),
        ("papers", None),
        ("https://a.b/https://c.d", None),
        ("HTTP://a.b/https://c.d", None),
        ("see https://a.b", None),
    ],
)
def test_an_address_within_a_path(text: str, inner: str | None) -> None:
    assert inner_url(text) == inner


SIGNED = """
__acm__=1; X-Amz-Signature=1; X-Amz-Security-Token=1; X-Goog-Signature=1; Key-Pair-Id=1; GoogleAccessId=1
OSSAccessKeyId=1; Expires=1&Signature=1; q-sign-algorithm=1&q-signature=1; sv=1&se=1&sig=1; oh=1&oe=1
"""


@pytest.mark.parametrize("query", SIGNED.strip().replace("\n", ";").split(";"))
def test_links_to_downloads_that_stop_working(query: str) -> None:
    *others, last = query.strip().split("&")
    assert is_signed(f"https://a.b/c.pdf?d=1&{query.strip()}")
    assert not is_signed("&".join((f"https://a.b/c.pdf?d={last}", *others)))
    assert not is_signed(f"c.pdf?{query.strip()}")


def test_pages_of_caches_are_signed() -> None:
    assert is_signed("https://watermark.silverchair.com/a.pdf?token=1")
    assert is_signed("http://webcache.googleusercontent.com/search?q=cache:a")
    assert is_signed("https://scholar.googleusercontent.com/scholar?q=cache:a")
    assert not is_signed("https://watermark.silverchair.com/a.pdf")


@pytest.mark.parametrize(
    ("url", "is_book"),
    [
        ("https://a.b/978-3-16-148410-0", True),
        ("https://a.b/book/agents", True),
        ("https://books.google.com/books?id=a", True),
        ("https://books.google.com/books?id=a&pg=PA3", False),
        ("https://a.b/books/agents.pdf", False),
        ("https://a.b/book/agents/chapter/2", False),
        ("https://a.b/book/agents/ch2", False),
        ("https://a.b/9783161484100_5", False),
        ("https://a.b/paper", False),
    ],
)
def test_pages_of_whole_books(url: str, is_book: bool) -> None:
    assert names_book(url) is is_book


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.b/c?utm_source=x&feature=1&id=2", "https://a.b/c?feature=1&id=2"),
        ("https://a.b/c?casa_token=x&trk=1", "https://a.b/c?trk=1"),
    ],
)
def test_only_what_says_how_a_link_was_shared_is_stripped(url: str, expected: str) -> None:
    assert strip_shares(url) == expected
    assert is_referral(url) is ("utm_" in url)


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("https://doi.org/10.1000/1", True),
        ("http://dx.doi.org/10.1000/1", True),
        ("https://bit.ly/abc", True),
        *((f"https://{host}/abc", True) for host in ("hdl.handle.net", "n2t.net", "purl.org", "w3id.org", "aka.ms")),
        *((f"https://{host}/abc", True) for host in ("git.io", "g.co", "youtu.be", "forms.gle")),
        ("https://github.com/a/b/releases/latest/download/x.zip", True),
        ("https://www.notdoi.org/10.1000/1", False),
        ("https://papers.org/doi.org", False),
        ("doi.org/10.1000/1", False),
    ],
)
def test_addresses_that_are_meant_to_redirect(url: str, meant: bool) -> None:
    assert is_redirector(url) is meant


OWNERS = """
a.vercel.app b.vercel.app; a.netlify.app b.netlify.app; a.pages.dev b.pages.dev; a.web.app b.web.app
a.notion.site b.notion.site; a.blogspot.com b.blogspot.com; a.herokuapp.com b.herokuapp.com; a.github.io b.github.io
a.gitlab.io b.gitlab.io; a.readthedocs.io b.readthedocs.io; a.hf.space b.hf.space; x.edu.tw y.edu.tw; x.co.il y.co.il
x.ac.uk y.ac.uk; x.com.cn y.com.cn; x.co.kr y.co.kr; 1.2.3.4 9.9.3.4
[2001:db8::1] [2001:db8::2]; vercel.app a.vercel.app
a.org b.org; a.org a.com; localhost 127.0.0.1
a.s3。amazonaws.com b.s3。amazonaws.com; a.s3%2eamazonaws.com b.s3%2eamazonaws.com
"""


@pytest.mark.parametrize("pair", OWNERS.replace("\n", ";").strip(";").split(";"))
def test_sites_of_different_owners(pair: str) -> None:
    one, other = (f"https://{host}:443/page" for host in pair.split())
    assert not is_same_site(one, other)
    assert is_same_site(one, one.replace("/page", "/new"))


BY_PATH = """
sites.google.com/view/ann/home sites.google.com/view/bob/home; sites.google.com/site/ann sites.google.com/site/bob
sites.google.com/a/x.edu/p sites.google.com/a/y.edu/p; github.com/ann github.com/bob; gitlab.com/ann/p gitlab.com/bob/p
gist.github.com/ann/1 gist.github.com/bob/1; raw.githubusercontent.com/ann/p/x raw.githubusercontent.com/bob/p/x
huggingface.co/ann/m huggingface.co/bob/m; huggingface.co/spaces/ann/m huggingface.co/spaces/bob/m
huggingface.co/datasets/ann/m huggingface.co/bob/m; www.modelscope.cn/models/ann/m modelscope.cn/models/bob/m
www.kaggle.com/datasets/ann/d www.kaggle.com/datasets/bob/d; bitbucket.org/ann/p bitbucket.org/bob/p
people.x.edu/~ann/p people.x.edu/~bob/p; x.edu/~ann x.edu/ann; x.edu/home/%7Eann/ x.edu/home/~bob/
people.x.edu/~ann/p x.edu/p; medium.com/@ann/p medium.com/@bob/p; a.org/@ann a.org/@bob; notion.so/ann/p notion.so/bob/p
s3.amazonaws.com/ann/f.pdf s3.amazonaws.com/bob/f.pdf; storage.googleapis.com/ann/f storage.googleapis.com/bob/f
github.com/ann github.com; sites.google.com/view/ann sites.google.com/view/ann/../bob
sites.google.com/view/ann sites.google.com/view/ann/%2e%2e/bob; github.com/ann github.com/ann\\..\\bob
"""


@pytest.mark.parametrize("pair", BY_PATH.replace("\n", ";").strip(";").split(";"))
def test_owners_who_share_a_host(pair: str) -> None:
    one, other = (f"https://{page}" for page in pair.split())
    assert not is_same_site(one, other)
    assert not is_same_site(other, one)


SAME = """
sites.google.com/view/ann/home sites.google.com/view/ann; sites.google.com/view/ann sites.google.com//view/Ann/p
github.com/Ann github.com/ann/p; huggingface.co/spaces/ann/m huggingface.co/ann/m
www.modelscope.cn/models/ann/m modelscope.cn/models/ann/n; people.x.edu/~ann/p people.x.edu/%7Eann/q
medium.com/@ann/p medium.com/@ann/q; x.edu/papers/1 x.edu/publications/1; x.edu/a@b/1 x.edu/2; x.edu/a~b/1 x.edu/2
"""


@pytest.mark.parametrize("pair", SAME.replace("\n", ";").strip(";").split(";"))
def test_pages_of_one_owner(pair: str) -> None:
    one, other = (f"https://{page}" for page in pair.split())
    assert is_same_site(one, other)


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.a.org", "a.org"),
        ("docs.a.co.uk", "a.co.uk"),
        ("x.a.github.io", "a.github.io"),
        ("github.io", "github.io"),
        ("www.evil.example", "evil.example"),
        ("10.0.0.1", "10.0.0.1"),
        ("localhost", "localhost"),
        ("a..b", "a..b"),
        ("", ""),
    ],
)
def test_the_part_of_a_host_that_is_registered(host: str, domain: str) -> None:
    assert registered_domain(host) == domain
