"""Attributes of the nvvm dialect: mostly enumerations, spelt as MLIR 22 spells them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute
from xdsl.utils.str_enum import StrEnum

from periclase.dialects.nvvm.base import parse_word, word_of
from periclase.ir.attributes import attribute
from periclase.ir.enum_attribute import EnumAttribute

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer


class ShflKind(StrEnum):
    """Which lane a shuffle reads."""

    BFLY = "bfly"
    UP = "up"
    DOWN = "down"
    IDX = "idx"


class VoteSyncKind(StrEnum):
    """What a vote asks."""

    ANY = "any"
    ALL = "all"
    BALLOT = "ballot"
    UNI = "uni"


class MatchSyncKind(StrEnum):
    """What a match compares with."""

    ANY = "any"
    ALL = "all"


class ReduxKind(StrEnum):
    """How a warp reduction combines."""

    ADD = "add"
    AND = "and"
    MAX = "max"
    MIN = "min"
    OR = "or"
    UMAX = "umax"
    UMIN = "umin"
    XOR = "xor"
    FMIN = "fmin"
    FMAX = "fmax"


class BarrierReduction(StrEnum):
    """How a block barrier combines the threads' predicates."""

    POPC = "popc"
    AND = "and"
    OR = "or"


class MemScope(StrEnum):
    """Which threads a memory barrier orders for."""

    CTA = "cta"
    CLUSTER = "cluster"
    GPU = "gpu"
    SYS = "sys"


class LoadCacheModifier(StrEnum):
    """The caches an asynchronous copy goes through."""

    CA = "ca"
    CG = "cg"


class PrefetchCacheLevel(StrEnum):
    """The cache that a prefetch fills."""

    L1 = "L1"
    L2 = "L2"


class DotAccumulateType(StrEnum):
    """Signedness of a dot product's operand."""

    SIGNED = "signed"
    UNSIGNED = "unsigned"


class PermuteMode(StrEnum):
    """How `nvvm.prmt` picks bytes."""

    DEFAULT = "default"
    F4E = "f4e"
    B4E = "b4e"
    RC8 = "rc8"
    ECL = "ecl"
    ECR = "ecr"
    RC16 = "rc16"


class ProxyKind(StrEnum):
    """A kind of access to memory, other than those of ordinary instructions (`generic`), that a proxy fence orders."""

    ALIAS = "alias"
    ASYNC = "async"
    ASYNC_GLOBAL = "async.global"
    ASYNC_SHARED = "async.shared"
    TENSORMAP = "tensormap"
    GENERIC = "generic"


class SharedSpace(StrEnum):
    """A block's own shared memory, or that of its cluster."""

    CTA = "cta"
    CLUSTER = "cluster"


class AtomicKind(StrEnum):
    """What an atomic read-modify-write does. Signs and floats are in the word, as in `llvm.atomicrmw`."""

    ADD = "add"
    FADD = "fadd"
    SUB = "sub"
    FSUB = "fsub"
    MIN = "min"
    MAX = "max"
    UMIN = "umin"
    UMAX = "umax"
    AND = "and"
    OR = "or"
    XOR = "xor"
    XCHG = "xchg"
    INC = "inc"
    DEC = "dec"
    ADD_F16X2 = "add_f16x2"
    ADD_BF16X2 = "add_bf16x2"


class MemoryOrder(StrEnum):
    """Order of an atomic access or a fence."""

    RELAXED = "relaxed"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SEQ_CST = "seq_cst"


class MemoryScope(StrEnum):
    """Threads with which an atomic access or a fence is ordered."""

    BLOCK = "block"
    CLUSTER = "cluster"
    DEVICE = "device"
    SYSTEM = "system"

    @property
    def ptx(self) -> str:
        """The scope's name in PTX."""
        return {"block": "cta", "cluster": "cluster", "device": "gpu", "system": "sys"}[self.value]


@attribute
class ShflKindAttr(EnumAttribute[ShflKind], SpacedOpaqueSyntaxAttribute):
    """Which lane a shuffle reads: `#nvvm<shfl_kind down>`."""

    name = "nvvm.shfl_kind"


