"""The bot `strong`: it searches with worlds that its seat cannot distinguish from the real one.

`levels` names the bots and their budgets, `position` removes what the seat may not know, `search` decides, `pool` runs
searches in processes. `repeat` searches the decisions of a log again. The light policies, value functions and weights
of the titles are in `service/bots/<title>`; `tests/lab/tune.py` learns weights.
"""
