extension TweetSearch {
    /// 100 made-up tweets, the same each time: 0.6 MB of indented JSON.
    ///
    /// - Three in four repeat another tweet, which they contain.
    /// - Most texts are Japanese, with ends of lines and pictograms. The name of the program has quotes.
    /// - Of the optional values nine in ten are null.
    static func generated() -> TweetSearch {
        var generator = SeededGenerator(seed: 0x7477_6974_7465_72)
        let search = TweetSearch()
        search.statuses = (0..<100).map { number in
            let tweet = Tweet.generated(&generator)
            guard !number.isMultiple(of: 4) else { return tweet }
            let original = Tweet.generated(&generator)
            tweet.retweetedStatus = original
            tweet.text = "RT @\(original.user.screenName): \(original.text)"
            tweet.entities.userMentions = [.of(original.user)]
            return tweet
        }
        search.searchMetadata.completedIn = 0.087
        search.searchMetadata.maxId = search.statuses[0].id
        search.searchMetadata.maxIdStr = search.statuses[0].idStr
        search.searchMetadata.nextResults = "?max_id=\(search.statuses[99].id)&q=%E6%B5%B7&count=100"
        search.searchMetadata.query = "%E6%B5%B7"
        search.searchMetadata.refreshUrl = "?since_id=\(search.statuses[0].id)&q=%E6%B5%B7"
        search.searchMetadata.count = 100
        search.searchMetadata.sinceIdStr = "0"
        return search
    }
}

extension Tweet {
    fileprivate static func generated(_ generator: inout SeededGenerator) -> Tweet {
        let tweet = Tweet()
        let isReply = generator.chance(of: 10)
        let repliedID = isReply ? generator.tweetID() : MadeNull.number
        let repliedUserID = isReply ? generator.userID() : MadeNull.number
        tweet.metadata.resultType = "recent"
        tweet.metadata.isoLanguageCode = "ja"
        tweet.createdAt = generator.date(in: "Aug", year: 2014)
        tweet.id = generator.tweetID()
        tweet.idStr = "\(tweet.id)"
        tweet.text = generator.japanese(Int.random(in: 3...8, using: &generator))
        tweet.source = "<a href=\"http://example.com/download/phone\" rel=\"nofollow\">Example for phones</a>"
        tweet.inReplyToStatusId = repliedID
        tweet.inReplyToStatusIdStr = isReply ? "\(repliedID)" : MadeNull.text
        tweet.inReplyToUserId = repliedUserID
        tweet.inReplyToUserIdStr = isReply ? "\(repliedUserID)" : MadeNull.text
        tweet.inReplyToScreenName = isReply ? generator.screenName() : MadeNull.text
        tweet.user = .generated(&generator)
        tweet.geo = MadeNull.text
        tweet.coordinates = MadeNull.text
        tweet.place = MadeNull.text
        tweet.contributors = MadeNull.text
        tweet.retweetCount = Int.random(in: 0...3_000, using: &generator)
        tweet.favoriteCount = Int.random(in: 0...1_500, using: &generator)
        if generator.chance(of: 10) { tweet.entities.hashtags = [.generated(&generator)] }
        if generator.chance(of: 10) { tweet.entities.urls = [.generated(&generator)] }
        if generator.chance(of: 17) {
            tweet.entities.media = [.generated(&generator)]
            tweet.possiblySensitive = false
        }
        tweet.lang = "ja"
        return tweet
    }
}

extension TwitterUser {
    fileprivate static func generated(_ generator: inout SeededGenerator) -> TwitterUser {
        let user = TwitterUser()
        let (hasLink, hasZone) = (generator.chance(of: 9), generator.chance(of: 6))
        let images = "pbs.example.com/profile_images/\(generator.tweetID())"
        let theme = "abs.example.com/images/themes/theme\(Int.random(in: 1...19, using: &generator))/bg.png"
        user.id = generator.userID()
        user.idStr = "\(user.id)"
        user.name = generator.japanese(1)
        user.screenName = generator.screenName()
        user.location = generator.chance(of: 3) ? generator.japanese(1) : ""
        user.about = generator.japanese(Int.random(in: 1...6, using: &generator))
        user.url = MadeNull.text
        if hasLink {
            let link = Link.generated(&generator)
            user.url = link.url
            user.entities.url = LinkList()
            user.entities.url?.urls = [link]
        }
        user.followersCount = Int.random(in: 0...17_000, using: &generator)
        user.friendsCount = Int.random(in: 0...17_000, using: &generator)
        user.listedCount = Int.random(in: 0...99, using: &generator)
        user.createdAt = generator.date(in: "Feb", year: 2010)
        user.favouritesCount = Int.random(in: 0...37_000, using: &generator)
        user.utcOffset = hasZone ? 32_400 : MadeNull.number
        user.timeZone = hasZone ? "Tokyo" : MadeNull.text
        user.geoEnabled = Bool.random(using: &generator)
        user.statusesCount = Int.random(in: 100...370_000, using: &generator)
        user.lang = "ja"
        user.profileBackgroundColor = generator.color()
        user.profileBackgroundImageUrl = "http://\(theme)"
        user.profileBackgroundImageUrlHttps = "https://\(theme)"
        user.profileBackgroundTile = Bool.random(using: &generator)
        user.profileImageUrl = "http://\(images)/\(user.screenName)_normal.jpeg"
        user.profileImageUrlHttps = "https://\(images)/\(user.screenName)_normal.jpeg"
        if !generator.chance(of: 8) {
            user.profileBannerUrl = "https://pbs.example.com/profile_banners/\(user.id)/\(generator.userID())"
        }
        user.profileLinkColor = generator.color()
        user.profileSidebarBorderColor = generator.color()
        user.profileSidebarFillColor = generator.color()
        user.profileTextColor = generator.color()
        user.profileUseBackgroundImage = true
        user.defaultProfile = Bool.random(using: &generator)
        return user
    }
}

