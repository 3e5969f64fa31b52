"""`ntpcheck show`: one claim in full."""

from __future__ import annotations

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
    from ntpcheck.report.findings import dependents, kind
    from ntpcheck.report.kernel import kernel_checked, record
    from ntpcheck.report.runs import last_verdicts
    from ntpcheck.report.words import AMENDED

    papers = index((paper,) if paper else ())
    found = {claim["id"]: (claim, home) for home in papers for claim in home["claims"]}
    if claim_id not in found:
        raise unknown(claim_id, list(found))
    claim, home = found[claim_id]
    shown = claim | {
        "paper": home["key"],
        "whose": kind(claim, home),
        "rests_on": home["rests_on"].get(claim_id, []),
        "dependents": sorted(dependents(claim_id, home["rests_on"])),
        "verdict": last_verdicts({claim_id: claim["digest"]}).get(claim_id),
        "stored": _stored(home["folder"], claim_id),
        "amended": [other["id"] for other in home["claims"] if other["id"] == claim_id + AMENDED],
    }
    if claim_id in record()["claims"]:
        shown["kernel"] = kernel_checked(claim_id, claim["digest"])
    if files:
        from ntpcheck.report import deciding

        shown["files"] = [path.as_posix() for path in deciding.files(claim["checker"])]
    if as_json:
        _options.say_json({"schema_version": 1, "claim": shown})
    else:
        _tell(shown, home["title"], paper)
    return 0


def _stored(folder: str | None, claim_id: str) -> str | None:
    """The file of the accepted counterexample beside the paper; as a path from here where it lies below."""
    from ntpcheck.statement.document import file_name

    path = Path(folder or "") / "counterexamples" / file_name(claim_id)
    if folder is None or not path.is_file():
        return None
    below = path.resolve().is_relative_to(Path.cwd())
    return str(path.resolve().relative_to(Path.cwd()) if below else path)


def _tell(claim: dict[str, Any], title: str, paper: str | None) -> None:
    from ntpcheck.report.reasons import position_word
    from ntpcheck.report.terminal import folded

    click.echo(claim["id"])
    click.echo(f"{folded(claim['cite'] + ' of ' + title)}\n\n{_text(claim['text'])}\n")
    facts = {
        "whose": claim["whose"] if "ours" in claim["whose"] else f"the paper's, {claim['whose']}",
        "assumes": ", ".join(f"{a['name']} ({a['cite']})" for a in claim["assumptions"]) or "nothing",
        "domain": claim["domain"],
        "checked by": claim["checker"],
        "rests on": ", ".join(claim["rests_on"]) or "-",
        "used by": ", ".join(claim["dependents"]) or "-",
        "expected": claim["expected"] or "-",
        "last verdict": claim["verdict"] or "-",
    }
    if claim["reason"]:
        facts["falls because"] = f"{claim['reason']['because']} ({claim['reason']['kind']})"
        if claim["reason"].get("repair"):
            facts["repair"] = claim["reason"]["repair"]
    if claim["stored"]:
        facts["counterexample"] = claim["stored"]
    if claim["amended"]:
        facts["amended"] = ", ".join(claim["amended"])
    if claim["position"]:
        counts = "{fails} fail, {holds} hold, {undecided} not decided, {outside} outside"
        word = position_word(claim["position"])
        facts["perturbed"] = f"{word}: {counts.format_map(claim['position'])}"
    if "kernel" in claim:
        facts["kernel-checked"] = claim["kernel"]
    if "files" in claim:
        facts["files"] = f"the book, and {len(claim['files'])}: {', '.join(claim['files'])}"
    for name, value in facts.items():
        click.echo(folded(f"{name + ':':15} {value}", 16))
    _tell_lines(claim)
    click.echo(f"\npython -m ntpcheck verify '{claim['id']}'{f' {paper}' if paper else ''}")


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
