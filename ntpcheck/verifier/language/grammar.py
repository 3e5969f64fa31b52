"""From words to a tree of what stands there. A tree is a tuple: its kind first, then its parts.

Loosest to tightest: iff, implies, or, and, not, comparisons, + and -, * and /, ^. `forall`, `exists`, `some`,
`every`, `eventually`, `always` and `growing` take all that follows; `sum`, `max` and `min` take a product.
"""

from fractions import Fraction
from typing import Any

from .words import FUNCTIONS, KEYWORDS, BookError, Word, words

Tree = tuple[Any, ...]
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
SPECTRAL = ("rank", "psd", "closure", "largest", "smallest")
DEPTH = 100  # of a tree: what walks along it stays within Python's stack


def deeper(tree: Tree, limit: int) -> bool:
    """Whether a tree has more levels than that."""
    level: list[Tree] = [tree]
    for _ in range(limit):
        level = [part for one in level for part in one if isinstance(part, tuple)]
        if not level:
            return False
    return True


class Parser:
    """One text; every method leaves `at` behind what it read."""

    def __init__(self, text: str, line: int = 1) -> None:
        self.words, self.at, self.bare = words(text, line), 0, -1

    @property
    def word(self) -> Word:
        return self.words[self.at]

    def wrong(self, said: str) -> BookError:
        near = " ".join(word.text for word in self.words[self.at : self.at + 5])
        return BookError(f"line {self.word.line}: {said}, before {near!r}")

    def sees(self, *texts: str) -> bool:
        word = self.words[self.at]
        return word.text in texts and word.kind != "end"

    def maybe(self, text: str) -> bool:
        word = self.words[self.at]
        found = word.text == text and word.kind != "end"
        self.at += found
        return found

    def take(self, text: str) -> None:
        if not self.maybe(text):
            raise self.wrong(f"{text!r} is expected")

    def name(self, written: str = "") -> str:
        word = self.word
        if word.kind != "name" or word.text in KEYWORDS:
            what = "a word of the language, which cannot be a name" if word.text in KEYWORDS else "no name"
            what += "; of a number take abs(x), of an array norm(W)" if word.text == "|" else ""
            raise self.wrong(f"{written}a name is expected; {word.text!r} is {what}")
        self.at += 1
        return word.text

    def whole(self) -> Tree:
        """The tree of all the words; one that no reader could follow is refused."""
        line = self.word.line
        try:
            found = self.expression()
        except RecursionError:
            found = None
        if found is None or deeper(found, DEPTH):
            raise BookError(f"line {line}: it is nested too deeply; define a part of it with let or where")
        if self.word.kind != "end":
            raise self.wrong("this is left over; is a sign or a parenthesis missing?")
        return found

    # ---- formulas ----
    def expression(self) -> Tree:
        left = self.implication()
        while self.maybe("iff"):
            left = ("iff", left, self.implication())
        return left

    def implication(self) -> Tree:
        left = self.chain("or")
        return ("implies", left, self.implication()) if self.maybe("implies") else left

    def chain(self, word: str) -> Tree:
        below = self.negation if word == "and" else lambda: self.chain("and")
        left = below()
        while self.maybe(word):
            left = (word, left, below())
        return left

    def negation(self) -> Tree:
        kind = self.word.text
        if kind not in KEYWORDS:  # most terms open with a name, a number or a sign
            return self.comparison()
        if self.maybe("not"):
            return ("not", self.negation())
        if self.sees("forall") and self.words[self.at + 1].text == "set":
            return self.sets()
        if self.sees("forall", "exists"):
            self.at += 1
            names, condition = self.bound()
            return (kind, names, condition, self.expression())
        if self.sees("some", "every"):
            self.at += 1
            unknowns = [self.unknown()]
            while not self.sees(".", "|"):
                unknowns.append(self.unknown())
            return (kind, tuple(unknowns), self.given(), self.expression())
        if self.sees("eventually", "always"):
            self.at += 1
            return (kind, self.expression())
        if self.maybe("growing"):
            name = self.name()
            self.take(".")
            return ("growing", name, self.expression())
        if self.maybe("solvable"):
            unknown = self.unknown()
            self.take(".")
            return ("solvable", unknown, self.expression())
        return self.comparison()

    def sets(self) -> Tree:
        self.at += 2
        name = self.name()
        self.take("of")
        letter = self.name()
        self.take("|")
        self.take("size")
        size = self.additive()
        self.take(".")
        return ("sets", name, letter, size, self.expression())

    def comparison(self) -> Tree:
        left = self.additive()
        if self.maybe("is"):
            return ("is", left, self.name() if not self.sees(*FUNCTIONS) else self.function_word())
        found: Tree | None = None
        while self.sees(*COMPARISONS):
            sign = self.word.text
            self.at += 1
            right = self.additive()
            one = ("cmp", sign, left, right)
            found, left = one if found is None else ("and", found, one), right
        return found or left

    def function_word(self) -> str:
        self.at += 1
        return self.words[self.at - 1].text

    # ---- terms ----
    def additive(self) -> Tree:
        left = self.product()
        while self.sees("+", "-"):
            sign = self.word.text
            self.separate()
            self.at += 1
            left = (sign, left, self.product())
            self.separate()
        return left

    def separate(self) -> None:
        if self.bare == self.at:
            raise self.wrong("a sum, max or min beside + or - needs parentheses: (sum j. x) + 1")

    def product(self) -> Tree:
        left = self.unary()
        while self.sees("*", "/"):
            sign = self.word.text
            self.at += 1
            left = (sign, left, self.unary())
        return left

    def unary(self) -> Tree:
        if self.maybe("-"):
            return ("neg", self.unary())
        kind = self.word.text
        if self.sees("sum", "max", "min") and self.words[self.at + 1].text != "(":
            self.at += 1
            names, condition = self.bound()
            found = (kind, names, condition, self.product())
            self.bare = self.at
            return found
        if self.maybe("infimum"):
            found = ("infimum", self.unknown(), self.given(), self.product())
            self.bare = self.at
            return found
        return self.power()

    def power(self) -> Tree:
        base = self.atom()
        if not self.maybe("^"):
            return base
        if self.word.kind != "number" or "." in self.word.text:
            raise self.wrong("a power is a natural number: x^2; for others use exp and log")
        self.at += 1
        return ("^", base, int(self.words[self.at - 1].text))

    def bound(self) -> tuple[tuple[str, ...], Tree | None]:
        names = [self.name()]
        while not self.sees("|", "."):
            names.append(self.name("letters end with a dot, forall j v. F: " if self.sees(",") else ""))
        return tuple(names), self.given()

    def given(self) -> Tree | None:
        """The condition on what is bound, if there is one, and the full stop that ends it."""
        condition = self.expression() if self.maybe("|") else None
        self.take(".")
        return condition

    def unknown(self) -> tuple[str, tuple[str, ...]]:
        """A name and the letters of its axes: `D[v,i]`."""
        name = self.name()
        letters: list[str] = []
        if self.maybe("["):
            letters.append(self.name())
            while self.maybe(","):
                letters.append(self.name())
            self.take("]")
        return name, tuple(letters)

    def listed(self, end: str) -> tuple[Tree, ...]:
        found = [self.expression()]
        while self.maybe(","):
            found.append(self.expression())
        self.take(end)
        return tuple(found)

    def atom(self) -> Tree:
        word = self.word
        if word.kind == "number":
            self.at += 1
            return ("number", Fraction(word.text))
        if self.maybe("("):
            inner = self.expression()
            self.take(")")
            return inner
        if self.sees("if"):
            return self.choice()
        if self.sees(*SPECTRAL):
            return self.spectral()
        if self.sees("closest", "shortest", "minimiser"):
            return self.point()
        if self.maybe("infinity"):
            return ("infinity",)
        if self.sees(*FUNCTIONS, "norm", "dot", "max", "min", "tends", "bounded"):
            self.at += 1
            self.take("(")
            return ("call", word.text, self.listed(")"))
        name = self.name()
        arguments = self.listed(")") if self.maybe("(") else None
        return ("name", name, arguments, self.subscripts())

    def subscripts(self) -> tuple[Tree, ...]:
        found = self.listed("]") if self.maybe("[") else ()
        if found and self.sees("["):
            raise self.wrong("indices stand together: A[j,v]")
        return found

    def choice(self) -> Tree:
        self.at += 1
        condition = self.expression()
        self.take("then")
        first = self.expression()
        self.take("else")
        return ("if", condition, first, self.comparison())

    def spectral(self) -> Tree:
        kind = self.word.text
        self.at += 1
        self.take("(")
        written = f"letters of rows and columns come first, as in {kind}(i; a. T); "
        rows, columns = [self.name(written)], list[str]()
        while not self.maybe(";"):
            rows.append(self.name(written))
        while not self.sees(".", "|"):
            columns.append(self.name())
        condition, body = self.given(), self.expression()
        self.take(")")
        ends = self.subscripts() if kind == "closure" else ()
        return (kind, tuple(rows), tuple(columns), condition, body, ends)

    def point(self) -> Tree:
        kind = self.word.text
        self.at += 1
        unknown, target, condition = self.unknown(), None, None
        if kind != "shortest":
            self.take("to" if kind == "closest" else "of")
            target = self.additive()
        if kind != "minimiser" or self.sees("with"):
            self.take("with")
            condition = self.expression()
        return ("minimiser" if kind == "minimiser" else "closest", unknown, target, condition)
