// Gravitation between bodies, in tiles of 256 bodies in shared memory.
extern "C" __global__ void nbody(const float4 *__restrict__ bodies, float4 *__restrict__ forces, float softening, int n) {
    __shared__ float4 tile[256];
    const int tid = threadIdx.x, i = blockIdx.x * 256 + tid;
    const float4 me = AT(bodies, n, min(i, n - 1));
    float ax = 0, ay = 0, az = 0;
    for (int start = 0; start < n; start += 256) {
        const int other = start + tid;
        AT(tile, 256, tid) = other < n ? AT(bodies, n, other) : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            const float4 there = tile[j];
            const float dx = there.x - me.x, dy = there.y - me.y, dz = there.z - me.z;
            const float r = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
            const float s = there.w * r * r * r;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        __syncthreads();
    }
    if (i < n) AT(forces, n, i) = make_float4(ax, ay, az, 0);
}