@attribute
class VoteSyncKindAttr(EnumAttribute[VoteSyncKind], SpacedOpaqueSyntaxAttribute):
    """What a vote asks: `#nvvm<vote_sync_kind any>`."""

    name = "nvvm.vote_sync_kind"


@attribute
class MatchSyncKindAttr(EnumAttribute[MatchSyncKind], SpacedOpaqueSyntaxAttribute):
    """What a match compares with: `#nvvm<match_sync_kind any>`."""

    name = "nvvm.match_sync_kind"


@attribute
class ReduxKindAttr(EnumAttribute[ReduxKind], SpacedOpaqueSyntaxAttribute):
    """How a warp reduction combines: `#nvvm<redux_kind umin>`."""

    name = "nvvm.redux_kind"


@attribute
class LoadCacheModifierAttr(EnumAttribute[LoadCacheModifier], SpacedOpaqueSyntaxAttribute):
    """The caches an asynchronous copy goes through: `#nvvm<load_cache_modifier ca>`."""

    name = "nvvm.load_cache_modifier"


@attribute
class PrefetchCacheLevelAttr(EnumAttribute[PrefetchCacheLevel], SpacedOpaqueSyntaxAttribute):
    """The cache that a prefetch fills: `#nvvm<prefetch_cache_level L1>`."""

    name = "nvvm.prefetch_cache_level"


@attribute
class AtomicKindAttr(EnumAttribute[AtomicKind], SpacedOpaqueSyntaxAttribute):
    """What an atomic read-modify-write does: `#nvvm<atomic_kind umin>`."""

    name = "nvvm.atomic_kind"


@attribute
class MemoryOrderAttr(EnumAttribute[MemoryOrder], SpacedOpaqueSyntaxAttribute):
    """Order of an atomic access or a fence: `#nvvm<memory_order acquire>`."""

    name = "nvvm.memory_order"


@attribute
class MemoryScopeAttr(EnumAttribute[MemoryScope], SpacedOpaqueSyntaxAttribute):
    """Scope of an atomic access or a fence: `#nvvm<memory_scope device>`."""

    name = "nvvm.memory_scope"


class Angled:
    """Enumerations that MLIR writes `#nvvm.name<word>`, and `<word>` in custom syntax."""

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{word_of(self)}>")

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        with parser.in_angle_brackets():
            return parse_word(parser, cast("type[EnumAttribute[Any]]", cls).enum_type)


@attribute
class BarrierReductionAttr(Angled, EnumAttribute[BarrierReduction]):
    """How a block barrier combines predicates: `#nvvm.reduction<popc>`."""

    name = "nvvm.reduction"


@attribute
class MemScopeAttr(Angled, EnumAttribute[MemScope]):
    """Which threads a memory barrier orders for: `#nvvm.mem_scope<gpu>`."""

    name = "nvvm.mem_scope"


@attribute
class DotAccumulateTypeAttr(Angled, EnumAttribute[DotAccumulateType]):
    """Signedness of a dot product's operand: `#nvvm.dot_accumulate_type<signed>`."""

    name = "nvvm.dot_accumulate_type"


@attribute
class PermuteModeAttr(Angled, EnumAttribute[PermuteMode]):
    """How bytes are picked: `#nvvm.permute_mode<f4e>`."""

    name = "nvvm.permute_mode"


@attribute
class ProxyKindAttr(Angled, EnumAttribute[ProxyKind]):
    """The proxies of a proxy fence: `#nvvm.proxy_kind<async.shared>`."""

    name = "nvvm.proxy_kind"


@attribute
class SharedSpaceAttr(Angled, EnumAttribute[SharedSpace]):
    """Whose shared memory: `#nvvm.shared_space<cta>`."""

    name = "nvvm.shared_space"


ATTRIBUTES: tuple[type[Attribute], ...] = (
    ShflKindAttr,
    VoteSyncKindAttr,
    MatchSyncKindAttr,
    ReduxKindAttr,
    LoadCacheModifierAttr,
    PrefetchCacheLevelAttr,
    AtomicKindAttr,
    MemoryOrderAttr,
    MemoryScopeAttr,
    BarrierReductionAttr,
    MemScopeAttr,
    DotAccumulateTypeAttr,
    PermuteModeAttr,
    ProxyKindAttr,
    SharedSpaceAttr,
)
"""Every attribute of the dialect, for its registration."""
