"""Debug locations: line tables that LLVM verifies and that reach PTX as `.loc`."""

from __future__ import annotations

import re

from llvm_modules import accepted, llvm, parse, printed

from periclase.codegen.llvm_ir import print_module

KERNEL = """
llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %a = llvm.add %n, %n : i32 loc("/src/k.py":11:5)
  %b = llvm.mul %a, %n : i32 loc(fused["/src/k.py":12:5, "/src/k.py":13:1])
  %c = llvm.xor %b, %n : i32 loc("name"("/src/other.py":3:1))
  %d = llvm.or %c, %n : i32 loc(callsite("helper"("/src/lib.py":7:2) at "/src/k.py":14:9))
  %e = llvm.and %d, %n : i32 loc(
    callsite("inner"("/src/lib.py":9:3) at callsite("helper"("/src/lib.py":8:2) at "/src/k.py":14:9)))
  llvm.store %e, %p : i32, !llvm.ptr<1> loc(unknown)
  llvm.return loc("/src/k.py":15:1)
} loc("/src/k.py":10:1)
"""


def node(text: str, number: str) -> str:
    match = re.search(rf"^!{number} = (.*)$", text, re.MULTILINE)
    assert match is not None
    return match[1]


def location(text: str, instruction: str) -> str:
    """The `DILocation` of the line that contains `instruction`."""
    (line,) = [line for line in text.splitlines() if instruction in line]
    return node(text, line.rpartition("!")[2])


def field(text: str, of: str, name: str) -> str:
    match = re.search(rf"\b{name}: !(\d+)", of)
    assert match is not None
    return node(text, match[1])


def test_plain_fused_and_unknown_places() -> None:
    text = printed(KERNEL)
    assert location(text, " add ").startswith("!DILocation(line: 11, column: 5, scope: ")
    assert location(text, " mul ").startswith("!DILocation(line: 12, column: 5, scope: ")
    assert location(text, "store ").startswith("!DILocation(line: 0, column: 0, scope: ")
    assert 'name: "k"' in field(text, location(text, " add "), "scope")
    assert "line: 10" in field(text, location(text, " add "), "scope")


def test_place_in_another_file_has_a_scope_of_its_own() -> None:
    text = printed(KERNEL)
    scope = field(text, location(text, " xor "), "scope")
    assert scope.startswith("!DILexicalBlockFile(")
    assert field(text, scope, "file") == '!DIFile(filename: "other.py", directory: "/src")'


def test_inlined_places_name_callee_and_call_site() -> None:
    text = printed(KERNEL)
    once = location(text, " or ")
    assert 'name: "helper"' in field(text, once, "scope")
    at = field(text, once, "inlinedAt")
    assert at.startswith("distinct !DILocation(line: 14, column: 9")
    assert 'name: "k"' in field(text, at, "scope")
    twice = location(text, " and ")
    assert 'name: "inner"' in field(text, twice, "scope")
    middle = field(text, twice, "inlinedAt")
    assert "line: 8" in middle
    assert "line: 14" in field(text, middle, "inlinedAt")


def test_without_locations_there_is_no_debug_information() -> None:
    text = printed("llvm.func @f() { llvm.return }")
    assert "!" not in text


def test_debug_can_be_left_out() -> None:
    assert "!dbg" not in printed(KERNEL, debug=False)


def test_calls_between_functions_with_and_without_locations() -> None:
    # LLVM's verifier wants a location on a call of a function that has a subprogram.
    printed(
        """llvm.func @g() {
          llvm.return loc("/src/k.py":2:1)
        }
        llvm.func @f() {
          llvm.call @g() : () -> ()
          llvm.return loc("/src/k.py":5:1)
        }"""
    )


def test_ptx_has_the_lines() -> None:
    kernel = """llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
      %a = llvm.mul %n, %n : i32 loc("/src/k.py":11:5)
      llvm.store volatile %a, %p : i32, !llvm.ptr<1> loc(callsite("/src/lib.py":7:2 at "/src/k.py":14:9))
      llvm.return loc("/src/k.py":15:1)
    } loc("/src/k.py":10:1)"""
    module = accepted(print_module(parse(kernel), target="nvptx64"))
    machine = (
        llvm().Target.from_triple("nvptx64-nvidia-cuda").create_target_machine(cpu="sm_90", features="+ptx78")
    )
    ptx = machine.emit_assembly(module)
    assert re.search(r'\.file\s+\d+ "/src/k\.py"', ptx)
    assert re.search(r"\.loc\s+\d+ 11 5", ptx)
    assert re.search(r"\.loc\s+2 7 2", ptx)
    assert ".target sm_90, debug" not in ptx


def test_for_a_gpu_functions_of_libraries_are_at_the_users_line() -> None:
    kernel = """llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
      %a = llvm.mul %n, %n : i32 loc(callsite("square"("/lib.py":7:2) at "/src/k.py":14:9))
      %b = llvm.add %a, %n : i32 loc(
        callsite("square"("/lib.py":7:2) at callsite("power"("/lib.py":3:2) at "/src/k.py":15:9)))
      %c = llvm.xor %b, %n : i32 loc(
        callsite(callsite("square"("/lib.py":7:2) at "/src/mine.py":2:3) at "/src/k.py":16:9))
      %d = llvm.or %c, %n : i32 loc("whole"("/lib.py":9:1))
      llvm.store %d, %p : i32, !llvm.ptr<1>
      llvm.return
    } loc("/src/k.py":10:1)"""
    text = printed(kernel, target="nvptx64")
    assert location(text, " mul ").startswith("!DILocation(line: 14, column: 9, ")
    assert "inlinedAt" not in location(text, " mul ")
    assert location(text, " add ").startswith("!DILocation(line: 15, column: 9, ")
    assert location(text, " xor ").startswith("!DILocation(line: 2, column: 3, ")
    assert "line: 16" in field(text, location(text, " xor "), "inlinedAt")
    # Nobody's line but the library's.
    assert location(text, " or ").startswith("!DILocation(line: 9, ")
    assert "line: 7" in location(printed(kernel), " mul ")


def test_two_calls_on_one_line_stay_two() -> None:
    text = printed(
        """llvm.func @f(%n: i32) {
          %a = llvm.add %n, %n : i32 loc(callsite("h"("/s.py":1:1) at "/s.py":5:1))
          %b = llvm.mul %n, %n : i32 loc(callsite("h"("/s.py":1:1) at "/s.py":5:9))
          llvm.return
        } loc("/s.py":4:1)"""
    )
    assert location(text, " add ") != location(text, " mul ")


def test_lines_and_columns_that_llvm_can_not_count_to_are_unknown() -> None:
    text = printed(
        'llvm.func @f() {\nllvm.intr.trap loc("a.py":99999999999:99999999)\n'
        'llvm.unreachable loc("a.py":3:4)\n} loc("a.py":99999999999:1)'
    )
    accepted(text)
    assert "99999999999" not in text
    assert "line: 3, column: 4" in text
