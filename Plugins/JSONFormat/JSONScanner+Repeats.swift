import FormatSupport
import Foundation

/// The keys that objects hold more than once, where a file may: found in one pass before anything is read.
///
/// Members are told by where the text of their keys begins.
struct JSONRepeats {
    /// The last member of a key, and its value.
    struct Last {
        var key: Int
        var value: Int
    }

    /// A member whose value was read elsewhere.
    struct Away {
        /// How many containers were open.
        var level: Int
        /// Where to go on.
        var end: Int
        /// The member whose value it was.
        var key: Int
    }

    /// True where there are any, and it is known which.
    var hasAny = false
    /// The members that are passed over: all but the first of each key.
    var ignored: Set<Int> = []
    /// For the first member of a key whose last value counts.
    var lasts: [Int: Last] = [:]
    /// Where ignored members end whose values were read already.
    var ends: [Int: Int] = [:]
    var away: [Away] = []
    /// True while a value that doesn't count is passed over, whole.
    var isPassing = false
}

extension JSONScanner {
    /// Finds the members that don't count, so that what is read afterwards is read as if nothing were there twice: one pass, however
    /// objects are nested. Stands at the root value, and stays there.
    mutating func findRepeats() throws {
        let start = position
        isLookingForDuplicates = true
        try skipValue()
        isLookingForDuplicates = false
        repeats.hasAny = !repeats.ignored.isEmpty
        position = start
    }

    /// Takes note of a member whose key is there already. Returns the place of the one whose value it takes; `Int.max` where it takes none's.
    @inline(never)
    mutating func ignore(_ member: JSONMember, _ known: Int) -> Int {
        repeats.ignored.insert(member.start)
        // The class is what the first member says it is.
        let isClass = unsafe members[known].bytes.elementsEqual("$class".utf8) && known == frame.firstMember
        return duplicates == .first || isClass ? .max : known
    }

    /// Takes note of the value at the position, which takes the place of another one.
    @inline(never)
    mutating func noteLast(_ member: JSONMember, of first: JSONMember) {
        repeats.lasts[first.start] = JSONRepeats.Last(key: member.start, value: position)
    }

    /// At a value in whose place another one counts: goes there.
    @inline(never)
    mutating func moveToLast(of key: Int) throws {
        guard !repeats.isPassing, let last = repeats.lasts[key] else { return }
        try pass()
        repeats.away.append(JSONRepeats.Away(level: outer.count, end: position, key: last.key))
        position = last.value
    }

    /// Behind a value that was read elsewhere: goes back.
    @inline(never)
    mutating func resume() {
        guard !repeats.isPassing, let away = repeats.away.last, away.level == outer.count else { return }
        repeats.away.removeLast()
        repeats.ends[away.key] = position
        position = away.end
    }

    /// Passes over members that don't count, from the key at the position on. True where it ends at a key.
    @inline(never)
    mutating func passIgnored() throws -> Bool {
        guard !repeats.isPassing else { return true }
        while case let start = isAtString ? position + 1 : position, repeats.ignored.contains(start) {
            if let end = repeats.ends[start] {
                position = end
            } else {
                _ = try readKey()
                try skipColon()
                try pass()
            }
            try skipSpace()
            guard try toKeyBehindComma() else { return false }
        }
        return true
    }

    private mutating func pass() throws {
        repeats.isPassing = true
        try skipValue()
        repeats.isPassing = false
    }
}
