// The running sums of a block's 1024 elements, by shuffles within warps and one more over the warps' sums.
extern "C" __global__ void scan(const float *__restrict__ x, float *__restrict__ y, float *__restrict__ totals, int n) {
    __shared__ float sums[32];
    const int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    const int i = blockIdx.x * blockDim.x + tid;
    float value = i < n ? AT(x, n, i) : 0.0f;
    for (int delta = 1; delta < 32; delta *= 2) {
        const float before = __shfl_up_sync(~0u, value, delta);
        if (lane >= delta) value += before;
    }
    if (lane == 31) AT(sums, 32, warp) = value;
    __syncthreads();
    if (warp == 0) {
        float total = AT(sums, 32, lane);
        for (int delta = 1; delta < 32; delta *= 2) {
            const float before = __shfl_up_sync(~0u, total, delta);
            if (lane >= delta) total += before;
        }
        AT(sums, 32, lane) = total;
    }
    __syncthreads();
    if (warp > 0) value += AT(sums, 32, warp - 1);
    if (i < n) AT(y, n, i) = value;
    if (tid == blockDim.x - 1) AT(totals, (int)gridDim.x, blockIdx.x) = value;
}
