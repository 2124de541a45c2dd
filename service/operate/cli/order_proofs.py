"""The command `verify-orders`."""

import zlib
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from domain.ledger.signing import Keys
from service.core.keys.signing import KeyFileError, is_signed_by
from service.operate.cli.common import fail, say, unreadable
from service.operate.cli.verification import TrustedKeys, outcome_of, trusted_keys
from service.orders.api.messages import MarkedDecisions
from service.orders.proofs import faults_of
from service.proof.bundles import lines_in
from service.proof.imports import BundleRefusedError, finished_game


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="verify-orders")(verify_orders)


def verify_orders(
    bundle: Annotated[Path, typer.Argument(help="The bundle of a finished game (.jsonl, .jsonl.gz); - reads one.")],
    decisions: Annotated[
        Path, typer.Argument(help="The reply of GET /v1/games/{id}/orders/decisions in a file.", dir_okay=False)
    ],
    key: TrustedKeys = None,
) -> None:
    """Verify a bundle and the decisions of standing orders in its game, offline. Exit code 1 if one is not proven.

    Each order was signed when the log had a head before its decision, has the signed hash, and chooses this command.
    """
    try:
        trusted = trusted_keys(key)
        marks = msgspec.json.decode(decisions.read_bytes(), type=MarkedDecisions)
        report, entries = finished_game(lines_in(bundle), Keys(is_signed_by, trusted))
    except KeyFileError as error:
        raise fail(error) from None
    except msgspec.DecodeError as error:
        raise fail(f"{decisions}: this is no list of decisions by standing orders: {error}") from None
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise unreadable(bundle, error) from None
    except BundleRefusedError as refused:
        raise fail(f"{bundle}: {refused.details}", 1) from None
    # without a key of the reader each signature has to be that of the key it names
    named = {order.signed.public_key for order in marks.orders}
    keys = named if trusted is None else {each.hex() for each in trusted.values()}
    faults = faults_of(entries, marks, is_signed_by, keys)
    say(f"{decisions}: game {report.game}, {len(marks.items)} decisions by {len(marks.orders)} standing orders")
    if faults:
        for fault in faults:
            say(f"BAD: version {fault}")
        raise typer.Exit(1)
    if not marks.items:
        say("  orders     none: no decision was made by a standing order")
    elif trusted is None:
        say("  orders     signed by a key that is not trusted: give the key of the server with --key")
    else:
        say("  orders     signed by a key which you gave")
    say(outcome_of(report, "the game follows the rules, but no service has attested it"))
