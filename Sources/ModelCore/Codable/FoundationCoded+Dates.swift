import FormatSupport

// Dates' components, calendars, time zones, locales and intervals.

extension DateComponents: FoundationCoded {
    package static var className: String { "NSDateComponents" }
    private static let components = CodedClass(foundation: className)

    /// The keys of the numbers. A component that isn't set has no key in Apple's files, and is `Int.max` in files of
    /// swift-corelibs-foundation.
    private static var numbers: [(key: String, path: WritableKeyPath<DateComponents, Int?>)] {
        [
            ("NS.era", \.era), ("NS.year", \.year), ("NS.quarter", \.quarter), ("NS.month", \.month),
            ("NS.day", \.day), ("NS.hour", \.hour), ("NS.minute", \.minute), ("NS.second", \.second),
            ("NS.nanosec", \.nanosecond), ("NS.weekday", \.weekday), ("NS.weekdayOrdinal", \.weekdayOrdinal),
            ("NS.weekOfMonth", \.weekOfMonth), ("NS.weekOfYear", \.weekOfYear),
            ("NS.yearForWOY", \.yearForWeekOfYear), ("NS.dayOfYear", \.dayOfYear),
        ]
    }

    package static func value(of object: CodedObject) throws -> DateComponents {
        var components = DateComponents()
        for (key, path) in numbers {
            if let number = try object.value(key, as: Int.self), number != .max { components[keyPath: path] = number }
        }
        // In Apple's files, 0 may also mean that the component isn't set.
        let isLeapMonth = try object.flag("NS.leapMonth") == true ? true : nil
        components.isLeapMonth = try object.flag("NS.isLeapMonth") ?? isLeapMonth
        if #available(macOS 26, *), try object.flag("NS.repeatedDay") == true { components.isRepeatedDay = true }
        components.calendar = try object.value("NS.calendar")
        components.timeZone = try object.value("NS.timezone")
        return components
    }

    package var codedClass: CodedClass? {
        if #available(macOS 26, *), isRepeatedDay == false { return nil }
        if let calendar, calendar.codedClass == nil { return nil }
        if let timeZone, timeZone.codedClass == nil { return nil }
        return Self.components
    }

    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set("NS.calendar", calendar)
        try values.set("NS.timezone", timeZone)
        for (key, path) in Self.numbers { try values.set(key, self[keyPath: path]) }
        // The first key is Apple's. The second is the key of swift-corelibs-foundation, which distinguishes false from
        // nil.
        try values.set("NS.leapMonth", isLeapMonth.map { $0 ? 1 : 0 })
        try values.set("NS.isLeapMonth", isLeapMonth)
        if #available(macOS 26, *) { try values.set("NS.repeatedDay", isRepeatedDay) }
    }
}

extension Calendar: FoundationCoded {
    package static var className: String { "NSCalendar" }
    private static let calendar = CodedClass(foundation: className)

    private static let identifiers: [String: Identifier] = [
        "gregorian": .gregorian, "buddhist": .buddhist, "chinese": .chinese, "coptic": .coptic,
        "ethiopic": .ethiopicAmeteMihret, "ethiopic-amete-alem": .ethiopicAmeteAlem, "hebrew": .hebrew,
        "iso8601": .iso8601, "indian": .indian, "islamic": .islamic, "islamic-civil": .islamicCivil,
        "japanese": .japanese, "persian": .persian, "roc": .republicOfChina, "islamic-tbla": .islamicTabular,
        "islamic-umalqura": .islamicUmmAlQura,
    ]

