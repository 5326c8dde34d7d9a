#!/usr/bin/env python3
"""Makes an object file of the part of ICU's data that a program needs which shows no texts in people's languages.

usage: Scripts/small-icu.py ARCHIVE OBJECT      (the toolchain's lib_FoundationICU.a; the object file to make)

A static Foundation has all of ICU's data, 34 MB: names of languages, regions and units, alphabetical orders, encodings such as
Shift JIS, dictionaries for line breaks, transliterations. This object has 2 MB: what Foundation needs for dates, calendars,
time zones, numbers, URLs and normalization, in English.

It prints the name of ICU's symbol. With `--wrap=SYMBOL` a linker gives those who refer to it the object's data, so that nothing
refers to the archive's, which it leaves where it is. The archive itself isn't changed.
"""
import os, pathlib, re, shutil, struct, subprocess, sys, tempfile

MEMBER = "icu_packaged_data.cpp.o"
# These folders aren't needed, and of the others only what all locales refer to, and English.
OMITTED = {"translit", "unit", "lang", "region", "rbnf", "coll"}
GENERAL = {"root", "pool", "res_index", "supplementalData", "tzdbNames", "en", "en_US", "en_US_POSIX"}
RULES = {"char", "word", "line", "sent", "title"}
LOCALE = re.compile(r"[a-z]{2,3}(_\w+)?$")


def is_kept(name):
    *folders, file = name.split("/")[1:]
    stem, kind = file.rsplit(".", 1)
    if kind in ("cnv", "dict", "spp", "cfu") or stem == "unames" or OMITTED.intersection(folders):
        return False
    if kind == "brk":
        return stem in RULES
    if folders:
        return stem in GENERAL
    return stem in GENERAL or not LOCALE.match(stem)


def small(data):
    """The package of data (see udata.h and ucmndata.h of ICU) with the kept items alone."""
    header = struct.unpack_from("<H", data)[0]
    if data[2:4] != b"\xda\x27" or data[8] != 0 or data[12:16] != b"CmnD":
        sys.exit("it has no package of ICU's data for a little-endian machine")
    body = data[header:]
    count = struct.unpack_from("<I", body)[0]
    entries = [struct.unpack_from("<II", body, 4 + 8 * index) for index in range(count)]
    ends = [start for _, start in entries[1:]] + [len(body)]
    items = [(body[name : body.index(b"\0", name)], body[start:end]) for (name, start), end in zip(entries, ends)]
    items = [(name, content) for name, content in items if is_kept(name.decode())]

    def padded(content):
        return content + b"\0" * (-len(content) % 16)

    names, name_places = b"", []
    for name, _ in items:
        name_places.append(4 + 8 * len(items) + len(names))
        names += name + b"\0"
    size = 4 + 8 * len(items) + len(names)
    start = size + (-(header + size) % 16)
    table, contents = struct.pack("<I", len(items)), b""
    for place, (_, content) in zip(name_places, items):
        table += struct.pack("<II", place, start + len(contents))
        contents += padded(content)
    return data[:header] + (table + names).ljust(start, b"\0") + contents


def main(archive, output):
    archive, output = pathlib.Path(archive).absolute(), pathlib.Path(output).absolute()
    # The toolchain's own tools: `usr/bin` is beside `usr/lib/swift_static/linux`.
    path = os.pathsep.join([str(archive.parents[3] / "bin"), os.environ.get("PATH", "")])
    with tempfile.TemporaryDirectory() as folder:
        def run(tool, *arguments):
            found = shutil.which("llvm-" + tool, path=path) or shutil.which(tool, path=path)
            if not found:
                sys.exit(f"there is no {tool}")
            done = subprocess.run([found, *arguments], cwd=folder, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"{tool} fails: {done.stderr.strip()}")
            return done.stdout

        run("ar", "x", str(archive), MEMBER)
        symbols = [line.split()[2] for line in run("nm", MEMBER).splitlines() if " R " in line]
        if len(symbols) != 1 or not re.fullmatch(r"icudt\d+_dat", symbols[0]):
            sys.exit(f"{MEMBER} has other symbols than ICU's data: {symbols}")
        run("objcopy", "-O", "binary", "-j", ".rodata", MEMBER, "all.dat")
        pathlib.Path(folder, "small.dat").write_bytes(small(pathlib.Path(folder, "all.dat").read_bytes()))
        pathlib.Path(folder, "data.s").write_text(f"""
    .section .rodata
    .global __wrap_{symbols[0]}
    .type __wrap_{symbols[0]}, @object
    .balign 16
__wrap_{symbols[0]}:
    .incbin "small.dat"
    .size __wrap_{symbols[0]}, . - __wrap_{symbols[0]}
    .section .note.GNU-stack,"",@progbits
""")
        output.parent.mkdir(parents=True, exist_ok=True)
        run("clang", "-c", "data.s", "-o", str(output))
    print(symbols[0])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
