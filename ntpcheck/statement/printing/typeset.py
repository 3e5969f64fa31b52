"""Layouts as LaTeX and as MathML."""

from html import escape, unescape

from ntpcheck.statement.printing.layout import Layout, layout
from ntpcheck.verifier.language.printing import Tree

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
MINUS = "&#8722;"
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


def mathml(tree: Tree) -> str:
    """A formula as a MathML element."""
    return f"<math>{_mathml(layout(tree))}</math>"


def _mathml(e: Layout) -> str:
    kind = e[0]
    if kind == "id":
        return f"<mi>{escape(e[1])}</mi>"
    if kind == "greek":
        return f"<mi>{unescape(f'&{e[1]};')}</mi>"
    if kind in ("number", "sign"):
        tag = "mn" if kind == "number" else "mo"
        return f"<{tag}>{escape(e[1])}</{tag}>"
    if kind == "word":
        spaced = " " in e[1] or e[1] in ("and", "or", "not", "if", "is", "of", "to", "with")
        return (
            f"<mtext>&#160;{escape(e[1])}&#160;</mtext>"
            if spaced
            else f'<mi mathvariant="normal">{escape(e[1])}</mi>'
        )
    if kind == "row":
        return f"<mrow>{''.join(map(_mathml, e[1]))}</mrow>"
    if kind == "fraction":
        return f"<mfrac>{_mathml(e[1])}{_mathml(e[2])}</mfrac>"
    if kind in ("sub", "sup", "under"):
        tag = {"sub": "msub", "sup": "msup", "under": "munder"}[kind]
        return f"<{tag}>{_mathml(e[1])}{_mathml(e[2])}</{tag}>"
    if kind == "fence":
        return f"<mrow><mo>{escape(e[1])}</mo>{_mathml(e[2])}<mo>{escape(e[3])}</mo></mrow>"
    if kind == "root":
        return f"<msqrt>{_mathml(e[1])}</msqrt>"
    rows = "".join(f"<mtr><mtd>{_mathml(a)}</mtd><mtd>{_mathml(b)}</mtd></mtr>" for a, b in e[1])
    return f"<mrow><mo>{{</mo><mtable>{rows}</mtable></mrow>"
