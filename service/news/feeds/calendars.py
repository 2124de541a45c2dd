"""Calendars as iCalendar (RFC 5545, with the names and intervals of RFC 7986)."""

import datetime
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from domain.kernel.values import Value

ICS = "text/calendar"

PRODUCT = "-//Ludolog//Ludolog//EN"

REFRESH = datetime.timedelta(hours=1)
"""How often calendar programs should read a calendar again."""


class Appointment(Value, frozen=True):
    """An event of a calendar. Times are timestamps in UTC, to whole seconds."""

    uid: str
    title: str
    text: str
    url: str
    start: str
    revised: str
    """When it last changed."""
    sequence: int
    """How often it was changed; it never decreases."""
    end: str | None = None
    """None: it has no duration."""
    is_cancelled: bool = False


def as_ics(name: str, appointments: Sequence[Appointment]) -> bytes:
    """Return a calendar. The same appointments make the same bytes."""
    # at the first use: the library takes a quarter of a second to import, and its types are partly unknown
    library: Any = import_module("icalendar")
    calendar = library.Calendar()
    for property_name, value in (("prodid", PRODUCT), ("version", "2.0"), ("calscale", "GREGORIAN")):
        calendar.add(property_name, value)
    for property_name in ("name", "x-wr-calname"):
        # the library knows neither property, and would not escape the text
        calendar.add(property_name, library.vText(name))
    calendar.add("refresh-interval", library.vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", library.vDuration(REFRESH))
    for each in appointments:
        event = library.Event()
        event.add("uid", each.uid)
        event.add("summary", each.title)
        event.add("description", each.text)
        event.add("url", each.url)
        event.add("dtstart", _time(each.start))
        if each.end is not None:
            event.add("dtend", _time(each.end))
        # without METHOD, it is the time of the last change (RFC 5545 3.8.7.2)
        event.add("dtstamp", _time(each.revised))
        event.add("last-modified", _time(each.revised))
        event.add("sequence", each.sequence)
        event.add("status", "CANCELLED" if each.is_cancelled else "CONFIRMED")
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)
    if not appointments:
        calendar.add_component(_time_zone(library))
    return calendar.to_ical()


def _time_zone(library: Any) -> Any:
    """Return the time zone UTC: a calendar needs a component (RFC 5545 3.6), and programs do not show this one."""
    zone, standard = library.Timezone(), library.TimezoneStandard()
    zone.add("tzid", "Etc/UTC")
    standard.add("dtstart", datetime.datetime(1970, 1, 1))  # noqa: DTZ001 - a local time (RFC 5545 3.6.5)
    standard.add("tzname", "UTC")
    for name in ("tzoffsetfrom", "tzoffsetto"):
        standard.add(name, datetime.timedelta())
    zone.add_component(standard)
    return zone


def _time(moment: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(moment).replace(microsecond=0)
