"""The guide for operators: the pages of `deploy/`, and the commands in them."""

import re
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"

PAGES = tuple(sorted(path for path in DEPLOY.glob("*.md") if path.name != "licences.md"))
"""The pages; `licences.md` is generated."""


def page(name: str) -> str:
    """Return the text of a page, such as `sqlite`."""
    return (DEPLOY / f"{name}.md").read_text()


def whole_guide() -> str:
    """Return the text of all pages."""
    return "\n".join(path.read_text() for path in PAGES)


def sections(name: str) -> dict[str, str]:
    """Return the sections of a page by their headings."""
    return dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", page(name), re.MULTILINE | re.DOTALL))


def shell_blocks(text: str) -> list[str]:
    """Return the commands of a text, block by block."""
    return re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
