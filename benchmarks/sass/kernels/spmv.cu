// y = A·x for a sparse matrix in compressed rows, a thread a row.
extern "C" __global__ void spmv(const int *__restrict__ starts, const int *__restrict__ columns,
                                const float *__restrict__ values, const float *__restrict__ x, float *__restrict__ y,
                                int rows, int count, int width) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float total = 0;
        const int end = AT(starts, rows + 1, row + 1);
        for (int k = AT(starts, rows + 1, row); k < end; k++)
            total += AT(values, count, k) * AT(x, width, AT(columns, count, k));
        AT(y, rows, row) = total;
    }
}
