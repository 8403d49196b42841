"""Kernels that call an intrinsic, as text of the `mir` dialect: one for each form. What lit tests are made of, and the check.

A kernel takes a parameter for each operand, of a tuple one that stands for all of its elements, calls the stub and stores what it
gives. So it holds nothing but the instruction, and nothing of it can be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from periclase.intrinsics.forms import Form
from periclase.intrinsics.model import MIR_SPELLINGS, ParameterKind

_PLACE_SPACES = {"": "global", "generic": "generic"}
"""Where a place lies that may be anywhere."""


_ARRIVAL: Final = "@__periclase_intrinsic.mbarrier_arrive.shared"
_ARRIVAL_TYPE: Final = "(!mir.ptr<mut ui64, shared>) -> ui64"
"""What gives the phase of a barrier object, `state`: ptxas 13 crashes on one that comes from elsewhere."""


def _pointer(element: str, space: str) -> str:
    return f"!mir.ptr<mut {element}{'' if space == 'generic' else f', {space}'}>"


def _tuple(types: Iterable[str]) -> str:
    return f"!mir.tuple<{', '.join(types)}>"


def has_sample(form: Form) -> bool:
    """Whether `sample_kernel` can write one: for a row without texts and variadic operands."""
    return all(
        parameter.kind
        not in (ParameterKind.TEXT, ParameterKind.VARIADIC, ParameterKind.TYPE, ParameterKind.FUNCTION)
        for parameter in form.row.parameters
    )


def sample_kernel(form: Form, name: str | None = None) -> tuple[str, str]:
    """The declaration of the stub that a form calls, and a kernel that calls it, called `name` (by default the form's label)."""
    parameters: list[str] = []
    arguments: list[str] = []
    types: list[str] = []
    lines: list[str] = []
    spaces: list[str] = []
    for operand in form.operands():
        parameter = operand.parameter
        value, type = f"%{parameter.name}", MIR_SPELLINGS[parameter.type]
        if operand.is_place:
            space = _PLACE_SPACES.get(parameter.space, parameter.space)
            type = _pointer(type, space)
            spaces += [space] if space != "generic" else []
        if parameter.name == "state" and parameters:
            lines.append(f"{value} = mir.call {_ARRIVAL}(%barrier) : {_ARRIVAL_TYPE}")
        else:
            parameters.append(f"{value}: {type}")
        if operand.count is not None:
            element, type = value, _tuple([type] * operand.count)
            value = f"{value}_tuple"
            lines.append(f"{value} = mir.construct_tuple {', '.join([element] * operand.count)} : {type}")
        arguments.append(value)
        types.append(type)
    symbol = f"@{form.symbol(spaces)}"
    call = f"mir.call {symbol}({', '.join(arguments)}) : ({', '.join(types)}) -> "
    results = [MIR_SPELLINGS[result] for result in form.results()]
    if results:
        result = _tuple(results) if form.has_tuple else results[0]
        parameters.append(f"%result: {_pointer(result, 'global')}")
        lines += [f"%d = {call}{result}", f"mir.store %d, %result : {_pointer(result, 'global')}"]
    else:
        result = ""
        lines.append(f"{call}()")
    declaration = f"mir.func private {symbol}({', '.join(types)}){f' -> {result}' if result else ''}"
    if any(_ARRIVAL in line for line in lines) and symbol != _ARRIVAL:
        declaration = f"mir.func private {_ARRIVAL}{_ARRIVAL_TYPE}\n{declaration}"
    body = "\n".join(f"  {line}" for line in (*lines, "mir.return"))
    return (
        declaration,
        f"mir.func @{name or form.label}({', '.join(parameters)}) attributes {{kernel}} {{\n{body}\n}}",
    )


def sample_module(forms: Iterable[Form]) -> str:
    """A module with the sample kernels of `forms`."""
    declarations: dict[str, None] = {}
    kernels: list[str] = []
    for form in forms:
        declaration, kernel = sample_kernel(form)
        declarations.update(dict.fromkeys(declaration.split("\n")))
        kernels.append(kernel)
    return "\n".join((*declarations, "", *kernels)) + "\n"


def expected_text(form: Form) -> Iterator[str]:
    """The lines of the PTX of a form that can be told before it is compiled: its instruction up to the first operand."""
    if form.row.ptx is None or not form.row.plain:
        return
    spaces = {
        operand.parameter.name: _PLACE_SPACES.get(operand.parameter.space, operand.parameter.space)
        for operand in form.operands()
        if operand.is_place
    }
    for line in form.words(form.row.ptx, {n: "" if s == "generic" else s for n, s in spaces.items()}).split(
        ";"
    ):
        instruction = line.strip(" {}").partition(" ")[0]
        if instruction and not instruction.startswith((".reg", "@")):
            yield instruction
