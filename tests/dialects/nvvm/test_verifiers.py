"""What the verifiers of `nvvm` refuse, op by op: in generic syntax, which checks nothing itself.

Every operation has a valid text, and changes of it of which each alone makes it invalid.
"""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm import LLVM
from periclase.dialects.nvvm import MLIR_OPERATIONS, NVVM, PLAIN_OPERATIONS
from periclase.dialects.nvvm.plain import PlainOp
from periclase.dialects.nvvm.sreg import SPECIAL_REGISTERS, ReadSpecialRegisterOp
from periclase.intrinsics.forms import Form, forms
from periclase.intrinsics.model import ParameterKind

Change = tuple[str, str, str]
"""What is replaced, by what, and a part of the verifier's message."""

NO_OPERAND: Change = ("() : ()", "(%a) : (i32)", "Expected 0 operands, but got 1")
NO_RESULT: Change = ("-> ()", "-> i32", "Expected 0 results, but got 1")
ALIGNED: Change = ("<{aligned}>", "<{aligned = 1 : i32}>", "should be of base attribute unit")
UNKNOWN: Change = ("<{aligned}>", "<{relaxed}>", "property 'relaxed' is not defined by the operation")

I32_MASK: Change = ("(i32", "(i64", "Expected attribute i32 but got i64")
POINTER: Change = ("(!llvm.ptr<3>", "(i64", "i64 should be of base attribute llvm.ptr")
OBJECT_IN_GLOBAL: Change = (
    "ptr<3>",
    "ptr<1>",
    "the address of a barrier object must be a pointer in generic or",
)
OBJECT_IN_CONSTANT: Change = ("ptr<3>", "ptr<4>", "address space 3, got !llvm.ptr<4>")
ATOMIC_SPACES: list[Change] = [
    (
        f"ptr<{known}>",
        f"ptr<{space}>",
        "the address of an atomic access must be a pointer in generic or address space 1",
    )
    for known, space in ((1, 4), (1, 5), (1, 7))
]
ORDER, SCOPE = "order = #nvvm<memory_order relaxed>", "scope = #nvvm<memory_scope device>"
NO_ORDER: Change = (f"{ORDER}, ", "", "property 'order' expected")
NO_SCOPE: Change = (f", {SCOPE}", "", "property 'scope' expected")
WRONG_ORDER: Change = (ORDER, f"order = {SCOPE[8:]}", "should be of base attribute nvvm.memory_order")
WRONG_SCOPE: Change = (SCOPE, "scope = #nvvm.mem_scope<gpu>", "should be of base attribute nvvm.memory_scope")
DOT = "a_type = #nvvm.dot_accumulate_type<signed>, b_type = #nvvm.dot_accumulate_type<unsigned>"
DOT_CHANGES: list[Change] = [
    ("a_type = #nvvm.dot_accumulate_type<signed>, ", "", "property 'a_type' expected"),
    (", b_type = #nvvm.dot_accumulate_type<unsigned>", "", "property 'b_type' expected"),
    ("#nvvm.dot_accumulate_type<signed>", "true", "should be of base attribute nvvm.dot_accumulate_type"),
    ("vector<4xi8>, i32)", "vector<4xi16>, i32)", "and vector<4xi8>"),
    ("vector<4xi8>, i32)", "i32, i32)", "i32 should be of base attribute vector"),
    (", i32) ->", ", i64) ->", "operand 'c' at position 2 does not verify"),
    ("-> i32", "-> i64", "Expected attribute i32 but got i64"),
]

