// Damage to JSON and to XML property lists.

extension Damage {
    // MARK: JSON

    /// The ranges of texts, numbers and words, and whether each is a key.
    private func jsonTokens() -> [(range: Range<Int>, isKey: Bool)] {
        var tokens: [(Range<Int>, Bool)] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            var end = place + 1
            if byte == UInt8(ascii: "\"") {
                while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
                end = min(end + 1, bytes.count)
                tokens.append((place..<end, bytes[end...].first { $0 != 0x20 } == UInt8(ascii: ":")))
            } else if "-0123456789abcdefghijklmnopqrstuvwxyzNI".utf8.contains(byte) {
                while end < bytes.count, !",]}: \n".utf8.contains(bytes[end]) { end += 1 }
                tokens.append((place..<end, end < bytes.count && bytes[end] == UInt8(ascii: ":")))
            }
            place = end
        }
        return tokens
    }

    /// A member's place: from its key to the end of its value.
    private func jsonMember(_ key: Range<Int>) -> Range<Int> {
        var (place, depth, isText) = (key.upperBound, 0, false)
        while place < bytes.count {
            let byte = bytes[place]
            if isText {
                if byte == UInt8(ascii: "\\") { place += 1 } else if byte == UInt8(ascii: "\"") { isText = false }
            } else if byte == UInt8(ascii: "\"") {
                isText = true
            } else if "[{".utf8.contains(byte) {
                depth += 1
            } else if "]}".utf8.contains(byte) {
                if depth == 0 { break }
                depth -= 1
            } else if byte == UInt8(ascii: ","), depth == 0 {
                break
            }
            place += 1
        }
        return key.lowerBound..<min(place, bytes.count)
    }

    private mutating func jsonValue() -> String {
        switch r.below(10) {
        case 0...2: return r.pick(Self.numbers)
        case 3, 4: return "\"\(r.pick(Self.texts))\""
        case 5: return r.pick(["null", "true", "false", "nul", "NULL", "undefined"])
        case 6:
            let name = r.pick(Names.classes)
            return r.pick([
                "[]", "{}", "[[]]", "[null]", "{\"a\":1}", "[1,2]", "[\"a\"]", "[,]", "[1,]", "{,}", "[true]", "{\"$ref\":\"$\"}",
                "{\"$alias\":\"$\"}", "{\"$class\":\"\(name)\"}", "{\"$class\":5}", "{\"class\":\"\(name)\"}", "{\"$class\":\"Nobody\",\"a\":[1]}",
            ])
        case 7:
            let text = String(repeating: "a", count: r.pick([15, 16, 17, 31, 32, 33, 64, 4096, 65536]))
            return "\"\(text)\(r.pick(["", "\\n", "\\u0041", "\\ud83d\\ude00", "\u{E9}"]))\""
        case 8: return r.pick(["\"\\u006fne\"", "\"\\ud83d\"", "\"\\ude00x\"", "\"\\u0000\"", "\"\\x41\"", "\"\\", "\"a", "'a'", "\"\t\"", "\"\\/\""])
        default: return r.isOne(in: 4) ? String(repeating: "[", count: r.pick([64, 600, 5000])) : "[[[[1]]]]"
        }
    }

    mutating func damageJSON() {
        let tokens = jsonTokens()
        let keys = tokens.filter(\.isKey).map(\.range), values = tokens.filter { !$0.isKey }.map(\.range)
        guard let key = keys.isEmpty ? values.first : r.pick(keys) else { return damageBytes() }
        let value = values.isEmpty ? key : r.pick(values)
        switch r.below(13) {
        case 0: damageBytes()
        case 1...3: replace(value, jsonValue())
        case 4: replace(value, "null")
        case 5: replace(key, keys.isEmpty ? jsonValue() : "\"\(r.pick(Self.keys))\"")
        case 6: replace(key, String(decoding: bytes[r.pick(keys.isEmpty ? [key] : keys)], as: UTF8.self))
        case 7: insert(r.pick([" ", "\n", "\u{FEFF}", "/* */", ",", "\u{0}", "[", "}", ":", "\""]), r.isOne(in: 2) ? value.lowerBound : value.upperBound)
        case 8: insert(String(decoding: bytes[key], as: UTF8.self) + ":" + jsonValue() + ",", key.lowerBound)
        case 9: insert("\"\(r.pick(Self.keys))\":\(jsonValue()),", key.lowerBound)
        case 10:
            let others = r.isOne(in: 4) ? keys : values
            guard let first = others.first else { return }
            let (one, two) = (r.pick(others), r.pick(others))
            guard first.lowerBound <= one.lowerBound, one.upperBound <= two.lowerBound else { return }
            let (a, b) = (Array(bytes[one]), Array(bytes[two]))
            bytes.replaceSubrange(two, with: a)
            bytes.replaceSubrange(one, with: b)
        case 11 where !keys.isEmpty:
            let member = jsonMember(key)
            let hasComma = member.upperBound < bytes.count && bytes[member.upperBound] == UInt8(ascii: ",")
            bytes.removeSubrange(member.lowerBound..<member.upperBound + (hasComma ? 1 : 0))
        default:
            guard !keys.isEmpty else { return damageBytes() }
            // A value of one key under another.
            let (one, two) = (jsonMember(key), jsonMember(r.pick(keys)))
            let content = Array(bytes[one.lowerBound + key.count..<one.upperBound])
            if let colon = bytes[two].firstIndex(of: UInt8(ascii: ":")), !one.overlaps(two) {
                bytes.replaceSubrange(colon..<two.upperBound, with: content)
            }
        }
    }

    // MARK: XML

    private mutating func xmlElement() -> String {
        switch r.below(8) {
        case 0: "<integer>\(r.pick(Self.numbers))</integer>"
        case 1: "<real>\(r.pick(Self.numbers + ["nan", "inf", "-infinity"]))</real>"
        case 2: "<string>\(r.pick(Self.texts.map { $0.replacing("<", with: "&lt;") } + ["&#65;", "&#0;", "<![CDATA[a]]>", "a<!-- c -->b", "&bad;", "]]>"]))</string>"
        case 3: "<date>\(r.pick(["2024-01-01T00:00:00Z", "2024-02-30T00:00:00Z", "2024-01-01", "-2024-01-01T00:00:00Z", "2024-01-01T24:00:00Z"]))</date>"
        case 4: r.pick(["<true/>", "<false/>", "<true></true>", "<null/>", "<string/>", "<integer/>", "<array/>", "<dict/>", "<dict></dict>"])
        case 5: r.pick([
            "<array><integer>1</integer></array>", "<dict><key>a</key><integer>1</integer></dict>",
            "<dict><key>CF$UID</key><integer>1</integer></dict>", "<dict><key>$class</key><string>\(r.pick(Names.classes))</string></dict>",
            "<dict><key>class</key><string>\(r.pick(Names.classes))</string></dict>", "<dict><key>$alias</key><string>$</string></dict>",
        ])
        case 6: "<string>" + String(repeating: "y", count: r.pick([15, 16, 4096, 65536])) + "</string>"
        default: r.pick(["<!-- comment -->", "<![CDATA[x]]>", "<data>AAAA</data>"])
        }
    }

    mutating func damageXML() {
        // Each tag with the text behind it.
        var parts: [(tag: Range<Int>, text: Range<Int>)] = []
        var place = 0
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")), let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) {
            place = close + 1
            let next = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            parts.append((open..<place, place..<next))
        }
        guard parts.count > 4, !r.isOne(in: 8) else { return damageBytes() }
        let index = 3 + r.below(parts.count - 3)
        let (tag, text) = parts[index]
        let element = tag.lowerBound..<(index + 1 < parts.count ? parts[index + 1].tag.upperBound : bytes.count)
        func isKey(_ index: Int) -> Bool { bytes[parts[index].tag].elementsEqual("<key>".utf8) }
        switch r.below(9) {
        case 0: replace(text, r.pick(Self.numbers + ["a", "&#65;", "<!-- x -->", "&lt;", " ", "true", "-0x1F"]))
        case 1: replace(tag, "<" + r.pick(["integer", "real", "string", "date", "data", "true/", "array", "dict", "key", "/dict", "/array"]) + ">")
        case 2: replace(element, xmlElement())
        case 3: insert(xmlElement(), tag.lowerBound)
        case 4: insert("<key>\(r.pick(Self.keys))</key>" + xmlElement(), tag.lowerBound)
        case 5: insert(r.pick([" ", "<!---->", "x", "<?pi?>", "\u{0}"]), r.isOne(in: 2) ? tag.lowerBound : tag.upperBound)
        case 6: bytes.removeSubrange(element)
        default:
            let keys = parts.indices.filter { $0 > 2 && isKey($0) }
            guard !keys.isEmpty else { return damageBytes() }
            let (key, other) = (parts[r.pick(keys)], parts[r.pick(keys)])
            switch r.below(3) {
            case 0: replace(key.text, String(decoding: bytes[other.text], as: UTF8.self))
            case 1: replace(key.text, r.pick(Self.keys))
            default: insert("<key>" + String(decoding: bytes[key.text], as: UTF8.self) + "</key>" + xmlElement(), key.tag.lowerBound)
            }
        }
    }
}
