"""Products of small matrices by a warp (`mma`), and matrices moved between shared memory and the registers of a warp.

All lanes of the warp run one instruction together and hold a part of each matrix: which elements, the PTX ISA says for each shape
under "Matrix Fragments". A fragment is a tuple of words; smaller elements are packed, the first in the lowest bits. `mma` gives
`a` · `b` + `c`, `a` by rows and `b` by columns; a shape such as `m16n8k16` says that `a` is 16×16 and `b` 16×8.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from periclase.intrinsics.architectures import BLACKWELL, CONSUMER, CONSUMER_EACH
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import Effect, Intrinsic, MlirForm, Requirement
from periclase.record import Record


class _Elements(Record):
    """The elements of the factors of a product.

    Attributes:
        name: in the names of the rows.
        choices: the formats, each factor's own if there are several.
        accumulators: the types that products can be summed up in.
        kind: the modifier that names the kind.
        satfinite: whether sums can be clamped instead of wrapping.
    """

    name: str
    choices: tuple[str, ...]
    accumulators: tuple[str, ...] = ("f32",)
    kind: str = ""
    satfinite: bool = False

    @property
    def parameters(self) -> str:
        """What the signature says of them."""
        words = "|".join(self.choices)
        formats = f", a_type: {words}, b_type: {words}" if len(self.choices) > 1 else ""
        return formats + (", satfinite: flag" if self.satfinite else "")

    @property
    def suffix(self) -> str:
        """What the name of the function that the CPU runs says of the choices, a template."""
        formats = "_{a_type}_{b_type}" if len(self.choices) > 1 else ""
        return formats + ("{satfinite?_satfinite}" if self.satfinite else "")

    @property
    def types(self) -> str:
        """The types of `a` and `b` in the instruction."""
        first, *others = self.choices
        return "{a_type}.{b_type}" if others else f"{first}.{first}"


_F16: Final = _Elements("f16", ("f16",), ("f32", "f16"))
_BF16: Final = _Elements("bf16", ("bf16",))
_TF32: Final = _Elements("tf32", ("tf32",))
_F64: Final = _Elements("f64", ("f64",), ("f64",))
_F8: Final = _Elements("f8", ("e4m3", "e5m2"), ("f32", "f16"))
_SPARSE_F8: Final = _Elements("f8", ("e4m3", "e5m2"))
_F8F6F4: Final = _Elements(
    "f8f6f4", ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1"), ("f32", "f16"), kind=".kind::f8f6f4"
)
_I8: Final = _Elements("i8", ("s8", "u8"), ("s32",), satfinite=True)
_I4: Final = _Elements("i4", ("s4", "u4"), ("s32",), satfinite=True)

_DENSE: Final = (
    # shape, elements, registers of a, b and c (f16 accumulators: half as many), sm, PTX
    ("m16n8k8", _F16, 2, 1, 4, 80, 70),
    ("m16n8k16", _F16, 4, 2, 4, 80, 70),
    ("m16n8k8", _BF16, 2, 1, 4, 80, 70),
    ("m16n8k16", _BF16, 4, 2, 4, 80, 70),
    ("m16n8k4", _TF32, 2, 1, 4, 80, 70),
    ("m16n8k8", _TF32, 4, 2, 4, 80, 70),
    ("m8n8k4", _F64, 1, 1, 2, 80, 70),
    ("m16n8k4", _F64, 2, 1, 4, 90, 78),
    ("m16n8k8", _F64, 4, 2, 4, 90, 78),
    ("m16n8k16", _F64, 8, 4, 4, 90, 78),
    ("m16n8k16", _F8, 2, 1, 4, 89, 87),
    ("m16n8k32", _F8, 4, 2, 4, 89, 84),
    ("m16n8k32", _F8F6F4, 4, 2, 4, 120, 87),
    ("m8n8k16", _I8, 1, 1, 2, 75, 65),
    ("m16n8k16", _I8, 2, 1, 4, 80, 70),
    ("m16n8k32", _I8, 4, 2, 4, 80, 70),
    ("m8n8k32", _I4, 1, 1, 2, 75, 65),
    ("m16n8k32", _I4, 2, 1, 4, 80, 70),
    ("m16n8k64", _I4, 4, 2, 4, 80, 70),
)
_SPARSE: Final = (
    # shape, elements, registers of a (half of it is stored), b and c, the lanes that can bring the metadata
    ("m16n8k16", _F16, 2, 2, 4, "0|1|2|3", 80, 71),
    ("m16n8k32", _F16, 4, 4, 4, "0|1", 80, 71),
    ("m16n8k16", _BF16, 2, 2, 4, "0|1|2|3", 80, 71),
    ("m16n8k32", _BF16, 4, 4, 4, "0|1", 80, 71),
    ("m16n8k8", _TF32, 2, 2, 4, "0|1|2|3", 80, 71),
    ("m16n8k16", _TF32, 4, 4, 4, "0|1", 80, 71),
    ("m16n8k64", _SPARSE_F8, 4, 4, 4, "0", 89, 84),
    ("m16n8k64", _F8F6F4, 4, 4, 4, "0", 120, 87),
    ("m16n8k32", _I8, 2, 2, 4, "0|1", 80, 71),
    ("m16n8k64", _I8, 4, 4, 4, "0", 80, 71),
    ("m16n8k64", _I4, 2, 2, 4, "0|1", 80, 71),
    ("m16n8k128", _I4, 4, 4, 4, "0", 80, 71),
)
_BITS: Final = (("m8n8k128", 1, 1, 2, 75), ("m16n8k128", 2, 1, 4, 80), ("m16n8k256", 4, 2, 4, 80))

_REGISTERS: Final = {"f32": "f32", "f64": "f64", "s32": "i32", "f16": "u32"}
"""What an accumulator is in the signature."""

_LIBRARY: Final = "periclase.library.matrices"
_INTEGERS: Final = "periclase.library.integer_matrices"
_MOVES: Final = "periclase.library.matrix_moves"
_COLLECTIVE: Final = " All lanes of the warp run it together."


def _mlir_types(elements: _Elements) -> str:
    """What MLIR says of the elements of the factors where their registers do not."""
    if elements in (_F16, _F64):
        return ""
    first, *others = elements.choices
    a, b = ("{a_type}", "{b_type}") if others else (first, first)
    return f", multiplicandAPtxType = {a}, multiplicandBPtxType = {b}"


def _mlir_operands(elements: _Elements, accumulator: str) -> str:
    factor = ": vector<2xf16>" if elements is _F16 else ""
    held = ": vector<2xf16>" if accumulator == "f16" else ""
    return f"A = $a{factor}, B = $b{factor}, C = $c{held}"


def _mlir_product(shape: str, elements: _Elements, accumulator: str) -> MlirForm | None:
    """MLIR's operation, which has no 8-bit floats and only the smallest product of doubles."""
    if elements in (_F8, _F8F6F4) or (elements is _F64 and shape != "m8n8k4"):
        return None
    return mlir(
        "mma.sync",
        _mlir_operands(elements, accumulator),
        f"shape = {_mlir_shape(shape)}, layoutA = row, layoutB = col{_mlir_types(elements)}"
        f"{', intOverflowBehavior = {satfinite?satfinite|wrapped}' if elements.satfinite else ''}",
        "vector<2xf16>" if accumulator == "f16" else "",
    )


