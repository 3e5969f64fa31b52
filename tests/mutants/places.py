"""What is changed, and the fast tests that should notice: those of the module first, as they end a trial."""

from __future__ import annotations

from tests.mutants.forks import ROOT

ENGINE = tuple(
    f"tests/engine/test_{name}.py"
    for name in ("judgement", "settle", "sweep", "entering", "suspicion", "run", "exhaust", "conformance")
)
TESTS: dict[str, tuple[str, ...]] = {
    "ntpcheck/evidence.py": ("tests/test_evidence.py", "tests/test_evidence_joined.py", *ENGINE),
    "ntpcheck/arithmetic.py": ("tests/test_arithmetic.py", "tests/test_evidence.py", *ENGINE),
    "ntpcheck/engine/judgement.py": ENGINE,
    "ntpcheck/engine/settle.py": ENGINE,
    "ntpcheck/engine/sweep.py": ("tests/engine/test_sweep.py", *ENGINE),
    "ntpcheck/engine/filling.py": ("tests/engine/test_sweep.py", "tests/engine/test_filling.py", *ENGINE),
    "ntpcheck/checks/compare.py": ("tests/checks/test_compare.py", *ENGINE),
    "ntpcheck/checks/limit.py": (
        "tests/checks/test_limit_rows.py", "tests/checks/test_path_limit.py", "tests/checks/test_limit.py",
    ),
    "ntpcheck/reference/max_margin.py": (
        "tests/reference/test_margin_routes.py", "tests/reference/test_exact_margin.py",
        "tests/reference/test_max_margin.py",
    ),
    "ntpcheck/dynamics/flow.py": (
        "tests/dynamics/test_flow_parts.py", "tests/dynamics/test_flow.py",
        "tests/checks/test_limit.py", "tests/checks/test_laws.py",
    ),
}  # fmt: skip
VERIFIER = tuple(
    sorted(
        str(path.relative_to(ROOT))
        for path in (ROOT / "ntpcheck" / "verifier").rglob("*.py")
        if not path.name.startswith("__")
    )
)
# Cheapest first. The lemmas of the attention paper take most of the time, so only lemmas are tried on them.
ORDERED = (
    *("far", "layout", "calculus", "exact_zeros", "claims", "command", "symbols", "meaning", "identities"),
    *("judge", "algebra", "exact_edges", "words", "convexity", "evaluate", "enclosure_of_a_path", "printing"),
    *("world", "growth", "lemmas_linear_paper", "exact", "points", "grammar", "hostile", "lemmas_toys"),
    *("optimum", "digest", "lemma_parts"),
)
LEMMAS = (
    *("lemma_parts", "lemma_balanced", "lemma_descends", "lemmas_linear_paper", "lemmas_toys", "constants"),
    *("scalar_limits", "lemmas_attention", "lemmas_attention_paper", "true_statements"),
)
CHEAP = (
    *ORDERED,
    *sorted(
        path.stem.removeprefix("test_")
        for path in (ROOT / "tests" / "verifier").glob("test_*.py")
        if path.stem.removeprefix("test_") not in (*ORDERED, *LEMMAS)
    ),
)
OF_LEMMAS = (
    *("premises", "limits", "growth", "equations", "polynomials", "scopes", "sequences"),
    *("crossings", "goals", "nearby", "placed", "gradients", "constants", "far", "geometric", "convexity"),
    *("optimum", "points"),
)


def tests_of(path: str) -> tuple[str, ...]:
    """The files of tests for a module, in the order in which they are run."""
    if path in TESTS:
        return tuple(test for test in dict.fromkeys(TESTS[path]) if (ROOT / test).exists())
    name = path.rpartition("/")[2].removesuffix(".py")
    own = [stem for stem in CHEAP if stem.startswith(name)]
    rest = (*LEMMAS, *CHEAP) if name.startswith(OF_LEMMAS) or "/lemmas/" in path else CHEAP
    return tuple(f"tests/verifier/test_{stem}.py" for stem in dict.fromkeys([*own, *rest]))
