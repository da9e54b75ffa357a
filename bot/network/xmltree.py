"""XML as a service sent it comes in; a tree goes out, or a complaint: no DTD, no entities, nothing cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Element", "XmlError", "child_text", "children", "local_name", "read_xml"]

_DEEPEST = 60


class XmlError(ValueError):
    """The bytes are no XML that the bot reads; the message says why."""


def read_xml(body: bytes) -> Element:
    """The root of the document; names are `{namespace}name`. Raises XmlError.

    A document type is refused, and with it every entity: neither arXiv nor OAI-PMH sends one, and entities
    are how small documents become large ones.
    """
    parser = expat.ParserCreate(namespace_separator="}")
    builder = TreeBuilder()
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise XmlError("elements inside each other without end")
        builder.start(_braced(name), attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_braced(name))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    parser.buffer_text = True
    try:
        parser.Parse(body, True)
        return builder.close()
    except (expat.ExpatError, AssertionError, LookupError, UnicodeError) as error:
        raise XmlError(f"no whole XML: {error}") from None


def local_name(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def children(element: Element, name: str) -> Iterator[Element]:
    """The direct children of that local name, in order."""
    return (child for child in element if local_name(child) == name)


def child_text(element: Element, name: str) -> str | None:
    """The text of the first child of that name, its white space collapsed; None where there is no such child."""
    child = next(children(element, name), None)
    return None if child is None else " ".join("".join(child.itertext()).split())


def _braced(name: str) -> str:
    return f"{{{name}" if "}" in name else name


def _refuse(*_: object) -> NoReturn:
    raise XmlError("a document type or an entity, which no service sends")
