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
            ModelProperty("label", \ContractLink.label),
            ModelProperty("next", \ContractLink.next),
            ModelProperty("others", \ContractLink.others),
            ModelProperty("owner", \ContractLink.owner, isWeak: true),
        ]
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
