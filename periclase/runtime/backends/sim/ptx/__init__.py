"""PTX text: what it is made of, and how it is read."""
