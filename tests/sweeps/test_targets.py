from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sweeps.items import host_of, name_in, shard_of, shard_of_url, target_of, url_of

TARGETS = [
    ("http://arxiv.org/pdf/2310.05915v2.pdf", "arxiv:2310.05915"),
    ("https://doi.org/10.48550/arXiv.2310.05915", "arxiv:2310.05915"),
    ("https://arxiv.org/list/cs.CL/recent", "https://arxiv.org/list/cs.CL/recent"),
    ("https://www.alphaxiv.org/abs/2310.05915", "https://www.alphaxiv.org/abs/2310.05915"),
    ("https://github.com/Ysymyth/ReAct.git", "github:ysymyth/react"),
    ("https://github.com/ysymyth/ReAct/tree/master/prompts#l1", "https://github.com/ysymyth/ReAct/tree/master/prompts"),
    ("https://dx.doi.org/10.1145/ABC.1", "https://doi.org/10.1145/abc.1"),
    ("https://dl.acm.org/doi/10.1145/abc.1", "https://dl.acm.org/doi/10.1145/abc.1"),
    ("HTTPS://Lab.Example", "https://lab.example/"),
    ("https://lab.example/a?utm_source=x&b=1#top", "https://lab.example/a?b=1"),
    ("http://lab.example/a", "http://lab.example/a"),
    ("https://img.shields.io/github/stars/a/b", None),
    ("https://avatars.githubusercontent.com/u/1?v=4", None),
    ("mailto:a@b.example", None),
    ("paper.pdf", None),
    (f"https://lab.example/{'a' * 3_000}", None),
]


@pytest.mark.parametrize(("url", "target"), TARGETS)
def test_what_is_followed(url: str, target: str | None) -> None:
    assert target_of(url) == target


@pytest.mark.parametrize("target", [target for _, target in TARGETS if target])
def test_the_address_of_a_target_is_one_of_its_own(target: str) -> None:
    assert target_of(url_of(target)) == target


@given(st.text())
def test_any_text_may_be_asked_about(text: str) -> None:
    target = target_of(text)
    assert target is None or target_of(url_of(target)) == target


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org/abs/2310.05915",
        "https://export.arxiv.org/abs/2310.05915",
        "https://github.com/a/b/issues",
        "https://gist.github.com/a/1",
        "https://dx.doi.org/10.1145/abc.1",
        "https://img.shields.io/github/stars/a/b",
    ],
)
def test_what_is_limited_for_all_machines_as_one_is_with_the_first_shard(url: str) -> None:
    assert {shard_of_url(url, shards) for shards in range(1, 20)} == {1}


@given(st.from_regex(r"[a-z]{1,8}\.[a-z]{2,5}", fullmatch=True), st.integers(1, 64))
def test_a_host_is_with_one_shard(host: str, shards: int) -> None:
    urls = (f"http://{host}/a", f"https://www.{host}/b?c#d", f"https://{host.upper()}/")
    assert {shard_of_url(url, shards) for url in urls} == {shard_of(host, shards)}
    assert 1 <= shard_of(host, shards) <= shards


def test_shards_are_about_equal() -> None:
    counts = [0] * 4
    for number in range(4_000):
        counts[shard_of(f"host{number}.example", 4) - 1] += 1
    assert min(counts) > 900


def test_hosts_go_by_their_name() -> None:
    assert [host_of(target) for target in ("arxiv:2310.05915", "github:a/b", "http://www.Lab.example:80/x")] == [
        "arxiv.org",
        "github.com",
        "lab.example",
    ]


@pytest.mark.parametrize(
    ("url", "target", "name"),
    [
        ("https://github.com/ysymyth/ReAct/tree/master", "github:ysymyth/react", "ysymyth/ReAct"),
        ("https://github.com/ysymyth/react", "github:ysymyth/react", ""),
        ("https://arxiv.org/abs/2310.05915", "arxiv:2310.05915", ""),
        ("https://Lab.example/Page", "https://lab.example/Page", ""),
        ("https://github.com/İ/ReAct", "github:ysymyth/react", ""),
    ],
    ids=["with capitals", "without", "paper", "page", "not ASCII"],
)
def test_the_name_of_a_repository_as_written(url: str, target: str, name: str) -> None:
    assert name_in(url, target) == name
