"""The commands of "Back up" and "Restore" of the ways of running in deploy/ run as they stand there."""

import os
from pathlib import Path

import httpx
import pytest

from tests.replies import ok
from tests.service.guide import DEPLOY, sections, shell_blocks
from tests.service.kit import started_game
from tests.service.own_site import Workplace, await_ready, can_run_postgres, workplace
from tests.service.server import free_port

SYSTEMCTL = """
cd "$STATE"
case "$1" in
start) setsid ludolog serve > service.log 2>&1 < /dev/null & echo $! > service.pid ;;
stop) kill "$(cat service.pid)"; while kill -0 "$(cat service.pid)" 2>/dev/null; do sleep 0.1; done ;;
esac
"""
"""Starts and stops the one service of the folder, as systemd would."""

SYSTEMD_RUN = """
while [[ $1 == --* ]]; do
    case "$1" in
    --setenv=*) export "${1#--setenv=}" ;;
    --property=*) echo "${1#--property=}" >> "$STATE/doctor.properties" ;;
    esac
    shift
done
cd / && exec "$@"
"""
"""Runs a command with the variables that are set for it, and notes the properties of its unit."""


def blocks(way: str) -> list[str]:
    """Return the commands that back up and restore one way of running, block by block."""
    found = sections(way)
    return shell_blocks(found["Back up"] + found["Restore"])


def in_place(block: str, place: Workplace) -> str:
    backup = place.folder / "backup"
    backup.mkdir(mode=0o700, exist_ok=True)
    block = block.replace("/backup/", f"{backup}/").replace("/opt/ludolog/bin/ludolog", "ludolog")
    return block.replace("/var/lib/ludolog", str(place.work))


