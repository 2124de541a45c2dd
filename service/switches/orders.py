"""What the operator orders at the command line."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from service.core.store.times import timestamp_now, timestamp_of
from service.moderation.orders import OrderRefusedError
from service.switches.switches import Switches
from service.switches.values import MODES, Notice

AT_COMMAND_LINE = "at the command line"


class SwitchOrders:
    """Carries out orders."""

    def __init__(self, switches: Switches) -> None:
        self._switches = switches

    def carry_out(self, order: Mapping[str, str]) -> Sequence[str]:
        """Carry out an order; return the lines to print. Raises OrderRefusedError."""
        match order:
            case {"do": "sign_ups", "mode": mode} if mode in MODES:
                self._switches.set_sign_ups(mode, AT_COMMAND_LINE)
                return [f"sign-up: {mode}"]
            case {"do": "maintenance", "reason": reason, "hours": hours}:
                self._switches.begin_maintenance(reason, _in_hours(hours), AT_COMMAND_LINE)
                return ["maintenance: everything can be read, changes are refused until you end it"]
            case {"do": "end_maintenance"}:
                is_new = self._switches.end_maintenance(AT_COMMAND_LINE)
                return ["the maintenance has ended" if is_new else "there was no maintenance"]
            case {"do": "notice", "text": text, "hours": hours}:
                until = _in_hours(hours)
                assert until is not None
                self._switches.set_notice(Notice(text, until), AT_COMMAND_LINE)
                return [f"every page shows the notice until {until}"]
            case {"do": "end_notice"}:
                is_new = self._switches.end_notice(AT_COMMAND_LINE)
                return ["the notice has ended" if is_new else "there was no notice"]
            case {"do": "invite", "label": label, "days": days, "count": count}:
                return [self._switches.make_code(label, int(days))[1] for _ in range(int(count))]
            case {"do": "erased"}:
                return self._switches.erased()
            case {"do": "status"}:
                return self._status()
            case _:
                message = f"this service does not know the order {order.get('do')!r}: it is of another release"
                raise OrderRefusedError(message)

    def _status(self) -> Sequence[str]:
        maintenance, notice = self._switches.maintenance, self._switches.notice
        return [
            f"sign-up: {self._switches.sign_ups}",
            "maintenance: none"
            if maintenance is None
            else f"maintenance since {maintenance.since}: {maintenance.reason}",
            "notice: none" if notice is None else f"notice until {notice.until}: {notice.text}",
        ]


def _in_hours(hours: str) -> str | None:
    """Return the time in some hours; `0`: None."""
    now = datetime.fromisoformat(timestamp_now())
    return None if float(hours) == 0 else timestamp_of(now + timedelta(hours=float(hours)))
