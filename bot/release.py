"""The release that workflows use: what `bot init --workflow` writes and the pages show.

A commit cannot name itself, so between two releases this names the last one. `.ci/pin COMMIT VERSION` renews it, here
and on the pages; for the package of a release that happens before it is built (docs/releasing.md).
"""

from __future__ import annotations

VERSION = "v0.1.0"
COMMIT = "00c0d171fe2375eb1484eccb988b712fe56f7984"
