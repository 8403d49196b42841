"""Kernels as samples of CUDA and Warp have them, against numpy at sizes that fit the blocks and such that do not; their PTX."""

from __future__ import annotations

import enum
import math
from typing import Any

import numpy as np
import pytest

from periclase import (
    Array,
    MutSlice,
    MutView,
    Slice,
    View,
    device,
    f32,
    f64,
    i32,
    kernel,
    open_device,
    shared_array,
    struct,
    u8,
    u32,
    u64,
)
from periclase.codegen.assembler import assemble, find_tool
from periclase.gpu import (
    atomic_add,
    atomic_cas,
    atomic_max,
    block_dim_x,
    block_dim_y,
    block_idx_x,
    block_idx_y,
    global_idx_x,
    global_idx_y,
    grid_dim_x,
    lane_id,
    shfl_sync_down,
    sync_threads,
    thread_idx_x,
    thread_idx_y,
)
from periclase.library.philox import random_words, uniform_f32

BLOCK = 256
BINS = 64
TILE, ROWS = 32, 8
BODIES = 64
EMPTY = 0xFFFFFFFF


@kernel
def histogram(data: Slice[u8], bins: MutSlice[u32]):
    local = shared_array(BINS, u32)
    t = thread_idx_x()
    if t < BINS:
        local[t] = 0
    sync_threads()
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    stride = block_dim_x() * grid_dim_x()
    while i < len(data):
        atomic_add(local, data[i] % BINS, 1)
        i += stride
    sync_threads()
    if t < BINS:
        atomic_add(bins, t, local[t])


@kernel
def scan_blocks(x: Slice[i32], y: MutSlice[i32], sums: MutSlice[i32]):
    temp = shared_array(BLOCK, i32)
    t = thread_idx_x()
    i = block_idx_x() * BLOCK + t
    temp[t] = x[i] if i < len(x) else 0
    sync_threads()
    offset = 1
    while offset < BLOCK:
        value = temp[t - offset] if t >= offset else 0
        sync_threads()
        temp[t] += value
        sync_threads()
        offset *= 2
    if i < len(y):
        y[i] = temp[t]
    if t == BLOCK - 1:
        sums[block_idx_x()] = temp[t]


@kernel
def add_offsets(y: MutSlice[i32], sums: Slice[i32]):
    i = block_idx_x() * BLOCK + thread_idx_x()
    b = block_idx_x()
    if b > 0 and i < len(y):
        total = 0
        for k in range(b):
            total += sums[k]
        y[i] += i32(total)


@kernel
def reduce_sum(x: Slice[f32], out: MutSlice[f32]):
    tile = shared_array(BLOCK, f32)
    t = thread_idx_x()
    i = global_idx_x()
    tile[t] = x[i] if i < len(x) else 0.0
    sync_threads()
    s = block_dim_x() // 2
    while s > 0:
        if t < s:
            tile[t] += tile[t + s]
        sync_threads()
        s //= 2
    if t == 0:
        atomic_add(out, 0, tile[0])


@kernel
def transpose(src: View[f32, 2], dst: MutView[f32, 2]):
    tile = shared_array((TILE, TILE + 1), f32)
    x = block_idx_x() * TILE + thread_idx_x()
    y = block_idx_y() * TILE + thread_idx_y()
    h, w = src.shape
    for j in range(0, TILE, ROWS):
        if x < w and y + j < h:
            tile[thread_idx_y() + j, thread_idx_x()] = src[y + j, x]
    sync_threads()
    x = block_idx_y() * TILE + thread_idx_x()
    y = block_idx_x() * TILE + thread_idx_y()
    for j in range(0, TILE, ROWS):
        if x < h and y + j < w:
            dst[y + j, x] = tile[thread_idx_x(), thread_idx_y() + j]


@kernel
def bitonic(keys: MutSlice[f32], j: i32, k: i32):
    i = global_idx_x()
    other = i ^ j
    if other > i and other < len(keys):
        up = (i & k) == 0
        if (keys[i] > keys[other]) == up:
            keys[i], keys[other] = keys[other], keys[i]


@device
def escape(cr, ci, limit):
    zr, zi = 0.0, 0.0
    for n in range(limit):
        if zr * zr + zi * zi > 4.0:
            return n
        zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
    return limit


