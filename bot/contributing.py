"""Lists and what was learned of them come in; what their contributors should know goes out, as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot import __version__
from bot.listing.model import entry_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from bot.initial import Initial
    from bot.listing import Listing

FOLDERS = (".github", "", "docs")
"""Where GitHub looks for the file, from the top of the repository; the first that has one counts."""
NAME = "CONTRIBUTING.md"

_LONGEST = 600
"""Characters of an example."""
_NOUNS = {"title": "a title", "url": "a link", "date": "a date", "venue": "a venue", "affiliation": "an affiliation"}
_ORDERS = {"newest-first": "Newest papers come first.", "oldest-first": "Oldest papers come first."}
_FORMS = {
    "abs": "Links to arXiv lead to the page of the abstract: `https://arxiv.org/abs/...`.",
    "pdf": "Links to arXiv lead to the PDF: `https://arxiv.org/pdf/...`.",
}
_CHECK = f"""\
Every pull request is read by [paperlist-bot](https://github.com/paperlist-bot/paperlist-bot). It says beside the line
what looks wrong, and where it knows the mend, **Commit suggestion** takes it. To see it beforehand, in a clone:

```sh
pipx run --spec git+https://github.com/paperlist-bot/paperlist-bot@v{__version__} bot lint --base origin/<branch>
```

With `--fix` it mends what it can. If it is wrong about an entry, say so in the pull request, or put
`<!-- bot: allow RULE - reason -->` at the end of the entry, with the name of the rule that the finding has.
"""


def find(top: Path) -> Path | None:
    """The file that contributors of the repository at `top` are shown, whatever its ending and case; None: no such."""
    for folder in FOLDERS:
        place = top / folder
        names = sorted(each.name for each in place.iterdir()) if place.is_dir() else []
        for name in names:
            if name.partition(".")[0].casefold() == "contributing":
                return place / name
    return None


def render(listings: Sequence[Listing], initial: Initial, branch: str) -> str:
    """What an entry must look like, by an example and the habits of the lists, and what the bot does."""
    example = _example(listings)
    parts = ["# Contributing\n"]
    if example:
        fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", example)), 0)
        parts.append(f"An entry looks like this:\n\n{fence}markdown\n{example}\n{fence}\n")
    rules = "".join(f"- {line}\n" for line in _rules(initial))
    parts += [rules] if rules else []
    parts.append(_CHECK.replace("<branch>", branch))
    return "\n".join(parts)


def _rules(initial: Initial) -> Iterator[str]:
    required = [_NOUNS[share.part] for share in initial.shares if share.required]
    if required:
        yield f"Every paper has {_join(required)}."
    habits = {habit.key: habit.value for habit in initial.habits if habit.kept}
    if "date_format" in habits:
        yield f"Dates are written `{habits['date_format']}`."
    if habits.get("order") in _ORDERS:
        yield _ORDERS[habits["order"]]
    if habits.get("arxiv_form") in _FORMS:
        yield _FORMS[habits["arxiv_form"]]


def _join(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _example(listings: Iterable[Listing]) -> str:
    """The shortest of the entries that say most, which shows the shape and nothing unusual; "" for none."""
    best, rank = "", (0, 0)
    for listing in listings:
        for entry in listing.papers:
            words = listing.text[entry.span]
            paper = entry_object(listing, entry)
            having = sum(paper[part] not in (None, "", []) for part in _NOUNS)
            if len(words) <= _LONGEST and (having, -len(words)) > rank and "<!--" not in words:
                best, rank = words, (having, -len(words))
    return "\n".join(best.splitlines())
