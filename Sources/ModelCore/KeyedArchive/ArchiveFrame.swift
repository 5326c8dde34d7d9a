import FormatSupport

/// A container that a decoder has entered.
struct ArchiveFrame {
    enum Container {
        case root
        /// Elements: references, or numbers in `extras`.
        case array
        /// Keys and values: references, or numbers one after the other in `extras`.
        case dictionary
        /// Properties of an object, or of a dictionary whose keys are strings of the property list.
        case object
        /// A dictionary that stands for an object, or an object for a dictionary: by the names in `extras`.
        case named
    }

    /// What only the rarer containers have.
    final class Extras {
        var numbers: [Int]?
        var names: [String]?
        var positions: [String: Int] = [:]

        init(numbers: [Int]? = nil, names: [String]? = nil) {
            self.numbers = numbers
            self.names = names
        }
    }

    let container: Container
    var elements = BinaryPropertyListReferences.none
    var keys = BinaryPropertyListReferences.none
    var shape: ArchiveShape?
    var extras: Extras?
    /// The index of the next element or entry; in an object, how many keys were asked for.
    var next = 0
    /// The number of the value to move to once the key at the position was decoded; else -1.
    var valueAfterKey = -1

    init(_ container: Container) { self.container = container }

    /// How many entries a dictionary has.
    var entryCount: Int { extras?.numbers.map { $0.count / 2 } ?? keys.count }

    /// The number of a dictionary's key.
    func key(_ index: Int, in list: BinaryPropertyListReader) -> Int {
        extras?.numbers?[index * 2] ?? list.number(index, in: keys)
    }

    /// The number of a dictionary's value.
    func value(_ index: Int, in list: BinaryPropertyListReader) -> Int {
        extras?.numbers?[index * 2 + 1] ?? list.number(index, in: elements)
    }
}
