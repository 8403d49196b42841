"""The operations of MLIR 22's NVVM dialect that rows of the table are written as: their parts, and their syntax.

A row says which of them its instruction is (`model.MlirForm`); this says how MLIR writes it. In `operands` stand the
operation's groups of operands with their types, `?` for one that may be missing, `*` for any number; a group without a type has
the type that is written behind, and `shared` is a pointer to shared memory or a generic one, as is written. In `properties`
stand its attributes, `name: kind`, with a default where MLIR leaves it out, `?` where it may be missing. A kind is an integer
type, `bool`, `unit`, `type`, or MLIR's name of the attribute. In `syntax` stand

    $x              an operand, the operands of a group, or a property
    {` text $x`}?   text that is there if the operand is, or the flag that a word in it names
    attr-dict       the other properties and attributes
    type($x)        the type of an operand
    types           the types of all operands
    paren-types     the same, in parentheses
    first-types     in parentheses, the type of the first operand of each group that is written in brackets
    result          the type of the result

and all else as it is. Syntax and defaults are those of `mlir/include/mlir/Dialect/LLVMIR/NVVMOps.td`; tests hold them against
`mlir-opt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from periclase.record import Record


class OperandGroup(Record):
    """Operands of one meaning: `type` empty if it is written, `many` for any number, `optional` for none or one.

    `generic` says that a generic pointer may stand for one to shared memory.
    """

    name: str
    type: str
    optional: bool = False
    many: bool = False
    generic: bool = False


class Property(Record):
    """An attribute of the operation: `default` empty if there is none."""

    name: str
    kind: str
    default: str = ""
    optional: bool = False


class MlirOperation(Record):
    """One operation.

    Attributes:
        name: in full, `nvvm.ldmatrix`.
        summary: one sentence for its documentation.
        operands, properties, syntax: see above.
        result: the type of a result whose type is not written.
        segments: whether MLIR keeps the sizes of the groups in an attribute.
        example: for its documentation.
    """

    name: str
    summary: str
    operands: tuple[OperandGroup, ...]
    properties: tuple[Property, ...]
    syntax: str
    result: str
    segments: bool
    example: str

    def group(self, name: str) -> OperandGroup:
        """The group called `name`; KeyError if there is none."""
        for group in self.operands:
            if group.name == name:
                return group
        raise KeyError(name)


def _parts(text: str) -> list[tuple[str, str, str]]:
    """`name?: kind = default` as name with its mark, kind and default."""
    parts: list[tuple[str, str, str]] = []
    for part in text.split(", ") if text else ():
        name, _, rest = part.partition(": ")
        kind, _, default = rest.partition(" = ")
        parts.append((name, kind, default))
    return parts


def _operation(
    name: str,
    operands: str,
    properties: str,
    syntax: str,
    summary: str,
    example: str,
    result: str = "",
) -> MlirOperation:
    groups = tuple(
        OperandGroup(
            name.rstrip("?*"),
            "" if type == "shared" else type,
            name.endswith("?"),
            name.endswith("*"),
            type == "shared",
        )
        for name, type, _ in _parts(operands)
    )
    varying = sum(group.optional or group.many for group in groups)
    return MlirOperation(
        name,
        summary,
        groups,
        tuple(
            Property(name.rstrip("?"), kind, default, name.endswith("?"))
            for name, kind, default in _parts(properties)
        ),
        syntax,
        result,
        varying > 1,
        example,
    )


_MMA_TYPES: Final = "multiplicandAPtxType?: mma_type, multiplicandBPtxType?: mma_type"
_LAYOUTS: Final = "layoutA: mma_layout, layoutB: mma_layout"
_STRUCT: Final = "!llvm.struct<(f32, f32, f32, f32)>"
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

_ALL: Final = (
    _operation(
        "nvvm.mma.sync",
        "A*, B*, C*",
        f"shape: shape, b1Op?: mma_b1op, intOverflowBehavior?: mma_int_overflow, {_LAYOUTS}, {_MMA_TYPES}",
        "A[$A] B[$B] C[$C] attr-dict : first-types -> result",
        "A product of matrices by a warp, each thread with its part of each. PTX ISA, `mma`.",
        "%d = nvvm.mma.sync A[%a0, %a1] B[%b] C[%c0, %c1, %c2, %c3] {layoutA = #nvvm.mma_layout<row>, "
        "layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} "
        f": (vector<2xf16>, vector<2xf16>, f32) -> {_STRUCT}",
    ),
    _operation(
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
    _operation(
        "nvvm.ldmatrix",
        "ptr",
        "num: i32, layout: mma_layout, shape: ld_st_matrix_shape, eltType: ld_st_matrix_elt_type",
        "$ptr attr-dict : paren-types -> result",
        "Matrices from shared memory into the registers of a warp. PTX ISA, `ldmatrix`.",
        "%r = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, "
        "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32",
    ),
    _operation(
        "nvvm.stmatrix",
        "ptr, sources*",
        "layout: mma_layout, shape: ld_st_matrix_shape, eltType: ld_st_matrix_elt_type",
        "$ptr, $sources attr-dict : types",
        "Matrices from the registers of a warp into shared memory. PTX ISA, `stmatrix`.",
        "nvvm.stmatrix %row, %r0, %r1 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, "
        "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32",
    ),
    _operation(
        "nvvm.wgmma.fence.aligned",
        "",
        "",
        "attr-dict",
        "Orders accesses to registers and shared memory before with the products that follow. PTX ISA, `wgmma.fence`.",
        "nvvm.wgmma.fence.aligned",
    ),
    _operation(
        "nvvm.wgmma.commit.group.sync.aligned",
        "",
        "",
        "attr-dict",
        "Closes the group of the products started so far. PTX ISA, `wgmma.commit_group`.",
        "nvvm.wgmma.commit.group.sync.aligned",
    ),
    _operation(
        "nvvm.wgmma.wait.group.sync.aligned",
        "",
        "group: i64",
        "attr-dict $group",
        "Waits until at most the latest `group` groups of products are unfinished. PTX ISA, `wgmma.wait_group`.",
        "nvvm.wgmma.wait.group.sync.aligned 1",
    ),
    _operation(
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
    _operation(
        "nvvm.cp.async.bulk.commit.group",
        "",
        "",
        "attr-dict",
        "Closes the group of the bulk copies from shared memory started so far. PTX ISA, `cp.async.bulk.commit_group`.",
        "nvvm.cp.async.bulk.commit.group",
    ),
    _operation(
        "nvvm.cp.async.bulk.wait_group",
        "",
        "group: i32, read?: unit",
        "$group attr-dict",
        "Waits until at most the latest `group` groups are unfinished, or have not read their source. "
        "PTX ISA, `cp.async.bulk.wait_group`.",
        "nvvm.cp.async.bulk.wait_group 1 {read}",
    ),
    _operation(
        "nvvm.cp.async.bulk.prefetch",
        "srcMem: ptr<1>, size: i32, l2CacheHint?: i64",
        "",
        "$srcMem, $size{ l2_cache_hint = $l2CacheHint}? attr-dict : type($srcMem)",
        "Starts bringing a piece of global memory to the second-level cache. PTX ISA, `cp.async.bulk.prefetch`.",
        "nvvm.cp.async.bulk.prefetch %source, %bytes : !llvm.ptr<1>",
    ),
    _operation(
        "nvvm.cp.async.bulk.shared.cluster.global",
        "dstMem, srcMem: ptr<1>, mbar: ptr<3>, size: i32, multicastMask?: i16, l2CacheHint?: i64",
        "",
        "$dstMem, $srcMem, $mbar, $size{ multicast_mask = $multicastMask}?{ l2_cache_hint = $l2CacheHint}? attr-dict "
        ": type($dstMem), type($srcMem)",
        "Starts copying a piece of global memory to the shared memory of blocks of the cluster. PTX ISA, `cp.async.bulk`.",
        "nvvm.cp.async.bulk.shared.cluster.global %target, %source, %barrier, %bytes multicast_mask = %blocks "
        ": !llvm.ptr<7>, !llvm.ptr<1>",
    ),
    _operation(
        "nvvm.cp.async.bulk.shared.cluster.shared.cta",
        "dstMem: ptr<7>, srcMem: ptr<3>, mbar: ptr<3>, size: i32",
        "",
        "$dstMem, $srcMem, $mbar, $size attr-dict : type($dstMem), type($srcMem)",
        "Starts copying a piece of shared memory to that of another block of the cluster. PTX ISA, `cp.async.bulk`.",
        "nvvm.cp.async.bulk.shared.cluster.shared.cta %target, %source, %barrier, %bytes : !llvm.ptr<7>, !llvm.ptr<3>",
    ),
    _operation(
        "nvvm.cp.async.bulk.global.shared.cta",
        "dstMem: ptr<1>, srcMem: ptr<3>, size: i32, l2CacheHint?: i64, byteMask?: i16",
        "",
        "$dstMem, $srcMem, $size{ l2_cache_hint = $l2CacheHint}?{ byte_mask = $byteMask}? attr-dict "
        ": type($dstMem), type($srcMem)",
        "Starts copying a piece of shared memory to global memory. PTX ISA, `cp.async.bulk`.",
        "nvvm.cp.async.bulk.global.shared.cta %target, %source, %bytes : !llvm.ptr<1>, !llvm.ptr<3>",
    ),
    _operation(
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
    _operation(
        "nvvm.cp.async.bulk.tensor.global.shared.cta",
        "tmaDescriptor: ptr, srcMem: ptr<3>, coordinates*: i32, l2CacheHint?: i64, predicate?: i1",
        "mode: tma_store_mode = tile",
        "$tmaDescriptor, $srcMem, box[$coordinates]{ l2_cache_hint = $l2CacheHint}?{, predicate = $predicate}? attr-dict "
        ": type($tmaDescriptor), type($srcMem)",
        "Starts copying a tile from shared memory to a tensor in global memory. PTX ISA, `cp.async.bulk.tensor`.",
        "nvvm.cp.async.bulk.tensor.global.shared.cta %map, %source, box[%x, %y] : !llvm.ptr, !llvm.ptr<3>",
    ),
    _operation(
        "nvvm.cp.async.bulk.tensor.prefetch",
        "tmaDescriptor: ptr, coordinates*: i32, im2colOffsets*: i16, l2CacheHint?: i64",
        "mode: tma_load_mode = tile",
        "$tmaDescriptor, box[$coordinates]{ im2col[$im2colOffsets]}?{ l2_cache_hint = $l2CacheHint}? attr-dict "
        ": type($tmaDescriptor)",
        "Starts bringing a tile of a tensor to the second-level cache. PTX ISA, `cp.async.bulk.prefetch.tensor`.",
        "nvvm.cp.async.bulk.tensor.prefetch %map, box[%x, %y] : !llvm.ptr",
    ),
    _operation(
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
        _operation(
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
    _operation(
        "nvvm.bar.warp.sync",
        "mask",
        "",
        "$mask attr-dict : type($mask)",
        "Waits until the threads of the warp that the mask names have come here; orders their accesses. "
        "PTX ISA, `bar.warp.sync`.",
        "nvvm.bar.warp.sync %mask : i32",
    ),
    _operation(
        "nvvm.memory.barrier",
        "",
        "scope: mem_scope",
        "$scope attr-dict",
        "Orders all earlier accesses of this thread before all later ones, as the threads of a scope see them. "
        "PTX ISA, `membar`.",
        "nvvm.memory.barrier <gpu>",
    ),
    _operation(
        "nvvm.vote.sync",
        "mask: i32, pred: i1",
        "kind: vote_sync_kind",
        "$kind $mask, $pred attr-dict -> result",
        "Whether the predicate is true in all, any, or equally many (`uni`) lanes of the mask; or the mask where it is "
        "(`ballot`). PTX ISA, `vote.sync`.",
        "%b = nvvm.vote.sync ballot %mask, %predicate -> i32",
    ),
    _operation(
        "nvvm.match.sync",
        "thread_mask: i32, val",
        "kind: match_sync_kind",
        "$kind $thread_mask, $val attr-dict : type($val) -> result",
        "The mask of the lanes whose value equals this lane's (`any`); or the mask and true if all are equal, else 0 and "
        "false (`all`). PTX ISA, `match.sync`.",
        "%m = nvvm.match.sync any %mask, %value : i32 -> i32",
    ),
    _operation(
        "nvvm.redux.sync",
        "val, mask_and_clamp: i32",
        "kind: redux_kind, abs: bool = false, nan: bool = false",
        "$kind $val, $mask_and_clamp attr-dict : type($val) -> result",
        "Combines `val` over the lanes of the mask; all get the result. `abs` takes the absolute values of floats, `nan` lets a "
        "NaN through. PTX ISA, `redux.sync`.",
        "%r = nvvm.redux.sync umax %value, %mask : i32 -> i32",
    ),
    _operation(
        "nvvm.elect.sync",
        "membermask?: i32",
        "",
        "{$membermask}? attr-dict -> result",
        "True in exactly one lane of the mask (default: all lanes), the same one each time. PTX ISA, `elect.sync`.",
        "%leader = nvvm.elect.sync %mask -> i1",
    ),
    _operation(
        "nvvm.mapa",
        "a, b: i32",
        "",
        "$a, $b attr-dict : type($a) -> result",
        "The address of a place in the shared memory of another block of the cluster. PTX ISA, `mapa`.",
        "%r = nvvm.mapa %place, %rank : !llvm.ptr<3> -> !llvm.ptr<7>",
    ),
    _operation(
        "nvvm.griddepcontrol",
        "",
        "kind: grid_dep_action",
        "$kind attr-dict",
        "Waits for the grids that this one depends on, or lets those begin that depend on it. PTX ISA, `griddepcontrol`.",
        "nvvm.griddepcontrol wait",
    ),
    _operation(
        "nvvm.setmaxregister",
        "",
        "regCount: i32, action: action",
        "$action $regCount attr-dict",
        "Sets how many registers each thread of the warp group may use. PTX ISA, `setmaxnreg`.",
        "nvvm.setmaxregister increase 240",
    ),
    _operation(
        "nvvm.clusterlaunchcontrol.try.cancel",
        "smemAddress: ptr<3>, mbarrier: ptr<3>",
        "multicast?: unit",
        "{multicast, }?$smemAddress, $mbarrier attr-dict",
        "Asks for a launch that has not begun to be cancelled. PTX ISA, `clusterlaunchcontrol.try_cancel`.",
        "nvvm.clusterlaunchcontrol.try.cancel multicast, %handle, %barrier",
    ),
    _operation(
        "nvvm.clusterlaunchcontrol.query.cancel",
        "try_cancel_response: i128",
        "query_type: cluster_launch_control_query_type",
        "query = $query_type, $try_cancel_response attr-dict : result",
        "What the answer to a request to cancel a launch says. PTX ISA, `clusterlaunchcontrol.query_cancel`.",
        "%r = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %answer : i1",
    ),
    _operation(
        "nvvm.fence.mbarrier.init",
        "",
        "",
        "attr-dict",
        "Makes barrier objects just initialised known to the other blocks of the cluster. PTX ISA, `fence.mbarrier_init`.",
        "nvvm.fence.mbarrier.init",
    ),
    _operation(
        "nvvm.fence.sc.cluster",
        "",
        "",
        "attr-dict",
        "A sequentially consistent fence for the threads of the cluster. PTX ISA, `fence.sc`.",
        "nvvm.fence.sc.cluster",
    ),
    _operation(
        "nvvm.fence.proxy.acquire",
        "addr: ptr, size: i32",
        "scope: mem_scope, fromProxy: proxy_kind = generic, toProxy: proxy_kind = tensormap",
        "$scope $addr, $size attr-dict",
        "Orders the writing of a tensor map with its use, on the side of the use. PTX ISA, `fence.proxy.tensormap`.",
        "%size = llvm.mlir.constant(128 : i32) : i32\nnvvm.fence.proxy.acquire <gpu> %map, %size",
    ),
    _operation(
        "nvvm.fence.proxy.release",
        "",
        "scope: mem_scope, fromProxy: proxy_kind = generic, toProxy: proxy_kind = tensormap",
        "$scope attr-dict",
        "Orders the writing of a tensor map with its use, on the side of the writer. PTX ISA, `fence.proxy.tensormap`.",
        "nvvm.fence.proxy.release <gpu>",
    ),
    _operation(
        "nvvm.fence.proxy.sync_restrict",
        "",
        "order: mem_order, fromProxy: proxy_kind = generic, toProxy: proxy_kind = async",
        "attr-dict",
        "Orders ordinary and asynchronous accesses to shared memory in one direction. "
        "PTX ISA, `fence.proxy.async::generic`.",
        "nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}",
    ),
    _operation(
        "nvvm.fence.proxy",
        "",
        "kind: proxy_kind, space?: shared_space",
        "attr-dict",
        "Orders accesses through different proxies, such as ordinary and asynchronous ones. PTX ISA, `fence.proxy`.",
        "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}",
    ),
    _operation(
        "nvvm.mbarrier.arrive",
        "addr: shared, count?: i32",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr{, $count}? attr-dict : type($addr){ -> result}?",
        "Comes to the barrier object with release order; gives its phase. PTX ISA, `mbarrier.arrive`.",
        "%state = nvvm.mbarrier.arrive %barrier : !llvm.ptr<3> -> i64",
    ),
    _operation(
        "nvvm.mbarrier.arrive.expect_tx",
        "addr: shared, txcount: i32, predicate?: i1",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr, $txcount{, predicate = $predicate}? attr-dict : types{ -> result}?",
        "Comes to the barrier object, which then expects `txcount` more bytes of asynchronous copies. "
        "PTX ISA, `mbarrier.arrive.expect_tx`.",
        "nvvm.mbarrier.arrive.expect_tx %barrier, %bytes : !llvm.ptr<3>, i32",
    ),
    _operation(
        "nvvm.mbarrier.test.wait",
        "addr: shared, stateOrPhase",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr, $stateOrPhase attr-dict : types -> result",
        "Whether a phase, told by its state or its parity, of the barrier object is over, with acquire order. Does not wait. "
        "PTX ISA, `mbarrier.test_wait`.",
        "%done = nvvm.mbarrier.test.wait %barrier, %state : !llvm.ptr<3>, i64 -> i1",
    ),
    _operation(
        "nvvm.mbarrier.expect_tx",
        "addr: shared, txcount: i32",
        "scope: mem_scope = cta",
        "$addr, $txcount attr-dict : types",
        "Lets the barrier object expect more bytes in this phase. PTX ISA, `mbarrier.expect_tx`.",
        "nvvm.mbarrier.expect_tx %barrier, %bytes : !llvm.ptr<3>, i32",
    ),
    _operation(
        "nvvm.mbarrier.complete_tx",
        "addr: shared, txcount: i32",
        "scope: mem_scope = cta",
        "$addr, $txcount attr-dict : types",
        "Counts bytes as arrived at the barrier object, without a copy. PTX ISA, `mbarrier.complete_tx`.",
        "nvvm.mbarrier.complete_tx %barrier, %bytes : !llvm.ptr<3>, i32",
    ),
    _operation(
        "nvvm.mbarrier.arrive_drop",
        "addr: shared, count?: i32",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr{, $count}? attr-dict : type($addr){ -> result}?",
        "Comes to the barrier object, which expects fewer arrivals from then on. PTX ISA, `mbarrier.arrive_drop`.",
        "%state = nvvm.mbarrier.arrive_drop %barrier : !llvm.ptr<3> -> i64",
    ),
    _operation(
        "nvvm.mbarrier.arrive.nocomplete",
        "addr: shared, count: i32",
        "",
        "$addr, $count attr-dict : types -> result",
        "Comes to the barrier object without ending its phase. PTX ISA, `mbarrier.arrive`.",
        "%state = nvvm.mbarrier.arrive.nocomplete %barrier, %count : !llvm.ptr<3>, i32 -> i64",
    ),
    _operation(
        "nvvm.mbarrier.try_wait",
        "addr: shared, stateOrPhase, ticks?: i32",
        "scope: mem_scope = cta, relaxed: bool = false",
        "$addr, $stateOrPhase{, $ticks}? attr-dict : types -> result",
        "Waits for a phase, told by its state or its parity, of the barrier object, but not for ever. "
        "PTX ISA, `mbarrier.try_wait`.",
        "%over = nvvm.mbarrier.try_wait %barrier, %state : !llvm.ptr<3>, i64 -> i1",
    ),
    _operation(
        "nvvm.tcgen05.alloc",
        "addr, nCols: i32",
        _GROUP,
        "$addr, $nCols attr-dict : types",
        "Waits for columns of tensor memory. PTX ISA, `tcgen05.alloc`.",
        "nvvm.tcgen05.alloc %target, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32",
    ),
    _operation(
        "nvvm.tcgen05.dealloc",
        "taddr: ptr<6>, nCols: i32",
        _GROUP,
        "$taddr, $nCols attr-dict : types",
        "Gives columns of tensor memory back. PTX ISA, `tcgen05.dealloc`.",
        "nvvm.tcgen05.dealloc %address, %columns : !llvm.ptr<6>, i32",
    ),
    _operation(
        "nvvm.tcgen05.relinquish_alloc_permit",
        "",
        _GROUP,
        "attr-dict",
        "Promises that the block allocates no more tensor memory. PTX ISA, `tcgen05.relinquish_alloc_permit`.",
        "nvvm.tcgen05.relinquish_alloc_permit",
    ),
    _operation(
        "nvvm.tcgen05.fence",
        "",
        "kind: tcgen05_fence",
        "$kind attr-dict",
        "Orders what runs on its own with a barrier. PTX ISA, `tcgen05.fence`.",
        "nvvm.tcgen05.fence <before>",
    ),
    _operation(
        "nvvm.tcgen05.wait",
        "",
        "kind: tcgen05_wait",
        "$kind attr-dict",
        "Waits for the loads, or the stores, of this thread. PTX ISA, `tcgen05.wait`.",
        "nvvm.tcgen05.wait <load>",
    ),
    _operation(
        "nvvm.tcgen05.commit",
        "addr, multicastMask?: i16",
        _GROUP,
        "$addr{, multicast_mask = $multicastMask}? attr-dict : types",
        "Lets a barrier object know when all that this thread has started is done. PTX ISA, `tcgen05.commit`.",
        "nvvm.tcgen05.commit %barrier, multicast_mask = %blocks : !llvm.ptr<3>, i16",
    ),
    _operation(
        "nvvm.tcgen05.shift",
        "taddr: ptr<6>",
        _GROUP,
        "$taddr attr-dict : types",
        "Starts shifting rows of tensor memory down by one. PTX ISA, `tcgen05.shift`.",
        "nvvm.tcgen05.shift %address : !llvm.ptr<6>",
    ),
    _operation(
        "nvvm.tcgen05.cp",
        "taddr: ptr<6>, smem_desc: i64",
        f"shape: tcgen05_cp_shape, {_GROUP}, multicast: tcgen05_cp_multicast = none, srcFormat?: tcgen05_cp_src_fmt",
        "$taddr, $smem_desc attr-dict",
        "Starts copying a matrix from shared to tensor memory. PTX ISA, `tcgen05.cp`.",
        "nvvm.tcgen05.cp %address, %descriptor {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}",
    ),
    _operation(
        "nvvm.tcgen05.ld",
        "tmemAddr: ptr<6>, offset?: i64",
        "pack?: unit, shape: tcgen05_ldst_shape",
        "$tmemAddr{, $offset}?{ pack}? attr-dict : result",
        "Loads from tensor memory. PTX ISA, `tcgen05.ld`.",
        "%r = nvvm.tcgen05.ld %address pack {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>",
    ),
    _operation(
        "nvvm.tcgen05.st",
        "tmemAddr: ptr<6>, val, offset?: i64",
        "unpack?: unit, shape: tcgen05_ldst_shape",
        "$tmemAddr, $val{, $offset}?{ unpack}? attr-dict : type($val)",
        "Stores to tensor memory. PTX ISA, `tcgen05.st`.",
        "nvvm.tcgen05.st %address, %values {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>",
    ),
    _operation(
        "nvvm.tcgen05.mma",
        f"{_TENSOR_MMA}, scaleInputD?: i64, disableOutputLane?",
        f"kind: tcgen05_mma_kind, {_TENSOR_WORDS}",
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD{ scale = $scaleInputD}?{ mask = $disableOutputLane}? attr-dict "
        ": paren-types",
        "Starts a product of matrices into tensor memory. PTX ISA, `tcgen05.mma`.",
        f"nvvm.tcgen05.mma %d, %a, %b, %description, %accumulate {{{_ONE}, {_F16_MMA}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1)",
    ),
    _operation(
        "nvvm.tcgen05.mma.sp",
        f"{_TENSOR_MMA}, sparseMetadata: ptr<6>, scaleInputD?: i64, disableOutputLane?",
        f"kind: tcgen05_mma_kind, {_TENSOR_WORDS}",
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD, $sparseMetadata{ scale = $scaleInputD}?"
        "{ mask = $disableOutputLane}? attr-dict : paren-types",
        "Starts a product of matrices into tensor memory, half of the elements of the first zero. PTX ISA, `tcgen05.mma.sp`.",
        f"nvvm.tcgen05.mma.sp %d, %a, %b, %description, %accumulate, %metadata {{{_ONE}, {_F16_MMA}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)",
    ),
    _operation(
        "nvvm.tcgen05.mma.block_scale",
        f"{_TENSOR_MMA}, scaleA: ptr<6>, scaleB: ptr<6>",
        "kind: block_scale_kind, ctaGroup: cta_group, blockScale: tcgen05_mma_block_scale = default, "
        "collectorOp: tcgen05_mma_collectorop = discard",
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD, $scaleA, $scaleB attr-dict : paren-types",
        "Starts a product of matrices whose blocks are scaled into tensor memory. PTX ISA, `tcgen05.mma`.",
        f"nvvm.tcgen05.mma.block_scale %d, %a, %b, %description, %accumulate, %scale_a, %scale_b {{{_ONE}, {_SCALED}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)",
    ),
    _operation(
        "nvvm.tcgen05.mma.sp.block_scale",
        f"{_TENSOR_MMA}, sparseMetadata: ptr<6>, scaleA: ptr<6>, scaleB: ptr<6>",
        "kind: block_scale_kind, ctaGroup: cta_group, blockScale: tcgen05_mma_block_scale = default, "
        "collectorOp: tcgen05_mma_collectorop = discard",
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD, $sparseMetadata, $scaleA, $scaleB attr-dict : paren-types",
        "The same with half of the elements of the first matrix zero. PTX ISA, `tcgen05.mma.sp`.",
        "nvvm.tcgen05.mma.sp.block_scale %d, %a, %b, %description, %accumulate, %metadata, %scale_a, %scale_b "
        f"{{{_ONE}, {_SCALED}}} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)",
    ),
    _operation(
        "nvvm.tcgen05.mma.ws",
        f"{_TENSOR_MMA}, zeroColMask?: i64",
        _WARP_WORDS,
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD{, $zeroColMask}? attr-dict : paren-types",
        "Starts a product of matrices into tensor memory with the second kept in a buffer. PTX ISA, `tcgen05.mma.ws`.",
        f"nvvm.tcgen05.mma.ws %d, %a, %b, %description, %accumulate {{{_F16_MMA}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1)",
    ),
    _operation(
        "nvvm.tcgen05.mma.ws.sp",
        f"{_TENSOR_MMA}, sparseMetadata: ptr<6>, zeroColMask?: i64",
        _WARP_WORDS,
        "$matrixD, $matrixA, $matrixB, $idesc, $enableInputD, $sparseMetadata{, $zeroColMask}? attr-dict : paren-types",
        "The same with half of the elements of the first matrix zero. PTX ISA, `tcgen05.mma.ws.sp`.",
        f"nvvm.tcgen05.mma.ws.sp %d, %a, %b, %description, %accumulate, %metadata {{{_F16_MMA}}} "
        ": (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)",
    ),
    _operation(
        "nvvm.convert.float.to.tf32",
        "src: f32",
        "rnd: fp_rnd_mode = none, sat: sat_mode = none, relu: bool = false",
        "$src attr-dict",
        "A float rounded to a `tf32`. PTX ISA, `cvt`.",
        "%r = nvvm.convert.float.to.tf32 %x {rnd = #nvvm.fp_rnd_mode<rna>}",
        result="i32",
    ),
    _operation(
        "nvvm.convert.f32x2.to.f8x2",
        "a: f32, b: f32",
        "rnd: fp_rnd_mode = none, sat: sat_mode = none, relu: bool = false, dstTy: type",
        "$a, $b attr-dict : result($dstTy)",
        "Two floats rounded to 8-bit floats. PTX ISA, `cvt`.",
        "%r = nvvm.convert.f32x2.to.f8x2 %high, %low {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} "
        ": i16(f8E4M3FN)",
    ),
    _operation(
        "nvvm.convert.f32x2.to.f6x2",
        "a: f32, b: f32",
        "relu: bool = false, dstTy: type",
        "$a, $b attr-dict : result($dstTy)",
        "Two floats rounded to 6-bit floats. PTX ISA, `cvt`.",
        "%r = nvvm.convert.f32x2.to.f6x2 %high, %low : i16(f6E2M3FN)",
    ),
    _operation(
        "nvvm.convert.f32x2.to.f4x2",
        "a: f32, b: f32",
        "relu: bool = false, dstTy: type",
        "$a, $b attr-dict : result($dstTy)",
        "Two floats rounded to 4-bit floats. PTX ISA, `cvt`.",
        "%r = nvvm.convert.f32x2.to.f4x2 %high, %low : i8(f4E2M1FN)",
    ),
    _operation(
        "nvvm.convert.f16x2.to.f8x2",
        "a",
        "relu: bool = false, dstTy: type",
        "$a attr-dict : type($a) -> result($dstTy)",
        "Two halves rounded to 8-bit floats. PTX ISA, `cvt`.",
        "%r = nvvm.convert.f16x2.to.f8x2 %x : vector<2xf16> -> i16(f8E4M3FN)",
    ),
    *(
        _operation(
            f"nvvm.convert.f32x2.to.{half}x2",
            "src_hi: f32, src_lo: f32, rbits?: i32",
            "rnd: fp_rnd_mode = rs, sat: sat_mode = none, relu: bool = false",
            "$src_hi, $src_lo{, $rbits}? attr-dict : result",
            f"Two floats rounded to `{half}x2`. PTX ISA, `cvt`.",
            f"%r = nvvm.convert.f32x2.to.{half}x2 %high, %low {{rnd = #nvvm.fp_rnd_mode<rn>}} : vector<2x{half}>",
        )
        for half in ("f16", "bf16")
    ),
    *(
        _operation(
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

MLIR_OPERATIONS: Final[Mapping[str, MlirOperation]] = MappingProxyType(
    {operation.name: operation for operation in _ALL}
)
"""The operations by name."""