@kernel
def mandelbrot(image: MutView[i32, 2], x0: f64, x1: f64, y0: f64, y1: f64, limit: i32):
    row, col = block_idx_y() * block_dim_y() + thread_idx_y(), block_idx_x() * block_dim_x() + thread_idx_x()
    height, width = image.shape
    if row < height and col < width:
        image[row, col] = escape(x0 + (x1 - x0) * col / f64(width), y0 + (y1 - y0) * row / f64(height), limit)


@struct
class Vec3:
    x: f32
    y: f32
    z: f32

    def __add__(self, o: Vec3):
        return Vec3(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o: Vec3):
        return Vec3(self.x - o.x, self.y - o.y, self.z - o.z)

    def __mul__(self, s: f32):
        return Vec3(self.x * s, self.y * s, self.z * s)

    def dot(self, o: Vec3):
        return self.x * o.x + self.y * o.y + self.z * o.z


@struct
class Body:
    pos: Vec3
    vel: Vec3
    mass: f32


@kernel
def nbody(bodies: Slice[Body], out: MutSlice[Body], dt: f32, eps: f32):
    cache = shared_array(BODIES, Body)
    i = global_idx_x()
    n = len(bodies)
    me = bodies[i] if i < n else Body(Vec3(0, 0, 0), Vec3(0, 0, 0), 0)
    acc = Vec3(0, 0, 0)
    for start in range(0, n, BODIES):
        if start + thread_idx_x() < n:
            cache[thread_idx_x()] = bodies[start + thread_idx_x()]
        sync_threads()
        for k in range(min(BODIES, n - start)):
            d = cache[k].pos - me.pos
            inv = 1 / math.sqrt(d.dot(d) + eps)
            acc = acc + d * (cache[k].mass * inv * inv * inv)
        sync_threads()
    if i < n:
        vel = me.vel + acc * dt
        out[i] = Body(me.pos + vel * dt, vel, me.mass)


@kernel
def jacobi(a: View[f32, 2], b: MutView[f32, 2], err: MutSlice[f32]):
    r = block_idx_y() * block_dim_y() + thread_idx_y()
    c = block_idx_x() * block_dim_x() + thread_idx_x()
    if 0 < r < a.shape[0] - 1 and 0 < c < a.shape[1] - 1:
        new = 0.25 * (a[r - 1, c] + a[r + 1, c] + a[r, c - 1] + a[r, c + 1])
        b[r, c] = new
        atomic_max(err, 0, abs(new - a[r, c]))


@kernel
def spmv(indptr: Slice[i32], indices: Slice[i32], data: Slice[f64], x: Slice[f64], y: MutSlice[f64]):
    row = global_idx_x()
    if row < len(y):
        total = 0.0
        for k in range(indptr[row], indptr[row + 1]):
            total += data[k] * x[indices[k]]
        y[row] = total


@kernel
def spmv_warp(indptr: Slice[i32], indices: Slice[i32], data: Slice[f64], x: Slice[f64], y: MutSlice[f64]):
    row = global_idx_x() // 32
    lane = lane_id()
    if row < len(y):
        total = 0.0
        for k in range(indptr[row] + lane, indptr[row + 1], 32):
            total += data[k] * x[indices[k]]
        for delta in (16, 8, 4, 2, 1):
            total += shfl_sync_down(total, delta)
        if lane == 0:
            y[row] = total


@kernel
def insert(keys: Slice[u32], values: Slice[u32], table: MutSlice[u32], stored: MutSlice[u32]):
    i = global_idx_x()
    if i < len(keys):
        key = keys[i]
        slot = (key * 2654435761) % u32(len(table))
        while True:
            old = atomic_cas(table, slot, EMPTY, key)
            if old in (EMPTY, key):
                stored[slot] = values[i]
                return
            slot = (slot + 1) % u32(len(table))


@kernel
def lookup(keys: Slice[u32], table: Slice[u32], stored: Slice[u32], out: MutSlice[u32]):
    i = global_idx_x()
    if i < len(keys):
        key = keys[i]
        slot = (key * 2654435761) % u32(len(table))
        while table[slot] != EMPTY:
            if table[slot] == key:
                out[i] = stored[slot]
                break
            slot = (slot + 1) % u32(len(table))
        else:
            out[i] = EMPTY


