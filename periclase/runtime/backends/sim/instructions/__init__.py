"""What each instruction does, a family a file. `machine.instruction_set` finds them here."""
