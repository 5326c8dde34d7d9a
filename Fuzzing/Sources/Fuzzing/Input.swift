import Foundation
import ModelCore
import ModelTesting

/// One damaged file.
public struct Input: Sendable {
    /// No input is much larger.
    static let largest = 32 << 10

    /// The file.
    public var bytes: [UInt8]
    /// The sample that it was once; nil where it was none.
    var sample: Int?
    /// True where the format itself wrote the bytes: then they can be read.
    var isWritten = false

    /// A file as it is.
    public init(bytes: [UInt8]) { self.init(bytes: bytes, sample: nil) }

    init(bytes: [UInt8], sample: Int?, isWritten: Bool = false) {
        self.bytes = bytes
        self.sample = sample
        self.isWritten = isWritten
    }
}

/// What makes the inputs of one format: each is a function of the seed and its number.
public struct InputMaker: Sendable {
    public let target: FuzzTarget
    private let seeds: [Seed]
    private let seed: UInt64
    private let tokens: [[UInt8]]

    /// - Parameters:
    ///   - root: The package's folder, for the golden files.
    ///   - seed: Where the random numbers start.
    public init(_ target: FuzzTarget, root: String, seed: UInt64) throws {
        self.target = target
        self.seed = seed
        seeds = try target.seeds(root: root)
        tokens = target.tokens.map { Array($0.utf8) }
    }

    /// How many undamaged files there are.
    public var seedCount: Int { seeds.count }

    /// The input of a number.
    ///
    /// - Throws: A `Finding` where a tree can't be written, and it isn't said why.
    public func input(_ number: UInt64) throws -> Input {
        if number < seeds.count {
            let seed = seeds[Int(number)]
            return try sealed(Input(bytes: seed.bytes, sample: seed.sample, isWritten: seed.isWritten))
        }
        var random = Generator(seed: self.seed, input: number)
        let chosen = random.pick(seeds)
        var input = Input(bytes: chosen.bytes, sample: chosen.sample)
        let way = random.below(10)
        if way < 2, !target.isStore, let bytes = try TreeMutation(target).bytes(of: chosen, &random) {
            input.bytes = bytes
            input.isWritten = target.name != "openStep"
            // Half of them are damaged too.
            if random.once(in: 2) { return try sealed(input) }
        }
        input.isWritten = false
        return try sealed(damaged(input, byStructure: way < 6, &random))
    }

    /// An input that was damaged before, as libFuzzer chooses it, damaged again; or now and then a new one.
    public func again(_ bytes: [UInt8], number: UInt64) -> [UInt8] {
        var random = Generator(seed: seed, input: number)
        if bytes.count < 8 || random.once(in: 16) { return random.pick(seeds).bytes }
        return damaged(Input(bytes: bytes), byStructure: random.once(in: 2), &random).bytes
    }

    private func damaged(_ input: Input, byStructure: Bool, _ random: inout Generator) -> Input {
        var input = input
        let other = random.pick(seeds).bytes
        for _ in 0..<random.pick([1, 1, 1, 1, 2, 3, 5]) {
            if byStructure, !random.once(in: 4) {
                StructureMutation.apply(target.syntax, to: &input.bytes, other: other, &random)
            } else {
                ByteMutation(tokens: tokens, other: other).apply(to: &input.bytes, &random)
            }
        }
        if input.bytes.count > Input.largest { input.bytes.removeSubrange(Input.largest...) }
        return input
    }

    /// Encrypted, where that is what is read.
    public func sealed(_ input: Input) throws -> Input {
        guard target.isSealed else { return input }
        var input = input
        input.bytes = [UInt8](try SealedArchive.file(of: input.bytes))
        return input
    }
}
