import ModelCore

/// What was found out about a file before it is read: where its aliases lead, and which dictionaries are marked otherwise than by a
/// class in the first place.
struct HRMap {
    /// What a dictionary stands for.
    enum Mark {
        /// Itself, and something refers to it.
        case none
        /// An object whose class isn't the first key.
        case object(CodedClass)
        /// Data, by its only key.
        case data
        /// The value that an alias leads to.
        case alias(Int)
    }

    /// A dictionary, or an array that something refers to.
    struct Entry {
        var mark = Mark.none
        var reference: Int?
    }

    /// An alias and its target.
    struct Alias {
        /// The path as it stands in the file; nil where what stands there is no string.
        var path: String?
        /// The position of the target; nil where the path leads nowhere.
        var target: Int?
        /// The alias that stands where the path leads, if one does.
        var next: Int?
    }

    var entries: [Int: Entry] = [:]
    var aliases: [Alias] = []

    /// The error for an alias that leads nowhere.
    func error(_ index: Int) -> ModelError {
        guard let path = aliases[index].path else {
            return ModelError(.corruptData, "An alias is a key path, and this is no string.")
        }
        return ModelError(
            .corruptData,
            leadsToItself(index)
                ? "The alias \(path.debugDescription) leads to itself, by way of aliases only."
                : "The alias \(path.debugDescription) leads nowhere: there is no such key path.")
    }

    /// True where the alias's path ends at an alias, that one's at another, and so on without end.
    private func leadsToItself(_ index: Int) -> Bool {
        var passed: Set<Int> = []
        var next = index
        while passed.insert(next).inserted {
            guard let following = aliases[next].next else { return false }
            next = following
        }
        return true
    }
}
