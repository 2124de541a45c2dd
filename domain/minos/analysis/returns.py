"""What settlements and conflicts of Minos returned."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from domain.kernel.analysis import AmountInfo, KindInfo, Moment, Return
from domain.kernel.values import Seat
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


class _Account:
    """An account that is open: what was paid and returned so far."""

    def __init__(self, kind: str, version: int, seat: Seat, place: str) -> None:
        self.kind, self.version, self.seat, self.place = kind, version, seat, place
        self.outcome = "kept"
        self.ends: int | None = None
        self.other: Seat | None = None
        self.won_by: _Account | None = None
        """The account of the conflict that brought a settlement."""
        self.paid: defaultdict[str, int] = defaultdict(int)
        self.returned: defaultdict[str, int] = defaultdict(int)
        self.facts: defaultdict[str, int] = defaultdict(int)

    def close(self, outcome: str, version: int) -> None:
        """Close the account with an outcome."""
        self.outcome, self.ends = outcome, version

    def closed(self) -> Return:
        """Return the account, without amounts of nothing."""
        return Return(
            kind=self.kind,
            version=self.version,
            seat=self.seat,
            outcome=self.outcome,
            ends=self.ends,
            other=self.other,
            about=(f"place:{self.place}",),
            paid={name: amount for name, amount in self.paid.items() if amount},
            returned={name: amount for name, amount in self.returned.items() if amount},
            facts={name: amount for name, amount in self.facts.items() if amount},
        )


class Returns:
    """Keeps the accounts of a game."""

    def __init__(self, _state: State, _version: int) -> None:
        self._all: list[_Account] = []
        self._held: dict[Field, _Account] = {}
        """The account of each settlement that has an owner."""
        self._conflict: _Account | None = None
        """The conflict that goes on, or the last one that was won in this batch."""

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
        owner = settlement.owner
        if held is not None:
            held.close("left" if owner is None else "lost", version)
            held.other = owner
        if owner is None:
            return
        account = _Account("settlement" if old is None else _TAKEN[old.owner is not None], version, owner, field)
        if old is not None:
            value = value_of(state, settlement.buildings)
            account.other, account.facts["income"] = old.owner, value
            conflict = None if old.owner is None else self._conflict
            if conflict is not None and (conflict.seat, conflict.place, conflict.outcome) == (owner, field, "won"):
                account.won_by = conflict
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
            self._conflict = conflict = _Account("conflict", version, event.seat, event.place)
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
            income = value_of(state, state.settlements[field].buildings)
            account.returned["income_at_end"] = income
            if account.won_by is not None:
                account.won_by.returned["income_at_end"] = income
        return [account.closed() for account in self._all]
