#!/usr/bin/env python3
"""What a start waits for: nothing on the disk behind a clean stop, and all that was put off with the first commit.

usage: BUILD=build tests/process/start_test.py
"""
import os
import shutil
import signal
import stat
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402


def traced(folder, steps):
    """The system calls of a server on FOLDER/data that STEPS drives, one a line: its syncs, writes and replies."""
    if shutil.which("strace") is None:
        raise kit.Skip("strace is not installed")
    trace = os.path.join(folder, "trace")
    wrapper = os.path.join(folder, "traced")
    program = kit.PROGRAM
    with open(wrapper, "w", encoding="utf-8") as script:
        # -D: the server stays this process's child. Leaks cannot be looked for under a tracer.
        script.write("#!/bin/sh\nASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 "
                     f"exec strace -D -q -e trace=fsync,fdatasync,write,sendmsg -o {trace} {program} \"$@\"\n")
    os.chmod(wrapper, stat.S_IRWXU)
    kit.PROGRAM = wrapper
    try:
        server = kit.Server(data=os.path.join(folder, "data"))
    except AssertionError as error:
        raise kit.Skip(f"strace may not trace here: {error}") from error
    finally:
        kit.PROGRAM = program
    steps(server)
    server.close()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with open(trace, encoding="utf-8") as file:
            lines = file.read().splitlines()
        if lines and lines[-1].startswith("+++ exited"):
            return lines
    raise AssertionError("the trace has no end")


def find(lines, text):
    return next(i for i, line in enumerate(lines) if text in line)


def count_syncs(lines):
    return sum(line.startswith(("fsync(", "fdatasync(")) and line.endswith("= 0") for line in lines)


def create_namespace(server):
    kit.equal(server.request("POST", "/v1/namespaces", {"namespace": ["n"]})[0], 200)


def test_no_sync_before_the_line_behind_a_clean_stop():
    with tempfile.TemporaryDirectory() as folder:
        kit.Server(data=os.path.join(folder, "data")).close()
        lines = traced(folder, create_namespace)
    started = find(lines, "refberg: listening on")
    answered = find(lines, "HTTP/1.1 200 OK")
    kit.equal(count_syncs(lines[:started]), 0, "syncs before the line")
    # The log, from its start, and its name in the directory.
    if count_syncs(lines[started:answered]) < 2:
        raise AssertionError("the first commit was answered before it was durable:\n" + "\n".join(lines))


def test_the_unclean_stop_of_a_server_that_wrote_nothing_is_seen():
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "data")
        kit.Server(data=data).close()
        kit.Server(data=data).stop(signal.SIGKILL)
        lines = traced(folder, create_namespace)
        # The log of an unclean stop may be begun anew: its note is synced.
        if count_syncs(lines[:find(lines, "refberg: listening on")]) == 0:
            raise AssertionError("the start behind an unclean stop synced nothing:\n" + "\n".join(lines))


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
