"""The reference interpreter of `mir`: slow, simple and exact; what a program of `mir` means.

It shares no code with the folders and the lowering, so that each can be held against it. `Machine` is the door:

    machine = Machine(module)
    x = machine.allocate(numpy_bytes, name="x")
    machine.run_kernel("saxpy", [x.base, 4], grid=(2, 1, 1), block=(32, 1, 1))
"""
