"""`bot init`: write a configuration that says what the lists do, and on request workflows for GitHub Actions."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import NamedTuple

from bot import files
from bot.commands.parsers import ListOptions, add_help, make_options
from bot.commands.sources import read_sources
from bot.console import Console
from bot.errors import CANNOT_RUN, BotError
from bot.files import STDIN, shown_path
from bot.git import default_branch
from bot.linter.config import NAMES, find_config
from bot.linter.config_reader import load_config
from bot.linter.survey import Survey
from bot.listing import Listing
from bot.rules import RULES
from bot.setup.profile import (
    AGENTS,
    CONTRIBUTING,
    ListProfile,
    find_contributing,
    learn,
    put_agents,
    render_agents,
    render_config,
    render_contributing,
)
from bot.setup.workflows import LINT, PUBLISH, REVIEW, SCOUT, SUBMISSIONS, UPDATE, render_workflow
from bot.submissions.form import TEMPLATE, list_sections, render_template, renew_template
from bot.text import Text, join, plural


@dataclass(frozen=True, slots=True)
class Options:
    """What to write beside the configuration, and whether over what is there."""

    files: tuple[str, ...] = ()
    """The lists; none for those of an existing configuration, else README.md."""
    workflow: bool = False
    submissions: bool = False
    publish: bool = False
    scout: bool = False
    update: bool = False
    agents: bool = False
    force: bool = False
    dry_run: bool = False
    check: bool = False
    """Only say whether the form and the part of AGENTS.md are as they would be written."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="lists in Markdown, YAML, CSV or BibTeX")
    written = parser.add_argument_group("output")
    written.add_argument("--workflow", action="store_true", help="also write workflows for GitHub Actions")
    written.add_argument("--submissions", action="store_true", help="also write a form to propose papers in issues")
    written.add_argument("--publish", action="store_true", help="also write a workflow that puts the list on Pages")
    written.add_argument("--scout", action="store_true", help="also write a workflow that looks for new papers")
    written.add_argument("--update", action="store_true", help="also write a workflow that brings entries up to date")
    written.add_argument("--agents", action="store_true", help="also tell coding agents in AGENTS.md what to do")
    written.add_argument("--check", action="store_true", help="exit code 1 if form or AGENTS.md is out of date")
    written.add_argument("--force", action="store_true", help="overwrite existing files")
    written.add_argument("--dry-run", action="store_true", help="show the files, write nothing")
    add_help(written)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for standard input, which no configuration can name."""
    if STDIN in args.files:
        raise BotError("a configuration cannot name standard input", "name the files of the list")
    if args.check and not (args.submissions or args.agents):
        raise BotError("--check is for files that the bot renews", "add --submissions, --agents or both")
    return make_options(Options, args)


def run(args: Namespace, console: Console) -> int:
    """Learn from the lists, write `.github/paperlist-bot.yml`, and print what was written.

    With `--workflow` the workflows too, and a page for contributors. An existing page is kept, even with `--force`,
    because a person wrote it; ours is printed instead. With `--agents` our part of AGENTS.md is written or renewed,
    with `--submissions` the form to propose papers, or its menu of sections, and its workflow, with `--publish`,
    `--scout` and `--update` those of the page, of the candidates and of the pull request with updates.
    """
    options = read_options(args)
    top = _find_top(options.files)
    config = find_config(Path(options.files[0]) if options.files else Path()) or top / NAMES[0]
    branch = default_branch(str(top)) if options.workflow or options.agents or options.publish else ""
    if options.check:
        return _check(_renew(options, _learn(options.files, config, console), top, branch, console), console)
    workflows = {top / name: text for name, text in _render(options, branch).items()}
    wanted = [config, *workflows]
    is_renewed = options.agents or options.submissions
    targets = wanted if options.force or options.dry_run else _missing(wanted, are_all=not is_renewed)
    learned = _learn(options.files, config, console)
    if options.force and options.files and not learned.profile.papers:
        message = f"no papers found in {join(options.files, 'and')}: nothing was written"
        raise BotError(message, "name the files of the list", CANNOT_RUN)
    contents = {config: learned.render(config, console)} if config in targets else {}
    contents |= {path: text for path, text in workflows.items() if path in targets}
    messages = _warnings(learned) if config in targets else []
    printed = {}
    if options.workflow:
        existing, text = find_contributing(top), render_contributing(learned.profile, branch)
        if existing:
            wanted.append(existing)
            printed[existing] = f"#{text}"
        else:
            contents[top / CONTRIBUTING] = text
    shown = contents | printed
    for each in _renew(options, learned, top, branch, console):
        if each.content:
            contents[each.path] = each.content
            shown[each.path] = each.shown
        elif each.problem:
            messages.append(f"{shown_path(each.path)} {each.problem}")
        else:
            wanted.append(each.path)
    if not options.dry_run:
        _write(contents, console)
        messages += [f"{shown_path(path)} already exists, not changed" for path in wanted if path not in contents]
    heads = [f"==> {shown_path(path)} <==\n" for path in shown] if len(shown) > 1 else [""]
    console.report("\n".join(head + text for head, text in zip(heads, shown.values(), strict=False)))
    for message in messages:
        console.say(message)
    return 0


class _Renewed(NamedTuple):
    """A file that is written again when the list changes."""

    path: Path
    content: str
    """The new content; empty where nothing changes."""
    shown: str = ""
    """What of it is shown."""
    problem: str = ""
    """Why it cannot be written again."""


def _renew(options: Options, learned: _Learned, top: Path, branch: str, console: Console) -> list[_Renewed]:
    """The files that are to be as the lists are: the form and our part of AGENTS.md."""
    found = []
    if options.submissions:
        sections = list_sections(learned.listings, lambda text: learned.survey.read((text,))[0], console.today)
        found.append(_renew_form(top / TEMPLATE, sections, anew=options.force or options.dry_run))
    if options.agents:
        section, path = render_agents(learned.profile, branch), top / AGENTS
        old = _read_old(path)
        new = put_agents(old, section)
        found.append(_Renewed(path, new if new != old else "", f"{section}\n"))
    return found


def _renew_form(path: Path, sections: Sequence[str], *, anew: bool) -> _Renewed:
    """The form with the sections as they are; a person may have edited the rest."""
    old = _read_old(path)
    new = render_template(sections) if anew or not old else renew_template(old, sections)
    if new is None:
        return _Renewed(path, "", problem="has no menu to renew, not changed: --force writes the form anew")
    return _Renewed(path, new if new != old else "", new)


def _read_old(path: Path) -> str:
    return files.read(str(path)).content if os.path.lexists(path) else ""


def _check(renewed: Sequence[_Renewed], console: Console) -> int:
    """Say which files are not as they would be written: 1 where one is not, else 0."""
    for each in renewed:
        state = "is out of date" if os.path.lexists(each.path) else "does not exist"
        state = (
            f"{state}: the same command without --check writes it" if each.content else each.problem or "is up to date"
        )
        console.report(f"{shown_path(each.path)} {state}\n")
    return int(any(each.content or each.problem for each in renewed))


def _render(options: Options, branch: str) -> Mapping[str, str]:
    """The workflows that are asked for, by their paths from the top."""
    asked = [
        *((LINT, REVIEW) if options.workflow else ()),
        *((SUBMISSIONS,) if options.submissions else ()),
        *((PUBLISH,) if options.publish else ()),
        *((SCOUT,) if options.scout else ()),
        *((UPDATE,) if options.update else ()),
    ]
    return {path: render_workflow(path, branch) for path in asked}


@dataclass(frozen=True, slots=True)
class _Learned:
    """The lists, and what a first configuration says about them."""

    texts: tuple[Text, ...]
    patterns: tuple[str, ...]
    """The patterns of the lists in an existing configuration."""
    listings: tuple[Listing, ...]
    profile: ListProfile
    survey: Survey

    def render(self, config: Path, console: Console) -> str:
        """The content of the file `config`."""
        patterns = self.patterns or [_pattern(text.path, config.parent.parent) for text in self.texts]
        return render_config(self.profile, patterns, console.today)


def _learn(paths: Sequence[str], config: Path, console: Console) -> _Learned:
    """What is learned from the lists; without `paths`, from those in the existing file `config`."""
    patterns = load_config(config, RULES).lists if config.exists() and not paths else ()
    sources = read_sources(
        ListOptions(files=tuple(paths), config=str(config) if patterns else None, isolated=not patterns)
    )
    survey = Survey(console.today, config=sources.config)
    texts = sources.texts
    if not paths and not patterns:
        texts += tuple(source.text for source in survey.find_sources(survey.read(texts)).values())
    listings, context = survey(texts)
    return _Learned(texts, patterns, listings, learn(listings, context, RULES), survey)


def _warnings(learned: _Learned) -> list[str]:
    """Warnings for the user, apart from the configuration."""
    files, errors = ", ".join(shown_path(Path(text.path)) for text in learned.texts), learned.profile.errors
    warnings = []
    if not learned.profile.papers:
        warnings = [f"warning: no papers found in {files}", "hint: name the files of the list: bot init FILES"]
    if errors:
        warnings.append(f"{files} has {plural(errors, 'error')}: bot lint exits with 1 until fixed")
    return warnings


def _find_top(paths: Sequence[str]) -> Path:
    """The top of the first list's repository; without one, the current folder, or the one that contains all lists."""
    folders = [Path(path).absolute().parent for path in paths or ("README.md",)]
    top = files.top_above(folders[0])
    here = Path.cwd()
    if top is None and all(each.is_relative_to(here) for each in folders):
        return here
    return top or Path(os.path.commonpath(folders))


