"""The CUDA backend: kernels as PTX, through the driver API by `cuda.bindings.driver`. Imported only when it is asked for."""
