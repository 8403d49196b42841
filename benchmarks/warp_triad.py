"""The kernel of `bench_launch` for Warp, which reads the annotations of its kernels: they can not be strings, nor names of a
function."""

import warp as wp


@wp.kernel(enable_backward=False)
def triad(
    a: wp.float32, x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32), z: wp.array(dtype=wp.float32)
):
    i = wp.tid()
    z[i] = a * x[i] + y[i]
