"""Connects to a unix socket by its path.

Held: exception
"""

import socket


def attack(target):
    with socket.socket(socket.AF_UNIX) as server:
        server.settimeout(1)
        server.connect(target["socket"])
        return server.recv(100).decode()
