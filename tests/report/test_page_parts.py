"""What stands beside a run on its page: typeset statements, planes, hunts, the self-test, speed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ntpcheck.errors import UnreadableFile
from ntpcheck.report.figures.plane import plane
from ntpcheck.report.figures.priorities import graphs, layers
from ntpcheck.report.figures.training import panels
from ntpcheck.report.formats.render import render
from ntpcheck.report.page.extras import Extras, Need, read_extras
from ntpcheck.report.page.html import page
from ntpcheck.report.page.witness_words import ATTENTION, named
from ntpcheck.report.record import gather
from ntpcheck.report.trust.curve import power
from tests.report import events

PLANE = {
    "title": "rows & contexts",
    "words": [[1.0, 0.0], [0.0, 2.0], [0.0, 2.0], [0.0, 0.0]],
    "contexts": [[1.0, 1.0], [-1.0, 0.5]],
    "follows": [[0, 1], [3]],
}


def words(drawn: ElementTree.Element) -> list[str]:
    """What an SVG says, a line each, without the letter of no width that ends an index."""
    return ["".join(element.itertext()).replace("\u200b", "") for element in drawn.iter("text")]


def test_a_plane_merges_rows_that_are_equal_and_names_one_that_vanishes() -> None:
    drawn = ElementTree.fromstring(plane(PLANE))
    assert {"w1", "w2, w3", "w4 = 0", "A", "B", "A: w1, w2"} <= set(words(drawn))
    assert len(list(drawn.iter("circle"))) == 2


def test_a_figure_may_be_a_plane_alone_or_go_with_curves() -> None:
    series = events.figure()["series"]
    assert [len(panels(s)) for s in (series, {"plane": PLANE}, {**series, "plane": PLANE})] == [4, 1, 5]


def trial(role: str, name: str, outcome: str, examples: int) -> dict[str, object]:
    return {
        "id": name,
        "role": role,
        "kind": "flipped",
        "statement": "s",
        "outcome": outcome,
        "examples": examples,
    }


TRUST = {
    "version": "0.1.0",
    "profile": "quick",
    "seed": 0,
    "trials": [
        trial("true", "toy/supported", "HOLDS", 40),
        trial("planted", "toy/supported#flipped", "FAILS", 1),
        trial("planted", "toy/supported#other", "FAILS", 12),
        trial("planted", "toy/refuted#flipped", "HOLDS", 0),
    ],
}  # fmt: skip


BOOKS = {
    "held": {"toy": {"formula": 7, "formula refuted by a lemma": 0, "limit held by laws": 2, "recorded": 1}},
    "reading": [["the book `toy`", 120], ["the verifier", 30]],
}


def test_the_power_curve_counts_what_was_caught() -> None:
    found = power(TRUST)
    assert found is not None
    assert found["line"].startswith("2 of 3 planted falsehoods detected, and 0 false alarms in 1 claims")
    assert [(row["kind"], row["planted"], row["found"]) for row in found["rows"]] == [
        ("flipped", 3, 2),
        ("all", 3, 2),
    ]
    assert power({}) is None
    several = power(TRUST | {"seeds": [0, 1, 2]})
    assert several is not None
    assert ", seeds 0, 1, 2)" in several["line"]
    apart = {"written": "text", "sure": "judged exactly"}
    trials: Any = TRUST["trials"]
    told = power(TRUST | {"trials": [one | apart for one in trials]})
    assert told is not None
    assert told["line"].endswith(
        "alone: 0 by a file that the verifier accepts, 2 judged exactly, 0 in floats only."
    )


def test_a_page_shows_the_other_commands_findings() -> None:
    needed = {
        "toy/supported": {
            "separable": Need("needed", "Dataset(...)"),
            "compatible": Need("not seen to be needed in 512"),
        }
    }
    bench = {
        "cases": [
            {
                "name": "entropy",
                "ratio": 12.5,
                "low": 11.0,
                "high": 14.0,
                "target": None,
                "against": "a loop",
            },
            {"name": "alone", "ratio": None, "low": None, "high": None, "target": None, "against": "no peer"},
        ]
    }
    extras = Extras(needed, TRUST | {"books": BOOKS}, bench, ("trust.json: torn",))
    text = page(gather(events.events()), extras)
    for title in ("assumptions", "trust"):
        assert f'<section id="{title}"' in text
        assert f'<a href="#{title}"' in text
    assert "</span> needed</td>" in text
    assert "not seen to be needed in 512" in text
    assert "2 of 3 planted" in text
    assert "150 lines are to be read" in text
    assert text.count('<td class="number">7</td></tr>') == 1
    assert '<td class="number">12.5</td>' in text
    assert "no peer" not in text
    assert "trust.json: torn" in text


@pytest.mark.parametrize(("said", "shown"), [("FAILS", True), ("HOLDS", False), ("SUSPECT", False)])
def test_an_assumption_that_a_planted_falsehood_leaves_out_is_needed(said: str, shown: bool) -> None:  # noqa: FBT001
    needed = {"toy/supported": {"compatible": Need("not seen to be needed in 512")}}
    kind = "dropped-assumption/compatible"
    planted = {"kind": kind, "statement": "The same without it", "verdict": said, "examples": 3}
    told = [
        event | {"planted": [planted]} if event["event"] == "verdict" else event for event in events.events()
    ]
    text = page(gather(told), Extras(needed))
    assert ("needed: a planted falsehood leaves it out, and fails" in text) is shown
    assert ("not seen to be needed in 512" in text) is not shown


def test_what_is_absent_leaves_no_section_behind() -> None:
    text = page(gather(events.events()))
    assert '<section id="assumptions"' not in text
    assert '<section id="trust"' not in text


@pytest.mark.usefixtures("folder")
def test_other_commands_files_are_found_and_damage_is_told(tmp_path: Path) -> None:
    assert read_extras([tmp_path]) == Extras()
    instance = {"type": "Dataset", "embeddings": [["1/2"]], "counts": [[1, 0]]}
    rows = [
        {"claim": "a/b", "assumption": "one", "need": "needed", "document": {"instance": instance}},
        {
            "claim": "a/b",
            "assumption": "two",
            "need": "not seen to be needed",
            "inside": 1234,
            "document": None,
        },
    ]
    (tmp_path / "needed.json").write_text(json.dumps({"rows": rows}))
    Path("trust.json").write_text(json.dumps(TRUST))
    Path("bench.json").write_text("{")
    found = read_extras([tmp_path])
    assert found.needed["a/b"]["one"] == Need("needed", "Dataset: embeddings [[1/2]]; counts [[1, 0]]")
    assert found.needed["a/b"]["two"] == Need("not seen to be needed in 1,234", "")
    assert found.trust == TRUST
    (damage,) = found.damaged
    assert damage.startswith("bench.json is not JSON (")
    Path("bench.json").write_text("{}")
    Path("trust.json").write_text('{"other": 1}')
    assert read_extras([]).damaged == ("trust.json: it has no trials",)


def test_a_witness_of_attention_shows_its_graphs_with_components_in_layers() -> None:
    assert layers({(0, 1), (1, 0), (1, 2), (0, 3), (2, 3)}) == [[[0, 1]], [[2]], [[3]]]
    assert layers(set()) == []
    instance = {"counts": [[1, 1, 0], [2, 0, 0], [0, 1, 1]], "last": [0, 0, 2], "labels": [0, 0, 1]}
    first, second = (ElementTree.fromstring(drawn) for drawn in graphs(instance))
    assert (words(first)[0], words(second)[0]) == ("last token e1", "last token e3")
    loops = [
        [path for path in drawn.iter("path") if path.get("class") == "arrow loop"]
        for drawn in (first, second)
    ]
    assert [len(found) for found in loops] == [1, 1]
    assert len(list(first.iter("circle"))) == 2


def test_a_claim_tells_where_it_is_tightest_and_which_corners_it_met() -> None:
    text = page(gather(events.events()))
    assert "Decoding: embeddings [[0.3333]]; counts [[2, 1]]; W [[1], [-1e-09]]</pre>" in text
    assert "Degenerate kinds among them: 2 of 3; not met: one token." in text
    refuted = text[text.index('<article id="toy/refuted"') : text.index('<article id="toy/suspect"')]
    assert "The instance with the smallest slack" not in refuted  # which its witness is
    assert "slack \u22121/2, about \u22120.5, judged exactly." in refuted


def test_a_witness_says_what_its_arrays_are() -> None:
    found = named({"labels": [0], "loss": 4, "knee": "1/2", "embeddings": [["1/2"]], "else": {"a": 1}})
    assert [field["name"] for field in found] == ["E", "y", "loss", "knee", "else"]
    assert found[0]["says"] == ATTENTION["embeddings"][1]
    assert found[2]["rows"] == [["cubic"]]
    assert [field["name"] for field in named({"labels": [0], "loss": 0, "knee": 0})] == ["y", "loss"]
    assert named({"embeddings": [["1"] * 300]}) == []


def test_main_results_stand_first_beside_their_amendments() -> None:
    told = json.loads(json.dumps(events.events()).replace("toy/supported", "toy/theorem-1/x/amended"))
    text = page(gather(json.loads(json.dumps(told).replace("toy/refuted", "toy/theorem-1/x"))))
    mains = text[text.index("<h3>Main results</h3>") : text.index("What changed against")]
    assert mains.index("REFUTED") < mains.index("SUPPORTED")
    assert mains.count('<tr><th scope="row">') == 1
    assert '<span class="id">toy/theorem-1/x</span>' in mains
    assert "python -m ntpcheck.verifier counterexamples/*.json" in text
    assert "<h3>Main results</h3>" not in page(gather(events.events()))


@pytest.mark.usefixtures("folder")
def test_a_paper_that_does_not_import_leaves_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homes() -> dict[str, Path]:
        raise UnreadableFile("paper 'toy:PAPER' does not import")

    monkeypatch.setattr("ntpcheck.report.catalogue.homes", homes)
    render(gather(events.events()), tmp_path, ["html"])
    said = "left out: which assumption is needed, as paper &#39;toy:PAPER&#39; does not import."
    assert said in (tmp_path / "index.html").read_text(encoding="utf-8")
