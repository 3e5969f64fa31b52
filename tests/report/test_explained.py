"""What a newcomer needs stands on the page: words, losses, what a lemma rests on, assumptions, dependents."""

from __future__ import annotations

import json
import math
import re
from itertools import product
from typing import Any

import pytest
import torch

from ntpcheck.arithmetic import FLOAT
from ntpcheck.instances.loss import LOSSES
from ntpcheck.reading import document
from ntpcheck.report.findings.document import dependents
from ntpcheck.report.page.extras import Extras, _needs  # pyright: ignore[reportPrivateUsage]
from ntpcheck.report.page.html import _letter, page
from ntpcheck.report.page.witness_words import exhibited, named
from ntpcheck.report.record import gather
from ntpcheck.report.words import survival
from ntpcheck.statement.document import examined
from ntpcheck.statement.printing.in_words import FORMULAS, KNEED
from ntpcheck.statement.printing.in_words import LOSSES as NAMES
from ntpcheck_papers import li2024
from tests.report import events


def computed(name: str, u: float, a: float) -> float:
    """The value of a loss by the formula that people read."""
    said, _, _ = FORMULAS[name].partition(" for ")
    if name == "cubic" and abs(u - a) > 1:
        edge = math.copysign(1, u - a)
        return -(edge**3) - 3 * (u - a - edge)
    code = said.replace("|u - a|", "abs(u - a)").replace("^", "**")
    return float(eval(code, {"log": math.log, "exp": math.exp, "abs": abs}, {"u": u, "a": a}))


@pytest.mark.parametrize("row", LOSSES, ids=lambda row: row.name)
def test_a_loss_is_printed_by_the_formula_that_computes_it(row: Any) -> None:
    assert list(NAMES) == [each.name for each in LOSSES] == list(FORMULAS)
    assert bool(re.search(r"\ba\b", FORMULAS[row.name])) == (row.name in KNEED)
    for u, a in product((0.25, 0.5, 1.75, 3.0), (0.0, 0.5, 1.0)):
        value = float(row.value(FLOAT, torch.tensor(u).double(), torch.tensor(a).double()))
        assert computed(row.name, u, a) == pytest.approx(value, rel=1e-12)


def test_a_witness_says_its_loss_and_what_its_lemma_exhibits() -> None:
    fields = {field["name"]: field for field in named({"labels": [0], "loss": 4, "knee": "1"})}
    assert fields["loss"]["says"].startswith("the cubic loss: l(u) = -(u - a)^3 for |u - a| <= 1")
    hints = {"claim.direction": [[1, 0], [-1, 0]], "claim.near": "3", "Wcyc": {"point": [["0"]]}, "W": {}}
    assert [(field["name"], field["rows"]) for field in exhibited(hints)] == [
        ("Z", [["1", "0"], ["-1", "0"]]),
        ("near", [["3"]]),
        ("W^cyc", [["0"]]),
    ]
    assert exhibited({"separable.D": {"active": [0]}}) == []


def test_what_a_name_raises_or_counts_is_set_so() -> None:
    assert _letter("W^cyc") == "<msup><mi>W</mi><mi>cyc</mi></msup>"
    assert _letter("W_0") == "<mi>W₀</mi>"


def test_what_uses_a_claim_follows_chains() -> None:
    used = {"c": ("b",), "b": ("a",), "d": ("e",)}
    assert dependents("a", used) == {"b", "c"}
    assert dependents("c", used) == set()


def test_a_main_result_says_what_it_assumes_what_its_repair_changes_and_what_depends_on_it() -> None:
    text = json.dumps(events.events()).replace("toy/supported", "toy/theorem-1/x/amended")
    told = json.loads(text.replace("toy/refuted", "toy/theorem-1/x"))
    for event in told:
        for one in event.get("claims", []):
            if isinstance(one, dict) and one["id"].endswith("/amended"):
                one["assumptions"] = ["separable", "steep"]
    told[0]["papers"][0]["rests_on"] = {"toy/suspect": ["toy/theorem-1/x"]}
    told[0]["texts"]["toy/theorem-1/x/amended"] = "Better.\n\nChecked on a line.\n\nReading: as said."
    mains = page(gather(told)).partition("<h3>Main results</h3>")[2].partition("<h3>All claims")[0]
    assert "Assumes compatible, separable." in mains
    assert "Assumes also steep, and no longer compatible. Checked on a line." in mains
    assert 'What depends on this: <a href="#toy/suspect">toy/suspect</a> (SUSPECT).' in mains
    assert "as said" not in mains
    assert "smallest change" not in mains
    told[0]["papers"][0]["rests_on"] = {"toy/else": ["toy/suspect"]}
    assert "What depends on this: no other statement that is checked here." in page(gather(told))
    told[0]["papers"][0]["rests_on"] = {}  # the paper does not say what rests on what
    assert "What depends on this:" not in page(gather(told), Extras())
    del told[0]["papers"][0]["rests_on"]  # a journal of an older version says nothing of it
    assert "What depends on this:" not in page(gather(told), Extras())


def test_a_counterexample_to_a_paper_of_ones_own_is_judged_by_its_book() -> None:
    told = events.events()
    plain = "python -m ntpcheck.verifier counterexamples/*.json"
    assert plain in page(gather(told))
    told[0]["patterns"] = ["toy.book"]
    told[0]["places"] = dict.fromkeys(("toy/refuted", "toy/supported"), ("papers/toy.book", 3))
    text = page(gather(told))
    option = "--book=../../../papers/toy.book"
    assert f"python -m ntpcheck.verifier {option} counterexamples/*.json" in text
    assert f"python -m ntpcheck.verifier {option} counterexamples/toy_refuted.json" in text
    told[0]["patterns"] = ["toy/*"]  # of an installed paper, whose book the verifier finds
    assert plain in page(gather(told))


