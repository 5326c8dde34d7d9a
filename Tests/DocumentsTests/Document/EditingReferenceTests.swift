import Documents
import Foundation
import JSONFormat
import TestSupport
import Testing

/// JSON as a tree that is edited in the simplest way.
private indirect enum Tree: Equatable, CustomStringConvertible {
    case scalar(Int)
    case array([Tree])
    case dictionary([(key: String, value: Tree)])

    static func == (left: Tree, right: Tree) -> Bool { left.description == right.description }

    var description: String {
        switch self {
        case .scalar(let number): "\(number)"
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
        case .dictionary(let members): "{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
        }
    }

    subscript(step: ModelPath.Component) -> Tree? {
        switch (self, step) {
        case (.array(let elements), .index(let index)): elements.indices.contains(index) ? elements[index] : nil
        case (.dictionary(let members), .key(let key)): members.first { $0.key == key }?.value
        default: nil
        }
    }

    subscript(path: ArraySlice<ModelPath.Component>) -> Tree? {
        guard let first = path.first else { return self }
        return self[first]?[path.dropFirst()]
    }

    /// The tree with another value at a path; nil if the path leads nowhere.
    func changing(_ path: ArraySlice<ModelPath.Component>, _ change: (Tree) -> Tree?) -> Tree? {
        guard let first = path.first else { return change(self) }
        guard let inner = self[first], let new = inner.changing(path.dropFirst(), change) else { return nil }
        switch (self, first) {
        case (.array(var elements), .index(let index)):
            elements[index] = new
            return .array(elements)
        case (.dictionary(var members), .key(let key)):
            for index in members.indices where members[index].key == key { members[index].value = new }
            return .dictionary(members)
        default: return nil
        }
    }

    func removing(_ path: [ModelPath.Component]) -> Tree? {
        guard let last = path.last, self[path[...]] != nil else { return nil }
        return changing(path.dropLast()) { parent in
            switch (parent, last) {
            case (.array(var elements), .index(let index)):
                elements.remove(at: index)
                return .array(elements)
            case (.dictionary(let members), .key(let key)): return .dictionary(members.filter { $0.key != key })
            default: return nil
            }
        }
    }

    func inserting(_ value: Tree, _ path: [ModelPath.Component], sets: Bool) -> Tree? {
        guard let last = path.last else { return sets ? value : nil }
        return changing(path.dropLast()) { parent in
            switch (parent, last) {
            case (.array(var elements), .index(let index)):
                guard 0...elements.count ~= index else { return nil }
                if sets, index < elements.count { elements[index] = value } else { elements.insert(value, at: index) }
                return .array(elements)
            case (.dictionary(var members), .key(let key)):
                if let known = members.firstIndex(where: { $0.key == key }) {
                    members[known].value = value
                } else {
                    members.append((key, value))
                }
                return .dictionary(members)
            default: return nil
            }
        }
    }

    static func random(_ generator: inout SeededGenerator, _ depth: Int) -> Tree {
        switch Int.random(in: 0..<(depth == 0 ? 1 : 5), using: &generator) {
        case 0: .scalar(Int.random(in: 0..<100, using: &generator))
        case 1, 2: .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in random(&generator, depth - 1) })
        default: .dictionary(["a", "b", "c"].filter { _ in Bool.random(using: &generator) }.map { ($0, random(&generator, depth - 1)) })
        }
    }

    /// A path into the tree, or a little beside it.
    func path(_ generator: inout SeededGenerator) -> [ModelPath.Component] {
        var (path, here) = ([ModelPath.Component](), self)
        while path.count < 4, Int.random(in: 0..<4, using: &generator) != 0 {
            let step: ModelPath.Component =
                switch here {
                case .array(let elements): .index(Int.random(in: 0...elements.count + 1, using: &generator))
                case .dictionary: .key(["a", "b", "c", "d"].randomElement(using: &generator)!)
                case .scalar: Bool.random(using: &generator) ? .index(0) : .key("a")
                }
            path.append(step)
            guard let next = here[step] else { break }
            here = next
        }
        return path
    }
}

@Suite("Edits of documents against a simple tree")
struct EditingReferenceTests {
    private func document(_ tree: Tree) throws -> ModelDocument { try JSONFormat().document(from: Data(tree.description.utf8)) }

    private func text(_ document: ModelDocument) throws -> String {
        String(decoding: try JSONFormat().encode(document, as: .json), as: UTF8.self)
    }

