"""What the verifiers of `llvm` refuse, op by op: in generic syntax, which checks nothing itself."""

from __future__ import annotations

import re

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm import LLVM

Case = tuple[str, str]

FLAGS = " <{fastmathFlags = #llvm.fastmath<none>}>"


def wrong_types(name: str, count: int, good: str, wide: str, bad: str, properties: str = "") -> list[Case]:
    """Of an op whose operands and result have one type: a type it does not take, one operand and the result of another."""
    cases = [
        (
            f"({', '.join([bad] * count)}) -> {bad}",
            f"does not verify:.*(Unexpected attribute {bad}|{bad} should be)",
        ),
        (f"({', '.join([good] * count)}) -> {wide}", f"attribute {good} expected .* but got {wide}"),
    ]
    if count > 1:
        mixed = [good] * (count - 1) + [wide]
        cases.append((f"({', '.join(mixed)}) -> {good}", f"attribute {good} expected .* but got {wide}"))
    operands = ", ".join(f"%{number}" for number in range(count))
    return [(f'"{name}"({operands}){properties} : {types}', message) for types, message in cases]


INTEGER_BINARY: dict[str, str] = {
    **dict.fromkeys(("add", "sub", "mul", "shl"), " <{overflowFlags = #llvm.overflow<none>}>"),
    **dict.fromkeys(("udiv", "sdiv", "lshr", "ashr", "urem", "srem", "and", "or", "xor"), ""),
    **dict.fromkeys(("intr.smax", "intr.smin", "intr.umax", "intr.umin"), ""),
    **dict.fromkeys(("intr.sadd.sat", "intr.uadd.sat", "intr.ssub.sat", "intr.usub.sat", "intr.expect"), ""),
}
INTEGER_UNARY: dict[str, str] = {
    **dict.fromkeys(("intr.ctpop", "intr.bitreverse", "intr.bswap"), ""),
    **dict.fromkeys(("intr.ctlz", "intr.cttz"), " <{is_zero_poison = false}>"),
    "intr.abs": " <{is_int_min_poison = false}>",
}
FLOAT_BINARY = (
    *("fadd", "fsub", "fmul", "fdiv", "frem"),
    *(f"intr.{name}" for name in ("copysign", "pow", "maxnum", "minnum", "maximum", "minimum", "atan2")),
)
FLOAT_UNARY = (
    "fneg",
    *(f"intr.{name}" for name in ("fabs", "ceil", "floor", "sqrt", "exp", "exp2", "exp10", "log", "log2")),
    *(
        f"intr.{name}"
        for name in ("log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")
    ),
    *(f"intr.{name}" for name in ("round", "roundeven", "rint", "nearbyint", "trunc")),
)
ONE_TYPE: list[Case] = [
    *(
        case
        for count, names in ((2, INTEGER_BINARY), (1, INTEGER_UNARY), (3, {"intr.fshl": "", "intr.fshr": ""}))
        for name, properties in names.items()
        for case in wrong_types(f"llvm.{name}", count, "i32", "i64", "f32", properties)
    ),
    *(
        case
        for count, names in ((2, FLOAT_BINARY), (1, FLOAT_UNARY), (3, ("intr.fma", "intr.fmuladd")))
        for name in names
        for case in wrong_types(f"llvm.{name}", count, "f32", "f64", "i32", FLAGS)
    ),
]

OVERFLOW: list[Case] = [
    (f'"llvm.intr.{name}.with.overflow"(%a, %b) : ({operands}) -> {result}', message)
    for name in ("sadd", "uadd", "ssub", "usub", "smul", "umul")
    for operands, result, message in (
        ("i32, i32", "!llvm.struct<(i64, i1)>", r"expected !llvm.struct<\(i32, i1\)>"),
        ("vector<2xi8>, vector<2xi8>", "!llvm.struct<(vector<2xi8>, i1)>", "expected .*vector<2xi1>"),
        ("i32, i64", "!llvm.struct<(i32, i1)>", "attribute i32 expected .* but got i64"),
        ("f32, f32", "!llvm.struct<(f32, i1)>", "Unexpected attribute f32"),
    )
]

