"""Selection of dice to roll again: the player marks dice to keep."""

from collections import Counter
from collections.abc import Sequence

from rich.markup import escape

from service.terminal.display.words import Json, Names

NO_NAMES = Names(())


class TooManyDiceError(ValueError):
    """The input names more dice of a symbol than there are."""


class Dice:
    """The dice of a decision that asks which dice to roll again."""

    def __init__(self, roll: str, stop: str, choices: Sequence[Json], all_dice: Json, names: Names = NO_NAMES) -> None:
        """Take the type of the command that rolls, that of the command that stops, and the choices of the decision."""
        self._names = names
        self._rolls = [choice["command"] for choice in choices if choice["command"]["type"] == roll]
        self.stop: Json | None = next(
            (choice["command"] for choice in choices if choice["command"]["type"] == stop), None
        )
        most: dict[str, int] = {}
        for command in self._rolls:
            for symbol, number in command["dice"].items():
                most[symbol] = max(most.get(symbol, 0), number)
        self.dice = [symbol for symbol, number in most.items() for _ in range(number)]
        locked = {symbol: number - most.get(symbol, 0) for symbol, number in all_dice.items()}
        self.locked = [symbol for symbol, number in locked.items() for _ in range(number)]
        self.kept: set[int] = set()

    @property
    def roll_number(self) -> int:
        """Return the number of the choice that rolls. The next number keeps all dice."""
        return len(self.dice) + 1

    def lines(self) -> list[str]:
        """Return the dice with their numbers, and the options, as two lines of markup."""
        shown = [
            f"[bold]{at}[/] {escape(self.name(symbol))}" + ("[reverse] keep [/]" if at in self.kept else "")
            for at, symbol in enumerate(self.dice, start=1)
        ]
        locked = [f"[dim]{escape(self.name(symbol))} stays[/]" for symbol in self.locked]
        again = len(self.dice) - len(self.kept)
        rolled = f"roll the other {again} again" if again else "no die is left to roll"
        stop = f"   [bold]{self.roll_number + 1}[/] or keep: keep all dice" if self.stop else ""
        return ["  ".join([*shown, *locked]), f"[bold]{self.roll_number}[/] or roll: {rolled}{stop}"]

    def name(self, symbol: str) -> str:
        """Return the name of a symbol in the language of the client."""
        return self._names.piece(symbol)

    def _showing(self, part: str) -> list[int]:
        """Return the numbers of the dice whose name begins with a text; without one, those whose id does."""
        by_name = [at for at, symbol in enumerate(self.dice, start=1) if self.name(symbol).casefold().startswith(part)]
        return by_name or [at for at, symbol in enumerate(self.dice, start=1) if symbol.startswith(part)]

    def toggle(self, typed: str) -> bool:
        """Toggle dice between keep and roll, by numbers, names or ids. Return whether the text named dice.

        Raises TooManyDiceError if the text names more dice of a symbol than there are.
        """
        parts = typed.casefold().replace(",", " ").split()
        numbers = [part for part in parts if part.isdecimal() and 1 <= int(part) <= len(self.dice)]
        found = {int(number) for number in numbers}
        for name, times in Counter(part for part in parts if part not in numbers).items():
            symbols = self._showing(name)
            if not symbols:
                return False
            found.update(self._named(name, times, [at for at in symbols if at not in found]))
        self.kept ^= found
        return bool(found)

    def _named(self, name: str, times: int, dice: Sequence[int]) -> Sequence[int]:
        """Return the dice that a name means: the first that are not kept; if all are kept, the first of all."""
        if times > len(dice):
            message = f"there are fewer dice with {name} than you named"
            raise TooManyDiceError(message)
        to_keep = [at for at in dice if at not in self.kept]
        return (to_keep or dice)[:times]

    def command(self) -> Json | None:
        """Return the command that rolls the other dice; None if it is not legal."""
        rolled = [symbol for at, symbol in enumerate(self.dice, start=1) if at not in self.kept]
        for command in self._rolls:
            wanted = [symbol for symbol, number in command["dice"].items() for _ in range(number)]
            if sorted(wanted) == sorted(rolled):
                return command
        return None
