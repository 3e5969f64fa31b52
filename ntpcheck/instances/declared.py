"""Instance types that a book declares: a class made from named axes."""

from collections.abc import Sequence
from dataclasses import dataclass, field, make_dataclass
from typing import Any

from ntpcheck.arithmetic import as_numpy
from ntpcheck.errors import InvalidClaim, InvalidInstance
from ntpcheck.instances.base import FORMER, REGISTRY, Instance

REAL, NATURAL, INDEX, WORD = "real", "natural", "index", "word"


@dataclass(frozen=True)
class Declared:
    """One field: its name in files, axes, and what it holds. along: an index's axis; words: how many."""

    name: str
    axes: tuple[str, ...]
    kind: str = REAL
    along: str = ""
    words: int = 0


def _validated(self: Any) -> None:
    """Every axis has an entry; naturals are at least 0, indices and words in range."""
    for cls in type(self).__mro__:  # those that books declare first: a declared type may extend another
        if "DECLARED" not in vars(cls):
            cls.validate(self)
            break
        for part in vars(cls)["DECLARED"]:
            _in_range(self, part)
    if any(size == 0 for size in self.__dict__["_sizes"].values()):
        raise InvalidInstance(f"{type(self).__name__} has an empty axis. Every axis has at least one entry.")


def _in_range(self: Any, part: Declared) -> None:
    if part.kind == REAL:
        return
    table = as_numpy(getattr(self, part.name))
    limit = self.size(part.along) if part.kind == INDEX else part.words if part.kind == WORD else None
    if (table < 0).any() or (limit is not None and (table >= limit).any()):
        rule = "at least 0" if limit is None else f"in 0..{limit - 1}"
        raise InvalidInstance(f"{part.name} has an entry that is not {rule}. Mend or drop it.")


def declared(name: str, fields: Sequence[Declared], base: type[Instance] | None = None) -> type[Instance]:
    """The class of a declared type; the same class for the same fields.

    Raises InvalidClaim for a name that is another type's, and for a field that hides what instances can do.
    """
    known = REGISTRY.get(name)
    fresh = tuple(fields)
    if known is not None:
        for one in (known, *FORMER.get(name, ())):
            if getattr(one, "DECLARED", None) == fresh and one.__mro__[1] is (base or Instance):
                return one
        if not hasattr(known, "DECLARED"):
            said = f"the type {name} has other fields than ntpcheck's own {name} ({_told(known)})."
            raise InvalidClaim(f"{said} Give it another name.")
    for part in fresh:
        if hasattr(base or Instance, part.name) or part.name in vars(Instance).get("__annotations__", {}):
            said = f"the field {part.name} of {name} has the name of something every instance has."
            raise InvalidClaim(f"{said} Write `{part.name} from ANOTHER_NAME`.")
    above = base or Instance
    space = {
        "AXES": {**above.AXES, **{part.name: " ".join(part.axes) for part in fresh}},
        "INTEGERS": above.INTEGERS | {part.name for part in fresh if part.kind != REAL},
        "DECLARED": fresh,
        "validate": _validated,
        "__doc__": f"{name}, as its book declares it.",
    }
    made = make_dataclass(
        name,
        [(part.name, Any, field()) for part in fresh],
        bases=(above,),
        namespace=space,
        frozen=True,
        eq=False,
        repr=False,
    )
    FORMER.setdefault(name, []).extend([known] if known else [])
    REGISTRY[name] = made
    return made


def _told(kind: type[Instance]) -> str:
    return ", ".join(f"{name} [{axes}]" for name, axes in kind.AXES.items())
