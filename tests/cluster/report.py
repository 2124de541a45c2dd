"""What a run has shown, as figures."""

from collections.abc import Iterable
from itertools import pairwise
from statistics import median

import msgspec


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One fault: times in seconds."""

    name: str
    new_leader_after: float
    """Until a new leader accepted writes; 0: none had to."""
    pause: float
    """The longest time in which no command was acknowledged, from the fault until the cluster was whole again."""
    pause_by_hosts: float
    """The same for the service process whose URL names all hosts."""
    pause_by_proxy: float
    """The same for the one that uses HAProxy."""
    whole_after: float
    takeovers: int
    """How often the leadership has changed."""
    is_double: bool
    """Whether several things have failed at once, so that play had to stand still until one of them was back."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A whole run."""

    acknowledged: int
    """Commands that clients had a receipt of. All of them were looked up in the log: none is lost, and none is there
    twice, or the run has failed."""
    games: int
    streams: int
    cuts: int
    events: int
    """Events that came by streams."""
    gaps: int
    """Events that streams have left out."""
    repetitions: int
    longest_wait: float
    """Seconds until the final answer to a request, however often it was sent."""
    put_off: int
    """Requests that were answered 503."""
    quiet_takeovers: int
    """Changes of the leader while nothing was done to the cluster."""
    quiet_pause: float
    """The longest time without an acknowledged command meanwhile."""
    restored_after: float
    """Seconds from the loss of all disks until a cluster that was made from the repository was whole; 0: not done."""
    faults: list[Fault]

    def lines(self) -> list[str]:
        """Return the report as text."""
        heads = f"{'new leader':>10} {'pause':>7} {'hosts':>7} {'proxy':>7} {'whole':>7} {'takeovers':>9}"
        lines = [f"{'fault':24} {heads}"]
        lines += [
            f"{each.name:24} {each.new_leader_after:10.1f} {each.pause:7.1f} {each.pause_by_hosts:7.1f} "
            f"{each.pause_by_proxy:7.1f} {each.whole_after:7.1f} {each.takeovers:9}"
            for each in self.faults
        ]
        pauses = [each.pause for each in self.faults if not each.is_double]
        if pauses:
            lines.append(f"pause, of single failures: p50 {median(pauses):.1f} s, max {max(pauses):.1f} s")
        lines += [
            f"{self.acknowledged} acknowledged commands in {self.games} games: 0 lost, 0 repeated",
            f"{self.events} events in {self.streams} streams, {self.cuts} of them cut",
            f"{self.gaps} gaps, {self.repetitions} repetitions in streams",
            f"slowest request {self.longest_wait:.1f} s, {self.put_off} answers with 503",
            f"without faults: {self.quiet_takeovers} takeovers, longest pause {self.quiet_pause:.1f} s",
        ]
        if self.restored_after:
            lines.append(f"all disks lost: whole again from the backups after {self.restored_after:.1f} s, 0 lost")
        return lines


def longest_pause(times: Iterable[float], began: float, ended: float) -> float:
    """Return the longest time between two of the times at which anybody's command was acknowledged.

    Of those until `ended`; the first one is the last before `began`.
    """
    known = sorted(at for at in times if at <= ended)
    before = max((at for at in known if at <= began), default=began)
    return max((b - a for a, b in pairwise([before, *(at for at in known if at > began)])), default=0.0)
