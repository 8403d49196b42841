"""Every row of the table: a call of its stub becomes nvvm, which verifies and lowers."""

from __future__ import annotations

import itertools

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from periclase.diagnostics import CompileError, Span
from periclase.dialects import mir
from periclase.intrinsics import table
from periclase.intrinsics.forms import forms
from periclase.intrinsics.instruction import instruction
from periclase.intrinsics.model import (
    MIR_SPELLINGS,
    Intrinsic,
    Overload,
    ParameterKind,
)
from periclase.intrinsics.sample_kernels import sample_module
from periclase.intrinsics.symbols import pointer_suffixes, symbol_for
from periclase.intrinsics.table import INTRINSICS
from periclase.ir.interfaces import ConvergentOp
from periclase.ir.locations import span_of
from periclase.ir.registry import register_dialects
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm
from periclase.passes.rewrite_intrinsic_stubs import rewrite_intrinsic_stubs


def context() -> Context:
    ctx = Context()
    register_dialects(ctx)
    return ctx


def parse(text: str) -> ModuleOp:
    return Parser(context(), text).parse_module()


def call_text(
    row: Intrinsic, overload: Overload, words: tuple[str, ...], variadic: tuple[str, ...] = ()
) -> str:
    """A function that calls the stub with its own parameters, and the declaration."""
    types: list[str] = []
    pointers: list[str] = []
    for parameter in overload.parameters:
        if parameter.kind is ParameterKind.PLACE:
            space = {"": "shared", "generic": ""}.get(parameter.space, parameter.space)
            types.append(f"!mir.ptr<mut {MIR_SPELLINGS[parameter.type]}{', ' + space if space else ''}>")
            pointers += pointer_suffixes(space, mutable=True)
        elif parameter.kind is ParameterKind.VALUE:
            types.append(MIR_SPELLINGS[parameter.type])
    types += variadic
    symbol = symbol_for(row, (*overload.suffixes, *pointers, *words, *variadic))
    results = [MIR_SPELLINGS[name] for name in overload.result]
    if any(p.kind is ParameterKind.TYPE for p in row.parameters) and words[0] != "void":
        results = [words[0]]
    result = f"!mir.tuple<{', '.join(results)}>" if len(results) > 1 else "".join(results)
    text = "%d %f %u %d" if row.name == "printf" else "some text"
    texts = ", ".join(f'{p.name} = "{text}"' for p in row.parameters if p.kind is ParameterKind.TEXT)
    names = ", ".join(f"%a{index}" for index in range(len(types)))
    arguments = ", ".join(f"%a{index}: {type}" for index, type in enumerate(types))
    return f"""
    mir.func private @{symbol}({", ".join(types)}){f" -> {result}" if result else ""}
    mir.func @caller({arguments}){f" -> {result}" if result else ""} {{
      {"%r = " if result else ""}mir.call @{symbol}({names}) {"{" + texts + "} " if texts else ""}: ({
        ", ".join(types)
    }) -> {result or "()"} loc("kernel.py":7:3)
      mir.return{f" %r : {result}" if result else ""}
    }}
    """


def all_words(row: Intrinsic) -> list[tuple[str, ...]]:
    choices = [
        [str(c) for c in p.choices] or (["void", "f32"] if p.kind is ParameterKind.TYPE else ["3"])
        for p in row.immediates
    ]
    words = list(itertools.product(*choices))
    return [
        w for w in words if row.name not in ("cp_async", "cp_async_zfill") or w[1] == "ca" or w[0] == "16"
    ]


WRITTEN = [row for row in INTRINSICS.values() if not row.plain]
PLAIN = [row for row in INTRINSICS.values() if row.plain]


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: row.name)
def test_every_row_that_is_an_instruction_is_rewritten(row: Intrinsic) -> None:
    *_, last = chosen = list(forms(row))
    module = parse(sample_module([chosen[0]] if last is chosen[0] else [chosen[0], last]))
    module.verify()
    rewrite_intrinsic_stubs(module, context())
    module.verify()
    assert not any(isinstance(op, mir.CallOp) for op in module.walk())
    made = [op for op in module.walk() if op.name.startswith("nvvm.")]
    assert row.template is not None
    expected = {row.template.name}
    if (
        row.mlir is not None and row.mlir.is_partial
    ):  # what MLIR has no words for is an operation of the row's own
        expected.add(row.mlir.operation)
    # The state of a barrier object comes from an arrival at it.
    names = {op.name for op in made} - ({"nvvm.mbarrier.arrive"} - expected)
    assert names and names <= expected
    assert all(isinstance(op, ConvergentOp) == row.convergent for op in made)
    lower_nvvm(module)
    module.verify()


