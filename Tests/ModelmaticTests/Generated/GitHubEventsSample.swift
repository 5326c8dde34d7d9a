// swift-format-ignore-file
#if Macros
// Made of GitHubEvents.json by `basemodel generate`.
// Read such a file with `try [Event].load(fromFile: path)`.
// Some values of the samples come back as they were only with `.asRead`: nulls, for example.

import Foundation
import ModelCore

enum GitHubEventsSample {

@Model(tag: "type", keys: .snakeCase, writtenDefaults: .asRead) open class Event: BaseModel {
    public var id = ""
    public var `actor`: Actor?
    public var repo: Repo?
    public var `public` = false
    @Transform(.date(.iso8601)) public var createdAt = Date(timeIntervalSinceReferenceDate: 0)
}

@Model(tagged: "PushEvent") public final class PushEvent: Event {
    public var payload: PushEventPayload?
}

@Model(tagged: "WatchEvent") public final class WatchEvent: Event {
    public var payload: WatchEventPayload?
}

@Model(tagged: "IssuesEvent") public final class IssuesEvent: Event {
    public var org: Org?
    public var payload: IssuesEventPayload?
}

@Model(writtenDefaults: .asRead) public final class Actor: BaseModel {
    public var id = 0
    public var login = ""
    public var url: URL?
}

@Model(writtenDefaults: .asRead) public final class Repo: BaseModel {
    public var id = 0
    public var name = ""
}

@Model(writtenDefaults: .asRead) public final class PushEventPayload: BaseModel {
    public var ref = ""
    public var size = 0
    public var commits: [Commit] = []
}

@Model(writtenDefaults: .asRead) public final class WatchEventPayload: BaseModel {
    public var action = ""
}

@Model(writtenDefaults: .asRead) public final class Org: BaseModel {
    public var id = 0
    public var login = ""
}

@Model(writtenDefaults: .asRead) public final class IssuesEventPayload: BaseModel {
    public var action = ""
    public var issue: Issue?
}

@Model(writtenDefaults: .asRead) public final class Commit: BaseModel {
    public var sha = ""
    public var message = ""
    public var distinct = false
}

@Model(keys: .snakeCase, writtenDefaults: .asRead) public final class Issue: BaseModel {
    public var number = 0
    public var title = ""
    public var labels: [Label] = []
    @Transform(.date(.iso8601)) public var closedAt: Date?
}

@Model(writtenDefaults: .asRead) public final class Label: BaseModel {
    public var name = ""
    public var color = ""
}
}
#endif
