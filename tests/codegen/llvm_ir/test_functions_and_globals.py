"""Signatures, attributes, linkage, globals and the head of a module."""

from __future__ import annotations

import pytest
from llvm_modules import accepted, llvm, parse, printed
from xdsl.dialects.builtin import ArrayAttr, StringAttr, UnknownLoc

from periclase.codegen.llvm_ir import print_module
from periclase.codegen.llvm_ir.attributes import FUNCTION_KEYWORDS
from periclase.codegen.llvm_ir.module import NVPTX_DATA_LAYOUT, NVPTX_TRIPLE
from periclase.dialects.llvm import FuncOp


def signature(text: str) -> str:
    """The first line of the only function."""
    (line,) = [line for line in printed(text).splitlines() if line.startswith(("define", "declare"))]
    return line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("llvm.func @f() { llvm.return }", "define void @f() {"),
        ("llvm.func internal @f() { llvm.return }", "define internal void @f() {"),
        ("llvm.func linkonce_odr hidden @f() { llvm.return }", "define linkonce_odr hidden void @f() {"),
        ("llvm.func fastcc @f() { llvm.return }", "define fastcc void @f() {"),
        ("llvm.func ptx_kernelcc @f() { llvm.return }", "define ptx_kernel void @f() {"),
        ("llvm.func @f() attributes {nvvm.kernel} { llvm.return }", "define ptx_kernel void @f() {"),
        (
            "llvm.func @f() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32, "
            "nvvm.maxnreg = 64 : i32, nvvm.reqntid = array<i32: 16, 16, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, "
            "nvvm.cluster_max_blocks = 8 : i32} { llvm.return }",
            'define ptx_kernel void @f() "nvvm.maxntid"="256,1,1" "nvvm.minctasm"="2" "nvvm.maxnreg"="64" '
            '"nvvm.reqntid"="16,16,1" "nvvm.cluster_dim"="2,1,1" "nvvm.maxclusterrank"="8" {',
        ),
        (
            "llvm.func @f() attributes {convergent, no_unwind, will_return, always_inline} { llvm.return }",
            "define void @f() alwaysinline convergent nounwind willreturn {",
        ),
        (
            'llvm.func @f() attributes {passthrough = ["presplitcoroutine", ["denormal-fp-math-f32", '
            '"preserve-sign,preserve-sign"], "mine"]} { llvm.return }',
            'define void @f() presplitcoroutine "denormal-fp-math-f32"="preserve-sign,preserve-sign" "mine" {',
        ),
        (
            'llvm.func @f() attributes {target_cpu = "znver3", section = ".text.x", alignment = 16 : i64} '
            "{ llvm.return }",
            'define void @f() "target-cpu"="znver3" section ".text.x" align 16 {',
        ),
        ("llvm.func unnamed_addr @f() { llvm.return }", "define void @f() unnamed_addr {"),
        ("llvm.func @f(i32, ...) -> i64", "declare i64 @f(i32, ...)"),
        (
            "llvm.func @f(i32 {llvm.noundef}) -> (i8 {llvm.signext})",
            "declare signext i8 @f(i32 noundef)",
        ),
        (
            "llvm.func @f(%p: !llvm.ptr<1> {llvm.noalias, llvm.readonly, llvm.nonnull, llvm.align = 16 : i64, "
            "llvm.dereferenceable = 64 : i64, llvm.noundef}) { llvm.return }",
            "define void @f(ptr addrspace(1) noalias readonly nonnull align 16 dereferenceable(64) noundef %p) {",
        ),
        (
            "llvm.func @f(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i64)>, nvvm.grid_constant, "
            "llvm.align = 8 : i64}) attributes {nvvm.kernel} { llvm.return }",
            'define ptx_kernel void @f(ptr byval({ i32, i64 }) "nvvm.grid_constant" align 8 %p) {',
        ),
        ('llvm.func @"a b"() { llvm.return }', 'define void @"a b"() {'),
        (
            "llvm.func @f() attributes {periclase.note = 1 : i64} { llvm.return }",
            "define void @f() {",
        ),
    ],
)
def test_signature(text: str, line: str) -> None:
    assert signature(text) == line


