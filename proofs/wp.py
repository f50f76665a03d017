"""What proofs/prove and proofs/prove-mutants share: how Frama-C is called and how its output is read."""
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEFINES = ["-D_GNU_SOURCE"]
# Provers are stopped by steps, which are the same on every machine; the time is there for one that hangs.
STEPS_FIRST = 200000
STEPS_MORE = 300000
STEPS_LAST = 2000000
FIRST = ["-wp", "-wp-rte", "-wp-prover", "cvc4", "-wp-steps", str(STEPS_FIRST), "-wp-timeout", "300", "-wp-par", "1",
         "-wp-cache", "none"]
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


def command(source, includes, steps, function=None):
    """The call that proves SOURCE, or one FUNCTION of it, in stages: one prover; then what is left, split, with all of
    them, the last time with a limit of STEPS."""
    flags = " ".join([f"-I{directory}" for directory in includes] + DEFINES)
    only = ["-wp-fct", function] if function else []
    call = ["frama-c", *STRICT, "-cpp-extra-args=" + flags, *FIRST, *only, source]
    for limit in (STEPS_MORE, steps):
        call += ["-then", "-wp", *only, "-wp-split", "-wp-prover", "z3,cvc5,cvc4", "-wp-steps", str(limit)]
    return call


# The provers: name, driver, and the call with a limit of %S steps. A second is about 100,000 steps of cvc4, 200,000 of
# cvc5 and 2,000,000 of z3, whose limit is therefore ten times as high.
PROVERS = [
    ("CVC4", "cvc4_17", "cvc4 --stats --rlimit=%S --lang=smt2 %f"),
    ("CVC5", "cvc5", "cvc5 --stats --rlimit=%S --lang=smt2 %f"),
    ("Z3", "z3_471", "z3 -smt2 sat.random_seed=42 nlsat.randomize=false smt.random_seed=42 -st rlimit=%S0 %f"),
]


def version_of(prover):
    words = subprocess.run([prover, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"version ([0-9][0-9.]*)", words).group(1)


def configure_provers(directory):
    """The environment with a Why3 configuration of our own. This Why3 does not know cvc5; its driver is cvc4's, with
    the name that the logic has there."""
    os.makedirs(directory, exist_ok=True)
    config = os.path.join(directory, "why3.conf")
    environment = dict(os.environ, WHY3CONFIG=config)
    detected = config + ".detected"
    subprocess.run(["why3", "config", "detect"], env=dict(os.environ, WHY3CONFIG=detected), check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(detected, encoding="utf-8") as handle:
        text = re.sub(r"\[(partial_)?prover\][^\[]*", "", handle.read())
    data = re.search(r'datadir = "([^"]+)"', text).group(1)
    with open(os.path.join(data, "drivers", "cvc4_17.drv"), encoding="utf-8") as handle:
        driver = handle.read().replace("ALL_SUPPORTED", "ALL")
    with open(os.path.join(directory, "cvc5.drv"), "w", encoding="utf-8") as handle:
        handle.write(driver.replace('import "', f'import "{data}/drivers/'))
    for name, driver, call in PROVERS:
        place = os.path.join(directory, "cvc5.drv") if driver == "cvc5" else driver
        text += (f'\n[prover]\nname = "{name}"\nshortcut = "{name.lower()}"\nversion = "{version_of(name.lower())}"\n'
                 f'driver = "{place}"\ncommand = "{call}"\ncommand_steps = "{call}"\n'
                 'editor = ""\nin_place = false\ninteractive = false\n')
    fresh = f"{config}.{os.getpid()}"
    with open(fresh, "w", encoding="utf-8") as handle:
        handle.write(text)
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
    later = {}
    for stage in stages[1:]:
        later.update(goals_of(stage))
    for goal in [name for name, valid in first.items() if not valid]:
        parts = [valid for name, valid in later.items() if re.fullmatch(re.escape(goal) + r"(_part\d+)?", name)]
        first[goal] = bool(parts) and all(parts)
    return functions, first
