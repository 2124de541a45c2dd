"""The bodies of requests and replies about standing orders."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from service.core.http.messages import UUID, GameId, Head, Moment, Reply, RequestBody, SeatNumber, Version

MOST_PARTS = 20
"""Questions, commands and conditions of one order."""

BIGGEST = 2**53 - 1
"""The greatest number that all clients can read and write."""

Whole = Annotated[int, Meta(ge=-BIGGEST, le=BIGGEST)]
Text = Annotated[str, Meta(max_length=200)]
Field: TypeAlias = Whole | bool | Text | Annotated[tuple[Text, ...], Meta(max_length=50)] | dict[str, Whole] | None
"""A value of a field of a command, as JSON: numbers, words, several words, or a number of each of some things."""

Compared: TypeAlias = Whole | bool | Text | Annotated[tuple[Whole, ...], Meta(max_length=50)] | dict[str, Whole] | None
"""A value of a view, as JSON. A list of words and numbers would be a type that generated clients do not compile."""

EndName = Annotated[
    Literal["cancelled", "round", "times", "condition", "event", "taken-back", "seat", "token", "over"],
    Meta(
        description="`cancelled` by you; the `round` is over; it has decided as many `times` as it should; a "
        "`condition` of `until` held; an `event` of `until_events` happened; a decision that it made was `taken-back`; "
        "you have left the `seat`, or a bot got it; the `token` or the app that set it has ended; the game is `over`."
    ),
]


class NumberBody(RequestBody, frozen=True, omit_defaults=True):
    """The number of a command, within the range of a legal choice."""

    field: Annotated[str, Meta(max_length=40, description="The field that has the number, such as `value` of a bid.")]
    pick: Annotated[
        Literal["lowest", "highest"], Meta(description="Which of the legal numbers within the bounds is taken.")
    ] = "lowest"
    at_most: Annotated[Whole | None, Meta(description="The highest number that it takes; null: any.")] = None
    at_least: Annotated[Whole | None, Meta(description="The lowest number that it takes; null: any.")] = None


class WantedBody(RequestBody, frozen=True, omit_defaults=True):
    """A command that is sent if it is legal."""

    type: Annotated[str, Meta(max_length=60, description="The type of the command, such as `giganten.pass_bid`.")]
    fields: Annotated[
        Mapping[str, Field],
        Meta(
            max_length=10, description="The values that its fields must have, as commands have them. Others may be any."
        ),
    ] = {}
    number: Annotated[
        NumberBody | None,
        Meta(description="How its number is chosen; by default the lowest that is legal."),
    ] = None


class ConditionBody(RequestBody, frozen=True):
    """A comparison of a value in your view. A value that is not there fulfils no condition."""

    path: Annotated[
        str,
        Meta(max_length=200, description="A JSON pointer (RFC 6901) into your view, such as `/players/0/money`."),
    ]
    test: Annotated[
        Literal["below", "above", "equal", "different"],
        Meta(description="How the value is compared. `below` and `above` compare whole numbers."),
    ]
    value: Annotated[
        Compared,
        Meta(
            description="What it is compared with. A list has whole numbers: words in a list are compared one by one."
        ),
    ]


class EventConditionBody(RequestBody, frozen=True, omit_defaults=True):
    """An event after which an order ends."""

    type: Annotated[str, Meta(max_length=60, description="The type of the event, such as `giganten.bid_placed`.")]
    by: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(
            description="The seat whose decision led to it; null: any seat but yours. Events of clocks and rulings "
            "follow from no decision: it is the seat that they are about; null: any."
        ),
    ] = None


class NewOrderBody(RequestBody, frozen=True):
    """A standing order. It needs `commands`, or `only_choice`."""

    questions: Annotated[
        tuple[Text, ...],
        Meta(
            max_length=MOST_PARTS,
            description="The questions that it answers, by their rules, such as `giganten/7a.4`: `rule` of a decision. "
            "Empty: all.",
        ),
    ] = ()
    commands: Annotated[
        tuple[WantedBody, ...],
        Meta(max_length=MOST_PARTS, description="The first of these commands that is legal then is sent."),
    ] = ()
    only_choice: Annotated[
        bool,
        Meta(description="Whether it also answers where exactly one choice is left, so that nothing is to be asked."),
    ] = False
    lasts: Annotated[
        Literal["round", "game"],
        Meta(description="Until the present round ends, or until you cancel it and at the longest for the game."),
    ] = "game"
    times: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(description="The number of decisions after which it ends; null: no number."),
    ] = None
    when: Annotated[
        tuple[ConditionBody, ...],
        Meta(max_length=MOST_PARTS, description="It acts only where all of these hold; otherwise it waits."),
    ] = ()
    until: Annotated[
        tuple[ConditionBody, ...],
        Meta(
            max_length=MOST_PARTS,
            description="It ends as soon as one of these holds, also if that is between two of your decisions.",
        ),
    ] = ()
    until_events: Annotated[
        tuple[EventConditionBody, ...],
        Meta(max_length=MOST_PARTS, description="It ends after one of these events."),
    ] = ()


class OrderStatement(Reply, frozen=True):
    """What the service has signed about an order: that it was set when the log had this head."""

    at: Annotated[Moment, Meta(description="The time of the last event before it.")]
    game: GameId
    head: Head
    key_id: Annotated[str, Meta(description="The id of the signing key.")]
    order: Annotated[
        str,
        Meta(
            description="The SHA-256 of `ludolog/order/1`, the salt, and the canonical JSON (RFC 8785) of `terms`: 64 "
            "hexadecimal digits."
        ),
    ]
    seat: SeatNumber
    version: Version


class SignedOrder(Reply, frozen=True):
    """The signed statement about an order."""

    statement: Annotated[OrderStatement, Meta(description="What is signed.")]
    signature: Annotated[str, Meta(description="Ed25519, hex, over the canonical JSON (RFC 8785) of the statement.")]
    public_key: Annotated[str, Meta(description="The public key: 64 hexadecimal digits.")]


class OrderTerms(Reply, frozen=True):
    """The content of an order, as it was committed to: every member, questions without the title."""

    questions: Annotated[tuple[str, ...], Meta(description="The numbers of the rules, such as `7a.4`.")]
    commands: Annotated[tuple[Mapping[str, Any], ...], Meta(description="The commands, with every member.")]
    only_choice: Annotated[bool, Meta(description="Whether it also answers where exactly one choice is left.")]
    lasts: Annotated[Literal["round", "game"], Meta(description="How long it stands, if nothing else ends it.")]
    times: Annotated[int | None, Meta(description="The number of decisions after which it ends; null: no number.")]
    when: Annotated[tuple[Mapping[str, Any], ...], Meta(description="The conditions under which it acts.")]
    until: Annotated[tuple[Mapping[str, Any], ...], Meta(description="The conditions that end it.")]
    until_events: Annotated[tuple[Mapping[str, Any], ...], Meta(description="The events that end it.")]


class OrderAct(Reply, frozen=True):
    """A decision that the service has made by an order."""

    version: Version
    decision: Annotated[str, Meta(description="The id of the decision.")]
    at: Moment


class OrderEnd(Reply, frozen=True):
    """Why an order has ended."""

    reason: EndName
    version: Annotated[int, Meta(ge=0, description="The version of the game at which the reason held.")]
    place: Annotated[
        int | None, Meta(description="Which of `until` or `until_events` it was, from 0; null for other reasons.")
    ]
    at: Annotated[Moment, Meta(description="When the service has noticed it.")]


class OrderReply(Reply, frozen=True):
    """A standing order of your seat."""

    id: Annotated[str, Meta(description="The id of the order, a UUID.", extra=UUID)]
    game: GameId
    seat: SeatNumber
    set_at: Moment
    version: Annotated[int, Meta(ge=0, description="The version of the game when it was set.")]
    round: Annotated[int | None, Meta(description="The round in which it was set; null in a title without rounds.")]
    terms: Annotated[OrderTerms, Meta(description="What was ordered, which `commitment` covers.")]
    acts: Annotated[tuple[OrderAct, ...], Meta(description="What it has decided, in order.")]
    end: Annotated[OrderEnd | None, Meta(description="Why it has ended; null: it stands.")]
    salt: Annotated[str, Meta(description="The salt of the commitment: 64 hexadecimal digits. It is secret.")]
    signed: Annotated[SignedOrder, Meta(description="The signed commitment: store it to prove when it was set.")]


class OrderLine(Reply, frozen=True):
    """An order in a stream of lines."""

    order: Annotated[OrderReply, Meta(description="The order.")]


class OrdersReply(Reply, frozen=True):
    """The standing orders of your seat."""

    items: Annotated[tuple[OrderReply, ...], Meta(description="The orders, oldest first, with those that have ended.")]


class PublishedOrder(Reply, frozen=True):
    """An order that has decided, as it is published after the end."""

    id: Annotated[str, Meta(description="The id of the order, a UUID.", extra=UUID)]
    seat: SeatNumber
    set_at: Moment
    terms: Annotated[OrderTerms, Meta(description="What was ordered, which `commitment` covers.")]
    salt: Annotated[str, Meta(description="The salt of the commitment: 64 hexadecimal digits.")]
    signed: Annotated[SignedOrder, Meta(description="The signed commitment.")]


class MarkedDecision(Reply, frozen=True):
    """A decision that the service made by a standing order of the seat."""

    version: Version
    decision: Annotated[str, Meta(description="The id of the decision.")]
    seat: SeatNumber
    by: Annotated[Literal["order"], Meta(description="Always `order`.")]
    order: Annotated[str, Meta(description="The id of the order, a UUID.", extra=UUID)]


class MarkedDecisions(Reply, frozen=True):
    """The decisions of a game that were made by standing orders."""

    is_over: Annotated[bool, Meta(description="Whether the game is over. Before, `items` and `orders` are empty.")]
    items: Annotated[tuple[MarkedDecision, ...], Meta(description="The decisions, in the order of the log.")]
    orders: Annotated[tuple[PublishedOrder, ...], Meta(description="The orders that have made them.")]
