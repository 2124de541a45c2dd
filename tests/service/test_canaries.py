"""Secrets of a whole run are searched for in everything that others than their holders can read."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import httpx

from tests.service.canaries.dump import dump, raw
from tests.service.canaries.run import Run, forms, whole_run

LOGS = {"stored_events.state", "ludolog_events.state", "tournament_events.entry"}
"""The columns that hold seeds and sealed parts: without them a game could not go on."""

NEEDED = {"receivers.terms": {"auth of a browser", "p256dh of a browser"}}
"""The secrets that a column has to hold as they are: messages to a browser are encrypted with its keys (RFC 8291)."""


def hits(secrets: Mapping[str, str], texts: Iterable[str | bytes]) -> set[str]:
    """Return which secrets stand in texts, in any form."""
    everything = b"\n".join(text if isinstance(text, bytes) else text.encode() for text in texts)
    return {what for what, secret in secrets.items() if any(form.encode() in everything for form in {*forms(secret)})}


def heads_of(reply: httpx.Response) -> str:
    """Return the URL of a reply, and its headers but for the cookie of a session."""
    return "\n".join(f"{name}: {value}" for name, value in reply.headers.items() if name != "set-cookie")


def test_no_secret_stands_where_others_can_read_it(database: str, tmp_path: Path) -> None:
    run = whole_run(database, tmp_path)
    secrets = {**run.credentials, **run.hidden, **run.derived}
    needed = {name for names in NEEDED.values() for name in names}
    stored = {**run.credentials, **run.derived}
    unneeded = {name: secret for name, secret in stored.items() if name not in needed}
    by_column: dict[str, list[str]] = {}
    for value in dump(database):
        by_column.setdefault(f"{value.table}.{value.column}", []).append(value.text)
    refused = [reply for reply in run.replies if reply.status_code >= 400]

    assert len(run.credentials) >= 27
    assert len(run.hidden) >= 6
    assert len(refused) >= 20
    assert "ludolog_" in run.metrics
    notified = [str([*each.headers.items()]).encode() + each.body for each in run.receiver.received]
    places: dict[str, Iterable[str | bytes]] = {
        "log": [run.server.output.read_bytes()],
        "metrics": [run.metrics],
        "headers": map(heads_of, run.replies),
        "problems": [reply.content for reply in refused],
        "pings and webhooks": notified,
        "file": [raw(database)],
    }
    found = {place: hits(secrets if place != "file" else unneeded, texts) for place, texts in places.items()}
    found |= {column: hits(stored, texts) - NEEDED.get(column, set()) for column, texts in by_column.items()}
    assert {place: what for place, what in found.items() if what} == {}
    assert {column for column, texts in by_column.items() if hits(run.hidden, texts)} <= LOGS
    check_search(run, by_column)


def check_search(run: Run, by_column: Mapping[str, list[str]]) -> None:
    """Check that each secret would be found: it stands in what its holder was given, or in the log of its game."""
    own = [reply.content for reply in run.replies]
    cookies = [str(reply.headers.get_list("set-cookie")) for reply in run.replies]
    sent = [
        str(reply.request.url) + str(reply.request.headers.raw) + reply.request.content.decode(errors="replace")
        for reply in run.replies
    ]
    found = hits(run.credentials, [*own, *cookies, *sent])
    stored = [text for column in LOGS & by_column.keys() for text in by_column[column]]

    # neither the keys of the service nor those of a passkey are ever sent
    assert {what for what in run.credentials if what not in found} == {
        what for what in run.credentials if "key of a passkey" in what or "signing key" in what
    }
    assert hits(run.hidden, stored) == set(run.hidden)
