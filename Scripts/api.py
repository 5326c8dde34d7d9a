#!/usr/bin/env python3
"""Compares the public declarations in symbol graphs with lists of an earlier state.

    api.py [--update] GRAPHS LISTS CHANGELOG

GRAPHS has a folder of symbol graphs for each product. LISTS has a file for each, with a declaration a line:

    NAME  DECLARATION  [MARKS]

A break is a declaration that was removed or changed, or one that was added where programs may have to provide for it: an enum's case, a
protocol's requirement. Symbol graphs lack declarations that are unavailable everywhere, so becoming unavailable is being removed.

A break is an error, unless a heading "Breaking" of the changelog's section "Unreleased" has its name in backticks, with or without the
product before it. A type that is gone covers its members if it is named so, and a product its declarations.

--update writes the lists.
"""

import json
import re
import sys
from pathlib import Path

# Every type has them.
IMPLICIT = {"Copyable", "Escapable", "SendableMetatype"}
CONFORMANCES = {"conformsTo": "conformance", "inheritsFrom": "superclass"}


def graphs_in(folder):
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.symbols.json"))]


def path(symbol):
    return ".".join(symbol["pathComponents"])


def where(constraints, protocol=None):
    """The clause for an extension's constraints, without that of the protocol which is extended."""
    signs = {"conformance": ":", "superclass": ":", "sameType": "=="}
    parts = [f'{each["lhs"]} {signs[each["kind"]]} {each["rhs"]}' for each in constraints]
    parts = sorted(part for part in parts if protocol is None or part != f"Self : {protocol}")
    return " where " + ", ".join(parts) if parts else ""


def declaration(symbol):
    text = "".join(each["spelling"] for each in symbol["declarationFragments"])
    text = re.sub(r"\s+", " ", text).strip()
    if symbol["accessLevel"] == "open":
        text = f"open {text}"
    extended = symbol.get("swiftExtension", {}).get("constraints", [])
    return text + where(extended, symbol["pathComponents"][-2] if len(symbol["pathComponents"]) > 1 else None)


def availability(symbol):
    for each in symbol.get("availability", []):
        place = f' on {each["domain"]}' if each.get("domain", "*") not in ("*", "Swift") else ""
        if each.get("isUnconditionallyUnavailable") or "obsoleted" in each:
            yield f"unavailable{place}"
        elif each.get("isUnconditionallyDeprecated") or "deprecated" in each:
            yield f"deprecated{place}"


def declarations(graphs, names):
    """The declarations of one product: marks by name and declaration. `names` has the name of each symbol of all products."""
    marks_of, symbols = {}, {}
    for graph in graphs:
        for symbol in graph["symbols"]:
            symbols[symbol["identifier"]["precise"]] = symbol
    requirements, defaults = set(), set()
    for relationship in (each for graph in graphs for each in graph["relationships"]):
        kind, source, target = (relationship[key] for key in ("kind", "source", "target"))
        if kind == "requirementOf":
            requirements.add(source)
        elif kind == "defaultImplementationOf":
            defaults.add(target)
        elif kind in CONFORMANCES and source in names:
            # Without the module: types move between the modules of Foundation.
            to = relationship.get("targetFallback", "").partition(".")[2] or names.get(target, target)
            if to not in IMPLICIT:
                note = CONFORMANCES[kind] + where(relationship.get("swiftConstraints", []))
                marks_of[f"{names[source]}: {to}", note] = set()
    for identifier, symbol in symbols.items():
        if symbol["kind"]["identifier"] == "swift.extension":
            continue
        marks = marks_of.setdefault((path(symbol), declaration(symbol)), set())
        marks |= set(availability(symbol))
        if identifier in requirements:
            marks |= {"requirement", "default"} if identifier in defaults else {"requirement"}
    return marks_of


def lines(marks_of):
    for (name, text), marks in sorted(marks_of.items()):
        yield f"{name}  {text}" + (f'  [{", ".join(sorted(marks))}]' if marks else "")


def parsed(text):
    marks_of = {}
    for line in text.splitlines():
        name, declaration, marks = (line.split("  ") + [""])[:3]
        marks_of[name, declaration] = set(marks.strip("[]").split(", ")) - {""}
    return marks_of


def owner(name):
    """The name of the type whose member or conformance has a name. Empty for a product's own declarations."""
    type_name, colon, _ = name.partition(": ")
    return type_name if colon else name.partition("(")[0].rpartition(".")[0]


