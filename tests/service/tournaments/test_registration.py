"""Registration: its end by the terms, and the number of players (rules 1.4, 2.1 and 2.2)."""

import datetime

from projections.times import moment
from tests.service.kit import problem
from tests.service.server import Server
from tests.service.tournaments.kit import TERMS, Cup


def in_seconds(seconds: float) -> str:
    """Return a time from now on, as the API takes it."""
    at = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)
    return moment(round(at.timestamp() * 1_000_000))


def test_rule_2_2_registration_that_the_terms_have_closed_needs_other_terms_first(server: Server) -> None:
    cup = Cup(server, 1, registration_closes=in_seconds(0.5))
    (player,) = cup.players.values()
    found = cup.until(lambda now: now["registration"] == "closed")
    assert "reopen_registration" not in found["you_may"]
    refused = cup.act(cup.owner, "reopen_registration")
    assert problem(refused) == (409, "refused")
    assert "`registration_closes`" in refused.json()["detail"]

    cup.done(cup.owner, "change_terms", terms={**TERMS, "registration_closes": in_seconds(3600)})
    assert "reopen_registration" in cup.read()["you_may"]
    cup.done(cup.owner, "reopen_registration")
    cup.done(player, "register")
    assert cup.read()["registration"] == "open"


def test_rules_1_4_and_2_1_the_terms_keep_room_for_the_registered_players(server: Server) -> None:
    cup = Cup(server, 5)
    cup.register_all()
    refused = cup.act(cup.owner, "change_terms", terms={**TERMS, "max_players": 4})
    assert problem(refused) == (422, "invalid-value")
    assert "5 players are registered" in refused.json()["detail"]

    cup.done(cup.owner, "change_terms", terms={**TERMS, "max_players": 5})
    full = cup.act(cup.players[cup.sign_up("Sixth")], "register")
    assert problem(full) == (409, "refused")
    assert "has its 5 players" in full.json()["detail"]


def test_rule_4_1_too_few_players_have_registered_or_checked_in(server: Server) -> None:
    cup = Cup(server, 2)
    cup.register_all()
    for check_in, missing in ((None, "register"), ("PT1H", "check in")):
        if check_in is not None:
            cup.done(cup.owner, "change_terms", terms={**TERMS, "check_in": check_in})
            cup.done(cup.owner, "open_check_in", round=1)
        refused = cup.act(cup.owner, "publish_round", round=1)
        assert problem(refused) == (409, "refused")
        assert refused.json()["detail"].endswith(f"wait for more to {missing}")


def test_rule_5_4_a_league_names_how_many_players_may_move(server: Server) -> None:
    owner = server.player("Olga")
    for divisions, most in ((2, 64), (1, 0)):
        league = {"type": "league", "rounds": 2, "divisions": divisions, "moving": 500}
        refused = owner.post("/v1/tournaments", json={**TERMS, "format": league})
        assert problem(refused) == (422, "invalid-value")
        assert f"`moving` must be 0 to {most}:" in refused.json()["detail"]