def _mlir_shape(shape: str) -> str:
    """`m16n8k16` as numbers, `16x8x16`."""
    return shape[1:].replace("n", "x").replace("k", "x")


def _product(
    shape: str, elements: _Elements, accumulator: str, counts: tuple[int, int, int], sm: int, isa: int
) -> Intrinsic:
    a, b, c = counts
    factor = "f64" if elements is _F64 else "u32"
    held = _REGISTERS[accumulator]
    c = c // 2 if accumulator == "f16" else c
    return instruction(
        f"mma_{shape}_{accumulator}_{elements.name}",
        "matrix",
        f"(a: {factor}*{a}, b: {factor}*{b}, c: {held}*{c}{elements.parameters}) -> {held}*{c}",
        f"mma.sync.aligned.{shape}.row.col{elements.kind}{'{satfinite?.satfinite}' if elements.satfinite else ''}"
        f".{accumulator}.{elements.types}.{accumulator} $d, $a, $b, $c;",
        f"`a` · `b` + `c` of {_described(elements)}, summed up in {accumulator}.{_COLLECTIVE}",
        sm=sm,
        isa=max(isa, 87) if elements is _F8 and accumulator == "f16" else isa,
        only=CONSUMER if elements is _F8F6F4 else (),
        effect=Effect.READ_WRITE,
        convergent=True,
        cpu=f"{_meanings(elements)}:mma_{shape}_{accumulator}_{elements.name}{elements.suffix}",
        section="mma",
        mlir=_mlir_product(shape, elements, accumulator),
    )


