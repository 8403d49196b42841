"""Kernels that generic ones become for some types of their parameters: `scale[f32]`, or what a launch makes of its arguments."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any, cast

from periclase.closures import ConstantType, PythonFloat, constant_type
from periclase.constants import LaunchedNames
from periclase.diagnostics import Diagnostic, LaunchError
from periclase.generics import (
    Bindings,
    ConstantPattern,
    Mismatch,
    bind,
    generic_arguments,
    match,
    open_slots,
    substitute,
)
from periclase.importer.export_names import kernel_export_name
from periclase.kernel import CompletedKernel, DeviceFunction, Kernel
from periclase.record import replace
from periclase.signature import Signature, type_of_annotation
from periclase.types import DeviceType, ScalarType, SliceType, Type


class SpecialisedKernel(Kernel[..., Any]):
    """A generic kernel with a type for each of its parameters. To compiler and runtime it is a kernel like any other.

    Attributes:
        generic: the kernel that it was made of.
        parameter_types: the type of each parameter.
        arguments: its generic arguments as text (see `periclase.generics.generic_arguments`).
    """

    def __init__(self, generic: Kernel[..., Any], parameter_types: tuple[Type, ...]):
        self.generic = generic
        super().__init__(generic.function, generic.options)
        self.parameter_types = parameter_types
        self.arguments = generic_arguments(generic.signature, parameter_types)

    @property
    def home_of_constants(self) -> LaunchedNames:
        return self.generic

    @functools.cached_property
    def exported_name(self) -> str:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What the compiled kernel is exported as: the user's name, and the hash of the generic arguments."""
        return kernel_export_name(self.function.__name__, self.arguments)

    @functools.cached_property
    def signature(self) -> Signature:  # pyright: ignore[reportIncompatibleVariableOverride]
        parameters = zip(self.generic.signature.parameters, self.parameter_types, strict=True)
        known = tuple(replace(parameter, type=type, pattern=None) for parameter, type in parameters)
        return Signature(known, self.generic.signature.result)

    @functools.cached_property
    def is_flat(self) -> bool:
        """Whether each argument of a launch is one of the parameters as the runtime knows them."""
        return all(isinstance(type, ScalarType | SliceType | PythonFloat) for type in self.parameter_types)

    def __reduce__(self) -> Any:
        if self.for_any_launch is not self:
            return super().__reduce__()
        return specialise, (self.generic, self.parameter_types)

    def __repr__(self) -> str:
        return f"<kernel {self.function.__qualname__} ({', '.join(self.arguments)})>"


class _CompletedSpecialisedKernel(SpecialisedKernel, CompletedKernel[..., Any]):  # pyright: ignore[reportIncompatibleVariableOverride]
    """One whose parameters have defaults, or are given by name only."""


def specialise(kernel: Kernel[..., Any], types: Sequence[Type]) -> SpecialisedKernel:
    """The kernel that a generic one is for these types of its parameters: always the same object."""
    key = tuple(types)
    known = kernel.specialisations.get(key)
    if known is None:
        made = _CompletedSpecialisedKernel if isinstance(kernel, CompletedKernel) else SpecialisedKernel
        known = kernel.specialisations.setdefault(key, made(kernel, key))
    return known


def instantiate(
    kernel: Kernel[..., Any], given: Sequence[Any], named: Mapping[str, Any]
) -> SpecialisedKernel:
    """The kernel that a generic one is when its slots are filled in (`periclase.generics.open_slots`), in their order or by name.

    Raises:
        LaunchError: they are too many or too few, or one does not fit.
    """
    slots = open_slots(kernel.signature)
    shown = ", ".join(slots)
    if not slots:
        raise _refused(kernel, "is not generic: there is nothing to fill in", None)
    filled = dict(zip(slots, given, strict=False))
    if len(given) > len(slots) or filled.keys() & named.keys() or named.keys() - slots.keys():
        raise _refused(kernel, f"is generic in {shown}: these do not fit", f"write `{kernel.name}[{shown}]`")
    filled.update(named)
    missing = [name for name in slots if name not in filled]
    if missing:
        raise _refused(
            kernel, f"is generic in {shown}: `{missing[0]}` is missing", f"write `{kernel.name}[{shown}]`"
        )
    bindings: Bindings = {}
    types: list[Type] = []
    for name, slot in slots.items():
        if hasattr(slot, "__constraints__"):
            try:
                bind(slot, _type(filled[name]), bindings)
            except Mismatch as mismatch:
                raise _unfitting(kernel, name, mismatch) from None
    for parameter in kernel.signature.parameters:
        if slots.get(parameter.name) is not parameter:
            types.append(parameter.type or substitute(cast(Type, parameter.pattern), bindings))
            continue
        value = filled[parameter.name]
        try:
            type = constant(value) if isinstance(parameter.pattern, ConstantPattern) else _type(value)
            if parameter.pattern is not None:
                match(parameter.pattern, type, {})
        except Mismatch as mismatch:
            raise _unfitting(kernel, parameter.name, mismatch) from None
        types.append(type)
    return specialise(kernel, types)


def constant(value: Any) -> ConstantType:
    """The type of a number that is known when the kernel is compiled.

    Raises:
        Mismatch: it is no number.
    """
    if type(value) in (bool, int, float):
        return constant_type(value)
    if hasattr(value, "__index__"):
        return constant_type(value.__index__())
    if isinstance(value, float) or (hasattr(value, "dtype") and hasattr(value, "__float__")):
        return constant_type(float(value))
    raise Mismatch(f"a number is asked for, not a value of type {type(value).__name__}")


def is_type_argument(value: Any) -> bool:
    """Whether `kernel[value, …]` fills in a generic kernel, rather than giving a grid."""
    return isinstance(value, type | DeviceType | FunctionType | DeviceFunction)


def _type(value: Any) -> Any:
    if isinstance(value, FunctionType | DeviceFunction):
        from periclase.runtime.argument_types import closure_type

        return closure_type(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value  # an extent
    found = type_of_annotation(value)
    if found is None:
        raise Mismatch(f"{value!r} is no type on a device")
    return found


def _unfitting(kernel: Kernel[..., Any], name: str, mismatch: Mismatch) -> LaunchError:
    return _refused(kernel, f"can not be specialised: for `{name}`, {mismatch}", None)


def _refused(kernel: Kernel[..., Any], what: str, help: str | None) -> LaunchError:
    from periclase.runtime.call_site import call_site

    return LaunchError(Diagnostic("PC0412", f"`{kernel.name}` {what}", call_site().span(), help=help))
