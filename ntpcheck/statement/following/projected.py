"""Whether an edit is what its line says of another instance, with a tensor of the claim in a table's place.

A line about W speaks of X + c P as well, where P is a projection of W and X the rest. Projections on what
solves homogeneous equations are linear, and leave what they have projected as it is; a norm grows with what
scales a tensor; and of max(a, b) each of the two is looked at.
"""

from collections.abc import Iterator

from ntpcheck.statement.following.implied import Around, surroundings
from ntpcheck.statement.following.projections import Opened, Simple
from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import Written, form, same
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.risks import certain, risks, valued
from ntpcheck.statement.knowing.written import resting, written_out
from ntpcheck.statement.printing.reading import fields, names, presupposed
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim
from ntpcheck.verifier.language.cores import inside


def of_projected(old: Book, new: Book, claim: Claim, place: str) -> bool:
    """Whether a formula of one book is what it says in another of an instance with a tensor of the claim."""
    (before, *rest), (after, *others) = (
        written_out(book, book.claims[claim.id], place) for book in (old, new)
    )
    if claim.kind != "formula" or claim.undefined or not same(tuple(rest), tuple(others)):
        return False
    old.given, old.local = claim.given, claim.locals
    own, simple = old.fields(), Simple(old, Around(Written(old)))
    points = [key for key in names(old, (before, *rest)) if old.lets[key].kind not in ("num", "bool")]
    if resting(old, (before, *rest), place) or not any(map(simple.projects, points)):
        return False
    silent = fields(old, (*presupposed(old, claim), *(old.lets[key].core for key in points)))
    spoken = sorted(fields(old, before) - silent)
    for key in sorted(set(claim.locals.values()) & names(new, new.claims[claim.id].core)):
        let = new.lets[key]
        axes = tuple(axis for _, axis in let.indices)
        for field in spoken if axes and let.kind == "num" and not let.parameters else ():
            if (own[field].axes, own[field].kind, own[field].natural) == (axes, "num", False):
                moved = Moved(old, new, claim, (place, field))
                if moved.says((before, after), ("lam", let.indices, let.core)):
                    return True
    return False


class Moved:
    """A line at another instance, beside its edit."""

    def __init__(self, old: Book, new: Book, claim: Claim, open_on: tuple[str, str]) -> None:
        self.old, self.new, self.claim, self.open_on = old, new, claim, open_on
        self.known = surroundings(old, claim)

    def says(self, pair: tuple[Core, Core], tensor: Core) -> bool:
        """Whether the line says of an instance with that tensor in the field's place what the edit says."""
        edited = Opened(self.new, self.known, self.open_on)
        whole = edited.of(tensor)
        line = Opened(self.old, self.known, self.open_on, (self.open_on[1], whole))
        asked = self.claim.asked
        raw = edited.of(pair[1]), line.of(pair[0]), line.of(asked) if asked else None
        here = list(certain(self.old, Opened(self.old, self.known, self.open_on).of(pair[0])))
        risky = [*risks(raw[0]), *risks(whole)]
        cases = _cases(self.known, Simple(self.new, self.known).of(whole))
        return all(self._in_case(there, raw, here, risky) for there in cases)

    def _in_case(
        self, known: Known, raw: tuple[Core, Core, Core | None], here: list[Core], risky: list[Core]
    ) -> bool:
        simple = Simple(self.old, known)
        if raw[2]:
            asked, known.left[0] = simple.of(raw[2]), STEPS
            if known.truth(asked) is not True:
                return False
        edit, line = (simple.of(part) for part in raw[:2])
        read = {form(one) for one in here}
        there = {form(simple.of(one)) for one in certain(self.old, raw[1])}
        for one in risky:
            there_too = form(one) in read or form(simple.of(one)) in there
            if not there_too and not simple.exists(one) and not valued(known, one):
                return False
        known.left[0] = STEPS
        return known.follows(line, edit)


def _cases(known: Known, tensor: Core) -> Iterator[Known]:
    """What is known, for each of the two sides of the first extreme of two in a tensor."""
    extreme = next((e for e in inside(tensor) if e[:1] == ("max2",)), None)
    if extreme is None:
        yield known
        return
    yield known.having(("cmp", ">=", *extreme[1:]))
    yield known.having(("cmp", "<", *extreme[1:]))
