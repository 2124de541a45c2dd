"""One server for the tests of a file."""

from tests.service.conftest import server

__all__ = ["server"]
