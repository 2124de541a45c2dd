"""The flow of each title knows the rules of all its phases."""

from types import ModuleType
from typing import Any, get_args

import pytest

from domain.giganten import flow as giganten_flow
from domain.giganten import state as giganten_state
from domain.minos import flow as minos_flow
from domain.minos import state as minos_state
from domain.siberia import flow as siberia_flow
from domain.siberia import state as siberia_state


@pytest.mark.parametrize(
    ("flow", "state"), [(giganten_flow, giganten_state), (siberia_flow, siberia_state), (minos_flow, minos_state)]
)
def test_each_phase_of_a_title_has_rules(flow: ModuleType, state: Any):
    assert {*flow.FLOW.phases, flow.FLOW.over} == {*get_args(state.Phase)}
