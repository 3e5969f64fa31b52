"""Comparisons that hold for all large R, as the log of one side exceeds the other's beyond all bounds.

Let log P - log Q be a R + b sqrt(R^2 + c) + d log(e) + f, where a, b, c, d and f do not hang on R, and e is a
positive multiple of R and something that stays bounded. As sqrt(R^2 + c) - R tends to 0, and log(e) - log(R)
is bounded, this is (a + b) R + d log(R) and something bounded. So P > r Q for all large R, whatever the fixed
number r is, if a + b > 0, or if a + b = 0 < d; and P > Q_1 + .. + Q_r if that is so of P and each Q_j. There
are finitely many indices, so that one bound beyond which R is large serves them all.
"""

from ntpcheck.statement.knowing.combinations import Known, Terms, combined, product
from ntpcheck.statement.knowing.expanded import TooLongError, expanded
from ntpcheck.statement.knowing.given import ONE, STEPS
from ntpcheck.statement.knowing.polarity import NEGATIVE, POSITIVE, ZERO, Sign
from ntpcheck.statement.knowing.powers import Atoms, OpenError, log_of, logs_apart
from ntpcheck.verifier.asymptotics.constants import BELOW, names, unequal
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.sequences import running

NAMED = ("sum", "log of")  # what `expanded` and logs have names of their own for


def outgrows(known: Known, e: Core) -> bool:
    """Whether a formula about all large R holds, as what it compares grows apart."""
    e = known.opened(e)
    if e[0] == "growing":
        return _apart(known, e[-1], ("par", e[1], ()))
    along = running(known.written.book, e) if e[0] == "eventually" else ()
    return len(along) == 1 and _apart(known, e, ("sequence", *along, ()))


def _apart(known: Known, e: Core, R: Core) -> bool:
    e = known.opened(e)
    if e[0] == "eventually":
        return _apart(known, e[1], R)
    if e[0] == "and":
        return all(_apart(known, part, R) for part in e[1:])
    if e[0] == "forall" and not (e[2] and _Large(known, R).hangs(e[2])):
        return _apart(known.having(e[2]), e[3], R)
    if not unequal(e):
        return False
    known.left[0] = STEPS  # what other comparisons took is not taken from it
    there, (less, more) = _Large(known, R), e[2:] if e[1] in BELOW else e[:1:-1]
    try:
        return all(there.slope(row) == NEGATIVE for row in logs_apart(known, less, more, there))
    except (OpenError, TooLongError):
        return False


class _Large(Atoms):
    """Which numbers are positive where R is large."""

    def __init__(self, known: Known, R: Core) -> None:
        super().__init__(known)
        self.R = R

    def hangs(self, e: Core) -> bool:
        return names(e, {self.R[1]}) or bool(running(self.known.written.book, e))

    def positive(self, e: Core) -> None:
        if not (self.hangs(e) and self.grows(e)):
            super().positive(e)

    def grows(self, e: Core) -> bool:
        """Whether a number grows as a multiple of R does: as such, or as the log of a product."""
        e = self.known.opened(e)
        try:
            log = e[:2] == ("fn", "log")
            terms = log_of(self.known, e[2], self) if log else expanded(self.known, e)
            return self.slope(terms, logs=False) == POSITIVE
        except (OpenError, TooLongError):
            return False

    def slope(self, terms: Terms, *, logs: bool = True) -> Sign | None:
        """The sign of what R is multiplied with, or else log(R); None where something else hangs on R."""
        found: list[Terms] = [{}, {}]
        for term, x in terms.items():
            growing = [factor for factor in term if self.hangs(factor)]
            rest = [factor for factor in term if factor not in growing]
            if len(growing) > 1 or (growing and any(factor[0] in NAMED for factor in rest)):
                return None
            if growing:
                log = logs and growing[0][:2] == ("fn", "log") and self.grows(growing[0][2])
                if not log and growing[0] != self.R and not self._root(growing[0]):
                    return None
                found[log] = combined(found[log], {tuple(rest): x})
        parts: list[Core] = [("*", ("q", x), _number(term)) for term, x in (found[0] or found[1]).items()]
        return self.known.sign(product(parts, "+")) if parts else ZERO

    def _root(self, e: Core) -> bool:
        """Whether a number is sqrt(R^2 + c)."""
        if e[:2] != ("fn", "sqrt"):
            return False
        terms = expanded(self.known, e[2])
        square = [term for term in terms if any(self.hangs(factor) for factor in term)]
        return square in ([(("^", self.R, 2),)], [(self.R, self.R)]) and terms[square[0]] == ONE


def _number(term: tuple[Core, ...]) -> Core:
    """A product of what `expanded` multiplies, as a number."""
    above = [factor for factor in term if factor[0] != "/"]
    return ("/", product(above), product([factor[1] for factor in term if factor[0] == "/"]))
