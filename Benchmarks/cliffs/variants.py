#!/usr/bin/env python3
"""Writes the classes that `cliffs` measures: people with one thing more each. Usage: variants.py FILE"""
import sys

PLAIN = """    var name = ""
    var email = ""
    var age = 0
    var score = 0.0
    var active = false
    var tags: [String] = []
"""

parts = [r"""// Written by Benchmarks/cliffs/variants.py.
import Foundation
import JSONFormat
import ModelCore
import Observation
import Workloads

let zeroUUID = UUID(uuid: (0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0))
let someURL = URL(string: "https://example.com/")!
let zeroDate = Date(timeIntervalSinceReferenceDate: 0)
func uuid(_ i: Int) -> UUID { var g = UInt64(i) &* 0x9E3779B97F4A7C15; let a = unsafe withUnsafeBytes(of: &g) { unsafe Array($0) }
    return UUID(uuid: (a[0],a[1],a[2],a[3],a[4],a[5],a[6],a[7],a[1],a[2],a[5],a[4],a[0],a[7],a[6],a[3])) }
func date(_ i: Int) -> Date { Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(i) * 1234.5) }
func words(_ i: Int) -> [String: String] { ["colour": "red\(i % 7)", "size": "large", "city": "town\(i % 50)"] }
func numbers(_ i: Int) -> [String: Int] { ["a": i, "b": i * 3, "c": 5] }
@Model struct Place { var latitude = 0.0; var longitude = 0.0 }
struct CPlace: Codable { var latitude = 0.0; var longitude = 0.0 }
enum Raw: String, Codable { case low, normal, high }
enum RawIter: String, CaseIterable, Codable { case low, normal, high }
enum RawMV: String, ModelValue, Codable { case low, normal, high }
enum RawMVIter: String, CaseIterable, ModelValue, Codable { case low, normal, high }
enum RawInt: Int, CaseIterable, Codable { case low, normal, high }
@Model enum Shape { case empty, circle(radius: Double), label(String) }
@Model final class Street: BaseModel { var street = ""; var city = "" ; convenience init(_ i: Int) { self.init(); street = "Street \(i % 90)"; city = "London" } }
@Model class Animal: BaseModel { final var name = "" }
@Model final class Dog: Animal { var breed = "" }
@Model final class Back: BaseModel { var word = ""; weak var owner: BaseModel? }
@propertyWrapper struct Wrapped<T> { var wrappedValue: T; init(wrappedValue: T) { self.wrappedValue = wrappedValue } }
@Model class Root: BaseModel { final var id = 0 }
"""]
names = []


def variant(name, more="", value="", head="@Model", final="final ", superclass="BaseModel", body="", before="", plain=PLAIN,
            root="", change=None):
    """Adds a class of people.

    more: its properties besides the plain ones. value: sets them in `o`, the person number `i`. head, final, superclass: parts of
    the declaration. body: its other members, with $P for its name. before: declarations before it. root: what precedes the
    people in the root. change: changes the JSON text that is read.
    """
    person, people = "Person_" + name, "People_" + name
    fill = "o.name = r.name; o.email = r.email; o.age = r.age; o.score = r.score; o.active = r.active; o.tags = r.tags"
    parts.append(before)
    parts.append(f"{head} {final}class {person}: {superclass} {{\n{plain}{more}\n{body.replace('$P', person)}}}")
    parts.append(f"@Model final class {people}: BaseModel {{\n    {root.replace('$P', person)}var people: [{person}] = []\n}}")
    changed = f", change: {change}" if change else ""
    parts.append(f"""func run_{name}(_ name: String, _ record: PeopleRecord) throws {{
    let root = {people}()
    root.people = record.people.enumerated().map {{ i, r in
        let o = {person}()
        {fill}
        {value}
        return o
    }}
    try Cliffs.measure(name, root{changed})
}}""")
    names.append(name)


