// y = a·x + y, a thread an element.
extern "C" __global__ void saxpy(float a, const float *__restrict__ x, float *__restrict__ y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) AT(y, n, i) = a * AT(x, n, i) + AT(y, n, i);
}
