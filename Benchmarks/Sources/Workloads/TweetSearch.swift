import ModelCore

/// The root of `twitter.json`: what a search for tweets found.
@Model(keys: .snakeCase)
final class TweetSearch: BaseModel {
    var statuses: [Tweet] = []
    var searchMetadata = SearchMetadata()
}

@Model(keys: .snakeCase)
final class SearchMetadata: BaseModel {
    var completedIn = 0.0
    var maxId = 0
    var maxIdStr = ""
    var nextResults: String?
    var query = ""
    var refreshUrl = ""
    var count = 0
    var sinceId = 0
    var sinceIdStr = ""
}

@Model(keys: .snakeCase)
final class Tweet: BaseModel {
    var metadata = TweetMetadata()
    var createdAt = ""
    var id = 0
    var idStr = ""
    var text = ""
    var source = ""
    var truncated = false
    var inReplyToStatusId: Int?
    var inReplyToStatusIdStr: String?
    var inReplyToUserId: Int?
    var inReplyToUserIdStr: String?
    var inReplyToScreenName: String?
    var user = TwitterUser()
    var geo: String?
    var coordinates: String?
    var place: String?
    var contributors: String?
    var retweetedStatus: Tweet?
    var retweetCount = 0
    var favoriteCount = 0
    var entities = TweetEntities()
    var favorited = false
    var retweeted = false
    var possiblySensitive: Bool?
    var lang = ""
}

@Model(keys: .snakeCase)
final class TweetMetadata: BaseModel {
    var resultType = ""
    var isoLanguageCode = ""
}

@Model(keys: .snakeCase)
final class TwitterUser: BaseModel {
    var id = 0
    var idStr = ""
    var name = ""
    var screenName = ""
    var location = ""
    @Key("description") var about = ""
    var url: String?
    var entities = UserEntities()
    var protected = false
    var followersCount = 0
    var friendsCount = 0
    var listedCount = 0
    var createdAt = ""
    var favouritesCount = 0
    var utcOffset: Int?
    var timeZone: String?
    var geoEnabled = false
    var verified = false
    var statusesCount = 0
    var lang = ""
    var contributorsEnabled = false
    var isTranslator = false
    var isTranslationEnabled = false
    var profileBackgroundColor = ""
    var profileBackgroundImageUrl = ""
    var profileBackgroundImageUrlHttps = ""
    var profileBackgroundTile = false
    var profileImageUrl = ""
    var profileImageUrlHttps = ""
    var profileBannerUrl: String?
    var profileLinkColor = ""
    var profileSidebarBorderColor = ""
    var profileSidebarFillColor = ""
    var profileTextColor = ""
    var profileUseBackgroundImage = false
    var defaultProfile = false
    var defaultProfileImage = false
    var following = false
    var followRequestSent = false
    var notifications = false
}

@Model
final class UserEntities: BaseModel {
    var url: LinkList?
    @Key("description") var about = LinkList()
}

@Model
final class LinkList: BaseModel {
    var urls: [Link] = []
}

@Model(keys: .snakeCase)
final class Link: BaseModel {
    var url = ""
    var expandedUrl = ""
    var displayUrl = ""
    var indices: [Int] = []
}

@Model(keys: .snakeCase)
final class TweetEntities: BaseModel {
    var hashtags: [Hashtag] = []
    var symbols: [String] = []
    var urls: [Link] = []
    var userMentions: [Mention] = []
    var media: [Photo]?
}

@Model
final class Hashtag: BaseModel {
    var text = ""
    var indices: [Int] = []
}

@Model(keys: .snakeCase)
final class Mention: BaseModel {
    var screenName = ""
    var name = ""
    var id = 0
    var idStr = ""
    var indices: [Int] = []
}

@Model(keys: .snakeCase)
final class Photo: BaseModel {
    var id = 0
    var idStr = ""
    var indices: [Int] = []
    var mediaUrl = ""
    var mediaUrlHttps = ""
    var url = ""
    var displayUrl = ""
    var expandedUrl = ""
    var type = ""
    var sizes = PhotoSizes()
    var sourceStatusId: Int?
    var sourceStatusIdStr: String?
}

@Model
final class PhotoSizes: BaseModel {
    var medium = PhotoSize()
    var small = PhotoSize()
    var thumb = PhotoSize()
    var large = PhotoSize()
}

@Model
final class PhotoSize: BaseModel {
    @Key("w") var width = 0
    @Key("h") var height = 0
    var resize = PhotoResize.fit
}

enum PhotoResize: String, ModelValue {
    case fit, crop
}
