// One step of a 5-point stencil; the border is copied.
extern "C" __global__ void stencil(const float *__restrict__ source, float *__restrict__ target, int height, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || column >= width) return;
    const int size = height * width, here = row * width + column;
    if (0 < row && row < height - 1 && 0 < column && column < width - 1) {
        const float around = AT(source, size, here - width) + AT(source, size, here + width) +
                             AT(source, size, here - 1) + AT(source, size, here + 1);
        AT(target, size, here) = 0.5f * AT(source, size, here) + 0.125f * around;
    } else {
        AT(target, size, here) = AT(source, size, here);
    }
}
