"""How things look: theme, icons, lights, and the small widgets that every part uses."""
