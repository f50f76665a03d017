#!/usr/bin/env python3
"""What `refberg-spec c` writes: the same from both documents, clean under every compiler, and refusals by name.

emit/NAME.yaml with NAME.reject must be refused with exactly those complaints; the C that is made from emit/shapes.yaml is
compiled with emit/shapes.c and run.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
TOOL = os.path.join(BUILD, "refberg-spec")
UPSTREAM = os.path.join(TOP, "..", "shared", "upstream", "rest-catalog-open-api.yaml")
OVERLAY = os.path.join(TOP, "spec", "errata.overlay.yaml")
WARN = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
counts = {"passed": 0, "failed": 0, "skipped": 0}


def check(name, good, detail=""):
    """Counts one check."""
    counts["passed" if good else "failed"] += 1
    if not good:
        print(f"FAILED {name}\n{detail}"[:4000])


def skip(name, reason):
    """Counts one check that cannot be made."""
    counts["skipped"] += 1
    print(f"SKIPPED {name}: {reason}")


def run(words, folder=TOP):
    """Exit status and standard error of a command."""
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                          check=False)
    return done.returncode, done.stdout + done.stderr


def generate(folder, *arguments):
    """Generates into FOLDER; the content of the files by name."""
    code, output = run([TOOL, "c", "--out", folder, *arguments])
    check(f"generator {' '.join(arguments)}", code == 0 and output == "", output)
    files = {}
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        with open(path, "rb") as handle:
            files[os.path.basename(path)] = handle.read()
    return files


def differences(a, b):
    """The names of files that differ."""
    return [name for name in sorted(set(a) | set(b)) if a.get(name) != b.get(name)]


def check_documents(work):
    """Ours and upstream's give the same bytes, with and without the overlay."""
    ours = generate(os.path.join(work, "ours"), "--served", "createTable,update_table,no_operation")
    raw = generate(os.path.join(work, "raw"), "--no-overlay")
    check("all products are there", len(ours) == 20, sorted(ours))
    check("the overlay has an effect", differences(ours, raw) != [])
    check("a second run gives the same",
          differences(ours, generate(os.path.join(work, "again"), "--served", "createTable,update_table")) == [])
    dispatch = ours["berg_wire_dispatch.c"].decode()
    check("what is served is called",
          sorted(re.findall(r"return berg_serve_(\w+)", dispatch)) == ["create_table", "update_table"], dispatch)
    for name, content in ours.items():
        check(f"{name} names no file of the document", b".yaml" not in content)
    if not os.path.exists(UPSTREAM):
        skip("upstream's document", "it is not there")
        return
    theirs = generate(os.path.join(work, "theirs"), "--served", "createTable,update_table", "--overlay", OVERLAY,
                      UPSTREAM)
    check("same bytes from upstream's document", differences(ours, theirs) == [], differences(ours, theirs))
    theirs = generate(os.path.join(work, "theirs-raw"), "--no-overlay", UPSTREAM)
    check("same bytes without the overlay", differences(raw, theirs) == [], differences(raw, theirs))


def check_prose(work):
    """Changed prose changes nothing."""
    copy = os.path.join(work, "spec")
    shutil.copytree(os.path.join(TOP, "spec"), copy, ignore=shutil.ignore_patterns("tool"))
    path = os.path.join(copy, "schemas", "tables.yaml")
    with open(path, encoding="utf-8") as handle:
        text = handle.read()
    with open(path, "w", encoding="utf-8") as handle:
        handle.write("# moved\n\n" + re.sub(r"description: [A-Z][a-z]+", "description: Other", text))
    changed = generate(os.path.join(work, "prose"), "--no-overlay", os.path.join(copy, "openapi.yaml"))
    raw = generate(os.path.join(work, "raw"), "--no-overlay")
    check("prose and places do not matter", differences(raw, changed) == [], differences(raw, changed))


def check_dates(work):
    """Files that do not change keep their date."""
    folder = os.path.join(work, "dates")
    generate(folder, "--served", "createTable")
    paths = sorted(glob.glob(os.path.join(folder, "*")))
    for path in paths:
        os.utime(path, (1, 1))
    generate(folder, "--served", "updateTable")
    touched = [os.path.basename(path) for path in paths if os.stat(path).st_mtime != 1]
    check("only what changed is written", touched == ["berg_wire_dispatch.c", "berg_wire_dispatch.h",
                                                      "berg_wire_operations.c"], touched)


def check_compilers(work):
    """Generated code is clean under both compilers, corrected or not; every header stands alone."""
    for compiler in ("gcc", "clang"):
        if shutil.which(compiler) is None:
            skip(compiler, "it is not installed")
            continue
        for variant in ("ours", "raw"):
            folder = os.path.join(work, variant)
            flags = [compiler, *WARN, f"-I{folder}", f"-I{os.path.join(TOP, 'src')}", "-fsyntax-only"]
            for path in sorted(glob.glob(os.path.join(folder, "*.[ch]"))):
                code, output = run([*flags, "-x", "c", path])
                check(f"{compiler} {variant}/{os.path.basename(path)}", code == 0, output)


def library_flags():
    """What linking with the library takes: the sanitizers and the coverage that it was built with."""
    names = {"asan": "address", "ubsan": "undefined"}
    flags = [f"-fsanitize={names.get(word, word)}" for word in os.environ.get("SAN", "").split(",") if word]
    return flags + (["--coverage"] if os.environ.get("COVER") else [])


def check_shapes(work):
    """Constructs that the API does not use work as well."""
    folder = os.path.join(work, "shapes")
    generate(folder, "--no-overlay", os.path.join(HERE, "emit", "shapes.yaml"))
    program = os.path.join(work, "shapes.out")
    sources = [os.path.join(folder, f"berg_wire_{name}.c") for name in ("decode", "encode", "check")]
    code, output = run([os.environ.get("CC", "cc"), *WARN, *library_flags(), f"-I{folder}",
                        f"-I{os.path.join(TOP, 'src')}", f"-I{os.path.join(TOP, 'tests')}", "-o", program,
                        os.path.join(HERE, "emit", "shapes.c"), *sources, os.path.join(BUILD, "librefberg.a")])
    check("shapes compile", code == 0, output)
    if code == 0:
        code, output = run([program])
        check("shapes work", code == 0 and output == "5 passed, 0 failed\n", output)


def check_refusals(work):
    """What cannot be C is refused by name and place."""
    for path in sorted(glob.glob(os.path.join(HERE, "emit", "*.reject"))):
        name = os.path.basename(path)[:-len(".reject")]
        code, output = run([TOOL, "c", "--no-overlay", "--out", os.path.join(work, "refused"), name + ".yaml"],
                           os.path.join(HERE, "emit"))
        with open(path, encoding="utf-8") as handle:
            check(f"refused {name}", code == 1 and output == handle.read(), output)


def check_usage(work):
    """Wrong usage is 2, and so is what cannot be read or written."""
    for words in ([], ["--out"], ["--out", work, "--only", "types"], ["--out", work, "--such"],
                  ["--out", work, "no-such-file.yaml"], ["--out", "/proc/no-such-folder"]):
        code, output = run([TOOL, "c", *words])
        check(f"usage {words}", code == 2 and output != "", f"{code} {output}")


def main():
    work = tempfile.mkdtemp(prefix="refberg-generated-")
    try:
        for part in (check_documents, check_prose, check_dates, check_compilers, check_shapes, check_refusals,
                     check_usage):
            part(work)
    finally:
        shutil.rmtree(work)
    print(", ".join(f"{counts[key]} {key}" for key in counts if counts[key] or key != "skipped"))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
