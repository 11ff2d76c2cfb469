"""What to write in a rule instead of a name alone, which is no number and no shape."""

from __future__ import annotations

__all__ = ["instead"]


def instead(name: str, kind: str, role: str, real: bool = False) -> str:
    """A hint for a name where a number is needed.

    Args:
        name: an argument's.
        kind: its type, as it is declared.
        role: what it is in a rule.
        real: whether the number may be a fraction; else it is a size.
    """
    item = f"{name}[0]" if real else f"int({name}[0])"
    return {
        "shape": f"write {name}.shape",
        "shapes": f"write e.g. {name}[0].shape",
        "real": f"its type is {kind}, so write e.g. int(2 * {name})",
        "reals": f"its type is {kind}, so write e.g. {item}",
        "text": f'its type is {kind}, so write e.g. {{"a": 1, "b": 2}}[{name}]',
        "flag": f"its type is {kind}, so write e.g. 1 if {name} else 0",
    }.get(role, f"its type is {kind}")
