import DefaultsStore
import Foundation
import ModelCore
import ModelTesting

/// The file of the user's defaults: what it holds is read as models, and saved over it.
struct DefaultsTrial {
    static let className = "BaseModel.classes"
    private static let suite = "fuzz"

    let trial: Trial

    /// A folder of this process's own, where saving costs no disk.
    private static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = "/dev/shm/basemodel-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let registry = FormatRegistry([], stores: [UserDefaultsStore(folder: folder)])
        return try FormatRegistry.withFormats(registry) { try body(folder + "/\(suite).plist") }
    }

    /// The file of a model that was saved.
    static func file(of model: BaseModel) throws -> Data {
        try inFolder { path in
            try model.write(toStore: .userDefaults(suite: suite))
            return FileManager.default.contents(atPath: path) ?? Data()
        }
    }

    func run(_ content: Data, _ known: Int?) throws -> Bool {
        try Self.inFolder { path in
            var hasOpened = false
            let models = ContractSample.all.enumerated().compactMap { index, sample in
                (sample.make() as? BaseModel).map { (index: index, name: sample.name, type: type(of: $0)) }
            }
            for (index, name, type) in models where trial.isChosen(index, of: ContractSample.all.count, known) {
                try content.write(to: URL(filePath: path))
                if try check(content, at: path, name, type) { hasOpened = true }
            }
            return hasOpened
        }
    }

    private func check(_ content: Data, at path: String, _ name: String, _ type: BaseModel.Type) throws -> Bool {
        let format = FileFormat.userDefaults(suite: Self.suite)
        trial.stage("reading \(name)")
        let model: BaseModel
        do {
            model = try type.load(fromStore: format)
        } catch {
            let error = try trial.checked(error)
            // A single value may be replaced by who doesn't ask what it was. The file may not.
            guard error.code == .corruptData, "\(error.path)" == ModelClass.of(type).name else { return false }
            trial.stage("saving \(name) over what can't be read")
            let isSaved = try trial.reading { try type.instance().write(toStore: format) } != nil
            if isSaved, FileManager.default.contents(atPath: path) != content {
                throw Finding("\(name) overwrites what can't be read", "\(error)")
            }
            return false
        }
        trial.stage("saving \(name)")
        do {
            try model.write(toStore: format)
        } catch {
            let error = try trial.checked(error)
            // Cycles through the root are refused, and so is what another class keeps.
            if [.cycle, .duplicateKey].contains(error.code) || error.isLimit { return true }
            throw Finding("\(name) opens and can't be saved: \(error.code)", "\(error)")
        }
        trial.stage("reading \(name) again")
        do {
            let back = try type.load(fromStore: format)
            let (before, after) = (Fingerprint.text(of: model), Fingerprint.text(of: back))
            if before != after { throw Finding("\(name) is read as another", Trial.difference(before, after)) }
        } catch {
            if error is Finding { throw error }
            let error = try trial.checked(error)
            throw Finding("\(name) can't be read when it is saved: \(error.code)", "\(error)")
        }
        return true
    }
}
