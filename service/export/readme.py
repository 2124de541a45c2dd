"""The README of an export: what each file contains, and what is not there."""

from service.core.personal import PersonalTables

_HEAD = """\
# Your data at this site

Made at {at} for the account {player}.

This file has everything that this service stores about you. It contains private things: notes,
addresses of notifications, what you alone may see in running games. Keep it like a password.

Files ending in `.json` are lists (JSON, UTF-8), one item in each line. Times are in UTC. `null` means
that there is no value. Ids of players say nothing to others but who played with whom.

| file | contents |
|---|---|
"""

_TAIL = """\
| games.json | the games in which you have sat or that you have opened, with the name of the log of each |
| games/ | their logs: with all secrets after the end, before that as you may see them. `ludolog verify` checks them |
| tournaments/ | the logs of the tournaments in which you have a role |
| problems.json | only if there are any: tournaments whose logs cannot be read |

## What is not here

* Secrets of tokens, passkeys and links: the service stores only digests of them. They say nothing about you.
* What others wrote, and what they noted for themselves about you: it is theirs.
* Lists that the service computes from the logs, such as results and standings. GET /v1/players/{{id}}/games has them.
* Logs of the server and backups: the privacy page of the site says what they contain, and for how long they are kept.

## Left out of the tables

{left_out}

## Further tables

These tables of the database have nothing about you, or nothing that is not in a file above:

{without}
"""


def readme_of(tables: PersonalTables, player: str, at: str) -> str:
    """Return the README of an export."""
    files = "".join(f"| {own.file}.json | {own.about} |\n" for own in tables.own)
    left_out = "\n".join(
        f"* {own.file}: " + "; ".join(f"`{column}` ({reason})" for column, reason in own.left_out.items())
        for own in tables.own
        if own.left_out
    )
    without = "\n".join(f"* `{each.table}`: {each.reason}" for each in tables.without)
    return _HEAD.format(at=at, player=player) + files + _TAIL.format(left_out=left_out, without=without)
