"""The verifier's evaluation in plain enclosures: what exact numbers would decide too, in less time.

Powers of e, logs and roots are enclosed at once, so that sums of them stay two rationals. Points and systems
are still solved in exact numbers. What enclosures leave open is asked of the exact evaluation.
"""

from collections.abc import Generator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.instance.tensors import Env
from ntpcheck.verifier.instance.world import World


class Enclosures:
    """The functions of exact.py, with enclosures in the place of numbers that are not rational."""

    def __getattr__(self, name: str) -> Any:
        return getattr(exact, name)

    @staticmethod
    def _plain(x: Any) -> Any:
        return x if isinstance(x, Fraction | exact.Affine) else exact.enclose(x)

    def exp(self, x: Any) -> Any:
        return self._plain(exact.exp(x))

    def log(self, x: Any) -> Any:
        return self._plain(exact.log(x))

    def sqrt(self, x: Any) -> Any:
        return self._plain(exact.sqrt(x))


class Quick(World):
    """A world in enclosures, made of another with its instance and hints."""

    def __init__(self, world: World) -> None:
        super().__init__(world.book, world.given, world.sizes, world.fields, world.hints, world.search)
        self.ops = Enclosures()

    @contextmanager
    def plainly(self, env: Env) -> Generator[Env]:
        """Evaluates in exact numbers, unless another arithmetic is in use, as in the goal of an infimum."""
        if not isinstance(self.ops, Enclosures):
            with super().plainly(env) as plain:
                yield plain
            return
        with self.under(exact, self.sequences):
            yield env

    def told_at(self, core: Any, bits: int = 64) -> bool | None:
        """The truth of a formula, if enclosures of that many bits decide it."""
        self.reset(bits)
        try:
            return self.formula(core, {})
        except Exception:  # the exact evaluation says what is the matter
            return None
