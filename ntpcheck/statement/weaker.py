"""Whether a formula follows from another by its form alone: strict for weak, a part of `and`, and so on.

An edit whose formula follows from the line makes no falsehood of a true claim. Sound wherever both have a
truth value: trees are compared, nothing is evaluated, and what is not seen to follow is taken not to.
"""

from __future__ import annotations

from typing import Any

from ntpcheck.verifier.grammar import Tree

WEAKER = {"<": ("<=", "!="), ">": (">=", "!="), "=": ("<=", ">=")}
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def follows(old: Tree, new: Tree) -> bool:
    """Whether `new` holds wherever `old` does."""
    if old == new:
        return True
    if new[:1] == ("and",) and old[:1] != ("and",):
        return follows(old, new[1]) and follows(old, new[2])
    if old[:1] == ("or",) and new[:1] != ("or",):
        return follows(old[1], new) and follows(old[2], new)
    return _parts(old, new) or (old[:1] == new[:1] and _alike(old, new))


def _parts(old: Tree, new: Tree) -> bool:
    """A part of a conjunction, an alternative more, a conclusion without its condition's help."""
    if old[0] == "and" and any(follows(part, new) for part in old[1:]):
        return True
    if new[0] == "or" and any(follows(old, part) for part in new[1:]):
        return True
    return new[0] == "implies" and follows(old, new[2])


def _alike(old: Tree, new: Tree) -> bool:
    """Two formulas of one kind, part by part."""
    kind = old[0]
    if kind == "cmp":
        return _compared(old, new)
    if kind in ("and", "or"):
        return all(map(follows, old[1:], new[1:]))
    if kind == "implies":
        return follows(new[1], old[1]) and follows(old[2], new[2])
    if kind == "not":
        return follows(new[1], old[1])
    if kind in ("forall", "exists", "every", "some"):
        return old[1] == new[1] and _guarded(old, new, narrower=kind in ("forall", "every"))
    if kind in ("eventually", "always"):
        return follows(old[1], new[1])
    if kind in ("growing", "solvable", "sets"):
        return len(old) == len(new) and old[1:-1] == new[1:-1] and follows(old[-1], new[-1])
    if kind == "if":
        return old[1] == new[1] and follows(old[2], new[2]) and follows(old[3], new[3])
    return False


def _guarded(old: Any, new: Any, *, narrower: bool) -> bool:
    """Bodies that follow; guards that admit less, of `forall`, or more, of `exists`."""
    (one, other) = (new[2], old[2]) if narrower else (old[2], new[2])
    within = other is None or (one is not None and follows(one, other))
    return within and follows(old[3], new[3])


def _compared(old: Tree, new: Tree) -> bool:
    if old[2:] == new[2:]:
        return new[1] in WEAKER.get(old[1], ())
    return old[2:] == new[:1:-1] and (
        MIRRORED[old[1]] == new[1] or new[1] in WEAKER.get(MIRRORED[old[1]], ())
    )
