#!/usr/bin/env python3
"""Connections: keep-alive, pipelining, bodies in pieces, packed bodies, and what a reply may carry.

TESTS http/pipelining http/head-no-body http/head-status http/no-content http/gzip-response
"""
import gzip
import json
import os
import socket
import time

from kit import PATIENCE, Server, create, equal, get, post, run, truth


def pipelines_a_hundred_requests():
    with Server() as server, server.connect() as client:
        client.send(b"".join(create(f"pipe{i}") + get(f"/v1/namespaces/pipe{i}") for i in range(50)))
        for i in range(50):
            for _ in range(2):
                reply = client.reply()
                equal(reply.status, 200)
                equal(reply.json()["namespace"], [f"pipe{i}"])
        client.send(get("/v1/config") * 1000)
        for _ in range(1000):
            equal(client.reply().status, 200)
        equal(client.buffer, b"")


def pipelines_commits():
    """Each commit waits for its turn's end while the next is here already, and so is the end of the connection."""
    with Server() as server:
        for i in range(20):
            with server.connect() as client:
                client.send(b"".join(create(f"c{i}-{k}") for k in range(8)))
                client.socket.shutdown(socket.SHUT_WR)
                for k in range(8):
                    equal(client.reply().json()["namespace"], [f"c{i}-{k}"])
                client.check_end()


def stays_usable_after_replies_without_a_body():
    with Server() as server, server.connect() as client:
        client.send(create("n"))
        equal(client.reply().status, 200)
        for method, path, status in (("HEAD", "/v1/namespaces/missing", 404), ("HEAD", "/v1/namespaces/n", 204),
                                     ("HEAD", "/v1/nonsense", 404), ("DELETE", "/v1/namespaces/n", 204),
                                     ("GET", "/v1/namespaces/n", 404), ("HEAD", "/v1/namespaces/n", 404)):
            client.send(get(path, method=method))
            equal(client.reply(method).status, status)
        client.send(get("/v1/config"))
        equal(client.reply().status, 200)
        equal(client.buffer, b"")


