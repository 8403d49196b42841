"""Asynchronous copies of whole pieces of memory, and of tiles of tensors, by the copy engine (TMA).

One thread starts a copy. A copy to shared memory lets the barrier object count its bytes, a copy to global memory belongs to
the bulk group that the thread closes next. A tensor map, 128 bytes made by the host, says how a tensor lies in global memory;
`tensor_map` is its first element, and `coordinates` are those of the tile's first element, the innermost first. Shared
addresses are multiples of 128 bytes, for pieces all of 16.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from periclase.intrinsics.architectures import TENSOR_MEMORY
from periclase.intrinsics.cpu_meanings import cpu_meaning
from periclase.intrinsics.instruction import instruction, mlir
from periclase.intrinsics.model import Effect, Intrinsic, MlirForm, Requirement

_TYPES: Final = ("i8", "u8", "i16", "u16", "f16", "bf16", "i32", "u32", "f32", "i64", "u64", "f64")
_MAP: Final = "tensor_map: read generic u64"
_TILE: Final = f"{_MAP}, coordinates: i32*rank"
_RANK: Final = "rank: 1|2|3|4|5"
_POLICY: Final = "with a policy for the second-level cache (`create_policy`)."
_ARRIVE: Final = "mbarrier::complete_tx::bytes"
_TO_SHARED: Final = "cp.async.bulk.tensor.shared.cluster.global"
_PLACE_IN_TENSOR: Final = "tmaDescriptor = $tensor_map, coordinates = $coordinates"
_TO_SHARED_PARTS: Final = f"dstMem = $target: ptr<7>, {_PLACE_IN_TENSOR}, mbar = $barrier"


def _bulk(
    name: str,
    signature: str,
    ptx: str,
    summary: str,
    section: str,
    *,
    sm: int = 90,
    isa: int = 80,
    only: tuple[str, ...] = (),
    types: tuple[str, ...] = _TYPES,
    needs: dict[str, Requirement] | None = None,
    limits: dict[str, tuple[str, ...]] | None = None,
    mlir: MlirForm | None = None,
) -> Intrinsic:
    return instruction(
        name,
        "bulk",
        signature,
        ptx,
        summary,
        types=types,
        sm=sm,
        isa=isa,
        only=only,
        needs=needs or {},
        limits=limits or {},
        effect=Effect.READ_WRITE,
        section=section,
        mlir=mlir,
        cpu=cpu_meaning(name),
    )


def _pieces() -> Iterator[Intrinsic]:
    section = "cp.async.bulk"
    yield _bulk(
        "cp_async_bulk_g2s",
        "(target: shared T, source: read global T, bytes: u32, barrier: shared u64)",
        f"cp.async.bulk.shared::cluster.global.{_ARRIVE} [$target], [$source], $bytes, [$barrier];",
        "Starts copying `bytes` bytes, a multiple of 16, from global to shared memory.",
        section,
        mlir=mlir(
            "cp.async.bulk.shared.cluster.global",
            "dstMem = $target: ptr<7>, srcMem = $source, mbar = $barrier, size = $bytes",
        ),
    )
    yield _bulk(
        "cp_async_bulk_g2s_multicast",
        "(target: shared T, source: read global T, bytes: u32, barrier: shared u64, blocks: u16)",
        f"cp.async.bulk.shared::cluster.global.{_ARRIVE}.multicast::cluster [$target], [$source], $bytes, [$barrier], $blocks;",
        "Starts copying `bytes` bytes from global memory to the same place in the shared memory of each block of the "
        "cluster whose bit "
        "in `blocks` is set.",
        section,
        mlir=mlir(
            "cp.async.bulk.shared.cluster.global",
            "dstMem = $target: ptr<7>, srcMem = $source, mbar = $barrier, size = $bytes, multicastMask = $blocks",
        ),
    )
    yield _bulk(
        "cp_async_bulk_s2g",
        "(target: global T, source: read shared T, bytes: u32)",
        "cp.async.bulk.global.shared::cta.bulk_group [$target], [$source], $bytes;",
        "Starts copying `bytes` bytes, a multiple of 16, from shared to global memory.",
        section,
        mlir=mlir("cp.async.bulk.global.shared.cta", "dstMem = $target, srcMem = $source, size = $bytes"),
    )
    yield _bulk(
        "cp_async_bulk_s2g_hint",
        "(target: global T, source: read shared T, bytes: u32, policy: u64)",
        "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [$target], [$source], $bytes, $policy;",
        f"`cp_async_bulk_s2g` {_POLICY}",
        section,
        mlir=mlir(
            "cp.async.bulk.global.shared.cta",
            "dstMem = $target, srcMem = $source, size = $bytes, l2CacheHint = $policy",
        ),
    )
    yield _bulk(
        "cp_async_bulk_s2g_masked",
        "(target: global T, source: read shared T, bytes: u32, mask: u16)",
        "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [$target], [$source], $bytes, $mask;",
        "`cp_async_bulk_s2g` of those bytes of each 16 whose bit in `mask` is set.",
        section,
        sm=100,
        isa=86,
        mlir=mlir(
            "cp.async.bulk.global.shared.cta",
            "dstMem = $target, srcMem = $source, size = $bytes, byteMask = $mask",
        ),
    )
    yield _bulk(
        "cp_async_bulk_g2s_hint",
        "(target: shared T, source: read global T, bytes: u32, barrier: shared u64, policy: u64)",
        f"cp.async.bulk.shared::cluster.global.{_ARRIVE}.L2::cache_hint [$target], [$source], $bytes, [$barrier], $policy;",
        f"`cp_async_bulk_g2s` {_POLICY}",
        section,
        mlir=mlir(
            "cp.async.bulk.shared.cluster.global",
            "dstMem = $target: ptr<7>, srcMem = $source, mbar = $barrier, size = $bytes, l2CacheHint = $policy",
        ),
    )
    yield _bulk(
        "cp_async_bulk_prefetch_hint",
        "(source: read global T, bytes: u32, policy: u64)",
        "cp.async.bulk.prefetch.L2.global.L2::cache_hint [$source], $bytes, $policy;",
        f"`cp_async_bulk_prefetch` {_POLICY}",
        "cp.async.bulk.prefetch",
        mlir=mlir("cp.async.bulk.prefetch", "srcMem = $source, size = $bytes, l2CacheHint = $policy"),
    )
    yield _bulk(
        "cp_async_bulk_s2cluster",
        "(target_address: u32, source: read shared T, bytes: u32, barrier_address: u32)",
        f"cp.async.bulk.shared::cluster.shared::cta.{_ARRIVE} [$target_address], [$source], $bytes, [$barrier_address];",
        "Starts copying `bytes` bytes from shared memory to that of another block of the cluster, with the barrier object there.",
        section,
        mlir=mlir(
            "cp.async.bulk.shared.cluster.shared.cta",
            "dstMem = $target_address: ptr<7>, srcMem = $source, mbar = $barrier_address: ptr<3>, size = $bytes",
        ),
    )
    yield _bulk(
        "cp_async_bulk_prefetch",
        "(source: read global T, bytes: u32)",
        "cp.async.bulk.prefetch.L2.global [$source], $bytes;",
        "Starts bringing `bytes` bytes of global memory to the second-level cache.",
        "cp.async.bulk.prefetch",
        mlir=mlir("cp.async.bulk.prefetch", "srcMem = $source, size = $bytes"),
    )
    yield _bulk(
        "cp_reduce_async_bulk",
        "(target: global T, source: read shared T, bytes: u32, operation: add|min|max = add)",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation}.{T} [$target], [$source], $bytes;",
        "Starts combining `bytes` bytes of shared memory, element by element, into global memory.",
        "cp.reduce.async.bulk",
        types=("u32", "i32"),
    )
    yield _bulk(
        "cp_async_bulk_commit_group",
        "()",
        "cp.async.bulk.commit_group;",
        "Closes the group of the bulk copies from shared memory started so far.",
        "cp.async.bulk.commit_group",
        types=(),
        mlir=mlir("cp.async.bulk.commit.group"),
    )
    yield _bulk(
        "cp_async_bulk_wait_group",
        "(pending: int, read: flag)",
        "cp.async.bulk.wait_group{read?.read} {pending};",
        "Waits until at most the latest `pending` groups are unfinished, or, with `read`, have not yet read all of their source.",
        "cp.async.bulk.wait_group",
        types=(),
        mlir=mlir("cp.async.bulk.wait_group", "", "group = {pending}, read = {read?true}"),
    )


def _tiles() -> Iterator[Intrinsic]:
    section = "cp.async.bulk.tensor"
    stem = "cp.async.bulk.tensor.{rank}d"
    yield _bulk(
        "cp_async_bulk_tensor_g2s",
        f"(target: shared T, {_TILE}, barrier: shared u64, {_RANK})",
        f"{stem}.shared::cluster.global.tile.{_ARRIVE} [$target], [$tensor_map, $coordinates], [$barrier];",
        "Starts copying a tile of a tensor of `rank` dimensions from global to shared memory.",
        section,
        mlir=mlir(_TO_SHARED, _TO_SHARED_PARTS),
    )
    yield _bulk(
        "cp_async_bulk_tensor_g2s_hint",
        f"(target: shared T, {_TILE}, barrier: shared u64, policy: u64, {_RANK})",
        f"{stem}.shared::cluster.global.tile.{_ARRIVE}.L2::cache_hint [$target], [$tensor_map, $coordinates], "
        f"[$barrier], $policy;",
        "`cp_async_bulk_tensor_g2s` with a policy for the second-level cache (`create_policy`).",
        section,
        mlir=mlir(_TO_SHARED, f"{_TO_SHARED_PARTS}, l2CacheHint = $policy"),
    )
    yield _bulk(
        "cp_async_bulk_tensor_g2s_multicast",
        f"(target: shared T, {_TILE}, barrier: shared u64, blocks: u16, {_RANK}, pair: flag)",
        f"{stem}.shared::cluster.global.tile.{_ARRIVE}.multicast::cluster{{pair?.cta_group::2}} [$target], "
        "[$tensor_map, $coordinates], [$barrier], $blocks;",
        "Starts copying a tile of a tensor from global memory to the same place in the shared memory of each block of "
        "the cluster "
        "whose bit in `blocks` is set; with `pair` either block of a pair may hold the barrier object.",
        section,
        needs={"pair": Requirement(100, 86, TENSOR_MEMORY)},
        mlir=mlir(_TO_SHARED, f"{_TO_SHARED_PARTS}, multicastMask = $blocks", "group = {pair?cta_2}"),
    )
    yield _bulk(
        "cp_async_bulk_tensor_s2g",
        f"({_TILE}, source: read shared T, {_RANK})",
        f"{stem}.global.shared::cta.tile.bulk_group [$tensor_map, $coordinates], [$source];",
        "Starts copying a tile of a tensor of `rank` dimensions from shared to global memory.",
        section,
        mlir=mlir("cp.async.bulk.tensor.global.shared.cta", f"{_PLACE_IN_TENSOR}, srcMem = $source"),
    )
    yield _bulk(
        "cp_reduce_async_bulk_tensor",
        f"({_TILE}, source: read shared T, {_RANK}, operation: add|min|max|inc|dec|and|or|xor = add)",
        "cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.{operation}.tile.bulk_group [$tensor_map, "
        "$coordinates], [$source];",
        "Starts combining a tile in shared memory, element by element, into a tensor in global memory.",
        "cp.reduce.async.bulk.tensor",
        mlir=mlir(
            "cp.async.bulk.tensor.reduce", f"{_PLACE_IN_TENSOR}, srcMem = $source", "redKind = {operation}"
        ),
    )
    yield _bulk(
        "cp_async_bulk_prefetch_tensor",
        f"({_TILE}, {_RANK})",
        "cp.async.bulk.prefetch.tensor.{rank}d.L2.global.tile [$tensor_map, $coordinates];",
        "Starts bringing a tile of a tensor to the second-level cache.",
        "cp.async.bulk.prefetch.tensor",
        types=(),
        mlir=mlir("cp.async.bulk.tensor.prefetch", _PLACE_IN_TENSOR),
    )
    yield _bulk(
        "cp_async_bulk_tensor_s2g_hint",
        f"({_TILE}, source: read shared T, policy: u64, {_RANK})",
        f"{stem}.global.shared::cta.tile.bulk_group.L2::cache_hint [$tensor_map, $coordinates], [$source], $policy;",
        f"`cp_async_bulk_tensor_s2g` {_POLICY}",
        section,
        mlir=mlir(
            "cp.async.bulk.tensor.global.shared.cta",
            f"{_PLACE_IN_TENSOR}, srcMem = $source, l2CacheHint = $policy",
        ),
    )
    yield _bulk(
        "cp_reduce_async_bulk_tensor_hint",
        f"({_TILE}, source: read shared T, policy: u64, {_RANK}, operation: add|min|max|inc|dec|and|or|xor = add)",
        "cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.{operation}.tile.bulk_group.L2::cache_hint "
        "[$tensor_map, $coordinates], [$source], $policy;",
        f"`cp_reduce_async_bulk_tensor` {_POLICY}",
        "cp.reduce.async.bulk.tensor",
        mlir=mlir(
            "cp.async.bulk.tensor.reduce",
            f"{_PLACE_IN_TENSOR}, srcMem = $source, l2CacheHint = $policy",
            "redKind = {operation}",
        ),
    )
    yield _bulk(
        "cp_async_bulk_prefetch_tensor_hint",
        f"({_TILE}, policy: u64, {_RANK})",
        "cp.async.bulk.prefetch.tensor.{rank}d.L2.global.tile.L2::cache_hint [$tensor_map, $coordinates], $policy;",
        f"`cp_async_bulk_prefetch_tensor` {_POLICY}",
        "cp.async.bulk.prefetch.tensor",
        types=(),
        mlir=mlir("cp.async.bulk.tensor.prefetch", f"{_PLACE_IN_TENSOR}, l2CacheHint = $policy"),
    )
    yield _bulk(
        "cp_async_bulk_tensor_g2s_own",
        f"(target: shared T, {_TILE}, barrier: shared u64, {_RANK})",
        f"{stem}.shared::cta.global.tile.{_ARRIVE} [$target], [$tensor_map, $coordinates], [$barrier];",
        "`cp_async_bulk_tensor_g2s` to the shared memory of the block alone.",
        section,
        isa=86,
        mlir=mlir(
            _TO_SHARED,
            f"dstMem = $target, {_PLACE_IN_TENSOR}, mbar = $barrier",
            "isCTAOnly = true",
        ),
    )
    yield _bulk(
        "cp_async_bulk_tensor_g2s_multicast_hint",
        f"(target: shared T, {_TILE}, barrier: shared u64, blocks: u16, policy: u64, {_RANK}, pair: flag)",
        f"{stem}.shared::cluster.global.tile.{_ARRIVE}.multicast::cluster{{pair?.cta_group::2}}.L2::cache_hint [$target], "
        "[$tensor_map, $coordinates], [$barrier], $blocks, $policy;",
        f"`cp_async_bulk_tensor_g2s_multicast` {_POLICY}",
        section,
        needs={"pair": Requirement(100, 86, TENSOR_MEMORY)},
        mlir=mlir(
            _TO_SHARED,
            f"{_TO_SHARED_PARTS}, multicastMask = $blocks, l2CacheHint = $policy",
            "group = {pair?cta_2}",
        ),
    )


_EXTRAS: Final = (
    ("", "", "", "", "", ""),
    ("_hint", ", policy: u64", ".L2::cache_hint", ", $policy", ", l2CacheHint = $policy", _POLICY),
    (
        "_multicast",
        ", blocks: u16",
        ".multicast::cluster",
        ", $blocks",
        ", multicastMask = $blocks",
        "to the same place in each block of the cluster whose bit in `blocks` is set.",
    ),
    (
        "_multicast_hint",
        ", blocks: u16, policy: u64",
        ".multicast::cluster.L2::cache_hint",
        ", $blocks, $policy",
        ", multicastMask = $blocks, l2CacheHint = $policy",
        f"to each block of the cluster whose bit in `blocks` is set, {_POLICY}",
    ),
)
"""What copies to shared memory can have besides: the end of the name, parameters, modifiers, operands, MLIR's, a few words."""


