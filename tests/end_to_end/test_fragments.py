"""Fragments of tensor cores: which elements a lane has, by the tables of the PTX ISA, and all that is done with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from periclase import MutSlice, MutView, View, f16, f32, i32, kernel, shared_array, unroll
from periclase.codegen.assembler import assemble, find_tool
from periclase.codegen.compiler import import_module
from periclase.gpu import lane_id, ldmatrix, movmatrix_trans, stmatrix, sync_warp
from periclase.interpreter.machine import Machine
from periclase.library.tensor_cores import warp_mma
from periclase.types import bf16, f64, i8, i64, u8, u16, u32

Place = Callable[[int, int], tuple[int, int]]

# PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type" and its neighbours, as they are written there: the row and
# the column of element `i` in the lane with `group` = lane / 4 and `thread` = lane % 4.
WORDS_OF_16_BITS = {
    "a": lambda g, t, i: (
        g if i in (0, 1, 4, 5) else g + 8,
        t * 2 + (i & 1) if i < 4 else t * 2 + (i & 1) + 8,
    ),
    "b": lambda g, t, i: (t * 2 + (i & 1) if i < 2 else t * 2 + (i & 1) + 8, g),
    "c": lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
}
HALF_OF_IT = {
    "a": lambda g, t, i: (g if i < 2 else g + 8, t * 2 + (i & 1)),
    "b": lambda g, t, i: (t * 2 + i, g),
    "c": WORDS_OF_16_BITS["c"],
}
TF32_K8 = {
    "a": lambda g, t, i: (g if i in (0, 2) else g + 8, t if i in (0, 1) else t + 4),
    "b": lambda g, t, i: (t if i == 0 else t + 4, g),
    "c": WORDS_OF_16_BITS["c"],
}
TF32_K4 = {
    "a": lambda g, t, i: (g if i == 0 else g + 8, t),
    "b": lambda g, t, i: (t, g),
    "c": WORDS_OF_16_BITS["c"],
}
BYTES_K32 = {
    "a": lambda g, t, i: (
        g if i < 4 or 8 <= i < 12 else g + 8,
        t * 4 + (i & 3) if i < 8 else t * 4 + (i & 3) + 16,
    ),
    "b": lambda g, t, i: (t * 4 + (i & 3) if i < 4 else t * 4 + (i & 3) + 16, g),
    "c": WORDS_OF_16_BITS["c"],
}
BYTES_K16 = {
    "a": lambda g, t, i: (g if i < 4 else g + 8, t * 4 + (i & 3)),
    "b": lambda g, t, i: (t * 4 + i, g),
    "c": WORDS_OF_16_BITS["c"],
}
BYTES_M8 = {
    "a": lambda g, t, i: (g, t * 4 + i),
    "b": lambda g, t, i: (t * 4 + i, g),
    "c": lambda g, t, i: (g, t * 2 + i),
}
DOUBLES_M8 = {"a": lambda g, t, i: (g, t), "b": lambda g, t, i: (t, g), "c": BYTES_M8["c"]}
DOUBLES_K4 = {
    "a": lambda g, t, i: (g if i == 0 else g + 8, t),
    "b": lambda g, t, i: (t, g),
    "c": WORDS_OF_16_BITS["c"],
}
DOUBLES_K8 = {
    "a": lambda g, t, i: (g if i in (0, 2) else g + 8, t if i < 2 else t + 4),
    "b": lambda g, t, i: (t if i == 0 else t + 4, g),
    "c": WORDS_OF_16_BITS["c"],
}
DOUBLES_K16 = {
    "a": lambda g, t, i: (g if i % 2 == 0 else g + 8, i * 2 + t if i % 2 == 0 else i * 2 - 2 + t),
    "b": lambda g, t, i: (t + i * 4, g),
    "c": WORDS_OF_16_BITS["c"],
}

PRODUCTS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "f16": (warp_mma("m16n8k16", f16), WORDS_OF_16_BITS, "sm_80"),
    "f16 k8": (warp_mma("m16n8k8", f16), HALF_OF_IT, "sm_80"),
    "f16 in f16": (warp_mma("m16n8k16", f16, sums=f16), WORDS_OF_16_BITS, "sm_80"),
    "bf16": (warp_mma("m16n8k16", bf16), WORDS_OF_16_BITS, "sm_80"),
    "bf16 k8": (warp_mma("m16n8k8", bf16), HALF_OF_IT, "sm_80"),
    "tf32": (warp_mma("m16n8k8", "tf32"), TF32_K8, "sm_80"),
    "tf32 k4": (warp_mma("m16n8k4", "tf32"), TF32_K4, "sm_80"),
    "e4m3": (warp_mma("m16n8k32", "e4m3"), BYTES_K32, "sm_89"),
    "e5m2 by e4m3": (warp_mma("m16n8k32", "e5m2", "e4m3"), BYTES_K32, "sm_89"),
    "e4m3 k16": (warp_mma("m16n8k16", "e4m3", "e5m2"), BYTES_K16, "sm_89"),
    "s8": (warp_mma("m16n8k32", i8), BYTES_K32, "sm_80"),
    "u8 by s8": (warp_mma("m16n8k32", u8, i8), BYTES_K32, "sm_80"),
    "s8 k16": (warp_mma("m16n8k16", i8, u8), BYTES_K16, "sm_80"),
    "u8 m8": (warp_mma("m8n8k16", u8), BYTES_M8, "sm_75"),
    "f64 m8": (warp_mma("m8n8k4", f64), DOUBLES_M8, "sm_80"),
    "f64 k4": (warp_mma("m16n8k4", f64), DOUBLES_K4, "sm_90"),
    "f64 k8": (warp_mma("m16n8k8", f64), DOUBLES_K8, "sm_90"),
    "f64 k16": (warp_mma("m16n8k16", f64), DOUBLES_K16, "sm_90"),
}
each_product = pytest.mark.parametrize("name", PRODUCTS)


def places_kernel(product: Any) -> Any:
    """Rows and columns of each lane's elements, told by the fragments themselves."""

    @kernel
    def places(a: MutView[i32, 3], b: MutView[i32, 3], c: MutView[i32, 3]):
        lane = lane_id()
        fa, fb, fc = product.A.fill(0), product.B.fill(0), product.C.fill(0)
        for i in unroll(range(product.A.COUNT)):
            a[lane, i, 0], a[lane, i, 1] = i32(fa.row(i)), i32(fa.column(i))
        for i in unroll(range(product.B.COUNT)):
            b[lane, i, 0], b[lane, i, 1] = i32(fb.row(i)), i32(fb.column(i))
        for i in unroll(range(product.C.COUNT)):
            c[lane, i, 0], c[lane, i, 1] = i32(fc.row(i)), i32(fc.column(i))

    return places


