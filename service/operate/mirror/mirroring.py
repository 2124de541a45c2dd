"""A run of a mirror: follow the log of a site, and compare every game and tournament with it."""

import time
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from domain.kernel.values import Value
from domain.proof.bundle import BadLineError
from domain.transparency.checkpoints import Checkpoint, open_checkpoint
from domain.transparency.notes import NoteError, NoteKey, key_from
from domain.transparency.tiles import WIDTH
from service.core.keys.signing import KeyFileError, is_signed_by, keys_from
from service.core.store.times import timestamp_now
from service.operate.mirror.archive import Archive, ArchiveError, KeptCheckpoint, Mark, State, file_of, is_id
from service.operate.mirror.checking import (
    CheckedGame,
    CheckedTournament,
    Checking,
    has_rules_of,
    header_in,
    would_be_rated,
)
from service.operate.mirror.differences import difference
from service.operate.mirror.faults import LogFault, describe, what_is_wrong
from service.operate.mirror.logs import MOST_ENTRIES, LocalLog
from service.operate.mirror.site import NotServedError, Page, Site, UnreadError
from service.proof.bundles import lines_of, split
from service.terminal.connection.errors import ServerError

SETTLED_AFTER = timedelta(minutes=5)
"""How long an event of a tournament may be served before the log has it."""

LOGGED_WITHIN = 10.0
"""Seconds within which the log has to have the end of a game that is served.

A site that has just started first looks at what has happened before.
"""

CACHED_FOR = 3.0
"""Seconds for which a cache may serve a checkpoint, and one more."""

AGAIN_EVERY = 3600.0
"""Seconds between two looks at games that have not ended, and at kept ones, while a mirror follows a site."""

LEAST_AGAIN, PART_AGAIN = 20, 100
"""A look asks for so many kept games again, or for one of so many if these are more."""

MOST_WAITING = 10_000
"""Games that are served before the log has them: a site with more of them is not followed further in this run."""

_AT_ONCE, _MOST_AT_ONCE = 64, 2**26
"""Bundles that are fetched one by one before they are verified, and the bytes from which on no more are."""


class _Taken(NamedTuple):
    """Games whose bundles were taken: those that are kept now, and those that the log does not have yet."""

    good: list[str]
    waiting: list[str]


class Outcome(Value, frozen=True):
    """What a run has found."""

    origin: str
    checked: int
    """The entries of the log that the mirror has and that were compared with games and tournaments."""
    since: str
    """When the first checkpoint was seen."""
    checkpoints: int
    """The checkpoints since then, all of the same tree."""
    games: int
    tournaments: int
    fresh: int
    """The games that this run has added."""
    sealed: int
    """The entries of private games and tournaments: only their players can check them."""
    discarded: int
    """The games that were discarded so far although they were rated, or may have been; `mirror.json` names them."""
    unplayed: int
    """The kept games whose rules were not checked, since this release does not have them; `mirror.json` names them."""
    wrong: tuple[str, ...]
    """What proves that the site does not keep its promises, or serves less than it has promised."""
    unread: tuple[str, ...]
    """What the log has and the site answers with an error: the mirror is not complete, and the next run may read it."""
    notable: tuple[str, ...]
    """What is new since the last run, and for people to judge: discarded rated games, games out of public view."""
    seconds: float
    requests: int


