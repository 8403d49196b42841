"""Host functions that have a device meaning: `math`, numpy's functions on scalars, and the builtins of the subset."""

from __future__ import annotations

FLOAT_FUNCTIONS: dict[str, tuple[str, int]] = {
    "acos": ("acos", 1),
    "acosh": ("acosh", 1),
    "asin": ("asin", 1),
    "asinh": ("asinh", 1),
    "atan": ("atan", 1),
    "atan2": ("atan2", 2),
    "atanh": ("atanh", 1),
    "cbrt": ("cbrt", 1),
    "copysign": ("copysign", 2),
    "cos": ("cos", 1),
    "cosh": ("cosh", 1),
    "erf": ("erf", 1),
    "erfc": ("erfc", 1),
    "exp": ("exp", 1),
    "exp2": ("exp2", 1),
    "expm1": ("expm1", 1),
    "fabs": ("fabs", 1),
    "fma": ("fma", 3),
    "hypot": ("hypot", 2),
    "log": ("log", 1),
    "log10": ("log10", 1),
    "log1p": ("log1p", 1),
    "log2": ("log2", 1),
    "pow": ("pow", 2),
    "sin": ("sin", 1),
    "sinh": ("sinh", 1),
    "sqrt": ("sqrt", 1),
    "tan": ("tan", 1),
    "tanh": ("tanh", 1),
}
"""Functions of `math` with a float result: the operation and the number of arguments."""

ROUNDING_FUNCTIONS: dict[str, str] = {"ceil": "ceil", "floor": "floor", "trunc": "trunc"}
"""Functions of `math` that round to an integer."""

NUMPY_FUNCTIONS: dict[str, tuple[str, int]] = {
    "arccos": ("acos", 1),
    "arccosh": ("acosh", 1),
    "arcsin": ("asin", 1),
    "arcsinh": ("asinh", 1),
    "arctan": ("atan", 1),
    "arctan2": ("atan2", 2),
    "arctanh": ("atanh", 1),
    "cbrt": ("cbrt", 1),
    "ceil": ("ceil", 1),
    "copysign": ("copysign", 2),
    "cos": ("cos", 1),
    "cosh": ("cosh", 1),
    "exp": ("exp", 1),
    "exp2": ("exp2", 1),
    "expm1": ("expm1", 1),
    "fabs": ("fabs", 1),
    "floor": ("floor", 1),
    "hypot": ("hypot", 2),
    "log": ("log", 1),
    "log10": ("log10", 1),
    "log1p": ("log1p", 1),
    "log2": ("log2", 1),
    "rint": ("roundeven", 1),
    "sin": ("sin", 1),
    "sinh": ("sinh", 1),
    "sqrt": ("sqrt", 1),
    "tan": ("tan", 1),
    "tanh": ("tanh", 1),
    "trunc": ("trunc", 1),
}
"""Numpy's universal functions that map one scalar: results are floats, those of rounding too."""
