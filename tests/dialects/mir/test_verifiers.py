"""What the verifiers of `mir` refuse, op by op: in generic syntax, which checks nothing itself."""

from __future__ import annotations

import re

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir import MIR
from periclase.dialects.mir.base import BinaryOperation, ComparisonOperation, UnaryOperation
from periclase.dialects.mir.bitwise import CountedOperation

OPT = '!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>'
VOID = '!mir.enum<"V", ui8 : none, [A = 0, B = 1 uninhabited], single, variant = 0, size = 0, align = 1>'

CASES: list[tuple[str, str]] = [
    # One type, and one that the op takes.
    ('"mir.add"(%a, %b) : (si32, si64) -> si32', "of one type, not si32 and si64"),
    ('"mir.add"(%a, %b) : (si32, si32) -> si64', "the result must be of type si32, not si64"),
    ('"mir.add"(%a, %b) : (i32, i32) -> i32', "the operands must be an integer or a float, not i32"),
    (
        '"mir.mul"(%a, %b) <{fastmath = #mir.fastmath<afn>}> : (si32, si32) -> si32',
        "fast-math flags need floats",
    ),
    ('"mir.checked_add"(%a, %b) : (si32, si32) -> si32', "the result must be of type !mir.tuple<si32, i1>"),
    ('"mir.checked_mul"(%a, %b) : (f32, f32) -> !mir.tuple<f32, i1>', "must be an integer, not f32"),
    ('"mir.lt"(%a, %b) : (si32, si32) -> si32', "the result must be of type i1"),
    ('"mir.lt"(%a, %b) : (!mir.ptr<f32>, !mir.ptr<f32>) -> i1', "must be an integer or a float or i1"),
    ('"mir.not"(%a) : (f32) -> f32', "must be an integer or i1, not f32"),
    ('"mir.sqrt"(%a) : (si32) -> si32', "must be a float, not si32"),
    ('"mir.popcount"(%a) : (ui64) -> ui64', "the result must be of type ui32"),
    ('"mir.shl"(%a, %b) : (si32, f32) -> si32', "the count must be an integer, not f32"),
    ('"mir.shl"(%a, %b) : (f32, si32) -> f32', "the value must be an integer, not f32"),
    ('"mir.rotate_left"(%a, %b) : (si32, si32) -> ui32', "the result must be of type si32"),
    ('"mir.fma"(%a, %b, %c) : (f32, f32, f64) -> f32', "of one type, not f32 and f64"),
    ('"mir.carrying_mul_add"(%a, %a, %a, %b) : (ui32, ui32, ui32, si32) -> si32', "of one type"),
    (
        '"mir.carrying_mul_add"(%a, %a, %a, %a) : (si32, si32, si32, si32) -> !mir.tuple<si32, si32>',
        "tuple<ui32, si32>",
    ),
    ('"mir.select"(%a, %b, %b) : (si32, f32, f32) -> f32', "the condition must be i1, not si32"),
    ('"mir.select"(%a, %b, %c) : (i1, f32, f64) -> f32', "of the result's type f32, not f64"),
    # Constants.
    (
        '"mir.constant"() <{value = 1 : i32}> : () -> i32',
        "must be a signed or unsigned integer, i1 or a float",
    ),
    ('"mir.constant"() <{value = 1 : si32}> : () -> si64', "of the value's type si32, not si64"),
    ('"mir.constant_aggregate"() <{value = [1 : si32]}> : () -> si32', "must be an array, tuple or struct"),
    (
        '"mir.constant_aggregate"() <{value = [1 : si32]}> : () -> !mir.tuple<si32, i1>',
        "must have 2 elements, not 1",
    ),
    (
        '"mir.constant_aggregate"() <{value = [1 : si8]}> : () -> !mir.array<1 x si32>',
        "a constant of type si32",
    ),
    (
        '"mir.constant_aggregate"() <{value = [true]}> : () -> !mir.array<1 x !mir.tuple<i1>>',
        "a list of its elements",
    ),
    # Casts, kind by kind.
    (
        '"mir.cast"(%a) <{kind = #mir.cast_kind<int_to_int>}> : (f32) -> si32',
        "from an integer or i1 to an integer",
    ),
    ('"mir.cast"(%a) <{kind = #mir.cast_kind<int_to_int>}> : (si32) -> i1', "compare it with 0 by mir.ne"),
    ('"mir.cast"(%a) <{kind = #mir.cast_kind<int_to_float>}> : (si32) -> si64', "to a float"),
    ('"mir.cast"(%a) <{kind = #mir.cast_kind<float_to_int>}> : (f32) -> i1', "from a float to an integer"),
    ('"mir.cast"(%a) <{kind = #mir.cast_kind<float_to_float>}> : (si32) -> f32', "from a float to a float"),
    (
        '"mir.cast"(%a) <{kind = #mir.cast_kind<ptr_to_ptr>}> : (ui64) -> !mir.ptr<f32>',
        "from a pointer to a pointer",
    ),
    (
        '"mir.cast"(%a) <{kind = #mir.cast_kind<ptr_to_ptr>}> : (!mir.ptr<f32>) -> !mir.slice<f32>',
        "from a pointer to",
    ),
    (
        '"mir.cast"(%a) <{kind = #mir.cast_kind<ptr_to_int>}> : (!mir.ptr<f32>) -> f32',
        "from a pointer to an integer",
    ),
    (
        '"mir.cast"(%a) <{kind = #mir.cast_kind<int_to_ptr>}> : (f32) -> !mir.ptr<f32>',
        "from an integer to a pointer",
    ),
    ('"mir.cast"(%a) <{kind = #mir.cast_kind<transmute>}> : (f32) -> ui64', "of one size, not 4 and 8 bytes"),
    (
        '"mir.cast"(%a) <{kind = #mir.cast_kind<unsize>}> : (!mir.ptr<!mir.array<4 x f32>>) -> !mir.slice<f64>',
        "unsize",
    ),
    (
        '"mir.cast"(%a) <{kind = #mir.cast_kind<mut_to_const>}> : (!mir.ptr<mut f32>) -> !mir.ptr<f64>',
        "mut_to_const",
    ),
    (
        '"mir.cast"(%a) <{kind = #mir.cast_kind<array_to_ptr>}> : (!mir.ptr<f32>) -> !mir.ptr<f32>',
        "array_to_ptr",
    ),
    ('"mir.cast"(%a) <{kind = #mir.cast_kind<reify_fn>}> : (f32) -> (() -> ())', "reify_fn"),
    # Aggregates.
    (
        '"mir.extract_field"(%a) <{index = 2 : i64}> : (!mir.tuple<si32, i1>) -> i1',
        "has 2 fields, there is no field 2",
    ),
    (
        '"mir.extract_field"(%a) <{index = 0 : i64}> : (!mir.tuple<si32, i1>) -> i1',
        "must be of type si32, not i1",
    ),
    ('"mir.extract_field"(%a) <{index = 0 : i64}> : (f32) -> f32', "f32 has no numbered fields"),
    (f'"mir.extract_field"(%a) <{{index = 0 : i64}}> : ({OPT}) -> f32', "has no numbered fields"),
    (
        '"mir.insert_field"(%a, %b) <{index = 1 : i64}> : (!mir.slice<f32>, si32) -> !mir.slice<f32>',
        "of type ui64",
    ),
    (
        '"mir.insert_field"(%a, %b) <{index = 0 : i64}> : (!mir.tuple<si32>, si32) -> !mir.tuple<si64>',
        "the result",
    ),
    ('"mir.construct_tuple"(%a) : (si32) -> !mir.tuple<si32, i1>', "has 2 fields, but 1 values are given"),
    ('"mir.construct_tuple"(%a) : (si32) -> si32', "the result must be a tuple, not si32"),
    (
        '"mir.construct_struct"(%a) : (si32) -> !mir.struct<"S", {x: f32}>',
        "field 0 of .* is of type f32, not si32",
    ),
    ('"mir.construct_struct"(%a) : (si32) -> !mir.tuple<si32>', "the result must be a struct"),
    ('"mir.construct_array"(%a, %a) : (f32, f32) -> !mir.array<3 x f32>', "has 3 fields, but 2 values"),
    ('"mir.construct_array"(%a) : (f32) -> f32', "the result must be an array"),
    (
        '"mir.construct_slice"(%a, %b) : (!mir.ptr<f32>, si64) -> !mir.slice<f32>',
        "field 1 .* of type ui64, not si64",
    ),
    ('"mir.construct_slice"(%a, %b) : (!mir.ptr<f32>, ui64) -> f32', "the result must be a slice"),
    ('"mir.construct_disjoint_slice"(%a) : (f32) -> f32', "the result must be a disjoint slice"),
    (
        f'"mir.construct_enum"() <{{variant = 2 : i64}}> : () -> {OPT}',
        "has 2 variants, there is no variant 2",
    ),
    (f'"mir.construct_enum"() <{{variant = 1 : i64}}> : () -> {OPT}', "variant 1 has 1 fields, but 0 values"),
    (f'"mir.construct_enum"() <{{variant = 1 : i64}}> : () -> {VOID}', "variant 1 of .* is uninhabited"),
    ('"mir.construct_enum"() <{variant = 0 : i64}> : () -> f32', "expected an enum, not f32"),
    ('"mir.extract_element"(%a, %b) : (!mir.array<2 x f32>, f32) -> f32', "the index must be an integer"),
    ('"mir.extract_element"(%a, %b) : (!mir.tuple<f32>, ui64) -> f32', "expected an array"),
    ('"mir.extract_element"(%a, %b) : (!mir.array<2 x f32>, ui64) -> f64', "must be of type f32, not f64"),
    (
        '"mir.insert_element"(%a, %b, %c) : (!mir.array<2 x f32>, si32, ui64) -> !mir.array<2 x f32>',
        "of type f32",
    ),
    (
        '"mir.field_addr"(%a) <{index = 0 : i64}> : (!mir.ptr<!mir.tuple<f32>>) -> !mir.ptr<mut f32>',
        "the result",
    ),
    ('"mir.field_addr"(%a) <{index = 0 : i64}> : (f32) -> !mir.ptr<f32>', "expected a pointer, not f32"),
    ('"mir.element_addr"(%a, %b) : (!mir.ptr<f32>, ui64) -> !mir.ptr<f32>', "expected an array"),
    (
        '"mir.element_addr"(%a, %b) : (!mir.ptr<!mir.array<2 x f32>>, i1) -> !mir.ptr<f32>',
        "the index must be",
    ),
    (f'"mir.get_discriminant"(%a) : ({OPT}) -> ui32', "must be of type ui8, not ui32"),
    ('"mir.get_discriminant"(%a) : (f32) -> ui32', "expected an enum, not f32"),
    (
        f'"mir.set_discriminant"(%a) <{{variant = 0 : i64}}> : (!mir.ptr<{OPT}>) -> ()',
        "the pointer must be mutable",
    ),
    (f'"mir.set_discriminant"(%a) <{{variant = 5 : i64}}> : (!mir.ptr<mut {OPT}>) -> ()', "no variant 5"),
    (
        f'"mir.enum_payload"(%a) <{{variant = 1 : i64, index = 1 : i64}}> : ({OPT}) -> f32',
        "there is no field 1",
    ),
    (
        f'"mir.enum_payload"(%a) <{{variant = 1 : i64, index = 0 : i64}}> : ({OPT}) -> f64',
        "must be of type f32",
    ),
    (
        f'"mir.enum_payload_addr"(%a) <{{variant = 1 : i64, index = 0 : i64}}> : (!mir.ptr<{OPT}>) -> !mir.ptr<mut f32>',
        "must be of type !mir.ptr<f32>",
    ),
    # Memory.
    ('"mir.alloca"() <{allocated_type = f32}> : () -> !mir.ptr<f32>', "must be of type !mir.ptr<mut f32>"),
    (
        '"mir.alloca"() <{allocated_type = f32, alignment = 3 : i64}> : () -> !mir.ptr<mut f32>',
        "power of two, not 3",
    ),
    (
        '"mir.alloca"() <{allocated_type = tensor<2xf32>}> : () -> !mir.ptr<mut f32>',
        "has no layout in memory",
    ),
    ('"mir.load"(%a) : (!mir.ptr<f32>) -> f64', "must be of type f32, not f64"),
    ('"mir.load"(%a) : (!mir.slice<f32>) -> f32', "expected a pointer, not !mir.slice<f32>"),
    ('"mir.store"(%a, %b) : (f64, !mir.ptr<mut f32>) -> ()', "of type f32, which the pointer has, not f64"),
    ('"mir.store"(%a, %b) : (f32, !mir.ptr<f32>) -> ()', "the pointer must be mutable"),
    ('"mir.store"(%a, %b) <{alignment = 0 : i64}> : (f32, !mir.ptr<mut f32>) -> ()', "power of two, not 0"),
    ('"mir.ptr_offset"(%a, %b) : (!mir.ptr<f32>, f32) -> !mir.ptr<f32>', "the count must be an integer"),
    ('"mir.ptr_offset"(%a, %b) : (!mir.ptr<f32>, ui64) -> !mir.ptr<f64>', "the result must be of type"),
    ('"mir.ptr_diff"(%a, %b) : (!mir.ptr<f32>, !mir.ptr<f64>) -> si64', "the pointers must be of one type"),
    ('"mir.ptr_diff"(%a, %b) : (!mir.ptr<f32>, !mir.ptr<f32>) -> ui64', "the result must be of type si64"),
    ('"mir.ptr_diff"(%a, %b) : (!mir.ptr<!mir.tuple<>>, !mir.ptr<!mir.tuple<>>) -> si64', "have no bytes"),
    (
        '"mir.is_aligned"(%a) <{alignment = 16 : i64}> : (!mir.slice<f32>) -> i1',
        "must be a pointer, not !mir.slice",
    ),
    ('"mir.is_aligned"(%a) <{alignment = 12 : i64}> : (!mir.ptr<f32>) -> i1', "a power of two, not 12 : i64"),
    ('"mir.is_aligned"(%a) <{alignment = 0 : i64}> : (!mir.ptr<f32>) -> i1', "a power of two, not 0 : i64"),
    ('"mir.is_aligned"(%a) <{alignment = 8 : i32}> : (!mir.ptr<f32>) -> i1', "a power of two, not 8 : i32"),
    (
        '"mir.is_aligned"(%a) <{alignment = 8 : i64}> : (!mir.ptr<f32>) -> ui8',
        "the result must be of type i1",
    ),
    ('"mir.memcpy"(%a, %b, %c) : (!mir.ptr<mut f32>, !mir.ptr<f64>, ui64) -> ()', "can not be copied from"),
    ('"mir.memcpy"(%a, %b, %c) : (!mir.ptr<f32>, !mir.ptr<f32>, ui64) -> ()', "the pointer must be mutable"),
    (
        '"mir.memmove"(%a, %b, %c) : (!mir.ptr<mut f32>, !mir.ptr<f32>, f32) -> ()',
        "the count must be an integer",
    ),
    ('"mir.memset"(%a, %b, %c) : (!mir.ptr<mut f32>, f32, ui64) -> ()', "the byte must be of type ui8"),
    ('"mir.swap"(%a, %b) : (!mir.ptr<mut f32>, !mir.ptr<mut f64>) -> ()', "must point to one type"),
    ('"mir.ref"(%a) : (f32) -> !mir.ptr<mut f32>', "the result must be of type !mir.ptr<f32>"),
    (
        '"mir.shared_alloc"() <{allocated_type = f32, key = "k"}> : () -> !mir.ptr<mut f32>',
        "!mir.ptr<mut f32, shared>",
    ),
    (
        '"mir.dynamic_shared"() <{element_type = f32, byte_offset = 2 : i64}> : () -> !mir.ptr<mut f32, shared>',
        "a multiple of the alignment 4 of f32, not 2",
    ),
    (
        '"mir.dynamic_shared"() <{element_type = f32, byte_offset = 0 : i64}> : () -> !mir.ptr<f32>',
        "must be of type",
    ),
    (
        '"mir.global_alloc"() <{allocated_type = f32, key = "k", immutable}> : () -> !mir.ptr<f32, constant>',
        "initial value",
    ),
    (
        '"mir.global_alloc"() <{allocated_type = f32, key = "k", initializer = 1 : si32}> : () -> !mir.ptr<mut f32, global>',
        "expected a constant of type f32",
    ),
    (
        '"mir.global_alloc"() <{allocated_type = f32, key = "k"}> : () -> !mir.ptr<mut f32>',
        "!mir.ptr<mut f32, global>",
    ),
    ('"mir.storage_live"(%a) : (f32) -> ()', "expected a pointer, not f32"),
    ('"mir.storage_dead"(%a) : (f32) -> ()', "expected a pointer, not f32"),
    ('"mir.dbg_value"(%a) <{variable = ""}> : (f32) -> ()', "the variable must have a name"),
    # Control.
    (
        '"mir.assert"(%a) <{message = "m", kind = #mir.assert_kind<user>}> : (si32) -> ()',
        "the condition must be i1",
    ),
    ('"mir.unroll_hint"() <{factor = -1 : i64}> : () -> ()', "must not be negative, not -1"),
    ('"mir.call"() <{callee = @a::@b}> : () -> ()', "must be a function of the module"),
]

