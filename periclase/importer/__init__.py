"""Front ends: from a user's functions to `mir`. Importing this package imports no xDSL."""
