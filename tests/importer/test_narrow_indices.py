"""Which version of a kernel a launch takes: the one with indices in 32 bits where all sizes allow for it."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from launched_versions import launched_version

from periclase import dry_run, open_device
from periclase.codegen.assembler import assemble, disassemble, find_tool
from periclase.codegen.compiler import stages
from periclase.launch_versions import MOST_NARROW, MOST_NARROW_BLOCKS
from periclase.runtime.arguments import ArgumentPlan
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.device import Device
from periclase.runtime.launch_size import version_for
from periclase.runtime.limits import MAX_BLOCK, MAX_GRID

SOURCE = """
@kernel
def add(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] += x[i]

@kernel
def scale(x: View[f32, 2], y: OutView[f32, 2]):
    i, j = thread_idx_y(), thread_idx_x()
    if i < x.shape[0] and j < x.shape[1]:
        y[i, j] = 2.0 * x[i, j]

@kernel
def count(y: MutSlice[f32], n: i32, step: i64, seed: u64):
    for k in range(0, n, 16):
        if k + step < len(y):
            y[k % 4] += 1.0
    y[0] += f32(seed)

@kernel
def generic(x, y):
    i = thread_idx_x()
    y[0, i] = x[0, i] + x.T[i, 1]
"""


@pytest.fixture
def device() -> Iterator[Device]:
    """One that takes the version with narrow indices, as a GPU does."""
    made = open_device("cpu")
    made.device_state.narrow_indices = True
    yield made
    made.device_state.narrow_indices = False


def buffer(size: int) -> Any:
    return SimpleNamespace(size=size)


def small(
    grid: tuple[int, int, int] = (1, 1, 1),
    block: tuple[int, int, int] = (1, 1, 1),
    sizes: tuple[int, ...] = (),
) -> bool:
    plan: Any = SimpleNamespace(signed_numbers=None)
    return takes_narrow(plan, grid, block, [buffer(size) for size in sizes], ())


def takes_narrow(
    plan: Any,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    buffers: list[Any],
    arguments: Sequence[Any],
) -> bool:
    kernel: Any = SimpleNamespace(with_narrow_indices="narrow")
    state: Any = SimpleNamespace(buffers_apart=False)
    return version_for(kernel, state, plan, grid, block, buffers, arguments) == "narrow"


def test_sizes_of_buffers_at_the_border() -> None:
    assert MOST_NARROW < 2**31 - 1024
    assert small(sizes=(0, 5, MOST_NARROW))
    for size in (MOST_NARROW + 1, 2**31 - 1, 2**31, 2**31 + 1, 2**32, 2**40):
        assert not small(sizes=(5, size, 7))


def test_grids_at_the_border() -> None:
    assert small((MOST_NARROW // 1024, 1, 1), (1024, 1, 1))
    assert not small((MOST_NARROW // 1024 + 1, 1, 1), (1024, 1, 1))
    assert not small((2**21, 1, 1), (1024, 1, 1))  # of which the last thread would be the number 2**31 - 1
    assert small((MOST_NARROW_BLOCKS, 1, 1))
    assert not small((MOST_NARROW_BLOCKS + 1, 1, 1))
    assert not small((2**31 - 1, 1, 1))
    # Why those in y and z need not be asked for.
    assert MAX_GRID[1] * MAX_BLOCK[1] <= MOST_NARROW and MAX_GRID[2] * MAX_BLOCK[2] <= MOST_NARROW
    assert small((1, *MAX_GRID[1:]), (1, 1024, 1))


@pytest.mark.parametrize("number", range(5))
def test_numbers_of_views_at_the_border(load: Callable[..., ModuleType], number: int) -> None:
    kernel = load(SOURCE).scale
    plan = ArgumentPlan(kernel.parameters)
    for value, fits in (
        (MOST_NARROW, True),
        (-MOST_NARROW, True),
        (MOST_NARROW + 1, False),
        (-(2**31), False),
    ):
        leaves: list[Any] = [buffer(4), 0, 2, 2, 2, 1, buffer(4), 0, 2, 2, 2, 1]
        for first in (1, 7):
            given = list(leaves)
            given[first + number] = value
            assert takes_narrow(plan, (1, 1, 1), (1, 1, 1), [buffer(4)] * 2, given) is fits


def test_numbers_of_the_users_at_the_border(load: Callable[..., ModuleType], device: Device) -> None:
    count = load(SOURCE).count
    y = device.zeros(4, np.float32)
    with dry_run(device):
        for n, step, seed, narrow in (
            (MOST_NARROW, -MOST_NARROW, 2**64 - 1, True),
            (np.int64(MOST_NARROW), np.int32(-5), 0, True),
            (MOST_NARROW + 1, 0, 0, False),
            (-(2**31), 0, 0, False),
            (0, -(2**62), 0, False),
            (0, MOST_NARROW + 1, 0, False),
        ):
            taken = launched_version(count[1, 4], y, n, step, seed)
            assert taken is (count.with_narrow_indices if narrow else count)


def test_a_loop_to_a_number_of_the_users_is_narrow(load: Callable[..., ModuleType]) -> None:
    def stage(kernel: Any) -> str:
        return next(str(text) for name, text in stages(kernel, target="sm_80") if name == "mir-opt")

    kernel = load(SOURCE).count
    assert re.search(r"mir\.lt .* : si64", stage(kernel))
    assert not re.search(r"mir\.lt .* : si64", stage(kernel.with_narrow_indices))


def test_who_takes_it(load: Callable[..., ModuleType], device: Device) -> None:
    assert CudaBackend.narrow_indices and not getattr(CpuBackend, "narrow_indices", False)
    module = load(SOURCE)
    x, y = device.array(np.ones(8, np.float32)), device.zeros(8, np.float32)
    taken = launched_version(module.add[2, 4], x, y)
    assert taken is module.add.with_narrow_indices and taken.narrow_indices
    assert y.numpy().tolist() == [1.0] * 8
    device.device_state.narrow_indices = False
    assert launched_version(module.add[2, 4], x, y) is module.add
    assert y.numpy().tolist() == [2.0] * 8


def test_a_grid_of_many_blocks_takes_the_wide_one(load: Callable[..., ModuleType], device: Device) -> None:
    add = load(SOURCE).add
    x, y = device.zeros(8, np.float32), device.zeros(8, np.float32)
    with dry_run(device) as seen:
        assert launched_version(add[MOST_NARROW_BLOCKS, 1], x, y) is add.with_narrow_indices
        assert launched_version(add[MOST_NARROW_BLOCKS + 1, 1], x, y) is add
        assert launched_version(add[MOST_NARROW // 1024, 1024], x, y) is add.with_narrow_indices
        assert launched_version(add[MOST_NARROW // 1024 + 1, 1024], x, y) is add
    assert (seen.seen, seen.failed) == (2, 0)


def test_a_grid_that_the_device_reads_takes_the_wide_one(
    load: Callable[..., ModuleType], device: Device
) -> None:
    add = load(SOURCE).add
    x, y = device.array(np.ones(8, np.float32)), device.zeros(8, np.float32)
    count = device.array(np.array([2, 1, 1], np.uint32))
    assert launched_version(add[count, 4], x, y) is add
    assert y.numpy().tolist() == [1.0] * 8


def test_together_with_unit_strides(load: Callable[..., ModuleType], device: Device) -> None:
    module = load(SOURCE)
    scale = module.scale
    x, y = device.array(np.arange(12, dtype=np.float32).reshape(3, 4)), device.zeros((3, 4), np.float32)
    both = launched_version(scale[1, (4, 3)], x, y)
    assert both.unit_strides and both.narrow_indices
    assert (y.numpy() == 2 * x.numpy()).all()
    square, z = device.array(np.arange(9, dtype=np.float32).reshape(3, 3)), device.zeros((3, 3), np.float32)
    one = launched_version(scale[1, (3, 3)], square.T, z)
    assert one.narrow_indices and not one.unit_strides
    assert (z.numpy() == 2 * square.numpy().T).all()
    a, b = device.array(np.arange(4, dtype=np.float32).reshape(2, 2)), device.zeros((2, 2), np.float32)
    generic = launched_version(module.generic[1, 2], a, b)
    assert generic.unit_strides and generic.narrow_indices
    assert b.numpy()[0].tolist() == [2.0, 4.0]
    for version in (both, one, generic):
        assert pickle.loads(pickle.dumps(version)) is version


def test_each_is_one_object_with_a_key_of_its_own(load: Callable[..., ModuleType]) -> None:
    kernel = load(SOURCE).scale
    both = kernel.with_unit_strides.with_narrow_indices
    assert both is kernel.with_narrow_indices.with_unit_strides
    assert both is both.with_unit_strides is both.with_narrow_indices
    versions = [kernel, kernel.with_unit_strides, kernel.with_narrow_indices, both]
    assert len({version.fingerprint() for version in versions}) == 4
    assert {version.for_any_launch for version in versions} == {kernel}
    assert len({version.ptx("sm_90") for version in versions}) == 4


def test_names_stand_for_one_thing_in_both(load: Callable[..., ModuleType], device: Device) -> None:
    for narrow_first in (True, False):
        source = "GAIN = 2.0\n@kernel\ndef gain(x: MutSlice[f32]):\n    x[thread_idx_x()] *= GAIN\n"
        module = load(source, name=f"narrow_gains_{narrow_first}")
        for narrow in (narrow_first, not narrow_first):
            device.device_state.narrow_indices = narrow
            x = device.array(np.ones(4, np.float32))
            assert launched_version(module.gain[1, 4], x).narrow_indices is narrow
            assert x.numpy().tolist() == [2.0] * 4
            module.GAIN = 100.0


def test_what_was_recorded_is_what_was_taken(load: Callable[..., ModuleType], device: Device) -> None:
    add = load(SOURCE).add
    x, y = device.array(np.ones(8, np.float32)), device.zeros(8, np.float32)
    taken: list[Any] = []
    graph = device.stream().capture(lambda: taken.append(launched_version(add[2, 4], x, y)))
    assert taken == [add.with_narrow_indices]
    device.device_state.narrow_indices = False
    for _ in range(2):
        graph.replay()
    assert y.numpy().tolist() == [2.0] * 8


def test_versions_that_read_different_buffers_wait_each_for_its_own(
    load: Callable[..., ModuleType], device: Device
) -> None:
    """The narrow version knows the comparison, and does not read `x`; what is remembered of its buffers is not the other's."""
    source = """
@kernel
def look(x: Slice[i64], y: MutSlice[i64]):
    if x[0] >= -9223372036854775808:
        y[0] += 1
"""
    look = load(source).look
    x, y = device.zeros(4, np.int64), device.zeros(4, np.int64)
    for narrow in (True, False, True, False):
        device.device_state.narrow_indices = narrow
        look[1, 1](x, y)
    assert y.numpy()[0] == 4
    state = device.device_state
    loaded = [
        state.channel.submit_blocking(lambda each=each: state.loaded(each))
        for each in (look, look.with_narrow_indices)
    ]
    assert [len(each.arrangements) for each in loaded] == [1, 1]


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_it_takes_fewer_instructions(load: Callable[..., ModuleType], target: str) -> None:
    if find_tool("ptxas") is None or find_tool("nvdisasm") is None:
        pytest.skip("there is no assembler here, or no disassembler")
    module = load(SOURCE)
    for kernel in (module.add, module.scale, module.scale.with_unit_strides):
        wide, narrow = (
            instructions(each.ptx(target), target) for each in (kernel, kernel.with_narrow_indices)
        )
        assert 0 < narrow < wide


def instructions(ptx: str, target: str) -> int:
    """Of the machine, but for what fills up the last lines."""
    text = disassemble(assemble(ptx, target))
    return len(re.findall(r"^\s+/\*[0-9a-f]{4}\*/\s+(?!NOP)\S", text, re.MULTILINE))
