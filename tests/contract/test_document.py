"""The document is complete, and true of what was really asked and answered."""

import re
from pathlib import Path
from typing import Any

import pytest

from domain.rulesets import RULESETS
from service.core.http.exchanges import exchanges
from service.core.http.problem_types import PROBLEMS
from service.core.http.request.page_parameters import PAGES
from service.lists.registry import PROJECTIONS
from service.openapi.headers import HEADERS
from service.openapi.schemas import rules_of_command
from service.openapi.sharing import KEPT
from service.openapi.walk import PREFIX, parts, tag_of
from tests.contract.validation import Document, answers, faults, operations
from tests.service.server import Server

FILE = Path(__file__).parents[2] / "openapi" / "openapi.json"
WITHOUT_CONTENT = {"204", "304"}


def test_the_committed_document_is_the_one_that_is_served(server: Server) -> None:
    assert FILE.read_bytes() == server.client().get("/openapi.json").content


def test_every_schema_and_every_field_is_described(document: Document) -> None:
    assert _missing_descriptions(document) == []


def test_the_lags_of_the_health_check_have_the_names_of_the_read_models(document: Document) -> None:
    described = document["components"]["schemas"]["Health"]["properties"]["lag"]["description"]

    assert re.findall(r"`(\w+)`", described) == sorted(PROJECTIONS)


def _missing_descriptions(document: Document) -> list[str]:
    """Return the fields without a description, as schema.field."""
    missing: list[str] = []
    for name, schema in document["components"]["schemas"].items():
        whole: list[Any] = [schema, *schema.get("allOf", ())]
        missing += [
            f"{name}.{field}"
            for part in whole
            for field, content in part.get("properties", {}).items()
            if "description" not in content
        ]
        if not any("description" in part or PREFIX in str(part.get("$ref")) for part in whole):
            missing.append(name)
    return missing


def test_every_parameter_and_every_operation_is_described(document: Document) -> None:
    missing: list[str] = []
    for name, operation in operations(document).items():
        if len(operation.get("description", "")) < 40:
            missing.append(name)
        missing += [
            f"{name}.{p['name']}" for p in operation.get("parameters", ()) if not p.get("description", "$ref" in p)
        ]
    assert missing == []


def test_no_description_ends_with_two_full_stops(document: Document) -> None:
    texts = [str(part["description"]) for part in parts(document) if "description" in part]

    assert len(texts) > 1000
    assert [text for text in texts if re.search(r"[^.]\.\.$", text)] == []


def test_the_largest_pages_are_those_of_the_table_in_the_code_and_of_the_one_for_authors(document: Document) -> None:
    declared: dict[int, set[str]] = {}
    for name, operation in operations(document).items():
        for parameter in operation.get("parameters", ()):
            if parameter.get("name") == "limit":
                (largest,) = re.findall(r"at most ([0-9,]+):", parameter["description"])
                declared.setdefault(int(largest.replace(",", "")), set()).add(name)
    readme = (FILE.parent / "README.md").read_text(encoding="utf-8")
    written = {
        int(row[1].replace(",", "")): set(re.findall(r"`(\w+)`", row[2]))
        for row in re.finditer(r"^\| ([0-9,]+) \| (`.+) \|$", readme, re.MULTILINE)
    }

    assert declared == PAGES == written


VERBS = {"start"}
"""The last parts of paths that are verbs: those of release 0.2.0, which do not change."""

SELECTING = {"bulk", "push"}
"""The last parts of paths that select a form of a list: several games, the subscriptions of Web Push."""


def test_a_request_that_makes_something_goes_to_the_plural_of_a_noun(document: Document) -> None:
    lasts = {
        path.rsplit("/", 1)[1] for path, item in document["paths"].items() if "post" in item and not path.endswith("}")
    }

    assert {last for last in lasts if not last.endswith("s")} == VERBS | SELECTING


