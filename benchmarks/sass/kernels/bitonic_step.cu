// One step of a bitonic sort in global memory.
extern "C" __global__ void bitonic_step(float *__restrict__ x, int n, int size, int stride) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int other = i ^ stride;
    if (i < other && other < n) {
        const float a = AT(x, n, i), b = AT(x, n, other);
        if ((a > b) == ((i & size) == 0)) {
            AT(x, n, i) = b;
            AT(x, n, other) = a;
        }
    }
}
