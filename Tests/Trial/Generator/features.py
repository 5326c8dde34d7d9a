"""The one list of features of properties, classes, structs, enums and files that the trial combines.

A feature is an attribute, an argument of a macro, an option, a method that may be overridden, or something that Swift itself gives a
property or a class. `declared.py` checks that each public declaration of these kinds is in this list or among the exceptions at its end.
"""

from dataclasses import dataclass

CLASS, LISTED, STRUCT, ENUM = "class", "class without the macro", "struct", "enum"
CLASSES, ALL = {CLASS, LISTED}, {CLASS, LISTED, STRUCT, ENUM}
MACRO = {CLASS, STRUCT}


@dataclass(frozen=True)
class Feature:
    """Features of one group are alternatives. `mark` is a regular expression for what shows the feature in a declaration."""

    name: str
    level: str  # property or type
    group: str
    owners: frozenset
    mark: str = ""
    declares: tuple = ()
    # Of a kind of value:
    type: str = ""
    default: str = ""
    traits: frozenset = frozenset()

    def __str__(self):
        return self.name


FEATURES = {}


def feature(name, level, group, owners, mark="", declares=(), **more):
    more["traits"] = frozenset(more.get("traits", "").split())
    assert name not in FEATURES, name
    FEATURES[name] = Feature(name, level, group, frozenset(owners), mark, tuple(declares), **more)


def of(level, group=None):
    return [each for each in FEATURES.values() if each.level == level and group in (None, each.group)]


# MARK: Kinds of values
# Traits: `set`, elements of sets; `raw`, an enum with raw values and no more; `codable`, Codable and no more; `any`; `model`;
# `transform`, the value of a property with a transform; `lossy`, a value that comes back otherwise than it was.

def value(name, type, default, traits="", owners=(CLASS, STRUCT), **more):
    feature("value: " + name, "property", "value", owners, type=type, default=default, traits=traits, **more)


for name in "Bool Int Int8 Int16 Int32 Int64 Int128 UInt UInt8 UInt16 UInt32 UInt64 UInt128 Double Float Decimal".split():
    value(name, name, "false" if name == "Bool" else "1", "set", ALL)
value("String", "String", '"x"', "set", ALL)
value("Data", "Data", "Data()", "set", ALL)
value("Date", "Date", "Date(timeIntervalSinceReferenceDate: 5)", "set", ALL)
value("URL", "URL", 'URL(string: "a:b")!', "set", ALL)
value("UUID", "UUID", "UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7))", "set", ALL)
value("geometry", "CGRect", "CGRect()")
value("point", "CGPoint", "CGPoint()")
value("size", "CGSize", "CGSize()")
value("range", "Range<Int>", "0..<1", "set")
value("NSRange", "NSRange", "NSRange(location: 0, length: 1)")
value("index set", "IndexSet", "IndexSet()", "set")
value("affine transform", "AffineTransform", "AffineTransform()")
value("date components", "DateComponents", "DateComponents(year: 2000)", "codable")
value("time zone", "TimeZone", "TimeZone.gmt", "codable")
value("locale", "Locale", 'Locale(identifier: "en")', "codable")
value("index path", "IndexPath", "IndexPath()", "codable")
value("date interval", "DateInterval", "DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)", "codable")
value("measurement", "Measurement<UnitLength>", "Measurement(value: 1, unit: UnitLength.meters)", "codable")
value("raw text", "Mood", "Mood.good", "set raw")
value("raw integer", "Rank", "Rank.low", "set raw")
value("coded raw text", "Grade", "Grade.a", "set", ALL)
value("coded raw integer", "Digit", "Digit.one", "set", ALL)
value("coded raw number", "Ratio", "Ratio.half", "set")
value("Codable", "Place", "Place()", "set codable")
value("Codable with ModelValue", "Size", "Size()", "set", ALL)
value("Codable enum", "Route", "Route.none", "set codable")
value("own coding", "Own", "Own()", "set", ALL, declares=("ModelValue.encode(_:to:)", "ModelValue.decode(from:)"))
value("own coding of a dictionary", "OwnPair", "OwnPair()", "set", ALL)
value("struct", "Small", "Small(flag: true, byte: 1)", "set", ALL, declares=("ModelRecord.modelType",))
value("struct with itself", "Branch", "Branch(value: 1)")
value("struct of the set", "", "", "struct", (CLASS,))
value("generic struct", "Holder<Int>", "Holder<Int>()")
value("generic struct of models", "", "", "holder", (CLASS,))
value("enum of names", "Suit", "Suit.one", "set", ALL)
value("keyed enum", "Figure", "Figure.none", "set", ALL)
value("tagged enum", "Move", "Move.dot", "set")
value("enum with tag and content", "Step", "Step.stop", "set")
value("untagged enum", "Length", "Length.auto", "set")
value("enum that keeps unknown cases", "Event", "Event.left")
value("enum that forgets unknown cases", "Signal", "Signal.off")
value("enum with itself", "Sum", "Sum.number(1)")
value("enum of the set", "", "", "enum", (CLASS,))
value("generic enum of models", "", "", "choice", (CLASS,))
value("model", "", "", "model", (CLASS, LISTED, STRUCT, ENUM))
value("model of its own class", "", "", "model own", CLASSES)
value("model of a superclass", "", "", "model base", (CLASS,))
value("expandable model", "Expandable<Named>", 'Expandable<Named>.id("i")')
value("document", "ModelDocument", "ModelDocument.null")
value("Any", "Any", "1", "any")

