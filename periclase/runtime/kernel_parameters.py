"""The parameters of a kernel as a launch passes them: each is a tree whose leaves are scalars and buffers.

A struct, tuple or array among the parameters does not travel as such. Each of its leaves is a parameter by itself: one slot
for a scalar, two for a slice, as many as its bytes take for a `GridConstant`. The compiled kernel puts them together again. So
the runtime knows leaves only; this module takes the arguments of a launch apart for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from periclase import types
from periclase.closures import WRAPPERS, plain_function
from periclase.diagnostics import CompileError, Diagnostic, LaunchError
from periclase.runtime.arguments import ArgumentPlan, plan_of
from periclase.runtime.artifact import Access, Parameter, ParameterKind
from periclase.types import ScalarType, SliceType, Type, last_strides, offsets

if TYPE_CHECKING:
    from periclase.device_globals import DeviceGlobal
    from periclase.kernel import Kernel
    from periclase.runtime.call_site import CallSite
    from periclase.signature import Signature

MOST_BYTES = 4096
"""Of all parameters of a kernel together (CUDA C++ Programming Guide, "__global__ function parameters")."""

_ACCESSES = {
    types.Access.READ: Access.READ,
    types.Access.WRITE: Access.WRITE,
    types.Access.READ_WRITE: Access.READ_WRITE,
}


def leaves_of_kernel(kernel: Kernel[..., Any]) -> tuple[Parameter, ...]:
    """The leaves of all parameters of `kernel`, each of a type that can be passed.

    Raises:
        CompileError: they are too much together.
    """
    parameters = kernel.signature.parameters
    flat = all(isinstance(parameter.type, ScalarType | SliceType) for parameter in parameters)
    found: list[Parameter] = []
    taken = 0
    for index, parameter in enumerate(parameters):
        assert parameter.type is not None
        leaves = [*leaves_of(parameter.name, parameter.type, None if flat else index)]
        for leaf, alignment in zip(leaves, _alignments(parameter.type), strict=True):
            taken += -taken % alignment + 8 * leaf.slots
        found += leaves
    if taken > MOST_BYTES:
        raise CompileError(
            Diagnostic(
                "PC0309",
                f"the parameters of kernel `{kernel.name}` take {taken} bytes; a launch passes at most {MOST_BYTES}",
                kernel.span,
                help="put what is large into a buffer, and pass a `Slice` of it",
            )
        )
    return tuple(found)


def leaves_of(name: str, type: Type, argument: int | None) -> Iterator[Parameter]:
    """The leaves of the parameter `name`, the argument of this number."""
    if isinstance(type, ScalarType):
        yield Parameter(name, ParameterKind.SCALAR, type.numpy_name or "bfloat16", argument=argument)
    elif isinstance(type, SliceType):
        yield _slice(name, type, argument)
    elif hasattr(type, "packed"):  # a GridConstantType
        held = cast(Any, type)
        yield Parameter(
            name, ParameterKind.BYTES, held.dtype_name, itemsize=held.content.size, argument=argument
        )
    else:
        for suffix, part in type.parts() or ():
            yield from leaves_of(name + suffix, part, argument)


def _alignments(type: Type) -> Iterator[int]:
    """What the place of each leaf is a multiple of, in bytes; half a slot counts as one."""
    if isinstance(type, ScalarType | SliceType):
        yield 8
    elif hasattr(type, "packed"):
        yield max(8, cast(Any, type).alignment)
    else:
        for _, part in type.parts() or ():
            yield from _alignments(part)


def leaves_of_globals(statics: Iterable[DeviceGlobal]) -> Iterator[Parameter]:
    """What device globals travel as: each is the buffer that it is on the device of the launch."""
    for static in statics:
        yield _slice(static.name, SliceType(static.element, types.Access.READ_WRITE), None)


def _slice(name: str, type: SliceType, argument: int | None) -> Parameter:
    access = _ACCESSES[type.access]
    element = type.element
    if isinstance(element, ScalarType):
        dtype = element.numpy_name or "bfloat16"
        return Parameter(name, ParameterKind.SLICE, dtype, access, argument=argument)
    if hasattr(element, "own_dtype"):  # laid out by others than C and numpy
        from periclase.runtime.structured import structured_name

        held = structured_name(cast(Any, element).own_dtype)
    else:
        from periclase.structs import dtype_name

        held = dtype_name(element)
    return Parameter(name, ParameterKind.SLICE, held, access, element.size, argument)


def values_of(type: Type, value: Any) -> Iterator[Any]:
    """The values of the leaves of an argument.

    Raises:
        TypeError: it is no value of this type.
    """
    parts = None if isinstance(type, ScalarType | SliceType) else type.parts()
    if parts is None:
        packed = getattr(type, "packed", None)
        yield value if packed is None else packed(value)
        return
    for (_, part), item in zip(parts, type.host_parts(value), strict=True):  # type: ignore[union-attr]
        if isinstance(part, ScalarType | SliceType):  # most are
            yield item
        else:
            yield from values_of(part, item)


_specialised_for: Callable[..., Any] | None = None


def _import_specialised_for() -> Callable[..., Any]:
    """`specialised_for`, which the first launch of a generic kernel imports."""
    global _specialised_for
    from periclase.runtime.argument_types import specialised_for

    _specialised_for = specialised_for
    return specialised_for


class Takers:
    """How the arguments of a kernel are taken apart for each launch.

    Attributes:
        of_arguments: what gives the leaves of each argument; None for one that is a leaf.
        last_strides: which leaves of all are the strides of the last axes of views.
        offsets: which are where views begin in their memory.
    """

    __slots__ = ("last_strides", "of_arguments", "offsets")

    def __init__(self, kernel: Kernel[..., Any]):
        given = [cast(Type, parameter.type) for parameter in kernel.signature.parameters]
        self.of_arguments = tuple(map(_taker, given))
        self.last_strides = last_strides(given)
        self.offsets = offsets(given)


def _taker(type: Type) -> Callable[[Any], Iterable[Any]] | None:
    if isinstance(type, ScalarType | SliceType):
        return None
    return type.taker() or partial(values_of, type)


def resolve(
    kernel: Any, plan: ArgumentPlan, arguments: tuple[Any, ...], site: CallSite
) -> tuple[Any, ArgumentPlan, tuple[Any, ...]]:
    """The kernel that a launch is of, its plan and the arguments that this binds: a generic kernel is specialised to the types
    of the arguments, those that are made of parts are taken apart, and where the last axes of all views are contiguous the
    kernel is the one that is compiled for that.

    Raises:
        LaunchError: an argument does not fit its parameter, or their number is wrong.
        CompileError: the parameters are too much together.
    """
    if getattr(kernel, "is_generic", False):
        own = getattr(kernel, "for_arguments", None)  # a kernel that is not written in Python fills itself in
        if own is not None:
            kernel, arguments = own(arguments, site)
            plan = plan_of(kernel)
            if not plan.in_parts:
                return kernel, plan, arguments
        else:
            if not WRAPPERS.isdisjoint(map(type, arguments)):
                arguments = tuple(map(plain_function, arguments))
            find = _specialised_for or _import_specialised_for()
            kernel = find(kernel, arguments, site)
            plan = plan_of(kernel)
            if kernel.is_flat:
                return kernel, plan, arguments
    takers: Takers = plan.takers or Takers(kernel)
    plan.takers = takers
    found: list[Any] = []
    try:
        for take, argument in zip(takers.of_arguments, arguments, strict=True):
            if take is None:
                found.append(argument)
            else:
                found += take(argument)
    except (TypeError, ValueError):
        found = take_apart(kernel, arguments, site)  # which tells what does not fit
    if takers.last_strides:
        for number in takers.last_strides:
            if found[number] != 1:
                break
        else:
            kernel = kernel.with_unit_strides
    return kernel, plan, (*found,)


def take_apart(kernel: Any, arguments: Sequence[Any], site: CallSite) -> list[Any]:
    """The values of the leaves of all arguments of a launch of `kernel`, a `Kernel` whose arguments are made of parts.

    Raises:
        LaunchError: an argument is no value of its parameter's type, or their number is wrong.
    """
    name: str = kernel.name
    signature: Signature = kernel.signature
    parameters = signature.parameters
    if len(arguments) != len(parameters):
        shown = ", ".join(parameter.name for parameter in parameters)
        raise LaunchError(
            Diagnostic(
                "PC0404",
                f"`{name}` takes {len(parameters)} argument{'' if len(parameters) == 1 else 's'} ({shown}), "
                f"{len(arguments)} given",
                site.span(),
                help=f"write `{name}[grid, block]({shown})`",
            )
        )
    found: list[Any] = []
    for index, (parameter, argument) in enumerate(zip(parameters, arguments, strict=True)):
        assert parameter.type is not None
        try:
            found.extend(values_of(parameter.type, argument))
        except TypeError as error:
            raise LaunchError(
                Diagnostic(
                    "PC0406",
                    f"`{parameter.name}` of `{name}`: {error}",
                    site.argument_span(index),
                    help=f"pass a {parameter.type}",
                )
            ) from None
    return found
