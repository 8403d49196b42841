// How many steps each point of a picture takes to leave the circle of radius 2.
extern "C" __global__ void mandelbrot(int *__restrict__ steps, int height, int width, int limit) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || column >= width) return;
    const float cx = -2.0f + column * (2.5f / width), cy = -1.25f + row * (2.5f / height);
    float zx = 0, zy = 0;
    int count = 0;
    while (count < limit && zx * zx + zy * zy <= 4.0f) {
        const float x = zx * zx - zy * zy + cx;
        zy = 2.0f * zx * zy + cy;
        zx = x;
        count++;
    }
    AT(steps, height * width, row * width + column) = count;
}
