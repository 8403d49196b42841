"""The kernels that show the language, one for each of its parts, for every generation of GPU: NVIDIA's assembler takes their PTX.

They are those of `lit/importer`, where the `mir` of each is checked. All go through the passes together, for all targets at once.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from periclase.codegen.assembler import assemble, find_tool
from periclase.codegen.compiler import context, lowered_llvm_ir
from periclase.codegen.ptx import emit_ptx
from periclase.codegen.targets import GpuTarget, resolve_target
from periclase.diagnostics import DiagnosticError
from periclase.importer.python.import_kernels import import_kernels
from periclase.passes import pipelines
from periclase.passes.pass_manager import Instrumentation
from periclase.passes.pipelines import PassSpec
from periclase.tools.kernel_files import AnyKernel, find_kernels

TARGETS = [f"sm_{n}" for n in (75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121)]
FILES = sorted((Path(__file__).resolve().parents[2] / "lit" / "importer").glob("*.py"))
FLOORS = {"warps:reduced": 80, "warps:elected": 90}
"""The generation that kernels need, where it is not the first."""
_RUN = re.compile(r"^# RUN: periclase compile '?%s(?P<kernel>:\w+(?:\[[^]]*\])?)?'? ", re.MULTILINE)
"""How the first line of a file says which of its kernels are compiled, and with what filled in."""


@functools.cache
def kernels() -> dict[str, AnyKernel]:
    """All kernels by file and name."""
    found: dict[str, AnyKernel] = {}
    for path in FILES:
        run = _RUN.search(path.read_text(encoding="utf-8"))
        assert run is not None, path
        for kernel in find_kernels(f"{path}{run['kernel'] or ''}"):
            found[f"{path.stem}:{kernel.name}"] = kernel
    return found


class _Targets(Instrumentation):
    """Chooses each target with the PTX version that the module needs, while its operations say so."""

    def __init__(self, names: list[str]):
        self._names = names
        self.found: dict[str, GpuTarget] = {}

    def before_pass(self, spec: PassSpec, module: ModuleOp) -> None:
        if spec.name == "convert-nvvm-to-llvm":
            self.found = {name: resolve_target(name, module) for name in self._names}


def _runs_on(name: str, target: str) -> bool:
    return FLOORS.get(name, 0) <= int(target.removeprefix("sm_"))


def _modules(target: str) -> list[tuple[str, ...]]:
    """The kernels for a target, those of a module with the same options and no two of one name."""
    made: list[tuple[object, dict[str, str]]] = []
    for key, kernel in kernels().items():
        if not _runs_on(key, target):
            continue
        options = kernel.options.debug, kernel.options.cooperative
        room = next((names for own, names in made if own == options and kernel.name not in names), None)
        if room is None:
            made.append((options, room := {}))
        room[kernel.name] = key
    return [tuple(names.values()) for _, names in made]


@functools.cache
def lowered(names: tuple[str, ...], targets: tuple[str, ...]) -> tuple[str, dict[str, GpuTarget]]:
    """The LLVM IR of these kernels, and the targets with their PTX versions."""
    module = import_kernels([kernels()[name] for name in names])
    choice = _Targets(list(targets))
    pipelines.ptx().run(context(), module, [choice])
    return lowered_llvm_ir(module, gpu=True), choice.found


def test_every_part_has_kernels() -> None:
    assert len(FILES) > 30 and len(kernels()) >= len(FILES)
    assert all(not kernel.is_generic for kernel in kernels().values())


@pytest.mark.skipif(find_tool("ptxas") is None, reason="no ptxas")
@pytest.mark.parametrize("target", TARGETS)
def test_the_assembler_takes_them(target: str) -> None:
    for names in _modules(target):
        alike = tuple(other for other in TARGETS if all(_runs_on(name, other) for name in names))
        text, targets = lowered(names, alike)
        ptx = emit_ptx(text, targets[target])
        cubin = assemble(ptx, target)
        for name in names:
            entry = re.search(rf"\.entry ({kernels()[name].name}(?:_TID_[0-9a-f]{{32}})?)\(", ptx)
            assert entry is not None and entry[1].encode() in cubin, name


@pytest.mark.parametrize("name", FLOORS)
def test_older_ones_are_refused(name: str) -> None:
    with pytest.raises(DiagnosticError, match=f"needs sm_{FLOORS[name]}"):
        kernels()[name].ptx("sm_75")
