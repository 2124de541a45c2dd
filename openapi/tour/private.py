"""The requests about a private game: invitations, guests, tokens for seats."""

from typing import Any

from openapi.tour.visit import ONCE_MORE, Visit, example_id


def show(visit: Visit) -> None:
    """Open a private game, invite players and make tokens for a seat."""
    path = _invite(visit)
    _show_seat_tokens(visit, {**path, "seat": 1})


def _invite(visit: Visit) -> dict[str, Any]:
    """Open the game and invite players; returns the path parameters of the game."""
    opened = {"ruleset": "giganten", "seats": 3, "visibility": "private", "spectators": "none"}
    keyed = {"Idempotency-Key": visit.collector.key()}
    path = {"game": visit.ask("openGame", "a private game", visit.ada, body=opened, headers=keyed)["id"]}
    made = visit.ask_twice("invite", "an invitation", visit.ada, body={"label": "Bo"}, **path, again=ONCE_MORE)
    visit.collector.replaced[made["id"]] = example_id(10)
    visit.ask("invite", "another request", visit.ada, body={"label": "Cy"}, headers=visit.keyed, **path)
    visit.ask("invite", "malformed", visit.ada, body={"label": ""}, **path)
    visit.ask("invite", "only to read", visit.reader, body={"label": "Bo"}, **path)
    visit.ask("invite", "unknown", visit.bo, body={"label": "Bo"}, **path)
    invited = {"Ludolog-Invitation": made["invitation"]}
    visit.ask("takeSeat", "by invitation", visit.bo, body={}, headers=invited, seat=1, **path)
    visit.collector.noted(visit.ask("takeSeat", "a guest", visit.ada, body={"guest": "Eve"}, seat=2, **path))
    visit.ask("takeSeat", "no name", visit.ada, body={"guest": " "}, seat=0, **path)
    visit.ask("takeSeat", "only to read", visit.reader, body={}, seat=0, **path)
    visit.ask("invitations", "one invitation", visit.ada, **path)
    for operation in ("invitations", "seatTokens"):
        visit.ask(operation, "malformed", visit.ada, game="nonsense", seat=0)
    visit.ask("invitations", "not the owner", visit.bo, **path)
    visit.ask("withdrawInvitation", "not the owner", visit.bo, invitation_id=made["id"], **path)
    visit.ask("withdrawInvitation", "withdrawn", visit.ada, invitation_id=made["id"], **path)
    visit.ask("withdrawInvitation", "again", visit.ada, invitation_id=made["id"], **path)
    return path


def _show_seat_tokens(visit: Visit, path: dict[str, Any]) -> None:
    made = visit.ask_twice("makeSeatToken", "for a deputy", visit.bo, body={"label": "Dee"}, **path, again=ONCE_MORE)
    visit.collector.replaced[made["id"]] = example_id(11)
    visit.ask("makeSeatToken", "another request", visit.bo, body={"label": "Fay"}, headers=visit.keyed, **path)
    visit.ask("makeSeatToken", "malformed", visit.bo, body={"label": ""}, **path)
    visit.ask("makeSeatToken", "not the seat's player", visit.ada, body={"label": "Dee"}, **path)
    visit.ask("makeSeatToken", "unknown", visit.cy, body={"label": "Dee"}, **path)
    visit.ask("seatTokens", "one token", visit.bo, **path)
    visit.ask("seatTokens", "not the seat's player", visit.ada, **path)
    visit.ask("revokeSeatToken", "not the seat's player", visit.ada, token=made["id"], **path)
    visit.ask("revokeSeatToken", "revoked", visit.bo, token=made["id"], **path)
    visit.ask("revokeSeatToken", "again", visit.bo, token=made["id"], **path)
