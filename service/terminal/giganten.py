"""Giganten in the terminal: the map as a grid of squares, the tracks below its columns, prices and players."""

import re
from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.text import Text

from service.terminal.board import Title, header, players_table
from service.terminal.screen import stacked
from service.terminal.words import COLOURS, Json, Names, Sentence, dollars, plain

_TERRAIN = {"p": (" . ", "green"), "h": (" ^ ", "yellow"), "m": (" M ", "white")}
_LEGEND = (
    "[dim]. plain  ^ hill  M mountain  T0 truck of seat 0  D04 its derrick with 4 markers\n"
    "3? tile on a site for 3 derricks  3=5 the same, known to hold 5  x empty site[/]"
)


def board(view: Json, tables: Json, names: Names) -> RenderableType:
    """Draw the table."""
    return stacked(
        header(view, names),
        _map(view, tables),
        _tracks(view),
        _LEGEND,
        _prices(view, tables),
        _players(view, names),
        _open_cards(view),
        _now(view, names),
    )


def _map(view: Json, tables: Json) -> Text:
    rows: list[list[str]] = [row.split() for row in tables["map"]["rows"]]
    pieces = _pieces(view)
    text = Text("   " + "".join(f"{column:^3}" for column in range(1, len(rows[0]) + 1)) + "\n", style="dim")
    lines = [text]
    for number, row in enumerate(rows):
        letter = chr(ord("A") + number)
        line = Text(f"{letter:>2} ")
        for column, cell in enumerate(row, start=1):
            shown, style = pieces.get(f"{letter}{column}") or _TERRAIN.get(cell[0], (" ? ", "dim"))
            line.append(f"{shown:<3}"[:3], style=style)
        lines.append(line)
    return Text("\n").join([Text.assemble(lines[0][: 3 + 3 * len(rows[0])]), *lines[1:]])


def _pieces(view: Json) -> dict[str, tuple[str, str]]:
    """What is to be shown on a square instead of its terrain, and in which style."""
    shown: dict[str, tuple[str, str]] = {}
    for site in view["sites"]:
        if site["status"] == "tile":
            value = site["value"]
            known = "?" if value is None else f"={value}"
            shown[site["square"]] = (f"{site['kind']}{known}", "bold green" if value is not None else "bold")
        elif site["status"] == "empty":
            shown[site["square"]] = (" x ", "dim")
    trucks: dict[str, list[int]] = {}
    for player in view["players"]:
        for derrick in player["derricks"]:
            mark = f"D{player['seat']}{derrick['markers']}"
            shown[derrick["site"]] = (mark, f"reverse {COLOURS[player['seat']]}")
        if player["truck"]:
            trucks.setdefault(player["truck"], []).append(player["seat"])
    for square, seats in trucks.items():
        shown[square] = ("T" + "".join(map(str, seats)), f"bold {COLOURS[seats[0]]}")
    return shown


def _tracks(view: Json) -> str:
    """Draw the tracks: space k lies under column k of the map; the last space of the black train may lie beyond."""
    spaces = max(view["black_train_end"], *(player["train"] for player in view["players"]), 20)
    lines = [_track("bl", view["black_train"], "bold", "##", spaces, view["black_train_end"])]
    for player in view["players"]:
        seat = player["seat"]
        lines.append(_track(f"t{seat}", player["train"], f"bold {COLOURS[seat]}", f"t{seat}", spaces, None))
    return "\n".join(lines)


def _track(label: str, at: int, style: str, mark: str, spaces: int, end: int | None) -> str:
    cells = ["-|-" if space == end else "---" for space in range(1, spaces + 1)]
    before, after = "".join(cells[: at - 1]), "".join(cells[at:])
    return f"[{style}]{label}[/] [dim]{before}[/][{style}]{mark:^3}[/][dim]{after}[/]"


def _prices(view: Json, tables: Json) -> str:
    companies: Mapping[str, Any] = tables.get("companies", {})
    prices = "  ".join(
        f"{escape(plain(companies.get(company, company)))} [bold]{dollars(price)}[/]"
        for company, price in view["prices"].items()
    )
    decks = f"red {view['red_deck']['left']}, beige {view['beige_deck']['left']}"
    return (
        f"{prices}\n"
        f"oil in the supply {view['supply']}, licences in the deck {view['licence_deck']['left']}, cards left: {decks}"
    )


