"""The checks that many acts share."""

from domain.game.events import REGISTERED
from domain.kernel.values import Value
from domain.tournaments.fields import MAX_PLAYER_ID, MAX_REASON
from domain.tournaments.refusals import Refused, RoleLackingError
from domain.tournaments.state import Entrant, Round, Table, Tournament
from domain.tournaments.terms import Role

RANKS: dict[Role, int] = {"helper": 1, "director": 2, "owner": 3}
"""The roles; a higher one may do everything that a lower one may."""


class Asked(Value, frozen=True):
    """The author and the time of an act, and what the service knows in addition to the log."""

    author: str
    at: str
    started: frozenset[str] = frozenset()
    """The ids of the games of the tournament that have started."""


def is_organiser(tournament: Tournament, player: str, role: Role) -> bool:
    """Whether a player has a role, or a higher one (rule 1.3)."""
    held = tournament.organisers.get(player)
    return held is not None and RANKS[held] >= RANKS[role]


def need_role(tournament: Tournament, player: str, role: Role) -> None:
    """Refuse the act unless the player has the role."""
    if not is_organiser(tournament, player, role):
        raise _lacks(role)


def need_owner(tournament: Tournament, player: str) -> None:
    """Refuse the act unless the player opened the tournament, also if the role ended with the account (rule 8.2)."""
    if player != tournament.opened.owner:
        raise _lacks("owner")


def _lacks(role: Role) -> RoleLackingError:
    return RoleLackingError("this needs the role {role} of the tournament: ask its owner for it", role=role)


def need_dismissible(tournament: Tournament, player: str) -> None:
    """Refuse to dismiss the owner (rule 1.3)."""
    if player == tournament.opened.owner:
        raise Refused("1.3", "a tournament keeps its owner: cancel it instead")


def need_going_on(tournament: Tournament) -> None:
    """Refuse the act if the tournament is over."""
    if tournament.is_over:
        rule = "8.2" if tournament.status == "cancelled" else "8.1"
        if tournament.status == "cancelled":
            raise Refused(rule, "the tournament is cancelled: nothing changes any more")
        raise Refused(rule, "the tournament is ended: nothing changes any more")


def need_before_start(tournament: Tournament, rule: str) -> None:
    """Refuse an act that a rule allows before the first round is published."""
    if tournament.rounds:
        raise Refused(rule, "round 1 has been published: this is possible before it only")


def need_running(tournament: Tournament) -> None:
    """Refuse the act before the first round was published."""
    if not tournament.rounds:
        raise Refused("4.1", "this is possible after round 1 has been published")


def need_reason(reason: str) -> None:
    """Refuse a reason that is blank or too long."""
    if not reason.strip() or len(reason) > MAX_REASON:
        raise Refused("9.1", "give a reason of 1 to {most} characters", "reason", most=MAX_REASON)


def need_player(player: str, field: str | None = "player") -> None:
    """Refuse a player who has not signed up; `field` names the player in the act."""
    if not player.startswith(REGISTERED) or len(player) > MAX_PLAYER_ID:
        reason = "only players who have signed up take part: their ids begin with `player:`"
        raise Refused("2.1", reason, field)


def entrant_of(tournament: Tournament, player: str) -> Entrant:
    """Return an active player; refuse any other."""
    entrant = tournament.entrants.get(player)
    if entrant is None or entrant.status != "active":
        raise Refused("2.1", "{player} does not take part in the tournament: register first", player=player)
    return entrant


def known_player(tournament: Tournament, player: str) -> None:
    """Refuse a player who never took part."""
    if player not in tournament.entrants:
        raise Refused("2.1", "{player} never took part in the tournament: check the id", player=player)


def published_round(tournament: Tournament, number: int) -> Round:
    """Return a published round; refuse the act if there is none."""
    held = tournament.round(number)
    if held is None:
        raise Refused("4.1", "round {round} has not been published: publish it first", round=number)
    return held


def table_of_round(held: Round, number: int) -> Table:
    """Return a table of a round; refuse the act if there is none."""
    if not 1 <= number <= len(held.tables):
        raise Refused(
            "4.1", "round {round} has the tables 1 to {tables}", "table", round=held.number, tables=len(held.tables)
        )
    return held.tables[number - 1]
