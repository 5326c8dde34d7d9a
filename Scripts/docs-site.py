#!/usr/bin/env python3
"""Makes one static site of DocC archives: plain HTML that a browser opens from the disk.

DocC's own pages fetch their content from a server. This reads that content, the archives' JSON, and writes a page for each, a first page, and
the index that the search loads.

    docs-site.py OUTPUT ARCHIVE...
"""

import html
import json
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import quote

KEYWORDS = (
    "actor as associatedtype async await break case catch class continue convenience default defer deinit do else enum "
    "extension false final for func guard if import in init inout internal is let nil nonisolated open operator override "
    "package private protocol public repeat required rethrows return self Self some any static struct subscript super "
    "switch throw throws true try typealias unowned unsafe var weak where while"
).split()
SWIFT = re.compile(
    r'(?P<c>//.*|/\*.*?\*/)|(?P<s>"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*")|(?P<a>[@#]\w+)|(?P<k>\b(?:' + "|".join(KEYWORDS) + r")\b)"
)
REPOSITORY = Path(__file__).resolve().parent.parent
VERSION = re.search(
    r'^let packageVersion = "(.+)"$',
    (REPOSITORY / "CommandLine/Sources/BaseModelTool/Version.swift").read_text(encoding="utf-8"),
    re.M,
).group(1)
# Every type has them, and nobody asks.
IMPLICIT = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"}


def escape(text):
    return html.escape(text, quote=True)


def highlighted(code, syntax):
    if syntax not in ("swift", None):
        return escape(code)
    parts, end = [], 0
    for match in SWIFT.finditer(code):
        parts += [escape(code[end : match.start()]), f'<span class="{match.lastgroup}">{escape(match.group())}</span>']
        end = match.end()
    return "".join(parts) + escape(code[end:])


class Page:
    def __init__(self, module, content):
        self.module, self.content = module, content
        self.url = content["identifier"]["url"]
        self.metadata = content["metadata"]
        self.title = self.metadata["title"]
        self.kind = self.metadata.get("roleHeading", "")
        # DocC calls a guide with topics of its own a collection, and the implementations of a symbol's protocol, too.
        is_article = self.metadata["role"] in ("article", "collectionGroup")
        self.is_guide = is_article and self.url.split("/documentation/", 1)[1].count("/") == 1
        if self.is_guide:
            self.kind = "Guide"
        self.file = None


class Site:
    def __init__(self, archives):
        self.modules, self.module_pages, self.pages, self.symbols, self.sources = [], {}, {}, {}, {}
        taken = set()
        for archive in archives:
            module = Path(archive).name.removesuffix(".doccarchive")
            self.modules.append(module)
            for path in sorted(Path(archive, "data").rglob("*.json")):
                page = Page(module, json.loads(path.read_text(encoding="utf-8")))
                page.file = self.file_name(page, taken)
                self.pages[page.url] = page
                if page.metadata.get("symbolKind") == "module":
                    self.module_pages[module] = page
                if "externalID" in page.metadata:
                    self.symbols.setdefault(page.metadata["externalID"], page)

    def source(self, link):
        """The page of one of the repository's files that a guide leads to."""
        path = re.sub(r"^(\.\./)+", "", link)
        self.sources[path] = (REPOSITORY / path).read_text(encoding="utf-8")
        return quote(f"files/{path}.html")

    @staticmethod
    def file_name(page, taken):
        """A name that any file system takes: those that differ in case or signs alone get a number."""
        path = page.url.split("/documentation/", 1)[1]
        parts = [re.sub(r"[^A-Za-z0-9]+", "_", part).strip("_") or "operator" for part in path.split("/")]
        name = base = "/".join(parts)[:180]
        number = 1
        while name.lower() in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name.lower())
        return name + ".html"

    def guides(self, module):
        """A module's guides in the order of its topics, then others by their titles."""
        found = {each.url: each for each in self.pages.values() if each.module == module and each.is_guide}
        sections = self.module_pages[module].content.get("topicSections", [])
        listed = [found.pop(url) for section in sections for url in section["identifiers"] if url in found]
        return listed + sorted(found.values(), key=lambda each: each.title)

    def find(self, identifier, precise=None):
        """The page of a symbol or guide, also of another module; None where there is none."""
        if identifier in self.pages:
            return self.pages[identifier]
        if precise is None and identifier:
            precise = "s:" + identifier.rsplit("/", 1)[-1]
        return self.symbols.get(precise)


