import ModelCore

/// The form of an enum's cases in files: see `ModelType.CaseForm`.
protocol ContractCaseForm: Sendable {
    static var caseForm: ModelType.CaseForm { get }
}

enum ContractKeyForm: ContractCaseForm { static let caseForm = ModelType.CaseForm.key }
enum ContractTagForm: ContractCaseForm { static let caseForm = ModelType.CaseForm.tag("kind") }
enum ContractContentForm: ContractCaseForm { static let caseForm = ModelType.CaseForm.tagAndContent("kind", "mark") }
enum ContractUntaggedForm: ContractCaseForm { static let caseForm = ModelType.CaseForm.untagged }

/// An enum with values. The parameter determines the form of its cases in files.
enum ContractMark<Form: ContractCaseForm>: ModelRecord, Equatable {
    case plain
    case sized(ContractSize)
    case titled(ContractTitle)

    static var modelType: ModelType? {
        ModelType.once(for: Self.self) {
            ModelType(
                "enum ContractMark",
                cases: [
                    ModelCase("plain") { (value: Self) in
                        value == .plain
                    } make: {
                        .plain
                    },
                    ModelCase("sized") { (value: Self) in
                        if case .sized(let size) = value { size } else { nil }
                    } make: {
                        .sized($0)
                    },
                    ModelCase("titled", key: PropertyKey("a title")) { (value: Self) in
                        if case .titled(let title) = value { title } else { nil }
                    } make: {
                        .titled($0)
                    },
                ], caseForm: Form.caseForm)
        }
    }
}

/// The values of a case.
struct ContractSize: ModelRecord, Equatable {
    var width: Int
    var note: String?

    static let modelType: ModelType? = ModelType(
        "struct ContractSize",
        [
            ModelProperty("width", \Self.width, isStored: true, isRequired: true),
            ModelProperty("note", \Self.note, isStored: true),
        ]
    ) { values in ContractSize(width: try values.value("width"), note: try values.value("note")) }
}

/// The values of a case, with a model among them.
struct ContractTitle: ModelRecord, Equatable, CustomStringConvertible {
    var title: String
    var owner: ContractTagged?

    static let modelType: ModelType? = ModelType(
        "struct ContractTitle",
        [
            ModelProperty("title", \Self.title, isStored: true, isRequired: true),
            ModelProperty("owner", \Self.owner, isStored: true),
        ]
    ) { values in ContractTitle(title: try values.value("title"), owner: try values.value("owner")) }

    /// The text for failures, without the model's address.
    var description: String { "\(title) of \(owner?.name ?? "nobody")" }

    static func == (left: Self, right: Self) -> Bool {
        left.title == right.title && left.owner?.name == right.owner?.name
    }
}

/// A model with enums in properties of every kind.
final class ContractMarks: BaseModel {
    private static let known = ModelClass(ContractMarks.self, name: "ContractMarks", overrides: [])
    override class var modelClass: ModelClass { known }

    var keyed: [ContractMark<ContractKeyForm>] = []
    var tagged: [ContractMark<ContractTagForm>] = []
    var content: [String: ContractMark<ContractContentForm>] = [:]
    var untagged: [ContractMark<ContractUntaggedForm>] = []
    var one: ContractMark<ContractTagForm>?

    override class var modelProperties: [ModelProperty] {
        [
            ModelProperty("keyed", \ContractMarks.keyed, isStored: true),
            ModelProperty("tagged", \ContractMarks.tagged, isStored: true),
            ModelProperty("content", \ContractMarks.content, isStored: true),
            ModelProperty("untagged", \ContractMarks.untagged, isStored: true),
            ModelProperty("one", \ContractMarks.one, isStored: true),
        ]
    }

    static func sample() -> ContractMarks {
        let marks = ContractMarks()
        let (size, title) = (ContractSize(width: 3, note: "é"), ContractTitle(title: "t", owner: ContractTagged("o")))
        marks.keyed = [.plain, .sized(size), .titled(title), .sized(ContractSize(width: -1))]
        marks.tagged = [.plain, .sized(size), .titled(title)]
        marks.content = ["a": .plain, "b": .sized(size), "c": .titled(title)]
        marks.untagged = [.plain, .sized(size), .titled(ContractTitle(title: ""))]
        marks.one = .titled(title)
        return marks
    }
}
