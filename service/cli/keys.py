"""The command `keys rotate`."""

import typer

from service.cli.common import Database, fail, out, settings_of
from service.key_file import rotate_keys
from service.settings import SettingsError
from service.signing import KeyFileError

keys_app = typer.Typer(no_args_is_help=True, help="The keys that sign.")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.add_typer(keys_app, name="keys")


@keys_app.command(name="rotate")
def rotate(database: Database = None) -> None:
    """Make a new signing key; the public parts of all others are kept. A running service uses it within a second."""
    settings = settings_of(database)
    try:
        signer = rotate_keys(settings.key_path)
    except (KeyFileError, SettingsError, OSError) as error:
        raise fail(str(error)) from None
    out.print(f"the key {signer.key_id} signs from now on")
