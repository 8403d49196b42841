"""Pointers in kernels: where they come from, what is done with them, and what is refused."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from periclase import Array, Pointer, Slice, address_of, f32, i32, kernel, open_device
from periclase.codegen.assembler import assemble, find_tool
from periclase.codegen.compiler import compile_kernel, import_module
from periclase.diagnostics import CompileError, DiagnosticError, LaunchError
from periclase.importer.python.import_kernels import import_kernels
from periclase.interpreter.machine import Machine
from periclase.runtime.artifact import Access
from periclase.types import Space

SOURCE = """
from copy import copy

@struct
class Body:
    mass: f32
    sides: Array[f32, 3]

@struct
class Point:
    x: f32
    y: i32
    body: Body

    def advance(self, by: f32):
        self.x += by

@struct
class Node:
    value: Pointer[f32]
    index: i32

numbers = device_global(Array[i32, 4], [1, 2, 3, 4])
counter = device_global(u32, 5)
weights = constant_array([1.0, 2.0, 3.0], f32)

@device
def total(p: Pointer[f32], n: i32) -> f32:
    found = f32(0)
    for j in range(n):
        found += p[j]
    return found

@device
def item(node):
    return node.value[node.index]

@device
def maybe(p: Pointer[f32] | None) -> f32:
    if p is None:
        return -1.0
    return p[0]

@device
def load(body: MutPointer[Body]):
    body[0].mass = 9.0
    body[0].sides[1] += 5.0

@device
def added(p: MutPointer[i32], by: i32) -> MutPointer[i32]:
    p[0] += by
    return p + 1

@device
def swap(p, q):
    p[0], q[0] = q[0], p[0]

@kernel
def places(points: MutSlice[Point], x: Slice[f32], w: MutView[f32, 2], out: MutSlice[f32]):
    p = address_of(points[0])
    p[0].x += 1.0
    p[1].y -= 2
    p[0].advance(2.0)
    load(address_of(points[1].body))
    address_of(points[0].body.sides[0])[2] = 7.0
    out[0] = total(address_of(x[1]), 3)
    own = local_array(4, f32)
    for j in range(4):
        own[j] = f32(j)
    out[1] = total(address_of(own[0]), 4)
    tile = shared_array((2, 2), f32)
    s = address_of(tile[0, 0])
    for j in range(4):
        s[j] = f32(j * 10)
    out[2] = total(s, 4) + tile[1, 1]
    out[3] = item(Node(address_of(x[0]), 2))
    out[4] = maybe(None) + maybe(address_of(x[3]))
    out[5] = address_of(w[1, 0])[1]
    added(added(address_of(numbers[1]), 10), 20)
    address_of(counter.value)[0] += 3
    out[6] = total(address_of(weights[0]), 3)
    pointers = local_array(2, Pointer[f32])
    pointers[0] = address_of(own[1])
    pointers[1] = address_of(x[2])
    out[7] = pointers[0][0] + pointers[1][0]
    sides = local_array(3, f32)
    point = Point(1.0, 2, Body(3.0, sides))
    b = address_of(point.x)
    b[0] = 42.0
    out[8] = point.x
    either = address_of(x[0]) if out[8] > 3.0 else address_of(own[0])
    out[9] = either[3]
    pair = (address_of(x[1]), 4)
    first, _ = pair
    out[10] = first[0] + pair[0][1]
    out[11] = Pointer[f32, "shared"](Pointer[f32](s))[0] + Pointer[f32, types.Space.SHARED](Pointer[f32](s))[1]
    out[12] = copy(point).x
    swap(address_of(out[11]), address_of(own[3]))
    out[13] = own[3]
    row = address_of(w[0, 1])
    out[14] = row[0]
"""

WANTED = [6, 6, 90, 2, 2, 3, 6, 3, 42, 3, 3, 3, 42, 10, 1]


def arguments(module: ModuleType) -> list[np.ndarray]:
    return [
        np.zeros(2, module.Point.dtype),
        np.arange(5, dtype=np.float32),
        np.arange(4, dtype=np.float32).reshape(2, 2),
        np.zeros(15, np.float32),
    ]


def test_places(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    points, *rest = given = arguments(module)
    module.places[1, 1](*given)
    assert rest[-1].tolist() == WANTED
    assert module.numbers.read().tolist() == [1, 12, 23, 4]
    assert module.counter.read() == 8
    assert (points[0]["x"], points[1]["y"], points[1]["body"]["mass"]) == (3, -2, 9)
    assert points["body"]["sides"].tolist() == [[0, 0, 7], [0, 5, 0]]


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    text = load(SOURCE).places.ptx(target)
    if find_tool("ptxas") is not None:
        assemble(text, target)


SPACES = """
@device
def sum_of(p: Pointer[f32], n: i32) -> f32:
    found = f32(0)
    for j in range(n):
        found += p[j]
    return found

@device
def put(p: MutPointer[f32, "shared"], value: f32):
    p[0] = value

@kernel
def staged(x: Pointer[f32], y: MutPointer[f32, "global"]):
    tile = shared_array(64, f32)
    i = thread_idx_x()
    put(address_of(tile[i]), x[i] * 2.0)
    sync_threads()
    y[i] = sum_of(address_of(tile[0]), 64)