@pytest.mark.parametrize("row", WRITTEN, ids=lambda row: row.name)
def test_every_row_is_rewritten(row: Intrinsic) -> None:
    variadic = (
        ("si32", "f64", "ui16", "i1")[: 2 if row.name == "inline_ptx" else 4] if row.is_variadic else ()
    )
    words = all_words(row)
    # Every word once, with every type.
    for overload, chosen in zip(itertools.cycle(row.overloads), words * len(row.overloads), strict=False):
        if row.name == "prefetch":
            continue
        module = parse(call_text(row, overload, chosen, variadic))
        module.verify()
        rewrite_intrinsic_stubs(module, context())
        module.verify()
        assert not any(isinstance(op, mir.CallOp) for op in module.walk())
        functions = [op for op in module.body.block.ops if isinstance(op, mir.FuncOp)]
        assert [function.sym_name.data for function in functions] == ["caller"]
        made = [op for op in module.walk() if op.name.startswith("nvvm.")]
        assert made or row.name == "device_assert"
        assert all(span_of(op.location) == Span("kernel.py", 7, 2) for op in made)
        if row.convergent:
            assert any(isinstance(op, ConvergentOp) for op in made)
        lower_nvvm(module)
        module.verify()


def test_prefetch_is_of_generic_and_global_memory() -> None:
    row = INTRINSICS["prefetch"]
    overload = row.overload("f32")
    assert overload is not None
    text = call_text(row, overload, ("L2",)).replace("shared", "global")
    module = parse(text)
    rewrite_intrinsic_stubs(module, context())
    module.verify()


def test_a_generic_pointer_is_taken_to_point_where_the_row_says() -> None:
    row = INTRINSICS["cp_async"]
    overload = row.overload("f32")
    assert overload is not None
    text = call_text(row, overload, ("4", "ca")).replace(", shared>", ">").replace(", global>", ">")
    module = parse(text.replace(".shared.global", ""))
    rewrite_intrinsic_stubs(module, context())
    module.verify()
    assert sum(op.name == "llvm.addrspacecast" for op in module.walk()) == 2


def test_a_new_row_is_all_that_a_new_intrinsic_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    row = instruction(
        "bit_field",
        "mine",
        "(x: u32, start: u32, length: u32) -> u32",
        "bfe.u32 $d, $x, $start, $length;",
        "Bits `start`, `start`+1, … of `x`.",
    )
    monkeypatch.setattr(table, "foreign_intrinsics", lambda: {"bit_field": row})
    module = parse(call_text(row, row.overloads[0], ()))
    rewrite_intrinsic_stubs(module, context())
    module.verify()
    (op,) = [op for op in module.walk() if op.name.startswith("nvvm.")]
    assert op.name == "nvvm.bit_field"
    lower_nvvm(module)
    module.verify()
    assert '"bfe.u32 $0, $1, $2, $3;", "=r,r,r,r"' in str(module)


def test_every_misfit_is_reported_at_its_place() -> None:
    module = parse(
        """
        mir.func private @__periclase_intrinsic.lane_idd() -> ui32
        mir.func private @__periclase_intrinsic.sync_warp(si32)
        mir.func @f(%m: si32) {
          %0 = mir.call @__periclase_intrinsic.lane_idd() : () -> ui32 loc("k.py":1:1)
          mir.call @__periclase_intrinsic.sync_warp(%m) : (si32) -> () loc("k.py":2:1)
          mir.return
        }
        """
    )
    with pytest.raises(CompileError) as caught:
        rewrite_intrinsic_stubs(module, context())
    found = [(d.code, str(d.span), d.help) for d in caught.value.diagnostics]
    assert found == [("PC0640", "k.py:1:1", "did you mean 'lane_id'?"), ("PC0641", "k.py:2:1", None)]
