"""The analysis of finished games of Siberia."""

from domain.kernel.analysis import Analysis
from domain.siberia.analysis.luck import MEASURES, luck
from domain.siberia.analysis.returns import AMOUNTS, KINDS, OUTCOMES, Returns
from domain.siberia.state import State

ANALYSIS = Analysis[State](
    measures=MEASURES, luck=lambda: luck, kinds=KINDS, amounts=AMOUNTS, outcomes=OUTCOMES, returns=Returns
)