# Values whose files contain something else.


def transform(name, call, type, default, traits="", **more):
    more.setdefault("declares", (f"ModelTransform.{name}",))
    value(f"transform {name}", type, default, "transform " + traits, mark=r"@Transform|with:", owners=(CLASS, STRUCT), **more)
    TRANSFORMS[f"value: transform {name}"] = call


TRANSFORMS = {}
DAY = "Date(timeIntervalSince1970: 86400)"
transform("date(_:) as day", ".date(.day)", "Date", DAY, "lossy", declares=("ModelTransform.date(_:)", "DateStyle.day", "DateStyle.day(in:)"))
transform("date(_:) as seconds", ".date(.secondsSince1970)", "Date", DAY, declares=("DateStyle.secondsSince1970",))
transform("date(_:) as milliseconds", ".date(.millisecondsSince1970)", "Date", DAY, declares=("DateStyle.millisecondsSince1970",))
transform("date(_:) as seconds since 2001", ".date(.secondsSince2001)", "Date", DAY, declares=("DateStyle.secondsSince2001",))
transform(
    "date(_:) as text", ".date(.iso8601(fractionDigits: 3))", "Date", DAY, "lossy",
    declares=("DateStyle.iso8601", "DateStyle.iso8601(fractionDigits:timeZone:)"))
transform("date(_:) as sortable text", ".date(.sortableText)", "Date", DAY, declares=("DateStyle.sortableText",))
transform(
    "date(_:) as text or seconds", ".date(.iso8601.or(.secondsSince1970))", "Date", DAY, "lossy", declares=("DateStyle.or(_:)",))
transform(
    "date(_:) in a pattern", '.date(.format("yyyy-MM-dd HH:mm"))', "Date", DAY, "lossy",
    declares=("DateStyle.format(_:timeZone:locale:)",))
transform("hex", ".hex", "Data", "Data()")
transform("base64URL", ".base64URL", "Data", "Data()")
transform("text(of:)", ".text(of: Int.self)", "Int", "1")
transform("text", ".text", "Decimal", "1")
transform("separated(by:)", '.separated(by: ",")', "[String]", "[]", "lossy")
transform("separated(by:of:)", '.separated(by: ",", of: Int.self)', "[Int]", "[]", declares=("ModelTransform.separated(by:of:)",))
transform("unknown(_:)", ".unknown(Mood.good)", "Mood", "Mood.good")
transform("oneOrMany(writesOne:)", ".oneOrMany(writesOne: true)", "[Int]", "[]")
transform("oneOrMany(_:writesOne:)", ".oneOrMany(.text(of: Int.self))", "[Int]", "[]")
transform("shorthand(_:from:)", '.shorthand { (size: Size) in size.width == 0 ? size.name : nil } from: { (text: String) in Size(width: 0, name: text) }', "Size", "Size()")
transform("emptyIsNil(_:)", ".emptyIsNil()", "Int", "1", "optional", declares=("ModelTransform.emptyIsNil(_:)", "EmptyValues.all"))
transform(
    "emptyIsNil(_:) of some", ".emptyIsNil([.text, .array, .dictionary, .false])", "Int", "1", "optional",
    declares=("EmptyValues.text", "EmptyValues.array", "EmptyValues.dictionary", "EmptyValues.false"))
transform("emptyIsNil(_:_:)", ".emptyIsNil(.text(of: Int.self))", "Int", "1", "optional")
transform("older(_:)", ".older { (text: String) -> Int? in Int(text) }", "Int", "1")
transform("each(_:)", "ModelTransform<[Date]>.each(.date(.secondsSince1970))", "[Date]", "[]")
transform("lenient()", "ModelTransform<[Int]>.lenient()", "[Int]", "[]")
transform("lenient(_:)", "ModelTransform<[Date]>.lenient(.date(.secondsSince1970))", "[Date]", "[]")
transform("lenient(values:)", "ModelTransform<[String: Date]>.lenient(values: .date(.secondsSince1970))", "[String: Date]", "[:]")
transform("only(for:)", ".date(.secondsSince1970).only(for: [.json, .fastCoding])", "Date", DAY)
transform("named(_:of:)", '.named("hexadecimal", of: Data.self)', "Data", "Data()", declares=("ModelTransform.named(_:of:)", "ModelTransform.register(as:)"))
transform("of one's own", ".compact", "Size", "Size()", declares=("ModelTransform.init(encode:decode:)", "Transform(_:)",))

