"""Private notes of a player about versions of a game, which no one else can read."""

from service.terminal.connection.client import Client
from service.terminal.connection.errors import ProblemReply
from service.terminal.display.screen import Screen
from service.terminal.display.words import Json

NONE = "you have no notes about this game: type note and a text"


class Notes:
    """The notes of the user about one game."""

    def __init__(self, client: Client, screen: Screen, game: str) -> None:
        self._client = client
        self._screen = screen
        self._path = f"/games/{game}/notes"
        self._known: dict[int, str] | None = None
        """The texts by version; None: not read yet."""

    def at(self, version: int) -> str | None:
        """Return the note about a version; None without one, and for a user who has none here."""
        if self._known is None:
            self._known = {}
            if self._client.has_token:
                try:
                    self._take(self._client.get(self._path))
                except ProblemReply:
                    # the user does not play here, or the server has no notes
                    return None
        return self._known.get(version)

    def answered(self, typed: str, version: int) -> bool:
        """Handle input that is about notes, at a version of the game. Return whether it is."""
        first, _, text = typed.strip().partition(" ")
        if first.casefold() not in {"note", "notes"}:
            return False
        try:
            if text.strip():
                self.put(version, "" if text.strip() == "-" else text.strip())
            else:
                self.list()
        except ProblemReply as problem:
            self._screen.text(str(problem))
        return True

    def list(self) -> None:
        """Print all notes in the order of the versions; raises ServerError."""
        known = self._take(self._client.get(self._path))
        if not known:
            self._screen.text(NONE)
        for version, text in sorted(known.items()):
            self._screen.text(f"version {version}: {text}")

    def put(self, version: int, text: str) -> None:
        """Store a note about a version; an empty one deletes it. Raises ServerError."""
        self._take(self._client.put(self._path, {"version": version, "text": text}))
        self._screen.text(f"noted about version {version}" if text else f"no note about version {version} any more")

    def _take(self, reply: Json) -> dict[int, str]:
        self._known = {int(note["version"]): str(note["text"]) for note in reply["items"]}
        return self._known
