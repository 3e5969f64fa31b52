"""Cores of a book as terms and formulas of Coq over its reals, with the parentheses that they need."""

from fractions import Fraction
from typing import Any

from ntpcheck.kernel import sequences
from ntpcheck.kernel.names import Core, Env, Unprintable, applied, lambda_over, spelled
from ntpcheck.verifier.language.book import Book

SIGNS = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
FUNCTIONS = {"exp": "exp", "log": "ln", "sqrt": "sqrt", "abs": "Rabs"}
SUM, PRODUCT, MINUS, POWER, ATOM = 50, 40, 35, 30, 10  # levels of Coq's notations, and of an application
ARROW, IFF, OR, AND, NOT, COMPARE = 99, 95, 85, 80, 75, 70


def wrapped(text: str, own: int, level: int) -> str:
    return f"({text})" if own > level else text


def rational(x: Fraction, level: int = ATOM) -> str:
    own = ATOM if x >= 0 and x.denominator == 1 else PRODUCT if x >= 0 else MINUS
    return wrapped(str(x).replace("/", " / "), max(own, PRODUCT if x.denominator > 1 else 0), level)


class Printer:
    """Prints cores of a claim. heads: what stands for a definition; hoisted: for an implicit number."""

    def __init__(self, book: Book, given: str) -> None:
        self.book, self.given = book, given
        self.fields = book.givens[given]
        self.heads: dict[str, str] = {}
        self.hoisted: dict[int, str] = {}
        self.growing = ""  # the real number that grows, in limits inside of `growing`
        self.running: dict[str, str] = {}  # what stands for a sequence at its number, if not that

    # ---- indices and names ----
    def axis(self, axis: str) -> str:
        return spelled(axis)

    def index(self, e: Core, env: Env) -> str:
        if e[0] == "v":
            got = env.get(e[1])
            return spelled(e[1]) if got is None else f"{got}%nat"
        if e[0] == "q0":
            return "0%nat"
        return self.number(e, env, ATOM, whole=False)

    def named(self, e: Core, env: Env) -> str:
        """A field, a parameter or a definition, applied to what follows its name."""
        where = [self.index(i, env) for i in e[-1]]
        if e[0] == "field":
            return applied(spelled(e[1]), *where)
        if e[0] == "par":
            got = env.get(e[1])
            return applied(spelled(e[1]) if got is None else self.text_of(got), *where)
        if e[0] == "sequence":
            return self.sequence(e[1], where)
        head = self.heads.get(e[1], spelled(e[1]))
        return applied(head, *(self.tensor(a, env) for a in e[2]), *where)

    def sequence(self, name: str, where: list[str]) -> str:
        let = self.book.lets[name]
        if let.kind == "running":
            natural = any(one.core[:2] == ("trajectory", name) for one in self.book.lets.values())
            return f"INR {spelled(name)}" if natural else spelled(name)
        return applied(self.running.get(name, f"{spelled(name)} {spelled(let.core[1])}"), *where)

    def text_of(self, got: Any) -> str:
        text = got if isinstance(got, str) else getattr(got, "coq", None)
        if text is None:
            raise Unprintable("an argument without a name")
        return text

    def tensor(self, lam: Core, env: Env) -> str:
        """An argument: its name where it is one, else a function of its indices."""
        _, bound, body = lam
        letters = [spelled(x) for x, _ in bound]
        same = tuple(("v", x) for x, _ in bound)
        natural = body[0] == "field" and self.fields[body[1]].natural
        if bound and body[0] in ("par", "field", "let", "sequence") and body[-1] == same and not natural:
            text = self.named((*body[:-1], ()), env)
            return wrapped(text, ATOM if " " not in text or text[0] == "(" else POWER, ATOM)
        env = {name: got for name, got in env.items() if name not in dict(bound)}
        return lambda_over(letters, self.number(body, env, ATOM if not letters else 200))

    # ---- terms ----
    def number(self, e: Core, env: Env, level: int = 200, *, whole: bool = True) -> str:
        kind = e[0]
        if id(e) in self.hoisted:
            return self.hoisted[id(e)]
        if kind == "q":
            return rational(e[1], level)
        if kind == "size":
            return wrapped(f"INR {self.axis(e[1])}", POWER - 1, level)
        if kind in ("field", "par", "let", "sequence"):
            text = self.named(e, env)
            text = f"({text})" if " " in text and level <= ATOM else text
            natural = kind == "field" and self.fields[e[1]].natural and whole
            inside = f"({text})" if natural and " " in text else text
            return wrapped(f"INR {inside}", POWER - 1, level) if natural else text
        if kind in ("+", "-", "*", "/"):
            own = SUM if kind in "+-" else PRODUCT
            left = self.number(e[1], env, own)
            return wrapped(f"{left} {kind} {self.number(e[2], env, own - 1)}", own, level)
        if kind == "neg":
            return wrapped(f"- {self.number(e[1], env, MINUS)}", MINUS, level if level != SUM else MINUS)
        if kind == "^":
            return wrapped(f"{self.number(e[1], env, POWER - 1)} ^ {e[2]}", POWER, level)
        text = self.rare(e, env)
        return wrapped(text, POWER - 1, level)

    def rare(self, e: Core, env: Env) -> str:
        kind = e[0]
        if kind == "fn":
            return applied(FUNCTIONS[e[1]], self.number(e[2], env, ATOM))
        if kind == "if":
            parts = (self.number(part, env, ATOM, whole=True) for part in e[2:])
            return applied("when", self.formula(e[1], env, ATOM), *parts)
        if kind in ("sum", "max", "min"):
            return self.gathered(e, env)
        if kind in ("max2", "min2"):
            return applied(f"R{kind[:3]}", *(self.number(part, env, ATOM) for part in e[1:]))
        if kind in ("norm", "dot"):
            axes = [self.axis(axis) for _, axis in e[1][1]]
            return applied(f"{kind}{len(axes)}", *axes, *(self.tensor(lam, env) for lam in e[1:]))
        if kind == "rank":
            return self.rank(e, env)
        raise Unprintable(f"{kind} stands inside another term")

    def gathered(self, e: Core, env: Env) -> str:
        kind, bound, condition, body = e
        env = {name: got for name, got in env.items() if name not in dict(bound)}
        if kind == "sum":
            text = self.number(body, env, 200 if condition is None else ATOM)
            word, empty = "sum", "0"
        else:
            text, word, empty = f"[{self.number(body, env)}]", "gather", "[]"
        if condition is not None:
            text = applied("when", self.formula(condition, env, ATOM), text, empty)
        text = self.over(word, bound, text)
        return text if kind == "sum" else applied("largest_of" if kind == "max" else "least_of", f"({text})")

    def over(self, word: str, bound: Any, text: str) -> str:
        for x, axis in reversed(bound):
            text = applied(word, self.axis(axis), lambda_over([spelled(x)], text))
        return text

    def rank(self, e: Core, env: Env) -> str:
        _, rows, columns, condition, body, _ = e
        if len(rows) != 1 or len(columns) > 2:
            raise Unprintable("a rank whose rows run along two axes")
        (x, axis), row = rows[0], spelled(rows[0][0])
        env = {name: got for name, got in env.items() if name not in {x, *(y for y, _ in columns)}}
        chosen = self.formula(condition, env) if condition else "True"
        entry = self.number(body, env)
        names = [spelled(y) for y, _ in columns]
        size = self.axis(columns[0][1])
        if len(columns) == 2:
            width = self.axis(columns[1][1])
            entry = f"let {names[0]} := (c / {width})%nat in let {names[1]} := (c mod {width})%nat in {entry}"
            names, size = ["c"], f"({size} * {width})"
        return applied(
            "rank", self.axis(axis), size, f"(fun {row} => {chosen})", lambda_over([row, *names], entry)
        )

    def square(self, e: Core, env: Env) -> tuple[str, str]:
        """The size and the entries of the matrix of psd, largest and smallest."""
        _, rows, columns, _, body, _ = e
        if len(rows) != 1:
            raise Unprintable("a matrix whose rows run along two axes")
        env = {name: got for name, got in env.items() if name not in {rows[0][0], columns[0][0]}}
        letters = [spelled(rows[0][0]), spelled(columns[0][0])]
        return self.axis(rows[0][1]), lambda_over(letters, self.number(body, env))

    # ---- formulas ----
    def formula(self, e: Core, env: Env, level: int = 200) -> str:
        kind = e[0]
        if kind == "cmp":
            left, right = self.number(e[2], env, COMPARE - 1), self.number(e[3], env, COMPARE - 1)
            return wrapped(f"{left} {SIGNS[e[1]]} {right}", COMPARE, level)
        if kind == "ixeq":
            return wrapped(f"{self.index(e[1], env)} = {self.index(e[2], env)}", COMPARE, level)
        if kind == "ixlt":
            return f"({self.index(e[1], env)} < {self.index(e[2], env)})%nat"
        if kind == "enum":
            return wrapped(f"{self.index(e[1], env)} = {e[2]}%nat", COMPARE, level)
        if kind == "not" and e[1][0] == "ixeq":
            return wrapped(f"{self.index(e[1][1], env)} <> {self.index(e[1][2], env)}", COMPARE, level)
        if kind == "not":
            return wrapped(f"~ {self.formula(e[1], env, NOT)}", NOT, level)
        if kind in ("and", "or"):
            own, sign = (AND, "/\\") if kind == "and" else (OR, "\\/")
            left, right = self.formula(e[1], env, own - 1), self.formula(e[2], env, own)
            return wrapped(f"{left} {sign} {right}", own, level)
        if kind == "iff":
            left, right = self.formula(e[1], env, IFF - 1), self.formula(e[2], env, IFF - 1)
            return wrapped(f"{left} <-> {right}", IFF, level)
        if kind == "implies":
            left, right = self.formula(e[1], env, ARROW - 1), self.formula(e[2], env, ARROW)
            return wrapped(f"{left} -> {right}", ARROW, level)
        if kind in ("let", "par"):
            text = self.named(e, env)
            return f"({text})" if level <= ATOM and " " in text else text
        return wrapped(self.bound(e, env), 200, level) if level < 200 else self.bound(e, env)

    def bound(self, e: Core, env: Env) -> str:
        kind = e[0]
        if kind in ("forall", "exists"):
            _, bound, condition, body = e
            env = {name: got for name, got in env.items() if name not in dict(bound)}
            text = self.formula(body, env)
            if condition is not None:
                low = ARROW if kind == "forall" else AND
                sign = "->" if kind == "forall" else "/\\"
                text = f"{self.formula(condition, env, low - 1)} {sign} {self.formula(body, env, low)}"
            return self.over("all" if kind == "forall" else "any", bound, text)
        if kind == "if":
            return applied("when", *(self.formula(part, env, ATOM) for part in e[1:]))
        if kind == "closure":
            (x, axis), (y, _) = e[1][0], e[2][0]
            inner = {name: got for name, got in env.items() if name not in (x, y)}
            edge = lambda_over([spelled(x), spelled(y)], self.formula(e[4], inner))
            return applied("path", self.axis(axis), edge, *(self.index(end, env) for end in e[5]))
        if kind == "psd":
            return applied("psd", *self.square(e, env))
        if kind == "solvable":
            inner = {name: got for name, got in env.items() if name != e[1]}
            return f"exists {spelled(e[1])} : {self.type_of(e[2])}, {self.formula(e[3], inner)}"
        if kind in ("some", "every"):
            return self.reals(e, env)
        if kind == "sets":
            inner = {name: got for name, got in env.items() if name != e[1]}
            name, axis, size = spelled(e[1]), self.axis(e[2]), self.number(e[3], env, COMPARE - 1)
            count = f"sum {axis} (fun x => when ({name} x) 1 0) = {size}"
            inside = f"{count} -> {self.formula(e[4], inner, ARROW)}"
            return f"every_set {axis} (fun _ => False) (fun {name} => {inside})"
        if kind in sequences.LIMITS:
            return sequences.limit(self, e, env)
        raise Unprintable(f"{kind} stands in a formula")

    def reals(self, e: Core, env: Env) -> str:
        kind, unknowns, condition, body = e
        env = {name: got for name, got in env.items() if name not in dict(unknowns)}
        text = self.formula(body, env)
        if condition is not None:
            low, sign = (AND, "/\\") if kind == "some" else (ARROW, "->")
            text = f"{self.formula(condition, env, low - 1)} {sign} {self.formula(body, env, low)}"
        binders = " ".join(f"({spelled(name)} : {self.type_of(axes)})" for name, axes in unknowns)
        return f"{'exists' if kind == 'some' else 'forall'} {binders}, {text}"

    def type_of(self, axes: tuple[str, ...]) -> str:
        return f"tensor{len(axes)}" if axes else "R"