class Mirror:
    """A mirror of a site in a folder."""

    def __init__(
        self,
        archive: Archive,
        site: Site,
        checking: Checking,
        log_keys: Sequence[str] = (),
        progress: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Open what is there. `log_keys` are the keys of the log that the user trusts; without any, those kept.

        Raises ArchiveError if the folder belongs to another site, or its files are damaged.
        """
        self._archive = archive
        self._site = site
        self._checking = checking
        self._progress = progress
        state = archive.state() or State(site.address)
        if state.site != site.address:
            message = f"the folder is a mirror of {state.site}, not of {site.address}: name another one"
            raise ArchiveError(message)
        self._state = replace(state, keys=(*log_keys, *(key for key in state.keys if key not in log_keys)))
        self._log = LocalLog(archive, state.size)
        self._mark = state.mark
        self._ahead: list[KeptCheckpoint] = []
        """Kept checkpoints of which a crash has left the files: of a larger tree than that of the state."""
        self._check_kept(archive.checkpoints(state.mark.offset))
        self._wrong: list[str] = []
        self._unread: list[str] = []
        self._notable: list[str] = []
        self._keys: dict[str, bytes] = {}
        self._have: set[str] = set()
        self._have_tournaments: set[str] = set()
        self._known: frozenset[str] = frozenset()
        """The games that were here before the run."""
        self._unplayed: set[str] = {*state.unplayed}
        self._withheld: set[str] = {*state.withheld}
        self._fresh = 0
        self._asked_again: float | None = None
        """When open and kept games were asked for last."""

    def _check_kept(self, fresh: Sequence[KeptCheckpoint]) -> None:
        """Compare the tree with kept checkpoints that follow the mark, and with the last one before."""
        keys = [key_from(key) for key in self._state.keys]
        last = () if self._mark.last is None else (self._mark.last,)
        for kept in (*last, *fresh):
            try:
                checkpoint = open_checkpoint(kept.note, keys, is_signed_by)
            except NoteError as error:
                message = f"the checkpoint of {kept.at} in the folder cannot be read: {error}"
                raise ArchiveError(message) from None
            if checkpoint.size > self._log.size:
                self._ahead.append(kept)
            elif not self._log.continues(checkpoint):
                message = (
                    f"the files in {self._archive.log} do not give the checkpoint of {kept.at} of size "
                    f"{checkpoint.size}: they are damaged, or were changed"
                )
                raise ArchiveError(message)
        for kept in fresh:
            self._note_kept(kept)

    def _note_kept(self, kept: KeptCheckpoint) -> None:
        mark = self._mark
        self._mark = Mark(self._archive.end, mark.count + 1, mark.first or kept, kept)

    def _settle_ahead(self) -> None:
        """Compare the tree with the checkpoints that a crash has left. Raises LogFault."""
        for kept in [*self._ahead]:
            checkpoint = self._opened(kept.note)
            if checkpoint.size > self._log.size:
                continue
            if not self._log.continues(checkpoint):
                message = f"the log was rewritten: its first {checkpoint.size} entries are not those of {kept.at}"
                raise LogFault([message])
            self._ahead.remove(kept)

    def run(self, *, again: bool = False) -> Outcome:
        """Follow the site once. `again`: fetch and compare everything again, also what was verified before.

        Raises LogFault if the log of the site does not continue what it was, and then nothing has changed; ServerError;
        ArchiveError.
        """
        began, requests = time.monotonic(), self._site.requests
        self._wrong, self._unread, self._notable, self._fresh = [], [], [], 0
        if again:
            self._mark, self._ahead = Mark(), []
            self._check_kept(self._archive.checkpoints())
        self._have = self._archive.ids_in(self._archive.games)
        self._known = frozenset(self._have)
        self._have_tournaments = self._archive.ids_in(self._archive.tournaments)
        self._follow_log(again=again)
        # what the log has beyond it while this run goes on, the next one looks at
        upto = self._log.size
        self._keys = {**self._site_keys(), **self._log.keys}
        if again:
            self._have = set()
            self._state = replace(self._state, cursor=None)
        is_due = self._asked_again is None or time.monotonic() - self._asked_again >= AGAIN_EVERY
        self._play_again()
        self._take_pages()
        self._take_tournaments(again=again)
        self._settle_waiting()
        self._take_missing()
        if not again:
            self._ask_for_kept(is_due=is_due)
        if is_due:
            self._ask_for_open()
            self._asked_again = time.monotonic()
        self._look_at_log(upto)
        self._keep(replace(self._state, checked=upto))
        return Outcome(
            origin=self._origin,
            checked=self._state.checked,
            since=self._mark.first.at if self._mark.first else "",
            checkpoints=self._mark.count,
            games=len(self._have),
            tournaments=len(self._have_tournaments),
            fresh=self._fresh,
            sealed=self._log.sealed,
            discarded=len(self._state.discarded),
            unplayed=len(self._unplayed),
            wrong=tuple(self._wrong),
            unread=tuple(self._unread),
            notable=tuple(self._notable),
            seconds=time.monotonic() - began,
            requests=self._site.requests - requests,
        )

    # the log

    def _follow_log(self, *, again: bool = False) -> None:
        """Take what the log has now. Raises LogFault."""
        try:
            if not self._state.keys:
                # before the first checkpoint, which they have signed
                self._keep(replace(self._state, keys=tuple(self._site.log_keys())))
            note = self._site.checkpoint()
            if self._is_smaller(note):
                # a cache may have an earlier one for a moment
                time.sleep(CACHED_FOR)
                note = self._site.checkpoint()
        except NotServedError as error:
            if self._mark.last:
                raise LogFault([f"the site does not serve its log any more: {error}"]) from None
            message = f"the site has no log yet: {error}"
            raise ServerError(message) from None
        try:
            self._take_checkpoint(note, again=again)
        except LogFault as fault:
            self._keep_evidence(fault, note)
            raise

    def _is_smaller(self, note: str) -> bool:
        """Whether a checkpoint is of a smaller log than there was; one that is not valid is not."""
        with suppress(LogFault):
            return self._opened(note).size < self._log.size
        return False

    def _take_checkpoint(self, note: str, *, again: bool) -> None:
        now = self._opened(note)
        before = None if self._mark.last is None else self._opened(self._mark.last.note)
        if before is not None and before.origin != now.origin:
            raise LogFault([f"the log is named {now.origin} now, and was {before.origin} before"])
        if now.size > MOST_ENTRIES:
            message = f"the checkpoint of the site states {now.size} entries, and a mirror follows {MOST_ENTRIES}"
            raise ServerError(message)
        self._origin = now.origin
        if again and (found := what_is_wrong(self._log, self._site, now)):
            raise LogFault(found)
        self._log.follow(self._site, now, note)
        self._settle_ahead()
        if before is None or now.size != before.size:
            kept = KeptCheckpoint(timestamp_now(), note)
            self._archive.keep_checkpoint(kept)
            self._note_kept(kept)
        self._keep(replace(self._state, size=now.size))
        self._log.remove_stale()

    def _keep_evidence(self, fault: LogFault, note: str) -> None:
        """Keep what was found, with the checkpoint before and now, both signed by the site."""
        before = self._mark.last
        seen = "there is none" if before is None else f"seen at {before.at}\n\n{before.note}"
        now = timestamp_now()
        text = f"{fault}\n\nThe checkpoint before, {seen}\nThe checkpoint now, seen at {now}\n\n{note}"
        file = self._archive.evidence / f"{now.replace(':', '')}.txt"
        self._archive.write({file: text.encode()})
        fault.add_note(f"the checkpoints are in {file}")

    def _opened(self, note: str) -> Checkpoint:
        keys: list[NoteKey] = [key_from(key) for key in self._state.keys]
        try:
            return open_checkpoint(note, keys, is_signed_by)
        except NoteError as error:
            raise LogFault([f"the checkpoint of the site is not valid: {error}"]) from None

    def _site_keys(self) -> dict[str, bytes]:
        """Return the keys of the site: the log has a new one only with the next entry."""
        try:
            return keys_from(self._site.signing_keys().decode(errors="replace"))
        except (NotServedError, KeyFileError) as error:
            self._wrong.append(f"the signing keys of the site cannot be read: {error}")
        except UnreadError as error:
            self._unread.append(f"the signing keys of the site cannot be read: {error}")
        return {}

    # games

    def _take_pages(self) -> None:
        """Take the bundles of games that are over, by pages. What they lack, `_take_missing` asks for."""
        try:
            self._follow_pages()
        except (NotServedError, UnreadError) as error:
            self._notable.append(
                f"the pages of bundles cannot be read to their end, and games are asked for one by one: {error}"
            )

    def _follow_pages(self) -> None:
        """Take pages; the next one is fetched while one is verified. Raises NotServedError and UnreadError."""
        cursors = {self._state.cursor}
        left = MOST_WAITING + sum(places.ended is not None for places in self._log.games.values())
        with ThreadPoolExecutor(1) as fetching:
            page: Page | None = self._site.bundles(self._state.cursor)
            while page is not None:
                bundles = _bundles_in(page.body)
                left -= len(bundles)
                if left < 0:
                    message = "the site serves far more games than the log has"
                    raise UnreadError(message)
                if page.is_more and (not bundles or page.cursor in cursors):
                    message = f"they do not lead on after the cursor {page.cursor}"
                    raise UnreadError(message)
                cursors.add(page.cursor)
                following = fetching.submit(self._site.bundles, page.cursor) if page.is_more else None
                names = {*self._state.waiting, *self._take(bundles).waiting}
                self._keep(replace(self._state, cursor=page.cursor, waiting=tuple(sorted(names))))
                page = None if following is None else following.result()

    def _take(self, bundles: Sequence[bytes], asked: Sequence[str] | None = None) -> _Taken:
        """Verify bundles and keep them. `asked` are the games that were asked for, one by one."""
        files: dict[Path, bytes] = {}
        taken = _Taken([], [])
        checked = self._checking.games(bundles, self._keys)
        for number, (bundle, found) in enumerate(zip(bundles, checked, strict=True)):
            self._progress(1)
            if asked is not None and found.game != asked[number]:
                told = "" if found.game else f" ({found.doubt})"
                self._wrong.append(f"game {asked[number]}: the site serves another file for it{told}")
            elif found.game is None:
                self._wrong.append(f"a bundle that the site serves cannot be read: {found.doubt}")
            elif not self._is_over_in_log(found.game):
                taken.waiting.append(found.game)
                files[file_of(self._archive.waiting, found.game)] = bundle
            elif (doubt := found.doubt or self._difference(found)) is not None:
                self._wrong.append(f"game {found.game}: {doubt}")
                files[file_of(self._archive.rejected, found.game)] = bundle
            else:
                taken.good.append(found.game)
                files[file_of(self._archive.games, found.game)] = bundle
                self._note_rules(found)
        if files:
            self._archive.write(files)
        self._archive.remove(
            file_of(folder, game) for game in taken.good for folder in (self._archive.waiting, self._archive.rejected)
        )
        self._fresh += len(set(taken.good) - self._have - self._known)
        self._have.update(taken.good)
        return taken

    def _note_rules(self, found: CheckedGame) -> None:
        """Note whether the rules of a game were checked."""
        assert found.game is not None
        if found.is_replayed:
            self._unplayed.discard(found.game)
        elif found.game not in self._unplayed:
            self._unplayed.add(found.game)
            self._notable.append(f"game {found.game}: this release does not have its rules to play it again")

    def _play_again(self) -> None:
        """Verify the kept games whose rules this release has, and an earlier one had not."""
        kept = {game: file_of(self._archive.games, game) for game in sorted(self._unplayed)}
        self._unplayed -= {game for game, path in kept.items() if not path.exists()}
        ready = [game for game in kept if game in self._unplayed and has_rules_of(header_in(kept[game]))]
        for bundles in _in_parts((game, kept[game].read_bytes()) for game in ready):
            good = self._take([*bundles.values()], [*bundles]).good
            # they are rejected now, and each run asks for them until the site has others
            bad = {*bundles} - {*good}
            self._archive.remove(kept[game] for game in bad)
            self._have -= bad
            self._unplayed -= bad

    def _is_over_in_log(self, game: str) -> bool:
        places = self._log.games.get(game)
        return places is not None and places.ended is not None

    def _difference(self, found: CheckedGame) -> str | None:
        """Return how a game differs from the log; None: it does not."""
        assert found.game is not None
        places = self._log.games[found.game]
        assert places.ended is not None
        if places.opened is None:
            return f"the log has its end at position {places.ended}, and no opening of it"
        for what, number, stated in (
            ("opening", places.opened, found.opening),
            ("end", places.ended, found.ending),
        ):
            if (entry := self._log.entry(number)) != stated:
                return f"its bundle has another {what} than the log at position {number}: {difference(entry, stated)}"
        return None

    def _settle_waiting(self) -> None:
        """Take games that were served before the log had them. It has to have them now."""
        if not self._state.waiting and not self._state.unsettled:
            return
        until = time.monotonic() + LOGGED_WITHIN
        late = self._late()
        self._ask_for_log_of(late[:_AT_ONCE])
        if late or self._state.unsettled:
            self._follow_log()
        while (late := self._late()) and time.monotonic() < until:
            time.sleep(1)
            # one is enough: with it, a site takes in all others
            self._ask_for_log_of(late[:1])
            self._follow_log()
        self._keys |= self._log.keys
        kept = {game: file_of(self._archive.waiting, game) for game in self._state.waiting}
        ready = [path for game, path in kept.items() if path.exists() and self._is_over_in_log(game)]
        for bundles in _in_parts((path.name, path.read_bytes()) for path in ready):
            self._take([*bundles.values()])
        left = self._late()
        self._wrong += [f"game {game} is served, and the log does not have its end" for game in left]
        self._keep(replace(self._state, waiting=left))

    def _late(self) -> tuple[str, ...]:
        """Return the games that are served and whose end the log does not have."""
        return tuple(game for game in self._state.waiting if not self._is_over_in_log(game))

    def _ask_for_log_of(self, games: Sequence[str]) -> None:
        for game in games:
            with suppress(NotServedError, UnreadError):
                self._site.ask_for_log_of(game)

    def _take_missing(self) -> None:
        """Ask for each game whose end the log has, and that the pages did not have."""
        rejected = self._archive.ids_in(self._archive.rejected)
        missing = [
            (game, places.ended)
            for game, places in self._log.games.items()
            if places.ended is not None and game not in self._have
        ]
        named = {line.split(":", 1)[0] for line in self._wrong}
        # one that was rejected in this run is not asked for twice
        wanted = [each for each in missing if not (each[0] in rejected and f"game {each[0]}" in named)]
        self._ask_for_bundles(wanted)

    def _ask_for_bundles(self, games: Sequence[tuple[str, int]]) -> list[str]:
        """Ask for the bundles of games with the positions of their ends. Return those that are as the log has them."""

        def fetch(game: str, position: int) -> bytes | None:
            with self._named(f"game {game}", f"the log has its end at position {position}", game):
                return self._site.bundle(game)
            return None

        good: list[str] = []
        for bundles in _in_parts((game, fetch(game, position)) for game, position in games):
            same = [game for game, bundle in bundles.items() if self._is_kept(game, bundle)]
            others = {game: bundle for game, bundle in bundles.items() if game not in same}
            good += [*same, *self._take([*others.values()], [*others]).good]
        self._withheld.difference_update(good)
        return good

    def _is_kept(self, game: str, bundle: bytes) -> bool:
        """Whether the mirror has this bundle of a game, which was verified then."""
        path = file_of(self._archive.games, game)
        return game in self._have and path.exists() and path.read_bytes() == bundle

    @contextmanager
    def _named(self, what: str, promised: str, game: str | None = None) -> Generator[None]:
        """Name what the site does not serve, or answers with an error, and go on.

        That a kept game is out of public view, is said once.
        """
        try:
            yield
        except NotServedError as error:
            if error.is_withheld and game in self._have:
                if game not in self._withheld:
                    self._withheld.add(game)
                    self._notable.append(f"{what} is out of public view: {promised}")
            elif error.is_withheld:
                self._notable.append(f"{what} is out of public view: {promised}")
            else:
                self._wrong.append(f"{what} is dropped: {promised}, and the site does not serve it ({error})")
        except UnreadError as error:
            self._unread.append(f"{what} cannot be read: {promised}, and the site answers: {error}")

    def _ask_for_open(self) -> None:
        """Ask for each game that was opened and has not ended: a site must not lose one without a word in the log."""
        for game, places in self._log.games.items():
            if places.ended is None and places.opened is not None and game not in self._have:
                with self._named(f"game {game}", f"the log has its opening at position {places.opened}"):
                    self._site.ask_for_game(game)

    def _ask_for_kept(self, *, is_due: bool) -> None:
        """Ask again for some of the games that were here before, each in its turn, and for those that were missed.

        The tiles of the log that have their ends are compared, too.
        """
        ended = sorted(
            (places.ended, game)
            for game, places in self._log.games.items()
            if places.ended is not None and game in self._known and game in self._have
        )
        missed = [each for each in ended if each[1] in self._state.missed]
        begin = bisect_left(ended, (self._state.again, ""))
        count = max(LEAST_AGAIN, len(ended) // PART_AGAIN) if is_due else 0
        turn = (ended[begin:] or ended)[:count]
        asked = [(game, position) for position, game in dict.fromkeys((*missed, *turn))]
        good = self._ask_for_bundles(asked)
        places = dict.fromkeys(position // WIDTH for position, _ in turn)
        self._wrong += filter(None, (self._log.differing(self._site, place * WIDTH) for place in places))
        again = turn[-1][0] + 1 if turn else self._state.again
        missing = tuple(game for game, _ in asked if game not in {*good, *self._withheld})
        self._state = replace(self._state, again=again, missed=missing)

    # tournaments

    def _take_tournaments(self, *, again: bool) -> None:
        """Take the tournaments of which the log has something new, and look for those that it does not have."""
        fresh = [
            name
            for name, numbers in self._log.tournaments.items()
            if again
            or name not in self._have_tournaments
            or numbers[-1] >= self._state.checked
            or name in self._state.unsettled
        ]
        listed: set[str] = set()
        try:
            listed.update(name for name in self._site.tournaments() if is_id(name))
        except (NotServedError, UnreadError) as error:
            self._unread.append(f"the list of tournaments cannot be read: {error}")
        unlogged = {
            name: self._state.unsettled.get(name, timestamp_now()) for name in listed - {*self._log.tournaments}
        }

        def fetch(name: str) -> bytes | None:
            position = self._log.tournaments[name][0]
            with self._named(f"tournament {name}", f"the log has it since position {position}"):
                return self._site.tournament(name)
            return None

        for bundles in _in_parts((name, fetch(name)) for name in fresh):
            unlogged |= self._take_some_tournaments(bundles)
        self._state = replace(self._state, unsettled=unlogged)

    def _take_some_tournaments(self, bundles: Mapping[str, bytes]) -> dict[str, str]:
        """Verify and keep tournaments by their ids. Return those with events that the log has not yet."""
        files: dict[Path, bytes] = {}
        later: dict[str, str] = {}
        checked = self._checking.tournaments([*bundles.values()], self._keys)
        for (name, bundle), found in zip(bundles.items(), checked, strict=True):
            if found.tournament != name:
                self._wrong.append(f"tournament {name}: the site serves another file for it ({found.doubt})")
                continue
            if (doubt := found.doubt or self._difference_of_tournament(found)) is not None:
                self._wrong.append(f"tournament {name}: {doubt}")
                files[file_of(self._archive.rejected, name)] = bundle
                continue
            files[file_of(self._archive.tournaments, name)] = bundle
            self._have_tournaments.add(name)
            if len(found.entries) > len(self._log.tournaments[name]):
                later[name] = self._state.unsettled.get(name, timestamp_now())
        if files:
            self._archive.write(files)
        return later

    def _difference_of_tournament(self, found: CheckedTournament) -> str | None:
        assert found.tournament is not None
        logged = self._log.tournaments[found.tournament]
        if len(logged) > len(found.entries):
            lost = logged[len(found.entries)]
            return f"its bundle ends before what the log has at position {lost}: {describe(self._log.entry(lost))}"
        for number, (version, stated) in zip(logged, found.entries, strict=False):
            if (entry := self._log.entry(number)) != stated:
                return (
                    f"event {version} of its bundle is another than in the log at position {number}: "
                    f"{difference(entry, stated)}"
                )
        return None

    # what is said

    def _look_at_log(self, upto: int) -> None:
        """Name what the log itself shows: rated games that were discarded, and what is in it twice."""
        discarded: list[str] = []
        for game, places in self._log.games.items():
            if places.twice:
                self._wrong.append(f"game {game}: the log has its opening or its end again at positions {places.twice}")
            if places.ended is None or places.opened is None or not self._state.checked <= places.ended < upto:
                continue
            ended = self._log.noted(places.ended)
            if ended.type == "game_abandoned":
                words = f"was discarded at position {places.ended}: {ended.reason}"
                discarded += self._discarded(game, self._log.noted(places.opened).rated, words)
        self._notable += discarded
        if self._log.repeated:
            self._wrong.append(
                f"the log has another opening or end of private games, at positions {self._log.repeated}: "
                "only their players know which games"
            )
        if self._log.unreadable:
            self._wrong.append(f"the log has entries that cannot be read, at positions {self._log.unreadable}")
        now = datetime.fromisoformat(timestamp_now())
        self._wrong += [
            f"tournament {name} has events since {seen} that the log does not have"
            for name, seen in self._state.unsettled.items()
            if now - datetime.fromisoformat(seen) > SETTLED_AFTER
        ]
        self._state = replace(self._state, discarded=(*self._state.discarded, *discarded))

    def _discarded(self, game: str, rated: bool | None, words: str) -> Iterator[str]:
        """Yield what is said of an abandoned game, if it was a rated one or may have been."""
        if rated is True:
            yield f"rated game {game} {words}"
        if rated is not None:
            return
        # without a word of its opener, a game with registered players in all seats is rated
        path = file_of(self._archive.games, game)
        if not path.exists():
            yield f"game {game} {words}; it may have been a rated one: its bundle is not here"
        elif would_be_rated(path.read_bytes()):
            yield f"game {game} {words}; registered players had all its seats, so it would have been a rated one"

    def _keep(self, state: State) -> None:
        kept = replace(state, unplayed=tuple(sorted(self._unplayed)), withheld=tuple(sorted(self._withheld)))
        if not self._ahead:
            kept = replace(kept, mark=self._mark)
        self._archive.keep_state(kept)
        self._state = kept


def _bundles_in(body: bytes) -> list[bytes]:
    """Return the bundles of a page. Raises UnreadError for one that was cut off."""
    try:
        return [b"".join(line + b"\n" for line in lines) for lines in split(lines_of(BytesIO(body)))]
    except BadLineError as error:
        message = f"a page of bundles is not complete: {error}"
        raise UnreadError(message) from None


def _in_parts(bundles: Iterable[tuple[str, bytes | None]]) -> Iterator[dict[str, bytes]]:
    """Yield bundles by names, some at a time; those that are None are left out."""
    some: dict[str, bytes] = {}
    size = 0
    for name, bundle in bundles:
        if bundle is None:
            continue
        some[name] = bundle
        size += len(bundle)
        if len(some) == _AT_ONCE or size > _MOST_AT_ONCE:
            yield some
            some, size = {}, 0
    if some:
        yield some
