"""A run through the whole service that notes every secret that comes up."""

import base64
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import httpx
from cryptography.hazmat.primitives.asymmetric import ec

from domain.ledger.records import salt
from openapi.authenticator import base64url
from service.core.store.store import Store
from tests.notifications.mailbox import Mailbox, mailbox
from tests.notifications.receiver import Receiver, receiver
from tests.replies import ok
from tests.service.browsers import Browser, passkey
from tests.service.canaries.contacts import calendar, digest, guest_link, subscribed
from tests.service.kit import first_choice, own_decision, started_game
from tests.service.server import Server, running

SHORTEST = 24
"""Characters of a secret that can be searched for: shorter ones, such as the name of a card, stand everywhere."""

TYPES = ("decision.opened", "game.started", "game.ended", "result.published", "seat.abandoned", "deadline.near")


PREFIXES = (*("ludolog_invitation_", "ludolog_session_", "ludolog_ticket_", "ludolog_calendar_", "ludolog_", "whsec_"),)


class Talking(Server):
    """A server that logs everything, and sends to receivers and a mailbox on this machine."""

    def __init__(self, database: str, folder: Path, box: Mailbox) -> None:
        self.keys = folder / "keys"
        super().__init__(
            database,
            {},
            folder / "output",
            LUDOLOG_LOG="json",
            LUDOLOG_LOG_LEVEL="debug",
            LUDOLOG_ACCESS_LOG="on",
            LUDOLOG_METRICS="on",
            LUDOLOG_PROJECTIONS="embedded",
            LUDOLOG_WEBHOOK_NETWORKS="127.0.0.0/8",
            LUDOLOG_KEY_FILE=str(self.keys),
            LUDOLOG_SMTP_HOST="127.0.0.1",
            LUDOLOG_SMTP_PORT=str(box.port),
            LUDOLOG_SMTP_TLS="none",
            LUDOLOG_SMTP_SENDER="games@ludolog.example",
        )

    @property
    def environment(self) -> dict[str, str]:
        """The variables under which it runs, with the address of the site."""
        return {**super().environment, "LUDOLOG_ORIGIN": f"http://localhost:{self.port}"}


