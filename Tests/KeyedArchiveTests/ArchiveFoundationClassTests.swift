import Foundation
import ModelCore
import TestSupport
import Testing

/// Values of Foundation's types as objects of Foundation's classes, as archivers write them.
@Suite("Objects of Foundation's classes in archives")
struct ArchiveFoundationClassTests {
    struct Event: Codable, Equatable {
        var components: DateComponents?
        var person: PersonNameComponents?
        var zone: TimeZone?
        var locale: Locale?
        var calendar: Calendar?
        var characters: CharacterSet?
        var interval: DateInterval?
        var path: IndexPath?
        var length: Measurement<UnitLength>?
        var any: Measurement<Unit>?
        var fuel: Measurement<UnitFuelEfficiency>?
        var extra: [String: DateComponents] = [:]

        init() {}
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            components = try values.decodeIfPresent(DateComponents.self, forKey: .components)
            person = try values.decodeIfPresent(PersonNameComponents.self, forKey: .person)
            zone = try values.decodeIfPresent(TimeZone.self, forKey: .zone)
            locale = try values.decodeIfPresent(Locale.self, forKey: .locale)
            calendar = try values.decodeIfPresent(Calendar.self, forKey: .calendar)
            characters = try values.decodeIfPresent(CharacterSet.self, forKey: .characters)
            interval = try values.decodeIfPresent(DateInterval.self, forKey: .interval)
            path = try values.decodeIfPresent(IndexPath.self, forKey: .path)
            length = try values.decodeIfPresent(Measurement<UnitLength>.self, forKey: .length)
            any = try values.decodeIfPresent(Measurement<Unit>.self, forKey: .any)
            fuel = try values.decodeIfPresent(Measurement<UnitFuelEfficiency>.self, forKey: .fuel)
            extra = try values.decodeIfPresent([String: DateComponents].self, forKey: .extra) ?? [:]
        }
    }

    private static let start = Date(timeIntervalSinceReferenceDate: 0.5)

    /// Values with all that their classes contain.
    private static var full: Event {
        var event = Event()
        var calendar = Calendar(identifier: .buddhist)
        calendar.locale = Locale(identifier: "th_TH")
        calendar.timeZone = TimeZone(identifier: "Asia/Bangkok") ?? .gmt
        calendar.firstWeekday = 3
        calendar.minimumDaysInFirstWeek = 5
        event.calendar = calendar
        event.components = DateComponents(
            calendar: calendar, timeZone: TimeZone(identifier: "Europe/Berlin"), era: 1, year: 2020, month: 2, day: 3,
            hour: 4, minute: 5, second: 6, nanosecond: 7, weekday: 1, weekdayOrdinal: 2, quarter: 1, weekOfMonth: 3,
            weekOfYear: 8, yearForWeekOfYear: -2020)
        event.components?.isLeapMonth = false
        event.components?.dayOfYear = 34
        var person = PersonNameComponents()
        person.givenName = "Ada"
        person.familyName = "Lovelace"
        person.middleName = "King"
        person.namePrefix = "Lady"
        person.nameSuffix = "I"
        person.nickname = "a"
        var spoken = PersonNameComponents()
        spoken.givenName = "Eyda"
        person.phoneticRepresentation = spoken
        event.person = person
        event.zone = TimeZone(identifier: "GMT+0100")
        event.locale = Locale(identifier: "de_DE")
        event.characters = CharacterSet(charactersIn: "a-é\u{1F600}")
        event.interval = DateInterval(start: start, duration: 60)
        event.path = IndexPath(indexes: [1, 300, -1])
        event.length = Measurement(value: 45, unit: .miles)
        event.any = Measurement(value: -1.5, unit: UnitTemperature.celsius)
        event.fuel = Measurement(value: 40, unit: .milesPerGallon)
        event.extra = ["a": DateComponents(month: 5)]
        return event
    }

    /// An XML archive of objects, the first of which is the root. A number in a box is a reference.
    private func archive(_ objects: [[String: Any]], classes: [String]) throws -> Data {
        func uid(_ number: Int) -> [String: Any] { ["CF$UID": number] }
        var all: [Any] = ["$null"]
        for (index, object) in objects.enumerated() {
            var object = object
            object["$class"] = uid(objects.count + 1 + index)
            all.append(object)
        }
        for name in classes { all.append(["$classname": name, "$classes": [name, "NSObject"]]) }
        let root: [String: Any] = [
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": uid(1)], "$objects": all,
        ]
        return try PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0)
    }

    private func read<Value: Codable>(
        _ type: Value.Type, _ className: String, _ values: [String: Any], _ more: [(String, [String: Any])] = []
    ) throws -> Value {
        let data = try archive([values] + more.map(\.1), classes: [className] + more.map(\.0))
        return try KeyedArchive().decode(type, from: data)
    }

    private func reference(_ number: Int) -> [String: Any] { ["CF$UID": number] }

    // MARK: Both ways

    @Test("All values come back, and each is an object of its class")
    func roundTrip() throws {
        let data = try KeyedArchive().encode(Self.full)
        let back = try KeyedArchive().decode(Event.self, from: data)
        #expect(back == Self.full)
        #expect(back.person?.phoneticRepresentation?.givenName == "Eyda")
        #expect(back.components?.isLeapMonth == false && back.components?.dayOfYear == 34)
        let document = try KeyedArchive().document(from: data)
        let classes = [
            "components": "NSDateComponents", "person": "NSPersonNameComponents", "zone": "NSTimeZone",
            "locale": "NSLocale", "calendar": "NSCalendar", "characters": "NSCharacterSet",
            "interval": "NSDateInterval", "path": "NSIndexPath", "length": "NSMeasurement", "any": "NSMeasurement",
            "fuel": "NSMeasurement",
        ]
        for (key, name) in classes { #expect(document[key]?.codedClass?.name == name, "\(key)") }
        #expect(document["components"]?["NS.calendar"]?["NS.locale"]?.codedClass?.name == "NSLocale")
        #expect(document["person"]?["NS.nameComponentsPrivate"]?.codedClass?.name == "_NSPersonNameComponentsData")
        #expect(document["length"]?["NS.unit"]?.codedClass?.name == "NSUnitLength")
        #expect(document["any"]?["NS.unit"]?.codedClass?.superclassNames == ["NSDimension", "NSUnit", "NSObject"])
        #expect(document["fuel"]?["NS.unit"]?["NS.converter"]?.codedClass?.name == "NSUnitConverterReciprocal")
        #expect(document["extra"]?["a"]?.keys == ["NS.month"])
    }

    @Test("A value that an object wouldn't contain is encoded by its own code")
    func followsTheUser() throws {
        var event = Event()
        event.zone = .autoupdatingCurrent
        event.locale = .autoupdatingCurrent
        event.calendar = .autoupdatingCurrent
        event.components = DateComponents(calendar: .autoupdatingCurrent, year: 5)
        let data = try KeyedArchive().encode(event)
        let back = try KeyedArchive().decode(Event.self, from: data)
        #expect(back.zone == .autoupdatingCurrent && back.locale == .autoupdatingCurrent)
        #expect(back.calendar == .autoupdatingCurrent && back.components?.year == 5)
        #expect(try KeyedArchive().document(from: data)["zone"]?.codedClass == nil)
    }

    @Test("Foundation reads what this writes, and this what Foundation writes")
    func foundation() throws {
        let full = Self.full
        func same<Object: NSObject & NSCoding>(_ type: Object.Type, _ value: some Codable) throws -> Object {
            let reader = try NSKeyedUnarchiver(forReadingFrom: KeyedArchive().encode(value))
            reader.requiresSecureCoding = false
            reader.decodingFailurePolicy = .setErrorAndReturn
            let object = reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
            return try #require(object as? Object, "\(type): \(String(describing: reader.error))")
        }
        // Not those with a nil, whose key this Foundation requires, and Apple's doesn't.
        #expect((try same(NSLocale.self, full.locale) as Locale).identifier == "de_DE")
        #expect(try same(NSCharacterSet.self, full.characters).isEqual(full.characters))
        // This Foundation takes the start of its own intervals for the end, too.
        #expect(try same(NSDateInterval.self, full.interval).startDate == full.interval?.start)
        // This Foundation stops the program at a negative index.
        let path = try same(NSIndexPath.self, IndexPath(indexes: [1, 300])) as IndexPath
        #expect(path == IndexPath(indexes: [1, 300]), "\(path)")
        #expect(try same(NSIndexPath.self, IndexPath(index: 7)) as IndexPath == IndexPath(index: 7))
        let unit = try same(NSMeasurement.self, full.length).unit
        #expect(unit == UnitLength.miles, "\(unit)")
        #expect(try same(NSMeasurement.self, full.fuel).unit == UnitFuelEfficiency.milesPerGallon)

        func read<Value: Codable>(_ object: some NSObject & NSCoding, as type: Value.Type) throws -> Value {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
            return try KeyedArchive().decode(type, from: data)
        }
        let given = NSDateComponents()
        given.year = 2020
        given.month = 2
        var expected = DateComponents(year: 2020, month: 2)
        expected.isLeapMonth = false
        #expect(try read(given, as: DateComponents.self) == expected)
        let person = NSPersonNameComponents()
        person.givenName = "Ada"
        person.nickname = "a"
        #expect(try read(person, as: PersonNameComponents.self).nickname == "a")
        let zone = try #require(NSTimeZone(name: "Europe/Berlin"))
        #expect(try read(zone, as: TimeZone.self).identifier == "Europe/Berlin")
        #expect(try read(NSLocale(localeIdentifier: "fr_FR"), as: Locale.self).identifier == "fr_FR")
        #expect(try read(NSDateInterval(start: Self.start, duration: 9), as: DateInterval.self).duration == 9)
        for indexes in [[], [5], [0, 1 << 40]] {
            let path = unsafe indexes.withUnsafeBufferPointer {
                unsafe NSIndexPath(indexes: $0.baseAddress, length: $0.count)
            }
            #expect(try read(path, as: IndexPath.self) == IndexPath(indexes: indexes))
        }
        let hebrew = try #require(NSCalendar(identifier: .hebrew))
        #expect(try read(hebrew, as: Calendar.self).identifier == .hebrew)
        let length = NSMeasurement(doubleValue: 3, unit: UnitLength.kilometers)
        #expect(try read(length, as: Measurement<UnitLength>.self) == Measurement(value: 3, unit: .kilometers))
        for set in [
            CharacterSet.letters, .whitespaces.inverted, CharacterSet(charactersIn: "xyz"),
            CharacterSet(charactersIn: "a"..."f"), CharacterSet(charactersIn: "a\u{1F600}").inverted,
            .alphanumerics.union(CharacterSet(charactersIn: "_")), .newlines,
        ] {
            // On Linux, equal sets that are inverted in different ways are unequal.
            let back = try read(set as NSCharacterSet, as: CharacterSet.self)
            #expect(Self.members(back) == Self.members(set))
        }
    }

    private static func members(_ set: CharacterSet) -> [UInt32] {
        (0..<0x20000 as Range<UInt32>).filter { Unicode.Scalar($0).map(set.contains) ?? false }
    }

    // MARK: Reading

    @Test("What Apple's archiver writes is read with its values")
    func apple() throws {
        let components = try read(
            DateComponents.self, "NSDateComponents", ["NS.month": 2, "NS.year": 2020, "NS.leapMonth": 0])
        #expect(components == DateComponents(year: 2020, month: 2))
        #expect(try read(DateComponents.self, "NSDateComponents", ["NS.leapMonth": 1]).isLeapMonth == true)
        let person = try read(
            PersonNameComponents.self, "NSPersonNameComponents", ["NS.nameComponentsPrivate": reference(2)],
            [("_NSPersonNameComponentsData", ["NS.givenName": "Ada"])])
        #expect(person.givenName == "Ada" && person.familyName == nil)
        let interval = try read(
            DateInterval.self, "NSDateInterval", ["NS.startDate": reference(2), "NS.duration": 60.0],
            [("NSDate", ["NS.time": 0.0])])
        #expect(interval == DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 60))
        #expect(try read(CharacterSet.self, "NSCharacterSet", ["NSBuiltinID": 4]) == .decimalDigits)
        #expect(
            try read(CharacterSet.self, "NSMutableCharacterSet", ["NSBuiltinID": 4, "NSIsInverted": true])
                == CharacterSet.decimalDigits.inverted)
        #expect(
            try read(CharacterSet.self, "NSCharacterSet", ["NSRange": 0x61_0000_0003])
                == CharacterSet(charactersIn: "abc"))
        #expect(try read(IndexPath.self, "NSIndexPath", ["NSIndexPathLength": 1, "NSIndexPathValue": 20]) == [20])
        #expect(try read(TimeZone.self, "NSTimeZone", ["NS.name": "GMT+0100"]).secondsFromGMT() == 3600)
        let unit = [
            ("NSUnitLength", ["NS.symbol": "mi", "NS.converter": reference(3), "NS.specifier": 1287] as [String: Any]),
            ("NSUnitConverterLinear", ["NS.coefficient": 1609.34, "NS.constant": 0.0]),
        ]
        let values: [String: Any] = ["NS.value": 45.0, "NS.unit": reference(2)]
        let miles = Measurement(value: 45, unit: UnitLength.miles)
        #expect(try read(Measurement<UnitLength>.self, "NSMeasurement", values, unit) == miles)
        #expect(try read(Measurement<Unit>.self, "NSMeasurement", values, unit).unit == UnitLength.miles)
        #expect(errorCode { try read(Measurement<UnitMass>.self, "NSMeasurement", values, unit) } == .classMismatch)
    }

    @Test(
        "Foundation's files",
        .enabled(if: SharedFixtures.arePresent, "The fixtures aren't here."))
    func files() throws {
        let folder = SharedFixtures.corpora.appendingPathComponent(
            "keyedarchive/swiftlang+swift-corelibs-foundation/Tests/Foundation/Resources/Fixtures/macOS-10.14")
        func file(_ name: String) throws -> Data {
            try Data(contentsOf: folder.appendingPathComponent("\(name).archive"))
        }
        let archive = KeyedArchive()
        let length = try archive.decode(Measurement<UnitLength>.self, from: file("NSMeasurement-Length"))
        #expect(length == Measurement(value: 45, unit: .miles))
        let angle = try archive.decode(Measurement<UnitAngle>.self, from: file("NSMeasurement-Angle"))
        #expect(angle == Measurement(value: 90, unit: .degrees))
        let frequency = try archive.decode(Measurement<Dimension>.self, from: file("NSMeasurement-Frequency"))
        #expect(frequency.unit == UnitFrequency.megahertz && frequency.value == 1400)
        let zero = try archive.decode(Measurement<Unit>.self, from: file("NSMeasurement-Zero"))
        #expect(zero == Measurement(value: 0, unit: Unit(symbol: "")))
        struct NSDateIntervalFormatter: Codable {
            enum CodingKeys: String, CodingKey {
                case locale = "NS.locale"
                case calendar = "NS.calendar"
                case timeZone = "NS.timeZone"
            }
            var locale: Locale
            var calendar: Calendar
            var timeZone: TimeZone
        }
        let formatter = try archive.decode(
            NSDateIntervalFormatter.self, from: file("DateIntervalFormatter-ValuesSetWithTemplate"))
        #expect(formatter.locale.identifier == "ja-JP" && formatter.timeZone.secondsFromGMT() == 3600)
        #expect(formatter.calendar.identifier == .gregorian && formatter.calendar.timeZone.identifier == "GMT")
    }

    @Test("What earlier states wrote is read")
    func earlier() throws {
        // As the types' own code encodes them, in dictionaries.
        let json = try JSONEncoder().encode([
            "components": DateComponents(calendar: Calendar(identifier: .hebrew), year: 5)
        ])
        let object = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
        let data = try KeyedArchive().encode { try AnyValue.encode(object, to: $0) }
        let back = try KeyedArchive().decode([String: DateComponents].self, from: data)["components"]
        #expect(back?.year == 5 && back?.calendar?.identifier == .hebrew)
        var person = PersonNameComponents()
        person.givenName = "Ada"
        let names = try KeyedArchive().encode(["givenName": "Ada"])
        #expect(try KeyedArchive().decode(PersonNameComponents.self, from: names) == person)
    }

    // MARK: What isn't as the classes write it

    @Test("Objects that aren't as their classes write them are errors")
    func broken() throws {
        func fails<Value: Codable>(
            _ type: Value.Type, _ name: String, _ values: [String: Any],
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(
                [.typeMismatch, .missingValue].contains(errorCode { try read(type, name, values) }),
                sourceLocation: sourceLocation)
        }
        fails(TimeZone.self, "NSTimeZone", ["NS.name": "Nowhere/Town"])
        fails(TimeZone.self, "NSTimeZone", [:])
        fails(Locale.self, "NSLocale", ["NS.identifier": 5])
        fails(Calendar.self, "NSCalendar", ["NS.identifier": "martian"])
        fails(DateInterval.self, "NSDateInterval", ["NS.duration": 5.0])
        fails(IndexPath.self, "NSIndexPath", ["NSIndexPathLength": 2, "NSIndexPathData": Data([1])])
        fails(IndexPath.self, "NSIndexPath", ["NSIndexPathLength": 1, "NSIndexPathData": Data([1])])
        fails(IndexPath.self, "NSIndexPath", ["NSIndexPathLength": 2, "NSIndexPathData": Data([1, 0x80])])
        let long = Data([UInt8](repeating: 0xFF, count: 9) + [2, 1])
        fails(IndexPath.self, "NSIndexPath", ["NSIndexPathLength": 2, "NSIndexPathData": long])
        fails(CharacterSet.self, "NSCharacterSet", ["NSBuiltinID": 16])
        fails(CharacterSet.self, "NSCharacterSet", ["NSBuiltinID": -1])
        fails(CharacterSet.self, "NSCharacterSet", ["NSRange": 0x10_FFFF_0000_0002])
        fails(CharacterSet.self, "NSCharacterSet", [:])
        fails(Measurement<UnitLength>.self, "NSMeasurement", ["NS.value": 1.0])
        fails(DateComponents.self, "NSDateComponents", ["NS.year": "x"])
        let first = Calendar(identifier: .gregorian).firstWeekday
        let calendar: [String: Any] = ["NS.identifier": "gregorian", "NS.firstwkdy": 99, "NS.mindays": -5]
        #expect(try read(Calendar.self, "NSCalendar", calendar).firstWeekday == first)
    }

    @Test("An interval that ends before it begins")
    func negativeInterval() {
        let dates = [("NSDate", ["NS.time": 0.0] as [String: Any])]
        for duration in [-5.0, .nan] {
            #expect(
                errorCode {
                    try read(
                        DateInterval.self, "NSDateInterval", ["NS.startDate": reference(2), "NS.duration": duration],
                        dates)
                } == .typeMismatch)
        }
    }

    @Test("A bitmap of any bytes makes a set, or is an error", arguments: ["NSBitmap", "NSBitmapObject", "bitmap"])
    func bitmaps(_ key: String) throws {
        var random = SeededGenerator(seed: 7)
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
        func set(_ bitmap: [UInt8]) throws -> CharacterSet {
            let values: [String: Any] = [key: Data(bitmap)]
            if key != "bitmap" { return try read(CharacterSet.self, "NSCharacterSet", values) }
            return try KeyedArchive().decode(CharacterSet.self, from: KeyedArchive().encode([key: Data(bitmap)]))
        }
        for size in [0, 1, 8191, 8193, 8200, 16384, 8192 + 17 * 8193] {
            #expect(errorCode { try set(bytes(size)) } == .typeMismatch, "\(size)")
        }
        #expect(errorCode { try set(bytes(8192) + [17] + bytes(8192)) } == .typeMismatch)
        #expect(errorCode { try set(bytes(8192) + [0] + bytes(8192)) } == .typeMismatch)
        var plane = bytes(8192)
        plane.replaceSubrange(0xD800 / 8..<0xE000 / 8, with: repeatElement(0, count: 256))
        let made = try set(plane + [1] + plane)
        #expect(made.bitmapRepresentation == Data(plane + [1] + plane))
        #expect(made.inverted.bitmapRepresentation.count > 8192)
        // Surrogates are no characters.
        plane.replaceSubrange(0xD800 / 8..<0xE000 / 8, with: repeatElement(255, count: 256))
        #expect(try !set(plane).isEmpty)
    }
}
