// C = A·B by tensor cores: f16 in, f32 out; `words` are the pairs of halves in a row of A, and of the columns of B.
static __device__ void product(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

extern "C" __global__ void __launch_bounds__(128)
    gemm(const unsigned *__restrict__ a, const unsigned *__restrict__ b, float *__restrict__ c, int rows, int columns,
         int words) {
    __shared__ unsigned tile_a[32][20], tile_b[32][20];
    const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
    const int group = lane / 4, part = lane % 4;
    const int row = blockIdx.y * 32, column = blockIdx.x * 32;
    const int mine_row = warp / 2 * 16, mine_column = warp % 2 * 16;
    float left[4] = {}, right[4] = {};
    for (int start = 0; start < words; start += 16) {
        for (int k = 0; k < 4; k++) {
            const int r = k * 8 + tid / 16, w = tid % 16;
            tile_a[r][w] = AT(a, rows * words, (row + r) * words + start + w);
            tile_b[r][w] = AT(b, columns * words, (column + r) * words + start + w);
        }
        __syncthreads();
        for (int half = 0; half < 16; half += 8) {
            const int top = mine_row + group, bottom = top + 8;
            const unsigned fa[4] = {tile_a[top][half + part], tile_a[bottom][half + part],
                                    tile_a[top][half + part + 4], tile_a[bottom][half + part + 4]};
            const int first = mine_column + group, second = first + 8;
            product(left, fa, tile_b[first][half + part], tile_b[first][half + part + 4]);
            product(right, fa, tile_b[second][half + part], tile_b[second][half + part + 4]);
        }
        __syncthreads();
    }
    const int size = rows * columns;
    const int at = (row + mine_row + group) * columns + column + mine_column + 2 * part;
    AT(c, size, at) = left[0], AT(c, size, at + 1) = left[1];
    AT(c, size, at + 8 * columns) = left[2], AT(c, size, at + 8 * columns + 1) = left[3];
    AT(c, size, at + 8) = right[0], AT(c, size, at + 9) = right[1];
    AT(c, size, at + 8 * columns + 8) = right[2], AT(c, size, at + 8 * columns + 9) = right[3];
}
