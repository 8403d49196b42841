"""Images: Mandelbrot's set, the game of life, bodies that attract each other, Laplace's equation in steps."""

import math

import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def escape(x, y, most):
    c = complex(x, y)
    z = 0.0j
    for i in range(most):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4:
            return i
    return most


@cuda.jit
def mandelbrot(left, right, bottom, top, image, most):
    height, width = image.shape
    dx = (right - left) / width
    dy = (top - bottom) / height
    startx, starty = cuda.grid(2)
    gridx = cuda.gridDim.x * cuda.blockDim.x
    gridy = cuda.gridDim.y * cuda.blockDim.y
    for x in range(startx, width, gridx):
        real = left + x * dx
        for y in range(starty, height, gridy):
            imag = bottom + y * dy
            image[y, x] = escape(real, imag, most)


@cuda.jit
def life(now, then):
    i, j = cuda.grid(2)
    m, n = now.shape
    if i < m and j < n:
        alive = 0
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                if di != 0 or dj != 0:
                    alive += now[(i + di) % m, (j + dj) % n]
        if now[i, j] == 1 and (alive < 2 or alive > 3):
            then[i, j] = 0
        elif now[i, j] == 0 and alive == 3:
            then[i, j] = 1
        else:
            then[i, j] = now[i, j]


@cuda.jit
def attract(positions, forces):
    i = cuda.grid(1)
    if i >= positions.shape[0]:
        return
    force = cuda.local.array(3, dtype=float32)
    for axis in range(3):
        force[axis] = 0
    for j in range(positions.shape[0]):
        if j == i:
            continue
        distance = float32(0)
        for axis in range(3):
            d = positions[j, axis] - positions[i, axis]
            distance += d * d
        inverse = 1.0 / math.sqrt(distance + 1e-3) ** 3
        for axis in range(3):
            force[axis] += (positions[j, axis] - positions[i, axis]) * inverse
    for axis in range(3):
        forces[i, axis] = force[axis]


@cuda.jit
def relax(old, new, error):
    i, j = cuda.grid(2)
    held = cuda.shared.array((8, 8), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    held[tx, ty] = 0
    if 0 < i < old.shape[0] - 1 and 0 < j < old.shape[1] - 1:
        new[i, j] = 0.25 * (old[i - 1, j] + old[i + 1, j] + old[i, j - 1] + old[i, j + 1])
        held[tx, ty] = abs(new[i, j] - old[i, j])
    cuda.syncthreads()
    if tx == 0 and ty == 0:
        most = held[0, 0]
        for a in range(8):
            for b in range(8):
                most = max(most, held[a, b])
        error[cuda.blockIdx.x, cuda.blockIdx.y] = most


SIGNATURES = {
    "mandelbrot": "void(float64, float64, float64, float64, uint8[:, :], int64)",
    "life": "void(uint8[:, :], uint8[:, :])",
    "attract": "void(float32[:, :], float32[:, :])",
    "relax": "void(float32[:, :], float32[:, :], float32[:, :])",
}
CLOSE = {"attract": 1e-4, "relax": 1e-6, "error": 1e-6}


def inputs():
    cells = (np.arange(12 * 17) * 7 % 5 < 2).astype(np.uint8).reshape(12, 17)
    positions = (np.arange(30) * 37 % 11).astype(np.float32).reshape(10, 3)
    plate = np.zeros((16, 16), np.float32)
    plate[0] = 100
    return cells, positions, plate


def run():
    cells, positions, plate = inputs()
    image = np.zeros((20, 30), np.uint8)
    mandelbrot[(2, 2), (8, 8)](-2.0, 1.0, -1.0, 1.0, image, 20)
    now, then = cuda.to_device(cells), cuda.device_array_like(cells)
    for _ in range(4):
        life[(2, 3), (8, 8)](now, then)
        now, then = then, now
    forces = np.zeros_like(positions)
    attract[1, 16](positions, forces)
    old, new = plate.copy(), plate.copy()
    error = np.zeros((2, 2), np.float32)
    for _ in range(3):
        relax[(2, 2), (8, 8)](old, new, error)
        old, new = new, old
    return {"mandelbrot": image, "life": now.copy_to_host(), "attract": forces, "relax": old, "error": error}


def expected():
    cells, positions, plate = inputs()
    image = np.zeros((20, 30), int)
    for y in range(20):
        for x in range(30):
            c = complex(-2.0 + x * (3.0 / 30), -1.0 + y * (2.0 / 20))
            z, i = 0j, 0
            while i < 20:
                z = z * z + c
                if z.real * z.real + z.imag * z.imag >= 4:
                    break
                i += 1
            image[y, x] = i
    for _ in range(4):
        moved = [np.roll(cells, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
        alive = sum(each.astype(int) for each in moved)
        cells = ((alive == 3) | ((cells == 1) & (alive == 2))).astype(np.uint8)
    apart = positions[None, :, :].astype(float) - positions[:, None, :]
    inverse = ((apart**2).sum(axis=2) + 1e-3) ** -1.5
    np.fill_diagonal(inverse, 0)
    forces = (apart * inverse[:, :, None]).sum(axis=1)
    old = plate.astype(np.float64)
    for _ in range(3):
        new = plate.astype(np.float64)
        new[1:-1, 1:-1] = 0.25 * (old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:])
        change = np.zeros((16, 16))
        change[1:-1, 1:-1] = abs(new - old)[1:-1, 1:-1]
        old = new
    error = change.reshape(2, 8, 2, 8).max(axis=(1, 3))
    return {"mandelbrot": image, "life": cells, "attract": forces, "relax": old, "error": error}
