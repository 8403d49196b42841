"""What the parser makes of PTX, and that it refuses what it can not read."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from ptx_runs import kernel, run

from periclase.runtime.backends.sim.ptx.parser import PtxSyntaxError, parse
from periclase.runtime.backends.sim.ptx.syntax import (
    Address,
    Immediate,
    Label,
    Location,
    Module,
    Negated,
    Pair,
    Register,
    Sink,
    Special,
    Symbol,
    Vector,
)

HEAD = ".version 8.6\n.target sm_90a\n.address_size 64\n"
LOCATED = f"""{HEAD}
.visible .global .align 8 .b8 table[16] = {{1, 2, 0xFF(other+4), 0xFF00(other+4), 0xFF0000(other+4)}};
.global .u64 other[2] = {{generic(table)+8, table-1}};
.extern .shared .align 16 .b8 dynamic[];
.func (.param .b32 out) twice(.param .b32 in);
.visible .entry k(.param .u64 .ptr .global .align 4 p, .param .align 8 .b8 q[12])
.maxntid 128, 1, 1
.minnctapersm 2
{{
  .reg .pred %p<3>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<2>;
  .loc 1 7 3
  mov.u32 %r1, %tid.x;
  .loc 1 9 5, function_name $L__info_string0+0, inlined_at 1 12 9
  @!%p1 bra $L__end;
  {{ .reg .b32 %r1, t; mov.b32 t, 2; $L__end: mov.b32 %r1, t; bra $L__end; }}
  setp.lt.s32 %p1|_, %r1, -3, !%p2;
$L__end:
  ld.param.v2.u32 {{%r1, _}}, [q+4];
  ret;
}}
.file 1 "a \\"b\\".py"
.section .debug_str {{
$L__info_string0:
.b8 105,110,110,101,114,0
}}
"""


def test_a_module() -> None:
    module = parse(LOCATED)
    assert (module.version, module.target) == ((8, 6), "sm_90a")
    assert list(module.functions) == ["twice", "k"] and module.functions["twice"].external
    function = module.functions["k"]
    assert function.directives == {"maxntid": (128, 1, 1), "minnctapersm": (2,)}
    assert [(v.name, v.type, v.count, v.alignment) for v in function.parameters] == [
        ("p", "u64", 1, 8),
        ("q", "b8", 12, 8),
    ]
    assert module.variables["dynamic"].count == 0 and module.variables["dynamic"].external


def test_registers_and_labels_of_inner_scopes_are_their_own() -> None:
    function = parse(LOCATED).functions["k"]
    move, branch, inner, second, again, compare, load, _ = function.body
    assert move.operands == (Register("%r1"), Special("%tid.x"))
    (outer_end,) = branch.operands
    (inner_end,) = again.operands
    assert isinstance(outer_end, Label) and isinstance(inner_end, Label)
    assert function.labels == {outer_end.name: 6, inner_end.name: 3}
    target, source = second.operands
    assert isinstance(target, Register) and target != Register("%r1")
    assert inner.operands[0] == source
    assert isinstance(source, Register) and function.registers[source.name] == "b32"
    assert branch.guard is not None and (branch.guard.register, branch.guard.negated) == ("%p1", True)
    assert compare.operands == (
        Pair(Register("%p1"), Sink()),
        Register("%r1"),
        Immediate(-3),
        Negated(Register("%p2")),
    )
    assert load.operands == (Vector((Register("%r1"), Sink())), Address(Symbol("q"), 4))
    assert (load.opcode, load.modifiers) == ("ld", ("param", "v2", "u32"))
    assert load.text == "ld.param.v2.u32 {%r1, _}, [q+4]"


def test_locations() -> None:
    body = parse(LOCATED).functions["k"].body
    name = 'a "b".py'
    assert body[0].location == Location(name, 7, 3)
    assert body[1].location == Location(name, 9, 5, "inner", Location(name, 12, 9))
    assert body[1].line == LOCATED[: LOCATED.index("@!%p1")].count("\n") + 1


def test_initialisers() -> None:
    module = parse(LOCATED)
    table, other = module.variables["table"], module.variables["other"]
    assert table.initial == bytes([1, 2, 0, 0, 0])
    assert table.relocations == ((2, Symbol("other", 4), 3),)
    assert other.initial == bytes(16)
    assert other.relocations == ((0, Symbol("table", 8), 8), (8, Symbol("table", -1), 8))
    values = parse(
        f"{HEAD}.const .f32 f[4] = {{1.5, -0f3F800000, 0d4000000000000000, 1e300}}; .global .s16 s[] = {{-1, 0x7F, 017}};"
        ".global .f16 h[2] = {1e300, -0.5}; .global .u32 m[2][2] = {{1, 2}, {3}};"
    ).variables
    assert np.frombuffer(values["f"].initial or b"", "<f4").tolist() == [1.5, -1.0, 2.0, np.inf]
    assert np.frombuffer(values["s"].initial or b"", "<i2").tolist() == [-1, 127, 15]
    assert np.frombuffer(values["h"].initial or b"", "<f2").tolist() == [np.inf, -0.5]
    assert values["s"].count == 3 and values["m"].count == 4


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"{HEAD}.entry k()\n{{\n  add.u32 %r1 %r2;\n}}", 6),
        (f"{HEAD}.entry k()\n{{\n  ret;\n", 7),
        (f"{HEAD}.entry k()\n{{\nL: L:\n ret; }}", 6),
        (f"{HEAD}.entry k()\n{{\n .loc 1 2 3, strange 4\n ret; }}", 6),
        (f"{HEAD}.entry k()\n{{ mov.b32 {{{{{{ }}", 5),
        (f"{HEAD}.entry k()\n{{ ld.b32 %r1, [[[%r1]]]; }}", 5),
        (f"{HEAD}.global .b8 x = 08;", 4),
        (f"{HEAD}.global .b8 x = 0(y);", 4),
        (f"{HEAD}.global .b8 x = 0x1FF(y);", 4),
        (f"{HEAD}.global .b8 x[2] = {{1, 2, 3}};", 4),
        (f"{HEAD}.global .strange x;", 4),
        (f"{HEAD}.global .align 3 .b8 x;", 4),
        (f"{HEAD}.global .b8 x = {'9' * 5000};", 4),
        (f"{HEAD}.alias a, b;", 4),
        (f"{HEAD}§", 4),
        (f"{HEAD}.global .b8 x = ٣;", 4),
        (".version eight", 1),
        (".address_size 32", 1),
        ('.file 1 "never ends', 1),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, line: int) -> None:
    with pytest.raises(PtxSyntaxError, match=rf"line {line} of the PTX"):
        parse(text)


def test_deep_braces_are_refused_and_not_followed() -> None:
    for mark in "{[":
        with pytest.raises(PtxSyntaxError):
            parse(f"{HEAD}.entry k() {{ mov.b32 {mark * 100_000}")


def test_shadowed_registers_keep_their_values() -> None:
    text = """
    .reg .b32 %a; .reg .b64 %p; mov.b32 %a, 1;
    { .reg .b32 %a; mov.b32 %a, 2; { .reg .b32 %a; mov.b32 %a, 3; } add.u32 %a, %a, 10; }
    ld.param.u64 %p, [p0]; st.global.u32 [%p], %a;
    """
    found = np.zeros(1, np.uint32)
    run(kernel(text, "u64"), found, block=1)
    assert found.tolist() == [1]


PIECES = st.sampled_from(
    (
        *'{}[]();,|!@+-<>=:*_.\n"',
        *(
            "0",
            "0x",
            "0f3F800000",
            "1.5",
            "-1",
            "%r1",
            "$L__end",
            ".reg",
            ".loc",
            ".b8",
            "//",
            "/*",
            "0xFF00(",
        ),
        *(
            ".section",
            ".entry",
            ".param",
            ".file 1",
            "generic(",
            "§",
            "\0",
            ".branchtargets",
            "call",
            ".align",
        ),
    )
)


def read(text: str) -> Module | None:
    """The module; None if the text is refused with a line that it has."""
    try:
        return parse(text)
    except PtxSyntaxError as error:
        message = str(error)
    line = int(message.partition("line ")[2].split()[0])
    if not 1 <= line <= text.count("\n") + 1:
        raise AssertionError(message)
    return None


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(LOCATED)), st.integers(0, 30), PIECES), min_size=1, max_size=6))
def test_texts_with_changes_are_read_or_refused(changes: list[tuple[int, int, str]]) -> None:
    text = LOCATED
    for place, length, piece in changes:
        text = text[:place] + piece + text[place + length :]
    module = read(text)
    for function in module.functions.values() if module else ():
        assert all(0 <= index <= len(function.body) for index in function.labels.values())
        assert all(1 <= instruction.line <= text.count("\n") + 1 for instruction in function.body)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(PIECES, st.characters(max_codepoint=0x3FF)), max_size=12).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, HEAD + text, f"{HEAD}.entry k() {{ {text} }}"):
        module = read(whole)
        assert module is None or isinstance(module.functions, dict)
