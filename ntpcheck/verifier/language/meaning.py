"""From trees to the core: every name found, every axis matched, whole tensors spelled out entry by entry.

A core is a tuple too. Binders are pairs (letter, axis); a tensor argument is ("lam", binders, number).
Kinds of what an expression is: "num", "bool", ("ix", axis) and ("enum", words).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .grammar import SPECTRAL, Tree
from .scopes import Axes, Scope, shown, told
from .words import FUNCTIONS, BookError

if TYPE_CHECKING:
    from .book import Book

Core = tuple[Any, ...]


class Meaning:
    """Trees of one book to cores."""

    def __init__(self, book: Book) -> None:
        self.book, self.fresh = book, 0

    def new(self, axes: Axes) -> dict[str, str]:
        self.fresh += len(axes)
        return {f"_{self.fresh - i}": axis for i, axis in enumerate(axes)}

    def letters(self, names: tuple[str, ...]) -> dict[str, str]:
        """Letters that are bound, with their axes."""
        return {x: self.book.sized(self.book.axis_of(x)) for x in names}

    def unknown(self, names: tuple[str, ...]) -> Axes:
        """The axes of a tensor that a formula brings in."""
        return tuple(self.book.sized(self.book.axis_of(x)) for x in names)

    # ---- what is asked of an expression ----
    def number(self, tree: Tree, scope: Scope, at: Axes = ()) -> Core:
        return self.asked("num", tree, scope, at)

    def formula(self, tree: Tree, scope: Scope) -> Core:
        return self.asked("bool", tree, scope)

    def index(self, tree: Tree, scope: Scope, axis: str) -> Core:
        return self.asked(("ix", axis), tree, scope)

    def asked(self, wanted: Any, tree: Tree, scope: Scope, at: Axes = ()) -> Core:
        core, kind = self.check(tree, scope, at)
        if kind != wanted:
            way = "; an index of a definition stands in [] behind its (), as in let f(M)[j] = ..."
            own = tree[0] == "name" and tree[1] in scope.parameters and wanted[0] == "ix"
            raise BookError(f"{shown(tree)} is {told(kind)}; {told(wanted)} is needed there{way * own}")
        return core

    def tensor(self, tree: Tree, scope: Scope, axes: Axes) -> Core:
        """The lambda of an argument; a number stands for a constant tensor."""
        got = self.axes(tree, scope)
        if got not in ((), axes):
            wanted = f"{' '.join(axes)} are" if axes else "a number is"
            raise BookError(f"{shown(tree)} has the axes {' '.join(got)}; {wanted} needed there")
        fresh = self.new(axes)
        body = self.number(tree, scope.with_letters(fresh), tuple(fresh))
        return ("lam", tuple(fresh.items()), body)

    # ---- axes of a tree that stands for a whole tensor ----
    def axes(self, tree: Tree, scope: Scope) -> Axes:
        kind = tree[0]
        if kind == "name":
            _, name, _, indices = tree
            if name in scope.letters or indices:
                return ()
            return self.named_axes(name, scope)
        if kind in ("+", "-", "*", "/"):
            a, b = self.axes(tree[1], scope), self.axes(tree[2], scope)
            if a and b and a != b:
                raise BookError(f"{shown(tree)} joins the axes {' '.join(a)} and {' '.join(b)}; give indices")
            return a or b
        if kind in ("neg", "^"):
            return self.axes(tree[1], scope)
        if kind == "call" and tree[1] in FUNCTIONS:
            return self.axes(tree[2][0], scope)
        if kind in ("sum", "max", "min"):
            letters = {x: self.book.axis_of(x) for x in tree[1]}
            return self.axes(tree[3], replace(scope, letters=scope.letters | letters))
        if kind == "if":
            return self.axes(tree[2], scope) or self.axes(tree[3], scope)
        return ()

    def named_axes(self, name: str, scope: Scope) -> Axes:
        if name in scope.parameters:
            return scope.parameters[name]
        fields = self.book.fields()
        if name in fields:
            return fields[name].axes
        let = self.book.find(name)
        return tuple(axis for _, axis in let.indices) if let else ()

    # ---- every kind of tree ----
    def check(self, tree: Tree, scope: Scope, at: Axes) -> tuple[Core, Any]:
        kind = tree[0]
        if kind == "number":
            return ("q", tree[1]), "num"
        if kind == "name":
            return self.named(tree, scope, at)
        if kind in ("+", "-", "*", "/"):
            return (kind, self.number(tree[1], scope, at), self.number(tree[2], scope, at)), "num"
        if kind in ("neg", "^"):
            return (kind, self.number(tree[1], scope, at), *tree[2:]), "num"
        if kind == "call":
            return self.called(tree, scope, at)
        if kind in ("sum", "max", "min", "forall", "exists"):
            return self.binder(tree, scope, at)
        if kind in ("and", "or", "iff", "implies", "not"):
            return (kind, *(self.formula(part, scope) for part in tree[1:])), "bool"
        if kind == "cmp":
            return self.compared(tree, scope), "bool"
        if kind == "is":
            return self.enumerated(tree, scope), "bool"
        if kind == "if":
            first, one = self.check(tree[2], scope, at)
            second, other = self.check(tree[3], scope, at)
            if one != other:
                raise BookError(f"the branches of {shown(tree)} are {told(one)} and {told(other)}")
            return ("if", self.formula(tree[1], scope), first, second), one
        if kind in SPECTRAL:
            return self.spectral(tree, scope)
        if kind in ("some", "every", "sets", "solvable", "infimum"):
            return self.quantified(tree, scope, at)
        if kind in ("eventually", "always", "growing"):
            return self.limit(tree, scope), "bool"
        if kind in ("closest", "minimiser"):
            raise BookError(f"a point stands alone: let NAME = {shown(tree)}")
        raise BookError("infinity stands only in tends(x, infinity)")

    def binder(self, tree: Tree, scope: Scope, at: Axes) -> tuple[Core, Any]:
        kind, names, condition, body = tree
        letters = self.letters(names)
        if len(letters) < len(names):
            raise BookError(f"an index is bound twice in {shown(tree)}")
        inner = scope.with_letters(letters)
        guard = self.formula(condition, inner) if condition else None
        if kind in ("forall", "exists"):
            return (kind, tuple(letters.items()), guard, self.formula(body, inner)), "bool"
        return (kind, tuple(letters.items()), guard, self.number(body, inner, at)), "num"

    def called(self, tree: Tree, scope: Scope, at: Axes) -> tuple[Core, Any]:
        _, name, arguments = tree
        wanted = 2 if name in ("dot", "max", "min", "tends") else 1
        if len(arguments) != wanted:
            raise BookError(f"{name} takes {wanted} argument{'s' * (wanted > 1)}: {shown(tree)}")
        if name in FUNCTIONS:
            return ("fn", name, self.number(arguments[0], scope, at)), "num"
        if name in ("max", "min"):
            return (name + "2", *(self.number(a, scope, at) for a in arguments)), "num"
        if name in ("tends", "bounded"):
            return self.limit(tree, scope), "bool"
        axes = next((got for a in arguments if (got := self.axes(a, scope))), ())
        if not axes:
            for a in arguments:  # an unknown name, or a row taken for a tensor, says so itself
                self.number(a, scope)
            raise BookError(f"{shown(tree)} takes whole tensors; of a number take abs")
        return (name, *(self.tensor(a, scope, axes) for a in arguments)), "num"

    def compared(self, tree: Tree, scope: Scope) -> Core:
        _, sign, a, b = tree
        axes = self.axes(a, scope) or self.axes(b, scope)
        if axes:
            fresh = self.new(axes)
            inner = scope.with_letters(fresh)
            core = ("cmp", sign, self.number(a, inner, tuple(fresh)), self.number(b, inner, tuple(fresh)))
            return ("exists" if sign == "!=" else "forall", tuple(fresh.items()), None, core)
        (x, kind), (y, other) = self.check(a, scope, ()), self.check(b, scope, ())
        words_in_order = isinstance(kind, tuple) and kind[0] == "enum" and sign not in ("=", "!=")
        if kind != other or kind == "bool" or words_in_order:
            way_out = "; of formulas iff is said" if "bool" in (kind, other) else ""
            raise BookError(f"{shown(tree)} compares {told(kind)} with {told(other)}{way_out}")
        if kind == "num":
            return ("cmp", sign, x, y)
        if sign in ("=", "!="):
            return ("ixeq", x, y) if sign == "=" else ("not", ("ixeq", x, y))
        less = ("ixlt", x, y) if sign in ("<", ">=") else ("ixlt", y, x)
        return less if sign in ("<", ">") else ("not", less)

    def enumerated(self, tree: Tree, scope: Scope) -> Core:
        core, kind = self.check(tree[1], scope, ())
        if not (isinstance(kind, tuple) and kind[0] == "enum" and tree[2] in kind[1]):
            raise BookError(f"{shown(tree[1])} is {told(kind)}, never {tree[2]!r}")
        return ("enum", core, kind[1].index(tree[2]))

    def spectral(self, tree: Tree, scope: Scope) -> tuple[Core, Any]:
        kind, rows, columns, condition, body, ends = tree
        first, second = self.letters(rows), self.letters(columns)
        if len(first | second) < len(rows) + len(columns):
            raise BookError(f"an index is bound twice in {shown(tree)}")
        rows_only = scope.with_letters(first, again=True)
        inner = rows_only.with_letters(second, again=True)
        guard = self.formula(condition, rows_only) if condition else None  # which rows there are
        if kind != "rank" and guard is not None:
            raise BookError(f"{kind} is of a square, whose rows are not chosen; write if F then x else 0")
        if kind != "rank" and list(first.values()) != list(second.values()):
            raise BookError(f"{kind} is of a square: its rows and columns run along the same axes")
        inside = self.formula(body, inner) if kind == "closure" else self.number(body, inner)
        if kind == "closure" and (len(ends), len(first)) != (2, 1):
            raise BookError("a closure is written closure(x; z. F)[x,z]")
        along = (*first.values(),) * 2
        at = tuple(self.index(end, scope, axis) for end, axis in zip(ends, along, strict=False))
        core = (kind, tuple(first.items()), tuple(second.items()), guard, inside, at)
        return core, "bool" if kind in ("psd", "closure") else "num"

    def quantified(self, tree: Tree, scope: Scope, at: Axes) -> tuple[Core, Any]:
        kind = tree[0]
        if kind == "sets":
            _, name, letter, size, body = tree
            axis = self.book.sized(self.book.axis_of(letter))
            inner = scope.with_parameters({name: (axis, "set")})
            return (kind, name, axis, self.number(size, scope), self.formula(body, inner)), "bool"
        if kind in ("some", "every"):
            _, unknowns, condition, body = tree
            free = {name: self.unknown(letters) for name, letters in unknowns}
            inner = scope.with_parameters(free)
            guard = self.formula(condition, inner) if condition else None
            return (kind, tuple(free.items()), guard, self.formula(body, inner)), "bool"
        name, letters = tree[1]
        axes = self.unknown(letters)
        inner = scope.with_parameters({name: axes})
        if kind == "solvable":
            return (kind, name, axes, self.formula(tree[2], inner)), "bool"
        guard = self.formula(tree[2], inner) if tree[2] else None
        return (kind, name, axes, guard, self.number(tree[3], inner, at)), "num"

    def limit(self, tree: Tree, scope: Scope) -> Core:
        if not scope.limit:
            raise BookError(f"{shown(tree)} stands in a formula; a statement about a limit is a `limit`")
        if tree[0] == "growing":
            return ("growing", tree[1], self.formula(tree[2], scope.with_parameters({tree[1]: ()})))
        if tree[0] in ("eventually", "always"):
            return (tree[0], self.formula(tree[1], scope))
        _, name, arguments = tree
        axes = self.axes(arguments[0], scope)
        fresh = self.new(axes)
        inner, at = scope.with_letters(fresh), tuple(fresh)
        if name == "bounded":
            core: Core = ("bounded", self.number(arguments[0], inner, at))
        else:
            target = arguments[1]
            sign = 1 if target == ("infinity",) else -1 if target == ("neg", ("infinity",)) else 0
            end = ("infinity", sign) if sign else self.number(target, inner, at)
            core = ("tends", self.number(arguments[0], inner, at), end)
        return ("forall", tuple(fresh.items()), None, core) if fresh else core

    def named(self, tree: Tree, scope: Scope, at: Axes) -> tuple[Core, Any]:
        _, name, arguments, indices = tree
        bare = arguments is None and not indices
        if name in scope.letters and bare:
            return ("v", name), ("ix", scope.letters[name])
        if name in self.book.sizes and bare and name not in scope.parameters:
            return ("size", self.book.sized(name)), "num"
        axes = self.named_axes(name, scope)
        head, kind, lambdas = self.head(name, arguments, scope)
        if kind == "set":
            axes, kind = axes[:1], "bool"
        if indices and len(indices) != len(axes):
            row = "; a row is no tensor: write sums over its entries" * (len(indices) < len(axes))
            said = f"{name} has {len(axes)} indices ({' '.join(axes)}); {len(indices)} are given"
            raise BookError(said + row)
        if indices:
            where = tuple(self.index(i, scope, axis) for i, axis in zip(indices, axes, strict=True))
        elif axes and tuple(scope.letters.get(x) for x in at) != axes:
            raise BookError(f"{name} has the axes {' '.join(axes)} and stands without indices: {name}[..]")
        else:
            where = tuple(("v", x) for x in at) if axes else ()
        return (head, self.book.key_of(name) if head in ("let", "sequence") else name, *lambdas, where), kind

    def head(self, name: str, arguments: Any, scope: Scope) -> tuple[str, Any, tuple[Any, ...]]:
        """What a name is: the head of its core, its kind, and the lambdas of its arguments."""
        if name in scope.parameters or name in self.book.fields():
            if arguments is not None:
                raise BookError(f"{name} takes no arguments; an index stands in [], a product has its *")
            if name in scope.parameters:
                return "par", "set" if scope.parameters[name][1:] == ("set",) else "num", ()
            return "field", self.book.fields()[name].kind, ()
        let = self.book.visible(name)
        if let.kind in ("sequence", "running"):
            if not scope.limit:
                raise BookError(f"{name} runs along a sequence; it stands in a `limit` only")
            return "sequence", "num", ()
        wanted = list(let.parameters.values())
        if len(arguments or ()) != len(wanted):
            raise BookError(f"{name} takes {len(wanted)} arguments in (); {len(arguments or ())} are given")
        lambdas = tuple(self.tensor(a, scope, axes) for a, axes in zip(arguments or (), wanted, strict=True))
        return "let", "num" if let.kind == "point" else let.kind, (lambdas,)


__all__ = ["Axes", "Core", "Meaning", "Scope"]
