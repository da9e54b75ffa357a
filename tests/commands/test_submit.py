"""`bot submit`: papers proposed in issues, from the form to the pull request, on a GitHub of our own."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.github.model import LARGEST_BODY, size_of
from bot.submissions.form import LABEL
from tests.commands.office import AFTER, ENTRY, LIST, README, TITLE, form, lock, office
from tests.github import Fault
from tests.github.model import BOT
from tests.reports.test_markdown_escaping import LIVE, rendered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.office import Office

ID = "https://arxiv.org/abs/2401.00123"
BRANCH = "paperlist-bot/submission-1"
HOSTILE = "$(touch pwned) `touch pwned` ; touch pwned && ${{ github.token }} @octo/team #1 other/list#2 <img src=x>"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    monkeypatch.chdir(tmp_path)
    with office(tmp_path) as made:
        yield made


def test_the_whole_way(desk: Office) -> None:
    """Proposed, answered, edited, approved, reviewed: one comment, one pull request."""
    issue = desk.open(form("2401.00500", "Planning"))
    assert desk.happens(issue, "opened").code == 0
    assert "“Long-Term Memory for Language Agents” (`arXiv:2401.00500`) would be added" in desk.answer(issue).body
    first = desk.answer(issue)
    issue.body = form(ID, "Planning")
    assert desk.happens(issue, "edited").code == 0
    assert desk.answer(issue) is first
    assert f"“{TITLE}” (`arXiv:2401.00123`) would be added to `README.md:6`, in `Planning`:" in first.body
    assert f"```markdown\n{ENTRY}\n```" in first.body

    done = desk.says(issue, "grace", "/approve")
    assert (done.code, done.out.partition(". ")[0]) == (0, "octo/list#2: the summary written")
    assert f"#2 adds “{TITLE}”" in desk.answer(issue).body
    assert desk.readme(BRANCH) == AFTER
    assert desk.readme("main") == README
    pull = desk.pull
    assert (pull.issue.title, pull.issue.author, pull.branch, pull.base) == (f"Add {TITLE}", BOT, BRANCH, "main")
    assert pull.issue.body.endswith("Proposed by `ada`, approved by `grace`.\n\nCloses #1\n")
    assert desk.github.world.commits[pull.head].message.startswith(
        f"Add {TITLE}\n\nCo-authored-by: ada <294+ada@users.noreply.github.com>\nMade-by: paperlist-bot "
    )


def test_nothing_is_written_twice(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.says(issue, "grace", "/approve")
    desk.writes()
    desk.happens(issue, "edited")
    assert desk.writes() == []
    desk.says(issue, "grace", "/approve")
    assert [each for each in desk.writes() if not each.endswith("git/trees")] == ["PATCH pulls/2"]
    assert len(desk.repository.pulls) == 1


def test_a_label_approves(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    assert desk.happens(issue, "labeled", sender="grace", label="bug").code == 0
    assert desk.repository.pulls == {}
    assert desk.happens(issue, "labeled", sender="grace", label="approved").code == 0
    assert desk.readme(BRANCH) == AFTER


def test_another_name_of_the_label(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.arguments += ("--approve-label", "take it")
    desk.happens(issue, "labeled", sender="grace", label="approved")
    assert desk.repository.pulls == {}
    desk.happens(issue, "labeled", sender="grace", label="Take it")
    assert desk.readme(BRANCH) == AFTER


def test_the_approval_names_the_section(desk: Office) -> None:
    issue = desk.propose(form("2401.00900"))
    answer = desk.answer(issue).body
    assert "which section it belongs in is not clear." in answer
    assert "The best ones: `Planning`" in answer
    assert "by a comment with the section: `/approve Planning`." in answer
    assert desk.says(issue, "grace", "/approve").code == 1
    assert desk.repository.pulls == {}
    assert desk.says(issue, "grace", "/approve memory\r\n\r\nThank you.").code == 0
    assert "“On Coffee” (`arXiv:2401.00900`) to `README.md:13`, in `Memory`" in desk.answer(issue).body


def test_an_approval_with_an_unknown_section(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    assert desk.says(issue, "grace", f"/approve {HOSTILE}").code == 1
    answer = desk.answer(issue).body
    assert "would be added to `README.md:6`" in answer
    assert "The approval was not followed: there is no section" in answer
    assert "@octo" not in answer
    assert desk.repository.pulls == {}


@pytest.mark.parametrize("author", ["ada", "mallory", "ghost"])
def test_an_approver_without_rights(author: str, desk: Office) -> None:
    """Refused once, however often: neither comments nor requests grow."""
    issue = desk.propose(form(ID, "Planning"))
    for number in range(3):
        done = desk.says(issue, author, f"/approve Memory {number}")
        assert (done.code, "has no write access" in done.err) == (0, True)
    desk.happens(issue, "labeled", sender=author, label="approved")
    _, refusal = desk.answers(issue)
    assert f"The approval by `{author}` was not followed" in refusal.body
    assert desk.repository.pulls == {}
    desk.writes()
    desk.says(issue, author, "/approve")
    assert desk.writes() == []
    desk.says(issue, "zoe", "/approve")
    assert (len(desk.answers(issue)), "`zoe`" in refusal.body) == (2, True)


def test_a_refusal_is_not_an_answer(desk: Office) -> None:
    """An issue that was never looked at, and is approved by a stranger at first."""
    issue = desk.open(form(ID, "Planning"))
    desk.says(issue, "mallory", "/approve")
    desk.happens(issue, "edited")
    assert len(desk.answers(issue)) == 2
    assert desk.says(issue, "grace", "/approve").code == 0
    assert len(desk.answers(issue)) == 2


@pytest.mark.parametrize("login", [BOT, "other[bot]"])
def test_programs_are_not_answered(login: str, desk: Office) -> None:
    issue = desk.open(form(ID, "Planning"), login)
    assert desk.happens(issue, "opened").code == 0
    assert desk.says(issue, login, "/approve").code == 0
    assert (desk.answers(issue), desk.repository.pulls) == ([each for each in issue.comments if login == BOT], {})


def test_an_edit_after_the_approval(desk: Office) -> None:
    """The paper was exchanged between the comment and the job."""
    issue = desk.propose(form(ID, "Planning"))
    event = desk.comment_event(issue, "grace", "/approve")
    issue.body = form("2401.00500", "Planning")
    assert desk.job(event).code == 1
    assert "The issue was edited after the approval: approve it again." in desk.answer(issue).body
    assert desk.repository.pulls == {}
    assert desk.says(issue, "grace", "/approve").code == 0
    assert "2401.00500" in desk.readme(BRANCH)


def renamed(title: str) -> dict[str, str]:
    """The lock file, where the paper has another title."""
    return {"papers.lock.jsonl": lock().replace(TITLE, title)}


def test_an_approval_is_for_the_line_that_was_shown(desk: Office) -> None:
    """The page of the paper has another title since the answer was written."""
    issue = desk.propose(form(ID, "Planning"))
    desk.github.world.push(LIST, "main", renamed("Nobody Saw This Title"))
    assert desk.says(issue, "grace", "/approve").code == 1
    assert desk.repository.pulls == {}
    shown = desk.answer(issue).body
    assert "* [2401] [Nobody Saw This Title](https://arxiv.org/abs/2401.00123)" in shown
    assert "This line was not shown before: approve it again." in shown
    assert desk.says(issue, "grace", "/approve").code == 0
    assert "Nobody Saw This Title" in desk.readme(BRANCH)


def test_what_cannot_be_shown_whole_cannot_be_approved(desk: Office) -> None:
    """A page may name a thousand authors, and in the place of the last one something else."""
    content = "\n".join(f"{line}, Ada Lovelace, Grace Hopper" if "](" in line else line for line in README.split("\n"))
    authors = ["Ada Lovelace", "Grace Hopper", "Alan Turing", "Barbara Liskov"] * 100
    lines = [json.loads(line) | {"authors": authors} for line in lock().splitlines()]
    papers = "".join(f"{json.dumps(line)}\n" for line in lines)
    desk.github.world.push(LIST, "main", {"README.md": content, "papers.lock.jsonl": papers})
    issue = desk.propose(form(ID, "Planning"))
    assert "its entry would be longer than 5,000 characters" in desk.answer(issue).body
    assert desk.says(issue, "grace", "/approve").code == 1
    assert desk.repository.pulls == {}


def test_an_approval_with_a_section_is_for_the_line_that_was_shown(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.github.world.push(LIST, "main", renamed("Nobody Saw This Title"))
    assert desk.says(issue, "grace", "/approve Memory").code == 1
    assert desk.repository.pulls == {}
    assert "[Nobody Saw This Title]" in desk.answer(issue).body


def test_an_approval_before_the_answer_to_an_edit(desk: Office) -> None:
    """The answer still shows the paper before it."""
    issue = desk.propose(form(ID, "Planning"))
    issue.body = form("2401.00500", "Planning")
    assert desk.says(issue, "grace", "/approve").code == 1
    assert desk.repository.pulls == {}
    assert "“Long-Term Memory for Language Agents”" in desk.answer(issue).body


def test_an_approval_before_any_answer(desk: Office) -> None:
    issue = desk.open(form(ID, "Planning"))
    assert desk.says(issue, "grace", "/approve").code == 1
    assert desk.repository.pulls == {}
    assert "[Planning with Language Models as Planning Tools]" in desk.answer(issue).body


def test_a_section_that_is_edited_after_the_approval(desk: Office) -> None:
    """Also where the job for the edit has run before, so that the answer shows the new one."""
    issue = desk.propose(form(ID, "Planning"))
    event = desk.comment_event(issue, "grace", "/approve")
    issue.body = form(ID, "Memory")
    desk.happens(issue, "edited")
    assert desk.job(event).code == 1
    assert "The issue was edited after the approval: approve it again." in desk.answer(issue).body
    assert desk.repository.pulls == {}


def test_an_answer_that_is_newer_than_the_approval(desk: Office) -> None:
    """Its line changed while the approval waited for its job: a page has another title, and an edit had it read."""
    issue = desk.propose(form(ID, "Planning"))
    event = desk.comment_event(issue, "grace", "/approve")
    desk.github.world.push(LIST, "main", renamed("Nobody Saw This Title"))
    desk.happens(issue, "edited")
    written = desk.answer(issue).updated
    desk.answer(issue).updated = "2030-01-01T00:00:00Z"
    assert desk.job(event).code == 1
    assert desk.repository.pulls == {}
    desk.answer(issue).updated = written
    assert desk.says(issue, "grace", "/approve").code == 0


def test_many_open_proposals_with_long_words(desk: Office) -> None:
    """Whatever strangers open, the answer is posted, and says first what it is about."""
    desk.arguments += ("--per-author", "0")
    for number in range(40):
        address = f"https://example.com/{number}/{'%C3%A9<|' * 240}"
        desk.open(form(address, "Planning"), "eve", title="Paper: " + "\u200b" * 200)
    issue = desk.propose(form(ID, "Planning"))
    answer = desk.answer(issue).body
    assert f"```markdown\n{ENTRY}\n```" in answer
    assert size_of(answer) <= LARGEST_BODY
    assert desk.says(issue, "grace", "/approve").code == 0


def test_many_comments_do_not_hide_the_answer(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    for number in range(1_001):
        desk.github.world.comment(issue, "eve", f"Comment {number}")
    assert desk.says(issue, "grace", "/approve").code == 0
    assert desk.readme(BRANCH) == AFTER


def test_an_edit_after_the_pull_request(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.says(issue, "grace", "/approve")
    issue.body = form("2401.00500", "Memory")
    desk.happens(issue, "edited")
    assert "#2 was made for another paper. To replace it there, approve this one." in desk.answer(issue).body
    assert desk.readme(BRANCH) == AFTER
    desk.says(issue, "grace", "/approve")
    assert (len(desk.repository.pulls), "2401.00500" in desk.readme(BRANCH), ID in desk.readme(BRANCH)) == (
        1,
        True,
        False,
    )


def test_a_pull_request_that_was_closed(desk: Office) -> None:
    """It is forgotten, and approving again opens another one."""
    issue = desk.propose(form(ID, "Planning"))
    desk.says(issue, "grace", "/approve")
    desk.pull.issue.state = "closed"
    desk.happens(issue, "edited")
    assert "would be added to `README.md:6`" in desk.answer(issue).body
    desk.says(issue, "grace", "/approve")
    assert "#3 adds" in desk.answer(issue).body


def test_a_pull_request_that_somebody_has_changed(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.says(issue, "grace", "/approve")
    hers = desk.github.world.push(LIST, BRANCH, {"README.md": AFTER + "\n"}, message="A word of mine")
    assert desk.says(issue, "grace", "/approve Memory").code == 3
    assert "The pull request could not be made: branch paperlist-bot/submission-1" in desk.answer(issue).body
    assert desk.repository.branches[BRANCH] == hers


def test_what_came_to_the_list_in_between_is_not_undone(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.github.world.push(LIST, "main", {"README.md": README + "More.\n"})
    desk.says(issue, "grace", "/approve")
    assert desk.readme(BRANCH) == AFTER + "More.\n"


def test_approving_again_settles_a_conflict(desk: Office) -> None:
    """The entry is put into the list as it is now, in one commit on top of it."""
    issue = desk.propose(form(ID, "Planning"))
    desk.says(issue, "grace", "/approve")
    other = ENTRY.replace("00123", "00124").replace("Planning with", "Searching with")
    newest = desk.github.world.push(LIST, "main", {"README.md": AFTER.replace(ENTRY, other)})
    assert desk.says(issue, "grace", "/approve").code == 0
    assert desk.github.world.commits[desk.pull.head].parents == (newest,)
    assert {ENTRY, other} <= {*desk.readme(BRANCH).splitlines()}


def test_a_paper_that_is_listed(desk: Office) -> None:
    issue = desk.propose(form("arXiv:2310.05915v2"))
    answer = desk.answer(issue).body
    assert "(`arXiv:2310.05915`) is in the list already: [README.md:6](https://github.com/octo/list/blob/" in answer
    assert desk.says(issue, "grace", "/approve").code == 1
    assert desk.repository.pulls == {}


def test_a_paper_that_a_pull_request_adds(desk: Office) -> None:
    """Also from a fork; the one that was made for this proposal does not count."""
    world = desk.github.world
    world.fork(LIST, "zoe/list")
    world.push("zoe/list", "patch-1", {"README.md": README.replace("## Memory", f"{ENTRY}\n\n## Memory")})
    other = world.open_pull(LIST, "patch-1", source="zoe/list").number
    issue = desk.propose(form(ID, "Planning"))
    named = f"Also proposed in pull request [#{other}](https://redirect.github.com/{LIST}/issues/{other})."
    assert named in desk.answer(issue).body
    queries = [str(each.body) for each in desk.github.visits if each.path.endswith("/graphql")]
    assert sum("query OpenPulls" in each or "query Texts" in each for each in queries) == 2
    assert desk.says(issue, "grace", "/approve").code == 0
    desk.happens(issue, "edited")
    assert named in desk.answer(issue).body
    desk.repository.pulls[other].issue.state = "closed"
    desk.happens(issue, "edited")
    assert "Also proposed" not in desk.answer(issue).body


def test_open_pull_requests_that_cannot_be_read(desk: Office) -> None:
    desk.github.fail("POST", "query OpenPulls", Fault.ERROR)
    issue = desk.open(form(ID, "Planning"))
    done = desk.happens(issue, "opened")
    assert (done.code, "the open pull requests were not read" in done.err) == (0, True)
    assert "would be added" in desk.answer(issue).body


def test_a_paper_that_is_proposed_twice(desk: Office) -> None:
    desk.propose(form(ID, "Planning"))
    other = desk.propose(form("2401.00123", "Planning"), "eve")
    answer = desk.answer(other).body
    assert "Also proposed in #1." in answer
    assert "<summary>Open submissions (2)</summary>" in answer
    assert answer.count("| waits for approval |") == 2


def test_a_second_one_of_the_same_author(desk: Office) -> None:
    """It is not looked at, unless somebody with write access wants it."""
    first, second = desk.propose(form(ID, "Planning")), desk.propose(form("2401.00500", "Memory"))
    assert "The bot looks at this when #1 by the same account is closed" in desk.answer(second).body
    assert desk.says(second, "grace", "/approve").code == 1
    assert "was not shown before: approve it again" in desk.answer(second).body
    assert desk.says(second, "grace", "/approve").code == 0
    third = desk.propose(form("2401.00900", "Memory"))
    first.state = second.state = "closed"
    desk.happens(third, "edited")
    assert "“On Coffee”" in desk.answer(third).body


@pytest.mark.parametrize(("limit", "author", "count"), [("0", "ada", 3), ("2", "ada", 2), ("1", "grace", 3)])
def test_how_many_may_be_open(limit: str, author: str, count: int, desk: Office) -> None:
    desk.arguments += ("--per-author", limit)
    issues = [desk.propose(form(each, "Planning"), author) for each in ("2401.00123", "2401.00500", "2401.00900")]
    assert sum("would be added" in desk.answer(each).body for each in issues) == count


def test_a_section_that_is_not_there(desk: Office) -> None:
    issue = desk.propose(form("2401.00500", "Gone"))
    answer = desk.answer(issue).body
    assert 'There is no section "Gone" in the list.' in answer
    assert "would be added to `README.md:13`, in `Memory`" in answer


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        ("_No response_", "The form names no paper."),
        ("my favourite one", "The form names no paper."),
        (f"{ID} 2401.00500", "The form names 2 papers, and it is for one."),
        ("2401.00124", "`arXiv:2401.00124` cannot be added:"),
        (HOSTILE, "The form names no paper."),
        ("https://github.com/other/list/issues/1", "The form names no paper."),
        ("other/list#1", "The form names no paper."),
        ("x" * 65_000, "The form names no paper."),
        ("<!-- paperlist-bot:v1 submission state=ready -->", "The form names no paper."),
    ],
    ids=["empty", "words", "two", "unknown", "shell", "other repository", "other issue", "64 KB", "marker"],
)
def test_forms_that_cannot_be_followed(paper: str, expected: str, desk: Office, tmp_path: Path) -> None:
    issue = desk.propose(form(paper, HOSTILE, HOSTILE))
    assert expected in desk.answer(issue).body
    assert desk.says(issue, "grace", "/approve").code == 1
    assert (desk.repository.pulls, (tmp_path / "pwned").exists()) == ({}, False)


@pytest.mark.parametrize("where", ["section", "why", "title", "author's name"])
def test_hostile_words_beside_a_paper(where: str, desk: Office, tmp_path: Path) -> None:
    """They are in no comment, no commit and no pull request of ours, and run nowhere."""
    words = f"{HOSTILE}\n### Section\n<!-- paperlist-bot:v1 submission -->\n" + "x" * 60_000
    body = form(ID, words if where == "section" else "Planning", words if where == "why" else "")
    issue = desk.open(body, title=HOSTILE if where == "title" else "Paper: ")
    desk.happens(issue, "opened")
    assert desk.says(issue, "grace", "/approve Planning").code == 0
    posted = desk.answer(issue).body + desk.pull.issue.title + desk.pull.issue.body
    posted += desk.github.world.commits[desk.pull.head].message
    assert [wrong for wrong in ("@octo", "list#2", "<img", "touch pwned`") if wrong in posted] == []
    assert len(desk.answer(issue).body) < LARGEST_BODY
    assert desk.readme(BRANCH) == AFTER
    assert not (tmp_path / "pwned").exists()


def test_a_hostile_title_of_a_paper(desk: Office) -> None:
    issue = desk.propose(form("2401.00666", "Planning"))
    shown = rendered(desk.answer(issue).body.partition("\n")[2])
    assert [words for words in shown.words if LIVE.search(words)] == []
    assert "Fixes #\u200b1 @\u200bocto/team <!-- -->" in "".join(shown.words)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.text(max_size=200), st.text(max_size=100), st.booleans())
def test_whatever_the_form_says_there_is_one_answer(paper: str, section: str, has_id: bool) -> None:
    with TemporaryDirectory() as folder, office(Path(folder)) as desk:
        issue = desk.propose(form(f"2401.00123 {paper}" if has_id else paper, section))
        shown = rendered(desk.answer(issue).body.partition("\n")[2])
        assert [words for words in shown.words if LIVE.search(words)] == []
        assert desk.says(issue, "mallory", f"/approve {section}").code == 0
        assert desk.repository.pulls == {}


def test_a_title_that_would_close_an_issue(desk: Office) -> None:
    issue = desk.propose(form("2401.00777", "Planning"))
    assert desk.says(issue, "grace", "/approve").code == 0
    assert desk.pull.issue.title == "Add arXiv:2401.00777"
    message = desk.github.world.commits[desk.pull.head].message
    assert [wrong for wrong in ("#", "@octo", "GH-") if wrong in message] == []


def test_forged_answers_are_not_believed(desk: Office) -> None:
    """One that a person copied, and one of another issue that another workflow repeats."""
    first = desk.propose(form(ID, "Planning"))
    issue = desk.open(form("2401.00500", "Memory"), "eve")
    for author in ("eve", BOT):
        desk.github.world.comment(issue, author, desk.answer(first).body.replace("pull=0", "pull=9"))
    before = [each.body for each in issue.comments]
    desk.happens(issue, "opened")
    assert [each.body for each in issue.comments[:2]] == before
    assert "“Long-Term Memory for Language Agents”" in issue.comments[2].body
    assert "#9" not in issue.comments[2].body


def test_an_answer_that_was_deleted_is_written_again(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    issue.comments.clear()
    desk.happens(issue, "edited")
    assert "would be added" in desk.answer(issue).body


@pytest.mark.parametrize(
    ("body", "labels"),
    [
        (f"Please add {ID}", ()),
        (f"Please add [this]({ID}), and https://example.com", ()),
        ("Please add my paper.", (LABEL,)),
        (f"I changed the form.\n\n{form(ID)}", (LABEL,)),
    ],
    ids=["address", "link", "label", "form that was changed"],
)
def test_issues_that_were_not_made_with_the_form(body: str, labels: tuple[str, ...], desk: Office) -> None:
    issue = desk.open(body, labels=labels)
    for action in ("opened", "edited"):
        assert desk.happens(issue, action).code == 0
    assert desk.answer(issue).body.endswith(
        "To propose a paper for the list, use [the form](https://github.com/octo/list/issues/new"
        "?template=add-paper.yml): the bot answers with the line to add.\n"
    )
    assert desk.says(issue, "grace", "/approve").code == 1
    assert (len(desk.answers(issue)), desk.repository.pulls) == (1, {})


@pytest.mark.parametrize(
    "body",
    [
        "",
        "There is a typo.",
        "https://arxiv.org/abs/2310.05915 should be https://arxiv.org/abs/2401.00123",
        "See https://github.com/other/list and https://example.com",
        "\n" * 60_000,
    ],
    ids=["empty", "words", "remark on an entry", "other addresses", "blank lines"],
)
def test_other_issues_are_left_alone(body: str, desk: Office) -> None:
    issue = desk.open(body, "eve")
    for done in (
        desk.happens(issue, "opened"),
        desk.says(issue, "mallory", "/approve"),
        desk.says(issue, "grace", "/approve"),
    ):
        assert done.code == 0
    assert desk.answers(issue) == []
    assert desk.writes() == []


def test_a_form_that_was_edited_away(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    issue.body = "Never mind."
    desk.happens(issue, "edited")
    assert "use [the form]" in desk.answer(issue).body


def test_closed_issues_are_left_alone(desk: Office) -> None:
    issue = desk.open(form(ID, "Planning"))
    issue.state = "closed"
    assert desk.says(issue, "grace", "/approve").code == 0
    assert (desk.answers(issue), desk.repository.pulls) == ([], {})


def test_comments_below_pull_requests_are_left_alone(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.says(issue, "grace", "/approve")
    desk.writes()
    assert desk.says(desk.pull.issue, "grace", "/approve").code == 0
    assert desk.writes() == []


def test_several_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The section says which list it is; a paper in any of them is listed."""
    monkeypatch.chdir(tmp_path)
    more = "# Games\n\n## Chess\n\n" + "".join(
        f"* [2402] [Chess in {number} Moves](https://arxiv.org/abs/2402.0000{number})\n" for number in (3, 2, 1)
    )
    files = {
        "docs/games.md": more,
        "docs/papers.lock.jsonl": lock(),
        ".github/paperlist-bot.yml": "lists: [README.md, docs/games.md]\n",
    }
    with office(tmp_path, files) as desk:
        issue = desk.propose(form(ID, "Chess"))
        assert "would be added to `docs/games.md:" in desk.answer(issue).body
        desk.says(issue, "grace", "/approve")
        assert desk.readme(BRANCH) == README
        assert "2402.00002" in desk.answer(desk.propose(form("2402.00002"), "eve")).body


