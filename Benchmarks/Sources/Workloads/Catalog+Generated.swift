extension Catalog {
    /// The made-up catalog of a concert hall, the same each time: 1.7 MB of indented JSON.
    ///
    /// - IDs have nine digits. Dictionaries have them as keys, in texts.
    /// - 243 performances of 184 events have one to five price categories, of about ten areas each.
    static func generated() -> Catalog {
        var generator = SeededGenerator(seed: 0x6369_746D)
        let catalog = Catalog()
        catalog.areaNames = generator.names(count: 17)
        catalog.audienceSubCategoryNames = generator.names(count: 1)
        catalog.seatCategoryNames = generator.names(count: 64)
        catalog.subTopicNames = generator.names(count: 19)
        catalog.topicNames = generator.names(count: 4)
        catalog.venueNames = ["HARBOUR_HALL": "Harbour Hall"]
        let topics = generator.some(of: catalog.topicNames)
        for topic in topics { catalog.topicSubTopics["\(topic)"] = generator.some(of: catalog.subTopicNames) }
        for _ in 0..<184 {
            let event = CatalogEvent.generated(in: catalog, &generator)
            catalog.events["\(event.id)"] = event
        }
        let events = catalog.events.values.sorted { $0.id < $1.id }
        catalog.performances = (0..<243).map { .generated(of: events[$0 % events.count], in: catalog, &generator) }
        return catalog
    }
}

extension CatalogEvent {
    fileprivate static func generated(in catalog: Catalog, _ generator: inout SeededGenerator) -> CatalogEvent {
        let event = CatalogEvent()
        event.about = MadeNull.text
        event.id = generator.id()
        event.logo = Bool.random(using: &generator) ? generator.logo() : MadeNull.text
        event.name = Vocabulary.text(of: 25, &generator)
        event.subTopicIds = Array(generator.some(of: catalog.subTopicNames).prefix(3))
        event.subjectCode = MadeNull.text
        event.subtitle = MadeNull.text
        event.topicIds = generator.some(of: catalog.topicNames)
        return event
    }
}

extension Performance {
    fileprivate static func generated(
        of event: CatalogEvent, in catalog: Catalog, _ generator: inout SeededGenerator
    ) -> Performance {
        let performance = Performance()
        let audience = generator.some(of: catalog.audienceSubCategoryNames)[0]
        performance.eventId = event.id
        performance.id = generator.id()
        performance.logo = event.logo
        performance.name = MadeNull.text
        for seats in generator.some(of: catalog.seatCategoryNames).prefix(Int.random(in: 2...5, using: &generator)) {
            let price = Price()
            price.amount = Int.random(in: 20...360, using: &generator) * 500
            price.audienceSubCategoryId = audience
            price.seatCategoryId = seats
            performance.prices.append(price)
            let category = SeatCategory()
            category.areas = generator.some(of: catalog.areaNames).prefix(10).map(SeatArea.init)
            category.seatCategoryId = seats
            performance.seatCategories.append(category)
        }
        performance.seatMapImage = MadeNull.text
        performance.start = Int.random(in: 1_372_701...1_404_410, using: &generator) * 1_000_000
        performance.venueCode = "HARBOUR_HALL"
        return performance
    }
}

extension SeatArea {
    fileprivate convenience init(_ id: Int) {
        self.init()
        areaId = id
    }
}

extension SeededGenerator {
    /// Nine digits.
    fileprivate mutating func id() -> Int { Int.random(in: 100_000_000..<350_000_000, using: &self) }

    fileprivate mutating func logo() -> String { "/images/\(String(next(), radix: 36))" }

    /// Names by IDs.
    fileprivate mutating func names(count: Int) -> [String: String] {
        var names: [String: String] = [:]
        while names.count < count { names["\(id())"] = Vocabulary.text(of: 12, &self) }
        return names
    }

    /// At least half of the IDs, in any order.
    fileprivate mutating func some(of names: [String: String]) -> [Int] {
        let ids = names.keys.compactMap { Int($0) }.sorted().shuffled(using: &self)
        return Array(ids.prefix(Int.random(in: (ids.count + 1) / 2...ids.count, using: &self)))
    }
}
