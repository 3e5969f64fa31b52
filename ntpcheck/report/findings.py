"""FINDINGS.md: statements of the papers that fail as written, the least change that holds, what stands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ntpcheck.report.typography import changes, hedged, paragraphs
from ntpcheck.statement.document import file_name

CERTIFIED = ("REFUTED", "ILL_POSED")
SOUND = ("SUPPORTED", "EXHAUSTED")
OPEN = ("SUSPECT", "UNDECIDED", "VACUOUS", "BROKEN")
AMENDED = "/amended"
OURS = "/sharper/"  # the part of an id that marks what goes beyond the paper
TOLD = ("Reading", "Transcription")
MAIN = re.compile(r"[^/]+/theorem-[^/]+/(?!proof/)")

Claim = Mapping[str, Any]
Examined = Callable[[dict[str, Any]], Any]

HEAD = """# Findings

Statements of the papers that have a counterexample as written, or are undefined on an instance that
satisfies their assumptions. Each comes with the smallest witness found, the least change found that makes
the statement hold, and what it means for the results that rest on it. Where a paper has several versions,
the version is named. What a statement was taken to say is recorded by the `reading` lines of the papers'
books, which `python -m ntpcheck show CLAIM` prints; a reading that an author would not share is an error of
ours, and we would like to hear of it.

