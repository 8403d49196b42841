"""What the code of candidates is: a hash that changes with it, and the kernels they may launch.

Found by looking, without calling anything: from a launch function through the globals, closure variables and attributes that its
code names, of modules, classes and objects, to kernels and further functions. Other attributes of objects are data, which may
change as the program goes.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import itertools
import sys
from collections.abc import Iterable, Mapping
from types import CodeType, FunctionType, MemberDescriptorType, MethodType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from periclase.runtime.protocols import KernelLike

_LIBRARIES = frozenset({"numpy", "periclase", *sys.stdlib_module_names})
"""Functions of these are not looked into: their versions are the compiler's and Python's concern."""
_MOST_ELEMENTS = 256
"""Of a tuple, list, set or mapping that is looked into."""


class CandidateCode:
    """The kernels that candidates may launch, and what else of them is code. What they share is looked at once.

    Attributes:
        kernels: in the order they were met.
    """

    def __init__(self) -> None:
        self.kernels: list[KernelLike] = []
        self._digest = hashlib.blake2b(digest_size=16)
        self._seen: set[int] = set()
        self._looked_up: set[tuple[int, str]] = set()  # objects, and names of their attributes

    def add(self, name: str, launch: Any, configuration: Mapping[str, Any]) -> None:
        """Look at one more candidate."""
        self._note(name)
        self._value("launch", launch)
        function = getattr(launch, "__func__", getattr(launch, "__wrapped__", launch))
        names = _names_in(getattr(function, "__code__", None))
        for name in sorted(configuration):
            self._value(name, configuration[name])
            self._attributes(configuration[name], names)

    def digest(self) -> bytes:
        """A hash of the code and configuration, and of the fingerprints of all kernels.

        Raises:
            DiagnosticError: the source of a kernel can not be read.
        """
        digest = self._digest.copy()
        for kernel in self.kernels:
            digest.update(f"kernel {kernel.fingerprint()};".encode())
        return digest.digest()

    def _note(self, text: str) -> None:
        self._digest.update(f"{len(text)}:{text};".encode())

    def _value(self, name: str, value: Any) -> None:
        self._note(name)
        if is_kernel(value):
            if id(value) not in self._seen:
                self._seen.add(id(value))
                self.kernels.append(value)
            self._note(f"kernel {value.name}")
        elif isinstance(value, FunctionType):
            self._function(value)
        elif isinstance(value, MethodType):
            self._value("self", value.__self__)
            self._function(cast("FunctionType", value.__func__), value.__self__)
        elif isinstance(value, functools.partial):
            bound = cast("functools.partial[Any]", value)
            for each in (bound.func, bound.args, bound.keywords):
                self._value("partial", each)
        elif isinstance(value, ModuleType):
            self._note(value.__name__)
        elif isinstance(value, bool | int | float | str | bytes | None):
            self._note(repr(value))
        elif isinstance(value, type):
            self._note(f"type {value.__module__}.{value.__qualname__}")
        elif isinstance(value, tuple | list | set | frozenset | Mapping):
            self._container(cast("Any", value))
        else:
            wrapped = getattr(value, "__wrapped__", None)  # a cached or otherwise decorated function
            if wrapped is not None:
                self._value("wrapped", wrapped)
            # What its `repr` says differs from process to process: its type has to do.
            self._note(f"{type(value).__module__}.{type(value).__qualname__}")
            self._note(str(getattr(value, "__qualname__", "")))  # as an intrinsic has, for one
            if isinstance(value, enum.Enum):
                self._note(value.name)
            called = _attribute(value, "__call__")
            if isinstance(called, FunctionType):
                self._function(called, value)

    def _container(self, values: Any) -> None:
        self._note(f"{len(values)}")
        if id(values) in self._seen or len(values) > _MOST_ELEMENTS:  # in itself; or data rather than code
            return
        self._seen.add(id(values))
        if isinstance(values, Mapping):
            for key, one in cast("Mapping[Any, Any]", values).items():
                self._value(repr(key), one)
        else:
            for one in _in_order(values):
                self._value("", one)

    def _function(self, function: FunctionType, owner: Any = None) -> None:
        """
        Args:
            owner: what it is a method of.
        """
        self._note(f"{function.__module__}.{function.__qualname__}")
        names = _names_in(function.__code__)
        if owner is not None:
            self._attributes(owner, names)
        if id(function) in self._seen or (function.__module__ or "").partition(".")[0] in _LIBRARIES:
            return
        self._seen.add(id(function))
        for default in (function.__defaults__ or (), function.__kwdefaults__ or {}):
            self._value("default", default)
            for value in default.values() if isinstance(default, Mapping) else default:
                self._attributes(value, names)
        self._code(function.__code__)
        for cell, name in zip(function.__closure__ or (), function.__code__.co_freevars, strict=True):
            try:
                self._value(name, cell.cell_contents)
                self._attributes(cell.cell_contents, names)
            except ValueError:  # not assigned yet
                self._note(name)
        for name in names:
            if name in function.__globals__:
                found = function.__globals__[name]
                self._value(name, found)
                if isinstance(found, ModuleType):
                    self._module(found, names)
                else:
                    self._attributes(found, names)

    def _code(self, code: CodeType) -> None:
        self._note(code.co_code.hex())
        self._note(" ".join((*code.co_names, "/", *code.co_varnames)))  # instructions only have their numbers
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant)
            elif isinstance(constant, frozenset):
                self._note(repr(_in_order(cast("frozenset[Any]", constant))))
            else:
                self._note(repr(constant))

    def _module(self, module: ModuleType, names: Iterable[str]) -> None:
        """`module.kernel` in a function: any name that is an attribute somewhere in it counts."""
        if module.__name__.partition(".")[0] in _LIBRARIES:
            return
        for name in names:
            found = vars(module).get(name)
            if found is not None and not isinstance(found, ModuleType):
                self._value(name, found)

    def _attributes(self, owner: Any, names: Iterable[str]) -> None:
        """`owner.kernel` in a function: any of `names` that is code in `owner`, or in the objects that it has by these names."""
        owners = [owner]  # no recursion: objects may make a chain of any length
        while owners:
            owner = owners.pop()
            if not _may_have_code(owner):
                continue
            for name in names:
                if (id(owner), name) in self._looked_up:
                    continue
                self._looked_up.add((id(owner), name))
                found = _attribute(owner, name)
                if isinstance(found, property):
                    found = found.fget
                if isinstance(found, FunctionType):
                    self._note(name)
                    self._function(found, owner)
                elif is_kernel(found) or isinstance(found, functools.partial):
                    self._value(name, found)
                elif isinstance(found, tuple | list | Mapping):
                    values = cast("Any", found.values() if isinstance(found, Mapping) else found)
                    for each in list(values)[:_MOST_ELEMENTS]:
                        if is_kernel(each) or isinstance(each, FunctionType):
                            self._value(name, each)
                elif found is not None:
                    owners.append(found)


def _names_in(code: CodeType | None) -> tuple[str, ...]:
    """The globals and attributes that `code` names, and what is nested in it, each once."""
    if code is None:
        return ()
    nested = [_names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return tuple(dict.fromkeys(itertools.chain(code.co_names, *nested)))


def _may_have_code(owner: Any) -> bool:
    """Whether `owner` is an object or a class of the user's, which may have kernels as attributes."""
    kind = cast("type[Any]", owner if isinstance(owner, type) else type(owner))
    return kind is SimpleNamespace or (
        kind.__module__.partition(".")[0] not in _LIBRARIES and not is_kernel(owner)
    )


def _attribute(owner: Any, name: str) -> Any:
    """The attribute `name` of an object or class, without calling anything of the user's; None if it has no such."""
    kinds = cast("type[Any]", owner if isinstance(owner, type) else type(owner)).__mro__
    own = {} if isinstance(owner, type) else getattr(owner, "__dict__", {})
    for place in (own, *map(vars, kinds)):
        if name in place:
            found = place[name]
            if isinstance(found, staticmethod | classmethod):
                return cast("Any", found).__func__
            if isinstance(found, MemberDescriptorType) and not isinstance(owner, type):  # a slot
                return getattr(owner, name, None)
            return found
    return None


def is_kernel(value: Any) -> bool:
    """Whether it is what a launch takes for a kernel (`KernelLike`)."""
    if isinstance(value, type):
        return False
    # Device functions have a fingerprint as well, but are not indexed by a grid.
    return callable(getattr(value, "fingerprint", None)) and hasattr(value, "__getitem__")


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Sets in an order that is the same in every process."""
    return sorted(values, key=repr) if isinstance(values, set | frozenset) else list(values)
