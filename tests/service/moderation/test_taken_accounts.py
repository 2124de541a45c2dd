"""An account that was taken: all that anybody has made with it ends, and nothing comes back with a recovery."""

from collections.abc import Callable, Iterator

import pytest

from tests.replies import ok
from tests.service import test_descent as descent
from tests.service.browsers import Browser
from tests.service.kit import holder, problem
from tests.service.moderation.kit import granted, identity, unique
from tests.service.server import Server, serving_either
from tests.service.test_descent import ORIGIN, Ends, Maker, World, made


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_either(request, tmp_path_factory.mktemp("taken"), **descent.MAIL) as running:
        yield running


@pytest.fixture
def browser(server: Server) -> Browser:
    """A browser in which a player has signed up."""
    browser = Browser(server, ORIGIN, server.base)
    made(browser.sign_up(unique("Berta")))
    return browser


@pytest.fixture
def world(browser: Browser) -> World:
    owner = holder(browser.server, browser.token)
    body = {"ruleset": "minos", "seats": 3, "visibility": "private", "spectators": "none"}
    game = made(owner.post("/v1/games", json=body))["id"]
    made(owner.put(f"/v1/games/{game}/seats/0"))
    made(owner.put(f"/v1/games/{game}/seats/2", json={"guest": unique("Grandma")}))
    return World(browser.server, owner, browser.token, "", game)


def the_link_of_a_guest(world: World, maker: Maker) -> Ends:
    secret = made(maker.client.post(f"/v1/games/{world.game}/seats/2/tokens", json={"label": "x"}))["token"]
    guest = holder(world.server, secret)
    assert guest.get(f"/v1/games/{world.game}").status_code == 200
    return lambda: guest.get("/v1/me").status_code == 401


THINGS = (*descent.THINGS, the_link_of_a_guest)


def link_of(server: Server, player: str) -> str:
    """Return the secret of a new link by which a player gets the account back."""
    (line,) = [each for each in granted(server, "recover", player) if "/recover#" in each]
    return line.partition("#")[2].split()[0]


@pytest.mark.parametrize("make", [None, *descent.MAKERS], ids=lambda make: "sign_up" if make is None else make.__name__)
def test_everything_ends_whoever_has_made_it(
    world: World, browser: Browser, make: Callable[[Server, str], Maker] | None
) -> None:
    # nothing has started the session of a sign-up: what it makes names no maker
    maker = Maker(browser, browser) if make is None else make(world.server, browser.token)
    things = {each.__name__: each(world, maker) for each in THINGS}
    who = identity(world.owner)

    former = link_of(world.server, who)
    granted(world.server, "sign-out", who)
    assert problem(world.server.client().post("/v1/recoveries", json={"secret": former})) == (409, "not-possible")
    assert problem(maker.client.get("/v1/me")) == (401, "token-needed")
    link = link_of(world.server, who)
    token = ok(world.server.client().post("/v1/recoveries", json={"secret": link}), 201).json()["token"]
    world.owner.headers["Authorization"] = f"Bearer {token}"

    assert {name for name, ends in things.items() if not ends()} == set()
    # what the person makes from now on stays
    again = Maker(world.owner, descent.signed_in(world.server, token))
    assert {each.__name__ for each in THINGS if each(world, again)()} == set()
