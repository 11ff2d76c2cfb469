"""Where an output will lie that PyTorch allocates in the call itself.

In a first call gdb stops at each allocation of the output's size, and its end tells which of them
was the output's. In later calls that one is caught, and filled with another value than the op
gives: gdb tells of a write only if it changes something.
"""

from __future__ import annotations

import platform
from typing import Any, NamedTuple

from workbench.core.errors import UserError
from workbench.engine.debug.gdb import Gdb, GdbError
from workbench.engine.debug.inferior import Ready

__all__ = ["Memory"]

# The first and the third argument of a function.
# https://gitlab.com/x86-psABIs/x86-64-ABI, https://github.com/ARM-software/abi-aa
_REGISTERS = {"x86_64": ("$rdi", "$rdx"), "aarch64": ("$x0", "$x2")}
_SECONDS = 60.0


class _Piece(NamedTuple):
    start: int
    size: int


class Memory:
    """The memory of the output, as gdb finds it.

    Args:
        gdb: holds the program.
    """

    def __init__(self, gdb: Gdb) -> None:
        self._gdb = gdb
        self._pieces: list[_Piece] = []
        self._which = 0
        self._break = ""

    # -- the first call

    def learn(self, ready: Ready) -> None:
        """Right before the first call: look at what is allocated."""
        self._pieces, self._which = [], 0
        self._look(ready)

    def allocated(self) -> None:
        """It stopped where something of the output's size is allocated."""
        self._pieces.append(self._taken())

    def learnt(self, address: int) -> None:
        """After the first call: the element lies here."""
        self._forget()
        for number, piece in enumerate(self._pieces, 1):
            if piece.start <= address < piece.start + piece.size:
                self._which = number

    @property
    def looks(self) -> bool:
        """Whether it will stop where something is allocated."""
        return bool(self._break)

    # -- the calls after that

    def address(self, ready: Ready) -> int:
        """Go on to where the element's memory is there, and fill it. Returns its address.

        Raises:
            UserError: kind ``debug``; this call goes another way than the first one.
        """
        if not self._which:
            return ready.address
        self._look(ready)
        for _ in range(self._which):
            self._gdb.ask("-exec-continue")
            values = self._gdb.stopped(_SECONDS)
            if values.get("reason") != "breakpoint-hit":
                message = "the op does not do the same in each call, so it cannot be watched"
                raise UserError("debug", message, "Does it keep something from call to call?")
            piece = self._taken()
        self._forget()
        fill = f"{ready.fill:02x}"
        self._gdb.ask(f'-data-write-memory-bytes {piece.start} "{fill}" {piece.size}')
        return piece.start + ready.offset

    # -- how

    def _look(self, ready: Ready) -> None:
        if not ready.size:
            return
        registers = _REGISTERS.get(platform.machine())
        if registers is None:
            message = f"PyTorch's memory cannot be followed on {platform.machine()}"
            raise UserError("debug", message, "Debug it in ONNX Runtime.")
        self._gdb.console("sharedlibrary /libc[.-]")  # to know how its functions return
        condition = f"(unsigned long) {registers[1]} == {ready.size}"
        answer = self._gdb.ask(f'-break-insert -c "{condition}" *{ready.allocate}')
        self._break, self._size = answer["bkpt"]["number"], ready.size

    def _taken(self) -> _Piece:
        """Let the function return, and see what it gave."""
        pointer = self._number(f"(unsigned long) {_REGISTERS[platform.machine()][0]}")
        self._gdb.ask("-exec-finish")
        self._gdb.stopped(_SECONDS)
        return _Piece(self._number(f"*(unsigned long *) {pointer}"), self._size)

    def _number(self, expression: str) -> int:
        answer: dict[str, Any] = self._gdb.ask(f'-data-evaluate-expression "{expression}"')
        try:
            return int(answer["value"], 0)
        except ValueError:
            raise GdbError(f"{expression} is {answer['value']}") from None

    def _forget(self) -> None:
        if self._break:
            self._gdb.ask(f"-break-delete {self._break}")
            self._break = ""
