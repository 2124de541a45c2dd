"""Help, map, rules, own games and replay, within a game and as separate commands."""

import re
from http import HTTPStatus
from urllib.parse import quote

from rich import box
from rich.markup import escape
from rich.table import Table as Grid

from service.terminal.connection.client import Client
from service.terminal.connection.errors import ProblemReply, ServerError
from service.terminal.connection.game import RemoteGame, names_of_title
from service.terminal.display.board import no_places
from service.terminal.display.clock import left
from service.terminal.display.places import places_of
from service.terminal.display.screen import Screen
from service.terminal.display.words import Json, plain, printable, words
from service.terminal.sessions.replay import Replay
from service.terminal.titles import title_of

IN_GAME = """\
1, 1 5            a choice by its number; 1 5: with the number 5 of its range
word word         only the choices with these words; Enter takes the only one
all               list every choice with its cost and effect
1 3, gull, roll   dice: mark dice to keep by number or name, roll the others;
keep              dice: keep all
p 1, p 1 5        what the choice would do; with dice p roll, p keep
hint              the best choices of the engine, in games with hints; all
                  players see that you took one
?                 the rule under which you are asked
rules, rules 5.1  the titles of all rules; one rule; rules M3: a ruling
map, map NAME     places with their neighbours and what stands there; the signs
board, log        the board again; what has happened (log all: from the start)
replay            step through the game so far
games             your games on this server
u                 look at the table again
say TEXT          write to the players and all who watch
talk, talk mute   the last messages; hide them for you (unmute: show them);
                  talk all, players, off: who may write
note TEXT         a note about this version that only you can read; note: all
back              take back your last decision, unless it drew or disclosed
vacation 2d, 12h  stop your clock for a time, where the game allows it
resign            give up your seat permanently; a bot plays on, unless one
                  player is left: then the game ends
q                 leave; you can come back at any time
"""

_RULING = re.compile(r"[a-z]\d+")

SHOWN = 20
"""The maximum number of own games in the list."""


class NothingFoundError(ServerError):
    """The server has nothing under this number or name."""


