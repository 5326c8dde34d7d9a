import ModelCore

// Models as `@Model` would write them: these tests need no macro.

class Animal: BaseModel {
    var name = ""
    var weight = 1.5
    var friend: Animal?
    weak var owner: Animal?
    var lost: Int? = 5

    private static let ownModelClass = ModelClass(Animal.self, name: "Animal", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("name", \Animal.name), ModelProperty("weight", \Animal.weight),
            ModelProperty("friend", \Animal.friend), ModelProperty("owner", \Animal.owner, isWeak: true),
            ModelProperty("lost", \Animal.lost, isNilDefault: false),
        ]
    }

    convenience init(_ name: String) {
        self.init()
        self.name = name
    }
}

final class Dog: Animal {
    var tricks: [String] = []
    var scores: [Int: Double] = [:]

    private static let ownModelClass = ModelClass(Dog.self, name: "Dog", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("tricks", \Dog.tricks), ModelProperty("scores", \Dog.scores)]
    }
}

/// Writes keys of its own.
final class Cat: Animal {
    var lives = 9

    private static let ownModelClass = ModelClass(Cat.self, name: "Cat", overrides: .encodeWithEncoder)
    override class var modelClass: ModelClass { ownModelClass }

    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        if lives != 9 { try encoder.encode(lives, forKey: "lives") }
    }

    override func set(with decoder: ModelDecoder) throws {
        try super.set(with: decoder)
        if let value = try decoder.decode(forKey: "lives", like: lives) { lives = value }
    }
}

extension ClassRegistry {
    /// The classes of these tests.
    static var animals: ClassRegistry {
        var classes = ClassRegistry()
        classes.add(Animal.self, name: "Animal")
        classes.add(Dog.self, name: "Dog")
        classes.add(Cat.self, name: "Cat")
        return classes
    }
}

/// Lists its properties by hand.
final class Listed: BaseModel {
    var name = ""
    var other: Listed?
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \Listed.name), ModelProperty("other", \Listed.other)]
    }
}

/// The same as `@Model` would write it.
final class LikeMacros: BaseModel {
    var name = ""
    var other: LikeMacros?
    private static let ownModelClass = ModelClass(LikeMacros.self, name: "Listed", overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \LikeMacros.name), ModelProperty("other", \LikeMacros.other)]
    }
}

/// Lists its properties by hand, and has a key of its own now and then.
final class ListedWithMore: BaseModel {
    var name = ""
    var more = 0
    override class var modelProperties: [ModelProperty] {
        super.modelProperties + [ModelProperty("name", \ListedWithMore.name)]
    }
    override func encode(with encoder: ModelEncoder) throws {
        try super.encode(with: encoder)
        if more != 0 { try encoder.encode(more, forKey: "more") }
    }
    override func set(with decoder: ModelDecoder) throws {
        try super.set(with: decoder)
        if let value = try decoder.decode(Int.self, forKey: "more") { more = value }
    }
}
