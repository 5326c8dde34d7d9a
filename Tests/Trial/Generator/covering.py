"""Types as a covering array: each pair of features stands in at least one type, and each pair that can on one property."""

from itertools import combinations

from features import BY_DOCUMENT, CLASS, ENUM, FEATURES, LISTED, STRUCT, TYPE_NEEDS, is_tried_elsewhere, of, reason_in_type, reason_on_property

# The groups of which each property, each case and each type has one, and those of which it may have one.
NEEDED_OF_PROPERTY = ["value", "form", "storage", "access", "key", "written", "null", "default"]
CHOSEN_OF_PROPERTY = ["final", "conditional", "lenient", "listed", "relationship"]
NEEDED_OF_CASE, CHOSEN_OF_CASE = ["value", "case"], ["case key"]
NEEDED_OF_TYPE = {CLASS: ["class"], LISTED: ["class", "own list of properties"], STRUCT: [], ENUM: ["enum"]}

ALL = list(FEATURES.values())
NUMBER = {feature: number for number, feature in enumerate(ALL)}
BY_GROUP = {}
for each in ALL:
    BY_GROUP.setdefault((each.level, each.group), []).append(each)


def mask(features):
    result = 0
    for each in features: result |= 1 << NUMBER[each]
    return result


class Pairs:
    """A set of pairs of features, as a mask of the others for each."""

    def __init__(self):
        self.others = [0] * len(ALL)

    def add(self, a, b):
        self.others[NUMBER[a]] |= 1 << NUMBER[b]
        self.others[NUMBER[b]] |= 1 << NUMBER[a]

    def remove(self, a, b):
        self.others[NUMBER[a]] &= ~(1 << NUMBER[b])
        self.others[NUMBER[b]] &= ~(1 << NUMBER[a])

    def remove_all(self, features):
        whole = mask(features)
        for each in features: self.others[NUMBER[each]] &= ~whole

    def has(self, a, b): return bool(self.others[NUMBER[a]] >> NUMBER[b] & 1)

    def among(self, feature, features): return (self.others[NUMBER[feature]] & features).bit_count()

    def fit(self, feature, features):
        """Whether the feature makes a pair with each of the others."""
        return not features & ~self.others[NUMBER[feature]] & ~(1 << NUMBER[feature])

    def list(self):
        return [(a, ALL[number]) for a in ALL for number in range(NUMBER[a]) if self.others[NUMBER[a]] >> number & 1]

    def __len__(self): return sum(each.bit_count() for each in self.others) // 2

    def copy(self):
        other = Pairs()
        other.others = self.others[:]
        return other


class Compatibility:
    """Which features can meet, and why others can't."""

    def __init__(self):
        self.on_property, self.in_type, self.reasons = Pairs(), Pairs(), {}
        for a, b in combinations(of("property"), 2):
            reason = reason_on_property(a, b)
            if reason: self.reasons["on one property", a.name, b.name] = reason
            else: self.on_property.add(a, b)
        for a, b in combinations(ALL, 2):
            reason = reason_in_type(a, b)
            if reason: self.reasons["in one type", a.name, b.name] = reason
            else: self.in_type.add(a, b)
        self.close()

    def close(self):
        """A pair is impossible, too, if all the members of a group that it needs are excluded by one of the two."""
        size = None
        while size != len(self.on_property):
            size = len(self.on_property)
            for a, b in self.on_property.list():
                group = self.lacking(a, b)
                if not group: continue
                self.on_property.remove(a, b)
                self.reasons["on one property", a.name, b.name] = f"no {group} goes with both"

    def lacking(self, a, b):
        owners = a.owners & b.owners
        for group in NEEDED_OF_CASE if owners == {ENUM} else [] if ENUM in owners else NEEDED_OF_PROPERTY:
            if group not in (a.group, b.group) and not any(
                each.owners & owners and self.on_property.has(each, a) and self.on_property.has(each, b)
                for each in BY_GROUP["property", group]
            ): return group
        return None

    @staticmethod
    def required(pairs):
        pairs = pairs.copy()
        for a, b in pairs.list():
            if is_tried_elsewhere(a, b): pairs.remove(a, b)
        return pairs


class Draft:
    """A type: its kind, its features, and the sets of features of its properties, or its cases."""

    def __init__(self, kind):
        self.kind, self.features, self.properties, self.all = kind, set(), [], 0
        # The class's superclass, how many it has, and what an object has from all of them.
        self.superclass, self.depth, self.inherited = None, 0, 0
        # Whether features may stand in it with which nothing is tried directly.
        self.may_need_document = False

    def put(self, feature):
        for each in [feature] + [FEATURES[need] for need in TYPE_NEEDS.get(feature.name, ())]:
            if each.level == "type": self.features.add(each)
            self.all |= 1 << NUMBER[each]

    def put_property(self, own):
        self.properties.append(own)
        for each in own: self.put(each)

    def inherit(self, superclass):
        self.superclass, self.depth = superclass, superclass.depth + 1
        self.inherited = superclass.all | superclass.inherited
        self.put(FEATURES["subclass"])

    def has_needs(self, feature): return all(FEATURES[need] in self.features for need in TYPE_NEEDS.get(feature.name, ()))