@kernel
def monte_carlo(seed: u64, rounds: i32, inside: MutSlice[u32]):
    i = global_idx_x()
    count = 0
    for r in range(rounds):
        words = random_words(seed, i, r)
        x, y = uniform_f32(words[0]), uniform_f32(words[1])
        if x * x + y * y <= 1.0:
            count += 1
    atomic_add(inside, 0, u32(count))


class Kind(enum.IntEnum):
    NOTHING = 0
    SPHERE = 1
    BOX = 2


@struct
class Shape:
    kind: Kind
    center: Array[f32, 3]
    size: f32


@device
def distance(s: Shape, p: tuple[f32, f32, f32]):
    match s.kind:
        case Kind.SPHERE:
            squares = f32(0)
            for a, b in zip(p, s.center, strict=True):
                squares += (a - b) ** 2
            return math.sqrt(squares) - s.size
        case Kind.BOX:
            return max(abs(p[0] - s.center[0]), abs(p[1] - s.center[1]), abs(p[2] - s.center[2])) - s.size
        case _:
            return f32(math.inf)


@kernel
def march(shapes: Slice[Shape], depth: MutView[f32, 2], steps: i32):
    row, col = global_idx_y(), global_idx_x()
    h, w = depth.shape
    if row < h and col < w:
        z = f32(-5)
        x, y = f32(col) / f32(w) - 0.5, f32(row) / f32(h) - 0.5
        for _ in range(steps):
            nearest = f32(math.inf)
            for s in shapes:
                nearest = min(nearest, distance(s, (x, y, z)))
            if nearest < 1e-3:
                break
            z += nearest
            if z > 5:
                break
        depth[row, col] = z


