"""Autotune with the candidates compiled by the workers of a Dask cluster: here one on this machine.

    pip install distributed
    python examples/cluster/autotune_dask.py

A cluster of several machines works the same way: `Client("tcp://scheduler:8786")`. Its workers need this package in the same
version, and the module that defines the kernels.
"""

from __future__ import annotations

import numpy as np
from polynomials import horner, powers, strided_horner

from periclase import Candidate, anchor, autotune, compile_on, open_device


@autotune(
    key=lambda x, y: anchor(len(x)),
    candidates=[
        Candidate(kernel=horner, elements=1),
        Candidate(kernel=strided_horner, elements=16),
        Candidate(kernel=powers, elements=1),
    ],
    check=True,
)
def polynomial(x, y, *, kernel=horner, elements=1, block=128):
    """y = x³/4 + x²/2 + 3x/4 + 1."""
    kernel[-(-len(x) // (block * elements)), block](x, y)


def run(client, n=1 << 16):
    """Tune on the cluster of `client`, a `distributed.Client`; gives the winner's name, and x and y."""
    device = open_device("cpu")
    x, y = device.array(np.linspace(-1, 1, n, dtype=np.float32)), device.zeros(n)
    with compile_on(client.get_executor()):
        polynomial(x, y)
    return polynomial.tune(x, y), x.numpy(), y.numpy()


def main():
    """Run it on the CPU."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        winner, x, y = run(client)
    error = np.abs(y - (0.25 * x**3 + 0.5 * x**2 + 0.75 * x + 1)).max()
    print(f"{winner} is the fastest; largest error {error:.3g}")


if __name__ == "__main__":
    main()
