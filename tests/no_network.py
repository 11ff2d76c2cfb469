"""Runs a command under a system call filter: who makes a socket for the internet is killed.

The filter (seccomp) is inherited by every child and sees the system calls themselves, so neither
a thread, a forked job nor a library with its own C code can pass it by. Nothing goes out.

    python tests/no_network.py PROGRAM ARGUMENT…
"""

from __future__ import annotations

import ctypes
import os
import platform
import socket
import struct
import sys

_SOCKET = {"x86_64": 41, "aarch64": 198}
"""The number of the system call ``socket`` (``asm/unistd.h``)."""
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06  # BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_RET|K
_KILL_PROCESS, _ALLOW = 0x8000_0000, 0x7FFF_0000
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2


class _Program(ctypes.Structure):
    """``struct sock_fprog``."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def kill_on_internet_sockets() -> None:
    """From now on, in this process and all that it starts."""
    instructions = (
        (_LOAD, 0, 0, 0),  # seccomp_data.nr
        (_EQUAL, 0, 4, _SOCKET[platform.machine()]),
        (_LOAD, 0, 0, 16),  # the low half of its first argument, the family
        (_EQUAL, 1, 0, socket.AF_INET),
        (_EQUAL, 0, 1, socket.AF_INET6),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_RETURN, 0, 0, _ALLOW),
    )
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *i) for i in instructions))
    program = _Program(len(instructions), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in ((_PR_SET_NO_NEW_PRIVS, 1, 0), (_PR_SET_SECCOMP, _FILTER, program)):
        option, first, second = arguments
        pointer = ctypes.byref(second) if isinstance(second, _Program) else ctypes.c_ulong(second)
        if libc.prctl(option, ctypes.c_ulong(first), pointer, ctypes.c_ulong(0), ctypes.c_ulong(0)):
            raise OSError(ctypes.get_errno(), "the system call filter cannot be set")


if __name__ == "__main__":
    kill_on_internet_sockets()
    os.execvp(sys.argv[1], sys.argv[1:])
