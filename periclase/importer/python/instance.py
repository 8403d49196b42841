"""A function with the types of its parameters, which is typed, collected and emitted; and the program of them."""

from __future__ import annotations

import enum
import os
from types import FunctionType
from typing import TYPE_CHECKING

import periclase
from periclase.diagnostics import Diagnostic, Frame, Severity, Span
from periclase.generics import Bindings, bindings_of, generic_arguments, substitute
from periclase.importer import reserved_names
from periclase.importer.python.linked_functions import linked_function
from periclase.importer.python.source import FunctionSource, SourceUnavailable, function_source
from periclase.kernel import DeviceFunction, Kernel, KernelOptions
from periclase.pointers import where_buffers_lie
from periclase.record import replace
from periclase.signature import AnnotationError, Parameter, Signature, read_signature, refuse_others
from periclase.types import Type, is_open

if TYPE_CHECKING:
    import ast

    from periclase.closures import ClosureType
    from periclase.device_globals import DeviceGlobal
    from periclase.importer.python.typed_tree import TypedFunction

_LIBRARY = tuple(
    os.path.join(os.path.dirname(periclase.__file__), folder, "") for folder in ("library", "compat")
)
"""Where the functions of `periclase.library` stand."""

Marked = FunctionType | Kernel[..., object] | DeviceFunction[..., object]


def with_captures(signature: Signature, closure: ClosureType) -> Signature:
    """The signature of a function whose first parameters are what it captures."""
    captured = tuple(Parameter(name, None) for name, _ in closure.captures)
    return Signature((*captured, *signature.parameters), signature.result)


class State(enum.Enum):
    """How far the typing of an instance is."""

    NEW = "new"
    TYPING = "typing"
    TYPED = "typed"
    FAILED = "failed"


