"""Products of matrices by four warps: `wgmma` (PTX ISA, 9.7.15).

Each warp has 16 of the 64 rows, and computes them alone. A product is done where it is started: no right program can tell, as it
does not touch the registers before it waits. Sums are exact and rounded once, as those of `mma`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.record import Record
from periclase.runtime.backends.sim.instructions import exact_sums, matrix_fragments
from periclase.runtime.backends.sim.instructions.matrix_descriptors import descriptors
from periclase.runtime.backends.sim.instructions.matrix_elements import FORMATS, Format, unpack
from periclase.runtime.backends.sim.instructions.matrix_product import (
    accumulators,
    factor_reader,
    plain,
    saturating,
)
from periclase.runtime.backends.sim.instructions.warp_rows import LANES, WarpRows
from periclase.runtime.backends.sim.machine.instruction_set import WARP, instruction
from periclase.runtime.backends.sim.ptx.scalar_types import B128, DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Immediate, Vector

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction, Operand

Array = np.ndarray[Any, Any]

_ROW: Final = 16
"""Bytes of a row of a core matrix."""

_WARP_ROWS: Final = 16
"""Rows of the product that a warp has."""

_DEPTH: Final = 256
"""Bits of a row along `k`, of every type."""

_TYPES: Final[dict[tuple[str, ...], tuple[str, ...]]] = {
    ("f16",): ("f32", "f16"),
    ("bf16",): ("f32",),
    ("tf32",): ("f32",),
    ("e4m3", "e5m2"): ("f32", "f16"),
    ("s8", "u8"): ("s32",),
    ("b1",): ("s32",),
}
"""Which types factors can have together, and their sums."""


class _Form(Record):
    """What the modifiers of a product say.

    Attributes:
        columns: of the product.
        depth: `k`, in elements.
        sums, left, right: types.
        satfinite: whether sums stop at the largest and least.
    """

    columns: int
    depth: int
    sums: str
    left: str
    right: str
    satfinite: bool


@instruction("wgmma", members=lambda current: WARP)
def decode_warp_group(current: Instruction, decoder: Decoder) -> Step:
    """`wgmma.mma_async`: `d` is `a` · `b`, or `a` · `b` + `d`; `wgmma.fence`, `wgmma.commit_group`, `wgmma.wait_group`."""
    match current.modifiers:
        case (("fence" | "commit_group" | "wait_group"), "sync", "aligned"):
            return _nothing
        case ("mma_async", "sync", "aligned", shape, sums, left, right, *others):
            return _decode_product(
                _parse(shape, sums, left, right, others, decoder), current.operands, decoder
            )
        case _:
            return decoder.refuse("it does not know this form")


def _nothing(group: Group) -> None:
    """Every product is done where it is started."""


def _parse(shape: str, sums: str, left: str, right: str, others: Sequence[str], decoder: Decoder) -> _Form:
    columns, _, depth = shape.removeprefix("m64n").partition("k")
    form = FORMATS.get(left)
    known = any(left in factors and right in factors and sums in of for factors, of in _TYPES.items())
    if not (columns.isdigit() and depth.isdigit() and shape.startswith("m64n")) or form is None or not known:
        decoder.refuse("it does not know this form")
    if int(depth) * form.bits != _DEPTH or int(columns) % 8 or not 8 <= int(columns) <= 256:
        decoder.refuse(f"it has no product of {left} and {right} of the shape {shape}")
    if list(others) != (["and", "popc"] if left == "b1" else []) and not (
        list(others) == ["satfinite"] and form.integer
    ):
        decoder.refuse(f"it does not know `.{'.'.join(others)}` here")
    return _Form(int(columns), int(depth), sums, left, right, "satfinite" in others)


def _decode_product(form: _Form, operands: Sequence[Operand], decoder: Decoder) -> Step:
    targets, a, b, *rest = operands
    in_registers = isinstance(a, Vector)
    keeps, *immediates = rest or [Immediate(1)]
    numbers: list[int] = []
    for operand in immediates:
        if not isinstance(operand, Immediate):
            decoder.refuse("a sign or transposition is no constant")
        numbers.append(operand.value)
    transposable = FORMATS[form.left].bits == 16
    signs, turns = numbers[:2], numbers[2:]
    most = (1 if in_registers else 2) if transposable else 0
    signed = not FORMATS[form.left].integer
    if len(numbers) not in ((2 + most,) if signed else (0,)) or any(sign not in (1, -1) for sign in signs):
        decoder.refuse("it has not the signs and transpositions that belong to it")
    if any(turn not in (0, 1) for turn in turns):
        decoder.refuse("a transposition is neither 0 nor 1")
    turn_b = bool(turns and turns[-1])
    read_a = (
        factor_reader(
            a,
            matrix_fragments.left(_WARP_ROWS, form.depth, FORMATS[form.left].bits),
            FORMATS[form.left],
            decoder,
        )
        if in_registers
        else _from_memory(a, FORMATS[form.left], _rows_of_warp, bool(turns and turns[0]), decoder)
    )
    read_b = _from_memory(
        b, FORMATS[form.right], lambda group, rows: _all_columns(form.columns, rows), turn_b, decoder
    )
    read_c, write_d = accumulators(
        targets, targets, form.sums, form.sums, (_WARP_ROWS, form.columns), decoder
    )
    keep = decoder.read_predicate(keeps)
    sign = signs[0] * signs[1] if signs else 1
    multiply = saturating if form.satfinite else plain if FORMATS[form.left].integer else exact_sums.product

    def step(group: Group) -> None:
        rows = WarpRows(group)
        rows.need_all()
        left, right = read_a(group, rows), read_b(group, rows).swapaxes(1, 2)
        before = np.where(rows.spread(keep(group))[:, :1, None], read_c(group, rows), 0.0)
        write_d(group, rows, multiply(left if sign == 1 else -left, right, before))

    return step


def _rows_of_warp(group: Group, rows: WarpRows) -> Array:
    warps = rows.spread(group.ids)[:, :1] // LANES % 4
    return warps * _WARP_ROWS + np.arange(_WARP_ROWS)


def _all_columns(number: int, rows: WarpRows) -> Array:
    return np.broadcast_to(np.arange(number), (rows.number, number))


def _from_memory(
    operand: Operand,
    form: Format,
    indices: Callable[[Group, WarpRows], Array],
    turned: bool,
    decoder: Decoder,
) -> Callable[[Group, WarpRows], Array]:
    """What gives the values of a factor that a descriptor tells of, by warp, index along `m` or `n`, and `k`.

    Args:
        indices: which of `m` or `n`, by warp; a multiple of eight from the first on, one after the other.
        turned: whether neighbours in memory are neighbours along `m` or `n`.
    """
    read = decoder.read(operand, DTYPES["b64"])
    depth = _DEPTH // form.bits

    def values(group: Group, rows: WarpRows) -> Array:
        told = descriptors(group, rows, read(group))
        outer = indices(group, rows)
        number = outer.shape[1]
        if turned:
            beside = outer[:, ::8] // 8
            places = told.rows_across_k(
                np.repeat(beside, depth, axis=1), np.tile(np.arange(depth), beside.shape)
            )
        else:
            places = told.rows_along_k(np.repeat(outer, 2, axis=1), np.tile(np.arange(2), outer.shape))
        data = _load(group, rows, places)
        codes = unpack(data.view(np.uint32), form.bits)
        if turned:
            found = form.values(codes.reshape(rows.number, number // 8, depth, 8)).swapaxes(2, 3)
            return np.ascontiguousarray(found).reshape(rows.number, number, depth)
        return form.values(codes.reshape(rows.number, number, depth))

    return values


def _load(group: Group, rows: WarpRows, places: Array) -> Array:
    """The rows of 16 bytes at addresses of shared memory, by warp; each lane reads some."""
    found = np.empty((*places.shape, _ROW), np.uint8)
    memory = group.wave.memory
    for first in range(0, places.shape[1], LANES):
        some = places[:, first : first + LANES]
        width = some.shape[1]
        readers = group if width == LANES else group.narrow(group.lanes < width)
        data = np.ascontiguousarray(memory.load(readers, "shared", some.reshape(-1), B128))
        found[:, first : first + width] = data.view(np.uint8).reshape(rows.number, width, _ROW)
    return found