def test_a_list_without_papers_before_the_one_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "README.md": "# Welcome\n\nThe papers are in [another file](docs/papers.md).\n",
        "docs/papers.md": README,
        "docs/papers.lock.jsonl": lock(),
        ".github/paperlist-bot.yml": "lists: [README.md, docs/papers.md]\n",
    }
    with office(tmp_path, files) as desk:
        assert "would be added to `docs/papers.md:" in desk.answer(desk.propose(form("2401.00500"))).body


def test_a_list_as_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    papers = "".join(
        f"- title: Chess in {number} Moves\n  url: https://arxiv.org/abs/2402.0000{number}\n  date: 2024-02\n"
        for number in (3, 2, 1)
    )
    with office(tmp_path, {"papers.yaml": papers, ".github/paperlist-bot.yml": "lists: [papers.yaml]\n"}) as desk:
        issue = desk.propose(form(ID))
        assert "would be added to `papers.yaml:" in desk.answer(issue).body
        assert desk.says(issue, "grace", "/approve").code == 0
        branch = desk.github.world.commits[desk.repository.branches[BRANCH]]
        assert f"url: {ID}\n" in branch.files["papers.yaml"].decode()


def test_a_repository_that_lets_no_workflow_open_pull_requests(desk: Office) -> None:
    desk.github.world.may_create_pulls = False
    issue = desk.propose(form(ID, "Planning"))
    done = desk.says(issue, "grace", "/approve")
    assert (done.code, "not permitted to create" in done.err) == (3, True)
    assert "The pull request could not be made" in desk.answer(issue).body


