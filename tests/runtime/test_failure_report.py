"""What is told of a spoiled buffer: text with places, and the same as data."""

from __future__ import annotations

import json
import pickle
import sys
from types import FrameType

import pytest

from periclase.diagnostics import Diagnostic, DiagnosticError, Span
from periclase.runtime.call_site import CallSite
from periclase.runtime.claims import Claim
from periclase.runtime.failure_report import diagnostics, report
from periclase.runtime.failures import TrapError
from periclase.runtime.ledger import Ledger

TRAP = Diagnostic(
    "PC0702",
    "kernel `scale` failed: index out of bounds",
    Span("kernels.py", 12, 4, 12, 8, "    y[i] = a * x[i]"),
).with_note("in thread (6, 0, 0) of block (1, 0, 0)")


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


def here() -> CallSite:
    """The line that calls this."""
    frame: FrameType = sys._getframe(1)
    return CallSite(frame.f_code, frame.f_lasti)


def notes(claim: Claim) -> list[str]:
    """The notes on launches, of all roots, without the roots' own."""
    return [note.message for each in diagnostics([claim]) for note in each.notes if "`" in note.message]


def test_the_text_tells_the_error_then_the_launches_from_the_root_to_the_buffer(ledger):
    failed = ledger.fail(TrapError(TRAP), "scale", root_site := here())
    blur = ledger.skip("blur", blur_site := here(), [("x", failed)])
    total = ledger.skip("total", total_site := here(), [("y", blur)])
    (told,) = diagnostics([total])
    assert str(told).splitlines() == [
        "error[PC0702]: kernel `scale` failed: index out of bounds",
        "  --> kernels.py:12:5",
        "   |",
        "12 |     y[i] = a * x[i]",
        "   |     ^^^^",
        "   = note: in thread (6, 0, 0) of block (1, 0, 0)",
        f"   = note: `scale` was launched here ({root_site.span()})",
        f"   = note: `blur`, launched here, was skipped: it needs `x` ({blur_site.span()})",
        f"   = note: `total`, launched here, was skipped: it needs `y` ({total_site.span()})",
    ]
    assert __file__ in str(told)


def test_the_report_has_the_same_text(ledger):
    failed = ledger.fail(TrapError(TRAP), "scale", root_site := here())
    other = ledger.fail(ValueError("no"), None, other_site := here())
    total = ledger.skip("total", total_site := here(), [("y", failed), ("z", other)])
    assert str(report([total])).splitlines() == [
        "error[PC0702]: kernel `scale` failed: index out of bounds",
        "  --> kernels.py:12:5",
        "   |",
        "12 |     y[i] = a * x[i]",
        "   |     ^^^^",
        "   = note: in thread (6, 0, 0) of block (1, 0, 0)",
        f"   = note: `scale` was launched here ({__file__}:{root_site.line})",
        "",
        "error[PC0701]: an operation failed: ValueError: no",
        f"   = note: this was asked for here ({__file__}:{other_site.line})",
        f"   = note: `total`, launched here, was skipped: it needs `y` and `z` ({__file__}:{total_site.line})",
    ]


def test_the_text_of_a_long_report_is_bounded(ledger):
    claim = ledger.fail(TrapError(TRAP), "scale", here())
    for _ in range(5):
        claim = ledger.skip("blur", here(), [("x", claim)])
    many = [ledger.fail(TrapError(TRAP), "scale", here()) for _ in range(100)]
    text = str(report([ledger.skip("total", here(), [("x", claim), *[("y", each) for each in many]])]))
    assert "more failures" in text
    assert len(text.splitlines()) < 200


def test_a_diagnostic_for_each_root_and_its_own_way_to_the_buffer(ledger):
    one = ledger.fail(ValueError("one"), "load", here())
    two = ledger.fail(TrapError(TRAP), "scale", here())
    a = ledger.skip("a", here(), [("x", one)])
    both = ledger.skip("both", here(), [("p", a), ("q", two)])
    first, second = diagnostics([both])
    assert first.message == "kernel `load` failed: ValueError: one"
    assert [note.message for note in first.notes] == [
        "`load` was launched here",
        "`a`, launched here, was skipped: it needs `x`",
        "`both`, launched here, was skipped: it needs `p` and `q`",
    ]
    assert second.code == "PC0702"
    assert [note.message for note in second.notes][1:] == [
        "`scale` was launched here",
        "`both`, launched here, was skipped: it needs `p` and `q`",
    ]


def test_where_ways_part_they_are_set_in_and_told_once(ledger):
    failed = ledger.fail(ValueError("no"), "load", here())
    a = ledger.skip("a", here(), [("x", failed)])
    b = ledger.skip("b", here(), [("x", failed)])
    c = ledger.skip("c", here(), [("s", a), ("t", b)])
    d = ledger.skip("d", here(), [("u", c)])
    assert notes(d) == [
        "`load` was launched here",
        "  `a`, launched here, was skipped: it needs `x`",
        "  `c`, launched here, was skipped: it needs `s` and `t`",
        "  `d`, launched here, was skipped: it needs `u`",
        "  `b`, launched here, was skipped: it needs `x`",
        "  then `c`, as above",
    ]


