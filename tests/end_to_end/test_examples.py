"""Every example kernel at all sizes and block shapes, from Python source to native code, against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from example_kernels import example

from periclase import open_device

LARGE = 100_003
BLOCKS_1D = [1, 31, 32, 96, 256, 1000, 1024]


def sizes(block):
    """None, one, one short of a block, a block, one over, large."""
    return [0, 1, max(0, block - 1), block, block + 1, LARGE]


@pytest.fixture(scope="module")
def device():
    return open_device("cpu")


@pytest.mark.parametrize("block", BLOCKS_1D)
def test_saxpy(device, block):
    saxpy = example("saxpy").saxpy
    rng = np.random.default_rng(0)
    for n in sizes(block):
        x, y = rng.random(n, np.float32), rng.random(n, np.float32)
        device_x, device_y = device.array(x), device.array(y)
        saxpy[-(-n // block), block](2.5, device_x, device_y)
        np.testing.assert_allclose(device_y.numpy(), np.float32(2.5) * x + y, rtol=1e-6)
        np.testing.assert_array_equal(device_x.numpy(), x)


@pytest.mark.parametrize("n", [0, 1, 15, 16, 17, 100])
def test_matmul(device, n):
    rng = np.random.default_rng(1)
    a, b = rng.random((n, n), np.float32), rng.random((n, n), np.float32)
    c = device.zeros((n, n), np.float32)
    blocks = -(-n // 16)
    example("matmul").matmul[(blocks, blocks), (16, 16)](device.array(a), device.array(b), c, n)
    np.testing.assert_allclose(c.numpy(), a @ b, rtol=1e-5)


@pytest.mark.parametrize("block", [1, 2, 32, 64, 256])  # the trees halve the block: powers of two
@pytest.mark.parametrize("name", ["reduce_shared", "reduce_shuffle"])
def test_reduction(device, name, block):
    if name == "reduce_shuffle" and block < 32:
        block *= 32
    kernel = getattr(example("reduction"), name)
    rng = np.random.default_rng(2)
    for n in sizes(block):
        x = rng.random(n, np.float32)
        blocks = max(1, min(7, -(-n // block)))
        partial = device.zeros(blocks, np.float32)
        kernel[blocks, block](device.array(x), partial)
        np.testing.assert_allclose(partial.numpy().sum(dtype=np.float64), x.sum(dtype=np.float64), rtol=1e-5)


@pytest.mark.parametrize("block", [(1, 1), (32, 8), (8, 32), (7, 5), (1024, 1), (1, 64)])
def test_stencil(device, block):
    module = example("stencil")
    rng = np.random.default_rng(3)
    for height, width in [
        (0, 0),
        (1, 1),
        (1, 9),
        (block[1] - 1, block[0] + 1),
        (block[1], block[0]),
        (block[1] + 1, block[0] - 1),
        (301, 200),
    ]:
        grid = rng.random((height, width), np.float32)
        target = device.zeros((height, width), np.float32)
        shape = (-(-width // block[0]), -(-height // block[1]))
        module.stencil[shape, block](device.array(grid), target, height, width)
        expected = module.reference_step(grid) if min(height, width) > 2 else grid
        np.testing.assert_allclose(target.numpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("block", [(1, 1), (32, 8), (5, 3), (1024, 1)])
def test_mandelbrot(device, block):
    module = example("mandelbrot")
    for height, width in [(0, 0), (1, 1), (block[1] + 1, block[0]), (64, 50)]:
        steps = device.zeros((height, width), np.int32)
        module.mandelbrot[(-(-width // block[0]), -(-height // block[1])), block](steps, height, width, 60)
        with np.errstate(all="ignore"):  # of an empty picture, and of points far outside
            expected = module.reference_steps(height, width, 60)
        different = np.abs(steps.numpy() - expected) > 1  # a fused multiply-add may decide the last bit
        assert np.count_nonzero(different) <= 0.01 * max(different.size, 1)


@pytest.mark.parametrize("block", BLOCKS_1D)
def test_histogram(device, block):
    histogram = example("histogram").histogram
    rng = np.random.default_rng(4)
    for n in sizes(block):
        data = rng.integers(0, 256, n, np.uint8)
        bins = device.zeros(256, np.int32)
        histogram[min(50, -(-n // block)), block](device.array(data), bins)
        np.testing.assert_array_equal(bins.numpy(), np.bincount(data, minlength=256))


@pytest.mark.parametrize(
    "name",
    ["saxpy", "matmul", "reduction", "stencil", "mandelbrot", "histogram", "autotune", "batches", "replay"],
)
def test_workloads_of_the_demo(device, name):
    for _, _, launch, result, reference, *error in example(name).workloads(device):
        launch()
        if error:
            assert error[0](result(), reference()) < 0.01
        else:
            np.testing.assert_allclose(result(), reference(), rtol=1e-4, atol=1e-2)


def test_a_bad_batch_fails_alone_and_is_repaired(device):
    module = example("batches")
    batches = module.make_batches(device)
    for batch in batches:
        batch.launch()
    device.sync()
    bad = batches[-2]
    for batch in batches:
        if batch is not bad:
            np.testing.assert_allclose(batch.total.numpy(), batch.inverses.numpy().sum(), rtol=1e-4)
    failure = bad.total.failure()
    assert [root.kernel for root in failure.roots] == ["inverse"]
    assert [skipped.kernel for skipped in failure.skipped] == ["add_up"]
    bad.values.fill(2)
    bad.launch()
    np.testing.assert_allclose(bad.total.numpy(), [len(bad.values) / 2], rtol=1e-4)


def test_input_changes_between_replays(device):
    rod = example("replay").Rod(device, 10)
    rod.heat(100, 0)
    rod.steps(2000)
    np.testing.assert_allclose(rod.rod.numpy(), np.linspace(100, 0, 10), atol=0.1)
    rod.heat(50, 50)
    rod.steps(2000)
    np.testing.assert_allclose(rod.rod.numpy(), np.full(10, 50), atol=0.1)


@pytest.mark.parametrize("name", ["batches", "replay"])
def test_the_program_runs(name, capsys):
    example(name).main()
    assert len(capsys.readouterr().out.splitlines()) >= 3