def _pattern(path: str, root: Path) -> str:
    """The pattern under `lists` that matches the file at `path` and no other."""
    try:
        name = Path(os.path.realpath(path)).relative_to(root.resolve()).as_posix()
    except ValueError as error:
        message = f"{path} is outside of {root}"
        raise BotError(message, "name files of this repository") from error
    if "\\" in name or not name.isprintable():
        raise BotError(
            f"{path!r} cannot be named in a configuration", "rename the file: no backslashes or control characters"
        )
    return escape(name)


def _missing(wanted: Sequence[Path], *, are_all: bool) -> list[Path]:
    """The files that do not exist yet; raises BotError if all of them exist, and `are_all` that is to be written."""
    missing = [path for path in wanted if not os.path.lexists(path)]
    if missing or not are_all:
        return missing
    names = join([shown_path(path) for path in wanted], "and")
    verb = "exists" if len(wanted) == 1 else "exist"
    raise BotError(f"{names} already {verb}", "use --force to overwrite, --dry-run to see what would be written")


def _write(contents: Mapping[Path, str], console: Console) -> None:
    """Write the files, or none if one of them cannot be written."""
    old = [path for path in contents if os.path.lexists(path)]
    for path in old:
        files.check_writable(shown_path(path))
    for path, content in contents.items():
        if path in old:
            files.write(shown_path(path), content)
        else:
            files.create(path, content)
        console.say(f"wrote {shown_path(path)}")