def _players(view: Json, names: Names) -> RenderableType:
    companies = list(view["prices"])
    depots = "oil " + "/".join(company[0].upper() for company in companies)
    table = players_table("money", "lic 1s/2s", "truck", "train", "derricks", depots, "lic/points")
    for player in view["players"]:
        hand = player["licences"]
        held = str(player["licence_cards"])
        if hand is not None:
            held += f": {hand['ones']}/{hand['twos']}"
        mark = "*" if player["seat"] == view["first_player"] else ""
        table.add_row(
            f"{names.seat(player['seat'])}{mark}",
            dollars(player["money"]) if player["money"] is not None else "hidden",
            held,
            player["truck"] or "-",
            str(player["train"]),
            f"{len(player['derricks'])} of {len(player['derricks']) + player['derricks_left']}",
            "/".join(str(player["depots"][company]) for company in companies),
            _card(player["card"]) if player["card"] else "-",
        )
    return table


def _card(card: Json) -> str:
    special = "".join(f" {name}{card[name]}" for name in ("price", "oil", "back") if card[name])
    return f"{card['licences']}/{card['points']}{special}"


def _open_cards(view: Json) -> str | None:
    cards = view["open_cards"]
    return "open cards (licences/points): " + "; ".join(_card_in_colour(card) for card in cards) if cards else None


def _card_in_colour(card: Json) -> str:
    return f"[{'red' if card['red'] else 'yellow'}]{_card(card)}[/]"


def _now(view: Json, names: Names) -> str | None:
    movement, auction = view["movement"], view["auction"]
    if movement:
        return f"{names.seat(movement['seat'])} moves: [bold]{movement['points']}[/] points left"
    if auction:
        bid = f"{auction['bid']} by {names.seat(auction['leader'])}" if auction["bid"] is not None else "none yet"
        live = ", ".join(names.seat(seat) for seat in auction["live"])
        return f"auction of {escape(plain(auction['company']))}: highest bid {bid}; still in: {live}"
    return None


_SPECIALS = {"price": "moves a price by {}", "oil": "{} free oil", "back": "trains back {}"}


def card_in_words(card: Any) -> str:
    """Return what is printed on a card, as its id tells: `beige-5-8` has 5 licences and 8 movement points."""
    found = re.fullmatch(r"(?:red-\d-|beige-)(\d+)-(\d+)(?:-(price|oil|back)(?:-(\d+))?)?", str(card))
    if not found:
        return escape(plain(card))
    colour = str(card).partition("-")[0]
    special = f", {_SPECIALS[found[3]].format(found[4] or 1)}" if found[3] else ""
    return f"{colour} card with {found[1]} licences and {found[2]} points{special}"


def _shipped(event: Mapping[str, Any], names: Names) -> str:
    paid = [f"{dollars(event['to_bank'])} to the bank"] if event["to_bank"] else []
    paid += [f"{dollars(one['amount'])} to {names.seat(one['seat'])}" for one in event["payments"]]
    cost = f" for {', '.join(paid)}" if paid else ""
    return (
        f"{names.seat(event['seat'])} shipped a marker from {escape(event['site'])} to "
        f"{names.thing(event['company'])} by {_carrier(event, names)}{cost}"
    )


def _carrier(told: Mapping[str, Any], names: Names) -> str:
    """Return whose train carries: in an event, or in a command."""
    opponent = told.get("opponent")
    return f"the {names.thing(told['carrier'])} train" if opponent is None else f"the train of {names.seat(opponent)}"


def _moved(event: Mapping[str, Any]) -> str:
    """Return how far a price has moved, where the event records it."""
    steps = event.get("actual_steps")
    return "" if steps is None else f" moves by {steps:+} and" if steps else " stays and"


def _rolled(event: Mapping[str, Any], names: Names) -> str:
    return (
        f"{names.thing(event['company'])}: the die shows {event['colour']} {event['steps']}, "
        f"the price{_moved(event)} is now {dollars(event['price'])}"
    )


def _shifted(event: Mapping[str, Any], names: Names) -> str:
    steps = event.get("actual_steps")
    chosen = f" ({event['steps']:+} were chosen)" if steps not in {None, event["steps"]} else ""
    return (
        f"{names.seat(event['seat'])} moved the price of {names.thing(event['company'])} by "
        f"{event['steps'] if steps is None else steps:+}{chosen} to {dollars(event['price'])}"
    )


def _ship(command: Mapping[str, Any], names: Names) -> str:
    return f"ship from {escape(command['site'])} to {names.thing(command['company'])} by {_carrier(command, names)}"


def _pushed(event: Mapping[str, Any], names: Names) -> str:
    trains = ", ".join(f"{names.seat(train['seat'])} to {train['space']}" for train in event["trains"])
    return f"{names.seat(event['seat'])} pushed trains back by {event['spaces']}: {trains}"