OPS: dict[str, list[Change]] = {
    # Barriers.
    '"nvvm.barrier0"() : () -> ()': [NO_OPERAND, NO_RESULT],
    '"nvvm.barrier"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()': [
        ("(i32, i32)", "(i64, i32)", "operand 'barrier_id' at position 0 does not verify"),
        ("(i32, i32)", "(i32, i16)", "operand 'number_of_threads' at position 1 does not verify"),
        ("1, 1, 0", "1, 0, 1", "a barrier's reduction, predicate and result come together"),
        ("1, 1, 0", "0, 1, 1", "a barrier with a number of threads needs an id"),
        ("1, 1, 0", "2, 0, 0", "expected 0 or 1 values for barrier_id, but got 2"),
        ("-> ()", "-> i32", "a barrier's reduction, predicate and result come together"),
    ],
    '"nvvm.barrier"(%a) <{operandSegmentSizes = array<i32: 0, 0, 1>, reductionOp = #nvvm.reduction<popc>}> : (i32) -> i32': [
        (
            ", reductionOp = #nvvm.reduction<popc>",
            "",
            "a barrier's reduction, predicate and result come together",
        ),
        ("#nvvm.reduction<popc>", "#nvvm<redux_kind add>", "should be of base attribute nvvm.reduction"),
        ("-> i32", "-> ()", "a barrier's reduction, predicate and result come together"),
        ("-> i32", "-> i1", "result 'res' at position 0 does not verify"),
        ("(i32)", "(i1)", "operand 'reduction_predicate' at position 0 does not verify"),
    ],
    '"nvvm.barrier.arrive"(%a, %b) : (i32, i32) -> ()': [
        ("(i32, i32)", "(i16, i32)", "operand 'barrier_id' at position 0 does not verify"),
        ("(i32, i32)", "(i32, i64)", "operand 'number_of_threads' at position 1 does not verify"),
        ("(%a, %b) : (i32, i32)", "() : ()", "Expected 1 or 2 operands, but got 0"),
        NO_RESULT,
    ],
    # Fences.
    f'"nvvm.fence"() <{{order = #nvvm<memory_order acq_rel>, {SCOPE}}}> : () -> ()': [
        ("acq_rel", "relaxed", "a relaxed fence orders nothing"),
        ("order = #nvvm<memory_order acq_rel>, ", "", "property 'order' expected"),
        NO_SCOPE,
        WRONG_SCOPE,
    ],
    # Collectives of a warp.
    '"nvvm.shfl.sync"(%m, %v, %o, %c) <{kind = #nvvm<shfl_kind up>}> : (i32, f32, i32, i32) -> f32': [
        (
            "(i32, f32, i32, i32)",
            "(i64, f32, i32, i32)",
            "operand 'thread_mask' at position 0 does not verify",
        ),
        ("(i32, f32, i32, i32)", "(i32, f32, i64, i32)", "operand 'offset' at position 2 does not verify"),
        (
            "(i32, f32, i32, i32)",
            "(i32, f32, i32, i8)",
            "operand 'mask_and_clamp' at position 3 does not verify",
        ),
        ("f32, i32, i32) -> f32", "f16, i32, i32) -> f16", "a shuffle moves i32, f32, i64 or f64, not f16"),
        (
            "f32, i32, i32) -> f32",
            "si32, i32, i32) -> si32",
            "a shuffle moves i32, f32, i64 or f64, not si32",
        ),
        ("-> f32", "-> f64", "expected the result type f32, got f64"),
        ("-> f32", "-> !llvm.struct<(f32, i1)>", "expected the result type f32, got !llvm.struct<(f32, i1)>"),
        (
            "up>}>",
            "up>, return_value_and_is_valid}>",
            "expected the result type !llvm.struct<(f32, i1)>, got f32",
        ),
        ("#nvvm<shfl_kind up>", "#nvvm<vote_sync_kind any>", "should be of base attribute nvvm.shfl_kind"),
    ],
    # Atomic accesses.
    f'"nvvm.atomic.rmw"(%p, %v) <{{kind = #nvvm<atomic_kind add>, {ORDER}, {SCOPE}}}> : (!llvm.ptr<1>, i32) -> i32': [
        *ATOMIC_SPACES,
        NO_ORDER,
        NO_SCOPE,
        WRONG_ORDER,
        WRONG_SCOPE,
        ("kind = #nvvm<atomic_kind add>, ", "", "property 'kind' expected"),
        ("(!llvm.ptr<1>, ", "(i64, ", "i64 should be of base attribute llvm.ptr"),
        ("-> i32", "-> i64", "the values of an atomic access must be of one type"),
        ("i32) -> i32", "i16) -> i16", "no atomic 'add' of i16"),
        ("i32) -> i32", "si32) -> si32", "no atomic 'add' of si32"),
        ("i32) -> i32", "f32) -> f32", "no atomic 'add' of f32"),
        ("kind add", "kind fadd", "no atomic 'fadd' of i32"),
        *(
            (
                f"add>, {ORDER}, {SCOPE}}}> : (!llvm.ptr<1>, i32) -> i32",
                f"{kind}>, {ORDER}, {SCOPE}}}> : (!llvm.ptr<1>, {type}) -> {type}",
                f"no atomic '{kind}' of {type}",
            )
            for kind, type in (
                ("inc", "i64"),
                ("dec", "f32"),
                ("add_f16x2", "vector<2xf16>"),
                ("add_bf16x2", "i64"),
                ("xchg", "f16"),
                ("umax", "f64"),
                ("fsub", "vector<2xf32>"),
            )
        ),
    ],
    f'"nvvm.atomic.cmpxchg"(%p, %e, %v) <{{{ORDER}, {SCOPE}}}> : (!llvm.ptr<1>, i64, i64) -> i64': [
        *ATOMIC_SPACES,
        NO_ORDER,
        NO_SCOPE,
        ("i64, i64)", "i32, i64)", "the values of an atomic access must be of one type"),
        ("-> i64", "-> i32", "the values of an atomic access must be of one type"),
        ("i64, i64) -> i64", "i8, i8) -> i8", "no atomic access of i8"),
        ("i64, i64) -> i64", "ui64, ui64) -> ui64", "no atomic access of ui64"),
        ("i64, i64) -> i64", "f32, f32) -> f32", "operand 'expected' at position 1 does not verify"),
    ],
    f'"nvvm.atomic.load"(%p) <{{{ORDER}, {SCOPE}}}> : (!llvm.ptr<1>) -> i32': [
        *ATOMIC_SPACES,
        NO_ORDER,
        NO_SCOPE,
        ("order relaxed", "order release", "'nvvm.atomic.load' has no order 'release'"),
        ("order relaxed", "order acq_rel", "'nvvm.atomic.load' has no order 'acq_rel'"),
        ("-> i32", "-> i8", "no atomic access of i8: expected i16, i32, i64, f16, bf16, f32 or f64"),
        ("-> i32", "-> f80", "no atomic access of f80"),
    ],
    f'"nvvm.atomic.store"(%v, %p) <{{{ORDER}, {SCOPE}}}> : (f32, !llvm.ptr<1>) -> ()': [
        *ATOMIC_SPACES,
        NO_ORDER,
        NO_SCOPE,
        ("order relaxed", "order acquire", "'nvvm.atomic.store' has no order 'acquire'"),
        ("order relaxed", "order acq_rel", "'nvvm.atomic.store' has no order 'acq_rel'"),
        ("(f32,", "(i8,", "no atomic access of i8"),
        ("(f32, !llvm.ptr<1>)", "(!llvm.ptr<1>, f32)", "operand 'ptr' at position 1 does not verify"),
        NO_RESULT,
    ],
    # Barrier objects.
    '"nvvm.mbarrier.try_wait.parity"(%p, %n, %t) : (!llvm.ptr<3>, i32, i32) -> ()': [
        POINTER,
        OBJECT_IN_GLOBAL,
        ("i32, i32)", "i1, i32)", "operand 'phase' at position 1 does not verify"),
        ("i32, i32)", "i32, i64)", "operand 'ticks' at position 2 does not verify"),
    ],
    '"nvvm.prefetch"(%p) <{cacheLevel = #nvvm<prefetch_cache_level L2>}> : (!llvm.ptr<1>) -> ()': [
        (
            "ptr<1>",
            "ptr<3>",
            "the address of a prefetch must be a pointer in generic or address space 1 or address",
        ),
        ("(!llvm.ptr<1>)", "(i64)", "i64 should be of base attribute llvm.ptr"),
        (
            "<{cacheLevel = #nvvm<prefetch_cache_level L2>}> ",
            "",
            "a prefetch names a cache level or a tensor map",
        ),
        ("cacheLevel = ", "tensormap, cacheLevel = ", "a prefetch names a cache level or a tensor map"),
        (
            "cacheLevel = #nvvm<prefetch_cache_level L2>",
            "tensormap",
            "the address of a tensor map must be a pointer in generic",
        ),
    ],
    # Debugging.
    '"nvvm.trap"() : () -> ()': [NO_OPERAND, NO_RESULT],
    '"nvvm.breakpoint"() : () -> ()': [NO_OPERAND, NO_RESULT],
    '"nvvm.exit"() : () -> ()': [NO_OPERAND, NO_RESULT],
    '"nvvm.nanosleep"(%a) : (i32) -> ()': [I32_MASK, NO_RESULT],
    '"nvvm.pmevent"() <{eventId = 15 : i32}> : () -> ()': [
        ("15", "16", "there is no performance monitor event 16"),
        ("15", "-1", "there is no performance monitor event -1"),
        ("<{eventId = 15 : i32}> ", "", "a performance monitor event has either an id or a mask"),
        (
            "15 : i32",
            "15 : i32, maskedEventId = 3 : i16",
            "a performance monitor event has either an id or a mask",
        ),
        ("eventId", "maskedEventId", "a mask of performance monitor events is an i16, not i32"),
    ],
    '"nvvm.printf"(%a, %x) <{format = "%d %f"}> : (i32, f64) -> i32': [
        ("(i32,", "(i16,", "printf takes i32, i64, f64 and pointers, not i16"),
        ("(i32,", "(ui64,", "printf takes i32, i64, f64 and pointers, not ui64"),
        ("f64)", "f32)", "printf takes i32, i64, f64 and pointers, not f32"),
        ("%d %f", "%d\\00 %f", "a format has no NUL character"),
        ('<{format = "%d %f"}> ', "", "property 'format' expected"),
        ("-> i32", "-> ()", "Expected 1 result, but got 0"),
    ],
    '"nvvm.assertfail"() <{message = "m", file = "k.py", line = 12 : i32, function = "f"}> : () -> ()': [
        ("line = 12", "line = -1", "there is no line -1"),
        ("line = 12 : i32", "line = 4294967296 : i64", "there is no line 4294967296"),
        ('message = "m", ', "", "property 'message' expected"),
        (', function = "f"', "", "property 'function' expected"),
        ('file = "k.py"', "file = 1 : i32", "should be of base attribute string"),
    ],
    # Packed arithmetic.
    '"nvvm.rcp.approx.ftz.f"(%x) : (f32) -> f32': [
        ("(f32)", "(f64)", "Expected attribute f32 but got f64"),
        ("-> f32", "-> i32", "Expected attribute f32 but got i32"),
    ],
    f'"nvvm.dot.accumulate.4way"(%a, %b, %c) <{{{DOT}}}> : (vector<4xi8>, vector<4xi8>, i32) -> i32': [
        *DOT_CHANGES,
        ("(vector<4xi8>", "(vector<2xi16>", "'nvvm.dot.accumulate.4way' takes vector<4xi8> and vector<4xi8>"),
        ("(vector<4xi8>", "(vector<4xui8>", "'nvvm.dot.accumulate.4way' takes vector<4xi8> and vector<4xi8>"),
    ],
    f'"nvvm.dot.accumulate.2way"(%a, %b, %c) <{{{DOT}, b_hi = true}}> : (vector<2xi16>, vector<4xi8>, i32) -> i32': [
        *DOT_CHANGES,
        (
            "(vector<2xi16>",
            "(vector<4xi8>",
            "'nvvm.dot.accumulate.2way' takes vector<2xi16> and vector<4xi8>",
        ),
        ("b_hi = true", "b_hi = 1 : i32", "Expected attribute i1 but got i32"),
    ],
    '"nvvm.prmt"(%l, %h, %s) <{mode = #nvvm.permute_mode<f4e>}> : (i32, i32, i32) -> i32': [
        ("f4e", "rc8", "the mode 'rc8' takes two operands"),
        ("f4e", "ecr", "the mode 'ecr' takes two operands"),
        (
            "(%l, %h, %s) <{mode = #nvvm.permute_mode<f4e>}> : (i32, i32, i32)",
            "(%l, %s) <{mode = #nvvm.permute_mode<f4e>}> : (i32, i32)",
            "the mode 'f4e' takes three operands",
        ),
        ("(i32, i32, i32)", "(i64, i32, i32)", "operand 'lo' at position 0 does not verify"),
        ("(i32, i32, i32)", "(i32, i64, i32)", "operand 'hi' at position 1 does not verify"),
        ("(i32, i32, i32)", "(i32, i32, i64)", "operand 'selector' at position 2 does not verify"),
        ("-> i32", "-> i64", "Expected attribute i32 but got i64"),
    ],
    # PTX text. A type that fits in no register is the lowering's to refuse, at the place in the source.
    '"nvvm.inline_ptx"(%a, %p) <{ptxCode = "mov.b32 {$r0}, {$ro0}; // $0 $1 $$", operandSegmentSizes = array<i32: 1, 0, 1>}> '
    ": (i32, i1) -> i32": [
        ("$0 $1", "$0 $2", "'$2' in PTX text names no operand: there are 2"),
        ("{$r0}", "{$r1}", "'{$r1}' in PTX text names no operand"),
        ("{$ro0}", "{$ro1}", "'{$ro1}' in PTX text names no operand"),
        ("$$", "$", "a stray '$' in PTX text: write '$$' for a dollar"),
        ("1, 0, 1>", "0, 1, 1>", "operands that are read and written are not supported"),
        ("(i32, i1)", "(i32, i32)", "operand 'predicate' at position 1 does not verify"),
        (
            "array<i32: 1, 0, 1>",
            "array<i32: 1, 0, 0>",
            "operand count (2) does not match with the total size (1)",
        ),
    ],
}


