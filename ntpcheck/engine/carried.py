"""A tally that may travel to another process: its instances go, and what was computed on them stays."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import Judged, decide
from ntpcheck.engine.tally import Tally
from ntpcheck.instances.base import Instance

LEFT = frozenset({"claim", "nearest", "witnesses", "undefined", "suspects"})


class Carried:
    """All of a tally that settling its claim needs. On the other side its witnesses are judged again."""

    def __init__(self, tally: Tally) -> None:
        self._tally: Tally | None = tally
        self._kept: dict[str, Any] = {}
        self._found: list[list[dict[str, Any]]] = []

    def of(self, claim: Claim) -> Tally:
        """The tally, of that claim."""
        if self._tally is not None:
            return self._tally
        witnesses, undefined = (
            [_judged(claim, t, self._kept["effort"]) for t in some] for some in self._found
        )
        tally = Tally(claim, self._kept["effort"])
        return replace(tally, **self._kept, witnesses=witnesses, undefined=undefined)

    def __getstate__(self) -> dict[str, Any]:
        tally = self._tally
        if tally is None:
            return self.__dict__
        kept = {f.name: getattr(tally, f.name) for f in fields(Tally) if f.name not in LEFT}
        found = [[j.instance.to_json() for j in some] for some in (tally.witnesses, tally.undefined)]
        return {"_tally": None, "_kept": kept, "_found": found}


def _judged(claim: Claim, told: dict[str, Any], effort: Effort) -> Judged:
    return decide(claim, Instance.from_json(told), effort)
