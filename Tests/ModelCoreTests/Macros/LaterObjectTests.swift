#if Macros
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import ModelCore

/// Tests of the later objects of a class: they must be as correct as the first, for which much is determined once and
/// then reused.
@Suite("Later objects")
struct LaterObjectTests {
    // MARK: Where properties stand

    @Model("LaterWords") final class Words: BaseModel {
        var first = ""
        var second = ""
        var number: UInt64 = 0
    }

    /// A class with the same keys in another order.
    @Model("LaterTurned") final class Turned: BaseModel {
        var second = ""
        var first = ""
        var number: Int = 0
    }

    @Model("LaterBoth") final class Both: BaseModel {
        var words: [Words] = []
        var turned: [Turned] = []
    }

    @Test("Dictionaries with the same keys are read by each class in its own way")
    func sameKeys() throws {
        let one: [String: Any] = ["first": "a", "second": "b", "number": 3]
        let ones = Array(repeating: one, count: 4)
        for _ in 0..<2 {
            let both = try ModelDocument(encoding: ["words": ones, "turned": ones] as Any?).decode(Both.self)
            #expect(both.words.map { "\($0.first) \($0.second) \($0.number)" } == Array(repeating: "a b 3", count: 4))
            #expect(both.turned.map { "\($0.first) \($0.second) \($0.number)" } == Array(repeating: "a b 3", count: 4))
        }
    }

    @Test("Unknown keys are those of the object that has them, whatever came before it")
    func unknownKeys() throws {
        let plain: [String: Any] = ["first": "a", "second": "b", "number": 3]
        var objects = Array(repeating: plain, count: 8)
        for index in [3, 4, 6] { objects[index]["x\(index % 2)"] = index }
        let words = try ModelDocument(encoding: objects as Any?).decode([Words].self)
        let again = try ModelDocument(encoding: words)
        for index in objects.indices {
            #expect(again[index]?.keys.count == objects[index].count, "\(index)")
            #expect(again[index]?["x\(index % 2)"]?.intValue == objects[index]["x\(index % 2)"] as? Int)
            #expect(again[index]?["second"]?.stringValue == "b" && again[index]?["number"]?.intValue == 3)
        }
    }

    @Test(
        "A model that is set twice keeps what it had unknown, also where others of its class are in what it is set with"
    )
    func setTwice() throws {
        let link = Link()
        try link.set(withObject: ModelDocument(encoding: ["name": "a", "x": 1, "y": 2] as [String: Any]))
        // With the same keys: what is known of them is asked for again for the outer one.
        let inner: [String: Any] = ["next": ["name": "d", "y": 5] as [String: Any], "name": "c", "y": 4]
        let values: [String: Any] = ["next": inner, "name": "b", "y": 3]
        for _ in 0..<2 {
            try link.set(withObject: ModelDocument(encoding: values as Any?))
            #expect(link.name == "b" && link.next?.name == "c")
        }
        let kept = try ModelDocument(encoding: link)
        #expect(kept["x"]?.intValue == 1 && kept["y"]?.intValue == 3)
        #expect(kept[["next", "y"]]?.intValue == 4 && kept[["next", "x"]] == nil)
    }

    @Model("LaterLink") final class Link: BaseModel {
        var next: Link?
        var name = ""
    }

    @Model("LaterHolder") final class Holder: BaseModel {
        var first: Link?
        var second: Link?
        var note = ""
    }

    @Test("What is unknown in an archive that a file holds as data is kept, too, also what two keys share")
    func unknownInArchives() throws {
        func archive(_ number: Int) throws -> Data {
            var builder = DocumentBuilder()
            try builder.beginObject(CodedClass(name: "LaterLink"))
            for key in ["name", "x", "y", "z"] {
                try builder.key(key)
                if key == "name" {
                    try builder.append("\(number)")
                } else if builder.hasContainer(1) {
                    try builder.appendReference(to: 1)
                } else {
                    try builder.beginArray(number: 1)
                    try builder.append(Int64(number))
                    try builder.end()
                }
            }
            try builder.end()
            return try KeyedArchive().encode(builder.finish())
        }
        let values: [String: Any] = ["first": try archive(1), "second": try archive(2), "note": "n", "more": [3]]
        let holder = try ModelDocument(encoding: values as Any?).decode(Holder.self)
        let kept = try ModelDocument(encoding: holder)
        for (key, number) in [("first", 1), ("second", 2)] {
            #expect(kept[[.key(key), "name"]]?.stringValue == "\(number)")
            for own in ["x", "y", "z"] {
                #expect(kept[[.key(key), .key(own), 0]]?.intValue == number, "\(key).\(own)")
            }
            #expect(kept[[.key(key), "x"]]?.id == kept[[.key(key), "z"]]?.id)
        }
        #expect(kept[["more", 0]]?.intValue == 3)
    }

    // MARK: Which class is made

