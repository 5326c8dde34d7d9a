import ModelCore

/// A model with its properties listed by hand.
final class Cat: BaseModel {
    var name = ""
    var age = 0
    var kittens: [Cat] = []

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("name", \Cat.name),
            ModelProperty("age", \Cat.age),
            ModelProperty("kittens", \Cat.kittens),
        ]
    }
}
