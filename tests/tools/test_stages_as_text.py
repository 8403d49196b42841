"""A kernel's whole road by the command-line tools, text in and text out at every pass, gives what the compiler gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from example_kernels import SMALL, example

from periclase.passes import pipelines
from periclase.tools import periclase, periclase_opt, periclase_translate
from periclase.tools.command import OK
from periclase.tools.kernel_files import AnyKernel, kernels_of

KERNELS: dict[str, AnyKernel] = {
    f"{path}:{name}": kernel for path in SMALL for name, kernel in kernels_of(example(path.stem)).items()
}

PASSES = [str(spec) for spec in pipelines.ptx("sm_90")]


@pytest.mark.parametrize("reference", KERNELS, ids=lambda reference: reference.rpartition(":")[2])
def test_every_pass_alone(reference: str, tmp_path: Path) -> None:
    path = tmp_path / "0.mlir"
    compiling = ["compile", reference, "--emit", "mir", "--print-debuginfo", "-o", str(path)]
    assert periclase.main(compiling) == OK
    for number, name in enumerate(PASSES, start=1):
        before, path = path, tmp_path / f"{number}.mlir"
        assert periclase_opt.main([str(before), "-p", name, "--print-debuginfo", "-o", str(path)]) == OK
        again = tmp_path / "again.mlir"
        assert periclase_opt.main([str(path), "--print-debuginfo", "-o", str(again)]) == OK
        assert again.read_text() == path.read_text(), name
    ptx = tmp_path / "kernel.ptx"
    assert periclase_translate.main(["--to-ptx", "--arch", "sm_90", str(path), "-o", str(ptx)]) == OK
    assert ptx.read_text() == KERNELS[reference].ptx(arch="sm_90")
    ll = tmp_path / "kernel.ll"
    assert periclase_translate.main(["--to-llvmir", str(path), "-o", str(ll)]) == OK
    assert f"define ptx_kernel void @{KERNELS[reference].name}(" in ll.read_text()
