/// A deliberate mistake of the sample format. Each is stated as an effect on the text that is written, or on what is
/// read from a right text, whatever functions a format consists of.
enum Mistake: String, CaseIterable, Sendable {
    // MARK: Writing text and keys
    case deleteIsBare = "DEL isn't escaped"
    case deleteIsBareInKeys = "DEL isn't escaped in keys"
    case controlIsBare = "controls aren't escaped"
    case c1IsBare = "the controls behind DEL aren't escaped"
    case quoteIsBare = "quotes aren't escaped"
    case backslashIsBare = "backslashes aren't escaped"
    case escapeIsDecimal = "an escape has decimal digits"
    case newlineIsSpace = "a line break becomes a space"
    case nulIsDropped = "a NUL is dropped"
    case markIsDropped = "a byte order mark inside a text is dropped"
    case astralIsReplaced = "an emoji becomes a replacement character"
    case textIsComposed = "text is normalised"
    case textIsTrimmed = "spaces around a text are dropped"
    case longTextIsCut = "a long text is cut"
    case emptyTextIsNull = "an empty text becomes null"
    case keyIsBare = "no key has quotes"
    case emptyKeyIsBare = "an empty key has no quotes"
    case keyWithSpaceIsBare = "a key with a space has no quotes"
    case keyWithDotIsBare = "a key with a dot has no quotes"
    case keyWithHashIsBare = "a key with a number sign has no quotes"
    case keyWithEqualsIsBare = "a key with an equals sign has no quotes"
    case keyWithDigitIsBare = "a key that begins with a digit has no quotes"
    case keyWithDashIsBare = "a key that begins with a dash has no quotes"
    case foreignKeyIsBare = "a key of foreign letters has no quotes"
    case keyIsQuoted = "a word has quotes as a key"
    case keyIsLowercase = "keys are lowercase"
    case keyIsCut = "a key is cut behind its 16th character"
    case keysAreUnsorted = "keys aren't sorted"
    case spaceIsMissing = "no space is before an equals sign"
    case lengthsHave16Bits = "the length of a text has 16 bits"
    case lastOfTwoBytesIsWrong = "the last letter of two bytes is another one"
    case firstOfThreeBytesIsWrong = "the first letter of three bytes is another one"
    case lastBeforeSurrogatesIsWrong = "the last letter before the surrogates is taken for one"
    case firstOfFourBytesIsWrong = "the first letter of four bytes is another one"

    // MARK: Writing numbers, booleans, dates and data
    case integersHave53Bits = "integers have 53 bits"
    case integersHave32Bits = "integers have 32 bits"
    case integersHave40Bits = "integers of five bytes are signed"
    case threeByteIntegersLoseTheirSign = "negative integers of three bytes are positive"
    case leastIntegerIsWrong = "the least integer is another one"
    case unsignedIsSigned = "a large unsigned integer is negative"
    case doublesHaveFloatDigits = "a double has a float's digits"
    case doublesHave15Digits = "a double has fifteen digits"
    case minusZeroIsZero = "minus zero is zero"
    case wholeDoublesAreIntegers = "a whole double is an integer"
    case nanIsZero = "a number that is none is zero"
    case infinityIsLarge = "infinity is the largest number"
    case floatsHaveDoubleDigits = "a float has a double's digits"
    case floatsHaveSixDigits = "a float has six digits"
    case floatsAreDoubles = "a float isn't marked as one"
    case booleansAreNumbers = "true is 1"
    case trueIsFalse = "true is false"
    case dateFractionIsCut = "the fraction of a date is cut"
    case dateHasMilliseconds = "a date has milliseconds"
    case dateIsAnHourOff = "a date is in another time zone"
    case oldDatesAreADayOff = "a date before 1970 is a day later"
    case datesHaveUnsigned32Bits = "a date behind 2106 is one before"
    case datesHaveSigned33Bits = "a date from 2106 to 2242 is one before 1970"
    case centuriesHaveLeapDays = "the year 2100 has a leap day"
    case yearHasTwoDigits = "a year has no zeros in front"
    case datesAreText = "a date is text"
    case dataIsCut = "the last byte of data is missing"

    // MARK: Writing containers, nulls and references
    case nullIsOmitted = "a null is left out of an array"
    case nullIsZero = "a null is zero"
    case nullIsEmptyText = "a null is an empty text"
    case nilIsOmitted = "a nil that the default isn't is left out"
    case nilIsFalse = "a nil is false"
    case absentIsOmitted = "the key of a nil is left out"
    case elementIsDoubled = "the last element is there twice"
    case lastElementIsDropped = "the last element is dropped"
    case lastMemberIsDropped = "the last key is dropped"
    case emptyArrayIsNull = "an empty array is null"
    case emptyTableIsNull = "an empty dictionary is null"
    case arraysAreFlat = "an array in an array has no opening bracket"
    case arraysTurnRound = "the first and the last element change places"
    case commaIsMissing = "the commas are missing"
    case commaIsLast = "a comma follows the last element"
    case classIsMissing = "the class of an object is missing"
    case classIsLowercase = "the class of an object is in lowercase"
    case referenceIsNull = "a reference is null"
    case referencesCountFromOne = "a reference leads to the next object"
    case referencesLeadToTheFirst = "a reference leads to the first object"
    case endIsMissing = "the end of the file is missing"
    case spaceFollowsTheEnd = "a space follows the end of the file"

