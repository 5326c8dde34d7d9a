import ModelCore

/// The root of `citm_catalog.json`: the events of a concert hall.
@Model
final class Catalog: BaseModel {
    var areaNames: [String: String] = [:]
    var audienceSubCategoryNames: [String: String] = [:]
    var blockNames: [String: String] = [:]
    var events: [String: CatalogEvent] = [:]
    var performances: [Performance] = []
    var seatCategoryNames: [String: String] = [:]
    var subTopicNames: [String: String] = [:]
    var subjectNames: [String: String] = [:]
    var topicNames: [String: String] = [:]
    var topicSubTopics: [String: [Int]] = [:]
    var venueNames: [String: String] = [:]
}

@Model
final class CatalogEvent: BaseModel {
    @Key("description") var about: String?
    var id = 0
    var logo: String?
    var name: String?
    var subTopicIds: [Int] = []
    var subjectCode: String?
    var subtitle: String?
    var topicIds: [Int] = []
}

@Model
final class Performance: BaseModel {
    var eventId = 0
    var id = 0
    var logo: String?
    var name: String?
    var prices: [Price] = []
    var seatCategories: [SeatCategory] = []
    var seatMapImage: String?
    var start = 0
    var venueCode = ""
}

@Model
final class Price: BaseModel {
    var amount = 0
    var audienceSubCategoryId = 0
    var seatCategoryId = 0
}

@Model
final class SeatCategory: BaseModel {
    var areas: [SeatArea] = []
    var seatCategoryId = 0
}

@Model
final class SeatArea: BaseModel {
    var areaId = 0
    var blockIds: [Int] = []
}
