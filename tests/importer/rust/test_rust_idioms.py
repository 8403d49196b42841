"""Whole idioms of Rust on GPUs, on the CPU backend, bit for bit as rustc has them on the host."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rust_crates import needs_rustc
from rust_oracle import Oracle, arguments_for, differences, functions_in

from periclase import rust

pytestmark = needs_rustc

SOURCE = Path(__file__).with_name("idioms.rs")
NAMES = [name for name, _, _ in functions_in(SOURCE.read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Oracle:
    return Oracle(SOURCE, tmp_path_factory.mktemp("idioms"))


@pytest.fixture(scope="module")
def kernels(oracle: Oracle) -> rust.RustModule:
    return rust.load(oracle.device_file)


def test_there_are_functions() -> None:
    assert len(NAMES) == SOURCE.read_text(encoding="utf-8").count("\npub fn ") == 15


@pytest.mark.parametrize("name", NAMES)
def test_the_cpu_gives_what_the_host_gives(name: str, oracle: Oracle, kernels: rust.RustModule) -> None:
    arguments = arguments_for(oracle.of(name), 256)
    wanted = oracle.results(name, arguments)
    given = np.zeros_like(wanted)
    kernels[name][4, 64](*arguments, given)
    assert not differences(name, wanted, given)
