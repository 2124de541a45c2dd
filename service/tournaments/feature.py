"""Tournaments."""

import asyncio
from collections.abc import Iterable
from functools import partial

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.worker import Background, Started
from service.lists.api.tournament_games import TournamentGames
from service.play.api.owning import Owners
from service.play.play import Play
from service.tournaments.api import routes as tournaments
from service.tournaments.api.directing import direction_of
from service.tournaments.api.refusals import PROBLEM_OF
from service.tournaments.personal import PERSONAL
from service.tournaments.tournaments import Tournaments


def build(parts: Parts) -> None:
    """Build the use case."""
    parts.add(Tournaments(parts.get(Play)))


def connect(parts: Parts) -> None:
    """Tell the owners of games who directs their tournaments, and the lists which games are theirs."""
    held = parts.get(Tournaments)
    parts.get(Owners).direction_of = partial(direction_of, held)
    parts.get(TournamentGames).of = held.games_of


def background(parts: Parts) -> Iterable[Background]:
    """End the process that draws pairings."""
    pairing = parts.get(Tournaments).pairing
    yield Started(stop=lambda: asyncio.to_thread(pairing.close))


feature = Feature(
    "tournaments",
    routes=(tournaments.router, tournaments.own_router),
    parts={"tournaments": Tournaments},
    problems=PROBLEM_OF,
    personal=PERSONAL,
    build=build,
    connect=connect,
    background=background,
)
