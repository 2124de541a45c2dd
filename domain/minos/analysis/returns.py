"""What settlements and conflicts of Minos returned."""

from collections.abc import Iterable, Mapping

from domain.kernel.analysis import Account, AmountInfo, KindInfo, Moment, Return
from domain.minos import events as e
from domain.minos.options import Field
from domain.minos.state import Settlement, State, value_of

KINDS = (
    KindInfo("settlement", "Settlement founded", ("5.2", "6.3", "6.4", "10.3"), in_score=True),
    KindInfo("conquered", "Settlement conquered", ("9.2", "6.3", "6.4", "10.3"), in_score=True),
    KindInfo("occupied", "Abandoned settlement taken", ("9.5", "6.3", "6.4", "10.3"), in_score=True),
    KindInfo("conflict", "Conflict", ("8.3", "8.6", "8.9", "9.2")),
)

AMOUNTS = (
    AmountInfo("income_at_end", "income at the end", is_score=True),
    AmountInfo("talents", "talents"),
    AmountInfo("rights", "building rights"),
    AmountInfo("income", "income taken"),
    AmountInfo("pieces", "pieces"),
    AmountInfo("rings", "rings"),
    AmountInfo("points", "movement points"),
    AmountInfo("duels", "duels"),
    AmountInfo("opponents_rings", "rings of the opponent"),
    AmountInfo("buildings", "buildings"),
)

OUTCOMES: Mapping[str, str] = {
    "kept": "kept to the end",
    "lost": "lost to another player",
    "left": "abandoned",
    "won": "won",
    "repelled": "repelled",
    "barred": "won without entry",
}

_TAKEN = {True: "conquered", False: "occupied"}


class Returns:
    """Keeps the accounts of a game."""

    def __init__(self, _state: State, _version: int) -> None:
        self._all: list[Account] = []
        self._held: dict[Field, Account] = {}
        """The account of each settlement that has an owner."""
        self._conflict: Account | None = None
        """The current conflict, or the last one that was won in this batch."""
        self._won: dict[Field, Account] = {}
        """The account of the conflict that brought a settlement to its owner."""

    def take(self, moment: Moment[State], /) -> None:
        """Follow an event."""
        before, after, version = moment.before, moment.after, moment.version
        if before.settlements is not after.settlements:
            for field, settlement in after.settlements.items():
                old = before.settlements.get(field)
                if (None if old is None else old.owner) != settlement.owner:
                    self._change_hands(version, field, old, settlement, after)
        match moment.event:
            case e.BuildingBuilt(field=field):
                account = self._held[field]
                account.paid["talents"] += moment.event.cost
                account.paid["rights"] += moment.event.rights
                account.facts["buildings"] += 1
            case e.DiceUsed(symbol="scales"):
                self._pay_income(before, moment.event)
            case _:
                self._fight(version, moment.event)

    def _change_hands(
        self, version: int, field: Field, old: Settlement | None, settlement: Settlement, state: State
    ) -> None:
        """Close the account of the former owner, and open that of the new one (9.2, 9.3, 9.5)."""
        held = self._held.pop(field, None)
        self._won.pop(field, None)
        owner = settlement.owner
        if held is not None:
            held.close("left" if owner is None else "lost", version)
            held.other = owner
        if owner is None:
            return
        account = Account("settlement" if old is None else _TAKEN[old.owner is not None], version, owner, _about(field))
        if old is not None:
            value = value_of(state, settlement.buildings)
            account.other, account.facts["income"] = old.owner, value
            conflict = None if old.owner is None else self._conflict
            if conflict is not None and (conflict.seat, conflict.about, conflict.outcome) == (
                owner,
                account.about,
                "won",
            ):
                self._won[field] = conflict
                conflict.returned["income"] = value
        self._held[field] = account
        self._all.append(account)

    def _pay_income(self, state: State, event: e.DiceUsed) -> None:
        """Divide what Scales pay among the settlements of the seat (6.4)."""
        times = event.dice + event.joker + (event.star and state.options.star_on_scales == "income")
        for field, account in self._held.items():
            if account.seat == event.seat:
                account.returned["talents"] += times * value_of(state, state.settlements[field].buildings)

    def _fight(self, version: int, event: object) -> None:
        """Follow the events of a conflict (8)."""
        if isinstance(event, e.ConflictOpened):
            self._conflict = conflict = Account("conflict", version, event.seat, _about(event.place))
            conflict.other, conflict.paid["points"] = event.defender, event.points
            self._all.append(conflict)
            return
        conflict = self._conflict
        if conflict is None:
            return
        match event:
            case e.ConflictDiceRerolled(seat=seat) if seat == conflict.seat:
                conflict.paid["rings"] += 1
            case e.ConflictDiceRerolled():
                conflict.facts["opponents_rings"] += 1
            case e.DuelFought(loser=loser):
                conflict.facts["duels"] += 1
                (conflict.paid if loser == conflict.seat else conflict.returned)["pieces"] += 1
            case e.AttackWon():
                conflict.close("won", version)
            case e.AttackRepelled():
                conflict.close("repelled", version)
            case e.EntryBarred():
                conflict.close("barred", version)
            case _:
                pass

    def end(self, state: State, /) -> Iterable[Return]:
        """Count the income of the settlements that are left (10.3), and return the accounts."""
        for field, account in self._held.items():
            account.returned["income_at_end"] = value_of(state, state.settlements[field].buildings)
            if (conflict := self._won.get(field)) is not None:
                # buildings stay (5.10); what the seat has built there since is no return of the conflict
                conflict.returned["income_at_end"] = conflict.returned["income"]
        return [account.closed() for account in self._all]


def _about(place: str) -> str:
    """Return the anchor of a place on the board."""
    return f"place:{place}"
