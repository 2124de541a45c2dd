"""A copy of the program, into whose folders data files can be dropped, with what is run in it."""

import os
import shutil
import subprocess
import sys
from functools import cached_property
from pathlib import Path

from tests.service.forge import Forge, Start, run_ludolog
from tests.service.server import Process, Server

ROOT = Path(__file__).parents[1]


class Program:
    """A copy of the program in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for package in ("domain", "projections", "service"):
            # with what is compiled: the times of the files are copied, so it stays valid
            shutil.copytree(ROOT / package, folder / package)

    def data_file(self, title: str, name: str) -> Path:
        """Return where a data set of a title is, or would be."""
        return self.folder / "domain" / title / "data" / f"{name}.toml"

    def drop(self, title: str, printed: str, name: str, *changes: tuple[str, str]) -> Path:
        """Copy a printed data set under another name, with these texts put for others."""
        text = self.data_file(title, printed).read_text(encoding="utf-8").replace(f'"{printed}"', f'"{name}"')
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        self.data_file(title, name).write_text(text, encoding="utf-8")
        return self.data_file(title, name)

    @cached_property
    def forge(self) -> Forge:
        """What starts `ludolog` of this copy quickly; `close` ends it."""
        return Forge(self.folder)

    def close(self) -> None:
        """End the forge, if there is one."""
        if "forge" in vars(self):
            self.forge.close()

    def ludolog(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the command `ludolog`."""
        database = {"LUDOLOG_DATABASE": f"sqlite:///{self.folder}/games.db"}
        return run_ludolog(*arguments, folder=self.folder, environment=database, by=self.forge)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "LUDOLOG_DATABASE": f"sqlite:///{self.folder}/games.db"},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )


class DroppedServer(Server):
    """The service of a copy of the program; what it puts out is added to the file `log`."""

    def __init__(self, program: Program) -> None:
        self._program = program
        super().__init__(program.folder / "games.db", {}, program.folder / "log")

    def _start(self) -> Process:
        arguments, output = ["serve", "--port", str(self.port)], str(self.output)
        return self._program.forge.fork(
            Start(arguments, self.environment, str(self._program.folder), out=output, err=output)
        )
