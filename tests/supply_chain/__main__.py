"""Write the pinned requirements and the list of licences: `uv run python -m tests.supply_chain`."""

from tests.supply_chain.exports import EXTRAS, WITH_TRACING, exported_requirements, pinned
from tests.supply_chain.licences import LICENCES, licences_of, table


def main() -> None:
    """Write the files."""
    for file in EXTRAS:
        file.write_text(exported_requirements(file))
    LICENCES.write_text(table(licences_of(pinned(WITH_TRACING.read_text()))))


if __name__ == "__main__":
    main()
