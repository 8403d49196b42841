"""Random functions in Rust give on the CPU backend, bit for bit, what rustc makes of them on the host."""

from __future__ import annotations

import numpy as np
import pytest
from how_much import NIGHTLY
from random_rust import random_function, random_source
from random_rust_modules import random_module, random_values_source
from rust_crates import needs_rustc
from rust_oracle import Oracle, arguments_for, differences

from periclase import rust
from periclase.passes import pipelines
from periclase.runtime.failures import BufferFailure

pytestmark = needs_rustc

FUNCTIONS, GROUP = (5_000, 10) if NIGHTLY else (200, 20)
CRATE = 200
"""Functions in one crate."""
MODULES, MODULES_GROUP, MODULES_CRATE = (2_000, 8, 40) if NIGHTLY else (8, 8, 8)
"""Modules with functions on structs, enums, floats, iterators, closures; how many of them one kernel has, and one crate."""


def test_functions_are_those_of_their_seeds() -> None:
    assert random_function("f", 5) == random_function("f", 5)
    assert len({random_function("f", seed) for seed in range(50)}) == 50


@pytest.mark.parametrize("first", range(0, FUNCTIONS, CRATE))
def test_random_functions_give_what_the_host_gives(
    first: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("random")
    source = folder / "oracle.rs"
    source.write_text(random_source(range(first, first + CRATE), GROUP), encoding="utf-8")
    oracle = Oracle(source, folder)
    kernels = rust.load(oracle.device_file)
    found: list[str] = []
    for name, _, _ in oracle.functions:
        arguments = arguments_for(oracle.of(name), 128)
        wanted = oracle.results(name, arguments)
        given = np.zeros_like(wanted)
        kernels[name][2, 64](*arguments, given)
        found += differences(name, wanted, given)
    assert not found


def test_modules_are_those_of_their_seeds() -> None:
    assert random_module("m", 5) == random_module("m", 5)
    assert len({random_module("m", seed) for seed in range(50)}) == 50


@pytest.mark.parametrize("first", range(0, MODULES, MODULES_CRATE))
def test_random_modules_give_what_the_host_gives(
    first: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("modules")
    source = folder / "oracle.rs"
    seeds = range(first, first + MODULES_CRATE)
    source.write_text(random_values_source(seeds, MODULES_GROUP), encoding="utf-8")
    oracle = Oracle(source, folder)
    kernels = rust.load(oracle.device_file)
    # The host rounds products.
    uncontracted = pipelines.cpu().with_options("convert-mir-to-llvm", contract=False)
    monkeypatch.setattr(pipelines, "cpu", lambda: uncontracted)
    found: list[str] = []
    refused: list[str] = []
    for name, _, _ in oracle.functions:
        arguments = arguments_for(oracle.of(name), 128)
        wanted = oracle.results(name, arguments)
        given = np.zeros_like(wanted)
        try:
            kernels[name][2, 64](*arguments, given)
        except BufferFailure as failure:
            # What rustc's inliner leaves of the library in a large kernel is refused; it must not be much.
            if "error[PC0323]" not in str(failure):
                raise
            refused.append(str(failure))
        else:
            found += differences(name, wanted, given)
    assert not found
    assert len(refused) <= len(oracle.functions) // 4, refused
