"""Reading feeds as feed readers do, and checking them by the rules of their formats."""

import re
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import httpx

ATOM = "{http://www.w3.org/2005/Atom}"
RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
URN = re.compile(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Item(NamedTuple):
    """An entry of a feed."""

    id: str
    title: str
    summary: str
    at: str
    page: str
    data: str


def of(node: ET.Element, name: str) -> str:
    """Return the text of the only child with a name."""
    (child,) = node.findall(f"{ATOM}{name}")
    return child.text or ""


def links(node: ET.Element) -> dict[tuple[str, str], str]:
    """Return the addresses by relation and media type. RFC 4287 4.1.1 and 4.1.2: no two alternates of one type."""
    found = [(each.attrib["rel"], each.attrib["type"]) for each in node.findall(f"{ATOM}link")]
    assert len(found) == len(set(found))
    return {(each.attrib["rel"], each.attrib["type"]): each.attrib["href"] for each in node.findall(f"{ATOM}link")}


def atom(reply: httpx.Response) -> tuple[ET.Element, list[Item]]:
    """Return an Atom feed and its entries, after the checks of RFC 4287."""
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].split(";")[0] == "application/atom+xml"
    root = ET.fromstring(reply.content)
    assert root.tag == f"{ATOM}feed"
    assert URN.fullmatch(of(root, "id"))
    assert of(root, "title")
    assert RFC_3339.fullmatch(of(root, "updated"))
    (author,) = root.findall(f"{ATOM}author")
    assert of(author, "name")
    assert httpx.URL(links(root)["self", "application/atom+xml"]) == reply.url
    items = [_item(node) for node in root.findall(f"{ATOM}entry")]
    assert len({item.id for item in items}) == len(items)
    times = [item.at for item in items]
    assert times == sorted(times, reverse=True)
    assert not times or of(root, "updated") == times[0]
    return root, items


def _item(node: ET.Element) -> Item:
    assert URN.fullmatch(of(node, "id"))
    assert RFC_3339.fullmatch(of(node, "updated"))
    assert RFC_3339.fullmatch(of(node, "published"))
    addresses = links(node)
    return Item(
        of(node, "id"), of(node, "title"), of(node, "summary"), of(node, "updated"),
        addresses["alternate", "text/html"], addresses["alternate", "application/json"],
    )  # fmt: skip


def json_feed(reply: httpx.Response) -> tuple[dict[str, Any], list[Item]]:
    """Return a JSON feed and its items, after the checks of JSON Feed 1.1."""
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"] == "application/feed+json"
    found: dict[str, Any] = reply.json()
    assert found["version"] == "https://jsonfeed.org/version/1.1"
    assert httpx.URL(found["feed_url"]) == reply.url
    items = [
        Item(each["id"], each["title"], each["content_text"], each["date_modified"], each["url"],
             each["_ludolog"]["json_url"])
        for each in found["items"]
    ]  # fmt: skip
    return found, items


def whole(client: httpx.Client, url: str, **query: Any) -> list[Item]:
    """Return the entries of all pages of an Atom feed."""
    found: list[Item] = []
    following: str | None = str(client.build_request("GET", url, params=query).url)
    while following is not None:
        root, items = atom(client.get(following))
        found += items
        following = links(root).get(("next", "application/atom+xml"))
    return found
