"""Leaks planted in the product, each a function that patches it: the checks of this package have to find every one."""

from tests.secrecy.mutants import (
    acts,
    addresses,
    answers,
    bots,
    elsewhere,
    history,
    logs,
    previews,
    replays,
    requests,
    shown,
    views,
    words,
)
from tests.secrecy.mutants.scenes import PLANTED, Mutant

__all__ = ["MODULES", "PLANTED", "Mutant"]

MODULES = (acts, addresses, answers, bots, elsewhere, history, logs, previews, replays, requests, shown, views, words)