    @Test("Values that are set, inserted, removed, copied, moved and renamed, many in a row", arguments: 1...4)
    func edits(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            var tree = Tree.random(&generator, 4)
            var edited = try document(tree)
            var log: [String] = ["\(tree)"]
            for _ in 0..<8 {
                let before = edited
                let (path, other) = (tree.path(&generator), tree.path(&generator))
                let (place, second) = (ModelPath(path), ModelPath(other))
                let value = Tree.random(&generator, 2)
                let expected: Tree?
                var edit: (inout ModelDocument) throws -> Void
                switch Int.random(in: 0..<6, using: &generator) {
                case 0:
                    log.append("set \(place) \(value)")
                    // What is missing on the way is made, too: a matter of other tests.
                    guard tree[path.dropLast()] != nil else { continue }
                    expected = tree.inserting(value, path, sets: true)
                    let new = try document(value)
                    edit = { try $0.set(new, at: place) }
                case 1:
                    log.append("insert \(place) \(value)")
                    guard case .index? = path.last else { continue }
                    expected = tree.inserting(value, path, sets: false)
                    let new = try document(value)
                    edit = { try $0.insert(new, at: place) }
                case 2:
                    log.append("remove \(place)")
                    guard !path.isEmpty else { continue }
                    // A key that isn't there needn't be removed.
                    if case .key? = path.last, tree[path[...]] == nil { expected = tree } else { expected = tree.removing(path) }
                    edit = { try $0.removeValue(at: place) }
                case 3:
                    log.append("copy \(place) to \(second)")
                    guard tree[other.dropLast()] != nil else { continue }
                    expected = tree[path[...]].flatMap { tree.inserting($0, other, sets: true) }
                    edit = { try $0.copyValue(at: place, to: second) }
                case 4:
                    log.append("move \(place) to \(second)")
                    guard !path.isEmpty, !other.isEmpty else { continue }
                    if path == other {
                        expected = tree[path[...]] == nil ? nil : tree
                    } else if other.starts(with: path) {
                        expected = nil
                    } else {
                        let rest = tree.removing(path)
                        expected = tree[path[...]].flatMap { rest?.inserting($0, other, sets: false) }
                    }
                    edit = { try $0.moveValue(at: place, to: second) }
                default:
                    let name = ["a", "b", "z"].randomElement(using: &generator)!
                    log.append("rename \(place) to \(name)")
                    guard case .key(let key)? = path.last, tree[path[...]] != nil else { continue }
                    let parent = tree[path.dropLast()]
                    expected =
                        name != key && parent?[.key(name)] != nil
                        ? nil
                        : tree.changing(path.dropLast()) { parent in
                            guard case .dictionary(let members) = parent else { return nil }
                            return .dictionary(members.map { ($0.key == key ? name : $0.key, $0.value) })
                        }
                    edit = { try $0.renameKey(at: place, to: name) }
                }
                do {
                    try edit(&edited)
                    #expect(try text(edited) == expected?.description, "\(log.joined(separator: "; "))")
                } catch {
                    #expect(expected == nil, "\(log.joined(separator: "; ")): \(error)")
                    #expect(edited == before, "\(log.joined(separator: "; "))")
                }
                guard let expected else {
                    edited = before
                    continue
                }
                // Another copy of the document stays as it was.
                #expect(try text(before) == tree.description, "\(log.joined(separator: "; "))")
                tree = expected
                guard try text(edited) == tree.description else { return }
            }
        }
    }

    @Test("The class of an object that was expected is written when it gets another one, and isn't when it has the same again")
    func classes() throws {
        func document() throws -> ModelDocument {
            var builder = DocumentBuilder()
            try builder.beginDictionary()
            try builder.key("list")
            try builder.beginArray()
            for number in 0..<2 {
                try builder.beginObject(CodedClass(name: "A"), number: number, isExpected: true)
                try builder.key("x")
                try builder.append(Int64(number))
                try builder.end()
            }
            try builder.end()
            try builder.key("again")
            try builder.appendReference(to: 1, isExpected: true)
            try builder.end()
            return try builder.finish()
        }
        #expect(try text(document()) == #"{"list":[{"x":0},{"x":1}],"again":{"x":1}}"#)
        for index in 0...1 {
            var edited = try document()
            try edited.setClass(CodedClass(name: "B"), at: ["list", .index(index)])
            let other = #"{"$class":"B","x":\#(index)}"#
            let list = index == 0 ? #"[\#(other),{"x":1}]"# : #"[{"x":0},\#(other)]"#
            #expect(try text(edited) == #"{"list":\#(list),"again":\#(index == 0 ? #"{"x":1}"# : other)}"#)
            var same = try document()
            try same.setClass(CodedClass(name: "A"), at: ["list", .index(index)])
            #expect(try text(same) == text(document()))
        }
        // A value from elsewhere counts as expected only in place of one of its class that was.
        for (name, isExpected) in [("A", true), ("B", false)] {
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: name), isExpected: true)
            try builder.key("y")
            try builder.append(Int64(5))
            try builder.end()
            let new = try builder.finish()
            var edited = try document()
            try edited.set(new, at: ["list", 0])
            let written = isExpected ? #"{"y":5}"# : #"{"$class":"B","y":5}"#
            #expect(try text(edited) == #"{"list":[\#(written),{"x":1}],"again":{"x":1}}"#)
            edited = try document()
            try edited.insert(new, at: ["list", 0])
            #expect(try text(edited) == #"{"list":[{"$class":"\#(name)","y":5},{"x":0},{"x":1}],"again":{"x":1}}"#)
        }
    }

    @Test("Keys that look like marks come back, sorted or not, in every order and company")
    func marks() throws {
        let keys = ["$class", "$$class", "$$$class", "$x", "a", "z", "$"]
        for first in keys.indices {
            for second in keys.indices where second != first {
                for third in keys.indices where third != first && third != second {
                    for (value, isText) in [("t", true), ("", false)] {
                        var builder = DocumentBuilder()
                        try builder.beginArray()
                        try builder.beginDictionary()
                        for index in [first, second, third] {
                            try builder.key(keys[index])
                            if isText { try builder.append(value) } else { try builder.append(Int64(index)) }
                        }
                        try builder.end()
                        try builder.end()
                        let document = try builder.finish()
                        for options in [JSONFormat.WritingOptions(), .sortedKeys] {
                            let content = try JSONFormat(writing: options).encode(document, as: .json)
                            let read = try JSONFormat().document(from: content)
                            #expect(read == document, "\(String(decoding: content, as: UTF8.self))")
                        }
                    }
                }
            }
        }
    }

    @Test("The path of an error leads to the value that comes next", arguments: 0...3)
    func paths(_ depth: Int) throws {
        var builder = DocumentBuilder()
        var path = ModelPath()
        for level in 0..<depth {
            if level % 2 == 0 {
                try builder.beginArray()
                for _ in 0..<level + 2 { try builder.append(true) }
                path.components.append(.index(level + 2))
            } else {
                try builder.beginDictionary()
                try builder.key("before")
                try builder.append(true)
                try builder.key("k\(level)")
                path.components.append(.key("k\(level)"))
            }
        }
        struct Own: Error {}
        #expect(builder.locating(ModelError(.corruptData, "")).path == path)
        #expect(builder.locating(Own()).code == .corruptData)
        var placed = ModelError(.corruptData, "")
        placed.path = ["own"]
        #expect(builder.locating(placed).path == ["own"])
    }

    @Test(
        "Keys that are equal in any way are an error, wherever the two stand",
        arguments: [
            (.int64(1), .int64(1), true), (.int64(1), .int64(2), false), (.string("a"), .string("a"), true),
            (.string("é"), .string("e\u{301}"), false),
            (.decimal(Decimal(string: "1.50")!), .decimal(Decimal(string: "1.5")!), true), (.double(.nan), .double(.nan), false),
            (.double(0), .double(-0.0), true),
            (.data(Data([1])), .data(Data([1])), true), (.data(Data([1])), .data(Data([2])), false), (.bool(true), .int64(1), false),
            (.date(Date(timeIntervalSinceReferenceDate: 1)), .date(Date(timeIntervalSinceReferenceDate: 1)), true), (.null, .null, true),
        ] as [(ModelScalar, ModelScalar, Bool)])
    func equalKeys(_ first: ModelScalar, _ second: ModelScalar, _ areEqual: Bool) throws {
        for between in [0, 1, 5] {
            var builder = DocumentBuilder()
            try builder.beginValueDictionary()
            try builder.append(first)
            try builder.append(true)
            for number in 0..<between {
                try builder.append("other \(number)")
                try builder.append(false)
            }
            try builder.append(second)
            try builder.append(true)
            do {
                try builder.end()
                #expect(!areEqual, "\(first) and \(second)")
            } catch {
                #expect(areEqual && error.code == .duplicateKey, "\(first) and \(second)")
            }
        }
    }
}
