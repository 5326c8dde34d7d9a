// The properties that a class lists by hand, in `modelProperties`.

extension BaseModel {
    func encodeListed(to encoder: any ModelEncoder) throws {
        for property in ModelClass.of(type(of: self)).listedProperties { try property.encode?(self, encoder) }
    }

    func decodeListed(from decoder: any ModelDecoder) throws {
        for property in ModelClass.of(type(of: self)).listedProperties { try property.decode?(self, decoder) }
    }
}
