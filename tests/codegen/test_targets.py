"""Targets: names, PTX versions, and what a module needs."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr
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


ALL = ", ".join(known_targets())
VERSIONS = (
    "versions: 6.3, 6.4, 6.5, 7.0, 7.1, 7.2, 7.3, 7.4, 7.5, 7.6, 7.7, 7.8, 8.0, 8.1, 8.2, 8.3, 8.4, 8.5, 8.6, 8.7, 8.8, "
    "9.0"
)
BEHIND = "a version of the PTX ISA stands behind the architecture as in 'sm_90+ptx78'"
TOO_OLD = "the oldest target is sm_75 (Turing): later toolkits compile for nothing older"


@pytest.mark.parametrize(
    ("name", "code", "message", "help"),
    [
        *(
            (name, "PC0501", f"there is no target '{name}'", help)
            for name, help in (
                ("", f"targets: {ALL}"),
                ("90", "did you mean 'sm_90'?"),
                ("90a", "did you mean 'sm_90a'?"),
                ("sm90", "did you mean 'sm_90'?"),
                ("SM_90", "did you mean 'sm_90'?"),
                ("SM_80", "did you mean 'sm_80'?"),
                ("sm-90", "did you mean 'sm_90'?"),
                ("sm_9.0", "did you mean 'sm_90'?"),
                ("compute_90", "did you mean 'sm_90'?"),
                ("cc9.0", "did you mean 'sm_90'?"),
                ("sm_90A", "did you mean 'sm_90a'?"),
                ("sm_90b", "did you mean 'sm_90' or 'sm_90a' or 'sm_89'?"),
                ("sm_80a", "of this architecture there is sm_80"),
                ("sm_90f", "of this architecture there is sm_90 and sm_90a"),
                ("sm_9", "did you mean 'sm_90' or 'sm_90a'?"),
                ("sm_7", "did you mean 'sm_75'?"),
                ("sm_1", "did you mean 'sm_100' or 'sm_100a' or 'sm_100f'?"),
                ("sm_30", TOO_OLD),
                ("sm_70", TOO_OLD),
                ("sm_101", "CUDA 13 renamed sm_101 to sm_110"),
                ("sm_101a", "CUDA 13 renamed sm_101a to sm_110a"),
                ("sm_101f", "CUDA 13 renamed sm_101f to sm_110f"),
                ("sm_90,sm_80", f"targets: {ALL}"),
                ("sm_90 sm_80", f"targets: {ALL}"),
                ("banana", f"targets: {ALL}"),
                ("gfx90a", f"targets: {ALL}"),
                ("nvptx64", f"targets: {ALL}"),
                ("sm_90+ptx8", BEHIND),
                ("sm_90+sm_80", BEHIND),
            )
        ),
        (
            "sm_90+ptx75",
            "PC0503",
            "sm_90 needs PTX ISA 7.8, but the target asks for 7.5",
            "leave the version out, or ask for 'sm_90+ptx78' or later",
        ),
        (
            "sm_103f+ptx86",
            "PC0503",
            "sm_103f needs PTX ISA 8.8, but the target asks for 8.6",
            "leave the version out, or ask for 'sm_103f+ptx88' or later",
        ),
        ("sm_90+ptx79", "PC0503", "the code generator cannot write PTX ISA 7.9", VERSIONS),
        ("sm_90+ptx99", "PC0503", "the code generator cannot write PTX ISA 9.9", VERSIONS),
    ],
)
def test_what_is_no_target_gets_a_suggestion(name: str, code: str, message: str, help: str) -> None:
    with pytest.raises(CompileError) as caught:
        parse_target(name)
    found = caught.value.diagnostic
    assert (found.code, found.message, found.help) == (code, message, help)


def test_a_number_is_no_name() -> None:
    with pytest.raises(CompileError) as caught:
        resolve_target(90)  # pyright: ignore[reportArgumentType]
    found = caught.value.diagnostic
    assert (found.code, found.message, found.help) == (
        "PC0501",
        "there is no target '90'",
        "did you mean 'sm_90'?",
    )


FLOORS = {
    **{
        "sm_75": 63,
        "sm_80": 70,
        "sm_86": 71,
        "sm_87": 74,
        "sm_88": 90,
        "sm_89": 78,
        "sm_90": 78,
        "sm_90a": 80,
    },
    **{"sm_100": 86, "sm_100a": 86, "sm_100f": 88, "sm_103": 88, "sm_103a": 88, "sm_103f": 88},
    **{"sm_110": 90, "sm_110a": 90, "sm_110f": 90, "sm_120": 87, "sm_120a": 87, "sm_120f": 88},
    **{"sm_121": 88, "sm_121a": 88, "sm_121f": 88},
}
"""The PTX ISA that brought each target (PTX ISA, "Release Notes"), written down apart from the code."""


def test_the_targets_and_their_versions_are_those_of_the_release_notes() -> None:
    assert {name: parse_target(name).ptx_isa for name in known_targets()} == FLOORS


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
WGMMA = "nvvm.wgmma.fence.aligned"
TENSOR_MEMORY = "nvvm.tcgen05.wait <load>"
LDMATRIX = (
    "%s = llvm.mlir.zero : !llvm.ptr<3>\n%w = nvvm.ldmatrix %s {num = 1 : i32, layout = #nvvm.mma_layout<row>, "
    "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32"
)
COPY = "nvvm.cp.async.bulk.prefetch %g, %n : !llvm.ptr<1>"
MULTICAST = (
    "%c = llvm.mlir.zero : !llvm.ptr<7>\n%m = llvm.mlir.zero : !llvm.ptr<3>\n%b16 = llvm.mlir.constant(3 : i16) : i16\n"
    "nvvm.cp.async.bulk.shared.cluster.global %c, %g, %m, %n multicast_mask = %b16 : !llvm.ptr<7>, !llvm.ptr<1>"
)
LAUNCH_CONTROL = (
    "%z = llvm.mlir.zero : i128\n%q = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %z : i1"
)


@pytest.mark.parametrize(
    ("body", "cpu", "ptx"),
    [
        ("nvvm.barrier0", "sm_80", 70),
        (LDMATRIX, "sm_75", 65),
        (f"{LDMATRIX}\n{REDUX}", "sm_80", 70),
        (REDUX, "sm_80", 70),
        (ELECT, "sm_90", 80),
        ("nvvm.cluster.wait", "sm_90", 78),
        ("nvvm.atomic.store relaxed cluster %n, %g : i32, !llvm.ptr<1>", "sm_90", 78),
        ("%o = nvvm.atomic.rmw fadd relaxed device %g, %h : !llvm.ptr<1>, f16 -> f16", "sm_80", 70),
        ("%o = nvvm.atomic.rmw fadd relaxed device %g, %b : !llvm.ptr<1>, bf16 -> bf16", "sm_90", 78),
        (WGMMA, "sm_90a", 80),
        (f"{WGMMA}\n{COPY}", "sm_90a", 80),
        (COPY, "sm_100", 86),
        (MULTICAST, "sm_100a", 86),
        (f"{COPY}\n{MULTICAST}", "sm_100a", 86),
        (LAUNCH_CONTROL, "sm_100", 86),
        (TENSOR_MEMORY, "sm_100a", 86),
        (f"{TENSOR_MEMORY}\n{COPY}", "sm_100a", 86),
        (FLOAT_REDUX, "sm_100a", 86),
    ],
)
def test_the_default_follows_the_operations(body: str, cpu: str, ptx: int) -> None:
    target = resolve_target(None, module(body), NO_SETTINGS)
    assert (target.cpu, target.ptx_isa) == (cpu, ptx)


def test_features_that_no_target_has_together() -> None:
    diagnostic = refused(None, f"{WGMMA}\n{TENSOR_MEMORY}")
    assert (diagnostic.code, diagnostic.message, diagnostic.help) == (
        "PC0503",
        "no GPU architecture can run all operations of this module",
        "compile the kernels that need different architectures apart",
    )
    assert [note.message for note in diagnostic.notes] == [
        "'nvvm.wgmma.fence.aligned' needs sm_90a",
        "'nvvm.tcgen05.wait' needs sm_100a, sm_100f, sm_103a, sm_103f, sm_110a or sm_110f",
    ]


@pytest.mark.parametrize(
    ("target", "body", "message", "help"),
    [
        (
            "sm_90",
            WGMMA,
            "'nvvm.wgmma.fence.aligned' needs sm_90a, but the target is sm_90 (from the argument)",
            "this module runs on sm_90a",
        ),
        (
            "sm_100a",
            WGMMA,
            "'nvvm.wgmma.fence.aligned' needs sm_90a, but the target is sm_100a (from the argument)",
            "this module runs on sm_90a",
        ),
        (
            "sm_120f",
            TENSOR_MEMORY,
            "'nvvm.tcgen05.wait' needs sm_100a, sm_100f, sm_103a, sm_103f, sm_110a or sm_110f, but the target is sm_120f "
            "(from the argument)",
            "this module runs on sm_100a, sm_100f, sm_103a, sm_103f, sm_110a, sm_110f",
        ),
        (
            "sm_110f",
            FLOAT_REDUX,
            "'nvvm.redux.sync' needs sm_100a, sm_100f, sm_103a or sm_103f, but the target is sm_110f (from the argument)",
            "this module runs on sm_100a, sm_100f, sm_103a, sm_103f",
        ),
    ],
)
def test_a_feature_of_other_architectures(target: str, body: str, message: str, help: str) -> None:
    diagnostic = refused(target, body)
    assert (diagnostic.code, diagnostic.message, diagnostic.help) == ("PC0502", message, help)


# Functions that name their target


def kernel_for(attributes: str) -> ModuleOp:
    ctx = Context()
    register_dialects(ctx)
    text = f'llvm.func @k() attributes {{nvvm.kernel, {attributes}}} {{ llvm.return loc("k.mlir":2:1) }} loc("k.mlir":1:1)'
    return Parser(ctx, text).parse_module()


STATED = [
    'target_cpu = "{}"',
    'passthrough = [["target-cpu", "{}"]]',
]


@pytest.mark.parametrize("attribute", STATED)
def test_a_function_asks_for_the_target_that_it_names(attribute: str) -> None:
    asked = kernel_for(attribute.format("sm_90a"))
    assert str(resolve_target(None, asked, NO_SETTINGS)) == "sm_90a"
    assert str(resolve_target("sm_90a", asked, NO_SETTINGS)) == "sm_90a"
    with pytest.raises(CompileError) as caught:
        resolve_target("sm_100a", asked, NO_SETTINGS)
    found = caught.value.diagnostic
    assert (found.code, found.message, found.help, str(found.span)) == (
        "PC0502",
        "'llvm.func @k' needs sm_90a, but the target is sm_100a (from the argument)",
        "this module runs on sm_90a",
        "k.mlir:1:1",
    )


@pytest.mark.parametrize("attribute", STATED)
@pytest.mark.parametrize(
    ("name", "help"),
    [("sm_9", "did you mean 'sm_90' or 'sm_90a'?"), ("sm_30", TOO_OLD), ("x86-64", f"targets: {ALL}")],
)
def test_a_function_that_names_no_target(attribute: str, name: str, help: str) -> None:
    with pytest.raises(CompileError) as caught:
        resolve_target("sm_90", kernel_for(attribute.format(name)), NO_SETTINGS)
    found = caught.value.diagnostic
    assert (found.code, found.message, found.help, str(found.span)) == (
        "PC0501",
        f"there is no target '{name}'",
        help,
        "k.mlir:1:1",
    )


@pytest.mark.parametrize(
    ("features", "cpu", "code", "message"),
    [
        (["+ptx99"], None, "PC0503", "the code generator cannot write PTX ISA 9.9"),
        (["+ptx70"], "sm_90", "PC0503", "sm_90 needs PTX ISA 7.8, but the target asks for 7.0"),
        (["+avx2"], None, "PC0501", "'@k' asks for the target feature '+avx2', which no GPU has"),
        (["-ptx80"], None, "PC0501", "'@k' asks for the target feature '-ptx80', which no GPU has"),
    ],
)
def test_a_function_whose_features_are_none(
    features: list[str], cpu: str | None, code: str, message: str
) -> None:
    listed = ", ".join(f'"{feature}"' for feature in features)
    for text in (
        f"target_features = #llvm.target_features<[{listed}]>",
        f'passthrough = [["target-features", "{",".join(features)}"]]',
    ):
        with pytest.raises(CompileError) as caught:
            resolve_target(
                "sm_90", kernel_for(text + (f', target_cpu = "{cpu}"' if cpu else "")), NO_SETTINGS
            )
        found = caught.value.diagnostic
        assert (found.code, found.message, str(found.span)) == (code, message, "k.mlir:1:1")


def test_a_function_raises_the_ptx_version() -> None:
    asked = kernel_for('target_features = #llvm.target_features<["+ptx83"]>')
    assert str(resolve_target("sm_90", asked, NO_SETTINGS)) == "sm_90+ptx83"
    with pytest.raises(CompileError) as caught:
        resolve_target("sm_90+ptx80", asked, NO_SETTINGS)
    assert caught.value.diagnostic.message == (
        "'llvm.func @k' needs PTX ISA 8.3, but the target is sm_90+ptx80 (from the argument)"
    )


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


def test_the_device_is_named_if_it_is_too_old() -> None:
    for settings, origin in ((NO_SETTINGS, "the device"), (Settings(target="sm_80"), "PERICLASE_TARGET")):
        with pytest.raises(CompileError) as caught:
            resolve_target("sm_80", module(ELECT), settings, launched=True)
        assert caught.value.diagnostic.message == (
            f"'nvvm.elect.sync' needs sm_90 or later, but the target is sm_80 (from {origin})"
        )


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


@pytest.mark.parametrize("name", ["sm_75", "sm_80", "sm_87"])
def test_debug_information_of_variables_needs_a_later_ptx(name: str) -> None:
    made = ModuleOp([])
    before = resolve_target(name, made).ptx_isa
    made.attributes["periclase.debugged_functions"] = UnitAttr()
    assert before < 75
    assert resolve_target(name, made).ptx_isa == 75
    with pytest.raises(CompileError, match=r"needs PTX ISA 7\.5"):
        resolve_target(f"{name}+ptx{before}", made)
