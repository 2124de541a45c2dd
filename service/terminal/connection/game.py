"""One game on a server: its seats, board, events in words, rules and result."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from msgspec import structs
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table as Grid

from service.terminal.connection.client import Client
from service.terminal.connection.errors import ProblemReply
from service.terminal.connection.following import Following
from service.terminal.display.board import Title, drawn
from service.terminal.display.words import Json, Names, event_in_words, plain, printable, words
from service.terminal.titles import title_of

_SEATS_CHANGE = frozenset(
    {
        *("game.seat_taken", "game.seat_left", "game.seat_resigned"),
        *("game.player_replaced", "game.seat_given_up", "game.seat_declined"),
        *("clock.seat_taken_over", "game.seat_returned"),
    }
)
_TAKEN = frozenset({"game.seat_taken", "game.player_replaced"})
BOT = "bot:"
_LONG = 16
"""Longer names are cut to this length."""


def names_of_title(client: Client, ruleset: str) -> Names:
    """Return the names of a title in the language of the client. A server of an earlier release has none."""
    try:
        found = client.get(f"/rulesets/{ruleset}/words")
    except ProblemReply as problem:
        if problem.status != HTTPStatus.NOT_FOUND:
            raise
        return Names(())
    things, holdings = _printable({**found["pieces"], **found["places"]}), _printable(found.get("holdings", {}))
    return Names((), things, holdings)


def _printable(names: Json) -> dict[str, str]:
    return {name: printable(text) for name, text in names.items()}


_ENDINGS = {"adjudicated": ", adjudicated by its owner", "others_left": ", which all other players have left"}
"""What the title of a result adds for a game that did not end by its rules."""


class RemoteGame:
    """One game, as the holder of the client's token or a named viewer may see it."""

    def __init__(self, client: Client, game: str, viewer: str | None = None) -> None:
        self.client = client
        self.id = quote(game, safe="")
        self.viewer = viewer
        self.game = client.get(f"/games/{self.id}")
        self.ruleset = str(self.game["ruleset"])
        self.title: Title = title_of(self.ruleset)
        self._rules: dict[str, Json] = {}
        self._has_pieces = True

    def reload(self) -> None:
        """Load status and seats of the game again."""
        self.game = self.client.get(f"/games/{self.id}")
        self.__dict__.pop("names", None)

    def follow(self, after: int) -> Following:
        """Return the stream of the game after a version, with sentences in the language of the client."""
        # the reply with the names shows which language the server has; a stream has no sentences without it
        assert self.names
        return Following(self.client, self.id, after)

    @property
    def is_over(self) -> bool:
        """Return whether the game was over at the last load."""
        return self.game["status"] in {"ended", "abandoned"}

    @cached_property
    def tables(self) -> Json:
        """The printed tables of the data set of the game."""
        return self.client.get(f"/rulesets/{self.ruleset}/data/{self.game['data_set']}").get("tables", {})

    @cached_property
    def names(self) -> Names:
        """The names of players and things."""
        seats = tuple(_name(seat) for seat in self.game["seats"])
        return structs.replace(self._names, seats=seats, server_names=_server_names(self.game["seats"]))

    @cached_property
    def _names(self) -> Names:
        return names_of_title(self.client, self.ruleset)

    def view(self, at: int | None = None) -> Json:
        """Return the view with its pieces, now or at a version; the game must have started.

        A server of an earlier release has no pieces: its boards are tables.
        """
        path, asked = f"/games/{self.id}/view", {"at": at, "as": self.viewer}
        try:
            return self.client.get(path, **asked, pieces="true" if self._has_pieces else None)
        except ProblemReply as problem:
            if problem.status != HTTPStatus.BAD_REQUEST or not self._has_pieces:
                raise
        found = self.client.get(path, **asked)
        self._has_pieces = False
        return found

    def board(self, at: int | None = None) -> RenderableType:
        """Return the board, now or at a version."""
        try:
            view = self.view(at)
        except ProblemReply as problem:
            if problem.code != "not-started":
                raise
            return self.seats()
        return drawn(self.title, view, self.tables, self.names)

    def seats(self) -> str:
        """Return the seats of a game that has not started."""
        title, starts_at = escape(words(self.ruleset)), self.game.get("starts_at")
        if name := self.game.get("name"):
            title = f"{title}, {escape(printable(name))}"
        starts = "not started" if starts_at is None else f"starts at {escape(printable(starts_at))}"
        return f"{title}, {starts}: {self.players()}"

    def players(self) -> str:
        """Return the names of the players by seat."""
        return ", ".join(self.names.seat(seat["seat"]) for seat in self.game["seats"])

    def in_words(self, event: Json) -> str:
        """Return an event in words, as markup."""
        if event["record"]["type"] in _SEATS_CHANGE:
            self.reload()
        return event_in_words(event, self.names)

    def line(self, event: Json) -> str:
        """Return an event in words, with its version before it."""
        return f"[dim]{escape(printable(str(event['record']['version']))):>5}[/] {self.in_words(event)}"

    def rule(self, cited: str) -> Json:
        """Return a rule by its full number, such as `giganten/4a.5`."""
        ruleset, _, number = cited.rpartition("/")
        if cited not in self._rules:
            self._rules[cited] = self.client.get(f"/rulesets/{ruleset or self.ruleset}/rules/{number}")
        return self._rules[cited]

    def result(self) -> RenderableType:
        """Return the final ranking with the parts of the scores. The game must be over."""
        result = self.client.get(f"/games/{self.id}/result")
        if not result["places"]:
            return f"the game is over: {escape(plain(result['status']))}, nobody has won"
        void = ", void: the operator of the site has voided it" if result.get("voided") else ""
        title = f"result of game {self.id}{_ENDINGS.get(str(result.get('ending')), '')}{void}"
        if not result["winners"]:
            title += ": nobody has won, all players resigned"
        grid = Grid("rank", "player", "score", "of which", title=title, title_justify="left", box=box.SIMPLE_HEAD)
        names = self._final_names(result["resigned"])
        for place in result["places"]:
            parts = "\n".join(
                printable(f"{words(p['part'])} {p['amount']:,} (rule {p['rule']})") for p in place["parts"]
            )
            gave_up = ", seat given up" if place["seat"] in result["resigned"] else ""
            player = f"{names.seat(place['seat'])}{gave_up}"
            grid.add_row(escape(plain(place["rank"])), player, f"{place['score']:,}", escape(parts))
        return grid

    def _final_names(self, resigned: Collection[int]) -> Names:
        """Return the names of the players. On a resigned seat this is the player, not the bot.

        An imported game can claim any player id, so its ids are not looked up.
        """
        if not resigned or self.game["foreign"]:
            return self.names
        players: dict[int, str] = {}
        for event in self.client.events(self.id, viewer=self.viewer):
            if event["record"]["type"] in _TAKEN:
                players[event["record"]["data"]["seat"]] = event["record"]["data"]["player"]
        ids = ",".join(players[seat] for seat in resigned)
        known = {player["id"]: player["name"] for player in self.client.get("/players", ids=ids)["items"]}
        seats = [dict(seat) for seat in self.game["seats"]]
        for seat in resigned:
            seats[seat] |= {"player": players[seat], "name": known.get(players[seat])}
        return structs.replace(self.names, seats=tuple(map(_name, seats)))


def _server_names(seats: Sequence[Json]) -> dict[str, int]:
    """Return the seats by the names of their players in sentences of the server. Equal names get the number."""
    names = {int(seat["seat"]): _server_name(seat) for seat in seats if seat["player"] is not None}
    counts = Counter(names.values())
    alone = {name: seat for seat, name in names.items() if counts[name] == 1}
    return {**alone, **{f"{name} ({seat})": seat for seat, name in names.items()}}


def _server_name(seat: Json) -> str:
    player = str(seat["player"])
    return f"Bot {player.removeprefix(BOT)}" if player.startswith(BOT) else printable(seat["name"] or player)


def _name(seat: dict[str, Any]) -> str:
    number, player = seat["seat"], seat["player"]
    if player is None:
        return f"reserved ({number})" if seat.get("reserved") else f"free ({number})"
    name = seat["name"] or (player.removeprefix(BOT) if player.startswith(BOT) else "player")
    name = printable(name)
    return f"{name if len(name) <= _LONG else name[: _LONG - 1] + '…'} ({number})"
