"""Which version of a kernel a launch takes: the one for buffers that lie apart, where they do."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from launched_versions import launched_version

from periclase import dry_run, open_device
from periclase.codegen.assembler import assemble, disassemble, find_tool
from periclase.launch_versions import APART_ALIGNMENT, MOST_NARROW
from periclase.runtime.allocation import ALIGNMENT
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.device import Device

SOURCE = """
@kernel
def add(x: Slice[f32], y: MutSlice[f32]):
    i = global_idx_x()
    if i < len(y):
        y[i] += x[i]

@kernel
def shift(x: Slice[f32], y: Slice[f32], z: MutSlice[f32]):
    i = global_idx_x()
    if i + 1 < len(z):
        z[i] = x[i + 1] - y[i]

@kernel
def look(x: Slice[f32], y: Slice[f32]):
    i = thread_idx_x()
    if x[i] > y[i] + 1.0:
        trap()

@kernel
def scale(x: View[f32, 2], y: OutView[f32, 2]):
    i, j = thread_idx_y(), thread_idx_x()
    if i < x.shape[0] and j < x.shape[1]:
        y[i, j] = 2.0 * x[i, j]

@kernel
def reversed_too(x: View[f32, 1], y: OutView[f32, 1]):
    i = thread_idx_x()
    if i < x.shape[0]:
        y[i] = x[i]

