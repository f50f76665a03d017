#!/usr/bin/env python3
"""What `refberg-spec` makes of the descriptions in this folder.

spec/NAME.yaml (with NAME.overlay.yaml, if there is one) must give NAME.model, NAME.lint and, where it exists, NAME.json.
reject/NAME.yaml must be refused with exactly the complaints in NAME.reject.
diff/NAME.old.yaml and NAME.new.yaml must give NAME.diff, NAME.breaking and NAME.json.
coverage/ is a small tree with marks; the outputs that are expected stand beside it.

usage: spec_test.py [--write]     --write writes what comes out now as what is expected; read the difference.
"""
import glob
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.abspath(os.path.join(os.environ.get("BUILD", "build"), "refberg-spec"))
UPSTREAM = os.path.join(TOP, "..", "shared", "upstream", "rest-catalog-open-api.yaml")
WRITE = "--write" in sys.argv[1:]
counts = {"passed": 0, "failed": 0, "skipped": 0}


def run(folder, *arguments):
    """Exit status, standard output and standard error of the tool, run in FOLDER."""
    done = subprocess.run([TOOL, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=300,
                          check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def check(name, good, detail=""):
    """Counts one check."""
    counts["passed" if good else "failed"] += 1
    if not good:
        print(f"FAILED {name}\n{detail}"[:4000])


def expect(name, path, actual):
    """Compares ACTUAL with the content of PATH, or writes it."""
    if WRITE:
        with open(path, "w", encoding="utf-8") as handle:
            handle.write(actual)
    wanted = None
    if os.path.exists(path):
        with open(path, encoding="utf-8") as handle:
            wanted = handle.read()
    check(name, wanted == actual, f"--- {path}\n{wanted}\n--- found\n{actual}")


def inputs(folder, pattern="*.yaml"):
    """The names of the inputs of FOLDER."""
    paths = sorted(glob.glob(os.path.join(HERE, folder, pattern)))
    return [os.path.basename(p)[:-len(pattern) + 1] for p in paths if not p.endswith(".overlay.yaml")]


def overlay_of(folder, name):
    """The options that say which overlay applies to an input."""
    overlay = f"{name}.overlay.yaml"
    return ["--overlay", overlay] if os.path.exists(os.path.join(HERE, folder, overlay)) else ["--no-overlay"]


def test_models():
    folder = os.path.join(HERE, "spec")
    for name in inputs("spec"):
        options = overlay_of("spec", name)
        code, out, err = run(folder, "model", *options, f"{name}.yaml")
        check(f"model {name}: exit status", code == 0 and err == "", err)
        expect(f"model {name}", os.path.join(folder, f"{name}.model"), out)
        code, out, _ = run(folder, "lint", *options, f"{name}.yaml")
        expect(f"lint {name}", os.path.join(folder, f"{name}.lint"), out)
        strict, _, _ = run(folder, "lint", "--strict", *options, f"{name}.yaml")
        check(f"lint {name}: exit status", code == 0 and strict == (1 if "warning:" in out else 0), out)
        _, out, _ = run(folder, "model", "--json", *options, f"{name}.yaml")
        check(f"model --json {name}: is JSON", isinstance(json.loads(out), dict))
        if os.path.exists(os.path.join(folder, f"{name}.json")):
            expect(f"model --json {name}", os.path.join(folder, f"{name}.json"), out)


def test_structure():
    """Other words and another division into files leave the structure as it is."""
    folder = os.path.join(HERE, "spec")
    for form in ([], ["--json"]):
        one = run(folder, "model", "--structure", *form, "--overlay", "split.overlay.yaml", "split.yaml")
        other = run(folder, "model", "--structure", *form, "--no-overlay", "joined.yaml")
        check(f"structure of split and joined {form}", one == other and one[0] == 0, one[1] + other[1])
    full = run(folder, "model", "--no-overlay", "joined.yaml")[1]
    structure = run(folder, "model", "--no-overlay", "--structure", "joined.yaml")[1]
    check("structure has no prose and no places",
          "other words" in full and "other words" not in structure and "joined.yaml:" not in structure, structure)


def test_rejects():
    folder = os.path.join(HERE, "reject")
    names = inputs("reject")
    check("at least 60 inputs are refused", len(names) >= 60, str(len(names)))
    for name in names:
        code, out, _ = run(folder, "lint", *overlay_of("reject", name), f"{name}.yaml")
        lines = out.splitlines(True)
        expect(f"reject {name}", os.path.join(folder, f"{name}.reject"), "".join(lines[:-1]))
        check(f"reject {name}: exit status", code == 1, f"exit status {code}")
        model_code, model_out, model_err = run(folder, "model", *overlay_of("reject", name), f"{name}.yaml")
        check(f"reject {name}: no model", model_code == 1 and model_out == "" and model_err == "".join(lines[:-1]),
              model_out + model_err)
    complaints = {line for name in names for line in open(os.path.join(folder, f"{name}.reject"), encoding="utf-8")}
    shaped = [line for line in complaints if not re.match(r"^[^:\s]+\.yaml:\d+:\d+: \S", line)]
    check("complaints name file, line and column", not shaped, "".join(shaped))


def test_differences():
    folder = os.path.join(HERE, "diff")
    for name in inputs("diff", "*.old.yaml"):
        pair = [f"{name}.old.yaml", f"{name}.new.yaml"]
        code, out, err = run(folder, "diff", *pair)
        expect(f"diff {name}", os.path.join(folder, f"{name}.diff"), out)
        check(f"diff {name}: exit status", code == (0 if out.startswith("0 changes") else 1) and err == "", err)
        _, text, _ = run(folder, "diff", "--json", *pair)
        expect(f"diff --json {name}", os.path.join(folder, f"{name}.json"), text)
        report = json.loads(text)
        check(f"diff --json {name}: counts", report["count"] == len(report["changes"]) == len(out.splitlines()) - 1)
        code, out, _ = run(folder, "diff", "--breaking", *pair)
        expect(f"diff --breaking {name}", os.path.join(folder, f"{name}.breaking"), out)
        code, out, _ = run(folder, "diff", pair[0], pair[0])
        check(f"diff {name}: with itself", code == 0 and out.startswith("0 changes"), out)


def test_coverage():
    folder = os.path.join(HERE, "coverage")
    known = ["--clauses", "clauses.yaml"]
    cases = {
        "all": (known, 0),
        "json": (["--json", "--require", "SHOULD", *known], 1),
        "required": (["--require", "MUST", "--missing", *known], 1),
        "unknown": (["--src", "unknown/src", "--tests", "unknown/tests", *known], 1),
        "bad": (["--clauses", "clauses-bad.yaml"], 1),
        "unreadable": (["--src", "unknown/none", *known], 2),
    }
    for name, (options, status) in cases.items():
        code, out, err = run(folder, "coverage", *options, "api.yaml")
        expect(f"coverage {name}", os.path.join(folder, f"{name}.out"), out + err)
        check(f"coverage {name}: exit status", code == status, f"exit status {code}")


class Page(html.parser.HTMLParser):
    """Collects what a page defines and refers to, and whether its elements are closed in order."""

    VOID = {"meta", "br", "tr", "td", "th"}

    def __init__(self):
        super().__init__()
        self.stack, self.faults, self.ids, self.links, self.outside = [], [], [], [], []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes.get("href", ""))
        elif "href" in attributes or "src" in attributes:
            self.outside.append(tag)
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        if not self.stack or self.stack.pop() != tag:
            self.faults.append((tag, self.getpos()))


def check_page(name, text, document):
    page = Page()
    page.feed(text)
    check(f"{name}: elements are closed in order", not page.faults and not page.stack, str(page.faults[:3]))
    check(f"{name}: identifiers are unique", len(page.ids) == len(set(page.ids)))
    lost = {link for link in page.links if link.startswith("#") and link[1:] not in page.ids}
    check(f"{name}: links lead somewhere", not lost, str(lost))
    check(f"{name}: nothing is loaded", not page.outside and "@import" not in text and "url(" not in text)
    missing = [o["operationId"] for o in document["operations"] if "op-" + o["operationId"] not in page.ids]
    missing += [s["name"] for s in document["schemas"] if "schema-" + s["name"] not in page.ids]
    check(f"{name}: operations and schemas are there", not missing, str(missing))


def test_pages():
    folder = os.path.join(HERE, "spec")
    for name in inputs("spec"):
        options = overlay_of("spec", name)
        document = json.loads(run(folder, "model", "--json", *options, f"{name}.yaml")[1])
        code, out, _ = run(folder, "docs", *options, f"{name}.yaml")
        check(f"docs {name}: exit status", code == 0)
        check_page(f"docs {name}", out, document)
    out = run(folder, "docs", "--overlay", "overlay.overlay.yaml", "overlay.yaml")[1]
    check("docs show corrections", "Adds a list." in out and 'href="https://example.org/1"' in out
          and "[null|string]" in out, out)
    out = run(folder, "docs", "--no-overlay", "joined.yaml")[1]
    check("docs escape prose", "&lt;b&gt; &amp; <code>code</code>" in out and "<li>one</li>" in out, out)


def test_project():
    """The description of this project has no fault, and a page that shows its clauses."""
    code, out, _ = run(TOP, "lint", "--strict")
    check("spec/openapi.yaml has no fault", code == 0 and "35 operations, 189 schemas" in out, out)
    code, raw, _ = run(TOP, "lint", "--no-overlay")
    check("without the errata it can be read", code == 0 and "0 corrections" in raw, raw)
    document = json.loads(run(TOP, "model", "--json")[1])
    cells = sum(len(o["responses"]) for o in document["operations"])
    check("operations and their statuses", len(document["operations"]) == 35 and cells >= 300, str(cells))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "api.html")
        code, out, err = run(TOP, "docs", "--clauses", "spec/clauses.yaml", "--out", path)
        check("docs --out writes a file", code == 0 and out == "" and os.path.exists(path), err)
        with open(path, encoding="utf-8") as handle:
            text = handle.read()
    check_page("docs of spec/openapi.yaml", text, document)
    check("docs show clauses", "clause-http_no-route" in text and "clause-tables_" in text)


