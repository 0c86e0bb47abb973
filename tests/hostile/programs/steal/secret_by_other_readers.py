"""Reads the secret with everything that opens files without Python's `open`: C, numpy, sqlite, mmap, sendfile, zip, loaders.

Held: passed
"""

import ctypes
import linecache
import mmap
import os
import sqlite3

import numpy as np


def by_c(path):
    libc = ctypes.CDLL(None)
    libc.fopen.restype = ctypes.c_void_p
    stream = libc.fopen(path.encode(), b"r")
    if not stream:
        return None
    buffer = ctypes.create_string_buffer(100)
    libc.fread(buffer, 1, 99, ctypes.c_void_p(stream))
    libc.fclose(ctypes.c_void_p(stream))
    return buffer.value


def by_mmap(path):
    descriptor = os.open(path, os.O_RDONLY)
    with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as mapped:
        os.close(descriptor)
        return mapped[:]


def by_sendfile(path):
    source = os.open(path, os.O_RDONLY)
    into = os.open("copy.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    os.unlink("copy.txt")
    os.sendfile(into, source, 0, 100)
    return os.pread(into, 100, 0)


def by_sqlite(path):
    database = sqlite3.connect(":memory:")
    try:
        database.execute("attach ? as other", (f"file:{path}",))
        return database.execute("select count(*) from other.sqlite_master").fetchall()
    except sqlite3.DatabaseError as error:
        return str(error) if "not a database" in str(error) else None  # it was read


def by_loader(path):
    try:
        ctypes.CDLL(path)
    except OSError as error:
        return str(error) if "file too short" in str(error) or "invalid ELF" in str(error) else None


def attack(target):
    path, found = target["secret_file"], []
    for read in (
        by_c, by_mmap, by_sendfile, by_sqlite, by_loader, linecache.getlines,
        lambda path: bytes(np.fromfile(path, dtype=np.uint8)),
        lambda path: bytes(np.memmap(path, mode="r")),
        lambda path: os.listdir(os.path.dirname(path)),
    ):  # fmt: skip
        try:
            got = read(path)
        except (OSError, sqlite3.Error):
            continue
        if got:
            found.append(got)
    return found or None