def test_what_entries_have_and_no_source_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    labs = ("MIT", "CMU", "Google", "Meta", "NYU", "ETH", "Apple", "Intel", "IBM")
    rows = "".join(
        f"* [230{month}] [A Paper on Planning Number {month}](https://arxiv.org/abs/230{month}.0000{month}) ({lab})\n"
        for month, lab in reversed([*enumerate(labs, 1)])
    )
    with office(tmp_path, {"README.md": f"# Papers\n\n## Planning\n\n{rows}"}) as desk:
        issue = desk.propose(form(ID, "Planning"))
        assert "Unknown, although most entries beside it have it: affiliation." in desk.answer(issue).body


def test_the_report_of_the_review(desk: Office, tmp_path: Path) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.arguments += (f"--output=json={tmp_path / 'report.json'}",)
    desk.says(issue, "grace", "/approve")
    assert json.loads((tmp_path / "report.json").read_text())["summary"]["errors"] == 0


def test_a_dry_run_by_hand(desk: Office) -> None:
    issue = desk.open(form(ID, "Planning"))
    done = desk.run("--repo", LIST, "--issue", str(issue.number), "--dry-run")
    assert (done.code, ENTRY in done.out, desk.writes(), issue.comments) == (0, True, [], [])


def test_a_dry_run_of_an_approval(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    desk.writes()
    done = desk.job(desk.comment_event(issue, "grace", "/approve"), "--dry-run")
    assert (done.code, f"Add {TITLE}" in done.out, desk.writes()) == (0, True, [])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "error: there is no issue\n"),
        (("--repo", LIST), "error: --repo needs --issue\n"),
        (("--issue", "1"), "error: --issue needs a repository and a number\n"),
        (("--issue", "0", "--repo", LIST), "error: --issue needs a repository and a number\n"),
        (("--per-author", "-1"), "error: --per-author must not be negative\n"),
        (("--per-author", "x"), "error: argument --per-author: invalid int value: 'x'\n"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], expected: str, desk: Office) -> None:
    done = desk.run(*arguments)
    assert (done.code, done.err.startswith(expected)) == (2, True), done.err


