"""Recordings of /metrics during outages: files in the notation of `promtool test rules`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from prometheus_client.parser import text_string_to_metric_families

OUTAGES = Path(__file__).parent / "outages"

INTERVAL = 5
"""Seconds between two scrapes of a recording."""

Series: TypeAlias = str
"""Name and labels, as PromQL writes them."""

Sample: TypeAlias = float | None
"""None: the scrape had no such series, or did not succeed."""


def samples_of(text: str, job: str, instance: str) -> Iterator[tuple[str, Series, float]]:
    """Return name, series and value of each sample of a reply, with the labels that Prometheus adds."""
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            yield sample.name, series_of(sample.name, {"job": job, "instance": instance, **sample.labels}), sample.value


def series_of(name: str, labels: Mapping[str, str]) -> Series:
    """Return a series as PromQL writes it."""
    pairs = ",".join(f'{label}="{value}"' for label, value in sorted(labels.items()))
    return f"{name}{{{pairs}}}"


def notation(samples: Sequence[Sample]) -> str:
    """Return samples in the notation of promtool, runs of equal ones in short."""
    parts: list[str] = []
    at = 0
    while at < len(samples):
        end = at
        while end + 1 < len(samples) and samples[end + 1] == samples[at]:
            end += 1
        parts.append(_run(samples[at], end - at + 1))
        at = end + 1
    return " ".join(parts)


def _run(sample: Sample, number: int) -> str:
    if sample is None:
        return "_" if number == 1 else f"_x{number}"
    value = f"{sample:.6g}"
    return value if number == 1 else f"{value}+0x{number - 1}"


def write(path: Path, series: Mapping[Series, Sequence[Sample]], marks: Mapping[str, float]) -> None:
    """Write a recording: its series, and the seconds at which its faults began and ended."""
    listed = [{"series": name, "values": notation(samples)} for name, samples in sorted(series.items())]
    document = {"interval": f"{INTERVAL}s", "marks": dict(marks), "input_series": listed}
    path.write_text(yaml.safe_dump(document, sort_keys=False, width=10_000))


def read(path: Path) -> dict[str, Any]:
    """Return a recording."""
    return yaml.safe_load(path.read_text())
