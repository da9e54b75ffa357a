"""Find installed programs, or skip the test."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest


def tool(name: str) -> str:
    """Find the program `name` beside the Python that runs the tests, else on the PATH."""
    beside = str(Path(sys.executable).parent)
    found = shutil.which(name, path=beside) or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found
