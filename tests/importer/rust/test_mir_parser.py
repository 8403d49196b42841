"""The parser of MIR text: on what rustc wrote for our own sources, and on single lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from recorded_mir import RECORDED

from periclase.diagnostics import CompileError
from periclase.importer.rust.mir_lexer import Cursor, MirText
from periclase.importer.rust.mir_parser import MirProgram
from periclase.importer.rust.mir_syntax import (
    Address,
    AssertCondition,
    Assign,
    Binary,
    Body,
    Call,
    ConstantIndex,
    ConstantOperand,
    Constructed,
    Deref,
    Downcast,
    Field,
    Index,
    Named,
    Number,
    Place,
    Statement,
    StructValue,
    Switch,
    Use,
)
from periclase.importer.rust.operand_parser import ConstantTypes, parse_constant, parse_place, parse_rvalue
from periclase.importer.rust.rust_types import Closure, FunctionItem, Nominal, Reference, walk
from periclase.importer.rust.type_parser import parse_path, parse_type


def program(path: Path) -> MirProgram:
    return MirProgram(path.read_text(encoding="utf-8"), path.name)


def recorded(name: str) -> MirProgram:
    return next(program(path) for path in RECORDED if path.stem == name)


def body(of: MirProgram, name: str) -> Body:
    return of.body(of.functions[name])


def test_there_is_recorded_text() -> None:
    assert {path.stem for path in RECORDED} >= {"basics", "constructs"}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_line_of_recorded_text_is_understood(path: Path) -> None:
    of = program(path)
    declared = [line for line in of.text.lines if line.startswith("fn ")]
    assert len(of.functions) + len(of.evaluated) == len(declared)
    count = 0
    for item in [*of.functions.values(), *of.evaluated.values(), *of.constants.values()]:
        if item.value is None:
            count += sum(len(block.statements) + 1 for block in of.body(item).blocks.values())
    lines = [line.split(" //")[0].strip() for line in of.text.lines if line.startswith("        ")]
    said = [
        line
        for line in lines
        if line.endswith(";") and not line.startswith(("Storage", "let ", "debug ", "nop", "//"))
    ]
    assert count == len(said)
    for number in range(1000):
        found = of.allocation(number)
        assert found is None or found.described or len(found.data) == found.size


def statements(of: Body) -> list[Statement]:
    return [s for block in of.blocks.values() for s in block.statements]


def test_vecadd() -> None:
    of = body(recorded("basics"), "vecadd")
    assert [str(of.locals[n]) for n in range(5)] == ["()", "&[f32]", "&[f32]", "&mut [f32]", "usize"]
    assert [(v.name, v.place) for v in of.variables] == [
        (name, Place(n)) for n, name in ((1, "a"), (2, "b"), (3, "c"), (4, "i"))
    ]
    call = of.blocks[0].terminator
    assert isinstance(call, Call)
    assert isinstance(call.callee, ConstantOperand)
    assert isinstance(call.callee.type, FunctionItem)
    assert str(call.callee.type.path) == "tid"
    assert call.target == 1
    assert (call.source.scope, call.source.file, call.source.line, call.source.column) == (
        0,
        "basics.rs",
        14,
        13,
    )
    switch = of.blocks[1].terminator
    assert isinstance(switch, Switch)
    assert (switch.cases, switch.otherwise) == (((0, 5),), 2)
    check = of.blocks[2].terminator
    assert isinstance(check, AssertCondition)
    assert check.message.startswith("index out of bounds")
    assert check.expected
    add = next(s for s in of.blocks[4].statements if isinstance(s, Assign) and isinstance(s.value, Binary))
    assert add.place == Place(3, (Deref(), Index(4)))


def test_scopes_lead_through_inlined_calls() -> None:
    of = body(recorded("basics"), "it1")
    inner = [s for s in statements(of) if s.source.file.endswith("ptr/non_null.rs")]
    assert inner
    scope = of.scopes[inner[0].source.scope]
    chain: list[str] = []
    while scope.parent is not None:
        if scope.inlined is not None:
            assert scope.call is not None
            chain.append(scope.inlined)
        scope = of.scopes[scope.parent]
    assert chain[-1] == "core::slice::<impl [u32]>::iter"
    assert len(chain) >= 3


def test_the_types_of_constants_come_from_the_comments() -> None:
    of = body(recorded("basics"), "f1")
    values = [s.value for s in statements(of) if isinstance(s, Assign)]
    assert all(str(v.operand.type) == "core::option::Option<F>" for v in values)  # type: ignore[attr-defined]
    (some,) = [v.operand.value for v in values if "Z" in str(v)]  # type: ignore[attr-defined]
    assert isinstance(some, Constructed)
    assert isinstance(some.fields[0], Named)
    assert some.fields[0].path.plain == "F::Z"


def test_statics_and_allocations() -> None:
    of = recorded("constructs")
    address = next(s.value.operand for s in statements(body(of, "a2")) if "Address" in str(s))  # type: ignore[attr-defined]
    assert isinstance(address.value, Address)
    found = of.allocation(address.value.allocation)
    assert found is not None
    assert (found.static, found.size, found.align) == ("TBL", 12, 4)
    assert bytes(found.data) == bytes((7, 0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0))  # type: ignore[arg-type]
    assert of.constants["SC"].kind == "const"
    assert of.constants["SH"].kind == "static mut"


def cursor(text: str) -> Cursor:
    return Cursor(MirText("line", [text]), 0)


@pytest.mark.parametrize(
    "text",
    [
        "core::option::Option<&mut f32>",
        "&mut [f32]",
        "*const [core::mem::MaybeUninit<u32>; 5]",
        "(u32, (), (f32,))",
        "{closure@<impl at src/a b.rs:23:69: 23:72>::f::{closure#1}}",
        "{closure@<A<u8> as T<u32>>::f<B>::{closure#0}::{closure#2}}",
        "core::iter::Map<core::ops::Range<u32>, {closure@core::iter::adapters::f<u32, {closure@a::{closure#3}}>::{closure#0}}>",
        "<u32 as core::ops::Add>::Output",
        "fn(u32, &'static str) -> ! {core::panicking::panic}",
        "core::slice::Iter<'_, u32>",
        "[u8; N]",
        "S<3, true, 'x'>",
        "fn()",
    ],
)
def test_types_have_one_text(text: str) -> None:
    at = cursor(text)
    parsed = parse_type(at)
    assert at.kind == ""
    again = parse_type(cursor(str(parsed)))
    assert again == parsed
    assert str(again) == str(parsed)


def test_types_without_lifetimes() -> None:
    assert (
        str(parse_type(cursor("for<'a, 'b> unsafe fn(&'a u32, &'b mut T<'a>) -> R<'b>")))
        == "fn(&u32, &mut T<'_>) -> R<'_>"
    )
    assert str(parse_type(cursor("(*const u32) is !null"))) == "*const u32"
    closure = parse_type(cursor("&mut {closure@f::<u8>::{closure#1}}"))
    assert closure == Reference(Closure(parse_path(cursor("f<u8>::{closure#1}"))), True)
    assert [str(part) for part in walk(parse_type(cursor("(A<B>, [C])")))] == [
        "(A<B>, [C])",
        "A<B>",
        "B",
        "[C]",
        "C",
    ]


@pytest.mark.parametrize(
    ("text", "plain", "whole"),
    [
        (
            "core::option::Option::<u32>::Some",
            "core::option::Option::Some",
            "core::option::Option<u32>::Some",
        ),
        ("std::f32::consts::PI", "core::f32::consts::PI", "std::f32::consts::PI"),
        ("<Q as Op>::ap", "Op::ap", "<Q as Op>::ap"),
        (
            "<impl at b.rs:12:1: 12:14>::ap",
            "<impl at b.rs:12:1: 12:14>::ap",
            "<impl at b.rs:12:1: 12:14>::ap",
        ),
        ("f::promoted[3]", "f::promoted[3]", "f::promoted[3]"),
        ("f::{closure#0}", "f::{closure#0}", "f::{closure#0}"),
    ],
)
def test_paths(text: str, plain: str, whole: str) -> None:
    path = parse_path(cursor(text))
    assert (path.plain, str(path)) == (plain, whole)


@pytest.mark.parametrize("text", ["a::B<u32,>", "(u32, u8,)", "fn(u32,) -> u8", "a::::B"])
def test_types_that_rustc_never_prints_are_refused(text: str) -> None:
    with pytest.raises(CompileError, match="expected"):
        parse_type(cursor(text))
    assert str(parse_type(cursor("(u32,)"))) == "(u32,)"
    assert str(parse_type(cursor("[u8; a::::B::{constant#0}]"))) == "[u8; a::B::{constant#0}]"


def test_a_local_that_is_there_twice_is_refused() -> None:
    text = recorded("basics").text.lines
    at = next(n for n, line in enumerate(text) if line.strip().startswith("let "))
    doubled = MirProgram("\n".join((*text[: at + 1], *text[at:])))
    item = next(item for item in doubled.functions.values() if item.line < at < item.end)
    with pytest.raises(CompileError, match="is there twice") as raised:
        doubled.body(item)
    assert raised.value.diagnostic.span is not None
    assert raised.value.diagnostic.span.line == at + 2


def test_places() -> None:
    place = parse_place(cursor("(((*_12).0: core::ops::R)[2 of 4] as Some)[-1 of 3]"))
    assert place.local == 12
    assert place.projection[0] == Deref()
    assert isinstance(place.projection[1], Field)
    assert isinstance(place.projection[1].type, Nominal)
    assert place.projection[2:] == (ConstantIndex(2, False), Downcast("Some"), ConstantIndex(1, True))


@pytest.mark.parametrize(
    ("text", "value", "type"),
    [
        ("1_u32", 1, "u32"),
        ("-128_i8", -128, "i8"),
        ("340282366920938463463374607431768211455_u128", 2**128 - 1, "u128"),
        ("usize::MAX", 2**64 - 1, "usize"),
        ("i16::MIN", -(2**15), "i16"),
        ("1f32", 1.0, "f32"),
        ("-0f64", -0.0, "f64"),
        ("9.99999968E-21f32", 9.99999968e-21, "f32"),
        ("+Inf_f32", float("inf"), "f32"),
        ("-Inf_f64", float("-inf"), "f64"),
    ],
)
def test_numbers(text: str, value: float, type: str) -> None:
    constant = parse_constant(cursor(text))
    assert isinstance(constant, Number)
    assert (constant.value, str(constant.type)) == (value, type)


def test_constants_with_names() -> None:
    constant = parse_constant(cursor("core::ops::IndexRange {{ start: 0_usize, end: 5_usize }}"))
    assert isinstance(constant, Constructed)
    assert constant.names == ("start", "end")
    value = parse_rvalue(cursor("P { a: move _2, b: const 3_u8 };"), ConstantTypes())
    assert isinstance(value, StructValue)
    assert isinstance(value.fields[0], Use)
    assert value.names == ("a", "b")


def test_lengths_that_another_crate_has() -> None:
    path = parse_path(cursor("shapes::::grid::filled::{constant#0} "))
    assert str(path) == "shapes::grid::filled::{constant#0}"


@pytest.mark.parametrize("operand", ["copy _1", "move ((*_1).0: &u32)"])
def test_borrows_that_are_no_new_ones_are_copies(operand: str) -> None:
    """rustc 1.97 says of some copies that they are no new borrow."""
    value, plain = (
        parse_rvalue(cursor(f"{before}{operand};"), ConstantTypes()) for before in ("no_retag ", "")
    )
    assert value == plain


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("_0 = Frob(copy _1, const 2) ;", 34, "expected a number with its type"),
        ("_0 = copy _1 as u32;", 28, "expected the kind of the cast"),
        ("_0 = copy _1 § 3;", 22, "expected `;`"),
        ("switchInt(copy _1) -> [0: bb1];", 38, "expected `,`"),
        ("_0 = copy _1; // scope x", 23, "expected the place in the source"),
        ("frobnicate(_1);", 9, "expected a local variable"),
    ],
)
def test_an_unknown_line_is_an_error_at_its_place(line: str, column: int, message: str) -> None:
    text = f"fn f(_1: u32) -> u32 {{\n    bb0: {{\n        {line}\n        return;\n    }}\n}}\n"
    of = MirProgram(text, "f.mir")
    with pytest.raises(CompileError) as raised:
        body(of, "f")
    diagnostic = raised.value.diagnostic
    assert diagnostic.code == "PC0320"
    assert message in diagnostic.message
    assert diagnostic.span is not None
    assert (diagnostic.span.file, diagnostic.span.line, (diagnostic.span.column or 0) + 1) == (
        "f.mir",
        3,
        column,
    )


@pytest.mark.parametrize(
    "text",
    [
        "fn f() -> () {\n    bb0: {\n        return;\n    }\n",
        "fn f() -> () {\n    bb1: {\n        return;\n    }\n}\n",
        "fn f() -> () {\n    bb0: {\n        goto -> bb7;\n    }\n}\n",
        "fn f() -> () {\n    bb0: {\n        nop;\n    }\n}\n",
        "struct X;\n",
        "fn f() -> () {\n    scope 1 {\n\n    bb0: {\n        return;\n    }\n}\n",
    ],
)
def test_what_has_no_end_is_an_error(text: str) -> None:
    with pytest.raises(CompileError) as raised:
        body(MirProgram(text), "f")
    assert raised.value.diagnostic.code == "PC0320"
