"""What is known where a term stands, how much of it is looked at, and what was found of it before."""

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, Self

from ntpcheck.statement.knowing.cores import NOTHING, Named, Written, bound, form, put
from ntpcheck.verifier.instance.tensors import Core

Terms = dict[Any, Fraction]  # a linear combination: coefficients by terms, the constant's under ()
ONE = Fraction(1)
STEPS = 20_000  # nodes looked at for one question; what takes longer is not decided


class Given:
    """Facts: comparisons, as cores with names that are bound once."""

    def __init__(self, written: Written, facts: tuple[Core, ...] = ()) -> None:
        self.written, self.facts, self.left, self.deep = written, facts, [STEPS], 0
        self.within = [False]  # whether facts about all indices are being asked
        self.counting = [False]  # whether it is being asked if a whole number is 0
        self.splits = [0, False]  # nodes left for cases of conditions; whether cases are being looked at
        self.sides: dict[int, tuple[Core, Terms]] = {}  # the facts' differences, by the facts' identities
        self.divisors: frozenset[Any] = frozenset()  # forms of what the assumptions divide by: it is not 0
        self.points: frozenset[str] = frozenset()  # without arguments, which are known to exist
        self.seen: set[Any] = set()  # forms of what is seen to have a value where just this is known
        self.long: Callable[[Core], bool] | None = None  # whether that is the norm of a point that is not 0
        self.shown: dict[Any, Core] = {}
        # By the identities of cores, kept beside them: each stands in many numbers and is asked for often.
        self.read: dict[int, tuple[Core, Terms]] = {}
        self.forms: dict[int, tuple[Core, Any]] = {}
        self.kept: dict[Any, Any] = {}  # one object for each form: by it answers are kept
        self.forget()

    def by(self, facts: Iterable[Core]) -> Self:
        """The same with these facts in the place of all others."""
        found = object.__new__(type(self))
        vars(found).update(vars(self), facts=tuple(facts), seen=set())
        found.forget()
        return found

    def begin(self) -> None:
        """All nodes are left, and nothing was found yet."""
        self.left[0] = STEPS
        self.forget()

    def forget(self) -> None:
        self.beside: dict[Any, Self] = {}  # the same where a formula holds too
        self.answers: dict[Any, Any] = {}  # what was found of numbers and formulas, each once

    def answer(self, find: Callable[[Core], Any], e: Core) -> Any:
        """What is found of a formula or number here, and was found before as long as there are nodes left."""
        key = find.__name__, id(self.form(e)), self.deep, self.within[0], self.counting[0], *self.splits
        if key not in self.answers:
            found = find(e)
            if not self.lasting():
                return found
            self.answers[key] = found
        return self.answers[key]

    def alone(self) -> Self:
        """The same without facts: what is asked of a sum in one of them does not lead back to it."""
        found = type(self)(self.written)
        found.left, found.shown, found.read = self.left, self.shown, self.read
        found.counting = self.counting
        found.forms, found.kept = self.forms, self.kept
        return found

    def lasting(self) -> bool:
        """Whether what was just found would be found again."""
        return self.left[0] >= 0

    def form(self, e: Core) -> Any:
        """What is equal for cores that differ in names of what is bound alone."""
        if id(e) not in self.forms:
            key = form(e)
            self.forms[id(e)] = e, self.kept.setdefault(key, key)
        return self.forms[id(e)][1]

    # ---- cores by other names ----
    def letters(self, e: Core) -> tuple[str, ...]:
        """New letters for those that a core's uppermost node binds."""
        return tuple(self.name() for _ in e[1])

    def lettered(self, e: Core, letters: Sequence[str]) -> list[Any]:
        """The condition and the body of a core's uppermost node by other letters than its own."""
        return [self.put(part, dict(zip(bound(e), letters, strict=True))) for part in e[2:]]

    def put(self, e: Any, named: Named) -> Any:
        """A core in which letters and parameters are replaced; every name bound in it is a new one."""
        return put(e, named, self.written.fresh)

    def name(self) -> str:
        """A name that stands nowhere yet."""
        return f"#{next(self.written.fresh)}"

    def point(self, e: Core) -> Core:
        """What a point is by its definition, with its arguments in that."""
        let = self.written.book.lets[e[1]]
        return self.put(let.core, dict(zip(let.parameters, e[2], strict=True)))

    def zero(self, axes: Collection[str]) -> Core:
        """The tensor 0."""
        return ("lam", tuple((self.name(), axis) for axis in axes), NOTHING)

    def opened(self, e: Core) -> Core:
        while e[0] == "let" and self.written.opens(e[1]):
            e = self.written.opened(e)
        return e
