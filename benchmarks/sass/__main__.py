"""`python benchmarks/sass --arch sm_90`: the table of both comparisons."""

from __future__ import annotations

import argparse
import sys

from sass_table import PAIRS, missing, rows, table


def main() -> int:
    """Print the tables; 1 if a tool is missing."""
    parser = argparse.ArgumentParser(
        prog="sass", description="SASS instructions of our kernels beside nvcc's"
    )
    parser.add_argument("--arch", default="sm_90", help="a GPU architecture, as sm_80, sm_90, sm_100, sm_120")
    parser.add_argument("--kernel", action="append", help="only this one; can be repeated")
    parser.add_argument("--only", choices=("checked", "unchecked"), help="only this comparison")
    given = parser.parse_args()
    reason = missing()
    if reason is not None:
        print(reason, file=sys.stderr)
        return 1
    pairs = [pair for pair in PAIRS if given.kernel is None or pair.name in given.kernel]
    for mode in ("unchecked", "checked"):
        if given.only in (None, mode):
            print(f"{given.arch}, {mode}: periclase/nvcc")
            print(table(list(rows(given.arch, checked=mode == "checked", pairs=pairs))), end="\n\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
