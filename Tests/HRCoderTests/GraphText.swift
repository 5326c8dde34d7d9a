import Foundation
import ModelCore

/// A graph as text: values to the bit, and instances by the order in which they are met. Without recursion.
enum GraphText {
    static func text(of root: ModelNode) -> String {
        var text = ""
        var numbers: [ObjectIdentifier: Int] = [:]
        var pending: [Part] = [.node(root)]
        while let part = pending.popLast() {
            switch part {
            case .text(let piece): text += piece
            case .node(.scalar(let scalar)): text += self.text(of: scalar)
            case .node(.array(let array)):
                guard isNew(array, &numbers, &text) else { continue }
                text += "\(array.kind)["
                pending.append(.text("]"))
                for element in array.elements.reversed() { pending += [.text(","), .node(element)] }
            case .node(.dictionary(let dictionary)):
                guard isNew(dictionary, &numbers, &text) else { continue }
                text += "{"
                pending.append(.text("}"))
                for entry in dictionary.entries.reversed() {
                    pending += [.text(","), .node(entry.value), .text(":"), .node(entry.key)]
                }
            case .node(.object(let object)):
                guard isNew(object, &numbers, &text) else { continue }
                text += object.codedClass.name + "("
                pending.append(.text(")"))
                for property in object.properties.reversed() {
                    pending += [.text(","), .node(property.value), .text(property.key + ":")]
                }
            case .node(.model(let model)): text += "\(type(of: model))"
            }
        }
        return text
    }

    private enum Part {
        case node(ModelNode)
        case text(String)
    }

    private static func isNew(_ instance: AnyObject, _ numbers: inout [ObjectIdentifier: Int], _ text: inout String)
        -> Bool
    {
        if let known = numbers[ObjectIdentifier(instance)] {
            text += "#\(known)"
            return false
        }
        numbers[ObjectIdentifier(instance)] = numbers.count
        return true
    }

    private static func text(of scalar: ModelScalar) -> String {
        switch scalar {
        case .double(let value): "d" + String(value.bitPattern, radix: 16)
        case .float(let value): "f" + String(value.bitPattern, radix: 16)
        case .date(let value): "t" + String(value.timeIntervalSinceReferenceDate.bitPattern, radix: 16)
        default: "\(scalar)"
        }
    }
}