# A source and a target type that fit, and pairs of types besides wrong numbers of lanes that do not.
LANES = "not the same number of lanes"
CASTS: dict[str, tuple[str, str, list[tuple[str, str, str]]]] = {
    "trunc": (
        "i64",
        "i32",
        [
            ("i32", "i32", "llvm.trunc can not convert"),
            ("i32", "i64", "can not"),
            ("f64", "i32", "Unexpected"),
        ],
    ),
    "zext": (
        "i32",
        "i64",
        [
            ("i32", "i32", "llvm.zext can not convert"),
            ("i64", "i32", "can not"),
            ("i32", "f64", "Unexpected"),
        ],
    ),
    "sext": (
        "i32",
        "i64",
        [
            ("i32", "i32", "llvm.sext can not convert"),
            ("i64", "i32", "can not"),
            ("f32", "i64", "Unexpected"),
        ],
    ),
    "sitofp": ("i32", "f32", [("f32", "f32", "Unexpected"), ("i32", "i32", "Unexpected")]),
    "uitofp": ("i32", "f32", [("f32", "f32", "Unexpected"), ("i32", "i32", "Unexpected")]),
    "fptosi": ("f32", "i32", [("f32", "f32", "Unexpected"), ("i32", "i32", "Unexpected")]),
    "fptoui": ("f32", "i32", [("f32", "f32", "Unexpected"), ("i32", "i32", "Unexpected")]),
    "intr.fptosi.sat": ("f32", "i32", [("f32", "f32", "Unexpected"), ("i32", "i32", "Unexpected")]),
    "intr.fptoui.sat": ("f32", "i32", [("f32", "f32", "Unexpected"), ("i32", "i32", "Unexpected")]),
    "fpext": (
        "f32",
        "f64",
        [("f64", "f32", "llvm.fpext can not"), ("f32", "f32", "can not"), ("i32", "f64", "Un")],
    ),
    "fptrunc": (
        "f64",
        "f32",
        [("f32", "f64", "llvm.fptrunc can not"), ("f32", "f32", "can not"), ("f64", "i8", "Un")],
    ),
    "ptrtoint": ("!llvm.ptr", "i64", [("i64", "i64", "Unexpected"), ("!llvm.ptr", "f64", "Unexpected")]),
    "inttoptr": ("i64", "!llvm.ptr", [("f64", "!llvm.ptr", "Unexpected"), ("i64", "i64", "Unexpected")]),
    "addrspacecast": (
        "!llvm.ptr",
        "!llvm.ptr<1>",
        [("!llvm.ptr", "!llvm.ptr", "needs two address spaces"), ("i64", "!llvm.ptr", "Unexpected")],
    ),
}
CONVERSIONS: list[Case] = [
    (f'"llvm.{name}"(%a){FLAGS if name in ("fpext", "fptrunc") else ""} : ({source}) -> {target}', message)
    for name, (good_source, good_target, pairs) in CASTS.items()
    for source, target, message in (
        *pairs,
        (f"vector<4x{good_source}>", f"vector<2x{good_target}>", LANES),
        (f"vector<4x{good_source}>", good_target, LANES),
        (good_source, f"vector<1x{good_target}>", LANES),
    )
] + [
    (f'"llvm.bitcast"(%a) : ({source}) -> {target}', message)
    for source, target, message in (
        ("i32", "i64", "llvm.bitcast can not convert i32 to i64"),
        ("f32", "i64", "llvm.bitcast can not convert"),
        ("vector<2xi32>", "i32", "llvm.bitcast can not convert"),
        ("vector<2xi32>", "vector<2xi64>", "llvm.bitcast can not convert"),
        ("i64", "!llvm.ptr", "llvm.bitcast can not convert"),
        ("!llvm.ptr", "!llvm.ptr<1>", "llvm.bitcast can not convert"),
        ("vector<2x!llvm.ptr>", "vector<4x!llvm.ptr>", LANES),
        ("!llvm.struct<(i32)>", "i32", "llvm.bitcast can not convert"),
    )
]

REDUCTIONS: list[Case] = [
    (f'"llvm.intr.vector.reduce.{name}"({operands}){flags} : ({types}) -> {result}', message)
    for names, operands, flags, rows in (
        (
            ("add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"),
            "%a",
            "",
            (
                ("vector<4xi32>", "i64", "result has type i64, the vector is vector<4xi32>"),
                ("vector<4xf32>", "i32", "f32 should be of base attribute integer_type"),
                ("i32", "i32", "i32 should be of base attribute vector"),
            ),
        ),
        (
            ("fmax", "fmin", "fmaximum", "fminimum"),
            "%a",
            FLAGS,
            (
                ("vector<4xf32>", "f64", "result has type f64, the vector is vector<4xf32>"),
                ("vector<4xi32>", "f32", "Unexpected attribute i32"),
                ("f32", "f32", "f32 should be of base attribute vector"),
            ),
        ),
        (
            ("fadd", "fmul"),
            "%s, %a",
            FLAGS,
            (
                ("f64, vector<4xf32>", "f32", "starts from f64 and gives f32"),
                ("f32, vector<4xf32>", "f64", "result has type f64, the vector is vector<4xf32>"),
                ("i32, vector<4xi32>", "i32", "Unexpected attribute i32"),
            ),
        ),
    )
    for name in names
    for types, result, message in rows
]

