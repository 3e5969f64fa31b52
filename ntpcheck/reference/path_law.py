"""Where the regularisation path goes on separable data, with the rate at which it gets there.

With lambda = e^-r / r and P_perp W_B = r W^mm + u, u minimises phi_r(u) + ||u||^2 / (2 r) up to e^-r
(path.py): gradient descent's potential phi with a ridge that fades. So, as r grows,

offset.   u tends to W~, the minimiser of phi on span(SV+): c_n exp(-<W~, x_n>) = alpha_n is a dual solution.
          u stays in span{x_n} exactly, and leaves span(SV) by e^-((theta - 1) r) only: no history, no
          frozen part.
rate.     Put u = W~ + e. On span(SV), A e + (W~ + e) / r = O(e^2) with A = sum alpha_n x_n x_n^T, so that
          r (u - W~) tends to -A^{-1} W~. Unlike descent the path pays 1/r for its ridge, however large
          theta and lambda_min(A) are.
finite.   e^r (P_F W_B - W*) tends to H_F^{-1} G, G = P_F sum alpha_n (p_j - e_v) h_j^T, with error O(1/r).
radius.   B^2 = ||W* + e^-r g||^2 + ||r W^mm + u||^2, so B / ||W^mm|| = r + y + O(1/r), with
          y = <W~, W^mm> / ||W^mm||^2.
zero duals. Let Z be the support vectors whose multiplier is zero in every dual solution, SV+ the others.
          On span(SV+) u tends to the minimiser w of phi over SV+. Off it, v = u - w satisfies
          v / r = sum_Z c_n exp(-<w, x_n>) exp(-<v, x_n>) P x_n, P the projection off span(SV+): the
          equation of a path again, at lambda' = 1/r and with cells P x_n. Hence v = s W2 + O(1), where
          s + log s = log r and W2 is the least point with <W2, P x_n> >= 1 on Z: its direction wins, and
          ||D|| grows like log r. The nested path is solved as it stands, to any depth: error
          O(log(r)^2 / r).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import wrightomega

from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.reference.law import Law, law
from ntpcheck.reference.path_newton import Pull, far_points

TIGHT = 1e-9


@dataclass(frozen=True)
class PathLaw:
    """The asymptotics of one path; coordinates are those of its frame."""

    frame: Frame
    of_descent: Law  # at step size 1

    @property
    def strict(self) -> bool:
        """Whether some dual solution is positive on all support vectors."""
        return self.of_descent.strict

    @property
    def square(self) -> float:
        """||W^mm||^2."""
        return self.of_descent.square

    @property
    def shift(self) -> float:
        """y, where B / ||W^mm|| = r + y + O(1/r)."""
        return self.of_descent.shift

    @property
    def finite(self) -> Floats:
        """`[f]` the limit of e^r (P_F W_B - W*)."""
        return self.of_descent.finite

    @property
    def next_order(self) -> Floats:
        """`[x]` the limit -A^{-1} W~ of r (u - W~), where `strict`."""
        found = self.of_descent
        inner = self.frame.cells[found.positive] @ found.span.T
        A = (inner.T * found.alpha[found.positive]) @ inner
        return -found.span.T @ np.linalg.solve(A, found.span @ found.offset)

    def part(self, r: float) -> Floats:
        """`[x]` u at r, up to O(1/r); up to O(log(r)^2 / r) with zero duals."""
        found = self.of_descent
        return found.offset if self.strict else found.offset + self.nested(r)

    def nested(self, r: float, offset: Floats | None = None) -> Floats:
        """`[x]` v at r with zero duals; offset: where another point than w is to stand."""
        frame, found = self.frame, self.of_descent
        offset = found.offset if offset is None else offset
        Z = frame.tight & ~found.positive
        rows = frame.cells[Z]
        rows = rows - (rows @ found.span.T) @ found.span
        margins = rows @ found.drift
        excess = np.where(margins > 1 + TIGHT, margins - 1, 0.0)
        below = Pull(rows, frame.log_c[Z] - frame.cells[Z] @ offset, found.drift, excess)
        s = multiple(np.log(r))
        return s * found.drift + far_points(below, np.array([s]))[0][0]

    def side(self, r: float) -> float:
        """||D|| at r, D the part of W_B orthogonal to W^mm, up to the error of `part`."""
        return orthogonal(self.frame, self.frame.centre + self.frame.matrix(0 * self.finite, self.part(r)))


def orthogonal(frame: Frame, matrix: Floats) -> float:
    """The norm of what remains of a matrix `[V, d]` orthogonally to W^mm."""
    along = float((matrix * frame.W).sum()) / float((frame.W * frame.W).sum())
    return float(np.linalg.norm(matrix - along * frame.W))


def multiple(tau: float) -> float:
    """The r > 0 with r + log r = tau, that is lambda = e^-tau."""
    return float(wrightomega(tau))


def path_law(frame: Frame) -> PathLaw:
    """The law of the path of one frame, whose W^mm must exist and not be zero."""
    return PathLaw(frame, law(frame, 1.0))
