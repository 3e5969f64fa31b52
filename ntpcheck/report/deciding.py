"""The files of a paper that decide a claim: its checker's, and all that it takes from the same package."""

import ast
from importlib.util import find_spec
from pathlib import Path

from ntpcheck.reading import text


def files(checker: str) -> list[Path]:
    """The files behind a checker `package.module.function`, relative to the package, in alphabetical order.

    Read off the imports, and nothing is imported. Empty where the checker lies in no package.
    """
    module = checker.rpartition(".")[0]
    top = module.partition(".")[0]
    spec = find_spec(top) if top else None
    roots = [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []
    seen, left = set[Path](), [module]
    while left:
        part = Path("/".join(left.pop().split(".")[1:]) + ".py")
        place = next((root / part for root in roots if (root / part).is_file()), None)
        if place is not None and part not in seen:  # a package's __init__ only collects
            seen.add(part)
            left += _imports(place, top)
    return sorted(seen)


def _imports(path: Path, top: str) -> list[str]:
    """All that a file may import of the package, as modules: of `from a import b` both a and a.b."""
    found: list[str] = []
    for node in ast.walk(ast.parse(text(path))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
    return [name for name in found if name.partition(".")[0] == top]
