"""The commands of `ludolog site` that switch a site while it runs: sign-up, codes, maintenance, a notice."""

from typing import Annotated, Literal

import typer

from service.moderation.orders import FeatureOrder
from service.operate.cli.common import Database, fail, settings_of
from service.people.names import InvalidNameError, printable
from service.switches.api.messages import MAX_DAYS, MAX_NOTICE, MAX_REASON

LONGEST = 24 * 366.0
"""The maximum number of hours of a maintenance or a notice."""


def add_to(site: typer.Typer) -> None:
    """Add the commands to `ludolog site`."""
    site.command(name="signups")(signups)
    site.command(name="invite")(invite)
    site.command(name="maintenance")(maintenance)
    site.command(name="notice")(notice)
    site.command(name="switches")(switches)
    site.command(name="erased")(erased)


def signups(
    mode: Annotated[Literal["open", "invitation", "closed"], typer.Argument(help="open, invitation or closed.")],
    database: Database = None,
) -> None:
    """Switch who may sign up: everyone, holders of a code (`ludolog site invite`), or no one. The service may run."""
    _order({"do": "sign_ups", "mode": mode}, database)


def invite(
    label: Annotated[str, typer.Option(help="For whom or what, for your own list.")] = "",
    days: Annotated[int, typer.Option(help="For how many days the codes are valid.", min=1, max=MAX_DAYS)] = 14,
    count: Annotated[int, typer.Option(help="How many codes.", min=1, max=100)] = 1,
    database: Database = None,
) -> None:
    """Print codes with each of which one person signs up. The service may run."""
    _order(
        {"do": "invite", "label": _text(label, 80) if label else "", "days": str(days), "count": str(count)}, database
    )


def maintenance(
    state: Annotated[Literal["on", "off"], typer.Argument(help="on or off.")],
    reason: Annotated[str, typer.Option(help="Why; all players see it.")] = "The operator works on the site.",
    hours: Annotated[float, typer.Option(help="How long it will probably take.", min=0, max=LONGEST)] = 0,
    database: Database = None,
) -> None:
    """Refuse all changes, with a reason, while everything can be read; or accept them again. The service may run."""
    on = {"do": "maintenance", "reason": _text(reason, MAX_REASON), "hours": str(hours)}
    _order(on if state == "on" else {"do": "end_maintenance"}, database)


def notice(
    text: Annotated[str, typer.Argument(help="The text; an empty one ends the notice.")],
    hours: Annotated[float, typer.Option(help="For how many hours.", min=0.1, max=LONGEST)] = 24,
    database: Database = None,
) -> None:
    """Show a text on every page and in the API. The service may run."""
    shown = {"do": "notice", "text": _text(text, MAX_NOTICE), "hours": str(hours)} if text else {"do": "end_notice"}
    _order(shown, database)


def switches(database: Database = None) -> None:
    """Show what is switched. The service may run."""
    _order({"do": "status"}, database)


def erased(database: Database = None) -> None:
    """List the accounts that were deleted: keep it apart from backups (`LUDOLOG_ERASED_FILE`). The service may run."""
    _order({"do": "erased"}, database)


def _text(text: str, most: int) -> str:
    """Return a text of a line. Raises the exit of the command."""
    try:
        plain = printable(text)
    except InvalidNameError as error:
        raise fail(str(error)) from None
    if len(plain) > most:
        raise fail(f"the text has {len(plain)} characters: at most {most} are allowed")
    return plain


def _order(order: dict[str, str], database: str | None) -> None:
    # imported here, because other commands of `ludolog site` need no accounts
    from service.operate.cli.people import carry_out  # noqa: PLC0415

    carry_out(FeatureOrder("switches", order), settings_of(database))
