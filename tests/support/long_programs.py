"""Random programs by the thousand: `python tests/support/long_programs.py --programs 10000 --steps 1000`.

A program is a list of numbers, one a step; all that the step draws is made of its number. So a program that fails is told by
its seed, is made smaller by leaving steps out, and is run again by

```sh
python tests/support/long_programs.py --seed 17 --kind cpu            # the whole program
python tests/support/long_programs.py --kind cpu --replay 3f0a…,9c41… # what is left of it
```

Which backend a seed runs on, of `program_devices.KINDS`, goes round. What depends on how threads take turns may need several
tries: `--tries`.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from program_devices import KINDS
from random_programs import Program, close_event_loop

_BITS = 48
_HANGING = 300
"""Seconds after which a program hangs: where all threads stand is printed, and the process ends."""


class Numbers:
    """A `Chance` of one number: a linear congruential generator that begins with it."""

    __slots__ = ("_state",)

    def __init__(self, number: int):
        self._state = number

    def below(self, number: int) -> int:
        """See `Chance`."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self._state >> 33) % number


def numbers_of(seed: int, steps: int) -> list[int]:
    """The program of a seed."""
    source = random.Random(seed)
    return [source.getrandbits(_BITS) for _ in range(steps)]


class Failed(NamedTuple):
    """A program has failed: at which of its numbers (behind the last one: at its end), and how."""

    at: int
    text: str


def run(kind: str, numbers: Sequence[int], counts: Counter[str] | None = None) -> Failed | None:
    """Run a program. None: it is well."""
    faulthandler.dump_traceback_later(_HANGING, exit=True)
    at = 0
    program = Program(kind)
    try:
        for at, number in enumerate(numbers):  # noqa: B007
            program.step(Numbers(number))
        at = len(numbers)
        program.finish()
    except Exception:
        text = traceback.format_exc()
        program.abandon()
        return Failed(at, text)
    finally:
        faulthandler.cancel_dump_traceback_later()
    if counts is not None:
        counts.update(program.counts)
    return None


def smaller(numbers: Sequence[int], fails: Callable[[Sequence[int]], bool]) -> list[int]:
    """The least part of a program, about, that still fails: delta debugging."""
    left = list(numbers)
    parts = 2
    while len(left) > 1:
        size = -(-len(left) // parts)
        for start in range(0, len(left), size):
            fewer = left[:start] + left[start + size :]
            if fails(fewer):
                left = fewer
                parts = max(parts - 1, 2)
                break
        else:
            if size == 1:
                break
            parts = min(2 * parts, len(left))
    return left


def explain(
    kind: str, numbers: Sequence[int], failed: Failed, tries: int, say: Callable[[str], None]
) -> None:
    """Make a program that failed smaller, and say how to run it."""
    last: list[Failed] = [failed]

    def fails(fewer: Sequence[int]) -> bool:
        for _ in range(tries):
            found = run(kind, fewer)
            if found is not None:
                last.append(found)
                return True
        return False

    left = smaller(numbers[: failed.at + 1], fails)
    say(last[-1].text)
    say(f"{len(left)} steps are left: {' '.join(names(kind, left))}")
    say(f"run them: python {sys.argv[0]} --kind {kind} --replay {','.join(f'{each:x}' for each in left)}")


def names(kind: str, numbers: Sequence[int]) -> list[str]:
    """What the steps of a program are called."""
    from random_programs import STEPS

    return [STEPS[Numbers(number).below(len(STEPS))] for number in numbers]


def run_many(
    seeds: Sequence[int],
    steps: int,
    kinds: Sequence[str],
    tries: int = 3,
    most: int = 1,
    say: Callable[[str], None] = print,
) -> bool:
    """Run the programs of `seeds`, each on the next kind, until `most` have failed. It says all about these."""
    began = told = time.monotonic()
    counts: Counter[str] = Counter()
    failures: list[int] = []
    for done, seed in enumerate(seeds, 1):
        kind = kinds[seed % len(kinds)]
        numbers = numbers_of(seed, steps)
        failed = run(kind, numbers, counts)
        if failed is not None:
            failures.append(seed)
            say(failed.text)
            say(f"seed {seed} on {kind} failed at step {failed.at} of {steps}; making it smaller")
            explain(kind, numbers, failed, tries, say)
            if len(failures) == most:
                break
        if time.monotonic() - told > 30 or done == len(seeds):
            told = time.monotonic()
            failing = f", of {failures}" if failures else ""
            say(
                f"{done} programs of {steps} steps: {len(failures)} failures{failing}; "
                f"the last seed is {seed}; {told - began:.0f} s"
            )
    say("  ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    return not failures


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Random programs against the sequential model.")
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--kind", choices=KINDS, help="the backend; all of them in turn")
    parser.add_argument("--seed", type=int, help="run this one only")
    parser.add_argument("--replay", help="the numbers of a program, in hexadecimal")
    parser.add_argument(
        "--tries", type=int, default=3, help="how often a program is run before it is called well"
    )
    parser.add_argument("--most", type=int, default=5, help="how many programs may fail before it ends")
    given = parser.parse_args()
    kinds = (given.kind,) if given.kind else KINDS
    if given.replay:
        numbers = [int(each, 16) for each in given.replay.split(",")]
        for _ in range(given.tries):
            failed = run(kinds[0], numbers)
            if failed is not None:
                print(failed.text)
                return 1
        return 0
    if given.seed is not None:
        seeds: Sequence[int] = (given.seed,)
    else:
        seeds = range(given.first, given.first + given.programs)
    gc.collect()
    gc.freeze()  # each program ends with a collection, which need not go through all that was imported
    well = run_many(
        seeds, given.steps, kinds, given.tries, given.most, say=lambda text: print(text, flush=True)
    )
    close_event_loop()
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
