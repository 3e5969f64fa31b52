"""An independent checker of ntpcheck's counterexample files: one file, standard library only.
    python -I -S __main__.py [--json] [--patience=N] FILE...        (--where prints the path of this file)
Exit status: 0 all files accepted, 1 some rejected, 4 some unreadable. All is derived from the instance again.
A reader has to trust this file, Python, and that the lines `claim` and `conclusion` belong together.
Notation, indices from 0. Context j has an embedding h_j and token counts; S_j are the tokens counted, p_j the
counts over their sum, pi_j its share of all counts, z_j = min S_j, x_jv = (e_{z_j} - e_v) h_j^T. A decoder W,
V x d, has logits W h_j. (6a): <x_jv, W> = 0 for v in S_j. (6b): <x_jv, W> >= 1 for v outside. (6): both.
Separable: some W has (6). Compatible: some W has <x_jv, W> = log(p_{j,z_j} / p_jv) for v in S_j. F: the span
of those x_jv. Ent is entropy, H = sum_j pi_j Ent(p_j), and CE(W) >= H the cross-entropy. Attention data
have K tokens (rows of embeddings and head) and n inputs: counts of tokens, a last one, which counts, a label.
"""
import json
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import floor, gcd, isqrt, lcm
from operator import add, mul, sub, truediv
from pathlib import Path
from typing import Any

USAGE = "usage: ntpcheck-verifier --where | [--json] [--patience=N] FILE..."
FILE_LIMIT = 4 << 20  # bytes
WORK_LIMIT = 1_200_000  # units of `spend`, about a microsecond each
EXACT_LIMIT = 8192  # bits of the rationals that an expression carries exactly
EXPONENT_LIMIT = 1 << 17  # no number in an expression exceeds 2^this; those below 2^-this are only bounded
EXP_LIMIT = Fraction(1 << 15)  # the largest argument of exp
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)  # bits, in this order until a sign is decided
PLAIN = re.compile(r"-?[0-9]{1,4300}(/[1-9][0-9]{0,4299}|\.[0-9]{1,400})?")
HEX = re.compile(r"-?0x[01]\.[0-9a-f]{1,13}p(\+1023|[+-]([0-9]{1,3}|10[01][0-9]|102[0-2]))")  # doubles
WORK = [0]  # what is left of the file's allowance: counted, not timed, so that every machine agrees
Interval = tuple[Fraction, Fraction]  # the true value lies between; equal ends mean that it is exact
Vector = Sequence[Fraction]  # a V x d matrix, row by row, where nothing else is said
Data = dict[str, Any]
class Rejected(Exception):
    """The file can be read and does not show what it says. Any other exception: it cannot be read."""
def require(condition: Any, otherwise: str, error: type[Exception] = Rejected) -> None:
    if not condition:
        raise error(otherwise)
# ---- 1. Numbers: exact, and no more work than allowed ----
def spend(units: int) -> None:
    WORK[0] -= units
    require(WORK[0] >= 0, "it asks for too much arithmetic (--patience=N allows N times as much)", ValueError)
def length(x: Fraction) -> int:
    return max(x.numerator.bit_length(), x.denominator.bit_length())
def charged(x: Fraction) -> Fraction:  # x, paid for: a gcd costs the square of the length
    spend(3 + (length(x) ** 2 >> 18))
    return x
def number(value: Any) -> Fraction:  # a JSON integer or a string "p/q", "1.25" or "0x1.8p-3"
    text = str(value) if type(value) in (int, str) else ""
    require(PLAIN.fullmatch(text) or HEX.fullmatch(text), f"{text[:40]!r} is no exact number", ValueError)
    return charged(Fraction(float.fromhex(text) if "x" in text else text))
def natural(value: Any, limit: int = 1 << 63) -> int:
    spend(3)
    require(type(value) is int and 0 <= value < limit, f"{repr(value)[:40]} is not below {limit}", ValueError)
    return value
