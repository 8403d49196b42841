"""Kernels around one matrix instruction of a warp, and the layouts of its fragments as the PTX ISA writes them down.

Each formula here is one of the document's, an element of a lane at a time (9.7.14.5, "Matrix Fragments"), so that what computes
layouts for whole warps is checked against something else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from ptx_runs import kernel, run

Array = np.ndarray[Any, Any]
Place = Callable[[int, int], tuple[int, int]]
"""Row and column of element `i` of lane `lane`."""


class Layout(NamedTuple):
    """The elements of a matrix that a lane has.

    Attributes:
        number: how many.
        place: where each belongs.
    """

    number: int
    place: Place


def _left(
    per_register: int, number: int, upper: Callable[[int], bool], shift: Callable[[int], int]
) -> Layout:
    """That of `a`: row `groupID` where `upper(i)`, else eight more; column `threadID_in_group * per_register + … + shift(i)`."""

    def place(lane: int, i: int) -> tuple[int, int]:
        group, thread = lane >> 2, lane % 4
        return group if upper(i) else group + 8, thread * per_register + i % per_register + shift(i)

    return Layout(number, place)


def _right(per_register: int, number: int, shift: Callable[[int], int]) -> Layout:
    def place(lane: int, i: int) -> tuple[int, int]:
        return lane % 4 * per_register + i % per_register + shift(i), lane >> 2

    return Layout(number, place)


LEFT: dict[tuple[str, int], Layout] = {
    # shape and bits of an element; 9.7.14.5.1 to 9.7.14.5.13
    ("m8n8k4", 64): _left(1, 1, lambda i: True, lambda i: 0),
    ("m8n8k16", 8): _left(4, 4, lambda i: True, lambda i: 0),
    ("m8n8k32", 4): _left(8, 8, lambda i: True, lambda i: 0),
    ("m8n8k128", 1): _left(32, 32, lambda i: True, lambda i: 0),
    ("m16n8k4", 32): _left(1, 2, lambda i: i == 0, lambda i: 0),
    ("m16n8k4", 64): _left(1, 2, lambda i: i == 0, lambda i: 0),
    ("m16n8k8", 16): _left(2, 4, lambda i: i in (0, 1), lambda i: 0),
    ("m16n8k8", 32): _left(1, 4, lambda i: i in (0, 2), lambda i: 4 if i in (2, 3) else 0),
    ("m16n8k8", 64): _left(1, 4, lambda i: i in (0, 2), lambda i: 4 if i in (2, 3) else 0),
    ("m16n8k16", 16): _left(2, 8, lambda i: i < 2 or 4 <= i < 6, lambda i: 8 if i >= 4 else 0),
    ("m16n8k16", 64): _left(1, 8, lambda i: i % 2 == 0, lambda i: i * 2 if i % 2 == 0 else i * 2 - 2),
    ("m16n8k16", 8): _left(4, 8, lambda i: i < 4, lambda i: 0),
    ("m16n8k32", 4): _left(8, 16, lambda i: i < 8, lambda i: 0),
    ("m16n8k32", 8): _left(4, 16, lambda i: i < 4 or 8 <= i < 12, lambda i: 16 if i >= 8 else 0),
    ("m16n8k64", 4): _left(8, 32, lambda i: i < 8 or 16 <= i < 24, lambda i: 32 if i >= 16 else 0),
    ("m16n8k128", 1): _left(32, 64, lambda i: i < 32, lambda i: 0),
    ("m16n8k256", 1): _left(32, 128, lambda i: i < 32 or 64 <= i < 96, lambda i: 128 if i >= 64 else 0),
}

RIGHT: dict[tuple[str, int], Layout] = {
    ("m8n8k4", 64): _right(1, 1, lambda i: 0),
    ("m8n8k16", 8): _right(4, 4, lambda i: 0),
    ("m8n8k32", 4): _right(8, 8, lambda i: 0),
    ("m8n8k128", 1): _right(32, 32, lambda i: 0),
    ("m16n8k4", 32): _right(1, 1, lambda i: 0),
    ("m16n8k4", 64): _right(1, 1, lambda i: 0),
    ("m16n8k8", 16): _right(2, 2, lambda i: 0),
    ("m16n8k8", 32): _right(1, 2, lambda i: 4 * i),
    ("m16n8k8", 64): _right(1, 2, lambda i: 4 * i),
    ("m16n8k16", 16): _right(2, 4, lambda i: 8 if i >= 2 else 0),
    ("m16n8k16", 64): _right(1, 4, lambda i: 4 * i),
    ("m16n8k16", 8): _right(4, 4, lambda i: 0),
    ("m16n8k32", 4): _right(8, 8, lambda i: 0),
    ("m16n8k32", 8): _right(4, 8, lambda i: 16 if i >= 4 else 0),
    ("m16n8k64", 4): _right(8, 16, lambda i: 32 if i >= 8 else 0),
    ("m16n8k128", 1): _right(32, 32, lambda i: 0),
    ("m16n8k256", 1): _right(32, 64, lambda i: 128 if i >= 32 else 0),
    # of sparse products (9.7.14.6.2)
    ("m16n8k32", 16): _right(2, 8, lambda i: i // 2 * 8),
    ("m16n8k16", 32): _right(1, 4, lambda i: 4 * i),
    ("m16n8k64", 8): _right(4, 16, lambda i: i // 4 * 16),
    ("m16n8k128", 4): _right(8, 32, lambda i: i // 8 * 32),
}


def sums(rows: int) -> Layout:
    """That of `c` and `d`, with 8 columns."""
    return Layout(
        rows * 8 // 32, lambda lane, i: ((lane >> 2) + (8 if i >= 2 else 0), lane % 4 * 2 + (i & 1))
    )


def packed(matrix: Array, layout: Layout, bits: int) -> Array:
    """The registers of all lanes that hold a matrix of the bits of elements: by lane, and register of 32 bits (64 of `f64`)."""
    wide = np.uint64 if bits == 64 else np.uint32
    per_register = max(32 // bits, 1)
    out = np.zeros((32, layout.number // per_register), wide)
    for lane in range(32):
        for i in range(layout.number):
            row, column = layout.place(lane, i)
            out[lane, i // per_register] |= wide(int(matrix[row, column]) << i % per_register * bits)
    return out


def unpacked(registers: Array, layout: Layout, shape: tuple[int, int]) -> Array:
    """The matrix of which lanes hold the elements, one a register, or as many as there are columns."""
    out = np.zeros(shape, registers.dtype)
    for lane in range(32):
        for i in range(layout.number):
            out[layout.place(lane, i)] = registers[lane, i]
    return out


class Operand(NamedTuple):
    """An operand that is read from an array with a row a thread.

    Attributes:
        values: by thread and register, of 16, 32 or 64 bits.
        braces: whether it is written in braces.
    """

    values: Array
    braces: bool = True


def product(
    opcode: str, results: tuple[int, Any], operands: list[Operand | str], *, threads: int = 32
) -> Array:
    """What an instruction leaves in its destination, by thread and register.

    Args:
        opcode: with all its modifiers.
        results: how many registers the destination has, and their type.
        operands: those behind it; text stands for itself.
    """
    number, dtype = results
    result = np.dtype(dtype)
    out = np.zeros((threads, number), result)
    arrays = [np.ascontiguousarray(operand.values) for operand in operands if isinstance(operand, Operand)]
    body = [".reg .b16 %h<40>; .reg .b32 %r<600>; .reg .b64 %rd<600>;", "mov.u32 %r0, %tid.x;"]
    counters = {2: 0, 4: 0, 8: 10}
    names = {2: "h", 4: "r", 8: "rd"}

    def fresh(size: int) -> str:
        counters[size] += 1
        return f"%{names[size]}{counters[size]}"

    written: list[str] = []
    index = 1
    for operand in operands:
        if isinstance(operand, str):
            written.append(operand)
            continue
        size, width = operand.values.itemsize, operand.values.shape[1]
        body += [f"ld.param.u64 %rd0, [p{index}];", f"mad.wide.u32 %rd0, %r0, {size * width}, %rd0;"]
        registers = [fresh(size) for _ in range(width)]
        body += [f"ld.global.b{size * 8} {name}, [%rd0+{k * size}];" for k, name in enumerate(registers)]
        listed = ", ".join(registers)
        written.append(f"{{{listed}}}" if operand.braces else listed)
        index += 1
    targets = [fresh(result.itemsize) for _ in range(number)]
    body.append(f"{opcode} {{{', '.join(targets)}}}, {', '.join(written)};")
    body += ["ld.param.u64 %rd0, [p0];", f"mad.wide.u32 %rd0, %r0, {result.itemsize * number}, %rd0;"]
    body += [
        f"st.global.b{result.itemsize * 8} [%rd0+{k * result.itemsize}], {name};"
        for k, name in enumerate(targets)
    ]
    run(kernel("\n".join((*body, "ret;")), "u64 " * (1 + len(arrays))), out, *arrays, block=threads)
    return out
