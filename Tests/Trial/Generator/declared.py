#!/usr/bin/env python3
"""Checks that the list of features has every attribute, argument of a macro, option and method to override of the public declarations.

    declared.py GRAPHS

GRAPHS has a folder of symbol graphs for each product, as `Scripts/api.sh` writes them. What isn't in the list stands among its exceptions, with a
reason. Each of them must exist: a list of what was once declared says nothing.
"""

import json
import re
import sys
from pathlib import Path

from features import EXCEPTIONS, FEATURES, FILES

# Protocols of values, whose requirements a program implements.
PROTOCOLS = {"ModelValue", "ModelRecord"}


def main(folder):
    symbols, requirements, providers = [], set(), set()
    for path in sorted(Path(folder).glob("*/*.symbols.json")):
        graph = json.loads(path.read_text(encoding="utf-8"))
        symbols += graph["symbols"]
        for each in graph["relationships"]:
            if each["kind"] == "requirementOf": requirements.add(each["source"])
            if each["kind"] == "conformsTo" and (each["target"].endswith("FormatProviderP") or each.get("targetFallback", "").endswith("FormatProvider")):
                providers.add(each["source"])
    found = set(macros(symbols)) | set(overridable(symbols, requirements)) | set(options(symbols, providers))
    listed = {name for feature in FEATURES.values() for name in feature.declares} | {name for names in FILES.values() for name in names}
    lines = [f"error: {name} is neither in the list of features nor among its exceptions: see features.py" for name in sorted(found - listed - set(EXCEPTIONS))]
    lines += [f"error: {name} is in the list of features, and isn't declared any more" for name in sorted((listed | set(EXCEPTIONS)) - found - {name_of(each) for each in symbols})]
    lines += [f"error: {name} is in the list of features, and an exception" for name in sorted(listed & set(EXCEPTIONS))]
    formats = (Path(__file__).parent.parent / "Program" / "TrialFormat.swift").read_text(encoding="utf-8")
    lines += [f"error: no format of the trial has “{mark}”" for mark in FILES if not re.search(mark, formats)]
    if lines: sys.exit("\n".join(lines))
    print(f"{len(found)} attributes, arguments, options and methods: {len(found & listed)} are in the list of features, {len(EXCEPTIONS)} are exceptions.")


def name_of(symbol): return ".".join(symbol["pathComponents"])


def labels(symbol): return re.findall(r"(\w+):", symbol["pathComponents"][-1])


def macros(symbols):
    """`Model(tag:)` for each argument of each macro, and `Lenient()` for one without any."""
    for each in symbols:
        if each["kind"]["identifier"] != "swift.macro": continue
        title = each["pathComponents"][-1].partition("(")[0]
        for label in labels(each): yield f"{title}({label}:)"
        if not labels(each): yield f"{title}()"


def overridable(symbols, requirements):
    """Members that may be overridden, and what a type of values implements."""
    for each in symbols:
        if each["accessLevel"] == "open" and len(each["pathComponents"]) > 1: yield name_of(each)
        if each["identifier"]["precise"] in requirements and each["pathComponents"][0] in PROTOCOLS: yield name_of(each)


def options(symbols, providers):
    """The arguments of each format, and the values of each type that these or the macros' arguments have."""
    types = {}
    for each in symbols:
        if each["kind"]["identifier"] in ("swift.enum", "swift.struct"): types[each["identifier"]["precise"]] = name_of(each)
    used, new = set(), set()
    for each in symbols:
        precise = each["identifier"]["precise"]
        if each["kind"]["identifier"] == "swift.init" and any(types.get(provider) == ".".join(each["pathComponents"][:-1]) for provider in providers):
            for label in labels(each): yield f"{name_of(each).rpartition('.')[0]}.init({label}:)"
            new |= named_types(each, types)
        elif each["kind"]["identifier"] == "swift.macro": new |= named_types(each, types)
    while new - used:
        used |= new
        for each in symbols:
            owner = ".".join(each["pathComponents"][:-1])
            if owner in used and each["kind"]["identifier"] in ("swift.type.method", "swift.type.property"): new = new | named_types(each, types)
    for each in symbols:
        owner = ".".join(each["pathComponents"][:-1])
        if owner in used and each["kind"]["identifier"] in ("swift.enum.case", "swift.type.method", "swift.type.property"): yield name_of(each)


def named_types(symbol, types):
    return {types[part["preciseIdentifier"]] for part in symbol["declarationFragments"] if part.get("preciseIdentifier") in types}


if __name__ == "__main__": main(sys.argv[1])
