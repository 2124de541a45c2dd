"""`python -m service` is the command `ludolog`."""

from service.cli import app

app()