def test_no_schema_is_called_like_the_request_or_response_of_an_operation(document: Document) -> None:
    """Generators derive such names from operations, and two things of one name do not compile."""
    derived = {
        f"{operation['operationId']}{suffix}".lower()
        for operation in operations(document).values()
        for suffix in ("Request", "Response")
    }

    clashing = {name for name in document["components"]["schemas"] if name.lower() in derived}

    assert len(derived) > 200
    assert clashing == set()


def test_no_property_is_only_null(document: Document) -> None:
    """openapi-generator has no type for it: `python` ends with an exception, and TypeScript imports a missing file."""
    null: list[str] = []
    for name, schema in document["components"]["schemas"].items():
        for part in parts(schema):
            fields = part.get("properties")
            if isinstance(fields, dict):
                null += [f"{name}.{field}" for field, content in fields.items() if content.get("type") == "null"]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - JSON
    assert null == []


def test_every_union_of_tagged_schemas_has_a_discriminator(document: Document) -> None:
    found = 0
    for part in parts(document):
        members = part.get("oneOf", [])
        tags = [tag_of(document, member) for member in members]
        if any(tags):
            found += 1
            assert part["discriminator"]["mapping"] == {t: m["$ref"] for t, m in zip(tags, members, strict=True)}
    assert found >= 3


def test_every_type_of_event_and_command_has_a_schema(document: Document) -> None:
    schemas = document["components"]["schemas"]
    for ruleset in RULESETS.values():
        for union, kinds in (("AnyCommand", ruleset.commands), ("Record", ruleset.events)):
            mapping = schemas[union]["discriminator"]["mapping"]
            assert {str(kind.__struct_config__.tag) for kind in kinds} <= set(mapping)


@pytest.mark.parametrize("title", RULESETS)
def test_every_command_names_a_rule(title: str) -> None:
    for command in RULESETS[title].commands:
        assert rules_of_command(command), f"{command.__name__} names no rule"


def test_names_of_schemas_begin_with_their_title(document: Document) -> None:
    mapping = document["components"]["schemas"]["AnyCommand"]["discriminator"]["mapping"]
    for tag, reference in mapping.items():
        assert reference.rsplit("/")[-1].startswith(tag.split(".")[0].capitalize())


def test_every_reference_leads_somewhere(document: Document) -> None:
    for part in parts(document):
        if isinstance(part.get("$ref"), str):
            target: Any = document
            for step in part["$ref"].removeprefix("#/").split("/"):
                target = target[step]


def test_every_answer_with_content_has_an_example(document: Document) -> None:
    missing = [
        f"{name} {status} {media or 'no content'}"
        for name, status, answer in answers(document)
        if status not in WITHOUT_CONTENT
        for media, content in answer.get("content", {"": {}}).items()
        if not content.get("examples")
    ]
    assert missing == []


def test_every_example_fits_its_schema(document: Document) -> None:
    wrong: list[str] = []
    for name, operation in operations(document).items():
        told = [(f"{name} {status}", answer) for status, answer in operation["responses"].items()]
        told.append((f"{name} request", operation.get("requestBody", {})))
        for where, part in told:
            for content in part.get("content", {}).values():
                for example, shown in content.get("examples", {}).items():
                    wrong += [f"{where} {example}: {f}" for f in faults(document, content["schema"], shown["value"])]
    assert wrong == []


def test_errors_are_problem_documents_and_nothing_else_is(document: Document) -> None:
    for name, status, answer in answers(document):
        media = set(answer.get("content", {}))
        if status == "404" and name in {"playerBadge", "tournamentBadge"}:
            assert media == {"application/problem+json", "image/svg+xml"}
            continue
        assert (media == {"application/problem+json"}) == (int(status) >= 400), (name, status)


def test_each_problem_of_a_response_is_listed_by_its_code(document: Document) -> None:
    for name, status, answer in answers(document):
        if int(status) >= 400:
            codes = answer["content"]["application/problem+json"]["examples"]
            titles = {PROBLEMS[code].title for code in codes}
            assert set(answer["description"].split("; ")) <= titles, (name, status)