    @Model("LaterShape") class Shape: BaseModel {
        var name = ""
    }
    @Model("LaterCircle") final class Circle: Shape {}
    @Model("LaterDrawing") final class Drawing: BaseModel {
        var shapes: [Shape] = []
        var circle: Circle?
        var circles: [Circle] = []
    }

    @Test("Only a class of the property's type is made, also when another property of the file may have it")
    func narrower() throws {
        func drawing(_ class: String) throws -> ModelDocument {
            var builder = DocumentBuilder()
            func object(_ name: String) throws {
                try builder.beginObject(CodedClass(name: name))
                try builder.end()
            }
            try builder.beginObject(CodedClass(name: "LaterDrawing"))
            try builder.key("shapes")
            try builder.beginArray()
            for name in ["LaterShape", "LaterCircle", "LaterShape", "LaterShape"] { try object(name) }
            try builder.end()
            try builder.key("circles")
            try builder.beginArray()
            try object(`class`)
            try builder.end()
            try builder.end()
            return try builder.finish()
        }
        #expect(try drawing("LaterCircle").decode(Drawing.self).circles.count == 1)
        let error = #expect(throws: ModelError.self) { try drawing("LaterShape").decode(Drawing.self) }
        #expect(error?.code == .classMismatch && error?.path.description == "circles[0]")
    }

    // MARK: Nil over a resource file

    static let resource = Mutex("")

    @Model struct Place: Equatable {
        var street = ""
        var zip: String? = "zip"
        var city: String?
    }

    @Model("LaterLayered") final class Layered: BaseModel {
        var place = Place()
        var places: [Place] = []
        var inner: Link?
        var note: String?
        var other: String?
        override class var resourceFile: String? { LaterObjectTests.resource.withLock { $0 } }
    }

    @Test("Nil behind a struct, an array of them and a model is written over what the resource file says")
    func nilBehind() throws {
        let folder = try TemporaryFolder()
        Self.resource.withLock { [path = folder.file("resource")] in $0 = path }
        let values: [String: Any] = ["note": "resource", "other": "resource", "unheard": 1]
        try BaseModel.write(values, toFile: folder.file("resource"), format: .keyedArchive)
        let bodies: [(Layered) -> Void] = [{ _ in }, { $0.places = [Place(), Place()] }, { $0.inner = Link() }]
        try FormatRegistry.withFormats(FormatRegistry([PlainFormat()])) {
            for (format, body) in [FileFormat.keyedArchive, PlainFormat.format].flatMap({ format in
                bodies.map { (format, $0) }
            }) {
                let layered = Layered()
                #expect(layered.note == "resource" && layered.other == "resource")
                layered.note = nil
                layered.place.zip = nil
                body(layered)
                let file = folder.file("saved")
                try layered.write(toFile: file, format: format)
                let back = try Layered.load(fromFile: file)
                #expect(back.note == nil && back.other == "resource" && back.place.zip == nil)
                // The other values of the resource file are no part of the saved file.
                let document = try FormatRegistry.current.document(from: Data(contentsOf: URL(fileURLWithPath: file)))
                #expect(document["unheard"] == nil && back.unknownValues == nil)
                // A nil of a struct is written only over its own default.
                #expect(document["place"]?.keys == ["street", "zip"] && document.root.keys.contains("note"))
            }
        }
    }

    // MARK: Errors behind the first

    @Model enum Step {
        case move(Int, Int, [Int])
        case both(first: [Place] = [], second: Int)
    }

