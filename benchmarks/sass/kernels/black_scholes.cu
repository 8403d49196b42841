// Prices of European options by the formula of Black and Scholes (1973), a thread an option.
static __device__ float normal(float d) { return 0.5f + 0.5f * erff(d * 0.70710678f); }

extern "C" __global__ void black_scholes(const float *__restrict__ spot, const float *__restrict__ strike,
                                         const float *__restrict__ years, float *__restrict__ call,
                                         float *__restrict__ put, float rate, float volatility, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float s = AT(spot, n, i), k = AT(strike, n, i), t = AT(years, n, i);
        const float spread = volatility * sqrtf(t);
        const float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / spread;
        const float d2 = d1 - spread;
        const float discounted = k * expf(-rate * t);
        const float n1 = normal(d1), n2 = normal(d2);
        AT(call, n, i) = s * n1 - discounted * n2;
        AT(put, n, i) = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
}
