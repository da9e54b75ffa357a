"""What a run found, in the formats that people and programs read."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.reports.model import Report

_FORMATTERS = {
    "plain": ("plain", "render", ("verbose", "quiet", "color", "width")),
    "concise": ("plain", "render_concise", ("verbose", "quiet")),
    "json": ("json", "render", ()),
    "sarif": ("sarif", "render", ("verbose",)),
    "github": ("github", "render", ("verbose",)),
    "markdown": ("markdown", "render", ("verbose",)),
    "rdjson": ("sarif", "render_rdjson", ("verbose",)),
}
"""For each format the module and the function that write it, and what that must know besides the report."""
FORMATS = tuple(_FORMATTERS)


def render(
    form: str, report: Report, *, verbose: bool = False, quiet: bool = False, color: bool = False, width: int = 100
) -> str:
    """The report in one of `FORMATS`; raises ValueError for any other.

    `verbose` shows notes, which JSON always holds. `quiet` leaves out the summary of plain and concise; `color` and
    `width` (columns of the terminal) are for plain.
    """
    if form not in _FORMATTERS:
        raise ValueError(f"no such format: {form}")
    module, function, wanted = _FORMATTERS[form]
    view = {"verbose": verbose, "quiet": quiet, "color": color, "width": width}
    formatter = getattr(import_module(f"bot.reports.{module}"), function)
    return str(formatter(report, **{name: view[name] for name in wanted}))
