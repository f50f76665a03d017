"""What proofs/prove and proofs/prove-mutants share: how Frama-C is called and how its output is read."""
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEFINES = ["-D_GNU_SOURCE"]
STAGE_1 = ["-wp", "-wp-rte", "-wp-prover", "cvc4", "-wp-timeout", "4", "-wp-par", "1", "-wp-cache", "none"]
STRICT = ["-machdep", "x86_64", "-c11",
          "-kernel-warn-key", "annot-error=abort,typing:implicit-function-declaration=abort",
          "-warn-unsigned-overflow", "-warn-unsigned-downcast", "-warn-signed-downcast",
          "-warn-left-shift-negative", "-warn-right-shift-negative"]
GOAL = re.compile(r"^\[wp\] \[([^\]]+)\] Goal typed_(\w+)(?: : (\w+))?")
# A part of a goal's name tells which property it belongs to; the first that matches counts.
PROPERTIES = [(re.compile(pattern), name) for pattern, name in [
    (r"_assert_rte_", "no runtime error"), (r"_call_\w+_requires", "no runtime error"),
    (r"_loop_variant", "terminates"), (r"_decreases", "terminates"), (r"_terminates", "terminates"),
    (r"_assigns", "writes nothing else"), (r"", "does what its contract says")]]


def command(source, includes, timeout, function=None):
    """The call that proves SOURCE, or one FUNCTION of it, in two stages: one prover, quickly; then what is left, split,
    with all of them."""
    flags = " ".join([f"-I{directory}" for directory in includes] + DEFINES)
    only = ["-wp-fct", function] if function else []
    return ["frama-c", *STRICT, "-cpp-extra-args=" + flags, *STAGE_1, *only, source,
            "-then", "-wp", *only, "-wp-split", "-wp-prover", "cvc4,cvc5,z3", "-wp-timeout", str(timeout)]


def configure_provers(directory):
    """The environment with a Why3 configuration of our own: cvc4, z3 and, which this Why3 does not know, cvc5."""
    os.makedirs(directory, exist_ok=True)
    config = os.path.join(directory, "why3.conf")
    environment = dict(os.environ, WHY3CONFIG=config)
    if os.path.exists(config):
        return environment
    fresh = config + ".new"
    subprocess.run(["why3", "config", "detect"], env=dict(os.environ, WHY3CONFIG=fresh), check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(fresh, encoding="utf-8") as handle:
        text = handle.read()
    data = re.search(r'datadir = "([^"]+)"', text).group(1)
    with open(os.path.join(data, "drivers", "cvc4_17.drv"), encoding="utf-8") as handle:
        driver = handle.read().replace("ALL_SUPPORTED", "ALL")
    driver = driver.replace('import "', f'import "{data}/drivers/')
    with open(os.path.join(directory, "cvc5.drv"), "w", encoding="utf-8") as handle:
        handle.write(driver)
    version = subprocess.run(["cvc5", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"version ([0-9.]+)", version).group(1)
    with open(fresh, "a", encoding="utf-8") as handle:
        handle.write(f'\n[prover]\ncommand = "cvc5 --tlimit=%t000 --lang=smt2 %f"\n'
                     f'command_steps = "cvc5 --stats --rlimit=%S --lang=smt2 %f"\n'
                     f'driver = "{directory}/cvc5.drv"\neditor = ""\nin_place = false\ninteractive = false\n'
                     f'name = "CVC5"\nshortcut = "cvc5"\nversion = "{version}"\n')
    os.replace(fresh, config)
    return environment


def property_of(goal):
    return next(name for pattern, name in PROPERTIES if pattern.search(goal))


def function_of(goal, functions):
    """The function that GOAL belongs to: the longest name that its name starts with."""
    names = [name for name in functions if goal.startswith(name + "_")]
    return max(names, key=len) if names else "?"


def goals_of(text):
    """The goals that TEXT, the output of one stage, decides, with whether each was proven."""
    matches = (GOAL.match(line) for line in text.splitlines())
    return {match[2]: match[3] == "Valid" for match in matches if match}


def read_log(text):
    """The functions that were looked at, and each goal of the first stage with whether it was proven in the end."""
    functions = re.findall(r"annotating function (\w+)", text)
    stages = re.split(r"^\[wp\] Proved goals:.*$", text, flags=re.M)
    first = goals_of(stages[0])
    second = goals_of(stages[1]) if len(stages) > 1 else {}
    for goal in [name for name, valid in first.items() if not valid]:
        parts = [valid for name, valid in second.items() if re.fullmatch(re.escape(goal) + r"(_part\d+)?", name)]
        first[goal] = bool(parts) and all(parts)
    return functions, first