def _meanings(elements: _Elements) -> str:
    """The library whose functions the CPU runs, a template."""
    if elements is _I4:
        return _INTEGERS
    return f"{{satfinite?{_INTEGERS}|{_LIBRARY}}}" if elements.satfinite else _LIBRARY


def _described(elements: _Elements) -> str:
    return " or ".join(elements.choices)


def _sparse_product(
    shape: str,
    elements: _Elements,
    accumulator: str,
    counts: tuple[int, int, int],
    lanes: str,
    sm: int,
    isa: int,
) -> Intrinsic:
    a, b, c = counts
    held = _REGISTERS[accumulator]
    c = c // 2 if accumulator == "f16" else c
    always_ordered = elements is _F8F6F4
    selector = f", selector: {lanes} = 0" if "|" in lanes else ""
    return instruction(
        f"mma_sp_{shape}_{accumulator}_{elements.name}",
        "matrix",
        f"(a: u32*{a}, b: u32*{b}, c: {held}*{c}, metadata: u32{elements.parameters}{selector}"
        f"{'' if always_ordered else ', ordered: flag'}) -> {held}*{c}",
        f"mma.sp{'::ordered_metadata' if always_ordered else '{ordered?::ordered_metadata}'}.sync.aligned.{shape}.row.col"
        f"{elements.kind}{'{satfinite?.satfinite}' if elements.satfinite else ''}"
        f".{accumulator}.{elements.types}.{accumulator} $d, $a, $b, $c, $metadata, {'{selector}' if selector else '0'};",
        f"`a` · `b` + `c` of {_described(elements)}, summed up in {accumulator}, where half of the elements of `a` are zero: "
        f"`metadata` says which are not, brought by the lanes that `selector` names"
        f"{', in ascending order' if always_ordered else '; `ordered` promises that they are in ascending order'}.{_COLLECTIVE}",
        sm=sm,
        isa=max(isa, 87) if elements is _F8 and accumulator == "f16" else isa,
        only=CONSUMER if elements is _F8F6F4 else (),
        needs={"ordered": Requirement(80, 85)},
        effect=Effect.READ_WRITE,
        convergent=True,
        section="mma.sp",
        # MLIR's operation takes half of the registers that 8-bit floats and smaller ones fill.
        mlir=None
        if elements in (_SPARSE_F8, _F8F6F4)
        else mlir(
            "mma.sp.sync",
            f"{_mlir_operands(elements, accumulator)}, sparseMetadata = $metadata, "
            f"sparsitySelector = {'{selector}' if selector else '0'}",
            f"shape = {_mlir_shape(shape)}{_mlir_types(elements)}, "
            "orderedMetadata = {ordered?true}"
            f"{', intOverflowBehavior = {satfinite?satfinite|wrapped}' if elements.satfinite else ''}",
            "vector<2xf16>" if accumulator == "f16" else "",
        ),
    )


class _Scaled(Record):
    """A kind of product of blocks with scales.

    Attributes:
        name: of the kind.
        shape, sparse_shape: of the dense and of the sparse one.
        types: the formats that each factor can have; empty for `e2m1`.
        scales: the number of scales of a row or column, a template.
        formats: the format of the scales, or the words for them.
    """

    name: str
    shape: str
    sparse_shape: str
    types: str = ""
    scales: str = "2"
    formats: str = "ue8m0"


_SCALED: Final = (
    _Scaled("mxf8f6f4", "m16n8k32", "m16n8k64", "|".join(_F8F6F4.choices), scales="1"),
    _Scaled("mxf4", "m16n8k64", "m16n8k128"),
    _Scaled(
        "mxf4nvf4",
        "m16n8k64",
        "m16n8k128",
        scales="{scale_type=ue4m3?4|2}",
        formats="ue8m0|ue4m3",
    ),
)


