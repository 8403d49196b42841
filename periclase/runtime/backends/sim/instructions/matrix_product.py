"""Products of small matrices by a warp: `mma.sync`, dense, sparse and with scaled blocks (PTX ISA, 9.7.14.5, 9.7.14.6).

The exact sum of products and accumulator is rounded once (see `exact_sums`); a GPU may add in another order and round, or cut
off, meanwhile. Sums of integers wrap, or with `.satfinite` stop at the largest and least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.record import Record
from periclase.runtime.backends.sim.instructions import exact_sums, matrix_fragments
from periclase.runtime.backends.sim.instructions.block_scales import BlockScales, decode_scales
from periclase.runtime.backends.sim.instructions.matrix_elements import FORMATS, IN_BYTES, Format, unpack
from periclase.runtime.backends.sim.instructions.sparse_matrices import Sparsity, decode_sparsity
from periclase.runtime.backends.sim.instructions.warp_rows import WarpRows
from periclase.runtime.backends.sim.machine.instruction_set import WARP, instruction
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Vector

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.instructions.matrix_fragments import Fragment
    from periclase.runtime.backends.sim.machine.decoder import Decoder, Write
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction, Operand

Array = np.ndarray[Any, Any]

_FLAGS: Final = frozenset(
    (
        "sync",
        "aligned",
        "row",
        "col",
        "sp",
        "sp::ordered_metadata",
        "satfinite",
        "block_scale",
        "xor",
        "and",
        "popc",
        "rn",
    )
)
_TYPES: Final = frozenset(("f16", "f32", "s32", *FORMATS, *IN_BYTES))
_SCALE_TYPES: Final = frozenset(("ue8m0", "ue4m3"))

_INTEGERS: Final = ("s32",)
_FLOATS: Final = ("f32", "f16")

_DENSE: Final[dict[tuple[str, str], tuple[tuple[str, ...], ...]]] = {
    # kind and shape: groups of types that factors can have together, and after each the types of sums
    ("", "m16n8k4"): (("tf32",), ("f32",), ("f64",), ("f64",)),
    ("", "m16n8k8"): (("f16",), _FLOATS, ("bf16",), ("f32",), ("tf32",), ("f32",), ("f64",), ("f64",)),
    ("", "m16n8k16"): (
        *(("f16",), _FLOATS, ("bf16",), ("f32",), ("f64",), ("f64",)),
        *(("e4m3", "e5m2"), _FLOATS, ("s8", "u8"), _INTEGERS),
    ),
    ("", "m16n8k32"): (("e4m3", "e5m2"), _FLOATS, ("s8", "u8"), _INTEGERS, ("s4", "u4"), _INTEGERS),
    ("", "m16n8k64"): (("s4", "u4"), _INTEGERS),
    ("", "m16n8k128"): (("b1",), _INTEGERS),
    ("", "m16n8k256"): (("b1",), _INTEGERS),
    ("", "m8n8k4"): (("f64",), ("f64",)),
    ("", "m8n8k16"): (("s8", "u8"), _INTEGERS),
    ("", "m8n8k32"): (("s4", "u4"), _INTEGERS),
    ("", "m8n8k128"): (("b1",), _INTEGERS),
    ("f8f6f4", "m16n8k32"): (tuple(IN_BYTES), _FLOATS),
    ("mxf8f6f4", "m16n8k32"): (tuple(IN_BYTES), ("f32",)),
    ("mxf4", "m16n8k64"): (("e2m1",), ("f32",)),
    ("mxf4nvf4", "m16n8k64"): (("e2m1",), ("f32",)),
}

_SPARSE: Final[dict[tuple[str, str], tuple[tuple[str, ...], ...]]] = {
    ("", "m16n8k8"): (("tf32",), ("f32",)),
    ("", "m16n8k16"): (("f16",), _FLOATS, ("bf16",), ("f32",), ("tf32",), ("f32",)),
    ("", "m16n8k32"): (("f16",), _FLOATS, ("bf16",), ("f32",), ("s8", "u8"), _INTEGERS),
    ("", "m16n8k64"): (("e4m3", "e5m2"), _FLOATS, ("s8", "u8"), _INTEGERS, ("s4", "u4"), _INTEGERS),
    ("", "m16n8k128"): (("s4", "u4"), _INTEGERS),
    ("f8f6f4", "m16n8k64"): (tuple(IN_BYTES), _FLOATS),
    ("mxf8f6f4", "m16n8k64"): (tuple(IN_BYTES), ("f32",)),
    ("mxf4", "m16n8k128"): (("e2m1",), ("f32",)),
    ("mxf4nvf4", "m16n8k128"): (("e2m1",), ("f32",)),
}
"""What the PTX ISA has (9.7.14.5.14, 9.7.14.6.3), but for the products of `f16` that four parts of a warp make for themselves
(`m8n8k4`)."""


class _Form(Record):
    """What the modifiers of a product say.

    Attributes:
        shape: as written.
        kind: behind `.kind::`; may be empty.
        types: of `d`, `a`, `b`, `c`.
        scale: the type of scales; empty: none.
        scales: how many scales a row has, as written (`4X`); empty: not said.
        sparsity: `sp`, `sp::ordered_metadata`, or empty.
        bitwise: `xor`, `and`, or empty.
        satfinite: whether sums stop at the largest and least.
    """

    shape: str
    kind: str
    types: tuple[str, ...]
    scale: str
    scales: str
    sparsity: str
    bitwise: str
    satfinite: bool

    @property
    def extents(self) -> tuple[int, int, int]:
        """The numbers of the shape."""
        m, _, rest = self.shape[1:].partition("n")
        n, _, k = rest.partition("k")
        return int(m), int(n), int(k)


@instruction("mma", members=lambda current: WARP)
def decode_product(current: Instruction, decoder: Decoder) -> Step:
    """`mma.sync`, `mma.sp.sync`, `mma.sp::ordered_metadata.sync`: `d` is `a` · `b` + `c` (9.7.14.5.14, 9.7.14.6.3)."""
    form = _parse(current.modifiers, decoder)
    m, n, k = form.extents
    d_type, a_type, b_type, c_type = form.types
    formats = IN_BYTES if form.kind.endswith("f8f6f4") else FORMATS
    a_format, b_format = formats[a_type], formats[b_type]
    targets, a, b, c, *others = current.operands
    sparsity: Sparsity | None = None
    if form.sparsity:
        sparsity = decode_sparsity(k, a_type, a_format.bits, form.sparsity != "sp", others[:2], decoder)
        others = others[2:]
    scales: BlockScales | None = None
    if form.scale:
        scales = decode_scales(form.kind, form.scale, form.scales, others, decoder)
        others = others[4:]
    if others:
        decoder.refuse("it has more operands than it needs")
    stored = k // 2 if sparsity else k
    read_a = factor_reader(a, matrix_fragments.left(m, stored, a_format.bits), a_format, decoder)
    read_b = factor_reader(b, matrix_fragments.right(k, n, b_format.bits), b_format, decoder)
    read_c, write_d = accumulators(c, targets, c_type, d_type, (m, n), decoder)
    multiply = _multiplication(form, a_format.integer)

    def step(group: Group) -> None:
        rows = WarpRows(group)
        rows.need_all()
        left, right = read_a(group, rows), read_b(group, rows)
        if sparsity is not None:
            left = sparsity.spread(group, rows, left)
        if scales is not None:
            left, right = scales.apply(group, rows, left, right)
        write_d(group, rows, multiply(left, right, read_c(group, rows)))

    return step


def _parse(modifiers: Sequence[str], decoder: Decoder) -> _Form:
    found: dict[str, str] = {}
    types: list[str] = []
    for modifier in modifiers:
        prefix, colons, rest = modifier.partition("::")
        if modifier in _FLAGS:
            found[modifier] = modifier
        elif modifier in _TYPES:
            types.append(modifier)
        elif modifier in _SCALE_TYPES:
            found["scale"] = modifier
        elif colons and prefix in ("kind", "scale_vec"):
            found[prefix] = rest
        elif modifier[0] == "m" and modifier[1:2].isdigit():
            found["shape"] = modifier
        else:
            decoder.refuse(f"it does not know `.{modifier}` here")
    kind, shape = found.get("kind", ""), found.get("shape", "")
    sparsity = found.get("sp::ordered_metadata") or found.get("sp", "")
    known = (_SPARSE if sparsity else _DENSE).get((kind, shape), ())
    if (
        "sync" not in found
        or "aligned" not in found
        or "row" not in found
        or "col" not in found
        or len(types) != 4
    ):
        decoder.refuse("it does not know this form")
    d, a, b, c = types
    if not any(
        a in factors and b in factors and d in sums
        for factors, sums in zip(known[::2], known[1::2], strict=True)
    ):
        decoder.refuse(
            f"it has no product of {a} and {b} in {d} of the shape {shape or '?'}{f' of {kind}' if kind else ''}"
        )
    if c != d:
        decoder.refuse(f"it does not add {c} and give {d}")
    bitwise = found.get("xor") or found.get("and", "")
    if (a == "b1") != bool(bitwise and "popc" in found):
        decoder.refuse("`.xor.popc` and `.and.popc` are of single bits, which need one of them")
    if "satfinite" in found and d != "s32":
        decoder.refuse("`.satfinite` is of integers")
    if "rn" in found and a != "f64":
        decoder.refuse("`.rn` is of 64-bit floats")
    if ("scale" in found) != kind.startswith("mx") or ("block_scale" in found) != kind.startswith("mx"):
        decoder.refuse("scales of blocks belong to the kinds that begin with `mx`")
    return _Form(
        shape,
        kind,
        (d, a, b, c),
        found.get("scale", ""),
        found.get("scale_vec", ""),
        sparsity,
        bitwise,
        "satfinite" in found,
    )


# ------------------------------------------------------------------------------------------------------------- factors ----


def elements_of(operand: Operand) -> tuple[Operand, ...]:
    """The operands in braces, or the one without."""
    return operand.elements if isinstance(operand, Vector) else (operand,)


def factor_reader(
    operand: Operand, fragment: Fragment, form: Format, decoder: Decoder
) -> Callable[[Group, WarpRows], Array]:
    """What gives the values of a factor in registers, by warp, row and column."""
    dtype = DTYPES["b64" if form.bits == 64 else "b32"]
    reads = [decoder.read(element, dtype) for element in elements_of(operand)]
    if len(reads) != fragment.registers:
        decoder.refuse(f"a factor has {len(reads)} registers and not {fragment.registers}")

    def read(group: Group, rows: WarpRows) -> Array:
        registers = np.stack([rows.spread(one(group)) for one in reads], axis=-1)
        return form.values(fragment.matrix(unpack(registers, form.bits)))

    return read


# ---------------------------------------------------------------------------------------------------------------- sums ----


_NANS: Final = {
    "f16": np.array([0x7FFF], np.uint16).view(np.float16)[0],
    "f32": np.array([0x7FFF_FFFF], np.uint32).view(np.float32)[0],
    "f64": np.array([0x7FF8_0000_0000_0000], np.uint64).view(np.float64)[0],
}


def accumulators(
    source: Operand, targets: Operand, c_type: str, d_type: str, extents: tuple[int, int], decoder: Decoder
) -> tuple[Callable[[Group, WarpRows], Array], Callable[[Group, WarpRows, Array], None]]:
    """What gives the sums that there are, as 64-bit floats, and what takes those that come of it.

    Args:
        extents: rows and columns of the sums that a warp has.
    """
    before = matrix_fragments.sums(*extents, 2 if c_type == "f16" else 1)
    after = matrix_fragments.sums(*extents, 2 if d_type == "f16" else 1)
    register = DTYPES["b32" if c_type == "f16" else c_type]
    reads = [decoder.read(element, register) for element in elements_of(source)]
    result = DTYPES["b32" if d_type == "f16" else d_type]
    writes: list[Write] = [decoder.write(element, result) for element in elements_of(targets)]
    if len(reads) != before.registers or len(writes) != after.registers:
        decoder.refuse(
            f"sums have {len(reads)} and {len(writes)} registers, not {before.registers} and {after.registers}"
        )

    def read(group: Group, rows: WarpRows) -> Array:
        registers = np.stack([rows.spread(one(group)) for one in reads], axis=-1)
        if c_type == "f16":
            values = registers.view(np.float16).reshape(*registers.shape, 2)
        else:
            values = registers[..., None]
        return before.matrix(values.astype(np.float64))

    def write(group: Group, rows: WarpRows, matrices: Array) -> None:
        values = after.elements(_rounded(matrices, d_type))
        registers = np.ascontiguousarray(values).view(result)
        for number, one in enumerate(writes):
            one(group, rows.gather(registers[:, :, number, 0]))

    return read, write


def _rounded(matrices: Array, kind: str) -> Array:
    if kind == "s32":
        return matrices.astype(np.int64).astype(np.int32)
    values = matrices.astype(DTYPES[kind])
    return np.where(np.isnan(values), _NANS[kind], values)


def _multiplication(form: _Form, integer: bool) -> Callable[[Array, Array, Array], Array]:
    if form.bitwise:
        return _xor if form.bitwise == "xor" else _and
    if integer:
        return saturating if form.satfinite else plain
    return exact_sums.product_of_doubles if form.types[1] == "f64" else exact_sums.product


def plain(a: Array, b: Array, c: Array) -> Array:
    """`a` · `b` + `c` of integers."""
    # Of integers of eight bits and fewer; no sum comes near to 2**53.
    return np.matmul(a, b) + c


def saturating(a: Array, b: Array, c: Array) -> Array:
    """`a` · `b` + `c` of integers, at most the largest of 32 bits and at least the least."""
    limits = np.iinfo(np.int32)
    return np.clip(plain(a, b, c), float(limits.min), float(limits.max))


def _and(a: Array, b: Array, c: Array) -> Array:
    return np.matmul(a, b) + c


def _xor(a: Array, b: Array, c: Array) -> Array:
    ones = a.sum(axis=-1)[..., :, None] + b.sum(axis=-2)[..., None, :]
    return ones - 2 * np.matmul(a, b) + c
