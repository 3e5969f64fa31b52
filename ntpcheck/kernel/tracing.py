"""A world that writes down what it finds of the real numbers: points, rays, ranks and numbers of hints."""

import contextlib
from dataclasses import dataclass
from typing import Any

from ntpcheck.kernel.names import Core, Unprintable
from ntpcheck.kernel.printer import Printer
from ntpcheck.verifier.instance.tensors import Env, Tensor
from ntpcheck.verifier.instance.world import World

REALS = ("solvable", "psd", "some", "every")


@dataclass
class Seen:
    """A part of the statement that is no arithmetic, its closed text, and what the world says of it."""

    core: Core
    text: str
    env: dict[str, Any]
    found: Any
    owner: str


class Tracing(World):
    """Set `printer` before anything is asked: it prints parts as they stand outside of the section."""

    printer: Printer
    numbers: tuple[str, ...] = ()  # the definitions that are numbers, each before those that it uses

    def begin(self, printer: Printer) -> None:
        self.printer, self.seen, self.texts = printer, dict[str, Seen](), dict[int, tuple[Any, str]]()
        self.set_axes: dict[str, str] = {}

    def closed(self, env: Env) -> dict[str, Any]:
        """Letters with their numbers, and parameters with the terms that stand for them."""
        return {name: self.word(got) if isinstance(got, Tensor) else got for name, got in env.items()}

    def word(self, tensor: Tensor) -> str | None:
        known = self.texts.get(id(tensor))
        return known[1] if known else None

    def tensor(self, lam: Core, env: Env) -> Tensor:
        found = super().tensor(lam, env)
        if id(found) not in self.texts:
            with contextlib.suppress(Unprintable):
                self.texts[id(found)] = found, self.printer.tensor(lam, self.closed(env))
        return found

    def unknown(self, name: str) -> Tensor:
        found = super().unknown(name)
        self.texts[id(found)] = found, name
        return found

    def rare(self, e: Core, env: Env) -> bool | None:
        if e[0] == "sets":
            self.set_axes[e[1]] = e[2]
        found = super().rare(e, env)
        if e[0] in REALS and found is not None:
            self.note(self.printer.formula(e, self.closed(env)), e, env, found)
        return found

    def gathered(self, e: Core, env: Env) -> Any:
        found = super().gathered(e, env)
        if e[0] == "rank":
            self.note(self.printer.number(e, self.closed(env)), e, env, found)
        return found

    def formula(self, e: Core, env: Env) -> bool | None:
        for name, got in env.items():
            if isinstance(got, Tensor) and got.label == "set" and id(got) not in self.texts:
                size = self.sizes[self.set_axes[name]]
                inside = [f"x = {i}%nat" for i in range(size) if got[(i,)]]
                either = " \\/ ".join([*inside, "False"])
                self.texts[id(got)] = got, f"(fun x : nat => {either})"
        return super().formula(e, env)

    def note(self, text: str, e: Core, env: Env, found: Any) -> None:
        self.seen.setdefault(text, Seen(e, text, dict(env), found, self.owner))
