"""What the names that a kernel uses stand for: looked up at its first launch, and the same from then on.

A launch returns before its kernel is compiled, and the program goes on: it may have assigned a name again by then. So the launch
looks up all that the kernel depends on (it does so anyway, for the kernel's fingerprint), and the compiler is given what was
found.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from types import BuiltinFunctionType, CellType, FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")


class _Unbound:
    """The type of `_UNBOUND`."""


_UNBOUND: Final = _Unbound()


class Constants:
    """What was found under names of modules, in cells and under attributes, when each was looked up for the first time.

    Attributes:
        in_use: whether a kernel was compiled with them.
    """

    __slots__ = ("_found", "_owners", "in_use")

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], Any] = {}
        self._owners: list[object] = []  # whose `id` are in the keys: nobody else gets these
        self.in_use = False

    @contextmanager
    def in_force(self) -> Generator[None]:
        """In this block, on this thread, look-ups give what is in here."""
        token = _in_force.set(self)
        try:
            yield
        finally:
            _in_force.reset(token)

    def first(self, owner: object, name: str, now: Any) -> Any:
        """What `name` was in `owner` when this was first asked.

        Args:
            now: what it is.
        """
        key = (id(owner), name)
        found = self._found.get(key, _UNBOUND)
        if found is _UNBOUND:
            try:
                kept = _lasting(now)
            except Exception:
                return now  # an object that is in itself, or can not be copied: no constant, which the compiler tells
            if kept is _UNBOUND:
                return now
            self._owners.append(owner)
            found = self._found.setdefault(key, kept)
        return found

    def first_computed(self, owner: object, what: str, compute: Callable[[], T]) -> T:
        """What `compute` gave when this was first asked."""
        key = (id(owner), f"<{what}>")
        found = self._found.get(key, _UNBOUND)
        if found is _UNBOUND:
            made = compute()
            self._owners.append(owner)
            found = self._found.setdefault(key, made)
        return found


class LaunchedNames:
    """A kernel, as far as what it names is concerned: its first launch looks that up, and later ones find it so."""

    constants: Constants | None = None
    """What names stood for when `fingerprint` was told for the first launch; None before."""
    shared_constants: Constants | None = None
    """What they stand for in the next form of this that is launched for the first time; None: what they do then."""
    _fingerprint: str | None = None

    @property
    def home_of_constants(self) -> LaunchedNames:
        """The kernel that this is a form of: a name stands for one thing in all forms of it. Else itself."""
        return self

    def fingerprint_now(self) -> str:
        """The fingerprint, with the names as they are, or as the constants in force have them."""
        raise NotImplementedError

    def fingerprint(self) -> str:
        """A hash of all that the compiled code depends on; see `periclase.fingerprint`. Of a kernel that was launched, that of
        then."""
        return self._fingerprint or self.fingerprint_now()

    def look_up_constants(self) -> None:
        """A first launch is about to be handed over: from now on the names that the kernel uses are what they are now."""
        home = self.home_of_constants
        while self._fingerprint is None:
            constants = home.shared_constants or Constants()
            try:
                with constants.in_force():
                    found = self.fingerprint_now()
            except Exception:
                return  # its source or annotations can not be read, which is told when it is compiled
            # Not before: what is looked up may be computed, by whatever the program does for it.
            with _looking_up:
                if home.shared_constants is None:
                    home.shared_constants = constants
                if home.shared_constants is constants:
                    self.constants = constants
                    self._fingerprint = found

    def forget_constants(self) -> None:
        """It could not be compiled: the next launch looks the names up again, unless a kernel was compiled with them."""
        home = self.home_of_constants
        with _looking_up:
            self.constants = self._fingerprint = None
            if home.shared_constants is not None and not home.shared_constants.in_use:
                home.shared_constants = None


_looking_up = threading.Lock()
"""First launches of several threads see the names in one state: that of whoever comes to its end first."""

_in_force: ContextVar[Constants | None] = ContextVar("constants in force", default=None)


def global_of(names: dict[str, Any], name: str, default: Any) -> Any:
    """What `name` is in a module whose names these are."""
    constants = _in_force.get()
    now = names.get(name, default)
    return now if constants is None else constants.first(names, name, now)


def held_by(cell: CellType, default: Any) -> Any:
    """What a variable of a function around holds."""
    constants = _in_force.get()
    try:
        now = cell.cell_contents
    except ValueError:
        now = default
    return now if constants is None else constants.first(cell, "", now)


def attribute_of(owner: Any, name: str, default: Any) -> Any:
    """What an attribute of a module or class is."""
    constants = _in_force.get()
    try:
        now = getattr(owner, name, default)
    except Exception:  # of a descriptor, such as the dtype of a struct that has none
        now = default
    return now if constants is None else constants.first(owner, name, now)


_PLAIN: Final = (
    *(bool, int, float, complex, str, bytes, type(None), type(...)),
    *(FunctionType, BuiltinFunctionType, ModuleType, type),
)
"""Of what class a value is that nobody changes, or that is told by what it is called."""

MOST_CONSTANT_BYTES: Final = 1 << 16
"""Of an array of the host that some kernels can name as a table of constants; a larger one has no place on a device."""


def computed(owner: object, what: str, compute: Callable[[], T]) -> T:
    """What `compute` makes of names, for `owner`: its signature, say, out of annotations that are text."""
    constants = _in_force.get()
    return compute() if constants is None else constants.first_computed(owner, what, compute)


def _lasting(value: Any) -> Any:
    """`value`, such that nobody changes it: an array or an object with fields is copied, also in a tuple or such an object.

    `_UNBOUND` for what is nothing that a kernel can name: it may be large, and is not to be kept.
    """
    kind = value.__class__
    if isinstance(value, tuple):
        items = cast("tuple[Any, ...]", value)
        parts = [_lasting(item) for item in items]
        if any(part is _UNBOUND for part in parts):
            return _UNBOUND
        if all(part is item for part, item in zip(parts, items, strict=True)):
            return items
        return kind._make(parts) if hasattr(kind, "_make") else tuple(parts)
    if isinstance(value, _PLAIN) or hasattr(kind, "__members__") or hasattr(value, "py_func"):
        return value
    if hasattr(kind, "__dataclass_fields__"):
        return _copied(value)
    if kind.__name__ == "ndarray":
        return value.copy() if value.nbytes <= MOST_CONSTANT_BYTES else _UNBOUND
    home: str = kind.__module__
    ours = home.startswith("periclase.") and not home.startswith("periclase.runtime.")
    return value if ours or home in ("numpy", "typing", "types") else _UNBOUND


def _copied(value: Any) -> Any:
    from copy import copy

    made = copy(value)
    for name in value.__class__.__dataclass_fields__:
        if hasattr(value, name):
            part = _lasting(getattr(value, name))
            if part is _UNBOUND:
                return _UNBOUND
            object.__setattr__(made, name, part)
    return made