class Run:
    """What was done, what is secret, and everything that has been answered."""

    def __init__(self, server: Talking, found: Receiver, box: Mailbox) -> None:
        self.server, self.receiver, self.mailbox = server, found, box
        self.credentials: dict[str, str] = {}
        """Secrets that let their holders act, by what they are."""
        self.hidden: dict[str, str] = {}
        """Seeds, salts and sealed parts of games and tournaments that are not over, by what they are."""
        self.derived: dict[str, str] = {}
        """What follows from seeds, and stands nowhere."""
        self.replies: list[httpx.Response] = []
        self.games: list[str] = []
        self.cups: list[str] = []
        self.metrics = ""

    def client(self, name: str = "") -> httpx.Client:
        """Return a client whose answers are noted; with a name, of a player who has signed up with a key."""
        client = self.server.client()
        client.event_hooks["response"] = [self._note]
        if name:
            key = self._add(f"sign-up key of {name}", uuid.uuid4().hex * 2)
            made = ok(client.post("/v1/players", json={"name": name}, headers={"Idempotency-Key": key})).json()
            client.headers["Authorization"] = f"Bearer {self._add(f'token of {name}', made['token'])}"
        return client

    def _note(self, reply: httpx.Response) -> None:
        reply.read()
        self.replies.append(reply)

    def _add(self, what: str, secret: str) -> str:
        self.credentials[what] = secret
        return secret

    def everything(self) -> None:
        """Sign up, play, organise, notify, stream, sign in, and do all that wrongly too."""
        ada, bo = self.client("Ada"), self.client("Bo")
        self._notified(ada)
        calendar(ada, bo, self._add)
        subscribed(ada, self.receiver, self._add)
        guest_link(ada, self._add)
        digest(ada, self.server, self.server.keys, self.mailbox, self._add)
        self._played(ada, bo)
        self._organised(ada, bo)
        self._signed_in()
        self._astray(bo)
        self.receiver.wait(3)
        self.metrics = self.client().get("/metrics").text

    def _notified(self, player: httpx.Client) -> None:
        hook = player.post("/v1/webhooks", json={"url": self.receiver.url("/hook"), "types": TYPES})
        assert hook.status_code == 201, hook.text
        self._add("webhook secret", hook.json()["secret"])
        turned = player.post(f"/v1/webhooks/{hook.json()['id']}/rotations")
        assert turned.status_code == 201, turned.text
        self._add("rotated webhook secret", turned.json()["secret"])
        ping = player.post("/v1/me/pings", json={"url": self.receiver.url("/ping"), "format": "text", "delay": "PT0S"})
        assert ping.status_code == 201, ping.text
        assert player.post(f"/v1/me/pings/{ping.json()['id']}/tests").status_code < 300

    def _played(self, ada: httpx.Client, bo: httpx.Client) -> None:
        game = started_game(ada, visibility="private")
        other = ok(ada.post("/v1/games", json={"ruleset": "siberia", "seats": 2})).json()["id"]
        self.games += [game, other]
        for where, path, name in (
            (game, "invitations", "invitation"),
            (game, "seats/0/tokens", "token"),
        ):
            made = ok(ada.post(f"/v1/games/{where}/{path}", json={"label": "x"})).json()
            self._add(f"{name} of {path}", made[name])
        assert ada.put(f"/v1/games/{other}/seats/0").status_code == 200
        assert bo.put(f"/v1/games/{other}/seats/1").status_code == 200
        assert ada.post(f"/v1/games/{other}/start").status_code == 200
        deputy = self.client()
        deputy.headers["Authorization"] = f"Bearer {self.credentials['token of seats/0/tokens']}"
        commands = 0
        assert own_decision(ada, game) is not None
        for who, where in ((deputy, game), (ada, other), (bo, other), (ada, other)):
            for _ in range(3):
                asked = ok(who.get(f"/v1/games/{where}/decisions")).json()["items"]
                decision = next((each for each in asked if "choices" in each), None)
                if decision is None:
                    break
                commands += 1
                body = first_choice(decision)
                assert who.post(f"/v1/games/{where}/previews", json=body).status_code == 200
                assert who.post(f"/v1/games/{where}/commands", json=body).status_code == 201
        assert commands >= 4
        path = f"/v1/games/{other}/stream"
        for used in (True, False):
            ticket = ok(ada.post("/v1/me/stream-tickets", json={"path": path})).json()["ticket"]
            self._add(f"ticket, {used=}", ticket)
            if used:
                for _ in range(2):
                    self.client().get(path, params={"follow": "false", "ticket": ticket})
        for path in ("view", "views", "events", "bundle", "verification"):
            assert ada.get(f"/v1/games/{game}/{path}").status_code == 200

    def _organised(self, ada: httpx.Client, bo: httpx.Client) -> None:
        terms = {"name": "Cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 2}, "sizes": [2]}
        cup = ok(ada.post("/v1/tournaments", json=terms)).json()["id"]
        self.cups.append(cup)
        url = f"/v1/tournaments/{cup}"
        for who in (ada, bo):
            assert who.post(f"{url}/acts", json={"type": "register"}).status_code == 201
        assert ada.post(f"{url}/rounds/1/drafts", json={}).status_code == 200
        assert ada.post(f"{url}/acts", json={"type": "publish_round", "round": 1}).status_code == 201
        for path in ("", "/standings", "/events", "/bundle"):
            assert bo.get(f"{url}{path}").status_code == 200

    def _signed_in(self) -> None:
        base = f"http://localhost:{self.server.port}"
        browser, key = Browser(self.server, base, base), passkey()
        browser.page.event_hooks["response"] = [self._note]
        browser.sign_up()
        browser.new_passkey(key)
        self._add("first session", browser.secret)
        options = ok(browser.post("/v1/sessions/challenges")).json()["options"]
        signed = key.get(options, base)
        for _ in range(2):
            browser.sign_in(type="passkey", credential=signed)
        self._add("session", browser.secret)
        self._add("token of a browser", browser.token)
        assert isinstance(key.key, ec.EllipticCurvePrivateKey)
        private = key.key.private_numbers().private_value.to_bytes(32, "big")
        self._add("private key of a passkey", base64url(private))
        self._add("challenge", options["challenge"])
        self._add("signature", signed["response"]["signature"])
        browser.elsewhere.post("/v1/games", json={})

    def _astray(self, player: httpx.Client) -> None:
        """Send secrets to where they do not belong."""
        token, secret = self.credentials["token of Bo"], self.credentials["webhook secret"]
        sent = ("session", "invitation of invitations", "calendar link 0", "token of a guest")
        for each in (token, secret, *(self.credentials[name] for name in sent)):
            for path in (f"/v1/games/{quote(each, safe='')}", f"/v1/players/{quote(each, safe='')}", "/nowhere"):
                player.get(path, params={"token": each, "ticket": each})
            for body in ({"name": each * 3}, {"token": each}, [each]):
                player.put("/v1/me/name", json=body)
            player.post("/v1/verifications", content=each.encode())
            player.get("/v1/games", headers={"X-Request-ID": each, "If-None-Match": each, "Last-Event-ID": each})
            key = {"Idempotency-Key": each}
            player.post("/v1/games", json={"ruleset": "minos", "seats": 2}, headers=key)
            player.post("/v1/me/tokens", json={"label": "keyed"}, headers=key)
        player.post("/v1/games", content=b'{"token": "' + token.encode())

    def note_log(self, database: str) -> None:
        """Note seeds, salts and sealed parts."""
        with Store(database) as store:
            for game in self.games:
                entries = store.read(game)
                seed = bytes.fromhex(json.loads(bytes(entries[0].secret or b"{}"))["seed"])
                for entry in entries:
                    if entry.secret is not None:
                        self.derived[f"salt of {entry.record.version}"] = salt(seed, entry.record.version).hex()
                        for number, text in enumerate(_long(json.loads(bytes(entry.secret)))):
                            self.hidden[f"{entry.record.type} {entry.record.version} {number}"] = text
            with store.database.reading() as cursor:
                for row in cursor.all("SELECT entry FROM tournament_events"):
                    secret = json.loads(row["entry"]).get("secret")
                    for number, text in enumerate(_long(secret)):
                        self.hidden[f"tournament {number}"] = text

    def note_keys(self, folder: Path) -> None:
        """Note the signing keys; their ids and public halves are shown."""
        shown = self.client().get("/.well-known/jwks.json").text
        for number, each in enumerate(_long(json.loads((folder / "keys").read_bytes()))):
            if each not in shown:
                self.credentials[f"signing key {number}"] = each


def _long(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in cast("dict[str, Any]", value).values():
            yield from _long(each)
    elif isinstance(value, list):
        text = json.dumps(value, separators=(",", ":"))
        if len(text) >= SHORTEST:
            yield text
        for each in cast("list[Any]", value):
            yield from _long(each)
    elif isinstance(value, str) and len(value) >= SHORTEST:
        yield value


def forms(secret: str) -> Iterator[str]:
    """Return the forms in which a secret would be usable: as it is, without prefix, in hex, in base64, in a URL."""
    prefix = next((each for each in PREFIXES if secret.startswith(each)), "")
    bare = secret.removeprefix(prefix)
    yield from (secret, bare, quote(secret, safe=""), base64.b64encode(secret.encode()).decode().rstrip("="))
    try:
        bits = base64.urlsafe_b64decode(f"{bare.replace('+', '-').replace('/', '_')}===")
    except ValueError:
        return
    if len(bits) >= 16:
        yield from (bits.hex(), base64.b64encode(bits).decode().rstrip("="))


def whole_run(database: str, folder: Path) -> Run:
    """Run everything on a database, stop the service, and return what is left of it."""
    with receiver() as found, mailbox() as box, running(Talking(database, folder, box)) as server:
        run = Run(server, found, box)
        run.everything()
        run.note_keys(folder)
    run.note_log(database)
    return run
