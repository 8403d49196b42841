"""What one instruction of PTX gives for many operands on the simulator, and the operands that tell most."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from ptx_runs import kernel, program, run

from periclase.runtime.backends.sim.machine.program import Program

Array = np.ndarray[Any, Any]

THREADS = 256


def width(kind: str) -> int:
    """The bits of an operand: `b8` to `b64`; 1 of `pred`."""
    return 1 if kind == "pred" else int(kind[1:])


@functools.cache
def _program(text: str, results: tuple[str, ...], operands: tuple[str, ...]) -> Program:
    lines = [".reg .b64 %at; .reg .b32 %i, %t; .reg .b64 %o; mov.u32 %i, %tid.x; cvt.u64.u32 %o, %i;"]
    for number, kind in enumerate((*results, *operands)):
        stored = "b16" if kind == "b8" else kind
        name = f"%d{number}" if number < len(results) else f"%s{number - len(results)}"
        lines.append(f".reg .{stored} {name};")
        if number >= len(results):
            lines.append(f"ld.param.u64 %at, [p{number}];")
            size = max(width(kind) // 8, 1)
            lines.append(f"mad.lo.u64 %at, %o, {size}, %at;")
            if kind == "pred":
                lines.append(f"ld.global.u8 %t, [%at]; setp.ne.u32 {name}, %t, 0;")
            else:
                lines.append(f"ld.global.b{width(kind)} {name}, [%at];")
    lines.append(text)
    for number, kind in enumerate(results):
        size = max(width(kind) // 8, 1)
        lines.append(f"ld.param.u64 %at, [p{number}]; mad.lo.u64 %at, %o, {size}, %at;")
        if kind == "pred":
            lines.append(f"selp.b32 %t, 1, 0, %d{number}; st.global.u8 [%at], %t;")
        else:
            lines.append(f"st.global.b{width(kind)} [%at], %d{number};")
    return program(kernel("\n".join(lines), " ".join(["u64"] * (len(results) + len(operands)))))


def evaluate(text: str, results: str, operands: str, *values: Any) -> Any:
    """What instructions give.

    Args:
        text: with `%d0`, `%d1` for the results and `%s0`, `%s1`, … for the operands.
        results: their types, such as `b32 pred`.
        operands: theirs.
        values: an array for each operand, all as long, of at most 1024 elements.

    Returns:
        an unsigned array for each result, or the one of the only result.
    """
    kinds = results.split()
    count = len(values[0]) if values else 1
    dtypes = [np.dtype(f"u{max(width(kind) // 8, 1)}") for kind in (*kinds, *operands.split())]
    found = [np.zeros(count, dtype) for dtype in dtypes[: len(kinds)]]
    given = [
        np.array([int(x) & (1 << 8 * dtype.itemsize) - 1 for x in value], dtype)
        for value, dtype in zip(values, dtypes[len(kinds) :], strict=True)
    ]
    run(_program(text, tuple(kinds), tuple(operands.split())), *found, *given, block=count)
    return found[0].tolist() if len(found) == 1 else [array.tolist() for array in found]


def integers(seed: int, bits: int, count: int = THREADS) -> list[int]:
    """Bits of integers: any, small ones of both signs, powers of two and their neighbours."""
    random = np.random.default_rng(seed)
    found: list[int] = []
    for choice in random.integers(0, 4, count).tolist():
        word = int.from_bytes(random.bytes(8), "little")
        if choice == 1:
            word = int(random.integers(-3, 4))
        elif choice == 2:
            word = (1 << int(random.integers(0, bits))) + int(random.integers(-1, 2))
        elif choice == 3:
            word >>= int(random.integers(0, 64))
        found.append(word & (1 << bits) - 1)
    return found


def floats(seed: int, exponent_bits: int, fraction_bits: int, count: int = THREADS) -> list[int]:
    """Bits of floats: any, special ones, and such of exponents near those of others, with few bits set."""
    random = np.random.default_rng(seed)
    total = exponent_bits + fraction_bits
    infinity = (1 << exponent_bits) - 1 << fraction_bits
    one = (1 << exponent_bits - 1) - 1 << fraction_bits
    normal = 1 << fraction_bits
    special = (
        0,
        1,
        normal - 1,
        normal,
        normal + 1,
        one,
        one + 1,
        one - 1,
        infinity - 1,
        infinity,
        infinity + 1,
        one * 2 % infinity,
    )
    found: list[int] = []
    for choice in random.integers(0, 6, count).tolist():
        word = int.from_bytes(random.bytes(8), "little") & (1 << total + 1) - 1
        if choice == 0:
            word = special[int(random.integers(0, len(special)))] | (word & 1) << total
        elif choice in (1, 2):
            near = one + (int(random.integers(-3, 4)) << fraction_bits)
            word = near | word & (1 << total) | word & normal - 1
        elif choice == 3:
            few = 1 << int(random.integers(0, fraction_bits)) | 1 << int(random.integers(0, fraction_bits))
            word = word & ~(normal - 1) | few
        elif choice == 4:
            word &= 1 << total | normal - 1
        found.append(word)
    return found
