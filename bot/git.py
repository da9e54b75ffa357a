"""Read files as they were at a revision, from git.

Git is run with a list of arguments, never through a shell, and asked for objects only: nothing of the
repository is run, checked out or fetched.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from bot.errors import CANNOT_RUN, BotError
from bot.papers.identity import find_names
from bot.text import Text, lazy_pattern

LARGEST = 20_000_000
"""The largest answer that is read, as for a list (bytes)."""
TIMEOUT = 60
"""The time limit for one git command (seconds)."""
_MOST_COMMITS = 2_000
"""Commits of a file's history that are read, the newest ones."""

_HEAD = lazy_pattern(r"(\d{1,18}) ([0-9a-f ]*)(?:\n|$)")
"""Time and parents of a commit, as the history is asked for."""
_REMOTE = lazy_pattern(r"(?:https://(?:[^@/\s]*@)?|(?:ssh://)?git@)([^:/\s]+)[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?")
"""The server and the name of a repository on GitHub."""
_MOST_CONFLICTS = 127
"""The exit code of `git merge-file` is the number of conflicts up to this one; a larger one is a failure."""
_OF_HOOKS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""What git sets for its hooks; here the folder of the list decides which repository is used."""
_QUIET = {
    "LC_ALL": "C",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Files as they were at a revision."""

    texts: tuple[Text, ...]
    """The files that existed, under the given paths."""
    top: str
    """The real path of the repository's top folder."""
    names: frozenset[str] | None
    """All files and folders below `top`, with forward slashes; None if git does not have them all."""

    def contains(self, path: str) -> bool:
        """Whether there was a file or folder at the absolute `path`; if git does not know, whether there is one now."""
        folder, name = os.path.split(os.path.normpath(path))
        below = os.path.relpath(Path(os.path.realpath(folder), name), self.top).replace(os.sep, "/")
        if self.names is None or below == ".." or below.startswith("../") or Path(below).is_absolute():
            return os.path.lexists(path)
        return below == "." or below in self.names


@dataclass(frozen=True, slots=True)
class _Answer:
    code: int
    out: bytes
    reason: str
    """The first line of git's error message."""

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "surrogateescape").strip()


