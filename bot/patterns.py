"""Regular expressions that other people wrote come in; whether they are any, and whether they match, goes out."""

from __future__ import annotations

import re
import warnings
from functools import cache

LONGEST_TEXT = 2_000
"""Patterns are not tried on longer texts (characters): a slow pattern must not cost the run."""

REFUSALS = (re.error, OverflowError, RecursionError)
"""What compiling a pattern raises when it is none."""


@cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The compiled pattern; raises one of `REFUSALS`. Python's doubts about a `[[` in it are not shown."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return re.compile(pattern)


def is_pattern(text: str) -> bool:
    """Whether `text` is a regular expression."""
    try:
        compile_pattern(text)
    except REFUSALS:
        return False
    return True


def occurs(pattern: str, text: str) -> bool:
    """Whether `pattern` matches somewhere in `text`; of a text that is too long nothing is said against it."""
    return len(text) > LONGEST_TEXT or compile_pattern(pattern).search(text) is not None
