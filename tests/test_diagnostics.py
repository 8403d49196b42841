"""`Diagnostic` as data, and its text form."""

from __future__ import annotations

import pickle
import traceback

import pytest

from periclase.diagnostic_text import render, source_line
from periclase.diagnostics import (
    CompileError,
    Diagnostic,
    DiagnosticError,
    Frame,
    LaunchError,
    Note,
    Severity,
    Span,
    where_to_read_on,
)


def error(**fields: object) -> Diagnostic:
    return Diagnostic("PC0101", "unknown name `fooo`", **fields)  # pyright: ignore[reportArgumentType]


def test_the_caret_stands_under_the_span():
    span = Span("k.py", 12, 4, 12, 8, source_line="    fooo + 1\n")
    assert render(error(span=span)) == "\n".join(
        [
            "error[PC0101]: unknown name `fooo`",
            "  --> k.py:12:5",
            "   |",
            "12 |     fooo + 1",
            "   |     ^^^^",
        ]
    )


def test_the_gutter_grows_with_the_line_number():
    span = Span("k.py", 12345, 0, 12345, 4, source_line="fooo")
    lines = render(error(span=span)).splitlines()
    assert lines[1] == "     --> k.py:12345:1"
    assert lines[3] == "12345 | fooo"
    assert lines[4] == "      | ^^^^"


def test_tabs_are_expanded_before_the_caret_is_placed():
    span = Span("k.py", 1, 1, 1, 5, source_line="\tfooo")
    lines = render(error(span=span)).splitlines()
    assert lines[-1].index("^") == lines[-2].index("fooo")


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first():
    span = Span("k.py", 1, 4, 3, 2, source_line="x = foo(  ")
    assert render(error(span=span)).splitlines()[-1].endswith("    ^^^^")


def test_a_point_is_one_caret():
    assert render(error(span=Span("k.py", 1, 2, source_line="abc"))).splitlines()[-1] == "   |   ^"


def test_without_source_only_the_place_is_shown():
    assert render(error(span=Span("/nowhere/at/all.py", 7))).splitlines() == [
        "error[PC0101]: unknown name `fooo`",
        "  --> /nowhere/at/all.py:7",
    ]
    assert source_line(Span("/nowhere/at/all.py", 7)) is None


def test_the_source_is_read_from_the_file_where_there_is_one(tmp_path):
    path = tmp_path / "k.py"
    path.write_text("first\nsecond\n")
    assert source_line(Span(str(path), 2)) == "second"


def test_notes_help_and_the_call_chain_follow_in_order():
    chain = (Frame("kernel"), Frame("helper", Span("k.py", 3)))
    diagnostic = error(
        notes=(Note("one"), Note("two", Span("k.py", 2))), help="write `foo`", call_chain=chain
    )
    assert render(diagnostic).splitlines()[1:] == [
        "   = note: one",
        "   = note: two (k.py:2)",
        "   = help: write `foo`",
        "   = in: `kernel`",
        "   = which calls: `helper` (k.py:3)",
    ]


def test_with_note_and_with_call_chain_leave_the_original_alone():
    plain = error()
    assert plain.with_note("more").notes == (Note("more"),)
    assert plain.with_call_chain([Frame("k")]).call_chain == (Frame("k"),)
    assert plain == error()


def test_severity_is_named_first():
    assert render(error(severity=Severity.WARNING)).startswith("warning[PC0101]: ")


def test_an_error_shows_all_its_diagnostics_and_survives_pickling():
    raised = CompileError([error(), Diagnostic("PC0201", "second")])
    assert str(raised) == "error[PC0101]: unknown name `fooo`\n\nerror[PC0201]: second"
    assert raised.diagnostic == error()
    copy = pickle.loads(pickle.dumps(raised))
    assert type(copy) is CompileError
    assert copy.diagnostics == raised.diagnostics


def test_a_traceback_ends_with_where_there_is_more():
    raised = CompileError(
        [error(), Diagnostic("PC0201", "second"), error(), error(severity=Severity.WARNING)]
    )
    shown = "".join(traceback.format_exception(pickle.loads(pickle.dumps(raised)))).splitlines()
    assert shown[-1] == "`periclase explain PC0101` says more; so for PC0201"
    assert "explain" not in str(raised)
    assert where_to_read_on([Diagnostic("XY0001", "of a plugin")]) is None


def test_an_error_needs_a_diagnostic():
    with pytest.raises(ValueError, match="at least one"):
        DiagnosticError([])
    assert issubclass(LaunchError, DiagnosticError)
