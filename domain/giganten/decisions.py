"""The decision events of Giganten, and the command that each of them answers."""

from collections.abc import Mapping, Sequence

from domain.giganten import commands, events
from domain.kernel.twins import Twin, commands_from
from domain.kernel.values import Command, Event


def _driven(event: events.TruckDriven) -> Sequence[Command]:
    return [commands.DriveTruck(to) for to in event.way[-1:]]


def _shifted(event: events.PriceShifted) -> Sequence[Command]:
    return [commands.ShiftPrice(event.company, 1 if event.steps > 0 else -1, abs(event.steps))]


TWINS: Mapping[type[Event], Twin] = {
    events.TruckPlaced: commands.PlaceTruck,
    events.ActionCardTaken: commands.TakeActionCard,
    events.TruckDriven: _driven,
    events.SiteInspected: commands.InspectSite,
    events.TrainAdvanced: commands.AdvanceTrain,
    events.MovementEnded: commands.EndMovement,
    events.PriceShifted: _shifted,
    events.FreeOilStored: commands.StoreFreeOil,
    events.TrainsPushedBack: commands.PushTrainsBack,
    events.SpecialDeclined: commands.DeclineSpecial,
    events.DerrickBuilt: commands.BuildDerrick,
    events.DrillingDeclined: commands.DeclineDrilling,
    events.OilShipped: commands.ShipOil,
    events.OilDiscarded: commands.DiscardOil,
    events.BidPlaced: commands.Bid,
    events.BidPassed: commands.PassBid,
    events.LicencesPaid: commands.PayLicences,
    events.LicencesForfeited: commands.ForfeitLicences,
    events.OilSold: commands.SellOil,
}


def commands_of(event: Event) -> Sequence[Command]:
    """Return the command that a decision event answers; none for an event that nobody decides."""
    return commands_from(event, TWINS)
