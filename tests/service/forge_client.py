"""The program `ludolog` as a client of a forge: `forge_client.py SOCKET [ARGUMENT …]`, run without any package.

It hands its arguments, variables, folder and standard streams to the forge (tests/service/forge_socket.py), passes
signals on to the process that the forge starts, and ends as that ends.
"""

import json
import os
import signal
import socket
import sys


def main() -> int:
    with socket.socket(socket.AF_UNIX) as forge:
        forge.connect(sys.argv[1])
        socket.send_fds(forge, [b"."], [0, 1, 2])
        forge.sendall(json.dumps([sys.argv[2:], dict(os.environ), os.getcwd()]).encode())  # noqa: PTH109 - not imported
        forge.shutdown(socket.SHUT_WR)
        with forge.makefile() as replies:
            pid = int(replies.readline())
            for each in (signal.SIGTERM, signal.SIGINT):
                signal.signal(each, lambda number, _: os.kill(pid, number))
            code = int(replies.readline())
    # a signal that has ended it is reported as a shell does
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
