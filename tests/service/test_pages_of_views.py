"""The cached lines of a replay: whatever versions are asked for, they are computed once, and give the same bytes."""

import gzip
import random
from functools import partial

import msgspec
import pytest

from domain.game.fold import fold
from projections.history import FULL, AnyViewer
from projections.replay.lines import replay
from service.core.store.store import Store
from service.play.api.replay.pages import Page
from service.play.loaded import MARK_EVERY, Loaded, Shown
from service.play.texts import Texts
from tests.service.imported import import_golden

GAMES = ("minos-1-directed-voyages", "siberia-1-money_public-False")
VIEWERS: tuple[AnyViewer, ...] = (None, 1, FULL)


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    folder = tmp_path_factory.mktemp("pages")
    (found,) = import_golden(folder, [request.param]).values()
    with Store(f"sqlite:///{folder}/games.db") as store:
        entries = store.read(found)
    final = fold(entries)
    assert final is not None
    return Loaded(final, entries, Shown(1 << 24))


def again(game: Loaded, version: int | None = None) -> Loaded:
    """Return the game with an empty cache, at a version or the last one."""
    last = game.game.version if version is None else version
    return Loaded(game.at(last), game.entries[:last], Shown(1 << 24))


def page_of(game: Loaded, first: int, end: int, viewer: AnyViewer = None, texts: Texts | None = None) -> Page:
    return Page(game, viewer, first, end, is_cut=False, texts=texts)


def sent(page: Page) -> bytes:
    """Return the body of a page, as the route makes it."""
    packed, made = page.work().done()
    page.keep(made)
    return gzip.decompress(packed)


def computed(game: Loaded, page: Page) -> bytes:
    """Return the body of a page computed from the log alone."""
    entries = game.entries[page.first - 1 : page.end]
    texts = page.texts
    text = None if texts is None else partial(texts.text, game, viewer=page.viewer)
    lines = replay(game.at(page.first), entries, page.viewer, text)
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_page_has_the_lines_that_follow_from_the_log(game: Loaded, viewer: AnyViewer) -> None:
    own, rng, started, last = again(game), random.Random(1), game.started_at, game.game.version
    assert started is not None
    edges = [
        each for number in range(1, last // MARK_EVERY + 1) for each in (MARK_EVERY * number, MARK_EVERY * number + 1)
    ]
    ranges = [(started, last), (started, started), (last, last), *((edge, last) for edge in edges if edge >= started)]
    ranges += [tuple(sorted(rng.sample(range(started, last + 1), 2))) for _ in range(20)]  # type: ignore[misc] - two
    for texts in (None, Texts("de", lambda _: "Anna Schmidt")):
        rng.shuffle(ranges)
        for first, end in ranges:
            page = page_of(own, first, end, viewer, texts)
            assert sent(page) == computed(game, page), (first, end)


def test_another_first_version_computes_no_line_again(game: Loaded) -> None:
    own, last = again(game), game.game.version
    started = game.started_at or 1
    sent(page_of(own, started, last))
    for first in range(started, last + 1):
        work = page_of(own, first, last).work()
        assert (list(work.following), len(work.found)) == ([], len(work.blocks))
    # another viewer and another language know other things
    assert page_of(own, started, last, FULL).work().following
    assert page_of(own, started, last, texts=Texts("de", lambda _: "Anna")).work().following


def test_only_the_body_of_all_versions_is_kept(game: Loaded) -> None:
    own, last = again(game), game.game.version
    started = game.started_at or 1
    assert page_of(own, started, last).is_kept
    assert page_of(own, started, last - 1)._replace(is_cut=True).is_kept
    assert not page_of(own, started + 1, last).is_kept
    assert not page_of(own, started, last - 1).is_kept


def test_the_lines_of_a_running_game_grow_with_it(game: Loaded) -> None:
    last = game.game.version
    early = last - MARK_EVERY - 5
    own = again(game, early)
    started = game.started_at or 1
    assert sent(page_of(own, started, early)) == computed(game, page_of(game, started, early))
    own.advance(game.game, game.entries[early:])
    page = page_of(own, started, last)
    # the block that has grown, and what follows
    assert len(page.work().following) < last - early + MARK_EVERY + 2
    assert sent(page) == computed(game, page)
