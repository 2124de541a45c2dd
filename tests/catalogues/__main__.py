"""Update the catalogues from the code and compile them: `python -m tests.catalogues`."""

from tests.catalogues.files import TRANSLATED, as_mo, as_po, file_of, untranslated, updated


def main() -> None:
    """Write all files and print the messages that need a translation."""
    for language, domain in TRANSLATED:
        catalog = updated(language, domain)
        file = file_of(language, domain, "po")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(as_po(catalog, language))
        file_of(language, domain, "mo").write_bytes(as_mo(catalog))
        for text in untranslated(catalog):
            print(f"{file.name} ({language}): {text}")  # noqa: T201 - a command prints its results


if __name__ == "__main__":
    main()
