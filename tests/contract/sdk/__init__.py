"""The SDKs of openapi/sdk: their generated files, the packages, and whole games over bad connections."""

import pytest

# they assert what is true of both SDKs
pytest.register_assert_rewrite("tests.contract.sdk.games", "tests.contract.sdk.scripted")
