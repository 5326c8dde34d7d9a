"""The Swift text of drafts of types."""

import re

from features import CLASS, ENUM, FEATURES, LISTED, STRUCT, TRANSFORMS

COLLECTION = {"form: array": "[{}]", "form: set": "[{}]", "form: optional array": "[{}]", "form: OneOrMany": "[{}]", "form: Presence": ".value({})"}


class Type:
    """A draft with its names."""

    def __init__(self, draft, number):
        self.draft, self.number = draft, number
        self.features = {each.name for each in draft.features}
        self.name = {CLASS: "C", LISTED: "L", STRUCT: "S", ENUM: "E"}[draft.kind] + str(number)
        nested = "nested in another type" in self.features
        self.swift = f"Space{number}.{self.name}" if nested else self.name
        self.used = self.swift + ("<Int>" if "generic" in self.features else "")
        self.superclass = None
        self.is_class = draft.kind in (CLASS, LISTED)
        self.is_final = bool({"final class", "generic"} & self.features)
        # The class at the head of its hierarchy that has a tag.
        self.tag = None


class Property:
    def __init__(self, own, name):
        self.own, self.name = {each.name for each in own}, name
        self.by_group = {each.group: each for each in own}
        self.value = self.by_group["value"]

    def is_(self, name): return name in self.own
    def group(self, name): return self.by_group[name].name.partition(": ")[2] if name in self.by_group else None


