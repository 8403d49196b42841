"""Gravitation between bodies, in tiles of 256 bodies in shared memory: a thread adds up what accelerates one body."""

from __future__ import annotations

from periclase import OutSlice, Slice, f32, kernel, shared_array, struct
from periclase.gpu import block_idx_x, rsqrt_approx, sync_threads, thread_idx_x

TILE = 256


@struct
class Body:
    """Position and mass, as a `float4`."""

    x: f32
    y: f32
    z: f32
    m: f32


@kernel
def nbody(bodies: Slice[Body], forces: OutSlice[Body], softening: f32):
    tile = shared_array(TILE, Body)
    tid = thread_idx_x()
    i = block_idx_x() * TILE + tid
    me = bodies[min(i, len(bodies) - 1)]
    ax, ay, az = f32(0), f32(0), f32(0)
    for start in range(0, len(bodies), TILE):
        other = start + tid
        tile[tid] = bodies[other] if other < len(bodies) else Body(0.0, 0.0, 0.0, 0.0)
        sync_threads()
        for j in range(TILE):
            there = tile[j]
            dx, dy, dz = there.x - me.x, there.y - me.y, there.z - me.z
            r = rsqrt_approx(dx * dx + dy * dy + dz * dz + softening)
            s = there.m * r * r * r
            ax += dx * s
            ay += dy * s
            az += dz * s
        sync_threads()
    if i < len(forces):
        forces[i] = Body(ax, ay, az, 0.0)