def test_what_was_answered_is_declared(document: Document) -> None:
    undeclared: list[str] = []
    for name, kept in exchanges().items():
        responses = operations(document)[name]["responses"]
        for exchange in kept:
            answer = responses.get(str(exchange.status))
            if answer is None:
                undeclared.append(f"{name} {exchange.status} {exchange.name}")
                continue
            if exchange.media == "application/problem+json":
                titles = answer["description"].split("; ")
                undeclared += [f"{name} {exchange.name}"] if exchange.body["title"] not in titles else []
            declared = set(answer.get("headers", ()))
            undeclared += [
                f"{name} {exchange.status} {h}" for h in exchange.headers if h in HEADERS and h not in declared
            ]
    assert undeclared == []


def test_every_operation_was_asked(document: Document) -> None:
    silent = [name for name, kept in exchanges().items() if not any(exchange.status < 300 for exchange in kept)]
    assert silent == [], "openapi/examples.py does not ask for these"
    assert set(exchanges()) == set(operations(document)), "run `uv run python -m openapi.examples`"


def test_conditional_answers_declare_how_they_are_asked_for(document: Document) -> None:
    for operation in operations(document).values():
        asked = {p.get("$ref") for p in operation.get("parameters", ())}
        tagged = "ETag" in operation["responses"].get("200", {}).get("headers", {})
        assert tagged == ("304" in operation["responses"]) == ("#/components/parameters/IfNoneMatch" in asked)


def test_whoever_needs_a_token_says_so(document: Document) -> None:
    """That this is so of each operation is tried in tests/service/test_authority.py."""
    known = operations(document)
    assert known["verify"]["security"] == [{"token": []}]
    assert known["me"]["security"] == [{"token": ["profile:read"]}]
    assert known["command"]["security"] == [{"token": ["games:play"]}]
    assert "security" not in known["view"]
    assert "security" not in known["signUp"]


def test_what_accepts_an_invitation_declares_its_header(document: Document) -> None:
    held = {"$ref": "#/components/parameters/Invitation"}
    declaring = {name for name, operation in operations(document).items() if held in operation.get("parameters", ())}
    assert declaring >= {"askEngine", "game", "makeStreamTicket", "stream", "takeSeat", "view"}
    assert not declaring & {"command", "games", "makeRuling", "ownStream"}


def test_no_parameter_can_be_null(document: Document) -> None:
    for operation in operations(document).values():
        for parameter in operation.get("parameters", ()):
            assert "null" not in str(parameter), parameter
            assert None not in parameter.get("schema", {}).get("enum", ()), parameter


def test_every_answer_says_who_may_keep_it() -> None:
    silent = [
        f"{name} {exchange.status}"
        for name, kept in exchanges().items()
        for exchange in kept
        if exchange.headers and "Cache-Control" not in exchange.headers
    ]
    assert silent == []


def test_links_lead_to_operations_and_name_their_parameters(document: Document) -> None:
    known = operations(document)
    linked: set[str] = set()
    for name, operation in known.items():
        for answer in operation["responses"].values():
            for link in answer.get("links", {}).values():
                target = known[link["operationId"]]
                linked.add(link["operationId"])
                names = {p["name"] for p in target.get("parameters", ()) if "name" in p}
                assert set(link.get("parameters", ())) <= names, (name, link)
    needing = {name for name, o in known.items() if any(p.get("in") == "path" for p in o.get("parameters", ()))}
    assert needing <= linked, "no answer leads there"


def test_links_are_plain(document: Document) -> None:
    """Generators take parameters of links as strings; a body in a link is not of a type that they know."""
    links = [link for _, _, answer in answers(document) for link in answer.get("links", {}).values()]
    assert len(links) > 50
    for link in links:
        assert "requestBody" not in link
        assert all(isinstance(value, str) for value in link.get("parameters", {}).values())


