"""Connects to a server on this machine over TCP.

Held: exception
"""

import socket


def attack(target):
    with socket.create_connection(("127.0.0.1", target["port"]), timeout=1) as server:
        return server.recv(100).decode()
