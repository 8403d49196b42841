"""reconcile-unrealized-casts as a pass; what cancels out is tested with `periclase.ir.unrealized_casts`."""

from __future__ import annotations

import pytest
from toy_text import RETURN, main
from xdsl.context import Context

from periclase.diagnostics import CompileError
from periclase.passes.reconcile_unrealized_casts import ReconcileUnrealizedCasts

CAST = '%{} = "builtin.unrealized_conversion_cast"(%{}) : ({}) -> {} loc("k.py":{}:1)\n'
ONE_WAY = CAST.format("f", "a", "i32", "f32", 3)
BACK = CAST.format("i", "f", "f32", "i32", 4)
SHOW = '"toy.print"(%i) : (i32) -> ()\n'


def casts(body: str, *, strict: bool) -> int:
    module = main(body)
    ReconcileUnrealizedCasts(strict=strict).apply(Context(allow_unregistered=True), module)
    return sum(op.name == "builtin.unrealized_conversion_cast" for op in module.walk())


@pytest.mark.parametrize("strict", [False, True])
def test_casts_there_and_back_go(strict: bool) -> None:
    assert casts(ONE_WAY + BACK + SHOW + RETURN, strict=strict) == 0


def test_a_cast_that_stays_is_an_error_only_where_strict() -> None:
    body = '%f = "builtin.unrealized_conversion_cast"(%a) : (i32) -> i64 loc("k.py":3:1)\n'
    body += '%i = "builtin.unrealized_conversion_cast"(%f) : (i64) -> index\n'
    body += '%j = "builtin.unrealized_conversion_cast"(%i) : (index) -> f32\n'
    body += '%s = "builtin.unrealized_conversion_cast"(%i) : (index) -> i32\n"toy.print"(%s) : (i32) -> ()\n'
    assert casts(body + RETURN, strict=False) == 0
    body = ONE_WAY + '%g = "builtin.unrealized_conversion_cast"(%f) : (f32) -> i64\n'
    body += '%i = "builtin.unrealized_conversion_cast"(%g, %a) : (i64, i32) -> i32\n' + SHOW + RETURN
    assert casts(body, strict=False) == 3
    with pytest.raises(CompileError) as caught:
        casts(body, strict=True)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["PC0602"] * 3
    assert caught.value.diagnostics[0].message == "no conversion from i32 to f32"
    assert caught.value.diagnostics[0].span.line == 3
