"""Good files of every kind are accepted, and say in readable lines what was checked."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path

import pytest

from ntpcheck.verifier import __main__ as verifier
from tests.verifier import oracle
from tests.verifier.examples import (
    ASSUMPTIONS,
    CONCLUSIONS,
    GOOD,
    ONE,
    dataset,
    document,
    examined,
    expression,
)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_file_is_accepted(name: str, tmp_path: Path) -> None:
    found = examined(GOOD[name], tmp_path)
    assert (found["outcome"], found["reason"]) == ("ACCEPTED", "")
    assert oracle.shows(GOOD[name])


def test_every_kind_and_every_assumption_has_a_good_example() -> None:
    assert {made["certificate"]["kind"] for made in CONCLUSIONS.values()} == set(verifier.CONCLUSIONS)
    assert {name for made in ASSUMPTIONS.values() for name in made["assumptions"]} == set(
        verifier.ASSUMPTIONS
    )


def test_a_formula_is_written_with_the_instance_s_own_letters(tmp_path: Path) -> None:
    lines = examined(CONCLUSIONS["inequality"], tmp_path)["lines"]
    assert lines[-2:] == [
        "conclusion  slack = log(exp(h[0,0] * W[0,0]) / (exp(h[0,0] * W[0,0]) + 1))",
        "conclusion  slack < 0: it is at most -0.126928",
    ]
    lines = examined(CONCLUSIONS["inequality, exactly zero"], tmp_path)["lines"]
    assert lines[-2:] == [
        "conclusion  slack = 1 - exp(sqrt(gamma) - (3/2))",
        "conclusion  slack <= 0: it is at most 0",
    ]


def test_a_long_formula_is_cut_into_named_parts(tmp_path: Path) -> None:
    nodes = [["at", "embeddings", 0, 0], ["neg", 0]]
    nodes += [["+", k, 0] for k in range(1, 40)]
    found = examined(
        document(
            ONE,
            expression(
                "slack <= 0",
                ["const", -60],
                ["*", 0, 0],
                *[
                    [name, *(i + 2 if isinstance(i, int) else i for i in rest)]
                    if name != "at"
                    else [name, *rest]
                    for name, *rest in nodes
                ],
                ["-", 0, 42],
            ),
        ),
        tmp_path,
    )
    formula = [line for line in found["lines"] if " = " in line and line.startswith("conclusion")][1:]
    assert found["outcome"] == "ACCEPTED"
    assert len(formula) > 2
    assert max(map(len, formula)) < 200
    assert formula[-1].startswith("conclusion  slack = (-60) - (")


def test_claim_statement_and_what_was_dropped_are_printed(tmp_path: Path) -> None:
    made = deepcopy(CONCLUSIONS["positivity"]) | {
        "dropped": ["full-rank", "compatible"],
        "claim": "a/b",
        "statement": "All is well.",
    }
    assert examined(made, tmp_path)["lines"][:4] == [
        "claim       a/b: All is well.",
        "instance    Dataset, m = 1, V = 3, d = 1",
        "dropped     full-rank, compatible",
        "assumption  separable: the data are separable",
    ]


def test_what_a_file_says_about_itself_is_not_believed(tmp_path: Path) -> None:
    made = GOOD["farkas"] | {
        "slack": "1000",
        "rigor": "TREND",
        "found": {"seed": 0.5, "verdict": "SUPPORTED"},
    }
    assert examined(made, tmp_path)["outcome"] == "ACCEPTED"


@pytest.mark.parametrize(
    ("instance", "certificate", "reason"),
    [
        (ONE, {"kind": "positivity", "context": 0, "token": 0}, "not outside"),
        (ONE, {"kind": "kernel", "y": [[0, 1, 1]]}, "not inside"),
        (ONE, {"kind": "proof"}, "is needed"),
        (ONE, {}, "is needed"),
        (dataset([[0]], [[1, 1]]), {"kind": "gap", "q": [["3/2", "-1/2"]]}, "probability"),
        (dataset([[1]], [[1, 0]]), {"kind": "gap", "q": [["1/2", "1/2"]]}, "is not 0"),
        (dataset([[0]], [[1, 1]]), {"kind": "gap", "q": [["1/3", "2/3"]]}, "should be negative"),
        (ONE, expression("slack <= 0", ["const", 1]), "should be negative"),
        (ONE, expression("slack < 0", ["const", 0]), "should be negative"),
    ],
)
def test_a_rejection_names_what_is_missing(
    instance: object, certificate: object, reason: str, tmp_path: Path
) -> None:
    found = examined(document(instance, certificate), tmp_path)
    assert found["outcome"] == "REJECTED"
    assert re.search(reason, found["reason"])


def test_an_assumption_the_verifier_never_heard_of_needs_its_own_program(tmp_path: Path) -> None:
    bare = document(ONE, GOOD["member"]["certificate"], acyclic={})
    assert "a certificate of the kind inequality is needed" in examined(bare, tmp_path)["reason"]
    program = {"kind": "inequality", "says": "slack < 0", "nodes": [["at", "embeddings", 0, 0], ["neg", 0]]}
    made = document(ONE, GOOD["member"]["certificate"], positive_corner=program)
    found = examined(made, tmp_path)
    assert found["outcome"] == "ACCEPTED"
    assert any(line.startswith("assumption  positive-corner: ") for line in found["lines"])


def test_exact_zeros_are_decided_and_hidden_ones_are_not(tmp_path: Path) -> None:
    folded = expression(
        "slack <= 0", ["const", "9/4"], ["sqrt", 0], ["const", "3/2"], ["-", 1, 2], ["log1p", 3]
    )
    hidden = expression("slack <= 0", ["const", 2], ["log", 0], ["exp", 1], ["-", 2, 0])
    assert examined(document(ONE, folded), tmp_path)["outcome"] == "ACCEPTED"
    assert "not decided" in examined(document(ONE, hidden), tmp_path, patience=10)["reason"]


def test_precision_is_raised_until_a_tiny_difference_is_seen(tmp_path: Path) -> None:
    made = expression(
        "slack < 0", ["const", -1000], ["exp", 0], ["const", 1], ["+", 1, 2], ["log", 3], ["neg", 4]
    )
    assert examined(document(ONE, made), tmp_path)["outcome"] == "ACCEPTED"
    wide = expression("slack < 0", ["const", -1000000], ["exp", 0], ["neg", 1])
    assert "not decided" in examined(document(ONE, wide), tmp_path)["reason"]
    bounded = expression("slack < 0", ["const", -1000000], ["exp", 0], ["const", 1], ["-", 1, 2])
    assert examined(document(ONE, bounded), tmp_path)["outcome"] == "ACCEPTED"


def test_paper_size_data_fit_into_patience(tmp_path: Path) -> None:
    embeddings = [[(7 * j * k + j + 3 * k) % 17 - 8 for k in range(60)] for j in range(50)]
    made = document(
        dataset(embeddings, [[1] * 6 + [0] * 4] * 50), GOOD["member"]["certificate"], nonzero_embeddings={}
    )
    assert examined(made, tmp_path)["outcome"] == "ACCEPTED"
