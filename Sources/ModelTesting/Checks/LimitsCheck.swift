import Foundation
import ModelCore

extension ContractCheck {
    /// The check of values that reach the limits, and of values that exceed them by one. They are written and read.
    package static let limits = ContractCheck(
        "limits", "Depth, values and bytes are bounded when writing and when reading, by errors with their own codes."
    ) { run in
        run.checkDepth("arrays", depth: 20, as: ModelDocument.self) { try run.encode(nestedArray(20), limits: $0) }
        let chain = ContractLink("0")
        var last = chain
        for number in 1..<15 {
            let link = ContractLink("\(number)")
            last.next = link
            last = link
        }
        // The last link contains an array, which is one more level.
        run.checkDepth("models", depth: 16, as: ContractLink.self) { try run.encode(chain, limits: $0) }
        try run.checkNodes()
        try run.checkBytes()
    }

    /// Arrays that are nested in one another, to the given depth.
    static func nestedArray(_ depth: Int) -> SampleValue {
        (1..<max(depth, 1)).reduce(.array([])) { value, _ in .array([value]) }
    }
}

extension ContractRun {
    fileprivate func checkDepth<Value: ModelValue>(
        _ subject: String, depth: Int, as type: Value.Type, write: (DecodingLimits) throws -> Data
    ) {
        let nested = "\(subject) nested \(depth) deep"
        attempt(nested) {
            let content = try write(DecodingLimits(depth: depth))
            _ = try decode(type, from: content, limits: DecodingLimits(depth: depth))
            let less = DecodingLimits(depth: depth - 1)
            expectError("writing \(nested) where \(depth - 1) are allowed", codes: [.depthExceeded]) {
                try write(less)
            }
            expectError("reading \(nested) where \(depth - 1) are allowed", codes: [.depthExceeded]) {
                try decode(type, from: content, limits: less)
            }
        }
    }

    /// Checks the limit of values. A format may count a few more values than there are. A limit that is lower by one
    /// must be an error.
    fileprivate func checkNodes() throws {
        let values = Array(0..<30)
        let content = try encode(values)
        let writing = (1...300).first { (try? encode(values, limits: DecodingLimits(nodes: $0))) != nil }
        let reading = (1...300).first {
            (try? decode([Int].self, from: content, limits: DecodingLimits(nodes: $0))) != nil
        }
        for (name, least) in [("writing", writing), ("reading", reading)] {
            guard let least, (30...120).contains(least) else {
                fail(
                    "\(name) 30 values", expected: "between 30 and 120 values counted",
                    found: least.map { "\($0)" } ?? "more than 300")
                continue
            }
            let limits = DecodingLimits(nodes: least - 1)
            expectError("\(name) more values than are allowed", codes: [.nodesExceeded]) {
                name == "writing"
                    ? try encode(values, limits: limits).count
                    : try decode([Int].self, from: content, limits: limits).count
            }
        }
    }

    fileprivate func checkBytes() throws {
        let drawing = ContractDrawing.sample()
        let content = try encode(drawing)
        let exact = DecodingLimits(bytes: content.count)
        let less = DecodingLimits(bytes: content.count - 1)
        attempt("a file as large as is allowed") {
            try expectSameBytes(encode(drawing, limits: exact), content, "writing as many bytes as are allowed")
            _ = try decode(ContractDrawing.self, from: content, limits: exact)
        }
        expectError("writing a byte more than is allowed", codes: [.bytesExceeded]) {
            try encode(drawing, limits: less)
        }
        expectError("reading a byte more than is allowed", codes: [.bytesExceeded]) {
            try decode(ContractDrawing.self, from: content, limits: less)
        }
    }
}
