"""A hash of everything in the user's program that a compiled kernel depends on: the key of the artifact cache.

It covers the function's text, bytecode and options, its signature, the values of the globals, closure variables and module
attributes it names, and the same of every function it reaches. It asks for no xDSL and parses nothing, so that a launch from
the cache stays cheap. It errs on the safe side: a name that is only an attribute somewhere, but also a global, counts too.
"""

from __future__ import annotations

import enum
import linecache
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from periclase.constants import MOST_CONSTANT_BYTES, attribute_of
from periclase.digest import blake2b
from periclase.intrinsics.stubs import Stub
from periclase.kernel import DeviceFunction, Kernel
from periclase.signature import MISSING, AnnotationError, Scope, read_signature
from periclase.types import DeviceType, ScalarType, Type

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal

    _Compiled = Kernel[..., Any] | DeviceFunction[..., Any] | FunctionType

_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))


class _Walk:
    """The functions reached so far, each with a number, and the facts gathered."""

    def __init__(self):
        self.numbers: dict[tuple[FunctionType, frozenset[str] | None], int] = {}
        self.pending: list[tuple[FunctionType, frozenset[str] | None]] = []
        self.facts: list[str] = []
        self.statics: dict[DeviceGlobal, int] = {}
        """The device globals that were met, each with a number."""
        self._structs: set[type] = set()
        self._namespaces: dict[tuple[int, tuple[str, ...]], Any] = {}

    def function(
        self, function: FunctionType, options: object, captured: frozenset[str] | None = None
    ) -> str:
        """Note a function to be looked into; gives what stands for it where it is named.

        Args:
            captured: of an argument of a launch, what it captures: that is no constant then, but told by its type. The same
                function may be called by its name as well, which is another matter.
        """
        number = self.numbers.get((function, captured))
        if number is None:
            number = self.numbers[function, captured] = len(self.numbers)
            self.pending.append((function, captured))
        return f"function {number} {function.__module__}.{function.__qualname__} {options!r}"

    def describe(self, value: Any, names: tuple[str, ...]) -> str:
        """A text that differs where the compiled code could."""
        if value.__class__.__name__ in ("partial", "method"):
            from periclase.closures import plain_function

            value = plain_function(value)
        if isinstance(value, Stub):
            return f"intrinsic {value.__name__}"
        if isinstance(value, FunctionType):
            return self.function(value, None)
        if isinstance(value, Kernel | DeviceFunction):
            return self.function(value.function, value.options)
        if isinstance(value, ScalarType | DeviceType):
            return self._type(value)
        if isinstance(value, enum.Enum):
            return f"{self.describe(value.__class__, names)} {self.describe(value.value, names)}"
        if isinstance(value, enum.EnumMeta):
            known = cast("type[enum.Enum]", value).__members__
            members = ", ".join(f"{name}={member.value!r}" for name, member in known.items())
            return f"enum {value.__module__}.{value.__qualname__} {value.__mro__!r} {members}"
        if isinstance(value, _PLAIN):
            return f"{type(value).__name__} {value!r}"
        if isinstance(value, property):
            return f"property {self.describe(value.fget, names)}"
        if isinstance(value, staticmethod | classmethod):
            kind = "static" if isinstance(value, staticmethod) else "class"
            return f"{kind} method {self.describe(cast('staticmethod[..., Any]', value).__func__, names)}"
        if isinstance(value, type) and _is_struct(value):
            return f"struct {self._struct(value)}"
        kind = cast("type[Any]", type(value))
        if _is_struct(kind):
            fields = kind._fields if tuple in kind.__mro__ else kind.__dataclass_fields__
            held = (f"{name}={self.describe(getattr(value, name, None), names)}" for name in fields)
            return f"object {self._struct(kind)}({', '.join(held)})"
        if isinstance(value, tuple):
            value = cast(tuple[Any, ...], value)
            return f"({', '.join(self.describe(part, names) for part in value)})"
        if isinstance(value, ModuleType | type):
            return self._namespace(value, names)
        if type(value).__module__ == "numpy" and hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
            return f"{type(value).__name__} {value.item()!r}"
        if type(value).__name__ == "ConstantArray":
            return f"constant array {value.digest}"
        if type(value).__name__ == "DeviceGlobal":
            number = self.statics.setdefault(value, len(self.statics))
            return f"device global {number} {self._type(value.type)}"
        if type(value).__name__ == "ndarray" and value.nbytes <= MOST_CONSTANT_BYTES:
            digest = blake2b(value.tobytes(), digest_size=16).hexdigest()
            return f"array {value.dtype.str} {value.shape} {digest}"
        inner = getattr(value, "py_func", None)  # what the compilers of other projects give
        if isinstance(inner, FunctionType):
            return self.function(inner, type(value).__name__)
        name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
        return f"object {type(value).__module__}.{type(value).__qualname__} {name}"

    def _open_type(self, pattern: Type) -> str:
        """A type with type variables in it, and what these may stand for."""
        from periclase.generics import variables_of

        bounds = [
            f"{variable.__name__}: {[self._bound(bound) for bound in (variable.__bound__, *variable.__constraints__)]}"
            for variable in variables_of(pattern)
        ]
        return f"open {pattern} {bounds}"

    def _bound(self, bound: Any) -> str:
        return self.describe(bound, ()) if isinstance(bound, type) else repr(bound)

    def parameter(self, type: Type) -> str:
        """The type of a parameter of a generic kernel."""
        return self._type(type)

    def _type(self, type: Type | None) -> str:
        """A type, and the classes of the program that it is made of, with their methods."""
        if type is None or isinstance(type, ScalarType):
            return f"type {type}"
        for function, captured in type.functions():
            own: Any = getattr(function, "function", function)
            if isinstance(own, FunctionType):
                options = None if own is function else function.options
                self.facts.append(self.function(own, options, frozenset(captured)))
            else:
                self.facts.append(self.describe(function, ()))
        for host in type.classes():
            self._struct(host)
        return f"type {type.canonical}"

    def _struct(self, host: type) -> str:
        """Note the fields and methods of a struct's class; gives its name."""
        name = f"{host.__module__}.{host.__qualname__}"
        if host in self._structs:
            return name
        self._structs.add(host)
        from periclase.structs import NotAStruct, struct_type

        try:
            found = struct_type(host)
        except NotAStruct as problem:
            self.facts.append(f"bad struct {name}: {problem.message}")
            return name
        self.facts.append(f"struct {found.canonical} frozen={found.frozen}")
        for part in found.types:
            self._type(part)
        for owner in host.__mro__[:-1]:
            if owner is tuple:
                continue
            for attribute, value in vars(owner).items():
                method = isinstance(
                    value, FunctionType | DeviceFunction | property | staticmethod | classmethod
                )
                if method or not attribute.startswith("__"):
                    if not hasattr(value.__class__, "__get__"):  # else it would be computed
                        value = attribute_of(host, attribute, value)
                    self.facts.append(f"{name}.{attribute}: {self.describe(value, ())}")
        return name

    def _namespace(self, value: Any, names: tuple[str, ...]) -> str:
        kind = "module" if isinstance(value, ModuleType) else f"class {value.__module__}."
        text = f"{kind} {getattr(value, '__qualname__', None) or value.__name__}"
        if isinstance(value, ModuleType) and value.__name__ == "builtins":
            return text
        # Modules inside modules can go round in circles: each is described once. It is kept, so that its id stays its own.
        if (id(value), names) in self._namespaces:
            return text
        self._namespaces[id(value), names] = value
        parts: list[str] = []
        for name in names:
            attribute = attribute_of(value, name, MISSING)
            if attribute is not MISSING:
                parts.append(f"{name}={self.describe(attribute, names)}")
        return f"{text}{{{'; '.join(parts)}}}"

    def look_into(self, function: FunctionType, captured: frozenset[str] | None) -> None:
        """Gather the facts of one function."""
        code = function.__code__
        self.facts.append(_code_text(code, function.__globals__))
        try:
            signature = read_signature(function)
            for p in signature.parameters:
                self.facts.append(f"{p.name}: {self._type(p.type)}")
                if p.each is not None:
                    self.facts.append(f"each {self._type(p.each)}")
                if p.pattern is not None:
                    self.facts.append(self._open_type(p.pattern))
            self.facts.append(f"-> {self._type(signature.result)}")
        except AnnotationError as error:
            self.facts.append(f"bad signature: {error.message}")
        if captured is None:
            self.facts.extend(
                f"default {self.describe(value, code.co_names)}" for value in function.__defaults__ or ()
            )
            self.facts.extend(
                f"default {name}={self.describe(value, code.co_names)}"
                for name, value in (function.__kwdefaults__ or {}).items()
            )
        scope = Scope(function)
        names = _names(code)
        for name in (*code.co_freevars, *names):
            if captured is not None and name in captured:
                continue
            value = scope.lookup(name)
            if value is not MISSING:
                self.facts.append(f"{name}: {self.describe(value, names)}")


