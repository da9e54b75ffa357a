"""The one error that a person sees: a message, a hint what to do next, and an exit code."""

from __future__ import annotations

USAGE = 2
"""Exit code: the command line or the configuration is wrong."""

CANNOT_RUN = 3
"""Exit code: the command was right, but the outside world did not let it run."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as a shell gives it."""


class BotError(Exception):
    """Something a person can put right: `message` says what is wrong, `hint` what to do next."""

    def __init__(self, message: str, hint: str = "", code: int = USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code
