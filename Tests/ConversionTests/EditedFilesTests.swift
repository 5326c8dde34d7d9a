import CryptoCoder
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import TestSupport
import Testing

/// One value of each file that others wrote is changed. Python reads both: nothing else may differ, in the bytes'
/// own terms (objects of keyed archives, UIDs, types, the order of keys).
@Suite(
    "Files of others in which one value was changed",
    .enabled(if: SharedFixtures.arePresent, "The corpora aren't here."))
struct EditedFilesTests {
    /// Prints, of each pair of files, how many values differ, and what of them.
    private static let script = """
        import sys, json, plistlib
        sys.setrecursionlimit(100000)
        def uids(v):
            if isinstance(v, dict):
                if list(v) == ['CF$UID'] and isinstance(v['CF$UID'], int): return plistlib.UID(v['CF$UID'])
                return {k: uids(x) for k, x in v.items()}
            return [uids(x) for x in v] if isinstance(v, list) else v
        def load(path):
            data = open(path, 'rb').read()
            if data[:6] == b'bplist': return 'binary', plistlib.loads(data)
            if data.lstrip()[:1] == b'<': return 'XML', uids(plistlib.loads(data))
            number = lambda text: ('number', text)
            return 'JSON', json.loads(data.decode('utf-8-sig'), parse_float=number, parse_int=number)
        def compare(old, new):
            found, seen = [], set()
            isArchive = isinstance(old, dict) and old.get('$archiver') == 'NSKeyedArchiver'
            if isArchive:
                objects = old['$objects'], new['$objects']
                if list(old) != list(new): found.append(('keys', list(new)))
                stack = [(old[key], new[key], key) for key in old if key != '$objects' and key in new]
            else: stack = [(old, new, '')]
            while stack:
                a, b, path = stack.pop()
                if isArchive and isinstance(a, plistlib.UID) and isinstance(b, plistlib.UID):
                    if (a.data, b.data) in seen: continue
                    seen.add((a.data, b.data))
                    a, b = objects[0][a.data], objects[1][b.data]
                if type(a) != type(b): found.append((path, type(a), type(b)))
                elif isinstance(a, dict):
                    if list(a) != list(b): found.append((path, list(a), list(b)))
                    stack += [(a[key], b[key], path + '.' + str(key)) for key in a if key in b]
                elif isinstance(a, list):
                    if len(a) != len(b): found.append((path, len(a), len(b)))
                    stack += [(x, y, path + '[%d]' % i) for i, (x, y) in enumerate(zip(a, b))]
                elif repr(a) != repr(b): found.append((path, repr(a)[:40], repr(b)[:40]))
            return found
        for index in range(int(sys.argv[2])):
            try: kind, old = load('%s/%d.old' % (sys.argv[1], index))
            except Exception: print('skipped'); continue
            newKind, new = load('%s/%d.new' % (sys.argv[1], index))
            found = compare(old, new)
            isRight = len(found) == 1 and kind == newKind and not isinstance(found[0][1], (list, int, type))
            print('ok' if isRight else (kind + ' ' + newKind + ' ' + str(found[:4])).replace('\\n', ' '))
        """

    /// Which files write an object elsewhere than they have it: it is the same one in the same places.
    private static let moved: Set<String> = [
        "todolist_cycle_binary.plist", "todolist_cycle_json.json", "todolist_selected_binary.plist",
        "todolist_selected_json.json",
    ]

    private static var files: [URL] {
        let corpora = ["keyedarchive", "plist-bin", "plist-xml", "hrcoder"].flatMap { name in
            let folder = SharedFixtures.corpora.appendingPathComponent(name)
            return SharedFixtures.files(below: folder).map { folder.appendingPathComponent($0) }
        }
        let golden = SharedFixtures.folder.appendingPathComponent("golden")
        return corpora
            + SharedFixtures.files(below: golden).filter { !$0.hasSuffix("expected.json") && !$0.hasSuffix("33.json") }
            .map { golden.appendingPathComponent($0) }
    }

    @Test(.enabled(if: Python.path != nil, "Python isn't here."))
    func onlyThatValue() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("edited-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var names: [(name: String, path: String)] = []
        for file in Self.files {
            let content = try Data(contentsOf: file)
            guard content.count < 1_000_000, let format = try? FormatRegistry.current.detect(content),
                ![.cryptoCoding, .fastCoding].contains(format),
                var document = try? FormatRegistry.current.document(from: content), let path = Self.text(in: document)
            else { continue }
            try document.set(.string("EDITED"), at: path)
            let new = try document.data(as: format, keepingTextOf: content)
            try content.write(to: folder.appendingPathComponent("\(names.count).old"))
            try new.write(to: folder.appendingPathComponent("\(names.count).new"))
            names.append((file.lastPathComponent, path.description))
        }
        let lines = try Python.run(Self.script, [folder.path, "\(names.count)"])
        try #require(lines.count == names.count)
        for (file, line) in zip(names, lines) where !["ok", "skipped"].contains(line) {
            if !Self.moved.contains(file.name) { Issue.record("\(file.name), \(file.path): \(line)") }
        }
        #expect(lines.filter { $0 == "ok" }.count > 150)
    }

    /// The path of the first text in a document; nil if there is none below the root.
    private static func text(in document: ModelDocument) -> ModelPath? {
        var pending = [(value: document.root, path: ModelPath())]
        var met: Set<Int> = []
        while let (value, path) = pending.popLast() {
            guard value.kind.isContainer else {
                if value.stringValue != nil, !path.components.isEmpty { return path }
                continue
            }
            guard met.insert(value.id).inserted, path.components.count < 64 else { continue }
            let isText = value.properties.count == value.count
            let steps: [(ModelPath.Component, ModelDocument.Value)] =
                isText
                ? value.properties.map { (.key($0.key), $0.value) }
                : value.elements.enumerated().map { (.index($0.offset), $0.element) }
            for (component, child) in steps.reversed() {
                pending.append((child, ModelPath(path.components + [component])))
            }
        }
        return nil
    }
}
