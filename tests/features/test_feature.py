"""A feature declares itself: the application needs one more item in its list."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from litestar.routes import HTTPRoute

from service.app import create_app
from service.core.feature import Feature, kinds_of
from service.core.http.problem_types import PROBLEMS
from service.core.settings import Settings
from service.core.store.errors import StoreError
from service.core.store.feature_tables import migrate
from service.core.store.store import Store
from service.features import FEATURES
from service.openapi.document import document
from tests.loops import in_loop
from tests.replies import ok

# of the framework, and of the next major version of it
pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


@pytest.fixture(name="toys")
def _toys() -> Iterator[Feature]:
    """The toy feature. It declares its problem type when it is read; after the test, both are gone."""
    yield import_module("tests.features.toy").feature
    del sys.modules["tests.features.toy"], PROBLEMS["toy-taken"]


@asynccontextmanager
async def served(folder: Path, *features: Feature) -> AsyncGenerator[httpx.AsyncClient]:
    app: Any = create_app(
        Settings(database=f"sqlite:///{folder}/games.db", rate_limit=0), features=(*FEATURES, *features)
    )
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
    ):
        yield client


@in_loop
async def test_a_feature_in_its_folder_needs_one_line_outside_it(tmp_path: Path, toys: Feature) -> None:
    async with served(tmp_path, toys) as client:
        made = ok(await client.post("/v1/players", json={"name": "Ada"})).json()
        holder = {"Authorization": f"Bearer {made['token']}"}
        assert (await client.post("/v1/toys/kite")).status_code == 401
        ok(await client.post("/v1/toys/kite", headers=holder), 204)
        taken = ok(await client.post("/v1/toys/kite", headers=holder), 409)
        assert taken.json()["code"] == "toy-taken"
        page = ok(await client.get("/problems/toy-taken"))
        assert "Another player has the toy." in page.text
        async with asyncio.timeout(20):
            while ok(await client.get("/v1/toys")).json() != [{"name": "kite", "is_polished": True}]:
                await asyncio.sleep(0.01)

    # the table is made once, and its rows stay
    async with served(tmp_path, toys) as client:
        assert len(ok(await client.get("/v1/toys")).json()) == 1


def test_the_document_has_the_routes_and_problems_of_a_feature(toys: Feature) -> None:
    found = document((*FEATURES, toys))

    assert found["paths"]["/v1/toys/{name}"]["post"]["operationId"] == "takeToy"
    assert "409" in found["paths"]["/v1/toys/{name}"]["post"]["responses"]
    # parts are no parameters
    assert not found["paths"]["/v1/toys"]["get"].get("parameters")


def test_without_a_feature_nothing_of_it_is_there(tmp_path: Path) -> None:
    async def body() -> None:
        async with served(tmp_path) as client:
            assert (await client.get("/v1/toys")).status_code == 404

    asyncio.run(body())


def test_steps_of_a_feature_are_done_once_and_a_later_release_is_refused(tmp_path: Path) -> None:
    first, second = "CREATE TABLE a (x INTEGER)", "ALTER TABLE a ADD COLUMN y INTEGER"
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        for steps in ((first,), (first, second), (first, second)):
            migrate(store.database, "toys", steps)
        with store.database.reading() as cursor:
            assert list(cursor.all("SELECT x, y FROM a")) == []
        with pytest.raises(StoreError, match="later release"):
            migrate(store.database, "toys", (first,))


def test_no_two_parts_have_the_same_name(toys: Feature) -> None:
    with pytest.raises(AssertionError, match="two parts have the name toys"):
        kinds_of((*FEATURES, toys, msgspec.structs.replace(toys, name="more toys")))


def test_handlers_take_parts_and_not_parameters_of_their_names() -> None:
    kinds = kinds_of(FEATURES)
    taken = {
        (name, parameter.annotation)
        for route in create_app(Settings(database="sqlite://")).routes
        for handler in getattr(route, "route_handlers", ())
        for name, parameter in handler.parsed_fn_signature.parameters.items()
        if name in kinds
    }

    assert len(taken) > 20
    assert {(name, kind) for name, kind in taken if kinds[name] not in {kind, *get_args(kind)}} == set()


def test_the_marks_of_damage_are_read_before_anything_writes_to_games() -> None:
    names = [feature.name for feature in FEATURES]

    # what bots, sweep and steward write to a damaged game would bury the damage
    assert names.index("integrity") < names.index("due")


def test_the_parts_of_a_request_are_resolved_without_a_task_group() -> None:
    batches = [
        batch
        for route in create_app(Settings(database="sqlite://")).routes
        if isinstance(route, HTTPRoute)
        for _, model in route.route_handler_map.values()
        for batch in model.dependency_batches
    ]

    assert len(batches) > 100
    assert all(len(batch) == 1 for batch in batches)
