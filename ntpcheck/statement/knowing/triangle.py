"""The triangle inequality: |A + B| and |A - B| are at most |A| + |B|, and of c X, c >= 0, c is taken out.

|p / |X| X| is p where p >= 0: where that has a value, X is not 0.
"""

from ntpcheck.statement.knowing.combinations import Known, Terms, combined
from ntpcheck.statement.knowing.cores import bound, reads, same
from ntpcheck.statement.knowing.polarity import Sign
from ntpcheck.verifier.instance.tensors import Core


def by_triangle(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a linear combination, by what its norms of sums are at most."""
    for term, scale in terms.items() if found[0] != found[1] else ():
        if term[:1] != ("norm",) or (found[0] >= 0 if scale < 0 else found[1] <= 0):
            continue
        core = known.shown[term]
        most = _length(known, core[1])
        if same(most, core):
            continue
        low, high = known.total(combined(combined(terms, {term: -scale}), known.linear(most, scale)))
        found = (max(found[0], low), found[1]) if scale < 0 else (found[0], min(found[1], high))
    return found


def _length(known: Known, lam: Core) -> Core:
    """What the norm of a tensor is at most, by the norms of what it is made of."""
    letters, body = lam[1], known.opened(lam[2])
    if body[0] in ("+", "-"):
        return ("+", *(_length(known, ("lam", letters, part)) for part in body[1:]))
    if body[0] == "neg":
        return _length(known, ("lam", letters, body[1]))
    if body[0] == "*":
        for factor, rest in (body[1:], body[:0:-1]):
            if reads(factor, bound(lam)):
                continue
            factor, inner = known.opened(factor), ("lam", letters, rest)
            if factor[0] == "/" and same(known.opened(factor[2]), ("norm", inner)):
                if known.sign(factor[1])[0] >= 0:
                    return factor[1]
            elif known.sign(factor)[0] >= 0:
                return ("*", factor, _length(known, inner))
    return ("norm", lam)
