"""The events and commands of Siberia in words."""

from collections.abc import Mapping
from typing import Any

from rich.markup import escape

from service.terminal.display.words import Json, Names, Sentence, WithSecret
from service.terminal.titles.siberia.board import RESOURCES


def _revealed(event: Mapping[str, Any], names: Names) -> str:
    text = "; ".join(
        f"{names.seat(placement['seat'])}: "
        + ", ".join(f"{names.thing(laid['token'])} in {names.thing(laid['spot'])}" for laid in placement["tokens"])
        for placement in event["placements"]
    )
    return f"all tokens are revealed: {text}"


def _exhausted(event: Mapping[str, Any], names: Names) -> str:
    home = ", ".join(f"{one['workers']} of {names.seat(one['seat'])}" for one in event["sent_home"])
    sent = f"; workers sent home: {home}" if home else ""
    return f"{names.thing(event['area'])} is exhausted, as number {event['number']}{sent}"


def _sides(event: Mapping[str, Any], names: Names) -> str:
    who = names.seat(event["seat"]) + " chose" if event["seat"] is not None else "chance or the options say"
    return f"{who} the sides {escape(event['sides'])} of the exchanges"


def _changed(event: Mapping[str, Any], names: Names) -> str:
    token, spot = names.thing(event["token"]), names.thing(event["spot"])
    if event["taken_back"]:
        return f"{event['who']} took {token} back from {spot}"
    return f"{event['who']} placed {token} in {spot}"


def _changed_unseen(event: Mapping[str, Any], names: Names) -> str:
    return f"{names.seat(event['seat'])} placed a token or took one back, unseen"


EVENTS: Mapping[str, Sentence] = {
    "siberia.first_player_drawn": "{seat:@} begins",
    "siberia.area_seeded": "{area:~} has {resources:~}",
    "siberia.sides_chosen": _sides,
    "siberia.investment_revealed": "an investment lies open: {tile:~}",
    "siberia.round_started": "[bold]round {round}[/] begins, {first_player:@} first",
    "siberia.phase_started": "phase {phase} begins",
    "siberia.tokens_drawn": "{seat:@} drew {count} token{count:s}",
    "siberia.drawing_ended": "all have drawn",
    "siberia.token_placed": "{seat:@} placed a token unseen, {left} left",
    "siberia.placing_changed": WithSecret(_changed, _changed_unseen),
    "siberia.placing_ended": "{seat:@} is done placing",
    "siberia.placements_revealed": _revealed,
    "siberia.turn_started": "it is the turn of {seat:@}",
    "siberia.round_passed": "{seat:@} passes for this round",
    "siberia.action_voided": "{seat:@} used {column:~} for nothing",
    "siberia.resource_placed": "{seat:@} found {resource:~} in {area:~}",
    "siberia.research_failed": "the research of {seat:@} with {token:~} found nothing",
    "siberia.joker_played": "{seat:@} played a manager as a joker into {column:~}",
    "siberia.logistics_started": "{seat:@} uses logistics: {moves} moves",
    "siberia.worker_moved": "{seat:@} moved a worker from {origin:~} to {to:~} for {moves} move{moves:s}",
    "siberia.logistics_ended": "{seat:@} ended logistics, {unused} move{unused:s} unused",
    "siberia.salesman_placed": "{seat:@} sent a salesman to {exchange:~} from {origin:~}",
    "siberia.worker_placed": "{seat:@} put a worker at the start, from {origin:~}",
    "siberia.investment_taken": "{seat:@} took the investment {tile:~}",
    "siberia.cubes_sold": "{seat:@} mined {areas:n} {resource:~} ({areas:~}) and sold at {exchange:~} for {proceeds:$}",
    "siberia.area_exhausted": _exhausted,
    "siberia.end_triggered": "the end is near: {reason:~}",
    "siberia.token_returned": "{seat:@} returned {token:~} from {column:~}",
    "siberia.play_ended": "play is over ({reason:~})",
}

COMMANDS: Mapping[str, Sentence] = {
    "siberia.choose_sides": "turn the exchange tiles to {sides}",
    "siberia.place_token": "place {token:~} in {spot:~}",
    "siberia.take_back": "take back {token:~} from {spot:~}",
    "siberia.end_placing": "be done: all tokens stay where they lie",
    "siberia.pass": "pass for this round",
    "siberia.void_action": "use {column:~} for nothing",
    "siberia.place_resource": "with {token:~}, place {resource:~} in {area:~}",
    "siberia.play_joker": "play a manager as a joker into {column:~}",
    "siberia.use_logistics": "use logistics",
    "siberia.move_worker": "move a worker from {origin:~} to {to:~}",
    "siberia.end_logistics": "end logistics",
    "siberia.place_salesman": "send a salesman to {exchange:~} from {origin:~}",
    "siberia.place_worker": "put a worker at the start, from {origin:~}",
    "siberia.take_investment": "take the investment {tile:~}",
    "siberia.sell_cubes": "mine {resource:~} in {areas:~} and sell at {exchange:~}",
    "siberia.return_token": "return {token:~} from {column:~}",
}


def names_of_things(tables: Json) -> dict[str, str]:
    """Return the names of areas, exchanges and tokens."""
    found: dict[str, str] = {}
    board_map, exchanges = tables.get("map", {}), tables.get("exchanges", {})
    found[str(board_map.get("start", ""))] = str(board_map.get("start_name", ""))
    named: list[Json] = [*board_map.get("areas", []), exchanges.get("always", {})]
    for tile in exchanges.get("tiles", []):
        named += [tile["a"], tile["b"]]
    found |= {str(one["id"]): str(one["name"]) for one in named if "id" in one and "name" in one}
    people = ("logistics", "salesman", "worker", "investor")
    return found | {f"{who}_{what}": f"{who}+{what}" for who in people for what in RESOURCES}
