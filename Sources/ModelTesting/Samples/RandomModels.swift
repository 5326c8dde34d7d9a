import ModelCore

/// A generator of random graphs of models that share objects and arrays, with structs between them.
///
/// Equal seeds make equal graphs.
struct RandomModels: ~Copyable {
    private var generator: SeededGenerator
    private var twigs: [ContractTwig] = []
    private var knots: [ContractKnot] = []
    // Arrays that were used before. A model that gets one of them shares its elements.
    private var twigLists: [[ContractTwig]] = []
    private var knotLists: [[ContractKnot]] = []
    private var strands: [[ContractNet.Strand]] = []

    /// True if arrays may have elements that are nil.
    private let hasNulls: Bool

    private init(seed: UInt64, hasNulls: Bool = true) {
        generator = SeededGenerator(seed: seed)
        self.hasNulls = hasNulls
    }

    /// Makes the graph of a seed.
    static func net(seed: UInt64, hasNulls: Bool) -> ContractNet {
        var models = RandomModels(seed: seed, hasNulls: hasNulls)
        let net = ContractNet()
        net.first = models.twig()
        net.strand = models.strand()
        net.second = models.twig()
        net.strands = models.strandList()
        net.again = models.next(2) == 0 ? net.strands : models.strandList()
        net.maybe = models.strandList().map { hasNulls && models.next(3) == 0 ? nil : $0 }
        net.lists = [models.strandList(), net.again]
        net.best = models.next(2) == 0 ? nil : models.strand()
        net.knot = models.knot(depth: 0)
        return net
    }

    private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    private mutating func twig() -> ContractTwig? {
        if next(4) == 0 { return nil }
        if next(3) == 0, let known = twigs.randomElement(using: &generator) { return known }
        let twig = ContractTwig()
        twig.name = "twig \(twigs.count)"
        twigs.append(twig)
        return twig
    }

    private mutating func twigList() -> [ContractTwig] {
        if next(3) == 0, let known = twigLists.randomElement(using: &generator) { return known }
        let list = (0..<next(3)).compactMap { _ in twig() }
        twigLists.append(list)
        return list
    }

    private mutating func strand() -> ContractNet.Strand {
        ContractNet.Strand(twig: twig(), twigs: twigList(), length: next(100))
    }

    private mutating func strandList() -> [ContractNet.Strand] {
        if next(3) == 0, let known = strands.randomElement(using: &generator) { return known }
        let list = (0..<next(3)).map { _ in strand() }
        strands.append(list)
        return list
    }

    private mutating func knot(depth: Int) -> ContractKnot {
        if next(5) == 0, let known = knots.randomElement(using: &generator) { return known }
        let knot = ContractKnot()
        // Without a cycle: a knot is known when all that it holds is.
        defer { knots.append(knot) }
        knot.number = next(1000)
        (knot.twig, knot.other) = (twig(), twig())
        (knot.twigs, knot.again) = (twigList(), twigList())
        knot.maybe = [twig(), nil, twig()].filter { hasNulls || $0 != nil }
        knot.lists = [twigList(), twigList()]
        guard depth < 4 else { return knot }
        if next(2) == 0 { knot.knot = self.knot(depth: depth + 1) }
        for _ in 0..<next(3) { knot.knots.append(knotList(depth: depth + 1)) }
        return knot
    }

    private mutating func knotList(depth: Int) -> [ContractKnot]? {
        if hasNulls, next(4) == 0 { return nil }
        if next(3) == 0, let known = knotLists.randomElement(using: &generator) { return known }
        let list = (0..<next(3)).map { _ in knot(depth: depth) }
        knotLists.append(list)
        return list
    }

    // MARK: Documents

    /// Makes a document of knots and twigs in which references point to any earlier container: to objects of other
    /// classes, and to arrays, too.
    static func document(seed: UInt64) throws -> ModelDocument {
        var models = RandomModels(seed: seed)
        var builder = DocumentBuilder()
        var containers = 0
        try models.append(ContractKnot.self, to: &builder, &containers, depth: 0)
        return try builder.finish()
    }

    private mutating func append(
        _ type: BaseModel.Type, to builder: inout DocumentBuilder, _ containers: inout Int, depth: Int
    ) throws {
        if depth > 0, next(6) == 0 { return try builder.appendReference(to: next(containers)) }
        let own: BaseModel.Type =
            next(12) == 0 ? (type == ContractKnot.self ? ContractTwig.self : ContractKnot.self) : type
        try builder.beginObject(CodedClass(name: ModelClass.of(own).name), number: containers)
        containers += 1
        if own == ContractTwig.self {
            try builder.key("name")
            try builder.append("twig \(containers)")
        } else {
            for key in ["a key of 17 bytez", "a key of 17 bytes"] where next(2) == 0 {
                try builder.key(key)
                try append(ContractTwig.self, to: &builder, &containers, depth: depth + 1)
            }
            for key in [
                "the key of an array, which has 40 bytes1", "the key of an array, which has 40 bytes2",
                "sixteen bytes, 1",
            ] where next(2) == 0 {
                try builder.key(key)
                try appendList(of: ContractTwig.self, to: &builder, &containers, depth: depth)
            }
            if depth < 4, next(2) == 0 {
                try builder.key("knot")
                try append(ContractKnot.self, to: &builder, &containers, depth: depth + 1)
            }
            if depth < 4, next(2) == 0 {
                try builder.key("23 bytes, which are odd")
                try builder.beginArray(number: containers)
                containers += 1
                for _ in 0..<next(3) { try appendList(of: ContractKnot.self, to: &builder, &containers, depth: depth) }
                try builder.end()
            }
        }
        try builder.end()
    }

    private mutating func appendList(
        of type: BaseModel.Type, to builder: inout DocumentBuilder, _ containers: inout Int, depth: Int
    ) throws {
        if next(6) == 0 { return try builder.appendReference(to: next(containers)) }
        try builder.beginArray(number: containers)
        containers += 1
        for _ in 0..<next(3) { try append(type, to: &builder, &containers, depth: depth + 1) }
        try builder.end()
    }
}
