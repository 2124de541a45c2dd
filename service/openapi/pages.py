"""Step on what other sites show: oEmbed, embeds, pictures and the script. They are pages, which read any parameters."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from service.openapi.operations import problem_of
from service.openapi.streams import schemas_of
from service.openapi.walk import Document, Schema, reference
from service.web.sharing.oembed import OEmbedReply

TAG = "embeds"
"""The tag of these operations. Like all pages they ignore parameters that they do not know."""

_NAMES = re.compile(r"{(\w+)}")
_PIXELS: Schema = {"type": "integer", "minimum": 1}
_TEXT: Schema = {"type": "string"}

PARAMETERS: Mapping[str, tuple[str, Schema]] = {
    "url": ("The address of a page of this site: a game, a tournament, a leaderboard or the results.", _TEXT),
    "maxwidth": ("The room that the embed has, in pixels.", _PIXELS),
    "maxheight": ("The room that the embed has, in pixels.", _PIXELS),
    "format": ("Only `json`; the status for others is 501, as oEmbed requires.", {"type": "string", "enum": ["json"]}),
    "at": ("The version that is shown; by default the current one, live.", {"type": "integer", "minimum": 1}),
    "as": ("The viewer of a finished game: `public`, `full` or `seat:N`.", _TEXT),
    "follow": ("With `0`, without live events.", {"type": "string", "enum": ["0", "1"]}),
    "title": ("Only results of this title, such as `giganten`.", _TEXT),
    "theme": ("`light` or `dark`; by default that of the device.", {"type": "string", "enum": ["light", "dark"]}),
    "lang": ("The language: `en`, `de` or `it`; by default that of Accept-Language.", _TEXT),
    "fit": ("With `1`, the embed is exactly as high as its frame.", {"type": "string", "enum": ["0", "1"]}),
}
"""The query parameters, with their descriptions and schemas."""

_STYLE = ("theme", "lang", "fit")
_HTML, _SVG, _SCRIPT, _JSON = "text/html", "image/svg+xml", "text/javascript", "application/json"
_PICTURE = (
    "Return a picture of a public game, 1200 pixels wide and 630 high, with the map, its pieces, names and scores. A "
    "service with the extra `pictures` also has `picture.png`."
)
_IN_A_FRAME = "For a frame of another site. It uses no cookies, and shows what every visitor may see."


class Page(NamedTuple):
    """What other sites read at a path."""

    id: str
    summary: str
    description: str
    media: str
    parameters: tuple[str, ...] = ()
    can_be_missing: bool = True


PAGES: Mapping[str, Page] = {
    "/oembed": Page(
        "oembed",
        "Describe a page as oEmbed",
        "Return the frame that shows a page of this site, as oEmbed 1.0 describes it.",
        _JSON,
        ("url", "maxwidth", "maxheight", "format", "lang"),
    ),
    "/embed/games/{game}": Page(
        "embeddedGame",
        "Embed a game",
        f"Return the board and the scores of a public game as a page. {_IN_A_FRAME}",
        _HTML,
        ("at", "as", "follow", *_STYLE),
    ),
    "/embed/games/{game}/picture.svg": Page("gamePicture", "Read a picture of a game", _PICTURE, _SVG, ("at", "lang")),
    "/embed/leaderboards/{name}": Page(
        "embeddedLeaderboard",
        "Embed a leaderboard",
        f"Return the first players of the leaderboard of a title as a page. {_IN_A_FRAME}",
        _HTML,
        _STYLE,
    ),
    "/embed/results": Page(
        "embeddedResults",
        "Embed the results",
        f"Return the newest results, of all titles or of one, as a page. {_IN_A_FRAME}",
        _HTML,
        ("title", *_STYLE),
    ),
    "/embed/tournaments/{tournament}": Page(
        "embeddedTournament",
        "Embed a tournament",
        f"Return the current round and the standings of a public tournament as a page. {_IN_A_FRAME}",
        _HTML,
        _STYLE,
    ),
    "/ludolog.js": Page(
        "embedScript",
        "Load the script for other sites",
        "Return the custom elements `<ludolog-game>`, `-leaderboard`, `-results` and `-tournament`.",
        _SCRIPT,
        can_be_missing=False,
    ),
}
"""What is described, by path."""


def add(document: Document) -> None:
    """Describe what other sites show. The routes are pages: they read their parameters themselves."""
    document["components"]["schemas"] |= schemas_of({OEmbedReply.__name__: OEmbedReply})
    document["paths"] |= {path: {"get": _operation(path, page)} for path, page in PAGES.items()}


def _operation(path: str, page: Page) -> dict[str, Any]:
    schema = reference(OEmbedReply.__name__) if page.media == _JSON else {"type": "string"}
    answers: dict[str, Any] = {"200": {"description": "What is shown.", "content": {page.media: {"schema": schema}}}}
    if page.can_be_missing:
        # this and the problem of all operations are completed by the steps on operations
        answers["404"] = {"description": ""}
    if page.id == "oembed":
        answers["501"] = problem_of("format-not-supported")
    if page.id == "gamePicture":
        answers["416"] = problem_of("beyond-the-end")
    named = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in _NAMES.findall(path)
    ]
    asked = [
        {"name": name, "in": "query", "required": name == "url", "description": words, "schema": dict(schema)}
        for name, (words, schema) in ((name, PARAMETERS[name]) for name in page.parameters)
    ]
    return {
        "operationId": page.id,
        "summary": page.summary,
        "description": page.description,
        "tags": [TAG],
        "parameters": [*named, *asked],
        "responses": answers,
    }
