// The lists of which parts consist. An element is found fast even among very many: an entity of a generated model may
// have hundreds of thousands of properties.

/// The largest number of elements that are searched one by one.
private let few = 16

extension JSONSchema.Part {
    /// The keywords of a schema, in the schema's order.
    struct Keywords: Sendable, Hashable {
        struct Keyword: Sendable, Hashable {
            let name: String
            var value: JSONSchema.Part
        }

        private(set) var list: [Keyword]
        /// The index of each name's first keyword. Empty if there are only a few keywords.
        private var places: [String: Int] = [:]

        init(_ list: [Keyword]) {
            self.list = list
            notePlaces()
        }

        /// The value of the keyword with a name. Nil if there is no such keyword.
        subscript(name: String) -> JSONSchema.Part? { place(of: name).map { list[$0].value } }

        /// Removes and returns a keyword's value, to change it and put it back. The value then has no other owner, so
        /// that changing it makes no copy.
        mutating func take(_ name: String) -> JSONSchema.Part? {
            guard let place = place(of: name) else { return nil }
            let value = list[place].value
            list[place].value = true
            return value
        }

        /// Sets the value of a keyword. Nil removes the keyword.
        mutating func put(_ value: JSONSchema.Part?, _ name: String) {
            switch (place(of: name), value) {
            case (let place?, let value?): list[place].value = value
            case (let place?, nil):
                list.remove(at: place)
                notePlaces()
            case (nil, let value?):
                list.append(Keyword(name: name, value: value))
                if list.count == few + 1 {
                    notePlaces()
                } else if list.count > few {
                    places[name] = list.count - 1
                }
            case (nil, nil): break
            }
        }

        private func place(of name: String) -> Int? {
            list.count > few ? places[name] : list.firstIndex { $0.name == name }
        }

        private mutating func notePlaces() {
            places = [:]
            guard list.count > few else { return }
            for (place, keyword) in list.enumerated() where places[keyword.name] == nil { places[keyword.name] = place }
        }

        static func == (left: Self, right: Self) -> Bool { left.list == right.list }
        func hash(into hasher: inout Hasher) { hasher.combine(list) }
    }

    /// The elements of a list.
    struct Elements: Sendable, Hashable {
        private(set) var list: [JSONSchema.Part]
        /// A set of the elements. It is empty until an element is inserted into a list of more than `few` elements.
        private var known: Set<JSONSchema.Part> = []

        init(_ list: [JSONSchema.Part]) { self.list = list }

        /// Appends an element, unless the list contains it.
        mutating func insert(_ part: JSONSchema.Part) {
            if list.count <= few {
                guard !list.contains(part) else { return }
            } else {
                if known.isEmpty { known = Set(list) }
                guard known.insert(part).inserted else { return }
            }
            list.append(part)
        }

        static func == (left: Self, right: Self) -> Bool { left.list == right.list }
        func hash(into hasher: inout Hasher) { hasher.combine(list) }
    }
}
