"""Until the end, the seed of a tournament shows nowhere, nor does the next round, apart from drafts of directors."""

from domain.tournaments.state import pairing_seed, round_seed
from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import Cup

PATHS = (
    "", "/rounds/1", "/rounds/2", "/standings", "/standings?format=csv", "/pairings.csv", "/results.csv", "/events",
    "/bundle", "/feed.atom", "/feed.json", "/calendar.ics",
)  # fmt: skip


def everything(cup: Cup) -> str:
    """Return everything that is shown of a tournament, to everybody."""
    player = next(iter(cup.players.values()))
    shown: list[str] = []
    for client in (cup.server.client(), player, cup.owner):
        shown += [client.get(f"{cup.url}{path}").text for path in PATHS]
        shown += [client.get(path).text for path in ("/v1/tournaments", "/v1/tournaments/rounds")]
    drafts = [client.post(f"{cup.url}/rounds/2/drafts", json={}) for client in (cup.server.client(), player)]
    assert [reply.status_code for reply in drafts] == [401, 403]
    return "\n".join([*shown, *(reply.text for reply in drafts)])


def test_the_seed_and_the_next_round_are_secret(server: Server) -> None:
    cup = Cup(server, pause=None)
    cup.register_all()
    before = everything(cup)
    cup.done(cup.owner, "publish_round", round=1)
    cup.play(1)
    draft = ok(cup.owner.post(f"{cup.url}/rounds/2/drafts", json={})).json()
    shown = everything(cup)
    cup.done(cup.owner, "publish_round", round=2)
    assert [[seat["player"] for seat in table["seats"]] for table in cup.read()["rounds"][1]["tables"]] == [
        [seat["player"] for seat in table] for table in draft["tables"]
    ]
    cup.done(cup.owner, "cancel", reason="The test is over.")

    seed = bytes.fromhex(cup.read()["seed"])
    first, second = round_seed(seed, 1, 0), round_seed(seed, 2, 0)
    assert cup.read()["rounds"][0]["seed"] == first.hex()
    assert first.hex() in shown
    secrets = [seed, second, pairing_seed(second, 0)]
    assert [secret.hex() for secret in secrets if secret.hex() in shown] == []
    assert [secret.hex() for secret in (*secrets, first) if secret.hex() in before] == []
