"""What the page says of each claim."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ntpcheck.report import words
from ntpcheck.report.catalogue import BOOK, names_paper
from ntpcheck.report.figures.priorities import graphs
from ntpcheck.report.findings.document import dependents, rests
from ntpcheck.report.gate import compared
from ntpcheck.report.page import formulas
from ntpcheck.report.page.extras import Extras, Need
from ntpcheck.report.page.witness_words import exhibited, named
from ntpcheck.report.record import Record, Row
from ntpcheck.report.trust import kernel
from ntpcheck.report.trust.recorded import record as recorded
from ntpcheck.report.typography import changes, paragraphs
from ntpcheck.report.why import GROUPS, Why, fallen, is_main, stated_by
from ntpcheck.statement.printing.in_words import code_in_words, headline, in_words

DIGITS = re.compile(r"-?\d+\.\d{4,}(?:e[+-]?\d+)?")
AMENDED = "/amended"
OUTCOMES = {"HOLDS": "held", "FAILS": "failed", "UNDEFINED": "was undefined", "UNDECIDED": "was not decided"}
EDGES = {  # why an instance was left out, where no assumption alone is the reason
    "on the boundary": "too near an edge to tell",
    "outside, decided exactly": "outside by exact arithmetic",
}
FEW = 3  # kinds of instances that are named; hundreds of claims with a long list each would fill the page

Section = dict[str, Any]


def sections(record: Record, extras: Extras) -> list[Section]:
    """One entry per claim, in the papers' order; an amended statement and its original know each other.

    extras: the trials of a self-test, whose planted falsehoods are shown where the run had none; what hunts
    without an assumption found; and why claims fall.
    """
    differing = {c.id for c in compared(record).differing}
    planted: dict[str, list[dict[str, Any]]] = {}
    for trial in extras.trust.get("trials", ()):
        if trial.get("role") == "planted":
            planted.setdefault(str(trial["id"]).partition("#")[0], []).append(_trial(trial))
    found = [
        _section(row, record, planted.get(row.id, ()), extras.reasons.get(row.id)) for row in record.rows
    ]
    by_id = {section["claim"]["id"]: section for section in found}
    uses = {paper["key"]: paper["rests_on"] for paper in record.papers if paper.get("rests_on")}
    for section in found:
        name: str = section["claim"]["id"]
        section["differs"] = name in differing
        section["book"] = book(record, name)
        section["needs"] = _needs(section, extras.needed.get(name, {}))
        section["amended"] = by_id.get(name + AMENDED)
        section["dependents"] = section["proof"] = None
        used = uses.get(section["claim"]["paper"])
        if used is not None and (section["main"] or section["fallen"]):
            above = dependents(name, used)
            section["dependents"] = [by_id[i] for i in by_id if "/proof/" not in i and i in above]
            section["proof"] = _proof(rests(name, used), by_id) if section["main"] else None
        section["original"] = by_id.get(name.removesuffix(AMENDED)) if name.endswith(AMENDED) else None
    return found


UP = "../../.."  # from a run's folder to the one that it began in


def book(record: Record, claim_id: str) -> str:
    """The verifier's option that names the book of a claim, from the run's folder, where a paper was named.

    The verifier finds the books of the papers that come with ntpcheck by itself.
    """
    named = any(names_paper(pattern) for pattern in record.selection.get("patterns", ()))
    file, _ = record.selection.get("places", {}).get(claim_id, ("", 0))
    return f" --book={UP}/{file}" if named and file.endswith(BOOK) else ""


def _proof(used: set[str], by_id: Mapping[str, Section]) -> dict[str, Any]:
    """What a claim rests on, as far as the paper states it and the run has checked it: how many statements,
    which of them fall, and how many of these stand once repaired.
    """
    parts = [s for i, s in by_id.items() if i in used and s["group"] == GROUPS[0]]
    fall = [part for part in parts if part["fallen"]]
    repairs = [by_id.get(part["claim"]["id"] + AMENDED) for part in fall]
    stand = sum(repair is not None and repair["word"] in words.SOUND for repair in repairs)
    return {"checked": len(parts), "fall": fall, "repaired": stand}


def anchor(claim_id: str) -> str:
    """Where on the page a claim stands. Sections of the page have names without a slash."""
    return claim_id if "/" in claim_id else f"claim-{claim_id}"


# How a need is shown: what its word begins with, shape, and tone.
NEEDS = (
    ("needed to state", "∅", "odd"),
    ("needed", "●", "good"),
    ("suspected", "◆", "warn"),
    ("", "○", "warn"),
)


def _needs(section: Section, found: Mapping[str, Need]) -> list[dict[str, str]]:
    """What leaving out each assumption showed: by a hunt, or by a planted falsehood that leaves it out."""
    told: list[dict[str, str]] = []
    fallen = {false["kind"] for false in section["planted"] if false["verdict"] in ("REFUTED", "FAILS")}
    for name in section["claim"]["assumptions"]:
        if name in found:
            word, says = found[name].need, found[name].says
            if not word.startswith("needed") and f"dropped-assumption/{name}" in fallen:
                word = "needed: a planted falsehood leaves it out, and fails"
            shape, tone = next((shape, tone) for start, shape, tone in NEEDS if word.startswith(start))
            told.append({"name": name, "shape": shape, "tone": tone, "word": word, "says": says})
    return told


def _trial(trial: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": trial["kind"], "statement": trial["statement"], "verdict": trial["outcome"],
            "examples": trial["examples"]}  # fmt: skip


def _section(row: Row, record: Record, planted: Sequence[Mapping[str, Any]], reason: Why | None) -> Section:
    docstring = record.texts.get(row.id, "")
    text = paragraphs(docstring.partition("\n")[2])  # line 1 is the statement
    return {
        "claim": row.claim,
        "anchor": anchor(row.id),
        "result": "/".join(row.id.split("/")[:2]).partition("@")[0],
        "defined": formulas.own(row.claim),
        "group": stated_by(row, record),
        "main": is_main(row.id, docstring),
        "fallen": fallen(row),
        "why": reason if fallen(row) else None,
        "word": row.word or "UNFINISHED",
        "look": words.look(row),
        "line": words.evidence_line(row),
        "text": text,
        "changes": changes(text),
        "facts": facts(row),
        "nearest": _nearest(row.nearest) if not row.witness else "",
        "planted": [
            {**false, "look": words.CAUGHT.get(false["verdict"], words.SURVIVED)}
            for false in row.verdict.get("planted") or planted
        ],
        "witness": _witness(row.witness, undefined=row.word == "ILL_POSED") if row.witness else None,
    }


def facts(row: Row) -> list[str]:
    """How much was looked at, as a few short sentences."""
    verdict = row.verdict
    inside, holds = verdict.get("admitted") or 0, verdict.get("n") or 0
    by = words.JUDGED.get(str(verdict.get("rigor")), "")
    dropped = sorted((verdict.get("discarded") or row.discarded).items())
    if row.witness and not (inside or dropped):
        return ["No instance was drawn: a stored or plain one is a counterexample", *_by_coq(row)]
    told = [f"{inside:,} instances satisfied the assumptions, and the claim held on {holds:,} of them"]
    if verdict.get("worst_slack") is not None:
        smallest = words.number(verdict["worst_slack"])
        told.append(f"The smallest slack was {smallest}{f', judged {by}' if by else ''}{_sign(row)}")
    if verdict.get("scope"):
        told.append(f"Enumerated whole: {verdict['scope']}")
    corners = _corners(row)
    told += [f"Degenerate kinds among them: {corners}"] if corners else []
    told += [f"Drawn and left out: {', '.join(_dropped(why, n) for why, n in dropped)}"] if dropped else []
    swept = [f"{OUTCOMES.get(outcome, outcome)} on {n:,}" for outcome, n in sorted(row.outcomes.items())]
    told += [f"In the search it {', '.join(swept)}"] if set(row.outcomes) - {"HOLDS"} else []
    measured = [
        f"{name.replace('_', ' ')} {words.number(low)} to {words.number(high)}"
        for name, (low, high) in sorted(row.measured.items())
    ]
    told += [f"Measured: {', '.join(measured)}"] if measured else []
    return [*told, *_by_coq(row)]


def _by_coq(row: Row) -> list[str]:
    if not fallen(row) or row.id not in recorded("kernel")["claims"]:
        return []
    said = kernel.kernel_checked(row.id, row.claim.get("digest", ""))
    return [
        f"Not accepted by Coq{said.removeprefix('no')}"
        if said[:2] == "no"
        else f"Accepted by Coq too: {said}"
    ]


def _sign(row: Row) -> str:
    """What the sign of the smallest slack says: it is positive where the claim holds."""
    slack = float(row.verdict["worst_slack"])
    if slack == 0:
        return ": the two sides meet, or differ by less than a float can tell"
    if row.word in words.SOUND:
        return (
            ": by so much the claim held at least"
            if slack > 0
            else ": it is no further below 0 than its error bound"
        )
    return ": it is negative where the claim fails" if slack < 0 else ""


def _dropped(why: str, number: int) -> str:
    return f"{number:,} {EDGES.get(why) or f'not {why}'}"


def _nearest(code: str) -> str:
    return code_in_words(DIGITS.sub(lambda found: words.number(found[0]), code))


def _corners(row: Row) -> str:
    """How many kinds of degenerate instances met the assumptions, and which did not if they are few."""
    missed = [name.replace("-", " ") for name, count in sorted(row.corners.items()) if not count]
    met = f"{len(row.corners) - len(missed)} of {len(row.corners)}" if row.corners else ""
    return met + (f"; not met: {', '.join(missed)}" if 0 < len(missed) <= FEW else "")


def _witness(witness: Mapping[str, Any], *, undefined: bool) -> dict[str, Any]:
    instance = dict(witness["instance"])
    kind = instance.pop("type", "instance")
    lines: Sequence[str] = witness["lines"]
    lemma = any(line.startswith("lemma") for line in lines)
    head = headline(witness, undefined=undefined)
    return {
        "kind": kind,
        "fields": [*named(instance), *(exhibited(witness.get("hints", {})) if lemma else ())],
        "graphs": [Markup(drawn) for drawn in _graphs(instance)],
        "said": in_words(witness["instance"]),
        "file": witness["file"],
        "head": head,
        "accepted": bool(witness["accepted"]),
        "lines": "\n".join(lines),
    }


def _graphs(instance: Mapping[str, Any]) -> list[str]:
    return graphs(instance) if {"counts", "last", "labels"} <= set(instance) else []
