"""The style sheet of all boards: one palette, light and dark, which a page can replace."""

import base64
import hashlib

_COLOURS: tuple[tuple[str, str, str], ...] = (
    ("page", "#FBFAF7", "#14181C"),
    ("panel", "#FFFFFF", "#1D2329"),
    ("ink", "#1C2329", "#ECE9E2"),
    ("muted", "#55606B", "#A9B2BB"),
    ("accent", "#0B5C99", "#7CC0F2"),
    ("sea", "#D3E5EE", "#17303C"),
    ("land", "#EFE7D6", "#35332A"),
    ("shore", "#9DB4BF", "#4C6976"),
    ("line", "#CFC8B8", "#4A4A42"),
    ("hill", "#D9D2B0", "#4A482F"),
    ("mountain", "#B9B3AA", "#5B5A58"),
    ("far", "#D0CEC8", "#262A2D"),
    ("low", "#F2D5CB", "#553029"),
    ("high", "#CFE0EF", "#24455F"),
    ("seat-0", "#0064A6", "#6BB8EE"),
    ("seat-1", "#B84A00", "#F39A5B"),
    ("seat-2", "#00735A", "#4CC9A4"),
    ("seat-3", "#8A3F77", "#E0A0CC"),
)
"""Name, light and dark value. A page replaces a colour by the custom property `--board-<name>`."""

SMALL = 640
"""The width in pixels below which labels are larger, and those of class `fine` are hidden."""

_RULES = """
.page{fill:$page}
.panel{fill:$panel;stroke:$line}
.sea{fill:$sea}
.far{fill:$far}
.land{fill:$land}
.shore{fill:none;stroke:$shore;stroke-width:3;stroke-linejoin:round}
.plain{fill:$land;stroke:$line}
.hill{fill:$hill;stroke:$line}
.mountain{fill:$mountain;stroke:$line}
.area{fill:$land}
.start-area{fill:$high}
.slot{fill:none;stroke:$line;stroke-dasharray:4 3;pointer-events:none}
.clip{fill:#000}
.low{fill:$low;stroke:$line}
.middle{fill:$panel;stroke:$line}
.high{fill:$high;stroke:$line}
.spot{fill:$panel;stroke:$muted;stroke-width:1.5}
.site{fill:$panel;stroke:$ink;stroke-width:2}
.marked{stroke-dasharray:5 4}
.outlined{stroke:$muted}
.dot{fill:$ink}
.border{fill:none;stroke:$muted;stroke-width:2.5;stroke-linejoin:round}
.edge{fill:none;stroke:$muted;stroke-width:1.5;stroke-linejoin:round;opacity:.6}
.grain{fill:none;stroke:$muted;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;opacity:.55}
.road{fill:none;stroke:$muted;stroke-width:2;stroke-dasharray:1 7;stroke-linecap:round}
.route{fill:none;stroke:$muted;stroke-width:1.5;stroke-dasharray:5 6;opacity:var(--board-routes,.45)}
.inlet{stroke:$muted;stroke-width:2}
.rule{stroke:$ink;stroke-width:2.5}
.icon{fill:none;stroke:$ink;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.seat-0{fill:$seat-0}
.seat-1{fill:$seat-1}
.seat-2{fill:$seat-2}
.seat-3{fill:$seat-3}
text{fill:$ink;font:400 19px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;
font-variant-numeric:tabular-nums;text-anchor:middle;pointer-events:none}
.start{text-anchor:start}
.end{text-anchor:end}
.name{font-size:21px;font-weight:600;paint-order:stroke;stroke:$land;stroke-width:5px;stroke-linejoin:round}
.water{font-size:15px;font-style:italic;fill:$muted;paint-order:stroke;stroke:$sea;stroke-width:4px}
.heading{font-size:19px;fill:$muted}
.figure{font-size:22px}
.tiny{font-size:17px;fill:$muted}
.company{font-size:21px;font-weight:600}
.price{font-size:20px}
.on-seat{fill:$panel;font-weight:700;font-size:18px}
"""

_SMALL_RULES = """
.fine{display:none}
.name{font-size:29px;stroke-width:7px}
.heading,.tiny{font-size:27px}
.figure{font-size:29px}
.company{font-size:28px}
.price{font-size:26px}
"""


def _scoped(rules: str) -> str:
    """Return the rules for elements of a board only, with each colour also as a literal for simple renderers."""
    out: list[str] = []
    for rule in filter(None, rules.replace(",sans-serif;\n", ",sans-serif;").split("\n")):
        selectors, _, body = rule.rstrip("}").partition("{")
        scoped = ",".join(f".ludolog-board {selector}" for selector in selectors.split(","))
        out.append(f"{scoped}{{{';'.join(_declared(each) for each in body.split(';'))}}}")
    return "\n".join(out)


def _declared(declaration: str) -> str:
    key, _, value = declaration.partition(":")
    if not value.startswith("$"):
        return declaration
    name = value[1:]
    light = next(light for known, light, _ in _COLOURS if known == name)
    return f"{key}:{light};{key}:var(--b-{name})"


def _palette(column: int) -> str:
    return ";".join(f"--b-{row[0]}:var(--board-{row[0]},{row[column]})" for row in _COLOURS)


def _sheet() -> str:
    light, dark = _palette(1), _palette(2)
    return "\n".join(
        (
            f".ludolog-board{{background:var(--b-page);{light}}}",
            f"@media (prefers-color-scheme:dark){{.ludolog-board{{{dark}}}}}",
            f'.ludolog-board[data-theme="light"]{{{light}}}',
            f'.ludolog-board[data-theme="dark"]{{{dark}}}',
            _scoped(_RULES),
            f"@media (max-width:{SMALL}px){{",
            _scoped(_SMALL_RULES),
            "}",
        )
    )


STYLE = _sheet()
"""The style sheet. It is the same in all boards, so that a page can allow it by one hash."""

STYLE_HASH = f"sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}"
"""The source expression of the style sheet in a Content-Security-Policy (CSP 3)."""
