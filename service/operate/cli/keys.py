"""The commands `keys new` and `keys rotate`."""

import typer

from service.core.keys.checking import foreign_key_file, is_foreign
from service.core.keys.key_file import make_keys, open_keys, read_keys, rotate_keys
from service.core.keys.opening import holds_games, missing_key_file, recorded_keys_of
from service.core.keys.signing import Jwk, KeyFileError
from service.core.settings import Settings, SettingsError
from service.core.store.errors import StoreError
from service.operate.cli.common import Database, fail, out, settings_of

keys_app = typer.Typer(no_args_is_help=True, help="Manage the signing keys.")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.add_typer(keys_app, name="keys")


@keys_app.command(name="new")
def new(database: Database = None) -> None:
    """Create a key file if it is missing, such as after a loss; public keys in the database stay published."""
    settings = settings_of(database)
    try:
        path = settings.key_path
        past = recorded_keys_of(settings)
        make_keys(path, past)
        signer = open_keys(path)
    except FileExistsError:
        if settings.key_path.is_dir():
            raise fail(f"{settings.key_path} is a folder: set LUDOLOG_KEY_FILE to a file") from None
        message = f"{settings.key_path} exists already: `ludolog keys rotate` makes a new key and keeps the old ones"
        raise fail(message) from None
    except (KeyFileError, SettingsError, StoreError, OSError) as error:
        raise fail(error) from None
    out.print(f"{path} is new: the key {signer.key_id} signs from now on", markup=False)
    out.print(f"public parts of past keys, taken from the database: {len(past)}")


@keys_app.command(name="rotate")
def rotate(database: Database = None) -> None:
    """Create a new signing key and keep the public keys of all others. A running service uses it within a second."""
    settings = settings_of(database)
    try:
        path = settings.key_path
        if not path.exists() and holds_games(settings):
            raise fail(missing_key_file(path))
        past = recorded_keys_of(settings)
        _refuse_foreign(settings, past)
        signer = rotate_keys(path, past)
    except (KeyFileError, SettingsError, StoreError, OSError) as error:
        raise fail(error) from None
    out.print(f"the key {signer.key_id} signs from now on")


def _refuse_foreign(settings: Settings, recorded: tuple[Jwk, ...]) -> None:
    """Raise the exit for the key file of another database: with a further key it would pass as the right one."""
    path, key_ids = settings.key_path, {key.kid for key in recorded}
    if path.exists() and is_foreign(read_keys(path), key_ids) and holds_games(settings):
        raise fail(foreign_key_file(path, key_ids))
