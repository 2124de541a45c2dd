"""Nim, a small but complete title: the example of domain/README.md. The tests register it, the product does not."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.first_player import check_first_player
from domain.kernel.rulebook import introduction_of, rules_of
from domain.kernel.ruleset import Ruleset
from tests.titles.nim import flow, scoring
from tests.titles.nim.commands import TakeObjects
from tests.titles.nim.decisions import commands_of
from tests.titles.nim.options import OPTIONS, PROFILES, options_from
from tests.titles.nim.resample import resample
from tests.titles.nim.state import Player, SettingUp, State
from tests.titles.nim.tables import DATA_SETS


def initial(seats: int, options: Mapping[str, Any], name: str) -> State:
    """Return the table before the first event (1.1). Raises OptionError if `first_player` names no seat of the game."""
    chosen = options_from(options)
    check_first_player(chosen.first_player, seats)
    heaps = DATA_SETS.data_set(name).heaps.objects
    player = Player(favourite=None, taken=(0,) * len(heaps))
    return State(options=chosen, data_set=name, phase=SettingUp(), players=(player,) * seats, heaps=heaps)


NIM = Ruleset[State](
    name="nim",
    version=1,
    title="Nim",
    seats=range(2, 5),
    options=OPTIONS,
    profiles=PROFILES,
    default_profile="classic",
    rules=rules_of("tests.titles.nim"),
    introduction=introduction_of("tests.titles.nim"),
    commands=(TakeObjects,),
    data_sets=DATA_SETS.available,
    data_set=DATA_SETS.info,
    default_data_set="classic",
    initial=initial,
    setup=flow.setup,
    flow=flow.FLOW,
    result=scoring.result,
    score=scoring.SCORE,
    parts_of=scoring.parts_of,
    commands_of=commands_of,
    resample=resample,
)
