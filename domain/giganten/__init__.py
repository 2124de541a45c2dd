"""Giganten (Wilko Manz, KOSMOS 1999): oil in Texas, for three or four players."""

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

from domain.giganten import flow, scoring
from domain.giganten.analysis import ANALYSIS
from domain.giganten.board import board_of
from domain.giganten.choices import anchors, holdings, notes
from domain.giganten.commands import AnyCommand
from domain.giganten.data_sets import DATA_SETS
from domain.giganten.decisions import commands_of
from domain.giganten.disclosures import DISCLOSES, disclosing, is_foreseen
from domain.giganten.options import FORMER_PROFILES, OPTIONS, PROFILES, options_from
from domain.giganten.resample import resample
from domain.giganten.state import Player, SettingUp, State
from domain.giganten.tables import Cards, TileKind, printed_options
from domain.kernel.bag import Bag, bag_of
from domain.kernel.first_player import check_first_player
from domain.kernel.rulebook import glossary_of, introduction_of, rules_of
from domain.kernel.ruleset import Ruleset
from domain.kernel.rulings import rulings_of

DEFAULT_DATA_SET = "kosmos-1999"
_THREE = 3


def initial(seats: int, options: Mapping[str, Any], name: str) -> State:
    """Return the state after set-up (0.1 to 0.10), before the first player is drawn.

    Raises OptionError where an option does not fit the number of seats.
    """
    chosen = options_from(options)
    check_first_player(chosen.first_player, seats)
    board = board_of(name)
    data = board.data
    one, two, three = data.tiles.kinds
    red, beige = _deck(data.red_cards), _deck(data.beige_cards)
    sites = (site for site in board.sites.values() if seats > _THREE or not site.marked)
    return State(
        options=chosen,
        data_set=name,
        round=0,
        first_player=0,
        phase=SettingUp(()),
        prices=(data.prices.start, data.prices.start, data.prices.start),
        black_train=data.tracks.black_start,
        supply=data.pieces.oil_markers,
        players=tuple(Player(money=data.pieces.money, train=chosen.train_start) for _ in range(seats)),
        tiles={site.square: None for site in sites},
        undrawn=(_bag(one), _bag(two), _bag(three)),
        red=red,
        red_discards=red.emptied(),
        beige=beige,
        beige_discards=beige.emptied(),
        licences=bag_of(((1, chosen.licence_ones), (2, chosen.licence_twos))),
        licence_discards=bag_of(((1, 0), (2, 0))),
    )


def _bag(kind: TileKind) -> Bag[int]:
    return Bag(kind.values, kind.copies)


def _deck(cards: Cards) -> Bag[str]:
    return bag_of((card.id, card.copies) for card in cards.cards)


def _printed(name: str) -> Mapping[str, int | str | bool]:
    return printed_options(DATA_SETS.data_set(name))


GIGANTEN = Ruleset[State](
    name="giganten",
    version=1,
    title="Giganten",
    seats=range(3, 5),
    options=OPTIONS,
    profiles=PROFILES,
    former_profiles=FORMER_PROFILES,
    default_profile="standard",
    rules=rules_of("domain.giganten"),
    introduction=introduction_of("domain.giganten"),
    glossary=glossary_of("domain.giganten"),
    rulings=partial(rulings_of, "domain.giganten", "domain.kernel"),
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
    printed=_printed,
)
