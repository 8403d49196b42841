"""What is refused before LLVM sees it. `test_llvm_really_ends_the_process` proves, in child processes, that it must be."""

from __future__ import annotations

import subprocess
import sys

import pytest

from periclase.codegen.intrinsic_signatures import expected_signature
from periclase.codegen.llvm_checks import assembly_problems, check_llvm_ir
from periclase.codegen.targets import parse_target
from periclase.diagnostics import CompileError, Diagnostic

SM_80, SM_90 = parse_target("sm_80"), parse_target("sm_90")


def problems(text: str, target: object = SM_90) -> tuple[Diagnostic, ...]:
    try:
        check_llvm_ir(text, target)  # pyright: ignore[reportArgumentType]
    except CompileError as error:
        return error.diagnostics
    return ()


def call(name: str, type: str, flags: str = "", arguments: int = 1) -> str:
    values = ", ".join(f"{type} %a{index}" for index in range(arguments))
    return (
        f"define {type} @f({values}) {{\n  %r = call {flags}{type} @{name}({values})\n  ret {type} %r\n}}\n"
        f"declare {type} @{name}({', '.join([type] * arguments)})\n"
    )


def instruction(text: str, parameters: str = "ptr %p, i32 %v") -> str:
    return f"define void @f({parameters}) {{\n  {text}\n  ret void\n}}\n"


