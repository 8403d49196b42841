"""Line tables as far as SASS: each group of instructions has its Python file and line, an inlined one the chain of calls."""

from __future__ import annotations

import math
import re

import pytest

from periclase import MutSlice, Slice, device, f32, kernel, u64
from periclase.codegen.assembler import (
    assemble,
    assembler_diagnostics,
    available_assemblers,
    disassemble,
    find_tool,
)
from periclase.codegen.compiler import kernel_ptx, stages
from periclase.codegen.inlined_lines import Place, decode_chains, encode_chains
from periclase.diagnostics import CompileError
from periclase.gpu import global_idx_x, inline_ptx

needs_nvidias_tools = pytest.mark.skipif(
    not available_assemblers() or find_tool("nvdisasm") is None, reason="no assembler, or no nvdisasm"
)


@device
def cube(x: f32) -> f32:
    return x * x * x


@device
def bent(x: f32) -> f32:
    y = cube(x) + f32(1)
    return math.sqrt(y)


@kernel
def chain(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] = bent(x[i])


@kernel
def exponentials(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] = math.sin(x[i]) + math.exp(x[i])


@kernel
def functions_of_our_own(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] = math.tan(x[i]) + math.sinh(x[i])


@kernel
def powers(x: Slice[u64], y: MutSlice[u64]):
    i = global_idx_x()
    if i < len(y):
        y[i] = x[i] ** u64(5)


CUBE = cube.function.__code__.co_firstlineno + 2
BENT = bent.function.__code__.co_firstlineno + 2
CHAIN = chain.function.__code__.co_firstlineno + 2


def sass_of(kernel_: object, target: str) -> str:
    return disassemble(assemble(kernel_ptx(kernel_, target), target), line_info=True)  # pyright: ignore[reportArgumentType]


def groups(sass: str, name: str) -> list[tuple[str, list[str]]]:
    """The instructions of a kernel, by the line that stands above them; nothing (an empty text) above those that have none.

    The assembler's own functions, for the square root of a subnormal and such, are sections of their own, without lines.
    """
    found: list[tuple[str, list[str]]] = []
    code = sass.partition(f"\n.text.{name}:")[2]
    for line in code.splitlines():
        if "//## " in line:
            found.append((line.strip(), []))
        elif re.match(r"\s+/\*[0-9a-f]{4,}\*/", line) and "NOP" not in line:
            if not found:
                found.append(("", []))
            found[-1][1].append(line.strip())
    return found


@needs_nvidias_tools
@pytest.mark.parametrize(
    ("which", "target"),
    [
        (chain, "sm_75"),
        (chain, "sm_90"),
        (exponentials, "sm_90"),
        (functions_of_our_own, "sm_90"),
        (powers, "sm_80"),
        (powers, "sm_120"),
    ],
    ids=lambda each: str(getattr(each, "name", each)),
)
def test_every_instruction_has_a_line_of_this_file(which: object, target: str) -> None:
    code = which.function.__code__  # pyright: ignore
    found = groups(sass_of(which, target), which.name)  # pyright: ignore
    assert sum(len(instructions) for _, instructions in found) > 10
    for place, _ in found:
        assert f'File "{__file__}"' in place
        line = int(re.findall(r"line (\d+)", place)[-1])
        assert code.co_firstlineno <= line <= code.co_firstlineno + 6 or line in (CUBE, BENT, BENT + 1)
    # The work of the last statement is at its line.
    assert any(re.findall(r"line (\d+)", place)[-1] == str(code.co_firstlineno + 4) for place, _ in found)


@needs_nvidias_tools
def test_inlined_functions_have_their_chain() -> None:
    places = {place for place, _ in groups(sass_of(chain, "sm_90"), "chain")}
    at = f'inlined at "{__file__}", line '
    assert any(f"line {CUBE} {at}{BENT}" in place for place in places), places
    assert any(f"line {BENT + 1} {at}{CHAIN + 2}" in place for place in places), places


@pytest.mark.parametrize(("target", "chains"), [("sm_80", False), ("sm_80+ptx72", True), ("sm_90", True)])
def test_chains_need_their_ptx(target: str, chains: bool) -> None:
    text = kernel_ptx(chain, target)
    assert ("inlined_at" in text) is chains
    assert ("debug_str" in text) is chains
    assert f" {CUBE} " in text
    if available_assemblers():
        assemble(text, target.partition("+")[0])


def test_a_caller_stands_before_what_is_inlined_there() -> None:
    lines = [line.split(",")[0] for line in kernel_ptx(chain, "sm_90").splitlines() if "\t.loc" in line]
    for line in kernel_ptx(chain, "sm_90").splitlines():
        if "inlined_at" in line:
            before = lines[: lines.index(line.split(",")[0])]
            assert "\t.loc\t" + line.partition("inlined_at ")[2] in before


def test_the_object_for_the_cpu_has_a_line_table() -> None:
    made = dict(stages(chain, None, "cpu"))
    assert b".debug_line" in made["obj"]  # pyright: ignore
    asm = made["asm"]
    assert isinstance(asm, str)
    assert re.search(rf"\.loc\t\d+ {CUBE} ", asm) is not None
    assert "cube" not in asm or "DW_TAG_inlined_subroutine" in asm


