"""The arguments of a launch that are named or left out, in the order of the parameters. A launch that gives all needs none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from periclase.diagnostics import Diagnostic, LaunchError

if TYPE_CHECKING:
    from periclase.kernel import Kernel


def written_parameters(kernel: Kernel[..., Any]) -> str:
    """The parameters of `kernel` as a launch writes them: `x, y, factor=…`."""
    code = kernel.function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return ", ".join(name if index < code.co_argcount else f"{name}=…" for index, name in enumerate(names))


def in_order(kernel: Kernel[..., Any], arguments: Sequence[Any], named: Mapping[str, Any]) -> tuple[Any, ...]:
    """An argument for each parameter of `kernel`, in their order: what is left out has its default.

    Raises:
        LaunchError: there are too many, one of a name that no parameter has, two for one parameter, or none.
    """
    function = kernel.function
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    by_position, by_name = names[: code.co_argcount], names[code.co_posonlyargcount :]
    found = dict(zip(by_position, arguments, strict=False))
    for name, value in named.items():
        if name in found:
            _refuse(kernel, f"gets `{name}` twice")
        if name not in by_name:
            if name in by_position:
                _refuse(kernel, f"takes `{name}` by its place only")
            from difflib import get_close_matches

            _refuse(
                kernel, f"has no parameter `{name}`", next(iter(get_close_matches(name, by_name, 1)), None)
            )
        found[name] = value
    if len(arguments) > len(by_position):
        number = len(by_position)
        what = f"{number or 'no'} argument{'' if number == 1 else 's'}"
        if len(by_position) < len(names):
            what += " without a name"
        _refuse(kernel, f"takes {what} ({', '.join(by_position)}), {len(arguments)} given")
    defaults: dict[str, Any] = dict(function.__kwdefaults__ or {})
    defaults.update(zip(reversed(by_position), reversed(function.__defaults__ or ()), strict=False))
    for name in names:
        if name not in found and name not in defaults:
            _refuse(kernel, f"needs an argument for `{name}`")
    return tuple(found[name] if name in found else defaults[name] for name in names)


def _refuse(kernel: Kernel[..., Any], problem: str, meant: str | None = None) -> NoReturn:
    from periclase.runtime.call_site import call_site

    raise LaunchError(
        Diagnostic(
            "PC0404",
            f"`{kernel.name}` {problem}",
            call_site().span(),
            help=f"did you mean `{meant}`?"
            if meant is not None
            else f"write `{kernel.name}[grid, block]({written_parameters(kernel)})`",
        )
    )
