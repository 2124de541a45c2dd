"""The file of tokens when several processes sign up at once."""

import json
import subprocess
import sys
from pathlib import Path

from service.terminal.connection.credentials import Account, Credentials

ROOT = Path(__file__).parents[2]
WRITERS, EACH = 4, 50
SCRIPT = """
import sys
from pathlib import Path
from service.terminal.connection.credentials import Account, Credentials
file, writer, each = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
for number in range(each):
    Credentials(file, {}).keep("http://server", Account(f"{writer}-{number}", f"token-{writer}-{number}"))
"""


def test_sign_ups_at_the_same_time_lose_no_token(tmp_path: Path) -> None:
    file = tmp_path / "ludolog" / "tokens.json"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(file), str(writer), str(EACH)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for writer in range(WRITERS)
    ]  # fmt: skip
    for process in writers:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in writers:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    errors = [process.communicate(timeout=60)[1] for process in writers]

    assert [process.returncode for process in writers] == [0] * WRITERS, errors
    kept = {account["token"] for account in json.loads(file.read_text()).values()}
    assert kept == {f"token-{writer}-{number}" for writer in range(WRITERS) for number in range(EACH)}
    assert not list(file.parent.glob("*.new"))


def test_the_first_account_stays_the_usual_one(tmp_path: Path) -> None:
    credentials = Credentials(tmp_path / "tokens.json", {})
    credentials.keep("http://server", Account("Ada", "a"))
    credentials.keep("http://server", Account("Bob", "b"))

    assert credentials.token("http://server") == "a"
    assert credentials.token("http://server", "Bob") == "b"
