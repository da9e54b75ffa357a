from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.errors import USAGE, BotError
from bot.linter.config import find_config
from bot.linter.config_reader import Source, inherit, load_config, names_repository, parse_config
from bot.rules import RULES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        pytest.param("octo/lists", True, id="repository"),
        pytest.param("octo/.github", True, id="an organisation's own"),
        pytest.param("shared/paperlist-bot.yml", False, id="file"),
        pytest.param("base.yaml", False, id="file at the top"),
        pytest.param("a/b/c", False, id="longer path"),
    ],
)
def test_a_reference_is_a_repository_or_a_file(reference: str, expected: bool) -> None:
    assert names_repository(reference) is expected


@pytest.mark.parametrize(
    ("own", "base", "expected"),
    [
        pytest.param({}, {"fail_on": "note"}, {"fail_on": "note"}, id="inherited"),
        pytest.param({"fail_on": "error"}, {"fail_on": "note"}, {"fail_on": "error"}, id="own word"),
        pytest.param({}, {"lists": ["a.md"], "extends": "o/r"}, {}, id="lists are one's own"),
        pytest.param(
            {"rules": {"a": "off"}},
            {"rules": {"a": "error", "b": "note"}},
            {"rules": {"a": {"severity": "off"}, "b": "note"}},
            id="severities",
        ),
        pytest.param(
            {"rules": {"a": "error"}},
            {"rules": {"a": {"severity": "note", "months": 3}}},
            {"rules": {"a": {"severity": "error", "months": 3}}},
            id="options of a rule",
        ),
        pytest.param(
            {"entry": {"required": ["title"], "patterns": {"date": "^2"}}},
            {"entry": {"venues": ["ACL"], "patterns": {"title": "x", "date": "y"}}},
            {"entry": {"required": ["title"], "venues": ["ACL"], "patterns": {"title": "x", "date": "^2"}}},
            id="entries",
        ),
        *(
            pytest.param({key: {"a": "x"}}, {key: {"a": "y", "b": "z"}}, {key: {"a": "x", "b": "z"}}, id=key)
            for key in ("conventions", "sections")
        ),
        pytest.param({"fields": {"a": "x"}}, {"fields": {"b": "z"}}, {"fields": {"a": "x"}}, id="one's own as a whole"),
        pytest.param(
            {"ignore": [{"rule": "a", "reason": "own"}]},
            {"ignore": [{"rule": "b", "reason": "shared"}]},
            {"ignore": [{"rule": "a", "reason": "own"}, {"rule": "b", "reason": "shared"}]},
            id="ignores of both",
        ),
    ],
)
def test_what_both_say(own: dict[str, object], base: dict[str, object], expected: dict[str, object]) -> None:
    assert inherit(own, base) == expected


def written(folder: Path, **files: str) -> Path:
    (folder / ".github").mkdir()
    for name, text in files.items():
        (folder / f"{name}.yml").write_text(text, encoding="utf-8")
    return folder / "own.yml"


def test_a_file_is_read_from_the_top_of_the_repository(tmp_path: Path) -> None:
    path = written(tmp_path, base="fail_on: note\nlists: [other.md]\nignore: [{rule: reused-id, reason: known}]\n")
    path = tmp_path / ".github" / "paperlist-bot.yml"
    path.write_text("extends: base.yml\nignore:\n  - {rule: stray-space, reason: theirs}\n", encoding="utf-8")
    config = load_config(path, RULES)
    assert (config.fail_on.name, config.lists, [(each.rule, each.line) for each in config.ignores]) == (
        "NOTE",
        (),
        [("stray-space", 3), ("reused-id", 0)],
    )


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param({"own": "extends: base.yml\n"}, "file not found: ", id="no such file"),
        pytest.param({"own": "extends: own.yml\n"}, "in a circle, or more than five", id="itself"),
        pytest.param(
            {"own": "extends: base.yml\n", "base": "extends: own.yml\n"},
            "in a circle, or more than five",
            id="one another",
        ),
        pytest.param({"own": "extends: base.yml\n", "base": "rulez: 1\n"}, "base.yml:1: unknown key", id="not valid"),
        pytest.param({"own": "extends: ../base.yml\n"}, "which is not a repository (owner/name), or path", id="above"),
        pytest.param(
            {"own": "extends: /etc/passwd\n"}, "which is not a repository (owner/name), or path", id="absolute"
        ),
        pytest.param({"own": "extends: octo/lists\n"}, "cannot be read here", id="a repository, without a network"),
    ],
)
def test_what_cannot_be_extended(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(BotError) as caught:
        load_config(written(tmp_path, **files), RULES)
    assert (caught.value.code, message in caught.value.message) == (USAGE, True), caught.value.message


@pytest.mark.parametrize(
    ("name", "target"),
    [
        pytest.param("base.yml", "../outside/base.yml", id="a file outside"),
        pytest.param("shared/base.yml", "../outside", id="a folder outside"),
        pytest.param("base.yml", "base.yml", id="itself"),
        pytest.param(".git/base.yml", None, id="in the folder of git"),
        pytest.param("base.yml", ".git/base.yml", id="a link to there"),
    ],
)
def test_nothing_is_read_through_a_link_out_of_the_repository(tmp_path: Path, name: str, target: str | None) -> None:
    """Git's own folder holds what a workflow keeps from others: the token by which it fetched the commit."""
    outside, top = tmp_path / "outside", tmp_path / "top"
    for folder in (outside, top / ".git"):
        folder.mkdir(parents=True)
        (folder / "base.yml").write_text("secret: 1\n", encoding="utf-8")
    if target is not None:
        (top / name.split("/")[0]).symlink_to(target)
    own = top / "paperlist-bot.yml"
    own.write_text(f"extends: {name}\n", encoding="utf-8")
    with pytest.raises(BotError) as caught:
        load_config(own, RULES)
    assert caught.value.message.endswith("is not in the working tree of the repository")


def test_a_configuration_that_is_a_link_out_of_the_repository(tmp_path: Path) -> None:
    (tmp_path / "secret.yml").write_text("secret: 1\n", encoding="utf-8")
    (tmp_path / "top" / ".git").mkdir(parents=True)
    (tmp_path / "top" / ".github").mkdir()
    (tmp_path / "top" / ".github" / "paperlist-bot.yml").symlink_to(tmp_path / "secret.yml")
    with pytest.raises(BotError, match=r"is not in the working tree"):
        find_config(tmp_path / "top")


def test_a_repository_extends_repositories_only() -> None:
    texts = {"octo/a": "extends: octo/b\nfail_on: note\n", "octo/b": "extends: secret.yml\n"}
    with pytest.raises(BotError, match=r"octo/b:x extends secret.yml, which cannot be read from there"):
        parse_config("extends: octo/a\n", "own.yml", RULES, fetch=lambda name: Source(f"{name}:x", texts[name]))
