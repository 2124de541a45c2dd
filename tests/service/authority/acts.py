"""Which role each act in a tournament needs (rule 1.3), asked by everybody of a public tournament."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.tournaments.commands import PlayerAct
from service.tournaments.api.messages.acts import AnyActRequest
from tests.replies import ok
from tests.service.authority.asked import BODIES
from tests.service.server import Server

ACTS = [str(msgspec.inspect.type_info(kind).tag) for kind in AnyActRequest.__args__]  # type: ignore[union-attr] - structs
OF_PLAYERS = [str(msgspec.inspect.type_info(kind).tag) for kind in PlayerAct.__args__]  # type: ignore[union-attr] - structs
ROLES = ("nobody", "stranger", "player", "helper", "director", "owner")

HELPER, DIRECTOR, OWNER = (frozenset(ROLES[: ROLES.index(role)]) for role in ("helper", "director", "owner"))
"""Who is refused an act that needs the role."""

REFUSED: Mapping[str, frozenset[str]] = {
    # of another player
    **dict.fromkeys((*OF_PLAYERS, "invite", "substitute"), HELPER),
    **dict.fromkeys(("close_registration", "reopen_registration", "forbid_pair", "allow_pair"), DIRECTOR),
    **dict.fromkeys(("hold", "lift_hold", "finish", "open_check_in", "publish_round", "withdraw_round"), DIRECTOR),
    **dict.fromkeys(("close_round", "swap_players", "give_bye", "adjust_points", "penalise", "disqualify"), DIRECTOR),
    **dict.fromkeys(("forfeit_seat", "replace_result", "void_table"), DIRECTOR),
    **dict.fromkeys(("change_terms", "appoint", "dismiss", "cancel"), OWNER),
}

TERMS = {**BODIES["openTournament"], "sizes": [2]}


class Organised:
    """A tournament of an owner, with a director, a helper and two players."""

    def __init__(self, server: Server) -> None:
        self.clients = {role: server.player(role) for role in ROLES[1:]} | {"nobody": server.client()}
        self.ids = {role: str(ok(self.clients[role].get("/v1/me")).json()["id"]) for role in ROLES[1:]}
        self.clients["other"] = server.player("other")
        self.other: str = ok(self.clients["other"].get("/v1/me")).json()["id"]
        self.url = ""

    def open(self) -> None:
        """Cancel the last tournament, and open another one."""
        owner = self.clients["owner"]
        if self.url:
            owner.post(self.url, json={"type": "cancel", "reason": "Enough."})
        self.url = f"/v1/tournaments/{ok(owner.post('/v1/tournaments', json=TERMS)).json()['id']}/acts"
        acts = [{"type": "appoint", "player": self.ids[role], "role": role} for role in ("director", "helper")]
        done = [owner.post(self.url, json=act) for act in acts]
        done += [self.clients[who].post(self.url, json={"type": "register"}) for who in ("player", "other")]
        assert [reply.status_code for reply in done] == [201] * 4

    def refused(self, act: str) -> frozenset[str]:
        """Return who is refused an act because of a role or a missing token; the lowest role asks first."""
        self.open()
        body = {"type": act, **self._fields(act)}
        found = {role: self.clients[role].post(self.url, json=body) for role in ROLES}
        wrong = {role: reply.text for role, reply in found.items() if reply.status_code in {400, 404, 500, 503}}
        assert not wrong, wrong
        return frozenset(role for role, reply in found.items() if reply.status_code in {401, 403})

    def own(self, act: str) -> int:
        """Return the status with which a stranger is answered who acts without a role."""
        self.open()
        return self.clients["stranger"].post(self.url, json={"type": act, **self._rounds(act)}).status_code

    @staticmethod
    def _rounds(act: str) -> dict[str, Any]:
        return {"round": 1} if "check_in" in act else {}

    def _fields(self, act: str) -> dict[str, Any]:
        reason: dict[str, Any] = {"reason": "So it is."}
        player = {"player": self.other}
        of_round = {"round": 1, **reason}
        places = [{"player": self.other, "rank": 1, "score": 1}]
        fields: dict[str, dict[str, Any]] = {
            **dict.fromkeys(("hold", "cancel"), reason),
            **{key: {"round": 1} for key in ("publish_round", "close_round", "open_check_in")},
            **{key: {"players": [self.other, self.ids["player"]]} for key in ("forbid_pair", "allow_pair")},
            **{key: {**of_round, **player, "points": "1"} for key in ("adjust_points", "penalise")},
            **{key: {} for key in ("close_registration", "reopen_registration", "lift_hold", "finish")},
            "change_terms": {"terms": TERMS},
            "appoint": {**player, "role": "helper"},
            "substitute": {**player, "substitute": self.ids["stranger"]},
            "withdraw_round": of_round,
            "swap_players": {**of_round, "players": [self.other, self.ids["player"]]},
            "give_bye": {**of_round, **player},
            "disqualify": {**player, **reason},
            "forfeit_seat": {**of_round, **player, "table": 1},
            "replace_result": {**of_round, "table": 1, "places": places},
            "void_table": {**of_round, "table": 1},
        }
        return fields.get(act, {**player, **self._rounds(act)})
