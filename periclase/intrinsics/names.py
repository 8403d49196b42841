"""The names of the intrinsics with their families, for who needs no more. Generated from the table; do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# A text for each family: every program reads this, and one text is read faster than each name.
_FAMILIES: Final = {
    "sreg": (
        "aggregate_shared_size block_dim_x block_dim_y block_dim_z block_idx_x block_idx_y "
        "block_idx_z clock clock64 cluster_block_count cluster_block_idx_x cluster_block_idx_y "
        "cluster_block_idx_z cluster_block_rank cluster_dim_x cluster_dim_y cluster_dim_z "
        "cluster_grid_dim_x cluster_grid_dim_y cluster_grid_dim_z cluster_idx_x cluster_idx_y "
        "cluster_idx_z dynamic_shared_size envreg0 envreg1 envreg10 envreg11 envreg12 envreg13 "
        "envreg14 envreg15 envreg16 envreg17 envreg18 envreg19 envreg2 envreg20 envreg21 envreg22 "
        "envreg23 envreg24 envreg25 envreg26 envreg27 envreg28 envreg29 envreg3 envreg30 envreg31 "
        "envreg4 envreg5 envreg6 envreg7 envreg8 envreg9 global_idx_x global_idx_y global_idx_z "
        "globaltimer globaltimer_low grid_dim_x grid_dim_y grid_dim_z grid_id grid_size_x grid_size_y "
        "grid_size_z hardware_warp_id hardware_warp_slots lane_id lanemask_eq lanemask_ge lanemask_gt "
        "lanemask_le lanemask_lt nsmid smid thread_idx_x thread_idx_y thread_idx_z total_shared_size "
        "warp_id warp_size"
    ),
    "sync": (
        "barrier_arrive barrier_sync barrier_sync_count cluster_arrive cluster_arrive_relaxed "
        "cluster_arrive_relaxed_unaligned cluster_arrive_unaligned cluster_wait "
        "cluster_wait_unaligned fence sync_threads sync_threads_and sync_threads_count "
        "sync_threads_or sync_warp threadfence threadfence_block threadfence_cluster "
        "threadfence_system"
    ),
    "warp": (
        "active_mask all_sync any_sync ballot_sync elect_sync match_all_sync match_any_sync "
        "redux_sync_add redux_sync_and redux_sync_max redux_sync_min redux_sync_or redux_sync_xor "
        "shfl_sync shfl_sync_down shfl_sync_up shfl_sync_xor uni_sync"
    ),
    "atomics": (
        "atomic_add atomic_add_bf16x2 atomic_add_f16x2 atomic_and atomic_cas atomic_dec "
        "atomic_exchange atomic_inc atomic_load atomic_max atomic_min atomic_or atomic_store "
        "atomic_sub atomic_xor"
    ),
    "memory": (
        "cp_async cp_async_commit_group cp_async_mbarrier_arrive cp_async_mbarrier_arrive_noinc "
        "cp_async_wait_all cp_async_wait_group cp_async_zfill mbarrier_init mbarrier_inval "
        "mbarrier_wait_parity prefetch prefetch_tensor_map"
    ),
    "debug": "assert_fail breakpoint device_assert nanosleep pmevent printf trap",
    "packed": (
        "cos_approx cos_approx_ftz div_approx div_full dp2a_hi dp2a_lo dp4a ex2_approx ex2_approx_ftz "
        "lg2_approx lg2_approx_ftz mul_hi_i32 mul_hi_i64 mul_hi_u32 mul_hi_u64 prmt prmt_b4e prmt_ecl "
        "prmt_ecr prmt_f4e prmt_rc16 prmt_rc8 rcp_approx_ftz rsqrt_approx rsqrt_approx_ftz sin_approx "
        "sin_approx_ftz sqrt_approx sqrt_approx_ftz tanh_approx"
    ),
    "ptx": "inline_ptx",
    "rounding": (
        "add_rounded div_rounded fma_rounded mul_rounded rcp_approx_f64 rcp_rounded rsqrt_approx_f64 "
        "sqrt_rounded"
    ),
    "halves": (
        "abs_bf16x2 abs_f16x2 add_bf16x2 add_f16x2 ex2_approx_bf16x2 ex2_approx_f16x2 fma_bf16x2 "
        "fma_f16x2 max_bf16x2 max_f16x2 max_float min_bf16x2 min_f16x2 min_float mul_bf16x2 mul_f16x2 "
        "neg_bf16x2 neg_f16x2 sub_bf16x2 sub_f16x2 tanh_approx_bf16x2 tanh_approx_f16x2"
    ),
    "conversions": (
        "cvt_bf16x2_f32 cvt_bf16x2_f32_rs cvt_bf16x2_ue8m0x2 cvt_f16x2_f32 cvt_f16x2_f32_rs "
        "cvt_f16x2_f4x2 cvt_f16x2_f6x2 cvt_f16x2_f8x2 cvt_f4x2_f32 cvt_f4x4_f32_rs cvt_f6x2_f32 "
        "cvt_f6x4_f32_rs cvt_f8x2_f16x2 cvt_f8x2_f32 cvt_f8x4_f32_rs cvt_tf32_f32 cvt_ue8m0x2_bf16x2 "
        "cvt_ue8m0x2_f32"
    ),
    "matrix": (
        "ldmatrix ldmatrix_m16n16 ldmatrix_m8n16 mma_m16n8k128_s32_b1 mma_m16n8k16_f16_f16 "
        "mma_m16n8k16_f16_f8 mma_m16n8k16_f32_bf16 mma_m16n8k16_f32_f16 mma_m16n8k16_f32_f8 "
        "mma_m16n8k16_f64_f64 mma_m16n8k16_s32_i8 mma_m16n8k256_s32_b1 mma_m16n8k32_f16_f8 "
        "mma_m16n8k32_f16_f8f6f4 mma_m16n8k32_f32_f8 mma_m16n8k32_f32_f8f6f4 "
        "mma_m16n8k32_f32_mxf8f6f4 mma_m16n8k32_s32_i4 mma_m16n8k32_s32_i8 mma_m16n8k4_f32_tf32 "
        "mma_m16n8k4_f64_f64 mma_m16n8k64_f32_mxf4 mma_m16n8k64_f32_mxf4nvf4 mma_m16n8k64_s32_i4 "
        "mma_m16n8k8_f16_f16 mma_m16n8k8_f32_bf16 mma_m16n8k8_f32_f16 mma_m16n8k8_f32_tf32 "
        "mma_m16n8k8_f64_f64 mma_m8n8k128_s32_b1 mma_m8n8k16_s32_i8 mma_m8n8k32_s32_i4 "
        "mma_m8n8k4_f64_f64 mma_sp_m16n8k128_f32_mxf4 mma_sp_m16n8k128_f32_mxf4nvf4 "
        "mma_sp_m16n8k128_s32_i4 mma_sp_m16n8k16_f16_f16 mma_sp_m16n8k16_f32_bf16 "
        "mma_sp_m16n8k16_f32_f16 mma_sp_m16n8k16_f32_tf32 mma_sp_m16n8k32_f16_f16 "
        "mma_sp_m16n8k32_f32_bf16 mma_sp_m16n8k32_f32_f16 mma_sp_m16n8k32_s32_i8 "
        "mma_sp_m16n8k64_f16_f8f6f4 mma_sp_m16n8k64_f32_f8 mma_sp_m16n8k64_f32_f8f6f4 "
        "mma_sp_m16n8k64_f32_mxf8f6f4 mma_sp_m16n8k64_s32_i4 mma_sp_m16n8k64_s32_i8 "
        "mma_sp_m16n8k8_f32_tf32 movmatrix_trans stmatrix stmatrix_m16n8"
    ),
    "barriers": (
        "fence_cluster fence_mbarrier_init fence_one_way fence_proxy_alias fence_proxy_async "
        "fence_proxy_async_acquire fence_proxy_async_release fence_proxy_tensormap_acquire "
        "fence_proxy_tensormap_release fence_shared_acquire fence_shared_release mbarrier_arrive "
        "mbarrier_arrive_cluster mbarrier_arrive_count mbarrier_arrive_drop "
        "mbarrier_arrive_drop_count mbarrier_arrive_drop_expect_tx mbarrier_arrive_drop_nocomplete "
        "mbarrier_arrive_expect_tx mbarrier_arrive_expect_tx_cluster mbarrier_arrive_expect_tx_phase "
        "mbarrier_arrive_nocomplete mbarrier_complete_tx mbarrier_expect_tx mbarrier_pending_count "
        "mbarrier_test_wait mbarrier_test_wait_parity mbarrier_try_wait mbarrier_try_wait_parity"
    ),
    "clusters": (
        "clc_first_block_x clc_first_block_y clc_first_block_z clc_is_canceled clc_try_cancel "
        "dsmem_load dsmem_store grid_dependency_launch grid_dependency_wait map_shared_rank "
        "set_max_registers shared_address st_async"
    ),
    "bulk": (
        "cp_async_bulk_commit_group cp_async_bulk_g2s cp_async_bulk_g2s_hint "
        "cp_async_bulk_g2s_multicast cp_async_bulk_prefetch cp_async_bulk_prefetch_hint "
        "cp_async_bulk_prefetch_tensor cp_async_bulk_prefetch_tensor_3d_im2col "
        "cp_async_bulk_prefetch_tensor_3d_im2col_hint cp_async_bulk_prefetch_tensor_4d_im2col "
        "cp_async_bulk_prefetch_tensor_4d_im2col_hint cp_async_bulk_prefetch_tensor_5d_im2col "
        "cp_async_bulk_prefetch_tensor_5d_im2col_hint cp_async_bulk_prefetch_tensor_hint "
        "cp_async_bulk_s2cluster cp_async_bulk_s2g cp_async_bulk_s2g_hint cp_async_bulk_s2g_masked "
        "cp_async_bulk_tensor_3d_g2s_im2col cp_async_bulk_tensor_3d_g2s_im2col_hint "
        "cp_async_bulk_tensor_3d_g2s_im2col_multicast "
        "cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint cp_async_bulk_tensor_3d_g2s_im2col_w "
        "cp_async_bulk_tensor_3d_g2s_im2col_w_128 cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint "
        "cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast "
        "cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint "
        "cp_async_bulk_tensor_3d_g2s_im2col_w_hint cp_async_bulk_tensor_3d_g2s_im2col_w_multicast "
        "cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint cp_async_bulk_tensor_3d_s2g_im2col "
        "cp_async_bulk_tensor_3d_s2g_im2col_hint cp_async_bulk_tensor_4d_g2s_im2col "
        "cp_async_bulk_tensor_4d_g2s_im2col_hint cp_async_bulk_tensor_4d_g2s_im2col_multicast "
        "cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint cp_async_bulk_tensor_4d_g2s_im2col_w "
        "cp_async_bulk_tensor_4d_g2s_im2col_w_128 cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint "
        "cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast "
        "cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint "
        "cp_async_bulk_tensor_4d_g2s_im2col_w_hint cp_async_bulk_tensor_4d_g2s_im2col_w_multicast "
        "cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint cp_async_bulk_tensor_4d_s2g_im2col "
        "cp_async_bulk_tensor_4d_s2g_im2col_hint cp_async_bulk_tensor_5d_g2s_im2col "
        "cp_async_bulk_tensor_5d_g2s_im2col_hint cp_async_bulk_tensor_5d_g2s_im2col_multicast "
        "cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint cp_async_bulk_tensor_5d_g2s_im2col_w "
        "cp_async_bulk_tensor_5d_g2s_im2col_w_128 cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint "
        "cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast "
        "cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint "
        "cp_async_bulk_tensor_5d_g2s_im2col_w_hint cp_async_bulk_tensor_5d_g2s_im2col_w_multicast "
        "cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint cp_async_bulk_tensor_5d_s2g_im2col "
        "cp_async_bulk_tensor_5d_s2g_im2col_hint cp_async_bulk_tensor_g2s "
        "cp_async_bulk_tensor_g2s_gather4 cp_async_bulk_tensor_g2s_gather4_hint "
        "cp_async_bulk_tensor_g2s_gather4_multicast cp_async_bulk_tensor_g2s_gather4_multicast_hint "
        "cp_async_bulk_tensor_g2s_hint cp_async_bulk_tensor_g2s_multicast "
        "cp_async_bulk_tensor_g2s_multicast_hint cp_async_bulk_tensor_g2s_own "
        "cp_async_bulk_tensor_s2g cp_async_bulk_tensor_s2g_hint cp_async_bulk_tensor_s2g_scatter4 "
        "cp_async_bulk_tensor_s2g_scatter4_hint cp_async_bulk_wait_group cp_reduce_async_bulk "
        "cp_reduce_async_bulk_tensor cp_reduce_async_bulk_tensor_3d_im2col "
        "cp_reduce_async_bulk_tensor_3d_im2col_hint cp_reduce_async_bulk_tensor_4d_im2col "
        "cp_reduce_async_bulk_tensor_4d_im2col_hint cp_reduce_async_bulk_tensor_5d_im2col "
        "cp_reduce_async_bulk_tensor_5d_im2col_hint cp_reduce_async_bulk_tensor_hint create_policy "
        "st_bulk"
    ),
    "wgmma": (
        "wgmma_commit_group wgmma_f16_f16 wgmma_f16_f16_registers wgmma_f16_f8 wgmma_f16_f8_registers "
        "wgmma_f32_f16 wgmma_f32_f16_registers wgmma_f32_f8 wgmma_f32_f8_registers wgmma_f32_tf32 "
        "wgmma_f32_tf32_registers wgmma_fence wgmma_s32_b1 wgmma_s32_b1_registers wgmma_s32_i8 "
        "wgmma_s32_i8_registers wgmma_wait_group"
    ),
    "tcgen05": (
        "tcgen05_alloc tcgen05_commit tcgen05_commit_multicast tcgen05_cp tcgen05_dealloc "
        "tcgen05_fence_after_thread_sync tcgen05_fence_before_thread_sync tcgen05_ld_16x128b "
        "tcgen05_ld_16x256b tcgen05_ld_16x32bx2 tcgen05_ld_16x64b tcgen05_ld_32x32b tcgen05_mma "
        "tcgen05_mma_lanes tcgen05_mma_scaled tcgen05_mma_sp tcgen05_mma_sp_lanes "
        "tcgen05_mma_sp_scaled tcgen05_mma_sp_tensor tcgen05_mma_sp_tensor_lanes tcgen05_mma_tensor "
        "tcgen05_mma_tensor_lanes tcgen05_mma_ws tcgen05_mma_ws_columns tcgen05_mma_ws_sp "
        "tcgen05_mma_ws_sp_columns tcgen05_mma_ws_sp_tensor tcgen05_mma_ws_sp_tensor_columns "
        "tcgen05_mma_ws_tensor tcgen05_mma_ws_tensor_columns tcgen05_relinquish_alloc_permit "
        "tcgen05_shift_down tcgen05_st_16x128b tcgen05_st_16x256b tcgen05_st_16x32bx2 "
        "tcgen05_st_16x64b tcgen05_st_32x32b tcgen05_wait_ld tcgen05_wait_st"
    ),
    "vectors": (
        "atomic_cas_b128 atomic_exchange_b128 atomic_vector_bf16 atomic_vector_bf16x2 "
        "atomic_vector_f16 atomic_vector_f16x2 atomic_vector_f32"
    ),
}

NAMES: Final[Mapping[str, str]] = {
    name: family for family, names in _FAMILIES.items() for name in names.split()
}
"""The family of each intrinsic by its name."""
