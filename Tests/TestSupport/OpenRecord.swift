import ModelCore

// Classes that other modules inherit from. They list their properties by hand, as a library without the macro does.

/// An open class whose properties are marked as stored.
open class OpenRecord: BaseModel {
    open var title = ""
    open var count = 0

    open override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("title", \OpenRecord.title, isStored: true),
            ModelProperty("count", \OpenRecord.count, isStored: true),
        ]
    }

    /// A method that subclasses override.
    open func touch() {}
}

/// A final class whose list doesn't say that its properties are stored: their key paths do.
public final class SealedRecord: BaseModel {
    public var title = ""
    public var count = 0

    public override class var modelProperties: [ModelProperty] {
        super.modelProperties + [
            ModelProperty("title", \SealedRecord.title), ModelProperty("count", \SealedRecord.count),
        ]
    }
}
