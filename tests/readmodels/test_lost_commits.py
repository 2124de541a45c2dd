"""A server that has lost commits has other events at their versions: the projector reads such a game again."""

from pathlib import Path

from service.core.store.store import Store
from service.lists.log import GameFolder, Log
from tests.readmodels.kit import World, played


def test_a_game_is_read_again_if_its_log_continues_another_one(tmp_path: Path) -> None:
    people = ("player:ada", "player:bo")
    lost = list(played("minos", people, 1, most=2))
    other = list(played("minos", ("player:cy", "player:bo"), 1, most=2))
    assert lost[0] == other[0]
    with Store(f"sqlite:///{tmp_path}/lost.db") as store, Store(f"sqlite:///{tmp_path}/other.db") as standby:
        World(store).append(lost[:2])
        World(standby).append(other[:3])
        folder = GameFolder(Log(store.application))
        folder.parts(Log(store.application).page(0))

        # the connection now leads to the other server
        folder._log = Log(standby.application)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        (part,) = folder.parts(Log(standby.application).page(2))

    assert [each.player for each in part.after.game.occupants if each] == ["player:cy", "player:bo"]
