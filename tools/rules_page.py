"""Generates docs/rules.md and schemas/config.schema.json from the rules.

`python -m tools.rules_page` prints docs/rules.md; with `--write` it updates that file and
schemas/config.schema.json in a checkout.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from datetime import date
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from bot.data import read as read_listing
from bot.linter.config import Config
from bot.linter.config_reader import config_schema
from bot.linter.engine import check
from bot.linter.rule import Bad, Context, Need, options
from bot.listing import Catalog
from bot.rules import RULES
from bot.rules.documentation import condition_of
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Option, Rule


DAY = date(2026, 1, 1)
"""The day on which the examples are checked, so that the page does not change with the calendar."""

_HEAD = """\
<!-- Made by `python -m tools.rules_page --write` from the rules in bot/rules: edit those. -->

# Rules

The bot has {count} rules, and each finding has a severity. An **error** fails the run. A **warning** fails it only with
`fail_on: warning` or `--fail-on warning`. A **note** is shown only with `--verbose`. In the
[configuration](configuration.md#rules) you can change the severity and the options of each rule, or turn it off.

To suppress one finding, put a comment on the line of the entry, or on the line above it:

```markdown
<!-- bot: allow duplicate-entry - the survey belongs to both groups -->
```

`bot lint --fix` applies the **safe** fixes for errors and warnings. A safe fix corrects only a clear defect. It may
move an entry, but never removes or rewords one. With `--unsafe-fixes`, it also applies **unsafe** fixes, which are
guesses or change what an entry says: check them. It applies the fixes for notes only with `--fix-notes`, or if
`--select` or the configuration names the rule.

## Habits

A **habit** is a way of writing that the list uses often, apparently on purpose. The bot writes one note about it, not a
finding for each occurrence. For a rule about dates, the share is that of all dates in the list. It is a habit if it
occurs

- five times or more, and in 40% of the cases;
- more than 20 times, and in 20% of the cases;
- more than 60 times;
- more than 20 times, and its findings are notes; or
- five times or more in a row (these are the habit, not the others).

For errors, the share must be 90%. What does not work, such as a link that is shown as text, is never a habit: the bot
reports many such cases as one error, with one fix for all. With the option `accept_habits: false`, a rule reports each
case.

## All rules

`bot explain` prints this list with a sentence for each rule. Some rules need
[facts](commands.md#facts-bot-lint---online): they run only if services or linked pages were asked.

In the examples, `...` marks omitted lines.
"""

_NEEDS = {
    Need.FILES: "Needs the repository's files",
    Need.PAPERS: "Needs `--online` or [`papers.lock.jsonl`](locking.md)",
    Need.LINKS: "Needs `--online`",
    Need.REPOSITORIES: "Needs `--online`",
    Need.MARKDOWN: "Only in Markdown",
    Need.RECORDS: "Only in [data files](data.md) (YAML, CSV, BibTeX)",
}
_SAFETIES = {"safe": "Safety.SAFE", "unsafe": r"Safety.UNSAFE|, new="}
"""The kinds of fix, and what makes them in the code of a rule."""
_PAGES = {
    "bot split": "scale.md#a-list-that-github-cuts-off",
    "bot sweep": "commands.md#a-sweep-of-all-links-bot-sweep",
    "bot update": "updating.md",
    "entry": "configuration.md#entry",
}
"""What the page about rules links to."""
_LONGEST = 300
"""The characters of a line that an example shows."""
_MOST = 8
"""The lines from which an example is cut."""
_MOST_VALUES = 8
"""The values of an option that the page shows; the schema for editors has all."""
_FIRST = 3
"""The lines of such an example that are always shown."""


def render(rules: Sequence[Rule] = RULES) -> str:
    """The page about `rules`, in Markdown."""
    pages = (_page(rule, rules) for rule in rules)
    return "\n".join([_HEAD.format(count=len(rules)), *_index(rules), "", *pages])


def _index(rules: Sequence[Rule]) -> Iterator[str]:
    """One item for each severity, with and without requests, that names its rules."""
    groups: dict[str, list[str]] = {}
    for rule in sorted(rules, key=lambda rule: (bool(rule.needs & Need.FACTS), -rule.severity)):
        kind = f"{str(rule.severity).capitalize()}s{' that need facts' if rule.needs & Need.FACTS else ''}"
        groups.setdefault(kind, []).append(f"[{rule.slug}](#{rule.slug}){'' if rule.enabled else ' (off)'}")
    return (f"- **{kind}**: {', '.join(links)}" for kind, links in groups.items())


def fix_of(rule: Rule, rules: Sequence[Rule] = RULES) -> str:
    """The kinds of fix of `rule`, in words: those of its bad examples, and those that its code also makes."""
    fixes = [each.fix for example in rule.examples if isinstance(example, Bad) for each in _found(rule, example, rules)]
    offered = {str(fix.safety) for fix in fixes if fix is not None}
    shown = any(isinstance(example, Bad) and example.fixed is not None for example in rule.examples)
    source = _code_of(type(rule))
    kinds = offered.union(each for each, code in _SAFETIES.items() if re.search(code, source)) or {*["safe"] * shown}
    return f"Fix: {' or '.join(sorted(kinds))}" if kinds else "No fix"


def _code_of(rule: type[Rule]) -> str:
    """The code of a rule: its module, or what is between its class and the next rule where that has several."""
    source = inspect.getsource(sys.modules[rule.__module__])
    _, *parts = re.split(r"^class (\w+)\(Rule\):$", source, flags=re.MULTILINE)
    own = dict(zip(parts[::2], parts[1::2], strict=True))
    return own[rule.__name__] if len(own) > 1 else source


def renewed_schema(rules: Sequence[Rule] = RULES) -> str:
    """The content of schemas/config.schema.json with all options of `rules`."""
    return json.dumps(config_schema(rules), indent=2, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Print the page, or update the generated files of the checkout with `--write`."""
    if list(arguments) != ["--write"]:
        sys.stdout.write(render())
        return 0
    root = Path(__file__).parents[1]
    (root / "docs" / "rules.md").write_text(render(), encoding="utf-8", newline="\n")
    (root / "schemas" / "config.schema.json").write_text(renewed_schema(), encoding="utf-8", newline="\n")
    return 0


def _found(rule: Rule, example: Bad, rules: Sequence[Rule]) -> list[Diagnostic]:
    """What `rule` finds; the others run as well, because what a comment suppresses depends on them."""
    listing = read_listing(Text(example.path, example.text))
    missing = frozenset((example.path, link.href) for link in listing.document.links if "//" not in link.href)
    sources = {example.path: read_listing(Text("papers.yaml", example.source))} if example.source else {}
    context = Context(DAY, Catalog((listing,)), missing, facts=example.facts, sources=sources)
    plan = Config().plan(rules, select={each.slug for each in rules})
    return [each for each in check((listing,), plan, context).diagnostics if each.rule == rule.slug]


def _page(rule: Rule, rules: Sequence[Rule]) -> str:
    facts = [f"**{str(rule.severity).capitalize()}**", fix_of(rule, rules)]
    if not rule.enabled:
        facts.append("Off unless the configuration or `--select` names it")
    facts += [what for need, what in _NEEDS.items() if need in rule.needs]
    parts = [f"## {rule.slug}", f"{'. '.join(facts)}.", _linked(inspect.getdoc(type(rule)) or "", rules)]
    if known := [each for each in options(rule) if each.name != "accept_habits"]:
        parts += ["Options:", "\n".join(_item(each, rules) for each in known)]
    bad = [example for example in rule.examples if isinstance(example, Bad)][:1]
    parts += [part for example in bad for part in _shown_bad(rule, example, rules)]
    return "\n\n".join(parts) + "\n"


def _linked(text: str, rules: Sequence[Rule]) -> str:
    """The text, with links on the names of other rules, of keys of the configuration, and of commands."""
    slugs = {rule.slug for rule in rules}

    def link(match: re.Match[str]) -> str:
        name = match[1]
        if name in slugs:
            return f"[{name}](#{name})"
        is_key = name.startswith(("conventions.", "sections."))
        page = f"configuration.md#{name.replace('.', '')}" if is_key else _PAGES.get(name)
        return f"[`{name}`]({page})" if page is not None else match[0]

    return re.sub(r"`([a-z][\w. -]+)`", link, text)


def _item(option: Option, rules: Sequence[Rule]) -> str:
    description = _linked(option.description, rules)
    return f"- `{option.name}` ({_values(option)}{_default(option)}): {description}"


def _values(option: Option) -> str:
    match option.schema:
        case {"enum": list(values)}:
            shown = ", ".join(f"`{value}`" for value in values[:_MOST_VALUES])
            return f"{shown} and {len(values) - _MOST_VALUES} more, in the schema" if values[_MOST_VALUES:] else shown
        case {"type": "array"}:
            return "list of strings"
        case {"type": kind}:
            name = {"string": "text", "boolean": "`true`, `false`", "integer": "integer"}.get(str(kind), "number")
            bounds = {"at least": option.minimum, "at most": option.maximum}
            return ", ".join([name, *(f"{word} {bound}" for word, bound in bounds.items() if bound is not None)])
    return ""


def _default(option: Option) -> str:
    value = list(option.default) if isinstance(option.default, tuple) else option.default
    return "" if value is None else f"; default: `{json.dumps(value, ensure_ascii=False)}`"


def _shown_bad(rule: Rule, example: Bad, rules: Sequence[Rule]) -> tuple[str, ...]:
    """An example, with what the fix changes as a difference."""
    head = f"Example{condition_of(example)}"
    if example.fixed is not None:
        return f"{head}, with the fix:", _fenced(_difference(example.text, example.fixed), "difference.diff")
    text = Text(example.path, example.text)
    lines = frozenset(text.position(each.span.start).line - 1 for each in _found(rule, example, rules))
    where = " (the last line)" if 0 < max(lines, default=0) == len(example.text.splitlines()) - 1 else ""
    return f"Example{where}{head.removeprefix('Example')}:", _fenced(_excerpt(example.text, lines), example.path)


def _difference(before: str, after: str) -> str:
    """The lines that differ, each with its neighbours; `...` for those left out."""
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm=""))[3:]
    return "\n".join("..." if line.startswith("@@") else line for line in lines)


def _excerpt(text: str, found: AbstractSet[int]) -> str:
    """The text; of a long one its first lines and those around what is found, `...` for those left out."""
    lines = text.splitlines()
    if len(lines) <= _MOST:
        return text
    shown = sorted(
        {*range(_FIRST), *(near for line in found for near in (line - 1, line, line + 1))} & {*range(len(lines))}
    )
    parts = [f"...\n{lines[line]}" if line and line - 1 not in shown else lines[line] for line in shown]
    return "\n".join(parts if shown[-1] == len(lines) - 1 else [*parts, "..."])


def _fenced(text: str, path: str) -> str:
    """A block of what the suffix of `path` says, in a fence that is longer than any in it; very long lines are cut."""
    text = "\n".join(line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..." for line in text.split("\n"))
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    language = path.rpartition(".")[2].replace("md", "markdown")
    return f"{fence}{language}\n{text.rstrip(chr(10))}\n{fence}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
