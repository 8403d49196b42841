"""Heat in a rod: two steps are recorded once, and replayed as one piece. Between replays the host changes what they read."""

from __future__ import annotations

import numpy as np

from periclase import OutSlice, Slice, f32, kernel, open_device
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x

BLOCK = 256


@kernel
def diffuse(source: Slice[f32], target: OutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    n = len(target)
    if i < n:
        if 0 < i < n - 1:
            target[i] = source[i] + 0.25 * (source[i - 1] - 2.0 * source[i] + source[i + 1])
        else:
            target[i] = source[i]


def reference_step(rod):
    """The same step in numpy."""
    result = rod.copy()
    result[1:-1] += np.float32(0.25) * (rod[:-2] - 2 * rod[1:-1] + rod[2:])
    return result


class Rod:
    """A rod whose ends keep their temperature, and the graph of two steps: there, and back into the same buffer."""

    def __init__(self, device, n):
        self.rod, self.other = device.zeros(n), device.zeros(n)
        blocks = -(-n // BLOCK)

        def two_steps():
            diffuse[blocks, BLOCK](self.rod, self.other)
            diffuse[blocks, BLOCK](self.other, self.rod)

        self.graph = device.stream("rod").capture(two_steps)  # compiles and records; runs nothing

    def heat(self, left, right):
        """Set the temperature of the ends, in its place between the replays: nothing has to be waited for."""
        self.rod[:1].write(left)
        self.rod[len(self.rod) - 1 :].write(right)

    def steps(self, count):
        for _ in range(count // 2):
            self.graph.replay()


def workloads(device, n=1000, steps=100):
    """Yields (name, kernel, launch, result, reference) for the tests and the benchmarks."""
    rod = Rod(device, n)

    def launch():
        rod.heat(100, 0)
        rod.steps(steps)

    def reference():
        expected = np.zeros(n, np.float32)
        expected[0] = 100
        for _ in range(steps):
            expected = reference_step(expected)
        return expected

    yield "a rod, replayed", diffuse, launch, rod.rod.numpy, reference


def main():
    """Run it on the CPU, and compare with numpy."""
    rod = Rod(open_device("cpu"), 64)
    for left, right in ((100, 0), (100, 100), (0, 0)):
        rod.heat(left, right)
        rod.steps(2000)
        sample = rod.rod.numpy()[:: len(rod.rod) // 8]
        print(f"ends at {left} and {right}: " + " ".join(f"{value:5.1f}" for value in sample))


if __name__ == "__main__":
    main()