    // MARK: Reading
    case escapesAreDropped = "an escape is read as nothing"
    case textIsReadComposed = "text is normalised when it is read"
    case badTextIsRepaired = "text that isn't UTF-8 is repaired"
    case emptyTextIsReadAsNull = "an empty text is read as null"
    case keysAreReadTrimmed = "spaces around a key are dropped when it is read"
    case keysAreReadLowercase = "keys are lowercase when they are read"
    case longKeysMatchByTheirBeginning = "long keys are equal if their beginnings are"
    case unknownKeysAreOld = "each unknown key is read as the same one"
    case unknownKeysAreLowercase = "unknown keys are lowercase when they are read"
    case unknownKeysAreTrimmed = "spaces around an unknown key are dropped"
    case unknownKeysAreCut = "unknown keys are cut behind the 32nd character"
    case unknownKeysAreLate = "an unknown key is read as the one before"
    case unknownKeysAreWords = "only the letters of unknown keys are read"
    case unknownKeysAreSkipped = "a key that isn't known is skipped"
    case largeIntegersAreClamped = "a large integer is read as the largest signed one"
    case oneIsReadAsTrue = "1 is read as true"
    case minusZeroIsReadAsZero = "minus zero is read as zero"
    case floatsAreReadBySixDigits = "six digits of a float are read"
    case fractionIsReadAsZero = "the fraction of a date isn't read"
    case oldDatesAreReadADayOff = "a date before 1970 is read a day later"
    case nullsAreSkipped = "a null in an array is skipped"
    case classesAreIgnored = "the class of an object is ignored"
    case referencesAreReadOneOff = "a reference is read as one to the object before"
    case endIsNotDemanded = "the end of the file isn't demanded"
    case restIsIgnored = "what follows the end is ignored"
    case datesAreReadIn32Bits = "the seconds of a date are read as a signed number of 32 bits"
    case datesAreReadIn34Bits = "the seconds of a date are read as 34 bits"
    case nothingIsReadDirectly = "the reader never takes the direct way"
    case nothingIsWrittenDirectly = "the writer never takes the direct way"
    case placesAreMissing = "errors have no place"
    case placesAreOfTheRoot = "errors have the place of the root"
    case placesAreBehind = "errors have a place behind theirs"
    case placesAreStale = "errors have the place of the value before"
}