V4, M4, P4 = "vector<4xf32>", "vector<4xi1>", "vector<4x!llvm.ptr>"
OTHERS: dict[str, list[tuple[str, str]]] = {
    # Comparison and selection.
    "icmp": [
        ("(%a, %b) <{predicate = 0 : i64}> : (i32, i64) -> i1", "attribute i32 expected .* but got i64"),
        ("(%a, %b) <{predicate = 0 : i64}> : (f32, f32) -> i1", "Unexpected attribute f32"),
        ("(%a, %b) <{predicate = 0 : i64}> : (i32, i32) -> i32", "Expected attribute i1 but got i32"),
        ("(%a, %b) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<2xi1>", "result type"),
        (
            "(%a, %b) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1",
            "must be a vector|result type",
        ),
        ("(%a, %b) <{predicate = 10 : i64}> : (i32, i32) -> i1", "no comparison has the number 10"),
        ("(%a, %b) <{predicate = -1 : i64}> : (i32, i32) -> i1", "no comparison has the number -1"),
    ],
    "fcmp": [
        (f"(%a, %b) <{{predicate = 1 : i64, {FLAGS[3:-2]}}}> : ({V4}, {V4}) -> i1", "does not fit operands"),
        (
            f"(%a, %b) <{{predicate = 16 : i64, {FLAGS[3:-2]}}}> : (f32, f32) -> i1",
            "no comparison has the number 16",
        ),
        (f"(%a, %b) <{{predicate = 1 : i64, {FLAGS[3:-2]}}}> : (i32, i32) -> i1", "Unexpected attribute i32"),
    ],
    "select": [
        (f"(%c, %a, %b){FLAGS} : (i1, i32, i64) -> i32", "attribute i32 expected .* but got i64"),
        (f"(%c, %a, %b){FLAGS} : (i32, i32, i32) -> i32", "Expected attribute i1 but got i32"),
        (
            f"(%c, %a, %b){FLAGS} : (vector<2xi1>, i32, i32) -> i32",
            "can not choose between values of type i32",
        ),
        (f"(%c, %a, %b){FLAGS} : (vector<2xi1>, {V4}, {V4}) -> {V4}", "can not choose between"),
    ],
    "intr.is.fpclass": [
        ("(%a) <{bit = 1024 : i32}> : (f32) -> i1", "1024 is no mask of the ten classes"),
        ("(%a) <{bit = -1 : i32}> : (f32) -> i1", "-1 is no mask"),
        (f"(%a) <{{bit = 1 : i32}}> : ({V4}) -> i1", "result has type i1 for an operand of type"),
        ("(%a) <{bit = 1 : i32}> : (i32) -> i1", "Unexpected attribute i32"),
    ],
    "intr.bswap": [
        ("(%a) : (i8) -> i8", "i8 has no even number of bytes"),
        ("(%a) : (vector<2xi24>) -> vector<2xi24>", "no even number of bytes"),
    ],
    "freeze": [("(%a) : (i32) -> i64", "operand has type i32, result i64")],
    # Constants.
    "mlir.constant": [
        ("() <{value = 1 : i32}> : () -> i64", "is no value of type i64"),
        ("() <{value = 1.0 : f32}> : () -> f64", "is no value of type f64"),
        ('() <{value = "abc"}> : () -> !llvm.array<2 x i8>', "is no value of type"),
        ("() <{value = [1 : i32]}> : () -> !llvm.struct<(i32, i32)>", "is no value of type"),
        ("() <{value = [1 : i32, 1 : i64]}> : () -> !llvm.struct<(i32, i32)>", "is no value of type i32"),
        ("() <{value = unit}> : () -> i32", "is no value of type i32"),
    ],
    **{
        f"mlir.{name}": [
            ("() : () -> !llvm.void", "there is no value of type !llvm.void"),
            ("() : () -> !llvm.func<void ()>", "there is no value of type"),
            ("() : () -> ()", "Expected 1 result, but got 0"),
        ]
        for name in ("undef", "poison", "zero")
    },
    "mlir.none": [("() : () -> i32", "i32 should be of base attribute llvm.token")],
    # Aggregates and vectors.
    "extractvalue": [
        (
            "(%a) <{position = array<i64>}> : (!llvm.struct<(i32)>) -> !llvm.struct<(i32)>",
            "at least one index",
        ),
        ("(%a) <{position = array<i64: 1>}> : (!llvm.struct<(i32)>) -> i32", "index 1 is out of range"),
        ("(%a) <{position = array<i64: -1>}> : (!llvm.array<2 x i32>) -> i32", "index -1 is out of range"),
        (
            "(%a) <{position = array<i64: 0>}> : (!llvm.struct<(i32)>) -> i64",
            "result has type i64, the member i32",
        ),
        ("(%a) <{position = array<i64: 0>}> : (i32) -> i32", "index 0 can not go into a value of type i32"),
        ("(%a) <{position = array<i32: 0>}> : (!llvm.struct<(i32)>) -> i32", "does not verify"),
    ],
    "insertvalue": [
        (
            "(%a, %b) <{position = array<i64>}> : (!llvm.struct<(i32)>, i32) -> !llvm.struct<(i32)>",
            "at least one index",
        ),
        (
            "(%a, %b) <{position = array<i64: 0>}> : (!llvm.struct<(i32)>, i64) -> !llvm.struct<(i32)>",
            "puts a value of type i64 where i32 is expected",
        ),
        (
            "(%a, %b) <{position = array<i64: 0>}> : (!llvm.struct<(i32)>, i32) -> !llvm.struct<(i64)>",
            "result has type",
        ),
        (
            "(%a, %b) <{position = array<i64: 2>}> : (!llvm.array<2 x i32>, i32) -> !llvm.array<2 x i32>",
            "index 2 is out of range",
        ),
    ],
    "extractelement": [
        (f"(%a, %i) : ({V4}, i32) -> f64", "result has type f64, the operand is"),
        (
            f"(%a, %i) : ({V4}, f32) -> f32",
            "f32 should be of base attribute integer_type|Unexpected attribute f32",
        ),
        ("(%a, %i) : (f32, i32) -> f32", "f32 should be of base attribute vector"),
    ],
    "insertelement": [
        (f"(%a, %b, %i) : ({V4}, f64, i32) -> {V4}", "attribute f32 expected .* but got f64"),
        (f"(%a, %b, %i) : ({V4}, f32, f32) -> {V4}", "f32 should be of base attribute integer_type"),
        (f"(%a, %b, %i) : ({V4}, f32, i32) -> vector<2xf32>", "but got vector<2xf32>"),
    ],
    "shufflevector": [
        (
            f"(%a, %b) <{{mask = array<i32: 0, 8>}}> : ({V4}, {V4}) -> vector<2xf32>",
            "the mask chooses lane 8 of 8",
        ),
        (
            f"(%a, %b) <{{mask = array<i32: 0, -2>}}> : ({V4}, {V4}) -> vector<2xf32>",
            "the mask chooses lane -2 of 8",
        ),
        (
            f"(%a, %b) <{{mask = array<i32: 0, 1>}}> : ({V4}, {V4}) -> vector<3xf32>",
            "the mask chooses 2 lanes",
        ),
        (
            f"(%a, %b) <{{mask = array<i32: 0, 1>}}> : ({V4}, vector<4xf64>) -> vector<2xf32>",
            "but got vector<4xf64>",
        ),
    ],
    # Memory.
    "alloca": [
        (
            "(%n) <{elem_type = i32, alignment = 3 : i64}> : (i64) -> !llvm.ptr",
            "alignment 3 is not a power of two",
        ),
        ("(%n) <{elem_type = i32}> : (i64) -> i32", "result has type i32, expected a pointer"),
        ("(%n) <{elem_type = i32}> : (f32) -> !llvm.ptr", "f32"),
        ("(%n) <{elem_type = !llvm.void}> : (i64) -> !llvm.ptr", "can not allocate a !llvm.void"),
    ],
    "load": [
        ("(%p) <{ordering = 0 : i64}> : (i64) -> i32", "i64 should be of base attribute llvm.ptr"),
        ("(%p) <{ordering = 0 : i64}> : (!llvm.ptr) -> !llvm.void", "a load can not have type !llvm.void"),
        (
            "(%p) <{ordering = 0 : i64, alignment = 0 : i64}> : (!llvm.ptr) -> i32",
            "alignment 0 is not a power",
        ),
        ("(%p) <{ordering = 3 : i64}> : (!llvm.ptr) -> i32", "no memory order has the number 3"),
        ('(%p) <{ordering = 0 : i64, syncscope = "block"}> : (!llvm.ptr) -> i32', "has no syncscope"),
        (
            "(%p) <{ordering = 5 : i64, alignment = 4 : i64}> : (!llvm.ptr) -> i32",
            "atomic load can not be release",
        ),
        ("(%p) <{ordering = 2 : i64}> : (!llvm.ptr) -> i32", "an atomic load needs an alignment"),
        (
            f"(%p) <{{ordering = 2 : i64, alignment = 4 : i64}}> : (!llvm.ptr) -> {V4}",
            "atomic load can not have type",
        ),
    ],
    "store": [
        ("(%v, %p) <{ordering = 0 : i64}> : (i32, i64) -> ()", "i64 should be of base attribute llvm.ptr"),
        (
            "(%v, %p) <{ordering = 0 : i64}> : (!llvm.void, !llvm.ptr) -> ()",
            "a store can not have type !llvm.void",
        ),
        (
            "(%v, %p) <{ordering = 4 : i64, alignment = 4 : i64}> : (i32, !llvm.ptr) -> ()",
            "store can not be acquire",
        ),
        ("(%v, %p) <{ordering = 2 : i64}> : (i32, !llvm.ptr) -> ()", "an atomic store needs an alignment"),
    ],
    "getelementptr": [
        (
            f"({operands}) <{{elem_type = {element}, rawConstantIndices = array<i32{indices}>, {flags}}}> : {types}",
            message,
        )
        for operands, element, indices, flags, types, message in (
            (
                "%p",
                "i32",
                ": 1",
                "noWrapFlags = 0 : i32",
                "(i64) -> !llvm.ptr",
                "expected a pointer or a vector",
            ),
            ("%p", "i32", "", "noWrapFlags = 0 : i32", "(!llvm.ptr) -> !llvm.ptr", "at least one index"),
            (
                "%p",
                "i32",
                ": 1",
                "noWrapFlags = 8 : i32",
                "(!llvm.ptr) -> !llvm.ptr",
                "8 is no set of no-wrap flags",
            ),
            (
                "%p",
                "i32",
                ": 1",
                "noWrapFlags = 0 : i32",
                "(!llvm.ptr) -> !llvm.ptr<1>",
                "result has type !llvm.ptr<1>",
            ),
            (
                "%p",
                "i32",
                ": 1",
                "noWrapFlags = 0 : i32",
                f"({P4}) -> !llvm.ptr",
                "result has type !llvm.ptr, expected",
            ),
            (
                "%p, %i",
                "i32",
                ": 1",
                "noWrapFlags = 0 : i32",
                "(!llvm.ptr, i32) -> !llvm.ptr",
                "number of dynamic",
            ),
            (
                "%p, %i",
                "i32",
                ": -2147483648",
                "noWrapFlags = 0 : i32",
                "(!llvm.ptr, f32) -> !llvm.ptr",
                "index of type f32, expected an integer",
            ),
            (
                "%p",
                "i32",
                ": 0, 0",
                "noWrapFlags = 0 : i32",
                "(!llvm.ptr) -> !llvm.ptr",
                "index 1 can not go into",
            ),
            (
                "%p",
                "!llvm.struct<(i32)>",
                ": 0, 1",
                "noWrapFlags = 0 : i32",
                "(!llvm.ptr) -> !llvm.ptr",
                "a struct of 1 fields has no field 1",
            ),
            (
                "%p, %i",
                "!llvm.struct<(i32)>",
                ": 0, -2147483648",
                "noWrapFlags = 0 : i32",
                "(!llvm.ptr, i32) -> !llvm.ptr",
                "goes into a struct and must be a constant",
            ),
        )
    ],
    # Atomics.
    "atomicrmw": [
        (
            f"(%p, %v) <{{bin_op = {op} : i64, ordering = {order} : i64}}> : (!llvm.ptr, {given}) -> {result}",
            message,
        )
        for op, order, given, result, message in (
            (21, 2, "i32", "i32", "no atomic operation has the number 21"),
            (1, 2, "i32", "i64", "result has type i64, expected i32"),
            (1, 2, "f32", "f32", "atomicrmw add can not work on a value of type f32"),
            (11, 2, "i32", "i32", "atomicrmw fadd can not work on a value of type i32"),
            (0, 2, V4, V4, "atomicrmw xchg can not work"),
            (1, 2, "i1", "i1", "bits, not 1"),
            (1, 2, "i24", "i24", "bits, not 24"),
            (1, 1, "i32", "i32", "at least monotonic"),
            (1, 3, "i32", "i32", "at least monotonic"),
        )
    ],
    "cmpxchg": [
        (
            f"(%p, %c, %v) <{{success_ordering = {success} : i64, failure_ordering = {failure} : i64}}> : "
            f"(!llvm.ptr, {compared}, {stored}) -> !llvm.struct<({result}, i1)>",
            message,
        )
        for success, failure, compared, stored, result, message in (
            (2, 2, "i32", "i64", "i32", "expected one type"),
            (2, 2, "f32", "f32", "f32", "expected an integer or a pointer, got f32"),
            (2, 2, "i32", "i32", "i64", "expected a struct of i32 and i1"),
            (2, 2, "i24", "i24", "i24", "bits, not 24"),
            (1, 2, "i32", "i32", "i32", "at least monotonic"),
            (7, 5, "i32", "i32", "i32", "failure ordering can not be release"),
        )
    ],
    "fence": [
        ("() <{ordering = 2 : i64}> : () -> ()", "acquire, release, acq_rel or seq_cst"),
        ("() <{ordering = 8 : i64}> : () -> ()", "acquire, release, acq_rel or seq_cst"),
    ],
    # Intrinsics on memory.
    **{
        f"intr.{name}": [
            ("(%d, %s, %n) <{isVolatile = false}> : (i64, !llvm.ptr, i64) -> ()", "base attribute llvm.ptr"),
            ("(%d, %s, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, f32) -> ()", "f32"),
            (
                "(%d, %s, %n) <{isVolatile = 0 : i32}> : (!llvm.ptr, !llvm.ptr, i64) -> ()",
                "does not verify|i32",
            ),
        ]
        for name in ("memcpy", "memmove")
    },
    "intr.memset": [
        (
            "(%d, %v, %n) <{isVolatile = false}> : (!llvm.ptr, i32, i64) -> ()",
            "Expected attribute i8 but got i32",
        ),
        ("(%d, %v, %n) <{isVolatile = false}> : (i64, i8, i64) -> ()", "base attribute llvm.ptr"),
    ],
    **{
        f"intr.{name}": [("(%p) : (i64) -> ()", "i64 should be of base attribute llvm.ptr")]
        for name in ("lifetime.start", "lifetime.end", "stackrestore")
    },
    "intr.stacksave": [("() : () -> i64", "i64 should be of base attribute llvm.ptr")],
    "intr.assume": [("(%c) : (i32) -> ()", "Expected attribute i1 but got i32")],
    "intr.masked.load": [
        (f"(%p, %m, %v) <{{alignment = {align} : i32}}> : (!llvm.ptr, {mask}, {rest}) -> {V4}", message)
        for align, mask, rest, message in (
            (3, M4, V4, "alignment 3 is not a power of two"),
            (4, "vector<2xi1>", V4, "does not fit a vector of type"),
            (4, M4, "vector<4xf64>", "for the lanes not read"),
        )
    ],
    "intr.masked.gather": [
        (f"(%p, %m, %v) <{{alignment = {align} : i32}}> : ({pointers}, {mask}, {rest}) -> {V4}", message)
        for align, pointers, mask, rest, message in (
            (3, P4, M4, V4, "alignment 3 is not a power of two"),
            (4, "vector<4xi64>", M4, V4, "llvm.ptr"),
            (4, "vector<2x!llvm.ptr>", M4, V4, "does not fit a vector of type vector<2x!llvm.ptr>"),
            (4, P4, "vector<2xi1>", V4, "does not fit a vector of type"),
            (4, P4, M4, "vector<4xf64>", "for the lanes not read"),
        )
    ],
    "intr.masked.store": [
        (f"(%v, %p, %m) <{{alignment = 3 : i32}}> : ({V4}, !llvm.ptr, {M4}) -> ()", "not a power of two"),
        (
            f"(%v, %p, %m) <{{alignment = 4 : i32}}> : ({V4}, !llvm.ptr, vector<2xi1>) -> ()",
            "does not fit a vector",
        ),
        (f"(%v, %p, %m) <{{alignment = 4 : i32}}> : ({V4}, i64, {M4}) -> ()", "base attribute llvm.ptr"),
    ],
    "intr.masked.scatter": [
        (f"(%v, %p, %m) <{{alignment = 3 : i32}}> : ({V4}, {P4}, {M4}) -> ()", "not a power of two"),
        (
            f"(%v, %p, %m) <{{alignment = 4 : i32}}> : ({V4}, {P4}, vector<2xi1>) -> ()",
            "does not fit a vector",
        ),
        (
            f"(%v, %p, %m) <{{alignment = 4 : i32}}> : ({V4}, vector<2x!llvm.ptr>, {M4}) -> ()",
            "does not fit a vector",
        ),
        (f"(%v, %p, %m) <{{alignment = 4 : i32}}> : ({V4}, vector<4xi64>, {M4}) -> ()", "llvm.ptr"),
    ],
    # No operands, no results: nothing else can be wrong.
    "intr.trap": [("(%a) : (i32) -> ()", "Expected 0 operands, but got 1")],
    "intr.debugtrap": [("() : () -> i32", "Expected 0 results, but got 1")],
    # Functions, calls and globals.
    "inline_asm": [
        (
            '(%a) <{asm_string = "", constraints = "r", asm_dialect = 2 : i64}> : (i32) -> ()',
            "dialect has the number 2",
        ),
        (
            '(%a) <{asm_string = "", constraints = "r"}> : (i32) -> (i32, i32)',
            "Expected 0 or 1 results, but got 2",
        ),
        ('(%a) <{constraints = "r"}> : (i32) -> ()', "'asm_string' expected"),
    ],
    "mlir.addressof": [("() <{global_name = @x}> : () -> i64", "i64 should be of base attribute llvm.ptr")],
}

