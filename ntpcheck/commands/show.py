"""`ntpcheck show`: one claim in full."""

import re
from pathlib import Path
from typing import Any

import click

from ntpcheck.commands import _options


@click.command("show", short_help="Show one claim in full.")
@click.argument("claim_id", metavar="CLAIM", shell_complete=_options.claim_ids)
@_options.paper
@click.option("--files", is_flag=True, help="List the paper's files behind the claim's checker.")
@_options.as_json
def command(claim_id: str, paper: str | None, *, files: bool, as_json: bool) -> int:
    """Show one claim in full, with its planted falsehoods."""
    from ntpcheck.report.catalogue import index, unknown
    from ntpcheck.report.findings.document import dependents, steps
    from ntpcheck.report.runs import counterexample, last_verdicts
    from ntpcheck.report.trust.kernel import kernel_checked
    from ntpcheck.report.trust.recorded import record
    from ntpcheck.report.why import kind
    from ntpcheck.report.words import AMENDED

    papers = index((paper,) if paper else ())
    found = {claim["id"]: (claim, home) for home in papers for claim in home["claims"]}
    if claim_id not in found:
        raise unknown(claim_id, list(found))
    claim, home = found[claim_id]
    beside = Path(home["folder"]) if home["folder"] else None
    stored = counterexample(beside, claim_id, claim["digest"])
    shown = claim | {
        "paper": home["key"],
        "whose": kind(claim, home),
        "rests_on": home["rests_on"].get(claim_id, []),
        "dependents": sorted(dependents(claim_id, home["rests_on"])),
        "verdict": last_verdicts({claim_id: claim["digest"]}).get(claim_id),
        "stored": str(stored) if stored else None,
        "fails": _fails(stored, paper) if stored else None,
        "steps": steps(claim_id, home),
        "amended": [other["id"] for other in home["claims"] if other["id"] == claim_id + AMENDED],
    }
    if claim_id in record("kernel")["claims"]:
        shown["kernel"] = kernel_checked(claim_id, claim["digest"])
    if files:
        from ntpcheck.report import deciding

        shown["files"] = [path.as_posix() for path in deciding.files(claim["checker"])]
    if as_json:
        _options.say_json({"schema_version": 1, "claim": shown})
    else:
        amended = found[claim_id + AMENDED][0] if shown["amended"] else None
        _tell(shown, home, amended, paper)
    return 0


def _fails(path: Path, paper: str | None) -> str:
    """A counterexample in words, and what the verifier sees fail there.

    paper: a book, or another name of a paper, whose own books are then those beside the verifier.
    """
    from ntpcheck.reading import document
    from ntpcheck.statement.printing.in_words import headline, in_words
    from ntpcheck.verifier.command import answer, shelf

    found = answer(shelf([Path(paper)] if paper and paper.endswith(".book") else ()), path)
    told = document(path)
    what = headline({"lines": found.lines}, undefined=told["says"] != "fails")
    return "; ".join(filter(None, (in_words(told["instance"]), what)))


def _tell(
    claim: dict[str, Any], home: dict[str, Any], amended: dict[str, Any] | None, paper: str | None
) -> None:
    """First what becomes of the claim, and why; then how it was read and checked."""
    from ntpcheck.report.terminal import folded

    statement, _, notes = claim["text"].partition("\n\n")
    click.echo(claim["id"])
    click.echo(f"{folded(claim['cite'] + ' of ' + home['title'])}\n\n{_text(statement)}\n")
    _tell_facts(_outcome(claim, amended))
    click.echo(f"\n{_text(notes)}\n" if notes else "")
    _tell_facts(_about(claim, linked=bool(home["rests_on"])))
    _tell_lines(claim)
    click.echo(f"\npython -m ntpcheck verify '{claim['id']}'{f' {paper}' if paper else ''}")


def _tell_facts(facts: dict[str, str]) -> None:
    from ntpcheck.report.terminal import folded

    for name, value in facts.items():
        click.echo(folded(f"{name + ':':15} {value}", 16))


