"""The requests of operators and moderators, and what players see of their acts."""

from collections.abc import Mapping

from openapi.tour.visit import Visit, example_id

REASON = {"reason": "so that one moderator is always awake"}
UNKNOWN = "11111111-1111-4111-8111-111111111111"
WARNING, TEXT, PERIOD = 160, 161, 162


def show_roles(visit: Visit, session: Mapping[str, str]) -> None:
    """Let Ada, an operator in a session of a passkey, grant and revoke a role, and make a recovery link for Cy."""
    ada, bo, cy = (visit.ids[name] for name in ("Ada", "Bo", "Cy"))
    visit.ask("roles", "no operator", visit.bo)
    visit.collector.grant(ada, "operator")
    role = {"player": bo, "role": "moderator"}
    visit.ask("grantRole", "no operator", visit.bo, body=REASON, **role)
    visit.ask("grantRole", "without a passkey", visit.ada, body=REASON, **role)
    visit.ask("grantRole", "malformed", body={}, headers=session, **role)
    visit.ask("grantRole", "a moderator", body=REASON, headers=session, **role)
    visit.ask("grantRole", "unknown", body=REASON, headers=session, player=UNKNOWN, role="moderator")
    visit.ask("roles", "an operator and a moderator", visit.ada)
    visit.ask("revokeRole", "without a passkey", visit.ada, body=REASON, **role)
    visit.ask("revokeRole", "malformed", body={}, headers=session, **role)
    visit.ask("revokeRole", "the last operator", body=REASON, headers=session, player=ada, role="operator")
    visit.ask("revokeRole", "a moderator no longer", body=REASON, headers=session, **role)
    visit.ask("moderationActs", "of all", visit.ada)
    visit.ask("moderationActs", "malformed", visit.ada, query={"cursor": "nonsense"})
    visit.ask("moderationActs", "no operator", visit.bo)
    body = {"type": "make_recovery", "reason": "lost the telephone; known by voice"}
    made = visit.ask("actAboutPlayer", "a recovery link", body=body, headers=session, player=cy)["recovery"]
    secret = made["path"].partition("#")[2]
    visit.collector.replaced[secret] = "ludolog_recovery_" + "x" * 43
    found = visit.ask("recover", "the account is back", body={"secret": secret})
    visit.collector.replaced[found["token"]] = "ludolog_" + "x" * 43
    visit.ask("recover", "used", body={"secret": secret})
    visit.ask("recover", "malformed", body={})


def show(visit: Visit) -> None:
    """Search, warn, suspend, and act about games and texts."""
    bo, game = visit.ids["Bo"], visit.game
    visit.ask("moderatedPlayers", "by name", visit.ada, query={"q": "bo"})
    visit.ask("moderatedPlayers", "malformed", visit.ada, query={"cursor": "nonsense"})
    visit.ask("moderatedPlayers", "no moderator", visit.bo)
    visit.ask("moderatedPlayer", "with the last acts", visit.ada, player=bo)
    visit.ask("moderatedPlayer", "unknown", visit.ada, player=UNKNOWN)
    visit.ask("moderatedPlayer", "no moderator", visit.bo, player=bo)
    _show_acts(visit, bo)
    visit.ask("moderatedGame", "a running game", visit.ada, game=game)
    visit.ask("moderatedGame", "unknown", visit.ada, game=UNKNOWN)
    visit.ask("moderatedGame", "no moderator", visit.bo, game=game)
    act = {"type": "withhold", "reason": "order of the court of Vienna, 12 C 34/26"}
    visit.ask("actAboutGame", "removed from public view", visit.ada, body=act, game=game)
    visit.ask("game", "removed from public view", game=game)
    visit.ask("actAboutGame", "already", visit.ada, body=act, game=game)
    visit.ask("actAboutGame", "malformed", visit.ada, body={}, game=game)
    visit.ask("actAboutGame", "unprintable", visit.ada, body={**act, "reason": "\u200b"}, game=game)
    visit.ask("actAboutGame", "no operator", visit.bo, body=act, game=game)
    visit.ask("actAboutGame", "unknown", visit.ada, body=act, game=UNKNOWN)
    visit.ask("actAboutGame", "shown again", visit.ada, body={**act, "type": "show"}, game=game)
    _show_texts(visit, bo)
    _show_periods(visit)
    _show_tournament(visit)


