"""What happened, as webhooks are sent it: the thin payload, and the feed from which a receiver recovers."""

import base64
import secrets
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from domain.kernel.values import Seat, Value
from service.core.http.messages import TIME, UUID, GameId
from service.core.http.request.cursors import cursor_of
from service.lists.tables.activity import Place
from service.news.queue.receivers import EVENT_TYPES, EventType, Receiver, Whose

SentType: TypeAlias = EventType | Literal["webhook.test", "webhook.disabled"]

HappenedType: TypeAlias = EventType | Literal["message.written"]
"""What pings follow from. Webhooks are sent no messages: they may be those of others."""

RESULTS, ROUNDS = "/v1/results", "/v1/tournaments/rounds"
OWN_STREAM, GAMES_STREAM = "/v1/me/stream", "/v1/games/stream"
"""The feeds from which a receiver reads what it has missed.

They have neither `seat.abandoned` nor, for organisers, `deadline.near`: these have to be sent again.
"""


class PublishedSeat(Value, frozen=True):
    """The result of a seat. It has no name: players may change and delete theirs."""

    seat: Annotated[Seat, Meta(description="The number of the seat, from 0.")]
    player: Annotated[str, Meta(description="The last player: a player id, or `bot:<name>` for a bot from the start.")]
    rank: Annotated[int, Meta(description="The rank from 1, with resigned seats last.")]
    score: Annotated[int, Meta(description="The score.")]
    resigned: Annotated[bool, Meta(description="Whether the player resigned.")]
    won: Annotated[bool, Meta(description="Whether the seat won, alone or with others.")]


class PublishedResult(Value, frozen=True):
    """What a payload has of a result."""

    ruleset: str
    ending: str
    """Why the game has ended. The ranks of an adjudicated game do not follow from the scores."""
    seats: tuple[PublishedSeat, ...]
    """Best first."""


class Event(Value, frozen=True):
    """Something that happened in a game or tournament, and whom it concerns."""

    type: HappenedType
    subject: str
    """The id of the game; of an event about a round, the id of the tournament; of a message, its topic."""
    version: int
    at: str
    place: Place
    """The place in the feed: of a change in the activity, or the number of a result or of an event of a tournament."""
    players: frozenset[str]
    """The players whose game or tournament it is."""
    organisers: frozenset[str]
    """Who organises it; empty: unknown here, or imported."""
    seat: Seat | None = None
    player: str | None = None
    """The only player whose decision or clock it is about."""
    decision: str | None = None
    due: str | None = None
    round: int | None = None
    """The number of a round, counted from 1."""
    is_public: bool = False
    """Whether all webhooks for everything receive it."""
    result: "PublishedResult | None" = None
    """Of `result.published`: the result."""
    authors: frozenset[str] = frozenset()
    """Of `message.written`: who has written it, and the account that has seated this guest."""

    def concerns(self, receiver: Receiver, whose: Whose | None) -> Whose | Literal["public"] | None:
        """Return why a webhook with this filter receives the event; None: it does not."""
        if receiver.player in self.players and whose != "organised":
            return "own"
        if receiver.player in self.organisers and whose != "own" and self.type != "decision.opened":
            return "organised"
        return "public" if self.is_public and whose is None else None


Cursor = Annotated[str, Meta(description="The place of the event in `feed`: read on after it.")]
Feed = Annotated[
    str,
    Meta(description="The path of the list or stream from which a receiver reads what it has missed, after `cursor`."),
]


class Links(Value, frozen=True):
    """The addresses of the resources of the API that an event is about."""

    game: Annotated[str, Meta(description="The game.")] | UnsetType = UNSET
    result: Annotated[str, Meta(description="The result of the game.")] | UnsetType = UNSET
    tournament: Annotated[str, Meta(description="The tournament.")] | UnsetType = UNSET


class EventData(Value, frozen=True):
    """What a webhook is told of an event in a game: what happened, not its content."""

    game: GameId
    version: Annotated[int, Meta(description="The version of the game after the event.")]
    url: Annotated[str, Meta(description="The page of the game.")]
    cursor: Cursor
    feed: Feed
    links: Annotated[Links, Meta(description="The resources of the API.")]
    seat: (
        Annotated[Seat, Meta(description="The seat that it is about; absent if it is about the game.")] | UnsetType
    ) = UNSET
    ruleset: Annotated[str, Meta(description="Of `result.published`: the title.")] | UnsetType = UNSET
    ending: Annotated[str, Meta(description="Of `result.published`: why the game has ended.")] | UnsetType = UNSET
    seats: (
        Annotated[
            tuple[PublishedSeat, ...],
            Meta(description="Of `result.published`: the players with their ranks and scores, best first."),
        ]
        | UnsetType
    ) = UNSET


