"""What `ludolog verify --site` sees of what a site can do with its log, and what it cannot see."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.game.terms import Terms
from domain.proof.log_check import LogKeys
from domain.proof.verify import verify
from domain.transparency.merkle import HASH_BYTES
from service.core.keys.signing import is_signed_by
from service.operate.cli.site_logs import FollowedLog, ForkError, Kept
from tests.readmodels.kit import PEOPLE, Batch, played
from tests.service.site_log.kit import Site, downloads, game_of, short, site
from tests.service.test_cli import ludolog
from tests.terminal.replies import Reply, answering


def url(folder: Path, name: str) -> str:
    (folder / name).mkdir(exist_ok=True)
    return f"sqlite:///{folder / name}/games.db"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Site]:
    with site(url(tmp_path, "site")) as found:
        yield found


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Site]:
    """Another database under the same keys."""
    with site(url(tmp_path, "other")) as found:
        yield found


def rated(seed: int, decisions: int = 4_000) -> list[Batch]:
    """A rated game with so many decisions, or to its end."""
    return list(played("siberia", PEOPLE[:2], seed, terms=Terms(rated=True), most=decisions))


def kept(opened: Site) -> Kept:
    return Kept(opened.key.vkey, str(opened.note))


def follow(opened: Site, before: Kept | None, download: Callable[[str], bytes] | None = None) -> FollowedLog:
    return FollowedLog("https://games.example", download or downloads(opened), (), before)


def test_a_rated_game_that_is_discarded_afterwards_is_found(opened: Site, other: Site) -> None:
    """The log had its end. In the copy it is not over."""
    opened.append(short(1))
    opened.append(rated(2))
    opened.keep()
    other.append(short(1))
    other.append(rated(2, 5))
    other.append(short(3))
    other.append(short(4))
    other.keep()

    with pytest.raises(ForkError, match="rewritten"):
        follow(other, kept(opened))


def test_a_rated_game_that_never_ends_is_not_seen(opened: Site) -> None:
    """The log only grows. Those who read all entries see it: mirrors."""
    opened.append(short(1))
    opened.keep()
    before = kept(opened)
    opened.append(rated(2, 5))
    opened.append(short(3))
    opened.keep()

    assert follow(opened, before).now.size == opened.state.size


def test_what_a_site_has_dropped_is_named_by_the_games_at_hand(tmp_path: Path, opened: Site, other: Site) -> None:
    first, dropped = short(1), short(2)
    opened.append(first)
    opened.keep()
    other.append(first)
    other.keep()
    opened.append(dropped)
    opened.keep()
    for number in (3, 4):
        other.append(short(number))
    other.keep()
    files = {name: tmp_path / f"{name}.jsonl" for name in (game_of(first), game_of(dropped))}
    for name, file in files.items():
        file.write_bytes(b"".join(line + b"\n" for line in opened.bundle(name)))
    shown = opened
    with answering(lambda path: Reply(200, downloads(shown)(path))) as (address, _):
        command = ("verify", *map(str, files.values()), "--site", address, "--state", str(tmp_path / "state.json"))
        before = ludolog(*command, folder=tmp_path)
        shown = other
        after = ludolog(*command, folder=tmp_path)

    assert before.returncode == 0, before.stdout + before.stderr
    assert after.returncode == 1
    assert "shows another log than before" in after.stderr
    [line] = [line for line in after.stdout.splitlines() if game_of(dropped) in line]
    assert "BAD" in line
    assert "does not have it at position" in line
    # the other one is there as before
    [line] = [line for line in after.stdout.splitlines() if game_of(first) in line]
    assert "BAD" not in line


def reordered(tile: bytes) -> bytes:
    return tile[HASH_BYTES : 2 * HASH_BYTES] + tile[:HASH_BYTES] + tile[2 * HASH_BYTES :]


def cut(content: bytes) -> bytes:
    return content[:-9]


def emptied(_: bytes) -> bytes:
    return b""


@pytest.mark.parametrize(
    ("begin", "change", "doubt"),
    [
        ("/log/tile/0/000", reordered, "tile/0/000 of the log, which has its end, does not belong to the tree"),
        ("/log/tile/0/000", cut, "tile/0/000 of the log, which has its end, does not belong"),
        ("/log/tile/entries/000", cut, "tile/entries/000 of the log, which has its end, cannot be"),
        ("/log/tile/entries/000", emptied, "tile/entries/000 of the log, which has its end, has other entries"),
        ("/log/tile/entries/001", emptied, "the entries of the log do not give the root"),
        ("/log/tile/0/001", reordered, None),
    ],
)
def test_the_tile_and_the_entries_of_a_checked_game_are_read(
    opened: Site, begin: str, change: Callable[[bytes], bytes], doubt: str | None
) -> None:
    game = short(1)
    opened.append(game)
    opened.append(next(played("siberia", PEOPLE[:2], number, visibility="private")) for number in range(10, 700))
    opened.keep()
    report = verify(opened.bundle(game_of(game)), log_keys=LogKeys((opened.key,), is_signed_by))
    honest = downloads(opened)

    def download(path: str) -> bytes:
        return change(honest(path)) if path.startswith(begin) else honest(path)

    assert follow(opened, None).doubt_about(report) is None
    found = follow(opened, None, download).doubt_about(report)
    assert found is None if doubt is None else doubt in (found or "")
