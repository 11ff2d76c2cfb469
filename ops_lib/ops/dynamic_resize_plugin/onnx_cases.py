"""How a test case of ONNX's own Resize becomes arguments of this op: the bicubic ones."""

import numpy as np


def Resize(
    X,
    roi=None,
    scales=None,
    sizes=None,
    *,
    mode="nearest",
    coordinate_transformation_mode="half_pixel",
    cubic_coeff_a=-0.75,
    exclude_outside=0,
    antialias=0,
    **more,
):
    if mode != "cubic":
        raise NotImplementedError(f"mode {mode}; the op is bicubic")
    # The two differ only where the output is a single pixel.
    if coordinate_transformation_mode not in ("half_pixel", "pytorch_half_pixel"):
        raise NotImplementedError(f"coordinates by {coordinate_transformation_mode}")
    if cubic_coeff_a != -0.75 or exclude_outside or antialias or "axes" in more:
        raise NotImplementedError("another kernel than the plain one with a = -0.75")
    if scales is None:
        scales = np.divide(sizes, X.shape, dtype=np.float32)
        if (np.array(X.shape) * scales).astype(int).tolist() != list(sizes):
            raise NotImplementedError("sizes that no factors give")
    return {"x": X, "scales": np.asarray(scales, np.float32)}
