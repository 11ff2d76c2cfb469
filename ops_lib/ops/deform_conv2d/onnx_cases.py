"""How a test case of ONNX's own DeformConv becomes arguments of this op.

ONNX's inputs are X, W, offset, B, mask, of which the last two may be left out; ours are
torchvision's, where both are always there and use_mask says whether the mask counts. ONNX pads
each side by itself, torchvision both sides of an axis alike.
"""

import numpy as np


def DeformConv(
    X,
    W,
    offset,
    B=None,
    mask=None,
    *,
    kernel_shape=None,
    strides=(1, 1),
    pads=(0, 0, 0, 0),
    dilations=(1, 1),
    group=1,
    offset_group=1,
):
    if X.ndim != 4:
        raise NotImplementedError(f"{X.ndim - 2} spatial dimensions; torchvision has two")
    if kernel_shape is not None and tuple(kernel_shape) != W.shape[2:]:
        raise NotImplementedError("a kernel_shape that is not the weight's")
    top, left, bottom, right = pads
    if (top, left) != (bottom, right):
        raise NotImplementedError("padding that differs between the sides of an axis")
    return {
        "input": X,
        "weight": W,
        "offset": offset,
        "mask": np.zeros(0, X.dtype) if mask is None else mask,
        "bias": np.zeros(W.shape[0], X.dtype) if B is None else B,
        "stride_h": strides[0],
        "stride_w": strides[1],
        "pad_h": top,
        "pad_w": left,
        "dilation_h": dilations[0],
        "dilation_w": dilations[1],
        "groups": group,
        "offset_groups": offset_group,
        "use_mask": mask is not None,
    }
