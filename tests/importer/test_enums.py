"""Enumerations in kernels: members, comparisons, numbers, as parameters, elements, fields and in flags."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from periclase import open_device
from periclase.diagnostics import LaunchError
from periclase.importer.python.import_kernels import import_kernels
from periclase.runtime.failures import BufferFailure
from tests.support.both_ways import ENUMS, both_ways

Load = Callable[..., ModuleType]

DEFINITIONS = f"""{ENUMS}
class Access(enum.IntFlag):
    READ = 1
    WRITE = 2
    RUN = 4

class Big(enum.IntEnum):
    ONE = 1
    LARGE = 1 << 40

@struct
class Cell:
    color: Color
    state: State = State.BUSY

@device
def next_of(c: Color) -> Color:
    return Color.GREEN if c == Color.RED else Color.BLUE
"""

BODIES = {
    "members are numbers": "z[0] = Color.RED\nz[1] = Color.RED + n\nz[2] = Color.BLUE * Color.GREEN\nz[3] = -Color.RED\n"
    "y[0] = Color.GREEN / 4.0\nz[4] = abs(Color.BLUE)",
    "numbers compare": "z[0] = Color.GREEN > Color.RED\nz[1] = Color.GREEN == 2\nz[2] = n < Color.BLUE\n"
    "z[3] = Color.RED != Color.BLUE\nz[4] = Color.RED == State.IDLE.value",
    "variables": "c = Color.RED\nif n > 2:\n    c = Color.BLUE\nz[0] = c\nz[1] = c == Color.BLUE\nz[2] = c is Color.BLUE\n"
    "z[3] = c is not Color.RED\nz[4] = c.value + 1",
    "chosen": "c = Color.RED if n > 5 else Color.GREEN\nz[0] = int(c)\nz[1] = i32(c)\ny[0] = float(c)",
    "in tuples": "c = Color(n - 1)\nz[0] = c in (Color.RED, Color.GREEN)\nz[1] = c in (Color.RED, Color.BLUE)\n"
    "z[2] = 3 in (Color.RED, n)",
    "of a number": "z[0] = Color(n + 1)\nz[1] = Color(4) == Color.BLUE\nz[2] = Color(Color.RED)\n"
    "z[3] = State(n - 2) is State.BUSY",
    "plain": "s = State.IDLE\nif n == 3:\n    s = State.DONE\nz[0] = s == State.DONE\nz[1] = s != State.IDLE\n"
    "z[2] = s.value\nz[3] = 1 if s else 2\nz[4] = s is State.IDLE",
    "truth": "c = Color(n - 2)\nz[0] = 1 if c else 2\nz[1] = not c",
    "index": "z[Color.BLUE] = 5\nc = Color(n - 1)\nz[c] = 6\nt = local_array(Color.BLUE, i32)\nz[0] = len(t)",
    "bounds of loops": "for i in range(Color.BLUE):\n    z[i] = i\nfor i in range(Color.RED, n):\n    z[i] += 10",
    "flags": "p = Access.READ | Access.WRITE\nz[0] = p\nz[1] = (p & Access.READ) == Access.READ\nz[2] = Access.RUN in p\n"
    "z[3] = Access.READ in p\nz[4] = p ^ Access.READ\nz[5] = 1 if p & Access.RUN else 2\n"
    "z[6] = Access(n)\nz[7] = Access(n) == p",
    "fields": "c = Cell(Color.BLUE)\nz[0] = c.color\nz[1] = c.state is State.BUSY\nd2 = Cell(Color(n - 2), State.DONE)\n"
    "z[2] = d2.color + 5\nz[3] = d2 == Cell(Color.RED, State.DONE)",
    "in functions": "z[0] = next_of(Color.RED)\nz[1] = next_of(Color(n - 1))",
    "numbers and members": "k = Color.RED\nfor i in range(3):\n    k = k + i\nz[0] = k",
    "wide": "b2 = Big.LARGE\nif n > 5:\n    b2 = Big.ONE\nz[0] = b2 // 3",
    "loop over members": "for c in Color:\n    z[0] = z[0] * 10 + c\nz[1] = len(Color)",
    "least": "z[0] = min(Color.GREEN, n)\nz[1] = max(Color.GREEN, Color.BLUE)\nz[2] = sum((Color.GREEN, Color.BLUE))",
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_enumerations_do_what_python_does(name: str, load: Load) -> None:
    expected, found = both_ways(load, BODIES[name], DEFINITIONS)
    assert found == expected


def test_arguments_of_launches(load: Load) -> None:
    module = load(
        f"{DEFINITIONS}\n@kernel\ndef k(c: Color, s: State, x: Slice[Color], cells: MutSlice[Cell], y: MutSlice[i32]):\n"
        "    y[0] = c\n    y[1] = 1 if s is State.DONE else 0\n    y[2] = sum(x)\n    y[3] = cells[0].color\n"
        "    cells[1] = Cell(Color.BLUE, State.DONE)\n    t = local_array(3, Color)\n    t[0] = Color.RED\n    t[1] = c\n"
        "    t[2] = t[0]\n    for e in t:\n        y[4] = y[4] * 10 + e\n"
    )
    dev = open_device("cpu")
    y = dev.zeros(8, np.int32)
    x = dev.array(np.array([1, 4, 2], np.int32))
    values = np.zeros(2, module.Cell.dtype)
    values[0] = (2, 0)
    cells = dev.array(values)
    module.k[1, 1](module.Color.GREEN, module.State.DONE, x, cells, y)
    assert y.numpy().tolist()[:5] == [2, 1, 7, 2, 121]
    assert module.Cell.from_numpy(cells.numpy()[1]) == module.Cell(module.Color.BLUE, module.State.DONE)
    assert module.Cell(module.Color.RED).to_numpy().tolist() == (1, 1)
    module.k[1, 1](4, module.State.IDLE, x, cells, y)
    assert y.numpy().tolist()[:2] == [4, 0]
    for wrong in (3, 1.5, module.State.DONE):
        with pytest.raises(LaunchError, match="is not the number of one"):
            module.k[1, 1](wrong, module.State.IDLE, x, cells, y)


def test_a_number_of_no_member_traps(load: Load) -> None:
    module = load(f"{DEFINITIONS}\n@kernel\ndef k(y: MutSlice[i32]):\n    y[1] = Color(y[0])\n")
    dev = open_device("cpu")
    y = dev.array(np.array([3, 0], np.int32))
    module.k[1, 1](y)
    with pytest.raises(BufferFailure) as caught:
        y.numpy()
    assert "not the number of a Color" in str(caught.value.__cause__)


@pytest.mark.parametrize(
    ("text", "code", "fragments"),
    [
        ("y[0] = State.BUSY", "PC0203", ["a State can not be stored"]),
        ("y[0] = State.BUSY + 1", "PC0205", ["whose members are no numbers", "State.BUSY.value", "IntEnum"]),
        ("y[0] = 1 if State.BUSY == 1 else 0", "PC0205", ["is always False"]),
        ("y[0] = 1 if State.BUSY < State.DONE else 0", "PC0205", ["whose members are no numbers"]),
        ("y[0] = Color(3)", "PC0206", ["3 is not the number of a member of `Color`", "GREEN = 2"]),
        ("y[0] = Color(1.5)", "PC0205", ["`Color` is made of an integer"]),
        ("y[0] = len(Color.RED.name)", "PC0102", ["names exist on the host only"]),
        ("c = Color(y[0])\n    y[0] = len(c.name)", "PC0102", ["names exist on the host only"]),
        ("y[0] = Color.PINK", "PC0102", ["has no attribute `PINK`"]),
        ("c = Color.RED\n    c = State.BUSY", "PC0204", ["no type holds both"]),
        ("y[0] = next_of(2)", "PC0203", ["which is Color"]),
    ],
)
def test_refused(text: str, code: str, fragments: list[str], load: Load) -> None:
    from periclase.diagnostics import CompileError

    module = load(f"{DEFINITIONS}\n@kernel\ndef k(y: MutSlice[i32]):\n    {text}\n")
    with pytest.raises(CompileError) as caught:
        import_kernels([module.k])
    assert caught.value.diagnostic.code == code
    for fragment in fragments:
        assert fragment in str(caught.value)


def test_members_are_indices_of_views(load: Load) -> None:
    module = load(
        """
        import enum

        class Phase(enum.IntEnum):
            SOLID = 0
            LIQUID = 1

        @kernel
        def k(y: MutView[i32, 2], phase: Phase):
            y[Phase.LIQUID, Phase.SOLID] = 3
            y[phase, 0] += 1
            part = y[Phase.LIQUID :, phase]
            part[Phase.SOLID] = 7
        """
    )
    y = np.zeros((2, 2), np.int32)
    module.k[1, 1](y, module.Phase.LIQUID)
    assert y.tolist() == [[0, 0], [4, 7]]
