"""The rules and the dashboard of deploy/monitoring, and which metrics they name."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tests.service.guide import DEPLOY

MONITORING = DEPLOY / "monitoring"
ALERTS = MONITORING / "alerts.yaml"
DASHBOARD = MONITORING / "dashboard.json"
README = MONITORING / "README.md"
RUNBOOK = DEPLOY / "runbook"

_METRIC = re.compile(r"\b(?:ludolog_|process_|up\b)\w*")


def alerts(path: Path = ALERTS) -> dict[str, dict[str, Any]]:
    """Return the alerts by their names."""
    groups = yaml.safe_load(path.read_text())["groups"]
    return {rule["alert"]: rule for group in groups for rule in group["rules"]}


def panels() -> Iterator[tuple[str, str]]:
    """Return the title of each panel of the dashboard, with each expression of it."""
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]


def metrics_in(expression: str) -> set[str]:
    """Return the names of metrics in an expression of PromQL."""
    # labels and their values are no metrics
    return set(_METRIC.findall(re.sub(r"\{[^}]*\}|\((?:\w+(?:, *\w+)*)\)(?= *\()", "", expression)))
