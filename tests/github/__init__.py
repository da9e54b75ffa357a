"""A GitHub of our own: stateful, over real HTTP on loopback, as far as the bot asks it."""

from tests.github.faults import Fault
from tests.github.server import FakeGitHub, Visit
from tests.github.suggestions import apply_suggestions
from tests.github.world import World

__all__ = ["FakeGitHub", "Fault", "Visit", "World", "apply_suggestions"]
