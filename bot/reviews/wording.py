"""Findings come in; the sentences of a comment that tell of them go out, with the list's words escaped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.escaping import code, escape
from bot.linter.diagnostics import Safety

if TYPE_CHECKING:
    from bot.linter.diagnostics import Fix
    from bot.reviews.findings import Finding
    from bot.reviews.subject import Subject

LARGEST = 60_000
"""Characters of a comment; GitHub refuses more than 65,536."""
MESSAGE = 400
"""Characters of a message; a longer one is cut."""
_TITLE = 200
_MOST_RELATED = 3
_ADDRESS = re.compile(r"https?://[^\s`]+")


def plural(number: int, noun: str) -> str:
    """`1 finding`, `2 findings`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def rule_name(rule: str, subject: Subject) -> str:
    """The name of a rule, as a link to its page where there is one."""
    return f"[{code(rule)}]({subject.pages}#{quote(rule)})" if subject.pages else code(rule)


def place(path: str, line: int, subject: Subject) -> str:
    """A link to a line of the file at the head; `plain=1` since a rendered page has no line numbers."""
    pull = subject.pull
    repository = quote(pull.head_repository or pull.repository)
    address = f"{subject.web.rstrip('/')}/{repository}/blob/{quote(pull.head)}/{quote(path, errors='replace')}"
    return f"[{escape(f'{path}:{line}', _TITLE)}]({address}?plain=1#L{line})"


def told(finding: Finding, subject: Subject) -> str:
    """What is wrong, and where else to look, as a sentence."""
    diagnostic = finding.diagnostic
    grade = str(diagnostic.severity).capitalize()
    words = f"**{grade}** {rule_name(diagnostic.rule, subject)}: {escape(diagnostic.message, MESSAGE)}"
    links = [
        place(each.path, line, subject)
        for each, line in zip(diagnostic.related[:_MOST_RELATED], finding.related, strict=False)
        if line
    ]
    if links:
        words = f"{words} (see {', '.join(links)})"
    return words if words.endswith(("?", "…")) else f"{words}."


def suggested(fix: Fix) -> str:
    """What to know of a fix whose outcome is shown; nothing where it is safe."""
    return "" if fix.safety is Safety.SAFE else f"{_title(fix)}; look before you commit it."


def described(fix: Fix) -> str:
    """What a fix does that is not shown, and how to have it."""
    option = "--fix" if fix.safety is Safety.SAFE else "--unsafe-fixes"
    return f"{_title(fix)} ({code(f'bot lint {option}')} does it)."


def named(fix: Fix) -> str:
    """A fix in few words."""
    return f"{'Fix' if fix.safety is Safety.SAFE else 'Possible fix'}: {_title(fix)}"


def _title(fix: Fix) -> str:
    """What a fix does. An address in it becomes code: people copy it, and outside of code an unseen break is in it."""
    words = fix.title if "`" in fix.title else _ADDRESS.sub(r"`\g<0>`", fix.title)
    return escape(words, _TITLE)
