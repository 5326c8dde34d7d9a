import Foundation
import ModelCore
import Observation

#if Macros
    /// Removes spaces around a text.
    @propertyWrapper struct GoldenTrimmed {
        private var text = ""
        var wrappedValue: String {
            get { text }
            set { text = newValue.trimmingCharacters(in: .whitespaces) }
        }

        init(wrappedValue: String) { self.wrappedValue = wrappedValue }
    }

    /// Properties with observers, wrappers and accessors.
    @Model class GoldenAccessed: BaseModel {
        var observed = "" { didSet { changes += 1 } }
        var list: [Int] = [] { willSet { changes += 1 } }
        @GoldenTrimmed var trimmed = ""
        @Transient var changes = 0
        var overridden = 1
        var inner: GoldenAccessed? { didSet { changes += 1 } }
        @Key(path: "deep.value") var deep = 0 { didSet { changes += 1 } }
    }

    @Model final class GoldenOverriding: GoldenAccessed {
        @Transient var log: [Int] = []
        override var overridden: Int { didSet { log.append(overridden) } }
        var own = ""

        static func sample() -> GoldenOverriding {
            let sample = GoldenOverriding()
            (sample.observed, sample.list, sample.trimmed) = ("o", [1, 2], "  t ")
            (sample.overridden, sample.own, sample.deep) = (5, "own", 6)
            sample.inner = GoldenAccessed()
            sample.inner?.observed = "inside"
            return sample
        }
    }

    /// A class that views observe.
    @Observable @Model final class GoldenObserved: BaseModel {
        var title = ""
        @Key("n") var number = 0
        var items: [GoldenItem] = []

        static func sample() -> GoldenObserved {
            let sample = GoldenObserved()
            (sample.title, sample.number, sample.items) = ("t", 5, [GoldenItem("observed")])
            return sample
        }
    }

    /// A class that writes and reads a property by code of its own, and passes the coder on.
    @Model final class GoldenDelivery: BaseModel {
        var number = 0
        @Transient var title = ""
        @Transient var destination = GoldenDestination()
        var next: GoldenDelivery?

        override func encode(with encoder: ModelEncoder) throws {
            try super.encode(with: encoder)
            try encoder.encode(title, forKey: "name of it")
            try encoder.encode([title.count], forKey: "counts")
            try destination.encode(with: encoder)
        }

        override func set(with decoder: ModelDecoder) throws {
            try super.set(with: decoder)
            if let name = try decoder.decode(String.self, forKey: "name of it") { title = name }
            try destination.set(with: decoder)
        }

        static func sample() -> GoldenDelivery {
            let (sample, next) = (GoldenDelivery(), GoldenDelivery())
            (sample.number, sample.title, sample.next) = (7, "Title", next)
            (sample.destination.street, sample.destination.postalCode) = ("High Street", "W1")
            next.title = "next"
            return sample
        }
    }

    @Model final class GoldenDestination: BaseModel {
        var street = ""
        @Key("zip") var postalCode = ""
    }

    /// A class that is set with a dictionary.
    @Model final class GoldenAuthor: BaseModel {
        var name = ""
        var born: Int?
        var friends: [GoldenAuthor] = []

        override func set(with dictionary: [String: Any]) throws {
            try super.set(with: dictionary)
            if let name = dictionary["name"] as? String { self.name = "read: " + name }
        }

        static func sample() -> GoldenAuthor {
            let (sample, friend) = (GoldenAuthor(), GoldenAuthor())
            (sample.name, sample.born, sample.friends) = ("Mark", 1835, [friend])
            friend.name = "Jane"
            return sample
        }
    }

    /// A class whose instances another one may replace after reading.
    @Model class GoldenPicture: BaseModel {
        var title = ""
        var others: [GoldenPicture] = []

        static func sample() -> GoldenPicture {
            let (sample, photo, other) = (GoldenPicture(), GoldenReplaced(), GoldenReplaced())
            (sample.title, photo.title, other.title, other.camera) = ("p", "replaced", "stays", "c")
            sample.others = [photo, other]
            return sample
        }
    }

    @Model final class GoldenReplaced: GoldenPicture {
        var camera = ""

        override func awakeAfterDecoding() throws -> BaseModel {
            if !camera.isEmpty { return self }
            let picture = GoldenPicture()
            picture.title = title + " by a picture"
            return picture
        }
    }

    /// A value that codes itself.
    struct GoldenCoded: ModelValue, Hashable {
        var parts: [Int]

        static func encode(_ value: GoldenCoded, to encoder: ModelEncoder) throws {
            try encoder.encode(value.parts.map(String.init).joined(separator: "-"))
        }

        static func decode(from decoder: ModelDecoder) throws -> GoldenCoded {
            GoldenCoded(parts: try decoder.decode(String.self).split(separator: "-").compactMap { Int($0) })
        }
    }

    /// Values that code themselves.
    @Model final class GoldenCodes: BaseModel {
        var code = GoldenCoded(parts: [])
        var codes: [GoldenCoded] = []
        var table: [GoldenCoded: GoldenCoded] = [:]
        var maybe: GoldenCoded?

        static func sample() -> GoldenCodes {
            let sample = GoldenCodes()
            (sample.code, sample.maybe) = (GoldenCoded(parts: [1, 2]), GoldenCoded(parts: []))
            (sample.codes, sample.table) = ([GoldenCoded(parts: [3])], [GoldenCoded(parts: [4, 5]): GoldenCoded(parts: [6])])
            return sample
        }
    }
#endif
