"""Random chains of indices, slices and transpositions: a kernel sees in them what numpy does, in every layout."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

Array = np.ndarray[Any, np.dtype[Any]]

SHAPE = (4, 5, 6)


def _bound(rng: random.Random, extent: int) -> str:
    value = rng.randint(-extent - 2, extent + 2)
    return rng.choice(
        ["", str(value), f"p[{value + 9}]"]
    )  # a constant, or a value that is known at run time only


def _axis(rng: random.Random, extent: int) -> str:
    if extent and rng.random() < 0.35:
        index = rng.randrange(-extent, extent)
        return str(index) if index < 0 or rng.random() < 0.5 else f"p[{index + 9}]"
    step = rng.choice(["", "", ":1", ":2", ":-1", ":-2", ":3", ":-7"])
    return f"{_bound(rng, extent)}:{_bound(rng, extent)}{step}"


def _chain(rng: random.Random, names: dict[str, Any]) -> tuple[str, Array]:
    """An expression for a view of `x`, and the view that numpy makes of it."""
    while True:
        text, view = "x", names["x"]
        for _ in range(rng.randint(1, 4)):
            if rng.random() < 0.25:
                text, view = f"{text}.T", view.T
                continue
            parts = [_axis(rng, extent) for extent in view.shape[: rng.randint(1, view.ndim)]]
            following = f"{text}[{', '.join(parts)}]"
            found = eval(following, dict(names))
            if not isinstance(found, np.ndarray):
                break
            text, view = following, found
        if text != "x":
            return text, view


def _loops(number: int, text: str, view: Array) -> str:
    """Statements that note the extents of a view, and a sum in which the order of its elements tells."""
    lines = [f"v = {text}", "count, total = 0, 0"]
    indices = "ijk"[: view.ndim]
    for axis, index in enumerate(indices):
        lines.append(f"{'    ' * axis}for {index} in range(v.shape[{axis}]):")
    inner = "    " * view.ndim
    lines += [f"{inner}count += 1", f"{inner}total += count * v[{', '.join(indices)}]"]
    lines += [f"out[{number}, {axis}] = v.shape[{axis}]" for axis in range(view.ndim)]
    lines += [f"out[{number}, 3] = total", f"out[{number}, 4] = v.size * 1000 + v.ndim"]
    return "".join(f"    {line}\n" for line in lines)


def _expected(view: Array) -> list[int]:
    weights = np.arange(1, view.size + 1)
    shape = [*view.shape, 0, 0, 0][:3]
    return [*shape, int((view.ravel() * weights).sum()), view.size * 1000 + view.ndim]


@pytest.mark.parametrize("seed", range(4))
def test_chains(load: Callable[..., ModuleType], seed: int) -> None:
    rng = random.Random(seed)
    p = np.arange(-9, 10)
    x = np.arange(np.prod(SHAPE)).reshape(SHAPE)
    chains = [_chain(rng, {"x": x, "p": p.tolist()}) for _ in range(12)]
    body = "".join(
        f"@device\ndef part{number}(x: View[i64, 3], p: Slice[i64], out: MutView[i64, 2]):\n{_loops(number, text, view)}\n"
        for number, (text, view) in enumerate(chains)
    )
    calls = "".join(f"    part{number}(x, p, out)\n" for number in range(len(chains)))
    module = load(f"{body}\n@kernel\ndef k(x: View[i64, 3], p: Slice[i64], out: MutView[i64, 2]):\n{calls}")
    reversed_ = np.zeros(SHAPE, np.int64)[::-1, :, ::-1]
    spread = np.zeros((8, 5, 18), np.int64)[1::2, :, ::3]
    for layout in (
        x,
        np.asfortranarray(x),
        reversed_,
        spread,
        np.zeros((6, 4, 5), np.int64).transpose(1, 2, 0),
    ):
        layout[...] = np.arange(np.prod(SHAPE)).reshape(SHAPE)
        out = np.zeros((len(chains), 5), np.int64)
        module.k[1, 1](layout, p, out)
        for row, (text, view) in zip(out.tolist(), chains, strict=True):
            assert row == _expected(view), text
