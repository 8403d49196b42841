"""Buffers, launches and devices. Imports no dialect, no pass and no compiler: see `periclase.runtime.protocols`."""
