#!/usr/bin/env python3
"""The JSON-Schema-Test-Suite (Debian's json-schema-test-suite, draft 7) against generated validators.

Cases of our own, for what the suite has not (formats, patterns, exact numbers), stand in json-schema-extra.json in the
same form. The schema of each group of tests becomes a component schema of one document; its validators are generated, compiled and
run on all instances of the group. Groups that the tool refuses, and instances that are judged otherwise on purpose, stand
in json-schema-suite.skip, each with its reason; an entry that is not needed fails, and so does one whose complaint changed.

usage: json_schema_suite_test.py [--list]     --list prints the refusals as lines of the skip file.
"""
import json
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
SUITE = "/usr/share/json-schema-test-suite/tests/draft7"
FILES = """type properties required additionalProperties items allOf anyOf oneOf ref const enum pattern minLength
maxLength minimum maximum exclusiveMinimum exclusiveMaximum uniqueItems minItems maxItems minProperties maxProperties
default boolean_schema optional/format/date optional/bignum optional/ecmascript-regex optional/zeroTerminatedFloats
""".split()
HEAD = '{"openapi":"3.1.1","info":{"title":"suite","version":"0"},"paths":{},"components":{"schemas":{'


class Number(str):
    """A number as it is spelled."""


def load(path):
    """The JSON in the file PATH, its numbers unchanged."""
    with open(path, encoding="utf-8") as handle:
        return json.load(handle, parse_int=Number, parse_float=Number)


