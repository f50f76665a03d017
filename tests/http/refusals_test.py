#!/usr/bin/env python3
"""Requests that must be refused, with a JSON error and, where framing is in doubt, the end of the connection.

TESTS http/bad-escape http/nul-refused http/host-required http/two-lengths http/target-too-long
TESTS http/body-too-large http/no-route http/method-not-allowed http/response-content-type
"""
import kit
from kit import Server, equal, get, post, run, truth


def refused(server, data, status, kind=None):
    with server.connect() as client:
        client.try_send(data)
        reply = client.reply()
        reply.check_error(status, kind)
        equal(reply.headers.get("connection"), "close")
        client.check_end()


def line_and_target_faults():
    with Server() as server:
        for data in (b"garbage\r\n\r\n", b"GET /v1/config\r\nHost: h\r\n\r\n", b"GET /v1/config HTTP/2.0\r\nHost: h\r\n\r\n",
                     b"GET  /v1/config HTTP/1.1\r\nHost: h\r\n\r\n", b"GET /v1/config HTTP/1.1\nHost: h\n\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                     b"GET /v1/\xc3\xa4 HTTP/1.1\r\nHost: h\r\n\r\n", b"GET /v1/a\x00b HTTP/1.1\r\nHost: h\r\n\r\n",
                     b"GET v1/config HTTP/1.1\r\nHost: h\r\n\r\n", b"CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n"):
            refused(server, data, 400, "BadRequestException")
        for target in ("/v1/a%", "/v1/a%2", "/v1/a%zz", "/v1/a%00", "/v1/config?warehouse=%00", "/v1/config?a=%q1",
                       "/v1/a#b"):
            refused(server, get(target), 400, "BadRequestException")
        server.check_alive()


def header_faults():
    with Server() as server:
        for field in ("no colon", "A B: c", ": c", "A: b\r\n folded", "A: \x01", "A : b", "Host: again"):
            refused(server, get("/v1/config", field), 400, "BadRequestException")
        refused(server, b"GET /v1/config HTTP/1.1\r\n\r\n", 400, "BadRequestException")
        refused(server, b"GET /v1/config HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, "BadRequestException")
        refused(server, get("/v1/config", *(f"A{i}: b" for i in range(100))), 431, "HeaderFieldsTooLargeException")
        equal(server.ask(get("/v1/config", *(f"A{i}: b" for i in range(99)))).status, 200)
        server.check_alive()


def framing_faults():
    with Server() as server:
        for fields in (["Content-Length: 2", "Content-Length: 2"], ["Content-Length: 2", "Content-Length: 3"],
                       ["Content-Length: 2, 2"], ["Content-Length: +2"], ["Content-Length: two"], ["Content-Length:"],
                       ["Content-Length: 2", "Transfer-Encoding: chunked"],
                       ["Transfer-Encoding: chunked", "Content-Length: 2"], ["Transfer-Encoding: gzip"],
                       ["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: identity"],
                       ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
                       ["Transfer-Encoding: \x0bchunked"]):
            refused(server, get("/v1/namespaces", *fields, method="POST") + b"{}", 400, "BadRequestException")
        refused(server, b"POST /v1/namespaces HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400)
        for body in (b"x\r\n", b"\r\n", b"2\nab", b"2\r\nabc\r\n", b"-1\r\n", b"0x2\r\nab\r\n", b"2;\x00\r\n",
                     b"11111111111111111\r\n"):
            refused(server, get("/v1/namespaces", "Transfer-Encoding: chunked", method="POST") + body, 400)
        server.check_alive()


def heads_above_the_limit():
    with Server() as server:
        refused(server, b"GET /v1/" + b"a" * (1 << 20) + b" HTTP/1.1\r\nHost: h\r\n\r\n", 414, "UriTooLongException")
        refused(server, get("/v1/config", "A: " + "b" * 40000), 431, "HeaderFieldsTooLargeException")
        refused(server, b"a" * 40000, 414)
        equal(server.ask(get("/v1/config", "A: " + "b" * 30000)).status, 200)
        equal(server.ask(get("/v1/config?a=" + "b" * 30000)).status, 200)
    with Server("--header-max", "1KiB") as server:
        refused(server, get("/v1/config", "A: " + "b" * 1100), 431)
        equal(server.ask(get("/v1/config", "A: " + "b" * 900)).status, 200)


def bodies_above_the_limit():
    with Server("--body-max", "10KiB") as server:
        refused(server, get("/v1/namespaces", "Content-Length: 10241", method="POST"), 413, "ContentTooLargeException")
        refused(server, get("/v1/namespaces", "Content-Length: 99999999999999999999999", method="POST"), 413)
        refused(server, get("/v1/namespaces", "Content-Length: 10241", "Expect: 100-continue", method="POST"), 413)
        # the whole body is under way before the answer is read
        refused(server, post("/v1/namespaces", b" " * 30000), 413)
        refused(server, get("/v1/config", "Content-Length: 10241"), 413)
        chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
        head = get("/v1/namespaces", "Transfer-Encoding: chunked", method="POST")
        refused(server, head + chunk * 3 + b"0\r\n\r\n", 413, "ContentTooLargeException")
        refused(server, head + b"fffffffffffffff\r\n", 413)
        equal(server.ask(post("/v1/namespaces", b'{"namespace":["a"]}' + b" " * 10000)).status, 200)
        server.check_alive()


def endless_bodies_are_cut():
    with Server("--body-max", "10KiB") as server, server.connect() as client:
        client.send(get("/v1/namespaces", "Content-Length: 999999999", method="POST"))
        client.reply().check_error(413)
        sent = 0
        try:
            while sent < 100 << 20:
                client.socket.sendall(b" " * 65536)
                sent += 65536
        except OSError:
            pass
        truth(sent < 100 << 20, "an endless body is read for ever")
        server.check_alive()


def codings_that_are_unknown():
    with Server() as server, server.connect() as client:
        client.send(post("/v1/namespaces", b"{}", "Content-Encoding: br"))
        client.reply().check_error(415, "UnsupportedMediaTypeException")
        client.send(post("/v1/namespaces", b"no gzip", "Content-Encoding: gzip"))
        client.reply().check_error(400, "BadRequestException")
        client.send(get("/v1/config"))
        equal(client.reply().status, 200)


def routes_and_methods():
    with Server() as server, server.connect() as client:
        for path in ("/v1/nonsense", "/v2/config", "/", "/v1/namespaces/n/nonsense"):
            client.send(get(path))
            client.reply().check_error(404)
        client.send(get("/v1/config", method="BREW"))
        reply = client.reply()
        reply.check_error(405)
        equal(reply.headers.get("allow"), "GET")
        client.send(get("/v1/namespaces/n", method="PATCH"))
        reply = client.reply()
        reply.check_error(405)
        truth({"GET", "HEAD", "DELETE"} <= set(reply.headers["allow"].split(", ")), reply.headers["allow"])
        client.send(get("http://h:1/v1/config"))
        equal(client.reply().status, 200)


if __name__ == "__main__":
    truth(kit.PROGRAM, "no program")
    run([line_and_target_faults, header_faults, framing_faults, heads_above_the_limit, bodies_above_the_limit,
         endless_bodies_are_cut, codings_that_are_unknown, routes_and_methods])
