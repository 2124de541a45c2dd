"""The commands of the terminal client."""

import typer

from service.terminal.commands.looking import games, map_of_a_title, replay, rules, watch
from service.terminal.commands.meeting import accept, challenge, challenges, decline, pool, rematch
from service.terminal.commands.orders import orders
from service.terminal.commands.playing import join, play
from service.terminal.commands.signing_in import login
from service.terminal.commands.talking import away, note, talk


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    meeting = (challenge, challenges, accept, decline, rematch, pool)
    for command in (play, join, *meeting, orders, login, watch, replay, games, rules, talk, note, away):
        app.command()(command)
    app.command(name="map")(map_of_a_title)