@pytest.fixture(scope="module")
def context() -> Context:
    ctx = Context()
    for dialect in (Builtin, LLVM, NVVM):
        ctx.load_dialect(dialect)
    return ctx


OPERATIONS: dict[str, type[Operation]] = {op.name: op for op in NVVM.operations}


def name_in(text: str) -> str:
    return text.split('"')[1]


def assert_refused(text: str, message: str, context: Context) -> None:
    op = Parser(context, text).parse_op()
    assert isinstance(op, OPERATIONS[name_in(text)])
    with pytest.raises(VerifyException) as refusal:
        op.verify()
    assert message in str(refusal.value)


@pytest.mark.parametrize("text", OPS, ids=name_in)
def test_the_unchanged_text_is_accepted(text: str, context: Context) -> None:
    Parser(context, text).parse_op().verify()


@pytest.mark.parametrize(
    ("text", "change"), [(text, change) for text, changes in OPS.items() for change in changes]
)
def test_refused(text: str, change: Change, context: Context) -> None:
    old, new, message = change
    assert old in text
    assert_refused(text.replace(old, new, 1), message, context)


@pytest.mark.parametrize("register", SPECIAL_REGISTERS.values(), ids=lambda op: op.name)
def test_special_register_refused(register: type[ReadSpecialRegisterOp], context: Context) -> None:
    right, wrong = ("i64", "i32") if register.INTRINSIC.result == ("u64",) else ("i32", "i64")

    def text(operands: str, type: str, range: str) -> str:
        return (
            f'"{register.name}"({operands}) <{{range = {range}}}> : ({"i32" if operands else ""}) -> {type}'
        )

    fits = f"#llvm.constant_range<{right}, 0, 32>"
    Parser(context, text("", right, fits)).parse_op().verify()
    for refused, message in (
        (text("", wrong, fits), f"'{register.name}' gives {right}, not {wrong}"),
        (text("", f"u{right}", fits), f"'{register.name}' gives {right}, not u{right}"),
        (text("", "f32", fits), "result 'result' at position 0 does not verify"),
        (
            text("", right, f"#llvm.constant_range<{wrong}, 0, 32>"),
            f"the range of '{register.name}' must be of",
        ),
        (text("", right, "32 : i32"), "should be of base attribute llvm.constant_range"),
        (text("%a", right, fits), "Expected 0 operands, but got 1"),
    ):
        assert_refused(refused, message, context)


