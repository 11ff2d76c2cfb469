"""The sample model: a network for super-resolution that resizes first and then sharpens."""

import torch
from torch import nn


class SuperResolution(nn.Module):
    """SRCNN (Dong et al. 2014) behind a resize whose factors are an input."""

    def __init__(self, resize):
        super().__init__()
        self.resize = resize
        self.conv1 = nn.Conv2d(3, 64, kernel_size=9, padding=4)
        self.conv2 = nn.Conv2d(64, 32, kernel_size=1)
        self.conv3 = nn.Conv2d(32, 3, kernel_size=5, padding=2)

    def forward(self, x, scales):
        x = self.resize(x, scales)
        x = torch.relu(self.conv1(x))
        x = torch.relu(self.conv2(x))
        return self.conv3(x)


def model(op):
    """``op`` is the op as a callable. The weights are not trained, but always the same."""
    torch.manual_seed(0)
    return SuperResolution(op)
