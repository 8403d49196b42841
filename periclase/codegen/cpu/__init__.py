"""What native code needs beside the kernels: block driver and block scheduler, and the executor that runs them."""
