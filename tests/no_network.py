"""Runs a command under a system call filter: who turns to the internet is killed.

The filter (seccomp) is inherited by every child and sees the system calls themselves, so neither
a thread, a forked job nor a library with its own C code can pass it by. Nothing goes out.

    python tests/no_network.py [--connections] PROGRAM ARGUMENT…

Killed is who makes a socket for the internet. With ``--connections`` a datagram socket is allowed
until it is given an address: Chromium asks such sockets for the names of the interfaces.
"""

from __future__ import annotations

import ctypes
import os
import platform
import socket
import struct
import sys
from collections.abc import Iterator

_CALLS = {
    "x86_64": {"socket": 41, "connect": 42, "sendto": 44},
    "aarch64": {"socket": 198, "connect": 203, "sendto": 206},
}
"""The numbers of system calls (``asm/unistd.h``)."""
_ADDRESS_SIZES = 16, 28
"""``sizeof(struct sockaddr_in)`` and ``sockaddr_in6``: a filter does not see the family itself.

An address of a local socket has these sizes only with a path of 14 or 26 bytes.
"""
_LOAD, _AND, _EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06  # BPF_LD|W|ABS, AND|K, JMP|JEQ|K, RET|K
_KILL_PROCESS, _ALLOW = 0x8000_0000, 0x7FFF_0000
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2


def _argument(index: int) -> tuple[int, int, int, int]:
    """Load the low half of a system call's argument (``struct seccomp_data``)."""
    return _LOAD, 0, 0, 16 + 8 * index


def _kill_if(values: tuple[int, ...]) -> Iterator[tuple[int, int, int, int]]:
    """Kill if what was loaded is one of these values; go on otherwise."""
    for value in values:
        yield _EQUAL, 0, 1, value
        yield _RETURN, 0, 0, _KILL_PROCESS


def _instructions(connections: bool) -> Iterator[tuple[int, int, int, int]]:
    calls = _CALLS[platform.machine()]
    families = tuple(_kill_if((socket.AF_INET, socket.AF_INET6)))
    streams = (_argument(1), (_AND, 0, 0, 0xF), (_EQUAL, 0, len(families) + 1, socket.SOCK_STREAM))
    only_streams = (*streams, _argument(0)) if connections else (_argument(0),)
    blocks = {"socket": (*only_streams, *families)}
    if connections:
        sizes = tuple(_kill_if(_ADDRESS_SIZES))
        blocks |= {"connect": (_argument(2), *sizes), "sendto": (_argument(5), *sizes)}
    for name, block in blocks.items():
        yield _LOAD, 0, 0, 0  # seccomp_data.nr
        yield _EQUAL, 0, len(block), calls[name]
        yield from block
    yield _RETURN, 0, 0, _ALLOW


class _Program(ctypes.Structure):
    """``struct sock_fprog``."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def kill_on_internet(connections: bool) -> None:
    """From now on, in this process and all that it starts."""
    instructions = tuple(_instructions(connections))
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *i) for i in instructions))
    program = _Program(len(instructions), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    for arguments in ((_PR_SET_NO_NEW_PRIVS, 1, 0), (_PR_SET_SECCOMP, _FILTER, program)):
        option, first, second = arguments
        pointer = ctypes.byref(second) if isinstance(second, _Program) else ctypes.c_ulong(second)
        if libc.prctl(option, ctypes.c_ulong(first), pointer, ctypes.c_ulong(0), ctypes.c_ulong(0)):
            raise OSError(ctypes.get_errno(), "the system call filter cannot be set")


if __name__ == "__main__":
    command = sys.argv[1:]
    only_connections = command[0] == "--connections"
    kill_on_internet(only_connections)
    os.execvp(command[only_connections], command[only_connections:])
