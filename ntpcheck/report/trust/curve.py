"""The detection-power curve: how many planted falsehoods are caught within so many examples."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ntpcheck.engine.trials import ACCEPTED, EXACTLY, FLOATS
from ntpcheck.report.figures.svg import Axis, Curve, Panel, plot
from ntpcheck.report.trust.document import false_alarms
from ntpcheck.report.trust.power import WRITTEN, by_kind, caught, quantile, sure


def power(trust: Mapping[str, Any]) -> dict[str, Any] | None:
    """The curve, a line of totals and a row per kind, from what `selftest` wrote; None without any."""
    planted = [trial for trial in trust.get("trials", ()) if trial["role"] == "planted"]
    if not planted:
        return None
    found = sorted(max(float(trial["examples"]), 0.5) for trial in planted if caught(trial))
    steps = [(0.5, 0.0)]
    for at in sorted(set(found)):
        steps += [(at, steps[-1][1]), (at, 100 * bisect_right(found, at) / len(planted))]
    curve = Curve("detected", [x for x, _ in steps], [y for _, y in steps])
    panel = Panel("planted falsehoods detected, %", Axis("examples looked at", log=True), Axis(""), [curve])
    seeds = trust.get("seeds") or [trust["seed"]]
    told = f"seed{'s' * (len(seeds) > 1)} {', '.join(map(str, seeds))}"
    true = [trial for trial in trust["trials"] if trial["role"] == "true"]
    line = (
        f"{len(found)} of {len(planted)} planted falsehoods detected, and {len(false_alarms(trust))} false "
        f"alarms in {len(true)} claims taken to be true, when ntpcheck {trust['version']} examined "
        f"them together and unmarked (profile {trust['profile']}, {told}). {_apart(planted)}"
    )
    rows = [_row(kind, trials) for kind, trials in [*by_kind(planted), ("all", planted)]]
    return {"line": line, "plot": Markup(plot(panel)), "rows": rows}


def _apart(planted: Sequence[Mapping[str, Any]]) -> str:
    """How sure the failures are, for falsehoods written in one way and in another; empty for old records."""
    said = []
    for written, what in WRITTEN.items():
        counted = Counter(sure(trial) for trial in planted if trial.get("written") == written)
        told = f"{counted[ACCEPTED]} by a file that the verifier accepts, {counted[EXACTLY]} {EXACTLY}"
        said += [f"{what[0].upper()}{what[1:]}: {told}, {counted[FLOATS]} {FLOATS}."] if counted else []
    return " ".join(said)


def _row(kind: str, trials: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    found = [float(trial["examples"]) for trial in trials if caught(trial)]
    median = f"{quantile(found, 0.5):.0f}" if found else "-"
    return {"kind": kind, "planted": len(trials), "found": len(found), "median": median}
