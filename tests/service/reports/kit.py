"""Players who report, and moderators who answer."""

from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import identity
from tests.service.moderation.kit import with_role
from tests.service.server import Server
from tests.service.talk.kit import Table

WHY = "as the rules of the house say"


class Desk:
    """A table at which somebody was rude, and two moderators. They are made once for a server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.mod, self.other = with_role(server, "moderator", "Mona"), with_role(server, "moderator", "Max")
        self.table = Table(server).start()

    def rude(self, text: str = "you fool") -> dict[str, Any]:
        """Let Ada write a message; return what a report about it names."""
        said = self.table.say(self.table.ada, text)
        return {"type": "message", "game": self.table.game, "message": said["id"]}

    def about_name(self) -> dict[str, Any]:
        """Return what a report about the name of Ada names."""
        return {"type": "name", "player": identity(self.table.ada)}

    def about_play(self) -> dict[str, Any]:
        """Return what a report about the play of Ada names."""
        return {"type": "play", "game": self.table.game, "player": identity(self.table.ada)}

    def queue(self, state: str = "waiting", who: httpx.Client | None = None) -> list[dict[str, Any]]:
        """Return the cases of a list."""
        reader = who or self.mod
        found = ok(reader.get("/v1/moderation/reports", params={"status": state, "limit": "200"}))
        return found.json()["items"]

    def case_of(self, subject: dict[str, Any], state: str = "waiting") -> dict[str, Any]:
        """Return the case about a message or the play of somebody, which has to be in a list."""
        found = [each for each in self.queue(state) if subject.get("message") in {None, each["message"]}]
        (case,) = [each for each in found if each["type"] == subject["type"]]
        return case

    def decide(self, case: str, state: str = "answered", **more: Any) -> dict[str, Any]:
        """Take a case and answer it."""
        ok(self.mod.put(f"/v1/moderation/reports/{case}/taker", json={"takes_over": True}))
        body = {"state": state, "text": "Thank you, we have acted.", "reason": WHY} | more
        return ok(self.mod.post(f"/v1/moderation/reports/{case}/answers", json=body), 201).json()


def report(who: httpx.Client, about: dict[str, Any], reason: str = "insult", text: str = "rude") -> dict[str, Any]:
    """Report something, and return the report."""
    return ok(who.post("/v1/reports", json={"about": about, "reason": reason, "text": text}), 201).json()


def own_reports(who: httpx.Client) -> list[dict[str, Any]]:
    """Return the reports of a player, newest first."""
    return ok(who.get("/v1/me/reports")).json()["items"]