class Renderer:
    """The HTML of one page."""

    def __init__(self, site, page):
        self.site, self.page = site, page
        self.references = page.content.get("references", {})
        self.up = "../" * page.file.count("/")

    def link(self, target, text, name=None):
        name = f' class="{name}"' if name else ""
        return f'<a{name} href="{self.up}{quote(target.file)}">{text}</a>'

    # Inline content

    def inline(self, items):
        return "".join(self.inline_item(item) for item in items or [])

    def inline_item(self, item):
        kind = item["type"]
        if kind == "text":
            return self.module_link(item["text"], escape(item["text"]))
        if kind == "codeVoice":
            return self.module_link(item["code"], f"<code>{escape(item['code'])}</code>")
        if kind in ("strong", "emphasis"):
            tag = "strong" if kind == "strong" else "em"
            return f"<{tag}>{self.inline(item['inlineContent'])}</{tag}>"
        if kind == "reference":
            return self.reference(item)
        raise ValueError(f"{self.page.url}: no rendering for {kind}")

    def module_link(self, name, text):
        """Guides name other modules, but DocC knows one at a time."""
        is_other = name in self.site.modules and name != self.page.module
        return self.link(self.site.module_pages[name], text) if is_other else text

    def reference(self, item):
        reference = self.references.get(item["identifier"], {})
        if reference.get("type") == "link":
            url = reference["url"] if "://" in reference["url"] else self.up + self.site.source(reference["url"])
            return f'<a href="{escape(url)}">{escape(reference.get("title") or reference["url"])}</a>'
        title = item.get("overridingTitle") or reference.get("title") or item["identifier"]
        target = self.site.find(item["identifier"])
        text = escape(title) if reference.get("kind") == "article" else f"<code>{escape(title)}</code>"
        return self.link(target, text) if target else text

    # Blocks

    def blocks(self, blocks):
        return "\n".join(self.block(block) for block in blocks or [])

    def block(self, block):
        kind = block["type"]
        if kind == "paragraph":
            return f"<p>{self.inline(block['inlineContent'])}</p>"
        if kind == "heading":
            level = block["level"]
            return f'<h{level} id="{escape(block["anchor"])}">{escape(block["text"])}</h{level}>'
        if kind == "codeListing":
            code = "\n".join(block["code"])
            return f"<pre><code>{highlighted(code, block.get('syntax'))}</code></pre>"
        if kind in ("unorderedList", "orderedList"):
            tag = "ul" if kind == "unorderedList" else "ol"
            return f"<{tag}>" + "".join(f"<li>{self.blocks(item['content'])}</li>" for item in block["items"]) + f"</{tag}>"
        if kind == "aside":
            name = block.get("name") or block["style"].capitalize()
            return f'<aside class="{escape(block["style"])}"><strong>{escape(name)}</strong>{self.blocks(block["content"])}</aside>'
        if kind == "table":
            return self.table(block)
        raise ValueError(f"{self.page.url}: no rendering for {kind}")

    def table(self, block):
        rows = []
        for index, row in enumerate(block["rows"]):
            tag = "th" if index == 0 and block.get("header") in ("row", "both") else "td"
            cells = "".join(f"<{tag}>{self.cell(cell)}</{tag}>" for cell in row)
            rows.append(f"<tr>{cells}</tr>")
        return '<div class="wide"><table>' + "\n".join(rows) + "</table></div>"

    def cell(self, blocks):
        return "<br>".join(self.inline(block["inlineContent"]) if block["type"] == "paragraph" else self.block(block) for block in blocks)

    # Sections

    def declaration(self, declaration):
        parts = []
        names = {"keyword": "k", "attribute": "a", "identifier": "i", "externalParam": "p"}
        for token in declaration["tokens"]:
            text, kind = escape(token["text"]), token["kind"]
            target = self.site.find(token.get("identifier"), token.get("preciseIdentifier")) if kind in ("typeIdentifier", "attribute") else None
            if target and target is not self.page:
                parts.append(self.link(target, text))
            else:
                parts.append(f'<span class="{names[kind]}">{text}</span>' if kind in names else text)
        return f'<pre class="declaration"><code>{"".join(parts)}</code></pre>'

    def primary(self, section):
        kind = section["kind"]
        if kind == "declarations":
            return "\n".join(self.declaration(declaration) for declaration in section["declarations"])
        if kind == "content":
            return self.blocks(section["content"])
        if kind == "parameters":
            rows = "".join(f"<dt><code>{escape(each['name'])}</code></dt><dd>{self.blocks(each['content'])}</dd>" for each in section["parameters"])
            return f'<h2 id="parameters">Parameters</h2><dl>{rows}</dl>'
        if kind == "mentions":
            return '<h2 id="mentions">Mentioned in</h2>' + self.topics(section["mentions"])
        raise ValueError(f"{self.page.url}: no rendering for {kind}")

    def topics(self, identifiers):
        """A list of pages, each with its declaration and its first line."""
        rows = []
        for identifier in identifiers:
            target = self.site.find(identifier)
            reference = self.references.get(identifier, {})
            if target is None:
                if reference.get("title") not in IMPLICIT:
                    rows.append(f"<li><code>{escape(reference.get('title', identifier).removeprefix('Swift.'))}</code></li>")
                continue
            fragments = target.metadata.get("fragments")
            text = f"<code>{escape(''.join(each['text'] for each in fragments))}</code>" if fragments else escape(target.title)
            abstract = Renderer(self.site, target).with_depth_of(self).inline(target.content.get("abstract"))
            rows.append(f"<li>{self.link(target, text)}" + (f"<p>{abstract}</p>" if abstract else "") + "</li>")
        return f'<ul class="topics">{"".join(rows)}</ul>' if rows else ""

    def with_depth_of(self, other):
        self.up = other.up
        return self

    def at_root(self):
        self.up = ""
        return self

    def sections(self):
        content = self.page.content
        headed = [(section, "") for section in content.get("topicSections", [])]
        for key, heading in (("defaultImplementationsSections", "Default implementations"), ("relationshipsSections", ""), ("seeAlsoSections", "See also")):
            headed += [(section, heading) for section in content.get(key, [])]
        for section, heading in headed:
            listed = self.topics(section["identifiers"])
            if listed:
                title = f"{heading}: {section['title']}" if heading and section.get("title") else section.get("title") or heading
                yield f"<h2>{escape(title)}</h2>{listed}"

    # The page

    def breadcrumbs(self):
        path = (self.page.content["hierarchy"].get("paths") or [[]])[0]
        crumbs = [f'<a href="{self.up}index.html">BaseModel</a>']
        crumbs += [self.link(target, escape(target.title)) for target in map(self.site.find, path) if target]
        return " › ".join(crumbs + [escape(self.page.title)])

    def sidebar(self):
        module = self.site.module_pages[self.page.module]
        parts = [f"<p>{self.link(module, escape(module.title))}</p>"]
        for section in module.content.get("topicSections", []):
            targets = [target for target in map(self.site.find, section["identifiers"]) if target]
            items = "".join(
                f"<li>{self.link(each, escape(each.title), 'here' if each is self.page else None)}</li>" for each in targets)
            parts.append(f"<p>{escape(section.get('title', ''))}</p><ul>{items}</ul>")
        return "".join(parts)

    def render(self):
        content = self.page.content
        primary = content.get("primaryContentSections", [])
        abstract = self.inline(content.get("abstract"))
        main = [
            f'<p class="kind">{escape(self.page.kind)}</p>' if self.page.kind else "",
            f"<h1>{escape(self.page.title)}</h1>",
            f'<p class="abstract">{abstract}</p>' if abstract else "",
            *(self.primary(section) for section in primary if section["kind"] != "mentions"),
            *self.sections(),
            *(self.primary(section) for section in primary if section["kind"] == "mentions"),
        ]
        return document(self.page.title, self.up, self.breadcrumbs(), self.sidebar(), "\n".join(filter(None, main)))