def _columns() -> Iterator[Intrinsic]:
    """Copies of the columns that a convolution reads, by maps of that kind."""
    section = "cp.async.bulk.tensor"
    for rank in (3, 4, 5):
        stem = f"cp_async_bulk_tensor_{rank}d_g2s_im2col"
        place = f"{_MAP}, coordinates: i32*{rank}"
        for mode, word, offsets, what in (
            ("", "im2col", rank - 2, "`offsets` are those in its window."),
            ("_w", "im2col::w", 2, "along its width; `offsets` are the halo and the offset there."),
            (
                "_w_128",
                "im2col::w::128",
                2,
                "along its width, 128 of them; `offsets` are the halo and the offset.",
            ),
        ):
            for end, parameters, modifiers, operands, parts, more in _EXTRAS:
                name = stem + mode
                yield _bulk(
                    name + end,
                    f"(target: shared T, {place}, barrier: shared u64, offsets: u16*{offsets}{parameters})",
                    f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.{word}.{_ARRIVE}{modifiers} "
                    f"[$target], [$tensor_map, $coordinates], [$barrier], $offsets{operands};",
                    f"`{name}` {more}"
                    if end
                    else f"Starts copying the columns that a convolution reads, from a tensor map of that kind; {what}"
                    if not mode
                    else f"`{stem}` {what}",
                    section,
                    sm=100 if mode else 90,
                    isa=86 if mode else 80,
                    only=TENSOR_MEMORY if mode else (),
                    mlir=mlir(
                        _TO_SHARED,
                        f"{_TO_SHARED_PARTS}, im2colOffsets = $offsets{parts}",
                        f"mode = im2col{mode}",
                    ),
                )
        for end, parameters, modifiers, operands, parts, more in _EXTRAS[:2]:
            name = f"cp_async_bulk_tensor_{rank}d_s2g_im2col"
            yield _bulk(
                name + end,
                f"({place}, source: read shared T{parameters})",
                f"cp.async.bulk.tensor.{rank}d.global.shared::cta.im2col_no_offs.bulk_group{modifiers} "
                f"[$tensor_map, $coordinates], [$source]{operands};",
                f"`{name}` {more}"
                if end
                else "Starts copying columns from shared memory to a tensor in global memory, by a map of that kind.",
                section,
                mlir=mlir(
                    "cp.async.bulk.tensor.global.shared.cta",
                    f"{_PLACE_IN_TENSOR}, srcMem = $source{parts}",
                    "mode = im2col",
                ),
            )
            name = f"cp_reduce_async_bulk_tensor_{rank}d_im2col"
            yield _bulk(
                name + end,
                f"({place}, source: read shared T{parameters}, operation: add|min|max|inc|dec|and|or|xor = add)",
                f"cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.{{operation}}.im2col_no_offs.bulk_group{modifiers} "
                f"[$tensor_map, $coordinates], [$source]{operands};",
                f"`{name}` {more}"
                if end
                else "Starts combining columns in shared memory, element by element, into a tensor in global memory.",
                "cp.reduce.async.bulk.tensor",
                mlir=mlir(
                    "cp.async.bulk.tensor.reduce",
                    f"{_PLACE_IN_TENSOR}, srcMem = $source{parts}",
                    "redKind = {operation}, mode = im2col",
                ),
            )
            name = f"cp_async_bulk_prefetch_tensor_{rank}d_im2col"
            yield _bulk(
                name + end,
                f"({place}, offsets: u16*{rank - 2}{parameters})",
                f"cp.async.bulk.prefetch.tensor.{rank}d.L2.global.im2col{modifiers} "
                f"[$tensor_map, $coordinates], $offsets{operands};",
                f"`{name}` {more}"
                if end
                else "Starts bringing the columns that a convolution reads to the second-level cache.",
                "cp.async.bulk.prefetch.tensor",
                types=(),
                mlir=mlir(
                    "cp.async.bulk.tensor.prefetch",
                    f"{_PLACE_IN_TENSOR}, im2colOffsets = $offsets{parts}",
                    "mode = im2col",
                ),
            )


