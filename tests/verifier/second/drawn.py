"""What a drawn formula may name where it stands, and small choices."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

LETTERS = {"m": ("j", "k"), "V": ("u", "v", "z"), "d": ("i", "a")}
SIGNS = ("=", "!=", "<", "<=", ">", ">=", "<=", "=")
NUMBERS = ("0", "1", "2", "3", "1 / 2", "0.5", "0.25")


@dataclass
class Scope:
    """letters: indices that are bound, with axes. arrays: arguments and unknowns. sets: those of indices."""

    letters: dict[str, str] = field(default_factory=dict)
    arrays: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sets: dict[str, str] = field(default_factory=dict)

    def more(self, **kinds: Any) -> Scope:
        return Scope(
            {**self.letters, **kinds.get("letters", {})},
            {**self.arrays, **kinds.get("arrays", {})},
            {**self.sets, **kinds.get("sets", {})},
        )


@dataclass
class Let:
    """parameters: axes by names. kind: number, formula or an axis."""

    parameters: dict[str, tuple[str, ...]]
    axes: tuple[str, ...]
    kind: str


class Drawn:
    """A book so far. rough: how often a part may have no value; real: whether there are logs and roots."""

    def __init__(self, seed: object) -> None:
        self.rng = Random(str(seed))
        self.sizes = {axis: self.rng.choice((1, 2, 2, 3)) for axis in LETTERS}
        self.fields: dict[str, tuple[tuple[str, ...], str]] = {}
        self.lets: dict[str, Let] = {}
        self.assumed: list[str] = []
        self.chosen: dict[str, Any] = {}
        self.count = 0
        self.rough = self.rng.choice((0.0, 0.1, 0.3))
        self.real = self.rng.random() < 0.5
        self.lines = ['book t "Drawn"', "axes m: j k; V: u v z; d: i a"]
        self.instance: dict[str, Any] = {}
        self.claims: list[str] = []

    # ---- small choices ----
    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def letter(self, axis: str, scope: Scope) -> str:
        known = [*LETTERS[axis], LETTERS[axis][0] + "2", LETTERS[axis][1] + "'"]
        return self.rng.choice(
            [x for x in known if x not in scope.letters] or [f"{LETTERS[axis][0]}{len(scope.letters) + 3}"]
        )

    def some_letters(self, scope: Scope) -> dict[str, str]:
        out: dict[str, str] = {}
        for _ in range(self.rng.choice((1, 1, 2))):
            axis = self.axis()
            out[self.letter(axis, scope.more(letters=out))] = axis
        return out

    def sign(self) -> str:
        return self.rng.choice(SIGNS)

    def axis(self) -> str:
        return self.rng.choice(tuple(LETTERS))

    def some_axes(self) -> tuple[str, ...]:
        return tuple(self.axis() for _ in range(self.rng.choice((0, 1, 1, 2))))

    @staticmethod
    def brackets(axes: tuple[str, ...]) -> str:
        """The letters of axes, as an unknown, an argument or a field has them."""
        return f"[{','.join(LETTERS[axis][0] for axis in axes)}]" if axes else ""

    def where(self, axes: tuple[str, ...], scope: Scope) -> str | None:
        found = [self.index(axis, scope) for axis in axes]
        return None if None in found else f"[{','.join(map(str, found))}]" if found else ""

    def index(self, axis: str, scope: Scope, depth: int = 1) -> str | None:
        known = [x for x, other in scope.letters.items() if other == axis]
        named = [(n, let.axes) for n, let in self.lets.items() if let.kind == axis and not let.parameters]
        named += [(n, axes) for n, (axes, kind) in self.fields.items() if kind == axis]
        named = [(n, axes) for n, axes in named if n not in scope.arrays]
        if named and depth and self.chance(0.3):
            name, axes = self.rng.choice(named)
            inner = [self.index(one, scope, depth - 1) for one in axes]
            if None not in inner:
                return name + (f"[{','.join(map(str, inner))}]" if inner else "")
        return self.rng.choice(known) if known else None

    def array(self, axes: tuple[str, ...], kind: str) -> Any:
        if axes:
            return [self.array(axes[1:], kind) for _ in range(self.sizes[axes[0]])]
        if kind == "number":
            return self.rng.choice((0, 1, -1, 2, "1/2", "-3/2", "0.25", 1, 0))
        if kind == "natural":
            return self.rng.choice((0, 1, 1, 2, 3))
        return self.rng.randrange(2 if kind == "word" else self.sizes[kind])
