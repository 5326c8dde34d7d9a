#!/usr/bin/env python3
"""Checks a folder of HTML: every link leads to a file of it, and to a place in that file; nothing comes from a network; every page is reached; what the search knows
is there.

    check-links.py FOLDER
"""

import json
import sys
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.loads, self.scripts, self.anchors = [], [], [], set()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            if values["id"] in self.anchors:
                self.loads.append(f"a second id {values['id']}")
            self.anchors.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and "href" in values:
            self.links.append(values["href"])
            if urlsplit(values["href"]).scheme:
                self.loads.append(values["href"])
        elif "src" in values:
            (self.loads if urlsplit(values["src"]).netloc else self.scripts).append(values["src"])


def read(file):
    reader = Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    return reader


root = Path(sys.argv[1]).resolve()
files = {file for file in root.rglob("*") if file.is_file()}
pages = {file: read(file) for file in files if file.suffix == ".html"}
problems, reached, external = [], {root / "index.html"}, set()
waiting = [root / "index.html"]
for file, page in pages.items():
    problems += [f"{file}: {load}" for load in page.loads]
    problems += [f"{file}: {each} isn't there" for each in page.scripts if Path(normpath(file.parent / each)) not in files]
while waiting:
    file = waiting.pop()
    for link in set(pages[file].links):
        parts = urlsplit(link)
        if parts.scheme:
            external.add(link)
            continue
        target = Path(normpath(file.parent / unquote(parts.path))) if parts.path else file
        if target not in files:
            problems.append(f"{file}: {link} leads nowhere")
        elif parts.fragment and unquote(parts.fragment) not in pages[target].anchors:
            problems.append(f"{file}: {link} names no place there")
        elif target in pages and target not in reached:
            reached.add(target)
            waiting.append(target)
index = root / "search-index.js"
entries = json.loads(index.read_text(encoding="utf-8").removeprefix("window.searchIndex = ").rstrip(";\n")) if index in files else []
for title, _, place, _ in entries:
    path, _, anchor = place.partition("#")
    target = root / unquote(path)
    if target not in pages or (anchor and unquote(anchor) not in pages[target].anchors):
        problems.append(f"{index}: {place} of {title} leads nowhere")
problems += [f"{index}: it doesn't know {file}" for file in pages.keys() - {root / unquote(entry[2].partition("#")[0]) for entry in entries}
    if entries and file.name not in ("index.html", "symbols.html") and root / "files" not in file.parents]
problems += [f"{file}: no link leads to it from the first page" for file in pages.keys() - reached]
print("\n".join(sorted(problems)[:50]))
print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, {len(external)} to elsewhere, {len(problems)} problems")
sys.exit(1 if problems or len(pages) < 2 else 0)
