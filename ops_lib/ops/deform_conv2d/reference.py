"""Deformable convolution made of torch's ``grid_sample``, in float64."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn.functional import grid_sample


def deform_conv2d(
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
) -> Tensor:
    """See the op; the arguments are torchvision's."""
    batch, channels, height, width = input.shape
    outputs, _, kernel_h, kernel_w = weight.shape
    out_h, out_w = offset.shape[2:]
    taps, images = kernel_h * kernel_w, batch * offset_groups

    def positions(kernel: int, out: int, stride: int, pad: int, dilation: int) -> Tensor:
        outs, steps = torch.arange(out), torch.arange(kernel)
        return (steps[:, None] * dilation + outs * stride - pad).double()

    y = positions(kernel_h, out_h, stride_h, pad_h, dilation_h)[:, None, :, None]
    x = positions(kernel_w, out_w, stride_w, pad_w, dilation_w)[None, :, None, :]
    shifts = offset.double().reshape(images, kernel_h, kernel_w, 2, out_h, out_w)
    # grid_sample counts from -1 to 1, from the left edge of the first pixel to the last's right.
    grid_y = (2 * (y + shifts[:, :, :, 0]) + 1) / height - 1
    grid_x = (2 * (x + shifts[:, :, :, 1]) + 1) / width - 1
    grid = torch.stack([grid_x, grid_y], -1).reshape(images, taps * out_h, out_w, 2)
    samples = grid_sample(
        input.double().reshape(images, channels // offset_groups, height, width),
        grid,
        padding_mode="zeros",
        align_corners=False,
    ).reshape(batch, offset_groups, -1, taps, out_h, out_w)
    if use_mask:
        samples = samples * mask.double().reshape(batch, offset_groups, 1, taps, out_h, out_w)
    columns = samples.reshape(batch, groups, -1, out_h * out_w)
    rows = weight.double().reshape(groups, outputs // groups, -1)
    result = (rows @ columns).reshape(batch, outputs, out_h, out_w)
    return (result + bias.double()[:, None, None]).to(input.dtype)
