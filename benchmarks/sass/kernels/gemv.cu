// y = A·x for a matrix in C order, a warp a row.
extern "C" __global__ void gemv(const float *__restrict__ a, const float *__restrict__ x, float *__restrict__ y, int rows,
                                int columns) {
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const int lane = threadIdx.x;
    const int size = rows * columns;
    float total = 0;
    for (int i = lane; i < columns; i += 32) total += AT(a, size, row * columns + i) * AT(x, columns, i);
    total += __shfl_xor_sync(~0u, total, 16);
    total += __shfl_xor_sync(~0u, total, 8);
    total += __shfl_xor_sync(~0u, total, 4);
    total += __shfl_xor_sync(~0u, total, 2);
    total += __shfl_xor_sync(~0u, total, 1);
    if (lane == 0) AT(y, rows, row) = total;
}
