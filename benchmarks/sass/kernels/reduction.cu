// The sum of an array, one partial sum a block: through shared memory, and by warp shuffles.
static __device__ float strided_sum(const float *__restrict__ x, int n) {
    float total = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) total += AT(x, n, i);
    return total;
}

extern "C" __global__ void reduce_shared(const float *__restrict__ x, float *__restrict__ partial, int n) {
    __shared__ float scratch[256];
    const int tid = threadIdx.x;
    AT(scratch, 256, tid) = strided_sum(x, n);
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (tid < half) AT(scratch, 256, tid) += AT(scratch, 256, tid + half);
        __syncthreads();
    }
    if (tid == 0) AT(partial, (int)gridDim.x, blockIdx.x) = scratch[0];
}

static __device__ float warp_sum(float value) {
    for (unsigned offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(~0u, value, offset);
    return value;
}

extern "C" __global__ void reduce_shuffle(const float *__restrict__ x, float *__restrict__ partial, int n) {
    __shared__ float sums[32];
    const int tid = threadIdx.x, lane = tid % 32;
    float total = warp_sum(strided_sum(x, n));
    if (lane == 0) AT(sums, 32, tid / 32) = total;
    __syncthreads();
    if (tid < 32) {
        total = warp_sum(lane < blockDim.x / 32 ? AT(sums, 32, lane) : 0.0f);
        if (lane == 0) AT(partial, (int)gridDim.x, blockIdx.x) = total;
    }
}
