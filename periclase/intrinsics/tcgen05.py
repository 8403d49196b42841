"""Tensor memory and the products in it (`tcgen05`).

An address in tensor memory (`u32`) is a lane in its upper half and a column in its lower one. With `cta_group` 2 two blocks of a
cluster work as one. Loads and stores are of a whole warp, each thread with its tuple of words; `count` says how often the
shape is repeated along the columns. Products and copies are started by one thread and run on their own: `tcgen05_commit` lets
a barrier object know when all that the thread has started is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from periclase.intrinsics.architectures import TENSOR_MEMORY, TENSOR_MEMORY_INTEGERS
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import Effect, Intrinsic, MlirForm, Requirement

_GROUP: Final = "cta_group: 1|2 = 1"
_GROUP_TEXT: Final = ".cta_group::{cta_group}"
_MLIR_GROUP: Final = "group = cta_{cta_group}"
_KIND: Final = "kind: f16|tf32|f8f6f4|i8 = f16"
_KIND_NEEDS: Final = {"i8": Requirement(100, 86, TENSOR_MEMORY_INTEGERS)}

_SHAPES: Final = (
    # shape, words that a thread has of it, counts
    ("32x32b", 1, "1|2|4|8|16|32|64|128"),
    ("16x64b", 1, "1|2|4|8|16|32|64|128"),
    ("16x128b", 2, "1|2|4|8|16|32|64"),
    ("16x256b", 4, "1|2|4|8|16|32"),
    ("16x32bx2", 1, "1|2|4|8|16|32|64|128"),
)


def _instruction(
    name: str,
    signature: str,
    ptx: str,
    summary: str,
    section: str,
    *,
    collective: bool = False,
    needs: dict[str, Requirement] | None = None,
    limits: dict[str, tuple[str, ...]] | None = None,
    mlir: MlirForm | None = None,
) -> Intrinsic:
    return instruction(
        name,
        "tcgen05",
        signature,
        ptx,
        summary + (" All lanes of the warp run it together." if collective else ""),
        sm=100,
        isa=86,
        only=TENSOR_MEMORY,
        needs=needs or {},
        limits=limits or {},
        effect=Effect.READ_WRITE,
        convergent=collective,
        section=section,
        mlir=mlir,
    )


def _memory() -> Iterator[Intrinsic]:
    yield _instruction(
        "tcgen05_alloc",
        f"(target: shared u32, columns: u32, {_GROUP})",
        f"tcgen05.alloc{_GROUP_TEXT}.sync.aligned.shared::cta.b32 [$target], $columns;",
        "Waits for `columns` columns of tensor memory, a power of two from 32 on, and puts their address into the element.",
        "tcgen05.alloc",
        collective=True,
        mlir=mlir("tcgen05.alloc", "addr = $target, nCols = $columns", _MLIR_GROUP),
    )
    yield _instruction(
        "tcgen05_dealloc",
        f"(address: u32, columns: u32, {_GROUP})",
        f"tcgen05.dealloc{_GROUP_TEXT}.sync.aligned.b32 $address, $columns;",
        "Gives columns of tensor memory back.",
        "tcgen05.dealloc",
        collective=True,
        mlir=mlir("tcgen05.dealloc", "taddr = $address: ptr<6>, nCols = $columns", _MLIR_GROUP),
    )
    yield _instruction(
        "tcgen05_relinquish_alloc_permit",
        f"({_GROUP})",
        f"tcgen05.relinquish_alloc_permit{_GROUP_TEXT}.sync.aligned;",
        "Promises that the block allocates no more tensor memory.",
        "tcgen05.relinquish_alloc_permit",
        collective=True,
        mlir=mlir("tcgen05.relinquish_alloc_permit", "", _MLIR_GROUP),
    )
    for shape, words, counts in _SHAPES:
        split = "bx2" in shape
        held = "count" if words == 1 else f"{words}*count"
        offset = ", offset: int = 0" if split else ""
        text = ", {offset}" if split else ""
        second_address = ", offset = {offset}: i64" if split else ""
        second = " The second half of the rows lies `offset` columns on." if split else ""
        yield _instruction(
            f"tcgen05_ld_{shape}",
            f"(address: u32, count: {counts}{offset}, pack: flag) -> u32*{held}",
            f"tcgen05.ld.sync.aligned.{shape}.x{{count}}{{pack?.pack::16b}}.b32 $d, [$address]{text};",
            f"Loads from tensor memory; `pack` puts two 16-bit elements into a word.{second}",
            "tcgen05.ld",
            collective=True,
            mlir=mlir(
                "tcgen05.ld",
                f"tmemAddr = $address: ptr<6>{second_address}",
                f"pack = {{pack?true}}, shape = shape_{shape}",
                "vector",
            ),
        )
        yield _instruction(
            f"tcgen05_st_{shape}",
            f"(address: u32, values: u32*{held}, count: {counts}{offset}, unpack: flag)",
            f"tcgen05.st.sync.aligned.{shape}.x{{count}}{{unpack?.unpack::16b}}.b32 [$address]{text}, $values;",
            f"Stores to tensor memory; `unpack` takes two 16-bit elements out of a word.{second}",
            "tcgen05.st",
            collective=True,
            mlir=mlir(
                "tcgen05.st",
                f"tmemAddr = $address: ptr<6>, val = $values: vector{second_address}",
                f"unpack = {{unpack?true}}, shape = shape_{shape}",
            ),
        )
    for direction, what in (("ld", "loads"), ("st", "stores")):
        yield _instruction(
            f"tcgen05_wait_{direction}",
            "()",
            f"tcgen05.wait::{direction}.sync.aligned;",
            f"Waits for the {what} of this thread.",
            "tcgen05.wait",
            collective=True,
            mlir=mlir("tcgen05.wait", "", f"kind = {'load' if direction == 'ld' else 'store'}"),
        )


def _control() -> Iterator[Intrinsic]:
    for side in ("before", "after"):
        yield _instruction(
            f"tcgen05_fence_{side}_thread_sync",
            "()",
            f"tcgen05.fence::{side}_thread_sync;",
            f"Orders what runs on its own with the barrier that comes {'next' if side == 'before' else 'before'}.",
            "tcgen05.fence",
            mlir=mlir("tcgen05.fence", "", f"kind = {side}"),
        )
    yield _instruction(
        "tcgen05_commit",
        f"(barrier: shared u64, {_GROUP})",
        f"tcgen05.commit{_GROUP_TEXT}.mbarrier::arrive::one.shared::cluster.b64 [$barrier];",
        "Lets the barrier object know when all that this thread has started is done.",
        "tcgen05.commit",
        mlir=mlir("tcgen05.commit", "addr = $barrier", _MLIR_GROUP),
    )
    yield _instruction(
        "tcgen05_commit_multicast",
        f"(barrier: shared u64, blocks: u16, {_GROUP})",
        f"tcgen05.commit{_GROUP_TEXT}.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [$barrier], $blocks;",
        "`tcgen05_commit` to the barrier object in each block of the cluster whose bit in `blocks` is set.",
        "tcgen05.commit",
        mlir=mlir("tcgen05.commit", "addr = $barrier, multicastMask = $blocks", _MLIR_GROUP),
    )
    yield _instruction(
        "tcgen05_shift_down",
        f"(address: u32, {_GROUP})",
        f"tcgen05.shift{_GROUP_TEXT}.down [$address];",
        "Starts shifting the rows from `address` on down by one.",
        "tcgen05.shift",
        mlir=mlir("tcgen05.shift", "taddr = $address: ptr<6>", _MLIR_GROUP),
    )
    yield _instruction(
        "tcgen05_cp",
        "(address: u32, source: u64, shape: 128x256b|4x256b|128x128b|64x128b_01_23|64x128b_02_13|32x128b, "
        f"format: none|b6x16_p32|b4x16_p64 = none, {_GROUP})",
        f"tcgen05.cp{_GROUP_TEXT}"
        "{shape=128x256b?.128x256b}{shape=4x256b?.4x256b}{shape=128x128b?.128x128b}"
        "{shape=64x128b_01_23?.64x128b.warpx2::01_23}{shape=64x128b_02_13?.64x128b.warpx2::02_13}"
        "{shape=32x128b?.32x128b.warpx4}{format?.b8x16.{format}} [$address], $source;",
        "Starts copying the matrix of the descriptor `source` from shared to tensor memory; `format` spreads smaller "
        "elements to bytes.",
        "tcgen05.cp",
        mlir=mlir(
            "tcgen05.cp",
            "taddr = $address: ptr<6>, smem_desc = $source",
            "shape = {shape=128x256b?shape_128x256b}{shape=4x256b?shape_4x256b}{shape=128x128b?shape_128x128b}"
            "{shape=64x128b_01_23?shape_64x128b}{shape=64x128b_02_13?shape_64x128b}{shape=32x128b?shape_32x128b}, "
            "multicast = {shape=64x128b_01_23?warpx2_01_23}{shape=64x128b_02_13?warpx2_02_13}{shape=32x128b?warpx4}, "
            f"srcFormat = {{format?{{format}}}}, {_MLIR_GROUP}",
        ),
    )


def _products() -> Iterator[Intrinsic]:
    section = "tcgen05.mma"
    collector = "collector: discard|lastuse|fill|use = discard"
    collector_text = ".collector::a::{collector}"
    for sparse in (False, True):
        metadata = ", metadata: u32" if sparse else ""
        bracket = ", [$metadata]" if sparse else ""
        sp, sp_name = (".sp", "_sp") if sparse else ("", "")
        what = (
            "of which half of the elements of `a` are zero, as `metadata` in tensor memory says, "
            if sparse
            else ""
        )
        for tensor in (False, True):
            a = "u32" if tensor else "u64"
            left = "[$a]" if tensor else "$a"
            where = "in tensor memory" if tensor else "told by a descriptor"
            name = f"tcgen05_mma{sp_name}{'_tensor' if tensor else ''}"
            shift = ", shift: flag" if tensor else ""
            shift_text = "{shift?.ashift}" if tensor else ""
            operands = (
                f"matrixD = $target: ptr<6>, matrixA = $a{': ptr<6>' if tensor else ''}, matrixB = $b, idesc = $description, "
                f"enableInputD = $accumulate{', sparseMetadata = $metadata: ptr<6>' if sparse else ''}"
            )
            words = (
                "kind = {kind}, collectorOp = {collector}, ctaGroup = cta_{cta_group}"
                f"{', aShift = {shift?true}' if tensor else ''}"
            )
            limits = {"shift": ("discard", "lastuse")} if tensor else {}
            summary = (
                f"Starts a product, {what}`a` {where}, `b` told by a descriptor, all else by `description`, into tensor "
                f"memory at "
                "`target`; with `accumulate` added to what is there."
            )
            yield _instruction(
                name,
                f"(target: u32, a: {a}, b: u64{metadata}, description: u32, accumulate: bool, {_KIND}, {_GROUP}, "
                f"{collector}{shift})",
                f"tcgen05.mma{sp}{_GROUP_TEXT}.kind::{{kind}}{shift_text}{collector_text} [$target], {left}, $b{bracket}, "
                "$description, $accumulate;",
                summary,
                section,
                needs=_KIND_NEEDS,
                limits=limits,
                mlir=mlir(f"tcgen05.mma{sp}", operands, words),
            )
            yield _instruction(
                f"{name}_lanes",
                f"(target: u32, a: {a}, b: u64{metadata}, description: u32, disabled: u32*4*cta_group, accumulate: bool, "
                f"{_KIND}, {_GROUP}, {collector}{shift})",
                f"tcgen05.mma{sp}{_GROUP_TEXT}.kind::{{kind}}{shift_text}{collector_text} [$target], {left}, $b{bracket}, "
                "$description, $disabled, $accumulate;",
                f"{summary} Lanes whose bits in `disabled` are set stay as they are.",
                section,
                needs=_KIND_NEEDS,
                limits=limits,
                mlir=mlir(f"tcgen05.mma{sp}", f"{operands}, disableOutputLane = $disabled: vector", words),
            )
            for masked in (False, True):
                yield _instruction(
                    f"tcgen05_mma_ws{sp_name}{'_tensor' if tensor else ''}{'_columns' if masked else ''}",
                    f"(target: u32, a: {a}, b: u64{metadata}, description: u32, accumulate: bool"
                    f"{', zero_columns: u64' if masked else ''}, {_KIND}, buffer: 0|1|2|3 = 0, "
                    f"{collector})",
                    f"tcgen05.mma.ws{sp}.cta_group::1.kind::{{kind}}.collector::b{{buffer}}::{{collector}} "
                    "[$target], "
                    f"{left}, $b{bracket}, $description, $accumulate{', $zero_columns' if masked else ''};",
                    summary.replace("a product", "a product with `b` kept in its buffer")
                    + (" The columns that `zero_columns` tells are taken as zero." if masked else ""),
                    section,
                    needs=_KIND_NEEDS,
                    mlir=mlir(
                        f"tcgen05.mma.ws{sp}",
                        operands + (", zeroColMask = $zero_columns" if masked else ""),
                        "kind = {kind}, collectorBBuffer = b{buffer}, collectorOp = {collector}",
                    ),
                )
        yield _instruction(
            f"tcgen05_mma{sp_name}_scaled",
            f"(target: u32, a: u64, b: u64{metadata}, description: u32, scale_a: u32, scale_b: u32, accumulate: bool, "
            f"kind: mxf8f6f4|mxf4|mxf4nvf4 = mxf8f6f4, {_GROUP}, {collector})",
            f"tcgen05.mma{sp}{_GROUP_TEXT}.kind::{{kind}}.block_scale{{kind=mxf4nvf4?.block16}}{collector_text} "
            f"[$target], $a, $b{bracket}, "
            "$description, [$scale_a], [$scale_b], $accumulate;",
            f"Starts a product, {what}both factors told by descriptors, their blocks scaled by powers of two in tensor memory.",
            section,
            needs={"mxf4nvf4": Requirement(100, 88)},
            mlir=mlir(
                f"tcgen05.mma{sp}.block_scale",
                "matrixD = $target: ptr<6>, matrixA = $a, matrixB = $b, idesc = $description, enableInputD = $accumulate"
                f"{', sparseMetadata = $metadata: ptr<6>' if sparse else ''}, "
                "scaleA = $scale_a: ptr<6>, scaleB = $scale_b: ptr<6>",
                "kind = {kind}, ctaGroup = cta_{cta_group}, blockScale = {kind=mxf4nvf4?block16}, collectorOp = {collector}",
            ),
        )


ROWS: Final = (*_memory(), *_control(), *_products())
