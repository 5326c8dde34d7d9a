#!/usr/bin/env python3
"""Prints what `cliffs` has cost under callgrind: instructions a person to encode and to decode, and how many times as many as for
the plain class. Usage: table.py FILE..., callgrind's files in any order."""
import re
import sys

FORMATS = ["json", "fastCoding", "binaryPropertyList", "keyedArchive"]


def measurement(path):
    """The label of a file, and the instructions that it counts."""
    label, total = None, 0
    with open(path, errors="replace") as file:
        for line in file:
            found = re.match(r"desc: Trigger: Client Request: (.*)", line)
            if found:
                label = found[1].strip()
            elif line.startswith(("totals:", "summary:")):
                total = int(line.split()[1])
    return label, total


costs = {}
for path in sys.argv[1:]:
    label, total = measurement(path)
    if label and label.count("|") == 3:
        name, form, direction, count = label.split("|")
        costs[name, form, direction] = total / int(count)

names = list(dict.fromkeys(name for name, _, _ in costs))
print("instructions a person, encode / decode (times the plain class's)")
print(f"{'':18}" + "".join(f"{form:>34}" for form in FORMATS))
for name in names:
    cells = []
    for form in FORMATS:
        parts = []
        for direction in ["encode", "decode"]:
            cost, plain = costs.get((name, form, direction)), costs.get(("base", form, direction))
            parts.append(f"{cost:6.0f} ({cost / plain:5.2f})" if cost and plain else " " * 14)
        cells.append(" / ".join(parts))
    print(f"{name:18}" + "".join(f"{cell:>34}" for cell in cells))
