"""The picture of a board in README.md, as the service draws it: `uv run python -m tests.readme.picture` writes it."""

import tempfile
from pathlib import Path

from tests.replies import ok
from tests.service.imported import serving_golden

FILE = Path(__file__).parent / "minos.svg"

GAME, VERSION = "minos-1-goblins-3-careful", 260
"""A golden game, and the version that is shown."""


def picture(folder: Path) -> bytes:
    """Return the picture of the golden game, from a service with a database in a folder."""
    with serving_golden(folder, [GAME]) as made:
        address = f"/embed/games/{made.games[GAME]}/picture.svg"
        return ok(made.server.client().get(address, params={"at": VERSION, "lang": "en"})).content + b"\n"


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        FILE.write_bytes(picture(Path(folder)))


if __name__ == "__main__":
    main()