extension Link {
    fileprivate static func generated(_ generator: inout SeededGenerator) -> Link {
        let link = Link()
        let page = "example.com/\(generator.screenName())/\(generator.tweetID())"
        link.url = generator.shortLink()
        link.expandedUrl = "http://\(page)"
        link.displayUrl = "\(page.prefix(24))…"
        link.indices = generator.range()
        return link
    }
}

extension Hashtag {
    fileprivate static func generated(_ generator: inout SeededGenerator) -> Hashtag {
        let hashtag = Hashtag()
        hashtag.text = generator.japanese(1)
        hashtag.indices = generator.range()
        return hashtag
    }
}

extension Mention {
    fileprivate static func of(_ user: TwitterUser) -> Mention {
        let mention = Mention()
        mention.screenName = user.screenName
        mention.name = user.name
        mention.id = user.id
        mention.idStr = user.idStr
        mention.indices = [3, 4 + user.screenName.count]
        return mention
    }
}

extension Photo {
    fileprivate static func generated(_ generator: inout SeededGenerator) -> Photo {
        let photo = Photo()
        let source = generator.tweetID()
        photo.id = generator.tweetID()
        photo.idStr = "\(photo.id)"
        photo.indices = generator.range()
        photo.mediaUrl = "http://pbs.example.com/media/\(photo.id).jpg"
        photo.mediaUrlHttps = "https://pbs.example.com/media/\(photo.id).jpg"
        photo.url = generator.shortLink()
        photo.displayUrl = "pic.example.com/\(generator.screenName())"
        photo.expandedUrl = "http://example.com/\(generator.screenName())/status/\(source)/photo/1"
        photo.type = "photo"
        photo.sizes.medium = .of(600, 450, .fit)
        photo.sizes.small = .of(340, 255, .fit)
        photo.sizes.thumb = .of(150, 150, .crop)
        photo.sizes.large = .of(1_024, 768, .fit)
        photo.sourceStatusId = source
        photo.sourceStatusIdStr = "\(source)"
        return photo
    }
}

extension PhotoSize {
    fileprivate static func of(_ width: Int, _ height: Int, _ resize: PhotoResize) -> PhotoSize {
        let size = PhotoSize()
        (size.width, size.height, size.resize) = (width, height, resize)
        return size
    }
}

extension SeededGenerator {
    /// True once in so many times.
    fileprivate mutating func chance(of times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

    /// 18 digits.
    fileprivate mutating func tweetID() -> Int {
        Int.random(in: 500_000_000_000_000_000..<510_000_000_000_000_000, using: &self)
    }

    /// Nine or ten digits.
    fileprivate mutating func userID() -> Int { Int.random(in: 100_000_000..<2_800_000_000, using: &self) }

    /// A name of the letters that a user may have in links.
    fileprivate mutating func screenName() -> String {
        "\(Vocabulary.pick(Vocabulary.tags, &self))_\(Int.random(in: 1_000..<100_000, using: &self))"
    }

    fileprivate mutating func shortLink() -> String { "http://t.example/\(String(userID(), radix: 36))" }

    /// The positions of the first and the last character.
    fileprivate mutating func range() -> [Int] {
        let start = Int.random(in: 0...100, using: &self)
        return [start, start + 22]
    }

    fileprivate mutating func color() -> String {
        Vocabulary.pick(["C0DEED", "000000", "131516", "0084B4", "DDEEF6", "FFFFFF", "333333", "666666"], &self)
    }

    /// `Sun Aug 31 10:29:15 +0000 2014`
    fileprivate mutating func date(in month: String, year: Int) -> String {
        func two(_ range: ClosedRange<Int>) -> String { "\(Int.random(in: range, using: &self))" }
        return "Sun \(month) \(two(10...28)) \(two(10...23)):\(two(10...59)):\(two(10...59)) +0000 \(year)"
    }

    /// So many phrases, with an end of line after each third one.
    fileprivate mutating func japanese(_ count: Int) -> String {
        var text = Vocabulary.pick(Self.phrases, &self)
        for number in 1..<max(count, 1) {
            text += number.isMultiple(of: 3) ? "\n" : "、"
            text += Vocabulary.pick(Self.phrases, &self)
        }
        return text
    }

    private static let phrases = [
        "海が見える町", "朝の電車はいつも静か", "友だちと映画を見た😊", "明日は早く起きる！", "雨の音が好きです", "新しいカメラ📷",
        "週末は山へ行きたい", "おいしいパンを焼いた", "猫がずっと窓の外を見ている", "写真をたくさん撮った✨", "「またね」と言った",
        "夏の終わりの花火", "本を三冊借りてきた", "コーヒーを飲みながら", "ありがとうございました", "駅前の小さな店",
    ]
}
