"""The machine that PTX is run on: threads, memory, and who runs next."""
