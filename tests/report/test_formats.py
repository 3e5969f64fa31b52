"""A run as LaTeX, JUnit, observations, and on a GitHub job's pages, read by strict readers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ntpcheck.report.catalogue import index
from ntpcheck.report.formats.github import LARGEST_SUMMARY, MOST_ANNOTATIONS, job_annotations, job_summary
from ntpcheck.report.formats.junit import junit
from ntpcheck.report.formats.latex import latex, text
from ntpcheck.report.formats.observations import observations
from ntpcheck.report.page.html import page
from ntpcheck.report.record import Record, gather
from tests.report import events

# What the schema that Jenkins holds files to (junit-10.xsd of its xunit plugin) allows here, and wants:
# attributes, those among them that have to be there, and children.
JUNIT = {
    "testsuites": ({"name", "time", "tests", "failures", "errors"}, set(), {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname", "id", "file"},
        {"name", "tests", "failures", "errors"},
        {"testcase", "system-out"},
    ),
    "testcase": (
        {"name", "time", "classname", "group"},
        {"name"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "failure": ({"message", "type"}, set(), set()),
    "error": ({"message", "type"}, set(), set()),
    "skipped": ({"message", "type"}, set(), set()),
    "system-out": (set(), set(), set()),
}
PAPER = r"""\documentclass{article}
\usepackage{booktabs,longtable}
\input{claims}
\begin{document}
\ntpreproducibility{} We checked \ntptotal{claims}, \ntptotal{NOSUCH}, $x=\ntp{slack}{toy/refuted}$,
\ntp{verdict}{toy/ill_posed}, \ntp{n}{toy/exhausted}.
\ntptable
\end{document}
"""


def record(told: list[dict[str, Any]] | None = None) -> Record:
    return gather(told or events.events())


def many(count: int) -> Record:
    """A run with that many claims that differ from what is expected of them."""
    told = events.events()
    run = next(event for event in told if event["event"] == "run")
    one = events.claim("SUSPECT")
    run["claims"] = [one | {"id": f"toy/{number}", "statement": "long " * 60} for number in range(count)]
    verdicts = [events.verdict("SUSPECT") | {"claim": claim["id"]} for claim in run["claims"]]
    return gather([told[0], run, *verdicts])


def test_every_number_of_a_run_is_a_macro() -> None:
    found = latex(record())
    assert "-{}-seed 0}, followed by the claims' ids, repeats the run." in found
    assert found.isascii()
    for name in ("verdict", "n", "admitted", "slack", "rigor"):
        assert f"\\ntp@set{{{name}}}{{toy/refuted}}" in found
    assert "\\ntp@set{total}{claims}{8}" in found
    assert found.count(r"\\") == len(events.WORDS) + 1
    opened = re.findall(r"\\(begin|end)\{longtable\}", found)
    assert opened == ["begin", "end"]


@pytest.mark.parametrize(
    ("plain", "set_"),
    [
        ("50% of A_longer & B", r"50\% of A\_longer \& B"),
        ("W_k -> W^mm", r"W\textsubscript{k} $\to$ W\textsuperscript{mm}"),
        ("||W|| >= eta, \u2713", r"$\|$W$\|$ $\geq$ $\eta$, ?"),
        (r"\input{x} <~^", r"\textbackslash{}input\{x\} $<$\textasciitilde{}\textasciicircum{}"),
    ],
)
def test_text_is_set_and_not_run(plain: str, set_: str) -> None:
    assert text(plain) == set_


def test_a_stock_latex_compiles_it(tmp_path: Path) -> None:
    engine = shutil.which("pdflatex") or shutil.which("tectonic")
    if engine is None:
        pytest.skip("neither pdflatex nor tectonic is installed; the structure is checked above")
    (tmp_path / "claims.tex").write_text(latex(record()))
    statements = [text(claim["statement"]) for paper in index() for claim in paper["claims"]]
    (tmp_path / "paper.tex").write_text(
        PAPER.replace(r"\end{document}", "\n\n".join([*statements, r"\end{document}"]))
    )
    options = ["-halt-on-error", "-interaction=nonstopmode"] if engine.endswith("pdflatex") else []
    done = subprocess.run([engine, *options, "paper.tex"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert (tmp_path / "paper.pdf").stat().st_size > 10_000


def test_junit_keeps_the_schema_of_jenkins() -> None:
    root = ElementTree.fromstring(junit(record()).encode())
    for element in root.iter():
        known, wanted, children = JUNIT[element.tag]
        assert wanted <= set(element.attrib) <= known, element.tag
        assert {child.tag for child in element} <= children
        assert re.fullmatch(r"[0-9]{0,3}(,?[0-9]{3})*(\.[0-9]*)?", element.get("time", ""))
    (suite,) = root
    kinds = {case.attrib["name"]: [child.tag for child in case] for case in suite}
    assert kinds["toy/refuted"] == kinds["toy/supported"] == ["system-out"]
    assert kinds["toy/broken"] == ["error", "system-out"]
    assert kinds["toy/suspect"] == ["failure", "system-out"]
    assert kinds["toy/undecided"] == ["skipped", "system-out"]
    counted = [suite.attrib[name] for name in ("tests", "failures", "errors", "skipped")]
    assert counted == ["8", "3", "1", "1"]


def test_each_case_of_junit_says_its_verdict_and_shows_its_witness() -> None:
    root = ElementTree.fromstring(junit(record()).encode())
    said = {case.attrib["name"]: case.findtext("system-out") or "" for case in root.iter("testcase")}
    assert all(
        text.startswith((f"{word}, expected ", f"{word}, nothing was expected"))
        for name, text in said.items()
        for word in [name.removeprefix("toy/").upper()]
    )
    assert "Decoding: embeddings [[1/2, 1]]; counts [[3, 0]]; W [[1], [0]]\n" in said["toy/refuted"]
    assert "slack -1/2, about -0.5, judged exactly\n" in said["toy/refuted"]


@pytest.mark.parametrize(
    ("patterns", "again"),
    [
        ([], "python -m ntpcheck verify 'toy/refuted'"),
        (["toy", "my.book", "my:PAPER"], "python -m ntpcheck verify 'my.book' 'my:PAPER' 'toy/refuted'"),
    ],
)
def test_the_command_that_repeats_a_case_names_papers_that_are_not_installed(
    patterns: list[str], again: str
) -> None:
    told = events.events()
    for event in told:
        if event["event"] == "selection":
            event["patterns"] = patterns
    (failure,) = (
        case.findtext("system-out") or ""
        for case in ElementTree.fromstring(junit(record(told))).iter("testcase")
        if case.get("name") == "toy/refuted"
    )
    assert failure.splitlines()[-1] == again


@pytest.mark.parametrize(
    ("loss", "says"), [(0, "the log loss; labels [0]"), (4, "the cubic loss; labels [0]; knee 1/2")]
)
def test_a_witness_names_its_loss_and_the_knee_of_a_loss_that_has_one(loss: int, says: str) -> None:
    told = events.events()
    found = next(event for event in told if event["event"] == "witness")
    found["instance"] = {"type": "Attention", "labels": [0], "loss": loss, "knee": "1/2"}
    found["repr"] = f"Attention(labels=[0], loss={loss}, knee='1/2')"
    found["lines"] = [*found["lines"], "sides       0.98512 <= 1 is false"]
    for shown in (junit(record(told)), page(record(told))):
        assert f"Attention: {says}\n" in shown or f"Attention: {says}</pre>" in shown
        assert "0.985 &lt;= 1 is false" in shown or "0.985 ≤ 1 is false" in shown
        assert f"loss={loss}" not in shown
        assert "knee=" not in shown


def test_junit_holds_no_character_that_xml_forbids() -> None:
    told = events.events()
    for event in told:
        if event["event"] == "verdict" and event["verdict"] == "BROKEN":
            event["reason"] = "bell \x07, null \x00, half \ud800, \ufffe and <tag> ]]>"
    found = junit(record(told))
    case = next(e for e in ElementTree.fromstring(found.encode()).iter("error"))
    assert "bell \ufffd, null \ufffd, half \ufffd, \ufffd and <tag> ]]>" in (case.text or "")


def test_observations_have_the_fields_of_hypothesis() -> None:
    lines = [json.loads(line) for line in observations(record()).splitlines()]
    cases = [line for line in lines if line["type"] == "test_case"]
    required = {"run_start", "property", "status", "status_reason", "representation", "arguments"}
    required |= {"how_generated", "features", "coverage", "timing", "metadata", "type"}
    assert all(set(case) == required for case in cases)
    assert {case["status"] for case in cases} == {"passed", "failed"}
    told = [(case["property"], case["status"]) for case in cases]
    assert len(set(told)) == len(told) == 8 + 2  # the nearest instance of each claim, and two witnesses
    infos = {line["property"]: line["content"] for line in lines if line["type"] == "info"}
    assert infos["toy/supported"]["holds"] == 510
    assert {line["type"] for line in lines} == {"test_case", "info"}
    failed = next(case for case in cases if case["status"] == "failed")
    assert failed["arguments"]["counts"] == [[3, 0]]
    assert {line["run_start"] for line in lines} == {1_767_225_600.0}
    assert all(
        isinstance(case["features"], dict) and min(case["timing"].values(), default=0) >= 0 for case in cases
    )


def test_a_job_summary_says_what_differs_first() -> None:
    found = job_summary(record())
    assert found.startswith("## ntpcheck: 3 passed, 3 failed, 0 skipped, 1 newly undecided, 1 new\n")
    assert found.index("`toy/suspect`: SUSPECT, expected SUPPORTED") < found.index("<details>")
    assert found.count("\n| ") == len(events.WORDS) + 2


def test_a_job_summary_never_gets_too_long() -> None:
    found = job_summary(many(4000))
    assert 0 < len(found.encode()) <= LARGEST_SUMMARY
    assert "more claims are in index.html" in found


def test_what_falls_and_was_not_expected_to_is_told_with_its_counterexample() -> None:
    told = events.events()
    for event in told:
        for one in event.get("claims", []):
            if one["id"] == "toy/refuted":
                one["expected"] = "SUPPORTED"
    fails = "toy/refuted: REFUTED, expected SUPPORTED; fails on Decoding: embeddings [[1/2, 1]];"
    assert f"::{fails}" in job_annotations(record(told))
    assert fails.replace("toy/refuted", "`toy/refuted`", 1) in job_summary(record(told))


def test_annotations_are_escaped_and_few() -> None:
    lines = job_annotations(record()).splitlines()
    assert len(lines) == 5
    doubt = "::warning title=toy/undecided::toy/undecided: UNDECIDED, expected SUPPORTED"
    assert [line for line in lines if not line.startswith("::error title=")] == [doubt]
    told = events.events()
    told[0]["places"] = {"toy/suspect": ["papers/toy.book", 17]}
    (line,) = [line for line in job_annotations(record(told)).splitlines() if "toy/suspect" in line]
    assert line.startswith("::error file=papers/toy.book,line=17,title=toy/suspect::")
    lines = job_annotations(many(40)).splitlines()
    assert len(lines) == MOST_ANNOTATIONS
    assert lines[-1] == "::error title=ntpcheck::and 31 more verdicts differ"
