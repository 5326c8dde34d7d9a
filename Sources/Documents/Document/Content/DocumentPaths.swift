// The paths of values.

extension ModelDocument {
    /// Returns the path from the root to the value at an index. Returns nil if the value can't be reached from the
    /// root.
    package func path(to index: Int) -> ModelPath? { pathInside(to: index) ?? pathAlongReferences(to: index) }

    /// Returns a path from the root to each of the values that can be reached. The keys of the result are the indexes
    /// of the values.
    package func paths(to places: Set<Int>) -> [Int: ModelPath] {
        var found: [Int: ModelPath] = [:]
        for place in places { found[place] = path(to: place) }
        return found
    }

    /// Returns the path through the containers whose words include the value's words. Returns nil for a value that is
    /// only reached through an edit or a reference.
    private func pathInside(to index: Int) -> ModelPath? {
        var components: [ModelPath.Component] = []
        var container = root.index
        while container != index {
            guard content.word(at: container).tag.isContainer, index > container + 2,
                index < container + content.size(at: container)
            else { return nil }
            let (position, place) = content.value(around: index, in: container)
            guard let component = content.component(at: position, place, in: container) else { return nil }
            components.append(component)
            container = place
        }
        return ModelPath(components)
    }

    /// Returns the path to a value through any containers and references.
    private func pathAlongReferences(to index: Int) -> ModelPath? {
        let root = root.index
        let known = content.index.withLock { $0.ways }
        let ways: [Int: DocumentStep]
        if let known, known.root == root, known.wordCount == content.words.count {
            ways = known.steps
        } else {
            ways = allWays()
            let (made, wordCount) = (ways, content.words.count)
            content.index.withLock { $0.ways = (root, wordCount, made) }
        }
        var components: [ModelPath.Component] = []
        var step = index
        while step != root {
            guard let way = ways[step] else { return nil }
            components.append(way.component)
            step = way.parent
        }
        return ModelPath(components.reversed())
    }

    /// For each value that can be reached: returns the container in which the value was found first, and the step from
    /// that container.
    private func allWays() -> [Int: DocumentStep] {
        var ways: [Int: DocumentStep] = [:]
        var pending = [root.index]
        var seen: Set<Int> = [root.index]
        while let next = pending.popLast() {
            for (position, child) in Value(document: self, index: next).children.enumerated() {
                let place = content.resolved(child)
                guard !seen.contains(place), let component = content.component(at: position, child, in: next) else {
                    continue
                }
                seen.insert(place)
                ways[place] = DocumentStep(parent: next, component: component)
                if content.word(at: place).tag.isContainer { pending.append(place) }
            }
        }
        return ways
    }
}

extension ModelDocument.Content {
    /// Returns the step from a container to the value at a position and an index. Returns nil for the key of a
    /// dictionary, and for a key without a value.
    fileprivate func component(at position: Int, _ place: Int, in container: Int) -> ModelPath.Component? {
        switch word(at: container).tag {
        case .object: return isMissing(at: place) ? nil : .key(key(at: position, in: low(at: container)))
        case .dictionary:
            guard position % 2 == 1 else { return nil }
            let key = resolved(self.place(position - 1, in: container))
            return .key(scalar(at: key).flatMap(ScalarConversion.keyText) ?? "?")
        default: return .index(position)
        }
    }
}