def blocks(n: int, size: int) -> int:
    return max(1, -(-n // size))


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.mark.parametrize("n", [0, 1, 100003])
def test_histogram(n: int, rng: np.random.Generator) -> None:
    data, bins = rng.integers(0, 256, n).astype(np.uint8), np.zeros(BINS, np.uint32)
    histogram[4, 256](data, bins)
    assert (bins == np.bincount(data % BINS, minlength=BINS)).all()


@pytest.mark.parametrize("n", [1, 256, 257, 5000])
def test_scan_of_two_kernels(n: int, rng: np.random.Generator) -> None:
    x, y = rng.integers(-100, 100, n).astype(np.int32), np.zeros(n, np.int32)
    sums = np.zeros(blocks(n, BLOCK), np.int32)
    scan_blocks[len(sums), BLOCK](x, y, sums)
    add_offsets[len(sums), BLOCK](y, sums)
    assert (y == np.cumsum(x)).all()


@pytest.mark.parametrize("n", [1, 300, 10001])
def test_reduction_by_atomics(n: int, rng: np.random.Generator) -> None:
    x, out = rng.integers(-8, 8, n).astype(np.float32), np.zeros(1, np.float32)
    reduce_sum[blocks(n, 256), 256](x, out)
    assert out[0] == x.sum()


@pytest.mark.parametrize(("h", "w"), [(1, 1), (32, 32), (33, 65), (100, 7)])
def test_transpose_with_padding(h: int, w: int, rng: np.random.Generator) -> None:
    a, b = rng.random((h, w)).astype(np.float32), np.zeros((w, h), np.float32)
    transpose[(blocks(w, TILE), blocks(h, TILE)), (TILE, ROWS)](a, b)
    assert (b == a.T).all()


@pytest.mark.parametrize("power", [1, 6])
def test_bitonic_sort(power: int, rng: np.random.Generator) -> None:
    n = 1 << power
    x = rng.random(n).astype(np.float32)
    buffer, k = open_device("cpu").array(x), 2
    while k <= n:
        j = k // 2
        while j:
            bitonic[blocks(n, 64), 64](buffer, j, k)
            j //= 2
        k *= 2
    assert (buffer.numpy() == np.sort(x)).all()


def test_mandelbrot() -> None:
    h, w = 17, 20
    image = np.zeros((h, w), np.int32)
    mandelbrot[(blocks(w, 16), blocks(h, 16)), (16, 16)](image, -2.0, 1.0, -1.0, 1.0, 50)
    wanted = [[escape(-2.0 + 3.0 * c / w, -1.0 + 2.0 * r / h, 50) for c in range(w)] for r in range(h)]
    assert image.tolist() == wanted


@pytest.mark.parametrize("n", [1, 64, 100])
def test_bodies(n: int, rng: np.random.Generator) -> None:
    raw = rng.random((n, 7)).astype(np.float32)
    given: Any = np.ascontiguousarray(raw).view(Body.dtype).reshape(n)
    out = np.zeros_like(given)
    nbody[blocks(n, BODIES), BODIES](given, out, 0.1, 0.01)
    place, speed, mass = (raw[:, part].astype(np.float64) for part in (slice(0, 3), slice(3, 6), slice(6, 7)))
    apart = place[None] - place[:, None]
    pull = (apart * (mass.T / ((apart**2).sum(-1) + 0.01) ** 1.5)[..., None]).sum(1)
    found = out.view(np.float32).reshape(n, 7)
    assert np.allclose(found[:, 3:6], speed + pull * 0.1, rtol=1e-3)
    assert np.allclose(found[:, :3], place + (speed + pull * 0.1) * 0.1, rtol=1e-3)


@pytest.mark.parametrize(("h", "w"), [(3, 3), (17, 40)])
def test_jacobi(h: int, w: int, rng: np.random.Generator) -> None:
    a, error = rng.random((h, w)).astype(np.float32), np.zeros(1, np.float32)
    b, wanted = a.copy(), a.copy()
    jacobi[(blocks(w, 16), blocks(h, 8)), (16, 8)](a, b, error)
    wanted[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])
    assert np.allclose(b, wanted, rtol=1e-5)
    assert np.isclose(error[0], abs(wanted - a).max(), rtol=1e-5)


@pytest.mark.parametrize("n", [1, 70])
@pytest.mark.parametrize(("product", "threads"), [(spmv, 1), (spmv_warp, 32)], ids=["thread", "warp"])
def test_sparse_product(product: Any, threads: int, n: int, rng: np.random.Generator) -> None:
    dense = rng.random((n, n)) * (rng.random((n, n)) < 0.2)
    rows, columns = np.nonzero(dense)
    starts = np.searchsorted(rows, np.arange(n + 1)).astype(np.int32)
    x, y = rng.random(n), np.zeros(n)
    product[blocks(n * threads, 128), 128](starts, columns.astype(np.int32), dense[rows, columns], x, y)
    assert np.allclose(y, dense @ x)


@pytest.mark.parametrize("n", [1, 3000])
def test_hash_table(n: int, rng: np.random.Generator) -> None:
    keys = rng.choice(1 << 20, n, replace=False).astype(np.uint32)
    values = rng.integers(0, 1 << 30, n).astype(np.uint32)
    table, stored = np.full(2 * n + 1, EMPTY, np.uint32), np.zeros(2 * n + 1, np.uint32)
    insert[blocks(n, 128), 128](keys, values, table, stored)
    asked = np.concatenate([keys, keys + np.uint32(1 << 21)])
    out = np.zeros(2 * n, np.uint32)
    lookup[blocks(2 * n, 128), 128](asked, table, stored, out)
    assert (out[:n] == values).all() and (out[n:] == EMPTY).all()


def test_monte_carlo() -> None:
    inside = np.zeros(1, np.uint32)
    monte_carlo[8, 64](7, 100, inside)
    assert abs(4 * inside[0] / (8 * 64 * 100) - math.pi) < 0.03
    again = np.zeros(1, np.uint32)
    monte_carlo[16, 32](7, 100, again)
    assert again[0] == inside[0]


def test_march_over_shapes() -> None:
    shapes: Any = np.zeros(2, Shape.dtype)
    shapes[0], shapes[1] = (1, (0, 0, 0), 0.3), (2, (0.4, 0.4, 0), 0.1)
    out = np.zeros((10, 10), np.float32)
    march[(1, 1), (16, 16)](shapes, out, 64)
    assert abs(out[5, 5] + 0.3) < 2e-3  # the sphere, head on
    assert abs(out[9, 9] + 0.1) < 2e-3  # the box
    assert out[0, 0] > 5  # neither


KERNELS = [
    *(histogram, scan_blocks, add_offsets, reduce_sum, transpose, bitonic, mandelbrot, nbody, jacobi, spmv),
    *(spmv_warp, insert, lookup, monte_carlo, march),
]


@pytest.mark.parametrize("sample", KERNELS, ids=[sample.name for sample in KERNELS])
def test_ptx(sample: Any) -> None:
    for target in ("sm_75", "sm_90", "sm_120"):
        text = sample.ptx(target)
        if find_tool("ptxas") is not None:
            assemble(text, target)
