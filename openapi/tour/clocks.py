"""The requests about clocks."""

import datetime

from openapi.tour.visit import Visit


def show(visit: Visit) -> None:
    """Open a game with a clock, take a vacation, and try to return to a seat."""
    visit.ask("clocks", "the presets")
    body = {"ruleset": "giganten", "seats": 3, "clock": {"preset": "correspondence", "strikes": 2}}
    keyed = {"Idempotency-Key": visit.collector.key()}
    game = visit.ask("openGame", "with a clock", visit.ada, body=body, headers=keyed)["id"]
    wrong = {**body, "clock": {"allowance": "P1M"}}
    visit.ask("openGame", "a month has no fixed length", visit.ada, body=wrong)
    for seat, token in enumerate((visit.ada, visit.bo, visit.cy)):
        visit.collector.quietly("put", f"/v1/games/{game}/seats/{seat}", token, {})
    path = {"game": game, "seat": 0}
    day = {"duration": "P1D"}
    visit.ask("takeVacation", "too early", visit.ada, body=day, **path)
    visit.collector.quietly("post", f"/v1/games/{game}/start", visit.ada)
    visit.ask("decisions", "with a clock", visit.ada, game=game)
    visit.ask_twice("takeVacation", "a day", visit.ada, body=day, **path)
    visit.ask("takeVacation", "reused", visit.ada, body={"duration": "P2D"}, headers=visit.keyed, **path)
    visit.ask("takeVacation", "while it runs", visit.ada, body=day, **path)
    visit.ask("takeVacation", "too long", visit.bo, body={"duration": "P5W"}, game=game, seat=1)
    visit.ask("takeVacation", "malformed", visit.ada, body={"duration": "soon"}, **path)
    visit.ask("takeVacation", "no duration", visit.ada, body={}, **path)
    visit.ask("takeVacation", "only to read", visit.reader, body=day, **path)
    visit.ask("takeVacation", "not your seat", visit.bo, body=day, **path)
    visit.ask("takeVacation", "unknown", visit.ada, body=day, game="nonsense", seat=0)
    visit.ask("returnToSeat", "you have not left it", visit.ada, **path)
    visit.ask("returnToSeat", "not your seat", visit.bo, **path)
    visit.ask("returnToSeat", "only to read", visit.reader, **path)
    visit.ask("returnToSeat", "unknown", visit.ada, game="nonsense", seat=0)


def run_out(visit: Visit) -> None:
    """Let a clock run out, and return to the seat. The clock of the service is set forward by two days."""
    clock = {"allowance": "PT1H", "bank": "PT0S", "strikes": 1, "on_empty": "bot"}
    game = visit.seated_game("minos", {"first_player": "seat_0"}, clock=clock)
    visit.collector.let_clock_run_out(game, datetime.timedelta(days=2))
    visit.ask_twice("returnToSeat", "you play again", visit.ada, game=game, seat=0)