def follows_the_connection_header():
    with Server() as server:
        with server.connect() as client:
            client.send(get("/v1/config", "Connection: close"))
            reply = client.reply()
            equal((reply.status, reply.headers["connection"]), (200, "close"))
            client.check_end()
        with server.connect() as client:
            client.send(b"GET /v1/config HTTP/1.0\r\n\r\n")
            equal(client.reply().headers["connection"], "close")
            client.check_end()
        with server.connect() as client:
            for _ in range(2):
                client.send(b"GET /v1/config HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                equal(client.reply().headers["connection"], "keep-alive")
        with server.connect() as client:
            client.send(get("/v1/config"))
            client.socket.shutdown(socket.SHUT_WR)
            equal(client.reply().status, 200)
            client.check_end()


def takes_bodies_in_pieces():
    with Server() as server, server.connect() as client:
        for data in (create("x"), get("/v1/config")):
            for byte in data:
                client.send(bytes([byte]))
            equal(client.reply().status, 200)
            equal(client.buffer, b"")
        body = json.dumps({"namespace": ["chunk"], "properties": {"p": "v" * 100000}}).encode()
        chunked = get("/v1/namespaces", "Transfer-Encoding: chunked", "Content-Type: application/json", method="POST")
        for at in range(0, len(body), 777):
            piece = body[at:at + 777]
            chunked += f"{len(piece):x};ext=1\r\n".encode() + piece + b"\r\n"
        client.send(chunked + b"0\r\nTrailer: x\r\n\r\n" + get("/v1/namespaces/chunk"))
        equal(client.reply().json()["namespace"], ["chunk"])
        equal(len(client.reply().json()["properties"]["p"]), 100000)
        body = json.dumps({"namespace": ["large"], "properties": {"p": "w" * 3000000}}).encode()
        client.send(post("/v1/namespaces", body) + get("/v1/namespaces/large"))
        equal(client.reply().json()["namespace"], ["large"])
        equal(len(client.reply().json()["properties"]["p"]), 3000000)


def asks_for_the_body_when_expected():
    body = b'{"namespace":["expected"]}'
    with Server() as server, server.connect() as client:
        client.send(get("/v1/namespaces", "Content-Type: application/json", f"Content-Length: {len(body)}",
                        "Expect: 100-continue", method="POST"))
        equal(client.reply().status, 100)
        client.send(body)
        equal(client.reply().json()["namespace"], ["expected"])
        client.send(get("/v1/config", "Expect: 100-continue"))
        equal(client.reply().status, 200)


def tolerates_bodies_where_none_belongs():
    with Server() as server, server.connect() as client:
        for method, status in (("GET", 200), ("HEAD", None), ("DELETE", 405)):
            client.send(get("/v1/config", "Content-Length: 5", method=method) + b"hello")
            reply = client.reply(method)
            if status is not None:
                equal(reply.status, status)
        client.send(get("/v1/config"))
        equal(client.reply().status, 200)


def packs_and_unpacks():
    body = json.dumps({"namespace": ["packed"], "properties": {"p": "v" * 5000}}).encode()
    with Server() as server, server.connect() as client:
        client.send(post("/v1/namespaces", gzip.compress(body), "Content-Encoding: gzip"))
        equal(client.reply().json()["namespace"], ["packed"])
        for field, packed in (("gzip", True), ("br, gzip;q=0.1", True), ("*", True), ("gzip;q=0", False),
                              ("br", False), ("identity, gzip;q=0.5", False)):
            client.send(get("/v1/namespaces/packed", "Accept-Encoding: " + field))
            reply = client.reply()
            equal(reply.headers["vary"], "Accept-Encoding")
            equal(reply.headers.get("content-encoding"), "gzip" if packed else None)
            plain = gzip.decompress(reply.body) if packed else reply.body
            equal(len(json.loads(plain)["properties"]["p"]), 5000)
            truth(len(reply.body) < 1000 or not packed, "packed, yet large")
        client.send(create("small") + get("/v1/namespaces/small", "Accept-Encoding: gzip"))
        client.reply()
        truth("content-encoding" not in client.reply().headers, "a small reply is packed")
        client.send(get("/v1/namespaces/packed", "Accept-Encoding: gzip", method="HEAD"))
        equal(client.reply("HEAD").status, 204)
    with Server("--gzip-min", "0") as server, server.connect() as client:
        client.send(post("/v1/namespaces", body) + get("/v1/namespaces/packed", "Accept-Encoding: gzip"))
        client.reply()
        truth("content-encoding" not in client.reply().headers, "packed although it is switched off")
    bomb = gzip.compress(b" " * (1 << 20))
    with Server("--body-max", "64KiB") as server:
        truth(len(bomb) < 65536, "the bomb is too large")
        server.ask(post("/v1/namespaces", bomb, "Content-Encoding: gzip")).check_error(413, "ContentTooLargeException")


def sends_large_replies_to_slow_readers():
    body = json.dumps({"namespace": ["slow"], "properties": {"p": "v" * 8000000}}).encode()
    with Server() as server, server.connect() as client:
        client.send(post("/v1/namespaces", body))
        equal(client.reply().status, 200)
        client.send(get("/v1/namespaces/slow") * 3)
        server.check_alive()  # the others do not wait for a reader that does not read
        for _ in range(3):
            equal(len(client.reply().json()["properties"]["p"]), 8000000)


def listens_on_ipv6():
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        print("SKIPPED listens_on_ipv6: there is no ::1 here")
        return
    with Server(listen="[::1]:0") as server:
        equal(server.host, "::1")
        server.check_alive()


def survives_clients_that_vanish():
    with Server() as server:
        for _ in range(50):
            client = server.connect()
            client.send(create("gone")[:-5])
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            client.socket.close()
            client = server.connect()
            client.send(get("/v1/config") * 500)
            client.socket.close()
        server.check_alive()
        end = time.monotonic() + PATIENCE
        while len(os.listdir(f"/proc/{server.process.pid}/fd")) >= 20:
            truth(time.monotonic() < end, "descriptors are left open")


if __name__ == "__main__":
    run([pipelines_a_hundred_requests, pipelines_commits, stays_usable_after_replies_without_a_body, follows_the_connection_header,
         takes_bodies_in_pieces, asks_for_the_body_when_expected, tolerates_bodies_where_none_belongs,
         packs_and_unpacks, sends_large_replies_to_slow_readers, listens_on_ipv6, survives_clients_that_vanish])