class FunctionInstance:
    """A Python function, specialised to the types of its unannotated parameters.

    Attributes:
        function: the plain Python function.
        options: what its decorator was told, or the defaults.
        signature: from its annotations.
        parameter_types: the type of each parameter.
        arguments: the types that callers gave to parameters without annotation, and to those whose annotation leaves
            something open (where an array lies), as text: its generic arguments.
        result_type: known when the state is `TYPED`, and from the start where it is annotated.
        typed: the typed body when the state is `TYPED`.
        chain: how the compiler came here: one frame for each caller, from the root.
        source: the syntax tree; None for an extern.
        key: what the collector visits it by. Closures that one factory made differ in their `number` only.
    """

    def __init__(
        self,
        marked: Marked,
        signature: Signature,
        source: FunctionSource | None,
        parameter_types: tuple[Type, ...],
        chain: tuple[Frame, ...],
        number: int,
        closure: ClosureType | None = None,
    ):
        self.marked = marked
        self.function = marked if isinstance(marked, FunctionType) else marked.function
        self.options = KernelOptions() if isinstance(marked, FunctionType) else marked.options
        self.source = source
        self.variables = self.options.variables
        """Whether the debug information tells of its variables."""
        self.parameter_types = parameter_types
        if isinstance(marked, Kernel):
            self.parameter_types = tuple(map(where_buffers_lie, parameter_types))
        self.arguments: tuple[object, ...] = generic_arguments(signature, parameter_types)
        self.type_arguments: Bindings = bindings_of(signature, parameter_types)
        """What the type variables of the function, and of those around it, stand for."""
        if signature.result is not None and is_open(signature.result):
            signature = replace(signature, result=substitute(signature.result, self.type_arguments))
        self.signature = signature
        self.result_type: Type | None = signature.result
        self.typed: TypedFunction | None = None
        self.linked = linked_function(self.function)
        """Where the body is, if a device library has compiled it."""
        self.state = State.NEW if self.linked is None else State.TYPED
        self.chain = chain
        self.qualified_name = f"{self.function.__module__}.{self.function.__qualname__}"
        self.key = "\n".join((f"{self.qualified_name}@{number}", *map(str, self.arguments)))
        self.export_name = ""
        self.freshness = 0 if self.linked is None else self.linked.freshness
        """Of the result, when the state is `TYPED`: see `one_name.freshness`."""
        self.changed_paths: tuple[tuple[int | str, ...], ...] = ()
        """Of a method that changes `self`: which objects in it are changed."""
        self.keeps_pointers = True
        """Whether it may store pointers that it gets where others of its arguments lead; taken for granted until it is typed."""
        self.keeps_addresses = True
        """Whether these may lead into arrays and objects that are passed to it by their addresses."""
        self.closure = closure
        """Of a function that captures values, which are then its first parameters: its type."""
        self.nested: dict[ast.FunctionDef | ast.Lambda, FunctionType] = {}
        """The functions that are written in this one, as far as they were met."""
        self.names_of_nested: dict[FunctionType, frozenset[str]] = {}
        """The variables of this function that each of them captures."""
        self.device_globals: dict[DeviceGlobal, ast.AST] = {}
        """The device globals that it names, and where first."""
        self.bound_paths: tuple[tuple[int | str, ...], ...] = ()
        """Of a method that changes `self`: which objects in it may come from elsewhere."""

    @property
    def path(self) -> str:
        """The qualified name with the reserved name as its final segment, where the function has one."""
        if isinstance(self.marked, FunctionType):
            return self.qualified_name
        return f"{self.qualified_name.rpartition('.')[0]}.{self.marked.reserved_name}"

    @property
    def is_kernel(self) -> bool:
        """Whether it is an entry point."""
        return isinstance(self.marked, Kernel)

    @property
    def is_extern(self) -> bool:
        """Whether it is only declared."""
        return reserved_names.is_device_extern(self.path)

    @property
    def is_generic(self) -> bool:
        """Whether a parameter has no type."""
        return len(self.parameter_types) < len(self.signature.parameters)

    @property
    def definition_span(self) -> Span | None:
        """Where the function's name stands."""
        return self.source.name_span() if self.source is not None else None

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The call chain of a diagnostic in this function."""
        return (*self.chain, Frame(self.function.__qualname__))

    def __repr__(self) -> str:
        return f"<{self.qualified_name} {self.state.value}>"


class Program:
    """All the instances of one import, and what was found wrong with them."""

    def __init__(self, *, debug: bool = False):
        self.debug = debug
        self.variables = False
        """Whether the debug information tells of the variables of every function."""
        self.cooperative = False
        """Whether every kernel is launched with all its blocks on the device at once."""
        self.for_cpu = True
        """Whether intrinsics come with the functions that the CPU runs in their place."""
        self.diagnostics: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self._instances: dict[tuple[object, ...], FunctionInstance] = {}
        self._unavailable: dict[FunctionType, Diagnostic] = {}
        self._headers: dict[FunctionType, tuple[FunctionSource, Signature] | None] = {}
        self._numbers: dict[FunctionType, int] = {}
        self._twins: dict[str, int] = {}
        """How many more instances there are of a key: functions are types, and those that one factory made have one name."""
        self._outer: dict[FunctionType, FunctionInstance] = {}

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic; the same one at the same place is kept once. One in our library is shown at its call."""
        if diagnostic.span is not None and diagnostic.span.file.startswith(_LIBRARY):
            from periclase.importer.python.library_frames import shown_at_the_call

            diagnostic = shown_at_the_call(diagnostic, _LIBRARY)
        kept = self.diagnostics if diagnostic.severity is Severity.ERROR else self.warnings
        if not any(
            d.code == diagnostic.code and d.span == diagnostic.span and d.message == diagnostic.message
            for d in kept
        ):
            kept.append(diagnostic)

    def header(self, marked: Marked, chain: tuple[Frame, ...]) -> tuple[FunctionSource, Signature] | None:
        """The source and signature of a function, or None after reporting why they can not be had (once)."""
        function = marked if isinstance(marked, FunctionType) else marked.function
        if function in self._headers:
            return self._headers[function]
        self._headers[function] = None
        frames = (*chain, Frame(function.__qualname__))
        try:
            source = function_source(function)
        except SourceUnavailable as error:
            self.report(Diagnostic(error.code, error.message, error.span, help=error.help, call_chain=frames))
            return None
        try:
            signature = read_signature(function)
            if isinstance(marked, Kernel):
                refuse_others(signature)
        except AnnotationError as error:
            found = Diagnostic(
                "PC0201",
                error.message,
                source.parameter_span(error.parameter),
                help=error.help,
                call_chain=frames,
            )
            wrapped = getattr(function, "__wrapped__", None)
            if wrapped is not None:
                found = found.with_note(
                    f"this is what a decorator has put around `{getattr(wrapped, '__name__', 'the function')}`"
                )
                found = replace(
                    found, help="put `@kernel` or `@device` next to the function, below its other decorators"
                )
            self.report(found)
            return None
        self._headers[function] = source, signature
        return source, signature

    def add_nested(
        self, function: FunctionType, source: FunctionSource, signature: Signature, outer: FunctionInstance
    ) -> None:
        """Say what a function is that was found in another one."""
        self._headers[function] = source, signature
        self._outer[function] = outer

    def instance(
        self,
        marked: Marked,
        parameter_types: tuple[Type, ...],
        chain: tuple[Frame, ...] = (),
        closure: ClosureType | None = None,
    ) -> FunctionInstance | None:
        """The instance of a function for these parameter types, or None after reporting why there is none.

        Those of one that captures values, of the type `closure`, begin with the types of these.
        """
        function = marked if isinstance(marked, FunctionType) else marked.function
        key = (function, parameter_types)
        found = self._instances.get(key)
        if found is None:
            header = self.header(marked, chain)
            if header is None:
                return None
            found = self._instances[key] = self.new_instance(marked, header, parameter_types, chain, closure)
        return found

    def new_instance(
        self,
        marked: Marked,
        header: tuple[FunctionSource, Signature],
        parameter_types: tuple[Type, ...],
        chain: tuple[Frame, ...] = (),
        closure: ClosureType | None = None,
    ) -> FunctionInstance:
        """An instance that no other call of `instance` gives."""
        function = marked if isinstance(marked, FunctionType) else marked.function
        number = self._numbers.setdefault(function, len(self._numbers))
        signature = header[1] if closure is None else with_captures(header[1], closure)
        made = FunctionInstance(marked, signature, header[0], parameter_types, chain, number, closure)
        twins = self._twins[made.key] = self._twins.get(made.key, -1) + 1
        if twins:
            made.key += f"\n#{twins}"
        outer = self._outer.get(function)
        if outer is not None:
            made.type_arguments = {**outer.type_arguments, **made.type_arguments}
        return made
