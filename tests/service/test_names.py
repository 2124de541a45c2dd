"""Names of players: unique for readers, changeable, and shown next to ids."""

import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from service.core.store.store import Store
from service.core.store.times import timestamp_at
from service.people.accounts import Accounts
from service.people.names import InvalidNameError, name_keys, printable
from service.people.rows import NameReservedError
from tests.replies import ok
from tests.service.kit import erase, open_game, problem
from tests.service.server import Server


def unique(name: str) -> str:
    return f"{name} {uuid.uuid4().hex[:8]}"


def same(one: str, other: str) -> bool:
    first, second = name_keys(one), name_keys(other)
    return first.folded == second.folded or first.shape == second.shape


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("anna", "ANNA"),
        ("Anna", "\u0410nn\u0430"),
        ("\uff21nna", "Anna"),
        ("Ian", "lan"),
        ("paypaI", "PAYPAL"),
        ("modern", "modem"),
        ("stra\u00dfe", "STRASSE"),
        ("\ufb01n", "fin"),
        ("R0bin", "Robin"),
        ("Anna  B", "Anna B"),
    ],
)
def test_names_that_read_the_same(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("mail", "mall"), ("Zo\u00eb", "Zoe"), ("M\u00fcller", "Muller"), ("\u674e", "\u6770"), ("Anna", "Anne")],
)
def test_names_that_read_differently(one: str, other: str) -> None:
    assert not same(one, other)


def test_the_reason_names_the_character() -> None:
    with pytest.raises(InvalidNameError, match=r"U\+202E \(RIGHT-TO-LEFT OVERRIDE\)"):
        printable("a\u202eb")


INVISIBLE = [
    *(
        "\ufe00",
        "\ufe0f",
        "\U000e0100",
        "\U000e01ef",
        "\u034f",
        "\u180b",
        "\u180f",
        "\u115f",
        "\u1160",
        "\u3164",
        "\uffa0",
    ),
    *("\u17b4", "\u17b5", "\u2800", "\U0001d159", "\U00016fe4"),
]


@pytest.mark.parametrize("letter", INVISIBLE, ids=ascii)
def test_invisible_characters_are_refused_and_make_no_other_name(letter: str) -> None:
    for name in (f"An{letter}na", f"{letter}Anna", f"Anna{letter}"):
        with pytest.raises(InvalidNameError, match=f"U\\+{ord(letter):04X}"):
            printable(name)
        assert same("Anna", name)
    assert same("Anna B", f"Anna {letter} B")


def test_a_symbol_may_ask_for_its_coloured_form() -> None:
    assert printable("Anna \u2764\ufe0f") == "Anna \u2764\ufe0f"
    assert same("Anna \u2764\ufe0f", "Anna \u2764")
    with pytest.raises(InvalidNameError, match=r"U\+FE0F"):
        printable("Anna \u2764\ufe0f\ufe0f")


JOINED = {
    "Persian": "\u0639\u0644\u06cc \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Devanagari": "\u0915\u094d\u200d\u0937",
    "Devanagari without a conjunct": "\u0915\u094d\u200c\u0937",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "an astronaut": "\U0001f469\u200d\U0001f680",
    "a dark-skinned astronaut": "\U0001f469\U0001f3fe\u200d\U0001f680",
    "a heart on fire": "\u2764\ufe0f\u200d\U0001f525",
    "a shaken head": "\U0001f642\u200d\u2194\ufe0f",
    "a pirate flag": "\U0001f3f4\u200d\u2620\ufe0f",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
}


@pytest.mark.parametrize("name", JOINED.values(), ids=JOINED)
def test_joiners_are_allowed_where_a_script_or_an_emoji_needs_them(server: Server, name: str) -> None:
    assert printable(name) == name
    assert same(name, name.replace("\u200c", "").replace("\u200d", "").replace("\ufe0f", ""))
    whole = unique(name)
    reply = server.client().post("/v1/players", json={"name": whole})
    assert reply.status_code == 201, reply.text
    plain = whole.replace("\u200c", "").replace("\u200d", "")
    assert problem(server.client().post("/v1/players", json={"name": plain})) == (409, "name-taken")


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"], ids=ascii)
@pytest.mark.parametrize(
    "name",
    [
        *("An{}na", "{}Anna", "Anna{}", "Anna {}B", "\u0645\u06cc{}", "{}\u062e", "\u0915{}\u0937", "\u0915\u094d{}"),
        *("\U0001f469{0}{0}\U0001f680", "\U0001f469{}", "\U0001f469{}A", "A{}\U0001f680", "\u0410{}\u0410", "1{}2"),
    ],
    ids=ascii,
)
def test_joiners_elsewhere_are_refused(name: str, joiner: str) -> None:
    with pytest.raises(InvalidNameError, match=f"U\\+{ord(joiner):04X}"):
        printable(name.format(joiner))


