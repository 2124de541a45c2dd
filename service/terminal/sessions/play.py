"""The loop of a user who plays one seat."""

from rich.markup import escape

from service.terminal.connection.client import new_key
from service.terminal.connection.errors import ProblemReply
from service.terminal.connection.game import RemoteGame
from service.terminal.display.board import Scene
from service.terminal.display.screen import Quit, Screen
from service.terminal.display.words import Json, printable
from service.terminal.questions.question import PREVIEWS, Question
from service.terminal.sessions.help import Help
from service.terminal.sessions.hints import hint_lines
from service.terminal.sessions.live import Live
from service.terminal.sessions.notes import Notes
from service.terminal.sessions.previews import preview_lines
from service.terminal.sessions.talk import Talk
from service.terminal.sessions.vacations import take_vacation

_STALE = frozenset({"decision-closed", "version-changed", "game-not-running", "game-paused"})
_LOG = 60


class Again(Exception):
    """Ask again on the current table. The text is the reason."""


class Resigned(Quit):
    """The user has resigned."""


class Player:
    """Plays one seat of a game to its end."""

    def __init__(self, remote: RemoteGame, screen: Screen, seat: int) -> None:
        self._remote = remote
        self._screen = screen
        self._talk = Talk(remote.client, screen, f"/games/{remote.id}")
        self._notes = Notes(remote.client, screen, remote.id)
        self._live = Live(remote, screen, seat, self._typed_while_waiting, self._talk)
        self._help = Help(remote.client, screen, remote)
        self._seat = seat
        self._decision = ""
        """The id of the open decision."""

    def run(self) -> None:
        """Play until the game is over; raises Quit when the user leaves."""
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
        self._screen.show(self._remote.result())

    def _decide(self, decision: Json, message: str) -> None:
        remote = self._remote
        self._decision = str(decision["id"])
        scene = Scene(remote.view(), remote.tables, remote.names, self._seat, decision["choices"])
        question = Question(remote.title, scene, remote.rule(decision["rule"]), self._screen)
        question.message = message
        command = question.ask(self._live.news(), self._helped)
        self._screen.line(f"[dim]you:[/] {question.menu.said(command)}")
        self._live.mark()
        self._send(decision, command)

    def _helped(self, typed: str, question: Question | None) -> bool:
        """Handle input that is not an answer. Return whether it did."""
        match typed.casefold():
            case "q" | "quit":
                raise Quit
            case "u":
                raise Again("")
            case "?" if question is not None:
                self._help.rule(question.rule)
            case "all" if question is not None:
                for choice in question.menu.choices:
                    self._screen.line(choice.line)
            case "log" | "log all":
                for line in self._live.lines(None if typed.casefold() == "log all" else _LOG):
                    self._screen.line(line)
            case "back":
                self._take_back()
            case "resign":
                self._resign()
            case _:
                return (
                    self._previewed(typed, question)
                    or self._hinted(typed, question)
                    or self._went_on_vacation(typed)
                    or self._talk.answered(typed)
                    or self._noted(typed)
                    or self._help.answered(typed)
                )
        return True

    def _noted(self, typed: str) -> bool:
        """Store a note about the present version, or print all, if the input asks for that. Return whether it does."""
        return self._notes.answered(typed, len(self._live.log) or int(self._remote.game["version"]))

    def _went_on_vacation(self, typed: str) -> bool:
        """Stop the own clock for a time, if the input asks for that. Return whether it does."""
        first, _, duration = typed.strip().partition(" ")
        if first.casefold() != "vacation":
            return False
        self._screen.text(take_vacation(self._remote, self._seat, duration.strip()))
        return True

    def _previewed(self, typed: str, question: Question | None) -> bool:
        """Print what a choice would do, if the input asks for that. Return whether it does."""
        if question is None or not typed.casefold().startswith(PREVIEWS):
            return False
        command = question.named(typed.partition(" ")[2])
        if command is None:
            usage = "type p and a choice, such as p 1, or p 1 5 with the number 5 of its range"
            self._screen.text(usage if question.dice is None else "type p roll or p keep")
            return True
        try:
            lines = preview_lines(self._remote, self._decision, command, question.menu.said(command))
        except ProblemReply as problem:
            raise _again(problem) from None
        for line in lines:
            self._screen.line(line)
        return True

    def _hinted(self, typed: str, question: Question | None) -> bool:
        """Take a hint for the open decision, and print it, if the input asks for that. Return whether it does."""
        if question is None or typed.strip().casefold() != "hint":
            return False
        try:
            lines = hint_lines(self._remote, self._decision, question.menu)
        except ProblemReply as problem:
            if problem.code in _STALE:
                raise _again(problem) from None
            self._screen.text(str(problem))
            return True
        for line in lines:
            self._screen.line(line)
        return True

    def _typed_while_waiting(self, typed: str) -> None:
        if typed.casefold() == "u":
            # no decision is open
            self._screen.show(self._remote.board())
            return
        try:
            is_known = self._helped(typed, None)
        except Again as again:
            self._screen.text(str(again))
            return
        if not is_known:
            self._screen.text(f"it is not your turn; what is {typed!r}? Type help, map, log, board, or q to leave")

    def _take_back(self) -> None:
        """Take back the last own decision, and ask again."""
        path = f"/games/{self._remote.id}"
        decision = self._remote.client.get(f"{path}/decisions")["take_back"]
        if decision is None:
            raise Again("you have no decision to take back now")
        try:
            self._remote.client.post(f"{path}/take-backs", {"decision": decision}, key=new_key())
        except ProblemReply as problem:
            raise Again(escape(str(problem))) from None
        raise Again("you took back your last decision")

    def _resign(self) -> None:
        asked = (
            "give up your seat permanently? A bot plays on, unless one player is left: then the game ends. Type yes >"
        )
        if self._screen.ask(asked).casefold() != "yes":
            self._screen.text("you play on")
            return
        reply = self._remote.client.post(f"/games/{self._remote.id}/resignations", key=new_key())
        follows = "the game has ended" if reply["status"] == "ended" else "a bot plays on"
        self._screen.text(f"you gave up your seat; {follows}")
        raise Resigned

    def _send(self, decision: Json, command: Json) -> None:
        """Send the command with an idempotency key, so that a retry counts once."""
        body = {"decision": decision["id"], "command": command}
        try:
            self._remote.client.post(f"/games/{self._remote.id}/commands", body, key=new_key())
        except ProblemReply as problem:
            raise _again(problem) from None


def _again(problem: ProblemReply) -> Exception:
    """Return the reason to ask again; the problem itself if asking again does not help."""
    if problem.code == "refused":
        return Again(escape(printable(f"refused by rule {problem.problem.get('rule')}: {problem}")))
    return Again(escape(f"the table has changed meanwhile: {problem}")) if problem.code in _STALE else problem
