"""`cp.async.bulk.tensor`: tiles of tensors against loops of Python over their elements."""

from __future__ import annotations

import itertools
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import assume, given, settings
from ptx_runs import HEADER, fault, kernel, program, run

from periclase.diagnostics import CompileError
from periclase.runtime.backends.sim.machine.faults import ADDRESS, ALIGNMENT, UNDEFINED
from periclase.runtime.backends.sim.tensor_maps import encode
from periclase.runtime.tensor_layout import TensorLayout

TILE_BYTES = 32768

HEAD = """.shared .align 1024 .b8 tile[32768];
.shared .align 8 .b64 bar[1];
.reg .pred %p<9>; .reg .b16 %h<4>; .reg .b32 %r<30>; .reg .b64 %rd<20>;
ld.param.u64 %rd1, [p0];
ld.param.u64 %rd2, [p1];
mov.u32 %r1, %tid.x;
mov.u64 %rd3, tile;
"""
WAIT = """WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
@!%p2 bra WAIT;
"""
END = "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ret;"
COUNTED = "mbarrier::complete_tx::bytes"

TYPES = {1: ("u8", np.uint8), 2: ("u16", np.uint16), 4: ("u32", np.uint32), 8: ("u64", np.uint64)}


def aligned(shape: Any, dtype: Any, alignment: int = 128) -> np.ndarray:
    nbytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(nbytes + alignment, np.uint8)
    start = -memory.ctypes.data % alignment
    return memory[start : start + nbytes].view(dtype).reshape(shape)


def layout_of(tensor: np.ndarray, box: tuple[int, ...], swizzle: int = 0, element: str = "") -> TensorLayout:
    """Of an array, whose last dimension is the innermost; the box in the order of the layout."""
    return TensorLayout(
        element=element or TYPES[tensor.itemsize][0],
        size=tensor.itemsize,
        address=tensor.ctypes.data,
        extents=tuple(reversed(tensor.shape)),
        strides=tuple(reversed(tensor.strides[:-1])),
        box=box,
        swizzle=swizzle,
    )


def map_of(layout: TensorLayout) -> np.ndarray:
    assert layout.misfit() is None
    words = aligned(16, np.uint64)
    words[:] = encode(layout)
    return words


def swizzled_place(place: int, row: int) -> int:
    """Where the byte goes: the piece of 16 bytes changes with the number of the line of 128 bytes it is in."""
    if not row:
        return place
    pieces = row // 16
    line, piece = place // 128, place // 16
    group = piece // pieces * pieces
    return (group + (piece - group ^ line % pieces)) * 16 + place % 16


def tile_of(tensor: np.ndarray, box: tuple[int, ...], at: tuple[int, ...], swizzle: int) -> bytes:
    """What is in shared memory then; box and coordinates begin with the innermost dimension."""
    size = tensor.itemsize
    found = bytearray(int(np.prod(box)) * size)
    for number, offsets in enumerate(itertools.product(*(range(extent) for extent in reversed(box)))):
        index = tuple(offset + first for offset, first in zip(offsets, reversed(at), strict=True))
        inside = all(0 <= i < extent for i, extent in zip(index, tensor.shape, strict=True))
        place = swizzled_place(number * size, swizzle)
        found[place : place + size] = tensor[index].tobytes() if inside else bytes(size)
    return bytes(found)


def coordinates(at: tuple[int, ...]) -> str:
    return "{" + ", ".join(map(str, at)) + "}"


