"""Passes over IR, one a file, the file named as the pass; `pipelines` composes them, `pass_manager` runs
them.

A pass asks ops through the interfaces of `periclase.ir.interfaces` and knows no dialect, unless its name
says so (`convert-mir-to-llvm`). Passes are found by name through the entry points `periclase.passes`.
"""