    /// The calendar that an object contains. The key `NS.gstartdate` isn't read, because the day on which the
    /// Gregorian calendar begins can't be set in Swift.
    package static func value(of object: CodedObject) throws -> Calendar {
        let name = try object.required("NS.identifier", as: String.self)
        guard let identifier = identifiers[name] else {
            throw object.refusal("There is no calendar \(ErrorText.quoted(name)).")
        }
        var calendar = Calendar(identifier: identifier)
        if let locale = try object.value("NS.locale", as: Locale.self) { calendar.locale = locale }
        if let timeZone = try object.value("NS.timezone", as: TimeZone.self) { calendar.timeZone = timeZone }
        // Any other number would be taken modulo another number, or would stop the program.
        if let day = try object.value("NS.firstwkdy", as: Int.self), 1...7 ~= day { calendar.firstWeekday = day }
        if let days = try object.value("NS.mindays", as: Int.self), 1...7 ~= days {
            calendar.minimumDaysInFirstWeek = days
        }
        return calendar
    }

    /// The class to write. Nil for a calendar that follows the user's settings, which no object can contain.
    package var codedClass: CodedClass? {
        guard let name, locale?.codedClass != nil, timeZone.codedClass != nil, let identifier = Self.identifiers[name]
        else { return nil }
        var fixed = Calendar(identifier: identifier)
        fixed.locale = locale
        fixed.timeZone = timeZone
        fixed.firstWeekday = firstWeekday
        fixed.minimumDaysInFirstWeek = minimumDaysInFirstWeek
        return fixed == self ? Self.calendar : nil
    }

    private var name: String? { Self.identifiers.first { $0.value == identifier }?.key }

    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set("NS.identifier", name)
        try values.set("NS.timezone", timeZone)
        try values.set("NS.locale", locale)
        try values.set("NS.firstwkdy", firstWeekday)
        try values.set("NS.mindays", minimumDaysInFirstWeek)
    }
}

extension TimeZone: FoundationCoded {
    package static var className: String { "NSTimeZone" }
    private static let timeZone = CodedClass(foundation: className)

    /// The time zone that an object contains. Only the name is read and written, because the zone's rules (`NS.data`)
    /// are those of the system that wrote the file. For a zone like `GMT+0100`, Apple's files have no rules either.
    package static func value(of object: CodedObject) throws -> TimeZone {
        let name = try object.required("NS.name", as: String.self)
        guard let zone = TimeZone(identifier: name) ?? TimeZone(abbreviation: name) else {
            throw object.refusal("There is no time zone \(ErrorText.quoted(name)).")
        }
        return zone
    }

    package var codedClass: CodedClass? { TimeZone(identifier: identifier) == self ? Self.timeZone : nil }

    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws { try values.set("NS.name", identifier) }
}

extension Locale: FoundationCoded {
    package static var className: String { "NSLocale" }
    private static let locale = CodedClass(foundation: className)

    package static func value(of object: CodedObject) throws -> Locale {
        Locale(identifier: try object.required("NS.identifier", as: String.self))
    }

    /// The class to write. Nil for a locale with the user's settings, which no object can contain.
    package var codedClass: CodedClass? { Locale(identifier: identifier) == self ? Self.locale : nil }

    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set("NS.identifier", identifier)
    }
}

extension DateInterval: FoundationCoded {
    package static var className: String { "NSDateInterval" }
    private static let interval = CodedClass(foundation: className)

    /// The interval that an object contains. Apple writes its duration, swift-corelibs-foundation its end.
    package static func value(of object: CodedObject) throws -> DateInterval {
        let start = try object.required("NS.startDate", as: Date.self)
        let duration =
            try object.value("NS.duration")
            ?? object.required("NS.endDate", as: Date.self).timeIntervalSinceReferenceDate
            - start.timeIntervalSinceReferenceDate
        guard duration >= 0 else { throw object.refusal("An interval ends before it begins.") }
        return DateInterval(start: start, duration: duration)
    }

    package var codedClass: CodedClass? { duration >= 0 ? Self.interval : nil }

    package func encode(to values: inout KeyedEncodingContainer<CodableKey>) throws {
        try values.set("NS.startDate", start)
        try values.set("NS.duration", duration)
        try values.set("NS.endDate", end)
    }
}