def _scaled_product(kind: _Scaled, sparse: bool) -> Intrinsic:
    shape = kind.sparse_shape if sparse else kind.shape
    formats = f"a_type: {kind.types}, b_type: {kind.types}, " if kind.types else ""
    formats += f"scale_type: {kind.formats}, " if "|" in kind.formats else ""
    scale_type = "{scale_type}" if "|" in kind.formats else kind.formats
    a_type, b_type = ("{a_type}", "{b_type}") if kind.types else ("e2m1", "e2m1")
    columns = 4 if sparse else 2
    return instruction(
        f"mma_{'sp_' if sparse else ''}{shape}_f32_{kind.name}",
        "matrix",
        f"(a: u32*4, b: u32*{columns}, c: f32*4{', metadata: u32' if sparse else ''}, scale_a: u32, scale_b: u32, "
        f"{formats}byte_a: u16 = 0, thread_a: u16 = 0, byte_b: u16 = 0, thread_b: u16 = 0) -> f32*4",
        f"mma{'.sp::ordered_metadata' if sparse else ''}.sync.aligned.{shape}.row.col.kind::{kind.name}.block_scale"
        f".scale_vec::{kind.scales}X.f32.{a_type}.{b_type}.f32.{scale_type} $d, $a, $b, $c,{' $metadata, 0,' if sparse else ''} "
        "$scale_a, { $byte_a, $thread_a }, $scale_b, { $byte_b, $thread_b };",
        f"`a` · `b` + `c` of floats of {'8, 6 or 4' if kind.types else '4'} bits, summed up in f32, each block of a row of `a` "
        "and of a column of `b` times its scale"
        f"{', where half of the elements of `a` are zero: `metadata` says which are not, in ascending order' if sparse else ''}. "
        f"`scale_a` holds four scales of a byte; `byte_a` and `thread_a` say which of the lanes and of the bytes give those that "
        f"count, and so for `b`.{_COLLECTIVE}",
        sm=120,
        isa=87,
        only=CONSUMER_EACH if sparse and not kind.types else CONSUMER,
        effect=Effect.READ_WRITE,
        convergent=True,
        section="mma.sp" if sparse else "mma",
        mlir=mlir(
            "mma.sp.block_scale" if sparse else "mma.block_scale",
            "A = $a, B = $b, C = $c, "
            f"{'sparseMetadata = $metadata, sparsitySelector = 0, ' if sparse else ''}"
            "scaleAData = $scale_a, byteIdA = $byte_a, threadIdA = $thread_a, "
            "scaleBData = $scale_b, byteIdB = $byte_b, threadIdB = $thread_b",
            f"shape = {_mlir_shape(shape)}, {'orderedMetadata = true, ' if sparse else ''}scaleVecSize = x{kind.scales}, "
            f"blockScaleFormat = {scale_type}, kind = {kind.name}, multiplicandAPtxType = {a_type}, "
            f"multiplicandBPtxType = {b_type}",
        ),
    )


def _products() -> Iterator[Intrinsic]:
    for shape, elements, a, b, c, sm, isa in _DENSE:
        for accumulator in elements.accumulators:
            yield _product(shape, elements, accumulator, (a, b, c), sm, isa)
    for shape, a, b, c, sm in _BITS:
        yield instruction(
            f"mma_{shape}_s32_b1",
            "matrix",
            f"(a: u32*{a}, b: u32*{b}, c: i32*{c}, operation: xor|and = xor) -> i32*{c}",
            f"mma.sync.aligned.{shape}.row.col.s32.b1.b1.s32.{{operation}}.popc $d, $a, $b, $c;",
            f"`c` plus the number of ones in the `operation` of the rows of bits of `a` and the columns of `b`.{_COLLECTIVE}",
            sm=sm,
            isa=70,
            needs={"and": Requirement(80, 71)},
            effect=Effect.READ_WRITE,
            convergent=True,
            cpu=f"{_INTEGERS}:mma_{shape}_s32_b1_{{operation}}",
            section="mma",
            mlir=mlir(
                "mma.sync",
                "A = $a, B = $b, C = $c",
                f"shape = {_mlir_shape(shape)}, layoutA = row, layoutB = col, b1Op = {{operation}}_popc, "
                "multiplicandAPtxType = b1, multiplicandBPtxType = b1",
            ),
        )
    for shape, elements, a, b, c, lanes, sm, isa in _SPARSE:
        for accumulator in elements.accumulators:
            yield _sparse_product(shape, elements, accumulator, (a, b, c), lanes, sm, isa)
    for kind in _SCALED:
        for sparse in (False, True):
            yield _scaled_product(kind, sparse)


def _mlir_load(shape: str, element: str, layout: str) -> MlirForm:
    return mlir(
        "ldmatrix", "ptr = $row", f"num = {{count}}, layout = {layout}, shape = {shape}, eltType = {element}"
    )


