"""Read-only buffers and arrays given for parameters of a generic kernel that no annotation says anything of.

What the kernel does with such a parameter is known when it is compiled, and not before. It is compiled for what was given: a
slice that can not be written. If that fails, it may be since the kernel writes it, somewhere in a function that it calls. Then it
is the launch that is wrong, and not the kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from periclase.closures import ClosureType
from periclase.diagnostics import CompileError, Diagnostic, DiagnosticError, LaunchError, Note
from periclase.record import replace
from periclase.runtime import compilation
from periclase.runtime.access_sets import slice_accesses
from periclase.runtime.artifact import ParameterKind
from periclase.specialised import SpecialisedKernel, specialise
from periclase.types import Access, SliceType, TupleType, Type
from periclase.views import ViewType

if TYPE_CHECKING:
    from periclase.runtime.call_site import CallSite
    from periclase.runtime.execution import Backend


def refusal(kernel: Any, error: BaseException, backend: Backend, site: CallSite) -> LaunchError | None:
    """What to tell instead of `error`, for which `kernel` could not be compiled: that it writes what can not be written.

    None where there is another reason. Under the runner's role.
    """
    if not isinstance(kernel, SpecialisedKernel) or not isinstance(error, CompileError):
        return None
    parameters = kernel.generic.signature.parameters
    types = tuple(
        type if parameter.type is not None or parameter.pattern is not None else writable(type)
        for parameter, type in zip(parameters, kernel.parameter_types, strict=True)
    )
    if types == kernel.parameter_types:
        return None
    other: Any = specialise(kernel.generic, types)
    try:
        artifact = compilation.artifact_of(other, backend)
    except DiagnosticError:
        return None
    written = iter(slice_accesses(other.parameters, artifact))
    for index, (given, leaf) in enumerate(zip(kernel.parameters, other.parameters, strict=True)):
        if leaf.kind is ParameterKind.SLICE and next(written).writes and not given.access.writes:
            places = [
                Note("it is written here", one.span) for one in error.diagnostics if one.code == "PC0208"
            ]
            return LaunchError(
                Diagnostic(
                    "PC0409",
                    f"`{kernel.name}` writes `{leaf.name}`, and what is given for it is read-only",
                    site.argument_span(index if leaf.argument is None else leaf.argument),
                    notes=tuple(places[:1]),
                    help="pass a buffer made without `read_only=True`, or an array that can be written",
                )
            )
    return None


def writable(type: Type) -> Type:
    """The type of the same argument, if all the memory in it could be written."""
    if isinstance(type, SliceType | ViewType):
        return replace(type, access=Access.READ_WRITE) if type.access is Access.READ else type
    if isinstance(type, TupleType):
        return TupleType(tuple(map(writable, type.elements)))
    if isinstance(type, ClosureType):
        return replace(type, captures=tuple((name, writable(held)) for name, held in type.captures))
    return type
