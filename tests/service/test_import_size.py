"""Imported and analysed bundles are bounded in lines and bytes: all of a bundle is in memory."""

from itertools import repeat

import pytest

from domain.proof.bundle import MAX_LINE
from service.proof.imports import MAX_BYTES, MAX_LINES, BundleRefusedError, kept_lines


@pytest.mark.parametrize(
    ("line", "most"), [(b"{}", MAX_LINES), (b" " * MAX_LINE, MAX_BYTES // MAX_LINE)], ids=["lines", "bytes"]
)
def test_a_bundle_without_an_end_is_refused(line: bytes, most: int) -> None:
    kept: list[bytes] = []
    with pytest.raises(BundleRefusedError, match="more than"):
        for _ in kept_lines(repeat(line), kept):
            pass
    assert len(kept) == most
