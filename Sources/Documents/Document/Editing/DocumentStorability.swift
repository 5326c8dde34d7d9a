import FormatSupport

// The values that a format can store without lowering.

extension ModelDocument {
    /// Returns true if a format with these capabilities can store every value without lowering, and allows the kind
    /// of the root. Classes aren't checked.
    ///
    /// Also returns false if the answer isn't certain, for example in a document that was edited. The time is linear
    /// in the number of values.
    public func isKept(by capabilities: FormatCapabilities) -> Bool {
        guard capabilities.allowsRoot(root.kind) else { return false }
        var index = rootIndex
        // Values outside this range are only reached by references.
        let end = index + content.size(at: index)
        while index < end {
            switch content.word(at: index).tag {
            // The most frequent values.
            case .string: index += 1 + content.textSize(at: index + 1)
            case .int64: index += 2
            default:
                guard content.isKept(index, by: capabilities) else { return false }
                index = content.behind(index)
            }
        }
        return true
    }
}

extension ModelDocument.Content {
    @inline(__always)
    fileprivate func isKept(_ index: Int, by capabilities: FormatCapabilities) -> Bool {
        let word = word(at: index)
        switch word.tag {
        case .absent, .no, .yes, .int64, .uint64, .string, .array, .object: return true
        case .double:
            return Double(bitPattern: words[index + 1]).isFinite
                || capabilities.isSuperset(of: [.nonFinite, .typedScalars])
        case .float:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: words[index + 1]))
            // A numeral is read as the declared type, so a type must be declared.
            return capabilities.contains(.floats) && (value.isFinite || capabilities.contains(.nonFinite))
                || capabilities.contains(.numerals) && value.isFinite && !word.isMarked
        case .null: return capabilities.contains(.null)
        case .decimal: return capabilities.contains(.decimals)
        case .data: return capabilities.contains(.data)
        case .date:
            let date = Date(timeIntervalSinceReferenceDate: Double(bitPattern: words[index + 1]))
            return capabilities.contains(.exactDates)
                || capabilities.contains(.ordinaryDates) && DateText.hasExactString(date)
                || capabilities.contains(.wholeDates) && DateText.hasWholeSecondsString(date)
        case .uid: return capabilities.contains(.uids) || capabilities.contains(.typedScalars)
        case .url, .uuid, .point, .size, .rect, .range, .indexSet, .transform:
            return capabilities.contains(.typedScalars)
        case .set, .orderedSet: return capabilities.contains(.sets)
        case .dictionary: return capabilities.contains(.valueKeys)
        case .reference, .weakReference: return capabilities.contains(.identity)
        case .numeral: return capabilities.contains(.longNumbers)
        case .unreadable, .instance, .moved: return false
        }
    }
}
