"""Drawing, editing and publishing the next round (chapter 4)."""

from msgspec import UNSET

from domain.kernel.values import Event, Value
from domain.tournaments.commands import PublishRound
from domain.tournaments.decide.edits import edited
from domain.tournaments.events.rounds import LineUp, PublishedTable, RoundPublished
from domain.tournaments.formats.draw import draw, rounds_of
from domain.tournaments.formats.drawn import Drawn, cost_text
from domain.tournaments.game_ids import game_id
from domain.tournaments.pairing import Cost, cost_of
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament, round_seed
from domain.tournaments.terms import Heats

MAX_ATTEMPTS = 100
MAX_EDITS = 200


class Draft(Value, frozen=True):
    """The next round as it would be published now. Only organisers may see it."""

    drawn: Drawn
    tables: LineUp
    byes: tuple[str, ...]
    cost: dict[str, str]
    seed: bytes
    edition: int


def draft_round(tournament: Tournament, act: PublishRound, disclosed: bytes | None = None) -> Draft:
    """Return the next round, drawn and edited as an act says. Raises Refused.

    `disclosed` is the seed of the round for a reader who does not know that of the tournament.
    """
    need_next_round(tournament, act.round)
    if not 0 <= act.attempt < MAX_ATTEMPTS or len(act.edits) > MAX_EDITS:
        raise Refused(
            "4.3",
            "a round has the attempts 0 to {last}, and {edits} edits at most",
            "edits" if 0 <= act.attempt < MAX_ATTEMPTS else "attempt",
            last=MAX_ATTEMPTS - 1,
            edits=MAX_EDITS,
        )
    if tournament.terms.check_in > 0 and tournament.check_in is None:
        raise Refused("3.1", "check-in for round {round} has to be opened first", round=act.round)
    edition = tournament.withdrawn_editions.get(act.round, 0)
    seed = round_seed(tournament.seed, act.round, edition) if disclosed is None else disclosed
    drawn = draw(tournament, seed, act.attempt)
    tables, byes = edited(drawn.tables, drawn.byes, act.edits)
    for table in tables:
        if len(table) not in tournament.terms.sizes:
            reason = "a table of {size} is not allowed in this tournament: edit it again"
            raise Refused("4.3", reason, "edits", size=len(table))
    if not tables:
        raise Refused("4.1", "no table has enough players: wait for more")
    return Draft(drawn, tables, byes, _cost(drawn, tables, byes), seed, edition)


def _cost(drawn: Drawn, tables: LineUp, byes: tuple[str, ...]) -> dict[str, str]:
    """Return the cost of tables. Knock-out rounds have none, nor has a league whose divisions edits have mixed."""
    costs: list[Cost] = []
    for given in drawn.conditions:
        players = {entrant.player for entrant in given.entrants}
        mine = [table for table in tables if players & {*table}]
        if any(not players >= {*table} for table in mine):
            return {}
        costs.append(cost_of(given, mine, [player for player in byes if player in players]))
    return cost_text(costs) if costs else {}


def need_next_round(tournament: Tournament, number: int) -> None:
    """Refuse an act about another round than the next one, or before the next one is possible (rule 4.2)."""
    if number != tournament.next_round:
        raise Refused("4.2", "round {round} is the next one", round=tournament.next_round)
    if number > rounds_of(tournament):
        raise Refused("4.2", "the tournament has {rounds} rounds: finish it", rounds=rounds_of(tournament))
    form = tournament.terms.format
    if tournament.terms.overlap and not isinstance(form, Heats):
        return
    running = [held.number for held in tournament.rounds if held.closed_at is None]
    if running:
        raise Refused("4.2", "round {round} has to be closed first", round=running[0])


def publish(tournament: Tournament, act: PublishRound, author: str | None, disclosed: bytes | None = None) -> Event:
    """Return the event that publishes the next round (rules 4.1 to 4.4). `disclosed` is as in `draft_round`."""
    draft = draft_round(tournament, act, disclosed)
    drawn = draft.drawn
    return RoundPublished(
        round=act.round,
        edition=draft.edition,
        stage=drawn.stage,
        tables=tuple(
            PublishedTable(players, game_id(tournament.id, act.round, draft.edition, number))
            for number, players in enumerate(draft.tables, 1)
        ),
        byes=draft.byes,
        seed=draft.seed.hex(),
        attempt=act.attempt,
        edits=act.edits,
        cost=draft.cost,
        author=author,
        schedule=UNSET if drawn.schedule is None else drawn.schedule,
        divisions=UNSET if drawn.divisions is None else drawn.divisions,
    )
