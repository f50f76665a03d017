"""The README's example, as printed, prints what the README says."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402

README = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "README.md")


def test_example():
    with open(README, encoding="utf-8") as handle:
        text = handle.read()
    program, output = re.search(r"```python\n(.*?)```\s+prints\s+```\n(.*?)```", text, re.DOTALL).groups()
    kit.equal("http://127.0.0.1:8181" in program, True, "the example's server")
    with kit.Server() as server:
        done = subprocess.run([sys.executable, "-c", program.replace("http://127.0.0.1:8181", server.url)],
                              stdout=subprocess.PIPE, check=True, timeout=120)
    kit.equal(done.stdout.decode(), output)


def test_example_needs_what_the_readme_installs():
    with open(README, encoding="utf-8") as handle:
        pinned = re.search(r"pip install '(pyiceberg\[[^']*)'", handle.read()).group(1)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "requirements.txt"), encoding="utf-8") as handle:
        wanted = next(line.strip() for line in handle if line.startswith("pyiceberg"))
    kit.equal(pinned.split("==")[1], wanted.split("==")[1], "the README's version of pyiceberg")


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
