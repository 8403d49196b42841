"""The Python functions that stand for intrinsics, made from their rows."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, NoReturn

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.intrinsics.model import REQUIRED, Intrinsic, Parameter, ParameterKind

STUB_ATTRIBUTE: Final = "__periclase_intrinsic__"
"""Where a stub keeps its row."""


class HostCallError(DiagnosticError, RuntimeError):
    """An intrinsic was called on the host."""


def make_stub(intrinsic: Intrinsic, module: str = "periclase.gpu") -> Callable[..., Any]:
    """The function that a kernel calls for `intrinsic`. On the host it raises `HostCallError`.

    `module` is the module that the stub shall seem to live in.
    """

    def stub(*arguments: object, **keywords: object) -> NoReturn:
        raise HostCallError(
            Diagnostic(
                "PC0420",
                f"'{intrinsic.name}' is a device intrinsic: it has a meaning in a kernel only, not on the host",
                help=f"call it in a function marked @kernel or @device, and launch the kernel: kernel[blocks, threads](…); "
                f"the host has no '{intrinsic.name}'",
            )
        )

    stub.__name__ = stub.__qualname__ = intrinsic.name
    stub.__module__ = module
    stub.__doc__ = documentation(intrinsic)
    stub.__dict__.update({"__signature__": signature(intrinsic), STUB_ATTRIBUTE: intrinsic})
    return stub


def lookup_stub(python_object: object) -> Intrinsic | None:
    """The row that `python_object` is the stub of, or None if it is no stub."""
    if not inspect.isfunction(python_object):
        return None
    row = python_object.__dict__.get(STUB_ATTRIBUTE)
    return row if isinstance(row, Intrinsic) else None


def signature(intrinsic: Intrinsic) -> inspect.Signature:
    """The Python signature of `intrinsic`."""
    return inspect.Signature([_signature_parameter(parameter) for parameter in intrinsic.parameters])


def _signature_parameter(parameter: Parameter) -> inspect.Parameter:
    if parameter.kind is ParameterKind.VARIADIC:
        return inspect.Parameter(parameter.name, inspect.Parameter.VAR_POSITIONAL)
    kind = (
        inspect.Parameter.KEYWORD_ONLY if parameter.keyword_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
    )
    default = inspect.Parameter.empty if parameter.default is REQUIRED else parameter.default
    return inspect.Parameter(parameter.name, kind, default=default)


def documentation(intrinsic: Intrinsic) -> str:
    """The docstring of `intrinsic`: its summary, then types, words, target and source, as far as it has them."""
    lines = [intrinsic.summary]
    facts: list[str] = []
    if intrinsic.types:
        facts.append(f"T is one of {', '.join(intrinsic.types)}.")
    for parameter in intrinsic.parameters:
        if parameter.choices:
            facts.append(f"{parameter.name} is one of {', '.join(map(str, parameter.choices))}.")
    if intrinsic.index_range is not None:
        low, high = intrinsic.index_range
        facts.append(f"The result is an isize in [{low}, {high}].")
    if intrinsic.convergent:
        facts.append("Convergent: never duplicated or merged by the compiler.")
    if intrinsic.requirement.sm > 75:
        facts.append(f"Needs sm_{intrinsic.requirement.sm}.")
    for type_name, requirement in intrinsic.type_requirements.items():
        if type_name in intrinsic.types and requirement.sm > 75:
            facts.append(f"{type_name} needs sm_{requirement.sm}.")
    if intrinsic.source:
        facts.append(f"Source: {intrinsic.source}.")
    if facts:
        lines += ["", *facts]
    return "\n".join(lines)