def test_many_inputs_are_not_all_named(ledger):
    needed = [(f"x{i}", ledger.fail(ValueError(str(i)), "load", here())) for i in range(20)]
    told = diagnostics([ledger.skip("k", here(), needed)])
    assert len(told) == 8
    assert told[0].notes[-1].message == (
        "`k`, launched here, was skipped: it needs `x0`, `x1`, `x2` and 17 more buffers"
    )
    assert told[-1].notes[-1].message == "12 more failures spoiled this buffer"
    assert len(report([ledger.skip("k", here(), needed)]).roots) == 20


def test_a_long_chain_is_told_by_its_ends(ledger):
    claim = ledger.fail(ValueError("no"), "load", here())
    for i in range(10_000):
        claim = ledger.skip(f"k{i}", here(), [("x", claim)])
    told = notes(claim)[1:]
    assert [line.split("`")[1] for line in told if line.startswith("`")] == [
        f"k{i}" for i in (0, 1, 2, 3, 9996, 9997, 9998, 9999)
    ]
    assert "9992 more launches were skipped" in str(diagnostics([claim])[0])
    found = report([claim])
    assert len(found.skipped) == 10_000
    assert len(json.loads(found.to_json())["skipped"]) == 10_000
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_wide_tree_is_cut(ledger):
    failed = ledger.fail(ValueError("no"), "load", here())
    needed = []
    for i in range(100):
        middle = ledger.skip(f"m{i}", here(), [("x", failed)])
        fork = [ledger.skip(f"f{i}{side}", here(), [("x", middle)]) for side in "ab"]
        needed += [(f"y{i}", fork[0]), (f"z{i}", fork[1])]
    told = diagnostics([ledger.skip("last", here(), needed)])[0].notes
    assert len(told) < 50
    assert any("and so on, in" in note.message for note in told)


def test_loops_are_told_with_their_counts(ledger):
    x = ledger.fail(ValueError("no"), "load", here())
    for _ in range(100):
        y = ledger.skip("there", here(), [("x", x)])
        x = ledger.skip("back", here(), [("y", y)])
    assert notes(x)[1:] == [
        "`there`, launched here, was skipped 100 times: it needs `x`",
        "`back`, launched here, was skipped 100 times: it needs `y`",
    ]
    assert notes(y)[1:] == [
        "`there`, launched here, was skipped 100 times, in a loop with `back` 99 times: it needs `x`"
    ]
    (launch,) = report([y]).skipped
    assert launch.count == 100
    assert [(kernel, count) for kernel, _, count in launch.in_loop] == [("back", 99)]


def test_an_error_of_python_says_its_type_and_where_it_was_raised(ledger):
    def broken() -> None:
        raise ValueError("a bug")

    with pytest.raises(ValueError, match="a bug") as caught:
        broken()
    (told,) = diagnostics([ledger.fail(caught.value, "k", here())])
    assert (told.code, told.message) == ("PC0701", "kernel `k` failed: ValueError: a bug")
    assert told.notes[0].message.startswith("raised in `broken`")


def test_all_diagnostics_of_a_root_are_told(ledger):
    errors = DiagnosticError([TRAP, Diagnostic("PC0201", "another")])
    told = diagnostics([ledger.fail(errors, "k", here())])
    assert [each.code for each in told] == ["PC0702", "PC0201"]
    assert "another" in report([ledger.fail(errors, "k", here())]).roots[0].text


def test_bytes_with_several_claims(ledger):
    one = ledger.fail(ValueError("one"), "load", here())
    two = ledger.skip("k", here(), [("x", ledger.fail(ValueError("two"), "load", here()))])
    found = report([one, two])
    assert [root.message for root in found.roots] == [
        "kernel `load` failed: ValueError: one",
        "kernel `load` failed: ValueError: two",
    ]
    assert [launch.kernel for launch in found.skipped] == ["k"]
    assert len(diagnostics([one, two])) == 2


def test_the_report_is_plain_data(ledger):
    failed = ledger.fail(TrapError(TRAP), "scale", root_site := here())
    claim = ledger.skip("blur", blur_site := here(), [("x", failed)])
    found = report([claim])
    identity = failed.failures[0].id
    assert found.as_dict() == {
        "roots": (
            {
                "id": identity,
                "kernel": "scale",
                "site": {"file": __file__, "line": root_site.line},
                "error": "TrapError",
                "code": "PC0702",
                "message": "kernel `scale` failed: index out of bounds",
                "place": {"file": "kernels.py", "line": 12},
                "text": str(TRAP),
            },
        ),
        "skipped": (
            {
                "kernel": "blur",
                "site": {"file": __file__, "line": blur_site.line},
                "count": 1,
                "needed": ({"name": "x", "failures": (identity,), "launch": None},),
                "in_loop": (),
            },
        ),
    }
    assert json.loads(found.to_json(indent=2))["skipped"][0]["needed"][0]["name"] == "x"
    assert (found.kernel, found.message) == ("scale", TRAP.message)
    assert str(found.site) == f"{__file__}:{root_site.line}"


def test_a_report_keeps_no_failure_alive(ledger):
    found = report([ledger.fail(ValueError("no"), "k", here())])
    assert found.roots[0].message.endswith("no")
    assert ledger.live_failures() == []