class Help:
    """Answers questions about a game, or about a server."""

    def __init__(self, client: Client, screen: Screen, remote: RemoteGame | None = None) -> None:
        self._client = client
        self._screen = screen
        self._remote = remote

    def answered(self, typed: str) -> bool:
        """Handle input that asks for help within a game. Return whether it did."""
        assert self._remote is not None
        first, _, rest = typed.strip().partition(" ")
        match first.casefold():
            case "help" | "h":
                self._screen.text(IN_GAME.rstrip())
            case "map":
                self.map(self._remote.ruleset, rest, self._remote)
            case "board":
                self._screen.show(self._remote.board())
            case "rules" | "rule":
                self.rules(self._remote.ruleset, rest)
            case "games":
                self.games()
            case "replay":
                Replay(self._remote, self._screen).walk(board=True, start=-1)
            case _:
                return False
        return True

    def rules(self, ruleset: str, number: str) -> None:
        """Print a rule by its number, the titles of a section, all titles, or a ruling by its id."""
        wanted = number.strip().removesuffix(".").casefold()
        if _RULING.fullmatch(wanted):
            self.ruling(ruleset, wanted.upper())
            return
        found: list[Json] = self._client.get(f"/rulesets/{ruleset}/rules")["items"]
        exact = next((rule for rule in found if rule["number"] == wanted), None)
        if exact is not None:
            self.rule(exact)
            return
        shown = [rule for rule in found if _is_in_section(rule["number"], wanted)]
        if not shown:
            self._say_missing(f"{ruleset} has no rule {number.strip()}; rules without a number lists all of them")
        for rule in shown:
            self._screen.line(f"[bold]{escape(printable(rule['number'])):>6}[/] {escape(printable(rule['title']))}")

    def rule(self, rule: Json) -> None:
        """Print a rule, with the ids of the rulings that it cites."""
        ids = ", ".join(str(ruling["id"]) for ruling in rule.get("rulings", ()))
        text = f"{rule['text']}\n\nRulings: {ids}" if ids else str(rule["text"])
        self._screen.box(f"rule {rule['number']}: {rule['title']}", text)

    def ruling(self, ruleset: str, ruling: str) -> None:
        """Print a ruling: question, passages, decision, reason, options, and the rules that cite it."""
        try:
            found: Json = self._client.get(f"/rulesets/{ruleset}/rulings/{ruling}")
        except ProblemReply as error:
            if error.status != HTTPStatus.NOT_FOUND:
                raise
            self._say_missing(f"{ruleset} has no ruling {ruling}")
            return
        passages = [f"{each['source']} {each['section']}: “{each['quote']}”" for each in found["passages"]]
        parts = [*passages, f"Decision: {found['decision']}", f"Reason: {found['reason']}"]
        for label, names in (("Options", found["options"]), ("Rules", [each["number"] for each in found["rules"]])):
            if names:
                parts.append(f"{label}: {', '.join(map(str, names))}")
        self._screen.box(f"ruling {ruling}: {found['question']}", "\n\n".join(parts))

    def map(
        self, ruleset: str, wanted: str = "", remote: RemoteGame | None = None, data_set: str | None = None
    ) -> None:
        """Print the map as a list, with pieces if a game is given."""
        title = title_of(ruleset)
        if title.places is no_places:
            self._say_missing(f"{ruleset} has no map")
            return
        tables = (
            remote.tables
            if remote
            else self._client.get(f"/rulesets/{ruleset}/data/{quote(data_set or '', safe='')}")["tables"]
        )
        view = remote.view() if remote and remote.game["status"] != "open" else None
        names = remote.names if remote else names_of_title(self._client, ruleset)
        lines = places_of(title, tables, view, wanted.strip() or None, names)
        if not lines:
            self._say_missing(f"no place of {ruleset} has {wanted!r} in its name: map lists all")
        for line in lines:
            self._screen.line(line)

    def games(self, status: str | None = None) -> None:
        """Print the own games, newest first, with the players and the command to continue."""
        rows: list[Json] = self._client.get("/me/games", status=status, limit=SHOWN)["items"]
        if not rows:
            missing = "you play no games here yet: ludolog play giganten"
            if status is not None:
                missing = f"you play no games here with the status {status}: ludolog games lists all of them"
            self._screen.text(missing)
            return
        grid = Grid("game", "title", "status", "players", box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        grid.columns[0].no_wrap = True
        for row in rows:
            status_shown = "[bold]your turn[/]" if row["awaiting"] else escape(plain(row["status"]))
            if row.get("may_return"):
                status_shown = "[bold]a bot plays until you return[/]"
            elif row.get("due"):
                status_shown += f" ({left(row['due'])} left)"
            grid.add_row(escape(plain(row["id"])), escape(words(row["ruleset"])), status_shown, self._players(row))
        self._screen.show(grid)
        options = self._client.options
        self._screen.command(
            f"Continue with: ludolog play --game GAME{options}; replay with: ludolog replay GAME{options}"
        )

    def _say_missing(self, message: str) -> None:
        """Print within a game that nothing was found. A separate command raises NothingFoundError."""
        if self._remote is None:
            raise NothingFoundError(message)
        self._screen.text(message)

    def _players(self, row: Json) -> str:
        remote = RemoteGame(self._client, str(row["id"]))
        return ", ".join(remote.names.seat(number) for number in range(len(row["players"])))


def _is_in_section(number: str, wanted: str) -> bool:
    """Return whether a rule is in a section: `4` has the rules of 4, 4a and 4b, `4a` those of 4a; empty has all."""
    section = number.partition(".")[0]
    return not wanted or section == wanted or (section[:-1] == wanted and section[-1].isalpha())
