extension ModelDecoder {
    /// Runs code that fills a model, and has the models that it is given lead back to it.
    @inline(never)
    func relating(_ object: BaseModel, _ body: () throws -> Void) throws {
        object.inverseUpkeep = .removals
        defer { object.inverseUpkeep = .all }
        try body()
        context.link(object)
    }
}