def dump(value):
    """VALUE as JSON in one line."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{dump(k)}:{dump(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


class Group:
    """One schema of the suite and its instances."""

    def __init__(self, file, index, source):
        self.file = file
        self.name = re.sub(r"\W", "", file.title()) + str(index)
        self.title = source["description"]
        self.tests = source["tests"]
        self.refusal = None
        self.schemas = {self.name: source["schema"]}
        self.hoist(source["schema"])

    def hoist(self, schema):
        """Definitions become components of their own, and references lead there."""
        if isinstance(schema, dict) and isinstance(schema.get("definitions"), dict):
            for key, value in schema["definitions"].items():
                self.schemas[f"{self.name}_{key}"] = value
            self.schemas[self.name] = {k: v for k, v in schema.items() if k != "definitions"}
        self.schemas = {k: self.redirect(v) for k, v in self.schemas.items()}

    def redirect(self, node):
        """NODE with references to the whole schema and its definitions rewritten."""
        if isinstance(node, list):
            return [self.redirect(x) for x in node]
        if not isinstance(node, dict):
            return node
        node = {k: self.redirect(v) for k, v in node.items()}
        ref = node.get("$ref")
        if ref == "#":
            node["$ref"] = f"#/components/schemas/{self.name}"
        elif isinstance(ref, str) and re.fullmatch(r"#/definitions/\w+", ref):
            node["$ref"] = f"#/components/schemas/{self.name}_{ref.rsplit('/', 1)[1]}"
        return node


def generate(groups, folder):
    """Writes the document of GROUPS, one schema a line, and runs the generator. Returns the complaint of each group."""
    lines = [HEAD]
    owner = {}
    parts = [(g, k, v) for g in groups for k, v in g.schemas.items()]
    for number, (group, key, value) in enumerate(parts):
        owner[len(lines) + 1] = group
        lines.append(f"{json.dumps(key)}:{dump(value)}" + ("," if number + 1 < len(parts) else ""))
    lines.append("}}}")
    path = os.path.join(folder, "suite.yaml")
    with open(path, "w", encoding="utf-8") as handle:
        handle.write("\n".join(lines) + "\n")
    done = subprocess.run([TOOL, "c", "--only", "check", "--no-overlay", "--out", ".", os.path.basename(path)], cwd=folder,
                          capture_output=True, text=True, timeout=120, check=False)
    complaints = {}
    for line in done.stderr.splitlines():
        match = re.match(r".*?:(\d+):\d+: (.*)", line)
        if match and not match.group(2).startswith("warning: ") and int(match.group(1)) in owner:
            complaints.setdefault(owner[int(match.group(1))], match.group(2))
    if done.returncode != 0 and not complaints:
        sys.exit(f"generator: exit {done.returncode}\n{done.stderr[:2000]}")
    return complaints


def generate_all(groups, folder):
    """Leaves out what is refused until the generator takes the rest."""
    while True:
        complaints = generate([g for g in groups if g.refusal is None], folder)
        if not complaints:
            return
        for group, text in complaints.items():
            group.refusal = re.sub(rf"{group.name}(_\w+)?", "NAME", text)


def library_flags():
    """What linking with the library takes: the sanitizers and the coverage that it was built with."""
    names = {"asan": "address", "ubsan": "undefined"}
    flags = [f"-fsanitize={names.get(word, word)}" for word in os.environ.get("SAN", "").split(",") if word]
    return flags + (["--coverage"] if os.environ.get("COVER") else [])


def compile_all(folder):
    """Builds the program that runs the validators."""
    program = os.path.join(folder, "suite")
    flags = ["-std=c11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
             f"-I{folder}", f"-I{os.path.join(TOP, 'src')}"]
    done = subprocess.run([os.environ.get("CC", "cc"), *flags, *library_flags(), "-o", program,
                           os.path.join(folder, "berg_wire_check.c"), os.path.join(HERE, "json_schema_suite.c"),
                           os.path.join(BUILD, "librefberg.a")], capture_output=True, text=True, timeout=300,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"generated code does not compile:\n{done.stderr[:4000]}")
    return program


def read_skips():
    """Entries of the skip file: (file, group, test or '*') -> reason."""
    skips = {}
    with open(os.path.join(HERE, "json-schema-suite.skip"), encoding="utf-8") as handle:
        for line in handle:
            if line.strip() and not line.startswith("#"):
                file, group, test, reason = [part.strip() for part in line.rstrip("\n").split(" | ", 3)]
                skips[(file, group, test)] = reason
    return skips


def main():
    groups = [Group(file, i, source) for file in FILES
              for i, source in enumerate(load(os.path.join(SUITE, file + ".json")))]
    groups += [Group("extra", i, source) for i, source in enumerate(load(os.path.join(HERE, "json-schema-extra.json")))]
    skips = read_skips()
    passed = failed = skipped = 0
    folder = tempfile.mkdtemp(prefix="refberg-suite-")
    try:
        generate_all(groups, folder)
        if "--list" in sys.argv[1:]:
            for group in groups:
                if group.refusal:
                    print(f"{group.file} | {group.title} | * | refused: {group.refusal}")
        program = compile_all(folder)
        cases = [(g, t) for g in groups if g.refusal is None for t in g.tests]
        lines = "".join(f"{g.name}\t{dump(t['data'])}\n" for g, t in cases)
        done = subprocess.run([program], input=lines, capture_output=True, text=True, timeout=120, check=False)
        outcomes = done.stdout.split("\n")[:len(cases)]
    finally:
        shutil.rmtree(folder)
    if done.returncode != 0 or len(outcomes) != len(cases):
        sys.exit(f"validators: exit {done.returncode}\n{done.stderr[:2000]}")
    for group in groups:
        reason = skips.pop((group.file, group.title, "*"), None)
        if (reason or "") == (f"refused: {group.refusal}" if group.refusal else ""):
            skipped += len(group.tests) if group.refusal else 0
            continue
        failed += 1
        print(f"FAILED {group.file} | {group.title}: refused: {group.refusal}; listed: {reason}")
    for (group, test), outcome in zip(cases, outcomes):
        good = outcome == ("1" if test["valid"] else "0")
        reason = skips.pop((group.file, group.title, test["description"]), None)
        if reason is not None and not good and outcome != "?":
            skipped += 1
        elif good and reason is None:
            passed += 1
        else:
            failed += 1
            print(f"FAILED {group.file} | {group.title} | {test['description']}: {outcome}; listed: {reason}")
    for key in skips:
        failed += 1
        print("FAILED nothing is called " + " | ".join(key))
    if skipped:
        print(f"SKIPPED {skipped} instances: reasons in tests/golden/json-schema-suite.skip")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
