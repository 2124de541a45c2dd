"""Write the pinned requirements and the list of licences: `uv run python -m tests.supply_chain`."""

from tests.supply_chain.exports import REQUIREMENTS, exported_requirements, pinned
from tests.supply_chain.licences import LICENCES, licences_of, table


def main() -> None:
    """Write both files."""
    requirements = exported_requirements()
    REQUIREMENTS.write_text(requirements)
    LICENCES.write_text(table(licences_of(pinned(requirements))))


if __name__ == "__main__":
    main()