class RoundData(Value, frozen=True):
    """What a webhook is told of a round. The tables of a round are in the tournament."""

    tournament: Annotated[str, Meta(description="The id of the tournament, a UUID.", extra=UUID)]
    round: Annotated[int, Meta(description="The number of the round, from 1.")]
    version: Annotated[int, Meta(description="The version of the tournament after the event.")]
    url: Annotated[str, Meta(description="The page of the tournament.")]
    cursor: Cursor
    feed: Feed
    links: Annotated[Links, Meta(description="The resources of the API.")]


class TestData(Value, frozen=True):
    """What a webhook is told by a test."""

    webhook: Annotated[str, Meta(description="The id of the webhook.", extra=UUID)]
    url: Annotated[str, Meta(description="The address of the webhook in the API.")]


class Payload(Value, frozen=True):
    """The body of a request to a webhook."""

    type: SentType
    timestamp: Annotated[
        str, Meta(description="The time of the event in UTC; of a test, that of its request.", extra=TIME)
    ]
    data: EventData | RoundData | TestData


DATA: Mapping[SentType, type[Value]] = {
    **dict.fromkeys(EVENT_TYPES, EventData),
    **dict.fromkeys(("round.paired", "round.ended"), RoundData),
    "webhook.test": TestData,
}
"""The data of each type that a webhook receives."""


def payload_of(event: Event, receiver: Receiver, why: str) -> bytes:
    """Return the body for a receiver. It has no more than the lists of games, results and rounds show this player."""
    assert event.type != "message.written"
    data = (
        data_of_round(receiver.site, event.subject, event.round, event.version, *_feed(event, why))
        if event.round is not None
        else data_of_game(
            receiver.site, event.subject, event.version, *_feed(event, why), seat=event.seat, result=event.result
        )
    )
    return msgspec.json.encode(Payload(event.type, event.at, data))


def data_of_round(site: str, tournament: str, number: int, version: int, cursor: str, feed: str) -> RoundData:
    """Return the fields of a payload about a round."""
    links = Links(tournament=f"{site}/v1/tournaments/{tournament}")
    return RoundData(tournament, number, version, tournament_url(site, tournament), cursor, feed, links)


def data_of_game(
    site: str,
    game: str,
    version: int,
    cursor: str,
    feed: str,
    *,
    seat: Seat | None = None,
    result: PublishedResult | None = None,
) -> EventData:
    """Return the fields of a payload about a game, with its result if it is about that."""
    resource = f"{site}/v1/games/{game}"
    data = EventData(
        game,
        version,
        game_url(site, game),
        cursor,
        feed,
        Links(game=resource, result=UNSET if result is None else f"{resource}/result"),
        UNSET if seat is None else seat,
    )
    return data if result is None else replace(data, **{name: getattr(result, name) for name in _OF_RESULT})


_OF_RESULT = PublishedResult.__struct_fields__


def _feed(event: Event, why: str) -> tuple[str, str]:
    """Return the cursor of an event and the path of its feed."""
    if event.type == "result.published":
        return cursor_of(event.place[0]), RESULTS
    if event.round is not None:
        return cursor_of(event.place[0]), ROUNDS + _ROUNDS_OF[why]
    return cursor_of(*event.place), OWN_STREAM if why == "own" else f"{GAMES_STREAM}?owner={min(event.organisers)}"


_ROUNDS_OF = {"own": "?player=me", "organised": "?organiser=me", "public": ""}
"""The filters of the feed of rounds."""


def payload_of_test(receiver: Receiver, now: str) -> bytes:
    """Return the body of a test."""
    data = TestData(receiver.id, f"{receiver.site}/v1/webhooks/{receiver.id}")
    return msgspec.json.encode(Payload("webhook.test", now, data))


def game_url(site: str, game: str) -> str:
    """Return the address of the page of a game."""
    return f"{site}/games/{game}"


def tournament_url(site: str, tournament: str) -> str:
    """Return the address of the page of a tournament."""
    return f"{site}/tournaments/{tournament}"


def new_id(prefix: str) -> str:
    """Return a random id without a full stop, as Standard Webhooks requires."""
    return f"{prefix}_{base64.b32encode(secrets.token_bytes(15)).decode().lower()}"