extension Mistake {
    /// The checks of which one must notice the mistake if it is made on one way, and if it is made on both.
    private var checks: (oneWay: [String], bothWays: [String]) {
        switch self {
        case .deleteIsBare, .controlIsBare, .c1IsBare, .quoteIsBare, .backslashIsBare, .escapeIsDecimal,
            .newlineIsSpace, .nulIsDropped, .markIsDropped, .astralIsReplaced, .textIsComposed, .textIsTrimmed,
            .longTextIsCut, .emptyTextIsNull, .escapesAreDropped, .textIsReadComposed, .emptyTextIsReadAsNull:
            (["text"], ["text"])
        case .lengthsHave16Bits, .lastOfTwoBytesIsWrong, .firstOfThreeBytesIsWrong, .lastBeforeSurrogatesIsWrong,
            .firstOfFourBytesIsWrong:
            (["text"], ["text"])
        case .unknownKeysAreOld, .unknownKeysAreLowercase, .unknownKeysAreTrimmed, .unknownKeysAreCut,
            .unknownKeysAreLate, .unknownKeysAreWords:
            (["customCoding", "unknownKeys"], [])
        case .nothingIsReadDirectly, .nothingIsWrittenDirectly: (["direct way"], [])
        case .placesAreMissing, .placesAreOfTheRoot, .placesAreBehind, .placesAreStale: (["places"], ["places"])
        case .badTextIsRepaired: ([], ["text"])
        case .keyIsBare, .emptyKeyIsBare, .keyWithSpaceIsBare, .keyWithDotIsBare, .keyWithHashIsBare,
            .keyWithEqualsIsBare, .keyWithDigitIsBare, .keyWithDashIsBare, .foreignKeyIsBare, .deleteIsBareInKeys,
            .keyIsLowercase, .keyIsCut, .keysAreReadTrimmed, .keysAreReadLowercase, .spaceIsMissing, .commaIsMissing,
            .commaIsLast, .lastMemberIsDropped, .emptyTableIsNull:
            (["storedProperties"], ["storedProperties"])
        case .keyIsQuoted, .keysAreUnsorted, .nilIsFalse, .absentIsOmitted, .longKeysMatchByTheirBeginning,
            .unknownKeysAreSkipped, .classesAreIgnored:
            (["storedProperties"], [])
        case .nullIsOmitted, .nullIsZero, .nullIsEmptyText, .nilIsOmitted, .nullsAreSkipped:
            (["storedProperties"], ["optionals"])
        case .elementIsDoubled, .lastElementIsDropped, .emptyArrayIsNull, .arraysAreFlat, .arraysTurnRound:
            (["storedProperties"], ["collections"])
        case .classIsMissing, .classIsLowercase: (["storedProperties"], ["subclasses"])
        case .referenceIsNull, .referencesCountFromOne, .referencesLeadToTheFirst, .referencesAreReadOneOff:
            (["storedProperties"], ["sharing"])
        case .integersHave40Bits, .threeByteIntegersLoseTheirSign: (["numbers"], ["numbers"])
        case .integersHave53Bits, .integersHave32Bits, .leastIntegerIsWrong, .doublesHaveFloatDigits,
            .doublesHave15Digits, .minusZeroIsZero, .nanIsZero, .infinityIsLarge, .floatsHaveSixDigits,
            .trueIsFalse, .minusZeroIsReadAsZero:
            (["numbers"], ["numbers"])
        case .floatsHaveDoubleDigits, .floatsAreReadBySixDigits: (["numbers"], [])
        case .wholeDoublesAreIntegers, .booleansAreNumbers: (["numbers"], ["untypedValues"])
        case .floatsAreDoubles, .oneIsReadAsTrue: ([], ["untypedValues"])
        case .unsignedIsSigned, .largeIntegersAreClamped: ([], ["numbers"])
        case .datesHaveUnsigned32Bits, .datesHaveSigned33Bits, .centuriesHaveLeapDays, .datesAreReadIn32Bits,
            .datesAreReadIn34Bits:
            (["dates"], ["dates"])
        case .dateFractionIsCut, .dateHasMilliseconds, .dateIsAnHourOff, .oldDatesAreADayOff, .yearHasTwoDigits,
            .fractionIsReadAsZero, .oldDatesAreReadADayOff:
            (["dates"], ["dates"])
        case .datesAreText: (["dates"], ["untypedValues"])
        case .dataIsCut: ([], ["data"])
        case .endIsMissing, .spaceFollowsTheEnd: (["numbers"], ["numbers"])
        case .endIsNotDemanded, .restIsIgnored: (["errors"], ["errors"])
        }
    }

    /// True if only files with objects have what the mistake is made of. Nil: it is made in files with and without.
    private var needsObjects: Bool? {
        switch self {
        case .nanIsZero, .infinityIsLarge, .floatsAreDoubles, .dataIsCut, .absentIsOmitted, .classIsMissing,
            .classIsLowercase, .referenceIsNull, .referencesCountFromOne, .referencesLeadToTheFirst, .classesAreIgnored,
            .referencesAreReadOneOff:
            true
        case .keysAreUnsorted, .unknownKeysAreOld, .unknownKeysAreLowercase, .unknownKeysAreTrimmed, .unknownKeysAreCut,
            .unknownKeysAreLate, .unknownKeysAreWords:
            false
        default: nil
        }
    }

    /// The only way on which the mistake has an effect; nil for both ways.
    private var way: SampleFormat.Way? {
        switch self {
        // By way of a document, no property and no class is looked for, and no float.
        case .nothingIsReadDirectly, .nothingIsWrittenDirectly, .unknownKeysAreOld, .unknownKeysAreLowercase,
            .unknownKeysAreTrimmed, .unknownKeysAreCut, .unknownKeysAreLate, .unknownKeysAreWords:
            .direct
        case .placesAreMissing, .placesAreOfTheRoot, .placesAreBehind, .placesAreStale: .document
        case .longKeysMatchByTheirBeginning, .unknownKeysAreSkipped, .classesAreIgnored, .floatsAreReadBySixDigits:
            .direct
        // Directly, such a key isn't known, and the file is read by way of a document.
        case .keysAreReadTrimmed, .keysAreReadLowercase: .document
        default: nil
        }
    }

    /// The formats that make the mistakes, each with the checks that must notice it.
    static var defects: [Defect] {
        allCases.flatMap { mistake -> [Defect] in
            let (oneWay, bothWays) = mistake.checks
            // Each way is taken in a format of one kind: the kinds have the same code for most mistakes.
            let ways: [(SampleFormat.Way, keepsObjects: Bool, String, [String])] = [
                (.direct, false, "directly", oneWay), (.document, true, "by way of a document", oneWay),
                (.both, false, "both ways", bothWays),
            ]
            let possible = ways.filter { !$0.3.isEmpty && ($0.0 == .both || $0.0 == mistake.way ?? $0.0) }
            return possible.map { way, keepsObjects, name, checks in
                Defect(
                    "\(mistake.rawValue) \(name)", caughtBy: Set(checks),
                    format: SampleFormat(
                        keepsObjects: mistake.needsObjects ?? keepsObjects, mistake: mistake, mistaken: way))
            }
        }
    }
}
