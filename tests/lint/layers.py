#!/usr/bin/env python3
"""Keeps the arrows between the layers: reads the #include lines of src/ and spec/tool/.

Exit status 1 with one line a violation: a layer that includes a layer it may not see, or a library header outside the
one folder that is its door.
"""
import os
import re
import sys

# layer -> layers it may include besides itself
ARROWS = {
    "base": [],
    "json": ["base"],
    "codec": ["base"],
    "wire": ["base", "json"],
    "core": ["base", "wire"],
    "document": ["base", "json", "wire", "core"],
    "store": ["base", "core"],
    "warehouse": ["base", "core", "codec"],
    "auth": ["base", "core"],
    "endpoints": ["base", "json", "wire", "core", "document", "store", "warehouse", "auth"],
    "http": ["base", "wire", "codec"],
    "client": ["base", "wire"],
    "programs": ["base", "json", "codec", "wire", "core", "document", "store", "warehouse", "auth", "endpoints", "http",
                 "client", "spec/tool"],
    "spec/tool": ["base"],
}
DOORS = {
    "sqlite3.h": "store", "sys/epoll.h": "http", "curl/": "client", "openssl/": "auth", "zlib.h": "codec",
    "zstd.h": "codec", "snappy-c.h": "codec", "yaml.h": "spec/tool", "json-c/": "programs",
}
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def layer_of(path):
    """The layer that a source file belongs to, or None."""
    if path.startswith("spec/tool/"):
        return "spec/tool"
    parts = path.split("/")
    return parts[1] if parts[0] == "src" and len(parts) == 3 else None


def faults(path, layer):
    with open(path, encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, name = match.groups()
            where = f"{path}:{number}"
            if quote == "<":
                for library, door in DOORS.items():
                    if (name.startswith(library) if library.endswith("/") else name == library) and layer != door:
                        yield f"{where}: <{name}> may only be included in {door}"
                continue
            target = "spec/tool" if name.startswith("spec/tool/") else name.split("/")[0] if "/" in name else None
            if name.startswith("berg_wire_"):
                target = "endpoints" if name == "berg_wire_dispatch.h" else "wire"
            if target is None or target == layer:
                continue
            if target not in ARROWS:
                yield f"{where}: \"{name}\" is in no layer"
            elif target not in ARROWS[layer]:
                yield f"{where}: {layer} may not include {target} (\"{name}\")"


def main():
    found = []
    for top in ("src", "spec/tool"):
        for folder, _, names in os.walk(top):
            for name in sorted(names):
                path = os.path.join(folder, name)
                if not name.endswith((".c", ".h")):
                    continue
                layer = layer_of(path)
                if layer not in ARROWS:
                    found.append(f"{path}: belongs to no layer")
                    continue
                found.extend(faults(path, layer))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