# MARK: Forms of values

for name, text in {
    "plain": "{}", "optional": "{}?", "array": "[{}]", "array of optionals": "[{}?]", "array of arrays": "[[{}]]", "optional array": "[{}]?",
    "set": "Set<{}>", "dictionary": "[String: {}]", "dictionary of arrays": "[String: [{}]]", "optional dictionary": "[String: {}]?",
    "dictionary by integers": "[Int: {}]", "dictionary by UUIDs": "[UUID: {}]", "dictionary by enums": "[Grade: {}]",
    "dictionary by dates": "[Date: {}]", "Presence": "Presence<{}>", "OneOrMany": "OneOrMany<{}>",
}.items():
    feature("form: " + name, "property", "form", {CLASS, LISTED, STRUCT} if name not in ("Presence", "OneOrMany") else MACRO, type=text)

# MARK: What Swift gives a property

for name, owners, mark in [
    ("stored", {CLASS, LISTED, STRUCT}, ""), ("didSet", {CLASS, LISTED, STRUCT}, r"didSet \{ note"),
    ("didSet with the old value", {CLASS, LISTED, STRUCT}, "oldValue"), ("willSet", {CLASS, LISTED, STRUCT}, "willSet"),
    ("wrapped", MACRO, "@Wrapped"), ("computed", MACRO, r"get \{"), ("let", MACRO, r"\blet\b"), ("let without a value", {STRUCT}, r"\blet\b"),
    ("weak", CLASSES, r"\bweak\b"), ("overridden with an observer", {CLASS}, r"override var"), ("overridden with accessors", {CLASS}, r"override var"),
]:
    feature("storage: " + name, "property", "storage", owners, mark)
for name in "internal fileprivate private private(set) public package".split():
    feature("access: " + name, "property", "access", {CLASS, LISTED, STRUCT} if name != "private" else MACRO, "" if name == "internal" else name.replace("(", r"\(").replace(")", r"\)"))
feature("final", "property", "final", CLASSES, r"\bfinal\b")
feature("under #if", "property", "conditional", MACRO, "#if")
feature("default: nil or empty", "property", "default", {CLASS, LISTED, STRUCT})
feature("default: a value", "property", "default", {CLASS, LISTED, STRUCT})
feature("default: none", "property", "default", {STRUCT})

# MARK: The library's attributes

for name, mark, declares in [
    ("name", "", ()), ("another", r'Key\("k', ("Key(_:)", "PropertyKey.init(_:aliases:for:)")),
    ("alias", "aliases:", ("Key(aliases:)",)), ("not ASCII", r"u\{E9\}", ()), ("for a format", r"for: \[", ("Key(for:)",)),
    ("path", "path:", ("Key(path:)", "PropertyKey.init(path:aliases:for:)")), ("long path", "path:", ()),
    ("path with an alias", "path:.*aliases:", ()), ("path for a format", "path:.*for:", ()),
]:
    feature("key: " + name, "property", "key", {CLASS, LISTED, STRUCT}, mark, declares)
for name, mark in [("of its class", ""), ("all", "written: .all"), ("omitted", "written: .omitted"), ("as read", "written: .asRead")]:
    declares = ("Default(written:)", "ModelProperty.withDefault(written:null:)") if mark else ()
    feature("written defaults: " + name, "property", "written", CLASSES if mark else {CLASS, LISTED, STRUCT}, mark, declares)
for name, mark in [("of its class", ""), ("as nil", "null: .asNil"), ("as default", "null: .asDefault"), ("refuse", "null: .refuse")]:
    declares = ("Default(null:)",) if mark else ()
    feature("read nulls: " + name, "property", "null", {CLASS, LISTED, STRUCT}, mark, declares)
feature("lenient", "property", "lenient", MACRO, "@Lenient", ("Lenient()",))
for name, mark in [("to one", r"@Relationship"), ("to many", r"@Relationship"), ("of many to many", r"@Relationship"), ("by text", r'@Relationship\(inverse: "')]:
    feature("relationship " + name, "property", "relationship", {CLASS}, mark, ("Relationship(inverse:)",))
for name, mark in [("isStored", "isStored: true"), ("accessed", r"\.accessed"), ("isWeak", "isWeak: true"), ("isNilDefault", "isNilDefault: false")]:
    feature("listed as " + name, "property", "listed", {LISTED}, mark)

# MARK: Types

