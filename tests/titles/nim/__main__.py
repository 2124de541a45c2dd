"""The command `ludolog` with the title Nim: `python -m tests.titles.nim serve`, `... play nim`."""

from domain import rulesets
from projections import views
from tests.titles.nim import NIM
from tests.titles.nim.view import view

rulesets.register(NIM)
views.register("nim", view)

if __name__ == "__main__":
    from service.operate.cli import app

    app()
