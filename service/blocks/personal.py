"""What the tables of blocks have of a person."""

from service.core.personal import Own, Personal

PERSONAL: tuple[Personal, ...] = (
    Own(
        "blocks",
        "blocks",
        "the players whom you have blocked. Who has blocked you is theirs",
        ("blocked", "at"),
        order=("blocked",),
        left_out={"player": "it is you"},
    ),
)