variant('base')
variant('nonfinal', final='')
variant('finalprops', final='', plain=PLAIN.replace("    var", "    final var"))
variant('subOfFinalProps', superclass='Root')
variant('dml', head='@dynamicMemberLookup @Model', body='''    subscript(dynamicMember name: String) -> Int { 0 }
''')
variant('hand', head='', body='''    override class var modelProperties: [ModelProperty] { super.modelProperties + [
        ModelProperty("name", \\$P.name), ModelProperty("email", \\$P.email), ModelProperty("age", \\$P.age),
        ModelProperty("score", \\$P.score), ModelProperty("active", \\$P.active), ModelProperty("tags", \\$P.tags)] }
''')
variant('handStored', head='', body='''    override class var modelProperties: [ModelProperty] { super.modelProperties + [
        ModelProperty("name", \\$P.name, isStored: true), ModelProperty("email", \\$P.email, isStored: true), ModelProperty("age", \\$P.age, isStored: true),
        ModelProperty("score", \\$P.score, isStored: true), ModelProperty("active", \\$P.active, isStored: true), ModelProperty("tags", \\$P.tags, isStored: true)] }
''')
variant('uuid', more='    var extra = zeroUUID', value='o.extra = uuid(i)')
variant('uuidNew', more='    var extra = UUID()', value='o.extra = uuid(i)')
variant('url', more='    var extra = someURL', value='o.extra = URL(string: "https://example.com/people/\\(i)")!')
variant('optURLnil', more='    var extra: URL?')
variant('data', more='    var extra = Data()', value='o.extra = Data([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,UInt8(i & 255)])')
variant('dateNow', more='    var extra = zeroDate', value='o.extra = Date(timeIntervalSinceReferenceDate: 801505600.123456 + Double(i) * 1.000001)')
variant('date', more='    var extra = zeroDate', value='o.extra = date(i)')
variant('optDateNil', more='    var extra: Date?')
variant('decimal', more='    var extra = Decimal(0)', value='o.extra = Decimal(i) / 100')
variant('int32', more='    var extra: Int32 = 0', value='o.extra = Int32(i)')
variant('int128', more='    var extra: Int128 = 0', value='o.extra = Int128(i)')
variant('float', more='    var extra: Float = 0', value='o.extra = Float(i) / 7')
variant('optInt', more='    var extra: Int?', value='o.extra = i')
variant('optStringNil', more='    var extra: String?')
variant('ints', more='    var extra: [Int] = []', value='o.extra = [i, 2, 3]')
variant('dates', more='    var extra: [Date] = []', value='o.extra = [date(i), date(i + 1), date(i + 2)]')
variant('dictSS', more='    var extra: [String: String] = [:]', value='o.extra = words(i)')
variant('dictIS', more='    var extra: [Int: String] = [:]', value='o.extra = [i: "a", -3: "b", -5: "c"]')
variant('dictSI', more='    var extra: [String: Int] = [:]', value='o.extra = numbers(i)')
variant('setS', more='    var extra: Set<String> = []', value='o.extra = ["red", "green", "blue"]')
variant('struct', more='    var extra = Place()', value='o.extra = Place(latitude: Double(i), longitude: 1.5)')
variant('structCodable', more='    var extra = CPlace()', value='o.extra = CPlace(latitude: Double(i), longitude: 1.5)')
variant('optStruct', more='    var extra: Place?', value='o.extra = Place(latitude: Double(i), longitude: 1.5)')
variant('arrStruct', more='    var extra: [Place] = []', value='o.extra = [Place(latitude: Double(i), longitude: 1.5), Place(latitude: 2, longitude: 3)]')
variant('enumRaw', more='    var extra = Raw.low', value='o.extra = i % 2 == 0 ? .normal : .high')
variant('enumRawIter', more='    var extra = RawIter.low', value='o.extra = i % 2 == 0 ? .normal : .high')
variant('enumMV', more='    var extra = RawMV.low', value='o.extra = i % 2 == 0 ? .normal : .high')
variant('enumMVIter', more='    var extra = RawMVIter.low', value='o.extra = i % 2 == 0 ? .normal : .high')
variant('enumInt', more='    var extra = RawInt.low', value='o.extra = i % 2 == 0 ? .normal : .high')
variant('enumPayload', more='    var extra = Shape.empty', value='o.extra = i % 2 == 0 ? .circle(radius: Double(i)) : .label("x")')
variant('any', more='    var extra: Any?', value='o.extra = "text"')
variant('nested', more='    var extra: Street?', value='o.extra = Street(i)')
variant('arrModels', more='    var extra: [Street] = []', value='o.extra = [Street(i), Street(i + 1)]')
variant('animals', more='    var extra: [Animal] = []', value='let a = Animal(); a.name = "cat"; let b = Animal(); b.name = "cow"; o.extra = [a, b]')
variant('animalsSub', more='    var extra: [Animal] = []', value='let a = Animal(); a.name = "cat"; let b = Dog(); b.name = "rex"; b.breed = "pug"; o.extra = [a, b]')
variant('animalsSub1in10', more='    var extra: [Animal] = []', value='let a = Animal(); a.name = "cat"; let b = i % 10 == 0 ? Dog() : Animal(); b.name = "rex"; o.extra = [a, b]')
variant('animalsSub1in100', more='    var extra: [Animal] = []', value='let a = Animal(); a.name = "cat"; let b = i % 100 == 0 ? Dog() : Animal(); b.name = "rex"; o.extra = [a, b]')
variant('shared', more='    var extra: Street?', value='o.extra = unsafe shared', before='nonisolated(unsafe) let shared = Street(1)')
variant('weakParent', more='    weak var owner: People_weakParent?', value='o.owner = root')
variant('backChild', more='    var extra: Back?', value='o.extra = { let b = Back(); b.word = "w"; b.owner = o; return b }()')
variant('inverse', more='    @Relationship weak var owner: People_inverse?', root='@Relationship(inverse: \\$P.owner) ')
variant('keyPath', more='    @Key(path: "place.city") var city = ""', value='o.city = "London"')
variant('keyAlias', more='    @Key("extra", aliases: ["other", "third"]) var city = ""', value='o.city = "London"')
variant('transform', more='    @Transform(.date(.day)) var extra: Date = zeroDate', value='o.extra = date(i)')
variant('transformSeconds', more='    @Transform(.date(.secondsSince1970)) var extra: Date = zeroDate', value='o.extra = date(i)')
variant('transient', more='    @Transient var extra = 0', value='o.extra = i')
variant('computedKey', more='    @Key var extra: Int { get { age } set { age = newValue } }')
variant('version2', head='@Model(version: 2)')
variant('ignoreUnknown', head='@Model(unknownKeys: .ignore)')
variant('snake', more='    var firstName = ""', value='o.firstName = "Ada"', head='@Model(keys: .snakeCase)')
variant('observable', head='@Observable @Model')
variant('hashable', head='@Model(hashable: ["email"])')
variant('named', head='@Model("Person2", aliases: ["OldPerson"])')
variant('setWith', body='''    override func set(with decoder: ModelDecoder) throws { try super.set(with: decoder) }
''')
variant('encodeWith', body='''    override func encode(with encoder: ModelEncoder) throws { try super.encode(with: encoder) }
''')
KEYS = [('length', 'Int', 'name.utf8.count'), ('next', 'Int', 'age + 1'), ('mail', 'String', 'email')]
for name, keys in ('key', KEYS[:1]), ('threeKeys', KEYS):
    variant(name, body='''    override func encode(with encoder: ModelEncoder) throws { try super.encode(with: encoder)
%s }
    override func set(with decoder: ModelDecoder) throws { try super.set(with: decoder)
%s }
''' % (
        '\n'.join(f'        try encoder.encode({value}, forKey: "{key}")' for key, _, value in keys),
        '\n'.join(f'        _ = try decoder.decode({type}.self, forKey: "{key}")' for key, type, _ in keys)))
