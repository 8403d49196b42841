"""PTX text in a kernel, and the function that the CPU runs in its place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from library_packages import forget, write_package

from periclase import BufferFailure, MutSlice, kernel, load_library, u32
from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels
from periclase.mirlib.building import build_library

SOURCE = """
@device
def shifted(a: u32, b: u32) -> u32:
    return (a << (b & 31)) | u32(1)

def doubled(x):
    return x * 2

@device
def note(x: f32):
    assert x < 100.0, "too much"

@kernel
def k(x: Slice[u32], y: MutSlice[u32], z: MutSlice[f32]):
    i = thread_idx_x()
    if i < len(x):
        y[i] = inline_ptx("shf.l.clamp.b32 $0, $1, $1, $2;", x[i], u32(i), result=u32, cpu=shifted)
        z[i] = inline_ptx("add.f32 $0, $1, $1;", z[i], result=f32, cpu=doubled)
        inline_ptx("// $0", z[i], cpu=note)
"""


def test_the_cpu_runs_the_function(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    x, y, z = np.arange(1, 6, dtype=np.uint32), np.zeros(5, np.uint32), np.arange(5, dtype=np.float32)
    module.k[1, 8](x, y, z)
    assert y.tolist() == [(int(n) << i) | 1 for i, n in enumerate(x)]
    assert z.tolist() == [0, 2, 4, 6, 8]
    with pytest.raises(BufferFailure, match="too much"):
        module.k[1, 8](x, y, np.full(5, 60, np.float32))


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_a_gpu_runs_the_text(load: Callable[..., ModuleType], target: str) -> None:
    text = load(SOURCE).k.ptx(target)
    assert "shf.l.clamp.b32" in text
    assert ".func" not in text
    assert "too much" not in text
    if find_tool("ptxas") is not None:
        assemble(text, target)


def test_without_one_the_refusal_says_what_to_write(load: Callable[..., ModuleType]) -> None:
    module = load(
        '@kernel\ndef k(y: MutSlice[u32]):\n    y[0] = inline_ptx("mov.u32 $0, 1;", result=u32)\n',
        name="bare_ptx",
    )
    with pytest.raises(CompileError) as caught:
        module.k.compile("cpu")
    text = str(caught.value).replace(os.path.dirname(module.__file__ or ""), "")
    assert text.splitlines() == [
        "error[PC0508]: inline PTX does not exist on the CPU",
        "  --> /bare_ptx.py:6:12",
        "   |",
        ' 6 |     y[0] = inline_ptx("mov.u32 $0, 1;", result=u32)',
        "   |            ^",
        "   = note: in pass 'convert-nvvm-to-cpu'",
        "   = help: say what the CPU does instead: `inline_ptx(…, cpu=function)`; or compile this kernel for a GPU target",
    ]


def test_a_library_keeps_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "from periclase import *\nfrom periclase.gpu import *\n\n\n"
        "@device\ndef one(x: u32) -> u32:\n    return x + 1\n\n\n"
        '@device\ndef next_of(x: u32) -> u32:\n    return inline_ptx("add.u32 $0, $1, 1;", x, result=u32, cpu=one)\n'
    )
    write_package(tmp_path, {"__init__.py": text}, "texts")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    build_library("texts", str(tmp_path / "texts.mirlib"))
    forget("texts")
    next_of = load_library(tmp_path / "texts.mirlib").next_of

    @kernel
    def use(y: MutSlice[u32]):
        y[0] = next_of(y[0])

    y = np.full(1, 41, np.uint32)
    use[1, 1](y)
    assert y[0] == 42
    assert "add.u32" in use.ptx("sm_90")


REFUSED = {
    "inline_ptx('mov.u32 $0, 1;', result=u32, cpu=3)": "`cpu` of `inline_ptx` is a function",
    "inline_ptx('mov.u32 $0, 1;', result=u32, cpu=gone)": "the name `gone` is not defined",
    "inline_ptx('mov.u32 $0, $1;', 1.5, result=u32, cpu=f)": "1.5 can not be passed as `x` of `f`, which is u32",
    "inline_ptx('mov.u32 $0, $1;', u8(1), result=u32, cpu=f)": "`f` takes u32 for `x`, and the PTX text u8",
    "inline_ptx('mov.u32 $0, 1;', result=u32, cpu=f)": "`f` needs an argument for `x`",
    "inline_ptx('mov.f32 $0, $1;', y[0], result=f32, cpu=f)": "`f` gives u32, and the PTX text f32",
    "inline_ptx('// $0', y[0], cpu=f)": "`f` gives u32, and the PTX text nothing",
    "inline_ptx('mov.u32 $0, $1;', y[0], result=u32, cpu=counted)": "`counted` uses a device global",
    "inline_ptx('mov.u32 $0, $1;', y[0], result=u32, cpu=g)": "`g` gives nothing, and the PTX text u32",
}


@pytest.mark.parametrize("call", REFUSED)
def test_refused(load: Callable[..., ModuleType], call: str) -> None:
    module = load(
        "held = device_global(u32)\n\n@device\ndef counted(x: u32) -> u32:\n    return held.value\n\n"
        "@device\ndef f(x: u32) -> u32:\n    return x\n\n@device\ndef g(x: u32):\n    pass\n\n"
        f"@kernel\ndef k(y: MutSlice[u32]):\n    {call}\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert REFUSED[call] in caught.value.diagnostic.message, str(caught.value)
    if "device global" in REFUSED[call]:
        assert caught.value.diagnostic.help == (
            "read it before, pass what it holds as one more operand, and set it behind the call"
        )
