"""The first phase of a rebuild: in the old part of the log, it reads only lobby events.

The changes of old events are not kept, and the other rows of a game that is over follow from its lobby events. Each
other game is folded once: in a later page with its next events, or at the end of the rebuild if there are none.
"""

from collections.abc import Iterable, Sequence

from projections.following import Part
from service.lists.log import GameFolder, Log, Parts, lobby_parts
from service.lists.pages import FoldedPage, Target
from service.lists.registry import PROJECTIONS


class LobbyPhase:
    """The pages of the old part of the log, and its games that are not over."""

    def __init__(self, log: Log, names: Iterable[str], kept: int) -> None:
        """`kept` is the number of positions before the last change whose changes are kept."""
        self._log = log
        projections = [PROJECTIONS[name] for name in names]
        others = [each for each in projections if not each.needs_only_lobby]
        self._end = 0
        """The position at which the phase ends, with a batch. 0: there is no phase."""
        if any(each.keeps_last_changes for each in others):
            self._end = log.last_batch_end(log.last_change() - kept)
        elif others:
            self._end = log.last()
        self._only_changes = all(each.keeps_last_changes for each in projections)
        self._needs_games = any(not each.keeps_last_changes for each in others)
        self._not_over: dict[str, None] = {}

    def page(self, targets: Sequence[Target], limit: int) -> FoldedPage | None:
        """Return the next page; None if the phase is over. The targets have the same position."""
        position = targets[0].position
        if position >= self._end:
            return None
        if self._only_changes:
            return FoldedPage(tuple(targets), (), self._end, self._end - position, has_kept_changes=False)
        lobby, end = self._log.lobby_page(position, self._end, limit)
        if end == position:
            # a server that has lost commits: the log ends before the phase
            return None
        parts = lobby_parts(self._log, lobby)
        if self._needs_games:
            for part in parts:
                if part.after.game.is_over:
                    self._not_over.pop(part.after.game.id, None)
                else:
                    self._not_over[part.after.game.id] = None
        return FoldedPage.of(targets, parts, end, end - position, has_kept_changes=False)

    def follow(self, parts: Iterable[Part]) -> None:
        """Follow a later page: its games are folded."""
        for part in parts:
            self._not_over.pop(part.after.game.id, None)

    def rest(self, targets: Sequence[Target], folder: GameFolder, limit: int) -> FoldedPage | None:
        """Return a page of games that have no later events, with about `limit` events; None if no game is left.

        If a game gets an event in the meantime, its rows are written again with the page of that event.
        """
        parts, events = Parts(folder.read), 0
        while self._not_over and events < limit:
            game, _ = self._not_over.popitem()
            parts.add(game, lambda game=game: Part(folder.whole(game), in_lobby=False, has_ended=False))
            events = sum(part.after.version for part in parts)
        if not parts and not parts.damaged and not parts.unfolded:
            return None
        return FoldedPage.of(targets, parts, targets[0].position, events, has_kept_changes=False)