def array(value: Any, shape: Sequence[int], read: Callable[[Any], Any] = number) -> Any:
    if not shape:
        return read(value)
    require(type(value) is list and len(value) == shape[0], f"a list of {shape[0]} is expected", ValueError)
    return [array(entry, shape[1:], read) for entry in value]
# ---- 2. Intervals ----
def magnitude(x: Fraction) -> int:  # k such that 2^(k-1) < |x| < 2^(k+1)
    return x.numerator.bit_length() - x.denominator.bit_length()
def down(x: Fraction, bits: int) -> Fraction:  # at most x, and short, unless x is or is tiny
    require(magnitude(x) <= EXPONENT_LIMIT, "a number is too large")
    scale = Fraction(2) ** min(bits - magnitude(x), EXPONENT_LIMIT)
    return floor(x * scale) / scale if length(x) > bits else x
def outward(low: Fraction, high: Fraction, bits: int) -> Interval:  # short ends, but exact while not too long
    if low != high or length(low) > EXACT_LIMIT:
        return down(charged(low), bits), -down(-charged(high), bits)
    return charged(low), high
def series(t: Fraction, f: Fraction, ratio: Callable[[int], Any], bits: int) -> tuple[int, int, int]:
    """Bounds of t (1 + f a_1/b_1 (1 + f a_2/b_2 (1 + ..., with a_i, b_i = ratio(i), t >= 0, 0 <= f <= 1/9
    and a_i <= b_i, in units of 2^-work, and work. No term is negative; one sum rounds each down, one up.
    The loop stops where a term is at most 1 unit: that one and all later ones add less than 2."""
    work = bits + 32 + max(0, -magnitude(t))
    low, f_low, total_low, i = floor(t * (1 << work)), floor(f * (1 << work)), 0, 1
    high, f_high, total_high = low + 1, f_low + 1, 2 if t else 0
    while high > 1:
        spend(2 + (work * work >> 18))
        (a, b), total_low, total_high, i = ratio(i), total_low + low, total_high + high, i + 1
        low, high = (low * f_low * a >> work) // b, (high * f_high * a >> work) // b + 1
    return total_low, total_high, work
def exp_bounds(x: Fraction, bits: int) -> Interval:
    """1 + g(x) for x >= 0: a series gives g at x/2^k < 2^-8, then k times g(2t) = g(t)(2 + g(t))."""
    if x < 0:
        low, high = exp_bounds(min(-x, EXP_LIMIT), bits)
        return (1 / high if -x <= EXP_LIMIT else Fraction(0)), 1 / low
    require(x <= EXP_LIMIT, f"exp of more than {EXP_LIMIT}")
    k = max(0, magnitude(x) + 9)
    low, high, work = series(x / 2**k, x / 2**k, lambda i: (1, i + 1), bits + k)
    for _ in range(k):
        low, high = low * ((2 << work) + low) >> work, (high * ((2 << work) + high) >> work) + (high > 0)
    return 1 + charged(Fraction(low, 1 << work)), 1 + charged(Fraction(high, 1 << work))
def log_bounds(x: Fraction, bits: int) -> Interval:
    """With x = 2^k r, 1 <= r < 2: 2 atanh((r-1)/(r+1)) + 2k atanh(1/3), atanh t = t + t^3/3 + t^5/5 + ..."""
    require(x > 0, "log of a number that may not be positive")
    if x < 1:
        return apply("neg", bits, log_bounds(1 / x, bits))
    k = floor(x).bit_length() - 1
    t, third = (x - (1 << k)) / (x + (1 << k)), Fraction(1 if k else 0, 3)
    (a, b, u), (c, d, w) = (series(s, s * s, lambda i: (2 * i - 1, 2 * i + 1), bits) for s in (t, third))
    unit, of_2 = Fraction(2, 1 << u), Fraction(2 * k, 1 << w)
    return a * unit + c * of_2, b * unit + d * of_2