def test_llvm_knows_every_function_keyword() -> None:
    module = parse("module {\n}")
    for keyword in sorted(FUNCTION_KEYWORDS):
        # `optnone` wants `noinline` beside it, and `alwaysinline` does not.
        others = () if keyword == "alwaysinline" else (StringAttr("noinline"),)
        properties = {"passthrough": ArrayAttr((StringAttr(keyword), *others))}
        module.body.block.add_op(
            FuncOp.make(f"f.{keyword}", (), None, None, properties=properties, location=UnknownLoc())
        )
    text = print_module(module)
    accepted(text)
    assert all(f"@f.{keyword}() {keyword}" in text for keyword in FUNCTION_KEYWORDS)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "llvm.mlir.global internal @g() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x f32>",
            "@g = internal addrspace(3) global [8 x float] undef, align 16",
        ),
        (
            "llvm.mlir.global external @g() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>",
            "@g = external addrspace(3) global [0 x i8], align 16",
        ),
        (
            'llvm.mlir.global private unnamed_addr constant @g("hi\\00") {addr_space = 4 : i32}',
            '@g = private unnamed_addr addrspace(4) constant [3 x i8] c"hi\\00"',
        ),
        ("llvm.mlir.global external @g(1 : i32) : i32", "@g = global i32 1"),
        (
            'llvm.mlir.global weak_odr @g(1 : i32) {dso_local, section = ".data"} : i32',
            '@g = weak_odr dso_local global i32 1, section ".data"',
        ),
        (
            "llvm.mlir.global external hidden thread_local @g() : i32",
            "@g = external hidden thread_local global i32",
        ),
        ("llvm.mlir.global external thread_local @g() : i32", "@g = external thread_local global i32"),
    ],
)
def test_global(text: str, line: str) -> None:
    assert line in printed(text).splitlines()


def test_initializer_regions() -> None:
    text = printed(
        """llvm.mlir.global internal @t() {addr_space = 1 : i32} : !llvm.array<4 x i32>
        llvm.func @f() { llvm.return }
        llvm.mlir.global internal constant @p() : !llvm.ptr {
          %a = llvm.mlir.addressof @t : !llvm.ptr<1>
          %g = llvm.getelementptr inbounds %a[0, 2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.array<4 x i32>
          %c = llvm.addrspacecast %g : !llvm.ptr<1> to !llvm.ptr
          llvm.return %c : !llvm.ptr
        }
        llvm.mlir.global internal constant @s() : !llvm.struct<(ptr, array<2 x i32>, i8)> {
          %u = llvm.mlir.undef : !llvm.struct<(ptr, array<2 x i32>, i8)>
          %f = llvm.mlir.addressof @f : !llvm.ptr
          %one = llvm.mlir.constant(1 : i32) : i32
          %two = llvm.mlir.constant(2 : i32) : i32
          %0 = llvm.insertvalue %f, %u[0] : !llvm.struct<(ptr, array<2 x i32>, i8)>
          %1 = llvm.insertvalue %one, %0[1, 1] : !llvm.struct<(ptr, array<2 x i32>, i8)>
          %2 = llvm.insertvalue %two, %1[1, 1] : !llvm.struct<(ptr, array<2 x i32>, i8)>
          llvm.return %2 : !llvm.struct<(ptr, array<2 x i32>, i8)>
        }"""
    )
    assert (
        "@p = internal constant ptr addrspacecast (ptr addrspace(1) getelementptr inbounds "
        "([4 x i32], ptr addrspace(1) @t, i32 0, i32 2) to ptr)"
    ) in text
    assert (
        "@s = internal constant { ptr, [2 x i32], i8 } { ptr @f, [2 x i32] [i32 undef, i32 2], i8 undef }"
        in text
    )


def test_named_struct_is_defined_once() -> None:
    text = printed(
        """llvm.func @f(!llvm.struct<"Point", (f32, f32)>) -> !llvm.struct<"Point", (f32, f32)>
        llvm.func @g(!llvm.struct<"a b", (struct<"Point", (f32, f32)>)>)"""
    )
    assert text.count("%Point = type { float, float }") == 1
    assert '%"a b" = type { %Point }' in text


def test_data_layout_is_llvms_own() -> None:
    machine = llvm().Target.from_triple(NVPTX_TRIPLE).create_target_machine(cpu="sm_90", features="+ptx80")
    assert str(machine.target_data) == NVPTX_DATA_LAYOUT
    text = printed("llvm.func @f()", target="nvptx64")
    assert f'target datalayout = "{NVPTX_DATA_LAYOUT}"' in text
    assert 'target triple = "nvptx64-nvidia-cuda"' in text


def test_host_layout() -> None:
    machine = llvm().Target.from_default_triple().create_target_machine()
    assert f'target datalayout = "{machine.target_data}"' in printed("llvm.func @f()", target="host")


def test_no_target_leaves_the_layout_out() -> None:
    assert "target" not in printed("llvm.func @f()")


def test_unknown_target() -> None:
    with pytest.raises(ValueError, match="nvptx64"):
        print_module(parse("llvm.func @f()"), target="vax")


def test_module_attributes() -> None:
    text = printed('module @name attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {\n}')
    assert 'source_filename = "name"' in text
    assert 'target triple = "x86_64-unknown-linux-gnu"' in text
