"""What a choice would do, in words, from a preview of the server."""

from collections.abc import Mapping

from rich.markup import escape

from service.terminal.connection.game import RemoteGame
from service.terminal.display.words import Json, amounts

_STOPS: Mapping[str, str] = {
    "draw": "then chance decides",
    "disclosure": "then comes what you do not know yet",
    "decision": "then {asked} will be asked",
    "end": "then the game is over",
}


def preview_lines(remote: RemoteGame, decision: str, command: Json, said: str) -> list[str]:
    """Return what a command would do, as lines of markup; `said` is the command in words. Raises ProblemReply."""
    body = {"decision": decision, "command": command}
    found: Json = remote.client.post(f"/games/{remote.id}/previews", body)
    events = [_line(remote, found, event) for event in found["events"] if event["type"] not in remote.title.quiet]
    changes = [
        f"      {remote.names.seat(one['seat'])}: {escape(amounts(one['changes'], remote.names))}"
        for one in found["changes"]
    ]
    asked = ", ".join(remote.names.seat(seat) for seat in found["awaiting"])
    stop = _STOPS.get(found["stopped_by"], "").format(asked=asked)
    return [f"[dim]preview of:[/] {said}", *events, *changes, f"      [dim]{stop}[/]"]


def _line(remote: RemoteGame, found: Json, event: Json) -> str:
    """Return an event in words. It has no version of its own."""
    record = {"type": event["type"], "data": event["data"], "version": found["version"] + 1}
    return f"      {remote.in_words({**event, 'record': record})}"
