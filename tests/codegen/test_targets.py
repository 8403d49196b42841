"""Targets: names, PTX versions, and what a module needs."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from periclase.codegen.assembler import assemble, find_tool
from periclase.codegen.ptx import emit_ptx
from periclase.codegen.targets import GpuTarget, known_targets, module_needs, parse_target, resolve_target
from periclase.diagnostics import CompileError, Diagnostic
from periclase.ir.registry import register_dialects
from periclase.passes.convert_nvvm_to_llvm import lower_nvvm
from periclase.settings import Settings

NO_SETTINGS = Settings()


def module(body: str) -> ModuleOp:
    ctx = Context()
    register_dialects(ctx)
    text = f"llvm.func @k(%n: i32, %f: f32, %g: !llvm.ptr<1>, %h: f16, %b: bf16) {{\n{body}\nllvm.return\n}}"
    return Parser(ctx, text).parse_module()


def refused(target: str | None, body: str = "", settings: Settings = NO_SETTINGS) -> Diagnostic:
    with pytest.raises(CompileError) as caught:
        resolve_target(target, module(body), settings)
    return caught.value.diagnostic


@pytest.mark.parametrize("name", known_targets())
def test_every_name_is_a_target(name: str) -> None:
    target = parse_target(name)
    assert target.cpu == str(target) == name
    assert target.features == f"+ptx{target.ptx_isa}"


@pytest.mark.skipif(find_tool("ptxas") is None, reason="no ptxas: the 'ptx' extra is not installed")
@pytest.mark.parametrize("name", known_targets())
def test_llvm_and_the_assembler_know_every_target(name: str) -> None:
    target = parse_target(name)
    ptx = emit_ptx(
        'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k() {\n  ret void\n}\n', target
    )
    assert f".target {name}" in ptx
    assert f".version {target.ptx_isa // 10}.{target.ptx_isa % 10}" in ptx
    assert assemble(ptx, name, assembler="ptxas")


@pytest.mark.parametrize(
    ("name", "code", "hint"),
    [
        ("sm_999", "PC0501", "did you mean"),
        ("90", "PC0501", "did you mean 'sm_90'?"),
        ("compute_90", "PC0501", "did you mean 'sm_90'?"),
        ("SM_80", "PC0501", "did you mean 'sm_80'?"),
        ("sm_9.0", "PC0501", "did you mean 'sm_90'?"),
        ("sm_70", "PC0501", "oldest target is sm_75"),
        ("sm_101", "PC0501", "renamed sm_101 to sm_110"),
        ("banana", "PC0501", "targets: sm_75"),
        ("", "PC0501", "targets: sm_75"),
        ("sm_90+ptx75", "PC0503", "leave the version out"),
        ("sm_90+ptx79", "PC0503", "versions: 6.3"),
        ("sm_90+ptx99", "PC0503", "versions: 6.3"),
    ],
)
def test_what_is_no_target_gets_a_suggestion(name: str, code: str, hint: str) -> None:
    with pytest.raises(CompileError) as caught:
        parse_target(name)
    assert caught.value.diagnostic.code == code
    assert hint in (caught.value.diagnostic.help or "")


def test_a_later_ptx_version_can_be_asked_for() -> None:
    target = parse_target("sm_90+ptx83")
    assert target == GpuTarget(90, "", 83)
    assert str(target) == "sm_90+ptx83"


def test_the_argument_comes_before_the_setting_and_that_before_the_default() -> None:
    settings = Settings(target="sm_90")
    assert resolve_target("sm_75", module(""), settings).cpu == "sm_75"
    assert resolve_target(None, module(""), settings).cpu == "sm_90"
    assert resolve_target(None, module(""), NO_SETTINGS).cpu == "sm_80"
    assert resolve_target(None, None, NO_SETTINGS).cpu == "sm_80"


REDUX = "%r = nvvm.redux.sync add %n, %n : i32 -> i32"
ELECT = "%e = nvvm.elect.sync -> i1"
FLOAT_REDUX = "%r = nvvm.redux.sync fmin %f, %n : f32 -> f32"


@pytest.mark.parametrize(
    ("body", "cpu"),
    [
        ("nvvm.barrier0", "sm_80"),
        (REDUX, "sm_80"),
        (ELECT, "sm_90"),
        ("nvvm.atomic.store relaxed cluster %n, %g : i32, !llvm.ptr<1>", "sm_90"),
        ("%o = nvvm.atomic.rmw fadd relaxed device %g, %h : !llvm.ptr<1>, f16 -> f16", "sm_80"),
        ("%o = nvvm.atomic.rmw fadd relaxed device %g, %b : !llvm.ptr<1>, bf16 -> bf16", "sm_90"),
        (FLOAT_REDUX, "sm_100a"),
    ],
)
def test_the_default_follows_the_operations(body: str, cpu: str) -> None:
    assert resolve_target(None, module(body), NO_SETTINGS).cpu == cpu


def test_the_ptx_version_is_raised_to_what_the_module_needs() -> None:
    assert resolve_target("sm_90", module("nvvm.barrier0")).ptx_isa == 78
    assert resolve_target("sm_90", module(ELECT)).ptx_isa == 80
    assert resolve_target(GpuTarget(90, "", 78), module(ELECT)).ptx_isa == 80


def test_a_too_low_target_is_refused_at_the_operation() -> None:
    text = f'{ELECT} loc("kernel.py":12:7)'
    diagnostic = refused("sm_80", text)
    assert diagnostic.code == "PC0502"
    assert (
        "'nvvm.elect.sync' needs sm_90 or later, but the target is sm_80 (from the argument)"
        in diagnostic.message
    )
    assert str(diagnostic.span) == "kernel.py:12:7"
    assert diagnostic.help is not None and diagnostic.help.startswith("this module runs on sm_90, sm_90a")


def test_the_setting_is_named_if_it_is_too_low() -> None:
    assert "PERICLASE_TARGET" in refused(None, REDUX, Settings(target="sm_75")).message


def test_every_operation_that_is_too_new_is_reported() -> None:
    with pytest.raises(CompileError) as caught:
        resolve_target("sm_75", module(f"{REDUX}\n{ELECT}"))
    assert [d.message.split("'")[1] for d in caught.value.diagnostics] == [
        "nvvm.redux.sync",
        "nvvm.elect.sync",
    ]


def test_an_explicit_ptx_version_is_not_raised() -> None:
    diagnostic = refused("sm_90+ptx78", ELECT)
    assert diagnostic.code == "PC0503"
    assert "'nvvm.elect.sync' needs PTX ISA 8.0" in diagnostic.message
    assert resolve_target("sm_90+ptx83", module(ELECT)).ptx_isa == 83


def test_architecture_features_need_the_suffix() -> None:
    assert "sm_100a, sm_100f, sm_103a or sm_103f" in refused("sm_100", FLOAT_REDUX).message
    assert refused("sm_120a", FLOAT_REDUX).code == "PC0502"
    assert resolve_target("sm_103f", module(FLOAT_REDUX)).cpu == "sm_103f"


def test_needs_are_joined_once_each() -> None:
    needs = module_needs(module(f"{REDUX}\n%x = nvvm.redux.sync or %n, %n : i32 -> i32\n{ELECT}"))
    assert (needs.sm, needs.ptx) == (90, 80)
    assert len(needs.needs) == 2
    assert module_needs(module("")).sm == 0


@pytest.mark.parametrize("body", [REDUX, ELECT, FLOAT_REDUX, "nvvm.cluster.wait", "nvvm.cp.async.wait.all"])
def test_lowered_operations_ask_for_the_same(body: str) -> None:
    lowered = module(body)
    before = module_needs(lowered)
    lower_nvvm(lowered)
    after = module_needs(lowered)
    assert (after.sm, after.ptx) == (before.sm, before.ptx)
    assert [need.architectures for need in after.needs] == [need.architectures for need in before.needs]


@pytest.mark.parametrize(
    ("target", "reason"),
    [("sm_80", "needs sm_90, the target is sm_80"), ("sm_90", "needs PTX ISA 8.0, the target has 7.8")],
)
def test_text_that_llvm_could_not_select_is_refused(target: str, reason: str) -> None:
    text = """
    declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
    define ptx_kernel void @k(i32 %n) {
      %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 %n)
      ret void
    }
    """
    with pytest.raises(CompileError, match=reason):
        emit_ptx(text, parse_target(target))
    assert "elect.sync" in emit_ptx(text, parse_target("sm_90+ptx80"))
