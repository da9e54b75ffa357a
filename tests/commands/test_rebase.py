"""`/rebase` in a comment: who may ask, what is merged, and what is answered."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.commands.hub import FORK, LIST, Hub, hub, written
from tests.github.faults import Fault
from tests.repositories import repository

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.commands.helpers import Run
    from tests.github.model import Commit

README = "README.md"
HEAD = "# Papers\n\n## Agents\n\n"
VOYAGER = "* [2305] [Voyager: An Open-Ended Embodied Agent](https://arxiv.org/abs/2305.16291)\n"
REACT = "* [2210] [ReAct: Synergizing Reasoning and Acting](https://arxiv.org/abs/2210.03629)\n"
TOOLFORMER = "* [2302] [Toolformer: Models Can Teach Themselves](https://arxiv.org/abs/2302.04761)\n"
REFLEXION = "* [2303] [Reflexion: Verbal Reinforcement Learning](https://arxiv.org/abs/2303.11366)\n"
TOP = (
    HEAD
    + """\
* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)
* [2309] [Agents: An Open-source Framework for Autonomous Language Agents](https://arxiv.org/abs/2309.07870)
* [2308] [AgentBench: Evaluating LLMs as Agents](https://arxiv.org/abs/2308.03688)
"""
    + VOYAGER
)
BASE = TOP + REACT
OURS = TOP + TOOLFORMER + REACT
THEIRS = TOP + REFLEXION + REACT
MERGED = TOP + REFLEXION + TOOLFORMER + REACT


def opened(
    *,
    ours: Mapping[str, str | None] | None = None,
    theirs: Mapping[str, str | None] | None = None,
    base: Mapping[str, str] | None = None,
    fork: bool = False,
) -> Hub:
    """A pull request that adds a paper where the base branch has added another one since."""
    github = hub({README: BASE, "about.md": "# About\n", **(base or {})}, ours or {README: OURS}, fork=fork)
    github.world.push(LIST, "main", theirs or {README: THEIRS})
    return github


def comment(body: str = "/rebase", author: str = "octo", **changes: object) -> dict[str, object]:
    """The event of a comment on the first pull request, which `octo` or, from a fork, `ada` has opened."""
    return {
        "action": "created",
        "issue": {"number": 1, "user": {"login": "ada"}, "pull_request": {}},
        "comment": {"id": 5, "body": body, "user": {"login": author, "type": "User"}},
        "repository": {"id": 1, "full_name": LIST},
        **changes,
    }


def rebase(github: Hub, folder: Path, *arguments: str, token: str = "rebase-token", **given: object) -> Run:
    environ = written(folder / "event.json", comment(**given))  # type: ignore[arg-type]
    return github.run("rebase", *arguments, token=token, environ=environ)


def newest(github: Hub) -> Commit:
    return github.world.commits[github.pull.head]


def answers(github: Hub) -> list[str]:
    return [each.body for each in github.pull.issue.comments]


def test_many_conflicts_with_long_words_are_answered(tmp_path: Path) -> None:
    def titled(word: str) -> str:
        hidden = "\u200b" * 450
        lines = (f"* [2305] [{word} {n}{hidden}](https://arxiv.org/abs/2305.{n:05})\n" for n in range(60, 0, -1))
        return HEAD + "".join(lines)

    with opened(base={README: titled("Old")}, ours={README: titled("Our")}, theirs={README: titled("Their")}) as github:
        assert rebase(github, tmp_path).code == 0
        (answer,) = answers(github)
        assert answer.startswith("`main` cannot be merged: 60 conflicts. Nothing was changed.\n")
        assert answer.endswith("\n\nCut here: GitHub takes no longer text.")


def test_a_branch_that_names_an_issue(tmp_path: Path) -> None:
    """GitHub would note the merge there."""
    with opened() as github:
        github.world.push(LIST, "gh-1", {README: OURS})
        github.world.open_pull(LIST, "gh-1")
        github.world.push(LIST, "main", {README: THEIRS + "More.\n"})
        event = comment()
        event["issue"]["number"] = 2  # type: ignore[index]
        done = github.run("rebase", token="rebase-token", environ=written(tmp_path / "event.json", event))
        assert done.code == 0
        merge = github.world.commits[github.world.repositories[LIST].branches["gh-1"]]
        assert merge.message.startswith("Merge main into a branch\n")


def test_the_branch_gets_a_merge_commit(tmp_path: Path) -> None:
    with opened(theirs={README: THEIRS, "about.md": None, "new.md": "# New\n"}) as github:
        parents = (github.pull.head, github.world.repositories[LIST].branches["main"])
        done = rebase(github, tmp_path)
        assert (done.code, done.err) == (0, "")
        assert newest(github).parents == parents
        assert newest(github).files == {README: MERGED.encode(), "new.md": b"# New\n"}
        assert answers(github)[0] == (
            f"`main` is merged into `patch-1`, with commit {github.pull.head}.\n\n"
            "- `README.md`: merged entry by entry\n- 2 other files taken from `main`\n\n"
            "A commit made with the token of a job starts no workflows. Where checks must run on it, close and reopen "
            "the pull request.\n"
        )
        assert github.world.complaints == []


def test_the_merge_is_reviewed_in_the_same_job(tmp_path: Path) -> None:
    bad = REFLEXION.replace("arxiv.org/abs", "arxiv.org//abs")
    with opened(ours={README: TOP + bad + REACT}, theirs={README: BASE + TOOLFORMER}) as github:
        assert rebase(github, tmp_path).code == 0
        assert [each.commit for each in github.pull.threads] == [github.pull.head]
        assert "noncanonical-link" in github.posted


LATER = f"hint: the merge stays; bot review --repo {LIST} --pull 1 reviews it again\n"


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.ERROR_AFTER, Fault.HANG_UP_AFTER, Fault.PRIMARY])
def test_an_answer_that_cannot_be_given_does_not_hide_the_merge(fault: Fault, tmp_path: Path) -> None:
    """The run says that it was made, and reviews it all the same."""
    bad = REFLEXION.replace("arxiv.org/abs", "arxiv.org//abs")
    with opened(ours={README: TOP + bad + REACT}, theirs={README: BASE + TOOLFORMER}) as github:
        github.fail("POST", "/issues/1/comments", fault, reset=3_000)
        done = rebase(github, tmp_path)
        merge = f"main is merged into patch-1, with commit {github.pull.head}"
        failed = f"error: {merge}; what failed after that: comment on {LIST}#1: "
        assert (done.code, done.err[: len(failed)], done.err.count("\n")) == (3, failed, 2)
        assert done.err.endswith(LATER)
        assert f"with commit {github.pull.head}." in done.out
        assert len(newest(github).parents) == 2
        assert [each.commit for each in github.pull.threads] == [github.pull.head]


def test_a_review_that_fails_does_not_hide_the_merge(tmp_path: Path) -> None:
    with opened() as github:
        down = ("POST", "/issues/1/comments", lambda: github.fail("GET", "/pulls/1", Fault.ERROR, times=9))
        github.meanwhile.append(down)
        done = rebase(github, tmp_path)
        merge = f"main is merged into patch-1, with commit {github.pull.head}"
        failed = f"error: {merge}; what failed after that: pull request {LIST}#1: "
        assert (done.code, done.err[: len(failed)], len(answers(github))) == (3, failed, 1)
        assert done.err.endswith(LATER)


@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.HANG_UP_AFTER, Fault.GARBAGE])
def test_a_push_whose_answer_was_lost(fault: Fault, tmp_path: Path) -> None:
    with opened() as github:
        github.fail("PATCH", "/git/refs", fault)
        done = rebase(github, tmp_path)
        assert (done.code, done.err, len(newest(github).parents)) == (0, "", 2)
        assert f"with commit {github.pull.head}." in answers(github)[0]


def test_a_second_time_there_is_nothing_to_do(tmp_path: Path) -> None:
    with opened() as github:
        rebase(github, tmp_path)
        head = github.pull.head
        rebase(github, tmp_path)
        assert github.pull.head == head
        assert answers(github)[-1] == "This branch already has everything that is in `main`.\n"


def test_a_dry_run_only_shows(tmp_path: Path) -> None:
    with opened() as github:
        head = github.pull.head
        done = rebase(github, tmp_path, "--dry-run")
        assert (done.code, "merged entry by entry" in done.out) == (0, True)
        assert (github.pull.head, answers(github), github.writes) == (head, [], [])


@pytest.mark.parametrize(
    ("ours", "theirs", "base", "lines"),
    [
        pytest.param(
            {README: BASE.replace("Acting]", "Acting!]")},
            {README: BASE.replace("Acting]", "Acting?]")},
            {},
            ["- `README.md`, Agents, ReAct: Synergizing Reasoning and Acting\\!: both sides changed it"],
            id="an entry",
        ),
        pytest.param(
            {"a.py": "print(1)\n"},
            {"a.py": "print(2)\n"},
            {"a.py": "print(0)\n"},
            ["- `a.py`: both sides changed the same lines, in 1 place"],
            id="another file",
        ),
        pytest.param(
            {README: OURS, "about.md": None},
            {README: THEIRS, "about.md": "# More\n"},
            {},
            ["- `about.md`: one side changed what the other one deleted"],
            id="a deleted file, beside a list that could be merged",
        ),
        pytest.param(
            {"a.bin": "\0one"},
            {"a.bin": "\0two"},
            {"a.bin": "\0"},
            ["- `a.bin`: git cannot merge it"],
            id="a binary file",
        ),
    ],
)
def test_conflicts_change_nothing(
    ours: Mapping[str, str | None],
    theirs: Mapping[str, str | None],
    base: Mapping[str, str],
    lines: list[str],
    tmp_path: Path,
) -> None:
    with opened(ours=ours, theirs=theirs, base=base) as github:
        before = dict(github.world.repositories[LIST].branches)
        assert rebase(github, tmp_path).code == 0
        assert github.world.repositories[LIST].branches == before
        (answer,) = answers(github)
        assert answer.startswith("`main` cannot be merged: 1 conflict. Nothing was changed.\n")
        assert [line for line in answer.splitlines() if line.startswith("- ")] == lines


def test_other_files_are_merged_line_by_line(tmp_path: Path) -> None:
    lines = "".join(f"line {number}\n" for number in range(20))
    base = {"notes.txt": lines}
    ours = {"notes.txt": lines.replace("line 2\n", "line two\n")}
    theirs = {"notes.txt": lines.replace("line 18\n", "")}
    with opened(base=base, ours=ours, theirs=theirs) as github:
        rebase(github, tmp_path)
        merged = lines.replace("line 2\n", "line two\n").replace("line 18\n", "")
        assert newest(github).files["notes.txt"] == merged.encode()
        assert "- `notes.txt`: merged line by line\n" in answers(github)[0]


def test_the_lists_are_those_of_the_base_branch(tmp_path: Path) -> None:
    base = {"papers/agents.md": BASE, ".github/paperlist-bot.yml": "lists: ['papers/*.md']\n"}
    ours = {"papers/agents.md": OURS, ".github/paperlist-bot.yml": "lists: [about.md]\n"}
    with opened(base=base, ours=ours, theirs={"papers/agents.md": THEIRS}) as github:
        rebase(github, tmp_path)
        assert newest(github).files["papers/agents.md"] == MERGED.encode()


# Who may ask


@pytest.mark.parametrize(
    ("given", "is_done"),
    [
        pytest.param({"author": "ada"}, True, id="author"),
        pytest.param({"author": "octo"}, True, id="owner"),
        pytest.param({"author": "grace"}, True, id="collaborator"),
        pytest.param({"author": "eve"}, False, id="somebody else"),
        pytest.param({"author": ""}, False, id="deleted account"),
        pytest.param({"author": "../octo"}, False, id="odd name"),
        pytest.param({"body": "/rebase\nthank you"}, True, id="more lines"),
        pytest.param({"body": "  /rebase please"}, True, id="more words"),
        pytest.param({"body": "/rebased"}, False, id="another word"),
        pytest.param({"body": "I would /rebase it"}, False, id="in a sentence"),
        pytest.param({"body": "> /rebase"}, False, id="quoted"),
        pytest.param({"body": ""}, False, id="empty"),
        pytest.param({"body": "x" * 65_536}, False, id="long"),
        pytest.param({"action": "edited"}, False, id="edited"),
        pytest.param({"issue": {"number": 1, "user": {"login": "ada"}}}, False, id="an issue"),
        pytest.param(
            {"comment": {"id": 5, "body": "/rebase", "user": {"login": "octo", "type": "Bot"}}}, False, id="a program"
        ),
    ],
)
def test_who_may_ask_and_how(given: Mapping[str, object], is_done: bool, tmp_path: Path) -> None:
    with opened() as github:
        github.world.repositories[LIST].collaborators.add("grace")
        head = github.pull.head
        done = rebase(github, tmp_path, **given)  # type: ignore[arg-type]
        assert (done.code, github.pull.head != head, bool(answers(github))) == (0, is_done, is_done)


def test_another_event_is_an_error(tmp_path: Path) -> None:
    with opened() as github:
        event = {"pull_request": {"number": 1}, "repository": {"full_name": LIST}}
        done = github.run("rebase", environ=written(tmp_path / "event.json", event))
        assert (done.code, done.err.splitlines()[0]) == (2, "error: the event is not a comment")


# What the bot does not push to


def test_a_fork_that_allows_edits(tmp_path: Path) -> None:
    with opened(fork=True) as github:
        github.pull.allows_edits = True
        rebase(github, tmp_path, author="ada", token="ada-token")
        assert (
            github.world.commits[github.world.repositories[FORK].branches["patch-1"]].files[README] == MERGED.encode()
        )


@pytest.mark.parametrize(
    ("allows_edits", "reason"),
    [
        (False, "its author does not allow edits by maintainers."),
        (True, "branch patch-1 of ada/list: Resource not accessible by integration (403)."),
    ],
    ids=["no edits by maintainers", "token of the job"],
)
def test_a_patch_where_the_bot_may_not_push(allows_edits: bool, reason: str, tmp_path: Path) -> None:
    with opened(fork=True, theirs={README: THEIRS, "new.md": "# New\n"}) as github:
        github.pull.allows_edits = allows_edits
        head = github.pull.head
        assert rebase(github, tmp_path, author="ada").code == 0
        (answer,) = answers(github)
        assert reason in answer
        assert github.pull.head == head
        base = github.world.repositories[LIST].branches["main"]
        assert f"git fetch https://github.com/{LIST} {base}\n" in answer


def test_the_commands_of_the_answer_make_the_merge(tmp_path: Path) -> None:
    """In a clone, with git's own merge in conflict."""
    made = repository(tmp_path / "list")
    with opened(fork=True, theirs={README: THEIRS, "new.md": "# New\n"}) as github:
        rebase(github, tmp_path, author="ada")
        (answer,) = answers(github)
    made.commit(README=BASE)
    made.git("checkout", "-q", "-b", "theirs")
    (made.folder / "new.md").write_text("# New\n")
    theirs = made.commit(README=THEIRS)
    made.git("checkout", "-q", "-b", "patch-1", "HEAD^")
    made.commit(README=OURS)
    patch = answer.partition("```diff\n")[2].partition("```")[0]
    (made.folder / "rebase.patch").write_text(patch)
    recipe = answer.partition("```sh\n")[2].partition("```")[0].splitlines()
    assert recipe[0].startswith("git fetch https://github.com/octo/list ")
    commands = [f"git fetch -q . {theirs or 'theirs'}", *recipe[1:-1], "git commit -q -m merged"]
    for command in commands:
        subprocess.run(command.split(), cwd=made.folder, check="merge --no" not in command, capture_output=True)
    assert (made.folder / README).read_text() == MERGED
    assert (made.folder / "new.md").read_text() == "# New\n"
    assert len(made.git("rev-list", "--parents", "-n", "1", "HEAD").split()) == 3


def test_a_head_that_moves_meanwhile(tmp_path: Path) -> None:
    with opened() as github:
        github.meanwhile.append(
            ("PATCH", "/git/refs", lambda: github.world.push(LIST, "patch-1", {"about.md": "# Hers\n"}))
        )
        assert rebase(github, tmp_path).code == 0
        assert newest(github).files == {README: OURS.encode(), "about.md": b"# Hers\n"}
        assert answers(github) == [
            "Nothing was merged: the branch was pushed to at the same time; write /rebase again.\n"
        ]


def test_the_default_branch_is_never_pushed_to(tmp_path: Path) -> None:
    with opened() as github:
        repository = github.world.repositories[LIST]
        github.pull.branch, github.pull.base = "main", "patch-1"
        github.pull.head = repository.branches["main"]
        before = dict(repository.branches)
        assert rebase(github, tmp_path).code == 0
        assert repository.branches == before
        assert "comes from the default branch" in answers(github)[0]


def test_a_closed_pull_request(tmp_path: Path) -> None:
    with opened() as github:
        github.pull.issue.state = "closed"
        rebase(github, tmp_path)
        assert answers(github) == ["Nothing was merged: the pull request is closed.\n"]


def test_a_branch_that_was_deleted(tmp_path: Path) -> None:
    with opened(fork=True) as github:
        github.pull.head_repository = None
        rebase(github, tmp_path)
        assert answers(github) == ["Nothing was merged: the branch of the pull request was deleted.\n"]


HOSTILE = "* [2305] [@octo/team <img src=x> `x` #1 $(touch pwned)](https://arxiv.org/abs/2305.16291)\n"


def test_text_of_the_list_is_escaped(tmp_path: Path) -> None:
    sides = [HEAD + HOSTILE.replace("2305]", f"{date}]") + REACT for date in ("2306", "2307")]
    base, ours, theirs = HEAD + HOSTILE + REACT, *sides
    with opened(base={README: base}, ours={README: ours}, theirs={README: theirs}) as github:
        rebase(github, tmp_path)
        (answer,) = answers(github)
        assert "both sides changed it" in answer
        assert [mark for mark in ("@octo", "<img", " #1", "$(") if mark in answer] == []