def _mlir_store(shape: str, element: str, layout: str) -> MlirForm:
    return mlir(
        "stmatrix",
        "ptr = $row, sources = $values",
        f"layout = {layout}, shape = {shape}, eltType = {element}",
    )


_ROW_TYPES: Final = ("f16", "bf16", "i8", "u8", "i16", "u16", "f32", "i32", "u32", "i64", "u64")


def _move(
    name: str,
    signature: str,
    ptx: str,
    summary: str,
    sm: int,
    isa: int,
    only: tuple[str, ...] = (),
    types: tuple[str, ...] = _ROW_TYPES,
    cpu: str = "",
    mlir: MlirForm | None = None,
) -> Intrinsic:
    return instruction(
        name,
        "matrix",
        signature,
        ptx,
        summary + _COLLECTIVE,
        types=types,
        sm=sm,
        isa=isa,
        only=only,
        effect=Effect.READ_WRITE,
        convergent=True,
        cpu=f"{_MOVES}:{cpu}" if cpu else "",
        mlir=mlir,
    )


ROWS: Final = (
    *_products(),
    _move(
        "ldmatrix",
        "(row: read shared T, count: 1|2|4, trans: flag) -> u32*count",
        "ldmatrix.sync.aligned.m8n8.x{count}{trans?.trans}.shared.b16 $d, [$row];",
        "The lane's parts of `count` 8×8 matrices of 16-bit elements; lane `i` of the first 8 · `count` names the "
        "start of row `i`, "
        "16 bytes. `trans` transposes them.",
        75,
        65,
        cpu="ldmatrix_x{count}{trans?_trans}_{T}",
        mlir=_mlir_load("8x8", "b16", "{trans?col|row}"),
    ),
    _move(
        "ldmatrix_m16n16",
        "(row: read shared T, count: 1|2, format: b8|b4x16_p64|b6x16_p32) -> u32*2*count",
        "ldmatrix.sync.aligned.m16n16.x{count}.trans.shared{format=b8?.b8|.b8x16.{format}} $d, [$row];",
        "The lane's parts of `count` 16×16 matrices of bytes, transposed; 4-bit (`b4x16_p64`) and 6-bit elements "
        "(`b6x16_p32`) are "
        "spread to a byte each.",
        100,
        86,
        BLACKWELL,
        mlir=_mlir_load(
            "16x16",
            "{format=b8?b8}{format=b4x16_p64?b8x16.b4x16_p64}{format=b6x16_p32?b8x16.b6x16_p32}",
            "col",
        ),
    ),
    _move(
        "ldmatrix_m8n16",
        "(row: read shared T, count: 1|2|4, format: b4x16_p64|b6x16_p32) -> u32*count",
        "ldmatrix.sync.aligned.m8n16.x{count}.shared.b8x16.{format} $d, [$row];",
        "The lane's parts of `count` 8×16 matrices of 4-bit (`b4x16_p64`) or 6-bit elements (`b6x16_p32`), spread to a "
        "byte each.",
        100,
        86,
        BLACKWELL,
        mlir=_mlir_load("8x16", "b8x16.{format}", "row"),
    ),
    _move(
        "stmatrix",
        "(row: shared T, values: u32*count, count: 1|2|4, trans: flag)",
        "stmatrix.sync.aligned.m8n8.x{count}{trans?.trans}.shared.b16 [$row], $values;",
        "Stores the lanes' parts of `count` 8×8 matrices of 16-bit elements; lane `i` of the first 8 · `count` names "
        "the start of "
        "row `i`, 16 bytes. `trans` transposes them.",
        90,
        78,
        cpu="stmatrix_x{count}{trans?_trans}_{T}",
        mlir=_mlir_store("8x8", "b16", "{trans?col|row}"),
    ),
    _move(
        "stmatrix_m16n8",
        "(row: shared T, values: u32*count, count: 1|2|4)",
        "stmatrix.sync.aligned.m16n8.x{count}.trans.shared.b8 [$row], $values;",
        "Stores the lanes' parts of `count` 16×8 matrices of bytes, transposed.",
        100,
        86,
        BLACKWELL,
        mlir=_mlir_store("16x8", "b8", "col"),
    ),
    _move(
        "movmatrix_trans",
        "(x: u32) -> u32",
        "movmatrix.sync.aligned.m8n8.trans.b16 $d, $x;",
        "The lane's part of the transpose of an 8×8 matrix of 16-bit elements that the registers `x` of the warp hold.",
        75,
        78,
        types=(),
        cpu="movmatrix_trans",
    ),
)
