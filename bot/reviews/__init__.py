"""What was found and what was said before come in; what to post, edit and fold away goes out, without I/O."""

from __future__ import annotations

from bot.reviews.decide import decide, find_chore, fold
from bot.reviews.findings import MOST_COMMENTS, Chore, Subject
from bot.reviews.suggestions import Suggestion, suggestion

__all__ = ["MOST_COMMENTS", "Chore", "Subject", "Suggestion", "decide", "find_chore", "fold", "suggestion"]
