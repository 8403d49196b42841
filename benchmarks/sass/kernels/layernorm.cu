// Layer normalisation of each row, a warp a row.
extern "C" __global__ void layernorm(const float *__restrict__ x, const float *__restrict__ weight,
                                     const float *__restrict__ bias, float *__restrict__ y, float epsilon, int rows,
                                     int columns) {
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const int lane = threadIdx.x;
    const int size = rows * columns;
    float total = 0, squares = 0;
    for (int i = lane; i < columns; i += 32) {
        const float value = AT(x, size, row * columns + i);
        total += value;
        squares += value * value;
    }
    total += __shfl_xor_sync(~0u, total, 16);
    squares += __shfl_xor_sync(~0u, squares, 16);
    total += __shfl_xor_sync(~0u, total, 8);
    squares += __shfl_xor_sync(~0u, squares, 8);
    total += __shfl_xor_sync(~0u, total, 4);
    squares += __shfl_xor_sync(~0u, squares, 4);
    total += __shfl_xor_sync(~0u, total, 2);
    squares += __shfl_xor_sync(~0u, squares, 2);
    total += __shfl_xor_sync(~0u, total, 1);
    squares += __shfl_xor_sync(~0u, squares, 1);
    const float count = columns;
    const float mean = total / count;
    const float scale = rsqrtf(squares / count - mean * mean + epsilon);
    for (int i = lane; i < columns; i += 32)
        AT(y, size, row * columns + i) =
            (AT(x, size, row * columns + i) - mean) * scale * AT(weight, columns, i) + AT(bias, columns, i);
}
