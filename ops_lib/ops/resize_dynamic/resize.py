"""Bicubic resize whose factors are a tensor, so that they can be an input of the model."""

import torch
from torch.nn.functional import interpolate


class NewInterpolate(torch.autograd.Function):
    """``interpolate`` takes the factors as numbers; an exported model would have them built in.

    As a Function of its own the op stays one node, and the factors stay a tensor in the graph.
    """

    @staticmethod
    def forward(ctx, x, scales):
        # Four factors, as ONNX's Resize wants them; the first two, of batch and channels, are 1.
        factors = scales[2:].tolist()
        return interpolate(x, scale_factor=factors, mode="bicubic", align_corners=False)
