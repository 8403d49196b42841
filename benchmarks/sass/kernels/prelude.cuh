// What the kernels here share: an element of an array, whose index is checked where CHECKED is defined, as Periclase does.
#ifdef CHECKED
static __device__ __forceinline__ int in_bounds(int index, int size) {
    if ((unsigned)index >= (unsigned)size) __trap();
    return index;
}
#define AT(array, size, index) (array)[in_bounds(index, size)]
#else
#define AT(array, size, index) (array)[index]
#endif