EVENTS: Mapping[str, Sentence] = {
    "giganten.first_player_drawn": "{seat:@} begins",
    "giganten.round_started": "[bold]round {round}[/] begins, {first_player:@} first",
    "giganten.phase_started": "phase {phase} begins",
    "giganten.price_rolled": _rolled,
    "giganten.red_card_revealed": lambda event, _: f"open: {card_in_words(event['card'])}",
    "giganten.black_train_advanced": "the black train went on {spaces} to space {to}",
    "giganten.beige_card_revealed": lambda event, _: f"open: {card_in_words(event['card'])}",
    "giganten.deck_reshuffled": "{cards} discards became the new deck of {deck}",
    "giganten.action_card_taken": lambda event, names: (
        f"{names.seat(event['seat'])} took the {card_in_words(event['card'])}"
    ),
    "giganten.action_card_left": lambda event, _: f"nobody took the {card_in_words(event['card'])}",
    "giganten.licences_dealt": "{seat:@} was dealt {cards} licence{cards:s}",
    "giganten.licences_short": "the licences ran out: {seat:@} goes without {cards}",
    "giganten.truck_placed": "the truck of {seat:@} enters on {square}",
    "giganten.truck_driven": "{seat:@} drove to {way:last} for {points} point{points:s}",
    "giganten.site_inspected": "{seat:@} looked under the tile on {site}",
    "giganten.draws_sealed": "how that was drawn is sealed until the end",
    "giganten.train_advanced": "{seat:@} advanced the train by {spaces} to space {to} for {points} point{points:s}",
    "giganten.movement_ended": "{seat:@} ended the movement, {points_lost} point{points_lost:s} lost",
    "giganten.price_shifted": _shifted,
    "giganten.free_oil_stored": "{seat:@} stored a free marker at {company:~}",
    "giganten.trains_pushed_back": _pushed,
    "giganten.special_declined": "{seat:@} does without the special",
    "giganten.action_card_discarded": "{seat:@} laid the card aside",
    "giganten.derrick_built": "{seat:@} built on {site} for {cost:$}: {value} markers of oil",
    "giganten.drilling_declined": "{seat:@} builds nothing",
    "giganten.oil_shipped": _shipped,
    "giganten.oil_discarded": "{seat:@} gave up a marker from {site} ({reason:~})",
    "giganten.derrick_exhausted": "the derrick of {seat:@} on {site} is exhausted",
    "giganten.auction_opened": "the right to sell to {company:~} is up, attempt {attempt}",
    "giganten.bid_placed": "{seat:@} bids {value} for {company:~}",
    "giganten.bid_passed": "{seat:@} passes",
    "giganten.auction_won": "{seat:@} wins {company:~} with {bid}",
    "giganten.bluff_called": "{seat:@} cannot pay {bid} for {company:~}: a bluff that costs {cards} licence{cards:s}",
    "giganten.licences_forfeited": "{seat:@} loses {ones} of value 1 and {twos} of value 2",
    "giganten.licences_paid": "{seat:@} pays {ones} of value 1 and {twos} of value 2",
    "giganten.auction_failed": "nobody sells to {company:~}",
    "giganten.oil_sold": "{seat:@} sold {markers} marker{markers:s} to {company:~} at {price:$} for {proceeds:$}",
    "giganten.price_inflated": "the price of {company:~} moved by {steps:+} to {price:$}",
    "giganten.excess_returned": "{seat:@} gave {markers} marker{markers:s} at {company:~} back for {refund:$}",
}

COMMANDS: Mapping[str, Sentence] = {
    "giganten.place_truck": "enter with the truck on {square}",
    "giganten.take_action_card": lambda command, _: f"take the {card_in_words(command['card'])}",
    "giganten.drive_truck": "drive the truck to {to}",
    "giganten.inspect_site": "look under the tile on {site}",
    "giganten.advance_train": "advance the train by {spaces}",
    "giganten.end_movement": "end the movement",
    "giganten.shift_price": "move the price of {company:~} by {steps}, direction {direction:+}",
    "giganten.store_free_oil": "store the free marker at {company:~}",
    "giganten.push_trains_back": "push all other trains back",
    "giganten.decline_special": "do without the special",
    "giganten.build_derrick": "build a derrick on {site}",
    "giganten.decline_drilling": "build nothing",
    "giganten.ship_oil": _ship,
    "giganten.discard_oil": "give up the marker from {site}",
    "giganten.bid": "bid {value}",
    "giganten.pass_bid": "pass",
    "giganten.pay_licences": "pay {ones} of value 1 and {twos} of value 2",
    "giganten.forfeit_licences": "give up {ones} of value 1 and {twos} of value 2",
    "giganten.sell_oil": "sell {markers} marker{markers:s}",
}


def things(tables: Json) -> dict[str, str]:
    """Return the names of the companies."""
    return dict(tables.get("companies", {}))


GIGANTEN = Title(
    board=board,
    events=EVENTS,
    commands=COMMANDS,
    quiet=frozenset({"giganten.draws_sealed", "giganten.phase_started", "giganten.action_card_discarded"}),
    things=things,
)
