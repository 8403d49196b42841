"""What this machine is: its cores, and the name of its kind of CPU, as LLVM tells it, without LLVM where it has told before.

LLVM takes some 100 ms to import. What it says depends on nothing but the processor, which the system describes too: so its
answer is kept in the artifact cache, under that description and the version of the toolchain.
"""

from __future__ import annotations

import os
from functools import cache

from periclase.digest import blake2b

_LIMIT = 16384
"""Bytes that the description of one core takes at most: of a machine with hundreds of them the rest is not read."""

_CHANGING = (
    "processor",
    "cpu MHz",
    "bogomips",
    "BogoMIPS",
    "apicid",
    "initial apicid",
    "core id",
    "physical id",
)


def usable_cores() -> int:
    """The cores that this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


def host_key() -> str:
    """A short name of exactly this kind of CPU: `x86_64-znver3-<hash of the features>`. See `llvm_binding.host_key`."""
    description = described_host()
    return _ask_llvm() if description is None else _key_of(description)


@cache
def _key_of(description: str) -> str:
    from periclase.runtime.artifact_cache import artifact_cache
    from periclase.runtime.compilation import toolchain_stamp

    digest = blake2b(f"host key\0{toolchain_stamp()}\0{description}".encode(), digest_size=20)
    cache = artifact_cache()
    entry = digest.hexdigest()
    known = cache.get(entry)
    if known is not None:
        return known.decode("ascii", "replace")
    key = _ask_llvm()
    cache.put(entry, key.encode())
    return key


def _ask_llvm() -> str:
    from periclase.runtime.backends.cpu import llvm_binding

    return llvm_binding.host_key()


@cache
def described_host(path: str = "/proc/cpuinfo") -> str | None:
    """What Linux says of the first core, without what changes from one moment, or core, to the next; None elsewhere."""
    text = b""
    try:
        with open(path, "rb", buffering=0) as file:
            while b"\n\n" not in text and len(text) < _LIMIT and (more := file.read(4096)):
                text += more
    except OSError:
        return None
    first_core = text[:_LIMIT].partition(b"\n\n")[0].decode(errors="replace")
    lines = [line for line in first_core.splitlines() if line.partition(":")[0].strip() not in _CHANGING]
    return "\n".join([os.uname().machine, *lines]) if lines else None
