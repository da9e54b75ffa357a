from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.dont_write_bytecode:
    # Thousands of tests, and hundreds that start the bot: it takes half the time where what is compiled is kept, beside
    # the sources or not. Here, as pytest compiles Hypothesis anew at each start else, before anything imports it.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
