"""Rule 4: research tokens bring cubes from the reserves to the areas."""

from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.board import MANAGER
from domain.siberia.commands import PlaceResource
from domain.siberia.events import ResearchFailed, ResourcePlaced
from domain.siberia.options import RESOURCES, Resource, Token
from domain.siberia.state import State, researchable


def resources_of(state: State, token: Token) -> tuple[Resource, ...]:
    """Return the resources that a token may stand for (4.1, 4.5)."""
    return RESOURCES if token == MANAGER else (state.board.resource[token],)


def failed(state: State, seat: Seat) -> list[Event]:
    """Return a token without effect to the bag (4.4). It could not have an effect later in the turn either."""
    for token in state.players[seat].research:
        if not any(researchable(state, resource) for resource in resources_of(state, token)):
            return [ResearchFailed(seat, token)]
    return []


def candidates(state: State, seat: Seat) -> list[Choice]:
    """Return each cube that each research token can place, in each area."""
    areas = {resource: researchable(state, resource) for resource in RESOURCES}
    return [
        Choice(PlaceResource(token, resource, area))
        for token in state.board.columns
        if token in state.players[seat].research
        for resource in resources_of(state, token)
        for area in areas[resource]
    ]


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of Research that the command breaks, or None."""
    if not isinstance(command, PlaceResource):
        return Refusal("3.2", "Research comes first, as long as tokens lie in your research zone")
    token, resource, area = command.token, command.resource, command.area
    if token not in state.board.columns:
        return Refusal("4.1", "there is no token {token}", {"token": as_json(token)})
    if token not in state.players[seat].research:
        return Refusal("4.1", "no {token} lies in your research zone", {"token": token})
    if resource not in resources_of(state, token):
        return Refusal(
            "4.1", "{token} finds one of {resources}", {"token": token, "resources": tuple(resources_of(state, token))}
        )
    if not state.reserves.count(resource):
        return Refusal("4.1", "the reserve of {resource} is empty", {"resource": resource})
    if area not in state.areas:
        return Refusal("4.2", "the map has no area {area}", {"area": as_json(area)})
    if area in state.exhausted:
        return Refusal("12.3", "{area} is exhausted", {"area": area})
    if resource in state.areas[area]:
        return Refusal("4.2", "{resource} lies on {area} already", {"resource": resource, "area": area})
    return None


def resolve(seat: Seat, command: Command) -> list[Event]:
    """Place the cube (4.1)."""
    assert isinstance(command, PlaceResource)
    return [ResourcePlaced(seat, command.token, command.resource, command.area)]
