"""MLIR's operations on tensor memory (`tcgen05`), as `mlir_syntax` writes operations down."""

from __future__ import annotations

from typing import Final

from periclase.intrinsics.mlir_syntax import operation

_GROUP: Final = "group: cta_group = cta_1"
_TENSOR_MMA: Final = "matrixD: ptr<6>, matrixA, matrixB: i64, idesc: i32, enableInputD: i1"
_TENSOR_WORDS: Final = "collectorOp: tcgen05_mma_collectorop = discard, aShift?: unit, ctaGroup: cta_group"
_WARP_WORDS: Final = (
    "kind: tcgen05_mma_kind, collectorBBuffer: tcgen05_mma_collectorb = b0, "
    "collectorOp: tcgen05_mma_collectorop = discard"
)
_F16_MMA: Final = "kind = #nvvm.tcgen05_mma_kind<f16>"
_SCALED: Final = "kind = #nvvm.block_scale_kind<mxf4>"
_ONE: Final = "ctaGroup = #nvvm.cta_group<cta_1>"

TENSOR_MEMORY_OPERATIONS: Final = (
    operation(
        "nvvm.tcgen05.alloc",
        "addr, nCols: i32",
        _GROUP,
        "$addr, $nCols attr-dict : types",
        "Waits for columns of tensor memory. PTX ISA, `tcgen05.alloc`.",
        "nvvm.tcgen05.alloc %target, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32",
    ),
    operation(
        "nvvm.tcgen05.dealloc",
        "taddr: ptr<6>, nCols: i32",
        _GROUP,
        "$taddr, $nCols attr-dict : types",
        "Gives columns of tensor memory back. PTX ISA, `tcgen05.dealloc`.",
        "nvvm.tcgen05.dealloc %address, %columns : !llvm.ptr<6>, i32",
    ),
    operation(
        "nvvm.tcgen05.relinquish_alloc_permit",
        "",
        _GROUP,
        "attr-dict",
        "Promises that the block allocates no more tensor memory. PTX ISA, `tcgen05.relinquish_alloc_permit`.",
        "nvvm.tcgen05.relinquish_alloc_permit",
    ),
    operation(
        "nvvm.tcgen05.fence",
        "",
        "kind: tcgen05_fence",
        "$kind attr-dict",
        "Orders what runs on its own with a barrier. PTX ISA, `tcgen05.fence`.",
        "nvvm.tcgen05.fence <before>",
    ),
    operation(
        "nvvm.tcgen05.wait",
        "",
        "kind: tcgen05_wait",
        "$kind attr-dict",
        "Waits for the loads, or the stores, of this thread. PTX ISA, `tcgen05.wait`.",
        "nvvm.tcgen05.wait <load>",
    ),
    operation(
        "nvvm.tcgen05.commit",
        "addr, multicastMask?: i16",
        _GROUP,
        "$addr{, multicast_mask = $multicastMask}? attr-dict : types",
        "Lets a barrier object know when all that this thread has started is done. PTX ISA, `tcgen05.commit`.",
        "nvvm.tcgen05.commit %barrier, multicast_mask = %blocks : !llvm.ptr<3>, i16",
    ),
    operation(
        "nvvm.tcgen05.shift",
        "taddr: ptr<6>",
        _GROUP,
        "$taddr attr-dict : types",
        "Starts shifting rows of tensor memory down by one. PTX ISA, `tcgen05.shift`.",
        "nvvm.tcgen05.shift %address : !llvm.ptr<6>",
    ),
    operation(
        "nvvm.tcgen05.cp",
        "taddr: ptr<6>, smem_desc: i64",
        f"shape: tcgen05_cp_shape, {_GROUP}, multicast: tcgen05_cp_multicast = none, srcFormat?: tcgen05_cp_src_fmt",
        "$taddr, $smem_desc attr-dict",
        "Starts copying a matrix from shared to tensor memory. PTX ISA, `tcgen05.cp`.",
        "nvvm.tcgen05.cp %address, %descriptor {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}",
    ),
    operation(
        "nvvm.tcgen05.ld",
        "tmemAddr: ptr<6>, offset?: i64",
        "pack?: unit, shape: tcgen05_ldst_shape",
        "$tmemAddr{, $offset}?{ pack}? attr-dict : result",
        "Loads from tensor memory. PTX ISA, `tcgen05.ld`.",
        "%r = nvvm.tcgen05.ld %address pack {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>",
    ),
    operation(
        "nvvm.tcgen05.st",
        "tmemAddr: ptr<6>, val, offset?: i64",
        "unpack?: unit, shape: tcgen05_ldst_shape",
        "$tmemAddr, $val{, $offset}?{ unpack}? attr-dict : type($val)",
        "Stores to tensor memory. PTX ISA, `tcgen05.st`.",
        "nvvm.tcgen05.st %address, %values {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>",
    ),
    operation(
        "nvvm.tcgen05.mma",
        f"{_TENSOR_MMA}, scaleInputD?: i64, disableOutputLane?",
        f"kind: tcgen05_mma_kind, {_TENSOR_WORDS}",
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD{ scale = $scaleInputD}?{ mask = $disableOutputLane}? attr-dict "
        ": paren-types",
        "Starts a product of matrices into tensor memory. PTX ISA, `tcgen05.mma`.",
        f"nvvm.tcgen05.mma %d, %a, %b, %description, %accumulate {{{_ONE}, {_F16_MMA}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1)",
    ),
    operation(
        "nvvm.tcgen05.mma.sp",
        f"{_TENSOR_MMA}, sparseMetadata: ptr<6>, scaleInputD?: i64, disableOutputLane?",
        f"kind: tcgen05_mma_kind, {_TENSOR_WORDS}",
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD, $sparseMetadata{ scale = $scaleInputD}?"
        "{ mask = $disableOutputLane}? attr-dict : paren-types",
        "Starts a product of matrices into tensor memory, half of the elements of the first zero. PTX ISA, `tcgen05.mma.sp`.",
        f"nvvm.tcgen05.mma.sp %d, %a, %b, %description, %accumulate, %metadata {{{_ONE}, {_F16_MMA}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)",
    ),
    operation(
        "nvvm.tcgen05.mma.block_scale",
        f"{_TENSOR_MMA}, scaleA: ptr<6>, scaleB: ptr<6>",
        "kind: block_scale_kind, ctaGroup: cta_group, blockScale: tcgen05_mma_block_scale = default, "
        "collectorOp: tcgen05_mma_collectorop = discard",
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD, $scaleA, $scaleB attr-dict : paren-types",
        "Starts a product of matrices whose blocks are scaled into tensor memory. PTX ISA, `tcgen05.mma`.",
        f"nvvm.tcgen05.mma.block_scale %d, %a, %b, %description, %accumulate, %scale_a, %scale_b {{{_ONE}, {_SCALED}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)",
    ),
    operation(
        "nvvm.tcgen05.mma.sp.block_scale",
        f"{_TENSOR_MMA}, sparseMetadata: ptr<6>, scaleA: ptr<6>, scaleB: ptr<6>",
        "kind: block_scale_kind, ctaGroup: cta_group, blockScale: tcgen05_mma_block_scale = default, "
        "collectorOp: tcgen05_mma_collectorop = discard",
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD, $sparseMetadata, $scaleA, $scaleB attr-dict : paren-types",
        "The same with half of the elements of the first matrix zero. PTX ISA, `tcgen05.mma.sp`.",
        "nvvm.tcgen05.mma.sp.block_scale %d, %a, %b, %description, %accumulate, %metadata, %scale_a, %scale_b "
        f"{{{_ONE}, {_SCALED}}} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)",
    ),
    operation(
        "nvvm.tcgen05.mma.ws",
        f"{_TENSOR_MMA}, zeroColMask?: i64",
        _WARP_WORDS,
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD{, $zeroColMask}? attr-dict : paren-types",
        "Starts a product of matrices into tensor memory with the second kept in a buffer. PTX ISA, `tcgen05.mma.ws`.",
        f"nvvm.tcgen05.mma.ws %d, %a, %b, %description, %accumulate {{{_F16_MMA}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1)",
    ),
    operation(
        "nvvm.tcgen05.mma.ws.sp",
        f"{_TENSOR_MMA}, sparseMetadata: ptr<6>, zeroColMask?: i64",
        _WARP_WORDS,
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD, $sparseMetadata{, $zeroColMask}? attr-dict : paren-types",
        "The same with half of the elements of the first matrix zero. PTX ISA, `tcgen05.mma.ws.sp`.",
        f"nvvm.tcgen05.mma.ws.sp %d, %a, %b, %description, %accumulate, %metadata {{{_F16_MMA}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)",
    ),
)
