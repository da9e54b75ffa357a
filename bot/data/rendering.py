"""Lists in Markdown that are generated from records: which file they name as their source."""

from __future__ import annotations

import re
from itertools import islice

from bot.text import lazy_pattern

_NAME = lazy_pattern(r"(?<![\w.-])[\w./-]{1,100}\.(?:ya?ml|csv|tsv|bib)(?![\w-])", re.IGNORECASE)
_IN_REPOSITORY = lazy_pattern(r"(?:.*/(?:blob|raw|tree|edit)/[^/]+/|\./)")
_GENERATED = lazy_pattern(
    r"\b(?:auto-?)?(?:generated|rendered|built|created|compiled|updated) (?:automatically )?(?:from|by|using|with)\b"
    r"|\b(?:auto(?:matically)?[- ]?(?:generated|updated)|generated file)\b"
    r"|\b(?:do not|don't|never) (?:manually )?edit\b"
    r"|自动生成",
    re.IGNORECASE,
)
_NEAR = 200
"""Characters between the name of a file and the words that say what it is for."""
_MOST = 5
_MOST_NAMES = 300
"""Names of files that are looked at: strangers may write thousands."""


def find_source_names(content: str) -> tuple[str, ...]:
    """The data files that a list says it is generated from, as paths from its folder or the repository's top."""
    found = []
    for match in islice(_NAME.finditer(content), _MOST_NAMES):
        around = content[max(match.start() - _NEAR, 0) : match.end() + _NEAR]
        if _GENERATED.search(around):
            found.append(_IN_REPOSITORY.sub("", match[0], count=1))
            if len(found) == _MOST:
                break
    return tuple(dict.fromkeys(found))