def read_at(revision: str, paths: Sequence[str]) -> Snapshot:
    """The files at `paths` as they were at the merge base of `revision` and HEAD.

    Later changes to the revision by others do not matter. A renamed file is read under its old name; a new one is left
    out. Raises BotError if there is no git, no repository, more than one, or no such revision.
    """
    tops = {path: _top(path) for path in paths}
    if len(set(tops.values())) != 1:
        raise BotError("the lists are in different repositories", "lint each repository separately")
    top = next(iter(tops.values()))
    commit = _commit(revision, top)
    texts = tuple(text for path in paths if (text := _text(path, commit, top)) is not None)
    tree = _ask(top, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
    names = None if tree.code else frozenset(with_folders(tree.out.decode("utf-8", "surrogateescape").split("\0")))
    return Snapshot(texts, top, names)


class Commit(NamedTuple):
    """What one commit did to a file; of a merge, what it brought to the branch."""

    time: int
    """When it was committed, in seconds since the epoch."""
    added: tuple[str, ...]
    removed: tuple[str, ...]
    """Whole lines, without their ends."""


def find_added(names: Iterable[str], commits: Iterable[Commit]) -> Iterator[tuple[Commit, frozenset[str]]]:
    """Those of these names of papers that each commit added, the newest commit first.

    A paper is added by the newest commit that adds a line with it and removes none with it: what was only moved or
    edited is older.
    """
    missing = set(names)
    for commit in commits:
        added = {name for line in commit.added for name in find_names(line)} & missing
        if added:
            added -= {name for line in commit.removed for name in find_names(line)}
        missing -= added
        yield commit, frozenset(added)
        if not missing:
            return


class History(NamedTuple):
    """The newest commits of a file, the newest first."""

    origin: str
    """The first commit of the repository, which names it wherever it is cloned; empty in a shallow clone."""
    commits: tuple[Commit, ...]


def read_history(path: str, most: int = _MOST_COMMITS) -> History:
    """What the commits of the present branch did to the file at `path`, also under its old names, the `most` newest.

    Raises BotError if there is no git, or no repository.
    """
    top = _top(path, "without a history nobody can say what was added")
    is_shallow = _ask(top, "rev-parse", "--is-shallow-repository").text == "true"
    roots = _ask(top, "rev-list", "--max-parents=0", "HEAD").text.split()
    options = ("--first-parent", "--diff-merges=first-parent", "--follow", "-M", "--patch", "--unified=0")
    name = Path(os.path.realpath(path)).name
    safety = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--no-notes")
    counts = (f"--max-count={most}", "--format=%x00%ct %P")
    answer = _ask(_folder(path), "log", *options, *safety, *counts, "--", name, most=LARGEST, cut=True)
    parts = answer.out.decode("utf-8", "replace").split("\0")[1:]
    parts = parts[:-1] if answer.code else parts  # the last one may not be complete
    # A line of the file may hold the separator too: what follows it there is not a commit.
    heads = [(head, part) for part in parts if (head := _HEAD.match(part)) is not None]
    if is_shallow and heads and not heads[-1][0][2]:
        # Where the clone was cut off, one commit seems to add everything.
        heads.pop()
    commits = [_read_commit(int(head[1]), part) for head, part in heads]
    return History("" if is_shallow else roots[-1] if roots else "", tuple(commits))


def _read_commit(time: int, part: str) -> Commit:
    """The added and removed lines of a commit in the output of `git log --patch --unified=0`."""
    added, removed, is_in_hunk = [], [], False
    for line in part.split("\n")[1:]:
        is_in_hunk = is_in_hunk or line.startswith("@@")
        if is_in_hunk and line.startswith("+"):
            added.append(line[1:].rstrip("\r"))
        elif is_in_hunk and line.startswith("-"):
            removed.append(line[1:].rstrip("\r"))
    return Commit(time, tuple(added), tuple(removed))


class LineMerge(NamedTuple):
    """Three versions of a file, merged line by line as git does it."""

    content: bytes
    conflicts: int


def merge_lines(base: bytes, ours: bytes, theirs: bytes, labels: tuple[str, str], marker_size: int) -> LineMerge:
    """Three versions of a file merged line by line. Raises BotError if git cannot merge them, as for binary files."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="paperlist-bot-") as folder:
        paths = [str(Path(folder, name)) for name in ("ours", "base", "theirs")]
        for path, content in zip(paths, (ours, base, theirs), strict=True):
            Path(path).write_bytes(content)
        return _merge_lines(paths, labels, marker_size)


def _merge_lines(paths: Sequence[str], labels: tuple[str, str], marker_size: int) -> LineMerge:
    names = ("-L", labels[0], "-L", "base", "-L", labels[1])
    size = f"--marker-size={marker_size}"
    answer = _ask(os.curdir, "merge-file", "-p", "-q", size, *names, *paths, most=4 * LARGEST)
    is_cut = answer.code > 0 and b"<" * marker_size not in answer.out
    if answer.code > _MOST_CONFLICTS or answer.code < 0 or is_cut:
        hint = "merge the files by hand: nothing was written"
        is_binary = any(b"\0" in Path(path).read_bytes() for path in paths)
        what = "binary files" if is_binary else f"these files: {answer.reason}"
        raise BotError(f"git cannot merge {what}", hint, CANNOT_RUN)
    return LineMerge(answer.out, answer.code)


def default_branch(folder: str) -> str:
    """The default branch of a repository: that of `origin`, otherwise `main` or `master`."""
    try:
        head = _ask(folder, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
        own = _ask(folder, "symbolic-ref", "--quiet", "--short", "HEAD")
    except BotError:
        return "main"
    return head.text.partition("/")[2] or ("master" if own.text == "master" else "main")


def find_repository(folder: str, server: str) -> str:
    """`owner/name` of the repository that `origin` names on a server of GitHub; empty if it is elsewhere."""
    try:
        url = _ask(folder, "remote", "get-url", "origin").text
    except BotError:
        return ""
    found = _REMOTE.fullmatch(url)
    return found[2] if found is not None and found[1] == server.partition("://")[2] else ""


def find_commit(folder: str, revisions: Iterable[str]) -> str:
    """The first of the revisions that the repository of a folder has, as a hash; "" for none of them."""
    for revision in filter(_is_name, revisions):
        try:
            found = _ask(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        except BotError:
            return ""
        if not found.code:
            return found.text
    return ""


def _top(path: str, hint: str = "leave out --base") -> str:
    """The top of the repository that a file is in."""
    answer = _ask(_folder(path), "rev-parse", "--show-toplevel")
    if not answer.code:
        return os.path.realpath(answer.text)
    if "not a git repository" in answer.reason:
        raise BotError(f"{path} is not in a git repository", hint, CANNOT_RUN)
    raise BotError(f"git: {answer.reason}", "check that git works in this folder", CANNOT_RUN)


def _commit(revision: str, top: str) -> str:
    found = _ask(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") if _is_name(revision) else None
    if found is None or found.code:
        shallow = _ask(top, "rev-parse", "--is-shallow-repository").text == "true"
        hint = (
            "the clone is shallow: git fetch --unshallow, or fetch-depth: 0 for actions/checkout"
            if shallow
            else "git branch --all and git tag list the revisions; git fetch gets missing ones"
        )
        raise BotError(f'unknown revision "{revision}"', hint)
    base = _ask(top, "merge-base", found.text, "HEAD")
    return base.text if not base.code and base.text else found.text


def _is_name(revision: str) -> bool:
    """Git would read a word that begins with a dash as an option."""
    return bool(revision) and not revision.startswith("-") and revision.isprintable()


def _text(path: str, commit: str, top: str) -> Text | None:
    name = Path(os.path.realpath(path)).name
    blob = _ask(_folder(path), "rev-parse", "--verify", "--quiet", f"{commit}:./{name}")
    if blob.code:
        old = _old_name(Path(os.path.realpath(path)).relative_to(top).as_posix(), commit, top)
        blob = _ask(top, "rev-parse", "--verify", "--quiet", f"{commit}:{old}") if old else blob
    if blob.code:
        return None
    content = _ask(_folder(path), "cat-file", "blob", blob.text)
    if content.code:
        raise BotError(f"git: {content.reason}", "git fetch gets missing objects", CANNOT_RUN)
    return Text(path, content.out.decode("utf-8", "replace"))


def _old_name(name: str, commit: str, top: str) -> str | None:
    """The old name of a file renamed since `commit`; a file that git does not track yet has none."""
    renames = _ask(
        top, "diff", "--no-ext-diff", "--no-textconv", "--name-status", "-z", "-M", "--diff-filter=R", commit
    )
    fields = renames.out.decode("utf-8", "surrogateescape").split("\0")
    return next((old for old, new in zip(fields[1::3], fields[2::3], strict=False) if new == name), None)


def _folder(path: str) -> str:
    return str(Path(os.path.realpath(path)).parent)


def with_folders(paths: Iterable[str]) -> set[str]:
    """The paths, and the folders that they are in."""
    found: set[str] = set()
    for path in paths:
        while path and path not in found:
            found.add(path)
            path = path.rpartition("/")[0]
    return found


def _ask(folder: str, *arguments: str, most: int = LARGEST, cut: bool = False) -> _Answer:
    """The output of git, at most `most` bytes of it; of more, what fits with `cut`, else nothing."""
    try:
        with subprocess.Popen(  # noqa: S603 - a list of arguments, no shell
            [_program(), "-C", folder, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name not in _OF_HOOKS} | _QUIET,
        ) as process:
            return _answer(process, most, cut)
    except FileNotFoundError as error:
        raise BotError("git is not installed, or not on the PATH", "install git", CANNOT_RUN) from error
    except OSError as error:
        raise BotError(f"git cannot be run: {error.strerror}", "check that git works here", CANNOT_RUN) from error


def _program() -> str:
    """The git to run: Windows would also search the current folder, which may contain a stranger's files."""
    if os.name != "nt":
        return "git"
    found = find_on_path("git.exe", os.environ.get("PATH", "").split(os.pathsep))
    if found is None:
        raise FileNotFoundError
    return found


def find_on_path(name: str, folders: Iterable[str]) -> str | None:
    """The first program of that name in the folders of PATH that are absolute."""
    candidates = (Path(folder, name) for folder in folders if Path(folder).is_absolute())
    return next((str(each) for each in candidates if each.is_file()), None)


def _answer(process: subprocess.Popen[bytes], most: int, cut: bool) -> _Answer:
    from threading import Timer

    timer = Timer(TIMEOUT, process.kill)
    timer.start()
    try:
        assert process.stdout is not None  # noqa: S101 - asked for
        assert process.stderr is not None  # noqa: S101
        out = process.stdout.read(most + 1)
        if len(out) > most:
            process.kill()
            return _Answer(-1, out[:most] if cut else b"", f"more than {most:,} bytes of output")
        reason = process.stderr.read(1_000).decode("utf-8", "replace").strip().partition("\n")[0]
        return _Answer(process.wait(), out, reason.removeprefix("fatal: ") or "no output")
    finally:
        timer.cancel()
