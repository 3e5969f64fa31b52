"""FINDINGS.md: a screen per paper, then why each statement falls, by class; readings and versions apart."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ntpcheck.report.findings.witness import Examined, document, perturbed, told, witness
from ntpcheck.report.reasons import CLASSES, position_word
from ntpcheck.report.templates import text
from ntpcheck.report.trust.kernel import accepted
from ntpcheck.report.why import HINTED, KINDS, LOST, OLDER, STATED, kind
from ntpcheck.report.words import AMENDED, CERTIFIED, MAIN, SOUND, survival

OPEN = ("SUSPECT", "UNDECIDED", "VACUOUS", "BROKEN")
GRAVE = ("false", "missing hypothesis", "gap in an argument")  # of these a main result names the steps
FEW = 2  # statements without a repair that are named
AGAINST = re.compile(r"\d against |becomes ")
TITLES = {
    STATED: "Other statements that fall",
    LOST: "One glyph, to be checked against the published paper",
    HINTED: "Readings of what the paper only suggests",
    OLDER: "Statements of older versions only",
}

Claim = Mapping[str, Any]
GENERIC = {"word": "generic"}  # of a paper that keeps no positions


def findings(papers: Iterable[Mapping[str, Any]], examined: Examined) -> str:
    """The file's text.

    papers: as `catalogue.index` describes them. examined: the verifier's answer to a counterexample document.
    """
    told = "\n".join(_paper(paper, examined).rstrip() + "\n" for paper in papers)
    return text("findings/findings.md.j2", papers=told, classes=CLASSES)


def _paper(paper: Mapping[str, Any], examined: Examined) -> str:
    claims = {claim["id"]: claim for claim in paper["claims"]}
    kinds = {name: kind(claim, paper) for name, claim in claims.items()}
    of = {each: [claims[name] for name in claims if kinds[name] == each] for each in KINDS}
    doubtful = [claim for claim in claims.values() if claim["expected"] in OPEN]

    def against(name: str) -> str:
        return told(document(name, paper["folder"]), examined)

    lines = [
        f"## {paper['title']}",
        "",
        *_named(claims),
        *_screen(of[STATED], claims, paper),
        *_counts(of),
        *_repaired(claims),
        *(line for each, title in TITLES.items() for line in _tiers(title, of[each], against)),
    ]
    if doubtful:
        said = [f"- {_name(claim)}: {claim['statement']}. {claim['expected']}." for claim in doubtful]
        lines += ["### Without a verdict that counts", "", *said]
    return "\n".join(lines)


def _named(claims: Iterable[str]) -> list[str]:
    """How to ask for more of a claim, whose id is shown without the paper's key."""
    first = next((name for name in claims if MAIN.match(name)), next(iter(claims), ""))
    key = f"{first.partition('/')[0]}/"
    show = f"`python -m ntpcheck show {first}` prints formula, reading and repair"
    return [f"Every id begins with `{key}`. {show}.", ""] if "/" in first else []


def _screen(stated: Sequence[Claim], claims: Mapping[str, Claim], paper: Mapping[str, Any]) -> list[str]:
    """Each main result once: stands or falls, why, the least repair, which steps of its proof fall."""
    rows = [claim for claim in stated if MAIN.match(claim["id"])]
    if not rows:
        return []
    lines = ["| main result | as written | repair | steps of its proof that fall |", "|---|---|---|---|"]
    for claim in rows:
        used = rests(claim["id"], paper["rests_on"])
        steps = [step for step in stated if step["id"] in used and step["expected"] in CERTIFIED]
        said = "; ".join((*claim["cite"].split("; "), _name(claim)))
        lines.append(f"| {said} | {_verdict(claim)} | {_repair(claim, claims)} | {_steps(steps)} |")
    fallen = [claim for claim in rows if claim["expected"] in CERTIFIED]
    both = [
        (claim["expected"], claims.get(claim["id"] + AMENDED, {}).get("expected"), False) for claim in rows
    ]
    told = [survival(both), "", *perturbed((_name(c), c.get("position", GENERIC)) for c in fallen)]
    return [*lines, "", *told, *_witnesses(fallen, paper["folder"])]


def _witnesses(fallen: Iterable[Claim], folder: str | None) -> list[str]:
    """Each witness once, with the claims that it breaks."""
    found: dict[str, list[str]] = {}
    for claim in fallen:
        if stored := document(claim["id"], folder):
            found.setdefault(json.dumps(stored["instance"]), []).append(_name(claim))
    return [line for told, names in found.items() for line in witness(names, json.loads(told))]


def _verdict(claim: Claim) -> str:
    if claim["expected"] in SOUND:
        return "stands"
    reason = claim.get("reason")
    if claim["expected"] in CERTIFIED and reason:
        coq = "; by Coq too" if accepted(claim["id"], claim.get("digest", "")) else ""
        return f"falls because {reason['because']} ({reason['kind']}{coq})".replace("|", "\\|")
    return str(claim["expected"] or "no verdict").lower()


def _repair(claim: Claim, claims: Mapping[str, Claim]) -> str:
    amended = claims.get(claim["id"] + AMENDED)
    if amended is None:
        return "-"
    words = (claim.get("reason") or {}).get("repair") or amended["statement"]
    return f"{words}: {_verdict(amended)}".replace("|", "\\|")