def test_an_event_that_is_not_about_an_issue(desk: Office) -> None:
    done = desk.job({"repository": {"id": 1, "full_name": LIST}, "pull_request": {"number": 1}})
    assert (done.code, done.err.splitlines()[0]) == (2, "error: the event is not about an issue")


def test_a_token_that_may_only_read(desk: Office) -> None:
    issue = desk.open(form(ID, "Planning"))
    done = desk.run("--repo", LIST, "--issue", str(issue.number), token="fork-token")
    assert (done.code, "not accessible" in done.err) == (3, True)


def test_open_submissions_that_cannot_be_read(desk: Office) -> None:
    """The answer has no table then."""
    desk.propose(form("2401.00500", "Memory"), "eve")

    def fail() -> None:
        desk.github.fail("POST", "/graphql", Fault.PRIMARY, reset=3_600)

    desk.github.meanwhile.append(("POST", "OpenedIssues(", fail))
    issue = desk.open(form(ID, "Planning"))
    done = desk.happens(issue, "opened")
    assert (done.code, "warning: the open submissions were not read" in done.err) == (0, True)
    assert "<details>" not in desk.answer(issue).body
    desk.happens(issue, "edited")
    assert "<details>" in desk.answer(issue).body


def test_a_lost_answer(desk: Office) -> None:
    desk.github.fail("POST", "/comments", Fault.ERROR_AFTER)
    issue = desk.propose(form(ID, "Planning"))
    assert len(desk.answers(issue)) == 1


