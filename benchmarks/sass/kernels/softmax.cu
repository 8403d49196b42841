// softmax of each row of a matrix, a warp a row.
extern "C" __global__ void softmax(const float *__restrict__ x, float *__restrict__ y, int rows, int columns) {
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const int lane = threadIdx.x;
    const int size = rows * columns;
    float most = -INFINITY;
    for (int i = lane; i < columns; i += 32) most = fmaxf(most, AT(x, size, row * columns + i));
    most = fmaxf(most, __shfl_xor_sync(~0u, most, 16));
    most = fmaxf(most, __shfl_xor_sync(~0u, most, 8));
    most = fmaxf(most, __shfl_xor_sync(~0u, most, 4));
    most = fmaxf(most, __shfl_xor_sync(~0u, most, 2));
    most = fmaxf(most, __shfl_xor_sync(~0u, most, 1));
    float total = 0;
    for (int i = lane; i < columns; i += 32) {
        const float e = expf(AT(x, size, row * columns + i) - most);
        AT(y, size, row * columns + i) = e;
        total += e;
    }
    total += __shfl_xor_sync(~0u, total, 16);
    total += __shfl_xor_sync(~0u, total, 8);
    total += __shfl_xor_sync(~0u, total, 4);
    total += __shfl_xor_sync(~0u, total, 2);
    total += __shfl_xor_sync(~0u, total, 1);
    const float scale = 1.0f / total;
    for (int i = lane; i < columns; i += 32) AT(y, size, row * columns + i) *= scale;
}
