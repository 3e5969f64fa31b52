"""No checker has an option for a lie: what only planted falsehoods pass is listed here, and the list shrinks.

By names: an option is a parameter with a default, and whoever calls a function of that name, or hands it on
together with the option, passes it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.test_paper_rooms import CHECKS, PAPERS, place
from tests.test_rooms import SOURCES, name, tree

FALSEHOODS = ("falsehoods", "blind")
Option = tuple[str, str]  # function and parameter


def options(path: Path) -> Iterator[tuple[Option, int | None]]:
    """The options of a file's functions, each with its place among the arguments where it has one."""
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef):
            given = node.args
            first = len(given.args) - len(given.defaults)
            for at, argument in enumerate(given.args[first:], first):
                yield (node.name, argument.arg), at
            for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
                if default is not None:
                    yield (node.name, argument.arg), None


def passed(path: Path) -> Iterator[tuple[str, str | int]]:
    """Functions with an option's name, or with the number of arguments, that a call passes."""
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call):
            continue
        for target in (node.func, *node.args):
            called = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
            for keyword in node.keywords:
                yield called, keyword.arg or "**"
            yield called, len(node.args) - (target is not node.func)


def lies() -> dict[str, list[str]]:
    """The options that falsehoods alone pass, by the file of their function."""
    honest = [path for path in (*SOURCES, *PAPERS) if not _false(path)]
    told: dict[str, set[str | int]] = defaultdict(set)
    for path in honest:
        for called, what in passed(path):
            told[called].add(what)
    found: dict[str, list[str]] = {}
    for path in honest:
        if path in CHECKS or (path in PAPERS and place(path) is not None):
            for (function, option), at in options(path):
                counts = [what for what in told[function] if isinstance(what, int)]
                if option in told[function] or "**" in told[function]:
                    continue
                if at is None or at >= max(counts, default=0):
                    found.setdefault(name(path), []).append(f"{function}({option})")
    return found


def _false(path: Path) -> bool:
    return path in PAPERS and path.parent.name in FALSEHOODS


# How many there are, file by file. A falsehood that becomes a line of a book takes its option along.
LEFT: dict[str, int] = {
    "ntpcheck/checks/compare.py": 1,
    "ntpcheck/checks/cycles.py": 1,
    "ntpcheck/checks/descent_trap.py": 1,
    "ntpcheck/checks/gap.py": 1,
    "ntpcheck/checks/finite_rate.py": 2,
    "ntpcheck/checks/laws.py": 5,
    "ntpcheck/checks/limit.py": 1,
    "ntpcheck/checks/loss.py": 1,
    "ntpcheck/checks/path_laws.py": 1,
    "ntpcheck/checks/path_limit.py": 1,
    "ntpcheck/checks/residuals.py": 1,
    "properties/ntpcheck_papers/li2024/beyond/invariance.py": 5,
    "properties/ntpcheck_papers/li2024/figures/normalised.py": 6,
    "properties/ntpcheck_papers/li2024/section_4/arrows.py": 2,
    "properties/ntpcheck_papers/li2024/section_4/chains.py": 11,
    "properties/ntpcheck_papers/li2024/section_4/cyclic_correction.py": 3,
    "properties/ntpcheck_papers/li2024/section_4/floor.py": 14,
    "properties/ntpcheck_papers/li2024/section_4/minimum.py": 4,
    "properties/ntpcheck_papers/li2024/section_4/path_limits.py": 6,
    "properties/ntpcheck_papers/li2024/section_4/path_losses.py": 4,
    "properties/ntpcheck_papers/li2024/section_4/path_radius.py": 1,
    "properties/ntpcheck_papers/li2024/section_4/path_steps.py": 9,
    "properties/ntpcheck_papers/li2024/section_5/coercive.py": 7,
    "properties/ntpcheck_papers/li2024/section_5/comparison.py": 4,
    "properties/ntpcheck_papers/li2024/section_5/descent.py": 1,
    "properties/ntpcheck_papers/li2024/section_5/limit.py": 1,
    "properties/ntpcheck_papers/li2024/section_5/proof.py": 14,
    "properties/ntpcheck_papers/li2024/section_5/risk.py": 3,
    "properties/ntpcheck_papers/li2024/section_6/heads.py": 4,
    "properties/ntpcheck_papers/li2024/section_6/pseudo.py": 2,
    "properties/ntpcheck_papers/thrampoulidis2024/appendices/in_support_loss.py": 4,
    "properties/ntpcheck_papers/thrampoulidis2024/appendices/prefixes.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/beyond/closed_forms.py": 8,
    "properties/ntpcheck_papers/thrampoulidis2024/beyond/cover.py": 2,
    "properties/ntpcheck_papers/thrampoulidis2024/beyond/excluded.py": 5,
    "properties/ntpcheck_papers/thrampoulidis2024/beyond/sharpness.py": 7,
    "properties/ntpcheck_papers/thrampoulidis2024/figures/adam.py": 3,
    "properties/ntpcheck_papers/thrampoulidis2024/figures/figures_geometry.py": 3,
    "properties/ntpcheck_papers/thrampoulidis2024/figures/panels.py": 3,
    "properties/ntpcheck_papers/thrampoulidis2024/figures/speed.py": 6,
    "properties/ntpcheck_papers/thrampoulidis2024/figures/word_rows.py": 6,
    "properties/ntpcheck_papers/thrampoulidis2024/in_passing/merging.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/in_passing/statements.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/section_2/slopes.py": 4,
    "properties/ntpcheck_papers/thrampoulidis2024/section_3/approach.py": 5,
    "properties/ntpcheck_papers/thrampoulidis2024/section_3/null_components.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/section_3/one_hot.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/section_3/proposition_1.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/section_3/remark_1_one_hot.py": 2,
    "properties/ntpcheck_papers/thrampoulidis2024/section_3/section_3_1.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/section_3/solvable.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/section_3/statements.py": 3,
    "properties/ntpcheck_papers/thrampoulidis2024/section_4/closings.py": 4,
    "properties/ntpcheck_papers/thrampoulidis2024/section_4/genie.py": 6,
    "properties/ntpcheck_papers/thrampoulidis2024/section_4/path_brackets.py": 3,
    "properties/ntpcheck_papers/thrampoulidis2024/section_4/path_decomposition.py": 2,
    "properties/ntpcheck_papers/thrampoulidis2024/section_4/proof_cases.py": 4,
    "properties/ntpcheck_papers/thrampoulidis2024/section_5/comparison_cases.py": 2,
    "properties/ntpcheck_papers/thrampoulidis2024/section_5/descent_parts.py": 4,
    "properties/ntpcheck_papers/thrampoulidis2024/section_5/first_step.py": 1,
    "properties/ntpcheck_papers/thrampoulidis2024/section_5/growth.py": 5,
    "properties/ntpcheck_papers/thrampoulidis2024/section_5/infimum.py": 3,
    "properties/ntpcheck_papers/thrampoulidis2024/section_5/path_bounds.py": 4,
}


def test_an_option_that_only_falsehoods_pass_is_known_and_none_is_added() -> None:
    found = lies()
    assert {file: len(those) for file, those in found.items()} == LEFT, found
