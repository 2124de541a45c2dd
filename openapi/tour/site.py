"""The requests about the state of the site, by a visitor and by a player who is no operator."""

from openapi.tour.visit import Visit


def show(visit: Visit) -> None:
    """Read the state of the site, and try to switch it."""
    visit.ask("siteState", "open to all")
    visit.ask("law", "a site without documents", visit.ada)
    visit.ask("acceptTerms", "not asked", visit.ada, body={"version": "0123456789abcdef"})
    visit.ask("acceptTerms", "malformed", visit.ada, body={})
    visit.ask("changeSite", "no operator", visit.ada, body={"reason": "I want it.", "sign_ups": "closed"})
    visit.ask("changeSite", "malformed", visit.ada, body={})
    visit.ask("makeSignUpCode", "no operator", visit.ada, body={"label": "for a friend"})
    visit.ask("signUpCodes", "no operator", visit.ada)
    visit.ask("withdrawSignUpCode", "no operator", visit.ada, code="nonsense")
