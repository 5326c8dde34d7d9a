import Foundation

extension AnswerRecord {
    /// The answer as many servers write it: members in the same order in each object, `null` where there is no value,
    /// and dates without fractions of a second.
    func json() throws -> Data {
        let text = MemberText()
        let results = try results.map { try $0.json(text) }
        let object = try text.object([
            "total": text.of(total), "next": text.of(next), "results": text.array(results),
        ])
        return Data(object.utf8)
    }
}

extension EntryRecord {
    fileprivate func json(_ text: MemberText) throws -> String {
        let place = try location?.json(text) ?? "null"
        let comments = try comments.map { try $0.json(text) }
        return try text.object([
            "id": text.of(id),
            "title": text.of(title),
            "body": text.of(body),
            "created": text.of(created),
            "updated": text.of(updated),
            "author": author.json(text),
            "location": place,
            "tags": text.of(tags),
            "state": text.of(state),
            "rating": text.of(rating),
            "likes": text.of(likes),
            "isPinned": text.of(isPinned),
            "comments": text.array(comments),
        ])
    }
}

extension AuthorRecord {
    fileprivate func json(_ text: MemberText) throws -> String {
        try text.object(["id": text.of(id), "name": text.of(name), "avatar": text.of(avatar)])
    }
}

extension LocationRecord {
    fileprivate func json(_ text: MemberText) throws -> String {
        try text.object([
            "latitude": text.of(latitude), "longitude": text.of(longitude), "place": text.of(place),
        ])
    }
}

extension CommentRecord {
    fileprivate func json(_ text: MemberText) throws -> String {
        try text.object([
            "author": author.json(text), "text": text.of(self.text), "created": text.of(created),
            "likes": text.of(likes),
        ])
    }
}

/// The text of single values, by Foundation's encoder, and of what they make together.
private struct MemberText {
    private let encoder = JSONEncoder()

    init() {
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .withoutEscapingSlashes
    }

    /// A value's text; `null` where there is none.
    func of<Value: Encodable>(_ value: Value?) throws -> String {
        guard let value else { return "null" }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    func object(_ members: KeyValuePairs<String, String>) -> String {
        "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    func array(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }
}
