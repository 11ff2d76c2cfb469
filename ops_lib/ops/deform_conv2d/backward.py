"""The gradients of deformable convolution: torch's, of the composition in reference.py."""

from __future__ import annotations

import torch
from reference import deform_conv2d
from torch import Tensor


def deform_conv2d_backward(
    grad: Tensor,
    input: Tensor,
    weight: Tensor,
    offset: Tensor,
    mask: Tensor,
    bias: Tensor,
    stride_h: int,
    stride_w: int,
    pad_h: int,
    pad_w: int,
    dilation_h: int,
    dilation_w: int,
    groups: int,
    offset_groups: int,
    use_mask: bool,
) -> tuple[Tensor, ...]:
    """The gradients of input, weight, offset, mask and bias."""
    numbers = (stride_h, stride_w, pad_h, pad_w, dilation_h, dilation_w, groups, offset_groups)

    def composed(*tensors: Tensor) -> Tensor:
        return deform_conv2d(*tensors, *numbers, use_mask)

    gradients: tuple[Tensor, ...] = torch.func.vjp(composed, input, weight, offset, mask, bias)[1](
        grad
    )
    return gradients
