"""A change that adds two entries with a link to fix each, to a list with an old finding."""

from __future__ import annotations

from tests.commands.hub import Hub, hub
from tests.sample_list import LIST

README = "README.md"
TWINS = LIST.replace("arxiv.org/", "arxiv.org//", 1)
"""A list with an old finding."""
NEW = "* [2310] [AgentTuning: Enabling Generalized Agent Abilities](https://arxiv.org//abs/2310.12823)\n"
OTHER = (
    "* [2309] [Agents: An Open-source Framework for Autonomous Language Agents](https://arxiv.org//abs/2309.07870)\n"
)
AFTER = TWINS + NEW + OTHER
FIXED = TWINS + NEW.replace("org//", "org/") + OTHER


def one() -> Hub:
    """Two new entries, each with a link to fix."""
    return hub({README: TWINS}, {README: AFTER})
