"""Families of operations that are imported when one of them is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from periclase.dialects import llvm, mir, nvvm


def test_every_name_of_llvm_is_there() -> None:
    for name in llvm.__all__:
        assert getattr(llvm, name) is getattr(llvm, name)
    assert {op.__name__ for op in llvm.LLVM.operations} == {
        name for name in llvm.__all__ if name.endswith("Op") and name != "AtomicBinOp"
    }


def test_every_name_of_mir_is_there() -> None:
    for name in mir.__all__:
        assert getattr(mir, name) is getattr(mir, name)
    assert {op.__name__ for op in mir.MIR.operations} == {name for name in mir.__all__ if name.endswith("Op")}


@pytest.mark.parametrize("module", [llvm, mir, nvvm], ids=["llvm", "mir", "nvvm"])
def test_a_name_that_is_nowhere(module: object) -> None:
    with pytest.raises(AttributeError, match="NowhereOp"):
        _ = module.NowhereOp  # type: ignore[attr-defined]


def test_operations_of_nvvm_by_name() -> None:
    assert {name: nvvm.operation_named(name) for name in nvvm.OPERATIONS} == nvvm.OPERATIONS
    assert nvvm.operation_named("nvvm.nowhere") is None
    assert nvvm.operation_named("nvvm.read.ptx.sreg.nowhere") is None


@pytest.mark.parametrize(
    ("use", "family", "other"),
    [
        ("llvm.FSqrtOp", "llvm.float_intrinsics", "llvm.vector_reductions"),
        ("mir.SqrtOp", "mir.float_math", "mir.enums"),
        ("mir.EnumPayloadOp", "mir.enums", "llvm.float_intrinsics"),
        ("mir.AddOp", "mir.arith", "mir.float_math"),
        ("nvvm.operation_named('nvvm.read.ptx.sreg.tid.x')", "nvvm.sreg", "nvvm.dialect"),
        ("nvvm.operation_named('nvvm.barrier0')", "nvvm.sync", "llvm.vector_reductions"),
    ],
)
def test_a_family_comes_with_its_use(use: str, family: str, other: str) -> None:
    code = (
        "import sys\nfrom periclase.dialects import llvm, mir, nvvm\n"
        f"assert {use} is not None\n"
        "print(*(name.removeprefix('periclase.dialects.') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.split()
    assert family in loaded
    assert other not in loaded
