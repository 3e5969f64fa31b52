"""An instance and its failure in words, wherever people read them: on screens, pages and in test reports.

A loss is shown by its name, and a knee only beside a loss that has one: the numbers that files keep for both
mean nothing to a reader.
"""

import ast
import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

LOSSES = ("log", "linear", "logistic", "rational", "cubic", "squared", "exponential", "rising")  # by number
KNEED = ("logistic", "rational", "cubic")  # those with a parameter
FORMULAS = {  # u: the score of the label, a: the knee
    "log": "-log(u)",
    "linear": "-u",
    "logistic": "log(1 + exp(a - u))",
    "rational": "(a - u) / (1 + |u - a|)",
    "cubic": "-(u - a)^3 for |u - a| <= 1, continued by its tangents",
    "squared": "(1 - u)^2",
    "exponential": "exp(-u)",
    "rising": "u",
}
# By the weakest arithmetic that something was judged with.
JUDGED = {"EXACT": "exactly", "BALL": "in intervals", "FLOAT": "in floats", "TREND": "by a trend"}
WHOLE = re.compile(r"(-0|\d)\.0(?=[,\]]|$)")  # a double that is a whole number
VOCABULARY = re.compile(r"\b\w+:(?=\w)")  # of a name that is taken over from a shipped book
SIDES = re.compile(r"(\S+) (<=|>=|<|>|=|!=) (\S+) is false")


def shown(instance: Mapping[str, Any]) -> dict[str, Any]:
    """The fields without the type: the loss by its name, a knee where the loss has one."""
    found = {name: value for name, value in instance.items() if name != "type"}
    if isinstance(loss := found.get("loss"), int) and "knee" in found and loss in range(len(LOSSES)):
        found["loss"] = LOSSES[loss]
        if LOSSES[loss] not in KNEED:
            del found["knee"]
    return found


def fields(instance: Mapping[str, Any], hidden: Sequence[str] = ()) -> list[str]:
    """The fields in words, the loss first. hidden: names of those that are told elsewhere."""
    found = shown(instance)
    said = [f"the {found['loss']} loss"] if isinstance(found.get("loss"), str) else []
    left = {"loss", *hidden} if said else set(hidden)
    return said + [f"{name} {_value(value)}" for name, value in found.items() if name not in left]


def in_words(instance: Mapping[str, Any]) -> str:
    """A document's instance on one line: its type and fields."""
    kind = instance.get("type", "")
    return (f"{kind}: " if kind else "") + "; ".join(fields(instance))


def code_in_words(code: str) -> str:
    """The same of an instance's repr; any other text as it is."""
    try:
        call = ast.parse(code, mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
            return code
        values = {str(part.arg): _read(part.value) for part in call.keywords}
    except (SyntaxError, ValueError):
        return code
    return in_words({"type": call.func.id} | values)


def _read(value: ast.expr) -> Any:
    """A literal, or a fraction as it is written."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Div):
        return f"{ast.literal_eval(value.left)}/{ast.literal_eval(value.right)}"
    return ast.literal_eval(value)


def _value(value: Any) -> str:
    unit = isinstance(value, list) and [[int(i == j) for j in range(len(value))] for i in range(len(value))]
    if unit and len(unit) > 1 and value == unit:
        return "the identity"
    return WHOLE.sub(lambda found: found[1].replace("-0", "0"), json.dumps(value).replace('"', ""))


def headline(witness: Mapping[str, Any], *, undefined: bool = False) -> str:
    """What fails, in one phrase: the comparison and where, else which parts hold, a lemma, or the slack.

    witness: the verifier's lines, and slack and rigor of the checker. undefined: the statement has no value
    there; then it is the part that has none.
    """
    lines, slack, rigor = witness.get("lines", ()), witness.get("slack"), witness.get("rigor")
    told = {line.partition(" ")[0]: line.partition(" ")[2].strip() for line in reversed(lines)}
    short = _compared(lines)
    if what := f"{' '.join(short)} is false" if short else told.get("sides") or told.get("parts"):
        at = told.get("fails", "").removeprefix("at").strip()
        return f"{what} at {at}" if at else what
    if "premise" in told:
        lemma = told.get("lemma", "").partition(":")[0]
        said = f"{f'lemma {lemma}: ' if lemma else ''}{VOCABULARY.sub('', told['premise'])}"
        return f"{said}; {told['ends']}" if "ends" in told else said
    if undefined:
        return f"undefined: {told['undefined']}" if "undefined" in told else ""
    by = f", judged {JUDGED[rigor]}" if rigor in JUDGED else ""
    return f"slack {in_digits(slack)}{by}" if slack not in ("", None) else ""


def sides(lines: Sequence[str]) -> str:
    """The two sides of the comparison that fails; nothing where they are printed alike."""
    found = _compared(lines)
    return f"{found[0]} against {found[2]}" if found else ""


def _compared(lines: Sequence[str]) -> tuple[str, str, str] | None:
    """The comparison that fails, its sides as short as tells them apart; None where they look alike."""
    found = next((SIDES.search(line) for line in lines if line.startswith("sides")), None)
    if not found or found[1] == found[3]:
        return None
    short = [_rounded(found[1]), _rounded(found[3])]
    left, right = short if short[0] != short[1] else (found[1], found[3])
    return left, found[2], right


def _rounded(number: str) -> str:
    return f"{float(number):.3g}" if re.fullmatch(r"-?[0-9.]+(?:e[+-]?[0-9]+)?", number) else number


def in_digits(slack: Any) -> str:
    """A number as it is, a rational with its value in digits beside it."""
    above, slash, below = str(slack).partition("/")
    return f"{slack}, about {float(Fraction(int(above), int(below))):.4g}" if slash else str(slack)
