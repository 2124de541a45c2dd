"""A run of a mirror: follow the log of a site, and compare every game and tournament with it."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from domain.kernel.values import Value
from domain.proof.bundle import BadLineError
from domain.transparency.checkpoints import Checkpoint, open_checkpoint
from domain.transparency.notes import NoteError, NoteKey, key_from
from service.core.keys.signing import KeyFileError, is_signed_by, keys_from
from service.core.store.times import timestamp_now
from service.operate.mirror.archive import Archive, ArchiveError, KeptCheckpoint, State, file_of, is_id
from service.operate.mirror.checking import CheckedGame, CheckedTournament, Checking
from service.operate.mirror.differences import difference
from service.operate.mirror.faults import LogFault, describe, what_is_wrong
from service.operate.mirror.logs import LocalLog
from service.operate.mirror.site import NotServedError, Page, Site
from service.proof.bundles import lines_of, split
from service.terminal.connection.errors import ServerError

T = TypeVar("T")

SETTLED_AFTER = timedelta(minutes=5)
"""How long an event of a tournament may be served before the log has it."""

LOGGED_WITHIN = 10.0
"""Seconds within which the log has to have the end of a game that is served.

A site that has just started first looks at what has happened before.
"""

CACHED_FOR = 3.0
"""Seconds for which a cache may serve a checkpoint, and one more."""

OPEN_EVERY = 3600.0
"""Seconds between two looks at games that have not ended, while a mirror follows a site."""

_AT_ONCE = 64
"""Bundles that are fetched one by one before they are verified."""


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
    """The rated games that were discarded so far; `mirror.json` names them."""
    wrong: tuple[str, ...]
    """What proves that the site does not keep its promises, or serves less than it has promised."""
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
        self._checkpoints = archive.checkpoints()
        self._check_kept()
        self._wrong: list[str] = []
        self._notable: list[str] = []
        self._keys: dict[str, bytes] = {}
        self._have: set[str] = set()
        self._have_tournaments: set[str] = set()
        self._known: frozenset[str] = frozenset()
        """The games that were here before the run."""
        self._fresh = 0
        self._asked_for_open = 0.0

    def _check_kept(self) -> None:
        """Compare the tree with every checkpoint that was kept."""
        keys = [key_from(key) for key in self._state.keys]
        for kept in self._checkpoints:
            try:
                checkpoint = open_checkpoint(kept.note, keys, is_signed_by)
            except NoteError as error:
                message = f"the checkpoint of {kept.at} in the folder cannot be read: {error}"
                raise ArchiveError(message) from None
            # one that a crash has left is of a tree that was verified, and is fetched again
            if checkpoint.size <= self._log.size and not self._log.continues(checkpoint):
                message = (
                    f"the files in {self._archive.log} do not give the checkpoint of {kept.at} of size "
                    f"{checkpoint.size}: they are damaged, or were changed"
                )
                raise ArchiveError(message)

    def run(self, *, again: bool = False) -> Outcome:
        """Follow the site once. `again`: fetch and compare everything again, also what was verified before.

        Raises LogFault if the log of the site does not continue what it was, and then nothing has changed; ServerError;
        ArchiveError.
        """
        began, requests = time.monotonic(), self._site.requests
        self._wrong, self._notable, self._fresh = [], [], 0
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
        self._take_pages()
        self._take_tournaments(again=again)
        self._settle_waiting()
        self._take_missing()
        self._ask_for_open()
        self._look_at_log(upto)
        self._keep(replace(self._state, checked=upto))
        return Outcome(
            origin=self._origin,
            checked=self._state.checked,
            since=self._checkpoints[0].at,
            checkpoints=len(self._checkpoints),
            games=len(self._have),
            tournaments=len(self._have_tournaments),
            fresh=self._fresh,
            sealed=self._log.sealed,
            discarded=len(self._state.discarded),
            wrong=tuple(self._wrong),
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
        except NotServedError as error:
            if self._checkpoints:
                raise LogFault([f"the site does not serve its log any more: {error}"]) from None
            message = f"the site has no log yet: {error}"
            raise ServerError(message) from None
        try:
            self._take_checkpoint(note, again=again)
        except LogFault as fault:
            self._keep_evidence(fault, note)
            raise

    def _take_checkpoint(self, note: str, *, again: bool) -> None:
        now = self._opened(note)
        if now.size < self._log.size:
            # a cache may have an earlier one for a moment
            time.sleep(CACHED_FOR)
            note = self._site.checkpoint()
            now = self._opened(note)
        if self._checkpoints and (before := self._opened(self._checkpoints[-1].note)).origin != now.origin:
            raise LogFault([f"the log is named {now.origin} now, and was {before.origin} before"])
        self._origin = now.origin
        if again and (found := what_is_wrong(self._log, self._site, now)):
            raise LogFault(found)
        self._log.follow(self._site, now, note)
        known = {self._opened(kept.note).size for kept in self._checkpoints[-1:]}
        if now.size not in known:
            kept = KeptCheckpoint(timestamp_now(), note)
            self._archive.keep_checkpoint(kept)
            self._checkpoints.append(kept)
        self._keep(replace(self._state, size=now.size))
        self._log.remove_stale()

    def _keep_evidence(self, fault: LogFault, note: str) -> None:
        """Keep what was found, with the checkpoint before and now, both signed by the site."""
        before = self._checkpoints[-1] if self._checkpoints else None
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
            return {}

    # games

    def _take_pages(self) -> None:
        """Take the bundles of games that are over, by pages; the next one is fetched while one is verified."""
        with ThreadPoolExecutor(1) as fetching:
            page: Page | None = self._site.bundles(self._state.cursor)
            while page is not None:
                following = fetching.submit(self._site.bundles, page.cursor) if page.is_more else None
                waiting = self._take(_bundles_in(page.body))
                names = {*self._state.waiting, *waiting}
                self._keep(replace(self._state, cursor=page.cursor, waiting=tuple(sorted(names))))
                page = None if following is None else following.result()

    def _take(self, bundles: Sequence[bytes]) -> list[str]:
        """Verify bundles and keep them. Return the games that the log does not have yet."""
        files: dict[Path, bytes] = {}
        good: list[str] = []
        waiting: list[str] = []
        for bundle, found in zip(bundles, self._checking.games(bundles, self._keys), strict=True):
            self._progress(1)
            if found.game is None:
                self._wrong.append(f"a bundle that the site serves cannot be read: {found.doubt}")
            elif not self._is_over_in_log(found.game):
                waiting.append(found.game)
                files[file_of(self._archive.waiting, found.game)] = bundle
            elif (doubt := found.doubt or self._difference(found)) is not None:
                self._wrong.append(f"game {found.game}: {doubt}")
                files[file_of(self._archive.rejected, found.game)] = bundle
            else:
                good.append(found.game)
                files[file_of(self._archive.games, found.game)] = bundle
                if not found.is_replayed:
                    self._notable.append(f"game {found.game}: this release does not have its rules to play it again")
        if files:
            self._archive.write(files)
        self._archive.remove(
            file_of(folder, game) for game in good for folder in (self._archive.waiting, self._archive.rejected)
        )
        self._fresh += len(set(good) - self._have - self._known)
        self._have.update(good)
        return waiting

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
        self._ask_for_log_of(late)
        if late or self._state.unsettled:
            self._follow_log()
        while (late := self._late()) and time.monotonic() < until:
            time.sleep(1)
            # one is enough: with it, a site takes in all others
            self._ask_for_log_of(late[:1])
            self._follow_log()
        self._keys |= self._log.keys
        kept = {game: file_of(self._archive.waiting, game) for game in self._state.waiting}
        bundles = [path.read_bytes() for game, path in kept.items() if path.exists() and self._is_over_in_log(game)]
        self._take(bundles)
        left = self._late()
        self._wrong += [f"game {game} is served, and the log does not have its end" for game in left]
        self._keep(replace(self._state, waiting=left))

    def _late(self) -> tuple[str, ...]:
        """Return the games that are served and whose end the log does not have."""
        return tuple(game for game in self._state.waiting if not self._is_over_in_log(game))

    def _ask_for_log_of(self, games: Sequence[str]) -> None:
        for game in games:
            with suppress(NotServedError):
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
        for some in _batched(missing, _AT_ONCE):
            bundles: dict[str, bytes] = {}
            for game, position in some:
                # one that was rejected in this run is not asked for twice
                if game in rejected and f"game {game}" in named:
                    continue
                try:
                    bundles[game] = self._site.bundle(game)
                except NotServedError as error:
                    self._not_served(f"game {game}", f"the log has its end at position {position}", error)
            self._take([*bundles.values()])
            rejected |= self._archive.ids_in(self._archive.rejected)
            self._wrong += [
                f"game {game}: the site serves another file for it"
                for game in bundles
                if game not in self._have and game not in rejected
            ]

    def _not_served(self, what: str, promised: str, error: NotServedError) -> None:
        if error.is_withheld:
            self._notable.append(f"{what} is out of public view: {promised}")
        else:
            self._wrong.append(f"{what} is dropped: {promised}, and the site does not serve it ({error})")

    def _ask_for_open(self) -> None:
        """Ask for each game that was opened and has not ended: a site must not lose one without a word in the log."""
        if time.monotonic() - self._asked_for_open < OPEN_EVERY and self._asked_for_open:
            return
        for game, places in self._log.games.items():
            if places.ended is None and places.opened is not None and game not in self._have:
                try:
                    self._site.ask_for_game(game)
                except NotServedError as error:
                    self._not_served(f"game {game}", f"the log has its opening at position {places.opened}", error)
        self._asked_for_open = time.monotonic()

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
        listed = {name for name in self._site.tournaments() if is_id(name)}
        unlogged = {
            name: self._state.unsettled.get(name, timestamp_now()) for name in listed - {*self._log.tournaments}
        }
        for some in _batched(fresh, _AT_ONCE):
            bundles: dict[str, bytes] = {}
            for name in some:
                try:
                    bundles[name] = self._site.tournament(name)
                except NotServedError as error:
                    position = self._log.tournaments[name][0]
                    self._not_served(f"tournament {name}", f"the log has it since position {position}", error)
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
            if ended.type == "game_abandoned" and self._log.noted(places.opened).rated is True:
                discarded.append(f"rated game {game} was discarded at position {places.ended}: {ended.reason}")
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

    def _keep(self, state: State) -> None:
        self._archive.keep_state(state)
        self._state = state


def _bundles_in(body: bytes) -> list[bytes]:
    """Return the bundles of a page. Raises ServerError for one that was cut off."""
    try:
        return [b"".join(line + b"\n" for line in lines) for lines in split(lines_of(BytesIO(body)))]
    except BadLineError as error:
        message = f"a page of bundles is not complete: {error}"
        raise ServerError(message) from None


def _batched(items: Sequence[T], size: int) -> Iterator[list[T]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some
