#!/usr/bin/env python3
"""Two thousand connections of nonsense, from a fixed seed: the server answers or closes, and lives."""
import random
import socket

from kit import PATIENCE, Server, create, equal, get, post, run, truth

SEEDS = [get("/v1/config"), create("a"), get("/v1/namespaces/a", method="HEAD"),
         get("/v1/namespaces", "Transfer-Encoding: chunked", method="POST") + b"5\r\nhello\r\n0\r\n\r\n",
         post("/v1/namespaces", b'{"namespace":["g"]}', "Expect: 100-continue", "Accept-Encoding: gzip"),
         get("/v1/namespaces?pageSize=2&parent=a%1Fb") * 3, get("/v1/config", "Content-Length: 3") + b"abc"]
BITS = [b"\r\n", b"\n", b"\r", b"\x00", b"%", b"%00", b":", b" ", b"\t", b"Content-Length: 5\r\n", b"chunked", b"HTTP/1.1",
        b"\xff\xfe", b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n", b"GET ", b"Host: x\r\n", b"-1", b"99999999999999999999"]


def mutate(source):
    kind = source.random()
    if kind < 0.2:
        return source.randbytes(source.randrange(1, 3000))
    data = bytearray(b"".join(source.choice(SEEDS) for _ in range(source.randrange(1, 4))))
    for _ in range(source.randrange(1, 8)):
        at = source.randrange(len(data) + 1)
        change = source.randrange(4)
        if change == 0:
            data[at:at] = source.choice(BITS)
        elif change == 1:
            del data[at:at + source.randrange(1, 20)]
        elif change == 2 and at < len(data):
            data[at] = source.randrange(256)
        else:
            data[at:at] = data[at:at + source.randrange(1, 40)]
    return bytes(data)


def try_connection(server, source):
    """Whatever comes back must start as a reply; the server must end the connection once we do."""
    with server.connect() as client:
        data = mutate(source)
        cut = source.randrange(len(data) + 1)
        client.try_send(data[:cut])
        client.try_send(data[cut:])
        try:
            client.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        while client.fill():
            pass
        truth(client.buffer == b"" or client.buffer.startswith(b"HTTP/1.1 "), f"{data!r} gives {client.buffer[:80]!r}")


def survives_garbage():
    source = random.Random(20261201)
    with Server("--request-timeout", f"{PATIENCE:.0f}s") as server:
        for i in range(2000):
            try_connection(server, source)
            if i % 100 == 0:
                server.check_alive()
        server.check_alive()
        equal(server.process.poll(), None)


if __name__ == "__main__":
    run([survives_garbage])