_SIGNLESS = {"bool": "i1", **{f"u{width}": f"i{width}" for width in (8, 16, 32, 64)}}


def _properties(form: Form) -> dict[str, str]:
    properties: dict[str, str] = {} if form.type is None else {"type": f'"{form.type}"'}
    for parameter in form.row.immediates:
        word = form.immediates[parameter.name]
        if parameter.kind is ParameterKind.FLAG:
            properties.update({parameter.name: "unit"} if word == "true" else {})
        else:
            properties[parameter.name] = (
                f'"{word}"' if parameter.kind is ParameterKind.WORD else f"{word} : i32"
            )
    return properties


@pytest.mark.parametrize("plain", PLAIN_OPERATIONS, ids=lambda op: op.name)
def test_operation_of_a_row_refused(plain: type[PlainOp], context: Context) -> None:
    """The types come from the row's own words, not from the definition under test."""
    form = next(forms(plain.INTRINSIC))
    spaces = {"global": "<1>", "shared": "<3>"}
    types: list[str] = []
    for operand in form.operands():
        named = operand.parameter.type
        space = spaces.get(operand.parameter.space, "")
        types += [f"!llvm.ptr{space}" if operand.is_place else _SIGNLESS.get(named, named)] * operand.parts
    parts = [_SIGNLESS.get(name, name) for name in form.results()]
    results = parts if len(parts) < 2 else [f"!llvm.struct<({', '.join(parts)})>"]

    def text(operands: list[str], results: list[str], properties: dict[str, str]) -> str:
        values = ", ".join(f"%{number}" for number in range(len(operands)))
        chosen = ", ".join(f"{name} = {value}" for name, value in properties.items())
        return f'"{plain.name}"({values}) <{{{chosen}}}> : ({", ".join(operands)}) -> ({", ".join(results)})'

    properties = _properties(form)
    Parser(context, text(types, results, properties)).parse_op().verify()
    for index in range(len(types)):
        for wrong in ("i8", "si32"):
            changed = [*types[:index], wrong, *types[index + 1 :]]
            assert_refused(text(changed, results, properties), f", not {wrong}", context)
    assert_refused(text(types, ["i8"], properties), "gives", context)
    assert_refused(text([*types, "i32"], results, properties), f"takes {len(types)} operands, not", context)
    if results:
        assert_refused(text(types, [], properties), f"gives {results[0]}", context)
    for name in properties:
        rest = {other: value for other, value in properties.items() if other != name}
        assert_refused(text(types, results, rest), f"property '{name}' expected", context)
        wrong_word = '"nowhere"' if properties[name].startswith('"') else "1001 : i32"
        parameter = next((p for p in form.row.immediates if p.name == name), None)
        if parameter is None or parameter.choices:
            assert_refused(
                text(types, results, rest | {name: wrong_word}),
                "nowhere" if '"' in wrong_word else "1001",
                context,
            )


def test_every_op_has_something_that_it_refuses() -> None:
    """No operation is without: those with neither operands nor properties still refuse an operand and a result."""
    tested = {name_in(text) for text, changes in OPS.items() if changes}
    derived = {op.name for op in (*SPECIAL_REGISTERS.values(), *PLAIN_OPERATIONS, *MLIR_OPERATIONS)}
    assert sorted(tested | derived) == sorted(op.name for op in NVVM.operations)
    assert tested & derived == set()
