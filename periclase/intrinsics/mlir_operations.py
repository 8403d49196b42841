"""The operations of MLIR 22's NVVM dialect that rows of the table are written as, as `mlir_syntax` writes operations down.

A row says which of them its instruction is (`model.MlirForm`); this says how MLIR writes it. Syntax and defaults are those of
`mlir/include/mlir/Dialect/LLVMIR/NVVMOps.td`; tests hold them against `mlir-opt`.
"""

from __future__ import annotations

from typing import Final

from periclase.intrinsics.mlir_syntax import Operations, operation
from periclase.intrinsics.mlir_tensor_memory import TENSOR_MEMORY_OPERATIONS

_MMA_TYPES: Final = "multiplicandAPtxType?: mma_type, multiplicandBPtxType?: mma_type"
_LAYOUTS: Final = "layoutA: mma_layout, layoutB: mma_layout"
_STRUCT: Final = "!llvm.struct<(f32, f32, f32, f32)>"

_SCALES: Final = (
    "scaleAData: i32, byteIdA: i16, threadIdA: i16, scaleBData: i32, byteIdB: i16, threadIdB: i16"
)
_SCALED_BY: Final = "scaleA[$scaleAData, $byteIdA, $threadIdA] scaleB[$scaleBData, $byteIdB, $threadIdB]"

