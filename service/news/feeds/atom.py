"""Feeds as Atom (RFC 4287), with the links of paged feeds (RFC 5005)."""

from xml.etree import ElementTree as ET

from service.news.feeds.entries import GENERATOR, Entry, Feed, printable

ATOM = "application/atom+xml"
JSON = "application/json"
HTML = "text/html"

_NAMESPACE = "http://www.w3.org/2005/Atom"


def as_atom(feed: Feed) -> bytes:
    """Return a feed as an Atom document."""
    root = ET.Element("feed", {"xmlns": _NAMESPACE, "xml:lang": feed.language})
    _text(root, "id", feed.id)
    _text(root, "title", feed.title)
    _text(root, "subtitle", feed.subtitle)
    _text(root, "updated", feed.updated)
    _text(root, "generator", GENERATOR)
    _text(ET.SubElement(root, "author"), "name", GENERATOR)
    _link(root, "self", ATOM, feed.address)
    _link(root, "first", ATOM, feed.first)
    if feed.following is not None:
        _link(root, "next", ATOM, feed.following)
    _link(root, "alternate", HTML, feed.page)
    _link(root, "alternate", JSON, feed.data)
    for entry in feed.entries:
        _add(root, entry)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="utf-8")


def _add(root: ET.Element, entry: Entry) -> None:
    node = ET.SubElement(root, "entry")
    _text(node, "id", entry.id)
    _text(node, "title", entry.title)
    _text(node, "published", entry.at)
    _text(node, "updated", entry.updated)
    _link(node, "alternate", HTML, entry.page)
    _link(node, "alternate", JSON, entry.data)
    for address in entry.resources:
        _link(node, "related", JSON, address)
    for tag in entry.tags:
        ET.SubElement(node, "category", {"term": printable(tag)})
    _text(node, "summary", entry.summary)


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = printable(text)


def _link(parent: ET.Element, relation: str, media_type: str, address: str) -> None:
    ET.SubElement(parent, "link", {"rel": relation, "type": media_type, "href": printable(address)})
