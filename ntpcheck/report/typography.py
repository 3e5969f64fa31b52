"""Statements are plain text with `W_k`, `W^mm` and `>=` in it; here these become what they stand for.

No library reads this: converters to MathML want LaTeX, and the same text has to go into HTML, SVG, LaTeX and
words for a screen reader. It is a table of signs and one pattern for scripts.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import cycle
from typing import Literal
from unicodedata import lookup

from markupsafe import Markup, escape

Kind = Literal["text", "sub", "sup"]
HTML: dict[Kind, str] = {"sub": "<sub>{}</sub>", "sup": "<sup>{}</sup>"}
# An SVG has no sub and sup. What follows goes back to the line from a letter without width.
BACK = '<tspan dy="{}">\u200b</tspan>'
SVG: dict[Kind, str] = {
    "sub": f'<tspan class="script" dy="3">{{}}</tspan>{BACK.format(-3)}',
    "sup": f'<tspan class="script" dy="-4">{{}}</tspan>{BACK.format(4)}',
}
SPOKEN: dict[Kind, str] = {"sub": " {}", "sup": " {}"}

NAMES = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "eps", "eta", "theta"),
    *("lambda", "pi", "rho", "sigma", "tau"),
)
UNICODE = {"eps": "epsilon", "lambda": "lamda"}  # what Unicode calls them
LETTERS = {name: lookup(f"GREEK SMALL LETTER {UNICODE.get(name, name)}") for name in NAMES}
MINUS = "\u2212"
CHANGES = ("The change", "Changed", "Added")  # what an amended statement begins its last paragraph with
LABELS = "|".join(("Reading", "Transcription", "Source", *CHANGES))
BAR, TILDE, HAT = "\u0304", "\u0303", "\u0302"  # they combine with the letter before them
WORD = r"(?<![A-Za-z])(?<![A-Za-z]-){}(?![A-Za-z])(?!-[A-Za-z])"  # no part of a longer or hyphenated word
SIGNS = {
    r"!=": "≠",
    r">=": "≥",
    r"<=": "≤",
    r"=>": "⇒",
    r"->": "→",
    r"\|\|": "‖",
    r"\.\.\.?": "…",
    r"(?<=\S) - (?=\S)": f" {MINUS} ",
    r"(?<![\w.-])-(?=[\w(.|⟨])|(?<=\b1)-(?=(?:alpha|delta|eps)\b)|(?<=\b[A-Z])-(?=1\b)": MINUS,
    r"(?<=\b[A-Z])-perp\b": "^⟂",
    r"(?<=\b[A-Za-z])-?bar(?![A-Za-z0-9])": BAR,
    r"(?<=\b[A-Za-z])~": TILDE,
    r"(?<=\b[A-Za-z])\^(?![\w({*+-])": HAT,
    r"\bsum(?=_| (?:[A-Za-z]|alpha|pi)[_ ^)])": "Σ",
    r"\bprod(?=_)": "Π",
    r"\bgrad(?:(?=_)| (?=[A-Z]))": "∇",
    WORD.format(r"sqrt(?=\()"): "√",
}
WORDS = {**LETTERS, "perp": "⟂"}
_SIGN = re.compile("|".join(f"({pattern})" for pattern in (*SIGNS, WORD.format(f"(?:{'|'.join(WORDS)})"))))
_MEANT = list(SIGNS.values())
_CODE = re.compile(r"(`[^`]*`|\b[a-z]+/[a-z][\w.@-]*(?:/[\w@-]+)+)")  # what is quoted, and claims' ids
_INNER = re.compile(r"<([-\w][^<>]*,[^<>]*[^\s<>-])>(?![=\w])")  # <U, W>, an inner product

_LETTER = "A-Za-z\u03b1-\u03c9"
_ROUND = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_CURLY = r"\{(?:[^{}]|\{[^{}]*\})*\}"
_ATOM = rf"(?:{_CURLY}|[{_LETTER}0-9⟂*']{{1,4}}(?![A-Za-z0-9]))"
_SUB = rf"(?:{_CURLY}|[{_LETTER}0-9⟂*']{{1,4}}(?:(?<=k)\+1)?(?:,(?:⟂|F\b))?(?![A-Za-z0-9_]))"  # W_k+1,perp
# After e^- an exponent goes on through factors that are bracketed or have indices: e^-R' (U)_z.
_FACTORS = (
    rf"{MINUS}(?:{_ROUND}|[{_LETTER}0-9]{{1,4}}'*)(?:[_^]{_ATOM})*"
    rf"(?: ?{_ROUND}(?:[_^]{_ATOM})*|(?<=\)) ?[A-Z]'+| [A-Z](?= [a-z]_)"
    rf"| [A-Za-z](?:{TILDE}|(?:[_^]{_ATOM})+))*"
)
_SCRIPT = re.compile(
    rf"(?P<base>(?<![{_LETTER}])[{_LETTER}]{{1,2}}|\b(?:inf|max|min|sup|log|argmax)|[ΣΠ∇)\]}}|‖'{BAR}{TILDE}])"
    rf"_(?P<sub>{_SUB})"
    rf"|(?<![A-Za-z0-9^])(?P<letter>[A-Za-uw-z])(?P<digit>\d{{1,2}})(?![A-Za-z0-9])"  # k0, but not arXiv v1
    rf"|(?<=\be)\^(?P<long>{_FACTORS})"
    rf"|(?<=[{_LETTER}0-9)\]}}*'|‖{BAR}{TILDE}⟂])\^(?P<sup>{_ROUND}|{_CURLY}|\+(?!\w)"
    rf"|{MINUS}?\d+(?:\.\d+)?[a-z]?(?![A-Za-z0-9])|{MINUS}?{_ATOM}'*)(?:_(?P<below>{_SUB}))?"
)


def meant(text: str) -> str:
    """Relations, norms, products and Greek letters as the signs that they stand for."""
    found = _INNER.sub(r"⟨\1⟩", text)
    return _SIGN.sub(lambda match: WORDS.get(match[0]) or _MEANT[(match.lastindex or 1) - 1], found)


def pieces(text: str) -> Iterator[tuple[Kind, str]]:
    """A text of signs cut at its sub- and superscripts, which may hold further ones."""
    done = 0
    for match in _SCRIPT.finditer(text):
        base, sub = match["base"] or match["letter"] or "", match["sub"] or match["digit"] or match["below"]
        sup = match["long"] or match["sup"]
        yield "text", text[done : match.start()] + base
        if sup:
            yield "sup", sup if match["long"] else _bare(sup)
        if sub:
            yield "sub", _bare(sub)
        done = match.end()
    yield "text", text[done:]


def _bare(script: str) -> str:
    """Without the brackets that only hold it together."""
    return script[1:-1] if script[0] in "({" else script


def set_with(text: str, plain: Callable[[str], str], scripts: Mapping[Kind, str]) -> str:
    """A text of signs, its parts put by `plain` and into the templates of `scripts`."""
    return "".join(
        plain(piece) if kind == "text" else scripts[kind].format(set_with(piece, plain, scripts))
        for kind, piece in pieces(text)
    )


@lru_cache(maxsize=2**14)
def typeset(text: str) -> Markup:
    """The text as HTML, `code` included; everything else in it is escaped."""
    parts = [
        f"<code>{escape(part.strip('`'))}</code>" if code else set_with(meant(part), _escaped, HTML)
        for part, code in zip(_CODE.split(text), cycle((False, True)))
    ]
    return Markup("".join(parts))


def typeset_svg(text: str) -> str:
    """The text as the content of an SVG's `text`."""
    return set_with(meant(text), _escaped, SVG)


def spoken(text: str) -> str:
    """The text for a screen reader: scripts as words of their own."""
    return set_with(meant(text), str, SPOKEN)


def _escaped(text: str) -> str:
    return str(escape(text))


def paragraphs(text: str) -> list[tuple[str, str]]:
    """A docstring's paragraphs as (label, words); `Reading:` and its like begin one of their own."""
    found: list[tuple[str, str]] = []
    for block in re.split(rf"\n\s*\n|\n(?=(?:{LABELS}|Note|Slack):)", text.strip()):
        words = " ".join(block.split())
        label = re.match(rf"({LABELS}):\s*", words)
        if words:
            found.append((label[1], words[label.end() :]) if label else ("", words))
    return found


def changes(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of the paragraphs that say what an amended statement changes."""
    return [(label, words) for label, words in found if label in CHANGES]


def hedged(found: list[tuple[str, str]]) -> bool:
    """Whether the claim makes precise what the paper only suggests."""
    return any(label == "Reading" and words.startswith("hedge") for label, words in found)
