"""The rule book, the code and the tests of tournaments name the same rules."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOMAIN = ROOT / "domain" / "tournaments"
RULES = DOMAIN / "RULES.md"
NUMBER = re.compile(r"\b\d\.\d{1,2}\b")


def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in DOMAIN.rglob("*.py") if "pairing" not in path.parts}


def rules() -> set[str]:
    return {match[1] for match in re.finditer(r"^### (\d\.\d{1,2}) ", RULES.read_text(encoding="utf-8"), re.MULTILINE)}


def test_every_rule_that_the_code_cites_exists():
    cited = {
        number
        for text in sources().values()
        for match in re.finditer(r"rules? [\d., toand]+", text)
        for number in NUMBER.findall(match[0])
    }
    assert len(cited) > 30
    assert cited <= rules()


def test_every_rule_has_a_test():
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_[1-9]_*.py"))
    named = {f"{chapter}.{rule}" for chapter, rule in re.findall(r"(?:rules?|and)_(\d)_(\d{1,2})_", tests)}
    assert named == rules()


def test_every_refusal_names_a_rule():
    named = {number for text in sources().values() for number in re.findall(r'"(\d\.\d{1,2})"', text)}
    assert len(named) > 30
    assert named <= rules()
