"""Warps: shuffles, votes, matches, and the functions of bits."""

import numpy as np
from numba import cuda

ALL = 0xFFFFFFFF


@cuda.jit
def warp_sums(x, out):
    i = cuda.grid(1)
    value = x[i]
    for offset in (16, 8, 4, 2, 1):
        value += cuda.shfl_down_sync(ALL, value, offset)
    if cuda.laneid == 0:
        out[i // cuda.warpsize] = value


@cuda.jit
def shuffles(x, out):
    lane = cuda.laneid
    out[0, lane] = cuda.shfl_sync(ALL, x[lane], 5)
    out[1, lane] = cuda.shfl_up_sync(ALL, x[lane], 3)
    out[2, lane] = cuda.shfl_xor_sync(ALL, x[lane], 1)
    cuda.syncwarp()


@cuda.jit
def votes(x, out):
    lane = cuda.threadIdx.x
    out[0, lane] = cuda.ballot_sync(ALL, x[lane] > 3)
    out[1, lane] = cuda.all_sync(ALL, x[lane] >= 0)
    out[2, lane] = cuda.any_sync(ALL, x[lane] == 31)
    out[3, lane] = cuda.eq_sync(ALL, x[lane] > 3)
    out[4, lane] = cuda.match_any_sync(ALL, x[lane] % 4)
    mask, same = cuda.match_all_sync(ALL, x[lane])
    out[5, lane] = mask + same
    out[6, lane] = cuda.lanemask_lt()
    out[7, lane] = cuda.syncthreads_count(x[lane] < 8)


@cuda.jit
def bits(x, out):
    i = cuda.threadIdx.x
    out[0, i] = cuda.popc(x[i])
    out[1, i] = cuda.brev(x[i])
    out[2, i] = cuda.clz(x[i])
    out[3, i] = cuda.ffs(x[i])
    out[4, i] = cuda.selp(x[i] > 100, x[i], 7)


SIGNATURES = {
    "warp_sums": "void(int64[:], int64[:])",
    "shuffles": "void(float32[:], float32[:, :])",
    "votes": "void(int32[:], int64[:, :])",
    "bits": "void(uint32[:], uint32[:, :])",
}
SIMULATED = False


def run():
    sums = np.zeros(3, np.int64)
    warp_sums[3, 32](np.arange(96), sums)
    moved = np.zeros((3, 32), np.float32)
    shuffles[1, 32](np.arange(32, dtype=np.float32), moved)
    voted = np.zeros((8, 32), np.int64)
    votes[1, 32](np.arange(32, dtype=np.int32), voted)
    counted = np.zeros((5, 3), np.uint32)
    bits[1, 3](np.array([0, 6, 0x80000001], np.uint32), counted)
    return {"warp_sums": sums, "shuffles": moved, "votes": voted, "bits": counted}


def expected():
    lane = np.arange(32)
    voted = np.stack(
        [
            np.full(32, ALL & ~0b1111),
            np.ones(32),
            np.ones(32),
            np.zeros(32),
            0x11111111 << lane % 4,
            np.zeros(32),
            (1 << lane) - 1,
            np.full(32, 8),
        ]
    ).astype(np.int64)
    up = np.where(lane >= 3, lane - 3, lane)
    return {
        "warp_sums": np.arange(96).reshape(3, 32).sum(axis=1),
        "shuffles": np.stack([np.full(32, 5), up, lane ^ 1]),
        "votes": voted,
        "bits": np.array(
            [[0, 2, 2], [0, 0x60000000, 0x80000001], [32, 29, 0], [0, 2, 1], [7, 7, 0x80000001]], np.uint32
        ),
    }