def load_text(rank: int, nbytes: int, at: tuple[int, ...], mode: str = "tile") -> str:
    """Loads a tile by the map at p1, and stores it to p0, by one warp."""
    return kernel(
        f"""{HEAD}
    setp.ne.u32 %p1, %r1, 0; @%p1 bra REST;
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], {nbytes};
    cp.async.bulk.tensor.{rank}d.shared::cluster.global.{mode}.{COUNTED} [tile], [%rd2, {coordinates(at)}], [bar];
    REST: bar.sync 0;
    {WAIT}
    mul.wide.u32 %rd4, %r1, 16;
    COPY: setp.ge.u64 %p3, %rd4, {nbytes};
    @%p3 bra DONE;
    add.s64 %rd5, %rd3, %rd4; add.s64 %rd6, %rd1, %rd4;
    ld.shared.v4.u32 {{%r2, %r3, %r4, %r5}}, [%rd5];
    st.global.v4.u32 [%rd6], {{%r2, %r3, %r4, %r5}};
    add.s64 %rd4, %rd4, 512;
    bra COPY;
    DONE: ret;""",
        "u64 u64",
    )


def tensor_of(shape: tuple[int, ...], dtype: Any, seed: int) -> np.ndarray:
    """Rows are multiples of 16 bytes apart, whatever their length."""
    size = np.dtype(dtype).itemsize
    padded = (*shape[:-1], -(-shape[-1] * size // 16) * 16 // size)
    tensor = aligned(padded, dtype)
    tensor[...] = np.random.default_rng(seed).integers(1, 255, padded)
    return tensor[..., : shape[-1]]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_loads(data: Any):
    size = data.draw(st.sampled_from((1, 2, 4, 8)))
    rank = data.draw(st.integers(1, 5))
    swizzle = data.draw(st.sampled_from((0, 32, 64, 128)))
    row = data.draw(st.sampled_from([n for n in (16, 32, 64, 128, 256) if not swizzle or n <= swizzle]))
    shape = tuple(data.draw(st.lists(st.integers(1, 9), min_size=rank, max_size=rank)))
    shape = (*shape[:-1], data.draw(st.integers(1, 40)))
    box = (row // size, *(data.draw(st.integers(1, 4)) for _ in range(rank - 1)))
    at = tuple(data.draw(st.integers(-5, 12)) for _ in range(rank))
    tensor = tensor_of(shape, TYPES[size][1], data.draw(st.integers(0, 99)))
    nbytes = int(np.prod(box)) * size
    # A swizzle moves pieces within a line of 128 bytes; of less than a line, it can leave the tile.
    assume(not swizzle or nbytes % 128 == 0)
    assume(nbytes <= TILE_BYTES)
    out = aligned(nbytes, np.uint8)
    words = map_of(layout_of(tensor, box, swizzle))
    text = load_text(rank, nbytes, at)
    run_with(text, tensor, out, words)
    assert out.tobytes() == tile_of(tensor, box, at, swizzle)


def run_with(text: str, tensor: np.ndarray, *arguments: np.ndarray, **options: Any) -> None:
    """Run a kernel that may touch the memory of `tensor`, too."""
    base = tensor.base if tensor.base is not None else tensor
    while base.base is not None:
        base = base.base
    made = program(text.replace("(.param", "(.param .u64 memory, .param"))
    run(made, base, *arguments, **{"block": 32, **options})


def stored_tensor(
    tensor: np.ndarray,
    tile: bytes,
    box: tuple[int, ...],
    at: tuple[int, ...],
    swizzle: int,
    combine: Any = None,
) -> np.ndarray:
    found, size = tensor.copy(), tensor.itemsize
    for number, offsets in enumerate(itertools.product(*(range(extent) for extent in reversed(box)))):
        index = tuple(offset + first for offset, first in zip(offsets, reversed(at), strict=True))
        if all(0 <= i < extent for i, extent in zip(index, tensor.shape, strict=True)):
            place = swizzled_place(number * size, swizzle)
            value = np.frombuffer(tile[place : place + size], tensor.dtype)[0]
            found[index] = value if combine is None else combine(found[index], value)
    return found


def store_text(rank: int, nbytes: int, at: tuple[int, ...], mode: str, reduction: str = "") -> str:
    """Fills the tile from p0 and stores it by the map at p1."""
    opcode = f"cp{'.reduce' if reduction else ''}.async.bulk.tensor.{rank}d.global.shared::cta"
    return kernel(
        f"""{HEAD}
    mul.wide.u32 %rd4, %r1, 16;
    COPY: setp.ge.u64 %p3, %rd4, {nbytes};
    @%p3 bra DONE;
    add.s64 %rd5, %rd3, %rd4; add.s64 %rd6, %rd1, %rd4;
    ld.global.v4.u32 {{%r2, %r3, %r4, %r5}}, [%rd6];
    st.shared.v4.u32 [%rd5], {{%r2, %r3, %r4, %r5}};
    add.s64 %rd4, %rd4, 512;
    bra COPY;
    DONE: fence.proxy.async.shared::cta; bar.sync 0;
    setp.ne.u32 %p1, %r1, 0; @%p1 bra REST;
    {opcode}{f".{reduction}" if reduction else ""}.{mode}.bulk_group [%rd2, {coordinates(at)}], [tile];
    {END.removesuffix(" ret;")}
    REST: ret;""",
        "u64 u64",
    )


@pytest.mark.parametrize("swizzle", [0, 32, 128])
@pytest.mark.parametrize(
    ("size", "shape", "box", "at"),
    [
        (4, (10, 12), (8, 4), (3, 2)),
        (4, (10, 12), (8, 4), (8, 8)),
        (2, (3, 5, 16), (16, 4, 2), (-3, 2, -1)),
        (1, (2, 3, 4, 32), (32, 2, 2, 1), (0, 1, 1, 1)),
        (8, (2, 2, 2, 2, 4), (4, 2, 2, 2, 2), (0, 0, 0, 0, 1)),
    ],
)
def test_stores(size: int, shape: tuple[int, ...], box: tuple[int, ...], at: tuple[int, ...], swizzle: int):
    tensor = tensor_of(shape, TYPES[size][1], 3)
    nbytes = int(np.prod(box)) * size
    tile = aligned(nbytes, np.uint8)
    tile[:] = np.random.default_rng(4).integers(0, 255, nbytes)
    expected = stored_tensor(tensor, tile.tobytes(), box, at, swizzle)
    run_with(
        store_text(len(shape), nbytes, at, "tile"), tensor, tile, map_of(layout_of(tensor, box, swizzle))
    )
    assert tensor.tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("reduction", "element", "dtype", "function"),
    [
        ("add", "u32", np.uint32, np.add),
        ("add", "f32", np.float32, np.add),
        ("add", "f16", np.float16, np.add),
        ("min", "i32", np.int32, np.minimum),
        ("max", "f16", np.float16, np.maximum),
        ("or", "u32", np.uint32, np.bitwise_or),
        ("xor", "u64", np.uint64, np.bitwise_xor),
    ],
)
def test_reductions(reduction: str, element: str, dtype: Any, function: Any):
    tensor = tensor_of((6, 16), dtype, 3)
    box, at = (16, 4), (0, 4)
    nbytes = 64 * tensor.itemsize
    tile = aligned(64, dtype)
    tile[:] = np.random.default_rng(4).integers(0, 99, 64)
    expected = stored_tensor(tensor, tile.tobytes(), box, at, 0, function)
    words = map_of(layout_of(tensor, box, element=element))
    run_with(store_text(2, nbytes, at, "tile", reduction), tensor, tile, words)
    assert tensor.tolist() == expected.tolist()


def test_four_rows_are_gathered_and_scattered():
    tensor = tensor_of((20, 16), np.uint32, 5)
    words = map_of(layout_of(tensor, (8, 1)))
    out = aligned((4, 8), np.uint32)
    run_with(load_text(2, 128, (4, 17, 3, 25, 3), "tile::gather4"), tensor, out, words)
    assert out.tolist() == [
        tensor[17, 4:12].tolist(),
        tensor[3, 4:12].tolist(),
        [0] * 8,
        tensor[3, 4:12].tolist(),
    ]
    expected = tensor.copy()
    expected[[9, 2, 0], 12:16] = out[[0, 1, 3], :4]
    run_with(store_text(2, 128, (12, 9, 2, -1, 0), "tile::scatter4"), tensor, out, words)
    assert tensor.tolist() == expected.tolist()


def test_a_map_among_the_parameters():
    """As `__grid_constant__` passes it: by its generic address."""
    tensor = tensor_of((4, 8), np.uint32, 6)
    out = aligned((2, 4), np.uint32)
    text = f"""{HEADER}.visible .entry k(.param .u64 memory, .param .u64 p0, .param .align 64 .b8 p1[128])
{{
    {HEAD.replace("ld.param.u64 %rd2, [p1];", "mov.b64 %rd9, p1; cvta.param.u64 %rd2, %rd9;")}
    prefetch.tensormap [%rd2];
    fence.proxy.tensormap::generic.acquire.sys [%rd2], 128;
    mbarrier.init.shared.b64 [bar], 1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd7, [bar], 32;
    cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd2, {{4, 1}}];
    cp.async.bulk.tensor.2d.shared::cta.global.tile.{COUNTED}.L2::cache_hint [tile], [%rd2, {{4, 1}}], [bar], %rd1;
    {WAIT}
    ld.shared.v4.u32 {{%r2, %r3, %r4, %r5}}, [tile]; st.global.v4.u32 [%rd1], {{%r2, %r3, %r4, %r5}};
    ld.shared.v4.u32 {{%r2, %r3, %r4, %r5}}, [tile+16]; st.global.v4.u32 [%rd1+16], {{%r2, %r3, %r4, %r5}};
    ret;
}}
"""
    words = map_of(layout_of(tensor, (4, 2)))
    base: Any = tensor
    while base.base is not None:
        base = base.base
    run(text, base, out, words.tobytes(), block=1)
    assert out.tolist() == tensor[1:3, 4:8].tolist()


@pytest.mark.parametrize("pair", ["", ".cta_group::2"])
def test_blocks_of_a_cluster_get_a_tile(pair: str):
    """Rank 0 copies to ranks 0, 1 and 3; for pairs of blocks, the objects of the even ones count the bytes of both."""
    tensor = tensor_of((4, 8), np.uint32, 7)
    out = np.zeros(4, np.uint32)
    waits = (
        ("and.b32 %r13, %r10, 1; setp.ne.u32 %p4, %r13, 0;", {0: 256, 2: 128})
        if pair
        else ("setp.eq.u32 %p4, %r10, 2;", {0: 128, 1: 128, 3: 128})
    )
    expects = "".join(
        f"setp.eq.u32 %p5, %r10, {rank}; @%p5 mbarrier.arrive.expect_tx.shared.b64 _, [bar], {nbytes};"
        for rank, nbytes in waits[1].items()
    )
    text = kernel(
        f"""{HEAD}
    mov.u32 %r10, %cluster_ctarank;
    mbarrier.init.shared.b64 [bar], 1;
    st.shared.u32 [tile+4], 9;
    {expects}
    barrier.cluster.arrive; barrier.cluster.wait;
    setp.ne.u32 %p1, %r10, 0; @%p1 bra REST;
    mov.u16 %h1, 11;
    cp.async.bulk.tensor.2d.shared::cluster.global.tile.{COUNTED}.multicast::cluster{pair} [tile], [%rd2, {{0, 0}}], [bar], %h1;
    REST: {waits[0]}
    @%p4 bra DONE;
    {WAIT}
    DONE: barrier.cluster.arrive; barrier.cluster.wait;
    ld.shared.u32 %r2, [tile+4]; mul.wide.u32 %rd4, %r10, 4; add.s64 %rd5, %rd1, %rd4;
    st.global.u32 [%rd5], %r2;
    ret;""",
        "u64 u64",
    )
    words = map_of(layout_of(tensor, (8, 4)))
    run_with(text, tensor, out, words, grid=4, block=1, cluster=(4, 1, 1))
    value = int(tensor[0, 1])
    assert out.tolist() == [value, value, 9, value]


def load_fault(text: str, words: np.ndarray, tensor: np.ndarray) -> tuple[str, str]:
    body = f"""{HEAD}mbarrier.init.shared.b64 [bar], 1;
    {text} ret;"""
    made = program(kernel(body, "u64 u64").replace("(.param", "(.param .u64 memory, .param"))
    base: Any = tensor
    while base.base is not None:
        base = base.base
    found = fault(made, base, np.zeros(1), words, block=1)
    return found.kind, found.reason


GOOD = f"cp.async.bulk.tensor.2d.shared::cluster.global.tile.{COUNTED} [tile], [%rd2, {{0, 0}}], [bar];"


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        (GOOD.replace("[tile]", "[tile+64]"), ALIGNMENT, "has a tile in shared memory"),
        (GOOD.replace("%rd2", "%rd2+8"), ALIGNMENT, "names a tensor map"),
        (GOOD.replace("%rd2", "%rd2+64"), ADDRESS, "of global memory"),
        (
            GOOD.replace("[%rd2", "[%rd8").replace("cp", "cvta.shared.u64 %rd8, %rd3; cp"),
            UNDEFINED,
            "no tensor map",
        ),
        (GOOD.replace("2d", "1d").replace("0, 0", "0"), UNDEFINED, "of 2 dimensions for one of 1"),
        (GOOD.replace("[tile]", "[tile+32640]"), ADDRESS, "of shared memory"),
        (GOOD.replace("[bar]", "[tile]"), UNDEFINED, "nothing has initialised it"),
        (
            "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group [%rd2, {0, 0}], [tile];",
            UNDEFINED,
            "combines elements of type f32 by `inc`",
        ),
    ],
)
def test_faults(text: str, kind: str, part: str):
    tensor = tensor_of((4, 64), np.float32, 1)
    words = map_of(layout_of(tensor, (64, 4), element="f32"))
    found = load_fault(text, words, tensor)
    assert found[0] == kind
    assert part in found[1]


