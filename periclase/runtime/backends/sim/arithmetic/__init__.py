"""What operations on numbers give, bit for bit, as functions over numpy arrays."""