TYPE_KINDS = {CLASS: "a class", LISTED: "a class without the macro", STRUCT: "a struct"}
for name, owners, mark, declares in [
    ("name", MACRO, r'@Model\("', ("Model(_:)", "Model()", "BaseModel.modelClass")),
    ("aliases of the type", MACRO, r"@Model\(.*aliases: \[", ("Model(aliases:)",)),
    ("style of keys", MACRO, "keys: .", ("Model(keys:)",)),
    ("version", MACRO, "version: 2", ("Model(version:)", "BaseModel.migrate(_:from:)")),
    ("with no properties", {CLASS, STRUCT}, "", ()), ("with more than 64 properties", {CLASS}, "", ()),
    ("nested in another type", MACRO, "", ()),
    ("with a static and a computed property", MACRO, "static", ()),
    ("with a transient property", MACRO, "@Transient", ("Transient()",)),
]:
    feature(name, "type", name, owners, mark, declares)
for name, owner, mark in [("final class", CLASSES, r"final class"), ("class", CLASSES, r"(?<!final )class"), ("open class", CLASSES, "open class")]:
    feature(name, "type", "class", owner, mark)
for name, owners, mark, declares in [
    ("subclass", CLASSES, "", ()), ("generic", {CLASS}, r"<Item", ()), ("@Observable", {CLASS}, "@Observable", ()),
    ("hashable", {CLASS}, r"hashable: \[", ("Model(hashable:)",)), ("isEqual and hash", CLASSES, r"func isEqual", ("BaseModel.isEqual(to:)", "BaseModel.hash(into:)")),
    ("tag", {CLASS}, "tag: ", ("Model(tag:)",)), ("tagged", {CLASS}, "tagged: ", ("Model(tagged:)",)),
    ("init", CLASSES, r"init\(\)", ()), ("setUp", CLASSES, "func setUp", ("BaseModel.setUp()",)),
    ("tearDown", CLASSES, "func tearDown", ("BaseModel.tearDown()",)),
    ("own list of properties", {LISTED}, "modelProperties", ("BaseModel.modelProperties",)),
    ("set with an array", CLASSES, r"set\(with array", ("BaseModel.set(with:)",)), ("set with a text", CLASSES, r"set\(with string", ()),
    ("set with a number", CLASSES, r"set\(with number", ()), ("set with data", CLASSES, r"set\(with data", ()), ("set with a date", CLASSES, r"set\(with date", ()),
    ("set with a dictionary", CLASSES, r"set\(with dictionary", ()),
]:
    feature(name, "type", name, owners, mark, declares)
for name, mark in [
    ("before super", "func set"), ("after super", "func set"), ("with another key", "func set"), ("with another key before super", "func set"),
    ("with another model", "func set"),
]:
    feature(f"own set(with:) {name}", "type", "set(with:)", CLASSES, mark, ("BaseModel.set(with:)",))
for name in ["before super", "with another key", "with another key before super", "with another model", "that changes the model"]:
    feature(f"own encode(with:) {name}", "type", "encode(with:)", CLASSES, "func encode", ("BaseModel.encode(with:)",))
for name in ["itself", "a copy"]:
    feature(f"awakes as {name}", "type", "awake", CLASSES, "awakeAfterDecoding", ("BaseModel.awakeAfterDecoding()",))
for name, owners in [("keep", CLASSES), ("ignore", {CLASS, LISTED, STRUCT}), ("refuse", {CLASS, LISTED, STRUCT})]:
    feature(f"unknown keys: {name}", "type", "unknown keys", owners, f"unknownKeys.*\\.{name}", ("Model(unknownKeys:)", f"UnknownKeys.{name}", "BaseModel.unknownKeys"))
for name, text in [("keep", "keep"), ("keep tagged", "keepTagged"), ("keep as", "keep(as:)"), ("refuse", "refuse")]:
    feature(f"unknown subclasses: {name}", "type", "unknown subclasses", CLASSES, "unknownSubclasses", ("Model(unknownSubclasses:)", f"UnknownSubclasses.{text}", "BaseModel.unknownSubclasses"))
for name, text in [("all", "all"), ("omitted", "omitted"), ("as read", "asRead")]:
    feature(f"class writes defaults: {name}", "type", "class writes", CLASSES, f"writtenDefaults.*\\.{text}", ("Model(writtenDefaults:)", f"WrittenDefaults.{text}", "BaseModel.writtenDefaults"))
for name, text in [("as nil", "asNil"), ("as default", "asDefault"), ("refuse", "refuse")]:
    feature(f"class reads nulls: {name}", "type", "class nulls", {CLASS, LISTED, STRUCT}, f"readNulls.*\\.{text}", ("Model(readNulls:)", f"ReadNulls.{text}", "BaseModel.readNulls"))

# MARK: Enums. Their cases' values are the kinds above.