def document(title, up, breadcrumbs, sidebar, main):
    nav = f'<nav class="side">{sidebar}</nav>' if sidebar else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} – BaseModel {VERSION}</title>
<link rel="stylesheet" href="{up}style.css">
</head>
<body>
<header><nav>{breadcrumbs}</nav><div class="find"><input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off" hidden>
<ul id="found" hidden></ul><span class="version">Version {VERSION}</span><a href="{up}symbols.html">All symbols</a></div></header>
<div class="columns">{nav}<main>
{main}
</main></div>
<script src="{up}search.js" data-up="{up}"></script>
</body>
</html>
"""


def sample(site):
    """The code of the guide that comes first, from the manifest to where it loads what it has saved."""
    page = site.guides(site.modules[0])[0]
    renderer = Renderer(site, page).at_root()
    blocks = [block for section in page.content["primaryContentSections"] for block in section.get("content", [])]
    listings = [renderer.block(block) for block in blocks if block["type"] == "codeListing"]
    return "\n".join(listings[:4]) + f"<p>More: {renderer.link(page, escape(page.title))}</p>"


def index(site):
    def listed(pages):
        rows = ""
        for page in pages:
            renderer = Renderer(site, page).at_root()
            rows += f"<li>{renderer.link(page, escape(page.title))}<p>{renderer.inline(page.content.get('abstract'))}</p></li>"
        return f'<ul class="topics">{rows}</ul>'

    others = [guide for module in site.modules[1:] for guide in site.guides(module)]
    main = [
        "<h1>BaseModel</h1>",
        '<p class="abstract">Declare a model class once. Load and save it in whatever format your program links.</p>',
        sample(site),
        f'<h2 id="guides">Guides</h2>{listed(site.guides(site.modules[0]) + others)}',
        f'<h2 id="modules">Modules</h2>{listed(site.module_pages[module] for module in site.modules)}',
    ]
    return document("Documentation", "", "BaseModel", "", "\n".join(main))


def words(content):
    """The text of a page's content, without its form."""
    if isinstance(content, list):
        return " ".join(filter(None, map(words, content)))
    if content.get("type") == "codeListing":
        return " ".join(content["code"])
    if content.get("type") == "reference":
        return content.get("overridingTitle") or content["identifier"].rsplit("/", 1)[-1]
    own = [content[key] for key in ("text", "code") if isinstance(content.get(key), str)]
    inner = [words(content[key]) for key in ("inlineContent", "content", "items") if key in content]
    inner += [words(cell) for row in content.get("rows", []) for cell in row]
    return " ".join(filter(None, own + inner))


