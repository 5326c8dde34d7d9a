import ModelCore

/// A model with many kinds of arrays. Its keys have one to forty bytes, and some differ only in the last byte. Like
/// ``ContractPlain``, the model may be written straight from memory.
final class ContractKnot: BaseModel {
    var number = 0
    var twig: ContractTwig?
    var other: ContractTwig?
    var knot: ContractKnot?
    var twigs: [ContractTwig] = []
    var again: [ContractTwig] = []
    var maybe: [ContractTwig?] = []
    var lists: [[ContractTwig]] = []
    var knots: [[ContractKnot]?] = []

    private static let rows = [
        ModelProperty("number", \ContractKnot.number, key: "n", isStored: true),
        ModelProperty("twig", \ContractKnot.twig, key: "a key of 17 bytes", isStored: true),
        ModelProperty("other", \ContractKnot.other, key: "a key of 17 bytez", isStored: true),
        ModelProperty("knot", \ContractKnot.knot, isStored: true),
        ModelProperty("twigs", \ContractKnot.twigs, key: "the key of an array, which has 40 bytes1", isStored: true),
        ModelProperty("again", \ContractKnot.again, key: "the key of an array, which has 40 bytes2", isStored: true),
        ModelProperty("maybe", \ContractKnot.maybe, key: "sixteen bytes, 1", isStored: true),
        ModelProperty("lists", \ContractKnot.lists, key: "sixteen bytes, 2", isStored: true),
        ModelProperty("knots", \ContractKnot.knots, key: "23 bytes, which are odd", isStored: true),
    ]

    private static let ownModelClass = ModelClass(ContractKnot.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }
}

/// A model without other models in it.
final class ContractTwig: BaseModel {
    var name = ""

    private static let rows = [ModelProperty("name", \ContractTwig.name, isStored: true)]

    private static let ownModelClass = ModelClass(ContractTwig.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }
}

/// A model with structs that hold models.
final class ContractNet: BaseModel {
    struct Strand: ModelRecord {
        var twig: ContractTwig?
        var twigs: [ContractTwig] = []
        var length = 0

        static let modelType: ModelType? = ModelType(
            "struct Strand",
            [
                ModelProperty("twig", \Strand.twig, isStored: true),
                ModelProperty("twigs", \Strand.twigs, isStored: true),
                ModelProperty("length", \Strand.length, isStored: true),
            ]
        ) { values in
            Strand(
                twig: try values.value("twig", or: nil), twigs: try values.value("twigs", or: []),
                length: try values.value("length", or: 0))
        }
    }

    var first: ContractTwig?
    var strand = Strand()
    var second: ContractTwig?
    var strands: [Strand] = []
    var again: [Strand] = []
    var maybe: [Strand?] = []
    var lists: [[Strand]] = []
    var best: Strand?
    var knot: ContractKnot?

    private static let rows = [
        ModelProperty("first", \ContractNet.first, isStored: true),
        ModelProperty("strand", \ContractNet.strand, isStored: true),
        ModelProperty("second", \ContractNet.second, isStored: true),
        ModelProperty("strands", \ContractNet.strands, isStored: true),
        ModelProperty("again", \ContractNet.again, isStored: true),
        ModelProperty("maybe", \ContractNet.maybe, isStored: true),
        ModelProperty("lists", \ContractNet.lists, isStored: true),
        ModelProperty("best", \ContractNet.best, isStored: true),
        ModelProperty("knot", \ContractNet.knot, isStored: true),
    ]

    private static let ownModelClass = ModelClass(ContractNet.self, overrides: [])
    override class var modelClass: ModelClass { ownModelClass }
    override class var modelProperties: [ModelProperty] { super.modelProperties + rows }
}
