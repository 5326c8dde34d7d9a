import Foundation
import JSONFormat
import ModelCore
import Testing

#if Macros
    @Suite("Limits, exactly met and one less, on both ways")
    struct DirectLimitTests {
        /// A list's element, which both ways read and write again, and the levels and the values that it has.
        struct Sample: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let run: @Sendable () -> Void

            /// - Parameters:
            ///   - depth: The levels of the element, and `values` its values, itself among them.
            ///   - hasExactBytes: False if writing needs a greater limit than the file's bytes.
            init<Value: ModelValue>(
                _ type: Value.Type, _ element: String, depth: Int, values: Int, hasExactBytes: Bool = true
            ) {
                testDescription = "\(type) \(element.prefix(80))"
                run = {
                    func list(_ count: Int) -> String { "[" + Array(repeating: element, count: count).joined(separator: ",") + "]" }
                    for way in Way.allCases {
                        func outcome(_ count: Int, _ limits: DecodingLimits) -> String { way.outcome([Value].self, list(count), limits) }
                        // The least number of values that is accepted for one element. Some are counted more than once.
                        let most = 4 * values + 4
                        let cost = (values...most).first { outcome(1, DecodingLimits(nodes: $0 + 1)) == list(1) } ?? most
                        // Levels and values aren't kept by what comes first, whatever their number.
                        for count in [1, 2, 600] {
                            let text = list(count)
                            func refuses(_ limits: DecodingLimits, _ code: String) {
                                let found = outcome(count, limits)
                                #expect(found == code, "\(way) \(text.prefix(100)) with \(limits)")
                            }
                            func accepts(_ limits: DecodingLimits) {
                                #expect(outcome(count, limits) == text, "\(way) \(text.prefix(100)) with \(limits)")
                            }
                            accepts(DecodingLimits(nodes: count * cost + 1))
                            refuses(DecodingLimits(nodes: count * values), "nodesExceeded")
                            accepts(DecodingLimits(depth: depth + 1))
                            refuses(DecodingLimits(depth: depth), "depthExceeded")
                            // While it is written, a document counts the bytes of its words.
                            if hasExactBytes { accepts(DecodingLimits(bytes: text.utf8.count)) }
                            refuses(DecodingLimits(bytes: text.utf8.count - 1), "bytesExceeded")
                        }
                    }
                }
            }
        }

        enum Way: CaseIterable {
            case readByDocument, read, writtenByDocument, written

            /// The text that is read and written again, or the code of the error.
            func outcome<Value: ModelValue>(_ type: Value.Type, _ text: String, _ limits: DecodingLimits) -> String {
                let (format, content) = (JSONFormat(), Data(text.utf8))
                func value() throws -> Value { try format.decodeByDocument(type, from: content, as: .json) }
                func string(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
                do {
                    return switch self {
                    case .readByDocument: try BothWays.json(format.decodeByDocument(type, from: content, as: .json, limits: limits))
                    case .read: try BothWays.json(format.decode(type, from: content, as: .json, limits: limits))
                    case .writtenByDocument: string(try format.encodeByDocument(value(), as: .json, limits: limits))
                    case .written: string(try format.encode(value(), as: .json, limits: limits))
                    }
                } catch { return ModelError(wrapping: error).code.rawValue }
            }
        }

        static let samples = [
            Sample(Int.self, "1", depth: 0, values: 1),
            Sample(String.self, #""a""#, depth: 0, values: 1),
            Sample(Int?.self, "null", depth: 0, values: 1),
            Sample(Date.self, #""2001-01-01T00:00:00.000Z""#, depth: 0, values: 1),
            Sample([Int].self, "[1,2]", depth: 1, values: 3),
            Sample([String].self, #"["a","b"]"#, depth: 1, values: 3),
            Sample([String].self, "[]", depth: 1, values: 1),
            Sample([[String]].self, #"[["a"],[]]"#, depth: 2, values: 4),
            Sample([[Bool?]].self, "[[true,null],[]]", depth: 2, values: 5),
            Sample([String: [Int]].self, #"{"a":[1],"b":[]}"#, depth: 2, values: 4),
            Sample([String: String].self, "{}", depth: 1, values: 1),
            Sample([Int: String].self, #"{"1":"a"}"#, depth: 1, values: 2),
            Sample(Set<Int>.self, "[1,2]", depth: 1, values: 3),
            Sample(Set<[String]>.self, #"[["a"]]"#, depth: 2, values: 3),
            Sample(WayHolder<Int>.self, #"{"v":1}"#, depth: 1, values: 2),
            Sample(WayHolder<[WayHolder<[String]>]>.self, #"{"v":[{"v":["a"]}]}"#, depth: 4, values: 5),
            Sample(WayHolder<Decimal>.self, #"{"v":0.1}"#, depth: 1, values: 2),
            Sample(WayHolder<URL>.self, #"{"v":"http://a.b"}"#, depth: 1, values: 2, hasExactBytes: false),
            Sample(WaySpot.self, #"{"x":1,"note":"n","z":2}"#, depth: 1, values: 4),
            Sample(
                WayPlain.self, #"{"count":1,"name":"x","texts":["a"],"spot":{"x":1,"note":"n","z":2},"limit":5}"#, depth: 2,
                values: 10),
            Sample(WayGroup.self, #"{"a":{"b":1,"c":{"d":2}},"e":{"f":{"g":3}},"last":4}"#, depth: 3, values: 9),
            Sample(WayShape.self, #""empty""#, depth: 0, values: 1),
            Sample(WayShape.self, #"{"circle":{"radius":0.5}}"#, depth: 2, values: 3),
            Sample(WayShape.self, #"{"label":"x"}"#, depth: 1, values: 2),
            Sample(WayPayment.self, #"{"type":"card","number":"4","count":1}"#, depth: 1, values: 4),
            Sample(WayEvent.self, #"{"t":"move","c":{"x":1,"y":2}}"#, depth: 2, values: 5),
            Sample(WayLength.self, "true", depth: 0, values: 1),
            Sample(WayKeeping.self, #"{"a":1,"u":[[1,2]]}"#, depth: 3, values: 6, hasExactBytes: false),
            Sample(WayKeeping.self, #"{"a":1,"inner":{"a":2,"u":{"x":[]}},"v":5}"#, depth: 4, values: 7, hasExactBytes: false),
            Sample(WayAny.self, #"{"before":1,"any":[1,["a"]],"after":2}"#, depth: 3, values: 7),
            Sample(OwnAdding.self, #"{"a":1,"own":[[1]]}"#, depth: 3, values: 5),
            Sample(OwnAdding.self, #"{"a":1,"own":[]}"#, depth: 2, values: 3),
            Sample(OwnFirst.self, #"{"own":[[2]],"a":1,"inner":{"own":[],"a":2}}"#, depth: 3, values: 8),
            Sample(OwnAsking.self, #"{"a":1,"x":[[3]]}"#, depth: 3, values: 5),
            Sample(TagA.self, #"{"type":"b","a":1,"b":[2]}"#, depth: 2, values: 5),
        ]

        @Test("A list has exactly the levels, the values and the bytes that it needs, or it is the same error", arguments: samples)
        func limits(_ sample: Sample) { sample.run() }

        @Test("Values beyond a checkpoint are counted once each", arguments: [4095, 4096, 4097, 10_000])
        func checkpoints(_ count: Int) throws {
            func expect<Value: ModelValue>(_ value: Value, values: Int) throws {
                let text = try BothWays.json(value)
                for way in Way.allCases {
                    let less = way.outcome(Value.self, text, DecodingLimits(nodes: values - 1))
                    #expect(less == "nodesExceeded", "\(way) \(Value.self) of \(count)")
                    let more = way.outcome(Value.self, text, DecodingLimits(nodes: 3 * values + 100))
                    #expect(more == text, "\(way) \(Value.self) of \(count)")
                }
            }
            try expect(Array(repeating: 1, count: count), values: count + 1)
            try expect(Array(repeating: "a", count: count), values: count + 1)
            try expect(Array(repeating: [1], count: count), values: 2 * count + 1)
            try expect(Array(repeating: ["a"], count: count), values: 2 * count + 1)
            try expect(Array(repeating: WayHolder(v: 1), count: count), values: 2 * count + 1)
            try expect(Array(repeating: WayShape.label("x"), count: count), values: 2 * count + 1)
            try expect(Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) }), values: count + 1)
            try expect(Set(0..<count), values: count + 1)
            try expect((0..<count).map { _ in OwnAdding() }, values: 3 * count + 1)
            try expect((0..<count).map { _ in WayLoose() }, values: 2 * count + 1)
        }

        @Test("Levels are given back behind what isn't as expected, and behind what is read in another way")
        func otherWays() {
            func expect<Value: ModelValue>(
                _ type: Value.Type, _ element: String, _ meant: String, depth: Int, isDirect: Bool? = true
            ) {
                func list(_ text: String) -> String { "[" + Array(repeating: text, count: 700).joined(separator: ",") + "]" }
                for limit in [depth + 1, 512] {
                    BothWays(limits: DecodingLimits(depth: limit)).expect([Value].self, list(element), list(meant), isDirect: isDirect)
                }
            }
            let spot = #""spot":{"x":0,"note":"old","z":1}"#
            // A struct's member of another kind, a key that the struct doesn't have, an older key, a null.
            expect(
                WayPlain.self, #"{"spot":{"x":1.0,"z":3}}"#, #"{"count":0,"name":"","texts":[],"spot":{"x":1,"z":3},"limit":5}"#,
                depth: 2)
            expect(
                WayPlain.self, #"{"spot":{"x":1,"z":3,"other":[1]}}"#,
                #"{"count":0,"name":"","texts":[],"spot":{"x":1,"z":3},"limit":5}"#, depth: 3)
            expect(WayPlain.self, #"{"texts":["a"],"name":null}"#, #"{"count":0,"name":"","texts":["a"],\#(spot),"limit":5}"#, depth: 2)
            expect(WayAny.self, #"{"older":[[1]]}"#, #"{"before":0,"any":[[1]],"after":0}"#, depth: 3)
            expect(WayGroup.self, #"{"a":null,"last":1}"#, #"{"a":{"b":0},"last":1}"#, depth: 2)
            expect(WayGroup.self, #"{"a":{"b":1.0},"last":1}"#, #"{"a":{"b":1},"last":1}"#, depth: 2)
            expect(WayLoose.self, #"{"u":[[1]],"a":1}"#, #"{"a":1}"#, depth: 3)
            expect(OwnAsking.self, #"{"x":[[3]],"a":1}"#, #"{"a":1,"x":[[3]]}"#, depth: 3)
            expect(OwnAsking.self, #"{"a":2}"#, #"{"a":2,"x":[]}"#, depth: 2)
            expect(OwnLate.self, #"{"a":2,"own":5}"#, #"{"a":2,"own":5}"#, depth: 1)
            expect(WayShape.self, #"{"empty":{}}"#, #""empty""#, depth: 2, isDirect: nil)
            expect([String: WaySpot].self, #"{"k":{"x":1,"z":null}}"#, #"{"k":{"x":1,"z":null}}"#, depth: 2)
        }
    }
#endif