def search_index(site):
    """What the search knows: title, kind, place and text of each page, and of each part of a guide."""
    entries = []
    for page in site.pages.values():
        place, abstract = quote(page.file), words(page.content.get("abstract", []))
        name = page.url.split("/documentation/", 1)[1].split("/", 1)[-1].replace("/", ".")
        if not page.is_guide:
            entries.append([name, f"{page.kind}, {page.module}", place, abstract])
            continue
        title, anchor, part = page.title, "", [abstract]
        for section in page.content.get("primaryContentSections", []):
            for block in section.get("content", []):
                if block["type"] == "heading":
                    entries.append([title, f"Guide, {page.module}", place + anchor, " ".join(part)])
                    title, anchor, part = f"{page.title}: {block['text']}", "#" + quote(block["anchor"]), []
                else:
                    part.append(words(block))
        entries.append([title, f"Guide, {page.module}", place + anchor, " ".join(part)])
    return "window.searchIndex = " + json.dumps(entries, ensure_ascii=False, separators=(",", ":")) + ";\n"


def symbols(site):
    main = ["<h1>All symbols</h1>"]
    for module in site.modules:
        pages = [page for page in site.pages.values() if page.module == module and page.metadata["role"] == "symbol"]
        renderer = Renderer(site, site.module_pages[module]).at_root()
        names = {page: page.url.split("/documentation/", 1)[1].split("/", 1)[-1].replace("/", ".") for page in pages}
        items = "".join(f"<li>{renderer.link(page, f'<code>{escape(names[page])}</code>')}</li>" for page in sorted(pages, key=lambda page: names[page].lower()))
        main.append(f'<h2 id="{module}">{module}</h2><ul class="symbols">{items}</ul>')
    return document("All symbols", "", '<a href="index.html">BaseModel</a> › All symbols', "", "\n".join(main))


def source_page(path, code):
    up = "../" * (path.count("/") + 1)
    crumbs = f'<a href="{up}index.html">BaseModel</a> › {escape(path)}'
    return document(path, up, crumbs, "", f"<h1>{escape(Path(path).name)}</h1><pre><code>{highlighted(code, 'swift')}</code></pre>")


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def main():
    output, archives = Path(sys.argv[1]), sys.argv[2:]
    site = Site(archives)
    shutil.rmtree(output, ignore_errors=True)
    for page in site.pages.values():
        write(output / page.file, Renderer(site, page).render())
    for path, code in site.sources.items():
        write(output / f"files/{path}.html", source_page(path, code))
    write(output / "index.html", index(site))
    write(output / "symbols.html", symbols(site))
    write(output / "search-index.js", search_index(site))
    shutil.copy(Path(__file__).with_name("docs-site.css"), output / "style.css")
    shutil.copy(Path(__file__).with_name("docs-search.js"), output / "search.js")


main()