for name, declares in [
    ("keyed", ("ModelType.CaseForm.key",)), ("tagged", ("ModelType.CaseForm.tag(_:)",)),
    ("with tag and content", ("ModelType.CaseForm.tagAndContent(_:_:)", "Model(content:)")), ("untagged", ("ModelType.CaseForm.untagged", "Model(untagged:)")),
]:
    feature(f"enum: {name}", "type", "enum", {ENUM}, "", declares)
for name, mark in [
    ("one value", r"case c\d+\(\w"), ("labels", "a: "), ("labels and defaults", "a: .* = "), ("several values", ", "), ("optional value", r"\?"),
    ("array", r"\["),
]:
    feature("case: " + name, "property", "case", {ENUM}, "")
feature("case with a key", "property", "case key", {ENUM}, r"@Key\(")
feature("enum keeps unknown cases", "type", "unknown case", {ENUM}, "@Unknown", ("Unknown()",))
feature("enum forgets unknown cases", "type", "unknown case", {ENUM}, "@Unknown", ("Unknown()",))

# MARK: Pairs that can't meet

LOCAL = set("Mood Rank Grade Digit Ratio Place Size Route Own OwnPair Small Branch Holder Suit Figure Move Step Length Event Signal Sum Expandable".split())

FORMS_OF_ONE = {"form: plain", "form: optional", "form: Presence"}
# Objects of such classes are read, or written, by way of a document. What meets only these isn't tried directly: so they stand only where a
# pair with them is lacking.
BY_DOCUMENT = {
    "written defaults: as read", "class writes defaults: as read", "set with a dictionary", "own set(with:) before super",
    "own set(with:) after super", "own set(with:) with another key", "own set(with:) with another key before super",
    "own set(with:) with another model", "own encode(with:) with another key", "own encode(with:) with another key before super",
    "own encode(with:) with another model", "relationship of many to many",
}
COLLECTIONS = {"form: array", "form: set", "form: dictionary", "form: array of optionals", "form: array of arrays", "form: dictionary of arrays",
               "form: dictionary by integers", "form: dictionary by UUIDs", "form: dictionary by enums", "form: dictionary by dates",
               "form: optional array", "form: optional dictionary"}
OPTIONALS = {"form: optional", "form: optional array", "form: optional dictionary"}


def has(*traits):
    return lambda each: bool(each.traits & set(traits))


def named(*names):
    return lambda each: any(each.name == name or name.endswith("*") and each.name.startswith(name[:-1]) for name in names)


def both(a, b):
    return lambda each: a(each) and b(each)


def without(a, b):
    return lambda each: a(each) and not b(each)


VALUES = named("value: *")
STORAGE = named("storage: *")
RELATIONSHIPS = named("relationship *")

