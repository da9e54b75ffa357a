"""Read the open pull requests that change the same files, in two requests at most, whatever strangers have opened.

The first one asks which files they change and how large these are, the second for the texts within the limits below.
Neither is sent a second time: a review is complete without what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bot.github.client import Answer, Client
from bot.text import Text

MOST_PULLS = 30
"""The newest ones."""
LARGEST_FILE = 1_000_000
"""Bytes; larger files are not read."""
MOST_BYTES = 5_000_000
"""Of all files that are read."""
_MOST_PATHS = 100
"""Files that a pull request lists; one with more of them may change any."""


class OpenChange(NamedTuple):
    """An open pull request that changes one of the files."""

    number: int
    created: str
    """When it was opened, as GitHub writes it."""
    texts: tuple[Text, ...]
    """The files that it changes, as they are at its head."""
    is_whole: bool
    """False if one of its files is too large, or no text."""


class OpenChanges(NamedTuple):
    """The newest open pull requests, without the one that they are compared with."""

    changes: tuple[OpenChange, ...] = ()
    """Those that change one of the files."""
    created: str = ""
    """When the one was opened that they are compared with; empty if there is none."""
    base: tuple[Text, ...] = ()
    """The files as they are at the commit that was asked for."""
    older: int = 0
    """How many more are open, and were not looked at."""


class _File(NamedTuple):
    """A version of a file."""

    path: str
    oid: str
    size: int


def open_pulls_query(count: int) -> str:
    """The query for the pull requests, and for so many files of each."""
    names = range(count)
    given = ", ".join(f"$p{n}: String!, $b{n}: String!" for n in names)
    base = "\n    ".join(
        f"b{n}: object(expression: $b{n}) @include(if: $base) {{ ... on Blob {{ oid byteSize }} }}" for n in names
    )
    return f"""
query OpenPulls(
  $owner: String!, $name: String!, $number: Int!, $isPull: Boolean!, $branch: String, $first: Int!, $base: Boolean!,
  {given}
) {{
  repository(owner: $owner, name: $name) {{
    pullRequest(number: $number) @include(if: $isPull) {{ createdAt }}
    pullRequests(
      first: $first, states: [OPEN], baseRefName: $branch, orderBy: {{field: CREATED_AT, direction: DESC}}
    ) {{
      totalCount
      nodes {{
        number createdAt headRefOid
        files(first: {_MOST_PATHS}) {{ nodes {{ path }} }}
        commits(last: 1) {{
          nodes {{ commit {{ oid {" ".join(f"f{n}: file(path: $p{n}) {{ oid size }}" for n in names)} }} }}
        }}
      }}
    }}
    {base}
  }}
}}
"""


def texts_query(count: int) -> str:
    """The query for the texts of so many files."""
    given = ", ".join(f"$o{n}: GitObjectID!" for n in range(count))
    texts = "\n    ".join(f"o{n}: object(oid: $o{n}) {{ ... on Blob {{ text isTruncated }} }}" for n in range(count))
    return f"""
query Texts($owner: String!, $name: String!, {given}) {{
  repository(owner: $owner, name: $name) {{
    {texts}
  }}
}}
"""


def read_open_changes(
    client: Client, repository: str, paths: Sequence[str], *, number: int = 0, branch: str | None = None, base: str = ""
) -> OpenChanges:
    """The open pull requests beside `number` that go into `branch` and change the files at `paths`.

    `base` is a commit at which the files are read, too. Raises GitHubError.
    """
    what, first = f"open pull requests of {repository}", MOST_PULLS + bool(number)
    variables: dict[str, object] = {"number": number, "isPull": bool(number), "branch": branch, "first": first}
    variables |= {f"p{n}": path for n, path in enumerate(paths)}
    variables |= {"base": bool(base), **{f"b{n}": f"{base}:{path}" for n, path in enumerate(paths)}}
    found = client.ask_repository(what, repository, open_pulls_query(len(paths)), variables, attempts=1)
    listed = found.items("pullRequests", "nodes")
    others = [each for each in listed if each.read(int, "number") != number][:MOST_PULLS]
    changed = [(each, files) for each in others if (files := _changed_files(each, paths)) is not None]
    old = _base_files(found, paths) if base else ()
    texts = _read_texts(client, what, repository, [*old, *(file for _, files in changed for file in files)])
    return OpenChanges(
        tuple(_read_pull(each, files, texts) for each, files in changed),
        found.read(str, "pullRequest", "createdAt") if number else "",
        tuple(Text(each.path, texts[each.oid]) for each in old if each.oid in texts),
        max(0, found.read(int, "pullRequests", "totalCount") - len(others) - bool(number)),
    )


def _changed_files(pull: Answer, paths: Sequence[str]) -> tuple[_File, ...] | None:
    """The files at `paths` that a pull request changes, as they are at its head; None if it changes none.

    A file without a name is one that could not be found.
    """
    listed = pull.items("files", "nodes") if pull.part("files") is not None else ()
    changed = {each.read(str, "path") for each in listed}
    wanted = [n for n, path in enumerate(paths) if path in changed or len(listed) == _MOST_PATHS or not listed]
    if not wanted:
        return None
    newest = pull.items("commits", "nodes")
    commit = newest[-1].part("commit") if newest else None
    if commit is None or commit.hash("oid") != pull.hash("headRefOid"):
        return (_File("", "", 0),)
    files = ((paths[n], commit.part(f"f{n}")) for n in wanted)
    return tuple(_File(path, each.hash("oid"), each.read(int, "size")) for path, each in files if each is not None)


def _base_files(repository: Answer, paths: Sequence[str]) -> tuple[_File, ...]:
    found = ((path, repository.part(f"b{n}")) for n, path in enumerate(paths))
    return tuple(
        _File(path, each.hash("oid"), each.read(int, "byteSize"))
        for path, each in found
        if each is not None and each.has("oid")  # a folder has none
    )


def _read_texts(client: Client, what: str, repository: str, files: Iterable[_File]) -> Mapping[str, str]:
    """The contents of the files by their hashes, as many of the first ones as the limits let in."""
    wanted: dict[str, None] = {}
    room = MOST_BYTES
    for each in files:
        if each.oid and each.oid not in wanted and each.size <= min(room, LARGEST_FILE):
            wanted[each.oid] = None
            room -= each.size
    if not wanted:
        return {}
    variables = {f"o{n}": oid for n, oid in enumerate(wanted)}
    found = client.ask_repository(what, repository, texts_query(len(wanted)), variables, attempts=1)
    parts = ((oid, found.part(f"o{n}")) for n, oid in enumerate(wanted))
    texts = (
        (oid, each.read_or_none(str, "text")) for oid, each in parts if each and not each.read(bool, "isTruncated")
    )
    return {oid: text for oid, text in texts if text is not None}


def _read_pull(pull: Answer, files: Sequence[_File], texts: Mapping[str, str]) -> OpenChange:
    return OpenChange(
        pull.read(int, "number"),
        pull.read(str, "createdAt"),
        tuple(Text(each.path, texts[each.oid]) for each in files if each.oid in texts),
        all(each.oid in texts for each in files),
    )
