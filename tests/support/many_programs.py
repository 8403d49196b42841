"""Random programs by the thousand, one a seed: `python tests/support/many_programs.py --kind thread --first 0 --programs 50000`.

`agreement` says what has to agree. What does not is made smaller, printed with its seed, and the next seed goes on; at the end it
says how many there were. Each hundred seeds, a line says how far it has come: a run that was stopped is continued with `--first`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from agreement import Program, disagreement, levelled_device, smaller
from random_grids import DYNAMIC, TOTALS, grid_source
from random_sources import EDGES, REALS, WORDS, kernel_source

from periclase.runtime.device import Device

GRID: Final = 2
"""Blocks of a program of many threads."""
_LEAST, _MEAN, _MOST = 30, 60, 600
"""Bytes that a program is written by, as `random_sources.decisions` has them."""


def _drawn(source: random.Random) -> tuple[bytes, list[int], list[float]]:
    size = min(_LEAST + int(source.expovariate(1 / (_MEAN - _LEAST))), _MOST)
    words, reals = ([source.choice(numbers) for _ in range(WORDS)] for numbers in (EDGES, REALS))
    return source.randbytes(size), words, reals


def of_one_thread(seed: int) -> Program:
    """The program of one thread of a seed."""
    data, words, reals = _drawn(random.Random(seed))
    return Program(kernel_source(data), np.array(words, np.int64), np.array(reals))


def of_a_grid(seed: int) -> Program:
    """The program of many threads of a seed."""
    source = random.Random(seed)
    data, words, reals = _drawn(source)
    return grid_program(grid_source(data), words, reals, source.choice((32, 64)), source.choice((0, 1, 2)))


def grid_program(
    source: str, words: Sequence[int], reals: Sequence[float], block: int, rounds: int
) -> Program:
    """A program of `GRID` blocks, whose threads begin with different numbers."""
    threads = np.arange(GRID * block, dtype=np.int64)[:, None]
    with np.errstate(all="ignore"):
        return Program(
            source,
            np.array(words, np.int64)[None, :] + threads,
            np.array(reals)[None, :] * (1 + threads),
            totals=TOTALS,
            rounds=rounds,
            grid=GRID,
            block=block,
            dynamic=DYNAMIC,
        )


KINDS: Final[dict[str, Callable[[int], Program]]] = {"thread": of_one_thread, "grid": of_a_grid}


def tried(device: Device, kind: str, seed: int) -> str | None:
    """What is wrong with the program of a seed, with a small program that shows it; None: all agree."""
    program = KINDS[kind](seed)
    # Warnings of recursion are of no use here.
    with contextlib.redirect_stderr(io.StringIO()):
        try:
            found = disagreement(device, program)
        except Exception as error:
            return f"{kind} {seed}: {type(error).__name__}: {error}\n{program.source}"
        if found is None:
            return None
        small = smaller(device, program)
        found = disagreement(device, small)
    numbers = f"w = {small.words.tolist()}\ng = {small.reals.tolist()}"
    return f"{kind} {seed}: {found}\n{numbers}\n{small.source}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; 1 if not all agree."""
    parser = argparse.ArgumentParser(description="random programs, by the interpreter and at -O0 and -O3")
    parser.add_argument("--kind", choices=KINDS, default="thread")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--programs", type=int, default=1000, help="how many")
    options = parser.parse_args(arguments)
    behind, wrong = options.first + options.programs, 0
    with levelled_device() as device:
        for seed in range(options.first, behind):
            found = tried(device, options.kind, seed)
            if found is not None:
                wrong += 1
                print(found, flush=True)
            if (seed + 1) % 100 == 0 or seed + 1 == behind:
                done = f"{options.kind}: seeds {options.first} to {seed}, {wrong} disagreements"
                print(f"{done}, {time.process_time():.0f} s of processor time", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
