import Foundation
import ModelCore

/// The root of the answer workload: the `Codable` peers', and what every result is compared with.
struct AnswerRecord: Codable, Equatable, Sendable {
    var total: Int
    var next: String?
    var results: [EntryRecord]
}

/// One of the results.
struct EntryRecord: Codable, Equatable, Sendable {
    var id: Int64
    var title: String
    var body: String
    var created: Date
    var updated: Date?
    var author: AuthorRecord
    var location: LocationRecord?
    var tags: [String]
    var state: EntryState
    var rating: Double?
    var likes: UInt32
    var isPinned: Bool
    var comments: [CommentRecord]
}

struct AuthorRecord: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var avatar: String?
}

struct LocationRecord: Codable, Equatable, Sendable {
    var latitude: Double
    var longitude: Double
    var place: String
}

struct CommentRecord: Codable, Equatable, Sendable {
    var author: AuthorRecord
    var text: String
    var created: Date
    var likes: Int
}

/// A state: the records' and the models'.
enum EntryState: String, ModelValue, CaseIterable, Codable, Sendable {
    case draft, open, closed, archived
}