def test_a_main_result_says_how_many_statements_of_its_proof_fall() -> None:
    told = json.loads(json.dumps(events.events()).replace("toy/supported", "toy/theorem-1/x"))
    uses = {"toy/theorem-1/x": ["toy/refuted"], "toy/refuted": ["toy/ill_posed", "toy/exhausted"]}
    told[0]["papers"][0]["rests_on"] = uses
    text = page(gather(told))
    said = (
        "Of the statements checked here that its proof uses, 2 of 3 fall as written; none stand once repaired"
    )
    assert f"{said}." in text.partition("<h3>Main results</h3>")[2].partition("<h3>All claims")[0]
    assert f'{said}: <a href="#toy/refuted">toy/refuted</a>' in text
    repaired = json.loads(json.dumps(told).replace("toy/exhausted", "toy/refuted/amended"))
    repaired[0]["papers"][0]["rests_on"] = {"toy/theorem-1/x": ["toy/refuted"]}
    said = "Of the statements checked here that its proof uses, 1 of 1 falls as written; it stands once "
    said += "repaired"
    assert said in page(gather(repaired))
    told[0]["papers"][0]["rests_on"] = {"toy/theorem-1/x": ["toy/exhausted"]}
    assert "its proof uses" not in page(gather(told))


def test_a_claim_that_falls_says_which_main_results_use_it_and_how_many_others() -> None:
    told = json.loads(json.dumps(events.events()).replace("toy/supported", "toy/theorem-1/x"))
    uses = {"toy/theorem-1/x": ["toy/refuted"], "toy/suspect": ["toy/theorem-1/x"]}
    told[0]["papers"][0]["rests_on"] = uses
    entry = page(gather(told)).partition('<article id="toy/refuted"')[2].partition("</article>")[0]
    main = '<a href="#toy/theorem-1/x">Sec. &lt;2&gt;</a> (SUPPORTED)'
    assert f"Main results whose proofs use this: {main}; other statements: 1." in entry
    told[0]["papers"][0]["rests_on"] = {"toy/else": ["toy/suspect"]}
    entry = page(gather(told)).partition('<article id="toy/refuted"')[2].partition("</article>")[0]
    assert "Main results whose proofs use this: none." in entry


def test_sentences_beside_a_main_result_stand_apart() -> None:
    told = json.loads(json.dumps(events.events()).replace("toy/supported", "toy/theorem-1/x"))
    text = page(gather(told), Extras())
    mains = text.partition("<h3>Main results</h3>")[2].partition("<h3>All claims")[0]
    assert 'separable.</span><span class="note">No counterexample in 510 instances' in mains
    assert ".mains .note { display: block; }" in text


def test_one_try_is_no_evidence_that_an_assumption_is_not_needed() -> None:
    row = {"claim": "x", "assumption": "a", "need": "not seen to be needed", "inside": 1}
    assert _needs({"rows": [row]})["x"]["a"].need == "tried on one instance only"
    assert _needs({"rows": [row | {"inside": 2}]})["x"]["a"].need == "not seen to be needed in 2"


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ([("SUPPORTED", None, False)] * 2, "Of 2 assertions of main results, 2 stand as written."),
        (
            [("SUPPORTED", None, False), ("REFUTED", "SUPPORTED", False), ("ILL_POSED", "SUPPORTED", True)],
            "Of 3 assertions of main results, 1 stands as written; 1 is refuted and 1 is undefined. "
            "All 2 stand once repaired; 1 of 2 is of an older version.",
        ),
        (
            [("REFUTED", "SUPPORTED", False), ("SUSPECT", None, False)],
            "Of 2 assertions of main results, 0 stand as written; 1 is refuted and 1 is without a verdict "
            "that counts. 1 of these 2 stand once repaired (of 1 no repair was checked).",
        ),
        (
            [("REFUTED", None, False)],
            "Of 1 assertion of main results, 0 stand as written; 1 is refuted. "
            "No repair of it was checked.",
        ),
        (
            [("REFUTED", "SUSPECT", False)],
            "Of 1 assertion of main results, 0 stand as written; 1 is refuted. No repair of it stands.",
        ),
    ],
)  # fmt: skip
def test_main_results_are_counted_by_what_becomes_of_them(verdicts: Any, said: str) -> None:
    assert survival(verdicts) == said


def test_a_slack_says_what_its_sign_means_and_the_page_what_slack_is() -> None:
    text = page(gather(events.events()))
    assert "<dt>slack</dt>" in text
    assert "The smallest slack was 0, judged in floats: the two sides meet, or differ by less than" in text
    assert "The smallest slack was 0.3, judged in floats: by so much the claim held at least." in text
    assert "<h5>Where it has no value</h5>" in text or "Where it has no value, and evidence" in text


def test_the_rates_that_a_path_is_outrun_by_are_printed() -> None:
    paper = li2024.PAPER
    assert paper.folder is not None
    assert paper.shelf is not None
    stored = document(paper.folder / "counterexamples" / "attention--theorem-1--direction.json")
    (premise,) = (
        line for line in examined(stored, {paper.shelf.key: paper.shelf}).lines if line.startswith("premise")
    )
    fast, most = map(float, re.findall(r"by (?:at most )?(\d\S*)", premise))
    assert (fast, most) == (pytest.approx(4 / math.sqrt(10), rel=1e-5), 1)  # Z has the norm sqrt(10)
