"""The kernel of `bench_launch` for Taichi, which reads the source and the annotations of its kernels."""

import taichi as ti

ti.init(arch=ti.cpu, offline_cache=False, log_level="error")
VECTOR = ti.types.ndarray(dtype=ti.f32, ndim=1)


@ti.kernel
def triad(a: ti.f32, x: VECTOR, y: VECTOR, z: VECTOR):
    for i in range(z.shape[0]):
        z[i] = a * x[i] + y[i]


def call(elements: int):
    """A call of it that is done when it returns."""
    x, y, z = (ti.ndarray(ti.f32, elements) for _ in range(3))

    def run() -> None:
        triad(2.0, x, y, z)
        ti.sync()

    return run
