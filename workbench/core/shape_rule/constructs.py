"""What a shape rule can be made of, each construct with an example in an op's own names."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["constructs"]

_FORMS = (
    ("{t}.shape", "the sizes of {t}"),
    ("{t}.shape[0]", "a size of {t}, in a list: [{t}.shape[0], 4]"),
    ("[{t}.shape[0], {n}]", "sizes one by one"),
    ("{t}.shape[:-1]", "all sizes but the last"),
    ("{t}.shape[:-1] + [{n}]", "with another last size"),
    ("broadcast({t}.shape, {u}.shape)", "as NumPy broadcasts the two"),
    ("[len({t}.shape)]", "the number of dimensions"),
    ("[({t}.shape[0] + 1) // 2]", "computed: + - * // % ** min max"),
    ("[value({k})]", "the number that is in the tensor {k}"),
    ("[int({t}.shape[0] * 0.5)]", "rounded towards zero; floor() rounds down"),
    ("{t}.shape if {u} is None else {u}.shape", "a choice"),
    ("[unknown]", "a size that only the kernel knows"),
)


def constructs(types: Mapping[str, str]) -> list[tuple[str, str]]:
    """Examples of rules, and what each means.

    Args:
        types: argument name → declared type; the first that fit are named. Where an op has none,
            ``a``, ``b`` or a number stand there.

    Returns:
        Texts that ``parse`` takes as they are, or within a list, where the op has such arguments.
    """
    tensors = [name for name, kind in types.items() if kind == "tensor"]
    numbers = [name for name, kind in types.items() if kind == "int"]
    first = tensors[0] if tensors else "a"
    names = {
        "t": first,
        "u": tensors[1] if len(tensors) > 1 else "b" if not tensors else first,
        "k": tensors[-1] if tensors else "k",
        "n": numbers[0] if numbers else "4",
    }
    return [(text.format(**names), meaning.format(**names)) for text, meaning in _FORMS]
