"""A running service serves the SDKs: what pip and npm install, and the modules for pages."""

import io
import re
import tarfile

import pytest

from tests.contract.generators.toolchain import NODE, NPM, run
from tests.contract.sdk.files import PYTHON, TYPESCRIPT
from tests.replies import ok
from tests.service.server import Server


def files_in(archive: bytes) -> dict[str, bytes]:
    """Return the files of an archive, without its top folder."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return {member.name.partition("/")[2]: _content(opened, member) for member in opened}


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    assert file is not None
    return file.read()


def test_what_npm_installs_has_the_files_of_the_package(server: Server) -> None:
    packed = files_in(ok(server.client().get("/docs/sdk/typescript.tgz")).content)
    listed = run(NODE, NPM, "pack", "--dry-run", "--json", str(TYPESCRIPT), cwd=TYPESCRIPT)

    assert packed == {name: (TYPESCRIPT / name).read_bytes() for name in packed}
    assert packed.keys() == set(re.findall(r'"path": "(.+)"', listed))


def test_what_pip_installs_has_the_files_of_the_package(server: Server) -> None:
    packed = files_in(ok(server.client().get("/docs/sdk/python.tar.gz")).content)
    modules = {f"ludolog_client/{file.name}" for file in (PYTHON / "ludolog_client").iterdir() if file.is_file()}

    assert packed == {name: (PYTHON / name).read_bytes() for name in packed}
    assert packed.keys() == {"pyproject.toml", "README.md", "LICENSE", *modules}


def test_the_modules_import_one_another_from_a_page_of_any_origin(server: Server) -> None:
    client, found = server.client(), {"index.js"}
    for _ in TYPESCRIPT.glob("lib/*.js"):
        for name in tuple(found):
            reply = ok(client.get(f"/docs/sdk/typescript/{name}", headers={"Origin": "https://app.example"}))
            assert reply.headers["Content-Type"] == "text/javascript; charset=utf-8"
            assert reply.headers["Access-Control-Allow-Origin"] == "*"
            found |= set(re.findall(r' from "\./(\w+\.js)"', reply.text))

    assert {"client.js", "streams.js", "problems.js", "oauth.js"} <= found


@pytest.mark.parametrize("name", ["python", "typescript"])
def test_the_guides_are_pages(server: Server, name: str) -> None:
    reply = ok(server.client().get(f"/docs/{name}"))

    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    assert 'id="a-game-in-20-lines"' in reply.text


@pytest.mark.parametrize("path", ["nothing", "typescript/nothing.js", "typescript/client.d.ts"])
def test_nothing_else_is_served(server: Server, path: str) -> None:
    assert ok(server.client().get(f"/docs/sdk/{path}"), 404).json()["code"] == "not-found"
