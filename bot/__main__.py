"""`python -m bot`, and the command `bot`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line of this process; Ctrl-C counts from the first import on, most of which are made here."""
    try:
        from bot.cli import main

        return main()
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted; no list or report was written.\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
