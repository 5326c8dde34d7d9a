import ModelCore

/// A search for the values at a path, step by step. The path may contain `[*]`.
struct PathSearch {
    typealias Value = ModelDocument.Value

    /// A value that was found, and its path.
    struct Match {
        let path: [ModelPath.Component]
        let value: Value
    }

    /// The last value that a path finds, if its next step finds nothing.
    struct Miss {
        let last: Value
        let path: [ModelPath.Component]

        init(_ last: Value, at path: [ModelPath.Component]) { (self.last, self.path) = (last, path) }
    }

    /// The values that the steps have found so far.
    private(set) var found: [Match]
    /// The first value in which a step found nothing. Nil if each step found a value.
    private(set) var miss: Miss?

    init(_ root: Value) { found = [Match(path: [], value: root)] }

    /// Takes one step from each value that was found.
    mutating func take(_ step: PathArgument.Step) {
        var next: [Match] = []
        for match in found {
            let value = match.value
            func add(_ component: ModelPath.Component, _ child: Value?) {
                guard let child else { return miss = miss ?? Miss(value, at: match.path) }
                next.append(Match(path: match.path + [component], value: child))
            }
            switch step {
            case .known(.key(let key)): add(.key(key), value[key])
            case .known(.index(let index)): add(.index(index), value[index])
            case .fromEnd(let number):
                let index = (value.isList ? value.count : 0) - number
                add(.index(index), value[index])
            case .every where value.isList:
                for (index, element) in value.elements.enumerated() { add(.index(index), element) }
            case .every: add(.index(0), nil)
            }
        }
        found = next
    }
}
