#!/usr/bin/env python3
"""Writes the types that the trial is about.

    generate.py FOLDER SEED [COUNT | alone]

Without a count, each pair of features that can meet does so in one of them, as a covering array. With `alone`, each feature has a type with as
few others as it needs. Equal seeds give equal types.
"""

import random
import sys
from pathlib import Path

from covering import Cover, count
from swift import Writer


def main(folder, seed, number=None):
    cover = Cover(random.Random(seed), 14)
    drafts = cover.alone() if number == "alone" else cover.sample(int(number)) if number else cover.cover()
    if not number: check(cover)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = Writer(drafts, random.Random(seed)).files(seed)
    for old in folder.glob("*.swift"):
        if old.name not in files: old.unlink()
    for name, text in files.items():
        path = folder / name
        # What is the same isn't compiled again.
        if not path.exists() or path.read_text(encoding="utf-8") != text: path.write_text(text, encoding="utf-8")


def check(cover):
    """Counts anew which pairs stand, and fails where one is lacking that could."""
    on_property, in_type = count(cover.drafts)
    lacking = [f"on one property: {a}, {b}" for a, b in cover.can.required(cover.can.on_property).list() if not on_property.has(a, b)]
    lacking += [f"in one type: {a}, {b}" for a, b in cover.can.required(cover.can.in_type).list() if not in_type.has(a, b)]
    properties = sum(len(each.properties) for each in cover.drafts)
    print(f"{len(cover.drafts)} types with {properties} properties have {len(on_property)} pairs of features on one property, {len(in_type)} in one type.")
    if lacking: sys.exit("error: no type has the pairs\n" + "\n".join(lacking) + f"\n{len(lacking)} in all")


main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