def sqrt_bounds(x: Fraction, bits: int) -> Interval:
    require(x >= 0, "sqrt of a number that may be negative")
    exact, scale = Fraction(isqrt(x.numerator), isqrt(x.denominator)), 1 << max(0, bits - magnitude(x) // 2)
    low = isqrt(floor(x * scale * scale))
    return (exact, exact) if exact * exact == x else (Fraction(low, scale), Fraction(low + 1, scale))
INCREASING: dict[str, Callable[[Fraction, int], Sequence[Fraction]]] = {
    "exp": exp_bounds, "expm1": lambda x, bits: [end - 1 for end in exp_bounds(x, bits)],
    "log": log_bounds, "log1p": lambda x, bits: log_bounds(1 + x, bits), "sqrt": sqrt_bounds}
COMBINE: dict[str, Any] = {"+": add, "-": sub, "*": mul, "/": truediv, "max": max, "min": min}
OPERANDS = dict.fromkeys(INCREASING, 1) | dict.fromkeys(COMBINE, 2) | {"neg": 1, "abs": 1}
def apply(name: str, bits: int, *operands: Interval) -> Interval:  # bounds for all operands in these
    (low, high), (other_low, other_high) = operands[0], operands[-1]
    if name in INCREASING:
        ends = {x: INCREASING[name](x, bits) for x in {low, high}}
        return outward(ends[low][0], ends[high][1], bits)
    if name in ("neg", "abs"):
        return (-high, -low) if name == "neg" else apply("max", bits, (low, high), (-high, -low))
    require(name != "/" or other_low > 0 or other_high < 0, "division by a number that may be 0")
    # Each is monotone in either operand while the other is fixed, so the extremes lie at the ends.
    values = [COMBINE[name](x, y) for x in {low, high} for y in {other_low, other_high}]
    return outward(min(values), max(values), bits)
def negative(enclosure: Callable[[int], Interval], *, strict: bool) -> str:
    """Requires that a number be < 0 (<= 0 if not strict), at the first precision that decides."""
    for bits in PRECISIONS:
        with suppress(Rejected):
            low, high = enclosure(bits)
            if high < 0 or (high == 0 and not strict):
                return f"at most {Decimal(high.numerator) / Decimal(high.denominator):.6g}"
            if low > 0 or (low == 0 and strict):
                break
    raise Rejected(f"a number that should be negative is not, or is not decided at {PRECISIONS[-1]} bits")
# ---- 3. The instance ----
LINEAR, ATTENTION = "embeddings:md counts:mV ", "embeddings:Kd head:Kd counts:nK last:n labels:n loss: knee: "
FIELDS = {kind: dict(field.split(":") for field in fields.split()) for kind, fields in {
    "Dataset": LINEAR, "Decoding": LINEAR + "W:Vd", "Scaled": LINEAR + "W:Vd gamma:", "Run": LINEAR +
    "W0:Vd eta:", "Offset": LINEAR + "W:Vd gamma: U:Vd", "Pair": LINEAR + "W:Vd W2:Vd",
    "Samples": "table:Md W:Vd contexts:n labels:n", "Sequences": "W:Vd tokens:nT", "Attention": ATTENTION,
    "Attending": ATTENTION + "W:dd", "AttendingPair": ATTENTION + "W:dd W2:dd", "AttendingScaled": ATTENTION
    + "W:dd W2:dd R:", "AttentionRun": ATTENTION + "W0:dd eta:"}.items()}
def instance(document: Data) -> Data:
    """Type, fields and axis sizes by name; of linear data also S (in order), p, pi and the (j, v) by side."""
    data, names = dict(document), FIELDS[document["type"]]
    require(data.keys() == {"type", *names}, f"the fields should be {', '.join(names)}", ValueError)
    for name, part in [(name, data[name]) for name in names]:
        limits = dict.fromkeys(("labels", "tokens", "last"), data.get("V", data.get("K"))) | {
            "counts": 1 << 63, "loss": 1 << 63, "contexts": data.get("M")}
        for axis in names[name]:
            part, _ = part[0], data.setdefault(axis, len(part))
        read = number if name not in limits else lambda i, limit=limits[name]: natural(i, limit or 0)
        data[name] = array(data[name], [data[axis] for axis in names[name]], read)
    inputs = zip(data.get("counts", ()), data.get("last", ()), strict=False)
    require(all(r[k] for r, k in inputs), "a last token is not in its own input", ValueError)
    if (counts := data.get("counts")) and "m" in data:
        totals, cells = [sum(r) for r in counts], [(j, v) for j in range(data["m"]) for v in range(data["V"])]
        data["S"] = [[v for v, count in enumerate(r) if count] for r in counts]
        data["p"] = [[Fraction(count, total) for count in r] for r, total in zip(counts, totals, strict=True)]
        data["pi"] = [Fraction(total, whole) for whole in [sum(totals)] for total in totals]
        data["inside"] = [(j, v) for j, v in cells if counts[j][v]]
        data["outside"] = [(j, v) for j, v in cells if not counts[j][v]]
    return data
# ---- 4. Linear algebra over the rationals ----
def dot(x: Vector, y: Vector) -> Fraction:
    total, _ = Fraction(0), spend(len(x))
    for a, b in zip(x, y, strict=True):
        total = charged(total + a * b) if a and b else total
    return total
def row(data: Data, j: int, v: int) -> list[Fraction]:  # x_jv
    spend(data["V"] * data["d"])
    return [((u == data["S"][j][0]) - (u == v)) * x for u in range(data["V"]) for x in data["embeddings"][j]]
def combination(data: Data, weights: list[Any]) -> list[Fraction]:  # the sum of c x_jv for (j, v, c)
    total = [Fraction(0)] * (data["V"] * data["d"])
    for j, v, c in weights:
        total = [charged(t + c * x) if x else t for t, x in zip(total, row(data, j, v), strict=True)]
    return total
def values(data: Data, W: Vector, side: str) -> list[Fraction]:  # <x_jv, W>, v "inside" S_j or not
    return [dot(row(data, j, v), W) for j, v in data[side]]
def separates(data: Data, W: Vector) -> bool:
    return not any(values(data, W, "inside")) and all(x >= 1 for x in values(data, W, "outside"))
def level(data: Data, W: Vector) -> bool:  # whether the logits W h_j of every context tie
    return not any(values(data, W, "inside") + values(data, W, "outside"))
def matches(data: Data, W: Vector) -> bool:
    """softmax(W h_j) = p_j: e^r is irrational for rational r != 0, so all logits tie and counts are equal."""
    return level(data, W) and all(len(set(counts)) == 1 for counts in data["counts"])
def lowest(r: list[int]) -> list[int]:
    spend(4 + len(r) * (8 + max(map(abs, r)).bit_length()) // 48)
    return [x // (gcd(*r) or 1) for x in r]
def leftover(rows: Sequence[Vector], width: int) -> list[list[int]]:
    """Eliminates `width` columns: as many rows go as their rank; combinations that are 0 there stay."""
    work = [[int(charged(x * s)) for x in r] for r in rows for s in [lcm(*(y.denominator for y in r))]]
    for c in range(width):
        if top := next((r for r in work if r[c]), None):
            work.remove(top)
            work = [lowest([top[c] * x - r[c] * y for x, y in zip(r, top, strict=True)]) for r in work]
    return work
def rank(rows: Sequence[Vector]) -> int:
    return len(rows) - len(leftover(rows, len(rows[0]) if rows else 0))
def ratios_cancel(data: Data, y: list[Any]) -> bool:
    """Whether the product of (p_{j,z_j} / p_jv)^c for (j, v, c) in y is 1; counts have p's ratios. Common
    divisors are split off until the bases are coprime: then any base above 1 must have the power 0."""
    powers = [(data["counts"][j][u], power) for j, v, c in y for u, power in ((data["S"][j][0], c), (v, -c))]
    coprime = dict[int, Fraction]()
    while powers:
        spend(1 + len(coprime))
        a, power = powers.pop()
        b = next((b for b in coprime if gcd(a, b) > 1), 1)
        g, other = gcd(a, b), coprime.pop(b, Fraction(0))
        if b > 1:
            powers += [(a // g, power), (b // g, other), (g, power + other)]
        else:
            coprime[a] = power
    return not any(power for a, power in coprime.items() if a > 1)
def compatible(data: Data) -> bool:
    """Linear equations are solvable iff what combines the left sides to 0 does so with the right: then
    the product of ratios is 1. A basis of such combinations is found beside the x_jv, from a unit matrix."""
    pairs = [(j, v) for j, v in data["inside"] if v != data["S"][j][0]]
    spend(len(pairs) ** 2)
    rows = [row(data, *cell) + [Fraction(cell == other) for other in pairs] for cell in pairs]
    basis = [y[-len(pairs):] for y in leftover(rows, data["V"] * data["d"])]
    return all(ratios_cancel(data, [(*cell, c) for cell, c in zip(pairs, y, strict=True)]) for y in basis)
def small_step(data: Data) -> bool:
    """Eliminating I - eta sum_j pi_j h_j h_j^T, no pivot is negative, and a zero pivot has a zero row."""
    columns = list(zip(*data["embeddings"], strict=True))
    scaled = [[data["eta"] * w * x for w, x in zip(data["pi"], column, strict=True)] for column in columns]
    a = [[(i == k) - dot(x, y) for k, y in enumerate(columns)] for i, x in enumerate(scaled)]
    while a and a[0][0] >= 0 and (a[0][0] or not any(a[0])):
        (pivot, *first), *rest = a
        a = [[charged(x - r[0] * y / (pivot or 1)) for x, y in zip(r[1:], first, strict=True)] for r in rest]
    return data["eta"] > 0 and not a
# ---- 5. Certificates ----
def flat(W: Sequence[Vector]) -> list[Fraction]:
    return [x for r in W for x in r]
def decoder(data: Data, W: Any) -> list[Fraction]:
    return flat(array(W, (data["V"], data["d"])))
def weights(data: Data, value: Any, side: str) -> list[Any]:
    entries = [(natural(j, data["m"]), natural(v, data["V"]), number(c)) for j, v, c in value]
    require({(j, v) for j, v, _ in entries} <= {*data[side]}, f"some [j, v, c] has v not {side} S_j")
    return entries
def farkas(data: Data, u: Any, beta: Any) -> bool:
    a, b = weights(data, u, "outside"), weights(data, beta, "inside")
    return all(c >= 0 for *_, c in a) and sum(c for *_, c in a) == 1 and not any(combination(data, a + b))
def kernel(data: Data, y: Any) -> bool:
    equations = weights(data, y, "inside")
    return not any(combination(data, equations)) and not ratios_cancel(data, equations)
def kkt(data: Data, W: Any, alpha: Any, beta: Any) -> bool:  # if W' has (6), <W, W'> >= sum alpha = <W, W>
    w, a, b = decoder(data, W), weights(data, alpha, "outside"), weights(data, beta, "inside")
    tight = all(c >= 0 for *_, c in a) and sum(c for *_, c in a) == dot(w, w)
    return tight and separates(data, w) and combination(data, a + b) == w
def defect(data: Data, context: Any, rows: Any, claimed: Any) -> bool:
    tokens = {"in-support": data["S"][natural(context, data["m"])], "all": range(data["V"])}[rows]
    return natural(claimed) == len(tokens) - 1 != rank([row(data, context, v) for v in tokens])
def path(data: Data, W: Any, U: Any, token: Any) -> bool:
    """Along W* + k W + k^2 U, CE -> H, and the part off F turns to U/||U||, which leaves the token tied."""
    w, u = decoder(data, W), decoder(data, U)
    gaps = dict(zip(data["outside"], values(data, u, "outside"), strict=True))
    tied = gaps[weights(data, [[*token, 1]], "outside")[0][:2]] == 0 == min(gaps.values())
    return tied and any(u) and not any(values(data, u, "inside")) and separates(data, w) and compatible(data)
def trap(data: Data, why: Any) -> bool:  # softmax is 1/V at a tie, the gradient sum_j pi_j (1/V - p_j) h_j^T
    pull = [(j, v, data["pi"][j] * (data["p"][j][v] - Fraction(1, data["V"])))
            for j, v in data["inside"] + data["outside"]]
    return why == "critical-point" and level(data, flat(data["W0"])) and not any(combination(data, pull))
def gap(data: Data, q: Any) -> str:
    """log sum_v e^(l_v) >= Ent(q) + <q, l>, so CE(W) >= sum_j pi_j Ent(q_j) for q and p of equal moments."""
    q, pi, p, nodes = array(q, (data["m"], data["V"])), data["pi"], data["p"], list[Any]([["const", 0]])
    require(all(min(r) >= 0 and sum(r) == 1 for r in q), "some q_j is no probability vector")
    excess = [(j, v, pi[j] * (q[j][v] - p[j][v])) for j in range(data["m"]) for v in range(data["V"])]
    require(not any(combination(data, excess)), "sum_j pi_j (q_j - p_j) h_j^T is not 0")
    for w, x in [(s * pi[j] * x, x) for s, t in ((-1, p), (1, q)) for j, r in enumerate(t) for x in r if x]:
        k = len(nodes)
        nodes += [["const", str(x)], ["log", k], ["const", str(w)], ["*", k + 2, k + 1], ["+", k - 1, k + 3]]
    return "the slack is H - sum_j pi_j Ent(q_j)\n" + inequality(data, "slack < 0", nodes)
SYMBOLS = {"embeddings": "h", "counts": "count", "contexts": "context", "labels": "label", "table": "h"}
def leaf(data: Data, kind: Any, what: Any, *where: Any) -> tuple[Fraction, str]:
    if kind == "const" and not where:
        text = str(number(what))
        return Fraction(text), text if text.isdecimal() else f"({text})"
    if kind == "size" and not where and what in [*"mMnTVKd"]:
        return Fraction(data[what]), what
    require(kind == "at" and what in FIELDS[data["type"]], f"{repr(kind)[:40]} is no node", ValueError)
    value = data[what]
    for i in where:
        value = value[natural(i, len(value))]
    symbol = str(what if "head" in data else SYMBOLS.get(what, what))
    return Fraction(value), symbol + (f"[{','.join(map(str, where))}]" if where else "")
def inequality(data: Data, says: Any, nodes: Any) -> str:  # the last node's sign; a line for every long part
    program, texts, lines = list[tuple[str, list[int], Fraction]](), list[str](), list[str]()
    for name, *rest in nodes:
        spend(20)
        if OPERANDS.get(name) == len(rest):
            operands, value = [natural(i, len(program)) for i in rest], Fraction(0)
            parts = [f"({texts[i]})" if name in "-*/" and program[i][0] in "+-*/" else texts[i] for i in rest]
            text = f" {name} ".join(parts) if name in "+-*/" else f"{name}({', '.join(parts)})"
        else:
            operands, (value, text) = [], leaf(data, name, *rest)
        program.append((name, operands, value))
        last, short = len(program) == len(nodes), f"t{len(texts)}"
        lines += [f"{says.split()[0] if last else short} = {text}"] if last or len(text) > 80 else []
        texts.append(text if len(text) <= 80 else short)
    def enclosure(bits: int) -> Interval:
        at = list[Interval]()
        for name, operands, value in program:
            at.append(apply(name, bits, *(at[i] for i in operands)) if operands else (value, value))
        return at[-1]
    bound = negative(enclosure, strict={"slack < 0": True, "slack <= 0": False, "premise <= 0": False}[says])
    return "\n".join([*lines, f"{says}: it is {bound}"])
# ---- 6. What is shown under each name, and the check ----
CHECKS: dict[str, tuple[str, Callable[..., bool | str]]] = {
    "full-rank": ("the embeddings have full rank", lambda D: rank(D["embeddings"]) == min(D["m"], D["d"])),
    "general-position": ("any min(m, d) embeddings are independent", lambda D: all(
        rank(h) == len(h) for h in combinations(D["embeddings"], min(D["m"], D["d"])))),
    "overparameterized": ("d > m", lambda D: D["d"] > D["m"]),
    "some-token-out-of-support": ("some S_j lacks a token", lambda D: len(D["outside"]) > 0),
    "one-hot": ("every S_j is one token", lambda D: all(len(S) == 1 for S in D["S"])),
    "binary": ("V = 2", lambda D: D["V"] == 2),
    "nonzero-embeddings": ("no h_j is 0", lambda D: all(map(any, D["embeddings"]))),
    "small-step": ("eta > 0, and I - eta sum_j pi_j h_j h_j^T is positive semidefinite", small_step),
    "compatible": ("the data are compatible", compatible),
    "separates": ("W satisfies (6)", lambda D: separates(D, flat(D["W"]))),
    "separates-2": ("W2 satisfies (6)", lambda D: separates(D, flat(D["W2"]))),
    "in-orthogonal-complement": ("U satisfies (6a)", lambda D: not any(values(D, flat(D["U"]), "inside"))),
    "nonnegative-scale": ("gamma >= 0", lambda D: D["gamma"] >= 0),
    "matching": ("softmax(W h_j) = p_j for every j", lambda D: matches(D, flat(D["W"]))),
    "mismatched": ("softmax(W h_j) != p_j for some j", lambda D: not matches(D, flat(D["W"]))),
    "decoder": ("the data are separable", lambda D, W: separates(D, decoder(D, W))),
    "farkas": ("no decoder satisfies (6), as sum u x + sum beta x = 0 with u >= 0, sum u = 1", farkas),
    "kernel": ("the data are not compatible, as sum y x = 0 but the product of ratios^y is not 1", kernel),
    "kkt": ("the shortest decoder with (6) is the one given", kkt),
    "rank": ("fewer of the x_jv with v != z_j are independent than claimed", defect),
    "path": ("CE(W* + k W + k^2 U) -> H, yet U, the direction off F, leaves a token tied", path),
    "gap": ("the infimum of CE is above H", gap),
    "inequality": ("the slack is as stated", inequality),
    "positivity": ("compatible, yet every softmax(W h_j) is positive at a token outside S_j", lambda
                   D, context, token: compatible(D) and any(weights(D, [[context, token, 1]], "outside"))),
    "empty": ("no token is outside any S_j, so that W^mm = 0 has no direction", lambda D: not D["outside"]),
    "trap": ("descent never leaves W0", trap),
    "member": ("zero is in F", lambda D, set, element: (set, element) == ("F", "zero") and "S" in D)}
CONCLUSIONS = [*CHECKS][[*CHECKS].index("farkas"):]
ASSUMPTIONS: dict[str, Any] = {name: [name] for name in CHECKS if name not in ("decoder", *CONCLUSIONS)}
ASSUMPTIONS.update(separable=("decoder",), obstructed=("farkas", "kernel"))
def shown(data: Data, certificate: Any, kinds: Sequence[str]) -> str:
    require(isinstance(certificate, dict), "it has no certificate", ValueError)
    kind = certificate.get("kind", kinds[0] if kinds[0] in ASSUMPTIONS else None)
    require(kind in kinds, f"a certificate of the kind {' or '.join(kinds)} is needed")
    text, check = CHECKS[kind]
    given = {key: value for key, value in certificate.items() if key != "kind"}
    require(result := check(data, **given), f"it is not so that {text}")
    text = ", ".join([text, *(f"{key} = {value}" for key, value in given.items() if type(value) is not list)])
    return f"{text}\n{result}" if isinstance(result, str) else text
# ---- 7. Files ----
def unique(pairs: list[tuple[str, Any]]) -> Data:
    require(len(dict(pairs)) == len(pairs), "an object has a key twice", ValueError)
    return dict(pairs)
def findings(name: str) -> Iterator[str]:  # lines on every item of a file, each given once it is checked
    require(Path(name).is_file(), "there is no file of that name", ValueError)
    require(Path(name).stat().st_size <= FILE_LIMIT, f"it has more than {FILE_LIMIT} bytes", ValueError)
    document = json.loads(Path(name).read_text("utf-8"), object_pairs_hook=unique, parse_constant=number)
    require(document["schema_version"] == 1, "its schema_version is not 1", ValueError)
    data = instance(document["instance"])
    yield f"claim       {document['claim']}: {document['statement']}"
    yield f"instance    {data['type']}" + "".join(f", {x} = {data[x]}" for x in "mMnTVKd" if x in data)
    yield f"dropped     {', '.join(document['dropped']) or 'nothing'}"
    for assumption, given in document["assumptions"].items():  # unknown ones bring an inequality
        yield from (f"assumption  {assumption}: {x}"
                    for x in shown(data, given, ASSUMPTIONS.get(assumption, ("inequality",))).split("\n"))
    yield from (f"conclusion  {x}" for x in shown(data, document["certificate"], CONCLUSIONS).split("\n"))
def examined(name: str, allowance: int) -> Data:  # whatever goes wrong, the file is not accepted
    WORK[0], lines, outcome, reason = allowance, list[str](), "ACCEPTED", ""
    try:
        lines.extend(ascii(line)[1:-1] for line in findings(name))
    except Rejected as problem:
        outcome, reason = "REJECTED", str(problem)
    except Exception as e:
        kinds = {"KeyError": "it lacks or misnames ", "JSONDecodeError": "it is not JSON: ", "ValueError": ""}
        outcome, lines, reason = "UNREADABLE", [], kinds.get(type(e).__name__, "it cannot be read: ") + str(e)
    return {"file": name, "outcome": outcome, "reason": ascii(reason[:200])[1:-1], "lines": lines}
def main(argv: Sequence[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    names = [argument for argument in arguments if not argument.startswith("--")]
    options = " ".join(sorted(argument for argument in arguments if argument.startswith("--")))
    match = re.fullmatch(r"(--json)? ?(--patience=([1-9][0-9]{0,5}))?", options)
    if not match or not names:
        where = options == "--where"
        print(Path(__file__).resolve() if where else USAGE, file=sys.stdout if where else sys.stderr)
        return 0 if where or options == "--help" else 4
    for name in ("SIGINT", "SIGPIPE") if argv is None else ():  # as a command, it ends without a traceback
        signal.signal(getattr(signal, name, signal.SIGINT), signal.SIG_DFL)
    results = [examined(name, WORK_LIMIT * int(match[3] or 1)) for name in names]
    told = ["\n  ".join([": ".join(x for x in [*r.values()][:3] if x), *r["lines"]]) for r in results]
    print(json.dumps(results, indent=1) if match[1] else "\n".join(told))
    return max({"ACCEPTED": 0, "REJECTED": 1, "UNREADABLE": 4}[r["outcome"]] for r in results)
if __name__ == "__main__":
    sys.exit(main())
