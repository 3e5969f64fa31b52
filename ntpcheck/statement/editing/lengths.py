"""What is said of the lengths of axes alone, at drawn patterns: it may be otherwise of longer ones."""

from collections.abc import Iterable

from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.cores import inside

SPOKEN = {"cmp", "size", "q", "+", "-", "*", "/", "^", "neg", "max2", "min2"}


class Lengths:
    """The comparisons among nodes that are of lengths and numbers alone, and what they say at patterns."""

    def __init__(self, found: Iterable[Core]) -> None:
        compared = (e for e in found if e[:1] == ("cmp",))
        own = (e for e in compared if "size" in {part[0] for part in inside(e) if part} <= SPOKEN)
        self.said: dict[Core, set[bool]] = {e: set() for e in own}

    def note(self, world: World) -> None:
        for e, said in self.said.items():
            said.add(world.ask(e))

    def told(self) -> bool:
        """Whether each is true at some and false at others: else all may be too short for it."""
        return all(len(said) > 1 for said in self.said.values())
