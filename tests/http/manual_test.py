#!/usr/bin/env python3
"""The manual and the settings table say the same: each setting with its default, and no other."""
import re
import subprocess

from kit import PROGRAM, equal, run, truth

PAGE = "docs/man/refberg.conf.5"


def settings_of_help():
    """Name and default of each setting, as the help prints them."""
    text = subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in text.splitlines():
        match = re.fullmatch(r"  --([a-z-]+) \S+ .*?(?: \(([^()]+)\))?", line)
        if match and match[1] not in ("help", "version"):
            found[match[1]] = match[2]
    return found


def settings_of_page():
    with open(PAGE, encoding="utf-8") as handle:
        text = handle.read()
    found = {}
    for part in re.split(r"^\.It Cm ", text, flags=re.MULTILINE)[1:]:
        default = re.search(r"^\.Pq Default: (?:Li |Cm |Pa )?(\S+)$", part, re.MULTILINE)
        found[part.split()[0]] = default[1] if default else None
    return found


def page_lists_the_settings():
    printed, written = settings_of_help(), settings_of_page()
    truth(len(printed) > 15, "the help lists no settings")
    equal(sorted(written), sorted(printed))
    for name, default in printed.items():
        if default is not None and not default.startswith("default: "):
            equal((name, written[name]), (name, default))


if __name__ == "__main__":
    run([page_lists_the_settings])
