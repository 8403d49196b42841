"""Autotune: of several ways to do the same work, find the fastest for a kind of argument, once, and remember it."""