# On one property. Each rule: features, other features, the reason.
PROPERTY_RULES = [
    (without(VALUES, has("set", "model")), named("form: set"), "its values can't be in a set"),
    (has("raw"), without(named("form: *"), named("form: plain", "form: optional", "form: array", "form: set", "form: dictionary")),
     "enums with raw values are found there only if they conform to ModelValue"),
    (has("codable"), named("form: Presence", "form: OneOrMany", "form: dictionary of arrays", "form: array of arrays", "form: optional dictionary", "form: dictionary by *"),
     "a Codable type without ModelValue is found there only if the whole type is Codable, which other kinds try"),
    (has("any"), without(named("form: *"), named("form: plain", "form: optional", "form: array", "form: dictionary")), "Any is saved in these forms only"),
    (has("transform"), without(named("form: *"), named("form: plain", "form: optional")), "the transform determines the form"),
    (has("optional"), without(named("form: *"), named("form: optional")), "the transform makes nil of some values"),
    (named("value: enum that keeps unknown cases", "value: document"), named("form: Presence"), "the type takes null itself"),
    (has("own"), named("form: plain", "form: dictionary by *"), "an object that always contains another one has no end"),
    (has("base"), named("form: plain", "form: Presence"), "BaseModel has no instances of its own"),
    (has("transform", "any", "model", "struct", "enum", "holder", "choice"), named("listed as isNilDefault"), "tried with other values"),
    (named("storage: weak"), without(VALUES, has("model")), "only references are weak"),
    (named("storage: weak"), without(named("form: *"), named("form: optional")), "a weak reference is optional"),
    (named("storage: weak"), named("default: a value"), "a weak reference to a new object is nil at once"),
    (named("storage: let", "storage: let without a value"), has("own", "base", "model", "struct", "enum", "holder", "choice"), "a let of a class is the same in each instance: tried with values"),
    (named("storage: let"), named("private(set)", "access: private(set)", "default: none"), "a let has no setter, and has a value"),
    (named("storage: let without a value"), named("access: private(set)", "default: a value", "default: nil or empty"), "a let has no setter, and this one no value"),
    (named("storage: let without a value"), named("storage: let"), "alternatives"),
    (named("storage: let*"), named("lenient", "value: Any"), "a let isn't read back in a class, and needs a value"),
    (named("storage: let"), named("form: OneOrMany", "value: expandable model"), "the macro warns: it can't see that the value is always the same"),
    (named("storage: let*", "storage: weak"), named("final"), "tried with variables"),
    (named("storage: overridden*"), named("final"), "a final property can't be overridden"),
    (named("storage: overridden*"), named("access: private", "access: private(set)", "access: fileprivate", "access: public", "access: package"), "an override has the access of the property that it overrides"),
    (named("storage: overridden*"), without(named("key: *", "written defaults: *", "read nulls: *", "lenient", "under #if"), named("key: name", "written defaults: of its class", "read nulls: of its class")),
     "the attributes stand at the property that is overridden, with which this one is tried as a pair of one hierarchy"),
    (named("storage: overridden*"), has("transform", "own", "model", "any", "base", "struct", "enum", "holder", "choice"), "overrides are tried with values"),
    (named("storage: overridden*"), named("default: a value", "default: none"), "an override has no default"),
    (named("storage: wrapped", "storage: computed"), named("access: private", "access: private(set)", "under #if"), "the trial's own helper of the property needs more access"),
    (named("storage: computed"), named("default: none"), "a computed property has no default"),
    (named("storage: wrapped", "storage: computed", "storage: didSet*", "storage: willSet"), named("listed as isStored"), "isStored is for properties without these"),
    (named("storage: wrapped", "storage: weak", "storage: let*", "storage: overridden*"), RELATIONSHIPS, "the relationship needs the accessors"),
    (named("storage: didSet*", "storage: willSet", "storage: computed"), RELATIONSHIPS, "the relationship has the observer"),
    (RELATIONSHIPS, without(VALUES, named("value: model")), "relationships are of models"),
    (named("relationship to one", "relationship by text"), without(named("form: *"), named("form: optional")), "this relationship is to one"),
    (named("relationship to many", "relationship of many to many"), without(named("form: *"), named("form: array", "form: optional array")), "this relationship is to many"),
    (RELATIONSHIPS, named("access: private", "access: fileprivate", "access: private(set)", "under #if", "default: a value", "default: none", "lenient"), "both ends refer to each other from outside"),
    (named("relationship by text"), named("relationship*"), "alternatives"),
    (named("lenient"), without(named("form: *"), without(named(*COLLECTIONS), named("form: optional*"))), "only elements are skipped"),
    (named("lenient"), has("transform", "any"), "the transform has its own, and Any takes everything"),
    (named("lenient"), named("form: dictionary by *", "form: array of arrays", "form: dictionary of arrays", "form: array of optionals"), "found in elements and values with ModelValue; tried with the others"),
    (named("lenient"), has("raw", "codable"), "elements that may be skipped conform to ModelValue"),
    (named("lenient"), named("default: none"), "tried with a default"),
    (named("written defaults: all", "written defaults: omitted", "written defaults: as read"), named("storage: let*"), "a let has always its default"),
    (named("default: none"), named("storage: wrapped", "storage: weak"), "the trial makes the value by the default"),
    (named("default: none"), named("form: optional*"), "an optional variable has nil"),
    (named("default: nil or empty"), named("form: plain"), "a plain value has a value"),
    (named("default: a value"), named("form: Presence"), "a value that is absent can't be told from the default then"),
    (named("default: a value"), has("model", "any", "struct", "enum", "holder", "choice"), "tried without: a new instance has these, too"),
    (named("default: a value"), without(named("form: *"), named("form: plain", "form: optional", "form: array", "form: optional array", "form: set", "form: dictionary", "form: OneOrMany", "form: Presence")),
     "collections with elements by default are tried in the usual forms"),
    (named("default: nil or empty"), named("form: OneOrMany") , "empty is tried as an array"),
    (named("case: *"), named("form: *", "storage: *", "access: *", "key: *", "default: *", "written defaults: *", "read nulls: *"), "of cases and of properties"),
    (named("case: *"), has("transform", "any", "raw", "codable"), "cases have neither"),
    (named("listed as accessed"), named("storage: let*"), "it has a setter"),
    (named("listed as isWeak"), without(STORAGE, named("storage: weak")), "only a weak property is listed so"),
    (named("storage: weak"), named("listed as accessed", "listed as isStored", "listed as isNilDefault"), "a weak property is listed as weak"),
    (named("listed as isNilDefault"), without(named("form: *"), named(*OPTIONALS)), "only an optional has nil"),
    (named("listed as isNilDefault"), named("default: nil or empty"), "its default is a value"),
    (named("listed as isNilDefault"), named("form: optional dictionary"), "tried with the others"),
    (named("access: public", "access: package"), lambda each: each.group == "value" and each.type.split("<")[0] in LOCAL | {""}, "the trial's own types are internal"),
    (named("access: public", "access: package"), named("storage: wrapped", "form: dictionary by enums"), "the trial's own types are internal"),
    (named("access: public", "access: package"), RELATIONSHIPS, "the trial's own types are internal"),
]

