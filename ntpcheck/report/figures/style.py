"""How reproduced figures look: colours and line styles, the same for every part."""

from pathlib import Path
from typing import Any

STYLE = Path(__file__).with_name("figure.mplstyle")  # sizes and colours of what matplotlib draws by itself
INK, SOFT, PAPER = "#1c1f24", "#50565f", "#ffffff"
# Told apart with every common form of colour blindness and in grey; curves and arrows are labelled besides.
HUES = ("#0b57a4", "#d55e00", "#007a5e", "#b0448c", "#9a7400", "#2f86bf", "#6b6f76", "#7a1f1f")
WIDTHS = {"run": 1.3, "flow": 2.6, "theory": 0.8, "level": 0.7}
DASHES: dict[str, Any] = {"run": "-", "flow": "-", "theory": (0, (4, 2)), "level": "-"}
FAINT = {"flow": 0.38}  # a run goes on as a wide pale band, on which the theory's dashes can be seen
# Theory lies on top, so that a curve that follows it does not hide it.
ABOVE = {"run": 3, "flow": 3, "theory": 4, "level": 2}


def colour(role: str, hue: int) -> str:
    """The colour of a line: neutral for theory and levels; a run and the flow that continues it share one."""
    neutral = {"theory": INK, "level": SOFT}
    return neutral.get(role) or HUES[hue % len(HUES)]
