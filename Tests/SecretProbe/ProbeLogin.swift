import Foundation
import ModelCore

/// A model as an app would keep it among its secrets.
class ProbeLogin: BaseModel {
    var name = ""
    var password: String?
    var port = 0
    var token: Data?
    var tags: [String] = []
    var retries: Int? = 3
    var pet: ProbePet?
    var mood = ProbeMood.calm
    var since: Date?
    var other: ProbeLogin?

    private static let ownModelClass = ModelClass(ProbeLogin.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("name", \ProbeLogin.name), ModelProperty("password", \ProbeLogin.password),
            ModelProperty("port", \ProbeLogin.port), ModelProperty("token", \ProbeLogin.token),
            ModelProperty("tags", \ProbeLogin.tags), ModelProperty("retries", \ProbeLogin.retries, isNilDefault: false),
            ModelProperty("pet", \ProbeLogin.pet), ModelProperty("mood", \ProbeLogin.mood),
            ModelProperty("since", \ProbeLogin.since), ModelProperty("other", \ProbeLogin.other),
        ]
    }

    /// Sets a property from `name=value`; `name=` is nil, where it can be.
    func change(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = parts[1]
        switch parts[0] {
        case "name": name = value
        case "password": password = value.isEmpty ? nil : value
        case "port": port = Int(value) ?? 0
        case "token": token = Data(base64Encoded: value)
        case "tags": tags = value.split(separator: ",").map(String.init)
        case "retries": retries = Int(value)
        case "mood": mood = ProbeMood(rawValue: value) ?? .calm
        case "since": since = Double(value).map { Date(timeIntervalSinceReferenceDate: $0) }
        case "dog":
            let dog = ProbeDog()
            dog.breed = value
            pet = dog
        case "cycle":
            other = ProbeLogin()
            other?.other = other
        default: throw ModelError(.unknownProperty, parts[0])
        }
    }

    var summary: String {
        """
        name=\(name) password=\(password ?? "nil") port=\(port) token=\(token?.base64EncodedString() ?? "nil") tags=\(tags) \
        retries=\(retries.map(String.init) ?? "nil") pet=\(pet.map { "\(type(of: $0))" } ?? "nil") \
        breed=\((pet as? ProbeDog)?.breed ?? "nil") mood=\(mood.rawValue) \
        since=\(since.map { "\($0.timeIntervalSinceReferenceDate)" } ?? "nil") cycle=\(other != nil && other?.other === other)
        """
    }
}

enum ProbeMood: String { case calm, angry }

/// Another class with a property of the same name.
final class ProbeMail: BaseModel {
    var password = ""

    private static let ownModelClass = ModelClass(ProbeMail.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("password", \ProbeMail.password)]
    }
}

class ProbePet: BaseModel {
    private static let ownModelClass = ModelClass(ProbePet.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
}

final class ProbeDog: ProbePet {
    var breed = ""

    private static let ownModelClass = ModelClass(ProbeDog.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("breed", \ProbeDog.breed)]
    }
}

/// Many properties that all have the same value: so a save that is half done shows.
final class ProbeBulk: BaseModel {
    var values: [String] = []

    override func encode(with encoder: ModelEncoder) throws {
        for (index, value) in values.enumerated() { try encoder.encode(value, forKey: ModelKey("value\(index)")) }
    }

    override func set(with decoder: ModelDecoder) throws {
        values = []
        while let value = try decoder.decode(String.self, forKey: ModelKey("value\(values.count)")) {
            values.append(value)
        }
    }
}
