"""The part of TRUST.md on power: three kinds of falsehoods kept apart, true statements, ablations.

A share of falsehoods has Wilson's 95% interval. Seeds are not counted as further falsehoods: what is found,
or holds, does so under every seed that was run.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ntpcheck.categories import CATEGORIES, CERTIFIED, MISSED, category
from ntpcheck.categories import FLOATS as SEEN
from ntpcheck.engine.ablation import VARIANTS
from ntpcheck.engine.trials import ACCEPTED, EXACTLY, FLOATS
from ntpcheck.report.templates import part

Entry = Mapping[str, Any]
FEWEST = 3  # a paper's own kinds with fewer planted falsehoods share a row
WRITTEN = {"sight": "planted by hand, the checkers in sight", "text": "written from the papers' texts alone"}
WHOSE = {"paper": "the papers' own", "ours": "our amended and sharper ones"}


def caught(entry: Entry) -> bool:
    """Whether some instance failed or was undefined, under every seed."""
    return all(one["outcome"] in {"FAILS", "UNDEFINED"} for one in _seeds(entry))


def alarmed(entry: Entry) -> bool:
    """Whether the engine speaks against a true claim, under any seed."""
    return any(one["outcome"] in {"FAILS", "UNDEFINED", "BROKEN"} for one in _seeds(entry))


def _seeds(entry: Entry) -> list[Entry]:
    """What became of a trial under each seed."""
    return [entry, *entry.get("again", {}).values()]


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed; NaN where there is none."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)] if ranked else math.nan


def share(some: int, whole: int) -> str:
    return f"{some} of {whole} ({100 * some / whole:.1f}%)" if whole else "0 of 0"


def interval(some: int, whole: int) -> str:
    """Wilson's 95% interval of a share, in percent."""
    from scipy.stats import binomtest  # half a second, and only pages of trust need it

    if not whole:
        return "-"
    found = binomtest(some, whole).proportion_ci(method="wilson")
    return f"{100 * found.low:.1f}% to {100 * found.high:.1f}%"


def sure(entry: Entry) -> str:
    """How sure a falsehood's failure is: the least sure of the seeds, but a file is accepted for good."""
    if not caught(entry):
        return ""
    if entry.get("sure") == ACCEPTED:
        return ACCEPTED
    said = {one.get("sure") or FLOATS for one in _seeds(entry)}
    return FLOATS if FLOATS in said else EXACTLY


