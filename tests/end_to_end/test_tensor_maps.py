"""Tensor maps and barrier objects with phases: tiles brought by the copy engine, on the CPU against numpy."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from example_kernels import example

from periclase import (
    MutView,
    address_of,
    bf16,
    bool_,
    f16,
    f32,
    i32,
    isize,
    kernel,
    open_device,
    shared_array,
    u64,
)
from periclase.codegen.assembler import assemble, disassemble, find_tool
from periclase.definition_errors import DefinitionError
from periclase.diagnostics import DiagnosticError
from periclase.gpu import (
    cp_async_bulk_commit_group,
    cp_async_bulk_wait_group,
    fence_proxy_async,
    sync_threads,
    thread_idx_x,
)
from periclase.library.barriers import Barrier
from periclase.library.tensor_maps import MutTensorMap, TensorMap, tensor_map
from periclase.runtime.access_sets import slice_accesses
from periclase.runtime.artifact import ParameterKind
from periclase.runtime.backends.cuda.driver import Driver
from periclase.runtime.backends.cuda.tensor_maps import encode
from periclase.runtime.tensor_layout import TensorLayout


@kernel
def bring(a: TensorMap[f16, 2], y: MutView[f16, 2], row: i32, column: i32, rounds: i32):
    tile = shared_array((16, 32), f16, align=1024)
    objects = shared_array(1, u64)
    full = Barrier(address_of(objects[0]))
    i = thread_idx_x()
    if i == 0:
        full.init(1)
        a.acquire()
    sync_threads()
    for step in range(rounds):
        if i == 0:
            full.arrive_expecting(16 * 32 * 2)
            a.load(address_of(tile[0, 0]), (row + 16 * step, column), full)
        full.wait()
        for k in range(i, 16 * 32, 32):
            y[16 * step + k // 32, k % 32] = tile[k // 32, k % 32]
        sync_threads()


@pytest.mark.parametrize("row, column", [(0, 0), (8, 40), (-3, -5), (90, 60)])
def test_tiles_are_brought(row: int, column: int) -> None:
    device = open_device("cpu")
    x = np.arange(1, 64 * 72 + 1, dtype=np.float32).astype(np.float16).reshape(64, 72)
    buffer = device.array(np.zeros((48, 32), np.float16))
    bring[1, 32](tensor_map(device.array(x), box=(16, 32)), buffer, row, column, 3)
    padded = np.zeros((200, 200), np.float16)
    padded[20:84, 20:92] = x
    np.testing.assert_array_equal(buffer.numpy(), padded[20 + row : 68 + row, 20 + column : 52 + column])


@kernel
def swizzled(a: TensorMap[f16, 2], raw: MutView[f16, 2]):
    tile = shared_array((16, 64), f16, align=1024)
    objects = shared_array(1, u64)
    full = Barrier(address_of(objects[0]))
    i = thread_idx_x()
    if i == 0:
        full.init(1)
        full.arrive_expecting(16 * 64 * 2)
        a.load(address_of(tile[0, 0]), (0, 0), full)
    sync_threads()
    full.wait()
    for k in range(i, 16 * 64, 32):
        raw[k // 64, k % 64] = tile[k // 64, k % 64]


def test_pieces_of_swizzled_rows_change_places() -> None:
    device = open_device("cpu")
    x = np.arange(16 * 64, dtype=np.float32).astype(np.float16).reshape(16, 64)
    raw = device.zeros((16, 64), np.float16)
    swizzled[1, 32](tensor_map(device.array(x), box=(16, 64), swizzle=128), raw)
    # CUDA Driver API, CU_TENSOR_MAP_SWIZZLE_128B: piece `c` of row `r` lies at `c` xor `r` % 8.
    wanted = np.stack([x[r].reshape(8, 8)[np.arange(8) ^ (r % 8)].reshape(-1) for r in range(16)])
    np.testing.assert_array_equal(raw.numpy(), wanted)


@kernel
def anywhere(a: TensorMap[f16, 2], row: i32, column: i32, done: MutView[i32, 1]):
    tile = shared_array((20, 64), f16, align=1024)
    objects = shared_array(1, u64)
    full = Barrier(address_of(objects[0]))
    full.init(1)
    full.arrive_expecting(4 * 64 * 2)
    a.load(address_of(tile[row, column]), (0, 0), full)
    full.wait()
    done[0] = 1


@pytest.mark.parametrize(
    ("swizzle", "row", "column", "words"),
    [
        (0, 1, 0, None),
        (0, 0, 8, "a tile in shared memory does not begin at a multiple of 128 bytes"),
        (128, 8, 0, None),
        (128, 4, 0, "a swizzled tile does not begin at a multiple of eight rows"),
    ],
)
def test_tiles_that_a_gpu_would_put_elsewhere(swizzle: int, row: int, column: int, words: str | None) -> None:
    device = open_device("cpu")
    map = tensor_map(device.array(np.zeros((16, 64), np.float16)), box=(4, 64), swizzle=swizzle)
    done = device.zeros(1, np.int32)
    anywhere[1, 1](map, row, column, done)
    if words is None:
        assert done.numpy().tolist() == [1]
        return
    line = anywhere.function.__code__.co_firstlineno + 7
    with pytest.raises(Exception, match=rf"{words}(.|\n)*test_tensor_maps.py:{line}:"):
        done.numpy()


@kernel
def double(a: MutTensorMap[f32, 3], step: i32):
    tile = shared_array((2, 4, 8), f32, align=128)
    objects = shared_array(1, u64)
    full = Barrier(address_of(objects[0]))
    i = thread_idx_x()
    if i == 0:
        full.init(1)
    sync_threads()
    for k in range(2):
        if i == 0:
            full.arrive_expecting(2 * 4 * 8 * 4)
            a.load(address_of(tile[0, 0, 0]), (2 * k, step, 0), full)
        full.wait()
        for j in range(i, 64, 32):
            tile[j // 32, j // 8 % 4, j % 8] *= 2.0
        fence_proxy_async("shared_cta")
        sync_threads()
        if i == 0:
            a.store((2 * k, step, 0), address_of(tile[0, 0, 0]))
            cp_async_bulk_commit_group()
            cp_async_bulk_wait_group(0)
        sync_threads()


def test_boxes_are_stored() -> None:
    device = open_device("cpu")
    x = np.arange(3 * 6 * 8, dtype=np.float32).reshape(3, 6, 8)
    buffer = device.array(x)
    double[1, 32](tensor_map(buffer, box=(2, 4, 8), writable=True), 3)
    x[:, 3:] *= 2
    np.testing.assert_array_equal(buffer.numpy(), x)


@pytest.mark.parametrize("target", ["sm_90", "cpu"])
def test_the_tensor_behind_a_map_is_among_what_a_launch_uses(target: str) -> None:
    def uses(kernel: Any) -> dict[str, tuple[bool, bool]]:
        artifact = kernel.compile(target)
        slices = [each for each in artifact.parameters if each.kind is ParameterKind.SLICE]
        accesses = slice_accesses(artifact.parameters, artifact)
        return {each.name: (one.reads, one.writes) for each, one in zip(slices, accesses, strict=True)}

    assert uses(double)["a.elements"] == (True, True)
    brought = uses(bring)
    assert brought["a.elements"] == (True, False)
    words = bring.parameters[0]
    assert (words.name, words.kind, words.itemsize, words.slots) == ("a.words", ParameterKind.BYTES, 128, 16)


def test_a_map_is_a_parameter_of_the_kernel() -> None:
    text = bring.ptx("sm_90")
    (parameter,) = re.findall(r"\.param \.align 64 \.b8 (\w+)\[128\]", text)
    (local,) = re.findall(rf"mov\.b64 \s*(%rd\d+), {parameter};", text)
    (address,) = re.findall(rf"cvta\.param\.u64 \s*(%rd\d+), {local};", text)
    assert re.search(rf"cp\.async\.bulk\.tensor\.\d+d\.[\w.:]+ \[%rd\d+\], \[{address}, ", text)
    assert "fence.proxy.tensormap" not in text, "the host has written it before the launch"


@kernel
def turned(a: TensorMap[bf16, 1], b: MutTensorMap[bf16, 1]):
    tile = shared_array(64, bf16, align=128)
    objects = shared_array(1, u64)
    full = Barrier(address_of(objects[0]))
    if thread_idx_x() == 0:
        full.init(1)
        full.arrive_expecting(128)
        a.load(address_of(tile[0]), (0,), full)
        full.wait()
        for i in range(64):
            tile[i] = -tile[i]
        b.store((0,), address_of(tile[0]))


def test_numbers_that_numpy_has_not() -> None:
    device = open_device("cpu")
    bits = np.arange(0x3F80, 0x3F80 + 64, dtype=np.uint16)
    y = device.zeros(64, np.uint16)
    turned[1, 1](
        tensor_map(device.array(bits), (64,), element=bf16),
        tensor_map(y, (64,), element=bf16, writable=True),
    )
    np.testing.assert_array_equal(y.numpy(), bits | 0x8000)
    with pytest.raises(DefinitionError, match="elements of uint16 are not moved as f16"):
        tensor_map(y, (64,), element=f16)


@pytest.mark.parametrize("box", [8, (8, 16.0), (8, "16"), None])
def test_boxes_that_are_none(box: Any) -> None:
    buffer = open_device("cpu").zeros((8, 16), np.float16)
    with pytest.raises(DefinitionError, match=r"PC0413.*a box is a tuple of integers"):
        tensor_map(buffer, box)


@pytest.mark.parametrize("arguments", [(f16, True), (f16, 2.0), (f16, [1]), (bool_, 2), (isize, 2), f16])
def test_annotations_that_are_none(arguments: Any) -> None:
    with pytest.raises(DefinitionError, match="PC0201"):
        TensorMap[arguments]


def test_machine_code() -> None:
    text = bring.ptx("sm_90")
    assert "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes" in text
    # The engine is to see the barrier object as it was begun (CUDA C++ Programming Guide, "Using TMA").
    seen = [
        text.index(each)
        for each in ("mbarrier.init", "fence.proxy.async.shared::cta", "cp.async.bulk.tensor")
    ]
    assert seen == sorted(seen)
    if find_tool("ptxas") is not None and find_tool("nvdisasm") is not None:
        code = disassemble(assemble(text, "sm_90"))
        assert "UTMALDG.2D" in code and "SYNCS" in code and "STL" not in code


def test_wgmma_and_copies_of_the_example() -> None:
    gemm = example("gemm_wgmma").gemm
    text = gemm.ptx("sm_90a")
    assert text.count("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16") == 2 * 4
    assert text.count("cp.async.bulk.tensor.2d") == 3 * 2 and ".local" not in text
    if find_tool("ptxas") is not None and find_tool("nvdisasm") is not None:
        code = disassemble(assemble(text, "sm_90a"))
        counts = {
            name: len(re.findall(rf"\s{name}[ .]", code)) for name in ("HGMMA", "UTMALDG", "STL", "LDL")
        }
        assert counts == {"HGMMA": 8, "UTMALDG": 6, "STL": 0, "LDL": 0}


def matrix(shape: tuple[int, ...] = (64, 64), dtype: Any = np.float16) -> Any:
    return open_device("cpu").zeros(shape, dtype)


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    (lambda: np.zeros((4, 8)), {"box": (4, 8)}, "a tensor map is of a buffer on a device, not of a ndarray"),
    (matrix, {"box": (4,)}, "the copy engine has no such map: the box has 1 extents, and the tensor 2"),
    (
        lambda: matrix((8, 20)),
        {"box": (8, 8)},
        "the copy engine has no such map: a stride is 40 bytes: strides are multiples of 16, positive, and less than 2⁴⁰",
    ),
    (
        matrix,
        {"box": (300, 8)},
        "the copy engine has no such map: the box is 300 by 8: its extents are 1 to 256",
    ),
    (
        matrix,
        {"box": (8, 12)},
        "the copy engine has no such map: a row of the box is 24 bytes, no multiple of 16",
    ),
    (
        matrix,
        {"box": (8, 8), "swizzle": 16},
        "the copy engine has no such map: a swizzle of 16 bytes does not exist",
    ),
    (
        matrix,
        {"box": (8, 64), "swizzle": 64},
        "the copy engine has no such map: a row of the box is 128 bytes, and a swizzle of 64 takes rows of at most 64",
    ),
    (
        lambda: matrix((8, 8, 8, 8, 8, 8)),
        {"box": (8,) * 6},
        "the copy engine has no such map: a tensor has one to five dimensions, not 6",
    ),
    (
        lambda: matrix()[:, 4:],
        {"box": (8, 8)},
        r"the copy engine has no such map: the first element is at 0x\w+8, no multiple of 16",
    ),
    (
        lambda: matrix().T,
        {"box": (8, 8)},
        "neighbours along the last axis of the buffer do not lie side by side",
    ),
]


@pytest.mark.parametrize("make, given, message", WRONG)
def test_maps_that_can_not_be(make: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        tensor_map(make(), **given)
    (found,) = caught.value.diagnostics
    assert found.code == "PC0413" and re.fullmatch(message, found.message), found.message
    assert found.span is not None and found.span.file == __file__


@kernel
def of_a_view(x: MutView[f16, 2]):
    x[0, 0] = 1


def test_a_map_where_a_view_is_wanted() -> None:
    with pytest.raises(DiagnosticError) as caught:
        of_a_view[1, 1](tensor_map(matrix(), box=(8, 8)))
    assert caught.value.diagnostics[0].code == "PC0406"
    assert caught.value.diagnostics[0].message == (
        "`x` of `of_a_view`: a buffer or array of 2 dimensions is asked for, not a value of type TensorMap[f16, 2]"
    )


def test_a_map_of_other_elements() -> None:
    with pytest.raises(DiagnosticError) as caught:
        bring[1, 32](tensor_map(matrix(dtype=np.float32), box=(8, 8)), matrix(), 0, 0, 1)
    assert caught.value.diagnostics[0].message == (
        "`a` of `bring`: TensorMap[f16, 2] is asked for, not a value of type TensorMap[f32, 2]"
    )


def test_what_the_driver_is_asked_for() -> None:
    calls: list[tuple[Any, ...]] = []
    binding = SimpleNamespace(
        CUtensorMapDataType=SimpleNamespace(CU_TENSOR_MAP_DATA_TYPE_FLOAT16="half"),
        CUtensorMapInterleave=SimpleNamespace(CU_TENSOR_MAP_INTERLEAVE_NONE="plain"),
        CUtensorMapSwizzle=SimpleNamespace(CU_TENSOR_MAP_SWIZZLE_128B="128B"),
        CUtensorMapL2promotion=SimpleNamespace(CU_TENSOR_MAP_L2_PROMOTION_L2_128B="promoted"),
        CUtensorMapFloatOOBfill=SimpleNamespace(CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE="zeros"),
        cuuint64_t=int,
        cuuint32_t=int,
        cuTensorMapEncodeTiled=lambda *given: (calls.append(given), (0, SimpleNamespace(opaque=range(16))))[
            1
        ],
    )
    layout = TensorLayout("f16", 2, 0x7000, (72, 64), (144,), (64, 16), 128)
    assert encode(Driver(binding), layout) == tuple(range(16))
    extents = ([72, 64], [144], [64, 16], [1, 1])
    assert calls == [("half", 2, 0x7000, *extents, "plain", "128B", "promoted", "zeros")]