class Known:
    """A game and its player, who will want to go on after the restore."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.token = ok(httpx.post(f"{base}/v1/players", json={"name": "Ada"})).json()["token"]
        with self.client() as player:
            self.game = started_game(player, ruleset="giganten")
        self.kid = self.key()

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.base, headers={"Authorization": f"Bearer {self.token}"}, timeout=30)

    def key(self) -> str:
        return ok(httpx.get(f"{self.base}/.well-known/jwks.json")).json()["keys"][0]["kid"]

    def check(self, lost: str) -> None:
        """The game and the key of the backup are there, and what came after it is not."""
        with self.client() as player:
            assert ok(player.get(f"/v1/games/{self.game}")).json()["status"] == "running"
            assert ok(player.get(f"/v1/games/{self.game}/verification")).json()["valid"] is True
            assert player.get(f"/v1/games/{lost}").status_code == 404
        assert self.key() == self.kid


def opened_later(known: Known) -> str:
    """Open a game that no backup has; returns its id."""
    with known.client() as player:
        return ok(player.post("/v1/games", json={"ruleset": "minos", "seats": 2})).json()["id"]


def test_the_commands_for_a_sqlite_file() -> None:
    port = str(free_port())
    with workplace(LUDOLOG_DATABASE="sqlite:///ludolog.db", LUDOLOG_PORT=port) as place:
        place.environment["STATE"] = str(place.work)
        place.add("systemctl", SYSTEMCTL)
        place.add("systemd-run", SYSTEMD_RUN)
        base = f"http://127.0.0.1:{port}"
        assert place.run("systemctl start ludolog").returncode == 0
        try:
            await_ready(base, place)
            known = Known(base)
            backup, restore = (in_place(block, place) for block in blocks("sqlite"))
            done = place.run(f"cd /\n{backup}")
            assert done.returncode == 0, done.stdout
            lost = opened_later(known)
            give_away(place.folder / "backup")
            done = place.run(f"cd /\n{restore}")
            assert done.returncode == 0, done.stdout
            owners = {path.stat().st_uid for path in place.work.glob("ludolog.db*")}
            assert owners == {place.work.stat().st_uid}
            check_unit(place)
            await_ready(base, place)
            known.check(lost)
        finally:
            place.run("systemctl stop ludolog")
        modes = {path.stat().st_mode & 0o777 for path in (place.folder / "backup").iterdir()}
        assert modes == {0o600}


def give_away(backup: Path) -> None:
    """Let the files of a backup belong to somebody else, as far as this user may."""
    if os.geteuid() == 0:
        for path in backup.iterdir():
            os.chown(path, 12345, 12345)


def check_unit(place: Workplace) -> None:
    """The doctor ran as the user, and with the folder, of the unit of the service."""
    unit = (DEPLOY / "systemd" / "ludolog.service").read_text().splitlines()
    properties = (place.work / "doctor.properties").read_text().splitlines()
    assert set(properties) - set(unit) == {"User=ludolog"}
    assert {"DynamicUser=yes", "StateDirectory=ludolog"} <= set(properties)
    assert "Environment=LUDOLOG_DATABASE=sqlite:///%S/ludolog/ludolog.db" in unit


@pytest.mark.skipif(not can_run_postgres(), reason="PostgreSQL does not run as root, and there is nobody else here")
def test_the_commands_for_a_site() -> None:
    port = str(free_port())
    with workplace(LUDOLOG_PORT=port) as place:
        base = f"http://127.0.0.1:{port}"
        first = place.begin("ludolog site")
        await_ready(base, place)
        known = Known(base)
        backup, restore = (in_place(block, place) for block in blocks("site"))
        found_by_others(place, base)
        done = place.run(backup)
        assert done.returncode == 0, done.stdout
        lost = opened_later(known)
        again = place.begin(restore)
        first.wait(timeout=90)
        await_ready(base, place)
        known.check(lost)
        assert "the previous database is kept as ludolog_before_" in place.output()
        kept = place.folder / "backup" / "site"
        assert kept.stat().st_mode & 0o777 == 0o700
        assert {path.stat().st_mode & 0o777 for path in kept.iterdir() if path.suffix != ".json"} == {0o600}

        assert place.run("ludolog site stop").returncode == 0
        again.wait(timeout=90)
        stopped_site(place)


def found_by_others(place: Workplace, base: str) -> None:
    """Commands without settings mean the site that runs in this folder, or in `site`."""
    for script in ("ludolog health", "cd site && ludolog health", "ludolog rebuild lobby", "ludolog backup found.dump"):
        done = place.run(script)
        assert done.returncode == 0, (script, done.stdout)
    doctor = place.run("ludolog doctor")
    assert doctor.returncode == 0, doctor.stdout
    assert "in use by a running service" in doctor.stdout
    assert place.run("LUDOLOG_PORT=1 ludolog health").returncode == 1
    assert "sqlite:///other.db" in place.run("LUDOLOG_DATABASE=sqlite:///other.db ludolog doctor").stdout
    played = place.run("ludolog watch 00000000-0000-0000-0000-000000000000")
    assert "no such game" in played.stdout, played.stdout
    for script in ("ludolog rules minos 1.1", "ludolog map minos"):
        done = place.run(script)
        assert done.returncode == 0, (script, done.stdout)
    assert "sign up by playing" in place.run("ludolog games").stdout
    assert f"no token for {base}" in place.run("ludolog webhooks listen").stdout
    status = place.run("ludolog site status")
    assert status.returncode == 0, status.stdout
    assert f"{base}: ready" in status.stdout
    assert status.stdout.count(" running ") == 4
    doctor = place.run("ludolog site doctor")
    assert doctor.returncode == 0, doctor.stdout
    assert "runs in" in place.run("ludolog site", timeout=60).stdout


def stopped_site(place: Workplace) -> None:
    """A stopped site is still known to its own commands, and to no other."""
    status = place.run("ludolog site status")
    assert (status.returncode, "stopped" in status.stdout) == (1, True)
    assert place.run("ludolog health").returncode == 1
    doctor = place.run("ludolog site doctor")
    assert doctor.returncode == 0, doctor.stdout
    saved = place.run(f"ludolog site backup {place.folder}/stopped")
    assert saved.returncode == 0, saved.stdout
    assert "exists already" in place.run(f"ludolog site backup {place.folder}/stopped").stdout
    assert "is no backup of a site" in place.run(f"ludolog site restore {place.folder}").stdout
