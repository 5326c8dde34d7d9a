// swift-format-ignore-file
#if Macros
// Made of OddKeys.json by `basemodel generate`.
// Read such a file with `try Odd.load(fromFile: path)`.

import Foundation
import ModelCore

enum OddKeysSample {

@Model final class Odd: BaseModel {
    @Key("$id") var id = 0
    @Key("1") var _1 = 0
    @Key("a b") var aB_ = 0
    var aB = 0
    @Key("a\nb") var aB_2 = 0
    @Key("a\"b\\") var aB_3 = 0
    var é = 0
    var класс = 0
    @Key("init") var kvc_init = 0
    @Key("Self") var kvc_self = 0
    @Key("hash") var kvc_hash = 0
    @Key("classTag") var kvc_classTag = 0
    var save = 0
    var `operator` = 0
    @Key("a.b") var aB_4 = 0
    @Key("_x") var x_ = 0
    var x = 0
    @Key("hash_value") var kvc_hashValue = 0
    @Key("isOfUnknownClass") var kvc_isOfUnknownClass = 0
    @Key("😀") var _value = 0
    @Key("unknown_values") var kvc_unknownValues = 0
    var load = 0
    var value = 0
    var format = 0
    var errors: Error?
    var results: Result?
    var type: TypeObject?
    var data: DataObject?
    var string: StringObject?
    var optional: OptionalObject?
    var any: AnyValue?
    var set: SetObject?
    var never: Never?
    var character: Character?
    var sequence: Sequence?
    var codable: Codable?
    var equatable: Equatable?
    var task: Task?
    var model: ModelObject?
    var key: KeyObject?
    var basemodel: Basemodel?
    var decoder: Decoder?
    var encoder: Encoder?
    var property: Property?
    @Key("coding_keys") var codingKeys: CodingKey?
    @Key("never_ever") var neverEver: NeverEver?
    var codingKey: OddCodingKey?
    var int: IntObject?
    var bool: BoolObject?
    var array: ArrayObject?
    var dictionary: DictionaryObject?
    var document: Document?
    @Key("kvc_self") var kvcSelf: KvcSelf?
    var identifiable: IdentifiableObject?
    @Key("error_code") var errorCode: ErrorCode?
    @Key("static_string") var staticString: StaticString?
    @Key("one_or_many") var oneOrMany: OneOrManyObject?
    var modelProperties: ModelProperty?
    var modelType: ModelType?
    var context: Context?
    var url: Url?
    var date: DateObject?
    var uuid: Uuid?
    var list: [List] = []
    var union: [OddUnion] = []
    var links: [URL] = []
    var ids: [UUID] = []
    var maps: [String: [Int]] = [:]
    var mapOfMaps: [String: [String: Bool]] = [:]
    var deep: [[[[Double]]]] = []
}

@Model(untagged: true) enum OddUnion {
    case integer(Int)
    case text(String)
    case object(Union)
}

@Model(keys: .snakeCase) final class Error: BaseModel {
    var xError = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Result: BaseModel {
    var xResult = 0
    var y = ""
}

@Model(keys: .snakeCase) final class TypeObject: BaseModel {
    var xType = 0
    var y = ""
}

@Model(keys: .snakeCase) final class DataObject: BaseModel {
    var xData = 0
    var y = ""
}

@Model(keys: .snakeCase) final class StringObject: BaseModel {
    var xString = 0
    var y = ""
}

@Model(keys: .snakeCase) final class OptionalObject: BaseModel {
    var xOptional = 0
    var y = ""
}

@Model(keys: .snakeCase) final class AnyValue: BaseModel {
    var xAny = 0
    var y = ""
}

@Model(keys: .snakeCase) final class SetObject: BaseModel {
    var xSet = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Never: BaseModel {
    var xNever = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Character: BaseModel {
    var xCharacter = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Sequence: BaseModel {
    var xSequence = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Codable: BaseModel {
    var xCodable = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Equatable: BaseModel {
    var xEquatable = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Task: BaseModel {
    var xTask = 0
    var y = ""
}

@Model(keys: .snakeCase) final class ModelObject: BaseModel {
    var xModel = 0
    var y = ""
}

@Model(keys: .snakeCase) final class KeyObject: BaseModel {
    var xKey = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Basemodel: BaseModel {
    var xBasemodel = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Decoder: BaseModel {
    var xDecoder = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Encoder: BaseModel {
    var xEncoder = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Property: BaseModel {
    var xProperty = 0
    var y = ""
}

@Model(keys: .snakeCase) final class CodingKey: BaseModel {
    var xCodingKeys = 0
    var y = ""
}

@Model(keys: .snakeCase) final class NeverEver: BaseModel {
    var xNeverEver = 0
    var y = ""
}

@Model final class OddCodingKey: BaseModel {
    @Key("x_codingKey") var xCodingKey = 0
    var y = ""
}

@Model(keys: .snakeCase) final class IntObject: BaseModel {
    var xInt = 0
    var y = ""
}

@Model(keys: .snakeCase) final class BoolObject: BaseModel {
    var xBool = 0
    var y = ""
}

@Model(keys: .snakeCase) final class ArrayObject: BaseModel {
    var xArray = 0
    var y = ""
}

@Model(keys: .snakeCase) final class DictionaryObject: BaseModel {
    var xDictionary = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Document: BaseModel {
    var xDocument = 0
    var y = ""
}

@Model(keys: .snakeCase) final class KvcSelf: BaseModel {
    var xKvcSelf = 0
    var y = ""
}

@Model(keys: .snakeCase) final class IdentifiableObject: BaseModel {
    var xIdentifiable = 0
    var y = ""
}

@Model(keys: .snakeCase) final class ErrorCode: BaseModel {
    var xErrorCode = 0
    var y = ""
}

@Model(keys: .snakeCase) final class StaticString: BaseModel {
    var xStaticString = 0
    var y = ""
}

@Model(keys: .snakeCase) final class OneOrManyObject: BaseModel {
    var xOneOrMany = 0
    var y = ""
}

@Model final class ModelProperty: BaseModel {
    @Key("x_modelProperties") var xModelProperties = 0
    var y = ""
}

@Model final class ModelType: BaseModel {
    @Key("x_modelType") var xModelType = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Context: BaseModel {
    var xContext = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Url: BaseModel {
    var xUrl = 0
    var y = ""
}

@Model(keys: .snakeCase) final class DateObject: BaseModel {
    var xDate = 0
    var y = ""
}

@Model(keys: .snakeCase) final class Uuid: BaseModel {
    var xUuid = 0
    var y = ""
}

@Model final class List: BaseModel {
    var a = 0
    var z = ""
}

@Model final class Union: BaseModel {
    @Key("self") var kvc_self = 0
}
}
#endif
