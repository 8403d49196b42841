// C = A·B for square matrices, by 16x16 tiles in shared memory with two barriers a step.
extern "C" __global__ void matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    const int size = n * n;
    float total = 0;
    for (int start = 0; start < n; start += 16) {
        tile_a[ty][tx] = row < n && start + tx < n ? AT(a, size, row * n + start + tx) : 0.0f;
        tile_b[ty][tx] = start + ty < n && column < n ? AT(b, size, (start + ty) * n + column) : 0.0f;
        __syncthreads();
        for (int k = 0; k < 16; k++) total += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    if (row < n && column < n) AT(c, size, row * n + column) = total;
}
