"""A formula of a book as a layout: what a typesetter needs, before LaTeX or MathML.

A layout is a tuple: ("id" | "greek" | "word" | "number" | "sign", text), ("row", parts), ("fraction", a, b),
("sub", a, b), ("sup", a, b), ("under", operator, below), ("fence", left, inside, right), ("root", a),
("cases", rows).
"""

from typing import Any

from ntpcheck.verifier.language.printing import GREEDY, LEVELS, Tree, chained

Layout = tuple[Any, ...]
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "*": "·"}
WORDS = {"and": "and", "or": "or", "iff": "⇔", "implies": "⇒"}
BIG = {"sum": "∑", "max": "max", "min": "min", "forall": "∀", "exists": "∃", "infimum": "inf"}
NAMES = """alpha beta gamma delta epsilon eta theta kappa lambda mu pi rho sigma tau"""
GREEK = frozenset(NAMES.split())


def sign(text: str) -> Layout:
    return ("sign", text)


def row(*parts: Layout) -> Layout:
    return ("row", parts)


def word(text: str) -> Layout:
    return ("word", text)


def name(text: str) -> Layout:
    """A letter as it is, a Greek letter by its name, a longer name upright; `W_k` with its index below."""
    head, _, below = text.partition("_")
    if below and head:
        return ("sub", name(head), name(below))
    if head in GREEK:
        return ("greek", head)
    return ("id", head) if len(head.rstrip("'0123456789")) == 1 else word(head)


def layout(tree: Tree, level: int = 0) -> Layout:
    """The layout of a tree, in parentheses where it binds less tightly than `level`."""
    own = LEVELS.get(tree[0], 10 if tree[0] not in GREEDY else 0)
    found = _layout(tree, own)
    bare = tree[0] in ("/", "if") or (tree[0] in ("sum", "max", "min", "infimum") and level < 7)
    needs = own < level and not bare
    return ("fence", "(", found, ")") if needs or (tree[0] in ("sum", "max", "min") and level >= 7) else found


def _list(parts: Any) -> Layout:
    found: list[Layout] = []
    for part in parts:
        found += [sign(","), part] if found else [part]
    return row(*found)


def _layout(e: Tree, own: int) -> Layout:
    kind = e[0]
    if kind == "number":
        value = ("number", str(abs(e[1].numerator)))
        return value if e[1].denominator == 1 else ("fraction", value, ("number", str(e[1].denominator)))
    if kind == "infinity":
        return sign("∞")
    if kind == "name":
        found = name(e[1])
        if e[2]:
            found = row(found, ("fence", "(", _list(map(layout, e[2])), ")"))
        return ("sub", found, _list(map(layout, e[3]))) if e[3] else found
    if kind == "/":
        return ("fraction", layout(e[1]), layout(e[2]))
    if kind in ("+", "-", "*"):
        return row(
            layout(e[1], own), sign(SIGNS.get(str(kind), str(kind))), layout(e[2], own + (kind == "-"))
        )
    if chained(e):
        return row(_layout(e[1], own), sign(SIGNS.get(str(e[2][1]), str(e[2][1]))), layout(e[2][3], 7))
    if kind in WORDS:
        middle = word(WORDS[kind]) if kind in ("and", "or") else sign(WORDS[kind])
        return row(layout(e[1], own + (kind == "implies")), middle, layout(e[2], own))
    if kind in ("not", "neg"):
        return row(word("not") if kind == "not" else sign("-"), layout(e[1], own))
    if kind == "^":
        return ("sup", layout(e[1], 10), ("number", str(e[2])))
    if kind == "cmp":
        return row(layout(e[2], 7), sign(SIGNS.get(str(e[1]), str(e[1]))), layout(e[3], 7))
    if kind == "is":
        return row(layout(e[1], 7), word("is"), word(e[2]))
    return _called(e) if kind == "call" else _bound(e)


