r"""claims.tex: a run for a paper, as a table, one macro per number and a paragraph on how to repeat it.

A paper inputs the file in its preamble, after booktabs and longtable, and then writes \ntptable,
\ntpreproducibility, \ntptotal{SUPPORTED}, or \ntp{n}{linear/theorem-2/direction}.
"""

import re
from typing import Any

from ntpcheck.report import words
from ntpcheck.report.record import Record, Row
from ntpcheck.report.typography import BAR, HAT, LETTERS, MINUS, TILDE, Kind, meant, set_with

SPECIAL = {c: f"\\{c}" for c in "_&%#${}"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
}
SIGNS = {
    "≠": r"\neq", "≥": r"\geq", "≤": r"\leq", "⇒": r"\Rightarrow", "→": r"\to", "‖": r"\|", "…": r"\ldots",
    MINUS: "-", "⟂": r"\perp", "Σ": r"\sum", "Π": r"\prod", "∇": r"\nabla", "√": r"\surd", "⟨": r"\langle",
    "⟩": r"\rangle", **{sign: f"\\{name}" for name, sign in LETTERS.items()}, "ε": r"\varepsilon",
}  # fmt: skip
ACCENTS = {BAR: "bar", TILDE: "tilde", HAT: "hat"}
SCRIPTS: dict[Kind, str] = {"sub": r"\textsubscript{{{}}}", "sup": r"\textsuperscript{{{}}}"}
_TOKEN = re.compile(rf"[A-Za-z][{''.join(ACCENTS)}]|[^A-Za-z0-9 ]")

MACROS = r"""\makeatletter
% \ntp{FIELD}{CLAIM}: a claim's verdict, n, admitted, slack or rigor.
\newcommand{\ntp}[2]{\ifcsname ntp@#1@#2\endcsname\csname ntp@#1@#2\endcsname
  \else\@latex@error{ntpcheck: no #1 of claim #2}\@eha\fi}
% \ntptotal{VERDICT}: how many claims came out so; \ntptotal{claims}: how many there are.
\newcommand{\ntptotal}[1]{\ifcsname ntp@total@#1\endcsname\csname ntp@total@#1\endcsname\else0\fi}
\newcommand{\ntp@set}[3]{\expandafter\gdef\csname ntp@#1@#2\endcsname{#3}}"""


def latex(record: Record) -> str:
    """The file's text, in ASCII."""
    run = record.run
    return "\n".join(
        [
            f"% ntpcheck {run['version']}, run {run['id']}. Needs \\usepackage{{booktabs,longtable}}.",
            MACROS,
            f"\\ntp@set{{total}}{{claims}}{{{len(record.rows)}}}",
            *(f"\\ntp@set{{total}}{{{word}}}{{{count}}}" for word, count in words.tally(record).items()),
            *(line for row in record.rows for line in _numbers(row)),
            r"\makeatother",
            f"\\newcommand{{\\ntpreproducibility}}{{%\n{_paragraph(record)}}}",
            "\\newcommand{\\ntptable}{%",
            *_table(record),
            "}",
            "",
        ]
    )


def _numbers(row: Row) -> list[str]:
    verdict = row.verdict
    told = {
        "verdict": plain(row.word or "unfinished"),
        "n": str(verdict.get("n", 0)),
        "admitted": str(verdict.get("admitted", 0)),
        "slack": _number(words.number(verdict.get("worst_slack"))),
        "rigor": plain(str(verdict.get("rigor") or "-")),
    }
    return [f"\\ntp@set{{{name}}}{{{row.id}}}{{{value}}}" for name, value in told.items()]


def _number(shown: str) -> str:
    """`-1.2e-11` as LaTeX has it, in text and in formulas."""
    if shown == "-":
        return shown
    digits, _, power = shown.partition("e")
    return f"\\ensuremath{{{digits}\\cdot10^{{{int(power)}}}}}" if power else f"\\ensuremath{{{digits}}}"


def _paragraph(record: Record) -> str:
    run = record.run
    machine = ", ".join(f"{name} {value}" for name, value in sorted(run["environment"].items()))
    profile = plain(run["profile"])
    again = f"python -m ntpcheck verify -{{}}-profile {profile} -{{}}-seed {run['seed']}"
    return (
        f"The claims were checked by ntpcheck {plain(run['version'])} with seed {run['seed']}, profile "
        f"{profile}, on {plain(run['device'])} ({plain(machine)}). SUPPORTED means that no counterexample "
        "was found among $n$ instances. "
        "Counterexamples are exact and are re-derived by an independent checker. "
        f"\\texttt{{{again}}}, followed by the claims' ids, repeats the run."
    )


def _table(record: Record) -> list[str]:
    head = r"Claim & Statement & Verdict & $n$ \\"
    return [
        r"\begin{longtable}{@{}p{0.26\linewidth}p{0.43\linewidth}lr@{}}",
        r"\toprule",
        head,
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *(_line(row) for row in record.rows),
        r"\end{longtable}",
    ]


def _line(row: Row) -> str:
    name = plain(row.id).replace("/", "/\\allowbreak{}").replace("-", "-\\allowbreak{}")
    cells: list[Any] = [
        f"\\texttt{{\\footnotesize {name}}}",
        f"{text(row.claim['statement'])} ({text(row.claim['cite'])})",
        f"\\textsc{{{plain((row.word or 'unfinished').lower())}}}",
        row.verdict.get("n", 0),
    ]
    return " & ".join(map(str, cells)) + r" \\"


def text(said: str) -> str:
    """A statement as LaTeX, typeset like on the page; what ASCII lacks becomes a question mark."""
    return set_with(meant(" ".join(said.split())), plain, SCRIPTS)


def plain(said: str) -> str:
    """Replaces LaTeX's own characters and known signs in a text, and nothing else."""
    return _TOKEN.sub(_token, said)


def _token(match: re.Match[str]) -> str:
    found = match[0]
    if len(found) == 2:
        return f"$\\{ACCENTS[found[1]]}{{{found[0]}}}$"
    if found in SIGNS:
        return f"${SIGNS[found]}$"
    return SPECIAL.get(found) or (found if found.isascii() else "?")
