"""The printed tables of Minos as data sets: read from TOML, checked line by line, named by their digest.

Another printing, or a better reconstruction, is added by dropping a file of the same form beside the others in `data`.
"""

from domain.kernel.datafile import DataSets
from domain.minos.dataset_checks import faults
from domain.minos.tables import DataSet

_SETS = DataSets("domain.minos", DataSet, faults)

load = _SETS.load
available = _SETS.available
data_set = _SETS.data_set
digest = _SETS.digest
tables = _SETS.tables
