"""Asks a server on the loopback address for the secret; over IPv6 and by name, too.

Held: passed
"""

import socket


def attack(target):
    for host in ("127.0.0.1", "::ffff:127.0.0.1", "localhost"):
        try:
            with socket.create_connection((host, target["port"]), timeout=0.5) as peer:
                return peer.recv(100)
        except OSError:
            continue
    return None
