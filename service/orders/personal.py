"""What the table of standing orders has of a person."""

from service.core.personal import INTERNAL, Own, Personal, Without

PERSONAL: tuple[Personal, ...] = (
    Own(
        "standing_orders",
        "standing_orders",
        "the orders that you have given in advance in games, and how each has ended; `terms` and `statement` are JSON",
        (
            *("id", "game", "seat", "set_at", "version", "round", "terms", "salt", "statement", "acted", "made_with"),
            *("expires_at", "end_reason", "end_version", "end_place", "ended_at"),
        ),
        left_out={"player": "it is you", "looked": INTERNAL, "checked": INTERNAL, "changed": INTERNAL},
    ),
    Without("standing_order_changes", "the number of the last change"),
)