@each_product
def test_where_each_element_is(name: str) -> None:
    product, tables, _ = PRODUCTS[name]
    told = {part: np.zeros((32, getattr(product, part.upper()).COUNT, 2), np.int32) for part in "abc"}
    places_kernel(product)[1, 32](told["a"], told["b"], told["c"])
    shapes = {"a": (product.M, product.K), "b": (product.K, product.N), "c": (product.M, product.N)}
    for part, found in told.items():
        wanted = [[tables[part](lane // 4, lane % 4, i) for i in range(found.shape[1])] for lane in range(32)]
        assert found.tolist() == [[list(place) for place in row] for row in wanted], part
        assert sorted(map(tuple, found.reshape(-1, 2).tolist())) == [
            (row, column) for row in range(shapes[part][0]) for column in range(shapes[part][1])
        ]


def values_of(
    format: str, shape: tuple[int, int], generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Random small elements as numbers, and as what a kernel makes elements of; products of all of them are exact."""
    if format in ("e4m3", "e5m2"):
        mantissa, bias = (3, 7) if format == "e4m3" else (2, 15)
        powers, signs = generator.integers(-1, 2, shape), generator.integers(0, 2, shape)
        bits = ((powers + bias) << mantissa) | (signs << 7)
        return 2.0**powers * (1 - 2 * signs), bits.astype(np.int32)
    found = generator.integers(0 if format == "u8" else -8, 9, shape)
    return found.astype(np.float64), found.astype(np.int32)


def formats(product: Any) -> tuple[str, str]:
    """What PTX calls the elements of the factors: the end of the name of the product, both where they differ."""
    _, _, first, *second = product.__name__.split("_")
    return first, *(second or [first])


def product_kernel(product: Any) -> Any:
    A, B, Sum = product.A.ELEMENT, product.B.ELEMENT, product.C.ELEMENT

    @kernel
    def multiply(a: View[i32, 2], b: View[i32, 2], c: MutView[i32, 2]):
        left = shared_array((product.M, product.K), A)
        right = shared_array((product.K, product.N), B)
        sums = shared_array((product.M, product.N), Sum)
        lane = lane_id()
        for i in range(lane, product.M * product.K, 32):
            left[i // product.K, i % product.K] = A(a[i // product.K, i % product.K])
        for i in range(lane, product.K * product.N, 32):
            right[i // product.N, i % product.N] = B(b[i // product.N, i % product.N])
        for i in range(lane, product.M * product.N, 32):
            sums[i // product.N, i % product.N] = Sum(c[i // product.N, i % product.N])
        sync_warp()
        found = product.mma(product.A.load(left), product.B.load(right), product.C.load(sums))
        sync_warp()
        found.store(sums)
        sync_warp()
        for i in range(lane, product.M * product.N, 32):
            c[i // product.N, i % product.N] = i32(sums[i // product.N, i % product.N] * Sum(4))

    return multiply


@each_product
def test_products(name: str) -> None:
    product, _, target = PRODUCTS[name]
    generator = np.random.default_rng(len(name))
    first, second = formats(product)
    a, bits_of_a = values_of(first, (product.M, product.K), generator)
    b, bits_of_b = values_of(second, (product.K, product.N), generator)
    start = generator.integers(-9, 10, (product.M, product.N)).astype(np.int32)
    c = start.copy()
    multiply = product_kernel(product)
    multiply[1, 32](bits_of_a, bits_of_b, c)
    np.testing.assert_array_equal(c, (4 * (a @ b + start)).astype(np.int32))
    if name in ("f16", "tf32", "e5m2 by e4m3", "u8 m8", "f64 k16"):
        text = multiply.ptx(target)
        assert text.count("mma.sync") == 1 and "shfl" not in text and ".local" not in text
        if find_tool("ptxas") is not None:
            assemble(text, target)


def move_kernel(fragment: Any, load: Any, shape: tuple[int, int], second: tuple[int, int]) -> Any:
    """How many elements of `load` differ from those of a load element by element.

    Args:
        load: gives, of a matrix and its transpose, two fragments.
        second: where the other one begins, counted from the first.
    """
    Element = fragment.ELEMENT
    rows, columns = shape

    @kernel
    def agree(source: View[i32, 2], wrong: MutSlice[i32]):
        tile = shared_array((rows, columns), Element)
        turned = shared_array((columns, rows), Element)
        lane = lane_id()
        for i in range(lane, rows * columns, 32):
            tile[i // columns, i % columns] = Element(source[i // columns, i % columns])
            turned[i % columns, i // columns] = tile[i // columns, i % columns]
        sync_warp()
        first, other = load(tile, turned)
        wanted = fragment.load(tile, 16, 16)
        for k in unroll(range(fragment.COUNT)):
            if first[k] != wanted[k]:
                wrong[lane] += 1
        also = fragment.load(tile, 16 + second[0], 16 + second[1])
        for k in unroll(range(fragment.COUNT)):
            if other[k] != also[k]:
                wrong[lane] += 1

    return agree


def loading(method: Any, *, pair: bool, transposed: bool) -> Any:
    """A way to load as `move_kernel` calls it."""
    if pair and transposed:
        return lambda tile, turned: method(turned, 16, 16)
    if pair:
        return lambda tile, turned: method(tile, 16, 16)
    if transposed:
        return lambda tile, turned: (method(turned, 16, 16), method(turned, 16, 16))
    return lambda tile, turned: (method(tile, 16, 16), method(tile, 16, 16))


def moves(name: str) -> list[tuple[str, Any]]:
    """Each way in which fragments of a product come from shared memory."""
    product = PRODUCTS[name][0]
    found = []
    for fragment in (product.A, product.B):
        for way in (
            "load_shared",
            "load_shared_transposed",
            "load_shared_pair",
            "load_shared_pair_transposed",
        ):
            if hasattr(fragment, way):
                found.append((way, fragment))
    return found


@pytest.mark.parametrize("name", ["f16", "bf16 k8", "tf32", "s8"])
def test_from_shared_memory(name: str) -> None:
    source = np.random.default_rng(3).integers(-120, 121, (64, 64)).astype(np.int32)
    for way, fragment in moves(name):
        method = getattr(fragment, way)
        load = loading(method, pair="pair" in way, transposed=way.endswith("transposed"))
        wrong = np.zeros(32, np.int32)
        second = (0, 8) if "pair" in way else (0, 0)
        agree = move_kernel(fragment, load, (64, 64), second)
        agree[1, 32](source, wrong)
        assert wrong.sum() == 0, way
        assert "ldmatrix" in agree.ptx("sm_80")


def words_of_matrices(rows: np.ndarray) -> np.ndarray:
    """The word of each lane for every 8×8 matrix of 16-bit elements, of which `rows` are 16 bytes each."""
    halves = np.ascontiguousarray(rows).view(np.uint16).reshape(-1, 8, 4, 2)
    return halves[..., 0].astype(np.uint32) | halves[..., 1].astype(np.uint32) << 16


def move_of_type(Element: Any, count: int, trans: bool) -> Any:
    width = 16 // Element.size
    last = count - 1

    @kernel
    def move(x: View[Element, 2], words: MutView[u32, 2], y: MutView[Element, 2]):
        lane = lane_id()
        tile = shared_array((32, width), Element)
        back = shared_array((32, width), Element)
        for k in range(width):
            tile[lane, k] = x[lane, k]
        sync_warp()
        found = ldmatrix(tile[lane % (8 * count), 0], count=count, trans=trans)
        for k in unroll(range(count)):
            words[k, lane] = found[k]
        stmatrix(back[lane % (8 * count), 0], found, count=count, trans=trans)
        sync_warp()
        if lane < 8 * count:
            for k in range(width):
                y[lane, k] = back[lane, k]
        words[count, lane] = movmatrix_trans(found[last])

    return move


@pytest.mark.parametrize(
    "dtype, Element, count, trans",
    [
        (np.float16, f16, 4, False),
        (np.float16, f16, 2, True),
        (np.int8, i8, 1, True),
        (np.uint16, u16, 4, True),
        (np.float32, f32, 2, False),
        (np.int64, i64, 1, False),
    ],
)
def test_moves_of_matrices(dtype: Any, Element: Any, count: int, trans: bool) -> None:
    rows = np.random.default_rng(7).integers(0, 256, (32, 16), np.uint8)
    rows[:, 1::2] &= 0x3B  # halves that are no NaN
    x = rows.view(dtype).copy()
    words, y = np.zeros((count + 1, 32), np.uint32), np.zeros_like(x)
    move = move_of_type(Element, count, trans)
    move[1, 32](x, words, y)
    halves = rows.view(np.uint16).reshape(4, 8, 8)[:count]
    straight, turned = (
        words_of_matrices(each).reshape(count, 32) for each in (halves, halves.transpose(0, 2, 1))
    )
    np.testing.assert_array_equal(words[:count], turned if trans else straight)
    np.testing.assert_array_equal(words[count], (straight if trans else turned)[-1])
    assert (y[: 8 * count] == x[: 8 * count]).all() and not y[8 * count :].any()
    text = move.ptx("sm_90")
    assert all(name in text for name in ("ldmatrix", "stmatrix", "movmatrix")) and "shfl" not in text


HALVES = PRODUCTS["f16"][0]


@kernel
def half_product(a: View[f16, 2], b: View[f16, 2], c: MutView[f32, 2]):
    left = shared_array((16, 24), f16)
    right = shared_array((16, 24), f16)
    lane = lane_id()
    for i in range(lane, 256, 32):
        left[i // 16, i % 16] = a[i // 16, i % 16]
        right[i // 16, i % 16] = b[i // 16, i % 16]
    sync_warp()
    first, second = HALVES.B.load_shared_pair(right)
    sums = HALVES.mma(HALVES.A.load_shared(left), first, HALVES.C.fill(1.0))
    for i in unroll(range(HALVES.C.COUNT)):
        if sums.row(i) == sums.column(i):
            sums.put(i, -sums[i])
    sums.store(c)
    HALVES.mma(HALVES.A.load_shared(left), second, HALVES.C.fill(0.0)).store(c, 0, 8)


def interpreted(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """What the reference interpreter makes of `half_product`."""
    machine = Machine(import_module(half_product), steps=4_000_000)
    c = np.zeros((16, 16), np.float32)
    places = [machine.allocate(array.tobytes(), name) for array, name in zip((a, b, c), "abc", strict=True)]
    views: list[Any] = []
    for place in places:  # the slice, where the view begins, its extents, its strides
        views += [tuple(place.base.to_bytes(8, "little") + (256).to_bytes(8, "little")), 0, 16, 16, 16, 1]
    machine.run_kernel("half_product", views, block=(32, 1, 1))
    return np.frombuffer(places[2].content(), np.float32).reshape(16, 16)


def test_the_interpreter_agrees() -> None:
    generator = np.random.default_rng(11)
    a, b = (generator.integers(-9, 10, (16, 16)).astype(np.float16) for _ in range(2))
    c = np.zeros((16, 16), np.float32)
    half_product[1, 32](a, b, c)
    wanted = a.astype(np.float32) @ b.astype(np.float32)
    wanted[:, :8] += 1
    wanted[range(8), range(8)] *= -1
    np.testing.assert_array_equal(c, wanted)
    np.testing.assert_array_equal(interpreted(a, b), wanted)


@pytest.mark.parametrize("target", ["sm_80", "sm_90", "sm_100", "sm_120"])
def test_machine_code(target: str) -> None:
    text = half_product.ptx(target)
    assert text.count("mma.sync") == 2 and text.count("ldmatrix") in (2, 3) and ".local" not in text
    if find_tool("ptxas") is not None:
        assemble(text, target)