FUNCTIONS: list[tuple[str, str]] = [
    ("mir.func @f() attributes {kernel}", "a kernel must have a body"),
    ("mir.func @f() -> si32 attributes {kernel} { mir.unreachable }", "a kernel returns nothing"),
    (
        "mir.func @f() attributes {launch_bounds = #mir.launch_bounds<32>} { mir.return }",
        "only a kernel has launch_bounds",
    ),
    ("mir.func @f() attributes {cooperative} { mir.return }", "only a kernel has cooperative"),
    (
        "mir.func @f() attributes {kernel, cooperative = 1 : i32} { mir.return }",
        "should be of base attribute unit",
    ),
    (
        "mir.func @f() attributes {required_block = #mir.block_dims<1, 1, 1>} { mir.return }",
        "only a kernel has required",
    ),
    ('mir.func @f() attributes {inline_policy = "maybe"} { mir.return }', 'must be "always" or "never"'),
    ("mir.func @f() -> (si32, si32) { mir.unreachable }", "at most one value, not 2: return a tuple"),
    ("mir.func @f(%x: si32) -> f32 { mir.return %x : si32 }", r"@f returns \(f32\), not \(si32\)"),
    ("mir.func @f() -> f32 { mir.return }", r"@f returns \(f32\), not \(\)"),
    ("mir.func @f() { %0 = mir.undef : f32 }", "is not a terminator"),
    ("mir.func @f() { ^a: mir.goto ^a }", "the entry block must not be branched to"),
    (
        '"mir.func"() <{sym_name = "f", function_type = (si32) -> ()}> ({ ^a: mir.return }) : () -> ()',
        "entry block's arguments",
    ),
    ("mir.func @f() { mir.goto ^a ^a(%x: f32): mir.return }", r"successor 0 takes \(f32\), not \(\)"),
    (
        "mir.func @f(%c: i1, %y: si32) { mir.cond_br %c, ^a, ^b(%y : si32) ^a: mir.return ^b(%x: f32): mir.return }",
        r"successor 1 takes \(f32\), not \(si32\)",
    ),
    (
        'mir.func @f(%c: si32) { "mir.cond_br"(%c) [^a, ^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (si32) -> () '
        "^a: mir.return }",
        "the condition must be i1",
    ),
    (
        "mir.func @f(%n: si32) { mir.switch %n : si32, default ^a, [1: ^a, 1: ^a] ^a: mir.return }",
        "two cases are of one value",
    ),
    (
        'mir.func @f(%n: f32) { "mir.switch"(%n) [^a] <{operandSegmentSizes = array<i32: 1, 0, 0>, case_values = [], '
        "case_operand_segments = array<i32>}> : (f32) -> () ^a: mir.return }",
        "the value must be an integer",
    ),
    (
        'mir.func @f(%n: si32) { "mir.switch"(%n) [^a] <{operandSegmentSizes = array<i32: 1, 0, 0>, case_values = [1 : si8], '
        "case_operand_segments = array<i32: 0>}> : (si32) -> () ^a: mir.return }",
        "integers of the value's type si32",
    ),
    (
        'mir.func @f(%n: si32) { "mir.switch"(%n) [^a] <{operandSegmentSizes = array<i32: 1, 0, 0>, case_values = [1 : si32], '
        "case_operand_segments = array<i32: 0>}> : (si32) -> () ^a: mir.return }",
        "1 case values for 0 blocks",
    ),
    (
        "mir.func @g() attributes {kernel} { mir.return } mir.func @f() { mir.call @g() : () -> () mir.return }",
        "is a kernel",
    ),
    ("mir.func @f() { mir.call @g() : () -> () mir.return }", "@g is not declared in the module"),
    (
        "mir.func @g() -> f32 mir.func @f() { mir.call @g() : () -> () mir.return }",
        r"@g returns \(f32\), not \(\)",
    ),
    ("mir.func @g(f32) mir.func @f() { mir.call @g() : () -> () mir.return }", r"@g takes \(f32\), not \(\)"),
]


