"""The table of device intrinsics: one row each, as data.

`table.INTRINSICS` holds our rows by Python name, `table.find_intrinsic` finds also those that other packages bring. From a row
(`model.Intrinsic`) follow the stub in `periclase.gpu`, its documentation, the symbol that the importer calls
(`symbols.symbol_for`), the `nvvm` operation that `rewrite-intrinsic-stubs` puts in its place, the LLVM intrinsic or the PTX
behind that, and the target it asks for.

Importing this package imports none of it: `periclase.gpu` needs the names alone.
"""
