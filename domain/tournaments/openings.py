"""The games of a round: what the service opens, under ids that are known before."""

from typing import Any

from msgspec import UNSET

from domain.game.decide import NewGame
from domain.game.reservations import MAX_NAME, MAX_SUBSTITUTES
from domain.game.terms import Terms as GameTerms
from domain.kernel.values import Value
from domain.rulesets import ruleset_of
from domain.tournaments.state import Round, Table, Tournament
from domain.tournaments.terms import Terms


class PlannedGame(Value, frozen=True):
    """A game to be opened. A game of this id that exists already is this game: another process has opened it."""

    id: str
    round: int
    table: int
    new: NewGame


def planned_games(tournament: Tournament) -> tuple[PlannedGame, ...]:
    """Return the games of the published rounds whose games have not been opened (rule 6.1)."""
    return tuple(
        PlannedGame(table.game, held.number, table.number, _new_game(tournament, held, table))
        for held in tournament.rounds
        if not held.is_open and not tournament.is_over
        for table in held.tables
        if not table.is_decided
    )


def awaited_games(tournament: Tournament) -> tuple[str, ...]:
    """Return the ids of the games whose results are awaited."""
    return tuple(table.game for held in tournament.rounds for table in held.tables if not table.is_decided)


def sample_game(terms: Terms, size: int) -> NewGame:
    """Return a game as the tournament would open it, with invented players, to check the terms with."""
    players = tuple(f"player:{number}" for number in range(size))
    start = "2026-01-01T00:00:00.000000Z"
    return _game(terms, players, ("player:substitute",), start, ("player:owner", terms.name, "0" * 32))


def _new_game(tournament: Tournament, held: Round, table: Table) -> NewGame:
    terms = tournament.terms
    scheduled = terms.starts[held.number - 1] if held.number <= len(terms.starts) else ""
    substitutes = tuple(player for player in tournament.substitutes if player not in table.players)
    label = f", {held.number}.{table.number}"
    name = terms.name[: MAX_NAME - len(label)] + label
    start = max(scheduled, held.published_at)
    owned = (game_owner(tournament, table), name, tag_of(tournament.id))
    return _game(terms, table.players, substitutes[:MAX_SUBSTITUTES], start, owned)


def tag_of(tournament: str) -> str:
    """Return the tag of the games of a tournament: its id without hyphens, by which lists of games find them."""
    return tournament.replace("-", "")


def game_owner(tournament: Tournament, table: Table) -> str:
    """Return the organiser who owns a game: the first owner or director who does not play in it (rule 6.1).

    If all play in it, the first one: the owner of the tournament, unless the account was deleted.
    """
    heads = [player for player, role in tournament.organisers.items() if role in {"owner", "director"}]
    return next((player for player in heads if player not in table.players), [*heads, tournament.opened.owner][0])


def _game(
    terms: Terms, players: tuple[str, ...], substitutes: tuple[str, ...], starts_at: str, owned: tuple[str, str, str]
) -> NewGame:
    given: dict[str, Any] = {"substitutes": substitutes} if substitutes else {}
    given["others_left"] = "end"
    for name in ("clock", "rated", "no_show", "grace"):
        if getattr(terms, name) is not UNSET:
            given[name] = getattr(terms, name)
    owner, name, tag = owned
    return NewGame(
        ruleset_of(terms.ruleset, terms.ruleset_version),
        len(players),
        terms.options,
        terms.data_set,
        owner,
        terms.visibility,
        terms.spectators,
        terms=GameTerms(reserved=players, starts_at=starts_at, name=name, tags=(tag,), **given),
    )
