"""From `mir` to machine code: LLVM IR text, PTX, object files, the assemblers, and the driver that does it all."""
