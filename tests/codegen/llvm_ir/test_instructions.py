"""The text of each instruction. Every module printed here is parsed and verified by LLVM (`body_of`, `printed`)."""

from __future__ import annotations

import pytest
from llvm_modules import body_of, printed

INTS = "%a: i32, %b: i32"
FLOATS = "%a: f32, %b: f32"
POINTER = "%p: !llvm.ptr<1>, %v: i32"


@pytest.mark.parametrize(
    ("operation", "signature", "instruction"),
    [
        ("llvm.add %a, %b : i32", INTS, "add i32 %a, %b"),
        ("llvm.add %a, %b overflow<nsw> : i32", INTS, "add nsw i32 %a, %b"),
        ("llvm.sub %a, %b overflow<nuw> : i32", INTS, "sub nuw i32 %a, %b"),
        ("llvm.mul %a, %b overflow<nsw, nuw> : i32", INTS, "mul nuw nsw i32 %a, %b"),
        ("llvm.shl %a, %b : i32", INTS, "shl i32 %a, %b"),
        ("llvm.udiv %a, %b : i32", INTS, "udiv i32 %a, %b"),
        ("llvm.sdiv exact %a, %b : i32", INTS, "sdiv exact i32 %a, %b"),
        ("llvm.lshr exact %a, %b : i32", INTS, "lshr exact i32 %a, %b"),
        ("llvm.ashr %a, %b : i32", INTS, "ashr i32 %a, %b"),
        ("llvm.urem %a, %b : i32", INTS, "urem i32 %a, %b"),
        ("llvm.srem %a, %b : i32", INTS, "srem i32 %a, %b"),
        ("llvm.and %a, %b : i32", INTS, "and i32 %a, %b"),
        ("llvm.or %a, %b : i32", INTS, "or i32 %a, %b"),
        ("llvm.or disjoint %a, %b : i32", INTS, "or disjoint i32 %a, %b"),
        ("llvm.xor %a, %b : i32", INTS, "xor i32 %a, %b"),
        ('llvm.icmp "uge" %a, %b : i32', INTS, "icmp uge i32 %a, %b"),
        (
            'llvm.icmp "eq" %a, %b : vector<4xi8>',
            "%a: vector<4xi8>, %b: vector<4xi8>",
            "icmp eq <4 x i8> %a, %b",
        ),
        ("llvm.fadd %a, %b : f32", FLOATS, "fadd float %a, %b"),
        (
            "llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract,nnan>} : f32",
            FLOATS,
            "fmul contract nnan float %a, %b",
        ),
        ("llvm.fdiv %a, %b {fastmathFlags = #llvm.fastmath<fast>} : f32", FLOATS, "fdiv fast float %a, %b"),
        ("llvm.fneg %a : f32", FLOATS, "fneg float %a"),
        ('llvm.fcmp "une" %a, %b : f32', FLOATS, "fcmp une float %a, %b"),
        ('llvm.fcmp "_true" %a, %b : f32', FLOATS, "fcmp true float %a, %b"),
        (
            "llvm.select %c, %a, %b {fastmathFlags = #llvm.fastmath<nsz>} : i1, f32",
            "%c: i1, " + FLOATS,
            "select nsz i1 %c, float %a, float %b",
        ),
        ("llvm.trunc %a overflow<nsw> : i32 to i8", INTS, "trunc nsw i32 %a to i8"),
        ("llvm.zext nneg %a : i32 to i64", INTS, "zext nneg i32 %a to i64"),
        ("llvm.sext %a : i32 to i64", INTS, "sext i32 %a to i64"),
        ("llvm.uitofp nneg %a : i32 to f32", INTS, "uitofp nneg i32 %a to float"),
        ("llvm.sitofp %a : i32 to bf16", INTS, "sitofp i32 %a to bfloat"),
        ("llvm.fptosi %a : f32 to i64", FLOATS, "fptosi float %a to i64"),
        ("llvm.fptrunc %a : f32 to f16", FLOATS, "fptrunc float %a to half"),
        ("llvm.fpext %a : f32 to f64", FLOATS, "fpext float %a to double"),
        ("llvm.bitcast %a : f32 to i32", FLOATS, "bitcast float %a to i32"),
        ("llvm.ptrtoint %p : !llvm.ptr<1> to i64", POINTER, "ptrtoint ptr addrspace(1) %p to i64"),
        ("llvm.inttoptr %v : i32 to !llvm.ptr<3>", POINTER, "inttoptr i32 %v to ptr addrspace(3)"),
        (
            "llvm.addrspacecast %p : !llvm.ptr<1> to !llvm.ptr",
            POINTER,
            "addrspacecast ptr addrspace(1) %p to ptr",
        ),
        ("llvm.freeze %a : i32", INTS, "freeze i32 %a"),
        ("llvm.load %p : !llvm.ptr<1> -> i32", POINTER, "load i32, ptr addrspace(1) %p"),
        (
            "llvm.load volatile %p {alignment = 8 : i64} : !llvm.ptr<1> -> i64",
            POINTER,
            "load volatile i64, ptr addrspace(1) %p, align 8",
        ),
        (
            'llvm.load %p atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32',
            POINTER,
            'load atomic i32, ptr addrspace(1) %p syncscope("block") acquire, align 4',
        ),
        (
            "llvm.load %p invariant {alignment = 4 : i64} : !llvm.ptr<1> -> f32",
            POINTER,
            "load float, ptr addrspace(1) %p, align 4, !invariant.load !0",
        ),
        (
            "llvm.load %p {nontemporal} : !llvm.ptr<1> -> f32",
            POINTER,
            "load float, ptr addrspace(1) %p, !nontemporal !0",
        ),
        (
            'llvm.atomicrmw volatile _xor %p, %v syncscope("device") acq_rel : !llvm.ptr<1>, i32',
            POINTER,
            'atomicrmw volatile xor ptr addrspace(1) %p, i32 %v syncscope("device") acq_rel',
        ),
        (
            "llvm.atomicrmw fadd %p, %f monotonic {alignment = 4 : i64} : !llvm.ptr<1>, f32",
            POINTER + ", %f: f32",
            "atomicrmw fadd ptr addrspace(1) %p, float %f monotonic, align 4",
        ),
        (
            'llvm.cmpxchg weak volatile %p, %v, %v syncscope("block") seq_cst acquire : !llvm.ptr<1>, i32',
            POINTER,
            'cmpxchg weak volatile ptr addrspace(1) %p, i32 %v, i32 %v syncscope("block") seq_cst acquire',
        ),
        (
            "llvm.getelementptr inbounds|nuw %p[%v, 1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.struct<(i8, f64)>",
            POINTER,
            "getelementptr inbounds nuw { i8, double }, ptr addrspace(1) %p, i32 %v, i32 1",
        ),
        (
            "llvm.extractvalue %s[1, 0] : !llvm.struct<(i8, array<2 x f32>)>",
            "%s: !llvm.struct<(i8, array<2 x f32>)>",
            "extractvalue { i8, [2 x float] } %s, 1, 0",
        ),
        (
            "llvm.insertvalue %v, %s[0] : !llvm.struct<(i8, i16)>",
            "%v: i8, %s: !llvm.struct<(i8, i16)>",
            "insertvalue { i8, i16 } %s, i8 %v, 0",
        ),
        (
            "llvm.extractelement %v[%i : i64] : vector<2xf16>",
            "%v: vector<2xf16>, %i: i64",
            "extractelement <2 x half> %v, i64 %i",
        ),
        (
            "llvm.shufflevector %v, %v [3, -1] : vector<2xi32>",
            "%v: vector<2xi32>",
            "shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> <i32 3, i32 poison>",
        ),
        ("llvm.intr.umax(%a, %b) : (i32, i32) -> i32", INTS, "call i32 @llvm.umax.i32(i32 %a, i32 %b)"),
        (
            '"llvm.intr.ctlz"(%a) <{is_zero_poison = true}> : (i32) -> i32',
            INTS,
            "call i32 @llvm.ctlz.i32(i32 %a, i1 true)",
        ),
        (
            '"llvm.intr.smul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>',
            INTS,
            "call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)",
        ),
        (
            '"llvm.intr.fptoui.sat"(%a) : (f32) -> i8',
            FLOATS,
            "call i8 @llvm.fptoui.sat.i8.f32(float %a)",
        ),
        (
            "llvm.intr.sqrt(%a) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32",
            FLOATS,
            "call afn float @llvm.sqrt.f32(float %a)",
        ),
        (
            "llvm.intr.masked.load %p, %m, %o {alignment = 16 : i32} : "
            "(!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>",
            "%p: !llvm.ptr, %m: vector<4xi1>, %o: vector<4xf32>",
            "call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 %p, <4 x i1> %m, <4 x float> %o)",
        ),
        (
            'llvm.inline_asm has_side_effects {convergent} "bar.sync 0; // \\"q\\"", "=r,r,~{memory}" %a : (i32) -> i32',
            INTS,
            'call i32 asm sideeffect "bar.sync 0; // \\22q\\22", "=r,r,~{memory}"(i32 %a) convergent',
        ),
        (
            'llvm.call_intrinsic "llvm.nvvm.shfl.sync.bfly.i32"(%a, %b, %a, %b) : (i32, i32, i32, i32) -> i32',
            INTS,
            "call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 %a, i32 %b, i32 %a, i32 %b)",
        ),
    ],
)
def test_instruction(operation: str, signature: str, instruction: str) -> None:
    assert body_of(f"%r = {operation}", signature=signature) == [f"%r = {instruction}"]


