"""Small changes of a program that a test should notice: one place of a syntax tree at a time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Pow: ast.Mult, ast.Mod: ast.Add,
}  # fmt: skip
NAMED = {
    "min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor",
    "lower": "upper", "upper": "lower", "amin": "amax", "amax": "amin", "maximum": "minimum",
    "minimum": "maximum", "logical_and": "logical_or", "logical_or": "logical_and",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A file with one place changed. number: which of the file's changes it is."""

    path: str
    number: int
    line: int
    was: str
    now: str

    @property
    def name(self) -> str:
        return f"{self.path}: {self.was} -> {self.now}"


def changes(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Each node that can be changed, with what it may become; always in the same order."""
    passed = _passed(tree)
    for node in ast.walk(tree):
        if id(node) not in passed:
            for new in _becomes(node):
                yield node, ast.copy_location(new, node)


def mutants(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file."""
    return [
        Mutant(path, number, getattr(node, "lineno", 0), _shown(node), _shown(new))
        for number, (node, new) in enumerate(changes(ast.parse(source)))
    ]


def mutated(source: str, number: int) -> ast.Module:
    """The file's tree with that change."""
    tree = ast.parse(source)
    node, new = next(pair for k, pair in enumerate(changes(tree)) if k == number)
    return ast.fix_missing_locations(_Put(node, new).visit(tree))


def _shown(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:120]


def _passed(tree: ast.Module) -> set[int]:
    """What no test can see: words of errors, documentation, types, and what only type checkers read."""
    roots: list[ast.AST] = []
    for node in ast.walk(tree):
        if _unseen(node):
            roots.append(node)
        elif isinstance(node, ast.Raise | ast.AnnAssign | ast.arg | ast.FunctionDef):
            kept = {"value", "body", "args", "decorator_list"}
            parts = [
                value
                for name, value in ast.iter_fields(node)
                if name not in kept and isinstance(value, ast.AST)
            ]
            roots.extend(parts)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "zip":
            roots.extend(node.keywords)  # strict: it raises on a mistake of ours alone
    return {id(part) for root in roots for part in ast.walk(root)}


def _unseen(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.keyword("frozen"):  # nothing assigns to what is frozen, as the type checker sees
            return True
        case ast.Raise(exc) if exc and ast.unparse(exc) == "NotImplementedError":  # what a subclass has
            return True
        case ast.If(test):
            return "TYPE_CHECKING" in ast.unparse(test)
        case ast.Assign([ast.Name("__all__")]):
            return True
        case _:
            return False


def _becomes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, [op, *ops], rest) if type(op) in COMPARED:
            yield ast.Compare(left, [COMPARED[type(op)](), *ops], rest)
        case ast.BinOp(left, op, right) if type(op) in COMPUTED and not _told(left, right):
            yield ast.BinOp(left, COMPUTED[type(op)](), right)
        case ast.AugAssign(target, op, value) if type(op) in COMPUTED:
            yield ast.AugAssign(target, COMPUTED[type(op)](), value)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1 if value < 16 else 2 * value)
        case ast.Constant(float(value)):
            yield ast.Constant(2 * value or 1.0)
        case ast.If(test, body, orelse):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()) | ast.Raise():
            yield ast.Pass()
        case ast.Name(name, context) if name in NAMED:
            yield ast.Name(NAMED[name], context)
        case ast.Attribute(value, name, context) if name in NAMED:
            yield ast.Attribute(value, NAMED[name], context)
        case _:
            return


def _told(*nodes: ast.AST) -> bool:
    """Whether text is put together, or a union of types."""
    return any(
        isinstance(n, ast.JoinedStr)
        or (isinstance(n, ast.Constant) and isinstance(n.value, str | None))
        or ast.unparse(n).rpartition(".")[2][:1].isupper()
        or ast.unparse(n) in {"int", "str", "float", "bool"}
        for n in nodes
    )


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, node: ast.AST, new: ast.AST) -> None:
        self.node, self.new = node, copy.deepcopy(new)

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.node else self.generic_visit(node)
