#if Macros
    import Foundation
    import ModelCore
    import TestSupport
    import Testing

    /// Values of a program that contain themselves, or one value in more places than there is memory.
    @Suite("Values without end")
    struct EndlessValueTests {
        @Model("EndlessHolder") final class Holder: BaseModel {
            var any: Any?
            var list: [Any] = []
            var named: [String: Any] = [:]
        }

        private var circles: [Any] {
            let array = NSMutableArray()
            array.add("a")
            array.add(array)
            let dictionary = NSMutableDictionary()
            let inner = NSMutableArray()
            inner.add(dictionary)
            dictionary["inner"] = inner
            return [array, dictionary]
        }

        /// Else they would never be freed.
        private func part(_ circles: [Any]) {
            (circles[0] as? NSMutableArray)?.removeAllObjects()
            (circles[1] as? NSMutableDictionary)?.removeAllObjects()
        }

        @Test("Foundation's collections that contain themselves are an error, and are printed")
        func circlesOfFoundation() throws {
            let circles = circles
            defer { part(circles) }
            for circle in circles {
                let holder = Holder()
                for key in ["any", "list", "named"] {
                    #expect(errorCode { try holder.set(with: [key: circle]) } == .cycle)
                    #expect(errorCode { try holder.set(with: [key: [circle]]) } == .cycle)
                }
                #expect(errorCode { try holder.set(withObject: circle) } == .cycle)
                #expect(errorCode { try Holder(object: circle) } == .cycle)
                #expect(errorCode { try ModelDocument(encoding: circle) } == .cycle)
                holder.any = circle
                holder.list = [circle]
                #expect("\(holder)".contains("…"))
                #expect(errorCode { try KeyedArchive().encode(holder) } == .cycle)
                holder.any = nil
                holder.list = []
            }
        }

        @Test("Foundation's other collections are Swift's")
        func collectionsOfFoundation() throws {
            let shared = NSMutableArray(array: [1, "b", Date(timeIntervalSinceReferenceDate: 5)])
            let dictionary = NSMutableDictionary(dictionary: ["a": shared, "b": [shared, NSSet(array: [7])], "c": NSNull()])
            let holder = Holder()
            try holder.set(with: ["any": dictionary, "list": NSArray(object: shared), "named": dictionary])
            let plain: [Any] = [1, "b", Date(timeIntervalSinceReferenceDate: 5)]
            let expected: [String: Any] = ["a": plain, "b": [plain, Set([7])] as [Any], "c": NSNull()]
            #expect(try ModelDocument(encoding: holder.any) == ModelDocument(encoding: expected))
            #expect(try ModelDocument(encoding: holder.named) == ModelDocument(encoding: expected))
            #expect(try ModelDocument(encoding: holder.list) == ModelDocument(encoding: [plain]))
            #expect(try ModelDocument(encoding: dictionary) == ModelDocument(encoding: expected))
        }

        private func wide(_ levels: Int, _ wrap: (Any) -> Any) -> Any {
            (0..<levels).reduce([1, 2] as Any) { value, _ in wrap(value) }
        }

        @Test("Any with one value in very many places is an error", arguments: [0, 1, 2, 3])
        func wideValues(_ number: Int) throws {
            let wraps: [(Any) -> Any] = [
                { [$0, $0] as [Any] }, { ["a": $0, "b": $0] as [String: Any] }, { [$0, $0] as [Any?] },
                { NSArray(array: [$0, $0]) },
            ]
            let value = wide(40, wraps[number])
            let holder = Holder()
            switch number {
            case 0: #expect(errorCode { try ModelDocument(encoding: value) } == .nodesExceeded)
            case 1: #expect(errorCode { try holder.set(with: ["any": value]) } == .nodesExceeded)
            case 2:
                holder.any = value
                #expect(errorCode { try KeyedArchive().encode(holder) } == .nodesExceeded)
            default:
                holder.any = value
                #expect("\(holder)".utf8.count < 1 << 27)
            }
        }

        @Test("A few repetitions are none too many")
        func fewRepetitions() throws {
            let row = [Any](repeating: 0, count: 300)
            let matrix = [Any](repeating: row, count: 300)
            #expect(try ModelDocument(encoding: matrix).root.count == 300)
            #expect(try ModelDocument(encoding: wide(10) { [$0, $0] }).root.count == 2)
        }
    }
#endif
