"""Collecting: which functions a set of roots reaches, in which order, under which names.

A first-in-first-out worklist over the call graph, visited by symbol. It knows nothing of Python or Rust: a front end says
what a function's reachable calls are (`calls_of`) and what each callee is (`classify`).
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from periclase.diagnostics import CompileError, Diagnostic, Frame, Span
from periclase.importer import export_names, reserved_names
from periclase.record import Record


class CalleeKind(enum.Enum):
    """What becomes of a callee: the rules in their order, the first that fits counts."""

    STUB = "intrinsic stub"
    """Left as a call, which a pass turns into an `nvvm` op."""
    EXTERN = "device extern"
    """Declared under its plain name."""
    MAPPED = "mapped"
    """Replaced by an operation (`math.sin`)."""
    FORBIDDEN = "forbidden"
    """An error: the module filter says no."""
    RAISES_ONLY = "raises only"
    """An error: the body does nothing but raise."""
    COLLECT = "collect"
    """Compiled too."""


class CalleeFacts(Record):
    """What a front end knows of a callee, from which its kind follows."""

    is_stub: bool = False
    is_extern: bool = False
    is_mapped: bool = False
    is_forbidden: bool = False
    raises_only: bool = False


def classify(facts: CalleeFacts) -> CalleeKind:
    """The first rule that fits."""
    if facts.is_stub:
        return CalleeKind.STUB
    if facts.is_extern:
        return CalleeKind.EXTERN
    if facts.is_mapped:
        return CalleeKind.MAPPED
    if facts.is_forbidden:
        return CalleeKind.FORBIDDEN
    if facts.raises_only:
        return CalleeKind.RAISES_ONLY
    return CalleeKind.COLLECT


class Collectable(Protocol):
    """A function as the worklist sees it."""

    @property
    def key(self) -> str:
        """Unique: the qualified name and the generic arguments."""
        ...

    @property
    def path(self) -> str:
        """The qualified name whose final segment is the reserved name, if it has one."""
        ...

    @property
    def qualified_name(self) -> str:
        """The qualified name as the user knows it."""
        ...

    @property
    def arguments(self) -> tuple[object, ...]:
        """Generic arguments, empty for a function that has none."""
        ...

    @property
    def is_generic(self) -> bool:
        """Whether it needs arguments that it has not got, so that it can not be compiled by itself."""
        ...

    @property
    def is_extern(self) -> bool:
        """Whether it is only declared."""
        ...

    @property
    def definition_span(self) -> Span | None:
        """Where it is defined."""
        ...


F = TypeVar("F", bound=Collectable)


class Origin(Record):
    """How the compiler came to a function.

    Attributes:
        root: the user's name of the root that reached it first.
        root_is_kernel: whether that root is a kernel.
        last_user_span: the call that reached it; None for a root.
        chain: one frame for each function on the way, from the root, each with its call.
    """

    root: str
    root_is_kernel: bool
    last_user_span: Span | None
    chain: tuple[Frame, ...] = ()


class Collected(Record, Generic[F]):
    """A function to compile.

    Attributes:
        function: as the front end knows it.
        is_kernel: whether it is an entry point.
        origin: how the compiler came to it.
        export_name: its symbol.
    """

    function: F
    is_kernel: bool
    origin: Origin
    export_name: str


class Collection(Record, Generic[F]):
    """What a worklist found: functions in the order in which it reached them, and generic roots that it left out."""

    functions: tuple[Collected[F], ...]
    skipped: tuple[F, ...]


class Site(Record, Generic[F]):
    """A reachable call in a function's body."""

    callee: F
    span: Span | None


def select_roots(candidates: Iterable[F]) -> tuple[list[F], list[F]]:
    """The roots among a module's marked functions, and those left out because they are generic.

    Kernels are the roots; only where there are none does every fully specialised device function become one.
    """
    functions = list(candidates)
    kernels = [f for f in functions if reserved_names.is_kernel(f.path)]
    chosen = kernels or [f for f in functions if reserved_names.is_device(f.path)]
    return [f for f in chosen if not f.is_generic], [f for f in chosen if f.is_generic]


def collect(candidates: Iterable[F], calls_of: Callable[[F, Origin], Sequence[Site[F]]]) -> Collection[F]:
    """Everything that the roots among `candidates` reach.

    Args:
        candidates: a module's marked functions, or just the kernels wanted.
        calls_of: the calls in a function's reachable blocks, in program order.

    Raises:
        CompileError: two kernels want one name.
    """
    roots, skipped = select_roots(candidates)
    queue: deque[tuple[F, Origin]] = deque()
    seen: dict[str, Origin] = {}
    order: list[F] = []

    def enqueue(function: F, origin: Origin) -> None:
        if function.key not in seen:
            seen[function.key] = origin
            order.append(function)
            queue.append((function, origin))

    for root in roots:
        name = reserved_names.user_name(root.path)
        enqueue(root, Origin(name, reserved_names.is_kernel(root.path), None))
    while queue:
        function, origin = queue.popleft()
        if function.is_extern:
            continue
        name = reserved_names.user_name(function.path)
        for site in calls_of(function, origin):
            chain = (*origin.chain, Frame(name, site.span))
            enqueue(site.callee, Origin(origin.root, origin.root_is_kernel, site.span, chain))
    names = _export_names(order, {r.key for r in roots})
    return Collection(
        tuple(Collected(f, reserved_names.is_kernel(f.path), seen[f.key], names[f.key]) for f in order),
        tuple(skipped),
    )


def _export_names(functions: Sequence[F], roots: set[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    kernels: dict[str, F] = {}
    wanted: dict[str, str] = {}
    for function in functions:
        plain = reserved_names.user_name(function.path)
        if reserved_names.is_kernel(function.path):
            name = export_names.kernel_export_name(plain, function.arguments)
            other = kernels.setdefault(name, function)
            if other is not function:
                raise CompileError(
                    Diagnostic(
                        "PC0303",
                        f"two kernels are called `{plain}`: `{other.qualified_name}` and `{function.qualified_name}`",
                        function.definition_span,
                        help="rename one of them, or compile them apart: a kernel is exported under its own name",
                    ).with_note("the other one", other.definition_span)
                )
            names[function.key] = name
        elif function.is_extern or (function.key in roots and plain not in names.values()):
            names[function.key] = plain  # C++ consumers see the plain name of what is exported or declared
        else:
            wanted[function.key] = export_names.device_export_name(
                function.qualified_name, function.arguments
            )
    return names | export_names.resolve_clashes(wanted, names.values())
