"""Bicubic resize as two matrix products in float64, from the formula of the cubic kernel."""

import math

import torch


def weight(t: torch.Tensor, a: float = -0.75) -> torch.Tensor:
    """The cubic convolution kernel (Keys 1981) at a distance of ``t`` pixels."""
    t = t.abs()
    near = ((a + 2) * t - (a + 3)) * t * t + 1
    far = ((a * t - 5 * a) * t + 8 * a) * t - 4 * a
    return torch.where(t <= 1, near, torch.where(t < 2, far, torch.zeros_like(t)))


def resize_matrix(size: int, factor: float) -> torch.Tensor:
    """(floor(size·factor), size): each row holds the weights of one output pixel.

    Pixels are squares: the centre of output pixel i is at (i + 0.5) / factor - 0.5 in the input.
    What lies outside has the value of the edge.
    """
    out = math.floor(size * factor)
    at = (torch.arange(out, dtype=torch.float64) + 0.5) / factor - 0.5
    first = at.floor()
    matrix = torch.zeros(out, size, dtype=torch.float64)
    for tap in range(-1, 3):
        pixel = first + tap
        column = pixel.clamp(0, size - 1).long()
        matrix.scatter_add_(1, column[:, None], weight(at - pixel)[:, None])
    return matrix


def resize(x: torch.Tensor, scales: torch.Tensor) -> torch.Tensor:
    """(N, C, H, W) and four factors -> (N, C, floor(H·scales[2]), floor(W·scales[3]))."""
    rows = resize_matrix(x.shape[2], float(scales[2]))
    columns = resize_matrix(x.shape[3], float(scales[3]))
    return (rows @ x.double() @ columns.T).to(x.dtype)
