from __future__ import annotations

import pytest
import toy
from xdsl.ir import ErasedSSAValue

from periclase.diagnostics import Severity
from periclase.ir.ssa_verifier import verify_ssa


def func(body: str) -> toy.ModuleOp:
    return toy.parse(
        f'"toy.func"() ({{\n^e(%a : i32):\n{body}\n}}) {{sym_name = "main", results_of = [i32]}} : () -> ()'
    )


def messages(module: toy.ModuleOp) -> list[str]:
    return [diagnostic.message for diagnostic in verify_ssa(module)]


RETURN = '"toy.return"(%a) : (i32) -> ()'


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            '"toy.print"(%x) : (i32) -> ()\n%x = "toy.add"(%a, %a) : (i32, i32) -> i32\n' + RETURN,
            "'toy.print' uses %x ('toy.add') as operand 0 where it is not defined on every path",
        ),
        (
            '"toy.cond_br"(%a)[^x, ^y] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()\n'
            '^x:\n%v = "toy.add"(%a, %a) : (i32, i32) -> i32\n"toy.br"()[^y] : () -> ()\n'
            '^y:\n"toy.print"(%v) : (i32) -> ()\n' + RETURN,
            "'toy.print' uses %v ('toy.add') as operand 0 where it is not defined on every path",
        ),
        (
            '"toy.br"()[^x] : () -> ()\n^x(%p : i32):\n' + RETURN,
            "'toy.br' hands successor 0 0 values, 1 expected",
        ),
        (
            '%u = "toy.undef"() : () -> i64\n"toy.br"(%u)[^x] : (i64) -> ()\n^x(%p : i32):\n' + RETURN,
            "'toy.br' hands successor 0 a value of type i64 at 0, i32 expected",
        ),
        ('"toy.return"() : () -> ()', "'toy.return' returns 0 values, 1 expected"),
        ('"toy.print"(%a) : (i32) -> ()', "'toy.print' ends a block and is no terminator"),
        (RETURN + "\n" + RETURN, "'toy.return' is a terminator and does not end its block"),
        ('"toy.br"(%a)[^e] : (i32) -> ()', "'toy.br' branches to the entry block"),
        (
            '"toy.func"() ({\n"toy.print"(%a) : (i32) -> ()\n"toy.return"() : () -> ()\n}) '
            '{sym_name = "in", results_of = []} : () -> ()\n' + RETURN,
            "'toy.print' uses %a (block argument 0) as operand 0 where it is not defined on every path",
        ),
    ],
)
def test_what_is_wrong_is_told(body: str, message: str) -> None:
    assert messages(func(body)) == [message]


def test_all_is_told_at_once_with_places() -> None:
    module = func(
        '"toy.br"()[^x] : () -> () loc("k.py":3:5)\n^x(%p : i32):\n"toy.return"() : () -> () loc("k.py":4:1)'
    )
    found = verify_ssa(module)
    assert [(d.code, d.severity, d.span.file, d.span.line, d.span.column) for d in found] == [
        ("PC0601", Severity.ERROR, "k.py", 3, 4),
        ("PC0601", Severity.ERROR, "k.py", 4, 0),
    ]


def test_unreachable_code_may_use_anything() -> None:
    assert messages(func(RETURN + '\n^x:\n"toy.print"(%v) : (i32) -> ()\n"toy.return"(%a) : (i32) -> ()\n'
                         '^y:\n%v = "toy.add"(%a, %a) : (i32, i32) -> i32\n"toy.return"(%v) : (i32) -> ()')) == []  # fmt: skip


def test_an_erased_value_is_told() -> None:
    module = func('%x = "toy.add"(%a, %a) : (i32, i32) -> i32\n"toy.return"(%x) : (i32) -> ()')
    (add,) = toy.ops_of(module, "toy.add")
    add.detach()
    add.erase(safe_erase=False)
    (ret,) = toy.ops_of(module, "toy.return")
    assert isinstance(ret.operands[0], ErasedSSAValue)
    assert messages(module) == ["'toy.return' uses a value that was erased, as operand 0"]


def test_random_programs_are_fine() -> None:
    for seed in range(30):
        assert verify_ssa(toy.random_module(seed)) == []
