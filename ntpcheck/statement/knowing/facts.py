"""What follows at once from a formula that is known, or from its denial, and whether facts leave a case."""

from collections.abc import Iterator

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.somewhere import ends, led_to
from ntpcheck.statement.knowing.universal import OPPOSITE
from ntpcheck.verifier.instance.tensors import Core


def split(known: Known, e: Core, *, holds: bool = True) -> Iterator[Core]:
    """The comparisons, and what is said of words, that follow from a formula, or from its denial."""
    e = known.opened(e)
    if e[0] == ("and" if holds else "or"):
        yield from split(known, e[1], holds=holds)
        yield from split(known, e[2], holds=holds)
    elif e[0] == "not":
        yield from split(known, e[1], holds=not holds)
    elif e[0] == "cmp":
        yield e if holds else ("cmp", OPPOSITE[e[1]], *e[2:])
    else:
        yield e if holds else ("not", e)
        yield from ends(known, e) if holds else ()
        for part in led_to(known, e) if holds else ():
            yield from split(known, part)
        if e[0] == "exists" and not holds:
            yield ("forall", e[1], e[2], ("not", e[3]))


def possible(known: Known) -> bool:
    """Whether what is said of words, and of comparisons already decided, leaves a case."""
    if known.facts and known.by(known.facts[:-1]).truth(known.facts[-1]) is False:
        return False
    fields = known.written.book.fields()
    for name in {e[1][1][1] for e in known.facts if e[0] == "not" and word(e[1])}:
        gone = {e[1][2] for e in known.facts if e[0] == "not" and word(e[1]) and e[1][1][1] == name}
        if not fields[name].axes and gone == set(range(len(fields[name].kind[1]))):
            return False
    return True


def word(e: Core) -> bool:
    return e[0] == "enum" and e[1][0] == "field"


def left_out(known: Known, e: Core) -> int | None:
    """Of a number or formula by cases the part that is not read, by what is known of words."""
    said = known.truth(e[1]) if e[0] == "if" and word(e[1]) else None
    return None if said is None else 3 if said else 2