def test_server_sent_events_come_first(document: Document) -> None:
    for name in ("stream", "ownStream", "gamesStream", "resultsStream"):
        content = operations(document)[name]["responses"]["200"]["content"]
        assert list(content) == ["text/event-stream", "application/x-ndjson"]


def test_every_list_that_has_pages_declares_the_link_to_the_next(document: Document) -> None:
    paged = {
        name
        for name, operation in operations(document).items()
        if any(parameter.get("name") == "cursor" for parameter in operation.get("parameters", ()))
    }
    assert paged >= {"games", "results", "leaderboard", "ownGames", "gamesOfPlayer", "ratingsOfPlayer"}
    for name in paged:
        assert "Link" in operations(document)[name]["responses"]["200"]["headers"]


def test_optional_bodies_and_lengths_of_keys_are_declared(document: Document) -> None:
    known = operations(document)
    assert known["takeSeat"]["requestBody"]["required"] is False
    (key,) = [p["schema"] for p in known["signUp"]["parameters"] if p.get("name") == "Idempotency-Key"]
    assert (key["minLength"], key["maxLength"]) == (32, 128)


WITHOUT_KEY = {
    # they only compute
    "draftRound", "preview", "verify",
    # the one-time value of the consent is its key
    "decideConsent",
    # each request starts a new attempt
    "beginConsent", "beginPasskey", "beginSignIn",
    # the second time they do nothing
    "askEngine", "confirmDigest", "endDigestByLink", "signOut",
    # they set what is set already
    "markTalk", "markTournamentTalk", "removeMessage", "removeTournamentMessage", "setAway", "setTalk",
    "markReports", "releaseReport", "takeReport",
    "acceptTerms", "changeSite", "confirmWarning", "grantRole", "revokeRole", "restorePeriod", "withdrawSignUpCode",
    # the second time they are refused, or there is nothing left to do
    "actAboutGame", "closeTournament", "recover", "removeText", "voidPeriod",
    # another code has another secret, which only its first reply has
    "makeSignUpCode",
    # who has agreed, declined or asked has done so; a place in a pool is kept
    "acceptChallenge", "askForRematch", "cancelChallenge", "declineChallenge", "declineRematch", "joinPool",
    "leavePool", "playBotsInstead", "stayInPool",
    "setTournamentTalk", "writeGameNote", "writePlayerNote", "block", "unblock",
}  # fmt: skip


def test_every_other_operation_that_is_not_safe_lists_the_idempotency_key(document: Document) -> None:
    keyed = {
        name
        for name, operation in operations(document).items()
        for parameter in operation.get("parameters", ())
        if "Idempotency-Key" in parameter.get("name", "") or parameter.get("$ref", "").endswith("/IdempotencyKey")
    }
    unsafe = {item[method]["operationId"] for item in document["paths"].values() for method in item if method != "get"}
    assert unsafe - keyed == WITHOUT_KEY
    assert keyed <= unsafe
    for name in keyed:
        assert "422" in operations(document)[name]["responses"], f"{name} refuses no key of another request"


def test_nothing_in_the_components_is_unused(document: Document) -> None:
    text = FILE.read_text(encoding="utf-8")
    for kind in ("examples", "headers", "parameters", "responses", "schemas"):
        unused = {name for name in document["components"][kind] if f'"#/components/{kind}/{name}"' not in text}
        assert unused <= KEPT


def test_every_pattern_is_a_regular_expression_of_ecma_262(document: Document) -> None:
    """JSON Schema reads patterns in Unicode mode, in which only these characters may be escaped."""
    patterns = {part["pattern"] for part in parts(document) if isinstance(part.get("pattern"), str)}

    assert patterns
    assert not [each for each in patterns if re.search(r"\\[^\^$\\.*+?()\[\]{}|/dDwWsSbBnrtvf0uxckpP]", each)]