# In one type.
TYPE_RULES = [
    (named("with no properties"), lambda each: each.level == "property", "it has no properties"),
    (named("with no properties"), named("with more than 64 properties", "hashable", "with a transient property", "version", "own list of properties", "style of keys", "@Observable", "generic", "class writes*", "class reads*"), "what concerns properties"),
    (named("final class"), named("open class", "class"), "alternatives"),
    (named("open class"), named("nested in another type", "generic", "@Observable"), "tried with the other classes"),
    (named("generic"), named("subclass", "name", "aliases of the type", "tag", "tagged", "nested in another type", "version", "@Observable", "hashable", "unknown subclasses: *", "with more than 64 properties"), "files can't name a generic class"),
    (named("generic"), named("class"), "a generic class is final here"),
    (named("generic"), named("value: model of its own class"), "tried with others"),
    (named("generic"), RELATIONSHIPS, "the other end names the class"),
    (named("generic"), named("with a static and a computed property"), "a generic type has no static stored property"),
    (named("@Observable"), named("storage: weak", "storage: wrapped", "storage: overridden*", "relationship *", "subclass", "under #if", "access: private", "access: private(set)", "access: fileprivate", "access: public", "access: package", "final", "storage: didSet*", "storage: willSet"),
     "Swift's macro rewrites the property, or it has accessors already"),
    (named("@Observable"), named("class"), "an observable class is final here"),
    (named("tag"), named("subclass"), "the root of a hierarchy has the tag"),
    (named("tag"), named("tagged"), "a subclass is tagged"),
    (named("hashable"), named("isEqual and hash"), "alternatives"),
    (named("nested in another type"), RELATIONSHIPS, "both ends refer to each other"),
    (named("nested in another type"), named("value: transform*"), "tried with other types: the transform is written into an extension"),
    (named("nested in another type"), named("access: package", "access: public"), "tried with other types"),
    (named("with more than 64 properties"), named("with no properties"), "alternatives"),
    (named("enum: tagged"), named("case: one value", "case: several values", "case: array", "case: optional value"), "beside a tag only labels have room"),
    (named("enum: untagged"), named("enum keeps unknown cases", "enum forgets unknown cases"), "an untagged enum knows no case's name"),
    (named("storage: overridden*"), named("tag"), "an override is in a subclass"),
]
TYPE_NEEDS = {
    # A feature that stands only where another one does.
    "tagged": {"subclass"}, "storage: overridden with an observer": {"subclass"}, "storage: overridden with accessors": {"subclass"},
}


def reason_on_property(a, b):
    """Why two features can't stand on one property; None if they can."""
    if a.group == b.group:
        return "alternatives" if a.name != b.name else None
    return owner_reason(a, b) or rule(PROPERTY_RULES, a, b)


def reason_in_type(a, b):
    """Why two features can't stand in one type; None if they can."""
    if a.level == b.level == "type" and a.group == b.group:
        return "alternatives"
    return owner_reason(a, b) or rule(TYPE_RULES, a, b) or needs_reason(a, b) or needs_reason(b, a)


def is_tried_elsewhere(a, b):
    """Why two features needn't meet in a declaration; None if they must."""
    if a.group == b.group == "value":
        return "the program tries each ordered pair of values in one file"
    if {a.group, b.group} == {"value", "form"}:
        return "the program makes each form of each value when it runs"
    return None


def needs_reason(a, b):
    for need in TYPE_NEEDS.get(a.name, ()):
        reason = owner_reason(FEATURES[need], b) or rule(TYPE_RULES, FEATURES[need], b)
        if reason:
            return f"{a} needs {need}: {reason}"
    return None


def owner_reason(a, b):
    if a.owners & b.owners:
        return None
    return f"{a} is of {'/'.join(sorted(a.owners))}, {b} of {'/'.join(sorted(b.owners))}"


def rule(rules, a, b):
    for one, other, reason in rules:
        if reason and (one(a) and other(b) or one(b) and other(a)):
            return reason
    return None


# MARK: Files

