"""Attributes of operations that MLIR has, made from their words: `#nvvm.mma_layout<row>`, `#nvvm.shape<m = 16, n = 8, k = 8>`.

`attribute_of` makes any attribute that a row of the table can name from its text; equal texts give the same object.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from xdsl.dialects import builtin
from xdsl.dialects.builtin import BoolAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Data, SpacedOpaqueSyntaxAttribute
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from periclase.dialects.nvvm.attributes import (
    Angled,
    LoadCacheModifierAttr,
    MatchSyncKindAttr,
    MemScopeAttr,
    ProxyKindAttr,
    ReduxKindAttr,
    SharedSpaceAttr,
    VoteSyncKindAttr,
)
from periclase.dialects.nvvm.base import UNIT
from periclase.ir.attributes import attribute
from periclase.ir.enum_attribute import EnumAttribute
from periclase.ir.operations import declaring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.parser import AttrParser
    from xdsl.printer import Printer

_ANGLED: Final = {
    "mma_layout": "row col",
    "mma_type": "f16 f32 tf32 bf16 s8 u8 s32 s4 u4 b1 f64 e4m3 e5m2 e3m2 e2m3 e2m1",
    "mma_b1op": "none xor_popc and_popc",
    "mma_int_overflow": "satfinite wrapped",
    "mma_kind": "f8f6f4",
    "ld_st_matrix_elt_type": "b16 b8 b8x16.b6x16_p32 b8x16.b4x16_p64",
    "wgmma_type": "f16 tf32 u8 s8 b1 bf16 e4m3 e5m2 f32 s32",
    "wgmma_scale_in": "one neg",
    "wgmma_scale_out": "zero one",
    "tma_load_mode": "tile im2col im2col_w im2col_w_128 tile_gather4",
    "tma_store_mode": "tile im2col tile_scatter4",
    "tma_redux_kind": "add max min inc dec and or xor",
    "cta_group": "cta_1 cta_2",
    "fp_rnd_mode": "none rn rm rp rz rna rs",
    "sat_mode": "none satfinite",
    "mem_order": "weak relaxed acquire release acq_rel sc mmio volatile",
    "block_scale_kind": "mxf8f6f4 mxf4 mxf4nvf4",
    "block_scale_format": "ue8m0 ue4m3",
    "scale_vec_size": "x1 x2 x4",
    "tcgen05_fence": "before after",
    "tcgen05_wait": "load store",
    "tcgen05_cp_shape": "shape_128x256b shape_4x256b shape_128x128b shape_64x128b shape_32x128b",
    "tcgen05_cp_multicast": "none warpx2_02_13 warpx2_01_23 warpx4",
    "tcgen05_cp_src_fmt": "b6x16_p32 b4x16_p64",
    "tcgen05_ldst_shape": "shape_16x64b shape_16x128b shape_16x256b shape_32x32b shape_16x32bx2",
    "tcgen05_mma_kind": "f8f6f4 i8 f16 tf32",
    "tcgen05_mma_collectorop": "discard lastuse fill use",
    "tcgen05_mma_collectorb": "b0 b1 b2 b3",
    "tcgen05_mma_block_scale": "default block16 block32",
}
"""Enumerations that MLIR writes `#nvvm.name<word>`, and `<word>` in custom syntax, with their words."""

_OPAQUE: Final = {
    "action": "increase decrease",
    "grid_dep_action": "wait launch_dependents",
    "cluster_launch_control_query_type": "is_canceled get_first_cta_id_x get_first_cta_id_y get_first_cta_id_z",
}
"""Those that it writes `#nvvm<name word>`, and `word` in custom syntax."""

_TYPES: Final[dict[str, Attribute]] = {
    "f8E4M3FN": builtin.Float8E4M3FNType(),
    "f8E5M2": builtin.Float8E5M2Type(),
    "f8E8M0FNU": builtin.Float8E8M0FNUType(),
    "f6E2M3FN": builtin.Float6E2M3FNType(),
    "f6E3M2FN": builtin.Float6E3M2FNType(),
    "f4E2M1FN": builtin.Float4E2M1FNType(),
}
"""The types that can be an attribute."""


class _Sizes(Data[tuple[int, ...]]):
    """Base of attributes that are a few integers with names: `<m = 16, n = 8>`."""

    LETTERS: ClassVar[str]

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int, ...]:
        found: dict[str, int] = {}
        with parser.in_angle_brackets():
            while True:
                letter = parser.parse_identifier()
                parser.parse_punctuation("=")
                found[letter] = parser.parse_integer()
                if parser.parse_optional_punctuation(",") is None:
                    break
        if sorted(found) != sorted(cls.LETTERS):
            parser.raise_error(f"expected {', '.join(cls.LETTERS)}")
        return tuple(found[letter] for letter in cls.LETTERS)

    def print_parameter(self, printer: Printer) -> None:
        sizes = zip(self.LETTERS, self.data, strict=True)
        printer.print_string(f"<{', '.join(f'{letter} = {size}' for letter, size in sizes)}>")


@attribute
class MMAShapeAttr(_Sizes):
    """The shape of a product: `#nvvm.shape<m = 16, n = 8, k = 16>`."""

    name = "nvvm.shape"
    LETTERS = "mnk"


@attribute
class LdStMatrixShapeAttr(_Sizes):
    """The shape of matrices that are moved: `#nvvm.ld_st_matrix_shape<m = 8, n = 8>`."""

    name = "nvvm.ld_st_matrix_shape"
    LETTERS = "mn"


def _enumeration(name: str, words: str, base: type) -> type[EnumAttribute[Any]]:
    stem = "".join(part.capitalize() for part in name.split("_"))
    members = {word.upper().replace(".", "_"): word for word in words.split()}
    made = type(
        f"{stem}Attr",
        (base, EnumAttribute) if base is Angled else (EnumAttribute, base),
        {
            "__doc__": f"One of {', '.join(words.split())}.",
            "__module__": __name__,
            "name": f"nvvm.{name}",
            "enum_type": StrEnum(stem, members),
        },
    )
    return attribute(made)


_SIZES: Final[dict[str, type[_Sizes]]] = {"shape": MMAShapeAttr, "ld_st_matrix_shape": LdStMatrixShapeAttr}

_ENUMERATIONS: Final[dict[str, type[EnumAttribute[Any]]]] = {
    "load_cache_modifier": LoadCacheModifierAttr,
    "mem_scope": MemScopeAttr,
    "proxy_kind": ProxyKindAttr,
    "shared_space": SharedSpaceAttr,
    "vote_sync_kind": VoteSyncKindAttr,
    "match_sync_kind": MatchSyncKindAttr,
    "redux_kind": ReduxKindAttr,
}
"""Those that another file of the dialect has, and those made so far: a class takes half a millisecond, and a kernel has few."""


def attribute_class(kind: str) -> type[Attribute] | None:
    """The class of the attributes of a kind (`mlir_syntax.Property.kind`) that are the dialect's; None for MLIR's own."""
    found = _SIZES.get(kind) or _ENUMERATIONS.get(kind)
    if found is None and (kind in _ANGLED or kind in _OPAQUE):
        with declaring:
            found = _ENUMERATIONS.get(kind)
            if found is None:
                found = _ENUMERATIONS[kind] = (
                    _enumeration(kind, _ANGLED[kind], Angled)
                    if kind in _ANGLED
                    else _enumeration(kind, _OPAQUE[kind], SpacedOpaqueSyntaxAttribute)
                )
    return found


def mlir_attributes() -> Sequence[type[Attribute]]:
    """All that no other file of the dialect has."""
    made = [attribute_class(kind) for kind in (*_SIZES, *_ANGLED, *_OPAQUE)]
    return [each for each in made if each is not None]


def is_integer(kind: str) -> bool:
    """Whether attributes of the kind are integers."""
    return kind[0] == "i" and kind[1:].isdecimal()


@cache
def attribute_of(kind: str, text: str) -> Attribute:
    """The attribute of a kind that `text` is: a word, decimal digits, `true`, a type, or the numbers of a shape.

    ValueError for a word that the kind does not have.
    """
    if is_integer(kind):
        return IntegerAttr(int(text), IntegerType(int(kind[1:])))
    if kind == "bool":
        return BoolAttr.from_bool(text == "true")
    if kind == "unit":
        return UNIT
    if kind == "type":
        return _TYPES[text]
    if (sizes := _SIZES.get(kind)) is not None:
        return sizes(tuple(map(int, text.split("x"))))
    made = cast("type[EnumAttribute[Any]]", attribute_class(kind))
    return made(made.enum_type(text))


def require_kind(name: str, kind: str, value: Attribute) -> None:
    """VerifyException unless `value`, the attribute `name` of an operation, is of the kind."""
    if is_integer(kind):
        fits = isinstance(value, IntegerAttr) and cast("IntegerAttr", value).type == IntegerType(
            int(kind[1:])
        )
    elif kind == "bool":
        fits = isinstance(value, IntegerAttr) and cast("IntegerAttr", value).type == IntegerType(1)
    elif kind == "unit":
        fits = value == UNIT
    elif kind == "type":
        fits = value in _TYPES.values()
    else:
        wanted = attribute_class(kind)
        assert wanted is not None, kind
        fits = isinstance(value, wanted)
    if not fits:
        wanted_text = "a type of 8, 6 or 4 bits" if kind == "type" else kind
        raise VerifyException(f"'{name}' is of the kind {wanted_text}, not {value}")
