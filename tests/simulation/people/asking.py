"""The requests of people in a game, as the routes pass them to the use case."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from domain.game.clock_decisions import return_to_seat, take_vacation
from domain.game.decide import Decided
from domain.game.game import Game
from domain.kernel.values import Seat
from domain.ledger.times import micros
from service.core.parts import Parts
from service.core.store.recorder import Origin
from service.play.loaded import Done
from service.play.play import Play
from service.play.requests import Answer, SeatTaking

Ask: TypeAlias = Callable[[Parts, Origin], Awaitable[Done]]
"""A request to one process, with its origin."""


def taking(game: str, seat: Seat, player: str) -> Ask:
    """Return the request to take a seat."""

    async def ask(parts: Parts, origin: Origin) -> Done:
        loaded = await parts.get(Play).load(game)
        return await parts.get(Play).take_seat(loaded, SeatTaking(seat, player), origin=origin)

    return ask


def starting(game: str) -> Ask:
    """Return the request to start a game."""

    async def ask(parts: Parts, origin: Origin) -> Done:
        return await parts.get(Play).start(await parts.get(Play).load(game), origin=origin)

    return ask


def answering(game: str, seat: Seat, answer: Answer) -> Ask:
    """Return the request to answer a decision."""

    async def ask(parts: Parts, origin: Origin) -> Done:
        return await parts.get(Play).command(await parts.get(Play).load(game), lambda _: seat, answer, origin)

    return ask


def resigning(game: str, seat: Seat) -> Ask:
    """Return the request to give a seat up to a bot."""

    async def ask(parts: Parts, origin: Origin) -> Done:
        return await parts.get(Play).resign(await parts.get(Play).load(game), lambda _: seat, "random", origin)

    return ask


def taking_back(game: str, seat: Seat, decision: str) -> Ask:
    """Return the request to take the last decision back."""

    async def ask(parts: Parts, origin: Origin) -> Done:
        return await parts.get(Play).take_back(await parts.get(Play).load(game), lambda _: seat, decision, origin)

    return ask


def vacation(game: str, seat: Seat, seconds: int) -> Ask:
    """Return the request to stop the clock of a seat."""
    return deciding(game, seat, lambda now, at: take_vacation(now, seat, seconds, micros(at)))


def returning(game: str, seat: Seat) -> Ask:
    """Return the request to return to a seat that the clock gave to a bot."""
    return deciding(game, seat, lambda now, _: return_to_seat(now, seat))


def deciding(game: str, seat: Seat | None, decide: Callable[[Game, str], Decided]) -> Ask:
    """Return the request to append what a function decides."""

    async def ask(parts: Parts, origin: Origin) -> Done:
        loaded = await parts.get(Play).load(game)
        return await parts.get(Play).act_at(loaded, lambda now, at: (seat, decide(now, at)), origin)

    return ask
