#if Macros
import FastCoder
import Foundation
import HRCoder
import JSONFormat
import ModelCore
import PlistFormat
import Testing

/// One model's values are keys of another one's object: its decoder and its encoder are passed on.
@Suite("Coders that are passed on")
struct PassedOnTests {
    @Model final class Payload: BaseModel {
        @Key("field_a") var a = 1
        @Key(path: "deep.b") var b = "b"
        @Key(path: "deep.more.c") var c: Int? = 3
        var plain = 4
        var none: Int?
        @Transform(.date(.secondsSince1970)) @Key("at") var when = Date(timeIntervalSince1970: 0)
    }
    @Model final class Envelope: BaseModel {
        var id = 0
        @Key("first") var other = 0
        @Transient var payload = Payload()

        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            try payload.set(with: decoder)
        }
        override func encode(with encoder: ModelEncoder) throws {
            try super.encode(with: encoder)
            try payload.encode(with: encoder)
        }
    }
    /// The payload comes first.
    @Model final class Reverse: BaseModel {
        @Key("number") var id = 0
        @Transient var payload = Payload()

        override func set(with decoder: ModelDecoder) throws {
            try payload.set(with: decoder)
            try super.set(with: decoder)
        }
        override func encode(with encoder: ModelEncoder) throws {
            try payload.encode(with: encoder)
            try super.encode(with: encoder)
        }
    }
    /// The model's own values are in an object inside its object.
    @Model final class Wrapped: BaseModel {
        @Key("field_a") var a = 1
        @Key(path: "deep.b") var b = "b"

        override func set(with decoder: ModelDecoder) throws {
            guard try decoder.moveToKey("data") else { return }
            try decoder.beginObject()
            try super.set(with: decoder)
            try decoder.endObject()
        }
    }
    @Model(unknownKeys: .refuse) final class Refusing: BaseModel {
        var id = 0
        @Transient var payload = Payload()
        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            try payload.set(with: decoder)
        }
    }

    static var formats: [(any FormatProvider, FileFormat)] { NilTests.formats }

    private func decode<Model: BaseModel>(_ type: Model.Type, _ text: String) throws -> Model {
        try JSONFormat().decode(type, from: Data(text.utf8))
    }

    @Test("Keys, key paths and unknown keys, in every order")
    func reading() throws {
        let read = try decode(Envelope.self, #"{"id":1,"a":5,"field_a":6}"#)
        #expect(read.id == 1 && read.payload.a == 6)
        for text in [
            #"{"id":1,"first":2,"field_a":6,"deep":{"b":"x","more":{"c":7}},"plain":8,"none":9,"at":10}"#,
            #"{"at":10,"none":9,"plain":8,"deep":{"more":{"c":7},"b":"x"},"field_a":6,"first":2,"id":1}"#,
            #"{"at":10,"x":1,"none":9,"plain":8,"y":{},"deep":{"more":{"c":7,"z":1},"b":"x"},"field_a":6,"first":2,"id":1,"z":0}"#,
        ] {
            let read = try decode(Envelope.self, text)
            #expect(read.id == 1 && read.other == 2)
            let reversed = try decode(Reverse.self, text.replacing("\"id\"", with: "\"number\""))
            #expect(reversed.id == 1)
            for payload in [read.payload, reversed.payload] {
                #expect(payload.a == 6 && payload.b == "x" && payload.c == 7 && payload.plain == 8 && payload.none == 9)
                #expect(payload.when == Date(timeIntervalSince1970: 10))
            }
        }
    }

    @Test("What one writes it reads, in every format, with unknown keys", arguments: 0..<8)
    func roundTrip(_ number: Int) throws {
        let (format, name) = Self.formats[number]
        func check(_ format: some FormatProvider) throws {
            let text = #"{"id":1,"first":2,"field_a":6,"deep":{"b":"x","more":{"c":7,"z":1},"q":2},"plain":8,"at":10,"u":{"v":1}}"#
            let document = try JSONFormat().document(from: Data(text.utf8))
            let read = try document.decode(Envelope.self)
            for _ in 0..<2 {
                let data = try format.encode([read, read], as: name)
                let both = try format.decode([Envelope].self, from: data, as: name)
                for back in both {
                    #expect(back.id == 1 && back.other == 2 && back.payload.a == 6 && back.payload.b == "x")
                    #expect(back.payload.c == 7 && back.payload.plain == 8, "\(name.displayName)")
                }
                let json = try JSONFormat().encode(both[0])
                #expect(
                    try JSONFormat().document(from: json) == document,
                    "\(name.displayName): \(String(decoding: json, as: UTF8.self))")
            }
            let other = Reverse()
            other.id = 3
            other.payload.a = 5
            other.payload.c = nil
            let back = try format.decode(Reverse.self, from: format.encode(other, as: name), as: name)
            #expect(back.id == 3 && back.payload.a == 5 && back.payload.c == nil, "\(name.displayName)")
        }
        try check(format)
    }

    @Test("A nil that is only left out removes nothing of a model that had values", arguments: 0..<8)
    func merging(_ number: Int) throws {
        let (format, name) = Self.formats[number]
        func check(_ format: some FormatProvider) throws {
            let written = Envelope()
            written.payload.c = nil
            let document = try format.document(from: format.encode(written, as: name), as: name)
            let model = Envelope()
            model.payload.none = 5
            model.payload.c = 8
            try model.set(withObject: document)
            #expect(model.payload.none == 5 && model.payload.c == nil, "\(name.displayName)")

            // A decoder of the file, in the program's own code.
            let data = try format.encode(Payload(), as: name)
            for entered in [false, true] {
                let payload = Payload()
                payload.none = 5
                payload.a = 9
                try format.decode(from: data, as: name) { decoder in
                    if entered { try decoder.beginObject() }
                    try payload.set(with: decoder)
                    if entered { try decoder.endObject() }
                }
                #expect(payload.none == 5 && payload.a == 1, "\(name.displayName)")
            }
        }
        try check(format)
    }

    @Test("In the program's own code, entered or not")
    func program() throws {
        let data = Data(#"{"a":5,"field_a":6,"deep":{"b":"x","y":1},"u":7}"#.utf8)
        for entered in [false, true] {
            let payload = Payload()
            let rest = try JSONFormat().decode(from: data) { decoder in
                if entered { try decoder.beginObject() }
                try payload.set(with: decoder)
                guard entered else { return 0 }
                let rest = try decoder.decode(Int.self, forKey: "u") ?? 0
                try decoder.endObject()
                return rest
            }
            #expect(payload.a == 6 && payload.b == "x" && rest == (entered ? 7 : 0))
            // A value that was entered by the library is the model's as a whole.
            #expect((payload.unknownValues?["u"] != nil) == !entered)
            let written = try JSONFormat().encode(as: .json) { encoder in
                if entered { try encoder.beginDictionary() }
                try payload.encode(with: encoder)
                if entered { try encoder.end() }
            }
            let back = try JSONFormat().decode(Payload.self, from: written)
            #expect(back.a == 6 && back.b == "x" && back.c == 3)
        }
        let list = Data(#"[{"field_a":6},{"id":1,"field_a":7}]"#.utf8)
        let payloads = [Payload(), Payload()]
        try JSONFormat().decode(from: list) { decoder in
            try decoder.beginArray()
            var index = 0
            while try decoder.nextElement() {
                try payloads[index].set(with: decoder)
                index += 1
            }
        }
        #expect(payloads.map(\.a) == [6, 7])
        let envelope = Envelope()
        let entering = #expect(throws: ModelError.self) {
            try JSONFormat().decode(from: data) { try envelope.set(with: $0) }
        }
        #expect(entering?.code == .invalidCoding)
    }

    @Test("A model's own values in an object inside its object")
    func wrapped() throws {
        let read = try decode(Wrapped.self, #"{"data":{"a":5,"field_a":6,"deep":{"b":"x"}}}"#)
        #expect(read.a == 6 && read.b == "x")
    }

    @Test("A key that neither knows is refused")
    func refused() throws {
        #expect(try decode(Refusing.self, #"{"id":1,"field_a":6,"deep":{"b":"x","more":{"c":7}}}"#).payload.c == 7)
        for (text, path) in [(#"{"id":1,"field_b":6}"#, "field_b"), (#"{"id":1,"deep":{"b":"x","d":1}}"#, "deep.d")] {
            let error = #expect(throws: ModelError.self) { try decode(Refusing.self, text) }
            #expect(error?.code == .unknownKey && "\(error?.path ?? [])" == path, "\(String(describing: error))")
        }
    }

    @Test("An error has the key of the file")
    func errors() throws {
        for (text, path) in [(#"{"id":1,"field_a":"x"}"#, "field_a"), (#"{"deep":{"more":{"c":"x"}}}"#, "deep.more.c")] {
            let error = #expect(throws: ModelError.self) { try decode(Envelope.self, text) }
            #expect("\(error?.path ?? [])" == path)
        }
    }

    @Model final class Named: BaseModel {
        @Key("n") var name = ""
        override func set(with dictionary: [String: Any]) throws { name = dictionary["n"] as? String ?? "" }
    }
    @Model(version: 2) final class Versioned: BaseModel {
        override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}
        @Key("v") var value = 0
    }
    @Model final class Passing: BaseModel {
        @Transient var inner: BaseModel = Payload()
        override func set(with decoder: ModelDecoder) throws { try inner.set(with: decoder) }
        override func encode(with encoder: ModelEncoder) throws { try inner.encode(with: encoder) }
    }

    @Test("A model that can't share an object is an error")
    func impossible() throws {
        for inner in [Named(), Versioned()] {
            let reading = #expect(throws: ModelError.self) {
                let passing = Passing()
                passing.inner = inner
                try JSONFormat().decode(from: Data(#"{"n":"x","v":1}"#.utf8)) {
                    try $0.beginObject()
                    try passing.set(with: $0)
                    try $0.endObject()
                }
            }
            #expect(reading?.code == .invalidCoding, "\(type(of: inner))")
        }
        let passing = Passing()
        passing.inner = Versioned()
        let writing = #expect(throws: ModelError.self) { try JSONFormat().encode(passing) }
        #expect(writing?.code == .invalidCoding)
    }

    @Model final class Pricing: BaseModel {
        var retail: Double?
        var currency = "EUR"
    }
    @Model final class Priced: BaseModel {
        @Key(path: "pricing.retail") var price: Double?
        var pricing: Pricing?
    }

    @Test("A key path into another property has the value that was set last", arguments: 0..<8)
    func overlaps(_ number: Int) throws {
        let (format, name) = Self.formats[number]
        func check(_ format: some FormatProvider) throws {
            let priced = Priced()
            priced.pricing = Pricing()
            let passing = Passing()
            passing.inner = priced
            for price in [5.0, 6.0] {
                priced.price = price
                let data = try format.encode(passing, as: name)
                let read = try format.decode(Priced.self, from: format.encode(
                    format.document(from: data, as: name).withoutClass, as: name), as: name)
                #expect(read.price == price && read.pricing?.retail == price, "\(name.displayName)")
            }
            let both = try format.encode(passing, as: name)
            try format.decode(from: both, as: name) { decoder in
                try decoder.beginObject()
                try priced.set(with: decoder)
                try decoder.endObject()
            }
            priced.pricing?.retail = 7
            let document = try format.document(from: format.encode(passing, as: name), as: name)
            #expect(document["pricing"]?["retail"]?.doubleValue == 7, "\(name.displayName)")
        }
        try check(format)
    }

    @Test("A payload that was read by itself keeps its unknown values in the envelope")
    func unknownOfPayload() throws {
        let envelope = Envelope()
        envelope.id = 1
        envelope.payload = try decode(Payload.self, #"{"id":9,"field_a":6,"u":7,"deep":{"b":"x","y":1}}"#)
        let json = String(decoding: try JSONFormat().encode(envelope), as: UTF8.self)
        #expect(json == #"{"id":1,"first":0,"field_a":6,"deep":{"b":"x","more":{"c":3},"y":1},"plain":4,"at":0,"u":7}"#)
    }
}

extension ModelDocument {
    /// The document with a dictionary as its root.
    fileprivate var withoutClass: ModelDocument {
        get throws {
            var copy = self
            try copy.setClass(nil, at: [])
            return copy
        }
    }
}
#endif
