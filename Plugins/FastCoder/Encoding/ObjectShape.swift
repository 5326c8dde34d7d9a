import ModelCore

/// A class definition in the output.
struct ObjectShape {
    /// Its index among the class definitions.
    let index: Int
    let slotCount: Int
    /// Where its names begin among those of all class definitions.
    let firstName: Int

    /// What tells definitions of one class apart.
    struct Key: Hashable {
        let className: String
        let names: [String]
    }

    /// True where each key is a name, in the same order: then an object with these keys can be written.
    static func holds(_ keys: some Sequence<String>, in names: [String]) -> Bool {
        var next = 0
        for key in keys {
            while next < names.count, names[next] != key { next += 1 }
            guard next < names.count else { return false }
            next += 1
        }
        return true
    }
}
