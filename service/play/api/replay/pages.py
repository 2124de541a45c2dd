"""The body of a response with the views of many versions.

A line has the patch from the view of the version before, so it is the same wherever a response begins. The lines are
computed once for each game, viewer and language, and cached in blocks. Only the first line of a response, which has a
whole view, is computed for each response. Another first version therefore costs the view of one version, and not those
of all versions that follow.
"""

import gzip
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

import msgspec

from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.viewers import viewer_name
from projections.boards.contract import Place
from projections.history import AnyViewer
from projections.replay.lines import TextOf, ToYouOf, replay
from service.core.http.response.codings import compressed
from service.core.store.recorder import StoredEntry
from service.play.loaded import MARK_EVERY, Loaded
from service.play.texts import Texts, tag_of


class Page(NamedTuple):
    """The versions `first` to `end` of a game as a viewer sees them."""

    loaded: Loaded
    viewer: AnyViewer
    first: int
    end: int
    is_cut: bool
    """Whether more versions were asked for than a response has."""
    texts: Texts | None
    place: Place | None = None
    """What places the pieces; None: the views have none."""

    @property
    def form(self) -> str:
        """What of a line depends on the request, apart from its version."""
        pieces = "" if self.place is None else ".pieces"
        return f"{viewer_name(self.viewer)}{pieces}{tag_of(self.loaded, self.texts)}"

    @property
    def tag(self) -> str:
        """The name of the body in the cache, and the beginning of its ETag."""
        return f"{self.end}.views.{self.first}.{int(self.is_cut)}.{self.form}"

    @property
    def is_kept(self) -> bool:
        """Whether the body is cached: that of all versions. Parts of it would replace what others ask for."""
        return self.first == self.loaded.started_at and (self.is_cut or self.end == self.loaded.game.version)

    def work(self) -> "Work":
        """Return what a thread computes. It has values that do not change with the game."""
        loaded, started = self.loaded, self.loaded.started_at
        assert started is not None
        last = loaded.game.version
        numbers = range(_block_of(self.first), _block_of(self.end) + 1)
        blocks = [_Block(number, min((number + 1) * MARK_EVERY, last)) for number in numbers]
        forms = {block: f"{block.last}.lines.{block.number}.{self.form}" for block in blocks}
        found = {block: lines for block, form in forms.items() if (lines := loaded.found(form)) is not None}
        absent = [block for block in blocks if block not in found]
        # from the version before the first absent line, whose view the first patch starts from
        start = max(absent[0].number * MARK_EVERY, started) if absent else started
        # a version that the game keeps: the thread follows the log from there to the first version
        near = max(self.first // MARK_EVERY * MARK_EVERY, started)
        return Work(
            page=self,
            text=None if self.texts is None else partial(self.texts.text, loaded, viewer=self.viewer),
            to_you=None if self.texts is None else partial(self.texts.to_you, loaded, viewer=self.viewer),
            near=loaded.at(near),
            upto=loaded.entries[near : self.first],
            first=loaded.entries[self.first - 1],
            start=loaded.at(start),
            following=loaded.entries[start - 1 : absent[-1].last] if absent else (),
            blocks=forms,
            found=found,
        )

    def keep(self, made: Mapping[str, bytes]) -> None:
        """Cache blocks of lines by their tags."""
        for form, lines in made.items():
            self.loaded.shown(form, lambda lines=lines: lines)


class _Block(NamedTuple):
    """The lines of MARK_EVERY versions; of the last block of a game those up to version `last`."""

    number: int
    last: int


class Work(NamedTuple):
    """What a thread needs to compute a body."""

    page: Page
    text: TextOf | None
    to_you: ToYouOf | None
    near: Game
    upto: Sequence[StoredEntry]
    """The entries from `near` to the first version."""
    first: StoredEntry
    """The entry that led to the first version."""
    start: Game
    following: Sequence[StoredEntry]
    """The entry that led to `start`, and those of the lines that no block has."""
    blocks: Mapping[_Block, str]
    """All blocks of the body, with their tags."""
    found: Mapping[_Block, bytes]
    """The compressed lines of those that are cached."""

    def done(self) -> tuple[bytes, Mapping[str, bytes]]:
        """Return the compressed body, and the blocks that were computed, by their tags."""
        page, then = self.page, fold(self.upto, self.near) or self.near
        first = next(self._encoded(then, (self.first,)))
        fresh = dict(self._following())
        lines: list[bytes] = []
        made: dict[str, bytes] = {}
        for block, form in self.blocks.items():
            begin = max(block.number * MARK_EVERY, page.loaded.started_at or 1) + 1
            packed = self.found.get(block)
            if packed is None:
                own = [fresh[version] for version in range(begin, block.last + 1)]
                made[form] = compressed(b"\n".join(own))
            else:
                own = gzip.decompress(packed).splitlines()
            lines += own[max(0, page.first + 1 - begin) : page.end + 1 - begin]
        return compressed(b"".join(line + b"\n" for line in (first, *lines)), "smallest"), made

    def _following(self) -> Iterator[tuple[int, bytes]]:
        """Return the lines after `start` by version. The first line, of `start` itself, has a whole view."""
        lines = islice(self._encoded(self.start, self.following), 1, None)
        return enumerate(lines, self.start.version + 1)

    def _encoded(self, then: Game, entries: Sequence[StoredEntry]) -> Iterator[bytes]:
        lines = replay(then, entries, self.page.viewer, self.text, self.page.place, self.to_you)
        return map(msgspec.json.encode, lines)


def _block_of(version: int) -> int:
    return (version - 1) // MARK_EVERY