@pytest.mark.parametrize(
    ("operation", "signature", "instruction"),
    [
        ("llvm.store %v, %p : i32, !llvm.ptr<1>", POINTER, "store i32 %v, ptr addrspace(1) %p"),
        (
            'llvm.store volatile %v, %p atomic syncscope("device") release {alignment = 4 : i64} : i32, !llvm.ptr<1>',
            POINTER,
            'store atomic volatile i32 %v, ptr addrspace(1) %p syncscope("device") release, align 4',
        ),
        ('llvm.fence syncscope("block") acq_rel', "", 'fence syncscope("block") acq_rel'),
        ("llvm.intr.trap", "", "call void @llvm.trap()"),
        (
            '"llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = true}> : (!llvm.ptr<3>, !llvm.ptr<3>, i64) -> ()',
            "%p: !llvm.ptr<3>, %n: i64",
            "call void @llvm.memcpy.p3.p3.i64(ptr addrspace(3) %p, ptr addrspace(3) %p, i64 %n, i1 true)",
        ),
        (
            "llvm.call tail %f(%v) {convergent, no_unwind} : !llvm.ptr, (i32) -> ()",
            "%f: !llvm.ptr, %v: i32",
            "tail call void %f(i32 %v) convergent nounwind",
        ),
    ],
)
def test_instruction_without_result(operation: str, signature: str, instruction: str) -> None:
    assert body_of(operation, signature=signature) == [instruction]


