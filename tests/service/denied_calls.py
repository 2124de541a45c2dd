"""Denies system calls to this process, as SystemCallFilter= of systemd does (seccomp(2))."""

import ctypes
import platform
import struct

NUMBERS = {
    "x86_64": {"adjtimex": 159, "clock_adjtime": 305},
    "aarch64": {"adjtimex": 171, "clock_adjtime": 266},
}
"""The numbers of system calls on each machine."""

_LOAD_NUMBER, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_EPERM, _ALLOW = 0x0005_0001, 0x7FFF_0000
_SET_SECCOMP, _NO_NEW_PRIVILEGES, _FILTER = 22, 38, 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def deny(*calls: str) -> None:
    """Let these calls fail with EPERM from now on, in this process and its children."""
    steps = [(_LOAD_NUMBER, 0, 0, 0)]
    for call in calls:
        steps += [(_IF_EQUAL, 0, 1, NUMBERS[platform.machine()][call]), (_RETURN, 0, 0, _EPERM)]
    steps.append((_RETURN, 0, 0, _ALLOW))
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = _Program(len(steps), ctypes.addressof(code))
    library = ctypes.CDLL(None)
    assert library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    assert library.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program)) == 0
