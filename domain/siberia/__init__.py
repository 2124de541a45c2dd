"""Siberia (Reiner Stockhausen, dlp games 2011): mining and selling what Siberia holds, for two to four players."""

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

from domain.kernel.bag import bag_of
from domain.kernel.first_player import check_first_player
from domain.kernel.rulebook import glossary_of, introduction_of, rules_of
from domain.kernel.ruleset import Ruleset
from domain.kernel.rulings import rulings_of
from domain.siberia import flow, scoring
from domain.siberia.analysis import ANALYSIS
from domain.siberia.board import board_of
from domain.siberia.choices import anchors, holdings, notes
from domain.siberia.commands import AnyCommand
from domain.siberia.data_sets import DATA_SETS
from domain.siberia.decisions import commands_of
from domain.siberia.events import PlacementsRevealed, PlacingEnded, TokensDrawn
from domain.siberia.options import COLUMNS, OPTIONS, PROFILES, options_from
from domain.siberia.resample import resample
from domain.siberia.state import Player, SettingUp, State

DEFAULT_DATA_SET = "reconstruction-1"


def initial(seats: int, options: Mapping[str, Any], name: str) -> State:
    """Return the state before the first player is drawn: cubes, tokens and tiles are in their bags.

    Raises OptionError where an option does not fit the number of seats.
    """
    chosen = options_from(options)
    check_first_player(chosen.first_player, seats)
    board = board_of(name)
    data = board.data
    pawns = data.pawns
    player = Player(
        money=0,
        reserve=pawns.each - pawns.workers - pawns.salesmen,
        workers=(board.start,) * pawns.workers,
        salesmen=(data.exchanges.always.id,) * pawns.salesmen,
        tokens=dict.fromkeys(COLUMNS, ()),
    )
    return State(
        options=chosen,
        data_set=name,
        round=0,
        first_player=0,
        phase=SettingUp(),
        players=(player,) * seats,
        areas={},
        exhausted=(),
        reserves=board.cubes,
        sold=board.cubes.emptied(),
        bag=board.tokens,
        sides="",
        open=(),
        stack=bag_of((column, data.investments.copies) for column in COLUMNS),
        ending=None,
    )


SIBERIA = Ruleset[State](
    name="siberia",
    version=1,
    title="Siberia",
    seats=range(2, 5),
    options=OPTIONS,
    profiles=PROFILES,
    default_profile="booklet",
    rules=rules_of("domain.siberia"),
    introduction=introduction_of("domain.siberia"),
    glossary=glossary_of("domain.siberia"),
    rulings=partial(rulings_of, "domain.siberia", "domain.kernel"),
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
    # the end of placing shows the others that no token is left in the hand (2.8)
    discloses=frozenset({TokensDrawn, PlacingEnded, PlacementsRevealed}),
    is_foreseen=lambda _state, event, seat: isinstance(event, PlacingEnded) and event.seat == seat,
)