def test_alloca_keeps_its_address_space_and_count() -> None:
    lines = body_of(
        """%one = llvm.mlir.constant(1 : i32) : i32
        %a = llvm.alloca %one x f32 {alignment = 16 : i64} : (i32) -> !llvm.ptr<5>
        %b = llvm.alloca %n x !llvm.array<4 x i8> : (i32) -> !llvm.ptr""",
        signature="%n: i32",
    )
    assert lines == ["%a = alloca float, align 16, addrspace(5)", "%b = alloca [4 x i8], i32 %n"]


def test_calls_by_name_and_variadic() -> None:
    lines = body_of(
        """%r = llvm.call fastcc @g(%a) : (i32) -> i32
        %s = llvm.call @printf(%p, %r) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32""",
        signature="%a: i32, %p: !llvm.ptr",
        before="llvm.func fastcc @g(i32) -> i32\nllvm.func @printf(!llvm.ptr, ...) -> i32",
    )
    assert lines == [
        "%r = call fastcc i32 @g(i32 %a)",
        "%s = call i32 (ptr, ...) @printf(ptr %p, i32 %r)",
    ]


def test_each_intrinsic_is_declared_once() -> None:
    text = printed(
        """llvm.func @f(%a: i32, %b: i64) {
          %r = llvm.intr.ctpop(%a) : (i32) -> i32
          %s = llvm.intr.ctpop(%r) : (i32) -> i32
          %t = llvm.intr.ctpop(%b) : (i64) -> i64
          llvm.return
        }"""
    )
    assert text.count("declare i32 @llvm.ctpop.i32(i32)") == 1
    assert text.count("declare i64 @llvm.ctpop.i64(i64)") == 1
