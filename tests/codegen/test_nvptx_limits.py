"""What NVPTX does not have beside intrinsics is refused; `test_llvm_really_ends_the_process` proves that it must be."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from periclase.codegen.llvm_checks import check_llvm_ir
from periclase.codegen.ptx import emit_ptx
from periclase.codegen.targets import parse_target
from periclase.diagnostics import CompileError, Diagnostic


def problems(text: str, target: str) -> tuple[Diagnostic, ...]:
    try:
        check_llvm_ir(text, parse_target(target))
    except CompileError as error:
        return error.diagnostics
    return ()


def function(body: str, parameters: str = "ptr %p, i32 %n") -> str:
    return f"define ptx_kernel void @f({parameters}) {{\n  {body}\n  ret void\n}}\n"


def call(name: str, result: str, type: str, flags: str = "") -> str:
    return (
        f"define {result} @f({type} %a) {{\n  %r = call {flags}{result} @{name}({type} %a)\n  ret {result} %r\n}}\n"
        f"declare {result} @{name}({type})\n"
    )


def attributed(attributes: str) -> str:
    return f"define ptx_kernel void @f() {attributes} {{\n  ret void\n}}\n"


SAVED_STACK = (
    function(
        "%s = call ptr @llvm.stacksave.p0()\n  %q = alloca i32, i32 %n\n"
        "  store volatile i32 1, ptr %q\n  call void @llvm.stackrestore.p0(ptr %s)"
    )
    + "declare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)\n"
)

FATAL: dict[str, tuple[str, str]] = {
    "quadruple precision": (
        "sm_90",
        function("%r = fadd fp128 %a, %a\n  store fp128 %r, ptr %p", "fp128 %a, ptr %p"),
    ),
    "extended precision": ("sm_90", "@a = addrspace(1) global x86_fp80 0xK3FFF8000000000000000\n"),
    "scalable vector": (
        "sm_90",
        "define <vscale x 4 x i32> @f(<vscale x 4 x i32> %a) {\n  %r = add <vscale x 4 x i32> %a, %a\n"
        "  ret <vscale x 4 x i32> %r\n}\n",
    ),
    "wide integer to float": (
        "sm_90",
        function("%r = sitofp i128 %a to float\n  store float %r, ptr %p", "i128 %a, ptr %p"),
    ),
    "float to wide integer": (
        "sm_90",
        function("%r = fptoui half %a to i128\n  store i128 %r, ptr %p", "half %a, ptr %p"),
    ),
    "saturating to wide integer": ("sm_90", call("llvm.fptosi.sat.i128.f32", "i128", "float")),
    "stack in another space": (
        "sm_90",
        function("%q = alloca i32, addrspace(3)\n  store volatile i32 1, ptr addrspace(3) %q"),
    ),
    "dynamic stack": ("sm_80", function("%q = alloca i32, i32 %n, align 4\n  store volatile i32 1, ptr %q")),
    "saved stack": ("sm_80", SAVED_STACK),
    "cast to no space": (
        "sm_90",
        function("%q = addrspacecast ptr %p to ptr addrspace(8)\n  store i32 1, ptr addrspace(8) %q"),
    ),
    "variable in no space": ("sm_90", "@g = addrspace(7) global i32 5\n"),
    "initialised shared memory": ("sm_90", "@g = addrspace(3) global i32 5\n"),
    "initial half": ("sm_90", "@g = addrspace(1) global half 0xH3C00\n"),
    "initial bfloat": ("sm_90", "@g = addrspace(1) global bfloat 0xR3F80, align 2\n"),
    "initial vector of booleans": ("sm_90", "@g = addrspace(1) global <4 x i1> <i1 1, i1 0, i1 1, i1 0>\n"),
    "cycle of initial values": (
        "sm_90",
        "@a = addrspace(1) global ptr addrspace(1) @b\n@b = addrspace(1) global ptr addrspace(1) @c\n"
        "@c = addrspace(1) global ptr addrspace(1) @a\n",
    ),
    "initial difference": (
        "sm_90",
        "@b = addrspace(1) global i32 0\n@a = addrspace(1) global i64 "
        "sub (i64 0, i64 ptrtoint (ptr addrspace(1) @b to i64))\n",
    ),
    "packed address": (
        "sm_80",
        "@b = addrspace(1) global i32 0\n"
        "@a = addrspace(1) global <{ i8, ptr addrspace(1) }> <{ i8 1, ptr addrspace(1) @b }>\n",
    ),
    "alias of a variable": ("sm_90", "@r = addrspace(1) global i32 0\n@a = alias i32, ptr addrspace(1) @r\n"),
    "address of a block": ("sm_90", function("br label %b\nb:\n  store ptr blockaddress(@f, %b), ptr %p")),
    "empty parameter": ("sm_90", function("", "{} %a")),
    "empty array parameter": ("sm_90", function("", "i32 %a, [0 x i32] %b")),
    "wide atomic": (
        "sm_90",
        function("%v = load atomic i128, ptr %p monotonic, align 16\n  store i128 %v, ptr %p"),
    ),
    "ordered wide atomic": (
        "sm_120",
        function("store atomic i128 %a, ptr %p seq_cst, align 16", "i128 %a, ptr %p"),
    ),
    "wide exchange": (
        "sm_80",
        function("%v = cmpxchg ptr %p, i128 %a, i128 %a monotonic monotonic", "i128 %a, ptr %p"),
    ),
    "crooked atomic": (
        "sm_90",
        function("%v = load atomic i32, ptr %p monotonic, align 1\n  store i32 %v, ptr %p"),
    ),
    "atomic on constants": (
        "sm_90",
        function(
            '%v = atomicrmw add ptr addrspace(4) %c, i32 1 syncscope("device") monotonic',
            "ptr addrspace(4) %c",
        ),
    ),
    "name": ("sm_90", 'define ptx_kernel void @"gr\\C3\\B6\\C3\\9Fe"() {\n  ret void\n}\n'),
    "name of a variable": ("sm_90", '@"a b" = addrspace(1) global i32 0\n'),
    "negative block": ("sm_90", attributed('"nvvm.maxntid"="-1"')),
    "registers": ("sm_90", attributed('"nvvm.maxnreg"="many"')),
    "clusters": ("sm_90+ptx90", attributed('"nvvm.blocksareclusters"')),
    "early clusters": (
        "sm_90",
        attributed('"nvvm.reqntid"="8,1,1" "nvvm.cluster_dim"="2,1,1" "nvvm.blocksareclusters"'),
    ),
    "approximate tanh": ("sm_75", call("llvm.tanh.f32", "float", "float", "afn ")),
    "swapped vectors": ("sm_100", call("llvm.bswap.v2i32", "<2 x i32>", "<2 x i32>")),
}
"""What LLVM ends the process on: the target and the text."""

WRONG: dict[str, tuple[str, str]] = {
    "zeroed shared memory": ("sm_90", "@g = internal addrspace(3) global [4 x i32] zeroinitializer\n"),
    "dot in a kernel's name": ("sm_90", "define ptx_kernel void @a.b() {\n  ret void\n}\n"),
    "name that starts with a digit": ("sm_90", '@"1k" = addrspace(1) global i32 0\n'),
}
"""What LLVM takes and gives PTX for that is wrong, or that no assembler takes."""

TAKEN: dict[str, tuple[str, str]] = {
    "words in strings": (
        "sm_90",
        '@s = internal addrspace(4) constant [22 x i8] c"fp128 blockaddress(-1)"\n',
    ),
    "words in comments": ("sm_90", "; x86_fp80 = alloca i32, addrspace(3)\n"),
    "wide integers": ("sm_90", function("%r = sdiv i128 %a, 3\n  store i128 %r, ptr %p", "i128 %a, ptr %p")),
    "converted integers": (
        "sm_90",
        function("%r = sitofp i64 %a to float\n  store float %r, ptr %p", "i64 %a, ptr %p"),
    ),
    "dynamic stack": ("sm_90", function("%q = alloca i32, i32 %n, align 4\n  store volatile i32 1, ptr %q")),
    "several on the stack": (
        "sm_80",
        function("%q = alloca i32, i32 7, align 4\n  store volatile i32 1, ptr %q"),
    ),
    "array of halves": (
        "sm_90",
        "@g = addrspace(1) global [2 x half] [half 0xH3C00, half 0xH3C00], align 2\n",
    ),
    "zero half": ("sm_90", "@g = addrspace(1) global half 0xH0000\n"),
    "shared memory": ("sm_90", "@g = internal addrspace(3) global [4 x i32] undef, align 16\n"),
    "dynamic shared memory": ("sm_90", "@g = external addrspace(3) global [0 x i8], align 16\n"),
    "shared address": (
        "sm_90",
        "@s = internal addrspace(3) global i32 undef\n"
        "@g = addrspace(1) global ptr addrspacecast (ptr addrspace(3) @s to ptr)\n",
    ),
    "chain of initial values": (
        "sm_90",
        "@a = addrspace(1) global ptr addrspace(1) @b\n@b = addrspace(1) global ptr addrspace(1) @c\n"
        "@c = addrspace(1) global i32 7\n@d = addrspace(1) global ptr addrspace(1) @b\n",
    ),
    "alias of a function": ("sm_80", "define void @r() {\n  ret void\n}\n@a = alias void (), ptr @r\n"),
    "empty part of a parameter": ("sm_90", function("", "{ i32, [0 x i32] } %a")),
    "wide atomic": (
        "sm_120",
        function("%v = load atomic i128, ptr %p monotonic, align 16\n  store i128 %v, ptr %p"),
    ),
    "narrow atomic": (
        "sm_75",
        function("%v = load atomic i16, ptr %p acquire, align 2\n  store i16 %v, ptr %p"),
    ),
    "internal name with a dot": (
        "sm_90",
        "define internal void @a.b() noinline {\n  ret void\n}\n" + function("call void @a.b()"),
    ),
    "launch bounds": (
        "sm_90",
        attributed('"nvvm.maxntid"="256,1,1" "nvvm.minctasm"="2" "nvvm.maxnreg"="64"'),
    ),
    "clusters": (
        "sm_90+ptx90",
        attributed('"nvvm.reqntid"="8,1,1" "nvvm.cluster_dim"="2,1,1" "nvvm.blocksareclusters"'),
    ),
    "approximate tanh": ("sm_80", call("llvm.tanh.f32", "float", "float", "afn ")),
    "swapped vectors": ("sm_90", call("llvm.bswap.v2i32", "<2 x i32>", "<2 x i32>")),
}


@pytest.mark.parametrize("name", FATAL | WRONG)
def test_refused(name: str) -> None:
    target, text = (FATAL | WRONG)[name]
    found = problems(text, target)
    assert len(found) == (3 if name == "saved stack" else 1)
    assert {problem.code for problem in found} <= {"PC0533", "PC0537"}


@pytest.mark.parametrize("name", TAKEN)
def test_taken(name: str) -> None:
    target, text = TAKEN[name]
    assert emit_ptx(text, target).startswith("//")


_EACH_IN_A_CHILD = """
import json, os, sys
from periclase.codegen import ptx
ptx.check_llvm_ir = lambda text, target: None
survived = []
for name, (target, text) in json.load(sys.stdin).items():
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        try:
            ptx.emit_ptx(text, target, ordinary=True)
        except BaseException:
            pass
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        survived.append(name)
print(json.dumps(survived))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_llvm_really_ends_the_process() -> None:
    """As soon as an LLVM survives one of them, the rule can go."""
    done = subprocess.run(
        [sys.executable, "-c", _EACH_IN_A_CHILD],
        input=json.dumps(FATAL),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == []
