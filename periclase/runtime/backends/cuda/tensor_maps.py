"""Tensor maps as the driver encodes them: 128 bytes that the copy engine reads.

Source: CUDA Driver API reference manual, `cuTensorMapEncodeTiled`.
"""

from __future__ import annotations

from typing import Any, Final

from periclase.runtime.backends.cuda.driver import Driver
from periclase.runtime.tensor_layout import TensorLayout

_TYPES: Final = {
    **{"u8": "UINT8", "i8": "UINT8", "u16": "UINT16", "i16": "UINT16", "u32": "UINT32", "i32": "INT32"},
    **{
        "u64": "UINT64",
        "i64": "INT64",
        "f16": "FLOAT16",
        "bf16": "BFLOAT16",
        "f32": "FLOAT32",
        "f64": "FLOAT64",
    },
}
"""What the driver calls the elements; those of 8 and 16 bits that have a sign are moved like those that have none."""


def encode(driver: Driver, layout: TensorLayout) -> tuple[int, ...]:
    """The 16 words of 64 bits of the tensor map of `layout`, which fits the driver's rules.

    Raises:
        CudaError: the driver refuses it, or is too old.
    """
    binding: Any = driver.binding
    rank = len(layout.extents)
    swizzle = f"CU_TENSOR_MAP_SWIZZLE_{layout.swizzle}B" if layout.swizzle else "CU_TENSOR_MAP_SWIZZLE_NONE"
    made = driver.call(
        "cuTensorMapEncodeTiled",
        getattr(binding.CUtensorMapDataType, f"CU_TENSOR_MAP_DATA_TYPE_{_TYPES[layout.element]}"),
        rank,
        layout.address,
        [binding.cuuint64_t(extent) for extent in layout.extents],
        [binding.cuuint64_t(stride) for stride in layout.strides],
        [binding.cuuint32_t(extent) for extent in layout.box],
        [binding.cuuint32_t(1)] * rank,
        binding.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
        getattr(binding.CUtensorMapSwizzle, swizzle),
        binding.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
        binding.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    )
    return tuple(int(word) for word in made.opaque)
