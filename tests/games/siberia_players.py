"""Players of Siberia who want something, so that games get where chance does not lead them."""

import random
from collections.abc import Sequence

from domain.kernel.values import Choice, Command
from domain.siberia import commands as c

_DULL = (c.TakeBack, c.VoidAction, c.Pass, c.EndLogistics)


def busy(choices: Sequence[Choice], rng: random.Random) -> Command:
    """Sell, fill columns, and do what has an effect, if there is such a thing: much is mined and exhausted."""
    commands = [choice.command for choice in choices]
    sales = [command for command in commands if isinstance(command, c.SellCubes)]
    columns = [command for command in commands if isinstance(command, c.PlaceToken) and command.spot != "research"]
    useful = [command for command in commands if not isinstance(command, _DULL)]
    return rng.choice(sales or columns or useful or commands)


def idle(choices: Sequence[Choice], rng: random.Random) -> Command:
    """Neither place nor sell a cube where that can be avoided: columns are used for nothing, then all pass."""
    commands = [choice.command for choice in choices]
    for kind in (c.VoidAction, c.Pass, c.EndLogistics, c.EndPlacing):
        if found := [command for command in commands if isinstance(command, kind)]:
            return rng.choice(found)
    columns = [command for command in commands if isinstance(command, c.PlaceToken) and command.spot != "research"]
    onward = [command for command in commands if not command.undoes]
    return rng.choice(columns or onward)
