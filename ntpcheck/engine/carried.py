"""A tally that may travel to another process: its instances go, and what was computed on them stays."""

from dataclasses import fields, replace
from typing import Any

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import Judged, decide
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import Instance

JUDGED = ("witnesses", "undefined", "suspects")
LEFT = frozenset({"claim", "nearest", "narrow", "replayed", "decided", "doubtful", *JUDGED})


class Carried:
    """All of a tally that settling its claim needs. On the other side its witnesses are judged again."""

    def __init__(self, tally: Tally) -> None:
        self._tally: Tally | None = tally
        self._kept: dict[str, Any] = {}
        self._found: dict[str, list[tuple[dict[str, Any], Evidence | None]]] = {}
        self._doubtful: dict[str, Any] | None = None

    def of(self, claim: Claim) -> Tally:
        """The tally, of that claim."""
        if self._tally is not None:
            return self._tally
        effort: Effort = self._kept["effort"]
        found = {name: [_judged(claim, *one, effort) for one in some] for name, some in self._found.items()}
        replayed = found.pop("replayed")
        tally = replace(Tally(claim, effort), **self._kept, **found)
        tally.doubtful = self._doubtful and Instance.from_json(self._doubtful)
        tally.replayed = replayed[0] if replayed else None
        return tally

    def __getstate__(self) -> dict[str, Any]:
        tally = self._tally
        if tally is None:
            return self.__dict__
        kept = {f.name: getattr(tally, f.name) for f in fields(Tally) if f.name not in LEFT}
        judged = {name: getattr(tally, name) for name in JUDGED}
        judged["replayed"] = [tally.replayed] if tally.replayed is not None else []
        found = {
            name: [(one.instance.to_json(), one.floats) for one in some] for name, some in judged.items()
        }
        doubtful = tally.doubtful.to_json() if tally.doubtful is not None else None
        return {"_tally": None, "_kept": kept, "_found": found, "_doubtful": doubtful}


def _judged(claim: Claim, told: dict[str, Any], floats: Evidence | None, effort: Effort) -> Judged:
    return replace(decide(claim, Instance.from_json(told), effort), floats=floats)
