#!/usr/bin/env python3
"""Deadlines and the limit on connections; each wait is a wait for the server to act.

TESTS http/slow-request
"""
import select
import time

from kit import PATIENCE, Server, create, equal, get, run, truth


def drip(client, data, limit):
    """Sends DATA byte by byte, 20 a second, until the server says something; returns the seconds that took."""
    start = time.monotonic()
    for byte in data:
        if select.select([client.socket], [], [], 0.05)[0]:
            break
        client.try_send(bytes([byte]))
        truth(time.monotonic() - start < limit, "the drip is never cut")
    return time.monotonic() - start


def cuts_a_slow_drip():
    with Server("--request-timeout", "0.5s") as server:
        for data in (get("/v1/config", "A: " + "b" * 500), create("x" * 500)[:-400] + b"y" * 1000,
                     get("/v1/namespaces", "Transfer-Encoding: chunked", method="POST") + b"1\r\na\r\n" * 200,
                     get("/v1/namespaces", "Content-Length: 2000", method="POST") + b"z" * 1000):
            with server.connect() as client:
                at = data.find(b"\r\n\r\n")
                if at >= 0 and data[at + 4:]:
                    client.send(data[:at + 4])
                    data = data[at + 4:]
                took = drip(client, data, PATIENCE)
                truth(0.3 < took < 5, f"cut after {took} s")
                reply = client.reply()
                reply.check_error(408, "RequestTimeoutException")
                equal(reply.headers["connection"], "close")
        server.check_alive()


def closes_idle_connections_in_silence():
    with Server("--idle-timeout", "0.3s") as server:
        with server.connect() as client:
            client.check_end()
        with server.connect() as client:
            client.send(get("/v1/config"))
            equal(client.reply().status, 200)
            start = time.monotonic()
            client.check_end()
            truth(time.monotonic() - start > 0.2, "closed too early")


def gives_each_request_its_own_time():
    """A connection that asks again and again lives on, longer than any one deadline."""
    with Server("--request-timeout", "0.4s", "--idle-timeout", "0.4s") as server, server.connect() as client:
        start = time.monotonic()
        while time.monotonic() - start < 1.2:
            client.send(get("/v1/config"))
            equal(client.reply().status, 200)
            select.select([client.socket], [], [], 0.1)


def turns_away_connections_above_the_limit():
    with Server("--connections-max", "4") as server:
        busy = [server.connect() for _ in range(4)]
        for client in busy:
            client.send(get("/v1/config") + get("/v1/config")[:-2])
        for client in busy:  # whoever has the first reply has had the start of the second request read
            equal(client.reply().status, 200)
        with server.connect() as client:
            reply = client.reply()
            reply.check_error(503)
            equal(reply.headers["connection"], "close")
            client.check_end()
        busy[0].send(b"\r\n")
        equal(busy[0].reply().status, 200)
        # an idle connection makes room
        with server.connect() as client:
            client.send(get("/v1/config"))
            equal(client.reply().status, 200)
        busy[0].check_end()
        for client in busy[1:]:
            client.send(b"\r\n")
            equal(client.reply().status, 200)
            client.socket.close()


def serves_many_connections():
    with Server() as server:
        clients = [server.connect() for _ in range(400)]
        for client in clients:
            client.send(get("/v1/config"))
        for client in clients:
            equal(client.reply().status, 200)
        for client in clients:
            client.send(get("/v1/config"))
        for client in clients:
            equal(client.reply().status, 200)
            client.socket.close()


if __name__ == "__main__":
    run([cuts_a_slow_drip, closes_idle_connections_in_silence, gives_each_request_its_own_time,
         turns_away_connections_above_the_limit, serves_many_connections])
