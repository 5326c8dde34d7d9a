#if Macros
import ModelCore

/// A class of a library, of which other modules make subclasses.
@Model(version: 2, hashable: ["plate"]) open class OpenVehicle: BaseModel {
    open override class func migrate(_ object: inout ModelDocument, from version: Int) throws {}

    public var plate = ""
    public final var wheels = 4
}
#endif
