"""`bot init`: write a configuration that says what the lists do, and on request workflows for GitHub Actions."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
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
from bot.reports.patch import unified_diff
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
from bot.setup.workflows import (
    LINT,
    PUBLISH,
    REBASE,
    REVIEW,
    SCOUT,
    SUBMISSIONS,
    SWEEP,
    UPDATE,
    is_unchanged,
    render_workflow,
)
from bot.submissions.form import TEMPLATE, can_write, list_sections, render_template, renew_template
from bot.text import Text, join, plural

WORKFLOWS = {
    "workflow": (LINT, REVIEW),
    "submissions": (SUBMISSIONS,),
    "publish": (PUBLISH,),
    "scout": (SCOUT,),
    "update": (UPDATE,),
    "sweep": (SWEEP,),
    "rebase": (REBASE,),
}
"""The workflows that an option writes."""
_EXTRAS = {
    "workflow": "write workflows that review pull requests",
    "submissions": "write a form to propose papers in issues",
    "sweep": "write a workflow that checks all links once a week",
    "update": "write a workflow that adds venues and code",
    "scout": "write a workflow that looks for new papers",
    "publish": "write a workflow that puts the list on Pages",
    "rebase": "write a workflow that answers /rebase",
    "agents": "tell coding agents in AGENTS.md what to do",
}
"""What can be written beside the configuration, by its option."""
_COMMIT_HINT = "Commit these files and push them to the default branch: workflows run from there."
_PULLS_HINT = "Under Settings > Actions > General, allow GitHub Actions to create and approve pull requests."
_OPEN_PULLS = frozenset({"submissions", "scout", "update"})
"""The options whose workflows open pull requests."""
_DRIVER = "merge=paperlist"
_DRIVER_HINT = """\
To merge lists entry by entry in a clone, too, each person runs once:
  git config merge.paperlist.name "merge lists of papers by entries"
  git config merge.paperlist.driver "bot merge %O %A %B --marker-size %L"\
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What to write beside the configuration, and whether over what is there."""

    files: tuple[str, ...] = ()
    """The lists; none for those of an existing configuration, else README.md."""
    extras: frozenset[str] = frozenset()
    """What is written beside the configuration, by the names of `_EXTRAS`."""
    force: bool = False
    dry_run: bool = False
    verbose: bool = False
    """Show the files as a whole."""
    check: bool = False
    """Only say whether the form and the part of AGENTS.md are as they would be written."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="lists in Markdown, YAML, CSV or BibTeX")
    written = parser.add_argument_group("output")
    for name, meaning in _EXTRAS.items():
        written.add_argument(f"--{name}", action="store_true", help=f"also {meaning}")
    written.add_argument("--all", action="store_true", help="all of these")
    written.add_argument("--check", action="store_true", help="exit code 1 if form or AGENTS.md is out of date")
    written.add_argument("--force", action="store_true", help="overwrite existing files")
    written.add_argument("--dry-run", action="store_true", help="name the files, write nothing")
    written.add_argument("-v", "--verbose", action="store_true", help="with --dry-run, show the files")
    add_help(written)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for standard input, which no configuration can name."""
    if STDIN in args.files:
        raise BotError("a configuration cannot name standard input", "name the files of the list")
    if args.check and not (args.submissions or args.agents or args.all):
        raise BotError("--check is for files that the bot renews", "add --submissions, --agents or both")
    return make_options(Options, args, extras=frozenset(name for name in _EXTRAS if args.all or getattr(args, name)))


def run(options: Options, console: Console) -> int:
    """Learn from the lists, write `.github/paperlist-bot.yml` and what was asked for, and say what was written.

    A configuration and a page for contributors that are there are kept, because a person wrote them. A workflow of an
    earlier version is renewed if nobody has changed it; else the difference is shown. Our part of AGENTS.md and the
    menu of the form follow the list.
    """
    top = _find_top(options.files)
    config = find_config(Path(options.files[0]) if options.files else Path()) or top / NAMES[0]
    if not options.extras and os.path.lexists(config) and not (options.force or options.dry_run):
        message = f"{shown_path(config)} already exists"
        raise BotError(message, "use --force to overwrite, --dry-run -v to see what would be written")
    branch = default_branch(str(top)) if options.extras & {"workflow", "agents", "publish"} else ""
    learned = _learn(options.files, config, console)
    if options.check:
        return _check(_renew(options, learned, top, branch, console), console)
    if options.force and options.files and not learned.profile.papers:
        message = f"no papers found in {join(options.files, 'and')}: nothing was written"
        raise BotError(message, "name the files of the list", CANNOT_RUN)
    planned = [
        _keep(config, learned.render(config, console), is_new=options.force or options.dry_run),
        *(_plan_workflow(top / path, render_workflow(path, branch), options.force) for path in _asked(options)),
        *([_plan_page(top, render_contributing(learned.profile, branch))] if "workflow" in options.extras else []),
        *([_plan_driver(top, learned)] if "rebase" in options.extras else []),
        *_renew(options, learned, top, branch, console),
    ]
    if not options.dry_run:
        _write({each.path: each.content for each in planned if each.content}, top)
    for each in planned:
        name, problem = shown_path(each.path), each.problem or "is up to date"
        verb = "would write" if options.dry_run else "wrote"
        console.say(f"{verb} {name}" if each.content else f"{name} {problem}")
    shown = [each for each in planned if each.shown and (each.is_changed or (options.dry_run and options.verbose))]
    console.report("\n".join(f"==> {shown_path(each.path)} <==\n{each.shown}" for each in shown))
    if planned[0].content:
        for message in _warnings(learned):
            console.say(message)
    for message in _list_next_steps(options, planned):
        console.say(message)
    return 0


def _list_next_steps(options: Options, planned: Sequence[_Planned]) -> Iterator[str]:
    """Yield what a person does before the files that were written work."""
    if any(each.content and each.path.parent.name == "workflows" for each in planned) and not options.dry_run:
        yield _COMMIT_HINT
        if options.extras & _OPEN_PULLS:
            yield _PULLS_HINT
    if "rebase" in options.extras:
        yield _DRIVER_HINT


class _Planned(NamedTuple):
    """A file that is asked for."""

    path: Path
    content: str
    """What is to be written; empty if the file stays as it is."""
    shown: str = ""
    """What of it is shown."""
    problem: str = ""
    """Why it is not written; empty if it is as it should be."""
    is_changed: bool = False
    """Whether it is neither ours nor an unchanged earlier one, so that `shown` is what differs."""


def _keep(path: Path, content: str, *, is_new: bool) -> _Planned:
    """A file that a person edits: written once."""
    if os.path.lexists(path) and not is_new:
        return _Planned(path, "", content, "already exists, not changed")
    return _Planned(path, content, content)


def _plan_page(top: Path, content: str) -> _Planned:
    """The page for contributors; one that is there is a person's, whatever is forced."""
    existing = find_contributing(top)
    return _keep(existing or top / CONTRIBUTING, f"#{content}" if existing else content, is_new=False)


