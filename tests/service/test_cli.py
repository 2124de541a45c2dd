"""The command line, run as a user runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from domain.ledger.records import next_head, tip_of_new
from service.core.settings import Settings
from service.core.store.postgres_connection import EVENTS
from service.core.store.store import Store
from service.lists.registry import PROJECTIONS
from service.serving.demo import address_of
from tests.service.forge import run_ludolog
from tests.service.server import free_port


def ludolog(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder of its own."""
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{folder}/games.db", "PYTHONPATH": str(Path(__file__).parents[2])}
    return run_ludolog(*arguments, folder=folder, environment={**settings, **environment})


def test_games_are_simulated_and_written_down(tmp_path: Path) -> None:
    done = ludolog(
        "simulate", "giganten", "--seats", "3", "--games", "2", "--seed", "7", "--bot", "careful", "--bot", "random",
        "--out", "games", "--json", folder=tmp_path,
    )  # fmt: skip
    told = json.loads(done.stdout)

    assert done.returncode == 0
    assert len(told["games"]) == 2
    assert {row["bot"] for row in told["bots"]} == {"careful", "random"}
    for game in told["games"]:
        lines = [json.loads(line) for line in (tmp_path / "games" / f"{game['game']}.jsonl").read_text().splitlines()]
        check_bundle(lines, game["events"])


def check_bundle(lines: list[dict[str, object]], events: int) -> None:
    """The file is a header, a line a record, and an unsigned closing line that names the last head."""
    header, *entries, closing = lines
    assert header["format"] == "ludolog-bundle/1"
    assert len(entries) == events
    assert closing["signature"] is None
    statement = closing["statement"]
    assert isinstance(statement, dict)
    assert statement["head"] == entries[-1]["head"]
    sealed = [entry for entry in entries if isinstance(entry["record"], dict) and entry["record"]["sealed"]]
    assert sealed
    assert all("secret" in entry for entry in sealed)


def test_the_same_seed_plays_the_same_games(tmp_path: Path) -> None:
    def files(name: str, seed: str) -> dict[str, bytes]:
        done = ludolog("simulate", "giganten", "--games", "2", "--seed", seed, "--out", name, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        return {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()}

    first = files("first", "3")

    assert first == files("again", "3")
    assert first.keys().isdisjoint(files("other", "4"))


def test_a_table_is_printed_and_progress_is_not_in_it(tmp_path: Path) -> None:
    done = ludolog("simulate", "giganten", "--seats", "3", "--games", "1", folder=tmp_path)

    assert done.returncode == 0
    assert "random" in done.stdout
    assert "decisions a second" in done.stdout
    assert "playing" not in done.stdout


def test_simulated_games_can_be_kept_and_their_chain_holds(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/kept.db"
    done = ludolog("simulate", "giganten", "--games", "1", "--database", database, "--json", folder=tmp_path)
    game = json.loads(done.stdout)["games"][0]["game"]

    with Store(database) as store:
        entries = store.read(game)

    head = tip_of_new(game).head
    for entry in entries:
        head = next_head(head, entry.record)
        assert entry.head == head


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_simulation_that_the_database_refuses_ends_with_the_reason(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    is_postgres = database == "postgresql"
    url = request.getfixturevalue("postgres") if is_postgres else f"sqlite:///{tmp_path}/games.db"
    with Store(url) as store, store.database.writing() as cursor:
        cursor.execute(f"ALTER TABLE {EVENTS if is_postgres else 'stored_events'} RENAME COLUMN topic TO subject")
    command = ("simulate", "minos", "--games", "1", "--database", url)
    done = ludolog(*command, folder=tmp_path, LUDOLOG_KEY_FILE=str(tmp_path / "key"))

    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert "topic" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("simulate", "chess"), "there is no title 'chess'"),
        (("simulate", "giganten", "--seats", "2"), "3 to 4 players"),
        (("simulate", "giganten", "--bot", "genius"), "there is no bot 'genius'"),
        (("simulate", "giganten", "--option", "inflation"), "name=value"),
        (("simulate", "giganten", "--option", "inflation=often"), "option inflation"),
        (("simulate", "giganten", "--profile", "mine"), "profile"),
        (("simulate", "giganten", "--games", "1", "--out", "/proc/nowhere"), "/proc/nowhere"),
        (("tournament", "check", "http://[bad"), "http://[bad cannot be read: Invalid IPv6 URL"),
        (("tournament", "check", "http://host:x/cup"), "http://host:x/cup cannot be read: Invalid port"),
        (("serve", "--host", "nowhere.invalid"), "choose another --host"),
        (("serve", "--database", "mysql://x"), "sqlite:///FILE"),
        (("serve", "--database", "sqlite:////nowhere/at/all.db"), "does not exist"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    done = ludolog(*arguments, folder=tmp_path)

    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_the_doctor_finds_what_is_wrong(tmp_path: Path) -> None:
    fine = ludolog("doctor", "--json", folder=tmp_path)
    wrong = ludolog("doctor", "--json", folder=tmp_path, LUDOLOG_DATABASE="sqlite:////nowhere/at/all/games.db")
    Store(f"sqlite:///{tmp_path}/games.db").close()
    looked = ludolog("doctor", "--json", folder=tmp_path)

    assert fine.returncode == 0
    assert {finding["what"] for finding in json.loads(fine.stdout)} >= {"python", "sqlite", "database", "store"}
    assert {"what": "synchronous", "found": "2", "verdict": "ok"} in json.loads(looked.stdout)
    assert wrong.returncode == 1
    assert "does not exist" in wrong.stdout


def test_the_demo_prints_lines_that_work(tmp_path: Path) -> None:
    port = str(free_port())
    command = [sys.executable, "-m", "service", "serve", "--demo", "--port", port]
    environment = {**os.environ, "LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed: list[str] = []
        for line in process.stdout:
            printed.append(line)
            if "Ludolog listens on" in line:
                break
        process.terminate()
        process.communicate(timeout=20)

    text = "".join(printed)
    assert "To play as Demo, whose turn" in text
    assert text.count("?at=0") == 3
    assert f"http://localhost:{port}/sign-in#token=ludolog_" in text
    assert "Authorization: Bearer ludolog_" in text
    assert "/decisions" in text


@pytest.mark.parametrize(
    ("host", "origin", "address"),
    [
        ("127.0.0.1", None, "http://localhost:8000"),
        ("0.0.0.0", None, "http://localhost:8000"),
        ("::", None, "http://localhost:8000"),
        ("192.0.2.1", None, "http://192.0.2.1:8000"),
        ("2001:db8::1", None, "http://[2001:db8::1]:8000"),
        ("0.0.0.0", "https://Ludolog.example", "https://ludolog.example"),
    ],
)
def test_the_demo_names_an_address_at_which_pages_sign_in(host: str, origin: str | None, address: str) -> None:
    assert address_of(Settings(host=host, origin=origin)) == address


def test_the_version_is_told(tmp_path: Path) -> None:
    assert ludolog("--version", folder=tmp_path).stdout.startswith("ludolog 0.")


def test_the_help_of_rebuild_lists_all_projections(tmp_path: Path) -> None:
    shown = ludolog("rebuild", "--help", folder=tmp_path).stdout

    assert all(name in shown for name in PROJECTIONS), shown


@pytest.mark.parametrize("command", ["analyse", "import", "verify"])
def test_a_file_that_is_not_there_is_named_without_a_number(command: str, tmp_path: Path) -> None:
    done = ludolog(command, "nofile", folder=tmp_path)

    assert (done.returncode, done.stderr) == (2, "ludolog: nofile: No such file or directory\n")
