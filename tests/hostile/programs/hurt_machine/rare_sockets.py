"""Opens sockets of the kinds that filters forget: vsock, netlink, packet, raw, kernel crypto, a pair for datagrams.

Held: passed
"""

import socket

KINDS = (
    (socket.AF_VSOCK, socket.SOCK_STREAM, 0),
    (socket.AF_NETLINK, socket.SOCK_RAW, 0),
    (socket.AF_PACKET, socket.SOCK_RAW, 0),
    (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
    (socket.AF_INET6, socket.SOCK_STREAM, 0),
    (socket.AF_ALG, socket.SOCK_SEQPACKET, 0),
)


def attack(target):
    opened = []
    for kind in KINDS:
        try:
            socket.socket(*kind).close()
        except OSError:
            continue
        opened.append(str(kind[0]))
    try:
        for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM):
            end.close()
        opened.append("pair")
    except OSError:
        pass
    return opened or None
