from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("thorough", max_examples=250, deadline=None)
settings.load_profile("quick")
"""Properties are tried on few examples by default; `pytest -m hypothesis --hypothesis-profile thorough` tries many."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="write what the program answers today over the expected answers kept beside the tests",
    )


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether the expected answers are to be written anew; read the difference before you commit it."""
    return bool(request.config.getoption("--regenerate"))
