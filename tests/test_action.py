from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.action import MEANINGS, PREFIX, Inputs, Outputs, arguments, base_of, outputs, read_inputs, run
from bot.console import Console
from bot.errors import BotError
from tests.commands.helpers import TODAY
from tests.commands.helpers import run as run_bot
from tests.repositories import repository
from tests.sample_list import LIST

if TYPE_CHECKING:
    from collections.abc import Mapping

REPORT = Path("report.json")
OUTPUT = f"--output=json={REPORT}"
LINT = ("lint", OUTPUT, "--format=github")
HOSTILE = "--fix; rm -rf $(touch pwned) `touch pwned` ${{ github.token }}"


def environ(**inputs: str) -> dict[str, str]:
    return {f"{PREFIX}{name.upper()}": value for name, value in inputs.items()}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({}, LINT, id="nothing: lint"),
        pytest.param({"command": "", "files": "", "online": "false", "fail_on": ""}, LINT, id="defaults"),
        pytest.param({"command": " lint\n"}, LINT, id="space around"),
        pytest.param({"files": "README.md"}, (*LINT, "--", "README.md"), id="one list"),
        pytest.param({"files": "a b.md\n\n  c.md\n"}, (*LINT, "--", "a b.md", "c.md"), id="one a line, spaces inside"),
        pytest.param({"files": HOSTILE}, (*LINT, "--", f"./{HOSTILE}"), id="a list like an option"),
        pytest.param({"files": "-"}, (*LINT, "--", "./-"), id="no standard input"),
        pytest.param({"files": "--"}, (*LINT, "--", "./--"), id="no second end of options"),
        pytest.param({"config": "--isolated"}, (*LINT, "--config=--isolated"), id="a configuration like an option"),
        pytest.param({"online": "true"}, (*LINT, "--online"), id="online"),
        pytest.param({"fail_on": "warning"}, (*LINT, "--fail-on=warning"), id="severity"),
        pytest.param({"command": "review"}, ("review", OUTPUT), id="review"),
        pytest.param(
            {"command": "review", "config": "c.yml", "online": "true", "fail_on": "note"},
            ("review", OUTPUT, "--config=c.yml", "--online", "--fail-on=note"),
            id="review with all",
        ),
        pytest.param({"command": "post", "config": "c.yml"}, ("post", OUTPUT, "--config=c.yml"), id="post"),
        pytest.param(
            {"command": "rebase", "config": "c.yml", "online": "true"},
            ("rebase", OUTPUT, "--config=c.yml", "--online"),
            id="rebase",
        ),
        pytest.param({"command": "sweep"}, ("sweep", OUTPUT, "--issue"), id="sweep"),
        pytest.param(
            {"command": "sweep", "open_pull_request": "true", "files": "a.md\n-b.md"},
            ("sweep", OUTPUT, "--issue", "--open-pull-request", "--", "a.md", "./-b.md"),
            id="sweep with all",
        ),
        pytest.param({"command": "scout"}, ("scout", "--issue"), id="scout"),
        pytest.param(
            {"command": "scout", "config": "c.yml", "files": "-a.md", "feeds": "--add\nhttps://example.org/rss"},
            ("scout", "--issue", "--from=--add", "--from=https://example.org/rss", "--file=-a.md", "--config=c.yml"),
            id="scout with all",
        ),
        pytest.param({"command": "submit"}, ("submit", OUTPUT), id="submit"),
        pytest.param(
            {"command": "submit", "config": "c.yml", "approve_label": "--fix; x", "per_author": "2"},
            ("submit", OUTPUT, "--approve-label=--fix; x", "--per-author=2", "--config=c.yml"),
            id="submit with all",
        ),
        pytest.param({"command": "publish"}, ("export", "--site=site"), id="publish"),
        pytest.param(
            {"command": "publish", "config": "c.yml", "online": "true", "files": "a.md"},
            ("export", "--site=site", "--config=c.yml", "--online", "--", "a.md"),
            id="publish with all",
        ),
    ],
)
def test_inputs_become_arguments(given: Mapping[str, str], expected: tuple[str, ...]) -> None:
    assert arguments(read_inputs(environ(**given)), REPORT) == expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        pytest.param({"command": "init"}, 'input command: "init" is not a command', id="another command"),
        pytest.param({"command": HOSTILE}, f'input command: "{HOSTILE}" is not a command', id="hostile command"),
        pytest.param({"online": "yes"}, 'input online: "yes" must be true or false', id="not a boolean"),
        pytest.param({"fail_on": HOSTILE}, f'input fail-on: "{HOSTILE}" is not a severity', id="hostile severity"),
        pytest.param(
            {"command": "post", "online": "true"}, "input online: not used by the command post", id="post: online"
        ),
        pytest.param({"command": "review", "files": "a.md"}, "input files: not used by the command review", id="files"),
        pytest.param(
            {"command": "sweep", "per_author": "2"}, "input per-author: not used by the command sweep", id="per author"
        ),
        pytest.param({"feeds": "a.xml"}, "input feeds: not used by the command lint", id="feeds"),
        pytest.param(
            {"command": "scout", "files": "a\nb"}, "input files: scout finds papers for one list", id="scout: lists"
        ),
        pytest.param(
            {"open_pull_request": "true"}, "input open-pull-request: not used by the command lint", id="fixes"
        ),
    ],
)
def test_wrong_inputs(given: Mapping[str, str], message: str) -> None:
    with pytest.raises(BotError) as caught:
        read_inputs(environ(**given))
    assert (caught.value.message, caught.value.code) == (message, 2)


