"""Layout files: where the places of a data set lie. They stand in the folder `layouts` of the board of a title."""

import tomllib
from functools import cache
from importlib import resources
from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


class LayoutError(Exception):
    """A layout file does not fit its data set. The message names the file and what to correct."""


class Layout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of the layouts of all titles."""


@cache
def layout_of(package: str, data_set: str, form: type[T]) -> T | None:
    """Return the layout of a data set; None if it has none. Raises LayoutError for a file of another form."""
    file = resources.files(package) / "layouts" / f"{data_set}.toml"
    if not file.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), form)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        message = f"{data_set}.toml: {error}"
        raise LayoutError(message) from None


def check_names(data_set: str, what: str, named: set[str], wanted: set[str]) -> None:
    """Raise LayoutError unless a layout names exactly the places of its data set."""
    if named != wanted:
        missing, unknown = ", ".join(sorted(wanted - named)), ", ".join(sorted(named - wanted))
        message = f"{data_set}.toml: {what}: add {missing or 'none'}; remove {unknown or 'none'}"
        raise LayoutError(message)
