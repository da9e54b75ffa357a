"""Worlds to begin with, by name: a small list of papers, and a pull request that touches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.github.world import World

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.github.model import Pull

LIST = "octo/list"
FORK = "ada/list"
README = "README.md"

_TITLES = (
    ("2310", "FireAct: Toward Language Agent Fine-tuning", "2310.05915"),
    ("2309", "Agents: An Open-source Framework for Autonomous Language Agents", "2309.07870"),
    ("2308", "AgentBench: Evaluating LLMs as Agents", "2308.03688"),
    ("2307", "MetaGPT: Meta Programming for Multi-Agent Collaborative Framework", "2308.00352"),
    ("2305", "Voyager: An Open-Ended Embodied Agent with Large Language Models", "2305.16291"),
    ("2304", "Generative Agents: Interactive Simulacra of Human Behavior", "2304.03442"),
    ("2303", "Reflexion: Language Agents with Verbal Reinforcement Learning", "2303.11366"),
    ("2210", "ReAct: Synergizing Reasoning and Acting in Language Models", "2210.03629"),
)


def entry(date: str, title: str, identifier: str) -> str:
    """A line of the list."""
    return f"* [{date}] [{title}](https://arxiv.org/abs/{identifier})\n"


BEFORE = "# Papers\n\n## Agents\n\n" + "".join(entry(*each) for each in _TITLES)
NEW = "* [2302] [Toolformer: Language Models Can Teach Themselves to Use Tools](https://arxiv.org//abs/2302.04761)\n"
AFTER = BEFORE.replace("* [2210]", f"{NEW}* [2210]")


def list_alone() -> World:
    """A repository with a list, and nothing else."""
    world = World()
    world.create(LIST, {README: BEFORE, "docs/about.md": "# About\n"})
    return world


def pull() -> World:
    """A pull request from a branch of the same repository: one new entry, with a link that needs a fix."""
    world = list_alone()
    world.push(LIST, "more", {README: AFTER})
    world.open_pull(LIST, "more")
    return world


def fork() -> World:
    """The same from a fork, with a report that a run on it has left."""
    world = list_alone()
    world.fork(LIST, FORK)
    world.push(FORK, "patch-1", {README: AFTER})
    world.open_pull(LIST, "patch-1", source=FORK)
    world.keep_artifact(LIST, 77, "paperlist-bot-report", {"report.json": b'{"version": 1}'})
    return world


def only_pull(world: World) -> Pull:
    """The one pull request of the list."""
    (found,) = world.repositories[LIST].pulls.values()
    return found


SCENARIOS: dict[str, Callable[[], World]] = {"list": list_alone, "pull": pull, "fork": fork}
