"""Times of RFC 3339, no more and no less."""

import pytest

from service.core.http.problems import ProblemError
from service.core.http.request.times import time_asked

FIRST, LAST = "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-20T12:00:00Z", "2026-11-20T12:00:00.000000Z"),
        ("2026-11-20t12:00:00z", "2026-11-20T12:00:00.000000Z"),
        ("2026-11-20T12:00:00.5Z", "2026-11-20T12:00:00.500000Z"),
        ("2026-11-20T12:00:00.123456000000000000Z", "2026-11-20T12:00:00.123456Z"),
        # between two microseconds the later one: nothing that happened before the time is at or after it
        ("2026-11-20T12:00:00.1234560000001Z", "2026-11-20T12:00:00.123457Z"),
        ("2026-12-31T23:59:59.9999999Z", "2027-01-01T00:00:00.000000Z"),
        ("2026-11-20T12:00:00+01:00", "2026-11-20T11:00:00.000000Z"),
        ("2026-11-20T12:00:00-23:59", "2026-11-21T11:59:00.000000Z"),
        ("2026-11-20T12:00:00-00:00", "2026-11-20T12:00:00.000000Z"),
        ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000000Z"),
        # leap seconds: examples of RFC 3339 5.8, and one of June
        ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00.000000Z"),
        ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00.000000Z"),
        ("2015-06-30T23:59:60.75Z", "2015-07-01T00:00:00.000000Z"),
        ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.870000Z"),
        # at the edges of what the log can hold
        ("0000-02-29T12:00:00Z", FIRST),
        ("0000-12-31T23:30:00-01:00", "0001-01-01T00:30:00.000000Z"),
        ("0001-01-01T00:00:00+01:00", FIRST),
        ("9999-12-31T23:59:59-01:00", LAST),
        ("9999-12-31T23:59:59.9999999Z", LAST),
    ],
)
def test_a_time_of_rfc_3339_is_read(text: str, moment: str) -> None:
    assert time_asked(text, "since") == moment


@pytest.mark.parametrize(
    "text",
    [
        "", "soon", "2026-11-20", "20261120T120000Z", "2026-11-20T12:00Z", "2026-11-20T12Z", "2026-W47-5T12:00:00Z",
        "2026-11-20T12:00:00", "2026-11-20 12:00:00Z", "2026-11-20_12:00:00Z", "2026-11-20T12:00:00 Z",
        "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00,5Z", "2026-11-20T12:00:00+01", "2026-11-20T12:00:00+0100",
        "2026-11-20T12:00:00 01:00", "2026-11-20T12:00:00+24:00", "2026-11-20T12:00:00+01:60",
        "2026-11-20T12:00:00Z+01:00", "2026-11-20T24:00:00Z", "2026-11-20T12:60:00Z", "2026-11-20T12:00:61Z",
        "2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z", "2026-02-29T12:00:00Z", "2026-11-31T12:00:00Z",
        "0001-02-29T00:00:00Z", "2026-1-02T12:00:00Z", "02026-11-20T12:00:00Z", "+2026-11-20T12:00:00Z",
        "-001-11-20T12:00:00Z", "٢٠٢٦-11-20T12:00:00Z", "2026-11-20T12:00:00Z ", "2026-11-20T12:00:00Z\n",
        # a second 60 where no leap second can be
        "2026-11-20T12:00:60Z", "2026-12-31T23:59:60+01:00", "2026-12-31T23:58:60Z", "2026-11-30T23:59:60Z",
    ],
)  # fmt: skip
def test_no_other_text_is_a_time(text: str) -> None:
    with pytest.raises(ProblemError) as caught:
        time_asked(text, "since")

    assert caught.value.code == "bad-request"
    (error,) = caught.value.members["errors"]
    assert (error.parameter, error.pointer) == ("since", "/since")


def test_a_plus_that_became_a_space_is_explained() -> None:
    with pytest.raises(ProblemError, match="%2B"):
        time_asked("2026-11-20T12:00:00 01:00", "since")
