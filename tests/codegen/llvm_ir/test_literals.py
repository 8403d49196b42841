"""Constants, bit by bit: what LLVM reads back is what the attribute held."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from llvm_modules import accepted, llvm, printed
from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    TensorType,
    UnknownLoc,
    VectorType,
    bf16,
    f16,
    f32,
    f64,
    i8,
)
from xdsl.ir import Attribute

from periclase.codegen.llvm_ir import print_module
from periclase.codegen.llvm_ir.literals import float_bits_text, literal_text
from periclase.codegen.llvm_ir.types import TypeTable
from periclase.dialects.llvm import GlobalOp
from periclase.dialects.llvm.types import LLVMArrayType


def bits_seen_by_llvm(constant: str, type: str, width: int) -> int:
    """LLVM's own view of a floating-point constant: it folds the bitcast to an integer."""
    text = f"define i{width} @f() {{\n  %r = bitcast {type} {constant} to i{width}\n  ret i{width} %r\n}}\n"
    module = accepted(text)
    builder = llvm().create_pass_builder(_machine(), llvm().create_pipeline_tuning_options(1))
    builder.getModulePassManager().run(module, builder)
    (line,) = [line for line in str(module).splitlines() if line.strip().startswith("ret ")]
    return int(line.split()[-1]) & ((1 << width) - 1)


def _machine() -> object:
    target = llvm().Target.from_triple("nvptx64-nvidia-cuda")
    return target.create_target_machine(cpu="sm_90", features="+ptx80")


FLOATS: list[tuple[AnyFloat, str]] = [(f16, "half"), (bf16, "bfloat"), (f32, "float"), (f64, "double")]


@settings(max_examples=60, deadline=None)
@given(bits=st.integers(0, (1 << 64) - 1), kind=st.sampled_from(FLOATS))
def test_every_float_bit_pattern_survives(bits: int, kind: tuple[AnyFloat, str]) -> None:
    type, name = kind
    width = type.bitwidth
    pattern = bits & ((1 << width) - 1)
    text = float_bits_text(pattern, type)
    assert text is not None
    assert bits_seen_by_llvm(text, name, width) == pattern


@pytest.mark.parametrize(
    "pattern", [0x7F800001, 0xFF800001, 0x7FC00000, 0x7FFFFFFF, 0x7F800000, 0x80000000, 1, 0x007FFFFF]
)
def test_hard_single_patterns(pattern: int) -> None:
    text = float_bits_text(pattern, f32)
    assert text is not None
    assert bits_seen_by_llvm(text, "float", 32) == pattern