# The options of formats, which each type is tried with: what shows them in `TrialFormat.swift`, and what is declared.
FILES = {
    r"JSONFormat\(writing: \[\.prettyPrinted, \.sortedKeys\]": [
        "JSONFormat.init(writing:)", "JSONFormat.WritingOptions.prettyPrinted", "JSONFormat.WritingOptions.sortedKeys"],
    r"writing: \[\.json5\]": ["JSONFormat.WritingOptions.json5"],
    r"reading: \[\.json5\]": ["JSONFormat.init(reading:)", "JSONFormat.ReadingOptions.json5"],
    r"duplicateKeys: \.first": ["JSONFormat.init(duplicateKeys:)", "DuplicateKeys.first"],
    r"duplicateKeys: \.last": ["HRCoder.init(duplicateKeys:)", "PlistFormat.init(duplicateKeys:)", "DuplicateKeys.last", "DuplicateKeys.error"],
    r"JSONFormat\(.*keys: \.snakeCase": ["JSONFormat.init(keys:)", "KeyStyle.snakeCase"],
    r"keys: \.pascalCase": ["KeyStyle.pascalCase"],
    r"keys: \.kebabCase": ["KeyStyle.kebabCase"],
    r"keys: \.upperSnakeCase": ["PlistFormat.init(keys:)", "KeyStyle.upperSnakeCase"],
    r"dates: ": ["JSONFormat.init(dates:)"],
    r"JSONFormat\(.*writtenDefaults": ["JSONFormat.init(writtenDefaults:)"],
    r"PlistFormat\(.*writtenDefaults": ["PlistFormat.init(writtenDefaults:)"],
    r"indentation: \.spaces": ["PlistFormat.init(indentation:)", "PlistFormat.Indentation.spaces(_:)", "PlistFormat.Indentation.tabs"],
    r"indentation: \.none": ["PlistFormat.Indentation.none"],
    r"sortsKeys: true": ["PlistFormat.init(sortsKeys:)"],
    r"fractionalDates: \.rounded": [
        "PlistFormat.init(fractionalDates:)", "PlistFormat.FractionalDates.rounded", "PlistFormat.FractionalDates.archived"],
    r"reading: \.valuesOnly": ["FastCoder.init(reading:)", "FastCoder.Reading.valuesOnly", "FastCoder.Reading.everything"],
    r"CryptoCoder\(CryptoPassword": ["CryptoCoder.init(_:)", "CryptoCoder.init(cost:)"],
}

FILES |= {
    rf"format: \.{name},": [f"FileFormat.{name}"]
    for name in "json json5 xmlPropertyList binaryPropertyList keyedArchive fastCoding hrCodedJSON hrCodedBinary hrCodedXML cryptoCoding".split()
}
# Public declarations of these kinds that the list hasn't, with the reason.
EXCEPTIONS = {
    "BaseModel.debugDescription": "a text for people, which no file contains",
    "BaseModel.mergeValues(from:)": "merges models in memory, without a file",
    "BaseModel.save()": "saving calls the format as everything else does; SavingTests have what it adds",
    "BaseModel.saveFile": "a place on the disk",
    "BaseModel.saveFormat": "the formats are tried by themselves",
    "BaseModel.resourceFile": "a file beside the program: the generated classes have none, and ModelCoreTests have it",
    "BaseModel.resourceFolder": "as the resource file",
    "ModelValue.isNil(_:)": "optionals and Presence, which are in the list, are its implementations",
    "CryptoCoder.Reading.allVersions": "what is encrypted is an archive; CryptoCoderTests have the versions",
    "CryptoCoder.Reading.version3": "as above",
    "CryptoCoder.Writing.insecureVersion2": "as above",
    "CryptoCoder.Writing.version3": "as above",
    "CryptoCoder.init(writing:)": "as above",
    "CryptoCoder.init(reading:)": "as above",
    "CryptoCoder.init(allowsUnencryptedFiles:)": "an archive that isn't encrypted is tried as such",
    "CryptoCoder.init(limits:)": "limits of keys' derivation, not of values",
    "CryptoCoder.init(password:)": "the password comes from a function instead",
    "CryptoCoder.forgetKeys()": "no option",
    "CryptoCoder.withPassword(_:_:)": "no option",
    "CryptoCoder.withPassword(_:isolation:_:)": "no option",
    "CryptoLimits.standard": "limits of keys' derivation, not of values",
    "ScryptCost.recommended": "would take a tenth of a second a file",
    "FileFormat.keychain": "a store, which the contract of stores tries",
    "FileFormat.keychain(service:)": "as above",
    "FileFormat.userDefaults": "as above",
    "FileFormat.userDefaults(suite:)": "as above",
    "FileFormat.wellKnown": "a list of the formats",
    "FileFormat.json(_:)": "the same options as the provider's",
    "FormatPlugin()": "registers a format when the program begins, and isn't about values",
    "HRCoded.init(_:)": "a wrapper in the program's memory",
    "HRCoded.init(as:)": "as above",
    "HRCoded.init(plain:)": "as above",
    "FileFormat.openStepPropertyList": "a dialect of XML property lists, whose values are all text or data; PlistFormatTests have it",
    "TransformedValue.allCases": "a stand-in in the macro's signature",
}
