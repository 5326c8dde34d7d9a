import ModelCore
import Yams

extension ModelError {
    /// What Yams says, in one line and with the place.
    init(_ error: YamlError) {
        let place: Mark?
        let reason: String
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            (place, reason) = (mark, problem)
        case .reader(let problem, let offset, _, _):
            self = ModelError(.corruptData, problem + ".").at(offset.map { ModelLocation(byteOffset: $0) })
            return
        case .duplicatedKeysInMapping(let keys, let context):
            self = ModelError(.duplicateKey, "The key \(keys.first ?? "") stands twice.").at(context.mark.location)
            return
        default: (place, reason) = (nil, "\(error)")
        }
        // libyaml's own limit, which has no code.
        let isTooDeep = reason.hasPrefix("Maximum nesting level")
        self = ModelError(isTooDeep ? .depthExceeded : .corruptData, reason.prefix(1).uppercased() + reason.dropFirst() + ".").at(place?.location)
    }
}

extension Mark {
    /// Yams counts lines and columns, not bytes.
    var location: ModelLocation { ModelLocation(byteOffset: 0, line: line, column: column) }
}
