import Foundation
import ModelCore
import TestSupport
import Testing

@testable import CryptoCoder

#if canImport(Glibc)
    import Glibc
#endif

/// One after the other: they measure time and memory.
@Suite("What deriving a key costs", .serialized, .ownKeys)
struct CostTests {
    /// Some milliseconds.
    private static let cost = ScryptCost(n: 1 << 12)

    private static func coder(_ password: String) -> CryptoCoder {
        CryptoCoder(CryptoPassword(password), cost: cost, limits: CryptoLimits(memory: 8 << 20, work: 0.5))
    }

    /// The processor time of this thread, in seconds: of which other programs take none.
    private static func seconds(_ body: () -> Void) -> Double {
        (0..<5).map { _ in threadSeconds(body) }.sorted()[2]
    }

    /// The least times of two things, in turns: other tests that use the memory at the same time slow both down, and some turns not at all.
    private static func leastSeconds(_ first: () -> Void, _ second: () -> Void) -> (Double, Double) {
        let turns = (0..<15).map { _ in (threadSeconds(first), threadSeconds(second)) }
        return (turns.map(\.0).min() ?? 0, turns.map(\.1).min() ?? 0)
    }

    private static func fail(_ content: Data, _ coder: CryptoCoder) {
        #expect(
            errorCode { try coder.decode(ModelNode.self, from: content, as: .cryptoCoding) } == .authenticationFailed)
    }

    @Test("A failure takes as long, whatever is wrong and whether the key is known")
    func sameTime() throws {
        let right = Self.coder("right \(UUID())")
        let file = try withCrypto { try right.encode(CryptoNote("text")) }
        let container = try #require(CryptoContainer(file))
        // libcrypto takes a while when it is first used.
        Self.fail(file, Self.coder("warm up"))
        var flipped = file
        flipped[container.cypher.lowerBound] ^= 1
        var salted = file
        salted[try #require(file.range(of: Data(container.salt))).lowerBound] ^= 1
        var cheaper = file
        // N is 4096: 0x11 and two bytes. 16 instead of it.
        let n = try #require(file.range(of: Data([0x11, 0x10, 0x00])))
        cheaper.replaceSubrange(n, with: [0x11, 0x00, 0x10])
        let cases = [
            ("a flipped bit", flipped), ("another salt", salted), ("cheaper", cheaper), ("cut", file.prefix(200)),
            ("nothing", Data()), ("version 2", GoldenFile("v2_list").content),
            ("version 1", GoldenFile("v1_nil_property").content),
        ]
        for (name, content) in cases {
            let (time, wrong) = Self.leastSeconds {
                Self.fail(content, right)
            } _: {
                Self.fail(file, Self.coder("wrong"))
            }
            #expect(
                time > wrong * 0.7 && time < wrong * 1.5, "\(name): \(time) s, and \(wrong) s with a wrong password")
        }
    }

    @Test("A file can't ask for gigabytes or hours")
    func hostile() async {
        // The memory is the whole process's, so the process is another.
        await #expect(processExitsWith: .success) { try CostTests.readHostileFiles() }
    }

    static func readHostileFiles() throws {
        let costs: [(Int, Int, Int)] = [
            (1 << 30, 8, 1), (1 << 20, 1024, 1), (1 << 17, 8, 1000), (1 << 14, 8, .max), (.max, .max, .max),
            (.min, 1, 1),
            (0, 0, 0), (1, 8, 1), (3, 8, 1), (1 << 62, 1 << 62, 1), (1 << 19, 8, 1), (1 << 17, 8, 5), (2, 1, 1 << 29),
            (1 << 40, 1, 1),
        ]
        let coder = CryptoCoder(CryptoPassword("hostile"), cost: .cheap)
        let before = Self.peakMemory
        for (n, r, p) in costs {
            let fields: [(key: String, value: CryptoField)] = [
                ("iv", .data([UInt8](repeating: 0, count: 12))), ("salt", .data([UInt8](repeating: 0, count: 16))),
                ("className", .text("CryptoNote")), ("version", .real(3)), ("cipher", .text(KeyMethod.cipher)),
                ("kdf", .text("scrypt")), ("n", .integer(n)), ("r", .integer(r)), ("p", .integer(p)),
            ]
            let file = try unencryptedContainer(fields, count: 100)
            let time = Self.seconds { Self.fail(file, coder) }
            #expect(time < 0.05, "n \(n), r \(r), p \(p)")
        }
        #expect(Self.peakMemory - before < 64 << 20)
    }

    @Test("What is within the limits is derived, and costs that scrypt can't have are refused when writing")
    func limits() throws {
        let costly = CryptoCoder(CryptoPassword("limits"), cost: Self.cost)
        let file = try costly.encode(ModelNode.scalar(.string("x")))
        let strict = CryptoCoder(CryptoPassword("limits"), cost: .cheap, limits: CryptoLimits(memory: 1 << 20, work: 1))
        #expect(errorCode { try strict.decode(ModelNode.self, from: file) } == .authenticationFailed)
        let open = CryptoCoder(CryptoPassword("limits"), cost: .cheap)
        #expect(try open.decode(ModelNode.self, from: file).stringValue == "x")
        // Its own cost is always allowed.
        let own = CryptoCoder(CryptoPassword("limits"), cost: Self.cost, limits: CryptoLimits(memory: 0, work: 0))
        CryptoCoder.forgetKeys()
        #expect(try own.decode(ModelNode.self, from: file).stringValue == "x")
        for cost in [
            ScryptCost(n: 0), ScryptCost(n: 1), ScryptCost(n: 1000), ScryptCost(n: 16, r: 0),
            ScryptCost(n: .max, r: .max, p: .max),
        ] {
            let coder = CryptoCoder(CryptoPassword("x"), cost: cost)
            #expect(errorCode { try coder.encode(ModelNode.null) } == .outOfRange, "\(cost)")
            #expect(errorCode { try coder.decode(ModelNode.self, from: Data()) } != nil)
        }
    }

    @Test("The default is what OWASP recommends")
    func recommended() {
        #expect(CryptoCoder().cost == ScryptCost(n: 131_072, r: 8, p: 1))
        #expect(ScryptCost.recommended.memory.map { $0 >> 20 } == 128)
        #expect(CryptoLimits.standard.allow(.recommended))
    }

    private static var peakMemory: Int {
        var usage = rusage()
        // 0 is RUSAGE_SELF, whose type differs from library to library.
        _ = unsafe getrusage(0, &usage)
        return usage.ru_maxrss << 10
    }
}
