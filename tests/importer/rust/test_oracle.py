"""Rust functions on the CPU backend and in the interpreter, bit for bit as rustc has them on the host."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rust_crates import needs_rustc, shared_store
from rust_oracle import Oracle, arguments_for, differences, functions_in

from periclase import rust
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.importer.rust.driver import compile_file
from periclase.importer.rust.import_kernel import source_text
from periclase.importer.rust.import_mir import import_rust_mir
from periclase.importer.rust.kernel_headers import kernel_headers
from periclase.importer.rust.layouts import CrateLayouts
from periclase.interpreter.machine import Machine

pytestmark = needs_rustc

SOURCE = Path(__file__).with_name("oracle.rs")
NAMES = [name for name, _, _ in functions_in(SOURCE.read_text(encoding="utf-8"))]
COUNT, INTERPRETED = 256, 16
AROUND = {
    "rotated_parts",
    "tags_of_closures",
    "slices_of_own_types",
    "orders_of_slices",
    "equal_slices_of_floats",
}
AT_ONCE = [name for name in NAMES if name not in AROUND]
"""Those of which rustc's inliner leaves nothing, so that no crate around them is needed."""


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Oracle:
    return Oracle(SOURCE, tmp_path_factory.mktemp("oracle"))


@cache
def kernels(file: Path) -> Any:
    return rust.load(file)


def test_there_are_functions() -> None:
    assert len(NAMES) > 70
    assert SOURCE.read_text(encoding="utf-8").count("\npub fn ") == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_cpu_gives_what_the_host_gives(name: str, oracle: Oracle) -> None:
    arguments = arguments_for(oracle.of(name), COUNT)
    wanted = oracle.results(name, arguments)
    given = np.zeros_like(wanted)
    kernels(oracle.device_file)[name][4, 64](*arguments, given)
    assert not differences(name, wanted, given)


ASSEMBLED = (
    "direct_enum",
    "packed_struct",
    "atomics",
    "wide_division",
    "iterators",
    "constants",
    "drops",
    "closures",
)


@pytest.mark.skipif(not available_assemblers(), reason="there is no assembler for PTX")
@pytest.mark.parametrize("arch", ["sm_75", "sm_100"])
@pytest.mark.parametrize("name", ASSEMBLED)
def test_the_ptx_assembles(name: str, arch: str, oracle: Oracle) -> None:
    assemble(kernels(oracle.device_file)[name].ptx(arch=arch), arch)


@pytest.fixture(scope="module")
def machine(oracle: Oracle, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """All the kernels, imported at once."""
    crate = compile_file(str(oracle.device_file), shared_store(tmp_path_factory))
    layouts = CrateLayouts(crate, shared_store(tmp_path_factory))
    roots = [header.path for header in kernel_headers(crate.mir) if header.name in AT_ONCE]
    module = import_rust_mir(
        crate.mir,
        layouts,
        roots=roots,
        span_file=crate.source_file,
        source_text=source_text(crate),
        warnings=[],
    )
    module.verify()
    return Machine(module)


@pytest.mark.parametrize("name", AT_ONCE)
def test_the_interpreter_gives_what_the_host_gives(name: str, oracle: Oracle, machine: Machine) -> None:
    arguments = [values[:INTERPRETED] for values in arguments_for(oracle.of(name), COUNT)]
    wanted = oracle.results(name, arguments)
    buffers = [machine.allocate(values.tobytes()) for values in arguments]
    out = machine.allocate(bytes(wanted.nbytes))
    slices = [tuple(struct.pack("<QQ", buffer.base, INTERPRETED)) for buffer in (*buffers, out)]
    machine.run_kernel(name, slices, block=(INTERPRETED, 1, 1))
    given = np.frombuffer(out.content(), wanted.dtype)
    assert not differences(name, wanted, given)
