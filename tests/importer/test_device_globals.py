"""Device globals in kernels: what is read and written, by whom, and what is refused."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase.codegen.assembler import assemble, find_tool
from periclase.diagnostics import CompileError
from periclase.importer.python.import_kernels import import_kernels

SOURCE = """
import enum
import numpy as np

class Mode(enum.IntEnum):
    OFF = 0
    ON = 3

@struct
class State:
    steps: i32
    sums: Array[f64, 2]
    pair: tuple[i16, f32]

    def advance(self, by: i32):
        self.steps += by

counter = device_global(u32, 5)
histogram = device_global(Array[u32, 4])
table = device_global(Array[f32, 2, 3], [[1, 2, 3], [4, 5, 6]])
state = device_global(State, State(7, [0.5, 1.5], (2, 0.25)))
mode = device_global(Mode, Mode.ON)
root = device_global(complex64, 1 + 2j)
flag = device_global(bool_, True)
least = device_global(i64, -(2**63))
half = device_global(f16, 1.5)

@device
def bump(n: u32) -> u32:
    return atomic_add(counter, n)

@device
def total(row):
    found = f32(0)
    for value in row:
        found += value
    return found

@device
def down(n: i32) -> u32:
    if n == 0:
        return counter.value
    return down(n - 1)

@kernel
def count(x: Slice[i32]):
    i = global_idx_x()
    if i < len(x):
        atomic_add(histogram, x[i], 1)
        atomic_add(histogram[x[i]], 1)
        bump(2)

@kernel
def mixed(y: MutSlice[f64]):
    y[0] = total(table[1]) + table[0, 2] + total(table[0])
    table[0, 0] = 10.0
    table[1][1] *= 2
    state.value.advance(3)
    state.value.sums[1] += state.value.pair[1]
    y[1] = state.value.sums[0]
    y[2] = f64(down(3))
    if mode.value is Mode.ON and flag.value:
        mode.value = Mode.OFF
        flag.value = False
    root.value = root.value * 1j
    least.value += 1
    half.value *= 2

@kernel
def only_writes():
    if global_idx_x() == 0:
        counter.value = 9

@kernel
def looped(y: MutSlice[i32]):
    for i, n in enumerate(histogram):
        y[i] = i32(n)
    y[0] += i32(len(table))