_ALL: Final = (
    operation(
        "nvvm.mma.sync",
        "A*, B*, C*",
        f"shape: shape, b1Op?: mma_b1op, intOverflowBehavior?: mma_int_overflow, {_LAYOUTS}, {_MMA_TYPES}",
        "A[$A] B[$B] C[$C] attr-dict : first-types -> result",
        "A product of matrices by a warp, each thread with its part of each. PTX ISA, `mma`.",
        "%d = nvvm.mma.sync A[%a0, %a1] B[%b] C[%c0, %c1, %c2, %c3] {layoutA = #nvvm.mma_layout<row>, "
        "layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} "
        f": (vector<2xf16>, vector<2xf16>, f32) -> {_STRUCT}",
    ),
    operation(
        "nvvm.mma.sp.sync",
        "A*, B*, C*, sparseMetadata: i32, sparsitySelector: i32",
        "shape: shape, intOverflowBehavior?: mma_int_overflow, kind?: mma_kind, orderedMetadata?: unit, "
        f"{_MMA_TYPES}",
        "A[$A] B[$B] C[$C] sparseMetadata[$sparseMetadata] selector[$sparsitySelector] attr-dict : first-types -> result",
        "A product of matrices by a warp, half of the elements of the first zero. PTX ISA, `mma.sp`.",
        "%selector = llvm.mlir.constant(0 : i32) : i32\n"
        "%d = nvvm.mma.sp.sync A[%a0, %a1] B[%b0, %b1] C[%c0, %c1, %c2, %c3] sparseMetadata[%metadata] selector[%selector] "
        "{shape = #nvvm.shape<m = 16, n = 8, k = 16>} "
        f": (vector<2xf16>, vector<2xf16>, f32) -> {_STRUCT}",
    ),
    operation(
        "nvvm.ldmatrix",
        "ptr",
        "num: i32, layout: mma_layout, shape: ld_st_matrix_shape, eltType: ld_st_matrix_elt_type",
        "$ptr attr-dict : paren-types -> result",
        "Matrices from shared memory into the registers of a warp. PTX ISA, `ldmatrix`.",
        "%r = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, "
        "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32",
    ),
    operation(
        "nvvm.stmatrix",
        "ptr, sources*",
        "layout: mma_layout, shape: ld_st_matrix_shape, eltType: ld_st_matrix_elt_type",
        "$ptr, $sources attr-dict : types",
        "Matrices from the registers of a warp into shared memory. PTX ISA, `stmatrix`.",
        "nvvm.stmatrix %row, %r0, %r1 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, "
        "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32",
    ),
    operation(
        "nvvm.wgmma.fence.aligned",
        "",
        "",
        "attr-dict",
        "Orders accesses to registers and shared memory before with the products that follow. PTX ISA, `wgmma.fence`.",
        "nvvm.wgmma.fence.aligned",
    ),
    operation(
        "nvvm.wgmma.commit.group.sync.aligned",
        "",
        "",
        "attr-dict",
        "Closes the group of the products started so far. PTX ISA, `wgmma.commit_group`.",
        "nvvm.wgmma.commit.group.sync.aligned",
    ),
    operation(
        "nvvm.wgmma.wait.group.sync.aligned",
        "",
        "group: i64",
        "attr-dict $group",
        "Waits until at most the latest `group` groups of products are unfinished. PTX ISA, `wgmma.wait_group`.",
        "nvvm.wgmma.wait.group.sync.aligned 1",
    ),
    operation(
        "nvvm.wgmma.mma_async",
        "inouts, descriptorA: i64, descriptorB: i64",
        "shape: shape, typeA: wgmma_type, typeB: wgmma_type, typeD: wgmma_type, scaleD: wgmma_scale_out, "
        "scaleA: wgmma_scale_in, scaleB: wgmma_scale_in, layoutA: mma_layout, layoutB: mma_layout, "
        "satfinite?: mma_int_overflow",
        "$descriptorA, $descriptorB, $inouts, $shape, D[$typeD, $scaleD{, $satfinite}?], A[$typeA, $scaleA, $layoutA], "
        "B[$typeB, $scaleB, $layoutB] attr-dict : type($inouts) -> result",
        "Starts a product of matrices by a warp group, both factors in shared memory. PTX ISA, `wgmma.mma_async`.",
        "%d = nvvm.wgmma.mma_async %a, %b, %sums, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], "
        f"B[<f16>, <one>, <col>] : {_STRUCT} -> {_STRUCT}",
    ),
    operation(
        "nvvm.cp.async.shared.global",
        "dst: ptr<3>, src: ptr<1>, cpSize?: i32",
        "size: i32, modifier: load_cache_modifier",
        "$dst, $src, $size, cache = $modifier{, $cpSize}? attr-dict : types",
        "Starts copying 4, 8 or 16 bytes from global to shared memory; of `cpSize` of them, and zeros for the rest. `cg` goes "
        "past the first-level cache and wants 16 bytes. PTX ISA, `cp.async`.",
        "nvvm.cp.async.shared.global %target, %source, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>",
    ),
    operation(
        "nvvm.cp.async.commit.group",
        "",
        "",
        "attr-dict",
        "Closes the group of the asynchronous copies started so far. PTX ISA, `cp.async.commit_group`.",
        "nvvm.cp.async.commit.group",
    ),
    operation(
        "nvvm.cp.async.wait.group",
        "",
        "n: i32",
        "$n attr-dict",
        "Waits until at most the latest `n` groups are unfinished. PTX ISA, `cp.async.wait_group`.",
        "nvvm.cp.async.wait.group 1",
    ),
    operation(
        "nvvm.cp.async.wait.all",
        "",
        "",
        "attr-dict",
        "Waits for all asynchronous copies of this thread. PTX ISA, `cp.async.wait_all`.",
        "nvvm.cp.async.wait.all",
    ),
    operation(
        "nvvm.cp.async.mbarrier.arrive",
        "addr: shared",
        "noinc: bool = false",
        "$addr attr-dict : type($addr)",
        "Comes to the barrier object when all earlier asynchronous copies of this thread have finished; with `noinc` the arrival "
        "is among those that it expects anyway. PTX ISA, `cp.async.mbarrier.arrive`.",
        "nvvm.cp.async.mbarrier.arrive %barrier : !llvm.ptr<3>",
    ),
    operation(
        "nvvm.mbarrier.init",
        "addr: shared, count: i32",
        "",
        "$addr, $count attr-dict : types",
        "Makes 8 bytes of shared memory a barrier object that expects `count` arrivals a phase. PTX ISA, `mbarrier.init`.",
        "nvvm.mbarrier.init %barrier, %count : !llvm.ptr<3>, i32",
    ),
    operation(
        "nvvm.mbarrier.inval",
        "addr: shared",
        "",
        "$addr attr-dict : type($addr)",
        "Ends a barrier object, so that its memory may be used again. PTX ISA, `mbarrier.inval`.",
        "nvvm.mbarrier.inval %barrier : !llvm.ptr<3>",
    ),
    operation(
        "nvvm.cp.async.bulk.commit.group",
        "",
        "",
        "attr-dict",
        "Closes the group of the bulk copies from shared memory started so far. PTX ISA, `cp.async.bulk.commit_group`.",
        "nvvm.cp.async.bulk.commit.group",
    ),
    operation(
        "nvvm.cp.async.bulk.wait_group",
        "",
        "group: i32, read?: unit",
        "$group attr-dict",
        "Waits until at most the latest `group` groups are unfinished, or have not read their source. "
        "PTX ISA, `cp.async.bulk.wait_group`.",
        "nvvm.cp.async.bulk.wait_group 1 {read}",
    ),
    operation(
        "nvvm.cp.async.bulk.prefetch",
        "srcMem: ptr<1>, size: i32, l2CacheHint?: i64",
        "",
        "$srcMem, $size{ l2_cache_hint = $l2CacheHint}? attr-dict : type($srcMem)",
        "Starts bringing a piece of global memory to the second-level cache. PTX ISA, `cp.async.bulk.prefetch`.",
        "nvvm.cp.async.bulk.prefetch %source, %bytes : !llvm.ptr<1>",
    ),
    operation(
        "nvvm.cp.async.bulk.shared.cluster.global",
        "dstMem, srcMem: ptr<1>, mbar: ptr<3>, size: i32, multicastMask?: i16, l2CacheHint?: i64",
        "",
        "$dstMem, $srcMem, $mbar, $size{ multicast_mask = $multicastMask}?{ l2_cache_hint = $l2CacheHint}? attr-dict "
        ": type($dstMem), type($srcMem)",
        "Starts copying a piece of global memory to the shared memory of blocks of the cluster. PTX ISA, `cp.async.bulk`.",
        "nvvm.cp.async.bulk.shared.cluster.global %target, %source, %barrier, %bytes multicast_mask = %blocks "
        ": !llvm.ptr<7>, !llvm.ptr<1>",
    ),
    operation(
        "nvvm.cp.async.bulk.shared.cluster.shared.cta",
        "dstMem: ptr<7>, srcMem: ptr<3>, mbar: ptr<3>, size: i32",
        "",
        "$dstMem, $srcMem, $mbar, $size attr-dict : type($dstMem), type($srcMem)",
        "Starts copying a piece of shared memory to that of another block of the cluster. PTX ISA, `cp.async.bulk`.",
        "nvvm.cp.async.bulk.shared.cluster.shared.cta %target, %source, %barrier, %bytes : !llvm.ptr<7>, !llvm.ptr<3>",
    ),
    operation(
        "nvvm.cp.async.bulk.global.shared.cta",
        "dstMem: ptr<1>, srcMem: ptr<3>, size: i32, l2CacheHint?: i64, byteMask?: i16",
        "",
        "$dstMem, $srcMem, $size{ l2_cache_hint = $l2CacheHint}?{ byte_mask = $byteMask}? attr-dict "
        ": type($dstMem), type($srcMem)",
        "Starts copying a piece of shared memory to global memory. PTX ISA, `cp.async.bulk`.",
        "nvvm.cp.async.bulk.global.shared.cta %target, %source, %bytes : !llvm.ptr<1>, !llvm.ptr<3>",
    ),
    operation(
        "nvvm.cp.async.bulk.tensor.shared.cluster.global",
        "dstMem, tmaDescriptor: ptr, coordinates*: i32, mbar: ptr<3>, im2colOffsets*: i16, multicastMask?: i16, "
        "l2CacheHint?: i64, predicate?: i1",
        "mode: tma_load_mode = tile, isCTAOnly: bool = false, group?: cta_group",
        "$dstMem, $tmaDescriptor, $mbar, box[$coordinates]{ im2col[$im2colOffsets]}?{ multicast_mask = $multicastMask}?"
        "{ l2_cache_hint = $l2CacheHint}?{ predicate = $predicate}? attr-dict : type($dstMem), type($tmaDescriptor)",
        "Starts copying a tile of a tensor from global to shared memory. PTX ISA, `cp.async.bulk.tensor`.",
        "nvvm.cp.async.bulk.tensor.shared.cluster.global %target, %map, %barrier, box[%x, %y] "
        ": !llvm.ptr<7>, !llvm.ptr",
    ),
    operation(
        "nvvm.cp.async.bulk.tensor.global.shared.cta",
        "tmaDescriptor: ptr, srcMem: ptr<3>, coordinates*: i32, l2CacheHint?: i64, predicate?: i1",
        "mode: tma_store_mode = tile",
        "$tmaDescriptor, $srcMem, box[$coordinates]{ l2_cache_hint = $l2CacheHint}?{, predicate = $predicate}? attr-dict "
        ": type($tmaDescriptor), type($srcMem)",
        "Starts copying a tile from shared memory to a tensor in global memory. PTX ISA, `cp.async.bulk.tensor`.",
        "nvvm.cp.async.bulk.tensor.global.shared.cta %map, %source, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>",
    ),
    operation(
        "nvvm.cp.async.bulk.tensor.prefetch",
        "tmaDescriptor: ptr, coordinates*: i32, im2colOffsets*: i16, l2CacheHint?: i64",
        "mode: tma_load_mode = tile",
        "$tmaDescriptor, box[$coordinates]{ im2col[$im2colOffsets]}?{ l2_cache_hint = $l2CacheHint}? attr-dict "
        ": type($tmaDescriptor)",
        "Starts bringing a tile of a tensor to the second-level cache. PTX ISA, `cp.async.bulk.prefetch.tensor`.",
        "nvvm.cp.async.bulk.tensor.prefetch %map, box[%x, %y] : !llvm.ptr",
    ),
    operation(
        "nvvm.cp.async.bulk.tensor.reduce",
        "tmaDescriptor: ptr, srcMem: ptr<3>, coordinates*: i32, l2CacheHint?: i64",
        "redKind: tma_redux_kind, mode: tma_store_mode = tile",
        "$tmaDescriptor, $srcMem, box[$coordinates]{ l2_cache_hint = $l2CacheHint}? attr-dict "
        ": type($tmaDescriptor), type($srcMem)",
        "Starts combining a tile in shared memory into a tensor in global memory. PTX ISA, `cp.reduce.async.bulk.tensor`.",
        "nvvm.cp.async.bulk.tensor.reduce %map, %source, box[%x] {redKind = #nvvm.tma_redux_kind<add>} "
        ": !llvm.ptr, !llvm.ptr<3>",
    ),
    *(
        operation(
            f"nvvm.cluster.{name}",
            "",
            "aligned?: unit",
            "attr-dict",
            f"{summary} `aligned`: all threads of the warp together. PTX ISA, `barrier.cluster`.",
            f"nvvm.cluster.{name} {{aligned}}",
        )
        for name, summary in (
            ("arrive", "Comes to the barrier of the cluster, with release order."),
            ("arrive.relaxed", "Comes to the barrier of the cluster without ordering anything."),
            ("wait", "Waits until every thread of the cluster has come to its barrier, with acquire order."),
        )
    ),
    operation(
        "nvvm.bar.warp.sync",
        "mask",
        "",
        "$mask attr-dict : type($mask)",
        "Waits until the threads of the warp that the mask names have come here; orders their accesses. "
        "PTX ISA, `bar.warp.sync`.",
        "nvvm.bar.warp.sync %mask : i32",
    ),
    operation(
        "nvvm.memory.barrier",
        "",
        "scope: mem_scope",
        "$scope attr-dict",
        "Orders all earlier accesses of this thread before all later ones, as the threads of a scope see them. "
        "PTX ISA, `membar`.",
        "nvvm.memory.barrier <gpu>",
    ),
    operation(
        "nvvm.vote.sync",
        "mask: i32, pred: i1",
        "kind: vote_sync_kind",
        "$kind $mask, $pred attr-dict -> result",
        "Whether the predicate is true in all, any, or equally many (`uni`) lanes of the mask; or the mask where it is "
        "(`ballot`). PTX ISA, `vote.sync`.",
        "%b = nvvm.vote.sync ballot %mask, %predicate -> i32",
    ),
    operation(
        "nvvm.match.sync",
        "thread_mask: i32, val",
        "kind: match_sync_kind",
        "$kind $thread_mask, $val attr-dict : type($val) -> result",
        "The mask of the lanes whose value equals this lane's (`any`); or the mask and true if all are equal, else 0 and "
        "false (`all`). PTX ISA, `match.sync`.",
        "%m = nvvm.match.sync any %mask, %value : i32 -> i32",
    ),
    operation(
        "nvvm.redux.sync",
        "val, mask_and_clamp: i32",
        "kind: redux_kind, abs: bool = false, nan: bool = false",
        "$kind $val, $mask_and_clamp attr-dict : type($val) -> result",
        "Combines `val` over the lanes of the mask; all get the result. `abs` takes the absolute values of floats, `nan` lets a "
        "NaN through. PTX ISA, `redux.sync`.",
        "%r = nvvm.redux.sync umax %value, %mask : i32 -> i32",
    ),
    operation(
        "nvvm.elect.sync",
        "membermask?: i32",
        "",
        "{$membermask}? attr-dict -> result",
        "True in exactly one lane of the mask (default: all lanes), the same one each time. PTX ISA, `elect.sync`.",
        "%leader = nvvm.elect.sync %mask -> i1",
    ),
    operation(
        "nvvm.mapa",
        "a, b: i32",
        "",
        "$a, $b attr-dict : type($a) -> result",
        "The address of a place in the shared memory of another block of the cluster. PTX ISA, `mapa`.",
        "%r = nvvm.mapa %place, %rank : !llvm.ptr<3> -> !llvm.ptr<7>",
    ),
    operation(
        "nvvm.griddepcontrol",
        "",
        "kind: grid_dep_action",
        "$kind attr-dict",
        "Waits for the grids that this one depends on, or lets those begin that depend on it. PTX ISA, `griddepcontrol`.",
        "nvvm.griddepcontrol wait",
    ),
    operation(
        "nvvm.setmaxregister",
        "",
        "regCount: i32, action: action",
        "$action $regCount attr-dict",
        "Sets how many registers each thread of the warp group may use. PTX ISA, `setmaxnreg`.",
        "nvvm.setmaxregister increase 240",
    ),
    operation(
        "nvvm.clusterlaunchcontrol.try.cancel",
        "smemAddress: ptr<3>, mbarrier: ptr<3>",
        "multicast?: unit",
        "{multicast, }?$smemAddress, $mbarrier attr-dict",
        "Asks for a launch that has not begun to be cancelled. PTX ISA, `clusterlaunchcontrol.try_cancel`.",
        "nvvm.clusterlaunchcontrol.try.cancel multicast, %handle, %barrier",
    ),
    operation(
        "nvvm.clusterlaunchcontrol.query.cancel",
        "try_cancel_response: i128",
        "query_type: cluster_launch_control_query_type",
        "query = $query_type, $try_cancel_response attr-dict : result",
        "What the answer to a request to cancel a launch says. PTX ISA, `clusterlaunchcontrol.query_cancel`.",
        "%r = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %answer : i1",
    ),
    operation(
        "nvvm.fence.mbarrier.init",
        "",
        "",
        "attr-dict",
        "Makes barrier objects just initialised known to the other blocks of the cluster. PTX ISA, `fence.mbarrier_init`.",
        "nvvm.fence.mbarrier.init",
    ),
    operation(
        "nvvm.fence.sc.cluster",
        "",
        "",
        "attr-dict",
        "A sequentially consistent fence for the threads of the cluster. PTX ISA, `fence.sc`.",
        "nvvm.fence.sc.cluster",
    ),
    operation(
        "nvvm.fence.proxy.acquire",
        "addr: ptr, size: i32",
        "scope: mem_scope, fromProxy: proxy_kind = generic, toProxy: proxy_kind = tensormap",
        "$scope $addr, $size attr-dict",
        "Orders the writing of a tensor map with its use, on the side of the use. PTX ISA, `fence.proxy.tensormap`.",
        "%size = llvm.mlir.constant(128 : i32) : i32\nnvvm.fence.proxy.acquire <gpu> %map, %size",
    ),
    operation(
        "nvvm.fence.proxy.release",
        "",
        "scope: mem_scope, fromProxy: proxy_kind = generic, toProxy: proxy_kind = tensormap",
        "$scope attr-dict",
        "Orders the writing of a tensor map with its use, on the side of the writer. PTX ISA, `fence.proxy.tensormap`.",
        "nvvm.fence.proxy.release <gpu>",
    ),
    operation(
        "nvvm.fence.proxy.sync_restrict",
        "",
        "order: mem_order, fromProxy: proxy_kind = generic, toProxy: proxy_kind = async",
        "attr-dict",
        "Orders ordinary and asynchronous accesses to shared memory in one direction. "
        "PTX ISA, `fence.proxy.async::generic`.",
        "nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}",
    ),
    operation(
        "nvvm.fence.proxy",
        "",
        "kind: proxy_kind, space?: shared_space",
        "attr-dict",
        "Orders accesses through different proxies, such as ordinary and asynchronous ones. PTX ISA, `fence.proxy`.",
        "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}",
    ),
    operation(
        "nvvm.mbarrier.arrive",
        "addr: shared, count?: i32",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr{, $count}? attr-dict : type($addr){ -> result}?",
        "Comes to the barrier object with release order; gives its phase. PTX ISA, `mbarrier.arrive`.",
        "%state = nvvm.mbarrier.arrive %barrier : !llvm.ptr<3> -> i64",
    ),
    operation(
        "nvvm.mbarrier.arrive.expect_tx",
        "addr: shared, txcount: i32, predicate?: i1",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr, $txcount{, predicate = $predicate}? attr-dict : types{ -> result}?",
        "Comes to the barrier object, which then expects `txcount` more bytes of asynchronous copies. "
        "PTX ISA, `mbarrier.arrive.expect_tx`.",
        "nvvm.mbarrier.arrive.expect_tx %barrier, %bytes : !llvm.ptr<3>, i32",
    ),
    operation(
        "nvvm.mbarrier.test.wait",
        "addr: shared, stateOrPhase",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr, $stateOrPhase attr-dict : types -> result",
        "Whether a phase, told by its state or its parity, of the barrier object is over, with acquire order. Does not wait. "
        "PTX ISA, `mbarrier.test_wait`.",
        "%done = nvvm.mbarrier.test.wait %barrier, %state : !llvm.ptr<3>, i64 -> i1",
    ),
    operation(
        "nvvm.mbarrier.expect_tx",
        "addr: shared, txcount: i32",
        "scope: mem_scope = cta",
        "$addr, $txcount attr-dict : types",
        "Lets the barrier object expect more bytes in this phase. PTX ISA, `mbarrier.expect_tx`.",
        "nvvm.mbarrier.expect_tx %barrier, %bytes : !llvm.ptr<3>, i32",
    ),
    operation(
        "nvvm.mbarrier.complete_tx",
        "addr: shared, txcount: i32",
        "scope: mem_scope = cta",
        "$addr, $txcount attr-dict : types",
        "Counts bytes as arrived at the barrier object, without a copy. PTX ISA, `mbarrier.complete_tx`.",
        "nvvm.mbarrier.complete_tx %barrier, %bytes : !llvm.ptr<3>, i32",
    ),
    operation(
        "nvvm.mbarrier.arrive_drop",
        "addr: shared, count?: i32",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr{, $count}? attr-dict : type($addr){ -> result}?",
        "Comes to the barrier object, which expects fewer arrivals from then on. PTX ISA, `mbarrier.arrive_drop`.",
        "%state = nvvm.mbarrier.arrive_drop %barrier : !llvm.ptr<3> -> i64",
    ),
    operation(
        "nvvm.mbarrier.arrive.nocomplete",
        "addr: shared, count: i32",
        "",
        "$addr, $count attr-dict : types -> result",
        "Comes to the barrier object without ending its phase. PTX ISA, `mbarrier.arrive`.",
        "%state = nvvm.mbarrier.arrive.nocomplete %barrier, %count : !llvm.ptr<3>, i32 -> i64",
    ),
    operation(
        "nvvm.mbarrier.try_wait",
        "addr: shared, stateOrPhase, ticks?: i32",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr, $stateOrPhase{, $ticks}? attr-dict : types -> result",
        "Waits for a phase, told by its state or its parity, of the barrier object, but not for ever. "
        "PTX ISA, `mbarrier.try_wait`.",
        "%over = nvvm.mbarrier.try_wait %barrier, %state : !llvm.ptr<3>, i64 -> i1",
    ),
    operation(
        "nvvm.mma.block_scale",
        f"A*, B*, C*, {_SCALES}",
        f"shape: shape, scaleVecSize: scale_vec_size, blockScaleFormat: block_scale_format, kind: block_scale_kind, {_MMA_TYPES}",
        f"A[$A] B[$B] C[$C] {_SCALED_BY} attr-dict : first-types -> result",
        "A product of matrices by a warp, blocks of whose rows and columns are scaled. PTX ISA, `mma`.",
        "%d = nvvm.mma.block_scale A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%c0, %c1, %c2, %c3] "
        "scaleA[%scale_a, %byte_a, %thread_a] scaleB[%scale_b, %byte_b, %thread_b] "
        "{blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, "
        "multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, "
        "scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} "
        f": (i32, i32, f32) -> {_STRUCT}",
    ),
    operation(
        "nvvm.mma.sp.block_scale",
        f"A*, B*, C*, sparseMetadata: i32, sparsitySelector: i32, {_SCALES}",
        "shape: shape, orderedMetadata?: unit, scaleVecSize: scale_vec_size, blockScaleFormat: block_scale_format, "
        f"kind: block_scale_kind, {_MMA_TYPES}",
        "A[$A] B[$B] C[$C] sparseMetadata[$sparseMetadata] selector[$sparsitySelector] "
        f"{_SCALED_BY} attr-dict : first-types -> result",
        "The same with half of the elements of the first matrix zero. PTX ISA, `mma.sp`.",
        "%selector = llvm.mlir.constant(0 : i32) : i32\n"
        "%d = nvvm.mma.sp.block_scale A[%a0, %a1, %a2, %a3] B[%b0, %b1, %b2, %b3] C[%c0, %c1, %c2, %c3] "
        "sparseMetadata[%metadata] selector[%selector] "
        "scaleA[%scale_a, %byte_a, %thread_a] scaleB[%scale_b, %byte_b, %thread_b] "
        "{blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, "
        "multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, orderedMetadata, "
        "scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 128>} "
        f": (i32, i32, f32) -> {_STRUCT}",
    ),
    operation(
        "nvvm.st.bulk",
        "addr: shared, size: i64",
        "initVal: i64 = 0",
        "$addr, size = $size{, init = $initVal}? attr-dict : type($addr)",
        "Fills a piece of shared memory with zeros. PTX ISA, `st.bulk`.",
        "nvvm.st.bulk %place, size = %bytes : !llvm.ptr<3>",
    ),
    operation(
        "nvvm.fence.sync_restrict",
        "",
        "order: mem_order",
        "attr-dict",
        "Orders accesses to the shared memory of the cluster, in one direction. PTX ISA, `fence.sync_restrict`.",
        "nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}",
    ),
    operation(
        "nvvm.mbarrier.arrive_drop.expect_tx",
        "addr: shared, txcount: i32",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr, $txcount attr-dict : types{ -> result}?",
        "Comes to the barrier object, which expects more bytes of asynchronous copies, and fewer arrivals from then on. "
        "PTX ISA, `mbarrier.arrive_drop`.",
        "%state = nvvm.mbarrier.arrive_drop.expect_tx %barrier, %bytes : !llvm.ptr<3>, i32 -> i64",
    ),
    operation(
        "nvvm.mbarrier.arrive_drop.nocomplete",
        "addr: shared, count: i32",
        "",
        "$addr, $count attr-dict : types -> result",
        "Comes to the barrier object without ending its phase; it expects fewer arrivals from then on. "
        "PTX ISA, `mbarrier.arrive_drop`.",
        "%state = nvvm.mbarrier.arrive_drop.nocomplete %barrier, %count : !llvm.ptr<3>, i32 -> i64",
    ),
    *(
        operation(
            f"nvvm.convert.f32x4.to.f{bits}x4",
            "src: vector<4xf32>, rbits: i32",
            "relu: bool = false, dstTy: type",
            "$src, $rbits attr-dict : type($src) -> result($dstTy)",
            f"Four floats rounded to {bits}-bit floats, up or down by chance. PTX ISA, `cvt`.",
            f"%r = nvvm.convert.f32x4.to.f{bits}x4 %x, %bits : vector<4xf32> -> {packed}({format})",
        )
        for bits, packed, format in (
            (8, "vector<4xi8>", "f8E4M3FN"),
            (6, "vector<4xi8>", "f6E2M3FN"),
            (4, "i16", "f4E2M1FN"),
        )
    ),
    operation(
        "nvvm.convert.bf16x2.to.f8x2",
        "a",
        "rnd: fp_rnd_mode = none, sat: sat_mode = none, dstTy: type",
        "$a attr-dict : type($a) -> result($dstTy)",
        "Two `bf16` as scales, powers of two of 8 bits. PTX ISA, `cvt`.",
        "%r = nvvm.convert.bf16x2.to.f8x2 %x {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16> -> i16(f8E8M0FNU)",
    ),
    operation(
        "nvvm.convert.float.to.tf32",
        "src: f32",
        "rnd: fp_rnd_mode = none, sat: sat_mode = none, relu: bool = false",
        "$src attr-dict",
        "A float rounded to a `tf32`. PTX ISA, `cvt`.",
        "%r = nvvm.convert.float.to.tf32 %x {rnd = #nvvm.fp_rnd_mode<rna>}",
        result="i32",
    ),
    operation(
        "nvvm.convert.f32x2.to.f8x2",
        "a: f32, b: f32",
        "rnd: fp_rnd_mode = none, sat: sat_mode = none, relu: bool = false, dstTy: type",
        "$a, $b attr-dict : result($dstTy)",
        "Two floats rounded to 8-bit floats. PTX ISA, `cvt`.",
        "%r = nvvm.convert.f32x2.to.f8x2 %high, %low {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} "
        ": i16(f8E4M3FN)",
    ),
    operation(
        "nvvm.convert.f32x2.to.f6x2",
        "a: f32, b: f32",
        "relu: bool = false, dstTy: type",
        "$a, $b attr-dict : result($dstTy)",
        "Two floats rounded to 6-bit floats. PTX ISA, `cvt`.",
        "%r = nvvm.convert.f32x2.to.f6x2 %high, %low : i16(f6E2M3FN)",
    ),
    operation(
        "nvvm.convert.f32x2.to.f4x2",
        "a: f32, b: f32",
        "relu: bool = false, dstTy: type",
        "$a, $b attr-dict : result($dstTy)",
        "Two floats rounded to 4-bit floats. PTX ISA, `cvt`.",
        "%r = nvvm.convert.f32x2.to.f4x2 %high, %low : i8(f4E2M1FN)",
    ),
    operation(
        "nvvm.convert.f16x2.to.f8x2",
        "a",
        "relu: bool = false, dstTy: type",
        "$a attr-dict : type($a) -> result($dstTy)",
        "Two halves rounded to 8-bit floats. PTX ISA, `cvt`.",
        "%r = nvvm.convert.f16x2.to.f8x2 %x : vector<2xf16> -> i16(f8E4M3FN)",
    ),
    *(
        operation(
            f"nvvm.convert.f32x2.to.{half}x2",
            "src_hi: f32, src_lo: f32, rbits?: i32",
            "rnd: fp_rnd_mode = none, sat: sat_mode = none, relu: bool = false",
            "$src_hi, $src_lo{, $rbits}? attr-dict : result",
            f"Two floats rounded to `{half}x2`. PTX ISA, `cvt`.",
            f"%r = nvvm.convert.f32x2.to.{half}x2 %high, %low {{rnd = #nvvm.fp_rnd_mode<rn>}} : vector<2x{half}>",
        )
        for half in ("f16", "bf16")
    ),
    *(
        operation(
            f"nvvm.convert.{source}x2.to.{target}x2",
            "src",
            "relu: bool = false, srcType: type" if target == "f16" else "srcType: type",
            "$src attr-dict : type($src)($srcType) -> result",
            f"Two {what} floats as `{target}x2`. PTX ISA, `cvt`.",
            f"%r = nvvm.convert.{source}x2.to.{target}x2 %x : {packed}({format}) -> vector<2x{target}>",
        )
        for source, target, what, packed, format in (
            ("f8", "f16", "8-bit", "vector<2xi8>", "f8E4M3FN"),
            ("f8", "bf16", "8-bit", "vector<2xi8>", "f8E8M0FNU"),
            ("f6", "f16", "6-bit", "vector<2xi8>", "f6E2M3FN"),
            ("f4", "f16", "4-bit", "i8", "f4E2M1FN"),
        )
    ),
)

MLIR_OPERATIONS: Final = Operations((*_ALL, *TENSOR_MEMORY_OPERATIONS))
"""The operations by name."""
