"""What the tests of kernels in Rust share: the recorded MIR text, and the compiler that it came from where there is one."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent.parent / "importer" / "rust"
RECORDED = sorted(HERE.glob("mir-*/*.mir"))
"""MIR text of the sources in this folder, by rustc version; `record.py` writes it."""
