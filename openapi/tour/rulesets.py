"""The requests about health, titles, rules and data sets."""

from openapi.tour.visit import Visit


def show(visit: Visit) -> None:
    """Ask about the service and its titles."""
    visit.ask("index", "where everything is")
    visit.ask("embedScript", "the script for other sites (here only its beginning)")
    visit.ask("embeddedLeaderboard", "the leaderboard of Minos (here only its beginning)", name="minos")
    visit.ask("embeddedResults", "the newest results (here only the beginning)")
    visit.ask("live", "the process lives")
    visit.ask("ready", "the store answers")
    visit.ask("rulesets", "all titles")
    visit.ask("ruleset", "Giganten", name="giganten")
    visit.ask("ruleset", "unknown", name="nonsense")
    visit.ask("rules", "the rules of Giganten (here only the first ones)", name="giganten")
    visit.ask("rules", "unknown", name="nonsense")
    visit.ask("rules", "no such language", name="giganten", query={"lang": "tlh"})
    visit.ask("rule", "a rule of Giganten", name="giganten", number="4b.1")
    visit.ask("rule", "a rule of Minos in Italian", name="minos", number="6.2", query={"lang": "it"})
    visit.ask("rule", "no such language", name="giganten", number="4b.1", query={"lang": "tlh"})
    visit.ask("rulings", "the rulings of Minos (here only the first ones)", name="minos")
    visit.ask("rulings", "unknown", name="nonsense")
    visit.ask("rulings", "no such language", name="minos", query={"lang": "tlh"})
    visit.ask("ruling", "a ruling of Giganten", name="giganten", ruling="G85")
    visit.ask("ruling", "unknown", name="giganten", ruling="G99")
    visit.ask("ruling", "no such language", name="giganten", ruling="G85", query={"lang": "tlh"})
    visit.ask("rule", "unknown", name="giganten", number="99.9")
    tables = "the tables of Giganten (here only the first ones)"
    visit.ask("dataSet", tables, name="giganten", data_set="kosmos-1999")
    visit.ask("dataSet", "unknown", name="giganten", data_set="nonsense")
    visit.ask("board", "the board of Minos (here only its beginning)", name="minos")
    visit.ask("board", "unknown", name="nonsense")
    words = "the words of Giganten in German (here only the first ones)"
    visit.ask("words", words, name="giganten", query={"lang": "de"})
    visit.ask("words", "unknown", name="nonsense")
    visit.ask("words", "no such language", name="giganten", query={"lang": "tlh"})
    visit.ask("guide", "the guide of Minos (here only the first entries)", name="minos")
    visit.ask("guide", "unknown", name="nonsense")
    visit.ask("guide", "no such language", name="giganten", query={"lang": "tlh"})
    visit.ask("botLadder", "the bots of Siberia", name="siberia")
    visit.ask("botLadder", "unknown", name="nonsense")
    visit.ask("ratingModel", "the parameters")
    visit.ask("leaderboard", "unknown", name="nonsense")
    visit.ask("leaderboard", "unknown profile", name="giganten", query={"profile": "nonsense"})
