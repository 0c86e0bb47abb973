"""Asks a server behind a unix socket for the secret.

Held: exception
"""

import socket


def attack(target):
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(0.5)
        peer.connect(target["socket"])
        return peer.recv(100)