@pytest.fixture(scope="module")
def context() -> Context:
    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(MIR)
    return ctx


@pytest.mark.parametrize(("text", "message"), CASES)
def test_refused(text: str, message: str, context: Context) -> None:
    op = Parser(context, text).parse_op()
    with pytest.raises(VerifyException, match=message):
        op.verify()


@pytest.mark.parametrize(("text", "message"), FUNCTIONS)
def test_function_refused(text: str, message: str, context: Context) -> None:
    module = Parser(context, text).parse_module()
    with pytest.raises(VerifyException, match=message):
        module.verify()


@pytest.mark.parametrize("index", [-1, 2, 7])
def test_constant_index_beyond_the_array(index: int, context: Context) -> None:
    for op in (
        "mir.extract_element %a[%i] : !mir.array<2 x f32>, si64",
        "mir.insert_element %v into %a[%i] : !mir.array<2 x f32>, si64",
    ):
        text = f"mir.func @f(%a: !mir.array<2 x f32>, %v: f32) {{ %i = mir.constant {index} : si64 %0 = {op} mir.return }}"
        module = Parser(context, text).parse_module()
        with pytest.raises(VerifyException, match=f"has 2 elements, there is no element {index}"):
            module.verify()


def test_every_op_has_something_that_it_refuses() -> None:
    """Families share one verifier, of which one member is enough; the rest is named here."""
    tested = {name for text, _ in CASES + FUNCTIONS for name in re.findall(r"mir\.\w+", text)}
    families = (ComparisonOperation, BinaryOperation, UnaryOperation, CountedOperation)
    nothing_to_refuse = {"mir.undef", "mir.panic", "mir.unreachable"}

    def is_tested(op: type[Operation]) -> bool:
        return op.name in tested or issubclass(op, families) or op.name in nothing_to_refuse

    assert [op.name for op in MIR.operations if not is_tested(op)] == []


def test_function_without_body_has_no_argument_attributes(context: Context) -> None:
    text = '"mir.func"() <{sym_name = "f", function_type = (f32) -> (), arg_attrs = [{}]}> ({}) : () -> ()'
    with pytest.raises(VerifyException, match="a declaration has no arg_attrs"):
        Parser(context, text).parse_op().verify()