def _outcome(claim: dict[str, Any], amended: dict[str, Any] | None) -> dict[str, str]:
    """The verdict, why the claim falls and what holds in its place, and what of its proof falls."""
    facts, reason = {"verdict": _verdict(claim["verdict"], claim["expected"])}, claim["reason"]
    if reason:
        facts["falls because"] = f"{reason['because']} ({reason['kind']})"
        if reason.get("repair"):
            facts["repair"] = reason["repair"]
    if amended:
        said = "" if "repair" in facts else f": {amended['statement']}"
        facts["amended"] = f"{amended['id']} ({amended['expected'] or 'no verdict yet'}){said}"
    if claim["stored"]:
        facts["counterexample"] = claim["fails"]
        facts["its file"] = claim["stored"]
    if fall := claim["steps"]["fall"]:
        repaired = len(claim["steps"]["repaired"])
        stand = "all of them" if repaired == len(fall) else f"{repaired} of them"
        facts["its proof"] = (
            f"{len(fall)} of the {claim['steps']['checked']} statements that it rests on fall as they are "
            f"written; {stand} stand once repaired"
        )
    return facts


def _verdict(found: str | None, expected: str | None) -> str:
    """The verdict and what it means; that of the last run, where one has judged the claim."""
    from ntpcheck.report.words import LOOKS

    word = found or expected
    if word is None:
        return "none yet"
    said = "as expected" if found == expected else f"expected: {expected or 'nothing'}"
    return f"{word}, {LOOKS[word].meaning} ({said if found else 'expected; no run here has judged it yet'})"


def _about(claim: dict[str, Any], *, linked: bool) -> dict[str, str]:
    """Whose claim it is, what it assumes, and what it has to do with others, if the paper says that."""
    from ntpcheck.report.reasons import perturbed_says, position_word

    facts = {
        "whose": claim["whose"] if "ours" in claim["whose"] else f"the paper's, {claim['whose']}",
        "assumes": ", ".join(f"{a['name']} ({a['cite']})" for a in claim["assumptions"]) or "nothing",
        "domain": claim["domain"],
        "checked by": _searched(claim["checker"]),
    }
    if linked:
        facts["rests on"] = ", ".join(claim["rests_on"]) or "nothing that is checked"
        facts["used by"] = ", ".join(claim["dependents"]) or "nothing that is checked"
    if claim["position"]:
        counts = "{fails} fail, {holds} hold, {undecided} not decided, {outside} outside"
        said = perturbed_says(position_word(claim["position"]))
        facts["perturbed"] = f"the failure {said} ({counts.format_map(claim['position'])})"
    if "kernel" in claim:
        facts["kernel-checked"] = claim["kernel"]
    if "files" in claim:
        facts["files"] = f"the book, and {len(claim['files'])}: {', '.join(claim['files'])}"
    return facts


def _searched(checker: str) -> str:
    """The checker, or that the formula of the book is searched as it stands."""
    return f"the book's own formula ({checker})" if checker.endswith(".Says") else checker


def _tell_lines(claim: dict[str, Any]) -> None:
    """The claim's formulas, and its planted falsehoods."""
    from ntpcheck.report.terminal import folded

    if claim["formulas"]:
        click.echo()
        click.echo(folded("in the statement book (`ntpcheck book show` has every definition):"))
    for name, formula in claim["formulas"].items():
        click.echo(folded(f"  {name}: {formula}", 4))
    if claim["planted"]:
        click.echo("\nplanted falsehoods, which its checker must refute:")
    for planted in claim["planted"]:
        click.echo(folded(f"  {planted['kind']}: {planted['statement']}", 2))


def _text(text: str) -> str:
    """A claim's words as in its source; paragraphs that are too wide are filled again."""
    from ntpcheck.report.terminal import columns, folded

    lines = text.splitlines()
    if max(map(len, lines)) <= columns():
        return text
    paragraphs: list[str] = []
    for line in lines:
        last = paragraphs[-1] if paragraphs else ""
        if line and last and not re.match(r"\s|[A-Z]\w*:", line) and not last.startswith(" "):
            paragraphs[-1] += f" {line}"
        else:
            paragraphs.append(line)
    return "\n".join(map(folded, paragraphs))
