"""Names that mean special registers."""

from __future__ import annotations

from typing import Final

SPECIAL_REGISTERS: Final = frozenset(
    (
        *("tid", "ntid", "laneid", "warpid", "nwarpid", "ctaid", "nctaid", "smid", "nsmid", "gridid"),
        *("is_explicit_cluster", "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid"),
        *("cluster_ctarank", "cluster_nctarank", "current_graph_exec"),
        *(f"lanemask_{relation}" for relation in ("eq", "le", "lt", "ge", "gt")),
        *("clock", "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi"),
        *("total_smem_size", "aggr_smem_size", "dynamic_smem_size"),
        *(f"reserved_smem_offset_{end}" for end in ("begin", "end", "cap")),
        *(f"envreg{number}" for number in range(32)),
        *(f"pm{number}" for number in range(8)),
        *(f"pm{number}_64" for number in range(8)),
    )
)
"""The special registers (PTX ISA, 10), without what stands in front of and behind their names."""