REFUSED = {
    "exp": call("llvm.exp.f32", "float", "afn "),
    "pow": call("llvm.pow.f64", "double", arguments=2),
    "sin without afn": call("llvm.sin.f32", "float"),
    "sin of double": call("llvm.sin.f64", "double", "afn "),
    "exp2 of double": call("llvm.exp2.f64", "double"),
    "foreign scope": instruction('fence syncscope("agent") seq_cst'),
    "single-thread scope": instruction('fence syncscope("singlethread") acq_rel'),
    "constraint of another machine": instruction('call void asm sideeffect "nop;", "x"(i32 %v)'),
    "operand that is not there": instruction('call void asm sideeffect "mov $5, $0;", "r"(i32 %v)'),
    "bare dollar": instruction('call void asm sideeffect "mov $ 1;", "r"(i32 %v)'),
    "assembly over several lines": instruction(
        '%o = call i32\n  asm "x $0, $1;",\n "=r,r~{memory}"(\n  i32 %v\n)'
    ),
    "line in a constraint": instruction('%o = call i32 asm "mov $0, $1;", "=\n,r"(i32 %v)'),
    "call over several lines": call("llvm.exp.f32", "float").replace("float @", "float\n@"),
    "declaration with other types": "declare i32 @llvm.nvvm.abs.i(float)\n"
    + instruction("%a = call i32 @llvm.nvvm.abs.i(float 1.0)"),
    "call with other types": "declare i32 @llvm.nvvm.abs.i(i32)\n"
    + instruction("%a = call i32 @llvm.nvvm.abs.i(float 1.0)"),
    "declaration without parameters": "declare i64 @llvm.ctlz.i64()\n"
    + instruction("%a = call i64 @llvm.ctlz.i64()"),
    "escaped name": 'declare i32 @"llvm.nvvm.\\61bs.i"(float)\n',
    "pair of singles": instruction('call void asm sideeffect "x;", "l"(<2 x float> %w)', "<2 x float> %w"),
}
TAKEN = {
    "approximate sine": call("llvm.sin.f32", "float", "afn "),
    "fast cosine": call("llvm.cos.f32", "float", "fast "),
    "exp2": call("llvm.exp2.f32", "float"),
    "square root": call("llvm.sqrt.f64", "double"),
    "maximum": call("llvm.maximum.v2f16", "<2 x half>", arguments=2),
    "scopes": instruction(
        'fence syncscope("cluster") acq_rel\n  fence syncscope("block") acq_rel\n  fence seq_cst'
    ),
    "relaxed device atomic": instruction('%o = atomicrmw add ptr %p, i32 %v syncscope("device") monotonic'),
    "operands": instruction('%o = call i32 asm sideeffect "mov $0, ${1:r}; $$x", "=r,r,~{memory}"(i32 %v)'),
    "tied": instruction('%o = call { i32, i64 } asm "x $0 $1", "=r,=l,0,1"(i32 %v, ptr %p)'),
    "half pair": instruction('call void asm sideeffect "x $0", "r"(<2 x half> %w)', "<2 x half> %w"),
    "sregs": "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
    + instruction("%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()"),
    "renamed by LLVM": "declare void @llvm.nvvm.barrier0()\n"
    + instruction("call void @llvm.nvvm.barrier0()"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    found = problems(REFUSED[name])
    assert found
    assert {problem.code for problem in found} <= {"PC0533", "PC0535", "PC0536"}


@pytest.mark.parametrize("name", TAKEN)
def test_taken(name: str) -> None:
    assert problems(TAKEN[name]) == ()


EMIT = """
import sys
from periclase.runtime.backends.cpu.llvm_binding import binding
llvm = binding()
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
module = llvm.parse_assembly(sys.stdin.read())
module.verify()
target = llvm.Target.from_triple("nvptx64-nvidia-cuda")
target.create_target_machine(cpu="sm_90", features="+ptx80").emit_assembly(module)
print("survived")
"""


def survives(text: str) -> bool:
    done = subprocess.run(
        [sys.executable, "-c", EMIT], input=text, capture_output=True, text=True, check=False, timeout=120
    )
    return done.stdout.strip() == "survived"


@pytest.mark.parametrize(
    "name",
    [
        *("exp", "sin without afn", "foreign scope", "constraint of another machine", "line in a constraint"),
        *("declaration with other types", "call with other types", "declaration without parameters"),
    ],
)
def test_llvm_really_ends_the_process(name: str) -> None:
    assert not survives(REFUSED[name])


def test_llvm_lowers_everything_taken() -> None:
    names = [name for name in TAKEN if name != "renamed by LLVM"]
    pieces: list[str] = []
    for number, name in enumerate(names):
        pieces.append(TAKEN[name].replace("@f(", f"@f{number}("))
    assert survives("\n".join(pieces))


def test_all_problems_are_reported_in_order() -> None:
    text = instruction(
        'fence syncscope("warp") seq_cst\n  call void asm sideeffect "x", "x"(i32 %v)\n'
        "  %o = atomicrmw add ptr %p, i32 %v seq_cst"
    )
    assert [problem.code for problem in problems(text)] == ["PC0536", "PC0535", "PC0536"]


@pytest.mark.parametrize(
    "operation",
    [
        "atomicrmw add ptr %p, i32 %v monotonic",
        'atomicrmw add ptr %p, i32 %v syncscope("device") acq_rel',
        'atomicrmw volatile xchg ptr %p, i32 %v syncscope("block") seq_cst, align 4',
    ],
)
def test_order_and_scope_that_llvm_drops(operation: str) -> None:
    (problem,) = problems(instruction(f"%o = {operation}"))
    assert "drops the memory order" in problem.message


def test_cluster_scope_needs_sm_90() -> None:
    text = instruction('fence syncscope("cluster") seq_cst')
    (problem,) = problems(text, SM_80)
    assert "needs sm_90" in problem.message
    assert problems(text, SM_90) == ()


def test_unknown_intrinsics() -> None:
    text = "declare void @llvm.nvvm.no.such.thing()\n" + instruction("call void @llvm.nvvm.no.such.thing()")
    (problem,) = problems(text)
    assert problem.message == "'llvm.nvvm.no.such.thing' is no intrinsic of LLVM, or not of this type"


def test_device_intrinsics_on_the_host() -> None:
    (problem,) = problems(TAKEN["sregs"], None)
    assert "host" in problem.message
    assert problems(call("llvm.exp.f32", "float"), None) == ()


def test_place_comes_from_the_debug_location() -> None:
    text = instruction('fence syncscope("agent") seq_cst, !dbg !3') + (
        '!1 = !DIFile(filename: "k.py", directory: "/src")\n'
        '!2 = distinct !DISubprogram(name: "f", file: !1)\n'
        "!3 = !DILocation(line: 7, column: 5, scope: !2)\n"
    )
    (problem,) = problems(text)
    assert str(problem.span) == "/src/k.py:7:5"


@pytest.mark.parametrize(
    ("constraints", "results", "arguments", "words"),
    [
        ("=r,l", ["i64"], ["ptr"], "does not fit the 32-bit register"),
        ("=f", ["double"], [], "does not fit"),
        ("r", [], ["ptr"], "does not fit"),
        ("r", [], [], "name 1 inputs, there are 0"),
        ("r,=r", ["i32"], ["i32"], "come before"),
        ("=r,3", ["i32"], ["i32"], "ties an input"),
        ("n", [], ["i32"], "takes a constant"),
        ("=r,0", ["i32"], ["i64"], "does not fit"),
        ("r", [], ["{ i32, i32 }"], "does not fit"),
    ],
)
def test_constraints(constraints: str, results: list[str], arguments: list[str], words: str) -> None:
    found = assembly_problems("nop;", constraints, results, arguments)
    assert any(words in message for message in found)


def test_good_constraints() -> None:
    assert assembly_problems("a $0 $1 $2", "=&r,h,d,~{memory}", ["i16"], ["half", "double"]) == []


def test_copies_of_tensors_that_once_had_fewer_operands() -> None:
    stem = "llvm.nvvm.cp.async.bulk.tensor.g2s."
    old = expected_signature(f"{stem}tile.1d")
    assert old is not None
    assert old.fullmatch("void (ptr addrspace(7), ptr addrspace(3), ptr, i32, i16, i64, i1, i1, i32)")
    assert not old.fullmatch("void (ptr addrspace(7), ptr addrspace(3), ptr, i32, i16, i64, i1, i1)")
    assert expected_signature(f"{stem}cta.tile.1d") is None