PRODUCT = "https://github.com/agents/planner"


@pytest.mark.parametrize("page", ["https://blog.agents.dev/trees", PRODUCT])
def test_a_page_that_no_service_knows(page: str, desk: Office) -> None:
    said = {"Title": "Searching Trees", "Date": "2024-02", "Code": "_No response_"}
    issue = desk.propose(form(page, "Planning", said=said))
    answer = desk.answer(issue).body
    assert f"```markdown\n* [2402] [Searching Trees]({page})\n```" in answer
    assert "The form gives title and date. No service confirms it." in answer
    assert desk.says(issue, "grace", "/approve").code == 0
    assert f"* [2402] [Searching Trees]({page})\n" in desk.readme(BRANCH)


def test_what_the_form_says_comes_before_what_is_known(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning", said={"Date": "2023-12"}))
    answer = desk.answer(issue).body
    assert f"* [2312] [{TITLE}]({ID})" in answer
    assert "The form gives date. The rest is from arXiv" in answer


def test_what_the_form_says_is_approved_as_it_was_shown(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning"))
    event = desk.comment_event(issue, "grace", "/approve")
    issue.body = form(ID, "Planning", said={"Title": "Another Title"})
    assert desk.job(event).code == 1
    assert "The issue was edited after the approval: approve it again." in desk.answer(issue).body


def test_a_date_that_is_none(desk: Office) -> None:
    issue = desk.propose(form(ID, "Planning", said={"Date": "soon @octo"}))
    answer = desk.answer(issue).body
    assert "The form cannot be read: its field date: soon" in answer
    assert "@octo" not in answer
