"""What the code of candidates is: a hash that changes with it, and the kernels they may launch.

Found by looking, without calling anything: from a launch function through the globals, closure variables and attributes of
modules that its code names, to kernels and further functions.
"""

from __future__ import annotations

import enum
import hashlib
import sys
from collections.abc import Iterable, Mapping
from types import CodeType, FunctionType, MethodType, ModuleType
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

    def add(self, name: str, launch: Any, configuration: Mapping[str, Any]) -> None:
        """Look at one more candidate."""
        self._note(name)
        self._value("launch", launch)
        for name in sorted(configuration):
            self._value(name, configuration[name])

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
            self._function(cast("FunctionType", value.__func__))
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

    def _function(self, function: FunctionType) -> None:
        self._note(f"{function.__module__}.{function.__qualname__}")
        if id(function) in self._seen or (function.__module__ or "").partition(".")[0] in _LIBRARIES:
            return
        self._seen.add(id(function))
        for default in (function.__defaults__ or (), function.__kwdefaults__ or {}):
            self._value("default", default)
        names: list[str] = []
        self._code(function.__code__, names)
        for cell, name in zip(function.__closure__ or (), function.__code__.co_freevars, strict=True):
            try:
                self._value(name, cell.cell_contents)
            except ValueError:  # not assigned yet
                self._note(name)
        for name in dict.fromkeys(names):
            if name in function.__globals__:
                found = function.__globals__[name]
                self._value(name, found)
                if isinstance(found, ModuleType):
                    self._module(found, names)

    def _code(self, code: CodeType, names: list[str]) -> None:
        self._note(code.co_code.hex())
        self._note(" ".join((*code.co_names, "/", *code.co_varnames)))  # instructions only have their numbers
        names += code.co_names
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant, names)
            elif isinstance(constant, frozenset):
                self._note(repr(_in_order(cast("frozenset[Any]", constant))))
            else:
                self._note(repr(constant))

    def _module(self, module: ModuleType, names: list[str]) -> None:
        """`module.kernel` in a function: any name that is an attribute somewhere in it counts."""
        if module.__name__.partition(".")[0] in _LIBRARIES:
            return
        for name in dict.fromkeys(names):
            found = vars(module).get(name)
            if found is not None and not isinstance(found, ModuleType):
                self._value(name, found)


def is_kernel(value: Any) -> bool:
    """Whether it is what a launch takes for a kernel (`KernelLike`)."""
    if isinstance(value, type):
        return False
    # Device functions have a fingerprint as well, but are not indexed by a grid.
    return callable(getattr(value, "fingerprint", None)) and hasattr(value, "__getitem__")


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Sets in an order that is the same in every process."""
    return sorted(values, key=repr) if isinstance(values, set | frozenset) else list(values)
