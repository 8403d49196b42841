// The transpose of a matrix, through tiles of 32 by 32 in shared memory with a column to spare.
extern "C" __global__ void __launch_bounds__(256)
    transpose(const float *__restrict__ x, float *__restrict__ y, int height, int width) {
    __shared__ float tile[32][33];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int size = height * width;
    int column = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
    for (int k = 0; k < 32; k += 8)
        if (row + k < height && column < width) tile[ty + k][tx] = AT(x, size, (row + k) * width + column);
    __syncthreads();
    column = blockIdx.y * 32 + tx, row = blockIdx.x * 32 + ty;
    for (int k = 0; k < 32; k += 8)
        if (row + k < width && column < height) AT(y, size, (row + k) * height + column) = tile[tx][ty + k];
}
