"""The validators: each returns the errors that it finds in a document, and the number of its warnings."""

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from tests.contract.generators.toolchain import NODE, TIMEOUT, ToolError, node_modules, npm_program, script

HERE = Path(__file__).parent
_WARNING = 1
"""The number of warnings; those of errors is lower, and those of hints are higher."""
_OFFLINE = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
_GENERATOR_LINE = re.compile(r"^\s*-\s*(.+)$", re.MULTILINE)


class Findings(msgspec.Struct, frozen=True):
    """What a validator says of a document."""

    errors: tuple[str, ...]
    warnings: int


def redocly(document: Path) -> Findings:
    """Lint with Redocly, rule set `recommended-strict`: each finding is an error."""
    config = str(HERE / "redocly.yaml")
    done = _run(NODE, npm_program("redocly"), "lint", "--config", config, "--format", "json", str(document))
    problems = _parsed(done)["problems"]
    errors = tuple(
        f"{problem['ruleId']}: {problem['message']} ({problem['location'][0]['pointer']})"
        for problem in problems
        if problem["severity"] == "error"
    )
    return Findings(errors, len(problems) - len(errors))


def spectral(document: Path) -> Findings:
    """Lint with Spectral, rule set `spectral:oas`: warnings count as errors."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "findings.json"
        rules = str(HERE / "spectral.yaml")
        done = _run(
            NODE, npm_program("spectral"), "lint", str(document), "--ruleset", rules, "--fail-severity", "error",
            "--format", "json", "--output", str(output),
        )  # fmt: skip
        if not output.exists():
            raise ToolError(done.stdout + done.stderr)
        return _of_spectral(json.loads(output.read_text(encoding="utf-8")))


def asyncapi(document: Path) -> Findings:
    """Parse the AsyncAPI document beside a document with @asyncapi/parser, whose rules are those of Spectral."""
    done = _run(NODE, str(HERE / "asyncapi.mjs"), str(node_modules()), str(document.with_name("asyncapi.json")))
    return _of_spectral(_parsed(done))


def _of_spectral(problems: list[dict[str, Any]]) -> Findings:
    errors = tuple(
        f"{problem['code']}: {problem['message']} ({'/'.join(map(str, problem['path']))})"
        for problem in problems
        if problem["severity"] <= _WARNING
    )
    return Findings(errors, len(problems) - len(errors))


def openapi_generator(document: Path) -> Findings:
    """Validate with openapi-generator, which comes with the dependency group `generators`."""
    program = script("openapi-generator-cli")
    if not Path(program).exists():
        raise ToolError("openapi-generator-cli is not installed: run `uv sync`")
    done = _run(program, "validate", "--input-spec", str(document))
    text = done.stdout + done.stderr
    before, _, after = text.partition("Errors:")
    errors, _, warnings = after.partition("Warnings:") if after else ("", "", before)
    if "Validating spec" not in text or bool(done.returncode) != bool(errors):
        raise ToolError(text)
    return Findings(tuple(_GENERATOR_LINE.findall(errors)), len(_GENERATOR_LINE.findall(warnings)))


VALIDATORS: Mapping[str, Callable[[Path], Findings]] = {
    "asyncapi": asyncapi,
    "openapi-generator": openapi_generator,
    "redocly": redocly,
    "spectral": spectral,
}
"""Every validator, by the name that the command takes."""


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a validator; a status other than 0 may say that it has found errors."""
    environment = {**os.environ, **_OFFLINE}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=TIMEOUT)


def _parsed(done: subprocess.CompletedProcess[str]) -> Any:
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise ToolError(done.stdout + done.stderr) from None
