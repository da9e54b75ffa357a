from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--lists", nargs="+", default=[], type=Path, help="real lists whose suggestions to take as well")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "real_list" in metafunc.fixturenames:
        paths = metafunc.config.getoption("--lists", default=[])
        metafunc.parametrize("real_list", paths, ids=[path.name for path in paths])
