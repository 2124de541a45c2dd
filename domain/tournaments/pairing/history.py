"""What a paired round adds to the history of its players."""

from collections.abc import Iterable

import msgspec

from domain.tournaments.pairing.sizes import is_short
from domain.tournaments.pairing.values import Entrant, Pairing, PairingInput, SeatCount


def after(given: PairingInput, pairing: Pairing) -> PairingInput:
    """Return the input of the round after a pairing, with the same points and ranks and a round less to come."""
    entrants = {entrant.player: entrant for entrant in given.entrants}
    for player in pairing.byes:
        entrants[player] = msgspec.structs.replace(entrants[player], byes=entrants[player].byes + 1)
    for table in pairing.tables:
        for seat, player in enumerate(table.players):
            opponents = [other for other in table.players if other != player]
            entrants[player] = _seated(entrants[player], seat, opponents, given.sizes)
    return msgspec.structs.replace(
        given,
        entrants=tuple(entrants[entrant.player] for entrant in given.entrants),
        rounds_left=max(given.rounds_left - 1, 1),
    )


def _seated(entrant: Entrant, seat: int, opponents: list[str], sizes: tuple[int, ...]) -> Entrant:
    size = len(opponents) + 1
    met = {**entrant.met, **{player: entrant.met.get(player, 0) + 1 for player in opponents}}
    return msgspec.structs.replace(
        entrant,
        met=met,
        seats=_counted(entrant.seats, size, seat),
        short_tables=entrant.short_tables + is_short(size, sizes),
    )


def _counted(seats: Iterable[SeatCount], size: int, seat: int) -> tuple[SeatCount, ...]:
    counts = {(had.size, had.seat): had.times for had in seats}
    counts[size, seat] = counts.get((size, seat), 0) + 1
    return tuple(SeatCount(size, seat, times) for (size, seat), times in sorted(counts.items()))
