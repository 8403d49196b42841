"""Prices of European options by the formula of Black and Scholes (1973), a thread an option."""

from __future__ import annotations

import math

from periclase import OutSlice, Slice, device, f32, kernel
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x

HALF_ROOT = f32(0.70710678)


@device
def normal(d: f32) -> f32:
    """The distribution function of the normal distribution."""
    return 0.5 + 0.5 * math.erf(d * HALF_ROOT)


@kernel
def black_scholes(
    spot: Slice[f32],
    strike: Slice[f32],
    years: Slice[f32],
    call: OutSlice[f32],
    put: OutSlice[f32],
    rate: f32,
    volatility: f32,
):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(call):
        s, k, t = spot[i], strike[i], years[i]
        spread = volatility * math.sqrt(t)
        d1 = (math.log(s / k) + (rate + 0.5 * volatility * volatility) * t) / spread
        d2 = d1 - spread
        discounted = k * math.exp(-rate * t)
        n1, n2 = normal(d1), normal(d2)
        call[i] = s * n1 - discounted * n2
        put[i] = discounted * (1.0 - n2) - s * (1.0 - n1)