def _show_acts(visit: Visit, bo: str) -> None:
    warning = {"type": "warn", "reason": "insults at the table"}
    warned = visit.ask_twice("actAboutPlayer", "warned", visit.ada, body=warning, player=bo)
    visit.collector.replaced[warned["player"]["warnings"][0]["id"]] = example_id(WARNING)
    visit.ask("actAboutPlayer", "another", visit.ada, body={**warning, "reason": "x"}, headers=visit.keyed, player=bo)
    suspension = {"type": "suspend", "kind": "read_only", "until": "2199-12-31T00:00:00Z", "reason": "insults again"}
    visit.ask("actAboutPlayer", "suspended", visit.ada, body=suspension, player=bo)
    visit.ask("ownStanding", "suspended and warned", visit.bo)
    visit.ask("setAway", "suspended", visit.bo, body={"until": None})
    lifted = {"type": "lift_suspension", "reason": "has apologised"}
    visit.ask("actAboutPlayer", "lifted", visit.ada, body=lifted, player=bo)
    visit.ask("actAboutPlayer", "not suspended", visit.ada, body=lifted, player=bo)
    for name, body in (
        ("limits", {"type": "set_limits", "requests": 60, "messages": 2, "reason": "a flood"}),
        ("limits as for all", {"type": "set_limits", "reason": "the flood is over"}),
        ("renamed", {"type": "rename", "name": "Robert", "reason": "taken for another person"}),
        ("renamed back", {"type": "rename", "name": "Bo", "reason": "it is that person"}),
        ("taken", {"type": "rename", "name": "Ada", "reason": "x"}),
        ("unprintable name", {"type": "rename", "name": "\u200b", "reason": "x"}),
        ("unprintable", {"type": "warn", "reason": "\u200b"}),
        ("malformed", {"type": "warn"}),
    ):
        visit.ask("actAboutPlayer", name, visit.ada, body=body, player=bo)
    visit.ask("actAboutPlayer", "no moderator", visit.bo, body=warning, player=bo)
    visit.ask("actAboutPlayer", "without a passkey", visit.ada, body={**lifted, "type": "make_recovery"}, player=bo)
    visit.ask("actAboutPlayer", "oneself", visit.ada, body=warning, player=visit.ids["Ada"])
    visit.ask("actAboutPlayer", "unknown", visit.ada, body=warning, player=UNKNOWN)
    visit.ask("confirmWarning", "read", visit.bo, warning=warned["player"]["warnings"][0]["id"])
    visit.ask("confirmWarning", "unknown", visit.bo, warning=UNKNOWN)


def _show_texts(visit: Visit, bo: str) -> None:
    said = visit.collector.quietly("post", f"/v1/games/{visit.game}/messages", visit.bo, {"text": "Buy at example.org"})
    visit.collector.replaced[said["id"]] = example_id(TEXT)
    visit.ask("messagesOfPlayer", "the last ones", visit.ada, player=bo)
    visit.ask("messagesOfPlayer", "no moderator", visit.bo, player=bo)
    reason = {"reason": "advertising"}
    visit.ask("removeText", "malformed", visit.ada, body={}, message=said["id"])
    visit.ask("removeText", "unprintable", visit.ada, body={"reason": "\u200b"}, message=said["id"])
    visit.ask("removeText", "no moderator", visit.bo, body=reason, message=said["id"])
    visit.ask("removeText", "removed", visit.ada, body=reason, message=said["id"])
    visit.ask("removeText", "gone", visit.ada, body=reason, message=said["id"])


def _show_periods(visit: Visit) -> None:
    period = {
        "since": "2020-01-01T00:00:00Z",
        "until": "2020-02-01T00:00:00Z",
        "ruleset": "minos",
        "reason": "a bot behind people's accounts",
    }
    # it ends while the tour goes on
    visit.collector.replaced['"is_recomputing":true'] = '"is_recomputing":false'
    made = visit.ask("voidPeriod", "a month", visit.ada, body=period)
    void = made["items"][0]["id"]
    visit.collector.replaced[void] = example_id(PERIOD)
    visit.ask("voidPeriod", "malformed", visit.ada, body={})
    visit.ask("voidPeriod", "unknown title", visit.ada, body={**period, "ruleset": "chess"})
    visit.ask("voidPeriod", "ends before it begins", visit.ada, body={**period, "until": "2019-01-01T00:00:00Z"})
    visit.ask("voidPeriod", "unprintable", visit.ada, body={**period, "reason": "\u200b"})
    visit.ask("voidPeriod", "no operator", visit.bo, body=period)
    visit.ask("voidPeriods", "one", visit.ada)
    visit.ask("voidPeriods", "no moderator", visit.bo)
    reason = {"reason": "the accounts are of people"}
    visit.ask("restorePeriod", "malformed", visit.ada, body={}, period=void)
    visit.ask("restorePeriod", "unprintable", visit.ada, body={"reason": "\u200b"}, period=void)
    visit.ask("restorePeriod", "no operator", visit.bo, body=reason, period=void)
    visit.ask("restorePeriod", "restored", visit.ada, body=reason, period=void)
    visit.ask("restorePeriod", "unknown", visit.ada, body=reason, period=void)


def _show_tournament(visit: Visit) -> None:
    terms = {"name": "Cheap watches", "ruleset": "minos", "format": {"type": "swiss", "rounds": 1}}
    tournament: str = visit.collector.quietly("post", "/v1/tournaments", visit.cy, terms)["id"]
    reason = {"reason": "it sells things"}
    visit.ask("closeTournament", "malformed", visit.ada, body={}, tournament=tournament)
    visit.ask("closeTournament", "unprintable", visit.ada, body={"reason": "\u200b"}, tournament=tournament)
    visit.ask("closeTournament", "no moderator", visit.bo, body=reason, tournament=tournament)
    visit.ask("closeTournament", "unknown", visit.ada, body=reason, tournament=UNKNOWN)
    visit.ask("closeTournament", "closed", visit.ada, body=reason, tournament=tournament)
    visit.ask("closeTournament", "over", visit.ada, body=reason, tournament=tournament)
    visit.ask("moderatedTournament", "a closed tournament", visit.ada, tournament=tournament)
    visit.ask("moderatedTournament", "unknown", visit.ada, tournament=UNKNOWN)
    visit.ask("moderatedTournament", "no moderator", visit.bo, tournament=tournament)
