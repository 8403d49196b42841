"""What native code of a kernel needs beside the kernel: the block scheduler."""
