import ModelCore

/// A model that may refer to itself, directly or through other models.
final class ContractLink: BaseModel {
    var label = ""
    var next: ContractLink?
    var others: [ContractLink] = []
    weak var owner: ContractLink?

    private static let ownModelClass = ModelClass(ContractLink.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty(described: "label", \ContractLink.label),
            ModelProperty(described: "next", \ContractLink.next),
            ModelProperty(described: "others", \ContractLink.others),
            ModelProperty(described: "owner", \ContractLink.owner),
        ]
    }

    override func encodeProperties(to encoder: ModelEncoder) throws {
        try super.encodeProperties(to: encoder)
        try encoder.encode(label, forKey: "label")
        try encoder.encode(next, forKey: "next")
        try encoder.encode(others, forKey: "others")
        try encoder.encodeWeak(owner, forKey: "owner")
    }

    override func decodeProperties(from decoder: ModelDecoder) throws {
        try super.decodeProperties(from: decoder)
        if let value = try decoder.decode(forKey: "label", like: label) { label = value }
        if let value = try decoder.decode(forKey: "next", like: next) { next = value }
        if let value = try decoder.decode(forKey: "others", like: others) { others = value }
        if let value = try decoder.decode(forKey: "owner", like: owner) { owner = value }
    }

    convenience init(_ label: String) {
        self.init()
        self.label = label
    }

    /// Sets the owner of each reachable link to nil if the owner itself isn't reachable from this link: a weak
    /// reference to an object outside the graph isn't written.
    func forgetOutsideOwners() {
        var links: [ObjectIdentifier: ContractLink] = [:]
        var pending = [self]
        while let link = pending.popLast() {
            guard links.updateValue(link, forKey: ObjectIdentifier(link)) == nil else { continue }
            if let next = link.next { pending.append(next) }
            pending += link.others
        }
        for link in links.values {
            if let owner = link.owner, links[ObjectIdentifier(owner)] == nil { link.owner = nil }
        }
    }

    /// Breaks every cycle that is reachable from this link, so that the links are freed.
    func unlink() {
        var pending = [self]
        while let link = pending.popLast() {
            if let next = link.next { pending.append(next) }
            pending += link.others
            link.next = nil
            link.others = []
        }
    }
}
