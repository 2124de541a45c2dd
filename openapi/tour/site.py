"""The requests about the state of the site, by a visitor, an operator, and a player who is none."""

from openapi.tour.visit import Visit, example_id

UNTIL = "2099-01-01T00:00:00Z"


def show(visit: Visit) -> None:
    """Read the state of the site, and switch it. Ada is an operator."""
    visit.ask("siteState", "open to all")
    visit.ask("law", "a site without documents", visit.bo)
    visit.ask("acceptTerms", "not asked", visit.bo, body={"version": "0123456789abcdef"})
    visit.ask("acceptTerms", "malformed", visit.bo, body={})
    visit.ask("changeSite", "no operator", visit.bo, body={"reason": "I want it.", "sign_ups": "closed"})
    visit.ask("changeSite", "malformed", visit.ada, body={})
    notice = {"text": "The site moves to a new server on Sunday.", "until": UNTIL}
    visit.ask("changeSite", "a notice to all", visit.ada, body={"reason": "the move", "notice": notice})
    visit.ask("changeSite", "the notice ends", visit.ada, body={"reason": "moved", "notice": None})
    visit.ask("makeSignUpCode", "no operator", visit.bo, body={"label": "for a friend"})
    visit.ask("makeSignUpCode", "malformed", visit.ada, body={"days": 0})
    made = visit.ask("makeSignUpCode", "for one person", visit.ada, body={"label": "for Bea"})
    visit.collector.replaced[made["id"]] = example_id(93)
    visit.collector.replaced[made["code"]] = "2" * len(made["code"])
    visit.ask("signUpCodes", "no operator", visit.bo)
    visit.ask("signUpCodes", "the codes", visit.ada)
    visit.ask("signUpCodes", "malformed", visit.ada, query={"cursor": "nonsense"})
    visit.ask("withdrawSignUpCode", "no operator", visit.bo, code="nonsense")
    visit.ask("withdrawSignUpCode", "unknown", visit.ada, code="nonsense")
    visit.ask("withdrawSignUpCode", "not used", visit.ada, code=made["id"])
