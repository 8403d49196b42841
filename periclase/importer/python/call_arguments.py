"""Which parameter each argument of a call is for."""

from __future__ import annotations

import ast

from periclase.importer.python.names import suggestion
from periclase.importer.python.problems import Problem
from periclase.signature import Parameter, Signature

EXTRA = "**"
"""What the name of an argument begins with that is none of a parameter: it is among those of `**named`."""


def arguments_by_name(
    node: ast.AST, shown: str, signature: Signature, call: ast.Call | None
) -> dict[str, ast.expr]:
    """The arguments written, by parameter, in the order in which they are written; those for `**named` begin with `EXTRA`.

    Raises:
        Problem: they do not fit the parameters.
    """
    names = [p.name for p in signature.parameters if p.by_position]
    named = [p.name for p in signature.parameters if p.by_name]
    rest = next((p.name for p in signature.parameters if p.is_rest), None)
    takes_more = any(p.is_keywords for p in signature.parameters)
    others: list[ast.expr] = []
    found: dict[str, ast.expr] = {}
    usage = f"write `{shown}({', '.join(map(_usage, signature.parameters))})`"
    written = [] if call is None else call.args
    for index, argument in enumerate(written):
        if isinstance(argument, ast.Starred):
            raise Problem("PC0105", "arguments can not be unpacked with `*`", argument, "write them out")
        if index >= len(names) and rest is not None:
            others.append(argument)
            continue
        if index >= len(names):
            plural = "" if len(names) == 1 else "s"
            kind = "" if len(names) == len(signature.parameters) else " without a name"
            raise Problem(
                "PC0207",
                f"`{shown}` takes {len(names)} argument{plural}{kind}, not {len(written)}",
                node,
                usage,
            )
        found[names[index]] = argument
    if rest is not None:
        found[rest] = ast.copy_location(ast.Tuple(others, ast.Load()), others[0] if others else node)
    for keyword in [] if call is None else call.keywords:
        if keyword.arg is None:
            raise Problem(
                "PC0105", "arguments can not be unpacked with `**`", keyword.value, "write them out"
            )
        name = keyword.arg
        if name not in named:
            if takes_more:
                name = EXTRA + name
            elif name in names:
                raise Problem(
                    "PC0207", f"`{shown}` takes `{name}` by its place only, not by name", keyword, usage
                )
            else:
                raise Problem(
                    "PC0207",
                    f"`{shown}` has no parameter `{name}`",
                    keyword,
                    suggestion(name, named) or usage,
                )
        if name in found:
            raise Problem("PC0207", f"`{shown}` gets `{keyword.arg}` twice", keyword)
        found[name] = keyword.value
    missing = [p.name for p in signature.parameters if p.is_needed and p.name not in found]
    if missing:
        raise Problem("PC0207", f"`{shown}` needs an argument for `{missing[0]}`", node, usage)
    return found


def in_order(written: list[str], names: list[str]) -> bool:
    """Whether arguments are written in the order of the parameters."""
    plain = [name for name in written if not name.startswith(EXTRA)]
    return plain == names[: len(plain)] and plain == written[: len(plain)]


def _usage(parameter: Parameter) -> str:
    """How a parameter is written in a call."""
    if parameter.is_rest:
        return f"*{parameter.name}"
    if parameter.is_keywords:
        return f"**{parameter.name}"
    return parameter.name if parameter.by_position else f"{parameter.name}=…"
