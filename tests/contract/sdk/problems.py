"""The classes of the problem types, one for each code, in both SDKs."""

from collections.abc import Mapping

from service.core.http.problem_types import PROBLEMS, ProblemType
from service.features import FEATURES
from tests.contract.sdk.python_types import GENERATED, docstring

assert FEATURES, "features declare problem types when they are imported"


def _class_name(code: str) -> str:
    """Return `decision-closed` as `DecisionClosed`."""
    return "".join(word.capitalize() for word in code.split("-"))


def _text(kind: ProblemType) -> str:
    return f"{kind.status}: {kind.title}.\n\n{kind.meaning}\n\n{kind.remedy}"


def python_problems(problems: Mapping[str, ProblemType] = PROBLEMS) -> str:
    """Return the module `problems` of the Python SDK."""
    text = (
        f'{GENERATED}"""A class for each code of a problem document."""\n\nfrom __future__ import annotations\n\n'
        "from ludolog_client.errors import Problem\n"
    )
    for code, kind in problems.items():
        text += f'\n\nclass {_class_name(code)}(Problem):\n{docstring(_text(kind), "    ")}\n    code = "{code}"\n'
    classes = ", ".join(_class_name(code) for code in problems)
    return f"{text}\n\nBY_CODE: dict[str, type[Problem]] = {{each.code: each for each in ({classes})}}\n"


def typescript_problems(problems: Mapping[str, ProblemType] = PROBLEMS) -> str:
    """Return the module `problems` of the TypeScript SDK."""
    text = f'// {GENERATED.removeprefix("# ")}import {{ Problem }} from "./errors.js";\n'
    for code, kind in problems.items():
        lines = "".join(f" * {line}".rstrip() + "\n" for line in _text(kind).replace("*/", "*\\/").splitlines())
        text += f"\n/**\n{lines} */\nexport class {_class_name(code)} extends Problem {{\n"
        text += f'  static override readonly code = "{code}";\n}}\n'
    classes = "".join(f"  {_class_name(code)},\n" for code in problems)
    return f"{text}\n/** All of them. */\nexport const PROBLEMS: readonly (typeof Problem)[] = [\n{classes}];\n"
