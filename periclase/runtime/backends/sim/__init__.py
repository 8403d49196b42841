"""Runs the PTX text of kernels on the CPU: what runs is what a GPU would be given. It shares no code with the compiler."""
