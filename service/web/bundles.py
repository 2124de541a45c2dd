"""The bundles of a release: several modules, or all style sheets of a page, in one file.

`bundling/bundle.js` makes them for the wheel. A checkout has none unless they are made in it, and its pages name the
modules. Each module is in exactly one bundle.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from domain.kernel.values import Value
from service.web.assets import asset_url, files, sources_digest

_MANIFEST = "bundles/manifest.json"

_SHEET = re.compile(r' *<link rel="stylesheet" href="/assets/\w+/(css/[^"]+)">\n')
_SCRIPT = re.compile(r' *<script type="module" src="/assets/\w+/(js/[^"]+)"></script>\n')
_PRELOAD = re.compile(r' *<link rel="modulepreload" href="/assets/\w+/(js/[^"]+)">\n')
_LATER = re.compile(r'<template id="later".*?</template>\n', re.DOTALL)
"""The scripts that the page loads after its first paint."""

_HEAD = "</head>"


class Bundles(Value, frozen=True):
    """What is in which bundle."""

    sources: str
    """The digest of what they are made of."""
    modules: Mapping[str, str]
    """The bundle of each module, by the path of the module."""
    imports: Mapping[str, tuple[str, ...]]
    """The bundles that a bundle imports, by name."""
    styles: Mapping[str, str]
    """The bundle of the style sheets of a page, by their paths in order, with spaces between them."""


@cache
def known_bundles() -> Bundles | None:
    """Return the bundles; None in a checkout, in a build that was made without them, and if other sources are here."""
    manifest = files().get(_MANIFEST)
    if manifest is None:
        return None
    found = msgspec.json.decode(manifest, type=Bundles)
    return found if found.sources == sources_digest() else None


def bundled(page: str, bundles: Bundles) -> str:
    """Return a page that loads bundles in place of modules and style sheets, with the bundles named in its head.

    So are the scripts that run after the first paint, and with a low priority what these load later.
    """
    later = _LATER.search(page)
    before, inner, after = (page, "", "") if later is None else (page[: later.start()], later[0], page[later.end() :])
    first = _names(bundles, [*_SCRIPT.findall(before), *_SCRIPT.findall(after)])
    then = [name for name in _names(bundles, _SCRIPT.findall(inner)) if name not in first]
    wanted = _names(bundles, _PRELOAD.findall(before + inner))
    # a script at the end of the page is found late
    at_once = [name for name in _closure(bundles, [*first, *then]) if later is not None or name not in first]
    soon = [name for name in _closure(bundles, wanted) if name not in {*first, *at_once}]
    left = [*first]
    before, after = (_PRELOAD.sub("", _with_scripts(part, bundles, left)) for part in (before, after))
    inner = _PRELOAD.sub("", _with_scripts(inner, bundles, [*then]))
    low = ' fetchpriority="low"'
    links = [*(_link(name) for name in at_once), *(_link(name, low) for name in soon)]
    return _with_sheet(before, bundles).replace(_HEAD, "".join(links) + _HEAD, 1) + inner + after


def _link(name: str, more: str = "") -> str:
    return f'  <link rel="modulepreload" href="{_address(name)}"{more}>\n'


def _address(name: str) -> str:
    return asset_url(f"bundles/js/{name}.js")


def _names(bundles: Bundles, modules: Iterable[str]) -> list[str]:
    """Return the bundles of modules, each once."""
    return list(dict.fromkeys(bundles.modules[path] for path in modules if path in bundles.modules))


def _closure(bundles: Bundles, names: Iterable[str]) -> list[str]:
    """Return bundles and all that they import."""
    found = list(dict.fromkeys(names))
    for name in found:
        found += [each for each in bundles.imports[name] if each not in found]
    return found


def _with_scripts(part: str, bundles: Bundles, left: list[str]) -> str:
    """Return a part of a page with one script for each bundle that is left, which is removed from the list."""

    def script(found: re.Match[str]) -> str:
        name = bundles.modules.get(found[1])
        if name is None:
            return found[0]
        if name not in left:
            return ""
        left.remove(name)
        return found[0].replace(asset_url(found[1]), _address(name))

    return _SCRIPT.sub(script, part)


def _with_sheet(part: str, bundles: Bundles) -> str:
    """Return a part of a page with one style sheet, if there is one of all that it names."""
    sheets = " ".join(_SHEET.findall(part))
    name = bundles.styles.get(sheets)
    if name is None:
        return part
    link = f'  <link rel="stylesheet" href="{asset_url(f"bundles/css/{name}.css")}" data-sheets="{sheets}">\n'
    first = _SHEET.search(part)
    assert first is not None
    return part[: first.start()] + link + _SHEET.sub("", part[first.end() :])
