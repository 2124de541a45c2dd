"""The index of the API and the documents that it names are there, and lead to one another."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import yaml

from service.release import release
from service.web.documents.guides import GUIDES
from service.web.documents.index import DOCUMENTS, RESOURCES
from tests.contract.validation import Document
from tests.replies import ok
from tests.service.server import Server

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def visitor(server: Server) -> httpx.Client:
    """A client without a token."""
    return server.client()


def test_the_index_leads_to_documents_and_resources(visitor: httpx.Client, document: Document) -> None:
    index: dict[str, Any] = ok(visitor.get("/v1")).json()

    assert index == {"name": "Ludolog", "release": release(), "documents": {**DOCUMENTS}, "resources": {**RESOURCES}}
    for path in DOCUMENTS.values():
        assert ok(visitor.get(path)).content
    # the endpoints of OAuth are described by their metadata
    metadata = RESOURCES["authorization_server"]
    assert ok(visitor.get(metadata)).json()["token_endpoint"].endswith("/oauth/token")
    # the dumps are files with a page of their own, which describes them
    dumps = RESOURCES["dumps"]
    assert "items" in ok(visitor.get(dumps, headers={"Accept": "application/json"})).json()
    assert set(RESOURCES.values()) - {metadata, dumps} <= set(document["paths"])


def test_the_document_names_release_licence_contact_and_changelog(visitor: httpx.Client, document: Document) -> None:
    info = document["info"]

    assert info["version"] == release()
    assert info["license"] == {"name": "MIT", "identifier": "MIT"}
    assert "/about" in info["contact"]["name"]
    links = set(re.findall(r"\]\((/[^)]*)\)", info["description"]))
    assert {"/docs/guide", "/docs/changelog"} <= links
    for path in links:
        assert ok(visitor.get(path)).content


def test_the_document_as_yaml_is_the_one_as_json(visitor: httpx.Client, document: Document) -> None:
    reply = ok(visitor.get("/openapi.yaml"))

    assert reply.headers["Content-Type"] == "application/yaml"
    assert yaml.load(reply.content, yaml.CSafeLoader) == document
    assert visitor.get("/openapi.yaml", headers={"If-None-Match": reply.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("name", GUIDES)
def test_a_document_for_authors_is_a_page_whose_links_lead_somewhere(visitor: httpx.Client, name: str) -> None:
    reply = ok(visitor.get(f"/docs/{name}"))
    title = re.search(r"^# (.+)$", (ROOT / GUIDES[name]).read_text(encoding="utf-8"), re.MULTILINE)

    assert reply.headers["Content-Type"].startswith("text/html")
    assert title is not None
    assert f"<h1>{title[1]}</h1>" in reply.text
    for path, anchor in re.findall(r'href="(/[^"#]*|)(?:#([^"]*))?"', reply.text):
        page = ok(visitor.get(path)).text if path else reply.text
        assert not anchor or f'id="{anchor}"' in page, (path, anchor)


def test_the_page_of_the_api_links_to_the_documents(visitor: httpx.Client) -> None:
    links = set(re.findall(r'href="(/[^"]+)"', ok(visitor.get("/docs")).text))

    assert {"/docs/guide", "/docs/SPEC.md", "/docs/bot.py", "/docs/changelog", "/openapi.yaml", "/v1"} <= links
    for path in links:
        assert ok(visitor.get(path)).content


def test_the_documents_in_the_repository_are_those_that_are_served(visitor: httpx.Client) -> None:
    for name in ("openapi.json", "asyncapi.json"):
        assert (ROOT / "openapi" / name).read_bytes() == ok(visitor.get(f"/{name}")).content


def test_the_asyncapi_document_has_the_schemas_of_the_other_one(document: Document) -> None:
    made = json.loads((ROOT / "openapi" / "asyncapi.json").read_bytes())
    schemas = document["components"]["schemas"]
    text = msgspec.json.encode(made).decode()

    assert made["components"]["schemas"].keys() <= schemas.keys()
    assert made["info"]["version"] == document["info"]["version"]
    for name, schema in made["components"]["schemas"].items():
        assert schema.get("properties", {}).keys() == schemas[name].get("properties", {}).keys()
    for reference in set(re.findall(r'"\$ref":"#/([^"]+)"', text)):
        found: Any = made
        for step in reference.split("/"):
            found = found[step]
