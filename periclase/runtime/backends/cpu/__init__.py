"""The embedded default: runs a kernel natively on the cores of this machine."""
