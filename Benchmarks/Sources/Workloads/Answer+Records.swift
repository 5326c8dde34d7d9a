// Models from records, and records from models.

extension Answer {
    convenience init(_ record: AnswerRecord) {
        self.init()
        total = record.total
        next = record.next
        results = record.results.map(Entry.init)
    }

    var record: AnswerRecord { AnswerRecord(total: total, next: next, results: results.map(\.record)) }
}

extension Entry {
    convenience init(_ record: EntryRecord) {
        self.init()
        id = record.id
        title = record.title
        body = record.body
        created = record.created
        updated = record.updated
        author = Author(record.author)
        location = record.location.map(Location.init)
        tags = record.tags
        state = record.state
        rating = record.rating
        likes = record.likes
        isPinned = record.isPinned
        comments = record.comments.map(Comment.init)
    }

    var record: EntryRecord {
        EntryRecord(
            id: id, title: title, body: body, created: created, updated: updated, author: author.record,
            location: location?.record, tags: tags, state: state, rating: rating, likes: likes, isPinned: isPinned,
            comments: comments.map(\.record))
    }
}

extension Author {
    convenience init(_ record: AuthorRecord) {
        self.init()
        id = record.id
        name = record.name
        avatar = record.avatar
    }

    var record: AuthorRecord { AuthorRecord(id: id, name: name, avatar: avatar) }
}

extension Location {
    convenience init(_ record: LocationRecord) {
        self.init()
        latitude = record.latitude
        longitude = record.longitude
        place = record.place
    }

    var record: LocationRecord { LocationRecord(latitude: latitude, longitude: longitude, place: place) }
}

extension Comment {
    convenience init(_ record: CommentRecord) {
        self.init()
        author = Author(record.author)
        text = record.text
        created = record.created
        likes = record.likes
    }

    var record: CommentRecord {
        CommentRecord(author: author.record, text: text, created: created, likes: likes)
    }
}
