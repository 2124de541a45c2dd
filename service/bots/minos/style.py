"""How a bot of Minos weighs its options. Values are in income."""

from domain.kernel.values import Value


class Style(Value, frozen=True, kw_only=True):
    """The weights of a policy. The defaults are those of the careful bot."""

    rich: float = 40
    """With more talents than this, further income is not worth a Joker, and a ship is recruited."""
    scales_until: float = 80
    """With more talents than this, Scales are not kept."""
    plans: int = 1
    """The number of buildings for which dice are kept."""
    gain: float = 0.05
    """The value of a talent of income in the comparison of buildings, beyond the income per talent paid."""
    rights: float = 0.0
    """The cost of a building right in the comparison of buildings."""
    ships: int = 2
    """The number of ships up to which more are recruited."""
    most_rings: int = 4
    """The number of rings up to which Arrows are kept and rings are bought."""
    buys_rings_at: float = 80
    """With more talents than this, rings are bought."""
    far: int = 3
    """The maximum number of Gulls kept for one goal."""
    attacks_first: bool = False
    """Whether an attack comes before buildings."""

    ship: float = 1.2
    soldier: float = 0.7
    ring: float = 0.15
    last_ship: float = 2.0
    """The factor for the only ship of a player without two ports to recruit another."""
    ground: float = 0.8
    """The value of a field to build on."""
    freed: float = 3.0
    """The value of a sea space on the way to a free field."""
    loss_of_others: float = 0.3
    """The value of a piece that an opponent loses."""
    last_opponent: float = 100.0
    worthwhile: float = 0.4
    """The minimum expected income of an attack."""
    rings_used: float = 0.6
    """The share of the own rings that a duel uses."""


CAREFUL = Style()
