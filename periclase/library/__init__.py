"""Functions of Python's `math` and builtins that no instruction is, written in the language of kernels itself."""