def _names(code: CodeType) -> tuple[str, ...]:
    """The global names and attributes that a function names, and those that the functions written in it do."""
    found = dict.fromkeys(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found.update(dict.fromkeys(_names(constant)))
    return tuple(found)


def _is_struct(kind: type) -> bool:
    # Asked here, so that a program without structs does not import what there is for them.
    return hasattr(kind, "__dataclass_fields__") or (tuple in kind.__mro__ and hasattr(kind, "_fields"))


def _code_text(code: CodeType, names: dict[str, Any]) -> str:
    constants = [
        _code_text(c, names) if isinstance(c, CodeType) else f"{type(c).__name__} {_constant(c)}"
        for c in code.co_consts
    ]
    lines = [line for _, _, line in code.co_lines() if line is not None]
    # The text counts too: annotations of local variables are not in the bytecode.
    text = linecache.getlines(code.co_filename, names)[code.co_firstlineno - 1 : max(lines, default=0)]
    parts = (
        code.co_filename,
        str(code.co_firstlineno),
        code.co_qualname,
        code.co_code.hex(),
        code.co_linetable.hex(),
        repr(code.co_names),
        repr(code.co_varnames),
        repr(code.co_freevars),
        *constants,
        *text,
    )
    return "\n".join(parts)


def _constant(value: object) -> str:
    # A frozen set prints in an order that depends on the process.
    return (
        repr(sorted(map(repr, cast(frozenset[object], value))))
        if isinstance(value, frozenset)
        else repr(value)
    )


def fingerprint(function: _Compiled) -> str:
    """64 hexadecimal digits that change whenever the code compiled from `function` could.

    Two processes with the same program give the same digits.
    """
    return blake2b("\0".join(_walked(function).facts).encode(), digest_size=32).hexdigest()


def device_globals(function: _Compiled) -> tuple[DeviceGlobal, ...]:
    """The device globals that `function`, and what it reaches, names; the same in two processes with the same program."""
    return tuple(_walked(function).statics)


def _walked(function: _Compiled) -> _Walk:
    walk = _Walk()
    walk.facts.append(walk.describe(function, ()))
    for type in getattr(function, "parameter_types", ()):  # of a generic kernel
        walk.facts.append(walk.parameter(type))
    if getattr(function, "unit_strides", False):
        walk.facts.append("unit strides")
    if getattr(function, "zero_offsets", False):
        walk.facts.append("zero offsets")
    if getattr(function, "narrow_indices", False):
        walk.facts.append("narrow indices")
    if getattr(function, "small_products", False):
        walk.facts.append(f"small products {sorted(function.product_names)}")  # type: ignore[attr-defined]
    if getattr(function, "buffers_apart", False):
        walk.facts.append("buffers apart")
    while walk.pending:
        walk.look_into(*walk.pending.pop(0))
    return walk
