"""Whole books at random, with instances: their text, which two readings have to read alike."""

from __future__ import annotations

from tests.verifier.second.drawn import Let, Scope
from tests.verifier.second.drawn_formulas import Formulas

FIELDS = {
    "x": (("V",), "number"),
    "y": ((), "number"),
    "h": (("m", "d"), "number"),
    "n": (("m", "V"), "natural"),
    "w": (("m",), "V"),
    "t": (("V",), "m"),
    "loss": ((), "word"),
}
WRITTEN = {"number": "", "natural": " natural", "word": " one of linear log"}
REPLACED = {"y": "(y + 1)", "V": "d", "<=": "<", "and": "or", ">": ">=", "implies": "and"}


class Books(Formulas):
    """One book of one type, and its claims."""

    def book(self) -> str:
        self.typed()
        for _ in range(self.rng.randint(2, 6)):
            self.define()
        for _ in range(self.rng.choice((0, 1, 2))):
            self.assume()
        for _ in range(4):
            self.claim()
        return "\n".join(map(folded, self.lines)) + "\n"

    def typed(self) -> None:
        told: list[str] = []
        for name, (axes, kind) in FIELDS.items():
            self.fields[name] = axes, kind
            source = self.rng.choice(("", f" from {name}s"))
            told.append(name + self.brackets(axes) + WRITTEN.get(kind, f" in {kind}") + source)
            self.instance[name + ("s" if source else "")] = self.array(axes, kind)
        self.instance["type"] = "One"
        self.lines += [f"given One: {', '.join(told[:4])},", f"        {', '.join(told[4:])}"]
        if self.chance(0.5):
            self.lines.append(f"demand {self.formula(Scope(), 2)}")

    # ---- definitions ----
    def define(self) -> None:
        """One whose arguments may hide fields, axes and definitions."""
        name, parameters, letters = self.name(self.rng.choice(("f", "g", "so-", "A'"))), {}, dict[str, str]()
        for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
            hidden = [n for n in (*self.fields, *self.lets, "q", "M", "m") if "-" not in n and "'" not in n]
            parameters[self.rng.choice(hidden)] = self.some_axes()
        for axis in self.some_axes():
            letters[self.letter(axis, Scope(letters))] = axis
        scope = Scope(letters, parameters)
        given = ", ".join(n + self.brackets(axes) for n, axes in parameters.items())
        head = f"let {name}" + (f"({given})" if given else "")
        kind = self.rng.choice(("number", "number", "formula", "formula", "index", "point"))
        if kind == "point":
            self.point(name, head, parameters)
            return
        at, axis = f"[{','.join(letters)}]" if letters else "", self.axis()
        one, other = self.index(axis, scope), self.index(axis, scope)
        if kind == "index" and one and other:
            body, kind = f"if {self.formula_atom(scope, 1)} then {one} else {other}", axis
        elif kind == "formula":
            body = self.formula(scope, self.rng.choice((1, 2)))
        else:
            body, kind = self.number(scope, self.rng.choice((1, 2))), "number"
        self.lines.append(f"{head}{at} = {body}")
        self.lets[name] = Let(parameters, tuple(letters.values()), kind)

    def point(self, name: str, head: str, parameters: dict[str, tuple[str, ...]]) -> None:
        axes, scope, unknown = (self.axis(),), Scope({}, parameters), self.name("P")
        to = f"closest {unknown}{self.brackets(axes)} to {self.whole(axes, scope, 1)}"
        which = self.rng.choice((f"shortest {unknown}{self.brackets(axes)}", to))
        self.lines.append(f"{head} = {which}")
        self.lines.append(f"        with {self.linear(unknown, axes, scope, ('=', '<=', '>=', '<', '>'))}")
        self.lets[name] = Let(parameters, axes, "number")

    # ---- claims ----
    def assume(self) -> None:
        name = self.name("assumed-")
        self.lines += [f'assume {name} "1" = {self.formula(Scope(), 2)}', "    says  words"]
        self.assumed.append(name)

    def claim(self) -> None:
        name, known = f"t/c{len(self.claims)}", dict(self.lets)
        self.lines += [f'claim {name} "1" on One', "    says  words  # and a comment"]
        if self.assumed and self.chance(0.5):
            some = self.rng.sample(self.assumed, self.rng.randint(1, len(self.assumed)))
            self.lines.append(f"    assuming  {', '.join(some)}")
        if self.chance(0.3):
            local = self.name("local")
            self.lines.append(f"    where  {local} = {self.number(Scope(), 1)}")
            self.lets[local] = Let({}, (), "number")
        for clause in ("asked when", "undefined when"):
            if self.chance(0.2):
                self.lines.append(f"    {clause}  {self.formula(Scope(), 1)}")
        formula = self.formula(Scope(), self.rng.choice((2, 3, 3, 4)))
        self.lines.append(f"    formula  {formula}")
        self.claims.append(name)
        if self.chance(0.3):
            self.variation(name, formula)
            if self.chance(0.3):
                self.variation(f"{name}/b", "")
        self.lets = known

    def variation(self, other: str, formula: str) -> None:
        self.lines += [f'claim {other}/b "1" as {other}', "    says  words"]
        words = [word for word in REPLACED if f" {word} " in formula]
        if words and self.chance(0.7):
            word = self.rng.choice(words)
            self.lines.append(f"    with {REPLACED[word]} for {word}")
        if self.assumed and self.chance(0.6):
            clause = self.rng.choice(("also assuming", "assuming"))
            self.lines.append(f"    {clause}  {self.rng.choice(self.assumed)}")
        if self.chance(0.3):
            self.lines.append(f"    asked when  {self.formula(Scope(), 1)}")
        self.claims.append(f"{other}/b")


def folded(line: str, width: int = 100) -> str:
    """A long line in several, the others indented."""
    out, rest = list[str](), line
    while len(rest) > width:
        at = rest.rfind(" ", 0, width)
        if at <= len(rest) - len(rest.lstrip()) or at < 20:
            break
        out.append(rest[:at])
        rest = "        " + rest[at:].strip()
    return "\n".join([*out, rest])