`python -m ntpcheck report --findings` writes this file from the expected verdicts and the stored
counterexamples. `ntpcheck-verifier FILE` re-derives a witness with the standard library alone, `python -m
ntpcheck replay` with the checkers. SUPPORTED means that no counterexample was found; it is not a proof.
"""


def findings(papers: Iterable[Mapping[str, Any]], examined: Examined) -> str:
    """The file's text.

    papers: as `catalogue.index` describes them. examined: the verifier's answer to a counterexample document.
    """
    parts = [HEAD, *(_paper(paper, examined) for paper in papers)]
    return "\n".join(part.rstrip() + "\n" for part in parts)


def _paper(paper: Mapping[str, Any], examined: Examined) -> str:
    claims = {claim["id"]: claim for claim in paper["claims"]}
    asserted = [claim for name, claim in claims.items() if not name.endswith(AMENDED) and OURS not in name]
    judged = [claim for claim in asserted if claim["expected"] is not None]
    fallen = [claim for claim in judged if claim["expected"] in CERTIFIED]
    doubtful = [claim for claim in judged if claim["expected"] in OPEN]
    stated = [claim for claim in fallen if not _hedged(claim) and not _transcribed(claim)]
    hinted = [claim for claim in fallen if _hedged(claim)]
    printed = [claim for claim in fallen if _transcribed(claim) and not _hedged(claim)]
    hedges = sum(map(_hedged, judged))
    lines = [
        f"## {paper['title']}",
        "",
        f"{len(stated)} of {len(judged) - hedges - len(printed)} statements of the paper with a verdict are "
        "listed here.",
        "",
        *_main_results(claims),
    ]
    users = dependents(paper["rests_on"], claims)

    def entry(claim: Claim) -> list[str]:
        return _entry(claim, claims, users.get(claim["id"], set()), paper["folder"], examined)

    suggested = f"{len(hinted)} of {hedges} readings of what the paper only suggests, made precise by us."
    lost = "One glyph, which our text of the paper may have lost, undoes each of these. Not counted above."
    lines += [line for claim in stated for line in entry(claim)]
    lines += _part("Suggested, not stated", suggested, map(entry, hinted))
    lines += _part("To be checked against the published paper", lost, map(entry, printed))
    told = [[f"- `{c['id']}` ({c['cite']}): {c['statement']}. {c['expected']}."] for c in doubtful]
    unshown = "Open, or seen to fail on runs that no exact instance covers."
    lines += _part("Without a counterexample", unshown, told)
    return "\n".join(lines)


def _part(title: str, words: str, entries: Iterable[Sequence[str]]) -> list[str]:
    """A section with its entries; nothing where it has none."""
    found = [line for lines in entries for line in lines]
    return [f"### {title}", "", words, "", *found] if found else []


def _hedged(claim: Claim) -> bool:
    return hedged(paragraphs(claim["text"]))


def _transcribed(claim: Claim) -> bool:
    """Whether one glyph that the text at hand may have lost would undo the refutation."""
    return any(label == "Transcription" for label, _ in paragraphs(claim["text"]))


def _main_results(claims: Mapping[str, Claim]) -> list[str]:
    written = [c for name, c in claims.items() if MAIN.match(name) and not name.endswith(AMENDED)]
    rows = [claim for claim in written if not _hedged(claim)]
    if not rows:
        return []
    lines = ["| main result | as written | amended |", "|---|---|---|"]
    for claim in rows:
        amended = claims.get(claim["id"] + AMENDED)
        said = amended["expected"] or "-" if amended else "-"
        statement = claim["statement"].replace("|", "\\|")
        lines.append(
            f"| {claim['cite']}, `{claim['id']}`: {statement} | {claim['expected'] or '-'} | {said} |"
        )
    return [*lines, "", _survival(rows, claims), ""]


def _survival(rows: Sequence[Claim], claims: Mapping[str, Claim]) -> str:
    """How many main results hold up, as far as was checked."""
    judged = [c for c in rows if c["expected"]]
    asis = [c for c in judged if c["expected"] in SOUND]
    changed = [
        c for c in judged if c not in asis and claims.get(c["id"] + AMENDED, {}).get("expected") in SOUND
    ]
    rest = len(judged) - len(asis) - len(changed)
    return (
        f"Of {len(judged)} assertions of main results, {len(asis)} resisted every attempt as written, "
        f"{len(changed)} with the amendment below, {rest} neither."
    )


def dependents(rests_on: Mapping[str, Sequence[str]], claims: Iterable[str]) -> dict[str, set[str]]:
    """Claim id -> all that rest on it, directly or not; a result rests on the steps of its own proof."""
    direct: dict[str, set[str]] = {}
    for user, used in rests_on.items():
        for name in used:
            direct.setdefault(name, set()).add(user)
    names = list(claims)
    for name in names:
        result, step, _ = name.partition("/proof/")
        if step and "@" not in name:
            plain = {other for other in names if other.startswith(f"{result}/") and "/proof/" not in other}
            direct.setdefault(name, set()).update(
                i for i in plain if "@" not in i and not i.endswith(AMENDED)
            )
    found: dict[str, set[str]] = {}
    for name in names:
        reached: set[str] = set()
        pending = [name]
        while pending:
            fresh = direct.get(pending.pop(), set()) - reached
            reached |= fresh
            pending += fresh
        found[name] = reached
    return found


def _entry(
    claim: Claim, claims: Mapping[str, Claim], users: set[str], folder: str | None, examined: Examined
) -> list[str]:
    name = claim["id"]
    word = "has a counterexample" if claim["expected"] == "REFUTED" else "is undefined on some instance"
    assumed = ", ".join(a["name"] for a in claim["assumptions"]) or "nothing"
    return [
        f"### {claim['cite']}: `{name}`",
        "",
        f"- As written: {claim['statement']}. Assumed: {assumed}. The statement {word}.",
        *(f"- In the book, {name}: `{formula}`" for name, formula in claim.get("formulas", {}).items()),
        *(f"- {label}: {words}" for label, words in paragraphs(claim["text"]) if label in TOLD),
        f"- Witness: {_witness(name, folder, examined, undefined=claim['expected'] == 'ILL_POSED')}",
        f"- {_amended(claims.get(name + AMENDED))}",
        f"- {_consequence(name, claims, users)}",
        "",
    ]


def _witness(name: str, folder: str | None, examined: Examined, *, undefined: bool) -> str:
    path = Path(folder) / "counterexamples" / file_name(name) if folder else None
    if path is None or not path.exists():
        return "none is stored; a run writes one."
    document = json.loads(path.read_text(encoding="utf-8"))
    instance = dict(document["instance"])
    kind = instance.pop("type", "instance")
    arrays = ", ".join(f"{key} = {json.dumps(value).replace(chr(34), '')}" for key, value in instance.items())
    answer = examined(document)
    check = "the verifier accepts it" if answer.outcome == "ACCEPTED" else f"the verifier: {answer.reason}"
    told = [
        line.partition("  ")[2].strip()
        for line in answer.lines
        if line.startswith(("fails at", "sides", "lemma"))
    ]
    size = "" if undefined else "".join(f"{line}; " for line in told)
    return f"{kind} with {arrays}; {size}{check}. `{path.name}`"


def _amended(claim: Claim | None) -> str:
    if claim is None:
        return "Amended: no amended statement is recorded."
    why = "".join(f" {label}: {words}" for label, words in changes(paragraphs(claim["text"])))
    return f"Amended: {claim['statement']}. {claim['expected'] or 'No verdict yet'}.{why}"


def _consequence(name: str, claims: Mapping[str, Claim], users: set[str]) -> str:
    if MAIN.match(name):
        return "Main results: this is one."
    main = [i for i in claims if i in users and MAIN.match(i)]
    if not main:
        return "Main results: none is recorded as resting on it."
    said = ", ".join(f"`{i}` {_standing(i, claims)}" for i in main)
    return f"Main results that rest on it: {said}."


def _standing(name: str, claims: Mapping[str, Claim]) -> str:
    """A claim's verdict, and its amended statement's where it has one."""
    amended = claims.get(name + AMENDED)
    said = str(claims[name]["expected"] or "without a verdict")
    return f"{said}, as amended {amended['expected'] or 'without a verdict'}" if amended else said
