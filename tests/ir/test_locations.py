from __future__ import annotations

from xdsl.dialects.builtin import UNKNOWN_LOC, NameLoc, NoneAttr, StringAttr

from periclase.diagnostics import Span
from periclase.ir.locations import call_chain_of, call_site, file_location, fused, location_of_span, span_of

CALLEE = file_location("f.py", 3, 4)
CALLER = file_location("k.py", 9, 0)


def test_columns_are_0_based_in_spans_and_1_based_in_locations() -> None:
    assert CALLEE.column.data == 5
    assert span_of(CALLEE) == Span("f.py", 3, 4)
    assert span_of(file_location("f.py", 3)) == Span("f.py", 3, None)
    assert location_of_span(Span("f.py", 3, 4)) == CALLEE
    assert location_of_span(None) is UNKNOWN_LOC


def test_an_inlined_op_is_in_the_callee_and_knows_its_callers() -> None:
    outer = file_location("k.py", 20, 1)
    location = call_site(call_site(CALLEE, CALLER), outer)
    assert span_of(location) == Span("f.py", 3, 4)
    assert [frame.span for frame in call_chain_of(location)] == [Span("k.py", 20, 1), Span("k.py", 9, 0)]


def test_a_call_of_unknown_place_hides_nothing() -> None:
    assert call_site(CALLEE, UNKNOWN_LOC) == CALLEE
    assert span_of(call_site(UNKNOWN_LOC, CALLER)) == Span("k.py", 9, 0)


def test_fusing_keeps_each_known_place_once() -> None:
    assert fused([UNKNOWN_LOC, CALLEE, CALLEE]) == CALLEE
    assert fused([]) is UNKNOWN_LOC
    both = fused([UNKNOWN_LOC, CALLEE, CALLER])
    assert span_of(both) == Span("f.py", 3, 4)


def test_a_name_is_looked_through() -> None:
    assert span_of(NameLoc(StringAttr("x"), CALLEE)) == Span("f.py", 3, 4)
    assert span_of(NameLoc(StringAttr("x"), NoneAttr())) is None
    assert span_of(UNKNOWN_LOC) is None