def differences(old, new):
    """The breaks, and what else differs, as pairs of a name and a sentence."""
    breaks, others, replacements = [], [], {}
    for key in old.keys() - new.keys():
        versions = [other for other in new.keys() - old.keys() if other[0] == key[0]]
        if len(versions) == 1:
            replacements[key] = versions[0]
    for key in sorted(old.keys() | new.keys()):
        name, text = key
        before, after = old.get(key), new.get(key)
        if key in replacements.values():
            continue
        elif after is None:
            breaks.append((name, f"changed: {text} → {replacements[key][1]}" if key in replacements else f"removed: {text}"))
        elif before is None:
            holders = [other[1] for other in old if other[0] == owner(name)]
            if holders and "requirement" in after and "default" not in after:
                breaks.append((name, f"a new requirement without a default: {text}"))
            elif ": " in name and any(each.startswith("protocol ") for each in holders):
                breaks.append((name, f"a protocol's new requirement: {text}"))
            elif holders and text.startswith("case "):
                breaks.append((name, f"a new case: {text}"))
            else:
                others.append((name, f"added: {text}"))
        elif any(mark.startswith("unavailable") for mark in after - before):
            breaks.append((name, f"unavailable: {text}"))
        elif "default" in before - after and "requirement" in after:
            breaks.append((name, f"no default any more: {text}"))
        elif before != after:
            others.append((name, f'now {", ".join(sorted(after)) or "without marks"}: {text}'))
    return breaks, others


def named_breaks(changelog):
    """What the headings "Breaking" of the section "Unreleased" have in backticks."""
    sections = re.split(r"^## ", changelog, flags=re.M)
    unreleased = [each for each in sections if each.lstrip("[").startswith("Unreleased")]
    parts = [part for each in unreleased for part in re.split(r"^### ", each, flags=re.M) if part.startswith("Breaking")]
    return {name for part in parts for name in re.findall(r"`([^`\n]+)`", part)}


def is_named(name, product, named, gone):
    if product in named and product in gone:
        return True
    holder = name
    while holder:
        if (holder in named or f"{product}.{holder}" in named) and (holder == name or holder in gone):
            return True
        holder = owner(holder)
    return False


def main(arguments):
    updates = "--update" in arguments
    graphs_folder, lists, changelog = (Path(each) for each in arguments if each != "--update")
    graphs = {folder.name: graphs_in(folder) for folder in sorted(graphs_folder.iterdir())}
    names = {
        symbol["identifier"]["precise"]: path(symbol)
        for each in graphs.values() for graph in each for symbol in graph["symbols"]
    }
    new = {product: declarations(each, names) for product, each in graphs.items()}
    old = {file.stem: parsed(file.read_text(encoding="utf-8")) for file in lists.glob("*.txt")} if lists.is_dir() else {}
    named = named_breaks(changelog.read_text(encoding="utf-8")) if changelog.exists() else set()
    unnamed = 0
    for product in sorted(old.keys() | new.keys()):
        before, after = old.get(product, {}), new.get(product, {})
        breaks, others = differences(before, after)
        gone = {name for name, _ in before} - {name for name, _ in after}
        if product not in new:
            gone.add(product)
            breaks.insert(0, (product, "the product was removed"))
        for name, what in breaks:
            if is_named(name, product, named, gone):
                print(f"{product}: {name}: {what} (as CHANGELOG.md says)")
            else:
                print(f"{product}: error: {name}: {what}")
                unnamed += 1
        for name, what in others if product in old else []:
            print(f"{product}: {name}: {what}")
    if updates:
        lists.mkdir(exist_ok=True)
        for product in old.keys() - new.keys():
            (lists / f"{product}.txt").unlink()
        for product, marks_of in new.items():
            (lists / f"{product}.txt").write_text("".join(f"{line}\n" for line in lines(marks_of)), encoding="utf-8")
        print(f"Wrote {lists}. Read what git says of it before you commit it.")
    elif unnamed:
        sys.exit(
            f"{unnamed} {'break' if unnamed == 1 else 'breaks'}. Take back the change, or name it in backticks in CHANGELOG.md, under "
            "Unreleased, Breaking. Lists of a new version are written by: make api UPDATE=1"
        )
    else:
        print(f"{sum(map(len, new.values()))} public declarations of {len(new)} products fit those of the last release.")


main(sys.argv[1:])