TEXT = """\
!0 = !DIFile(filename: "k.py", directory: "/src")
!1 = !DIFile(filename: "lib.py", directory: "")
!4 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !0, file: !0, line: 10, unit: !9)
!5 = distinct !DISubprogram(name: "helper", linkageName: "helper", scope: !1, file: !1, line: 5, unit: !9)
!6 = distinct !DILocation(line: 14, column: 9, scope: !4)
!7 = distinct !DILocation(line: 8, column: 2, scope: !5, inlinedAt: !6)
!8 = !DILocation(line: 9, column: 3, scope: !5, inlinedAt: !7)
!10 = !DILocation(line: 0, column: 0, scope: !5, inlinedAt: !6)
!11 = !DILocation(line: 15, column: 1, scope: !4)
"""


def test_encoded_places() -> None:
    text, chains = encode_chains(TEXT)
    code = (1 << 30) + 8
    assert f"!8 = !DILocation(line: {code}, column: 0, scope: !4)" in text
    at_k, at_helper = Place("/src/k.py", 14, 9, "k"), Place("lib.py", 8, 2, "helper")
    assert chains[code] == (at_k, at_helper, Place("lib.py", 9, 3, "helper"))
    # What has no line is where its caller is; what was not inlined stays.
    assert chains[(1 << 30) + 10] == (at_k,)
    assert [line for line in TEXT.splitlines() if line not in text] == [
        line for line in TEXT.splitlines() if line.startswith(("!8 ", "!10 "))
    ]


def test_decoded_places() -> None:
    _, chains = encode_chains(TEXT)
    ptx = f'\t.loc\t1 {(1 << 30) + 8} 0\n\tret;\n\t.loc\t1 15 1\n\t.file\t1 "/src/k.py"\n'
    assert decode_chains(ptx, chains) == (
        "\t.loc\t1 14 9\n"
        "\t.loc\t2 8 2, function_name $L__name0, inlined_at 1 14 9\n"
        "\t.loc\t2 9 3, function_name $L__name0, inlined_at 2 8 2\n"
        '\tret;\n\t.loc\t1 15 1\n\t.file\t1 "/src/k.py"\n\t.file\t2 "lib.py"\n'
        "\t.section\t.debug_str\n\t{\n$L__name0:\n\t.b8 104,101,108,112,101,114,0\n\t}\n"
    )
    assert decode_chains(ptx, {}) == ptx


def test_where_no_inlined_place_has_a_line_the_callers_are_named() -> None:
    _, chains = encode_chains(TEXT)
    code = (1 << 30) + 10
    ptx = f'\t.loc\t1 {code} 0\n\tret;\n\t.file\t1 "/src/k.py"\n'
    assert decode_chains(ptx, chains) == ptx.replace(f"{code} 0", "14 9")


def test_names_of_files_and_functions_are_written_as_llvm_writes_them() -> None:
    name = r"gr\C3\B6 \22\5C.py"
    text = TEXT.replace("lib.py", name).replace('name: "helper"', r'name: "gr\C3\B6\C3\9Fe"')
    _, chains = encode_chains(text)
    code = (1 << 30) + 8
    assert chains[code][1] == Place('grö "\\.py', 8, 2, "größe")
    file = "\t.file\t2 " + r'"gr\303\266 \"\\.py"'
    ptx = f'\t.loc\t1 {code} 0\n\tret;\n\t.file\t1 "/src/k.py"\n'
    assert file in decode_chains(ptx, chains)
    assert decode_chains(ptx + file + "\n", chains).count(".file") == 2
    assert f".b8 {','.join(map(str, 'größe'.encode()))},0" in decode_chains(ptx, chains)


def test_a_complaint_names_the_file_as_it_is_called() -> None:
    ptx = "\t.loc\t1 15 1\n\tadd;\n\t.file\t1 " + r'"/gr\303\266 \"x\".py"' + "\n"
    (complaint,) = assembler_diagnostics(ptx, "ptxas k.ptx, line 2; error   : Not enough arguments", "sm_90")
    assert complaint.span is not None
    assert complaint.span.file == '/grö "x".py'


def test_without_inlined_places_nothing_is_touched() -> None:
    text = TEXT.partition("!7 =")[0]
    assert encode_chains(text) == (text, {})


@device
def misspelt(x: f32) -> f32:
    return inline_ptx(
        """{
.reg .f32 t;
mul.rn.f32 t, $1, $1;
add.nonsense.f32 $0, t, $1;
}""",
        x,
        result=f32,
    )


@device
def around(x: f32) -> f32:
    good = inline_ptx("{\n.reg .f32 u;\nmul.rn.f32 u, $1, $1;\nmov.f32 $0, u;\n}", x, result=f32)
    return misspelt(good)


@kernel
def rejected(x: MutSlice[f32]):
    i = global_idx_x()
    if i < len(x):
        x[i] = around(x[i])


@needs_nvidias_tools
@pytest.mark.parametrize("assembler", available_assemblers())
@pytest.mark.parametrize(("target", "calls"), [("sm_80", 0), ("sm_90", 2)])
def test_complaints_are_at_the_users_line_with_the_calls(assembler: str, target: str, calls: int) -> None:
    with pytest.raises(CompileError) as caught:
        assemble(kernel_ptx(rejected, target), target, assembler=assembler)
    first = caught.value.diagnostic
    assert first.code == "PC0520"
    assert "nonsense" in first.message
    assert first.span is not None
    assert (first.span.file, first.span.line) == (__file__, misspelt.function.__code__.co_firstlineno + 2)
    places = [frame.span.line for frame in first.call_chain if frame.span is not None]
    expected = [rejected.function.__code__.co_firstlineno + 4, around.function.__code__.co_firstlineno + 3]
    assert places == expected[:calls]
    assert "in:" in str(first) or not calls