def test_a_map_of_more_than_there_is():
    """The elements are looked at one by one, as all others are."""
    tensor = tensor_of((4, 64), np.float32, 1)
    layout = layout_of(tensor, (64, 4), element="f32")
    words = map_of(
        TensorLayout(
            element="f32",
            size=4,
            address=layout.address,
            extents=(64, 8),
            strides=layout.strides,
            box=(64, 8),
        )
    )
    kind, reason = load_fault(GOOD, words, tensor[:, :])
    assert kind == ADDRESS
    assert "of global memory" in reason


@pytest.mark.parametrize(
    "text",
    [
        "cp.async.bulk.tensor.6d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [tile], [%rd2, {0, 0}], [bar];",
        f"cp.async.bulk.tensor.2d.shared::cluster.global.tile.{COUNTED} [tile], [%rd2, {{0}}], [bar];",
        f"cp.async.bulk.tensor.3d.shared::cluster.global.im2col.{COUNTED} [tile], [%rd2, {{0, 0, 0}}], [bar], {{%h1}};",
        "cp.async.bulk.tensor.2d.global.shared::cta.tile::gather4.bulk_group [%rd2, {0, 0, 0, 0, 0}], [tile];",
        f"cp.async.bulk.tensor.2d.shared::cluster.global.tile.{COUNTED}.sparkling [tile], [%rd2, {{0, 0}}], [bar];",
        f"cp.async.bulk.tensor.2d.global.shared::cta.tile.{COUNTED} [%rd2, {{0, 0}}], [tile], [bar];",
    ],
)
def test_forms_that_are_refused(text: str):
    with pytest.raises(CompileError):
        program(kernel(HEAD + text + " ret;", "u64 u64"))