def _rows_of_tensors() -> Iterator[Intrinsic]:
    """Copies of four rows of a matrix that lie anywhere: `coordinates` are the column and the four rows."""
    section = "cp.async.bulk.tensor"
    place = f"{_MAP}, coordinates: i32*5"
    for end, parameters, modifiers, operands, parts, more in _EXTRAS:
        name = "cp_async_bulk_tensor_g2s_gather4"
        yield _bulk(
            name + end,
            f"(target: shared T, {place}, barrier: shared u64{parameters})",
            f"cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.{_ARRIVE}{modifiers} "
            f"[$target], [$tensor_map, $coordinates], [$barrier]{operands};",
            f"`{name}` {more}"
            if end
            else "Starts copying four rows of a matrix, from the column and the rows that `coordinates` say, to shared memory.",
            section,
            sm=100,
            isa=86,
            only=TENSOR_MEMORY,
            mlir=mlir(_TO_SHARED, f"{_TO_SHARED_PARTS}{parts}", "mode = tile_gather4"),
        )
    for end, parameters, modifiers, operands, parts, more in _EXTRAS[:2]:
        name = "cp_async_bulk_tensor_s2g_scatter4"
        yield _bulk(
            name + end,
            f"({place}, source: read shared T{parameters})",
            f"cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group{modifiers} "
            f"[$tensor_map, $coordinates], [$source]{operands};",
            f"`{name}` {more}"
            if end
            else "Starts copying four rows from shared memory to those of a matrix that `coordinates` say, behind their column.",
            section,
            sm=100,
            isa=86,
            only=TENSOR_MEMORY,
            mlir=mlir(
                "cp.async.bulk.tensor.global.shared.cta",
                f"{_PLACE_IN_TENSOR}, srcMem = $source{parts}",
                "mode = tile_scatter4",
            ),
        )


def _policies() -> Iterator[Intrinsic]:
    yield instruction(
        "create_policy",
        "bulk",
        "(priority: evict_last|evict_first|evict_normal|evict_unchanged) -> u64",
        "createpolicy.fractional.L2::{priority}.b64 $d, 1.0;",
        "A policy for the second-level cache: how long what is copied shall stay in it.",
        sm=80,
        isa=74,
        section="createpolicy",
    )


def _fills() -> Iterator[Intrinsic]:
    yield _bulk(
        "st_bulk",
        "(place: shared T, bytes: u64)",
        "st.bulk.shared::cta [$place], $bytes, 0;",
        "Fills the `bytes` bytes of shared memory from the element on with zeros; both are multiples of 8.",
        "st.bulk",
        sm=100,
        isa=86,
        mlir=mlir("st.bulk", "addr = $place, size = $bytes", "initVal = 0"),
    )


ROWS: Final = (*_pieces(), *_tiles(), *_columns(), *_rows_of_tensors(), *_policies(), *_fills())
