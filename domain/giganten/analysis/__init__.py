"""The analysis of finished games of Giganten."""

from domain.giganten.analysis.luck import MEASURES, Luck
from domain.giganten.analysis.returns import AMOUNTS, KINDS, OUTCOMES, Returns
from domain.giganten.state import State
from domain.kernel.analysis import Analysis

ANALYSIS = Analysis[State](
    measures=MEASURES, luck=Luck, kinds=KINDS, amounts=AMOUNTS, outcomes=OUTCOMES, returns=Returns
)
