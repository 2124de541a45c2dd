"""The requests of the pages that let an app in, in a browser that is signed in, and those of the account page."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from openapi.tour.visit import Visit, example_id

GRANT = 80

_VERIFIER = "example-verifier-example-verifier-example-verifier"
_ASKED = {
    "response_type": "code",
    "client_id": "Board app",
    "redirect_uri": "https://app.example/callback",
    "scope": "games:play profile:read",
    "state": "example",
    "code_challenge": "5oxFflS3joG9LfPIHCwKI6Yq7DR6ReLpr_8TkK830u4",
    "code_challenge_method": "S256",
}


def show(visit: Visit, page: Mapping[str, str], elsewhere: Mapping[str, str]) -> None:
    """Let an app in on a page, list it and revoke it. `page` and `elsewhere` are headers with and without its origin.

    The browser is signed in by the last sign-in.
    """
    signed_in = {**visit.collector.cookie, **page}
    asked = {"type": "app", "query": urlencode(_ASKED)}
    visit.ask("beginConsent", "a token", visit.ada, body=asked, headers=page)
    visit.ask("beginConsent", "of another site", body=asked, headers={**visit.collector.cookie, **elsewhere})
    visit.ask("beginConsent", "without PKCE", body={**asked, "query": "client_id=App"}, headers=signed_in)
    unknown = {"type": "device", "user_code": "BCDF-GHJK"}
    visit.ask("beginConsent", "an unknown device", body=unknown, headers=signed_in)
    begun = _begun(visit, "an app", asked, signed_in)
    decision = {**asked, "consent": begun["consent"], "decision": "allow", "duration": "month"}
    visit.ask("decideConsent", "a token", visit.ada, body=decision, headers=page)
    visit.ask("decideConsent", "of another site", body=decision, headers={**visit.collector.cookie, **elsewhere})
    visit.ask("decideConsent", "malformed", body={**decision, "duration": "ever"}, headers=signed_in)
    of_other = {**decision, "query": urlencode({**_ASKED, "state": "other"})}
    visit.ask("decideConsent", "of another request", body=of_other, headers=signed_in)
    visit.ask(
        "decideConsent",
        "an unknown device",
        body={**{name: value for name, value in decision.items() if name != "query"}, **unknown},
        headers=signed_in,
    )
    answer = visit.ask("decideConsent", "allowed", body=decision, headers=signed_in)["location"]
    (code,) = parse_qs(urlsplit(answer).query)["code"]
    visit.collector.replaced[code] = f"ludolog_code_{'A' * 43}"
    refused = _begun(visit, "an app", asked, signed_in)["consent"]
    body = {**decision, "consent": refused, "decision": "deny"}
    visit.ask("decideConsent", "refused", body=body, headers=signed_in)
    _show_grants(visit, code, signed_in)


def _begun(visit: Visit, name: str, asked: dict[str, str], headers: Mapping[str, str]) -> Any:
    begun = visit.ask("beginConsent", name, body=asked, headers=headers)
    visit.collector.replaced[begun["consent"]] = "A" * len(begun["consent"])
    return begun


def _show_grants(visit: Visit, code: str, signed_in: Mapping[str, str]) -> None:
    visit.collector.submit(
        "/oauth/token",
        {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": _ASKED["client_id"],
            "redirect_uri": _ASKED["redirect_uri"],
            "code_verifier": _VERIFIER,
        },
    )
    visit.ask("grants", "a token to read", visit.reader)
    (grant,) = visit.ask("grants", "one app", headers=signed_in)["items"]
    visit.collector.replaced[grant["id"]] = example_id(GRANT)
    visit.ask("revokeGrant", "more than it may", visit.reader, grant=grant["id"])
    visit.ask_twice("revokeGrant", "revoked", headers=signed_in, grant=grant["id"])
    visit.ask("revokeGrant", "another request", grant="x", headers=visit.keyed)
    visit.ask("revokeGrant", "again", grant=grant["id"], headers=signed_in)
    visit.ask("revokeGrant", "an unknown app", visit.ada, grant="x")
