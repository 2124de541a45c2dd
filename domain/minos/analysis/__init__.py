"""The analysis of finished games of Minos."""

from domain.kernel.analysis import Analysis
from domain.minos.analysis.luck import MEASURES, luck
from domain.minos.analysis.returns import AMOUNTS, KINDS, OUTCOMES, Returns
from domain.minos.state import State

ANALYSIS = Analysis[State](
    measures=MEASURES, luck=lambda: luck, kinds=KINDS, amounts=AMOUNTS, outcomes=OUTCOMES, returns=Returns
)
