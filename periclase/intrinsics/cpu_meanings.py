"""What the CPU runs in place of asynchronous copies, barrier objects and the fences between them: functions of a library."""

from __future__ import annotations

from typing import Final

_LIBRARY: Final = "periclase.library.async_moves"

_NOTHING: Final = (
    "fence_mbarrier_init",
    "fence_proxy_async",
    "fence_proxy_tensormap_release",
    "fence_cluster",
    "cp_async_bulk_commit_group",
    "cp_async_bulk_wait_group",
)
"""There is one memory, and what is started is done."""

_FUNCTIONS: Final = {
    **{
        name: name
        for name in (
            "mbarrier_init",
            "mbarrier_inval",
            "mbarrier_arrive",
            "mbarrier_arrive_count",
            "mbarrier_arrive_drop",
            "mbarrier_arrive_drop_count",
            "mbarrier_arrive_drop_expect_tx",
            "mbarrier_arrive_expect_tx",
            "mbarrier_arrive_expect_tx_phase",
            "mbarrier_expect_tx",
            "mbarrier_complete_tx",
            "mbarrier_pending_count",
            "mbarrier_test_wait",
            "mbarrier_test_wait_parity",
            "mbarrier_try_wait",
            "mbarrier_try_wait_parity",
            "mbarrier_wait_parity",
        )
    },
    **dict.fromkeys(_NOTHING, "nothing"),
    "cp_async_mbarrier_arrive": "of_a_barrier",
    "cp_async_mbarrier_arrive_noinc": "arrive_without_state",
    "mbarrier_arrive_nocomplete": "mbarrier_arrive_count",
    "mbarrier_arrive_drop_nocomplete": "mbarrier_arrive_drop_count",
    "fence_shared_acquire": "nothing",
    "fence_shared_release": "nothing",
    "fence_proxy_tensormap_acquire": "of_a_map",
    "prefetch_tensor_map": "of_a_map",
    "cp_async": "cp_async_{size}_{T}",
    "cp_async_zfill": "cp_async_zfill_{size}_{T}",
    "cp_async_bulk_g2s": "bulk_load_{T}",
    "cp_async_bulk_s2g": "bulk_store_{T}",
    "cp_async_bulk_tensor_g2s": "tile_load_{rank}_{T}",
    "cp_async_bulk_tensor_g2s_own": "tile_load_{rank}_{T}",
    "cp_async_bulk_tensor_s2g": "tile_store_{rank}_{T}",
}


def cpu_meaning(name: str) -> str:
    """The function, as a row names it (see `Intrinsic.cpu`), or nothing."""
    found = _FUNCTIONS.get(name)
    return f"{_LIBRARY}:{found}" if found else ""
