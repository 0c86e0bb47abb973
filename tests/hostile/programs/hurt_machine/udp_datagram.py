"""Sends a datagram.

Held: exception
"""

import socket


def attack(target):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        return sender.sendto(b"stolen", ("127.0.0.1", target["port"]))
