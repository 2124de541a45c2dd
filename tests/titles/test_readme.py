"""domain/README.md walks through exactly the files of Nim, and its links lead to files."""

import re
from pathlib import Path

README = Path(__file__).parents[2] / "domain" / "README.md"
NIM = Path(__file__).parent / "nim"
LINKS = re.findall(r"\]\(([^)#]+)", README.read_text(encoding="utf-8"))


def test_links_lead_to_files():
    assert [link for link in LINKS if not (README.parent / link).exists()] == []


def test_the_walk_through_names_every_file_of_nim_once():
    named = [path for link in LINKS if (path := (README.parent / link).resolve()).is_relative_to(NIM) and path != NIM]
    files = [path for path in NIM.rglob("*") if path.is_file() and "__pycache__" not in path.parts]

    assert sorted(named) == sorted(files)