def test_upstream():
    """Upstream's document and ours say the same."""
    if not os.path.exists(UPSTREAM):
        print("SKIPPED test_upstream: upstream's document is not at ../shared/upstream/rest-catalog-open-api.yaml")
        counts["skipped"] += 1
        return
    for form in ([], ["--json"]):
        for overlay in (["--no-overlay"], ["--overlay", "spec/errata.overlay.yaml"]):
            ours = run(TOP, "model", "--structure", *form, *overlay, "spec/openapi.yaml")
            theirs = run(TOP, "model", "--structure", *form, *overlay, UPSTREAM)
            check(f"structure equals upstream's {form} {overlay[0]}", ours[0] == 0 and ours == theirs)
    code, out, _ = run(TOP, "diff", "spec/openapi.yaml", UPSTREAM)
    check("no difference from upstream's", code == 0, out)


def test_arguments():
    """Help succeeds, what is not known fails with status 2 and says so."""
    names = ["lint", "model", "c", "docs", "diff", "coverage"]
    for name in names:
        code, out, _ = run(TOP, name, "--help")
        check(f"{name} --help", code == 0 and out.startswith(f"usage: refberg spec {name}"), out)
        code, out, err = run(TOP, name, "--bogus")
        check(f"{name} --bogus", code == 2 and out == "" and "--bogus" in err, err)
    for arguments in ([], ["bogus"], ["--bogus"], ["lint", "a.yaml", "b.yaml"], ["model", "--overlay"], ["diff"],
                      ["diff", "a.yaml"], ["diff", "a.yaml", "b.yaml", "c.yaml"], ["coverage", "--require", "must"],
                      ["docs", "--out"]):
        code, out, err = run(TOP, *arguments)
        check(f"arguments {arguments}", code == 2 and out == "" and "usage:" in err, f"{code} {out} {err}")
    check("--help", run(TOP, "--help")[0] == 0)
    code, out, _ = run(TOP, "--version")
    check("--version", code == 0 and re.match(r"^refberg-spec \d+\.\d+\.\d+$", out.strip()), out)
    for arguments in (["lint", "none.yaml"], ["model", "none.yaml"], ["lint", "--overlay", "none.yaml"],
                      ["docs", "--clauses", "none.yaml"], ["docs", "--out", "none/none.html"],
                      ["diff", "none.yaml", "spec/openapi.yaml"]):
        code, out, err = run(TOP, *arguments)
        check(f"unreadable {arguments}", code == 2 and "none" in out + err, f"{code} {out} {err}")


def test_program():
    """`refberg spec` is the same program."""
    program = os.path.join(os.path.dirname(TOOL), "refberg")
    if not os.path.exists(program):
        print("SKIPPED test_program: the program is not built")
        counts["skipped"] += 1
        return
    for arguments in (["lint"], ["model", "--structure"], ["diff"], ["bogus"]):
        done = subprocess.run([program, "spec", *arguments], cwd=TOP, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=300, check=False)
        found = (done.returncode, done.stdout.decode(), done.stderr.decode())
        check(f"refberg spec {arguments}", found == run(TOP, *arguments), str(found)[:500])


def main():
    for name, test in sorted(globals().items()):
        if not name.startswith("test_"):
            continue
        try:
            test()
        except (ValueError, KeyError, OSError, subprocess.TimeoutExpired) as error:
            check(name, False, repr(error))
    print(f"{counts['passed']} passed, {counts['failed']} failed"
          + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
