// A histogram of bytes in 256 bins, by atomic additions.
extern "C" __global__ void histogram(const unsigned char *__restrict__ data, int *__restrict__ bins, int n, int size) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&AT(bins, size, AT(data, n, i)), 1);
}
