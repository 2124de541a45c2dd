"""The command `orders`: list, set and cancel the standing orders of your seat."""

import re
from typing import Annotated, Any
from urllib.parse import quote

import typer

from service.terminal.commands.common import GameId, KnownName, Lang, Server, client_of, guarded
from service.terminal.connection.client import DEFAULT_SERVER, Client, new_key
from service.terminal.connection.errors import Misused
from service.terminal.display.screen import Screen

Send = Annotated[
    list[str] | None,
    typer.Option(
        help="A command to send if it is legal; the first one counts. Such as giganten.pass_bid, "
        "'giganten.bid value<=7' or 'giganten.take_action_card card=beige-4-10'."
    ),
]
Questions = Annotated[
    list[str] | None, typer.Option("--question", help="The rule of a question that it answers, such as 7a.4; all.")
]
Whens = Annotated[
    list[str] | None,
    typer.Option("--when", help="It acts only if this holds, such as '/auction/company = hudson' or '/round > 3'."),
]
Untils = Annotated[
    list[str] | None, typer.Option("--until", help="It ends once this holds, such as '/players/0/money < 3000'.")
]
UntilEvents = Annotated[
    list[str] | None,
    typer.Option("--until-event", help="It ends after this event of another seat, such as giganten.bid_placed."),
]
Cancelled = Annotated[list[str] | None, typer.Option("--cancel", help="The id of an order to cancel.")]

_TESTS = {"<": "below", ">": "above", "=": "equal", "!=": "different"}
_CONDITION = re.compile(r"\s*(/\S*)\s*(!=|<|>|=)\s*(.+?)\s*")
_FIELD = re.compile(r"(\w+)(<=|>=|=)(.+)")


def orders(
    game: GameId,
    send: Send = None,
    question: Questions = None,
    when: Whens = None,
    until: Untils = None,
    until_event: UntilEvents = None,
    only_choice: Annotated[
        bool, typer.Option("--only-choice", help="Also answer where only one choice is left.")
    ] = False,
    this_round: Annotated[
        bool, typer.Option("--round", help="It lasts for this round; by default until the end.")
    ] = False,
    times: Annotated[int | None, typer.Option(help="The number of decisions after which it ends.", min=1)] = None,
    cancel: Cancelled = None,
    lang: Lang = None,
    name: KnownName = None,
    server: Server = DEFAULT_SERVER,
) -> None:
    """List the standing orders of your seat, after setting one or cancelling some.

    Bid for Hudson up to 7, then pass, in this round:
    ludolog orders GAME --send 'giganten.bid value<=7' --send giganten.pass_bid
    --when '/auction/company = hudson' --round
    """
    screen = Screen()

    def act() -> None:
        order = {
            "questions": question or [],
            "commands": [_command(each) for each in send or ()],
            "only_choice": only_choice,
            "lasts": "round" if this_round else "game",
            "times": times,
            "when": [_condition(each) for each in when or ()],
            "until": [_condition(each) for each in until or ()],
            "until_events": [{"type": each} for each in until_event or ()],
        }
        with client_of(server, screen, name, lang=lang, signed_in=True) as client:
            for each in cancel or ():
                client.delete(f"/games/{game}/orders/{quote(each, safe='')}")
            if send or only_choice:
                client.post(f"/games/{game}/orders", order, new_key())
            elif when or until or until_event or question or this_round or times:
                message = "an order needs a command: add --send, or --only-choice"
                raise Misused(message)
            _print(screen, client, game)

    guarded(screen, act)


def _command(text: str) -> dict[str, Any]:
    """Return a command, such as `giganten.bid value<=7`."""
    kind, *parts = text.split()
    fields: dict[str, Any] = {}
    number: dict[str, Any] | None = None
    for part in parts:
        found = _FIELD.fullmatch(part)
        if found is None:
            message = f"{part} is no field of a command: write field=value, field<=number or field>=number"
            raise Misused(message)
        field, sign, value = found.groups()
        if sign == "=":
            fields[field] = _value(value)
        else:
            number = {"field": field} if number is None else number
            number["at_most" if sign == "<=" else "at_least"] = _value(value)
    command: dict[str, Any] = {"type": kind, "fields": fields}
    return command if number is None else {**command, "number": number}


def _condition(text: str) -> dict[str, Any]:
    """Return a condition, such as `/players/0/money < 3000`."""
    found = _CONDITION.fullmatch(text)
    if found is None:
        message = f"{text} is no condition: write a path of the view, one of < > = !=, and a value"
        raise Misused(message)
    path, sign, value = found.groups()
    return {"path": path, "test": _TESTS[sign], "value": _value(value)}


def _value(text: str) -> int | bool | str | None:
    """Return a whole number, a truth value, nothing, or the text itself."""
    if re.fullmatch(r"-?\d{1,15}", text):
        return int(text)
    return {"true": True, "false": False, "null": None}.get(text, text)


def _print(screen: Screen, client: Client, game: str) -> None:
    found = client.get(f"/games/{game}/orders")["items"]
    if not found:
        screen.text("Your seat has no standing orders in this game.")
    for each in found:
        terms, end = each["terms"], each["end"]
        sent = ", ".join(command["type"] for command in terms["commands"])
        what = " or ".join(part for part in (sent, "the only choice" if terms["only_choice"] else "") if part)
        state = "stands" if end is None else f"ended ({end['reason']})"
        lasts = "this round" if terms["lasts"] == "round" else "this game"
        screen.text(f"{each['id']}  {what}; {lasts}; {state}; decided {len(each['acts'])} times")
