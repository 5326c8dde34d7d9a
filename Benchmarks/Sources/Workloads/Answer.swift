import Foundation
import ModelCore

/// The root of the answer workload: ours.
@Model
final class Answer: BaseModel {
    var total = 0
    var next: String?
    var results: [Entry] = []
}

/// One of the results.
@Model
final class Entry: BaseModel {
    var id: Int64 = 0
    var title = ""
    var body = ""
    var created = Date(timeIntervalSinceReferenceDate: 0)
    var updated: Date?
    var author = Author()
    var location: Location?
    var tags: [String] = []
    var state = EntryState.draft
    var rating: Double?
    var likes: UInt32 = 0
    var isPinned = false
    var comments: [Comment] = []
}

@Model
final class Author: BaseModel {
    var id = 0
    var name = ""
    var avatar: String?
}

@Model
final class Location: BaseModel {
    var latitude = 0.0
    var longitude = 0.0
    var place = ""
}

@Model
final class Comment: BaseModel {
    var author = Author()
    var text = ""
    var created = Date(timeIntervalSinceReferenceDate: 0)
    var likes = 0
}
