"""`python -m service` is the command `ludolog`."""

from service.operate.cli import app

app()
