"""The messages of the web client: of the templates by Jinja's extraction, of the modules by that of Babel."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract

from service.web.texts import DOMAIN

ROOT = Path(__file__).parents[2] / "service/web"
FOLDER = ROOT / "locales"

_CALL = re.compile(r"(?<![\w.$])tn?\(\s*'")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
_KEYWORDS = {"t": None, "tn": (1, 2), "_": None, "gettext": None, "ngettext": (1, 2)}

__all__ = ["DOMAIN", "FOLDER", "web_messages"]


def web_messages() -> Iterator[tuple[str, str]]:
    """Yield each text with its plural, or with an empty string."""
    for file in sorted(ROOT.glob("templates/**/*.html")):
        yield from _extracted("jinja2.ext:babel_extract", file, {"trimmed": "true"})
    for file in sorted(ROOT.glob("static/js/**/*.js")):
        found = list(_extracted("javascript", file, {"parse_template_string": "true"}))
        # a call that the extraction does not understand would stay English without a notice
        assert len(found) == len(_CALL.findall(_COMMENT.sub("", file.read_text()))), file.name
        yield from found


def _extracted(method: str, file: Path, options: dict[str, str]) -> Iterator[tuple[str, str]]:
    body = io.BytesIO(file.read_bytes())
    for _, message, _, _ in extract(method, body, keywords=_KEYWORDS, options=options):
        if isinstance(message, tuple):
            yield str(message[0]), str(message[1])
        else:
            yield message, ""