def _plan_workflow(path: Path, content: str, is_forced: bool) -> _Planned:
    """A workflow: written, renewed if nobody has changed it, else shown with what differs."""
    old = _read_old(path)
    if old == content:
        return _Planned(path, "", content)
    if is_forced or not os.path.lexists(path) or is_unchanged(old):
        return _Planned(path, content, content)
    problem = "is not as this version writes it, kept: --force overwrites it"
    return _Planned(path, "", unified_diff(Text(shown_path(path), old), content), problem, is_changed=True)


def _plan_driver(top: Path, learned: _Learned) -> _Planned:
    """The lines of `.gitattributes` that name the merge driver for the lists."""
    path = top / ".gitattributes"
    old = _read_old(path)
    names = [_pattern(text.path, top) for text in learned.texts]
    wanted = [f"{_attribute_pattern(each)} {_DRIVER}" for each in names]
    lines = "".join(f"{each}\n" for each in wanted if each not in old.splitlines())
    return _Planned(path, f"{old}{'' if old.endswith(chr(10)) or not old else chr(10)}{lines}" if lines else "", lines)


def _attribute_pattern(name: str) -> str:
    """The pattern of a file in `.gitattributes`, where `#` begins a comment, `!` is an error, and a space an end."""
    name = f"/{name}" if name[0] in '#!"' else name
    quoted = name.replace('"', '\\"')
    return f'"{quoted}"' if " " in name else name


def _renew(options: Options, learned: _Learned, top: Path, branch: str, console: Console) -> list[_Planned]:
    """The files that are to be as the lists are: the form and our part of AGENTS.md."""
    found = []
    if "submissions" in options.extras:
        read = learned.survey.read_one
        sections = list_sections(learned.listings, read, console.today)
        if not sections and not any(can_write(each, read, console.today) for each in learned.listings):
            console.say("warning: the form is of no use yet: no entry could be written (bot add --dry-run says why)")
        found.append(_renew_form(top / TEMPLATE, sections, anew=options.force or options.dry_run))
    if "agents" in options.extras:
        section, path = render_agents(learned.profile, branch), top / AGENTS
        old = _read_old(path)
        new = put_agents(old, section)
        found.append(_Planned(path, new if new != old else "", f"{section}\n"))
    return found


def _renew_form(path: Path, sections: Sequence[str], *, anew: bool) -> _Planned:
    """The form with the sections as they are; a person may have edited the rest."""
    old = _read_old(path)
    new = render_template(sections) if anew or not old else renew_template(old, sections)
    if new is None:
        return _Planned(path, "", problem="has no menu to renew, not changed: --force writes the form anew")
    return _Planned(path, new if new != old else "", new)


def _read_old(path: Path) -> str:
    return files.read(str(path)).content if os.path.lexists(path) else ""


def _check(renewed: Sequence[_Planned], console: Console) -> int:
    """Say which files are not as they would be written: 1 if one is not, else 0."""
    for each in renewed:
        state = "is out of date" if os.path.lexists(each.path) else "does not exist"
        state = (
            f"{state}: the same command without --check writes it" if each.content else each.problem or "is up to date"
        )
        console.report(f"{shown_path(each.path)} {state}\n")
    return int(any(each.content or each.problem for each in renewed))


def _asked(options: Options) -> list[str]:
    """The workflows that are asked for, by their paths from the top."""
    return [path for name, paths in WORKFLOWS.items() if name in options.extras for path in paths]


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
    survey = sources.survey(console, rereads=True)
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
        warnings.append(f"{files} has {plural(errors, 'error')}: bot lint exits with 1 until they are fixed")
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


def _write(contents: Mapping[Path, str], top: Path) -> None:
    """Write the files, or none if one of them cannot be written, or is in a folder that is a link to elsewhere."""
    old = [path for path in contents if os.path.lexists(path)]
    for path in contents:
        files.check_inside(path.parent, top)
    for path in old:
        files.check_writable(shown_path(path))
    for path, content in contents.items():
        if path in old:
            files.write(shown_path(path), content)
        else:
            files.create(path, content)
