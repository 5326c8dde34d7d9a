import FormatSupport
import Foundation

/// Looks for marks in a binary property list.
enum BinaryScan {
    /// As ``HRScan/isSimple(_:_:)``.
    static func isSimple(_ content: Data) -> Bool {
        guard let reader = try? BinaryPropertyListReader(ByteSource(content)) else { return false }
        do {
            var classes: Set<Int> = []
            for number in 0..<reader.objectCount {
                // Other objects may lie where only passing over them matters; here they count as what they are.
                guard let object = try? reader.object(number), object.kind == .string else { continue }
                if reader.isString(object, "$alias") || reader.isString(object, "$data") { return false }
                if reader.isString(object, "$class") { classes.insert(number) }
            }
            guard !classes.isEmpty else { return true }
            for number in 0..<reader.objectCount {
                guard let object = try? reader.object(number), object.kind == .dictionary else { continue }
                let keys = try reader.entries(of: object).keys
                for index in 0..<keys.count where index > 0 && classes.contains(reader.number(index, in: keys)) {
                    return false
                }
            }
            return true
        } catch {
            return false
        }
    }
}
