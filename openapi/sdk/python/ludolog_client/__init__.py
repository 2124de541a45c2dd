"""A client of the board-game service Ludolog: requests that count once, streams that resume, receipts that are checked.

`Client` has a method for each operation of the API, and plays a seat; `problems` has a class for each refusal.
"""

from ludolog_client import problems, types
from ludolog_client.client import Client, Turn, random_command
from ludolog_client.errors import AuthorizationError, LudologError, NoAnswer, Problem, ReceiptError
from ludolog_client.receipts import Receipts
from ludolog_client.requests import Pages
from ludolog_client.streams import Event, Stream

__version__ = "0.3.0"

__all__ = [
    "AuthorizationError",
    "Client",
    "Event",
    "LudologError",
    "NoAnswer",
    "Pages",
    "Problem",
    "ReceiptError",
    "Receipts",
    "Stream",
    "Turn",
    "problems",
    "random_command",
    "types",
]