variant('awake', body='''    override func awakeAfterDecoding() throws -> BaseModel { self }
''')
variant('setUp', body='''    override func setUp() { age = 1 }
''')
variant('didSet', more='    var extra = 0 { didSet { } }', value='o.extra = i')
variant('wrapper', more='    @Wrapped var extra = 0', value='o.extra = i')
variant('letConst', more='    let extra = "Address Book 2"')
variant('privateVar', more='    private var extra = ""')
variant('lenient', more='    @Lenient var extra: [Int] = []', value='o.extra = [i, 2, 3]')
variant('range', more='    var extra = 0..<1', value='o.extra = 0..<i+1')
variant('point', more='    var extra = CGPoint.zero', value='o.extra = CGPoint(x: i, y: 2)')
variant('fUnknown', change='{ $0.replacingOccurrences(of: "\\"age\\":", with: "\\"newer\\":\\"x\\",\\"age\\":") }')
variant('fUnknown1in100', change='{ replacing(every: 100, "\\"age\\":", with: "\\"newer\\":\\"x\\",\\"age\\":", in: $0) }')
variant('fOrder', change='{ reordered($0, ["active", "age", "email", "name", "score", "tags"]) }')
variant('fReverse', change='{ reordered($0, ["tags", "active", "score", "age", "email", "name"]) }')
variant('fPretty', change='{ $0.replacingOccurrences(of: ",\\"", with: ",\\n      \\"") }')
variant('fSpaces', change='{ $0.replacingOccurrences(of: ",", with: ", ").replacingOccurrences(of: "\\":", with: "\\" : ") }')
variant('fEscapes', change='{ $0.replacingOccurrences(of: ".com\\"", with: ".c\\\\u006fm\\"") }')
variant('fMissing', change='{ $0.replacingOccurrences(of: "\\"active\\":true,", with: "") }')
variant('fNull', change='{ $0.replacingOccurrences(of: "\\"active\\":true,", with: "\\"active\\":null,") }')
variant('fFloatInt', change='{ $0.replacingOccurrences(of: ".5,\\"active", with: ".50,\\"active") }')
variant('tEscapes', value='o.name = "Line\\nbreak \\"q\\" \\(i)"; o.email = "a\\\\b\\tc/\\(i)@example.com"')
variant('tNonASCII', value='o.name = "Анна Каренина \\(i)"; o.email = "日本語テキスト\\(i)@例え.jp"')
variant('tLong', value='o.name = String(repeating: "abcdefghij", count: 40)')
variant('manyProps65', more="\n".join(f"    var q{n} = 0" for n in range(60)))
variant('manyProps58', more="\n".join(f"    var q{n} = 0" for n in range(58)))