    @Test("An error has the place of the value that it is about, and not of the first")
    func places() throws {
        let cases: [(values: [String: Any], path: String)] = [
            (["move": [1, 2, ["x"]] as [Any]], "move[2][0]"), (["move": [1, "x", [3]] as [Any]], "move[1]"),
            (["move": ["x", 2, [3]] as [Any]], "move[0]"),
            (["both": ["first": [Any](), "second": "x"] as [String: Any]], "both.second"),
            (["both": ["first": [[:], ["street": [1]]], "second": 2] as [String: Any]], "both.first[1].street"),
        ]
        let good: [String: Any] = ["move": [1, 2, [3]] as [Any]]
        for (values, path) in cases {
            let error = #expect(throws: ModelError.self) {
                try ModelDocument(encoding: [good, values] as Any?).decode([Step].self)
            }
            #expect(error?.path.description == "[1]." + path)
        }
    }

    @Test("The case of an enum is the one that isn't nil, in each dictionary with the same keys")
    func nilCases() throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for number in 0..<6 {
            try builder.beginDictionary()
            for key in ["move", "both"] {
                try builder.key(key)
                if (key == "move") == (number % 3 == 0) {
                    try builder.append(
                        ModelDocument(encoding: (key == "move" ? [1, number, [3]] : ["second": number]) as Any?))
                } else {
                    try builder.appendAbsent()
                }
            }
            try builder.end()
        }
        try builder.end()
        let steps = try builder.finish().decode([Step].self)
        for (number, step) in steps.enumerated() {
            switch step {
            case .move(_, let second, _): #expect(number % 3 == 0 && second == number)
            case .both(_, let second): #expect(number % 3 != 0 && second == number)
            }
        }
    }

    // MARK: Versions under former names

    @Model("LaterBase", aliases: ["OldBase", "OlderBase"], version: 3) class Base: BaseModel {
        var steps = ""
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.set(.string((object["steps"]?.stringValue ?? "") + "b\(version)"), at: ["steps"])
        }
    }

    @Model("LaterDerived", aliases: ["OldDerived", "OlderDerived"], version: 4) final class Derived: Base {
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {
            try object.set(.string((object["steps"]?.stringValue ?? "") + "d\(version)"), at: ["steps"])
        }
    }

    @Test(
        "Each class takes the steps from its own version on, under whichever name the file has it, the superclass first"
    )
    func versions() throws {
        let bases: [(Int, String)] = [(1, "b1b2"), (2, "b2"), (3, "")]
        let deriveds: [(Int, String)] = [(1, "d1d2d3"), (2, "d2d3"), (3, "d3"), (4, "")]
        for (base, own) in bases {
            for (derived, rest) in deriveds {
                for (one, other) in [
                    ("LaterBase", "LaterDerived"), ("OldBase", "OlderDerived"), ("OlderBase", "OldDerived"),
                ] {
                    let object: [String: Any] = ["$version": [one: base, other: derived]]
                    let read = try ModelDocument(encoding: object as Any?).decode(Derived.self)
                    #expect(read.steps == own + rest, "\(one) \(base), \(other) \(derived)")
                    let written = try ModelDocument(encoding: read)
                    #expect(written[["$version", "LaterBase"]]?.intValue == 3)
                    #expect(written[["$version", "LaterDerived"]]?.intValue == 4)
                    #expect(try written.decode(Derived.self).steps == own + rest)
                }
            }
        }
        for name in ["LaterDerived", "OldDerived", "OlderDerived", "LaterBase", "OldBase", "OlderBase"] {
            let object: [String: Any] = ["$version": [name: 5]]
            let error = #expect(throws: ModelError.self) {
                try ModelDocument(encoding: object as Any?).decode(Derived.self)
            }
            #expect(error?.code == .newerVersion, "\(name)")
        }
    }

    @Test(
        "Objects are found under every former name of their class",
        arguments: ["LaterDerived", "OldDerived", "OlderDerived"])
    func formerNames(_ name: String) throws {
        var builder = DocumentBuilder()
        try builder.beginArray()
        for _ in 0..<3 {
            try builder.beginObject(CodedClass(name: name))
            try builder.end()
        }
        try builder.end()
        let read = try builder.finish().decode([Base].self)
        #expect(read.map { $0 is Derived } == [true, true, true])
    }

    // MARK: Elements that are left out

    @Model("LaterPart") final class Part: BaseModel {
        var name = ""
        @Lenient var parts: [Part] = []
        var size = 0
    }

    @Model("LaterWhole") final class Whole: BaseModel {
        @Lenient var parts: [Part] = []
        @Lenient var others: [Part] = []
        var favourite: Part?
    }

    /// A whole whose first part can't be read further than its name, and is led to from another property.
    private func whole(_ key: String, isArray: Bool, partWithin: Bool) throws -> ModelDocument {
        var builder = DocumentBuilder()
        try builder.beginObject(CodedClass(name: "LaterWhole"))
        try builder.key("parts")
        try builder.beginArray()
        if partWithin {
            try builder.beginObject(CodedClass(name: "LaterPart"))
            try builder.key("parts")
            try builder.beginArray()
        }
        try builder.beginObject(CodedClass(name: "LaterPart"), number: 7)
        try builder.key("name")
        try builder.append("half")
        try builder.key("size")
        try builder.append("wrong")
        try builder.end()
        if partWithin {
            try builder.end()
            try builder.key("size")
            try builder.append("wrong, too")
            try builder.end()
        }
        try builder.end()
        try builder.key(key)
        if isArray { try builder.beginArray() }
        try builder.appendReference(to: 7)
        if isArray { try builder.end() }
        try builder.end()
        return try builder.finish()
    }

    @Test(
        "An object that was half read and left out is read anew where something else leads to it",
        arguments: [false, true])
    func halfRead(partWithin: Bool) throws {
        let (read, report) = try DecodingReport.collecting {
            try whole("others", isArray: true, partWithin: partWithin).decode(Whole.self)
        }
        #expect(read.parts.isEmpty && read.others.isEmpty)
        #expect(report.skipped.map(\.path.description).sorted() == ["others[0].size", "parts[0].size"])
        // An element that was skipped within a skipped element doesn't count.
        #expect(report.skippedCount == 2)
        let error = #expect(throws: ModelError.self) {
            try DecodingReport.collecting {
                try whole("favourite", isArray: false, partWithin: partWithin).decode(Whole.self)
            }
        }
        #expect(error?.path.description == "favourite.size")
    }
}
#endif
