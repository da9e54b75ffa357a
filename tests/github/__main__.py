"""`python -m tests.github --port N --scenario NAME`: our GitHub as a process, until it is ended.

It prints its address when it is ready. `GET /_state` shows everything; see `control.py` for what can be changed.
"""

from __future__ import annotations

import argparse
import sys
import threading

from tests.github.scenarios import SCENARIOS
from tests.github.server import FakeGitHub


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.github")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--scenario", choices=sorted(SCENARIOS), default="pull")
    parser.add_argument("--shown", default="", help="the address that answers name, where something stands between")
    arguments = parser.parse_args()
    with FakeGitHub(SCENARIOS[arguments.scenario](), port=arguments.port, shown=arguments.shown) as github:
        sys.stdout.write(f"{github.url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