def test_defaults_are_valid_for_each_command() -> None:
    defaults = {"files": "", "config": "", "online": "false", "fail_on": "", "open_pull_request": "false"}
    assert [read_inputs(environ(command=command, **defaults)) for command in MEANINGS] == [
        Inputs(command) for command in MEANINGS
    ]


@pytest.mark.parametrize(
    ("kind", "event", "expected"),
    [
        ("pull_request", {"pull_request": {"base": {"sha": "ab12"}}}, "ab12"),
        ("merge_group", {"merge_group": {"base_sha": "cd34"}}, "cd34"),
        ("push", {"before": "ab12", "pull_request": {"base": {"sha": "cd34"}}}, "ab12 HEAD^"),
        ("push", {"before": None}, "HEAD^"),
        ("push", {}, "HEAD^"),
        ("push", [], ""),
        ("pull_request_target", {"pull_request": {"base": {"sha": "ab12"}}}, ""),
        ("pull_request", {"pull_request": {"base": "ab12"}}, ""),
        ("pull_request", {"pull_request": {"base": {"sha": 12}}}, ""),
        ("pull_request", [], ""),
    ],
    ids=[
        *("pull request", "merge queue", "push", "push: null", "push: bare", "push: odd", "target", "odd base"),
        *("odd sha", "odd event"),
    ],
)
def test_base_of_a_change(kind: str, event: object, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(event))
    assert base_of({"GITHUB_EVENT_NAME": kind, "GITHUB_EVENT_PATH": str(path)}, " ".join) == expected


def test_without_an_event_there_is_no_base(tmp_path: Path) -> None:
    (tmp_path / "event.json").write_text("{")
    for path in ("", str(tmp_path / "event.json"), str(tmp_path / "none.json")):
        assert base_of({"GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": path}, " ".join) == ""


def test_lint_compares_with_the_base_and_writes_the_job_summary() -> None:
    words = arguments(Inputs("lint", ("a.md",)), REPORT, summary="/run/summary.md", base="ab12")
    assert words == (*LINT, "--base=ab12", "--output=markdown=/run/summary.md", "--", "a.md")


@pytest.mark.parametrize(
    "content", [None, b"", b"\xff", b"[]", b'{"summary": {}}', b'{"summary": {"errors": null, "warnings": 1}}']
)
def test_without_a_report_only_the_exit_code_is_set(content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "report.json").write_bytes(content)
    found = outputs(3, tmp_path / "report.json")
    assert found == Outputs(3)
    assert found.lines() == "exit-code=3\nfindings=\nerrors=\nreport=\nsite=\n"


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment variables of a step, run in a checkout of a list."""
    for name in ("list", "temp"):
        (tmp_path / name).mkdir()
    (tmp_path / "list" / "README.md").write_text(LIST)
    monkeypatch.chdir(tmp_path / "list")
    return {"RUNNER_TEMP": str(tmp_path / "temp"), "GITHUB_OUTPUT": str(tmp_path / "output")}


def use(job: Mapping[str, str], **inputs: str) -> tuple[int, dict[str, str], str, str]:
    """Run a step; return exit code, outputs, stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    code = run(Console(None, out, err, {**job, **environ(**inputs)}, TODAY))
    lines = Path(job["GITHUB_OUTPUT"]).read_text().splitlines()
    return code, dict(line.split("=", 1) for line in lines), out.getvalue(), err.getvalue()


def test_a_clean_list(job: dict[str, str]) -> None:
    code, put, out, err = use(job)
    assert (code, put["exit-code"], put["findings"], put["errors"], out, err) == (0, "0", "0", "0", "", "")
    assert Path(put["report"]).is_relative_to(job["RUNNER_TEMP"])
    assert json.loads(Path(put["report"]).read_text())["diagnostics"] == []


