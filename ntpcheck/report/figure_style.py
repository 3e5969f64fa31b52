"""How reproduced figures look: sizes, colours and line styles, the same for every part."""

from __future__ import annotations

from typing import Any

INK, SOFT, LINE, PAPER = "#1c1f24", "#50565f", "#e4e7eb", "#ffffff"
# Told apart with every common form of colour blindness and in grey; curves and arrows are labelled besides.
HUES = ("#0b57a4", "#d55e00", "#007a5e", "#b0448c", "#9a7400", "#2f86bf", "#6b6f76", "#7a1f1f")
WIDTHS = {"run": 1.3, "flow": 2.6, "theory": 0.8, "level": 0.7}
DASHES: dict[str, Any] = {"run": "-", "flow": "-", "theory": (0, (4, 2)), "level": "-"}
FAINT = {"flow": 0.38}  # a run goes on as a wide pale band, on which the theory's dashes can be seen
# Theory lies on top, so that a curve that follows it does not hide it.
ABOVE = {"run": 3, "flow": 3, "theory": 4, "level": 2}

RC: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 7,
    "mathtext.fontset": "dejavusans",
    "axes.titlesize": 7.5,
    "axes.titlelocation": "left",
    "axes.titlepad": 5,
    "axes.labelsize": 7,
    "axes.labelpad": 2,
    "axes.linewidth": 0.6,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": LINE,
    "grid.linewidth": 0.5,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 2,
    "ytick.major.size": 2,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "text.color": INK,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    # Outlines look the same everywhere; a salt in place of random ids makes the bytes so.
    "svg.fonttype": "path",
    "svg.hashsalt": "ntpcheck",
    "pdf.fonttype": 42,
}


def colour(role: str, hue: int) -> str:
    """The colour of a line: neutral for theory and levels; a run and the flow that continues it share one."""
    neutral = {"theory": INK, "level": SOFT}
    return neutral.get(role) or HUES[hue % len(HUES)]
