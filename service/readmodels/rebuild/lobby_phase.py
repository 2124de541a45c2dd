"""The first phase of a rebuild. Of old events, it reads only those of the lobby.

The changes of old events are not kept, and the other rows of a game that is over follow from its lobby events. Other
games are folded once: in a later page with their next events, or at the end of the rebuild if there are none.
"""

from collections.abc import Iterable, Sequence

from projections.following import Part
from service.readmodels.log import GameFolder, Log, lobby_parts
from service.readmodels.pages import FoldedPage, Target
from service.readmodels.registry import PROJECTIONS
from service.readmodels.tables.activity import KEPT


def lobby_phase_end(log: Log, names: Iterable[str], kept: int = KEPT) -> int:
    """Return the position up to which the lobby events suffice for these projections; 0 or less: there is none.

    `kept` is the number of positions before the last change whose changes are kept.
    """
    projections = [PROJECTIONS[name] for name in names]
    if all(each.needs_only_lobby for each in projections):
        # all pages are of lobby events then, and no game has to be folded
        return 0
    if any(each.keeps_last_changes for each in projections):
        # at or before the last change of the tables: no kept change is left out
        return log.last_change() - kept
    return log.last()


class LobbyPhase:
    """The pages up to a position, and the games that were not over then."""

    def __init__(self, log: Log, end: int) -> None:
        self._log = log
        self._end = end
        self._unfinished: dict[str, None] = {}

    def page(self, targets: Sequence[Target], limit: int) -> FoldedPage | None:
        """Return the next page; None if the phase is over. The targets have the same position."""
        position = targets[0].position
        if position >= self._end:
            return None
        lobby, end = self._log.lobby_page(position, self._end, limit)
        parts = lobby_parts(self._log, lobby)
        for part in parts:
            if part.after.game.is_over:
                self._unfinished.pop(part.after.game.id, None)
            else:
                self._unfinished[part.after.game.id] = None
        return FoldedPage(tuple(targets), tuple(parts), end, end - position, has_kept_changes=False)

    def follow(self, parts: Iterable[Part]) -> None:
        """Follow a later page: its games are folded."""
        for part in parts:
            self._unfinished.pop(part.after.game.id, None)

    def rest(self, targets: Sequence[Target], folder: GameFolder, limit: int) -> FoldedPage | None:
        """Return the rows of further games without later events, about `limit` events; None if there is none left.

        A game that has got events in the meantime is written again with their page.
        """
        parts, events = list[Part](), 0
        while self._unfinished and events < limit:
            game, _ = self._unfinished.popitem()
            after = folder.whole(game)
            parts.append(Part(after, in_lobby=False, has_ended=False))
            events += after.version
        if not parts:
            return None
        return FoldedPage(tuple(targets), tuple(parts), targets[0].position, events, has_kept_changes=False)
