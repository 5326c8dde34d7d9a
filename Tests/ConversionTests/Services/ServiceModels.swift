#if Macros
    import Foundation
    import ModelCore

    // Models after the public descriptions of eight services. None has code of its own for files.

    // MARK: GitHub's events

    @Model(tag: "type", keys: .snakeCase, writtenDefaults: .asRead) class GitHubEvent: BaseModel {
        var id = ""
        var actor: GitHubActor?
        var repo: GitHubRepository?
        @Key("public") var isPublic = true
        @Transform(.date(.iso8601)) var createdAt = Date(timeIntervalSince1970: 0)
    }
    @Model(tagged: "PushEvent", keys: .snakeCase) final class GitHubPush: GitHubEvent {
        var payload: Payload?
        @Model(keys: .snakeCase, writtenDefaults: .asRead) final class Payload: BaseModel {
            var pushId = 0
            var distinctSize = 0
            var commits: [Commit] = []
        }
        @Model(writtenDefaults: .asRead) final class Commit: BaseModel {
            var sha = ""
            var message = ""
            var distinct = true
        }
    }
    @Model(tagged: "WatchEvent") final class GitHubWatch: GitHubEvent {
        @Key(path: "payload.action") var action: String?
    }
    @Model(writtenDefaults: .asRead) final class GitHubActor: BaseModel {
        var id = 0
        var login = ""
        @Key("gravatar_id") var gravatarID: String?
    }
    @Model(writtenDefaults: .asRead) final class GitHubRepository: BaseModel {
        var id = 0
        var name = ""
    }

    // MARK: Kubernetes' manifests

    @Model(tag: "kind", writtenDefaults: .asRead) class KubernetesResource: BaseModel {
        var apiVersion = ""
        var metadata: KubernetesMetadata?
    }
    @Model(tagged: "List") final class KubernetesList: KubernetesResource {
        var items: [KubernetesResource] = []
    }
    @Model(tagged: "ConfigMap") final class KubernetesConfigMap: KubernetesResource {
        var data: [String: String] = [:]
        var immutable: Bool?
    }
    @Model(tagged: "Service") final class KubernetesService: KubernetesResource {
        var spec: Spec?
        @Model(writtenDefaults: .asRead) final class Spec: BaseModel {
            var selector: [String: String] = [:]
            var ports: [Port] = []
            var type: String?
        }
        @Model(writtenDefaults: .asRead) final class Port: BaseModel {
            var port = 0
            var targetPort: KubernetesPort?
            @Key("protocol") var transport: String?
        }
    }
    @Model(untagged: true) enum KubernetesPort: Equatable {
        case number(Int)
        case name(String)
    }
    @Model(writtenDefaults: .asRead) final class KubernetesMetadata: BaseModel {
        var name = ""
        var namespace: String?
        var labels: [String: String] = [:]
        var annotations: [String: String]?
    }

    // MARK: ActivityStreams

    @Model(tag: "type", writtenDefaults: .asRead) class ActivityObject: BaseModel {
        @Key("@context") var context: OneOrMany<ModelDocument>?
        var id: String?
        var name: String?
        @Transform(.date(.iso8601)) var published: Date?
        var to: OneOrMany<ActivityReference>?
        var attributedTo: OneOrMany<ActivityReference>?
    }
    @Model(tagged: "Note") final class ActivityNote: ActivityObject {
        var content: String?
        var inReplyTo: ActivityReference?
    }
    @Model(tagged: "Person") final class ActivityPerson: ActivityObject {
        var preferredUsername: String?
        var icon: OneOrMany<ActivityReference>?
    }
    @Model(tagged: "Create") final class ActivityCreate: ActivityObject {
        var actor: OneOrMany<ActivityReference>?
        var object: ActivityReference?
    }
    @Model(untagged: true) enum ActivityReference {
        case id(String)
        case object(ActivityObject)
    }

    // MARK: Stripe's objects

    @Model(tag: "object", keys: .snakeCase, writtenDefaults: .asRead) class StripeObject: BaseModel, Identifiable {
        var id = ""
        @Transform(.date(.secondsSince1970)) var created: Date?
        var metadata: [String: String] = [:]
        var livemode: Bool?
    }
    @Model(tagged: "customer") final class StripeCustomer: StripeObject {
        var email: String?
        var balance = 0
    }
    @Model(tagged: "charge", keys: .snakeCase) final class StripeCharge: StripeObject {
        var amount = 0
        var currency = ""
        var customer: Expandable<StripeCustomer>?
        var failureCode: String?
        var refunds: StripeList?
    }
    @Model(tagged: "list", keys: .snakeCase) final class StripeList: StripeObject {
        var data: [StripeObject] = []
        var hasMore = false
        var url = ""
    }

    // MARK: JSON:API

    @Model(writtenDefaults: .asRead) final class APIDocument: BaseModel {
        var data: OneOrMany<APIResource>?
        var included: [APIResource] = []
        var links: [String: ModelDocument] = [:]
    }
    @Model(tag: "type", writtenDefaults: .asRead) class APIResource: BaseModel {
        var id = ""
        var relationships: [String: APIRelationship] = [:]
    }
    @Model(tagged: "articles") final class APIArticle: APIResource {
        @Key(path: "attributes.title") var title = ""
        @Key(path: "attributes.body") var body: String?
    }
    @Model(tagged: "people") final class APIPerson: APIResource {
        @Key(path: "attributes.first-name") var firstName = ""
        @Key(path: "attributes.twitter") var twitter: String?
    }
    @Model(writtenDefaults: .asRead) final class APIRelationship: BaseModel {
        var data: Presence<OneOrMany<APIResource>> = .absent
    }

    // MARK: Slack's blocks

    @Model(writtenDefaults: .asRead) final class SlackMessage: BaseModel {
        var text: String?
        var blocks: [SlackBlock] = []
    }
    @Model(tag: "type", keys: .snakeCase, writtenDefaults: .asRead) class SlackBlock: BaseModel {
        var blockId: String?
    }
    @Model(tagged: "section") final class SlackSection: SlackBlock {
        var text: SlackText?
        var fields: [SlackText] = []
        var accessory: SlackElement?
    }
    @Model(tagged: "image", keys: .snakeCase) final class SlackImageBlock: SlackBlock {
        var imageUrl = ""
        var altText = ""
        var title: SlackText?
    }
    @Model(tagged: "actions") final class SlackActions: SlackBlock {
        var elements: [SlackElement] = []
    }
    @Model(tag: "type", keys: .snakeCase, writtenDefaults: .asRead) class SlackElement: BaseModel {
        var actionId: String?
    }
    @Model(tagged: "image", keys: .snakeCase) final class SlackImageElement: SlackElement {
        var imageUrl = ""
        var altText = ""
    }
    @Model(tagged: "button") final class SlackButton: SlackElement {
        var text: SlackText?
        var value: String?
    }
    @Model(tag: "type") enum SlackText {
        @Key("plain_text") case plain(text: String, emoji: Bool?)
        @Key("mrkdwn") case markdown(text: String, verbatim: Bool?)
    }

    // MARK: GeoJSON

    @Model(tag: "type", writtenDefaults: .asRead) class GeoObject: BaseModel {
        var bbox: [Double]?
    }
    @Model(tagged: "FeatureCollection") final class GeoCollection: GeoObject {
        var features: [GeoObject] = []
    }
    @Model(tagged: "Feature") final class GeoFeature: GeoObject {
        var id: GeoIdentifier?
        var geometry: GeoObject?
        var properties: ModelDocument?
    }
    @Model(tagged: "Point") final class GeoPoint: GeoObject {
        var coordinates: [Double] = []
    }
    @Model(tagged: "Polygon") final class GeoPolygon: GeoObject {
        var coordinates: [[[Double]]] = []
    }
    @Model(untagged: true) enum GeoIdentifier: Equatable {
        case number(Int)
        case text(String)
    }

    // MARK: OpenAPI

    @Model(writtenDefaults: .asRead) final class OpenAPIDocument: BaseModel {
        var openapi = ""
        var info: OpenAPIInfo?
        var paths: [String: [String: OpenAPIOperation]] = [:]
        @Key(path: "components.schemas") var schemas: [String: OpenAPISchemaOrReference] = [:]
    }
    @Model(writtenDefaults: .asRead) final class OpenAPIInfo: BaseModel {
        var title = ""
        var version = ""
    }
    @Model(writtenDefaults: .asRead) final class OpenAPIOperation: BaseModel {
        var operationId: String?
        var tags: [String] = []
        var responses: [String: ModelDocument] = [:]
    }
    @Model(untagged: true) enum OpenAPISchemaOrReference {
        case reference(OpenAPIReference)
        case schema(OpenAPISchema)
    }
    @Model struct OpenAPIReference {
        @Key("$ref") var reference: String
    }
    @Model(writtenDefaults: .asRead) final class OpenAPISchema: BaseModel {
        var type: OneOrMany<String>?
        var format: String?
        var nullable: Bool?
        var required: [String] = []
        var properties: [String: OpenAPISchemaOrReference] = [:]
        var items: OpenAPISchemaOrReference?
        var additionalProperties: Additional?
        @Key("enum") var choices: [ModelDocument]?
        @Model(untagged: true) enum Additional {
            case allowed(Bool)
            case schema(OpenAPISchemaOrReference)
        }
    }
#endif
