#if Macros
import ModelCore

/// A class of a library, of which other modules make subclasses.
@Model(version: 2, hashable: ["plate"]) open class OpenVehicle: BaseModel {
    public var plate = ""
    public final var wheels = 4
}
#endif
