"""Small help for making XML."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement


def node(parent: Element, tag: str, text: str | None = None, /, **attributes: str) -> Element:
    made = SubElement(parent, tag, attributes)
    made.text = text
    return made


def document(root: Element) -> bytes:
    """The same bytes on every machine."""
    ElementTree.indent(root, " ")
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()
