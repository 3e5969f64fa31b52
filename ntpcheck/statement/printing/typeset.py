"""Layouts as LaTeX and as MathML."""

from html import escape, unescape

from ntpcheck.statement.printing.layout import Layout, layout
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.printing import Tree
from ntpcheck.verifier.language.words import BookError

LATEX = {
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "·": r"\,",
    "∑": r"\sum",
    "∀": r"\forall ",
    "∃": r"\exists ",
    "→": r"\to",
    "∞": r"\infty",
    "⇔": r"\iff",
    "⇒": r"\implies",
    "‖": r"\|",
    "⟨": r"\langle ",
    "⟩": r"\rangle",
    "max": r"\max",
    "min": r"\min",
    "inf": r"\inf",
    ".": r".\;",
    ":": r":\,",
}
MINUS, SPACE = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
SPACED = ("and", "or", "not", "if", "is", "of", "to", "with")


def latex(tree: Tree) -> str:
    """A formula as LaTeX, for math mode."""
    return _latex(layout(tree))


def _latex(e: Layout) -> str:
    kind = e[0]
    if kind in ("sign", "id"):
        text = str(e[1])
        head = text.rstrip("'0123456789")
        return LATEX.get(head, head) + _tail(text[len(head) :])
    if kind == "greek":
        return f"\\{e[1]}"
    if kind == "number":
        return e[1]
    if kind == "word":
        return rf"\text{{ {e[1]} }}" if " " in e[1] or e[1] in SPACED else _upright(e[1])
    if kind == "row":
        return " ".join(map(_latex, e[1]))
    if kind == "fraction":
        return rf"\frac{{{_latex(e[1])}}}{{{_latex(e[2])}}}"
    if kind in ("sub", "sup", "under"):
        return f"{{{_latex(e[1])}}}{'^' if kind == 'sup' else '_'}{{{_latex(e[2])}}}"
    if kind == "fence":
        left, right = (LATEX.get(x, x) for x in (e[1], e[3]))
        return rf"\left{left} {_latex(e[2])} \right{right}"
    if kind == "root":
        return rf"\sqrt{{{_latex(e[1])}}}"
    rows = r" \\ ".join(f"{_latex(a)} & {_latex(b)}" for a, b in e[1])
    return rf"\begin{{cases}} {rows} \end{{cases}}"


def _upright(text: str) -> str:
    return rf"\mathrm{{{text.replace('-', '{-}').replace('_', chr(92) + '_')}}}"


def _tail(text: str) -> str:
    """Primes, and a number as an index."""
    digits = text.strip("'")
    return (f"_{{{digits}}}" if digits else "") + "'" * text.count("'")


def typeset(text: str) -> str | None:
    """What a formula was printed as, in MathML; None of what is no formula of this version's language."""
    try:
        return mathml(Parser(text).whole())
    except BookError:
        return None


def mathml(tree: Tree) -> str:
    """A formula as a MathML element."""
    return f"<math>{_bare(layout(tree))}</math>"


def _mathml(e: Layout) -> str:
    kind = e[0]
    if kind == "row":
        return f"<mrow>{_bare(e)}</mrow>"
    if kind == "greek":
        return f"<mi>{unescape(f'&{e[1]};')}</mi>"
    if kind == "number":
        return f"<mn>{escape(e[1])}</mn>"
    if kind == "sign":
        return f"<mo>{MINUS if e[1] == '-' else escape(e[1])}</mo>"
    if kind in ("id", "word"):  # of more than one letter: upright, by itself
        spaced = kind == "word" and (" " in e[1] or e[1] in SPACED)
        return f"<mtext>{SPACE}{escape(e[1])}{SPACE}</mtext>" if spaced else f"<mi>{escape(e[1])}</mi>"
    if kind == "fraction":
        return f"<mfrac>{_mathml(e[1])}{_mathml(e[2])}</mfrac>"
    if kind in ("sub", "sup", "under"):
        tag = {"sub": "msub", "sup": "msup", "under": "munder"}[kind]
        return f"<{tag}>{_mathml(e[1])}{_mathml(e[2])}</{tag}>"
    if kind == "fence":
        return f"<mrow><mo>{escape(e[1])}</mo>{_bare(e[2])}<mo>{escape(e[3])}</mo></mrow>"
    if kind == "root":
        return f"<msqrt>{_bare(e[1])}</msqrt>"
    rows = "".join(f"<mtr><mtd>{_bare(a)}</mtd><mtd>{_bare(b)}</mtd></mtr>" for a, b in e[1])
    return f'<mrow><mo>{{</mo><mtable columnalign="left">{rows}</mtable></mrow>'


def _bare(e: Layout) -> str:
    """A layout without an element of its own, within one that holds any number of parts.

    A row that begins with a minus keeps its own inside a row: there the sign would be one of subtraction.
    """
    if e[0] != "row":
        return _mathml(e)
    negative = [part[0] == "row" and tuple(part[1][:1]) == (("sign", "-"),) for part in e[1]]
    return "".join(_mathml(part) if own else _bare(part) for part, own in zip(e[1], negative, strict=True))
