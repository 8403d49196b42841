"""The Python objects that stand for intrinsics in a kernel's source.

A program names some as soon as it is imported, and a kernel out of the cache needs no more of them than their names: so a stub
finds its row, and imports the table, when somebody asks for it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn

from periclase.diagnostics import Diagnostic, DiagnosticError, Span

if TYPE_CHECKING:
    import inspect

    from periclase.intrinsics.model import Intrinsic, Parameter


class HostCallError(DiagnosticError, RuntimeError):
    """An intrinsic was called on the host."""


class Stub:
    # What a kernel calls. Its docstring is that of the intrinsic, hence it has none of its own.

    def __init__(self, name: str, module: str, row: Intrinsic | None = None):
        """
        Args:
            name: the name of an intrinsic.
            module: the module that it shall seem to live in.
            row: where it is not the one that the table has under that name.
        """
        self.__name__ = self.__qualname__ = name
        self.__module__ = module
        self._row = row

    @property
    def row(self) -> Intrinsic:
        """The row of the table."""
        if self._row is None:
            from periclase.intrinsics.table import INTRINSICS

            self._row = INTRINSICS[self.__name__]
        return self._row

    @property
    def __doc__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return documentation(self.row)

    @property
    def __signature__(self) -> inspect.Signature:
        return signature(self.row)

    def __call__(self, *arguments: object, **keywords: object) -> NoReturn:
        name = self.__name__
        caller = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        raise HostCallError(
            Diagnostic(
                "PC0420",
                f"'{name}' is a device intrinsic: it has a meaning in a kernel only, not on the host",
                Span(caller.f_code.co_filename, caller.f_lineno),
                help=f"call it in a function marked @kernel or @device, and launch the kernel: kernel[blocks, threads](…); "
                f"the host has no '{name}'",
            )
        )

    def __reduce__(self) -> str:
        return self.__name__  # as a function is pickled: by its name in its module

    def __repr__(self) -> str:
        return f"<intrinsic {self.__name__}>"


def make_stub(intrinsic: Intrinsic, module: str = "periclase.gpu") -> Any:
    """What a kernel calls for `intrinsic`. On the host it raises `HostCallError`.

    `module` is the module that the stub shall seem to live in.
    """
    return Stub(intrinsic.name, module, intrinsic)


def lookup_stub(python_object: object) -> Intrinsic | None:
    """The row that `python_object` is the stub of, or None if it is no stub."""
    return python_object.row if isinstance(python_object, Stub) else None


def signature(intrinsic: Intrinsic) -> inspect.Signature:
    """The Python signature of `intrinsic`."""
    import inspect

    return inspect.Signature([_signature_parameter(parameter) for parameter in intrinsic.parameters])


def _signature_parameter(parameter: Parameter) -> inspect.Parameter:
    import inspect

    from periclase.intrinsics.model import REQUIRED, ParameterKind

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
