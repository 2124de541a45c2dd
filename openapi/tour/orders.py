"""The requests about standing orders."""

from openapi.tour.visit import Visit, example_id


def show(visit: Visit) -> None:
    """Decide in advance, and make every mistake."""
    game = visit.game
    body = {
        "questions": ["giganten/7a.2", "giganten/7a.4"],
        "commands": [
            {"type": "giganten.bid", "number": {"field": "value", "at_most": 7}},
            {"type": "giganten.pass_bid"},
        ],
        "lasts": "round",
        "when": [{"path": "/auction/company", "test": "equal", "value": "hudson"}],
        "until": [{"path": "/players/0/money", "test": "below", "value": 3000}],
    }
    order = visit.ask_twice("setOrder", "bid for Hudson up to 7", visit.ada, body=body, game=game)
    visit.collector.replaced[order["id"]] = example_id(94)
    visit.collector.replaced[order["salt"]] = "5a" * 32
    visit.collector.replaced[order["signed"]["statement"]["order"]] = "0d" * 32
    visit.collector.replaced[order["signed"]["signature"]] = "51" * 64
    visit.ask("setOrder", "another request", visit.ada, body={"only_choice": True}, headers=visit.keyed, game=game)
    visit.ask("setOrder", "malformed", visit.ada, body={"lasts": "long"}, game=game)
    visit.ask("setOrder", "an unknown command", visit.ada, body={"commands": [{"type": "giganten.fly"}]}, game=game)
    visit.ask("setOrder", "without a token", body={"only_choice": True}, game=game)
    visit.ask("setOrder", "only to read", visit.reader, body={"only_choice": True}, game=game)
    visit.ask("setOrder", "unknown", visit.ada, body={"only_choice": True}, game="nonsense")
    visit.ask("orders", "of your seat", visit.ada, game=game)
    visit.ask("orders", "unknown", visit.ada, game="nonsense")
    visit.ask("orderDecisions", "before the end", visit.bo, game=game)
    visit.ask("orderDecisions", "unknown", visit.bo, game="nonsense")
    visit.ask("cancelOrder", "your own", visit.ada, game=game, order=order["id"])
    visit.ask("cancelOrder", "unknown", visit.ada, game=game, order="nonsense")
