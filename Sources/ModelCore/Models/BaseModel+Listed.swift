// The properties that a class lists by hand, in `modelProperties`.

extension BaseModel {
    func encodeListed(to encoder: ModelEncoder) throws {
        for property in ModelClass.of(type(of: self)).listedProperties { try property.encode?(self, encoder) }
    }

    func decodeListed(from decoder: ModelDecoder) throws {
        for property in ModelClass.of(type(of: self)).listedProperties { try property.decode?(self, decoder) }
    }
}
