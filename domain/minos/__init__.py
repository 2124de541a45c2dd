"""Minos (Jean Vanaise, Ravensburger 1992): settling the ancient Mediterranean, for two to four players."""

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

from domain.kernel.first_player import check_first_player
from domain.kernel.rulebook import glossary_of, introduction_of, rules_of
from domain.kernel.ruleset import Ruleset
from domain.kernel.rulings import rulings_of
from domain.minos import flow, scoring
from domain.minos.analysis import ANALYSIS
from domain.minos.board import board_of
from domain.minos.choices import anchors, holdings, notes
from domain.minos.commands import AnyCommand
from domain.minos.data_sets import DATA_SETS
from domain.minos.decisions import commands_of
from domain.minos.disclosures import DISCLOSES, disclosing, is_foreseen
from domain.minos.options import OPTIONS, PROFILES, options_from
from domain.minos.resample import resample
from domain.minos.state import Player, SettingUp, State

DEFAULT_DATA_SET = "reconstruction-1"
_TWO = 2


def initial(seats: int, options: Mapping[str, Any], name: str) -> State:
    """Return the state after set-up (2.1 to 2.6, 11.6), before fields are covered and the first player is drawn.

    Raises OptionError where an option does not fit the number of seats.
    """
    chosen = options_from(options)
    check_first_player(chosen.first_player, seats)
    board = board_of(name)
    stock = board.data.stock
    ships = chosen.two_player_ships if seats == _TWO else stock.start_ships
    talents = chosen.two_player_talents if seats == _TWO else stock.start_talents
    return State(
        options=chosen,
        data_set=name,
        phase=SettingUp(),
        players=tuple(Player(money=talents, ships=(board.fish,) * ships) for _ in range(seats)),
        settlements={},
        stock=tuple(kind.pieces for kind in board.data.buildings.kinds),
        rings=stock.rings,
    )


MINOS = Ruleset[State](
    name="minos",
    version=1,
    title="Minos",
    seats=range(2, 5),
    options=OPTIONS,
    profiles=PROFILES,
    default_profile="goblins",
    rules=rules_of("domain.minos"),
    introduction=introduction_of("domain.minos"),
    glossary=glossary_of("domain.minos"),
    rulings=partial(rulings_of, "domain.minos", "domain.kernel"),
    commands=get_args(AnyCommand),
    data_sets=DATA_SETS.available,
    data_set=DATA_SETS.info,
    default_data_set=DEFAULT_DATA_SET,
    initial=initial,
    setup=flow.setup,
    flow=flow.FLOW,
    result=scoring.result,
    score=scoring.SCORE,
    parts_of=scoring.parts_of,
    commands_of=commands_of,
    resample=resample,
    ends=scoring.ENDS,
    end_of=scoring.end_of,
    tie_break=scoring.TIE_BREAK,
    notes=notes,
    holdings=holdings,
    anchors=anchors,
    analysis=ANALYSIS,
    discloses=DISCLOSES,
    disclosing=disclosing,
    is_foreseen=is_foreseen,
)
