"""The decision events of Giganten, and the commands that lead to them."""

from collections.abc import Sequence

from domain.giganten import commands, events
from domain.kernel.decisions import commands_by_event
from domain.kernel.values import Command


def _driven(event: events.TruckDriven) -> Sequence[Command]:
    return [commands.DriveTruck(to) for to in event.way[-1:]]


def _shifted(event: events.PriceShifted) -> Sequence[Command]:
    return [commands.ShiftPrice(event.company, 1 if event.steps > 0 else -1, abs(event.steps))]


commands_of = commands_by_event(
    {
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
)
"""Returns the commands that may have led to a decision event; none for an event that follows from another one."""
