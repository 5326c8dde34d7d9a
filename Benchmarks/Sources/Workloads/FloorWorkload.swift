/// The floor that no decoding of the people can go below: the same objects, strings and arrays, made from known bytes.
public enum FloorWorkload {
    public static let name = "people/floor"

    public static func contests(count: Int = PeopleWorkload.count) -> [Contest] {
        let record = PeopleRecord.generated(count: count)
        let known = KnownPeople(record)
        return [
            Contest(
                name: "\(name)/decode", target: nil, ours: Contender(name: "ours") { known.people() }, peer: nil,
                verify: { try WrongResult.check(known.people().record == record, "What was made from known bytes") })
        ]
    }
}
