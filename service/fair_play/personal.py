"""What the tables of fair play have of a person."""

from service.core.personal import Own, Personal, Without

PERSONAL: tuple[Personal, ...] = (
    Own(
        "address_traces",
        "networks",
        "on which days you did something at this site, once for each network, as far as it is kept",
        ("day",),
        order=("day", "source"),
        left_out={"player": "it is you", "source": "a keyed digest, from which the address cannot be read"},
    ),
    Own(
        "browser_traces",
        "accounts_changed",
        "on which days another account followed yours in the same browser, or yours it, and how often",
        ("day", "times"),
        order=("day", "one", "other"),
        of="(one=? OR other=?)",
        left_out={"one": "it is you, or the other account", "other": "it is you, or the other account"},
    ),
    Without(
        "fair_play_reports",
        "figures about many players for operators; who asked for them, and what followed, is in moderation.json",
    ),
    Without("fair_play_players", "which players such figures name, so that they are deleted with the accounts"),
)
