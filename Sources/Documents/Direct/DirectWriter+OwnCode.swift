// Values that a property, a type or a class encodes by its own function, and not the direct writer.

extension DirectWriter where Self: ~Copyable {
    /// Writes a property whose own function encodes the value: writes its key and its value, or nothing if the
    /// function omits it.
    @inlinable
    @inline(never)
    mutating func writeOwn(
        _ owner: UnsafeRawPointer, _ table: PropertyTable, _ row: Int, _ members: inout Int,
        _ writing: inout DirectWriting
    ) -> Bool {
        writing.note(.ownCode, table, row)
        switch unsafe writing.encode(table.code(row), owner) {
        case .absent:
            skip(table[row])
            return true
        case .document(let document):
            key(table[row], isFirst: members == 0)
            members &+= 1
            return write(document, &writing)
        case .none: return false
        }
    }

    /// Writes the key and the value of a property that is read through its getter.
    @inlinable
    @inline(never)
    mutating func writeAccessed(
        _ owner: UnsafeRawPointer, _ table: PropertyTable, _ index: Int, _ members: inout Int,
        _ writing: inout DirectWriting
    ) -> Bool {
        let row = table[index]
        guard writing.runsCode, let code = table.code(index),
            case let (form, isWeak) = unsafe row.form._withUnsafeGuaranteedRef({ ($0.element, $0.isWeak) }),
            let form
        else { return false }
        return unsafe code.withValue(of: owner) { value in
            let isNil = unsafe form.kind == .optional && form.container?.elements(at: value).start == nil
            // A format without references can't store weak references.
            if isNil ? row.omitsNil : isWeak && !writing.hasIdentity {
                skip(row)
                return true
            }
            var number: Int?
            if isWeak, !isNil {
                number = unsafe writing.shared.number(of: value.load(as: UnsafeRawPointer.self))
                // An object that comes later, or not at all, needs a document of the whole value.
                if number == nil { return writing.end(.weakReference) }
            }
            key(row, isFirst: members == 0)
            members &+= 1
            if isNil { return appendNil() }
            if let number {
                return refer(to: number) || writing.end(.reference)
            }
            // The getter's value is a copy: more than one reference points to the objects in it.
            return unsafe write(value, form.kind, Unmanaged.passUnretained(form), isShared: true, &writing)
                || writeRefused(owner, form.kind, table, index, &writing)
        }
    }

    /// Writes an object for which the values of its properties aren't enough: its class overrides `encode(with:)`, the
    /// object has unknown keys, or it is written as it was read.
    ///
    /// - Parameters:
    ///   - table: The table of the object's class.
    ///   - expected: The table of the class that readers expect at this position.
    @inlinable
    @inline(never)
    mutating func writeOwn(
        _ object: UnsafeRawPointer, _ table: PropertyTable, _ expected: PropertyTable, _ writing: inout DirectWriting
    ) -> Bool {
        if !writing.countsMembers, !table.encodesItself, let forms = table.rowForms,
            let kept = unsafe forms.kept(for: Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
        {
            return unsafe writeFormed(object, table, kept, &writing)
        }
        guard writing.hasParts else { return false }
        // From the next file on, objects are retained, because values inside the object may have their own code.
        expected.mayRunCode()
        if !writing.countsMembers, hasKeys(table), table.encodesMembers, !sortsKeys,
            unsafe object.load(fromByteOffset: table.extrasOffset, as: UInt.self) == 0
        {
            return unsafe writeMembers(object, table, &writing)
        }
        writing.noteObject(table)
        // The objects in it get the numbers after this one.
        let number = writing.objects &- 1
        guard case .document(let document) = unsafe writing.encode(expected.code, object) else { return false }
        if writing.hasIdentity { self.number(number) }
        return write(document, &writing)
    }

    /// Writes the scalar of a row that the writer has refused: the type's encode function makes a document of the
    /// scalar. No code of the program runs.
    @inlinable
    @inline(never)
    mutating func writeRefused(
        _ owner: UnsafeRawPointer, _ kind: ValueForm.Kind, _ table: PropertyTable, _ row: Int,
        _ writing: inout DirectWriting
    ) -> Bool {
        guard writing.hasParts, writing.values >= 0 || writing.passCheckpoint(),
            kind.isScalar || kind == .optional && table.holdsScalar(row),
            case .document(let document) = unsafe writing.encode(table.code(row), owner, mayRun: true)
        else { return writing.end(.refused) }
        writing.note(.refused, table, row)
        return write(document, &writing)
    }

    /// Writes the document of a value.
    @inlinable
    @inline(never)
    mutating func write(_ document: ModelDocument, _ writing: inout DirectWriting) -> Bool {
        if let scalar = writing.scalar(of: document) {
            if case .null = scalar, writing.hasNull { return writing.isNil(document) ? appendNil() : appendNull() }
            return writeStyled(scalar, &writing)
        }
        return write(document, from: WrittenLevel(.root), &writing) != nil
    }

    /// Writes a scalar in the file's style, lowered to the format's capabilities.
    @inlinable
    mutating func writeStyled(_ scalar: ModelScalar, _ writing: inout DirectWriting) -> Bool {
        guard let scalar = writing.styled(scalar) else { return false }
        // A format may have a separate text for dates.
        if case .date(let date) = scalar, append(date) { return true }
        guard let lowered = writing.lowered(scalar) else { return false }
        if case .data(let data) = lowered { return append(data) }
        return write(lowered)
    }

    /// Writes the document of a value, or only the members if the value is an object.
    ///
    /// - Parameter level: The object that gets the members; ``WrittenLevel/Kind/root`` for the whole document.
    /// - Returns: The level at the end. Nil on failure.
    @inlinable
    @inline(never)
    mutating func write(
        _ document: ModelDocument, from level: WrittenLevel, _ writing: inout DirectWriting
    ) -> WrittenLevel? {
        let box = writing.walker(document, sortsKeys: sortsKeys)
        if writing.moves(to: box) { forgetKeys() }
        var isInstance = false
        let end: WrittenLevel
        do throws(ModelError) {
            end = try write(&box.walker, from: level) { number, writer in
                guard let instance = writing.instance(number, of: document) else { return false }
                writing.beginInstance(box.walker)
                isInstance = !writer.write(instance, &writing)
                writing.endInstance(box.walker)
                if writing.moves(to: box) { writer.forgetKeys() }
                return !isInstance
            }
        } catch {
            // In a format with references, a few objects are written only through a document of the whole value.
            if !writing.hasIdentity || isInstance || error.code != .unrepresentableValue {
                writing.note(error, box.walker, isInstance: isInstance)
            }
            return nil
        }
        writing.values &-= box.walker.values
        return writing.values >= 0 || writing.passCheckpoint() ? end : nil
    }

    /// Writes an object in the document of a value.
    @inlinable
    @inline(never)
    mutating func write(_ instance: OwnInstance, _ writing: inout DirectWriting) -> Bool {
        let object = unsafe Unmanaged.passUnretained(instance.object)
        guard let table = instance.table else {
            // An object that comes later, or not at all, needs a document of the whole value.
            guard let number = unsafe writing.shared.number(of: object.toOpaque()) else {
                return writing.end(.weakReference)
            }
            return refer(to: number) || writing.end(.reference)
        }
        writing.values &-= 1
        guard writing.values >= 0 || writing.passCheckpoint() else { return false }
        return unsafe writeShared(object.toOpaque(), table, &writing)
    }
}
