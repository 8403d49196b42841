"""Every instruction of the intrinsic table, called from Python."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from periclase.codegen.intrinsic_check import lowest_target
from periclase.diagnostics import CompileError
from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.sample_kernels import expected_text
from periclase.intrinsics.table import FAMILIES

_NAMES = {"bool": "bool_"}


def python_kernel(form: Form) -> str:
    """A kernel that calls a form, its operands parameters and elements of shared arrays."""
    parameters: list[str] = []
    arguments: list[str] = []
    body: list[str] = []
    for operand in form.operands():
        name, type = operand.parameter.name, _NAMES.get(operand.parameter.type, operand.parameter.type)
        if operand.is_place and operand.parameter.space == "shared":
            body.append(f"{name} = shared_array(32, {type})")
            arguments.append(f"{name}=" + f"{name}[0]")
        elif operand.is_place:
            parameters.append(f"{name}: MutSlice[{type}]")
            arguments.append(f"{name}={name}[0]")
        else:
            parameters.append(f"{name}: {type}")
            whole = name if operand.count is None else f"({', '.join([name] * operand.count)},)"
            arguments.append(f"{name}={whole}")
    for parameter in form.row.immediates:
        word = form.immediates[parameter.name]
        shown = word.capitalize() if word in ("true", "false") else word if word.isdecimal() else repr(word)
        arguments.append(f"{parameter.name}={shown}")
    call = f"{form.row.name}({', '.join(arguments)})"
    results = form.results()
    if results:
        type = results[-1]
        parameters.append(f"out: MutSlice[{'u32' if type == 'bool' else type}]")
        last = f"d[{len(results) - 1}]" if form.has_tuple else "d"
        value = f"u32(1) if {last} else u32(0)" if type == "bool" else last
        body += [f"d = {call}", f"out[0] = {value}"]
    else:
        body.append(call)
    lines = "\n    ".join(body)
    return f"@kernel\ndef k_{form.row.name}({', '.join(parameters)}):\n    {lines}\n"


@pytest.mark.parametrize(
    "family", [name for name, rows in FAMILIES.items() if any(row.plain for row in rows)]
)
def test_it_is_called_from_python(family: str, load: Callable[..., ModuleType]) -> None:
    chosen = [list(forms(row))[-1] for row in FAMILIES[family] if row.plain]
    module = load("\n\n".join(map(python_kernel, chosen)))
    for form in chosen:
        text = getattr(module, f"k_{form.row.name}").ptx(str(lowest_target(form.requirement)))
        for instruction in expected_text(form):
            stem, *modifiers = instruction.split(".")
            lines = [
                line for line in text.replace("{ ", "\n").replace(";", "\n").splitlines() if stem in line
            ]
            assert any(all(part in line for part in modifiers) for line in lines), (form.label, instruction)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("ldmatrix(tile[0], count=3)", "3 is no `count` of `ldmatrix`"),
        ("ldmatrix(tile[0], count=2, trans=i)", "must be True or False"),
        (
            "mma_m8n8k16_s32_i8((u, u), (u,), (n, n), a_type='s8', b_type='s8')",
            "`a` of `mma_m8n8k16_s32_i8` is a tuple of 1 u32, not 2 values",
        ),
        ("stmatrix(tile[0], u, count=1)", "is a tuple of 1 u32, not u32"),
        ("min_float(bf16(1), bf16(2), ftz=True)", "'ftz' of 'min_float' goes only with f32 or f16"),
        ("cvt_tf32_f32(1.0, relu=True)", "'relu' of 'cvt_tf32_f32' goes only with rn or rz"),
        ("cvt_f8x2_f32(1.0, 2.0, format='e3m4')", "'e3m4' is no `format`"),
    ],
)
def test_what_does_not_fit(call: str, message: str, load: Callable[..., ModuleType]) -> None:
    module = load(
        f"""
        @kernel
        def k(u: u32, n: i32, i: bool_):
            tile = shared_array(32, f16)
            {call}
        """
    )
    with pytest.raises(CompileError, match="PC0210") as caught:
        module.k.ptx("sm_100a")
    assert message in str(caught.value)
