"""What was remembered and what a run saw come in; verdicts over time, the report and the next memory go out. No I/O.

A run: `due` tells what to ask; the answers become a `Part`; parts become a `Harvest`; `suspects` names what a second
path is asked about; `advance` judges, and `issue.write` says it.
"""

from __future__ import annotations

from bot.sweeps.advance import Outcome, advance, apply_ticks, suspects
from bot.sweeps.history import due, is_due
from bot.sweeps.items import Finding, Inventory, Item, Kind, list_items, read_findings, take_inventory
from bot.sweeps.observations import Harvest, Part, Sighting, merge, read_sightings
from bot.sweeps.state import State
from bot.sweeps.targets import host_of, shard_of, shard_of_url, target_of, url_of

__all__ = [
    "Finding",
    "Harvest",
    "Inventory",
    "Item",
    "Kind",
    "Outcome",
    "Part",
    "Sighting",
    "State",
    "advance",
    "apply_ticks",
    "due",
    "host_of",
    "is_due",
    "list_items",
    "merge",
    "read_findings",
    "read_sightings",
    "shard_of",
    "shard_of_url",
    "suspects",
    "take_inventory",
    "target_of",
    "url_of",
]