def test_findings_fail_the_step_and_are_in_the_outputs(job: dict[str, str]) -> None:
    Path("README.md").write_text(LIST.replace("arxiv.org/", "arxiv.org//", 1) + LIST.splitlines(keepends=True)[-1])
    code, put, out, _ = use(job)
    assert (code, put["exit-code"], put["findings"], put["errors"]) == (1, "1", "2", "1")
    assert [line.split(" ")[0] for line in out.splitlines()] == ["::error", "::warning"]
    assert len(json.loads(Path(put["report"]).read_text())["diagnostics"]) == 2


def test_what_is_published_is_in_a_folder_of_the_runner(job: dict[str, str]) -> None:
    code, put, _, _ = use(job, command="publish")
    assert (code, put["exit-code"], put["report"], put["findings"]) == (0, "0", "", "")
    assert Path(put["site"]).is_relative_to(job["RUNNER_TEMP"])
    assert (Path(put["site"]) / "index.html").is_file()
    Path("README.md").write_text("# Nothing\n")
    assert use(job, command="publish")[1] == dict.fromkeys(("findings", "errors", "report", "site"), "") | {
        "exit-code": "3"
    }


def test_findings_are_in_the_job_summary(job: dict[str, str], tmp_path: Path) -> None:
    page = tmp_path / "summary.md"
    Path("README.md").write_text(LIST.replace("arxiv.org/", "arxiv.org//", 1))
    assert use(job | {"GITHUB_STEP_SUMMARY": str(page)})[0] == 0
    assert page.read_text(encoding="utf-8") == run_bot("lint", "--format=markdown").out


def test_wrong_inputs_fail_the_step(job: dict[str, str]) -> None:
    code, put, _, err = use(job, command="lnit")
    assert (code, put) == (2, {"exit-code": "2", "findings": "", "errors": "", "report": "", "site": ""})
    assert err == (
        'error: input command: "lnit" is not a command\n'
        "hint: use one of lint, review, post, rebase, sweep, scout, update, submit, publish\n"
    )


def test_hostile_file_names_are_not_executed(job: dict[str, str]) -> None:
    before = Path("README.md").read_bytes()
    code, put, _, err = use(job, files=HOSTILE)
    assert (code, put["exit-code"], err.splitlines()[0]) == (2, "2", f"error: file not found: ./{HOSTILE}")
    Path(HOSTILE).write_text(LIST)
    assert use(job, files=f"{HOSTILE}\n--config\n")[0] == 2
    assert use(job, files=HOSTILE)[0] == 0
    assert sorted(path.name for path in Path().iterdir()) == sorted(["README.md", HOSTILE])
    assert Path("README.md").read_bytes() == before


def test_pull_requests_show_what_they_changed(job: dict[str, str], tmp_path: Path) -> None:
    made = repository(Path.cwd())
    old = made.commit(README=LIST.replace("arxiv.org/", "arxiv.org//", 1))
    made.commit(README=LIST.replace("arxiv.org/", "arxiv.org//", 2))
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"pull_request": {"base": {"sha": old}}}))
    job |= {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": str(event)}
    assert use(job)[1]["findings"] == "1"
    assert use(job | {"GITHUB_EVENT_NAME": "push"})[1]["findings"] == "1"
    assert use(job | {"GITHUB_EVENT_NAME": "workflow_dispatch"})[1]["findings"] == "2"
    event.write_text(json.dumps({"pull_request": {"base": {"sha": "0" * 40}}}))
    assert use(job)[3].startswith(f'error: unknown revision "{"0" * 40}"')


def test_a_push_fails_from_what_it_adds_only(job: dict[str, str], tmp_path: Path) -> None:
    """Not from errors that are older than the workflow, whatever the list holds."""
    made, event = repository(Path.cwd()), tmp_path / "event.json"
    job |= {"GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": str(event)}

    def push(before: str, **names: str) -> tuple[int, str]:
        made.commit(**names)
        event.write_text(json.dumps({"before": before}))
        code, put, *_ = use(job)
        return code, put["errors"]

    wrong = LIST + LIST.splitlines(keepends=True)[-1]
    assert push("0" * 40, README=wrong) == (1, "1")  # the first push of a repository: all of it is new
    old = made.git("rev-parse", "HEAD")
    assert push(old, workflow="") == (0, "0")
    assert push("f" * 40, note="") == (0, "0")  # a forced push: the branch as it was is gone
    assert push(old, README=wrong + LIST.splitlines(keepends=True)[-2]) == (1, "1")


def test_a_crash_is_not_a_finding(job: dict[str, str]) -> None:
    class Broken(io.StringIO):
        def write(self, words: str) -> int:
            raise RuntimeError(words)

    err = io.StringIO()
    Path("README.md").write_text(LIST.replace("arxiv.org/", "arxiv.org//", 1))
    assert run(Console(None, Broken(), err, job, TODAY)) == 3
    assert err.getvalue().startswith("error: the bot crashed; please report this\nTraceback")
    assert Path(job["GITHUB_OUTPUT"]).read_text().startswith("exit-code=3\n")