def _steps(steps: Sequence[Claim]) -> str:
    """How many of each class, the grave ones by name."""
    kinds = {step["id"]: (step.get("reason") or {}).get("kind", "") for step in steps}
    parts: list[str] = []
    for each, number in Counter(kinds.values()).most_common():
        names = [_name(step) for step in steps if kinds[step["id"]] == each] if each in GRAVE else []
        parts.append(f"{each} {number}" + (f" ({', '.join(names)})" if names else ""))
    return "; ".join(parts) or "nothing"


def _counts(of: Mapping[str, Sequence[Claim]]) -> list[str]:
    """A row per kind of statement: how many have a verdict, stand, fall, and fall by class."""
    lines = [
        "| statements | judged | stand | fall | " + " | ".join(CLASSES) + " |",
        "|---|--:|--:|--:|" + "--:|" * len(CLASSES),
    ]
    for each, claims in of.items():
        judged = [claim for claim in claims if claim["expected"]]
        fall = [claim for claim in judged if claim["expected"] in CERTIFIED]
        stand = sum(claim["expected"] in SOUND for claim in judged)
        found = Counter((claim.get("reason") or {}).get("kind") for claim in fall)
        numbers = [len(judged), stand, len(fall), *(found[name] for name in CLASSES)]
        if judged:
            lines.append(f"| {each} | " + " | ".join(map(str, numbers)) + " |")
    return [*lines, ""]


def _repaired(claims: Mapping[str, Claim]) -> list[str]:
    """How many of the statements that fall have a repair that stands; which have none, if these are few."""
    fall = [claim for claim in claims.values() if claim["expected"] in CERTIFIED]
    left = [claim for claim in fall if claims.get(claim["id"] + AMENDED, {}).get("expected") not in SOUND]
    stand = len(fall) - len(left)
    if not stand:
        return []
    if len(left) > FEW:
        return [f"Of the {len(fall)} statements that fall {stand} have a repair that stands.", ""]
    but = f", but for {' and '.join(map(_name, left))}" if left else ""
    which = f"Each of the {len(fall)} statements that fall" if len(fall) > 1 else "The statement that falls"
    return [f"{which} has a repair that stands{but}.", ""]


def _tiers(title: str, claims: Sequence[Claim], against: Callable[[str], str]) -> list[str]:
    """The fallen claims by class, the gravest first; those that fall for one reason share a line.

    against: the two sides that a claim's witness compares, by the claim's id.
    """
    lines: list[str] = []
    for name in (*reversed(CLASSES), ""):
        found: dict[str, list[Claim]] = {}
        for claim in claims:
            reason = claim.get("reason") or {"kind": "", "because": "no reason is recorded"}
            if claim["expected"] in CERTIFIED and reason["kind"] == name and not _shown(claim):
                found.setdefault(reason["because"], []).append(claim)
        if found:
            number = sum(map(len, found.values()))
            lines += [f"**{name.capitalize() or 'Without a class'}** ({number})", ""]
            lines += [f"- {', '.join(map(_entry, each))}: {_told(each, against)}." for each in found.values()]
            lines.append("")
    return [f"### {title}", "", *lines] if lines else []


def _told(claims: Sequence[Claim], against: Callable[[str], str]) -> str:
    """Their common reason, the sides of the first witness where the reason has no numbers, and the repair."""
    reason = claims[0].get("reason") or {"because": "no reason is recorded", "repair": ""}
    words = reason["because"]
    said = "" if AGAINST.search(words) else against(claims[0]["id"])
    repair = f"; repaired where {reason['repair']}" if reason["repair"] else ""
    return f"{words}{f' ({said})' if said else ''}{repair}"


def _shown(claim: Claim) -> bool:
    """Whether the screen has it."""
    return bool(MAIN.match(claim["id"])) and kind(claim, {}) == STATED and "@" not in claim["id"]


def _entry(claim: Claim) -> str:
    """The claim's name, what becomes of its failure under perturbations if not generic, and what Coq says."""
    word = position_word(claim.get("position", GENERIC))
    marks = [word] if word != "generic" else []
    marks += ["Coq"] if accepted(claim["id"], claim.get("digest", "")) else []
    return _name(claim) + "".join(f" *{mark}*" for mark in marks)


def _name(claim: Claim) -> str:
    return f"`{claim['id'].partition('/')[2] or claim['id']}`"


def rests(name: str, rests_on: Mapping[str, Sequence[str]]) -> set[str]:
    """All that a claim rests on, directly or not."""
    found: set[str] = set()
    pending = [name]
    while pending:
        fresh = set(rests_on.get(pending.pop(), ())) - found
        found |= fresh
        pending += fresh
    return found - {name}


def steps(name: str, paper: Mapping[str, Any]) -> dict[str, Any]:
    """Of the paper's statements that a claim rests on: how many are checked, which fall, which of these stand
    once repaired.
    """
    claims = {claim["id"]: claim for claim in paper["claims"]}
    used = [claims[i] for i in rests(name, paper["rests_on"]) if i in claims]
    judged = [claim for claim in used if claim["expected"] and kind(claim, paper) == STATED]
    fall = sorted(claim["id"] for claim in judged if claim["expected"] in CERTIFIED)
    repaired = [i for i in fall if claims.get(i + AMENDED, {}).get("expected") in SOUND]
    return {"checked": len(judged), "fall": fall, "repaired": repaired}


def dependents(name: str, rests_on: Mapping[str, Sequence[str]]) -> set[str]:
    """All that rests on a claim, directly or not."""
    above: dict[str, list[str]] = {}
    for claim, used in rests_on.items():
        for each in used:
            above.setdefault(each, []).append(claim)
    return rests(name, above)
