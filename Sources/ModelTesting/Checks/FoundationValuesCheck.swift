import Foundation
import ModelCore

extension ContractCheck {
    /// The check of URLs, UUIDs, geometry, ranges and index sets.
    package static let foundationValues = ContractCheck(
        "foundationValues", "Foundation's values come back as they were."
    ) { run in
        let mayRefuse = !run.capabilities.contains(.typedScalars)
        let addresses = [
            "https://example.org/path?q=1&r=%20#part", "relative/path", "/absolute", "mailto:a@example.org",
            "file:///tmp/a%20b",
            "https://user:secret@[::1]:8080/", "HTTP://EXAMPLE.ORG", "data:,x", "#only",
            "https://example.org/%E6%BC%A2", "a:b",
        ]
        for address in addresses {
            if let url = URL(string: address) { run.expectRoundTrip(url, "URL \(address)") }
        }
        if let unicode = URL(string: "https://bücher.example/漢字") { run.expectRoundTrip(unicode, "URL with Unicode") }
        let base = URL(string: "https://example.org/base/")
        if let url = URL(string: "../part", relativeTo: base) {
            run.expectRoundTrip(url, "URL with a base", mayRefuse: mayRefuse)
        }
        run.expectRoundTrip(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        run.expectRoundTrip(UUID(uuid: (255, 254, 3, 128, 127, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)))

        for number in [0, -0.0, 1.5, -1e300, CGFloat.leastNonzeroMagnitude, CGFloat.greatestFiniteMagnitude] {
            run.expectRoundTrip(number, "CGFloat \(number)")
            run.expectRoundTrip(CGPoint(x: number, y: 1), mayRefuse: mayRefuse)
            run.expectRoundTrip(CGSize(width: 2, height: number), mayRefuse: mayRefuse)
            run.expectRoundTrip(CGRect(x: number, y: -1, width: 0.1, height: 4), mayRefuse: mayRefuse)
            run.expectRoundTrip(
                AffineTransform(m11: number, m12: 2, m21: 3, m22: 0.1, tX: -5, tY: number), mayRefuse: mayRefuse)
        }
        for range in [
            NSRange(), NSRange(location: 3, length: 70000), NSRange(location: 1 << 33, length: 1 << 34),
            NSRange(location: NSNotFound, length: 0),
        ] {
            // FastCoding and similar formats have 32 bits for a range.
            run.expectRoundTrip(range, mayRefuse: mayRefuse || range.location > Int32.max)
        }
        run.expectRoundTrip(0..<0, mayRefuse: mayRefuse)
        run.expectRoundTrip(5..<70000, mayRefuse: mayRefuse)
        run.expectRoundTrip(-3..<4, mayRefuse: true)
        for indexes in [
            IndexSet(), IndexSet(integer: 0), IndexSet([1, 2, 3, 7, 9, 10]), IndexSet(integersIn: 100..<70000),
        ] {
            run.expectRoundTrip(indexes, mayRefuse: mayRefuse)
        }
        for indexes in [IndexSet(integer: 1 << 40), IndexSet(integer: Int.max - 1), IndexSet(integersIn: 0..<Int.max)] {
            run.expectRoundTrip(indexes, "a large index", mayRefuse: true)
        }
        for number in [CGFloat.nan, .infinity, -.infinity] {
            run.expectRoundTrip(CGPoint(x: number, y: 1), mayRefuse: true)
            run.expectRoundTrip(AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: number, tY: 5), mayRefuse: true)
        }
    }
}
