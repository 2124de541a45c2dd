"""The decision events of Nim, and the commands that lead to them."""

from domain.kernel.decisions import commands_by_event
from tests.titles.nim.commands import TakeObjects
from tests.titles.nim.events import ObjectsTaken

commands_of = commands_by_event({ObjectsTaken: TakeObjects})
"""Returns the command that led to a decision event."""
