"""A process with a secret: in its environment, in its memory, and behind a port and a unix socket."""

import os
import socket
import sys
import threading

SECRET = os.environ["SECRET"]


def answer(server: socket.socket) -> None:
    while True:
        peer, _ = server.accept()
        peer.sendall(SECRET.encode())
        peer.close()


tcp = socket.create_server(("127.0.0.1", 0))
unix = socket.socket(socket.AF_UNIX)
unix.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o777)  # noqa: PTH101
unix.listen()
threading.Thread(target=answer, args=(unix,), daemon=True).start()
print(tcp.getsockname()[1], flush=True)
answer(tcp)
