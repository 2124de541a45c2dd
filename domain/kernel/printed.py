"""The printed tables of a title: data sets in TOML files, checked, and named by their digest."""

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from domain.kernel.datafile import DataSetError, Problem, digest_of, read
from domain.kernel.ruleset import DataSetInfo
from domain.kernel.values import Value

Status: TypeAlias = Literal["documented", "reconstructed"]

_SUFFIX = ".toml"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Table(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A printed table: whether it is documented or reconstructed, and its source."""

    status: Status
    source: str
    note: str = ""


class Printing(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All printed tables of one printing; the base of the data sets of every title."""

    name: str
    title: str


T = TypeVar("T", bound=Printing)


class DataSets(Generic[T]):
    """The data sets of a title: the TOML files in the folder `data` of its package. Each is read once.

    To add a printing, put a file of the same form into the folder.
    """

    def __init__(
        self,
        package: str,
        form: type[T],
        problems: Callable[[T], Iterator[Problem]],
        normalise: Callable[[T], T] = lambda data: data,
    ) -> None:
        """Take the type of the tables, the checks of the title, and what to do before the digest is computed."""
        self._folder = resources.files(package) / "data"
        self._form = form
        self._problems = problems
        self._normalise = normalise
        self._names: tuple[str, ...] | None = None
        self._data: dict[str, T] = {}
        self._digests: dict[str, str] = {}

    def load(self, text: str, origin: str) -> T:
        """Return the data set in a TOML text. `origin` is the path of its file, which has the name of the data set.

        Raises DataSetError with the line of the first problem.
        """
        file_name = origin.rpartition("/")[2].removesuffix(_SUFFIX)

        def problems(data: T) -> Iterator[Problem]:
            yield from self._problems(data)
            if data.name != file_name or not _NAME.fullmatch(data.name):
                rule = "file and name must agree, in small letters, digits and hyphens"
                yield ("name",), f"{rule}: {file_name}, not {data.name}"

        return self._normalise(read(text, origin, self._form, problems))

    def available(self) -> tuple[str, ...]:
        """Return the names of the data sets in the folder."""
        if self._names is None:
            files = (file.name for file in self._folder.iterdir())
            self._names = tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))
        return self._names

    def data_set(self, name: str) -> T:
        """Return a data set; raises KeyError for an unknown name, DataSetError for a file with a problem."""
        if name not in self._data:
            if name not in self.available():
                raise KeyError(name)
            origin = f"{name}{_SUFFIX}"
            self._data[name] = self.load(_text(self._folder / origin, origin), origin)
        return self._data[name]

    def digest(self, name: str) -> str:
        """Return the digest of a data set; raises what `data_set` raises."""
        if name not in self._digests:
            self._digests[name] = digest_of(self.data_set(name))
        return self._digests[name]

    def tables(self, name: str) -> Mapping[str, Any]:
        """Return the tables of a data set as plain values; raises what `data_set` raises."""
        return msgspec.to_builtins(self.data_set(name))

    def info(self, name: str) -> DataSetInfo:
        """Return the name, title, digest and tables of a data set; raises what `data_set` raises."""
        return DataSetInfo(name, self.data_set(name).title, self.digest(name), self.tables(name))


def _text(file: Traversable, origin: str) -> str:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise DataSetError(origin, 1, f"the file cannot be read, correct that: {error.strerror}") from None
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataSetError(origin, line, f"write the file in UTF-8: the byte {raw[error.start]:#04x} is none") from None