@pytest.mark.parametrize("mark", ["\u0301", "\u20dd", "\u0903"], ids=ascii)
def test_a_combining_mark_needs_a_letter_before_it(mark: str) -> None:
    with pytest.raises(InvalidNameError, match="put one before it"):
        printable(f" {mark}Anna")


def cyrillic(name: str) -> str:
    return name.replace("A", "\u0410")


SPELLINGS: dict[str, Callable[[str], str]] = {"upper": str.upper, "lower": str.lower, "cyrillic": cyrillic}


@pytest.mark.parametrize("other", SPELLINGS.values(), ids=SPELLINGS)
def test_a_name_that_reads_like_another_is_refused(server: Server, other: Callable[[str], str]) -> None:
    name = unique("Ada")
    client = server.client()
    assert client.post("/v1/players", json={"name": name}).status_code == 201

    reply = client.post("/v1/players", json={"name": other(name)})

    assert problem(reply) == (409, "name-taken")
    assert name in reply.json()["detail"]


def test_one_of_many_who_want_a_name_at_once_gets_it(server: Server) -> None:
    name = unique("Eve")
    clients = [server.client() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(client.post, "/v1/players", json={"name": name}) for client in clients]
    statuses = sorted(future.result().status_code for future in asked)

    assert statuses == [201, *[409] * 7]


def test_a_name_can_be_changed_and_is_shown_at_once(server: Server) -> None:
    ada = server.player(unique("Ada"))
    before = ok(ada.get("/v1/me")).json()["name"]
    game = open_game(ada, bots={})
    ada.put(f"/v1/games/{game}/seats/0")
    tag = ada.get(f"/v1/games/{game}").headers["etag"]

    renamed = ada.put("/v1/me/name", json={"name": f"  {before} II "})

    assert (renamed.status_code, renamed.json()["name"]) == (200, f"{before} II")
    shown = ada.get(f"/v1/games/{game}", headers={"If-None-Match": tag})
    assert shown.status_code == 200
    assert (shown.json()["owner_name"], shown.json()["seats"][0]["name"]) == (f"{before} II", f"{before} II")


def test_ones_own_name_can_be_spelt_differently(server: Server) -> None:
    name = unique("ada")
    ada = server.player(name)

    assert ok(ada.put("/v1/me/name", json={"name": name.upper()})).json()["name"] == name.upper()


def test_a_read_token_does_not_change_the_name(server: Server) -> None:
    ada = server.player(unique("Ada"))
    reader = server.client()
    token = ok(ada.post("/v1/me/tokens", json={"label": "screen", "scopes": ["read"]})).json()["token"]
    reader.headers["Authorization"] = f"Bearer {token}"

    assert problem(reader.put("/v1/me/name", json={"name": "x"})) == (403, "scope-missing")


def test_a_guest_does_not_bear_the_name_of_a_player(server: Server) -> None:
    name = unique("Ada")
    ada = server.player(name)
    game = open_game(ada, bots={})

    taken = ada.put(f"/v1/games/{game}/seats/1", json={"guest": name.upper()})
    seated = ada.put(f"/v1/games/{game}/seats/1", json={"guest": unique("Guest")})

    assert problem(taken) == (409, "name-taken")
    assert seated.status_code == 200


def sign_up(server: Server, name: str) -> httpx.Response:
    return server.client().post("/v1/players", json={"name": name})


def rename(player: httpx.Client, name: str) -> httpx.Response:
    return player.put("/v1/me/name", json={"name": name})


def test_the_name_of_an_erased_player_stays_reserved(server: Server) -> None:
    name = unique("Gone")
    assert erase(server.player(name)).status_code == 204

    taken = sign_up(server, name.upper())

    assert problem(taken) == (409, "name-taken")
    assert "until recently" in ok(taken, 409).json()["detail"]