"""


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_known_spaces(load: Callable[..., ModuleType], target: str) -> None:
    text = load(SPACES).staged.ptx(target)
    assert "st.shared" in text
    assert "ld.shared" in text
    assert "ld.global" in text
    assert "st.global" in text
    if find_tool("ptxas") is not None:
        assemble(text, target)


def test_across_a_barrier(load: Callable[..., ModuleType]) -> None:
    module = load(SPACES)
    x, y = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    module.staged[1, 64](x, y)
    assert set(y.tolist()) == {float(x.sum() * 2)}


def test_pointers_into_local_memory_across_a_barrier(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(out: MutSlice[i32]):
            i = thread_idx_x()
            own = local_array(3, i32)
            own[0] = own[1] = own[2] = 0
            p = address_of(own[1])
            p[0] = i32(i)
            p[-1] = 7
            sync_threads()
            p += 1
            p[0] = p[-1] * 2
            sync_threads()
            out[i] = own[2] * 100 + own[0]
        """
    )
    out = np.zeros(32, np.int32)
    module.k[1, 32](out)
    assert out.tolist() == [i * 200 + 7 for i in range(32)]


ARITHMETIC = """
@kernel
def k(x: MutSlice[i32], out: MutSlice[i64], n: i32, m: u8, far: u64):
    p = address_of(x[2])
    q = p + n
    out[0] = q - p
    out[1] = p - q
    out[2] = (n + p)[0]
    out[3] = (q - m)[0]
    out[4] = p[m]
    out[5] = i64(p < q) + 2 * i64(p <= q) + 4 * i64(p > q) + 8 * i64(p >= q)
    out[6] = i64(p == q) + 2 * i64(p != q) + 4 * i64(q - n == p)
    out[7] = (p - far)[0]
    r = Pointer[i32](p)
    out[8] = q - r
    out[9] = i64(r == p) + 2 * i64(p is None) + 4 * i64(p is not None)
    p -= 2
    out[10] = p[0]
    end = p + len(x)
    s = 0
    while p != end:
        s += p[0]
        p += 1
    out[11] = s
    q[-1] += 100
    q[0], q[1] = q[1], q[0]
"""


def _arithmetic() -> tuple[list[np.ndarray], list[int], list[int], list[int]]:
    x = np.arange(10, 20, dtype=np.int32)
    wanted = [4, -4, 16, 15, 13, 3, 6, 11, 4, 5, 10, int(x.sum())]
    after = [10, 11, 12, 13, 14, 115, 17, 16, 18, 19]
    return [x, np.zeros(12, np.int64)], [4, 1, 1], wanted, after


def test_arithmetic(load: Callable[..., ModuleType]) -> None:
    module = load(ARITHMETIC)
    (x, out), numbers, wanted, after = _arithmetic()
    module.k[1, 1](x, out, *numbers)
    assert out.tolist() == wanted
    assert x.tolist() == after


def run_by_the_interpreter(kernel: Any, arrays: list[np.ndarray], numbers: list[int]) -> list[bytes]:
    """What the reference interpreter leaves in the arrays."""
    machine = Machine(import_module(kernel), steps=100_000)
    made = [machine.allocate(array.tobytes(), f"array{n}") for n, array in enumerate(arrays)]
    slices = [
        tuple(each.base.to_bytes(8, "little") + len(array).to_bytes(8, "little"))
        for each, array in zip(made, arrays, strict=True)
    ]
    machine.run_kernel(kernel.name, [*slices, *numbers])
    return [bytes(each.content()) for each in made]


def test_interpreted(load: Callable[..., ModuleType]) -> None:
    (x, out), numbers, wanted, after = _arithmetic()
    contents = run_by_the_interpreter(load(ARITHMETIC).k, [x, out], numbers)
    assert np.frombuffer(contents[0], np.int32).tolist() == after
    assert struct.unpack("<12q", contents[1]) == tuple(wanted)


def test_atomics(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def count(bins: MutPointer[u32], k: i32):
            atomic_add(bins[k], 1)
            atomic_add(bins, k + 4, 2)

        @kernel
        def tally(kinds: Pointer[i32], n: i32, bins: MutPointer[u32], most: MutPointer[f32]):
            i = global_idx_x()
            if i < n:
                count(bins, kinds[i])
                atomic_max(most[0], f32(kinds[i]))
        """
    )
    kinds = np.array([0, 3, 1, 3, 3, 2], np.int32)
    bins, most = np.zeros(8, np.uint32), np.zeros(1, np.float32)
    module.tally[2, 4](kinds, 6, bins, most)
    assert bins.tolist() == [1, 1, 1, 3, 2, 2, 2, 6]
    assert most.tolist() == [3]
    for target in ("sm_75", "sm_120"):
        text = module.tally.ptx(target)
        assert "atom" in text or "red" in text
        if find_tool("ptxas") is not None:
            assemble(text, target)


def test_linked_lists(load: Callable[..., ModuleType]) -> None:
    """A struct of which a field may point to another such, made of elements of a local array."""
    module = load(
        """
        @struct
        class Link:
            value: Pointer[i32]
            left: i32

        @kernel
        def k(x: Slice[i32], out: MutSlice[i32]):
            links = local_array(4, Link)
            for j in range(4):
                links[j] = Link(address_of(x[3 - j]), 3 - j)
            p = address_of(links[0])
            found = 0
            while p[0].left > 0:
                found = found * 10 + p[0].value[0]
                p += 1
            out[0] = found * 10 + p[0].value[0]
        """
    )
    out = np.zeros(1, np.int32)
    module.k[1, 1](np.array([1, 2, 3, 4], np.int32), out)
    assert out.tolist() == [4321]
    given = [np.array([1, 2, 3, 4], np.int32), np.zeros(1, np.int32)]
    assert np.frombuffer(run_by_the_interpreter(module.k, given, [])[1], np.int32).tolist() == [4321]


def test_what_objects_and_rows_give(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @struct
        class Pair:
            a: f32
            b: f32

            def first(self) -> MutPointer[f32]:
                return address_of(self.a)

        @kernel
        def k(x: Slice[Pair], y: MutSlice[f32]):
            pair = Pair(x[0].a, 5.0)
            q = pair.first()
            q[0] += 8.0
            y[0] = pair.a

            def more(p):
                p[0] += 2.0

            more(address_of(pair.b))
            y[1] = pair.b
            match address_of(x[1])[0]:
                case Pair(a, b):
                    y[2] = a + b
            rows = local_array((2, 3), f32)
            row = address_of(rows[1])
            row[0][2] = 6.0
            y[3] = rows[1, 2] + f32(len(row[0]))
            part = address_of(y[3:][1])
            part[0], part[1] = part[-1] + 1.0, 2.0
            last: Pointer[f32] | None = None
            if y[0] > 0.0:
                last = part
            if last is not None:
                y[6] = last[0]
            own = dynamic_shared_array(4, f32)
            address_of(own[1])[0] = 5.0
            y[7] = own[1]
            held = address_of(own[0])
            function = lambda i: held[i] + own[i]
            held[1] = 10.0
            y[8] = function(1)
        """
    )
    x, y = np.array([(1, 2), (3, 4)], module.Pair.dtype), np.zeros(9, np.float32)
    module.k[1, 1, 16](x, y)
    assert y.tolist() == [9, 7, 7, 9, 10, 2, 10, 5, 20]
    for target in ("sm_75", "sm_120"):
        if find_tool("ptxas") is not None:
            assemble(module.k.ptx(target), target)


