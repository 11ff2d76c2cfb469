"""How gdb writes values that kernels are made of. gdb's own Python runs this, not ours."""

import gdb

_SHOWN = 6
_NUMBERS = (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_FLT, gdb.TYPE_CODE_BOOL)


def _number(value):
    """An int8 is a number, not a letter."""
    is_byte = value.type.strip_typedefs().sizeof == 1
    return str(int(value)) if is_byte and value.type.code != gdb.TYPE_CODE_BOOL else str(value)


def _elements(data, count):
    """The first elements of what a pointer leads to."""
    try:
        shown = [_number(data[i]) for i in range(min(count, _SHOWN))]
    except gdb.MemoryError:
        return "?"
    return ", ".join(shown) + (", …" if count > _SHOWN else "")


class _Tensor:
    """``wb::Tensor``: sizes, then elements."""

    def __init__(self, value):
        self._value = value

    def to_string(self):
        value = self._value
        rank, count = int(value["rank_"]), int(value["numel_"])
        sizes = ", ".join(str(value["sizes_"][i]) for i in range(min(rank, 16)))
        return f"[{sizes}]: {_elements(value['data_'], count)}"


class _Span:
    """``wb::Span``: a list."""

    def __init__(self, value):
        self._value = value

    def to_string(self):
        return f"{{{_elements(self._value['data_'], int(self._value['size_']))}}}"


class _Optional:
    """``std::optional``: its value, or that there is none."""

    def __init__(self, value):
        self._value = value["_M_payload"]

    def to_string(self):
        if not self._value["_M_engaged"]:
            return "nullopt"
        return self._value["_M_payload"]["_M_value"].format_string()


class _TorchTensor:
    """``at::Tensor``: what is in it is known to torch alone, whose library has no debug information."""

    def __init__(self, value):
        self._value = value

    def to_string(self):
        return f"Tensor at {int(self._value['impl_']['target_']):#x}"


class _Pointer:
    """A pointer to a number: where it leads to, and the number there."""

    def __init__(self, value):
        self._value = value

    def to_string(self):
        address = f"{int(self._value):#x}"
        try:
            return f"{address}: {self._value.dereference()}"
        except gdb.MemoryError:
            return address


_PRINTERS = (
    ("wb::Tensor<", _Tensor),
    ("wb::Span<", _Span),
    ("std::optional<", _Optional),
    ("at::Tensor", _TorchTensor),
)


def _printer(value):
    plain = value.type.strip_typedefs().unqualified()
    if plain.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
        plain = value.type.strip_typedefs().unqualified()
    if plain.code == gdb.TYPE_CODE_PTR:
        target = plain.target().strip_typedefs().unqualified()
        if target.code in _NUMBERS and "char" not in str(target):
            return _Pointer(value)
        return None
    name = plain.tag or ""
    return next((made(value) for start, made in _PRINTERS if name.startswith(start)), None)


gdb.pretty_printers.insert(0, _printer)
