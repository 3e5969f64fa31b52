"""A paper's own experiments and figures: how to make them again, and how they compare.

A paper lists targets. A target makes a `Reproduction`: a figure as data, which `ntpcheck.report` draws, and
the paper's statements about it beside ours. Nothing here draws, and nothing knows a paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ntpcheck.evidence import Outcome

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ntpcheck.claim import Claim

Role = Literal["run", "flow", "theory", "level"]


@dataclass(frozen=True)
class Line:
    """One curve. role: a run, the log-time flow that goes on from it, the theory, or a constant level.

    hue: curves of one quantity share a number and so a colour. label: nothing if empty, else written at the
    place `at`, a share of the curve's visible length, and away from it by `shift` in points, on that `side`.
    band: the curves between which a pale band is drawn, for the spread of several runs about their mean.
    """

    label: str
    x: ArrayLike
    y: ArrayLike
    role: Role = "run"
    hue: int = 0
    at: float = 0.5
    shift: tuple[float, float] = (3, 3)
    side: Literal["left", "right", "center"] = "right"
    band: tuple[ArrayLike, ArrayLike] | None = None


@dataclass(frozen=True)
class Axis:
    """A label, and whether the axis is logarithmic. bounds: where it begins and ends, if not at the data."""

    label: str = ""
    log: bool = False
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True)
class Chart:
    """Curves over one pair of axes. mark: a place on the x-axis, and what is there."""

    title: str
    x: Axis
    y: Axis
    lines: Sequence[Line]
    mark: tuple[float, str] | None = None


@dataclass(frozen=True)
class Arrow:
    """A vector of the plane from the origin. hue: the number of its colour."""

    label: str
    tip: tuple[float, float]
    hue: int = 0


@dataclass(frozen=True)
class Plane:
    """Vectors of R^2 from the origin: words as arrows, contexts as dots with the hues of what follows them.

    hyperplanes: draw each arrow's normal line through the origin.
    """

    title: str
    arrows: Sequence[Arrow]
    contexts: Sequence[tuple[str, tuple[float, float], tuple[int, ...]]] = ()
    hyperplanes: bool = False


@dataclass(frozen=True)
class Table:
    """A matrix as shades; NaN entries are black. Rows and columns are named."""

    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: ArrayLike
    kinds: tuple[str, str] = ("", "")  # what rows and columns are


@dataclass(frozen=True)
class Bars:
    """One bar per named place."""

    title: str
    names: Sequence[str]
    heights: Sequence[float]
    top: float | None = None


Part = Chart | Plane | Table | Bars


@dataclass(frozen=True)
class Figure:
    """Parts laid out by a mosaic: rows of letters, one letter per part, a part's letters a rectangle.

    size: width and height in inches. widths, heights: of columns and rows, relative; equal if empty.
    """

    title: str
    size: tuple[float, float]
    mosaic: Sequence[str]
    parts: Mapping[str, Part]
    widths: Sequence[float] = ()
    heights: Sequence[float] = ()
    headings: Sequence[tuple[str, str]] = ()  # (letter of the part it stands above, words)


@dataclass(frozen=True)
class Comparison:
    """One statement of the paper beside ours.

    agrees: None where the paper gives nothing to compare with. expected: what `agrees` is known to be.
    """

    what: str
    paper: str
    ours: str
    agrees: bool | None = None
    expected: bool = True
    why: str = ""

    def __post_init__(self) -> None:
        # Comparisons of arrays give numpy's own truth values, which no document can hold.
        if self.agrees is not None:
            object.__setattr__(self, "agrees", bool(self.agrees))

    @property
    def passed(self) -> bool | None:
        """Whether this came out as known; None without anything to compare."""
        return None if self.agrees is None else self.agrees == self.expected


@dataclass(frozen=True)
class Reproduction:
    """What came out: the figure, the comparisons, and how many instances were left out, by reason.

    notes: what was run, a line each, told before the comparisons.
    """

    figure: Figure
    comparisons: Sequence[Comparison]
    excluded: Mapping[str, int] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)  # the instance and settings, as JSON
    notes: Sequence[str] = ()


def inferred(
    claim: Claim, outcomes: Sequence[Outcome], ours: str, *, expected: bool = True, who: str = ""
) -> Comparison:
    """What a figure is taken to show, beside how a claim came out on the runs behind it.

    An outcome that is not decided neither confirms nor contradicts. ours: the outcomes in words.
    """
    failed = any(outcome in (Outcome.FAILS, Outcome.UNDEFINED) for outcome in outcomes)
    holds = False if failed else all(outcome == Outcome.HOLDS for outcome in outcomes) or None
    what = f"{who}: {claim.statement}" if who else claim.statement
    return Comparison(what, "inferred", ours, agrees=holds, expected=expected, why=claim.id)


@dataclass(frozen=True)
class Target:
    """A figure or experiment of a paper. minutes: what to expect on one core. make: from a seed."""

    id: str
    title: str
    cite: str
    minutes: float
    make: Callable[[int], Reproduction]
