"""Kernels in Rust: the user's own stable `rustc` makes MIR text of them, which is read here."""