MODULES: dict[str, list[Case]] = {
    "br": [
        (
            "llvm.func @f() { llvm.br ^bb1 ^bb1(%a: i32): llvm.return }",
            r"successor 0 takes \(i32\), got \(\)",
        ),
    ],
    "cond_br": [
        (
            "llvm.func @f(%c: i1, %v: f32) { llvm.cond_br %c, ^bb1(%v : f32), ^bb1(%v : f32) ^bb1(%a: "
            "i32): llvm.return }",
            r"successor 0 takes \(i32\), got \(f32\)",
        ),
        (
            'llvm.func @f(%c: i32) { "llvm.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: '
            "1, 0, 0>}> : (i32) -> () ^bb1: llvm.return }",
            "Expected attribute i1 but got i32",
        ),
    ],
    "switch": [
        (
            "llvm.func @f(%v: i32) { llvm.switch %v : i32, ^bb1 [ 1: ^bb1, 1: ^bb1 ] ^bb1: llvm.return }",
            "two cases have the same value",
        ),
        (
            "llvm.func @f(%v: i32) { llvm.switch %v : i32, ^bb1 [ 1: ^bb1 ] ^bb1(%a: i32): llvm.return }",
            r"takes \(i32\), got \(\)",
        ),
    ],
    "return": [
        ("llvm.func @f() -> i32 { llvm.return }", r"returns \(\) from @f, which gives \(i32\)"),
        (
            "llvm.func @f(%a: f32) -> i32 { llvm.return %a : f32 }",
            r"returns \(f32\) from @f, which gives \(i32\)",
        ),
        (
            'llvm.func @f(%a: i32) { "llvm.return"(%a, %a) : (i32, i32) -> () }',
            "Expected 0 or 1 operand|returns",
        ),
    ],
    "unreachable": [
        ("llvm.func @f() { llvm.unreachable llvm.return }", "'llvm.unreachable' must be the last operation"),
    ],
    "call": [
        (
            "llvm.func @f() { llvm.call @g() : () -> () llvm.return }",
            "calls @g, which the module does not have",
        ),
        (
            "llvm.func @g(i32) llvm.func @f() { llvm.call @g() : () -> () llvm.return }",
            r"passes \(\) to a function that takes \(i32\)",
        ),
        (
            "llvm.func @g() -> i32 llvm.func @f() { llvm.call @g() : () -> () llvm.return }",
            "from a function that returns i32",
        ),
        (
            "llvm.mlir.global external @g() : i32 llvm.func @f() { llvm.call @g() : () -> () llvm.return }",
            "which is a llvm.mlir.global, not an llvm.func",
        ),
        (
            "llvm.func ptx_kernelcc @g() llvm.func @f() { llvm.call @g() : () -> () llvm.return }",
            "by convention ccc, it has ptx_kernelcc",
        ),
    ],
    "call_intrinsic": [
        (
            'llvm.func @f() { llvm.call_intrinsic "sin"() : () -> () llvm.return }',
            "an intrinsic's name starts with 'llvm.', got 'sin'",
        ),
    ],
    "func": [
        (
            "llvm.func @f() -> i32 attributes {nvvm.kernel} { llvm.unreachable }",
            "the kernel @f can not return a value",
        ),
        (
            '"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>, CConv = '
            "#llvm.cconv<ccc>, linkage = #llvm.linkage<external>, visibility_ = 0 : i64}> ({ ^bb0(%a: "
            "f32): llvm.return }) : () -> ()",
            r"the entry block of @f takes \(f32\), its signature says \(i32\)",
        ),
        (
            '"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>, CConv = '
            "#llvm.cconv<ccc>, linkage = #llvm.linkage<external>, visibility_ = 0 : i64, arg_attrs = "
            "[]}> ({}) : () -> ()",
            "has 1 parameters and attributes for 0",
        ),
    ],
    "mlir.global": [
        (
            "llvm.mlir.global internal @g(1 : i32) {addr_space = 3 : i32} : i32",
            "shared memory can not have an initial",
        ),
        (
            "llvm.mlir.global internal @g(1 : i32) {alignment = 3 : i64} : i32",
            "alignment 3 is not a power of two",
        ),
        ("llvm.mlir.global internal @g(1 : i32) : i64", "is no value of type i64"),
        ("llvm.mlir.global external @g() : !llvm.void", "a global can not have type !llvm.void"),
        (
            "llvm.mlir.global internal @g() : i32 { %0 = llvm.mlir.zero : f32 llvm.return %0 : f32 }",
            r"the initializer returns \(f32\), expected \(i32\)",
        ),
    ],
    "mlir.addressof": [
        (
            "llvm.func @f() { %0 = llvm.mlir.addressof @x : !llvm.ptr llvm.return }",
            "@x, which the module does not have",
        ),
        (
            "llvm.mlir.global external @g() {addr_space = 3 : i32} : i32 llvm.func @f() { %0 = "
            "llvm.mlir.addressof @g : !llvm.ptr llvm.return }",
            "@g is in address space 3, not 0",
        ),
    ],
}

