"""A person plays: the table, what has happened, the question with its rule, and the choices."""

from rich.markup import escape

from service.terminal.choices import Choice, Menu
from service.terminal.client import WAIT, ProblemReply, new_key
from service.terminal.screen import Left, Screen
from service.terminal.table import Table
from service.terminal.words import Json, words

HELP = "a number, words to search, ? rule, log, u again, resign, q leave"
_STALE = frozenset({"decision-closed", "version-changed", "game-not-running"})
_LOG = 60
_NEWS = 40
_EXCERPT = 150


class Again(Exception):
    """Ask once more, from the table as it is now."""


class Player:
    """Plays one seat of a game to its end."""

    def __init__(self, table: Table, screen: Screen, seat: int) -> None:
        self._table = table
        self._screen = screen
        self._seat = seat
        self._told = 0
        self._log: list[Json] = []

    def run(self) -> None:
        """Play until the game is over; raises Left when the person leaves."""
        while True:
            decision = self._own_decision()
            if decision is None:
                break
            try:
                self._decide(decision)
            except Again:
                continue
        self._news()
        self._screen.show(self._table.result())

    def _own_decision(self) -> Json | None:
        """Wait until this seat is asked; None once the game is over."""
        path, said = f"/games/{self._table.id}/decisions", False
        while True:
            found = self._table.client.get(path)
            asked: list[Json] = found["items"]
            for decision in asked:
                if decision["seat"] == self._seat and "choices" in decision:
                    return decision
            # a bot needs but a moment, which is not worth a word
            batch = next(self._table.client.follow(self._table.id, found["version"], wait=WAIT if said else 2))
            if batch.is_over:
                self._table.reload()
                return None
            if not batch.events and not said:
                others = ", ".join(self._table.names.seats[int(one["seat"])] for one in asked)
                self._screen.notice(f"waiting for {others or 'the game'} …")
                said = True

    def _news(self) -> None:
        """Tell what has happened since the last time."""
        events = self._table.client.events(self._table.id, self._told)
        self._log += events
        self._told += len(events)
        news = [event for event in events if event["record"]["type"] not in self._table.title.quiet]
        if len(news) > _NEWS:
            self._screen.show(f"[dim]… {len(news) - _NEWS} earlier ones: type log all[/]")
        for event in news[-_NEWS:]:
            self._screen.line(self._table.line(event))

    def _decide(self, decision: Json) -> None:
        self._screen.rule("")
        self._screen.show(self._table.board())
        self._screen.rule("since your last decision" if self._told else "so far")
        self._news()
        rule = self._table.rule(decision["rule"])
        self._screen.rule(f"{self._table.names.seat(self._seat)}: rule {escape(rule['number'])}")
        text = " ".join(str(rule["text"]).split())
        short = text if len(text) <= _EXCERPT else f"{text[:_EXCERPT].rpartition(' ')[0]} …"
        self._screen.show(f"[bold]{escape(rule['title'])}.[/] [dim]{escape(short)}[/]")
        menu = Menu(decision, self._table.names, dict(self._table.title.commands))
        menu.show(self._screen)
        command = self._chosen(menu, rule)
        self._send(decision, command)

    def _chosen(self, menu: Menu, rule: Json) -> Json:
        """Ask until a command is chosen."""
        found: list[Choice] | None = None
        while True:
            typed = self._screen.ask(f"[dim]({HELP})[/] >")
            if not typed and found is not None and len(found) == 1:
                typed = str(found[0].number)
            first, _, rest = typed.partition(" ")
            if not typed:
                menu.show(self._screen)
            elif first.isdecimal() and (not rest or rest.removeprefix("-").isdecimal()):
                choice = menu.numbered(int(first))
                command = self._taken(choice, rest) if choice else None
                if command is not None:
                    return command
                self._screen.text(f"there is no choice {typed}: take a number from 1 to {len(menu.choices)}")
            elif not self._helped(typed.casefold(), rule):
                found = menu.matching(typed)
                menu.show(self._screen, found)
                self._screen.show(f"[dim]{_how_many(found, typed)}[/]")

    def _taken(self, choice: Choice, rest: str) -> Json | None:
        """Return the command of a choice, with its number if it has a range; None where the number does not fit."""
        limits = choice.range
        if limits is None:
            return choice.command if not rest else None
        if limits["min"] == limits["max"]:
            return choice.with_number(limits["min"])
        given = choice.command[limits["field"]]
        field = escape(words(limits["field"]))
        typed = rest or self._screen.ask(f"{field} from {limits['min']} to {limits['max']} [dim](Enter: {given})[/] >")
        typed = typed or str(given)
        number = int(typed) if typed.removeprefix("-").isdecimal() else None
        return choice.with_number(number) if number is not None and limits["min"] <= number <= limits["max"] else None

    def _helped(self, typed: str, rule: Json) -> bool:
        """Do what is no answer to the question; returns whether it was that."""
        match typed:
            case "q" | "quit":
                raise Left
            case "u":
                raise Again
            case "?":
                self._screen.box(f"rule {rule['number']}: {rule['title']}", str(rule["text"]))
            case "log" | "log all":
                for event in self._log if typed == "log all" else self._log[-_LOG:]:
                    self._screen.line(self._table.line(event))
            case "resign":
                self._resign()
            case _:
                return False
        return True

    def _resign(self) -> None:
        if self._screen.ask("give up your seat for good? A bot plays on. Type yes >").casefold() != "yes":
            self._screen.text("you play on")
            return
        self._table.client.post(f"/games/{self._table.id}/resignations", key=new_key())
        self._screen.text("you gave up your seat; a bot plays on")
        raise Resigned

    def _send(self, decision: Json, command: Json) -> None:
        """Send the command under a key of its own: sent again after a lost reply, it still counts once."""
        body = {"decision": decision["id"], "command": command}
        try:
            self._table.client.post(f"/games/{self._table.id}/commands", body, key=new_key())
        except ProblemReply as problem:
            if problem.code == "refused":
                self._screen.text(f"refused by rule {problem.problem.get('rule')}: {problem}")
            elif problem.code in _STALE:
                self._screen.text(f"the table has changed meanwhile: {problem}")
            else:
                raise
            raise Again from None


class Resigned(Left):
    """The person has given up the seat."""


def _how_many(found: list[Choice], typed: str) -> str:
    if not found:
        return f"nothing has {escape(typed)!r} in it; Enter lists all choices"
    return "Enter takes it" if len(found) == 1 else f"{len(found)} choices; Enter lists all"