@settings(max_examples=40, deadline=None)
@given(value=st.floats(width=64), kind=st.sampled_from(FLOATS))
def test_float_attribute_is_printed_as_the_bits_it_holds(value: float, kind: tuple[AnyFloat, str]) -> None:
    type, name = kind
    attribute = FloatAttr(value, type)
    text = literal_text(attribute, type, TypeTable())
    seen = bits_seen_by_llvm(text, name, type.bitwidth)
    if math.isnan(value):
        assert math.isnan(type.unpack(seen.to_bytes(type.bitwidth // 8, "little"), 1)[0])
    else:
        assert seen.to_bytes(type.bitwidth // 8, "little") == type.pack((attribute.value.data,))


@settings(max_examples=60, deadline=None)
@given(width=st.integers(1, 130), data=st.data())
def test_integers_of_every_width(width: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(-(1 << (width - 1)), (1 << width) - 1))
    type = IntegerType(width)
    text = literal_text(IntegerAttr(value, type), type, TypeTable())
    module = accepted(f"@g = global i{width} {text}\n")
    shown = str(next(iter(module.global_variables))).split()[-1]
    read = {"true": 1, "false": 0}.get(shown)
    assert (int(shown) if read is None else read) % (1 << width) == value % (1 << width)


def global_of(type: Attribute, value: Attribute) -> str:
    module = ModuleOp([GlobalOp.make("g", type, value=value, constant=True, location=UnknownLoc())])
    module.verify()
    text = print_module(module)
    accepted(text)
    return text.split("\n\n")[1].strip().removeprefix("@g = internal constant ")


@settings(max_examples=40, deadline=None)
@given(data=st.binary(min_size=1, max_size=40))
def test_string_of_any_bytes(data: bytes) -> None:
    text = global_of(LLVMArrayType(len(data), i8), BytesAttr(data))
    start = text.index('c"') + 2
    body, found, position = text[start : text.rindex('"')], bytearray(), 0
    while position < len(body):
        if body[position] == "\\":
            found.append(int(body[position + 1 : position + 3], 16))
            position += 3
        else:
            found.append(ord(body[position]))
            position += 1
    assert bytes(found) == data


def test_text_string_is_utf8() -> None:
    text = printed('llvm.mlir.global internal constant @s("aé\\"")')
    assert '@s = internal constant [4 x i8] c"a\\C3\\A9\\22"' in text


def test_dense_values() -> None:
    vector = DenseIntOrFPElementsAttr.from_list(VectorType(f32, [2]), [1.0, -0.0])
    assert global_of(VectorType(f32, [2]), vector) == (
        "<2 x float> <float 0x3FF0000000000000, float 0x8000000000000000>"
    )
    matrix = DenseIntOrFPElementsAttr.from_list(TensorType(IntegerType(16), [2, 2]), [1, 2, 3, -4])
    nested = LLVMArrayType(2, LLVMArrayType(2, IntegerType(16)))
    assert (
        global_of(nested, matrix) == "[2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] [i16 3, i16 -4]]"
    )
    rows = LLVMArrayType(2, VectorType(IntegerType(16), [2]))
    assert global_of(rows, matrix) == "[2 x <2 x i16>] [<2 x i16> <i16 1, i16 2>, <2 x i16> <i16 3, i16 -4>]"


def test_splat_fills_the_type() -> None:
    text = printed("llvm.mlir.global internal constant @t(dense<7> : tensor<3xi32>) : !llvm.array<3 x i32>")
    assert "[3 x i32] [i32 7, i32 7, i32 7]" in text


@settings(max_examples=30, deadline=None)
@given(patterns=st.lists(st.integers(0, 0xFFFFFFFF), min_size=1, max_size=8))
def test_dense_floats_keep_their_bits(patterns: list[int]) -> None:
    data = b"".join(pattern.to_bytes(4, "little") for pattern in patterns)
    type = VectorType(f32, [len(patterns)])
    assume(len(patterns) == 1 or len(set(patterns)) > 1)
    value = DenseIntOrFPElementsAttr(type, BytesAttr(data))
    expected = ", ".join(f"float {float_bits_text(pattern, f32)}" for pattern in patterns)
    assert literal_text(value, type, TypeTable()) == f"<{expected}>"


def test_struct_of_literals() -> None:
    text = printed(
        """llvm.func @f() -> !llvm.struct<(i32, array<2 x f32>)> {
          %c = llvm.mlir.constant([1 : i32, [2.0 : f32, 3.0 : f32]]) : !llvm.struct<(i32, array<2 x f32>)>
          llvm.return %c : !llvm.struct<(i32, array<2 x f32>)>
        }"""
    )
    assert (
        "ret { i32, [2 x float] } { i32 1, [2 x float] [float 0x4000000000000000, float 0x4008000000000000] }"
        in text
    )


def test_integer_literal_for_a_float_gives_its_bits() -> None:
    text = printed(
        """llvm.func @f() -> f32 {
          %c = llvm.mlir.constant(2143289344 : i32) : f32
          llvm.return %c : f32
        }"""
    )
    assert "ret float 0x7FF8000000000000" in text
    assert struct.pack("<I", 2143289344) == struct.pack("<f", math.nan)
