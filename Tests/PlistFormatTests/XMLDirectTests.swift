#if Macros
    import Foundation
    import ModelCore
    import PlistFormat
    import Testing

    @Suite("Empty containers of XML lists, read without a document")
    struct XMLDirectTests {
        @Model struct Spot {
            var x: Int
            var y: Int? = 2
        }
        @Model struct Free {
            var x = 1
        }
        @Model final class Board: BaseModel {
            var any: Any?
            var free = Free(x: 7)
            var spot: Spot?
            var numbers: [Int] = [9]
            var texts = ["t"]
            var names: [String: Int] = ["n": 1]
            var set: Set<Int> = [5]
            var inner: Board?
            var last = 0
        }

        private static let members = [
            ("any", ["<array/>", "<dict/>", "<array><dict/></array>", "<string/>"]),
            ("free", ["<dict/>", "<dict><key>x</key><integer>3</integer></dict>"]),
            ("spot", ["<dict/>", "<dict><key>x</key><integer>3</integer></dict>", "<dict><key>y</key><string/></dict>"]),
            ("numbers", ["<array/>", "<array><integer>1</integer></array>"]), ("texts", ["<array/>", "<array><string/></array>"]),
            ("names", ["<dict/>", "<dict><key>a</key><integer>1</integer></dict>"]),
            ("set", ["<array/>", "<array><integer>1</integer></array>"]),
            ("inner", ["<dict/>", "<dict><key>last</key><integer>1</integer></dict>"]),
        ]

        private func outcome(_ body: () throws -> [Board]?) -> String? {
            do {
                return try body().map { try ModelDocument(encoding: $0).description }
            } catch {
                let error = ModelError(wrapping: error)
                return "\(error.code) \(error.path)"
            }
        }

        @Test("Each in front of each other one, in either order")
        func pairs() throws {
            for (key, values) in Self.members {
                for (other, others) in Self.members where other != key {
                    for (value, second) in values.flatMap({ value in others.map { (value, $0) } }) {
                        let text = """
                            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><array><dict>\
                            <key>\(key)</key>\(value)<key>\(other)</key>\(second)<key>last</key><integer>5</integer></dict></array></plist>
                            """
                        let content = Data(text.utf8)
                        let document = outcome { try PlistFormat().decodeByDocument([Board].self, from: content, as: .xmlPropertyList) }
                        let direct = outcome { try PlistFormat().decodeDirectly([Board].self, from: content, as: .xmlPropertyList) }
                        #expect(direct == nil || direct == document, "\(key): \(value), \(other): \(second)")
                        let isWrong = [(key, value), (other, second)].contains { $0.0 == "spot" && !$0.1.contains("<key>x") }
                        // A wrong y comes before the x that is missing at the end.
                        let isRefused = document?.contains("missingValue") == true || document?.contains("typeMismatch") == true
                        #expect(isRefused == isWrong, "\(key): \(value), \(other): \(second)")
                    }
                }
            }
        }
    }
#endif
