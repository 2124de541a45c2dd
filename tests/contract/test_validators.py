"""The document satisfies a validator of others; the long command runs all of them."""

import json
from pathlib import Path

import pytest

from tests.contract.generators.toolchain import DOCUMENT
from tests.contract.validators import __main__ as command
from tests.contract.validators.checks import asyncapi, redocly


def test_redocly_finds_no_error_in_the_document() -> None:
    assert redocly(DOCUMENT).errors == ()


def test_the_parser_of_asyncapi_finds_no_error_in_its_document() -> None:
    assert asyncapi(DOCUMENT).errors == ()


def test_an_error_in_a_document_ends_the_command_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = json.loads(DOCUMENT.read_bytes())
    broken["paths"]["/v1/games"]["get"]["operationId"] = "openGame"
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(broken))

    assert command.main(["redocly"], document) == 1
    assert "operation-operationId-unique" in capsys.readouterr().out


def test_an_unknown_validator_is_named_together_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["nonsense"]) == 2
    assert "spectral" in capsys.readouterr().err
