"""Feeds as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/)."""

import msgspec

from service.news.feeds.entries import GENERATOR, Feed

JSON_FEED = "application/feed+json"

_VERSION = "https://jsonfeed.org/version/1.1"


def as_json_feed(feed: Feed) -> bytes:
    """Return a feed as a JSON Feed document.

    The extension `_ludolog` of an item has the address of its data. Of a result it also has `related`, the addresses of
    further resources, and `places`, the players with their ranks and scores, best first.
    """
    document = {
        "version": _VERSION,
        "title": feed.title,
        "description": feed.subtitle,
        "home_page_url": feed.page,
        "feed_url": feed.address,
        **({} if feed.following is None else {"next_url": feed.following}),
        "language": feed.language,
        "authors": [{"name": GENERATOR}],
        "items": [
            {
                "id": entry.id,
                "url": entry.page,
                "title": entry.title,
                "content_text": entry.summary,
                "date_published": entry.at,
                "date_modified": entry.updated,
                "tags": entry.tags,
                "language": feed.language,
                "_ludolog": {
                    "json_url": entry.data,
                    **({"related": entry.resources} if entry.resources else {}),
                    **({"places": entry.places} if entry.places else {}),
                },
            }
            for entry in feed.entries
        ],
    }
    return msgspec.json.encode(document)
