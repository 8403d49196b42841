"""The hash that cache keys and checksums are made of.

`import hashlib` also loads OpenSSL, three milliseconds that a launch out of the cache would wait for; CPython's own
implementation of BLAKE2 stands in an extension module by itself.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # another Python, or one built without it
    from hashlib import blake2b

__all__ = ["blake2b"]