@kernel
def four(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = 4 * global_idx_x()
    if i + 3 < len(x) and i + 3 < len(y):
        for k in range(4):
            y[i + k] = a * x[i + k] + y[i + k]

@kernel
def polled(flag: Slice[u32], x: Slice[f32], y: MutSlice[f32]):
    while atomic_load(flag[0], scope="system") == 0:
        pass
    y[0] = x[0]

@kernel
def handed_over(x: Slice[f32], y: MutSlice[f32], z: MutSlice[f32]):
    i = thread_idx_x()
    before = y[0]
    sync_threads()
    if i == 5:
        y[0] = x[i]
    sync_threads()
    z[i] = y[0] + before

total = device_global(f32)

@kernel
def with_global(x: Slice[f32], y: MutSlice[f32]):
    total.value += x[0]
    y[0] = total.value
"""


@pytest.fixture
def device() -> Iterator[Device]:
    """One that takes the versions that a GPU does."""
    made = open_device("cpu")
    made.device_state.narrow_indices = made.device_state.buffers_apart = True
    yield made
    made.device_state.narrow_indices = made.device_state.buffers_apart = False


def ones(device: Device, *shape: int) -> Any:
    return device.array(np.ones(shape, np.float32))


def test_who_takes_it(load: Callable[..., ModuleType], device: Device) -> None:
    assert CudaBackend.buffers_apart and not getattr(CpuBackend, "buffers_apart", False)
    add = load(SOURCE).add
    x, y = ones(device, 8), ones(device, 8)
    taken = launched_version(add[2, 4], x, y)
    assert taken is add.with_buffers_apart and taken.buffers_apart and taken.narrow_indices
    device.device_state.buffers_apart = False
    assert launched_version(add[2, 4], x, y) is add.with_narrow_indices
    device.device_state.narrow_indices = False
    assert launched_version(add[2, 4], x, y) is add
    assert y.numpy().tolist() == [4.0] * 8


def test_one_buffer_twice(load: Callable[..., ModuleType], device: Device) -> None:
    module = load(SOURCE)
    x, y = ones(device, 8), ones(device, 8)
    assert launched_version(module.add[1, 8], y, y) is module.add.with_narrow_indices
    assert y.numpy().tolist() == [2.0] * 8
    # Where nobody writes it, it may come as often as it likes.
    assert launched_version(module.shift[1, 8], x, x, y) is module.shift.with_buffers_apart
    assert launched_version(module.shift[1, 8], x[8:], x[:8], y) is module.shift.with_buffers_apart
    assert launched_version(module.shift[1, 8], x, y, y) is module.shift.with_narrow_indices
    assert launched_version(module.look[1, 8], x, x) is module.look.with_buffers_apart


def test_views_of_one_buffer_at_the_border(load: Callable[..., ModuleType], device: Device) -> None:
    add = load(SOURCE).add
    memory = ones(device, 64)
    with dry_run(device):
        for first, second, apart in (
            (slice(0, 16), slice(16, 32), True),
            (slice(16, 32), slice(0, 16), True),
            (slice(0, 17), slice(16, 32), False),
            (slice(16, 32), slice(0, 17), False),
            (slice(0, 64), slice(16, 24), False),
            (slice(16, 24), slice(0, 64), False),
        ):
            taken = launched_version(add[1, 8], memory[first], memory[second])
            assert taken is (add.with_buffers_apart if apart else add.with_narrow_indices), (first, second)


def test_where_buffers_begin(load: Callable[..., ModuleType], device: Device) -> None:
    assert ALIGNMENT % APART_ALIGNMENT == 0
    add = load(SOURCE).add
    memory, y = ones(device, 64), ones(device, 8)
    with dry_run(device):
        for start in range(17):
            for x, z in ((memory[start:40], y), (y, memory[start:40])):
                aligned = 4 * start % APART_ALIGNMENT == 0
                assert launched_version(add[1, 8], x, z) is (
                    add.with_buffers_apart if aligned else add.with_narrow_indices
                )


def test_where_views_begin(load: Callable[..., ModuleType], device: Device) -> None:
    one = load(SOURCE).reversed_too
    memory, y = ones(device, 64), ones(device, 8)
    with dry_run(device):
        # The first element at a multiple of 32 bytes, or the first byte, or neither.
        for view, aligned in ((memory[8:2:-1], False), (memory[14:7:-1], True), (memory[9:2:-2], False)):
            assert (view.settled_in is not None) is aligned
            assert launched_version(one[1, 8], view, y) is (
                one.with_buffers_apart if aligned else one.with_narrow_indices
            )


def test_a_large_launch_is_not_asked(load: Callable[..., ModuleType], device: Device) -> None:
    add = load(SOURCE).add
    x, y = ones(device, 8), ones(device, 8)
    with dry_run(device):
        assert launched_version(add[MOST_NARROW // 1024 + 1, 1024], x, y) is add
    count = device.array(np.array([1, 1, 1], np.uint32))
    assert launched_version(add[count, 8], x, y) is add


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_each_may_be_the_one_that_overlaps(
    load: Callable[..., ModuleType], device: Device, number: int
) -> None:
    names = [f"x{n}" for n in range(number)]
    types = ", ".join(f"{name}: MutSlice[f32]" for name in names)
    kernel = load(
        f"@kernel\ndef many({types}):\n    x0[0] += {' + '.join(f'{name}[1]' for name in names)}\n"
    ).many
    memory, others = ones(device, 64), [ones(device, 8) for _ in names]
    with dry_run(device):
        assert launched_version(kernel[1, 1], *others) is kernel.with_buffers_apart
        for first in range(number):
            for wrong in (memory[1:9], *[others[second] for second in range(number) if second != first]):
                given = [*others[:first], wrong, *others[first + 1 :]]
                assert launched_version(kernel[1, 1], *given) is kernel.with_narrow_indices


def test_views_with_strides(load: Callable[..., ModuleType], device: Device) -> None:
    scale = load(SOURCE).scale
    memory = ones(device, 8, 16)
    other = device.zeros((8, 8), np.float32)
    left, right = memory[:, :8], memory[:, 8:]
    taken = launched_version(scale[1, (8, 8)], left, other)
    assert taken.unit_strides and taken.buffers_apart and (other.numpy() == 2).all()
    # Interlocked: from the first byte to the last they overlap, though no element does.
    taken = launched_version(scale[1, (8, 8)], left, right)
    assert taken is scale.with_zero_offsets.with_narrow_indices and (right.numpy() == 2).all()
    taken = launched_version(scale[1, (8, 8)], other.T, left)
    assert taken is scale.with_buffers_apart and (left.numpy() == 4).all()
    for version in (taken, taken.with_unit_strides, taken.for_any_launch):
        assert pickle.loads(pickle.dumps(version)) is version


def test_memory_of_others(load: Callable[..., ModuleType], device: Device) -> None:
    add = load(SOURCE).add
    raw = np.zeros(1024, np.uint8)
    start = -raw.ctypes.data % APART_ALIGNMENT
    array = raw[start : start + 768].view(np.float32)
    y = ones(device, 8)
    for offset, aligned in ((0, True), (1, False), (4, False), (8, True)):
        x = device.wrap(array[offset : offset + 8])
        assert launched_version(add[1, 8], x, y) is (
            add.with_buffers_apart if aligned else add.with_narrow_indices
        )
    # What is imported twice is one allocation.
    x, z = device.wrap(array[:32]), device.from_dlpack(array[16:64])
    assert launched_version(add[1, 8], x, z) is add.with_narrow_indices
    assert launched_version(add[1, 8], device.wrap(array[:16]), z) is add.with_buffers_apart
    # So is memory of our own that went out and came in again.
    back = device.from_dlpack(y)
    assert launched_version(add[1, 8], y, back) is add.with_narrow_indices


def test_each_is_one_object_with_a_key_of_its_own(load: Callable[..., ModuleType]) -> None:
    kernel = load(SOURCE).scale
    both = kernel.with_unit_strides.with_buffers_apart
    assert both is kernel.with_buffers_apart.with_unit_strides
    assert both is both.with_unit_strides is both.with_narrow_indices is both.with_buffers_apart
    assert (
        kernel.with_narrow_indices.with_buffers_apart.fingerprint() == kernel.with_buffers_apart.fingerprint()
    )
    versions = [
        kernel,
        kernel.with_narrow_indices,
        kernel.with_buffers_apart,
        kernel.with_unit_strides.with_narrow_indices,
        both,
    ]
    assert len({version.fingerprint() for version in versions}) == 5
    assert {version.for_any_launch for version in versions} == {kernel}


def test_what_was_recorded_is_what_was_taken(load: Callable[..., ModuleType], device: Device) -> None:
    add = load(SOURCE).add
    x, y = ones(device, 8), ones(device, 8)
    taken: list[Any] = []
    graph = device.stream().capture(lambda: taken.append(launched_version(add[2, 4], x, y)))
    assert taken == [add.with_buffers_apart]
    for _ in range(2):
        graph.replay()
    assert y.numpy().tolist() == [3.0] * 8


def test_what_is_only_read_goes_by_the_read_only_cache(load: Callable[..., ModuleType]) -> None:
    add = load(SOURCE).add
    assert "ld.global.nc" not in add.with_narrow_indices.ptx("sm_90")
    text = add.with_buffers_apart.ptx("sm_90")
    assert text.count("ld.global.nc") == 1 and len(re.findall(r"ld\.global\.b32", text)) == 1


def test_what_may_change_meanwhile_does_not(load: Callable[..., ModuleType]) -> None:
    text = load(SOURCE).polled.with_buffers_apart.ptx("sm_90")
    assert "ld.global.nc" not in text and f".align {APART_ALIGNMENT}" in text


def test_device_globals_are_buffers_too(load: Callable[..., ModuleType], device: Device) -> None:
    module = load(SOURCE)
    x, y = ones(device, 8), ones(device, 8)
    for round in (1, 2):
        assert launched_version(module.with_global[1, 1], x, y) is module.with_global.with_buffers_apart
        assert y.numpy()[0] == round
    text = module.with_global.with_buffers_apart.ptx("sm_90")
    assert text.count("ld.global.nc") == 1


def test_barriers_are_heeded(load: Callable[..., ModuleType], device: Device) -> None:
    """What another thread wrote before a barrier is loaded again behind it; `noalias` alone would let LLVM keep the old one."""
    kernel = load(SOURCE).handed_over
    first, second, third = kernel.with_buffers_apart.ptx("sm_90").split("bar.sync")
    assert "ld.global.b32" in first and "ld.global.nc" in second and "ld.global.b32" in third
    x, y, z = device.array(np.arange(8, dtype=np.float32)), ones(device, 8), ones(device, 8)
    assert launched_version(kernel[1, 8], x, y, z) is kernel.with_buffers_apart
    assert z.numpy().tolist() == [6.0] * 8


@pytest.mark.parametrize("target", ["sm_80", "sm_90"])
def test_four_neighbours_are_one_access(load: Callable[..., ModuleType], target: str) -> None:
    if find_tool("ptxas") is None or find_tool("nvdisasm") is None:
        pytest.skip("there is no assembler here, or no disassembler")
    four = load(SOURCE).four
    for version, wide, single in ((four.with_narrow_indices, 0, 12), (four.with_buffers_apart, 3, 0)):
        code = disassemble(assemble(version.ptx(target), target))
        accesses = re.findall(r"(?:LDG|STG)\.\S+", code)
        assert sum(".128" in each for each in accesses) == wide
        assert sum(".128" not in each for each in accesses) == single


@pytest.mark.parametrize("target, bits", [("sm_90", 128), ("sm_100+ptx88", 256), ("sm_103", 256)])
def test_eight_neighbours(load: Callable[..., ModuleType], target: str, bits: int) -> None:
    source = SOURCE[SOURCE.index("@kernel\ndef four") : SOURCE.index("@kernel\ndef polled")]
    source = source.replace("4 *", "8 *").replace("i + 3", "i + 7").replace("range(4)", "range(8)")
    text = load(source).four.with_buffers_apart.ptx(target)
    accesses = re.findall(r"(?:ld|st)\.global\.(?:nc\.)?(\w+)", text)
    assert accesses == (["v4"] * 6 if bits == 128 else ["v8"] * 3)