def by_kind(planted: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """The planted falsehoods of each kind, the commonest first; a paper's own rare ones together."""
    kinds: dict[str, list[Entry]] = {}
    for entry in planted:
        kinds.setdefault(category(entry["kind"]), []).append(entry)
    rare = [kind for kind, entries in kinds.items() if len(entries) < FEWEST and kind not in CATEGORIES]
    others = [entry for kind in rare for entry in kinds.pop(kind)]
    found = sorted(kinds.items(), key=lambda row: (-len(row[1]), row[0]))
    return [*found, *([("other kinds", others)] if others else [])]


def power_section(report: Mapping[str, Any]) -> str:
    """The three figures, and the planted ones by kind, as Markdown."""
    planted = [entry for entry in report["trials"] if entry["role"] == "planted"]
    kinds = ((what, _of(planted, written)) for written, what in WRITTEN.items())
    return part(
        "trust/trust.md.j2",
        "power",
        rows=[*_by_hand(planted), *_machine(report)],
        stated=_stated(planted),
        kinds=[(what, _kinds(entries)) for what, entries in kinds if entries],
    )


def _by_hand(planted: Sequence[Entry]) -> list[list[object]]:
    """A row for each way of writing, and for what of it speaks of training runs and paths."""
    rows: list[list[object]] = []
    for written, what in WRITTEN.items():
        entries = _of(planted, written)
        over_runs = [entry for entry in entries if entry.get("runs")]
        rows += [_figure(what, entries)]
        rows += [_figure("of these, over training runs and paths", over_runs)] if over_runs else []
    return rows


def _of(planted: Sequence[Entry], written: str) -> list[Entry]:
    return [entry for entry in planted if entry.get("written", "sight") == written]


def _figure(what: str, entries: Sequence[Entry]) -> list[object]:
    counted = Counter(sure(entry) for entry in entries)
    return _row(what, *(counted[how] for how in (ACCEPTED, EXACTLY, FLOATS, "")))


def _row(what: str, accepted: int, exactly: int, floats: int, missed: int) -> list[object]:
    whole = accepted + exactly + floats + missed
    certified = accepted + exactly
    ends = interval(certified + floats, whole), interval(certified, whole)
    return [what, whole, accepted, exactly, floats, missed, *ends]


def _machine(report: Mapping[str, Any]) -> list[list[object]]:
    """A row for each paper whose claims were edited by machine."""
    found = report.get("books", {}).get("campaign", {}).get("falsehoods", {})
    return [
        _row(f"made by machine, {key}", told[CERTIFIED], 0, told[SEEN], told[MISSED])
        for key, told in found.items()
    ]


def _stated(planted: Sequence[Entry]) -> dict[str, Any]:
    """Of the falsehoods that a book states, for how many the verifier accepts a file; why not of others."""
    known = [entry for entry in planted if entry.get("stated")]
    if not known:
        return {}
    accepted = sum(sure(entry) == ACCEPTED for entry in known)
    others = Counter(entry["objection"] for entry in known if sure(entry) != ACCEPTED)
    return {
        "known": len(known),
        "accepted": share(accepted, len(known)),
        "interval": interval(accepted, len(known)),
        "others": sorted(others.items()),
    }


def _kinds(entries: Sequence[Entry]) -> list[list[object]]:
    rows = [[kind, CATEGORIES.get(kind, ""), *_kind(found)] for kind, found in by_kind(entries)]
    return [*rows, ["all", "", *_kind(entries)]]


def _kind(entries: Sequence[Entry]) -> list[object]:
    _, whole, accepted, exactly, floats, missed, found, _ = _figure("", entries)
    seen = [one for entry in entries if caught(entry) for one in _seeds(entry)]
    examples, seconds = ([float(one[name]) for one in seen] for name in ("examples", "seconds"))
    ends = [
        f"{quantile(values, at):{form}}" if seen else "-"
        for values, form in ((examples, ".0f"), (seconds, ".2f"))
        for at in (0.5, 0.95)
    ]
    return [whole, accepted, exactly, floats, missed, found, *ends]


def true_section(report: Mapping[str, Any]) -> str:
    """The true statements: whose they are, and from how many independent draws nothing came against them."""
    true = [entry for entry in report["trials"] if entry["role"] == "true"]
    rows: list[list[object]] = []
    for whose, what in WHOSE.items():
        entries = [entry for entry in true if entry.get("written", "paper") == whose]
        whole, alarms = len(entries), sum(map(alarmed, entries))
        held = sum(all(one["outcome"] == "HOLDS" for one in _seeds(entry)) for entry in entries)
        rows.append([what, whole, held, whole - held - alarms, alarms, interval(alarms, whole)])
    draws = _draws([entry for entry in true if entry["outcome"] == "HOLDS"])
    return part("trust/trust.md.j2", "truths", rows=rows, draws=draws)


def _draws(held: Sequence[Entry]) -> list[list[object]]:
    """Instances, independent draws and 3/n by rigor."""
    rows: list[list[object]] = []
    if not any("draws" in entry for entry in held):
        return rows
    for rigor in ("EXACT", "BALL", "FLOAT", "TREND"):
        entries = [entry for entry in held if entry["rigor"] == rigor]
        several = [entry["draws"] for entry in entries if entry["draws"] > 1]
        if entries:
            median = int(quantile(several, 0.5)) if several else 0
            inside = f"{quantile([entry['inside'] for entry in entries], 0.5):,.0f}"
            bound = f"3/{median} = {3 / median:.2f}" if median > 3 else "-"
            least = min(several, default=0)
            rows.append([rigor, len(entries), inside, least, median, bound, len(entries) - len(several)])
    return rows


def ablation_section(report: Mapping[str, Any]) -> str:
    """Instances and processor time to the first failure, with the whole engine and without a part of it."""
    found = report.get("ablation", {})
    if not found:
        return ""
    number = len(next(iter(found.values())))
    rows: list[list[str]] = []
    for variant, told in sorted(found.items(), key=lambda row: VARIANTS.index(row[0])):
        seen = [one for one in told if one["found"]]
        ends = [
            f"{quantile(values, at):{form}}" if len(seen) >= at * number else "never"
            for name, form in (("examples", ".0f"), ("seconds", ".2f"))
            for values in [sorted([float(one[name]) for one in seen]) + [math.inf] * (number - len(seen))]
            for at in (0.5, 0.95)
        ]
        rows.append([variant, share(len(seen), number), interval(len(seen), number), *ends])
    return part("trust/trust.md.j2", "ablation", rows=rows, number=number, seed=report["seed"])
