"""What a formula says of an instance: three-valued, at a precision that is raised until it decides.

Files that few statements need are imported where they are needed: what was loaded is what a verdict rests on.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import PRECISIONS, TooMuch, Undecided, Undefined, left_open, part, spend
from .evaluate import Terms
from .tensors import Core, Env, Search, Tensor, Unnamed


class World(Terms):
    """An instance with its hints, asked whether formulas hold.

    moment: the sequences are known at one k only, which says nothing of limits. reals: a lemma's answer to
    `some` and `every` over reals, in the place of numbers that a file names. limits: the same to statements
    about limits. ends: what something was seen to tend to, and what it would have to, where that failed.
    """

    ends: tuple[Any, Any] | None = None
    moment = False
    ordered = False  # whether a part that is not decided hides those behind it, for lemmas too
    reals: Callable[[Core, Env], bool | None] | None = None
    limits: Callable[[Core, Env], bool | None] | None = None

    @property
    def plain(self) -> bool:
        """Whether no lemma is at work."""
        return not (self.moment or self.sequences or self.reals or self.limits)

    @contextmanager
    def under(
        self, ops: Any, sequences: dict[str, Any] | None = None, *, moment: bool = False
    ) -> Generator[None]:
        """Another arithmetic, with what a lemma says of sequences; what was found before is put aside."""
        before = self.ops, self.memo, self.weight, self.sequences, self.moment
        self.ops, self.memo, self.moment = ops, {}, moment or self.moment
        self.sequences = sequences or {}
        try:
            yield
        finally:
            self.ops, self.memo, self.weight, self.sequences, self.moment = before

    @contextmanager
    def in_order(self) -> Generator[None]:
        """Parts are read from the left, and one that is not decided settles nothing by those behind it."""
        before, self.ordered = self.ordered, True
        try:
            yield
        finally:
            self.ordered = before

    def ask(self, core: Core, env: Env | None = None, precisions: tuple[int, ...] = PRECISIONS) -> bool:
        """Whether a formula holds. Raises Undecided or Undefined, with fewer precisions sooner."""
        reason = Undecided("no precision decides it")
        for bits in precisions:
            self.reset(bits)
            before = left_open()
            try:
                found = self.formula(core, env or {})
            except Undecided as problem:
                found, reason = None, problem
            last = left_open() == before
            if found is None and (last or bits == PRECISIONS[1]) and self.ops is exact and not env:
                found = self.identically(core)
            if found is not None:
                return found
            if last:
                break
        raise reason

    def identically(self, core: Core) -> bool | None:
        """What an arithmetic says that sees identities; None where it does not decide, or takes long."""
        from ..terms.identities import Identities

        with part(2), suppress(Undecided, Undefined, TooMuch), self.under(Identities()):
            return self.formula(core, {})
        return None

    @contextmanager
    def plainly(self, env: Env) -> Generator[Env]:
        """Exact numbers for points and systems, which are found in them whatever the arithmetic."""
        numeric = getattr(self.ops, "numeric", None)  # of an arithmetic that sees identities
        if numeric is None:
            yield env
            return

        def plain(tensor: Any) -> Any:
            if not isinstance(tensor, Tensor):
                return tensor
            return Tensor(lambda where: numeric(tensor[where]), tensor.label)

        with self.under(exact):
            yield {name: plain(value) for name, value in env.items()}

    def point(self, core: Core, env: Env, key: str) -> Any:
        """The cells of a nearest point, or of a minimiser."""
        if core[0] != "closest":
            return self.optimum(core, env, key)
        from . import points

        with self.plainly(env) as plain:
            return points.closest(self, core, plain, key)

    def formula(self, e: Core, env: Env) -> bool | None:
        kind = e[0]
        spend(1)
        if kind == "cmp":
            return self.compared(e[1], self.ops.subtract(self.number(e[2], env), self.number(e[3], env)))
        if kind == "let":
            return self.call(e, env, self.formula)
        if kind == "not":
            found = self.formula(e[1], env)
            return None if found is None else not found
        if kind in ("and", "or", "implies"):
            return self.joined(e, env)
        if kind in ("forall", "exists"):
            return self.quantified(e, env)
        if kind in ("ixeq", "ixlt"):
            a, b = self.index(e[1], env), self.index(e[2], env)
            return a == b if kind == "ixeq" else a < b
        if kind == "par":
            return env[e[1]][self.indices(e[2], env)]
        if kind == "if":
            return self.formula(e[2] if self.sure(e[1], env) else e[3], env)
        if kind == "iff":
            a, b = self.alone(e[1], env), self.alone(e[2], env)
            return None if a is None or b is None else a == b
        if kind == "enum":
            return self.index(e[1], env) == e[2]
        return self.rare(e, env)

    def alone(self, e: Core, env: Env) -> bool | None:
        """A part that is read with others, which may have no value: where it is open, the whole is."""
        try:
            return self.formula(e, env)
        except Undecided as problem:
            raise open_there(problem) from None

    def joined(self, e: Core, env: Env) -> bool | None:
        """`and`, `or`, `implies`: the second part is read only where the first leaves it to decide.

        The first may have no value where it is not decided because a number is not. A lemma says more of
        the numbers that it speaks of, and what it does not speak of leaves the second part to decide, as the
        first is then seen to have a value (valued.py), or `ordered` is set.
        """
        kind, reason = e[0], None
        try:
            first = self.formula(e[1], env)
        except Undecided as problem:
            if (self.plain and not isinstance(problem, Unnamed)) or self.ordered:
                raise
            first, reason = None, problem
        if kind == "implies" and first is not None:
            first = not first  # as in `not A or B`
        settles = kind != "and"
        if first is settles:
            return settles
        if first is not None:
            return self.formula(e[2], env)
        try:
            second = self.formula(e[2], env)
        except Undefined as problem:
            raise Undecided(f"whether a part is read that has no value: {problem}") from None
        if reason and not (second is settles and self.shown(e, [env], env)):
            raise reason
        return settles if second is settles else None

    def shown(self, e: Core, left: list[Env], env: Env) -> bool:
        """Whether what is left open has a value, so that what stands behind it settles the whole."""
        if not left:
            return True
        from .needs import valued

        return valued(self, e, left, env)

    def quantified(self, e: Core, env: Env) -> bool | None:
        """At one index after the other. What a lemma leaves open at one may be settled by a later one, as
        with `joined`."""
        settles, found, hidden, left = e[0] == "exists", True, False, list[Env]()
        reason = Undecided("whether a part is read that has no value")
        for inner in self.every(e[1], env):
            guard: bool | None = True
            try:
                guard = e[2] is None or self.formula(e[2], inner)
                said = None if guard is False else self.formula(e[3], inner)
            except Undefined:
                if guard and found:
                    raise
                said, hidden = None, True  # its guard may keep it out, or an earlier index settle it
            except Undecided as problem:
                strict = self.plain or self.ordered
                if guard and strict:
                    raise open_there(problem) from None
                if guard and not left:
                    reason = open_there(problem)
                said, hidden = None, hidden or strict
                left.append(inner)
            if said is settles and guard and not hidden and self.shown(e, left, inner):
                return settles
            if guard is not False and (said is None or (guard is None and said is settles)):
                found = False
        if hidden or left:
            raise reason
        return not settles if found else None

    def rare(self, e: Core, env: Env) -> bool | None:
        from . import rare

        return rare.formula(self, e, env)

    def optimum(self, e: Core, env: Env, key: str) -> Any:
        """The cells of a minimiser, or an infimum."""
        from . import optimum

        with self.plainly(env) as plain:
            return (optimum.minimiser if e[0] == "minimiser" else optimum.infimum)(self, e, plain, key)

    def compared(self, sign: str, difference: Any) -> bool | None:
        """What the difference of two sides says of =, !=, <, <=, > or >=; None if it is not decided."""
        low, high = self.ops.sign_bounds(difference)
        if sign in ("=", "!="):
            equal = True if low == high == 0 else False if low > 0 or high < 0 else None
            return equal if equal is None or sign == "=" else not equal
        if sign in (">", "<="):
            low, high = -high, -low
        below = True if high < 0 else False if low >= 0 else None
        return below if below is None or sign in ("<", ">") else not below


def open_there(problem: Undecided) -> Undecided:
    """The same of what stands around: other parts of it, which are not read, may have no value."""
    return Undecided(*problem.args) if isinstance(problem, Unnamed) else problem


__all__ = ["PRECISIONS", "Search", "World"]
