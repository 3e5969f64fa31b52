"""What a hunt leaves behind: an entry, and its counterexample as JSON, as a test and as LaTeX."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck import reading
from ntpcheck.claim import Effort
from ntpcheck.engine.ending import argued
from ntpcheck.errors import UnknownClaim, UnreadableFile
from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.formulas.paper import assumed
from ntpcheck.instances.base import REGISTRY, Instance
from ntpcheck.report import templates
from ntpcheck.report.formats.latex import plain
from ntpcheck.report.formats.latex import text as typeset
from ntpcheck.report.formats.summary import canonical
from ntpcheck.report.words import counted
from ntpcheck.statement.document import file_name, write
from ntpcheck.statement.printing.in_words import LOSSES, code_in_words, headline, shown
from ntpcheck.writing import write as write_file

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.engine.hunt import Hunt
    from ntpcheck.engine.judgement import Judged
    from ntpcheck.verifier.judge import Answer

NAMED = "Name its paper: --paper my.book, or --paper module:PAPER."


def entry(target: Hunt, folder: Path, *, seconds: float, paper: str | None = None) -> dict[str, Any]:
    """One hunt as data; writes its counterexample's files, if there is one.

    paper: `module:attribute`, where the claim's paper is not installed.
    """
    settled, document = target.settled, target.settled.document if target.settled else None
    assert settled is not None
    files = _write(target, document, folder, paper) if document is not None else []
    inside = sum(target.tried.values())
    plain = f", and {target.plain.tried:,} plain ones" if target.plain.tried else ""
    return {
        "claim": target.claim.id,
        "dropped": list(target.dropped),
        "also": list(target.also),
        "assumes": _assumes(target),
        "changed": target.changed.strip(),
        "verdict": settled.verdict.value,
        "need": target.need if target.dropped else None,
        "meaning": meaning(target, inside),
        "says": _says(settled.verdict) if document else None,
        "witness": str(files[0]) if files else None,
        "files": [str(path) for path in files],
        "repr": repr(Instance.from_json(document["instance"])) if document else None,
        "suspects": [repr(judged.instance) for judged in target.tally.suspects] if not document else [],
        "slack": settled.told.get("slack"),
        "rigor": settled.told.get("rigor"),
        "reason": settled.reason,
        "lines": settled.told.get("lines", []),
        "nearest": target.nearest,
        "below": below(target),
        "cost": f"{inside:,} instances inside{plain}, {seconds:.1f} s",
        "tried": dict(target.tried),
        "held": target.tally.outcomes[Outcome.HOLDS],
        "lemmas": {"drawn": argued(target), "plain": target.plain.tried},
        "excluded": list(target.excluded),
        "sampled": list(target.sampled),
        "seed": target.seed,
    }


def _assumes(target: Hunt) -> list[str]:
    """What each further assumption says, where a book says it."""
    origin, stated = target.claim.origin, target.claim.stated
    says = assumed(origin.source.book, stated.given) if target.also and origin and stated else {}
    return [says.get(name, "") for name in target.also]


def meaning(target: Hunt, inside: int) -> str:
    """What a hunt has found, in a line; no more than what was looked at bears out."""
    named, changed = " and ".join(target.dropped), target.changed.removeprefix(" ")
    lead = f"{changed} " if changed else ""
    verdict = target.settled.verdict if target.settled else None
    if verdict is Verdict.REFUTED:
        return f"{lead}the statement is false"
    if verdict is Verdict.ILL_POSED:
        return f"{lead}it is not always defined"
    if verdict is Verdict.SUSPECT:
        return "it fails in floats, or without an accepted counterexample: only a suspicion"
    if verdict is Verdict.BROKEN:
        return f"the checker does not answer: {target.settled.reason if target.settled else ''}"
    if target.implied:
        return f"the other assumptions imply {named}: {target.settled.reason if target.settled else ''}"
    if verdict is Verdict.UNDECIDED or (target.claim.silent and verdict is Verdict.VACUOUS):
        told = (target.settled.reason if target.settled else "").removeprefix("not decided: ")
        return f"{lead}it is not decided: {told}" if lead else f"not decided: {told}"
    if not inside:
        drawn = target.tally.by_filter or target.tally.discarded.total()
        ended = "" if drawn else "; the time ended before any was drawn"
        return f"no instance {lead}was met{ended}"
    lead = f"{named} is not seen to be needed: no" if named else f"{changed}: no" if changed else "no"
    held = target.tally.outcomes[Outcome.HOLDS]
    more = f"; {inside - held:,} more are not decided" if inside > held else ""
    return f"{lead} counterexample in {counted(held, 0, target.tally.rigor.name)}{more}"


def brief(found: Mapping[str, Any], *, several: bool = False) -> str:
    """One hunt of many in a line: the claim, if there are several, what was changed, and how it ended."""
    changed, meaning = found["changed"], found["meaning"]
    lead = f"  {found['claim']} " if several else "  "
    if not found["witness"]:
        return f"{lead}{meaning}" if changed in meaning else f"{lead}{changed}: {meaning}"
    numbers = headline(found, undefined=found["verdict"] == Verdict.ILL_POSED.value)
    doubt = f"; {found['reason']}" if found["reason"] else ""
    return f"{lead}{changed}: {found['says']} on {code_in_words(found['repr'])}; {numbers}{doubt}"


def saved(entries: Sequence[Mapping[str, Any]], folder: Path) -> str:
    """Which further assumptions keep every counterexample away that was looked for, and which do not."""
    kinds: dict[str, dict[str, str]] = {words: {} for words in SAVED}
    for found in entries:
        kinds[_with(found)][" and ".join(found["also"])] = "; ".join(filter(None, found["assumes"]))
    keeping, *others = kinds.items()
    lines = [f"{keeping[0]}:", *(f"  {name}: {says}" for name, says in keeping[1].items())]
    lines += [f"{words}: {', '.join(names)}." for words, names in others if names]
    if any(found["witness"] for found in entries):
        lines.append(f"The counterexamples are in {folder / 'counterexamples'}.")
    return "\n".join(lines if keeping[1] else lines[1:])


SAVED = (
    "No counterexample was found also assuming",
    "There still is one also assuming",
    "Nothing is decided also assuming",
    "No instance was met also assuming",
)


def _with(found: Mapping[str, Any]) -> str:
    """How one hunt with a further assumption ended."""
    if found["verdict"] == Verdict.SUPPORTED.value:
        return SAVED[0]
    if found["witness"] and not found["reason"]:
        return SAVED[1]
    return SAVED[2] if any(found["tried"].values()) or found["lemmas"]["plain"] else SAVED[3]


def _says(verdict: Verdict) -> str:
    """What the claim does on the witness."""
    return "it is undefined" if verdict is Verdict.ILL_POSED else "it fails"


def below(target: Hunt) -> str:
    """Which other small shapes had no failure: those enumerated whole, and those looked at in part."""
    undefined = target.settled is not None and target.settled.verdict is Verdict.ILL_POSED
    either = "fails or is undefined" if undefined else "fails"
    without = f"nothing that satisfies the assumptions {either}"
    parts = [("enumerated whole on a small grid", target.excluded), ("looked at in part", target.sampled)]
    found = [f"{how}: {_listed(shapes)}" for how, shapes in parts if shapes]
    return f"{without} in the shapes {'; '.join(found)}" if found else ""


def _listed(shapes: Sequence[str]) -> str:
    shown = ", ".join(shapes[:LISTED])
    return f"{shown}, and {len(shapes) - LISTED} more" if len(shapes) > LISTED else shown


def _write(target: Hunt, document: dict[str, Any], folder: Path, paper: str | None) -> list[Path]:
    """The counterexample as JSON, as a pytest file and as LaTeX, side by side."""
    stem = file_name(target.claim.id).removesuffix(".json")
    stem += "".join(f"--without-{name}" for name in target.dropped)
    stem += "".join(f"--also-{name}" for name in target.also)
    path = write(document, folder / "counterexamples" / f"{stem}.json")
    accepted = target.settled is not None and not target.settled.reason
    options = [*(f"--drop {name}" for name in target.dropped), *(f"--also {name}" for name in target.also)]
    options += [f"--paper {paper}"] if paper else []
    again = " ".join(["python -m ntpcheck hunt", target.claim.id, *options])
    undefined = target.settled is not None and target.settled.verdict is Verdict.ILL_POSED
    test = templates.text(
        "hunted_test.py.j2",
        claim=target.claim.id,
        without=target.changed,
        fails="is undefined" if undefined else "fails",
        again=again,
        file=path.name,
        outcome="UNDEFINED" if undefined else "FAILS",
        accepted="ACCEPTED" if accepted else "REJECTED",
        paper=paper,
    )
    safe = "".join(c if c.isalnum() else "_" for c in stem)
    files = [path, path.parent / f"test_{safe}.py", path.with_suffix(".tex")]
    write_file(files[1], test)
    head = headline(target.settled.told, undefined=undefined) if target.settled else ""
    write_file(files[2], latex(document, target.claim.statement, head, undefined=undefined))
    return files


LISTED = 6  # shapes that are named


def latex(document: Mapping[str, Any], statement: str, head: str, *, undefined: bool = False) -> str:
    """A counterexample as a LaTeX paragraph: the statement, and every array of the instance as a matrix."""
    arrays = [
        f"  {_roman(name)} &= {_matrix(value)} \\\\" for name, value in shown(document["instance"]).items()
    ]
    dropped = f" without {', '.join(document['dropped'])}" if document["dropped"] else ""
    fails = "is undefined" if undefined else "fails"
    return "\n".join(
        [
            f"% {document['claim']}{dropped}; {head}",
            f"The statement ``{typeset(statement)}''{plain(dropped)} {fails} for",
            r"\begin{align*}",
            *arrays,
            r"\end{align*}",
            "",
        ]
    )


def _roman(name: str) -> str:
    return rf"\mathrm{{{plain(name)}}}"


def _matrix(value: Any) -> str:
    if not isinstance(value, list):
        return _number(value)
    rows = value if value and isinstance(value[0], list) else [value]
    body = r" \\ ".join(" & ".join(_number(entry) for entry in row) for row in rows)
    return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"


def _number(value: Any) -> str:
    if value in LOSSES:
        return _roman(value)
    top, _, bottom = str(value).partition("/")
    sign, top = ("-", top[1:]) if top.startswith("-") else ("", top)
    return rf"{sign}\tfrac{{{top}}}{{{bottom}}}" if bottom else f"{sign}{top}"


def summary(entries: Sequence[Mapping[str, Any]], folder: Path) -> dict[str, Any]:
    """The hunts of one call as a document, also written to hunt.json."""
    document = {"schema_version": 1, "folder": str(folder), "hunts": list(entries)}
    write_file(folder / "hunt.json", canonical(document))
    return document


def read_documents(path: Path) -> list[dict[str, Any]]:
    """The counterexample in a file, or those in a table of needed assumptions. Raises UnreadableFile."""
    try:
        said = reading.text(path, way_out="Give a file that `hunt` or `verify` wrote.")
        found = json.loads(said)
        documents = [r["document"] for r in found["rows"] if r["document"]] if "rows" in found else [found]
        for document in documents:
            kind = document["instance"]["type"] if isinstance(document["instance"], dict) else ""
            if kind and isinstance(kind, str) and kind not in REGISTRY:
                raise UnreadableFile(f"{path}: no paper here has the type {kind!r}. {NAMED}")
            Instance.from_json(document["instance"])
            _ = document["claim"], list(document["dropped"])
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        why = f"it lacks {problem}" if isinstance(problem, KeyError) else str(problem)[:80]
        said = f"{path} is no counterexample file ({why})."
        raise UnreadableFile(f"{said} `hunt` and `verify` write them.") from None
    return documents


def ruled(document: Mapping[str, Any], papers: Sequence[Paper] = ()) -> Answer:
    """What the verifier says of a counterexample against the books of papers (or of all installed)."""
    from ntpcheck.report.catalogue import papers as installed
    from ntpcheck.statement.document import examined

    shelves = (paper.shelf for paper in papers or installed())
    return examined(document, {book.key: book for book in shelves if book is not None})


def replayed(document: Mapping[str, Any], papers: Sequence[Paper] = ()) -> Judged:
    """What a stored counterexample's claim says of its instance now. Raises UnknownClaim.

    papers: where the claim is looked for; the installed ones where none is given.
    """
    from ntpcheck.engine.judgement import decide
    from ntpcheck.report.catalogue import papers as installed

    for paper in papers or installed():
        claims = paper.by_id | {false.id: false for false in (p.claim(paper) for p in paper.planted)}
        if document["claim"] in claims:
            claim = claims[document["claim"]].dropping(*document["dropped"])
            return decide(claim, Instance.from_json(document["instance"]), Effort())
    raise UnknownClaim(f"no paper here has the claim {document['claim']!r}. {NAMED}")
