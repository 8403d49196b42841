"""What this machine is: its cores, and the name of its kind of CPU, by what the system says of it.

LLVM takes some 100 ms to import, and what it finds out depends on nothing but the processor, which the system describes too.
"""

from __future__ import annotations

import os
from functools import cache

from periclase.digest import blake2b

_LIMIT = 16384
"""Bytes that the description of one core takes at most: of a machine with hundreds of them the rest is not read."""

_CHANGING = (
    "processor",
    "microcode",
    "cpu MHz",
    "bogomips",
    "BogoMIPS",
    "apicid",
    "initial apicid",
    "core id",
    "physical id",
    "siblings",
    "cpu cores",
    "bugs",
)


def usable_cores() -> int:
    """The cores that this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def host_key() -> str:
    """A short name of exactly this kind of CPU, `x86_64-<hash of its description>`: what is compiled for it runs on no other."""
    description = described_host()
    if description is None:
        from periclase.runtime.backends.cpu import llvm_binding

        return llvm_binding.host_key()
    return _named(description)


@cache
def _named(description: str) -> str:
    return f"{os.uname().machine}-{blake2b(description.encode(), digest_size=10).hexdigest()}"


@cache
def described_host(path: str = "/proc/cpuinfo") -> str | None:
    """What Linux says of the first core, without what changes from one moment, or core, to the next, or says
    nothing of what it can do; None elsewhere."""
    text = b""
    try:
        with open(path, "rb", buffering=0) as file:
            while b"\n\n" not in text and len(text) < _LIMIT and (more := file.read(4096)):
                text += more
    except OSError:
        return None
    first_core = text[:_LIMIT].partition(b"\n\n")[0].decode(errors="replace")
    lines = [line for line in first_core.splitlines() if line.partition(":")[0].strip() not in _CHANGING]
    return "\n".join(lines) or None
