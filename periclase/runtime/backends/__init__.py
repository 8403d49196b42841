"""One package a kind of device."""
