"""A person plays a seat of a game to its end."""

from rich.markup import escape

from service.terminal.display.board import Scene
from service.terminal.display.screen import Left, Screen
from service.terminal.display.words import Json
from service.terminal.questions.question import Question
from service.terminal.server.client import ProblemReply, new_key
from service.terminal.server.table import Table
from service.terminal.sessions.help import Help
from service.terminal.sessions.live import Live

_STALE = frozenset({"decision-closed", "version-changed", "game-not-running"})
_LOG = 60


class Again(Exception):
    """Ask once more, from the table as it is now; the text says why."""


class Resigned(Left):
    """The person has given up the seat."""


class Player:
    """Plays one seat of a game to its end."""

    def __init__(self, table: Table, screen: Screen, seat: int) -> None:
        self._table = table
        self._screen = screen
        self._live = Live(table, screen, seat, self._typed_while_waiting)
        self._help = Help(table.client, screen, table)
        self._seat = seat

    def run(self) -> None:
        """Play until the game is over; raises Left when the person leaves."""
        message = ""
        while True:
            decision = self._live.until_asked()
            if decision is None:
                break
            try:
                self._decide(decision, message)
                message = ""
            except Again as again:
                message = str(again)
        self._screen.show(self._table.result())

    def _decide(self, decision: Json, message: str) -> None:
        table = self._table
        choices, options = decision["choices"], table.game["options"]
        scene = Scene(table.view(), table.tables, table.names, self._seat, choices, options)
        question = Question(table.title, scene, table.rule(decision["rule"]), self._screen)
        question.message = message
        command = question.ask(self._live.news(), self._helped)
        self._screen.line(f"[dim]you:[/] {table.command_in_words(command)}")
        self._live.mark()
        self._send(decision, command)

    def _helped(self, typed: str, question: Question | None) -> bool:
        """Do what is no answer to a question; returns whether it was that."""
        match typed.casefold():
            case "q" | "quit":
                raise Left
            case "u":
                raise Again("")
            case "?" if question is not None:
                self._help.rule(question.rule)
            case "all" if question is not None:
                for choice in question.menu.choices:
                    self._screen.line(choice.line)
            case "log" | "log all":
                for line in self._live.told(None if typed.casefold() == "log all" else _LOG):
                    self._screen.line(line)
            case "resign":
                self._resign()
            case _:
                return self._help.answered(typed)
        return True

    def _typed_while_waiting(self, typed: str) -> None:
        if typed.casefold() == "u":
            # no question is open that could be asked again
            self._screen.show(self._table.board())
            return
        if not self._helped(typed, None):
            self._screen.text(f"it is not your turn; what is {typed!r}? Type help, map, log, board, or q to leave")

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
                message = f"refused by rule {problem.problem.get('rule')}: {problem}"
            elif problem.code in _STALE:
                message = f"the table has changed meanwhile: {problem}"
            else:
                raise
            raise Again(escape(message)) from None