class Cover:
    def __init__(self, random, size=10):
        self.random, self.size, self.can, self.drafts, self.failures = random, size, Compatibility(), [], []
        self.open_property, self.open_type = self.can.required(self.can.on_property), self.can.required(self.can.in_type)

    def fits(self, feature, draft, own):
        if feature.name in BY_DOCUMENT and not draft.may_need_document: return False
        if feature.level == "type": return draft.kind in feature.owners and self.can.in_type.fit(feature, draft.all)
        return draft.kind in feature.owners and self.can.on_property.fit(feature, own) and self.can.in_type.fit(feature, draft.all | own)

    def gain(self, feature, draft, own):
        return 6 * self.open_property.among(feature, own) + self.open_type.among(feature, draft.all | draft.inherited | own)

    def best(self, candidates, draft, own):
        best, most = None, -1
        for each in candidates:
            if not self.fits(each, draft, own):
                continue
            gain = self.gain(each, draft, own) + self.random.random()
            if gain > most: best, most = each, gain
        return best, most

    def property(self, draft, forced=()):
        """The features of one more property; None if there is none with those that are forced."""
        needed, chosen = (NEEDED_OF_CASE, CHOSEN_OF_CASE) if draft.kind == ENUM else (NEEDED_OF_PROPERTY, CHOSEN_OF_PROPERTY)
        whole = mask(forced)
        if not all(self.fits(each, draft, whole) for each in forced): return None
        for attempt in range(16):
            own, features = mask(forced), list(forced)
            groups = [each for each in needed if not any(feature.group == each for feature in forced)]
            self.random.shuffle(groups)
            for group in groups:
                candidates = BY_GROUP["property", group]
                if attempt > 2: candidates = [each for each in candidates if self.random.random() < 0.6]
                choice, _ = self.best(candidates, draft, own)
                if choice is None: break
                features.append(choice)
                own |= 1 << NUMBER[choice]
            else:
                for group in chosen:
                    if any(feature.group == group for feature in features): continue
                    choice, gain = self.best(BY_GROUP["property", group], draft, own)
                    if choice and gain > 1 + self.random.random():
                        features.append(choice)
                        own |= 1 << NUMBER[choice]
                return features
        return None

    def type(self, kind, forced_type=(), forced_properties=()):
        """A new type with these features, and a property for each of these sets of features."""
        draft = Draft(kind)
        draft.may_need_document = any(each.name in BY_DOCUMENT for own in [*forced_properties, forced_type] for each in own)
        for each in list(forced_type) + [each for own in forced_properties for each in own]:
            for need in [each.name] * (each.level == "type") + list(TYPE_NEEDS.get(each.name, ())): draft.put(FEATURES[need])
        if not all(self.can.in_type.fit(each, draft.all) for each in draft.features): return None
        for group in NEEDED_OF_TYPE[kind]:
            if any(each.group == group for each in draft.features): continue
            choice, _ = self.best(BY_GROUP["type", group], draft, 0)
            if choice is None: return None
            draft.put(choice)
        self.choose_superclass(draft)
        for forced in forced_properties:
            own = self.property(draft, forced)
            if own is None: return None
            draft.put_property(own)
        if FEATURES["with no properties"] in draft.features: return draft
        groups = sorted({each.group for each in of("type")} - {each.group for each in draft.features})
        self.random.shuffle(groups)
        for group in groups[: self.random.choice([4, 8, 12, 20])]:
            choice, gain = self.best([each for each in BY_GROUP["type", group] if each.name != "with no properties" and draft.has_needs(each)], draft, 0)
            if choice and gain > 1: draft.put(choice)
        size = self.random.choice([self.size // 2, self.size, self.size * 2]) if kind != ENUM else 8
        while len(draft.properties) < size:
            own = self.property(draft, self.seed(draft)) or self.property(draft)
            if own is None or not all(draft.has_needs(each) for each in own): break
            draft.put_property(own)
            if not self.worth(own, draft) and len(draft.properties) > 1:
                break
        return draft if draft.properties else None

    def choose_superclass(self, draft):
        subclass = FEATURES["subclass"]
        if draft.kind not in subclass.owners or not self.can.in_type.fit(subclass, draft.all): return
        if subclass not in draft.features and self.random.random() < 0.2: return
        candidates = [each for each in self.drafts if each.kind in subclass.owners and each.depth < 4 and not {"final class", "generic"} & {str(feature) for feature in each.features}]
        if not draft.may_need_document: candidates = [each for each in candidates if not each.may_need_document]
        if FEATURES["open class"] in draft.features: candidates = [each for each in candidates if FEATURES["open class"] in each.features]
        if candidates: draft.inherit(max(self.random.sample(candidates, min(4, len(candidates))), key=lambda each: (self.promise(each), self.random.random())))

    def promise(self, superclass):
        """How many pairs a subclass may still make with the features that it inherits."""
        return sum(self.open_type.others[NUMBER[each]].bit_count() for each in self.inherited_by(superclass))

    def inherited_by(self, superclass):
        while superclass:
            yield from superclass.features.union(*superclass.properties)
            superclass = superclass.superclass

    def worth(self, own, draft):
        whole = mask(own)
        return any(self.open_property.others[NUMBER[each]] & whole or self.open_type.others[NUMBER[each]] & (draft.all | draft.inherited) for each in own)

    def seed(self, draft):
        """A pair that no property has yet, and that one of this type's may have."""
        pairs = self.open_property.list()
        for a, b in self.random.sample(pairs, min(60, len(pairs))):
            if draft.has_needs(a) and draft.has_needs(b) and self.fits(a, draft, 0) and self.fits(b, draft, 1 << NUMBER[a]): return (a, b)
        return ()

    def add(self, draft):
        self.drafts.append(draft)
        for own in draft.properties: self.open_property.remove_all(own)
        self.open_type.remove_all(set(self.inherited_by(draft)))

    def cover(self):
        """Makes types until each pair that can meet does. `failures` has pairs that no type could be made for."""
        for pairs, place in [(self.open_property, "on one property"), (self.open_type, "in one type")]:
            while len(pairs):
                a, b = self.random.choice(pairs.list())
                kinds = sorted(a.owners & b.owners)
                self.random.shuffle(kinds)
                draft = None
                for kind in kinds * 4:
                    if place == "on one property": draft = self.type(kind, (), [(a, b)])
                    else: draft = self.type(kind, [each for each in (a, b) if each.level == "type"], [(each,) for each in (a, b) if each.level == "property"])
                    if draft: break
                if draft: self.add(draft)
                else: self.failures.append((place, a.name, b.name))
                pairs.remove(a, b)
        return self.drafts

    def alone(self):
        """A type for each feature, with as few others as it needs."""
        usual = ["value: Int", "form: plain", "form: optional", "storage: stored", "access: internal", "key: name", "written defaults: of its class", "read nulls: of its class", "default: a value", "class", "enum: keyed", "case: one value", "own list of properties", "default: nil or empty"]

        def usual_first(group, level, fits):
            found = [each for each in BY_GROUP[level, group] if fits(each)]
            return min(found, key=lambda each: (usual.index(each.name) if each.name in usual else 99, NUMBER[each])) if found else None

        for feature in ALL:
            kind = next(each for each in (CLASS, STRUCT, LISTED, ENUM) if each in feature.owners)
            draft = Draft(kind)
            draft.may_need_document = True
            for name in ([feature.name] if feature.level == "type" else []) + list(TYPE_NEEDS.get(feature.name, ())): draft.put(FEATURES[name])
            for group in NEEDED_OF_TYPE[kind]:
                if not any(each.group == group for each in draft.features):
                    draft.put(usual_first(group, "type", lambda each: kind in each.owners and self.can.in_type.fit(each, draft.all)))
            for forced in ([feature],) if feature.level == "property" else ([], []) if feature.name != "with no properties" else ():
                groups = list(NEEDED_OF_CASE if kind == ENUM else NEEDED_OF_PROPERTY)
                for attempt in range(200):
                    own = list(forced)
                    for group in groups:
                        if any(each.group == group for each in own): continue
                        choice = usual_first(group, "property", lambda each: self.fits(each, draft, mask(own)))
                        if choice: own.append(choice)
                    if len(own) >= len(groups): break
                    self.random.shuffle(groups)
                else: raise SystemExit(f"error: {feature} can't stand: {[str(each) for each in own]}")
                draft.put_property(own)
            self.add(draft)
        return self.drafts

    def sample(self, count):
        """Types at random, of pairs that no other of them has, as far as it goes."""
        while len(self.drafts) < count:
            draft = self.type(self.random.choices([CLASS, LISTED, STRUCT, ENUM], [12, 2, 3, 1])[0])
            if draft: self.add(draft)
        return self.drafts


def count(drafts):
    """The pairs that stand on one property, and in one type with what it inherits."""
    on_property, in_type = Pairs(), Pairs()
    for draft in drafts:
        for own in draft.properties:
            for a, b in combinations(own, 2): on_property.add(a, b)
        features, superclass = set(), draft
        while superclass:
            features = features.union(superclass.features, *superclass.properties)
            superclass = superclass.superclass
        for a, b in combinations(features, 2): in_type.add(a, b)
    return on_property, in_type