"""


def test_contents(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    module.count[2, 4](np.array([0, 1, 2, 3, 3, 3], np.int32))
    assert module.counter.read() == 5 + 2 * 6
    assert module.histogram.read().tolist() == [2, 2, 2, 6]
    y = np.zeros(3)
    module.mixed[1, 1](y)
    assert y.tolist() == [15 + 3 + 6, 0.5, 17]
    assert module.table.read().tolist() == [[10, 2, 3], [4, 10, 6]]
    state = module.state.read()
    assert (state.steps, list(state.sums), state.pair) == (10, [0.5, 1.75], (2, 0.25))
    assert module.mode.read() is module.Mode.OFF
    assert module.flag.read() is False
    assert module.root.read() == (1 + 2j) * 1j
    assert module.least.read() == -(2**63) + 1
    assert module.half.read() == 3.0
    out = np.zeros(4, np.int32)
    module.looped[1, 1](out)
    assert out.tolist() == [4, 2, 2, 6]
    module.only_writes[4, 4]()
    assert module.counter.read() == 9
    for each, first in ((module.counter, 5), (module.mode, module.Mode.ON), (module.root, 1 + 2j)):
        each.reset()
        assert each.read() == first


def test_generic_kernels_and_arguments_that_are_functions(load: Callable[..., ModuleType]) -> None:
    module = load(
        """
        sums = device_global(Array[f64, 2])
        calls = device_global(i32)

        def counted(x):
            calls.value += 1
            return x * 2

        def maker(held):
            return lambda x: x + held.value

        first, second = device_global(f64, 10.0), device_global(f64, 20.0)

        @kernel
        def apply(function, x, y):
            y[0] = function(x[0])
            sums[1] += y[0]
        """
    )
    x, y = np.array([3.0]), np.zeros(1)
    module.apply[1, 1](module.counted, x, y)
    assert (y[0], module.calls.read(), module.sums.read().tolist()) == (6.0, 1, [0, 6.0])
    for held, wanted in ((module.first, 13.0), (module.second, 23.0), (module.first, 13.0)):
        module.apply[1, 1](module.maker(held), x, y)
        assert y[0] == wanted
    assert module.sums.read()[1] == 6 + 13 + 23 + 13


def test_one_for_all_kernels_and_modules(load: Callable[..., ModuleType]) -> None:
    owner = load(
        "total = device_global(i32)\n@device\ndef add(n: i32):\n    atomic_add(total, n)\n",
        name="owner_module",
    )
    user = load(
        "import owner_module\nfrom owner_module import add, total as renamed\n"
        "@kernel\ndef one():\n    add(1)\n    owner_module.add(10)\n"
        "@kernel\ndef two(y: MutSlice[i32]):\n    y[0] = owner_module.total.value + renamed.value\n"
    )
    user.one[1, 8]()
    y = np.zeros(1, np.int32)
    user.two[1, 1](y)
    assert (owner.total.read(), y[0]) == (88, 176)
    assert [p.name for p in user.two.parameters] == ["y", "total"]


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_ptx(load: Callable[..., ModuleType], target: str) -> None:
    module = load(SOURCE)
    for kernel in (module.count, module.mixed, module.only_writes, module.looped):
        text = kernel.ptx(target)
        assert text.count(f"{kernel.name}_param_") > 2 * len(kernel.device_globals)
        if find_tool("ptxas") is not None:
            assemble(text, target)


def test_a_device_library_has_variables_of_its_own(load: Callable[..., ModuleType]) -> None:
    module = load(
        "counter = device_global(u32, 5)\ntable = device_global(Array[f32, 2], [0.5, 1])\n"
        "@device\ndef bump(n: u32) -> u32:\n    return atomic_add(counter, n)\n"
        "@device\ndef item(i: i32) -> f32:\n    return table[i] + f32(bump(1))\n",
        name="library_module",
    )
    text = str(import_kernels([module.bump, module.item]))
    assert text.count('mir.global_alloc ui32 key "library_module.counter" = 5 : ui32') == 1
    assert 'key "library_module.table" = [5.000000e-01 : f32, 1.000000e+00 : f32]' in text


def test_the_key_tells_which_is_which(load: Callable[..., ModuleType]) -> None:
    source = "a, b = device_global(i32), device_global({})\n@kernel\ndef k():\n    {}.value += 1\n    b.value += 2\n"
    marks = {
        load(source.format(*given), name="one_of_them").k.fingerprint()
        for given in (("i32", "a"), ("i32", "b"), ("i64", "a"))
    }
    assert len(marks) == 3
    again = load(source.format("i32", "a"), name="one_of_them")
    assert again.k.fingerprint() in marks
    # What it holds at first is nothing that is compiled.
    again.a = type(again.a)(again.a.type, np.array(7, np.int32), vars(again))
    assert again.k.fingerprint() in marks


REFUSED = {
    "y[0] = counter": (
        "PC0104",
        "`counter` is a device global of u32, which is no value by itself",
        "write `counter.value`",
    ),
    "y[0] = counter.values": (
        "PC0102",
        "a device global of u32 has no attribute `values` in a kernel",
        "write `counter.value`",
    ),
    "held = counter": ("PC0104", "`counter` is a device global of u32, which is no value by itself", None),
    "counter = 3": (None, "", None),
    "counter.value = 0.5": ("PC0203", "", None),
    "table[3] = 1": ("PC0209", "the index 3 is out of bounds: `table` has 3 elements here", None),
    "table = 1": (None, "", None),
    "atomic_add(counter, 0.5)": ("PC0203", "", None),
    "table.read()": ("PC0105", "`table.read`", None),
    "y[0] = counter.value()": ("PC0104", "", None),
    "y[counter] = 1": ("PC0104", "which is no value by itself", None),
    "atomic_add(table, 1)": ("PC0207", "`atomic_add` needs an argument for `value`", None),
}


@pytest.mark.parametrize("body", REFUSED)
def test_refused(load: Callable[..., ModuleType], body: str) -> None:
    code, message, help = REFUSED[body]
    module = load(
        "counter = device_global(u32)\ntable = device_global(Array[i32, 3])\n"
        f"@kernel\ndef k(y: MutSlice[u32]):\n    {body}\n"
    )
    if code is None:  # a local variable like any other
        assert not import_kernels([module.k]).body.block.first_op.attributes.get("global")
        return
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    found = caught.value.diagnostic
    assert found.code == code, str(caught.value)
    assert message in found.message, str(caught.value)
    if help is not None:
        assert found.help == help


def test_the_text_of_a_refusal(load: Callable[..., ModuleType]) -> None:
    module = load(
        "counter = device_global(u32)\n@kernel\ndef k(y: MutSlice[u32]):\n    y[0] = 1 + counter\n",
        name="refusing",
    )
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    text = str(caught.value).replace(os.path.dirname(module.__file__ or ""), "")
    assert text.splitlines() == [
        "error[PC0104]: `counter` is a device global of u32, which is no value by itself",
        "  --> /refusing.py:7:16",
        "   |",
        " 7 |     y[0] = 1 + counter",
        "   |                ^^^^^^^",
        "   = help: write `counter.value`",
        "   = in: `k`",
    ]


def test_made_too_late(load: Callable[..., ModuleType]) -> None:
    module = load("late = device_global(u32)\n@kernel\ndef k():\n    late.value = 1\n")
    assert len(module.k.parameters) == 1
    module.late = type(module.late)(module.late.type, np.zeros((), np.uint32), vars(module))
    with pytest.raises(
        CompileError, match="`late` was made, or bound to its name, when the parameters of `k`"
    ):
        import_kernels([module.k])