def _called(e: Tree) -> Layout:
    function, arguments = e[1], [layout(a) for a in e[2]]
    if function == "exp":
        return ("sup", ("id", "e"), arguments[0])
    if function == "sqrt":
        return ("root", arguments[0])
    if function in ("norm", "abs", "dot"):
        left, right = {"norm": "‖‖", "abs": "||", "dot": "⟨⟩"}[function]
        return ("fence", left, _list(arguments), right)
    if function == "tends":
        return row(layout(e[2][0], 7), sign("→"), layout(e[2][1], 7))
    if function == "bounded":
        return row(arguments[0], word("stays bounded"))
    return row(word(function), ("fence", "(", _list(arguments), ")"))


def _unknown(unknown: tuple[str, tuple[str, ...]]) -> Layout:
    return name(unknown[0])


def _such(bound: Layout, condition: Tree | None) -> Layout:
    return row(bound, sign(":"), layout(condition)) if condition else bound


def _bound(e: Tree) -> Layout:
    kind = e[0]
    if kind in ("sum", "max", "min"):
        return row(("under", sign(BIG[kind]), _such(_list(map(name, e[1])), e[2])), layout(e[3], 8))
    if kind in ("forall", "exists"):
        return row(sign(BIG[kind]), _such(_list(map(name, e[1])), e[2]), sign("."), layout(e[3]))
    if kind in ("some", "every"):
        said = "for some" if kind == "some" else "for every"
        return row(word(said), _such(_list(map(_unknown, e[1])), e[2]), sign("."), layout(e[3]))
    if kind == "solvable":
        return row(word("for some"), _unknown(e[1]), sign("."), layout(e[2]))
    if kind == "infimum":
        return row(("under", word("inf"), _such(_unknown(e[1]), e[2])), layout(e[3], 8))
    if kind == "if":
        return ("cases", _cases(e))
    if kind in ("eventually", "always"):
        said = "for all large values" if kind == "eventually" else "always"
        return row(word(said), sign(":"), layout(e[1]))
    if kind == "growing":
        return row(word("as"), name(e[1]), sign("→"), sign("∞"), sign(":"), layout(e[2]))
    if kind == "sets":
        size = row(sign("|"), name(e[1]), sign("|"), sign("="), layout(e[3], 7))
        return row(
            word("for every set"),
            name(e[1]),
            word("of"),
            name(e[2]),
            sign(":"),
            size,
            sign("."),
            layout(e[4]),
        )
    if kind in ("closest", "minimiser"):
        return _point(e)
    return _matrix(e)


def _cases(e: Tree) -> tuple[tuple[Layout, Layout], ...]:
    """Value and condition of each case; a choice in place of the last value goes on with cases of its own."""
    if e[0] != "if":
        return ((layout(e), word("otherwise")),)
    return ((layout(e[2]), row(word("if"), layout(e[1]))), *_cases(e[3]))


def _point(e: Tree) -> Layout:
    goal = layout(e[2], 7) if e[2] else None
    if e[0] == "minimiser":
        head = row(word("the minimiser"), _unknown(e[1]), word("of"), goal or word("0"))
    else:
        head = row(word("the nearest" if goal else "the shortest"), _unknown(e[1]))
        head = row(head, word("to"), goal) if goal else head
    return row(head, word("with"), layout(e[3])) if e[3] else head


def _matrix(e: Tree) -> Layout:
    kind, rows, columns, condition, body, ends = e
    if kind == "closure":
        return row(word("a path leads from"), layout(ends[0]), word("to"), layout(ends[1]))
    entries = (
        "sub",
        ("fence", "[", layout(body), "]"),
        _such(_list(map(name, (*rows, *columns))), condition),
    )
    said = {
        "psd": "is positive semidefinite",
        "largest": "lambda_max",
        "smallest": "lambda_min",
        "rank": "rank",
    }[kind]
    return row(entries, word(said)) if kind == "psd" else row(name(said), entries)