def test_captured_and_changed_by_a_pointer(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @struct
        class Pair:
            a: f32
            b: f32

        @kernel
        def k(y: MutSlice[f32]):
            pair = Pair(1.0, 2.0)
            function = lambda: pair.b
            address_of(pair.b)[0] = 3.0
            y[0] = function()
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostics[0]
    assert (found.code, found.help) == ("PC0108", "write `copy(pair)`")


def test_a_variable_that_points_to_either(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(x: MutPointer[i32], n: i32):
            tile = shared_array(2, i32)
            tile[0] = tile[1] = 50
            p = x
            if n > 0:
                p = address_of(tile[0])
            p[1] = p[0] + 1
            x[2] = tile[1]
        """
    )
    for n, wanted in ((0, [4, 5, 50]), (1, [4, 0, 51])):
        x = np.array([4, 0, 0], np.int32)
        module.k[1, 1](x, n)
        assert x.tolist() == wanted
    for target in ("sm_75", "sm_120"):
        if find_tool("ptxas") is not None:
            assemble(module.k.ptx(target), target)


def test_generic(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        from typing import TypeVar
        T = TypeVar("T", f32, i32)

        @device
        def twice(p: MutPointer[T]) -> T:
            p[0] *= 2
            return p[0]

        @kernel
        def k(p: MutPointer[T], y: MutSlice[T]):
            y[0] = twice(p + 1) + twice(address_of(y[0]))
        """
    )
    for dtype in (np.float32, np.int32):
        x, y = np.array([1, 2], dtype), np.array([5], dtype)
        module.k[1, 1](x, y)
        assert (x.tolist(), y.tolist()) == ([1, 4], [14])


def test_generic_and_perhaps_none(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        from typing import TypeVar
        T = TypeVar("T")

        @device
        def first(p: Pointer[T] | None, other: T) -> T:
            return other if p is None else p[0]

        @kernel
        def k(y: MutSlice[f32], n: i32):
            tile = shared_array(1, f32)
            tile[0] = 8.0
            p = None
            if n == 1:
                p = address_of(y[1])
            elif n == 2:
                p = address_of(tile[0])
            y[0] = first(p, -1.0)
            y[2] = first(address_of(tile[0]), 1.0) + first(None, y[1])
        """
    )
    for n, wanted in ((0, -1), (1, 2), (2, 8)):
        y = np.array([1, 2, 3], np.float32)
        module.k[1, 1](y, n)
        assert y.tolist() == [wanted, 2, 10]


def test_recursion_that_returns_nothing(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def put(p: MutPointer[f32], value: f32):
            if value > 1.0:
                put(p + 1, value - 1.0)
            p[0] = value

        @kernel
        def k(y: MutSlice[f32]):
            put(address_of(y[0]), 3.0)
        """
    )
    y = np.zeros(4, np.float32)
    module.k[1, 1](y)
    assert y.tolist() == [3, 2, 1, 0]


EFFECTS = {
    "plain": ("y[0] = x[0]; z[1] += 1.0", ("read", "write", "read-write"), True),
    "of what a variable may be": ("p = y if n > 0 else z; p[0] = x[0]", ("read", "write", "write"), True),
    "in a function that calls itself": ("put(y, x[0]); put(z + 1, x[1])", ("read", "write", "write"), True),
    "of what a function gives": (
        "p = either(y, z, n)\n    if p is not None: p[0] += x[0]",
        ("read", "read-write", "read-write"),
        True,
    ),
    "of fields": ("part(y, n)[0] = x[0]; atomic_add(z[n], x[1])", ("read", "write", "read-write"), True),
    "captured": (
        "def inner(v: f32):\n        y[0] = v + x[0]\n    inner(z[0])",
        ("read", "write", "read"),
        True,
    ),
    "out of an array": (
        "held = local_array(2, MutPointer[f32])\n    held[0] = y; held[1] = z\n    held[n][0] = x[0]",
        ("read-write", "read-write", "read-write"),
        False,
    ),
    "across a distance": (
        "(y + (z - y))[0] = x[0]",
        ("read-write", "read-write", "read-write"),
        False,
    ),
}


@pytest.mark.parametrize(("body", "wanted", "complete"), EFFECTS.values(), ids=EFFECTS)
def test_what_the_runtime_is_told(
    load: Callable[..., ModuleType], body: str, wanted: tuple[str, ...], complete: bool
) -> None:
    """What is read and written by pointers, which launches wait for one another by."""
    module = load(
        """
        @device
        def put(p: MutPointer[f32], value: f32) -> None:
            if value > 1.0:
                put(p + 1, value - 1.0)
            p[0] = value

        @device
        def either(p: MutPointer[f32], q: MutPointer[f32], n: i32) -> MutPointer[f32] | None:
            if n > 3:
                return p
            return q if n > 2 else None

        @device
        def part(p, n: i32):
            return p + n

        @kernel
        def k(x: Pointer[f32], y: MutPointer[f32], z: MutPointer[f32], n: i32):
            BODY
        """.replace("BODY", body.replace("\n", "\n        "))
    )
    made = compile_kernel(module.k, None, "cpu")
    assert made.effects is not None
    assert tuple(each.value for each in made.effects[:3]) == wanted
    assert made.effects_complete is complete


def test_what_a_launch_passes(load: Callable[..., ModuleType]) -> None:
    module = load(
        "@kernel\ndef k(p: Pointer[f32], q: MutPointer[i32]):\n    q[0] = i32(p[0])\n", name="passes"
    )
    assert [(p.name, p.kind.value, p.access.value) for p in module.k.parameters] == [
        ("p", "slice", "read"),
        ("q", "slice", "read-write"),
    ]
    device = open_device("cpu")
    x, y = device.array(np.array([3.5], np.float32)), device.array(np.zeros(1, np.int32))
    module.k[1, 1](x, y)
    assert y.numpy().tolist() == [3]
    frozen = np.zeros(1, np.int32)
    frozen.flags.writeable = False
    with pytest.raises(LaunchError) as caught:
        module.k[1, 1](x, frozen)
    assert caught.value.diagnostic.code == "PC0409", str(caught.value)
    for wrong in (np.zeros(3, np.float64), 3, np.zeros(8, np.float32)[::2]):
        with pytest.raises(LaunchError):
            module.k[1, 1](wrong, y)
    module.k[1, 1](np.array([9], np.float32), y)
    assert y.numpy().tolist() == [9]


HEADER = """
@struct
class Node:
    p: Pointer[f32]
    n: i32

@struct
class Maybe:
    value: i32 | None

table = constant_array([1.0, 2.0], f32)

@struct
class Holder:
    a: f32

    def put(self, value: f32):
        address_of(self.a)[0] = value

@device
def far(p: MutPointer[f32]):
    pass

@device
def near(p: Pointer[f32, "shared"]):
    pass

@device
def counted(s: Slice[f32]):
    pass

"""

REFUSED = {
    "y[0] = p": ("PC0203", "a Pointer[f32, \"global\"] can not be stored in an element of MutSlice[f32]", None),
    "p[0] = 1.0": (
        "PC0208",
        '`p` is a Pointer[f32, "global"]: by it nothing is written',
        'annotate it as `MutPointer[f32, "global"]`',
    ),
    "address_of(table[0])[0] = 1.0": (
        "PC0208",
        '`address_of(table[0])` is a Pointer[f32, "constant"]: by it nothing is written',
        None,
    ),
    "far(p)": (
        "PC0203",
        'a Pointer[f32, "global"] can not be passed as `p` of `far`, which is MutPointer[f32]',
        'annotate what is passed as `MutPointer[f32, "global"]`',
    ),
    "near(address_of(y[0]))": (
        "PC0203",
        'a MutPointer[f32, "global"] can not be passed as `p` of `near`, which is Pointer[f32, "shared"]',
        "it points to global memory, and never to shared memory",
    ),
    "near(Pointer[f32](p))": (
        "PC0203",
        'a Pointer[f32] can not be passed as `p` of `near`, which is Pointer[f32, "shared"]',
        'write `Pointer[f32, "shared"](…)` where it points to shared memory for sure',
    ),
    "t = shared_array((2, 2), f32); y[0] = address_of(t)[0]": (
        "PC0208",
        "`t` has no address: only an element or a field has",
        "write `address_of(t[0, 0])`",
    ),
    "address_of(held.a)[0] = 2.0": (
        "PC0208",
        "`held.a` has no address: `held` is a parameter, of which this function has a copy",
        "take the address of an element, or of a field of an object that can be changed",
    ),
    "held.put(1.0)": (
        "PC0109",
        "`held` is a parameter, of which this function has a copy: the caller would not see the change",
        "change a copy, and return it: `changed = copy(held)`",
    ),
    "y[0] = p[0, 1]": ("PC0208", '`p` is Pointer[f32, "global"] and takes one index, not 2', None),
    "y[0] = p[0.5]": ("PC0208", "an index must be an integer, not float literal", None),
    "y[0] = p[1:2]": (
        "PC0105",
        'a part of a Pointer[f32, "global"] (`p[1:2]`) can not be taken: it does not know how much there is',
        "move the pointer: `p + n`",
    ),
    "y[0] = f32(len(p))": ("PC0205", 'a Pointer[f32, "global"] has no length', None),
    "y[0] = p.x": (
        "PC0102",
        'a Pointer[f32, "global"] has no attribute `x`',
        "name what lies there: `p[0].x`",
    ),
    "y[0] = (p * 2)[0]": (
        "PC0205", '`*` does not work on Pointer[f32, "global"]', "name what lies there: `p[0]`",
    ),
    "y[0] = (p + p)[0]": (
        "PC0205", '`+` does not work on Pointer[f32, "global"]', "name what lies there: `p[0]`",
    ),
    "y[0] = (2 - p)[0]": (
        "PC0205", '`-` does not work on Pointer[f32, "global"]', "name what lies there: `p[0]`",
    ),
    "y[0] = (p + 0.5)[0]": (
        "PC0205", '`+` does not work on Pointer[f32, "global"]', "name what lies there: `p[0]`",
    ),
    "y[0] = f32(p - q)": ("PC0202", "pointers to f32 and i32 can not be compared or subtracted", None),
    "y[0] = f32(p == q)": ("PC0202", "pointers to f32 and i32 can not be compared or subtracted", None),
    "y[0] = f32(p == 0)": ("PC0205", '`==` does not work on Pointer[f32, "global"]', None),
    "y[0] = f32(p is p)": ("PC0105", "`is` of a Pointer[f32, \"global\"] asks whether", "compare with `==`"),
    "if p: y[0] = 1.0": (
        "PC0205",
        'Pointer[f32, "global"] is no condition: a pointer always points to something',
        'annotate what may be nothing as `Pointer[f32, "global"] | None`',
    ),
    "for v in p: y[0] = v": ("PC0106", 'a Pointer[f32, "global"] has no items to go over', None),
    "y[0] = address_of(n)[0]": (
        "PC0208",
        "`n` has no address: only an element or a field has",
        "keep it in an array of one element, `n = local_array(1, i32)`, and take the address of `n[0]`",
    ),
    "m = 2.0; y[0] = address_of(m)[0]": (
        "PC0208",
        "`m` has no address: only an element or a field has",
        "keep it in an array of one element, `m = local_array(1, f64)`, and take the address of `m[0]`",
    ),
    "y[0] = address_of(p)[0]": (
        "PC0208", "`p` has no address: only an element or a field has", "`p` is a pointer already",
    ),
    "y[0] = address_of(far)[0]": ("PC0208", "`far` has no address: only an element or a field has", None),
    "far(y)": (
        "PC0203",
        "a MutSlice[f32] can not be passed as `p` of `far`, which is MutPointer[f32]",
        "pass where it begins: `address_of(y[0])`",
    ),
    "t = shared_array((2, 2), f32); near(t)": (
        "PC0203",
        'a shared array of 2 by 2 f32 can not be passed as `p` of `near`, which is Pointer[f32, "shared"]',
        "pass where it begins: `address_of(t[0, 0])`",
    ),
    "counted(p)": (
        "PC0203",
        'a Pointer[f32, "global"] can not be passed as `s` of `counted`, which is Slice[f32]',
        "a pointer does not know how much there is: pass a slice, or annotate the parameter as a pointer",
    ),
    "y[0] = address_of(w[0])[0]": (
        "PC0208",
        "`w` is an OutSlice[f32]: its elements are never read, and by a pointer they would be",
        "annotate it as `MutSlice[f32]`",
    ),
    "y[0] = address_of((1.0, 2.0)[0])[0]": ("PC0208", "`(1.0, 2.0)[0]` is a value", None),
    "y[0] = address_of(len(y))[0]": ("PC0208", "`len(y)` has no address: only an element or a field has", None),
    "y[0] = address_of(y[0], y[1])[0]": (
        "PC0207", "`address_of` takes one argument", "write `address_of(x[i])`",
    ),
    "m = Maybe(1); r = address_of(m.value)": (
        "PC0208",
        "`m.value` is i32 | None, and what a test of it told would be wrong once a pointer changes it",
        "keep it in a `local_array` of one element, and take the address of that",
    ),
    'y[0] = Pointer[f32, "shared"](p)[0]': (
        "PC0203",
        '`p` can not become a Pointer[f32, "shared"]: it points to global memory',
        None,
    ),
    "y[0] = Pointer[f32](q)[0]": (
        "PC0203",
        "`q` can not become a Pointer[f32]: what lies there is i32, not f32",
        None,
    ),
    "y[0] = MutPointer[f32](p)[0]": (
        "PC0203",
        '`p` can not become a MutPointer[f32]: by a Pointer[f32, "global"] nothing is written',
        None,
    ),
    "y[0] = Pointer[f32](y)[0]": (
        "PC0203",
        "`y` can not become a Pointer[f32]: a MutSlice[f32] is no pointer",
        None,
    ),
    'y[0] = Pointer[f32, "sharde"](p)[0]': (
        "PC0201",
        "`Pointer[f32, 'sharde']` is not a type that exists on a device",
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("body", REFUSED)
def test_refused(load: Callable[..., ModuleType], body: str) -> None:
    code, message, help = REFUSED[body]
    module = load(
        HEADER
        + "@kernel\ndef k(p: Pointer[f32], q: Pointer[i32], y: MutSlice[f32], w: OutSlice[f32], n: i32, held: Holder):\n"
        f"    {body}\n"
    )
    with pytest.raises(DiagnosticError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostics[0]
    assert found.code == code, str(caught.value)
    assert found.message.startswith(message), str(caught.value)
    if help is not None:
        assert found.help == help


DANGLING = {
    "returned": """
        @device
        def bad(y: MutSlice[f32]) -> Pointer[f32]:
            own = local_array(2, f32)
            own[0] = y[0]
            return address_of(own[0])
        """,
    "returned without an annotation": """
        @device
        def bad(y: MutSlice[f32]):
            own = local_array(2, f32)
            own[0] = y[0]
            return (address_of(own[0]), 1)
        """,
    "returned as what may be None": """
        @device
        def bad(y: MutSlice[f32]) -> Pointer[f32] | None:
            own = local_array(2, f32)
            own[0] = y[0]
            return address_of(own[0])
        """,
    "to a field of an object": """
        @struct
        class Pair:
            a: f32
            b: f32

        @device
        def bad(y: MutSlice[f32]):
            pair = Pair(1.0, 2.0)
            return address_of(pair.b)
        """,
    "from a method": """
        @struct
        class Pair:
            a: f32
            b: f32

            def first(self) -> MutPointer[f32]:
                return address_of(self.a)

        @device
        def bad(y: MutSlice[f32]):
            pair = Pair(1.0, y[0])
            return pair.first()
        """,
    "made generic": """
        @device
        def bad(y: MutSlice[f32]):
            own = local_array(2, f32)
            own[0] = y[0]
            p = Pointer[f32](address_of(own[0]))
            return p + 1
        """,
    "into an array without a name": """
        @device
        def bad(y: MutSlice[f32]):
            return address_of(local_array(2, f32)[0])
        """,
    "into an array that is passed on": """
        @device
        def first(a):
            return address_of(a[0])

        @device
        def bad(y: MutSlice[f32]):
            return first(local_array(2, f32))
        """,
    "into an array of an object that is passed on": """
        @struct
        class Pair:
            a: Array[f32, 2]

        @device
        def first(a):
            return address_of(a[0])

        @device
        def bad(y: MutSlice[f32]):
            pair = Pair(local_array(2, f32))
            return first(pair.a)
        """,
    "by a lambda": """
        @device
        def bad(y: MutSlice[f32]):
            own = local_array(2, f32)
            p = address_of(own[0])
            return lambda: p[0]
        """,
    "made further down in a loop": """
        @struct
        class Pair:
            a: f32
            b: f32

        @device
        def bad(y: MutSlice[f32]) -> Pointer[f32]:
            found = Pointer[f32](address_of(y[0]))
            pair = Pair(1.0, 2.0)
            while True:
                if y[0] > 1.0:
                    return found
                y[0] += 1.0
                found = Pointer[f32](address_of(pair.a))
        """,
}


@pytest.mark.parametrize("source", DANGLING.values(), ids=DANGLING)
def test_dangling(load: Callable[..., ModuleType], source: str) -> None:
    module = load(source)
    with pytest.raises(CompileError) as caught:
        import_kernels([module.bad])
    found = caught.value.diagnostics[0]
    assert found.code == "PC0211", str(caught.value)
    assert (
        found.message
        == "what is returned may point into an array or object of this function, which ends with it"
    )


def test_dangling_in_memory(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def note(found: MutPointer[Pointer[f32]]):
            own = local_array(2, f32)
            own[0] = 1.0
            found[0] = address_of(own[0])

        @kernel
        def k(y: MutSlice[f32]):
            found = local_array(1, Pointer[f32])
            found[0] = address_of(y[0])
            note(address_of(found[0]))
            y[1] = found[0][0]
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostics[0]
    assert (found.code, found.message) == (
        "PC0208",
        "what is stored may point into an array or object of this function, which ends with it",
    )
    assert found.help == "store it in a variable of this function"


def test_a_view_of_an_array_without_a_name(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @device
        def seen(a):
            return view(a)

        @device
        def bad(y: MutSlice[f32]):
            return seen(local_array(2, f32))
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.bad])
    found = caught.value.diagnostics[0]
    assert (found.code, found.message) == (
        "PC0211",
        "what is returned may be a view of an array of this function, which ends with it",
    )


DANGLING_IN_MEMORY = {
    "stored before it is made": """
        @struct
        class Pair:
            a: f32
            b: f32

        @device
        def bad(held: MutPointer[Pointer[f32]], p: Pointer[f32], n: i32):
            q = p
            pair = Pair(1.0, 2.0)
            for j in range(n):
                held[0] = q
                q = Pointer[f32](address_of(pair.a))
        """,
    "in a struct": """
        @struct
        class Held:
            p: Pointer[f32]

        @device
        def bad(held: MutPointer[Held]):
            own = local_array(2, f32)
            held[0] = Held(address_of(own[0]))
        """,
    "a parameter of a kernel": """
        @kernel
        def bad(table: Array[f32, 2]):
            held = shared_array(2, Pointer[f32])
            held[0] = address_of(table[0])
        """,
}


@pytest.mark.parametrize("source", DANGLING_IN_MEMORY.values(), ids=DANGLING_IN_MEMORY)
def test_what_may_dangle_in_memory(load: Callable[..., ModuleType], source: str) -> None:
    with pytest.raises(CompileError) as caught:
        import_kernels([load(source).bad])
    found = caught.value.diagnostics[0]
    assert (found.code, found.message) == (
        "PC0208",
        "what is stored may point into an array or object of this function, which ends with it",
    )


def test_what_does_not_dangle(load: Callable[..., ModuleType]) -> None:
    """Arrays of the caller, and of a function around, are there as long as they are needed."""
    module = load(
        """
        @device
        def first(a):
            return address_of(a[0])

        @device
        def again(a):
            return first(a) + 1

        @kernel
        def k(y: MutSlice[f32]):
            own = local_array(3, f32)
            own[0], own[1], own[2] = 1.0, 2.0, 4.0

            def last():
                return address_of(own[2])

            y[0] = again(own)[0] + last()[0]
        """
    )
    y = np.zeros(1, np.float32)
    module.k[1, 1](y)
    assert y.tolist() == [6]


def test_what_may_dangle_in_shared_memory(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @kernel
        def k(y: MutSlice[f32]):
            own = local_array(2, f32)
            own[0] = 1.0
            held = shared_array(2, Pointer[f32])
            held[0] = Pointer[f32](address_of(y[0]))
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostics[0].help == (
        'store it in a variable of this function, or say where it points to, as in `Pointer[f32, "shared"]`'
    )


def test_pointers_that_are_kept(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @struct
        class Held:
            p: Pointer[f32]
            q: Pointer[f32] | None
            n: i32

        @device
        def made(y: MutSlice[f32], i: i32) -> Held:
            return Held(address_of(y[i]), None, i)

        @kernel
        def k(y: MutSlice[f32]):
            a, b = made(y, 0), made(y, 1)
            b.q = address_of(y[2])
            if b.q is not None:
                y[3] = b.q[0] + b.p[0]
            y[4] = 1.0 if a.p == b.p - 1 else 0.0
            y[5] = 1.0 if a == made(y, 0) else 0.0
            shared = shared_array(2, MutPointer[f32, "global"])
            shared[0] = address_of(y[1])
            shared[1] = shared[0] + 1
            sync_threads()
            shared[1][0] = 7.0
            shared[0][0] += 5.0
            p = address_of(y[0]) if y[0] > 0.0 else None
            if p is not None:
                p[6] = 4.0
            for each in (address_of(y[7]), address_of(y[8])):
                each[0] = 3.0
            y[9] = 1.0 if p in (address_of(y[1]), address_of(y[0])) else 0.0
        """
    )
    y = np.ones(10, np.float32)
    module.k[1, 1](y)
    assert y.tolist() == [1, 6, 7, 2, 1, 1, 4, 3, 3, 1]
    for target in ("sm_75", "sm_120"):
        if find_tool("ptxas") is not None:
            assemble(module.k.ptx(target), target)


def test_a_struct_that_points_to_its_own_kind(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @struct
        class Link:
            value: f32
            after: "Pointer[Link] | None"

        @kernel
        def k(y: MutSlice[f32]):
            links = local_array(2, Link)
            links[0].value = y[0]
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostics[0]
    assert found.message == (
        "the field `after` of `Link`: `Link` is in its own fields, as itself or behind a pointer: its type would never end"
    )
    assert found.help == "keep the objects in an array, and their indices in the fields"


def test_what_a_pointer_changes_has_one_name(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        @struct
        class Pair:
            a: f32
            b: f32

        @kernel
        def k(y: MutSlice[f32]):
            pair = Pair(1.0, 2.0)
            address_of(pair.b)[0] = 3.0
            other = pair
            y[0] = other.b
        """
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostics[0].code == "PC0108"


def test_parameters_that_a_launch_can_not_pass(load: Callable[..., ModuleType]) -> None:
    module = load(
        HEADER
        + "@kernel\ndef shared(p: Pointer[f32, 'shared']):\n    pass\n"
        + "@kernel\ndef nested(n: Node):\n    pass\n"
        + "@kernel\ndef several(n: tuple[Pointer[f32], i32]):\n    pass\n"
        + "@kernel\ndef buffers(n: Slice[Node]):\n    pass\n"
        + "@kernel\ndef twice(n: Pointer[Pointer[f32]]):\n    pass\n"
        + "@kernel\ndef optional(n: Pointer[f32] | None):\n    pass\n"
    )
    inside = "which a launch can not pass: there is a pointer in it, and an address on a device means nothing on the host"
    for name in ("nested", "several", "buffers", "twice", "optional"):
        kernel = getattr(module, name)
        for look in (lambda kernel=kernel: import_kernels([kernel]), lambda kernel=kernel: kernel.parameters):
            with pytest.raises(CompileError) as caught:
                look()
            found = caught.value.diagnostics[0]
            assert found.code == "PC0309"
            assert inside in found.message, found.message
            assert found.help == (
                "pass the buffers by themselves, and make the pointers in the kernel: `address_of(x[i])`"
            )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.shared])
    text = str(caught.value).replace(os.path.dirname(module.__file__ or ""), "")
    assert (
        "which a launch can not pass: a launch passes buffers, which lie in global memory, not in shared memory"
        in text
    )
    assert "help: annotate it as `Pointer[f32]`" in text


def test_annotations_that_mean_nothing() -> None:
    from periclase import MutPointer, Pointer, address_of, f32

    for wrong in (
        lambda: Pointer["f32", "shred"],
        lambda: Pointer[f32, "shred"],
        lambda: Pointer[f32, "shared", 3],
    ):
        with pytest.raises(DiagnosticError) as caught:
            wrong()
        assert caught.value.diagnostics[0].code == "PC0201"
    with pytest.raises(DiagnosticError, match="constant memory is never written"):
        _ = MutPointer[f32, "constant"]
    with pytest.raises(
        DiagnosticError, match="takes a type that can be stored, such as f32 or a struct, not list"
    ):
        _ = Pointer[list]
    with pytest.raises(TypeError, match="Pointer is an annotation"):
        Pointer()
    with pytest.raises(TypeError, match="it is called in kernels only"):
        address_of(3)
    assert repr(MutPointer[f32, "shared"]) == 'MutPointer[f32, "shared"]'
    assert Pointer[f32] == Pointer[f32, "generic"]
    assert Pointer[f32, Space.SHARED] == Pointer[f32, "shared"]


def test_the_text_of_a_refusal(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(p: Pointer[f32]):\n    p[1] += 1.0\n", name="refusing")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    text = str(caught.value).replace(os.path.dirname(module.__file__ or ""), "")
    assert text.splitlines() == [
        'error[PC0208]: `p` is a Pointer[f32, "global"]: by it nothing is written',
        "  --> /refusing.py:6:5",
        "   |",
        " 6 |     p[1] += 1.0",
        "   |     ^^^^",
        '   = help: annotate it as `MutPointer[f32, "global"]`',
        "   = in: `k`",
    ]


def test_an_annotation_that_does_not_say_to_what(load: Callable[..., ModuleType]) -> None:
    module = load("@kernel\ndef k(p: MutPointer):\n    pass\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostics[0].help == "say what lies there: `MutPointer[f32]`"


def test_arrays_in_what_is_only_read_are_not_written() -> None:
    @kernel
    def by_slice(x: Slice[Array[f32, 4]], i: i32):
        x[0][i] = 1.0

    @kernel
    def by_pointer(p: Pointer[Array[f32, 4]], i: i32):
        p[0][i] = 1.0

    @kernel
    def by_address(x: Slice[Array[f32, 4]], i: i32):
        p = address_of(x[1])
        p[0][i] = 1.0

    for each in (by_slice, by_pointer, by_address):
        with pytest.raises(CompileError, match="PC0208"):
            each.mir()


KEEPERS = """
@device
def keep(where: MutPointer[MutPointer[f32]], p: MutPointer[f32]):
    where[0] = p

@device
def through(where, p):
    keep(where, p)

@device
def again(where: MutPointer[MutPointer[f32]], p: MutPointer[f32], n: i32) -> i32:
    if n > 0:
        return again(where, p, n - 1)
    where[0] = p
    return n

@struct
class Holder:
    p: MutPointer[f32]

    def hold(self, q: MutPointer[f32]):
        self.p = q

    def hold_own(self):
        a = local_array(2, f32)
        self.hold(address_of(a[0]))

@device
def into_argument(where: MutPointer[MutPointer[f32]]):
    a = local_array(2, f32)
    keep(where, address_of(a[0]))

@device
def by_two(where: MutPointer[MutPointer[f32]]):
    a = local_array(2, f32)
    through(where, address_of(a[0]))

@device
def into_shared():
    s = shared_array(2, MutPointer[f32])
    a = local_array(2, f32)
    keep(address_of(s[0]), address_of(a[0]))

@device
def by_itself(where: MutPointer[MutPointer[f32]]):
    a = local_array(2, f32)
    again(where, address_of(a[0]), 2)

@device
def keep_address(where: MutPointer[MutPointer[f32]], a):
    where[0] = address_of(a[1])

@device
def array_into_argument(where: MutPointer[MutPointer[f32]]):
    a = local_array(2, f32)
    keep_address(where, a)

@device
def pass_on(where: MutPointer[MutPointer[f32]], a):
    keep_address(where, a)

@device
def array_by_two(where: MutPointer[MutPointer[f32]]):
    a = local_array((2, 2), f32)
    pass_on(where, a[1])

@device
def array_captured(where: MutPointer[MutPointer[f32]]):
    a = local_array(2, f32)
    function = lambda to: keep_address(to, a)
    function(where)

@struct
class Cell:
    x: f32

    def offer(self, where: MutPointer[MutPointer[f32]]):
        self.x = 1.0
        where[0] = address_of(self.x)

@device
def object_into_argument(where: MutPointer[MutPointer[f32]]):
    cell = Cell(0.0)
    cell.offer(where)

@device
def array_into_own():
    a = local_array(2, f32)
    s = local_array(1, MutPointer[f32])
    keep_address(address_of(s[0]), a)
    s[0][0] = 4.0
    return a[1]

@device
def into_own():
    a = local_array(2, f32)
    s = local_array(2, MutPointer[f32])
    keep(address_of(s[1]), address_of(a[0]))
    s[1][0] = 7.0
    return a[0]

@device
def handed_on(where: MutPointer[MutPointer[f32]], p: MutPointer[f32]):
    a = local_array(2, f32)
    a[0] = 2.0
    keep(where, p)
    return a[0]
"""


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("into_argument(address_of(slots[0]))", "keep"),
        ("by_two(address_of(slots[0]))", "through"),
        ("into_shared()", "keep"),
        ("by_itself(address_of(slots[0]))", "again"),
        ("Holder(address_of(own[0])).hold_own()", "hold"),
        ("array_into_argument(address_of(slots[0]))", "keep_address"),
        ("array_by_two(address_of(slots[0]))", "pass_on"),
        ("array_captured(address_of(slots[0]))", "<lambda>"),
        ("object_into_argument(address_of(slots[0]))", "offer"),
    ],
)
def test_pointers_that_a_called_function_keeps(
    load: Callable[..., ModuleType], line: str, named: str
) -> None:
    """They would be known when what they point into has ended."""
    line = f"h = {line.removesuffix('.hold_own()')}\n    h.hold_own()" if "hold_own" in line else line
    module = load(
        f"{KEEPERS}\n@kernel\ndef k(y: MutSlice[f32]):\n    own = local_array(2, f32)\n"
        f"    slots = local_array(2, MutPointer[f32])\n    {line}\n"
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == "PC0208"
    assert f"`{named}` may store it where it is known when that has ended" in str(caught.value)


def test_pointers_that_stay(load: Callable[..., ModuleType]) -> None:
    module = load(
        f"""{KEEPERS}
@kernel
def k(y: MutSlice[f32]):
    own = local_array(2, f32)
    slots = local_array(2, MutPointer[f32])
    y[0] = into_own()
    y[1] = handed_on(address_of(slots[0]), address_of(own[1]))
    slots[0][0] = 3.0
    y[2] = own[1]
    h = Holder(address_of(own[0]))
    h.hold(address_of(own[1]))
    y[3] = h.p[0]
    y[4] = array_into_own()
    keep_address(address_of(slots[0]), own)
    slots[0][0] = 8.0
    y[5] = own[1]
"""
    )
    y = np.zeros(6, np.float32)
    module.k[1, 1](y)
    assert y.tolist() == [7, 2, 3, 3, 4, 8]


def test_effects_of_pointers_that_go_into_memory(load: Callable[..., ModuleType]) -> None:
    """Which buffer one leads to, that comes from there, is not followed: every buffer may be read and written."""
    module = load(
        f"""{KEEPERS}
@kernel
def k(x: MutPointer[f32], y: MutPointer[f32], z: MutSlice[f32], i: i32, j: i32):
    slots = local_array(2, MutPointer[f32])
    slots[0] = x
    keep(address_of(slots[i]), y)
    slots[j][0] = 5.0
"""
    )
    made = module.k.compile("cpu")
    assert not made.effects_complete
    assert made.effects[:3] == (Access.READ_WRITE,) * 3
