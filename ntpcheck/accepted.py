"""Which verdicts are expected, and of which statements: a paper's expected.json, and the baseline of all."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ntpcheck import reading
from ntpcheck.errors import UnreadableFile

SOUND = frozenset({"SUPPORTED", "EXHAUSTED"})  # what passes where nothing is expected
VERDICTS = SOUND | {"REFUTED", "SUSPECT", "ILL_POSED", "BROKEN", "VACUOUS", "UNDECIDED"}
DIGEST = re.compile(r"[0-9a-f]{12}")


@dataclass(frozen=True)
class Accepted:
    """verdicts: claim id -> verdict. statements: claim id -> digest of the statement that it was found for.

    A claim that no book states has a verdict only.
    """

    verdicts: dict[str, str] = field(default_factory=dict)
    statements: dict[str, str] = field(default_factory=dict)

    def restated(self, statements: Mapping[str, str]) -> set[str]:
        """The ids of those statements that are not the ones for which the verdicts were accepted."""
        return {name for name, digest in statements.items() if self.statements.get(name, digest) != digest}

    def __str__(self) -> str:
        """The file: a line for each claim, in alphabetical order."""
        lines = [f" {json.dumps(name)}: {json.dumps(self._entry(name))}" for name in sorted(self.verdicts)]
        return "{\n" + ",\n".join(lines) + "\n}\n" if lines else "{}\n"

    def _entry(self, name: str) -> str | dict[str, str]:
        word, digest = self.verdicts[name], self.statements.get(name)
        return {"verdict": word, "statement": digest} if digest else word


NOTHING = Accepted()


def read_accepted(path: Path) -> Accepted:
    """What a file expects. Raises UnreadableFile if it is anything else."""
    found = reading.document(path, way_out="`gate --update` writes it anew.")
    if not isinstance(found, dict):
        raise _odd(path, "the file", found)
    verdicts: dict[str, str] = {}
    statements: dict[str, str] = {}
    for claim, entry in found.items():
        word, digest = _parts(entry)
        if not isinstance(word, str) or word not in VERDICTS:
            raise _odd(path, claim, word)
        verdicts[claim] = word
        if digest is not None:
            if not isinstance(digest, str) or not DIGEST.fullmatch(digest):
                raise _odd(path, claim, digest, "digest of a statement")
            statements[claim] = digest
    return Accepted(verdicts, statements)


def _parts(entry: Any) -> tuple[Any, Any]:
    if isinstance(entry, dict) and set(entry) == {"verdict", "statement"}:
        return entry["verdict"], entry["statement"]
    return entry, None


def _odd(path: Path, claim: str, value: Any, kind: str = "verdict") -> UnreadableFile:
    said = f"{path} has {str(value)[:40]!r} for {claim}, which is no {kind}."
    return UnreadableFile(f"{said} `gate --update` writes it anew.")