def test_a_former_name_is_reserved_for_its_last_holder_and_shown_on_the_profile(server: Server) -> None:
    first, second = unique("Anna"), unique("Hanna")
    anna, other = server.player(first), server.player()
    own = ok(anna.get("/v1/me")).json()["id"]

    ok(rename(anna, second))

    assert problem(sign_up(server, first)) == (409, "name-taken")
    assert problem(rename(other, first.upper())) == (409, "name-taken")
    former = ok(server.client().get(f"/v1/players/{own}")).json()["former_names"]
    assert [each["name"] for each in former] == [first]
    # the last holder may have it back
    ok(rename(anna, first))
    former = ok(server.client().get(f"/v1/players/{own}")).json()["former_names"]
    assert [each["name"] for each in former] == [second, first]


def test_a_name_is_changed_at_most_twice_within_30_days(server: Server) -> None:
    player, names = server.player(), [unique("Name") for _ in range(3)]
    same = ok(player.get("/v1/me")).json()["name"]

    # what changes nothing does not count
    for name in (same, names[0], names[0], names[1]):
        ok(rename(player, name))
    late = rename(player, names[2])

    assert problem(late) == (429, "too-many-requests")
    assert 29 * 86_400 < int(late.headers["Retry-After"]) <= 30 * 86_400
    assert sign_up(server, names[2]).status_code == 201


def test_a_name_is_free_90_days_after_it_was_given_up(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        accounts = Accounts(store.database)
        anna = accounts.sign_up("Anna").token.player
        accounts.rename(anna, "Hanna")
        with pytest.raises(NameReservedError):
            accounts.sign_up("Anna")
        with store.database.writing() as cursor:
            cursor.execute("UPDATE former_names SET reserved_until=?", (timestamp_at(time.time() - 1),))

        assert accounts.former_names(anna) == []
        assert accounts.sign_up("Anna").token.player != anna


def test_nothing_of_the_names_of_a_deleted_player_is_left(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Store(f"sqlite:///{file}") as store:
        accounts = Accounts(store.database)
        player = accounts.sign_up("Formerly Quuxington").token.player
        accounts.rename(player, "Zyzzyva the Last")

        accounts.erase(player)

        with store.database.reading() as cursor:
            rows = [dict(row) for row in cursor.all("SELECT * FROM former_names")]
    assert len(rows) == 2
    assert all(row["name"] is None for row in rows)
    assert not {"quuxington", "zyzzyva"} & {word for row in rows for word in str(row).lower().split()}


@pytest.mark.parametrize("label", ["a\u200bb", "\u202ephone", "Z\u0334\u0335\u0336"])
def test_labels_are_printable_too(server: Server, label: str) -> None:
    ada = server.player()
    game = open_game(ada, bots={})

    assert problem(ada.post("/v1/me/tokens", json={"label": label})) == (422, "invalid-name")
    assert problem(ada.post(f"/v1/games/{game}/invitations", json={"label": label})) == (422, "invalid-name")


def test_players_are_looked_up_by_their_ids(server: Server) -> None:
    ada, bo = server.player(unique("Ada")), server.player(unique("Bo"))
    ids = [ok(client.get("/v1/me")).json()["id"] for client in (bo, ada)]

    query = {"ids": ",".join([*ids, "player:unknown", ids[0]])}
    items = ok(server.client().get("/v1/players", params=query)).json()["items"]

    assert [item["id"] for item in items] == ids
    assert [item["name"] for item in items] == [
        ok(bo.get("/v1/me")).json()["name"],
        ok(ada.get("/v1/me")).json()["name"],
    ]


def test_so_many_players_at_a_time_are_refused(server: Server) -> None:
    reply = server.client().get("/v1/players", params={"ids": ",".join(map(str, range(101)))})

    assert problem(reply) == (400, "bad-request")
    assert "at most 100" in reply.json()["detail"]


def test_a_repeated_sign_up_is_answered_with_the_present_name(server: Server) -> None:
    client, name = server.client(), unique("Ada")
    keyed = {"Idempotency-Key": uuid.uuid4().hex}
    first = ok(client.post("/v1/players", json={"name": name}, headers=keyed)).json()
    client.put("/v1/me/name", json={"name": f"{name} II"}, headers={"Authorization": f"Bearer {first['token']}"})

    again = ok(client.post("/v1/players", json={"name": name}, headers=keyed))

    assert again.json() == first | {"name": f"{name} II"}
