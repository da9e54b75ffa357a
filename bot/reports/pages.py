"""What our HTML pages have in common: templates that escape what strangers wrote, and style and script inside the page.

A page loads nothing: its Content Security Policy allows its own style and script by their hashes, and nothing else.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.papers.urls import is_web_url
from bot.text import escape_controls, plural, shorten

LONGEST = 400
"""Characters of text that somebody else wrote; more is cut."""
_TEMPLATES = Path(__file__).parent / "templates"


class Sheet(NamedTuple):
    """The style and the script of a page. Neither can be ended early: both are ours, and hold no `</`."""

    style: str
    script: str

    @property
    def policy(self) -> str:
        """The Content Security Policy."""
        style, script = (b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in self)
        return (
            f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; "
            "base-uri 'none'; form-action 'none'"
        )


def read_sheet(name: str, folder: Path = _TEMPLATES) -> Sheet:
    """`NAME.css`, below what all pages share, and `NAME.js`."""
    style = "".join(
        (place / file).read_text("utf-8") for place, file in ((_TEMPLATES, "base.css"), (folder, f"{name}.css"))
    )
    return Sheet(style, (folder / f"{name}.js").read_text("utf-8"))


def make_environment(*folders: Path) -> Environment:
    """Finds templates in `folders`, then among those of this package."""
    environment = Environment(
        loader=FileSystemLoader([*folders, _TEMPLATES]),
        autoescape=True,
        finalize=lambda value: escape_controls(value) if type(value) is str else value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"cut": lambda text: shorten(text, LONGEST), "plural": plural}
    environment.tests["web_url"] = is_web_url
    return environment