variant('enumTag', more='    var extra = TagShape.empty', value='o.extra = i % 2 == 0 ? .circle(radius: Double(i)) : .label(text: "x")',
        before='@Model(tag: "type") enum TagShape { case empty, circle(radius: Double), label(text: String) }')
variant('enumUntagged', more='    var extra = Untagged.int(0)', value='o.extra = i % 2 == 0 ? .int(i) : .text("x")',
        before='@Model(untagged: true) enum Untagged { case flag(Bool), int(Int), text(String) }')


def kinds(name, declarations, root, fill):
    """Adds people of five classes. root: the properties of the root. fill: adds `o`, the person number `i`, to them."""
    people = "People_" + name
    parts.append(declarations)
    parts.append(f"@Model final class {people}: BaseModel {{\n{root}}}")
    parts.append(f"""func run_{name}(_ name: String, _ record: PeopleRecord) throws {{
    let root = {people}()
    for (i, r) in record.people.enumerated() {{
{fill}    }}
    try Cliffs.measure(name, root)
}}""")
    names.append(name)


FILL = "o.name = r.name; o.email = r.email; o.age = r.age; o.score = r.score; o.active = r.active; o.tags = r.tags"
five = range(5)
kinds("kinds", '@Model(tag: "type") class Kind: BaseModel {}\n' + "\n".join(
    f'@Model(tagged: "kind{n}") final class Kind{n}: Kind {{\n{PLAIN}}}' for n in five),
    "    var people: [Kind] = []\n",
    "        switch i % 5 {\n" + "\n".join(
        f"        {f'case {n}' if n < 4 else 'default'}: let o = Kind{n}(); {FILL}; root.people.append(o)" for n in five) + "\n        }\n")
kinds("kindsApart", "", "".join(f"    var people{n}: [Kind{n}] = []\n" for n in five),
    "        switch i % 5 {\n" + "\n".join(
        f"        {f'case {n}' if n < 4 else 'default'}: let o = Kind{n}(); {FILL}; root.people{n}.append(o)" for n in five) + "\n        }\n")
kinds("kindsPlain", "\n".join(f"@Model final class PlainKind{n}: BaseModel {{\n{PLAIN}}}" for n in five),
    "".join(f"    var people{n}: [PlainKind{n}] = []\n" for n in five),
    "        switch i % 5 {\n" + "\n".join(
        f"        {f'case {n}' if n < 4 else 'default'}: let o = PlainKind{n}(); {FILL}; root.people{n}.append(o)" for n in five) + "\n        }\n")

rows = ",\n".join(f'    ("{name}", run_{name})' for name in names)
parts.append(f"nonisolated(unsafe) let variants: [(String, (String, PeopleRecord) throws -> Void)] = [\n{rows}\n]")
with open(sys.argv[1], "w") as file:
    file.write("\n".join(parts) + "\n")
