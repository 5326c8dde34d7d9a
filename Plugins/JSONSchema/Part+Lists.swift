// What parts are made of: lists, among whose elements one is found as fast if they are very many. An entity of a model
// that nobody wrote by hand may have hundreds of thousands of properties.

/// How many elements are looked through one by one.
private let few = 16

extension JSONSchema.Part {
    /// What a schema says, in its order.
    struct Keywords: Sendable, Hashable {
        struct Keyword: Sendable, Hashable {
            let name: String
            var value: JSONSchema.Part
        }

        private(set) var list: [Keyword]
        /// Where each name stands first, if they are many.
        private var places: [String: Int] = [:]

        init(_ list: [Keyword]) {
            self.list = list
            notePlaces()
        }

        /// The value of a name; nil where there is none.
        subscript(name: String) -> JSONSchema.Part? { place(of: name).map { list[$0].value } }

        /// Takes the value of a name away, to be changed and put back: so nobody else has it, and it isn't copied.
        mutating func take(_ name: String) -> JSONSchema.Part? {
            guard let place = place(of: name) else { return nil }
            let value = list[place].value
            list[place].value = true
            return value
        }

        /// Sets the value of a name; nil removes it.
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
        /// The same, once there are many and another one was inserted.
        private var known: Set<JSONSchema.Part> = []

        init(_ list: [JSONSchema.Part]) { self.list = list }

        /// Appends an element, unless it is there.
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
