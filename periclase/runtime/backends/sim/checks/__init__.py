"""What the simulator looks for beyond what would stop a GPU, where `runtime.check_accesses` asks for it."""