CASES: list[Case] = [
    *ONE_TYPE,
    *OVERFLOW,
    *CONVERSIONS,
    *REDUCTIONS,
    *((f'"llvm.{name}"{rest}', message) for name, cases in OTHERS.items() for rest, message in cases),
]

NOTHING_TO_REFUSE: dict[str, str] = {}
"""Op → why no use of it is invalid; none so far: even an op without operands refuses to be given one."""


@pytest.fixture(scope="module")
def context() -> Context:
    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(LLVM)
    return ctx


@pytest.mark.parametrize(("text", "message"), CASES)
def test_refused(text: str, message: str, context: Context) -> None:
    op = Parser(context, text).parse_op()
    with pytest.raises(VerifyException, match=f"(?s){message}"):
        op.verify()


@pytest.mark.parametrize(("text", "message"), [case for cases in MODULES.values() for case in cases])
def test_module_refused(text: str, message: str, context: Context) -> None:
    module = Parser(context, text).parse_module()
    with pytest.raises(VerifyException, match=f"(?s){message}"):
        module.verify()


@pytest.mark.parametrize(
    "text",
    [
        f'"llvm.{name}"(%a){FLAGS if name in ("fpext", "fptrunc") else ""} : ({shape(source)}) -> {shape(target)}'
        for name, (source, target, _) in CASTS.items()
        for shape in (str, "vector<4x{}>".format)
    ]
    + [
        f'"llvm.bitcast"(%a) : ({source}) -> {target}'
        for source, target in (
            ("f32", "i32"),
            ("vector<2xi32>", "i64"),
            ("vector<2xbf16>", "vector<4xi8>"),
            ("!llvm.ptr<1>", "!llvm.ptr<1>"),
        )
    ]
    + [
        f'"llvm.getelementptr"({operands}) <{{elem_type = i32, rawConstantIndices = array<i32: {index}>, '
        f"noWrapFlags = 7 : i32}}> : {types}"
        for operands, index, types in (
            ("%p", "1", "(!llvm.ptr<1>) -> !llvm.ptr<1>"),
            ("%p", "1", f"({P4}) -> {P4}"),
            ("%p, %i", "-2147483648", f"(!llvm.ptr, vector<4xi32>) -> {P4}"),
        )
    ],
)
def test_accepted(text: str, context: Context) -> None:
    """The neighbours of what is refused."""
    Parser(context, text).parse_op().verify()


def test_every_op_has_something_that_it_refuses() -> None:
    tested = {match.group(1) for text, _ in CASES if (match := re.match(r'"([\w.]+)"', text))}
    tested |= {f"llvm.{name}" for name in MODULES}
    assert {op.name for op in LLVM.operations} - tested == set(NOTHING_TO_REFUSE)
