"""The SSA toolkit that xDSL lacks on control-flow graphs; it knows no dialect.

Operations tell what a pass has to know through the mixins of `periclase.ir.interfaces`; everything here,
and the passes built on it, asks through them only, so that a stranger's dialect gets mem2reg, SCCP, CSE,
inlining … by implementing them.
"""
