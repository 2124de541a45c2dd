"""The checks of this package can fail: each leak that is planted is found, and where none is, none is found."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.secrecy.addresses import Turn
from tests.secrecy.comparing import Leak
from tests.secrecy.cups import compare_drafts, compare_private
from tests.secrecy.mutants import PLANTED, Mutant
from tests.secrecy.mutants.bots import BOT_MUTANTS
from tests.secrecy.mutants.cups import DRAFT_MUTANTS, PRIVATE_MUTANTS
from tests.secrecy.mutants.elsewhere import TEXT_MUTANTS
from tests.secrecy.mutants.scenes import Scene
from tests.secrecy.mutants.shown import PAYLOAD_MUTANTS
from tests.secrecy.searching import search
from tests.secrecy.test_bots import compare_bots, game_of
from tests.secrecy.test_payloads import compare_payloads

SCENES = tuple(dict.fromkeys(mutant.scene for mutant in PLANTED))


def name_of(scene: Scene) -> str:
    """Return a name that is the same in every process."""
    viewer = "public" if scene.viewer is None else f"seat {scene.viewer}"
    return " ".join(
        (
            scene.title,
            viewer,
            scene.when.__name__,
            *(f"{name}={value}" for name, value in scene.options),
            *(["clock"] if scene.has_clock else []),
        )
    )


@pytest.mark.parametrize("mutant", PLANTED, ids=lambda mutant: mutant.name)
def test_a_planted_leak_is_found(mutant: Mutant) -> None:
    with pytest.raises(Leak):
        search(mutant.scene, mutant)


@pytest.mark.parametrize("scene", SCENES, ids=name_of)
def test_where_nothing_is_planted_nothing_is_found(scene: Scene) -> None:
    search(scene, None, Turn(SCENES.index(scene), len(SCENES)))


@pytest.mark.parametrize("plant", BOT_MUTANTS, ids=lambda plant: plant.__name__)
def test_a_leak_to_bots_is_found(plant: Callable[[pytest.MonkeyPatch], None]) -> None:
    played = game_of("siberia", 0)
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)

        with pytest.raises(Leak):
            compare_bots(played, random.Random(0))


@pytest.mark.parametrize("plant", [*PAYLOAD_MUTANTS, *TEXT_MUTANTS], ids=lambda plant: plant.__name__)
def test_a_leak_to_receivers_of_notifications_is_found(plant: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)

        with pytest.raises(Leak):
            compare_payloads("giganten", 0)


@pytest.mark.parametrize("plant", PRIVATE_MUTANTS, ids=lambda plant: plant.__name__)
def test_a_leak_of_a_private_tournament_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)

    with pytest.raises(Leak):
        compare_private(tmp_path)


@pytest.mark.parametrize("plant", DRAFT_MUTANTS, ids=lambda plant: plant.__name__)
def test_a_leak_of_the_next_round_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)

    with pytest.raises(Leak):
        compare_drafts(tmp_path)


def test_a_private_tournament_is_like_none_and_the_next_round_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "public").mkdir()

    assert compare_private(tmp_path) > 30
    assert compare_drafts(tmp_path / "public") > 60


def test_there_are_as_many_leaks_as_promised() -> None:
    others = (*BOT_MUTANTS, *PAYLOAD_MUTANTS, *TEXT_MUTANTS, *PRIVATE_MUTANTS, *DRAFT_MUTANTS)
    names = [mutant.name for mutant in PLANTED] + [plant.__name__ for plant in others]

    assert len(names) == len(set(names))
    assert len(names) >= 70
