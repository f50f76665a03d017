"""`refberg validate`: outcome, output and exit status."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402

WRONG = '{"namespace":["a",5],"name":null}'
LINES = ["/namespace/1: type: expected a string, found 5 (Namespace/items)",
         "/name: type: expected a string, found null (TableIdentifier/properties/name)"]


def validate(*arguments, text=""):
    """Exit status, standard output and standard error."""
    done = subprocess.run([kit.PROGRAM, "validate", *arguments], input=text.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_valid():
    kit.equal(validate("TableIdentifier", text='{"namespace":["a"],"name":"t","more":1}'), (0, "", ""))
    kit.equal(validate("TableIdentifier", "-", text=' {"namespace":[],"name":"t"}\n'), (0, "", ""))


def test_every_violation():
    kit.equal(validate("TableIdentifier", text=WRONG), (1, "\n".join(LINES) + "\n", ""))


def test_first_violation():
    kit.equal(validate("--first", "TableIdentifier", text=WRONG), (1, LINES[0] + "\n", ""))


def test_json():
    code, output, complaint = validate("--json", "TableIdentifier", text=WRONG)
    kit.equal((code, complaint), (1, ""))
    report = json.loads(output)
    kit.equal(report["valid"], False)
    kit.equal(report["violations"][1],
              {"pointer": "/name", "keyword": "type", "schema": "TableIdentifier", "schema-pointer": "/properties/name",
               "message": "expected a string, found null"})
    code, output, _ = validate("--json", "TableIdentifier", text='{"namespace":["a"],"name":"t"}')
    kit.equal((code, json.loads(output)), (0, {"valid": True, "violations": []}))


def test_file():
    with tempfile.NamedTemporaryFile("w", suffix=".json") as handle:
        handle.write(WRONG)
        handle.flush()
        kit.equal(validate("TableIdentifier", handle.name)[0], 1)
    code, output, complaint = validate("TableIdentifier", "/no/such/file")
    kit.equal((code, output), (2, ""))
    kit.equal(complaint, "refberg: cannot read /no/such/file: No such file or directory\n")
    kit.equal(validate("TableIdentifier", "/")[0], 2, "a directory")


def test_no_json():
    for text in ("", "{", '{"name":"a","name":"b"}', "nil", "[1,]", '"\\ud800"', "[" * 200 + "]" * 200):
        code, output, complaint = validate("TableIdentifier", text=text)
        kit.equal((code, complaint), (1, ""), f"outcome of {text[:30]!r}")
        kit.equal(len(output.splitlines()), 1, f"lines about {text[:30]!r}")
        kit.equal(": json: " in output, True, f"keyword in {output!r}")


def test_names():
    code, output, _ = validate("--list")
    kit.equal(code, 0)
    names = output.splitlines()
    kit.equal(len(names), 189)
    kit.equal("LoadTableResult" in names, True)
    code, output, complaint = validate("NoSuchSchema", text="{}")
    kit.equal((code, output), (2, ""))
    kit.equal(complaint, "refberg: unknown schema NoSuchSchema; `refberg validate --list` names all\n")


def test_usage():
    for words in ([], ["--such"], ["A", "b", "c"], ["--list", "A"], ["--json"]):
        code, output, complaint = validate(*words)
        kit.equal((code, output, complaint.startswith("usage: ")), (2, "", True), f"outcome of {words}")
    code, output, complaint = validate("--help")
    kit.equal((code, complaint), (0, ""))
    kit.equal("--first" in output, True)


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