class Writer:
    def __init__(self, drafts, random):
        self.random = random
        self.types, self.by_draft, self.texts = [], {}, {}
        for number, draft in enumerate(drafts):
            each = Type(draft, number)
            self.types.append(each)
            self.by_draft[id(draft)] = each
        self.keys, self.registered, self.helpers = [], [], []
        # Keys that a class writes and does not read, by its identity.
        self.unread = {}
        # Types whose values needn't come back as they were: classes that read the nulls of their superclasses' properties as something else or
        # have weak properties, and enums of which an earlier case may fit a later one's value.
        self.losing = []

    # MARK: Types of properties

    def earlier(self, number, wanted):
        return [each for each in self.types[:number] if wanted(each)]

    def model(self, owner):
        """A class of the set, or one of the fixed ones."""
        found = self.earlier(owner.number, lambda each: each.is_class and not each.used.endswith(">"))
        return self.random.choice(found[-30:]).used if found and self.random.random() < 0.85 else self.random.choice(["Person", "Named"])

    def base(self, property, owner):
        """The type and the default of a property's value, without its form."""
        value = property.value
        if value.type: return value.type, value.default
        is_plain = property.group("form") == "plain"
        traits = value.traits
        if "struct" in traits:
            found = self.earlier(owner.number, lambda each: each.draft.kind == STRUCT and each.has_init)
            return (self.random.choice(found).used,) * 2 if False else self.default_of(found, "Small", "Small(flag: true, byte: 1)")
        if "enum" in traits:
            found = self.earlier(owner.number, lambda each: each.draft.kind == ENUM)
            if not found: return "Suit", "Suit.one"
            each = self.random.choice(found)
            return each.used, f"{each.used}.none"
        if "holder" in traits:
            model = self.model(owner)
            return f"Holder<{model}>", f"Holder<{model}>()"
        if "choice" in traits:
            model = self.model(owner)
            return f"Choice<{model}>", f"Choice<{model}>.none"
        if "own" in traits: return owner.swift, f"{owner.swift}()"
        if "base" in traits:
            superclass = owner.superclass.used if owner.superclass else "BaseModel"
            return ("BaseModel" if self.random.random() < 0.6 else superclass), "nil"
        model = self.random.choice(["Person", "Named"]) if is_plain else self.model(owner)
        return model, f"{model}()"

    def default_of(self, found, name, default):
        if not found: return name, default
        each = self.random.choice(found)
        return each.used, f"{each.used}.made"

    def declared(self, property, owner):
        """The type, its default, and an expression for a value at random."""
        base, default = self.base(property, owner)
        if property.is_("relationship to one") or property.is_("relationship by text") or property.is_("relationship to many") or property.is_("relationship of many to many"):
            base = self.partner(property, owner)
        form = property.by_group["form"]
        type = form.type.format(base)
        random = f"{type}.random(&r, depth)" if type[0] != "[" and not type.endswith("?") else ".random(&r, depth)"
        if "any" in property.value.traits:
            one = "(randomAny(&r, depth) ?? 1)"
            random = {"form: plain": one, "form: optional": "randomAny(&r, depth)", "form: array": f"[{one}, {one}]", "form: dictionary": f'["a": {one}, "\\u{{E9}}": {one}]'}[form.name]
        if self.loses_nulls(property, owner):
            if type.endswith("?") and "any" not in property.value.traits: random = ".some(.random(&r, depth))"
            if form.name == "form: Presence": random = ".value(.random(&r, depth))"
            # Values of these types may be written as a null, which the declarations refuse.
            sure = {"value: own coding": 'Own(text: "o")', "value: document": 'ModelDocument("d")'}.get(property.value.name)
            if sure: random = {"form: plain": sure, "form: optional": sure, "form: Presence": f".value({sure})", "form: OneOrMany": f"[{sure}]"}.get(form.name, random)
        if property.is_("storage: weak"): random = "randomKnown(&r)"
        if form.name == "form: plain": text = default
        elif property.is_("default: a value"): text = COLLECTION.get(form.name, "{}").format(default) if form.name != "form: dictionary" else f'["k": {default}]'
        elif form.name.startswith("form: optional"): text = "nil"
        elif "dictionary" in form.name: text = "[:]"
        elif form.name == "form: Presence": text = ".absent"
        else: text = "[]"
        return type, text, random

    def loses_nulls(self, property, owner):
        """Whether a null of the property isn't read as what it stands for, because the declarations say so."""
        draft, names = owner.draft, set(property.own)
        while draft:
            names |= {each.name for each in draft.features}
            draft = draft.superclass
        return bool({"read nulls: as default", "read nulls: refuse", "class reads nulls: as default", "class reads nulls: refuse"} & names)

    def partner(self, property, owner):
        """The class at the other end of a relationship."""
        name = f"Part{owner.number}{property.name}"
        many = property.is_("relationship of many to many")
        end = f"@Relationship var owners: [{owner.swift}] = []" if many else f"@Relationship weak var owner: {owner.swift}?"
        self.helpers.append(f"@Model final class {name}: BaseModel {{ var text = \"\"; {end} }}")
        self.registered.append(f"    Fillers.add({name}.self) {{ $0.text = .random(&$1, $2) }}")
        self.names_of_classes.append(name)
        return name

    # MARK: Properties

    def key(self, property, owner, index):
        """The text of the key, as arguments of `@Key` or `PropertyKey`."""
        key, n = property.group("key"), f"{owner.number}_{index}"
        texts = {
            "another": [f'"k{n}"'], "alias": [f'aliases: ["old{n}"]'], "not ASCII": [f'"\\u{{E9}}{n}"'],
            "for a format": [f'"f{n}", for: [.json, .binaryPropertyList]'], "path": [f'path: "g{owner.number}.h{index}"'],
            "long path": [f'path: "g{owner.number}.x.y{index}"'], "path with an alias": [f'path: "g{owner.number}.a{index}", aliases: ["o{owner.number}.b{index}"]'],
            "path for a format": [f'path: "g{owner.number}.i{index}", for: [.json, .hrCodedXML]', f'path: "q{owner.number}.i{index}"'],
        }
        found = texts.get(key, [])
        self.keys += [each.split('"')[-2 if "aliases" in each else 1] for each in found]
        return found

    def attributes(self, property, owner, index):
        """The attributes of a property of a type with the macro."""
        parts = [f"@Key({text})" for text in self.key(property, owner, index)]
        written, null = property.group("written"), property.group("null")
        arguments = []
        if written != "of its class": arguments.append("written: ." + {"all": "all", "omitted": "omitted", "as read": "asRead"}[written])
        if null != "of its class": arguments.append("null: ." + {"as nil": "asNil", "as default": "asDefault", "refuse": "refuse"}[null])
        if arguments: parts.append(f"@Default({', '.join(arguments)})")
        if property.is_("lenient"): parts.append("@Lenient")
        if property.value.name in TRANSFORMS: parts.append(f"@Transform({TRANSFORMS[property.value.name]})")
        if property.group("storage") == "wrapped": parts.append("@Wrapped")
        if "relationship" in property.by_group:
            partner = f"Part{owner.number}{property.name}"
            end = "owners" if property.is_("relationship of many to many") else "owner"
            parts.append(f'@Relationship(inverse: "{end}")' if property.is_("relationship by text") else f"@Relationship(inverse: \\{partner}.{end})")
        return parts

    def property_text(self, property, owner, index):
        type, default, random = self.declared(property, owner)
        storage, access = property.group("storage"), property.group("access")
        name, note = property.name, f'note("{owner.name}.{property.name}")'
        parts = self.attributes(property, owner, index) if owner.draft.kind != LISTED else []
        if access != "internal": parts.append(access)
        if property.is_("final"): parts.append("final")
        property.type, property.default, property.random = type, default, random
        initial = "" if property.is_("default: none") else f" = {default}"
        helper, body, word = "", "", "var"
        if storage == "didSet": body = f" {{ didSet {{ {note} }} }}"
        elif storage == "didSet with the old value": body = f" {{ didSet {{ _ = oldValue; {note} }} }}"
        elif storage == "willSet": body = f" {{ willSet {{ _ = newValue; {note} }} }}"
        elif storage == "let": word = "let"
        elif storage == "let without a value": word, initial = "let", ""
        elif storage == "weak": word, initial = "weak var", ""
        elif storage == "computed":
            helper, initial = f"    @Transient var z{name}: {type} = {default}\n", ""
            if not any(each.startswith("@Key") for each in parts): parts.insert(0, "@Key")
            body = f" {{ get {{ z{name} }} set {{ {note}; z{name} = newValue }} }}"
        elif storage == "overridden with an observer": word, initial, body = "override var", "", f" {{ didSet {{ {note} }} }}"
        elif storage == "overridden with accessors":
            word, initial = "override var", ""
            body = f" {{ get {{ super.{name} }} set {{ {note}; super.{name} = newValue }} }}"
        if storage.startswith("overridden"): owner.overridden.append(f"    var {name}: {type} = {default}")
        line = " ".join(parts + [word, f"{name}: {type}{initial}{body}"])
        if property.is_("under #if"): line = f"#if swift(>=5)\n    {line}\n    #endif"
        return f"{helper}    {line}"

    def listed_text(self, property, owner, index):
        """The property in a class's own list."""
        keys = self.key(property, owner, index)
        arguments = [f'"{property.name}"', f"\\{owner.swift}.{property.name}"]
        if keys: arguments.append("key: " + ", ".join(f"PropertyKey({text})" for text in keys))
        if property.is_("storage: weak"): arguments.append("isWeak: true")
        if property.is_("listed as isNilDefault"): arguments.append("isNilDefault: false")
        if property.is_("listed as isStored"): arguments.append("isStored: true")
        text = f"ModelProperty({', '.join(arguments)})"
        if property.is_("listed as accessed"):
            text += f".accessed(get: {{ (owner: {owner.swift}) in owner.{property.name} }}, set: {{ (owner: {owner.swift}, value) in owner.{property.name} = value }})"
        written, null = property.group("written"), property.group("null")
        defaults = []
        if written != "of its class": defaults.append("written: ." + {"all": "all", "omitted": "omitted", "as read": "asRead"}[written])
        if null != "of its class": defaults.append("null: ." + {"as nil": "asNil", "as default": "asDefault", "refuse": "refuse"}[null])
        if defaults: text += f".withDefault({', '.join(defaults)})"
        return text

    # MARK: Classes

    def options(self, owner):
        """The arguments of `@Model`, and the same as members of a class without it."""
        has, n = owner.features.__contains__, owner.number
        arguments, members = [], []
        if has("name"): arguments.append(f'"Named{n}"')
        if has("tag"): arguments.append('tag: "type"')
        if has("tagged"): arguments.append(f'tagged: "t{n}"')
        if has("aliases of the type"): arguments.append(f'aliases: ["Old{n}", "T\\u{{E9}}{n}"]')
        if has("style of keys"): arguments.append("keys: ." + ["snakeCase", "kebabCase", "upperSnakeCase", "pascalCase"][n % 4])
        for name in ("keep", "ignore", "refuse"):
            if has(f"unknown keys: {name}"):
                arguments.append(f"unknownKeys: .{name}")
                members.append(f"override class var unknownKeys: UnknownKeys {{ .{name} }}")
        for name, text in {"keep": ".keep", "keep tagged": ".keepTagged", "keep as": f".keep(as: {owner.swift}.self)", "refuse": ".refuse"}.items():
            if has(f"unknown subclasses: {name}"):
                arguments.append(f"unknownSubclasses: {text}")
                members.append(f"override class var unknownSubclasses: UnknownSubclasses {{ {text} }}")
        for name, text in {"all": "all", "omitted": "omitted", "as read": "asRead"}.items():
            if has(f"class writes defaults: {name}"):
                arguments.append(f"writtenDefaults: .{text}")
                members.append(f"override class var writtenDefaults: WrittenDefaults {{ .{text} }}")
        for name, text in {"as nil": "asNil", "as default": "asDefault", "refuse": "refuse"}.items():
            if has(f"class reads nulls: {name}"):
                arguments.append(f"readNulls: .{text}")
                members.append(f"override class var readNulls: ReadNulls {{ .{text} }}")
        if has("version"): arguments.append("version: 2")
        if has("hashable"): arguments.append(f'hashable: ["hash{n}"]')
        return arguments, members

    def class_members(self, owner):
        has, n, name = owner.features.__contains__, owner.number, owner.name
        access = "open " if has("open class") else ""
        lines = []
        if has("hashable"): lines.append(f"var hash{n} = 0")
        if has("version"): lines.append(f'{access}override class func migrate(_ object: inout ModelDocument, from version: Int) throws {{ note("migrate {name}"); if object["was{n}"] != nil {{ try object.removeValue(at: ["was{n}"]) }} }}')
        if has("isEqual and hash"):
            lines.append(f"{access}override func isEqual(to other: BaseModel) -> Bool {{ self === other }}")
            lines.append(f"{access}override func hash(into hasher: inout Hasher) {{ hasher.combine(ObjectIdentifier(self)) }}")
        if has("init"): lines.append(f'{"public " if access else ""}required init() {{ note("init {name}"); super.init() }}')
        if has("setUp"): lines.append(f'{access}override func setUp() {{ super.setUp(); note("setUp {name}") }}')
        if has("tearDown"): lines.append(f"{access}override func tearDown() {{ super.tearDown() }}")
        for word, type in {"an array": "array: [Any]", "a text": "string: String", "a number": "number: ModelNumber", "data": "data: Data", "a date": "date: Date"}.items():
            if has(f"set with {word}"): lines.append(f'{access}override func set(with {type}) throws {{ note("set {name} with {word}") }}')
        if has("set with a dictionary"): lines.append(f'{access}override func set(with dictionary: [String: Any]) throws {{ note("set {name} with a dictionary"); try super.set(with: dictionary) }}')
        setting = next((each.name for each in owner.draft.features if each.group == "set(with:)"), None)
        encoding = next((each.name for each in owner.draft.features if each.group == "encode(with:)"), None)
        passes = any(each and each.endswith("another model") for each in (setting, encoding))
        if passes:
            lines.append(f"{'' if owner.draft.kind == LISTED else '@Transient '}var passed{n} = Passed()")
            setting, encoding = setting or "", encoding or ""
        # A class that refuses unknown keys reads what its superclasses write.
        written, unread = self.unread.get(id(owner.superclass), []), []
        if encoding and "another key" in encoding and not (setting and "another key" in setting): written = written + [f"x{n}"]
        chain = self.chain(owner)
        if written and any("unknown keys: refuse" in each.features for each in chain): written, unread, setting = [], written, setting or ""
        self.unread[id(owner)] = written
        if setting is not None:
            before, after = f'note("set {name}"); ', ""
            if setting.endswith("after super"): before, after = "", f'; note("set {name}")'
            if setting.endswith("another key"): after += f'; _ = try decoder.decode(Int?.self, forKey: "x{n}")'
            if setting.endswith("another key before super"): before += f'_ = try decoder.decode(Int?.self, forKey: "x{n}"); '
            if passes: after += f"; try passed{n}.set(with: decoder)"
            for key in unread: after += f'; _ = try decoder.decode(Int?.self, forKey: "{key}")'
            lines.append(f"{access}override func set(with decoder: ModelDecoder) throws {{ {before}try super.set(with: decoder){after} }}")
        if encoding is not None:
            before, after = f'note("encode {name}"); ', ""
            if encoding.endswith("another key"): after += f'; try encoder.encode(7, forKey: "x{n}")'
            if encoding.endswith("another key before super"): before += f'try encoder.encode(7, forKey: "x{n}"); '
            if encoding.endswith("changes the model"):
                lines.append(f"{'' if owner.draft.kind == CLASS else ''}var written{n} = 0")
                before += f"written{n} = 5; "
            if passes: after += f"; try passed{n}.encode(with: encoder)"
            lines.append(f"{access}override func encode(with encoder: ModelEncoder) throws {{ {before}try super.encode(with: encoder){after} }}")
        if has("awakes as itself"): lines.append(f'{access}override func awakeAfterDecoding() throws -> BaseModel {{ note("awake {name}"); return try super.awakeAfterDecoding() }}')
        if has("awakes as a copy"): lines.append(f'{access}override func awakeAfterDecoding() throws -> BaseModel {{ note("awake {name}"); return try copy() }}')
        if has("with a static and a computed property"): lines.append(f"nonisolated(unsafe) static var count{n} = 0\n    var sum{n}: Int {{ 1 }}")
        if has("with a transient property"): lines.append(f"@Transient var skipped{n} = 1" if owner.draft.kind != LISTED else "")
        if has("with more than 64 properties"): lines.append("; ".join(f"var m{n}_{index} = {index % 3}" for index in range(66)))
        if has("generic"): lines.append("var item: Item?")
        return [line for line in lines if line]

    def chain(self, owner):
        """A class and its superclasses."""
        return [owner] + (self.chain(owner.superclass) if owner.superclass else [])

    def class_text(self, owner):
        has = owner.features.__contains__
        owner.overridden = []
        properties = [Property(own, f"p{owner.number}_{index}" if index % 5 else f"aVeryLongName{owner.number}_{index}") for index, own in enumerate(owner.draft.properties)]
        lines = [self.property_text(property, owner, index) for index, property in enumerate(properties)]
        arguments, members = self.options(owner)
        superclass = self.by_draft[id(owner.draft.superclass)] if owner.draft.superclass else None
        owner.superclass, owner.tag = superclass, owner if has("tag") else superclass.tag if superclass else None
        is_losing = superclass and {"class reads nulls: as default", "class reads nulls: refuse"} & owner.features
        if is_losing or any(each.is_("storage: weak") for each in properties) or any(each.name in self.losing for each in self.chain(owner)):
            self.losing.append(owner.name)
        parent = superclass.used if superclass else "BaseModel"
        text = ""
        if owner.overridden or has("subclass") and (not superclass or has("tagged") and not owner.tag):
            # A superclass of its own, for what this class needs of it.
            base = f"Base{owner.number}"
            tag = has("tagged") and not owner.tag
            access = "open " if has("open class") else ""
            text += f"@Model{'(tag: ' + chr(34) + 'type' + chr(34) + ')' if tag else ''} {access}class {base}: {parent} {{\n" + "\n".join(owner.overridden) + "\n}\n"
            parent = base
            self.names_of_classes.append(base)
            if tag: owner.tag = owner
        if owner.draft.kind == CLASS: attribute = "@Model" + (f"({', '.join(arguments)}) " if arguments else " ")
        else: attribute = ""
        word = "open class" if has("open class") else "final class" if owner.is_final or has("@Observable") else "class"
        if has("@Observable"): attribute = "@Observable " + attribute
        generic = "<Item: ModelValue & RandomValue>" if has("generic") else ""
        body = lines + ["    " + line for line in self.class_members(owner)]
        if owner.draft.kind == LISTED:
            body += [f"    {'open ' if has('open class') else ''}{line}" for line in members]
            listed = [self.listed_text(property, owner, index) for index, property in enumerate(properties)]
            if any(each.startswith("var written") for each in self.class_members(owner)):
                listed.append(f'ModelProperty("written{owner.number}", \\{owner.swift}.written{owner.number})')
            access = "open " if has("open class") else ""
            body.append(f"    {access}override class var modelProperties: [ModelProperty] {{\n        super.modelProperties + [\n            " + ",\n            ".join(listed) + ",\n        ]\n    }")
            self.registered.append(f'    ClassRegistry.register({owner.swift}.self, name: "{owner.name}")')
        text += f"{attribute}{word} {owner.name}{generic}: {parent} {{\n" + "\n".join(body) + "\n}"
        text = self.nest(owner, text)
        fills = []
        for property in properties:
            if property.group("storage") == "let": continue
            fills.append(f"        if !r.isOne(in: 4) {{ object.{property.name} = {property.random} }}")
        if has("hashable"): fills.append(f"        object.hash{owner.number} = r.below(5)")
        if has("generic"): fills.append("        object.item = .random(&r, depth)")
        text += f"\nextension {owner.swift} {{\n    static func fill{owner.name}(_ object: {owner.swift}, _ r: inout Randomness, _ depth: Int) {{\n" + "\n".join(fills) + "\n    }\n}\n"
        self.registered.append(f"    Fillers.add({owner.used}.self) {{ {owner.used}.fill{owner.name}($0, &$1, $2) }}")
        self.names_of_classes.append(f"Named{owner.number}" if has("name") else owner.swift)
        if has("aliases of the type"): self.names_of_classes.append(f"Old{owner.number}")
        if has("tagged"): self.names_of_classes.append(f"t{owner.number}")
        return text

    def nest(self, owner, text):
        if "." not in owner.swift: return text
        return f"enum Space{owner.number} {{\n{text}\n}}"

    # MARK: Structs and enums

    def struct_text(self, owner):
        has = owner.features.__contains__
        properties = [Property(own, f"p{owner.number}_{index}") for index, own in enumerate(owner.draft.properties)]
        lines = [self.property_text(property, owner, index) for index, property in enumerate(properties)]
        arguments, _ = self.options(owner)
        if has("with a static and a computed property"): lines.append("    nonisolated(unsafe) static var count = 0\n    var sum: Int { 1 }")
        if has("with a transient property"): lines.append("    @Transient var skipped = 1")
        if has("version"): lines.append(f'    static func migrate(_ object: inout ModelDocument, from version: Int) throws {{ note("migrate {owner.name}") }}')
        attribute = "@Model" + (f"({', '.join(arguments)}) " if arguments else " ")
        text = self.nest(owner, f"{attribute}struct {owner.name} {{\n" + "\n".join(lines) + "\n}")
        sets = []
        for property in properties:
            if property.group("storage") == "let": continue
            sets.append(f"        {property.name} = {property.random}" if property.group("storage") != "computed" else f"        z{property.name} = {property.random}")
        body = "\n".join(sets)
        text += f"\nextension {owner.swift}: RandomValue {{\n    init(_ r: inout Randomness, _ depth: Int) {{\n        let depth = depth - 1; _ = depth\n{body}\n    }}\n"
        text += f"    static func random(_ r: inout Randomness, _ depth: Int) -> {owner.swift} {{ {owner.swift}(&r, depth) }}\n"
        text += f"    static var made: {owner.swift} {{\n        var r = Randomness(seed: {owner.number})\n        return {owner.swift}(&r, -3)\n    }}\n}}\n"
        owner.has_init = True
        if has("name"): self.names_of_classes.append(f"Named{owner.number}")
        return text

    def enum_text(self, owner):
        has = owner.features.__contains__
        cases, makers = [], ["        case 0: .none"]
        tagged = has("enum: tagged")
        for index, own in enumerate(owner.draft.properties):
            property = Property(own, f"c{owner.number}_{index}")
            base, default = self.base_of_case(property, owner)
            key = f'@Key("ck{index}", aliases: ["old{index}"]) ' if property.is_("case with a key") else ""
            form, name = property.group("case"), property.name
            value = ".random(&r, depth)"
            values, make = {
                "one value": (f"({base})", f"({value})"), "labels": (f"(a: {base}, b: {base}?)", f"(a: {value}, b: {value})"),
                "labels and defaults": (f"(a: {base} = {default}, b: {base}? = nil)", f"(a: {value}, b: {value})"),
                "several values": (f"({base}, {base}?)", f"({value}, {value})"), "optional value": (f"({base}?)", f"({value})"),
                "array": (f"([{base}])", f"({value})"),
            }[form]
            cases.append(f"    {key}case {name}{values}")
            makers.append(f"        case {len(makers)}: .{name}{make}")
        style = {"enum: tagged": 'tag: "kind"', "enum: with tag and content": 'tag: "kind", content: "value"', "enum: untagged": "untagged: true"}
        arguments = [text for name, text in style.items() if has(name)]
        if has("enum: untagged"): self.losing.append(owner.name)
        if has("enum keeps unknown cases"): cases.append("    @Unknown case other(ModelDocument)")
        if has("enum forgets unknown cases"): cases.append("    @Unknown case other")
        attribute = "@Model" + (f"({', '.join(arguments)}) " if arguments else " ")
        makers[-1] = makers[-1].replace(f"case {len(makers) - 1}:", "default:")
        text = f"{attribute}enum {owner.name} {{\n    case none\n" + "\n".join(cases) + "\n}\n"
        text += f"extension {owner.name}: RandomValue {{\n    static func random(_ r: inout Randomness, _ depth: Int) -> {owner.name} {{\n        let depth = depth - 1\n        return switch depth > -3 ? r.below({len(makers)}) : 0 {{\n" + "\n".join(makers) + "\n        }\n    }\n}\n"
        return text

    def base_of_case(self, property, owner):
        if property.value.type: return property.value.type, property.value.default
        model = self.model(owner)
        return model, f"{model}()"

    def kinds(self):
        """The kinds of values in the list that may stand alone, and some of the types that are made from it."""
        fixed = [each.type for each in FEATURES.values() if each.group == "value" and each.type and not each.traits & {"raw", "codable", "any", "transform"}]
        own = [each.used for each in self.types if each.number % 16 == 0 and not self.has_weak(each.name)]
        return fixed + ["Person", "Named", "Choice<Named>", "Holder<Person>"] + own

    def has_weak(self, name, seen=None):
        """Whether a type, or one that its text names, has a weak property. What that refers to may be nowhere else in a file."""
        seen = set() if seen is None else seen
        seen.add(name)
        text = self.texts[name]
        return " weak var" in text or any(self.has_weak(each, seen) for each in set(re.findall(r"\w+", text)) if each in self.texts and each not in seen)

    # MARK: Files

    def files(self, seed, per_file=8):
        self.names_of_classes = []
        texts = {}
        for owner in self.types:
            owner.has_init = False
            write = {CLASS: self.class_text, LISTED: self.class_text, STRUCT: self.struct_text, ENUM: self.enum_text}[owner.draft.kind]
            self.helpers = []
            text = write(owner)
            self.texts[owner.name] = text
            comment = "".join(sorted(f"//   {each}\n" for each in owner.features))
            texts.setdefault(f"Types{owner.number // per_file}.swift", []).append("\n".join(self.helpers) + f"\n// {owner.draft.kind}:\n{comment}{text}")
        head = "import Foundation\nimport FoundationValues\nimport ModelCore\nimport Observation\n\n"
        result = {name: head + "\n".join(parts) for name, parts in texts.items()}
        subjects = []
        for owner in self.types:
            subjects.append(f"        Subject<{owner.used}>(\"{owner.used}\"),")
            if self.random.random() < 0.1: subjects.append(f"        Subject<[{owner.used}]>(\"[{owner.used}]\"),")
            if self.random.random() < 0.07: subjects.append(f"        Subject<[String: {owner.used}]>(\"[String: {owner.used}]\"),")
            if self.random.random() < 0.07: subjects.append(f"        Subject<Holder<{owner.used}>>(\"Holder<{owner.used}>\"),")
        fixed = "Int [String] Small Branch Figure Move Step Length Event Sum Person Named Passed Holder<Person> Choice<Named> [String:Size]".split()
        subjects = [f'        Subject<{each}>("{each}"),' for each in fixed] + subjects
        kinds = ", ".join(f"{each}.self" for each in self.kinds())
        names = ", ".join(f'"{each}"' for each in self.names_of_classes)
        keys = ", ".join(f'"{each}"' for each in self.keys if "." not in each)
        losing = ", ".join(f'"{each}("' for each in self.losing)
        registered = "\n".join(self.registered)
        result["Generated.swift"] = (
            "import Foundation\nimport FoundationValues\nimport ModelCore\n\n"
            f"/// The types of seed {seed}.\nenum Generated {{\n    static func register() {{\n        registerKinds()\n{registered}\n"
            f"        Names.classes += [{names}]\n        Names.keys += [{keys}]\n"
            f"        Names.losing += [{losing}]\n    }}\n\n"
            f"    /// The kinds of values that may stand alone.\n    static let kinds: [any Kind.Type] = [{kinds}]\n\n"
            "    nonisolated(unsafe) static let types: [any TrialType] = [\n" + "\n".join(subjects) + "\n    ]\n}\n")
        return result
