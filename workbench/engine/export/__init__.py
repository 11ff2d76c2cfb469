"""The export job: the op or its model run in PyTorch, exported, and looked at."""
